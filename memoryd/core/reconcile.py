"""reconcile: proposals and what memory holds -> a plan. The model proposes; this decides."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from zoneinfo import ZoneInfo

from memoryd.core.admission import Claim, Hearing, hearing_in
from memoryd.core.attributes import attributes
from memoryd.core.catalog import Catalog
from memoryd.core.change import AddFact, FactOrigin, Supersede, Touch, same_fact
from memoryd.core.cues import is_preference, is_sensitive
from memoryd.core.docket import Docket, stored_bullet
from memoryd.core.entity import Ref, match_key, new_ref
from memoryd.core.event_time import EventTime
from memoryd.core.fact import Category, Fact
from memoryd.core.fuller import fuller_first, is_told_by
from memoryd.core.grounding import ungrounded
from memoryd.core.ledger import Ledger, next_id
from memoryd.core.named import named_beside
from memoryd.core.plan import Decision, Gate, Outcome, Plan
from memoryd.core.project_end import undone
from memoryd.core.proposal import Mention, Proposal
from memoryd.core.provenance import source_of
from memoryd.core.rivals import Files
from memoryd.core.roles import Ending, ended_elsewhere, ended_here, ending, tie, turns
from memoryd.core.supersede import contradicted, fits, same_statement
from memoryd.core.told import said_first
from memoryd.core.told_apart import introduces_another, namesakes
from memoryd.core.told_by import of_peer, speaker
from memoryd.core.trust import Kind, Verdict, Voice, judge, may_supersede, origin_of
from memoryd.core.turn import Line, local
from memoryd.core.value import replace
from memoryd.core.when import day_meant, is_vague
from memoryd.errors import SlugError

_LATELY = 31  # days: of what happened then the later telling knows more
_CAP_SHARE, _CAP_LEAST = 0.1, 5  # replacements of one entity's active facts in one run


@dataclass(frozen=True, slots=True)
class View:
    """What reconcile may look at: the catalog, and the store through functions of one value.

    ledger: the facts of a ref (empty for a new one); used: ids it ever had; tombstoned: whether a
    person deleted that fact; voice: whose words a stored fact rests on; said_at: when they were
    said, where that is known; said_again: the last day on which a fact, by its id, was said again.
    """

    catalog: Catalog
    zone: ZoneInfo
    ledger: Callable[[Ref], Ledger]
    used: Callable[[Ref], frozenset[str]]
    tombstoned: Callable[[Ref, Fact], bool]
    voice: Callable[[Ref, Fact], Voice]
    channels: tuple[str, ...] = ()
    said_at: Callable[[Fact], datetime | None] = lambda _fact: None
    said_again: Callable[[Ref, str], str] = lambda _ref, _id: ""


def reconcile(proposals: Sequence[Proposal], lines: Sequence[Line], view: View) -> Plan:
    """Decide every proposal. lines: all that were shown in the call the proposals answer.

    What strangers ask for in these lines is flagged, whatever was proposed.
    What was said first is decided first, in whatever order the model lists it; the decisions of
    the plan stand in the order of the proposals.
    """
    docket = Docket(view.zone)
    hearing = hearing_in(view.catalog, lines, view.zone, view.channels)
    docket.flag_requests(lines, view.channels)
    run = _Run(view, hearing, docket)
    moments = {at: said_first(proposals[at], lines) for at in fuller_first(proposals)}
    for moment in sorted(set(moments.values())):
        turned = len(run.turned)
        for index in (i for i, said in moments.items() if said == moment):
            docket.index = index
            run.decide(proposals[index])
        docket.index = len(proposals)
        run.retire_what_rested(run.turned[turned:])  # what a later line takes up again is new
    run.retire_what_rested(run.turned)
    return replace(docket.plan(), said_again=run.times.repeated)


@dataclass(slots=True)
class _Run:
    """The state of one reconcile: ledgers as they will be, and what to do."""

    view: View
    hearing: Hearing
    docket: Docket
    catalog: Catalog = field(init=False)
    times: EventTime = field(init=False)
    groups: dict[str, str] = field(default_factory=dict)
    ledgers: dict[Ref, Ledger] = field(default_factory=dict)
    replaced: dict[Ref, int] = field(default_factory=dict)
    turned: list[tuple[Claim, Ref, Fact]] = field(default_factory=list)
    files: Files = field(default_factory=Files)

    def __post_init__(self) -> None:
        self.catalog = self.view.catalog
        self.times = EventTime(self.view.said_at, self.view.said_again)
        for ref, names in self.catalog.names.items():
            if ref.folder in ("projects", "companies"):
                keys = map(match_key, (ref.slug, *names))
                self.groups.update(dict.fromkeys(keys, ref.folder))

    def decide(self, proposal: Proposal) -> None:
        """Take one proposal through the gates and put what becomes of it into the plan."""
        claim = self.hearing.admit_fact(proposal, self.catalog)
        if isinstance(claim, Gate):
            self.docket.close(Decision(proposal, Outcome.DROPPED, claim))
            return
        try:
            claim, ref = self._subject(claim)
        except SlugError:
            self.docket.close(Decision(proposal, Outcome.DROPPED, Gate.BAD_ENTITY))
            return
        match judge(claim.voice, self._kind(claim, ref)):
            case Verdict.ALLOW:
                self._store(claim, ref)
            case Verdict.ATTRIBUTE:
                self.docket.attribute(claim)
            case Verdict.REVIEW:
                self.docket.park(claim, ref)
            case Verdict.REFUSE:
                self.docket.close(Decision(proposal, Outcome.DROPPED, Gate.UNTRUSTED, ref))

    def _subject(self, claim: Claim) -> tuple[Claim, Ref]:
        """Return the entity a claim is about.

        Raises SlugError for a kind or name that can be none.
        """
        ref = self.catalog.resolve(claim.proposal.entity)
        if ref == self.catalog.operator and claim.voice is Voice.PEER:
            claim = of_peer(claim, self.catalog.operator_name)
            ref = self.catalog.resolve(claim.proposal.entity)
        ref = ref or new_ref(claim.proposal.entity, frozenset(self.catalog.names))
        return claim, ref

    def _kind(self, claim: Claim, ref: Ref) -> Kind:
        if is_sensitive(claim.text):
            return Kind.SENSITIVE
        if ref == self.catalog.operator and (
            claim.proposal.category == Category.PREFERENCE or is_preference(claim.text)
        ):
            return Kind.OPERATOR_PREFERENCE
        return Kind.FACT

    # -- facts -----------------------------------------------------------------------------------

    def _ledger(self, ref: Ref) -> Ledger:
        return self.ledgers.get(ref) or self.view.ledger(ref)

    def _store(self, claim: Claim, ref: Ref) -> None:
        ledger = self._ledger(ref)
        fact = self._fact(claim, ref, ledger)
        for other in ledger.facts:
            if same_fact(fact, other) or is_told_by(fact, other, claim.proposal.entity.name):
                self._merged(claim, ref, other)
                return
        if self.view.tombstoned(ref, fact):
            self.docket.close(Decision(claim.proposal, Outcome.DROPPED, Gate.TOMBSTONED, ref))
            return
        anew = undone(ref, fact, ledger.active, self.catalog)
        alike = self.files.alike(fact.fact, ledger.facts)
        held = ledger.facts
        twins = [o for o in alike if same_statement(fact.fact, o.fact) and o not in anew
                 and (o.active or self.times.was_over(ref, claim, fact, o, held))]  # fmt: skip
        if twins:
            twin = max(twins, key=lambda other: other.active)
            self._touch(ref, twin, fact.day)
            if twin.active and attributes(twin.fact):  # what another value could end
                self.times.repeat(ref, twin, fact.day)
            self._merged(claim, ref, twin)
            return
        refused = self._add(claim, ref, fact)
        self.docket.close(Decision(claim.proposal, Outcome.STORED, None, ref, fact.id, refused))

    def _merged(self, claim: Claim, ref: Ref, fact: Fact) -> None:
        self.docket.close(Decision(claim.proposal, Outcome.MERGED, None, ref, fact.id))

    def _fact(self, claim: Claim, ref: Ref, ledger: Ledger) -> Fact:
        category = claim.proposal.category
        used = self.view.used(ref) | {fact.id for fact in ledger.facts}
        return Fact(
            id=next_id(ref, used),
            fact=claim.text,
            timestamp=self._day(claim)[0].isoformat(),
            category=category if category in set(Category) else Category.STATUS.value,
            source=source_of(claim.lines),
            related=self._related(claim, ref),
            access_count=0,
        )

    def _day(self, claim: Claim) -> tuple[date, date]:
        """Return the day it became true, and the last day that the words for it may mean."""
        said = [(n.turn.text, local(n, self.view.zone)) for n in claim.lines]
        return day_meant(claim.proposal.when, said)

    def _beside(self, claim: Claim, ref: Ref, fact: Fact) -> list[Fact]:
        """Return the active facts of its entity that a fact ends if it is not before them."""
        standing = self._ledger(ref)
        own = self.catalog.called(ref, claim.proposal.entity.name)
        return [
            *self._excluded(claim, ref, fact), *ended_here(fact, standing, self.catalog),
            *(old for old in map(standing.get, claim.proposal.replaces)
              if old and old.active and fits(fact.fact, old.fact, names=own)),
        ]  # fmt: skip

    def _excluded(self, claim: Claim, ref: Ref, fact: Fact) -> list[Fact]:
        """Return the active facts that a fact excludes; none where it may be of a namesake."""
        standing = self._ledger(ref).active
        own = self.catalog.called(ref, claim.proposal.entity.name)
        found = contradicted(fact, standing, self.groups, names=own, near=self.files.near)
        found += undone(ref, fact, standing, self.catalog)
        return [] if found and self._another(claim, ref) else found

    def _another(self, claim: Claim, ref: Ref) -> bool:
        """Return whether its words, or what is held, tell of two people under that first name."""
        if ref.folder != "people" or tie(claim.text):
            return False
        held = [fact.fact for fact in self._ledger(ref).active]
        return namesakes(held) or introduces_another(
            [line.turn.text for line in claim.lines], claim.proposal.entity.name,
            speaker=speaker(claim, self.catalog.operator_name), texts=held,
        )  # fmt: skip

    def _told_later(self, claim: Claim, ref: Ref, fact: Fact, olds: Iterable[Fact]) -> Fact:
        """Return a fact with the day it became true, seen beside what it ends.

        Where the words leave that open ("in May"), it is not before what was told before it. Nor is
        what happened lately: "I moved last week" ends the home that was told on Monday.
        """
        last, today = self._day(claim)[1], local(claim.lines[0], self.view.zone)
        vague = is_vague(claim.proposal.when, claim.lines[0].turn.text, today)
        told = claim.lines[0].turn.time
        days = []
        for old in olds:
            said = self.times.said(ref, old)
            lately = vague and said is not None and (today - last).days <= _LATELY
            if old.day <= (today if lately else last).isoformat() and (said is None or said < told):
                days.append(old.day)
        return replace(fact, timestamp=max(fact.day, *days)) if days else fact

    def _related(self, claim: Claim, ref: Ref) -> tuple[str, ...]:
        found: list[str] = []
        shown = self.hearing.evidence(claim.lines)
        for mention in claim.proposal.related:
            probe = replace(claim.proposal, entity=mention)
            try:
                other = self.catalog.resolve(mention) or new_ref(mention)
            except SlugError:
                continue
            if other != ref and str(other) not in found and ungrounded(probe, shown) is None:
                found.append(str(other))
        texts = [line.turn.text for line in claim.lines]  # a model may leave out on whose account
        found += map(str, named_beside(claim.text, texts, ref, self.catalog))
        return tuple(dict.fromkeys(found))

    def _add(self, claim: Claim, ref: Ref, fact: Fact) -> tuple[tuple[Gate, str], ...]:
        """Add a fact with what it replaces, or as replaced already by what is newer."""
        fact = self._told_later(claim, ref, fact, self._beside(claim, ref, fact))
        olds, refused = self._replaced_by(claim, ref, fact)
        newer = [old for old in olds if self.times.is_newer(ref, old, claim, fact)]
        if newer:
            fact = fact.superseded(by=max(newer, key=lambda old: old.day).id)
        self.ledgers[ref] = self._ledger(ref).add(fact)
        name = self._name(claim.proposal.entity, ref)
        self.docket.operations.append(AddFact(ref, fact, name))
        self.times.claims[ref, fact.id] = claim
        self._supersede(ref, (old for old in olds if old not in newer), fact)
        self.catalog = self.catalog.with_entity(ref, name)
        self.docket.operations.append(stored_bullet(claim, fact, ref, self.view.zone))
        keys = tuple(line.turn.key for line in claim.lines)
        origin = origin_of(claim.lines[0].turn)
        self.docket.origins.append(FactOrigin(ref, fact.id, origin, claim.voice.value, keys))
        if turns(fact.fact) and fact.active:
            self.turned.append((claim, ref, fact))
        return refused

    def _name(self, mention: Mention, ref: Ref) -> str:
        return self.catalog.operator_name if ref == self.catalog.operator else mention.name

    def _replaced_by(
        self, claim: Claim, ref: Ref, fact: Fact
    ) -> tuple[list[Fact], tuple[tuple[Gate, str], ...]]:
        """Return the active facts that exclude a new one, and replacements that are refused."""
        ledger = self._ledger(ref)
        refused: list[tuple[Gate, str]] = []
        found: list[Fact] = []
        names = self.catalog.called(ref, claim.proposal.entity.name)
        automatic = [old.id for old in self._excluded(claim, ref, fact)]
        automatic += [end.id for end in ledger.active
                      if turns(end.fact) and self.times.is_newer(ref, end, claim, fact)
                      and fact in ended_here(end, ledger.add(fact), self.catalog)]  # fmt: skip
        for fact_id in dict.fromkeys((*automatic, *claim.proposal.replaces)):
            old = ledger.get(fact_id)
            if old is None:
                refused.append((Gate.UNKNOWN_FACT, fact_id))
            elif old.active:
                ours = fact_id in automatic  # an attribute holds one value, whoever says so
                fit = ours or (
                    fits(fact.fact, old.fact, names=names) and not self._another(claim, ref)
                )
                capped = not ours and self._over_cap(ref, len(found))
                gate = self._refusal(claim, ref, (old, fact), fits=fit, capped=capped)
                if gate is None:
                    found.append(old)
                else:
                    refused.append((gate, fact_id))
        return found, tuple(refused)

    def _refusal(
        self, claim: Claim, ref: Ref, pair: tuple[Fact, Fact], *, fits: bool, capped: bool
    ) -> Gate | None:
        """Return why a fact may not exclude a stored one, None when it may."""
        old, fact = pair
        if not fits:
            self.docket.review(claim, "replaces", ref, old.id)
            return Gate.NOT_SAME_ATTRIBUTE
        standing, is_older = self._voice(ref, old), self.times.is_newer(ref, old, claim, fact)
        winner, loser = (standing, claim.voice) if is_older else (claim.voice, standing)
        if not may_supersede(winner, loser):
            return Gate.UNTRUSTED
        if not is_older and capped:
            self.docket.review(claim, "cap", ref, old.id)
            return Gate.CAP
        return None

    def _over_cap(self, ref: Ref, pending: int) -> bool:
        done = self.replaced.get(ref, 0)
        active = len(self._ledger(ref).active) + done
        return done + pending >= max(_CAP_LEAST, int(active * _CAP_SHARE))

    def _supersede(self, ref: Ref, olds: Iterable[Fact], by: Fact) -> None:
        for old in olds:
            if (held := self._ledger(ref).get(old.id)) is None or not held.active:
                continue  # what ends on two grounds ends once
            self.ledgers[ref] = self._ledger(ref).supersede(old.id, by=by.id)
            self.docket.operations.append(Supersede(ref, old.id, by.id))
            self.replaced[ref] = self.replaced.get(ref, 0) + 1

    def _touch(self, ref: Ref, fact: Fact, day: str) -> None:
        if not fact.is_used_on(day):
            return  # once a fact a day
        touched = fact.touched(day=day)
        self.ledgers[ref] = self._ledger(ref).put(touched)
        self.docket.operations.append(Touch(ref, fact.id, touched.access_count or 0, day))

    # -- what rested on a role that ended --------------------------------------------------------

    def retire_what_rested(self, turned: Sequence[tuple[Claim, Ref, Fact]]) -> None:
        """When a role ended or passed to another, retire what was true only because of it."""
        for claim, ref, fact in tuple(turned):
            olds = ended_here(fact, self._ledger(ref), self.catalog)
            self._supersede(ref, self._free(claim, ref, olds, fact), fact)
            for end in ended_elsewhere(fact, ref, self.catalog, self._ledger):
                self._end(claim, end, fact)

    def _end(self, claim: Claim, end: Ending, by: Fact) -> None:
        """Write an ending into the ledger of another, and retire there what rested on it."""
        by = self._told_later(claim, end.ref, by, end.olds)
        if not self._free(claim, end.ref, end.olds, by):
            return
        if ending(self._ledger(end.ref), by.source) is None:
            proposal = Proposal(
                lines=tuple(line.id for line in claim.lines),
                entity=Mention("person", self.catalog.display(end.ref)),
                fact=end.text,
                category=Category.RELATIONSHIP.value,
                when=by.day,
                related=end.related,
            )
            self._store(replace(claim, proposal=proposal, text=end.text), end.ref)
        last = ending(self._ledger(end.ref), by.source)
        if last is not None:
            olds = ended_here(last, self._ledger(end.ref), self.catalog)
            olds = self._free(claim, end.ref, [*end.olds, *olds], last)
            self._supersede(end.ref, olds, last)

    def _free(self, claim: Claim, ref: Ref, olds: Iterable[Fact], by: Fact) -> list[Fact]:
        """Return the facts that a claim of that voice may retire as of that fact."""
        return [
            old for old in olds
            if old.day <= by.day and old.id != by.id
            and not (old.day == by.day and self.times.told_after(ref, old, claim))
            and may_supersede(claim.voice, self._voice(ref, old))
        ]  # fmt: skip

    def _voice(self, ref: Ref, fact: Fact) -> Voice:
        claim = self.times.claims.get((ref, fact.id))
        return claim.voice if claim else self.view.voice(ref, fact)
