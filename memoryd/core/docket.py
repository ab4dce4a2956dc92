"""Docket: what a run of reconcile has decided so far, and how it stands in notes and review."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from zoneinfo import ZoneInfo

from memoryd.core.admission import Claim
from memoryd.core.blocks import one_line
from memoryd.core.catalog import SELF
from memoryd.core.change import Bullets, FactOrigin, Operation
from memoryd.core.cues import Readers, asked_for, is_request
from memoryd.core.entity import Ref, match_key
from memoryd.core.fact import Fact
from memoryd.core.notes import Section, event_bullet, fact_bullet
from memoryd.core.plan import Decision, Gate, Outcome, Plan
from memoryd.core.provenance import source_of
from memoryd.core.trust import Voice, voice_of
from memoryd.core.turn import Audience, Line, Role, local
from memoryd.core.twisted import nearest_sentence

_MAX_SPEAKER = 60
_MAX_ASKED = 200  # characters of a request that are shown
_FLAG = "\N{BLACK FLAG}"
# Whose requests are looked for in their own lines, and to whom each of them speaks.
_ASKERS = {
    Role.EMAIL: Readers.ONE,
    Role.MEMBER: Readers.GROUP,
    Role.WEB: Readers.ALL,
    Role.FILE: Readers.ALL,
    Role.TOOL: Readers.ALL,
}


@dataclass(slots=True)
class Docket:
    """The plan in the making. index: of the proposal at hand, by which decisions are put in order.

    zone: the operator's.
    """

    zone: ZoneInfo
    index: int = 0
    operations: list[Operation] = field(default_factory=list)
    origins: list[FactOrigin] = field(default_factory=list)
    _asked: set[str] = field(default_factory=set)
    _decisions: list[tuple[int, Decision]] = field(default_factory=list)
    _reviews: dict[str, dict[str, Any]] = field(default_factory=dict)

    def plan(self) -> Plan:
        """Return what was decided, in the order of the proposals."""
        decisions = [decision for _, decision in sorted(self._decisions, key=lambda pair: pair[0])]
        reviews = tuple(self._reviews.values())
        return Plan(tuple(decisions), tuple(self.operations), tuple(self.origins), reviews)

    def close(self, decision: Decision) -> None:
        """Note what became of the proposal at hand."""
        self._decisions.append((self.index, decision))

    def flag_requests(self, lines: Iterable[Line], channels: tuple[str, ...]) -> None:
        """Flag each line of a stranger that asks for what the operator alone may ask for.

        Whether a model proposes it or not; it comes before any proposal.
        """
        for line in lines:
            turn = line.turn
            if turn.role not in _ASKERS or voice_of(turn, channels) is not Voice.OTHER:
                continue
            asked = asked_for(turn.text, _ASKERS[turn.role])
            if asked is None:
                continue
            words = one_line(asked if len(turn.text) > _MAX_ASKED else turn.text)
            shown = words if len(words) <= _MAX_ASKED else f"{words[: _MAX_ASKED - 1]}…"
            self._asked.add(turn.key)
            self.operations.append(_said_bullet(line, shown, self.zone, asks=True))
            self._add_review(_row("request", (line,), fact=shown, voice=Voice.OTHER.value))

    def attribute(self, claim: Claim) -> None:
        """Write who said it into the day's note; a request for action is flagged and reviewed."""
        if not self._is_flagged(claim):
            line = claim.lines[0]
            flagged = line.turn.key in self._asked  # its request; this is something else in it
            asks = not flagged and (is_request(claim.text) or is_request(_said_with(claim, line)))
            said = claim.text if asks else _whose(claim)
            self.operations.append(_said_bullet(line, said, self.zone, asks=asks))
            if asks:
                self.review(claim, "request")
        self.close(Decision(claim.proposal, Outcome.ATTRIBUTED, Gate.UNTRUSTED))

    def _is_flagged(self, claim: Claim) -> bool:
        """Return whether a claim is the request of a line that is flagged already."""
        return claim.lines[0].turn.key in self._asked and is_request(claim.text)

    def park(self, claim: Claim, ref: Ref) -> None:
        """Let the operator decide; a request of a stranger also stands flagged in the note."""
        if not self._is_flagged(claim):
            if claim.voice is Voice.OTHER and is_request(claim.text):
                bullet = _said_bullet(claim.lines[0], claim.text, self.zone, asks=True)
                self.operations.append(bullet)
            self.review(claim, "sensitive", ref)
        self.close(Decision(claim.proposal, Outcome.PARKED, Gate.SENSITIVE, ref))

    def review(
        self, claim: Claim, why: str, ref: Ref | None = None, old: str | None = None
    ) -> None:
        """Add a row for the operator to decide. old: the id of a fact that is not replaced yet.

        However many there are: what has no row is never asked about.
        """
        row = _row(
            why,
            claim.lines,
            ref=str(ref) if ref else None,
            fact=claim.text,
            category=claim.proposal.category,
            replaces=old,
            voice=claim.voice.value,
        )
        self._add_review(row)

    def _add_review(self, row: dict[str, Any]) -> None:
        self._reviews.setdefault(row["id"], row)


def _row(why: str, lines: tuple[Line, ...], **said: str | None) -> dict[str, Any]:
    """Return a review row; its id is the same whenever the same is asked about the same lines."""
    source = source_of(lines)
    known = (why, source, said.get("ref"), said.get("replaces"), said["fact"])
    row_id = hashlib.sha256("\0".join(part or "" for part in known).encode()).hexdigest()[:16]
    time = lines[0].turn.time.isoformat()
    row = {"id": row_id, "why": why, **said, "source": source, "time": time}
    return {key: value for key, value in row.items() if value is not None}


def stored_bullet(claim: Claim, fact: Fact, ref: Ref, zone: ZoneInfo) -> Bullets:
    """Return the line of a stored fact, in the note of the day on which it was said."""
    day = local(claim.lines[0], zone).isoformat()
    return Bullets(day, Section.FACTS_EXTRACTED, (fact_bullet(fact.fact, ref.path),))


def _said_bullet(line: Line, said: str, zone: ZoneInfo, *, asks: bool) -> Bullets:
    """Return the line that names who said something that is no fact; a request is flagged."""
    moment = line.turn.time.astimezone(zone)
    text = f"{_speaker(line)} {'asks' if asks else 'says'}: {said}"
    bullet = event_bullet(f"{moment:%H:%M}", f"{_FLAG} {text}" if asks else text)
    return Bullets(moment.date().isoformat(), Section.KEY_EVENTS, (bullet,))


def _said_with(claim: Claim, line: Line) -> str:
    """Return what may make a request of a claim: all that was said, but of an assistant's answer.

    That bids the operator to do this and that on many a page; what counts is the very sentence.
    """
    if line.turn.role is not Role.ASSISTANT:
        return line.turn.text
    return nearest_sentence(claim.text, line.turn.text) or claim.text


def _whose(claim: Claim) -> str:
    """Return a claim with the name it is about, where that is not the speaker and not said."""
    name = one_line(claim.proposal.entity.name)
    speaker = claim.lines[0].turn.speaker or ""
    said = {match_key(word) for word in claim.text.replace("'", " ").split()}
    first = match_key(name.partition(" ")[0])
    plain = SELF | {match_key(speaker), match_key(claim.text)}
    named = first in said or match_key(name) in plain
    return claim.text if named else f"{name}: {claim.text}"


def _speaker(line: Line) -> str:
    turn = line.turn
    group = turn.audience is Audience.GROUP
    via = {
        Role.ASSISTANT: turn.assistant,
        Role.MEMBER: turn.channel or "group",
        Role.OPERATOR: (turn.channel or "group") if group else "quoted",
    }.get(turn.role, turn.role.value)
    unnamed = {Role.ASSISTANT: "Assistant", Role.OPERATOR: "The operator"}
    name = turn.speaker or unnamed.get(turn.role, "Somebody")
    return f"{name[:_MAX_SPEAKER]} ({via})"
