"""Gathering: the files and lines of a memory as passages to be found, and who may hear each.

Secrets in files are masked here; those in lines were before they were kept. A question that finds
one file changed waits for this: what reads the other kinds is imported where it is needed.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from memoryd.core import blocks, sections
from memoryd.core.fact import Fact
from memoryd.core.headed import Headed
from memoryd.core.items import dump_items
from memoryd.core.ledger import Ledger
from memoryd.core.passage import Layer, Passage, Told
from memoryd.core.provenance import lines_of
from memoryd.core.redact import redact
from memoryd.core.regex import regex
from memoryd.core.scope import summary_told, visible_facts
from memoryd.core.text import content_stems
from memoryd.core.trust import origin_of
from memoryd.core.turn import Audience, Line, Role, Turn
from memoryd.core.value import frozen, replace

if TYPE_CHECKING:
    from memoryd.core.named import Hidden
    from memoryd.core.summary import Summary

_ID = regex(r'(?<=[{,\s])"id"\s*:\s*("(?:[^"\\]|\\.)*")')
_LONGEST = 2_000  # characters of a passage that a line makes: a longer one was pasted
_MOST = 200_000  # characters of a line that are indexed, from its beginning
_NOT_SAID = 0.6  # what an assistant or a document says weighs less than what a person does
# As core.docket writes what somebody else said, after a flag where it asks for something.
_ATTRIBUTED = regex(r"(?:\N{BLACK FLAG} )?.{1,90}? \((.{1,200}?)\) (?:says|asks): ", re.DOTALL)
_OF_USER = ("user", "user md")  # what the file is headed with
_PUBLISHED = frozenset({Role.EMAIL, Role.WEB, Role.FILE, Role.TOOL})


@frozen
class Audible:
    """What of an entity a group may be told: facts, as it is told them, and whether the summary.

    With the summary go its heading and aliases: without it the entity is found by its slug alone.
    """

    facts: tuple[Fact, ...] = ()
    whole: bool = False


def told_of(
    ledger: Ledger, summary: "Summary | None", group_visible: Collection[str], hidden: "Hidden"
) -> Audible:
    """Return what of an entity that is visible to it a group may be told."""
    told = visible_facts(ledger.facts, Audience.GROUP, group_visible, hidden)
    return Audible(told, summary_told(ledger.ref, summary, ledger.facts, told, hidden))


def of_facts(
    path: str, raw: bytes, ledger: Ledger, names: Iterable[str], told: Audible
) -> Iterator[Passage]:
    """Yield the facts of an items.json; raw: its bytes, in which their lines are looked up."""
    ref, places = ledger.ref, _places(raw)
    slug = ref.slug.replace("-", " ")
    called = " ".join(dict.fromkeys((slug, *names)))
    group = _as_told(ledger, called if told.whole else slug, told.facts)
    for fact in ledger.facts:
        start, end = places.get(fact.id, (1, 1))
        yield Passage(
            path=path,
            start_line=start,
            end_line=end,
            layer=Layer.FACT,
            text=_masked(fact.fact),
            scene="",
            subject=called,
            entity=str(ref),
            day=fact.day,
            fact=fact.id,
            superseded_by=_ended(fact),
            origin=_origin(fact),
            for_group=fact.id in group,
            told=group.get(fact.id),
            lines=lines_of(fact.source or ""),
        )


def _as_told(ledger: Ledger, called: str, facts: tuple[Fact, ...]) -> dict[str, Told]:
    """Return by id what a group is told of facts, with the lines that it is shown them in."""
    places = _places(dump_items(Ledger(ledger.ref, facts))) if facts else {}
    # From the bracket above the id to the one that closes it.
    return {
        fact.id: Told(
            places[fact.id][0] - 1, places[fact.id][1] - 1, called, _ended(fact), _origin(fact)
        )
        for fact in facts
    }  # fmt: skip


def _ended(fact: Fact) -> str | None:
    return None if fact.active else fact.superseded_by or ""


def _origin(fact: Fact) -> str:
    return (fact.source or "hand-edit").partition(":")[0]


def _places(raw: bytes) -> dict[str, tuple[int, int]]:
    """Return the first and last line of each fact, 1-based, by its id."""
    text = raw.decode("utf-8", "replace")
    starts: dict[str, int] = {}
    line, at = 1, 0
    for found in _ID.finditer(text):
        line += text.count("\n", at, found.start())
        at = found.start()
        starts.setdefault(_unquoted(found[1]), line)
    last = text.rstrip().count("\n") + 1
    ends = [*(start - 1 for start in list(starts.values())[1:]), last]
    return {fact_id: (start, max(start, end))
            for (fact_id, start), end in zip(starts.items(), ends, strict=False)}  # fmt: skip


def _unquoted(text: str) -> str:
    try:
        return str(json.loads(text))
    except ValueError:
        return text


def of_summary(
    path: str, raw: bytes, ledger: Ledger, names: Iterable[str], *, for_group: bool
) -> Iterator[Passage]:
    """Yield the lines of a summary.md without what only facts say that no longer hold.

    Until the next Sunday it may tell them. for_group: whether a group may read it whole.
    """
    ref, document = ledger.ref, blocks.read(raw)
    known = tuple(dict.fromkeys((ref.slug.replace("-", " "), *names)))
    keys = {blocks.heading_key(name) for name in known}
    holds = holding(ledger, content_stems(" ".join(known)))

    def said(heading: blocks.Heading) -> str:
        return "" if heading.key in keys else holds(heading.text)

    shared = Passage(path, 0, 0, Layer.SUMMARY, "", scene=path, subject=" ".join(known),
                     entity=str(ref), for_group=for_group)  # fmt: skip
    for passage in _of_page(document, Headed(document, said), shared):
        if text := holds(passage.text):
            yield replace(passage, text=_masked(text))


def holding(ledger: Ledger, own: frozenset[str]) -> Callable[[str], str]:
    """Return what leaves out of a text the sentences that tell superseded facts alone.

    One that tells what took their place as well is how it came about. What is told as over is so,
    unless such a fact says so or the end of it is over too. own: stems of the entity's name.
    """
    apart = [fact for fact in ledger.facts if not fact.active]
    if not apart:
        return lambda text: text
    from memoryd.core import outline  # noqa: PLC0415 - the rules: 6 ms, where something is over
    from memoryd.core.telling import Sides, clauses, is_over  # noqa: PLC0415 - as above

    sides = Sides(apart, ledger.active, own)
    hold = {fact.id for fact in ledger.active}
    resumed = [fact for fact in apart if is_over(fact.fact) or fact.superseded_by not in hold]
    endings = Sides(resumed, ledger.active, own)
    over = own.union(*(content_stems(fact.fact) for fact in apart))
    news = [new for fact in ledger.active if (new := content_stems(fact.fact) - over)]

    def is_stale(sentence: str) -> bool:
        stems = content_stems(sentence) - own
        if any(new <= stems for new in news):
            return False
        said = [part for part in clauses(sentence, own) if not is_over(part)]
        of_today = content_stems(" ".join(said)) - own if is_over(sentence) else stems
        return sides.tells_apart(of_today) or endings.tells_apart(stems)

    def holds(text: str) -> str:
        told = outline.lines(text)
        kept = [sentence for sentence in told if not is_stale(sentence)]
        return text if len(kept) == len(told) else " ".join(kept)

    return holds


def of_tacit(path: str, raw: bytes) -> Iterator[Passage]:
    """Yield the lines of MEMORY.md without the rules block."""
    from memoryd.core.tacit_lines import outline_of, read_tacit  # noqa: PLC0415 - 6 ms, of this file

    document = blocks.read(raw)
    under = outline_of(document)
    lines = (
        Passage(path, line.line, line.line, Layer.TACIT, _masked(line.text),
                subject=_about(line.section or "", under.heads(line.line - 1)), day=line.day)
        for line in read_tacit(raw)
    )  # fmt: skip
    yield from _with_rest(lines, under, Passage(path, 0, 0, Layer.TACIT, ""))


def of_user(path: str, raw: bytes) -> Iterator[Passage]:
    """Yield the lines of USER.md."""
    document = blocks.read(raw)
    under = Headed(document, lambda head: "" if head.key in _OF_USER else head.text)
    yield from _of_page(document, under, Passage(path, 0, 0, Layer.USER, ""))


def of_note(path: str, raw: bytes, day: str) -> Iterator[Passage]:
    """Yield the entries of a daily note; a scene of its own, in the order of the file.

    Our own lines on facts are left out: the facts themselves are found, and say whether they hold.
    """
    from memoryd.core.notes import Section, outline_of, read_note  # noqa: PLC0415 - as above

    shared = Passage(path, 0, 0, Layer.NOTE, "", scene=path, day=day)
    entries = (
        replace(
            shared,
            start_line=entry.line,
            end_line=entry.line,
            text=_masked(f"{entry.time} {entry.text}" if entry.time else entry.text),
            subject=_about(entry.section or "", entry.heads),
            origin=_told_by(entry.text) if entry.ours else None,
        )
        for entry in read_note(raw).entries
        if not (entry.ours and entry.section is Section.FACTS_EXTRACTED)
    )
    yield from _with_rest(entries, outline_of(blocks.read(raw)), shared)


def _of_page(document: blocks.Document, under: Headed, shared: Passage) -> Iterator[Passage]:
    """Yield all that a page says. shared: what its passages have in common."""
    lines = (
        replace(shared, start_line=item.start + 1, end_line=item.end, text=_masked(item.text),
                subject=_about(shared.subject, under.heads(item.start)))
        for item in sections.items(document)
    )  # fmt: skip
    yield from _with_rest(lines, under, shared)


def _with_rest(lines: Iterable[Passage], under: Headed, shared: Passage) -> Iterator[Passage]:
    """Yield the passages of lines with the code and the headings that stand alone, in order."""
    rest = (
        replace(shared, start_line=item.start + 1, end_line=item.end, text=text,
                subject=_about(shared.subject, (head for head in under.heads(item.start)
                                                if head != item.text)))
        for item in (*under.code(), *under.lone())
        for text in _parts(_masked(item.text)[:_MOST])
    )  # fmt: skip
    yield from sorted((*lines, *rest), key=lambda passage: passage.start_line)


def _about(subject: str, heads: Iterable[str]) -> str:
    """Return what a passage is about, beyond its words, with the headings that it stands under."""
    return " ".join(part for part in (subject, *map(_masked, heads)) if part)


def _masked(text: str) -> str:
    return redact(text).text


def _told_by(text: str) -> str:
    """Return the ORIGIN of an entry of ours: it names whoever else said it."""
    via = found[1] if (found := _ATTRIBUTED.match(text)) else ""
    if via in _PUBLISHED:
        return via
    return "group" if via.endswith("group") else "conversation"


def day_of(line: Line, zone: ZoneInfo) -> str:
    """Return the operator's local day of a line, ISO."""
    return line.turn.time.astimezone(zone).date().isoformat()


def talk_of(line: Line, zone: ZoneInfo) -> str:
    """Return the path under which a line is found: its session, and its local day."""
    turn = line.turn
    return f"lines/{turn.assistant}/{turn.session}#{day_of(line, zone)}"


def of_talk(path: str, lines: Iterable[Line], zone: ZoneInfo, operator: str) -> Iterator[Passage]:
    """Yield the lines of one session on one day, in order; their numbers are those of memory.

    A long line is several passages of one number.
    """
    for line in lines:
        turn = line.turn
        if not turn.text.strip():
            continue
        for text in _parts(turn.text[:_MOST]):
            yield Passage(
                path=path,
                start_line=line.seq,
                end_line=line.seq,
                layer=Layer.LINE,
                text=text,
                scene=path,
                speaker=_speaker(turn, operator),
                day=day_of(line, zone),
                origin=origin_of(turn),
                weight=_NOT_SAID if turn.role in {Role.ASSISTANT, *_PUBLISHED} else 1.0,
                lines=(turn.key,),
            )


def _parts(text: str) -> Iterator[str]:
    """Yield a text in parts that are not too long, parted between words where it has spaces."""
    while len(text) > _LONGEST:
        end = max(text.rfind(space, _LONGEST // 2, _LONGEST) for space in " \n") + 1 or _LONGEST
        if (part := text[:end]).strip():
            yield part
        text = text[end:]
    if text.strip():
        yield text


def _speaker(turn: Turn, operator: str) -> str:
    unnamed = {Role.OPERATOR: operator, Role.ASSISTANT: "assistant"}
    return turn.speaker or unnamed.get(turn.role, turn.role.value)
