"""reconcile: proposals and what memory holds -> a plan. The model proposes; this decides."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from memoryd.core.catalog import Catalog
from memoryd.core.change import AddFact, Bullets, FactOrigin, Operation, Supersede, Touch, same_fact
from memoryd.core.entity import Ref, new_ref
from memoryd.core.fact import Category, Fact
from memoryd.core.grounding import Evidence, cited_lines, ungrounded
from memoryd.core.ledger import Ledger, next_id
from memoryd.core.notes import Section, event_bullet, fact_bullet
from memoryd.core.plan import Decision, Gate, Outcome, Plan
from memoryd.core.proposal import Mention, Proposal
from memoryd.core.redact import redact
from memoryd.core.roles import Company, rested
from memoryd.core.provenance import source_of
from memoryd.core.supersede import contradicts, ends_role, may_replace, same_statement
from memoryd.core.text import content_stems
from memoryd.core.trust import (
    Kind,
    Verdict,
    Voice,
    is_request,
    is_sensitive,
    judge,
    lowest,
    origin_of,
    own_words,
    voice_of,
)
from memoryd.core.turn import Line, Role
from memoryd.core.when import supports
from memoryd.errors import SlugError

_MAX_FACT = 600  # characters; a longer text is no atomic fact
_OWN_SHARE = 0.6  # of the fact's words in a message, so many must stand in its unquoted part
_CAP_SHARE, _CAP_LEAST = 0.3, 5  # replacements of one entity's active facts in one run


@dataclass(frozen=True, slots=True)
class View:
    """What reconcile may look at: the catalog, and the store through functions of one value.

    ledger: the facts of a ref (empty for a new one); used: ids it ever had; tombstoned: whether a
    person deleted that fact; by_operator: whether a stored fact rests on the operator's words.
    """

    catalog: Catalog
    zone: ZoneInfo
    ledger: Callable[[Ref], Ledger]
    used: Callable[[Ref], frozenset[str]]
    tombstoned: Callable[[Ref, Fact], bool]
    by_operator: Callable[[Fact], bool]
    channels: tuple[str, ...] = ()


def reconcile(proposals: Sequence[Proposal], lines: Sequence[Line], view: View) -> Plan:
    """Decide every proposal. lines: all that were shown in the call the proposals answer."""
    run = _Run(view, tuple(lines))
    for proposal in proposals:
        run.decide(proposal)
    run.retire_what_rested()
    return Plan(tuple(run.decisions), tuple(run.operations), tuple(run.origins), tuple(run.reviews))


@dataclass(frozen=True, slots=True)
class _Claim:
    """A proposal that passed the gates: the words, what they rest on, and how far to trust them."""

    proposal: Proposal
    text: str
    lines: tuple[Line, ...]
    voice: Voice


@dataclass(slots=True)
class _Run:
    """The state of one reconcile: ledgers as they will be, and what to do."""

    view: View
    lines: tuple[Line, ...]
    catalog: Catalog = field(init=False)
    ledgers: dict[Ref, Ledger] = field(default_factory=dict)
    operations: list[Operation] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    origins: list[FactOrigin] = field(default_factory=list)
    reviews: list[dict[str, Any]] = field(default_factory=list)
    replaced: dict[Ref, int] = field(default_factory=dict)
    ended: list[tuple[_Claim, Ref, Fact]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.catalog = self.view.catalog

    def decide(self, proposal: Proposal) -> None:
        """Take one proposal through the gates and put what becomes of it into the plan."""
        claim = self._admit(proposal)
        if isinstance(claim, Gate):
            self._close(proposal, Outcome.DROPPED, claim)
            return
        try:
            ref = self._ref(claim.proposal.entity)
        except SlugError:
            self._close(proposal, Outcome.DROPPED, Gate.BAD_ENTITY)
            return
        match self._judge(claim, ref):
            case Verdict.ALLOW:
                self._store(claim, ref)
            case Verdict.ATTRIBUTE:
                self._attribute(claim)
            case Verdict.REVIEW:
                self._review(claim, "sensitive", ref)
                self._close(proposal, Outcome.PARKED, Gate.SENSITIVE, ref)
            case Verdict.REFUSE:
                self._close(proposal, Outcome.DROPPED, Gate.UNTRUSTED, ref)

    def _admit(self, proposal: Proposal) -> _Claim | Gate:
        cited = cited_lines(proposal, self.lines)
        if not cited:
            return Gate.NO_CITATION
        text = " ".join(redact(proposal.fact).text.split()).strip()
        if not text or len(text) > _MAX_FACT:
            return Gate.BAD_TEXT
        clean = replace(proposal, fact=text)
        evidence = self._evidence(cited)
        if gate := ungrounded(clean, evidence):
            return gate
        lines, voice = self._voice(clean, cited)
        return _Claim(clean, text, lines, voice)

    def _evidence(self, cited: tuple[Line, ...]) -> Evidence:
        sessions = {(line.turn.assistant, line.turn.session) for line in cited}
        around = tuple(n for n in self.lines if (n.turn.assistant, n.turn.session) in sessions)
        return Evidence(cited, around, self.catalog.operator_name, self.view.zone)

    def _voice(self, proposal: Proposal, cited: tuple[Line, ...]) -> tuple[tuple[Line, ...], Voice]:
        """Return the lines a fact rests on and their voice.

        The operator's own words alone, where they state it; else the lowest of all that is cited.
        """
        voices = {line: voice_of(line.turn, self.view.channels) for line in cited}
        for trusted in (Voice.OPERATOR, Voice.PEER):
            own = tuple(n for n, voice in voices.items() if voice is trusted)
            if own and _states(proposal.fact, own, cited):
                return own, trusted
        spoken = [v if _states(proposal.fact, (n,), (n,)) else Voice.OTHER
                  for n, v in voices.items()]  # fmt: skip
        return cited, lowest(spoken)

    def _ref(self, mention: Mention) -> Ref:
        ref = self.catalog.resolve(mention)
        return ref or new_ref(mention, frozenset(self.catalog.names))

    def _judge(self, claim: _Claim, ref: Ref) -> Verdict:
        if claim.voice is not Voice.OPERATOR and is_sensitive(claim.text):
            return judge(claim.voice, Kind.SENSITIVE)
        preference = claim.proposal.category == Category.PREFERENCE
        if preference and ref == self.catalog.operator:
            return judge(claim.voice, Kind.OPERATOR_PREFERENCE)
        return judge(claim.voice, Kind.FACT)

    # -- facts -----------------------------------------------------------------------------------

    def _ledger(self, ref: Ref) -> Ledger:
        if ref not in self.ledgers:
            self.ledgers[ref] = self.view.ledger(ref)
        return self.ledgers[ref]

    def _store(self, claim: _Claim, ref: Ref) -> None:
        ledger = self._ledger(ref)
        fact = self._fact(claim, ref, ledger)
        for other in ledger.facts:
            if same_fact(fact, other):
                self._close(claim.proposal, Outcome.MERGED, None, ref, other.id)
                return
        if self.view.tombstoned(ref, fact):
            self._close(claim.proposal, Outcome.DROPPED, Gate.TOMBSTONED, ref)
            return
        twin = next((o for o in ledger.active if same_statement(fact.fact, o.fact)), None)
        if twin is not None:
            self._touch(ref, twin, fact.day)
            self._close(claim.proposal, Outcome.MERGED, None, ref, twin.id)
            return
        refused = self._add(claim, ref, fact)
        self._close(claim.proposal, Outcome.STORED, None, ref, fact.id, refused=refused)
        if ends_role(fact.fact) and fact.active:
            self.ended.append((claim, ref, fact))

    def _fact(self, claim: _Claim, ref: Ref, ledger: Ledger) -> Fact:
        category = claim.proposal.category
        used = self.view.used(ref) | {fact.id for fact in ledger.facts}
        return Fact(
            id=next_id(ref, used),
            fact=claim.text,
            timestamp=self._day(claim).isoformat(),
            category=category if category in set(Category) else Category.STATUS.value,
            source=source_of(claim.lines),
            related=self._related(claim, ref),
            access_count=0,
        )

    def _day(self, claim: _Claim) -> date:
        """The day it became true: the proposed one where the words back it and it is not ahead."""
        said = claim.lines[0].turn.time.astimezone(self.view.zone).date()
        try:
            when = date.fromisoformat((claim.proposal.when or "")[:10])
        except ValueError:
            return said
        backed = any(
            supports(when, n.turn.text, n.turn.time.astimezone(self.view.zone).date())
            for n in claim.lines
        )
        return when if backed and when <= said else said

    def _related(self, claim: _Claim, ref: Ref) -> tuple[str, ...]:
        found: list[str] = []
        shown = self._evidence(claim.lines)
        for mention in claim.proposal.related:
            probe = replace(claim.proposal, entity=mention)
            try:
                other = self.catalog.resolve(mention) or new_ref(mention)
            except SlugError:
                continue
            if other != ref and str(other) not in found and ungrounded(probe, shown) is None:
                found.append(str(other))
        return tuple(found)

    def _add(self, claim: _Claim, ref: Ref, fact: Fact) -> tuple[tuple[Gate, str], ...]:
        olds, refused = self._replaced_by(claim, ref, fact)
        newer = [old for old in olds if old.day > fact.day]
        ledger = self._ledger(ref)
        if newer:  # an old conversation, read late: what is newer by event time stands
            fact = fact.superseded(by=max(newer, key=lambda old: old.day).id)
        ledger = ledger.add(fact)
        self.operations.append(AddFact(ref, fact, self._name(claim.proposal.entity, ref)))
        for old in olds:
            if old.day <= fact.day and fact.active:
                ledger = ledger.supersede(old.id, by=fact.id)
                self.operations.append(Supersede(ref, old.id, fact.id))
                self.replaced[ref] = self.replaced.get(ref, 0) + 1
        self.ledgers[ref] = ledger
        self.catalog = self.catalog.with_entity(ref, self._name(claim.proposal.entity, ref))
        self._note_fact(claim, ref, fact)
        lines = tuple(line.turn.key for line in claim.lines)
        origin = origin_of(claim.lines[0].turn)
        self.origins.append(FactOrigin(ref, fact.id, origin, claim.voice.value, lines))
        return refused

    def _name(self, mention: Mention, ref: Ref) -> str:
        return self.catalog.operator_name if ref == self.catalog.operator else mention.name.strip()

    def _replaced_by(
        self, claim: _Claim, ref: Ref, fact: Fact
    ) -> tuple[list[Fact], tuple[tuple[Gate, str], ...]]:
        """Return the active facts that a new one replaces, and replacements that are refused."""
        ledger = self._ledger(ref)
        refused: list[tuple[Gate, str]] = []
        found: list[Fact] = []
        names = content_stems(f"{ref.slug.replace('-', ' ')} {claim.proposal.entity.name}")
        wanted = list(dict.fromkeys(claim.proposal.replaces))
        automatic = [o.id for o in ledger.active if contradicts(fact.fact, o.fact)]
        for fact_id in dict.fromkeys((*wanted, *automatic)):
            old = ledger.get(fact_id)
            if old is None:
                refused.append((Gate.UNKNOWN_FACT, fact_id))
            elif not old.active:
                continue
            elif not may_replace(fact.fact, old.fact, names=names):
                refused.append((Gate.NOT_SAME_ATTRIBUTE, fact_id))
                self._review(claim, "replaces", ref, fact_id)
            elif claim.voice is not Voice.OPERATOR and self.view.by_operator(old):
                refused.append((Gate.UNTRUSTED, fact_id))
            elif self._over_cap(ref, len(found)):
                refused.append((Gate.CAP, fact_id))
                self._review(claim, "cap", ref, fact_id)
            else:
                found.append(old)
        return found, tuple(refused)

    def _over_cap(self, ref: Ref, pending: int) -> bool:
        done = self.replaced.get(ref, 0)
        active = len(self._ledger(ref).active) + done
        return done + pending >= max(_CAP_LEAST, int(active * _CAP_SHARE))

    def _touch(self, ref: Ref, fact: Fact, day: str) -> None:
        if (fact.last_accessed or "")[:10] >= day:
            return  # once a fact a day
        touched = fact.touched(day=day)
        self.ledgers[ref] = self._ledger(ref).put(touched)
        self.operations.append(Touch(ref, fact.id, touched.access_count or 0, day))

    # -- what rested on a role that ended --------------------------------------------------------

    def retire_what_rested(self) -> None:
        """When somebody left a company, retire what was true only while they were there."""
        for claim, ref, fact in list(self.ended):
            for company in [r for r in fact.related or () if r.startswith("companies/")]:
                place = Company(company, self.catalog.display(Ref(*company.split("/"))))
                self._supersede(ref, rested(self._ledger(ref), fact, place, own=True), fact)
                if ref == self.catalog.operator:
                    for other in sorted(self.catalog.names):
                        self._retire(claim, other, fact, place)

    def _retire(self, claim: _Claim, ref: Ref, left: Fact, place: Company) -> None:
        """Write the ending into a person tied to the operator by that job, and retire the rest."""
        if ref.folder != "people" or ref == self.catalog.operator:
            return
        olds = rested(self._ledger(ref), left, place, own=False, operator=self.catalog.operator)
        if not olds:
            return
        ending = _ending(self._ledger(ref), left)
        if ending is None:
            text = f"No longer works with {self.catalog.operator_name}, who left {place.name}"
            proposal = Proposal(
                lines=tuple(line.id for line in claim.lines),
                entity=Mention("person", self.catalog.display(ref)),
                fact=text,
                category=Category.RELATIONSHIP.value,
                when=left.day,
                related=(Mention("company", place.name),),
            )
            self._store(replace(claim, proposal=proposal, text=text), ref)
            ending = _ending(self._ledger(ref), left)
        if ending is not None:
            self._supersede(ref, olds, ending)

    def _supersede(self, ref: Ref, olds: Iterable[Fact], by: Fact) -> None:
        for old in olds:
            if old.active and old.day <= by.day and old.id != by.id:
                self.ledgers[ref] = self._ledger(ref).supersede(old.id, by=by.id)
                self.operations.append(Supersede(ref, old.id, by.id))

    # -- notes and review ------------------------------------------------------------------------

    def _note_fact(self, claim: _Claim, ref: Ref, fact: Fact) -> None:
        day = claim.lines[0].turn.time.astimezone(self.view.zone).date()
        bullet = fact_bullet(fact.fact, ref.path)
        self.operations.append(Bullets(day.isoformat(), Section.FACTS_EXTRACTED, (bullet,)))

    def _attribute(self, claim: _Claim) -> None:
        """Write who said it into the day's note; a request for action is flagged and reviewed."""
        line = claim.lines[0]
        moment = line.turn.time.astimezone(self.view.zone)
        asks = is_request(claim.text) or is_request(line.turn.text)
        verb = "asks" if asks else "says"
        text = f"{_speaker(line)} {verb}: {claim.text}"
        bullet = event_bullet(f"{moment:%H:%M}", f"⚑ {text}" if asks else text)
        day = moment.date().isoformat()
        self.operations.append(Bullets(day, Section.KEY_EVENTS, (bullet,)))
        if asks:
            self._review(claim, "request")
        self._close(claim.proposal, Outcome.ATTRIBUTED, Gate.UNTRUSTED)

    def _review(
        self, claim: _Claim, why: str, ref: Ref | None = None, old: str | None = None
    ) -> None:
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
        self.reviews.append({key: value for key, value in row.items() if value is not None})

    def _close(
        self, proposal: Proposal, outcome: Outcome, gate: Gate | None, ref: Ref | None = None,
        fact_id: str | None = None, *, refused: tuple[tuple[Gate, str], ...] = (),
    ) -> None:  # fmt: skip
        self.decisions.append(Decision(proposal, outcome, gate, ref, fact_id, refused))


def _states(fact: str, own: Iterable[Line], cited: Iterable[Line]) -> bool:
    """Return whether the unquoted words of some lines carry a fact, of all that is cited."""
    stems = content_stems(fact)
    spoken = content_stems("\n".join(own_words(line.turn.text) for line in own))
    everything = content_stems("\n".join(line.turn.text for line in cited))
    held = stems & everything
    return bool(held) and len(stems & spoken) >= _OWN_SHARE * len(held)


def _ending(ledger: Ledger, left: Fact) -> Fact | None:
    """Return the active fact of that ledger that says the same line ended a role."""
    return next((f for f in ledger.active if f.source == left.source and ends_role(f.fact)), None)


def _speaker(line: Line) -> str:
    turn = line.turn
    via = {Role.ASSISTANT: turn.assistant, Role.MEMBER: turn.channel or "group",
           Role.OPERATOR: "quoted"}.get(turn.role, turn.role.value)  # fmt: skip
    name = turn.speaker or ("Assistant" if turn.role is Role.ASSISTANT else "Somebody")
    return f"{name} ({via})"
