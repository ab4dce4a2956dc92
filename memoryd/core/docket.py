"""Docket: what a run of reconcile has decided so far, and how it stands in notes and review."""

from dataclasses import dataclass, field
from typing import Any
from zoneinfo import ZoneInfo

from memoryd.core.admission import Claim
from memoryd.core.change import Bullets, FactOrigin, Operation
from memoryd.core.cues import is_request
from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.grounding import local
from memoryd.core.notes import Section, event_bullet, fact_bullet
from memoryd.core.plan import Decision, Gate, Outcome, Plan
from memoryd.core.provenance import source_of
from memoryd.core.trust import Voice
from memoryd.core.turn import Audience, Line, Role

_MAX_SPEAKER = 60
_MOST_REVIEWS = 20  # of refused replacements in one run; the plan names every one
_FLAG = "\N{BLACK FLAG}"


@dataclass(slots=True)
class Docket:
    """The plan in the making. index: of the proposal at hand, by which decisions are put in order.

    zone: the operator's.
    """

    zone: ZoneInfo
    index: int = 0
    operations: list[Operation] = field(default_factory=list)
    origins: list[FactOrigin] = field(default_factory=list)
    _decisions: list[tuple[int, Decision]] = field(default_factory=list)
    _reviews: list[dict[str, Any]] = field(default_factory=list)

    def plan(self) -> Plan:
        """Return what was decided, in the order of the proposals."""
        decisions = [decision for _, decision in sorted(self._decisions, key=lambda pair: pair[0])]
        return Plan(
            tuple(decisions), tuple(self.operations), tuple(self.origins), tuple(self._reviews)
        )

    def close(self, decision: Decision) -> None:
        """Note what became of the proposal at hand."""
        self._decisions.append((self.index, decision))

    def attribute(self, claim: Claim) -> None:
        """Write who said it into the day's note; a request for action is flagged and reviewed."""
        asks = is_request(claim.text) or is_request(claim.lines[0].turn.text)
        self.operations.append(_said_bullet(claim, self.zone, asks=asks))
        if asks:
            self.review(claim, "request")
        self.close(Decision(claim.proposal, Outcome.ATTRIBUTED, Gate.UNTRUSTED))

    def park(self, claim: Claim, ref: Ref) -> None:
        """Let the operator decide; a request of a stranger also stands flagged in the note."""
        if claim.voice is Voice.OTHER and is_request(claim.text):
            self.operations.append(_said_bullet(claim, self.zone, asks=True))
        self.review(claim, "sensitive", ref)
        self.close(Decision(claim.proposal, Outcome.PARKED, Gate.SENSITIVE, ref))

    def review(
        self, claim: Claim, why: str, ref: Ref | None = None, old: str | None = None
    ) -> None:
        """Add a row for the operator to decide. old: the id of a fact that is not replaced yet."""
        if old is not None and sum("replaces" in row for row in self._reviews) >= _MOST_REVIEWS:
            return
        row: dict[str, Any] = {
            "why": why,
            "ref": str(ref) if ref else None,
            "fact": claim.text,
            "category": claim.proposal.category,
            "replaces": old,
            "source": source_of(claim.lines),
            "voice": claim.voice.value,
            "time": claim.lines[0].turn.time.isoformat(),
        }
        kept = {key: value for key, value in row.items() if value is not None}
        if kept not in self._reviews:
            self._reviews.append(kept)


def stored_bullet(claim: Claim, fact: Fact, ref: Ref, zone: ZoneInfo) -> Bullets:
    """Return the line of a stored fact, in the note of the day on which it was said."""
    day = local(claim.lines[0], zone).isoformat()
    return Bullets(day, Section.FACTS_EXTRACTED, (fact_bullet(fact.fact, ref.path),))


def _said_bullet(claim: Claim, zone: ZoneInfo, *, asks: bool) -> Bullets:
    """Return the line that names who said something that is no fact; a request is flagged."""
    line = claim.lines[0]
    moment = line.turn.time.astimezone(zone)
    text = f"{_speaker(line)} {'asks' if asks else 'says'}: {claim.text}"
    bullet = event_bullet(f"{moment:%H:%M}", f"{_FLAG} {text}" if asks else text)
    return Bullets(moment.date().isoformat(), Section.KEY_EVENTS, (bullet,))


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
