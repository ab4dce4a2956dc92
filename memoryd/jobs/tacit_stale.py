"""tacit_stale: which of a person's lines of MEMORY.md hold no longer, and what waits for them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from memoryd.core.catalog import operator_ref
from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.provenance import by_assistant
from memoryd.core.stale import Subject, newest_end, stale_lines
from memoryd.core.tacit_lines import TacitLine, read_tacit
from memoryd.core.text import composed, words
from memoryd.core.value import frozen
from memoryd.jobs.archived import archived_for, is_archived, is_to_go
from memoryd.store import MemoryStore

ASKED = "tacit-stale"  # of the head: ids of the review rows on lines that are stale still
_WHY = "stale"


@frozen
class Found:
    """A person's line that no longer holds. fact None: the project ref lies in the archives."""

    line: TacitLine
    ref: Ref
    fact: Fact | None

    @property
    def by(self) -> str:
        """The id of the fact, or where the project lies."""
        return self.fact.id if self.fact else f"archives/{self.ref}"

    @property
    def says(self) -> str:
        """What is known instead, in a few words."""
        if self.fact is None:
            return f"{self.ref} is archived"
        return f"{self.fact.id} of {self.fact.day} says: {self.fact.fact}"


def found_stale(
    store: MemoryStore, lines: Iterable[TacitLine], operator: str | None
) -> list[Found]:
    """Return the person's lines that what is known contradicts, each once, by its newest fact.

    operator: their name. Ledgers are read only of those that a line names by their slug.
    """
    theirs = [line for line in lines if not line.ours]
    found: dict[TacitLine, Found] = {}
    for ref, subject in subjects(store, theirs, operator):
        for stale in stale_lines(theirs, subject):
            one = Found(stale.line, ref, stale.fact)
            if stale.line not in found or _day(found[stale.line].fact) < _day(stale.fact):
                found[stale.line] = one
    return sorted(found.values(), key=lambda each: each.line.line)


def _day(fact: Fact | None) -> str:
    return fact.day if fact else ""


def subjects(
    store: MemoryStore, lines: Sequence[TacitLine], operator: str | None
) -> Iterator[tuple[Ref, Subject]]:
    """Yield the operator, and whom the lines may speak of; nobody where there are no lines."""
    if not lines:
        return
    self_ = operator_ref(operator)
    names = (operator or "the operator", self_.slug.replace("-", " "))
    yield self_, Subject(names, store.ledger(self_)[0].facts, operator=True)
    text = "\n".join(composed(line.text).casefold() for line in lines)
    heard = {word.replace("'", "") for word in words(text)}
    for ref in store.refs():
        parts = ref.slug.split("-")
        # What is written without spaces is no word by itself.
        if ref != self_ and all(p in heard if p.isascii() else p in text for p in parts):
            yield ref, _subject(store, ref)


def _subject(store: MemoryStore, ref: Ref) -> Subject:
    summary = store.summary(ref)
    listed = (summary.name, *summary.aliases) if summary else ()
    names = dict.fromkeys(name for name in (ref.slug.replace("-", " "), *listed) if name)
    facts = store.ledger(ref)[0].facts
    ended, end = _ended(store, ref, facts, tuple(names))
    return Subject((*names,), facts, ended=ended, end=end)


def _ended(
    store: MemoryStore, ref: Ref, facts: Iterable[Fact], names: tuple[str, ...]
) -> tuple[bool, Fact | None]:
    """Return whether a project is over, and the fact that says so, if any does."""
    if ref.folder != "projects":
        return False, None
    archived = is_archived(store, ref)
    taken_up = not archived and not is_to_go(store, ref)
    old = archived_for(store, ref) if taken_up else frozenset[str]()
    end = newest_end((f for f in facts if f.id not in old and not by_assistant(f)), names)
    return archived or end is not None, end


@frozen
class Asking:
    """What a refresh asks a person about.

    rows: the review rows to be written. mark: of the head. waits: of how many lines a row waits,
    new or from before.
    """

    rows: tuple[dict[str, Any], ...]
    mark: dict[str, str]
    waits: int


def asking(store: MemoryStore, found: Iterable[Found], stamp: str) -> Asking:
    """Return what to ask about stale lines; stamp: the time of the new rows.

    Of a line and a fact the person is asked once, as long as both stay as they are: a row that
    they deleted does not come back.
    """
    there = {str(row.get("id")) for row in store.health.reviews()}
    known = {*there, *store.head.marks.get(ASKED, "").split()}
    asked = {_id(store, each): each for each in found}
    new = {name: each for name, each in asked.items() if name not in known}
    made = (
        {"id": name, "why": _WHY, "ref": str(each.ref), "fact": each.line.text, "by": each.by,
         "time": stamp}
        for name, each in new.items()
    )  # fmt: skip
    waits = len(new) + len(there.intersection(asked))
    return Asking(tuple(made), {ASKED: " ".join(sorted(asked))}, waits)


def _id(store: MemoryStore, found: Found) -> str:
    said = found.fact.fact if found.fact else ""
    return f"stale-{store.audit_name(f'{found.line.text}|{found.ref}|{found.by}|{said}')}"


def waiting(store: MemoryStore, raw: bytes | None, operator: str | None) -> list[dict[str, Any]]:
    """Return the review rows that still wait for the person; raw: MEMORY.md as it stands.

    A row on a stale line does so only while the line stands and is stale; and of one line one row.
    """
    every = [*store.health.reviews()]
    about = [row for row in every if row.get("why") == _WHY]
    if not about:
        return every
    still = {each.line.text for each in found_stale(store, read_tacit(raw or b""), operator)}
    left: dict[str, dict[str, Any]] = {str(r.get("fact")): r for r in about}
    return [row for row in every if row.get("why") != _WHY] + [
        row for text, row in left.items() if text in still
    ]
