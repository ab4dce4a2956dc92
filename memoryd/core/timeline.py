"""Timeline: what a day's review proposes for its note -> lines of the note, each with its gate.

The words of a note are held to the gates of facts: a cited line, its names and numbers, whose
voice it is. What somebody else said stands there as said by them. An entry that turns its line
around is replaced by what was said, as an event.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import dropwhile
from zoneinfo import ZoneInfo

from memoryd.core.admission import Claim, Hearing
from memoryd.core.catalog import Catalog
from memoryd.core.change import Bullets
from memoryd.core.cues import is_sensitive
from memoryd.core.docket import Docket
from memoryd.core.fact import Category
from memoryd.core.grounding import cited_lines
from memoryd.core.notes import Entry, Section, bullet, event_bullet
from memoryd.core.plan import Decision, Gate, Outcome, Plan
from memoryd.core.process_end import is_past
from memoryd.core.proposal import Mention, Noted, Proposal
from memoryd.core.regex import regex
from memoryd.core.text import content_stems
from memoryd.core.trust import Kind, Verdict, Voice, judge
from memoryd.core.turn import Role, local
from memoryd.core.twisted import nearest_sentence
from memoryd.core.value import replace

_SAME = 0.8  # of the content words of either, so many in common: one thing said twice
_FEWEST, _LONGEST = 3, 300  # words, characters of a sentence that stands as it was said
_TIME = regex(r"([01]?\d|2[0-3]):([0-5]\d)")

Proposed = Mapping[Section, Sequence[Noted]]
Call = tuple[Hearing, Proposed]  # what one call was shown, and what its answer proposes


def timeline(
    calls: Sequence[Call], catalog: Catalog, entries: Iterable[Entry], *, reviewed: int = 0
) -> Plan:
    """Decide what of a review the note is to say. entries: what the note says already.

    reviewed: the seq up to which lines had their review; it is not taken again, in other words.
    The decisions on a call's answer stand in the order of the sections. That a stranger asks for
    something is flagged when the facts of the same lines are decided.
    """
    there = _said_already(entries)
    dockets = [_docket(hearing) for hearing, _ in calls]
    for section in Section:
        for (hearing, proposed), docket in zip(calls, dockets, strict=True):
            around = _Around(hearing, catalog, there, reviewed)
            for noted in proposed.get(section, ()):
                docket.index += 1
                _decide(section, noted, docket, around)
    return joined(Plan(), *(docket.plan() for docket in dockets))


def _docket(hearing: Hearing) -> Docket:
    """Return a docket that knows the requests in what was heard, and writes none of them."""
    docket = Docket(hearing.zone)
    docket.flag_requests(hearing.lines, hearing.channels)
    docket.operations.clear()
    return docket


@dataclass(frozen=True, slots=True)
class _Around:
    """What an entry is judged by. there: what each section says, as content stems."""

    hearing: Hearing
    catalog: Catalog
    there: Mapping[Section, list[frozenset[str]]]
    reviewed: int


def _said_already(entries: Iterable[Entry]) -> dict[Section, list[frozenset[str]]]:
    """Return what the note says for each section: of ours its own, of others' words all."""
    there: dict[Section, list[frozenset[str]]] = {section: [] for section in Section}
    for entry in entries:
        stems = content_stems(entry.text)
        for section in Section:
            if not entry.ours or entry.section is section:
                there[section].append(stems)
    return there


def _admitted(proposal: Proposal, around: _Around) -> Claim | Gate:
    cited = cited_lines(proposal, around.hearing.lines)
    if cited and all(line.seq <= around.reviewed for line in cited):
        return Gate.ALREADY_CITED
    return around.hearing.admit_close(proposal, around.catalog)


def _in_own_words(proposal: Proposal, around: _Around) -> Claim | None:
    """Return the operator's sentence that an entry turned around, as it was said; None: too long.

    What others said, and what touches money or access, is not quoted in the entry's place.
    """
    for line in cited_lines(proposal, around.hearing.lines):
        said = nearest_sentence(proposal.fact, line.turn.text)
        if said is None or len(said.split()) < _FEWEST or len(said) > _LONGEST:
            continue
        quoted = replace(proposal, lines=(line.id,), fact=said)
        claim = around.hearing.admit(quoted, around.catalog)
        kind = Kind.SENSITIVE if is_sensitive(said) else Kind.FACT
        if isinstance(claim, Claim) and claim.voice is Voice.OPERATOR and (
            judge(claim.voice, kind) is Verdict.ALLOW
        ):  # fmt: skip
            return claim
    return None


def _decide(section: Section, noted: Noted, docket: Docket, around: _Around) -> None:
    hearing, catalog, there = around.hearing, around.catalog, around.there
    itself = Mention("person", "operator")
    proposal = Proposal(noted.lines, itself, noted.text, Category.STATUS.value)
    claim = _admitted(proposal, around)
    gate = claim if isinstance(claim, Gate) else None
    if section is Section.ACTIVE_PROCESSES and _is_past(proposal, hearing):
        claim = gate = Gate.TURNED
    if gate in (Gate.UNTRUSTED, Gate.TURNED) and (quoted := _in_own_words(proposal, around)):
        section, proposal, claim = Section.KEY_EVENTS, quoted.proposal, quoted
    if isinstance(claim, Gate):
        docket.close(Decision(proposal, Outcome.DROPPED, claim))
        return
    verdict = judge(claim.voice, Kind.SENSITIVE if is_sensitive(claim.text) else Kind.FACT)
    if verdict is Verdict.REVIEW:
        docket.park(claim, catalog.operator)
        return
    stems = content_stems(claim.text)
    section = section if verdict is Verdict.ALLOW else Section.KEY_EVENTS
    if any(_is_same(stems, other) for other in there[section]):
        docket.close(Decision(proposal, Outcome.MERGED, gate))
        return
    there[section].append(stems)
    if verdict is not Verdict.ALLOW:
        docket.attribute(claim)
        return
    docket.operations.append(_line(section, claim, noted.time, hearing.zone))
    docket.close(Decision(proposal, Outcome.STORED, gate))


def _is_past(proposal: Proposal, hearing: Hearing) -> bool:
    """Return whether a process is over by its own lines or by what the operator said after them."""
    cited = {line.id for line in cited_lines(proposal, hearing.lines)}
    after = dropwhile(lambda line: line.id not in cited, hearing.lines)
    said = ((line.turn.text, line.id in cited) for line in after
            if line.id in cited or line.turn.role is Role.OPERATOR)  # fmt: skip
    return is_past(proposal.fact, said)


def _is_same(one: frozenset[str], other: frozenset[str]) -> bool:
    """Return whether two entries say one thing: one holds the other, or nearly all is shared."""
    both = one & other
    return bool(both) and len(both) >= _SAME * min(len(one), len(other)) and (
        len(both) >= _SAME * max(len(one), len(other)) or one <= other
    )  # fmt: skip


def _line(section: Section, claim: Claim, time: str | None, zone: ZoneInfo) -> Bullets:
    day = local(claim.lines[0], zone).isoformat()
    text = claim.text
    made = event_bullet(_clock(claim, time, zone), text) if section is Section.KEY_EVENTS else None
    return Bullets(day, section, (made or bullet(text),))


def _clock(claim: Claim, proposed: str | None, zone: ZoneInfo) -> str:
    """Return HH:MM: the proposed one where a line was said then or names it, else the first's."""
    said = [f"{line.turn.time.astimezone(zone):%H:%M}" for line in claim.lines]
    match = _TIME.fullmatch((proposed or "").strip())
    if match is None:
        return said[0]
    time = f"{int(match[1]):02}:{match[2]}"
    named = {f"{int(m[1]):02}:{m[2]}" for line in claim.lines
             for m in _TIME.finditer(line.turn.text)}  # fmt: skip
    return time if time in said or time in named else said[0]


def joined(*plans: Plan) -> Plan:
    """Return several plans as one, in their order; a review row stands in it once."""
    rows = {row["id"]: row for plan in plans for row in plan.reviews}
    return replace(
        plans[0],
        decisions=tuple(d for plan in plans for d in plan.decisions),
        operations=tuple(op for plan in plans for op in plan.operations),
        origins=tuple(o for plan in plans for o in plan.origins),
        reviews=tuple(rows.values()),
        said_again={fact: day for plan in plans for fact, day in plan.said_again.items()},
    )
