"""summaries: the entities whose facts changed get a summary made of what holds and is warm."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from functools import partial

from memoryd.clock import local_day
from memoryd.core.at_work import once_over, told_by
from memoryd.core.change import Change, Operation, Rewrite, Supersede, version_of
from memoryd.core.completion import as_over_once
from memoryd.core.decay import Heat, by_heat
from memoryd.core.entity import Ref, kind_of, match_key, parse_ref
from memoryd.core.fact import Fact
from memoryd.core.items import dump_items
from memoryd.core.ledger import Ledger
from memoryd.core.ours import MADE_OF, WRITTEN
from memoryd.core.outline import without_what_resumed
from memoryd.core.passed import once_passed
from memoryd.core.plan import Gate
from memoryd.core.proposal import Replacement, Synthesis, SynthesisRequest
from memoryd.core.provenance import by_assistant
from memoryd.core.reconcile import View
from memoryd.core.revision import Revised, Standing, revise
from memoryd.core.rewrite import Known, Origin, Report, Versions, rewrite
from memoryd.core.selection import Looked, State, Why, chosen, state_of
from memoryd.core.tacit_lines import Work
from memoryd.core.value import replace
from memoryd.errors import DataError, SlugError, StoreError
from memoryd.jobs import summary_told
from memoryd.jobs.archived import end_mark, is_archived, looked_at, week_mark
from memoryd.jobs.context import Run
from memoryd.jobs.ends import Ends
from memoryd.jobs.keeping import told_in_note
from memoryd.jobs.knowledge import view
from memoryd.jobs.made import NO_ANSWER, Made
from memoryd.jobs.recall import upto_mark
from memoryd.jobs.saves import Saves, take_in
from memoryd.jobs.summary_saves import Removed, Sentences, SummarySaves, mark
from memoryd.store import MemoryStore, Recorded

_ENDED_SHOWN = 20  # replaced facts that a model is shown, the newest
_MOST_SHOWN = 24_000  # characters of facts that a model is shown, the hottest first


@dataclass(slots=True)
class Summaries:
    """The entities of one memory as a Sunday sees them."""

    store: MemoryStore
    run: Run
    view: View = field(init=False)
    recorded: Recorded = field(init=False)
    saves: SummarySaves = field(init=False)
    ends: Ends = field(init=False)

    def __post_init__(self) -> None:
        """Read what all of them share."""
        self.refresh()

    def refresh(self) -> None:
        """Read the files and the audit again."""
        self.view = view(self.store, self.run)
        self.recorded = self.store.recorded()
        self.saves = SummarySaves(self.store)
        self.ends = Ends(self.store, self.run, self.view.voice)

    @property
    def today(self) -> date:
        """The operator's day of the run."""
        return local_day(self.run.now, self.run.zone)

    def chosen(self) -> dict[Ref, Why]:
        """Return the entities to look at, with the reason; those with a broken file wait."""
        states: dict[Ref, State] = {}
        before: dict[Ref, str] = {}
        ties: dict[Ref, frozenset[Ref]] = {}
        for ref in self.store.refs():
            ledger, trouble = self.store.ledger(ref)
            if trouble is not None or not ledger.facts:
                continue
            with suppress(StoreError):  # a person has to mend its summary.md: status says so
                states[ref] = self.state(ledger)
            ties[ref] = frozenset(_related(ledger.active))
            if known := self.store.head.marks.get(self._mark(MADE_OF, ref)):
                before[ref] = known
        week = {ref: done.why for ref, done in self.ends.week().items()}
        return chosen(states, before, ties, week)

    def state(self, ledger: Ledger) -> State:
        """Return what the summary of these facts would be made of today."""
        written = self.store.head.marks.get(self._mark(WRITTEN, ledger.ref))
        present = version_of(self._present(ledger.ref))
        return self._state(ledger, edited=bool(written and written != present))

    def _state(self, ledger: Ledger, *, edited: bool) -> State:
        told = once_over(self._told(ledger), self.ends.over(ledger))
        passed = tuple(fact.id for fact in self._today(ledger, told)[1])
        return state_of(told, self.heats(ledger), passed, edited=edited)

    def heats(self, ledger: Ledger) -> dict[str, Heat]:
        """Return the tier of each active fact, hottest first."""
        days = {f.id: self.recorded.day(ledger.ref, f.id, self.run.zone) for f in ledger.active}
        known = {fact_id: day for fact_id, day in days.items() if day is not None}
        return by_heat(ledger.active, today=self.today, recorded=known)

    def request(self, ref: Ref) -> SynthesisRequest | None:
        """Return the question about an entity; None where nothing of it is warm: rules suffice."""
        ledger = self.store.ledger(ref)[0]
        heats = self.heats(ledger)
        told = self._today(ledger, self._told(ledger))[0]
        by_id = {fact.id: fact for fact in told if fact.active}
        warm = [i for i, heat in heats.items() if heat is not Heat.COLD and i in by_id]
        if not warm:
            return None
        fresh = list(_fitting((by_id[fact_id] for fact_id in warm), _MOST_SHOWN))
        summary = self.store.summary(ref)
        over = [fact for fact in ledger.in_order() if not fact.active][-_ENDED_SHOWN:]
        return SynthesisRequest(
            self.run.operator_name,
            self.view.catalog.display(ref),
            kind_of(ref.folder),
            summary.body if summary else "",
            tuple((f.id, f.day, heats[f.id].value, f.fact) for f in fresh),
            tuple((fact.id, fact.day, fact.fact, fact.superseded_by or "") for fact in over),
        )

    def works(self) -> list[Work]:
        """Return the projects at work with the status or milestone that stands for each."""
        found: list[Work] = []
        for ref in self.store.refs():
            ledger = self.store.ledger(ref)[0]
            gone = is_archived(self.store, ref) or self.ends.waits(ledger)
            if ref.folder != "projects" or gone:
                continue
            # What an assistant kept by itself becomes no line of MEMORY.md.
            old = self.ends.resumed(ledger)
            own = [f for f in ledger.active if not by_assistant(f) and f.id not in old]
            name = self.view.catalog.display(ref)
            if told := told_by(name, own, self.today):
                first, *rest = told
                others, touched = tuple(f.fact for f in rest), max(f.day for f in own)
                source = first.source or "hand-edit"
                found.append(Work(name, first.day, first.fact, source, others, touched))
        return found

    def write(self, ref: Ref, why: Why, answer: Synthesis | None) -> Made:
        """Decide and commit: what is replaced, the new text, and whether a project is over.

        answer: None where none could be read: what stands is mended by the rules, and the entity
        is looked at again the next time; so it is where a model declined inside a readable answer.
        """
        with self.store.exclusive():
            if self._is_saved(ref) and take_in(self.store, self.run) != Saves():
                self.refresh()
            ledger, broken = self.store.ledger(ref)
            if broken is not None:
                return Made(ref, why, trouble=str(broken))
            if not ledger.facts:  # a person let go of it meanwhile
                return Made(ref, why)
            asked = answer.superseded if answer else ()
            before = dict(self.store.head.marks)
            made = self._commit(revise(ledger, asked, self._standing(ledger)), answer, why)
            if made.changed and self._stays_as_saved(ref):
                again = self._written_anew(ref, answer, why, before)
                made = replace(again, superseded=made.superseded, refused=made.refused)
            return replace(made, archived=made.trouble is None and self.ends.archive(ref))

    def _is_saved(self, ref: Ref) -> bool:
        """Return whether a person saved a file of an entity: a look at all would cost far more."""
        folder = self.store.folder_of(ref)
        paths = [f"{folder}/{name}" for name in ("items.json", "summary.md")]
        known = self.store.head.files
        return any(version_of(self.store.text_file(path))
                   != known.get(self.store.audit_name(path), "") for path in paths)  # fmt: skip

    def _stays_as_saved(self, ref: Ref) -> bool:
        """Return whether the writing of a summary met a save, which it leaves as it is."""
        written = self.store.head.marks.get(self._mark(WRITTEN, ref), "")
        return version_of(self._present(ref)) != written

    def _written_anew(
        self, ref: Ref, answer: Synthesis | None, why: Why, before: Mapping[str, str]
    ) -> Made:
        """Write a summary once more from the save that was met; before: the marks until then."""
        kinds = (MADE_OF, WRITTEN, "left", "back")
        names = (*(self._mark(kind, ref) for kind in kinds), upto_mark(self.store, ref),
                 end_mark(self.store, ref))  # fmt: skip
        marks = {name: before.get(name, "") for name in names}
        self.store.commit(Change("summary", self.run.id, self.run.stamp, marks=marks))
        take_in(self.store, self.run)
        self.refresh()
        ledger = self.store.ledger(ref)[0]
        return self._commit(revise(ledger, (), self._standing(ledger)), answer, why)

    def _commit(self, revised: Revised, answer: Synthesis | None, why: Why) -> Made:
        """Commit what changed of one entity; only its facts where its text is not to be written."""
        ledger = revised.ledger
        ref, present = ledger.ref, self._present(ledger.ref)
        done = tuple((each.old, each.by) for each in revised.done)
        operations: list[Operation] = [Supersede(ref, *pair) for pair in done]
        marks: dict[str, str] = {}
        report, trouble = None, None
        try:
            after, report = self._text(ledger, present, answer)
        except DataError as err:
            trouble = f"{self.store.folder_of(ref)}/summary.md: {err}"
        else:
            if after != present:
                operations.append(Rewrite(ref, version_of(present), after))
            over = () if _is_vetoed(report, answer) else self.ends.new(ledger)
            looked = Looked(why, after != present, len(done),
                            bool(over) and not is_archived(self.store, ref),
                            tuple((each.old, each.by) for each in revised.by_hand))  # fmt: skip
            whole = answer is not None and report.refusal not in NO_ANSWER
            marks = self._marks(ledger, after, report, looked, whole=whole)
            marks |= self.ends.marks(ref, over)
            operations += told_in_note(self.run, summary_told.told(ref, report))
        reviews = tuple(self._review(ref, *each) for each in revised.refused)
        change = Change("summary", self.run.id, self.run.stamp, tuple(operations),
                        reviews=reviews, marks=marks)  # fmt: skip
        if not change.empty:
            self.store.commit(change)
        changed = any(isinstance(operation, Rewrite) for operation in operations)
        return Made(ref, why, done, revised.refused, report, trouble, changed=changed,
                    room=revised.room)  # fmt: skip

    def _text(
        self, ledger: Ledger, present: bytes | None, answer: Synthesis | None
    ) -> tuple[bytes, Report]:
        proposed = answer.summary if answer else ""
        versions = self._versions(ledger.ref, present)
        ends = self.ends.over(ledger)
        if ends and answer is not None and answer.completed is False:
            # Where a model says that it goes on, what was planned is still to come.
            made = rewrite(versions, self._known(ledger, ()), proposed)
            if _is_vetoed(made[1], answer):
                return made
        return rewrite(versions, self._known(ledger, ends), proposed)

    def _marks(
        self, ledger: Ledger, after: bytes, report: Report, looked: Looked, *, whole: bool
    ) -> dict[str, str]:
        """Return what is remembered of a summary: what it was made of, and what it may not say.

        That its entity is to be archived is put on record with it, so that no crash prevents it.
        whole: False where it is to be asked about again.
        """
        ref = ledger.ref
        state = self._state(ledger, edited=False)
        deleted, back = self._sentences("left", ref), self._sentences("back", ref)
        made_of = {self._mark(MADE_OF, ref): str(state)} if whole else {}
        if whole and ledger.facts:
            made_of[upto_mark(self.store, ref)] = self.store.keep(dump_items(ledger))
        return made_of | {
            self._mark(WRITTEN, ref): version_of(after),
            self._mark("left", ref): deleted.and_more(report.deleted),
            **({self._mark("back", ref): back.and_more(report.back)} if report.back else {}),
            week_mark(self.store, ref): str(looked.and_before(looked_at(self.store, ref))),
        }

    def _versions(self, ref: Ref, present: bytes | None) -> Versions:
        written = self.store.head.marks.get(self._mark(WRITTEN, ref), "")
        saved = self.saves.of(ref, present)
        return Versions(
            present, self.store.version(written) if written else None, saved.base, saved.lost,
            self._sentences("left", ref), self._sentences("back", ref), saved.begun,
        )  # fmt: skip

    def _known(self, ledger: Ledger, ends: tuple[str, ...]) -> Known:
        catalog = self.view.catalog
        others = [ref for ref in _related(ledger.facts) if ref != ledger.ref]
        names = (
            *catalog.names.get(ledger.ref, ()),
            catalog.operator_name,
            *(
                name
                for ref in others
                for name in (catalog.display(ref), *catalog.names.get(ref, ()))
            ),
        )
        told = once_over(without_what_resumed(self._told(ledger)), ends)
        facts, passed = self._today(ledger, told)
        active = {fact.id for fact in facts if fact.active}
        heats = {i: heat for i, heat in self.heats(ledger).items() if i in active}
        return Known(catalog.display(ledger.ref), facts, heats, tuple(dict.fromkeys(names)),
                     bool(self.ends.resumed(ledger)), Removed(self.store, ledger.ref),
                     passed)  # fmt: skip

    def _told(self, ledger: Ledger) -> tuple[Fact, ...]:
        """Return the facts as they are told: of a project at work again its end is no news."""
        over = self.ends.resumed(ledger)
        return tuple(as_over_once(fact) if fact.id in over else fact for fact in ledger.facts)

    def _today(
        self, ledger: Ledger, facts: tuple[Fact, ...]
    ) -> tuple[tuple[Fact, ...], tuple[Fact, ...]]:
        """Return the facts as once_passed tells them, but for an end that is told as undone."""
        name, resumed = self.view.catalog.display(ledger.ref), self.ends.resumed(ledger)
        told, passed = once_passed(name, (f for f in facts if f.id not in resumed), self.today,
                                   project=ledger.ref.folder == "projects")  # fmt: skip
        now = {fact.id: fact for fact in told}
        return tuple(now.get(fact.id, fact) for fact in facts), passed

    def _standing(self, ledger: Ledger) -> Standing:
        names = self.view.catalog.names
        groups = {
            match_key(name): ref.folder
            for ref in names if ref.folder in ("projects", "companies")
            for name in (ref.slug, *names[ref])
        }  # fmt: skip
        hands = self.recorded.by_hand(ledger.ref, (fact.id for fact in ledger.facts))
        return Standing(partial(self.view.voice, ledger.ref), hands, groups)

    def _review(self, ref: Ref, asked: Replacement, gate: Gate) -> dict[str, str]:
        row = f"{ref}|{asked.old}|{asked.by}"
        return {
            "id": hashlib.sha256(row.encode()).hexdigest()[:16],
            "why": "replaces",
            "gate": gate.value,
            "ref": str(ref),
            "replaces": asked.old,
            "by": asked.by,
            "time": self.run.stamp,
        }

    def _present(self, ref: Ref) -> bytes | None:
        return self.store.sound_text(f"{self.store.folder_of(ref)}/summary.md")

    def _mark(self, kind: str, ref: Ref) -> str:
        return mark(self.store, kind, ref)

    def _sentences(self, kind: str, ref: Ref) -> Sentences:
        return Sentences.read(self.store.head.marks.get(self._mark(kind, ref), ""))


def _is_vetoed(report: Report, answer: Synthesis | None) -> bool:
    """Return whether a model that wrote a usable text says that the project goes on."""
    return report.origin is Origin.PROPOSED and answer is not None and answer.completed is False


def _fitting(facts: Iterable[Fact], room: int) -> Iterator[Fact]:
    for fact in facts:
        room -= len(fact.fact)
        if room < 0:
            return
        yield fact


def _related(facts: Iterable[Fact]) -> Iterator[Ref]:
    """Yield the entities that facts name, each once; what is no ref is a person's to mend."""
    for text in dict.fromkeys(name for fact in facts for name in fact.related or ()):
        with suppress(SlugError):
            yield parse_ref(text)
