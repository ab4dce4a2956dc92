"""Change: what one commit does, as absolute, idempotent operations on named files.

Each operation can be applied again to a file that has it already without a trace, and to a file
that a person changed meanwhile: that is what makes replay after a crash, and merging with a hand
edit, the same code as the first write.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from memoryd.core.cursor import Cursor
from memoryd.core.entity import Ref, ref_of
from memoryd.core.fact import Fact, Status
from memoryd.core.items import dump_items, fact_as_json, fact_from_json, parse_items
from memoryd.core.ledger import Ledger, next_id
from memoryd.core.notes import Section, add_bullets
from memoryd.core.summary import birth
from memoryd.core.tacit import with_rules
from memoryd.core.text import normal
from memoryd.core.turn import Line
from memoryd.core.value import replace

if TYPE_CHECKING:
    from memoryd.core.tacit_change import TacitChange

_OP = "op"  # the key that names an operation in a record


@dataclass(frozen=True, slots=True)
class AddFact:
    """Put a new fact into an entity's ledger; the entity is made when it does not exist."""

    ref: Ref
    fact: Fact
    name: str


@dataclass(frozen=True, slots=True)
class Supersede:
    """Mark the fact `old` as replaced by `by`, both of one entity."""

    ref: Ref
    old: str
    by: str


@dataclass(frozen=True, slots=True)
class Touch:
    """Set when a fact was last accessed and how often, as absolute values."""

    ref: Ref
    id: str
    access_count: int
    last_accessed: str


@dataclass(frozen=True, slots=True)
class Bullets:
    """Add lines to one section of a day's note (day: ISO)."""

    day: str
    section: Section
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """Set the rules block of MEMORY.md."""

    text: str


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Put a whole new summary.md in the place of the one with this SHA-256 (hex, "" for none).

    Of another one, which a person saved meanwhile, not a byte is changed.
    """

    ref: Ref
    before: str
    after: bytes


@dataclass(frozen=True, slots=True)
class Tacit:
    """Add lines to MEMORY.md and take out lines of ours, within a budget of characters."""

    change: "TacitChange"
    budget: int


Operation = AddFact | Supersede | Touch | Bullets | Rules | Rewrite | Tacit


@dataclass(frozen=True, slots=True)
class FactOrigin:
    """Where a fact came from and how far it is trusted, for the audit record."""

    ref: Ref
    id: str
    origin: str
    trust: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """Everything one commit does, in one record.

    now: the clock of the run, RFC 3339 (it may be a replay's); run: id of the run;
    extracted: the sequence number up to which lines are extracted, None to leave it;
    reviews: rows for the review queue; tombstones: (ref, fact) pairs that a person deleted;
    seen: (path, SHA-256) of files that a person changed, as found; marks: small named values that
    the audit's head remembers, such as the time of the newest extracted line of a source; one that
    becomes empty is forgotten; cited: keys of lines from which something was kept, beside those of
    the origins; found_by: the model, or the rules, that proposed what is in the origins.
    """

    job: str
    run: str
    now: str
    operations: tuple[Operation, ...] = ()
    lines: tuple[Line, ...] = ()
    cursors: tuple[Cursor, ...] = ()
    extracted: int | None = None
    reviews: tuple[Mapping[str, Any], ...] = ()
    origins: tuple[FactOrigin, ...] = ()
    tombstones: tuple[tuple[Ref, Fact], ...] = ()
    seen: tuple[tuple[str, str], ...] = ()
    marks: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    cited: tuple[str, ...] = ()
    found_by: str = ""

    @property
    def empty(self) -> bool:
        """Whether there is nothing to record."""
        parts = (self.operations, self.lines, self.cursors, self.reviews, self.tombstones)
        return not any((*parts, self.seen)) and self.extracted is None and not self.marks


def operation_as_json(operation: Operation) -> dict[str, Any]:
    """Return the JSON object of an operation inside a record."""
    row: dict[str, Any] = {}
    match operation:
        case AddFact(_, fact, name):
            row = {_OP: "add", "name": name, "fact": fact_as_json(fact)}
        case Supersede(_, old, by):
            row = {_OP: "supersede", "old": old, "by": by}
        case Touch(_, fact_id, count, last):
            row = {_OP: "touch", "id": fact_id, "accessCount": count, "lastAccessed": last}
        case Bullets(_, section, lines):
            row = {_OP: "bullets", "section": section.value, "lines": list(lines)}
        case Rules(text):
            row = {_OP: "rules", "text": text}
        case Rewrite(_, before, after):
            text = after.decode("utf-8", "surrogateescape")  # a person's bytes may be no UTF-8
            row = {_OP: "rewrite", "before": before, "text": text}
        case Tacit():
            row = _tacit_as_json(operation)
    return row


def files_of(operation: Operation, folder: str) -> list[tuple[str, dict[str, Any]]]:
    """Return (path, operation object) for each file an operation touches.

    folder: where the entity lives, relative to the root (areas/people/sarah).
    """
    row = operation_as_json(operation)
    match operation:
        case AddFact(_, _, name):
            # items.json first: that there is no folder says that a person let go of the entity.
            return [
                (f"{folder}/items.json", row),
                (f"{folder}/summary.md", {_OP: "birth", "name": name}),
            ]
        case Supersede() | Touch():
            return [(f"{folder}/items.json", row)]
        case Rewrite():
            return [(f"{folder}/summary.md", row)]
        case Bullets(day, _, _):
            return [(f"memory/{day}.md", row)]
        case Rules() | Tacit():
            return [("MEMORY.md", row)]


def apply(path: str, raw: bytes | None, operations: Sequence[Mapping[str, Any]]) -> bytes | None:
    """Return the bytes of a file after its operations, None when it is to stay absent.

    raw: the present bytes, None when there is no file. Raises CorruptFileError when an items.json
    cannot be read: it is left as it is and the operations wait.
    """
    if path.endswith("/items.json"):
        return _apply_items(path, raw, operations)
    for row in operations:
        match row[_OP]:
            case "birth":
                raw = birth(row["name"]) if raw is None else raw
            case "bullets":
                day = path.removeprefix("memory/").removesuffix(".md")
                raw = add_bullets(raw, day, {Section(row["section"]): row["lines"]})
            case "rules":
                raw = with_rules(raw, row["text"])
            case "rewrite":
                is_known = row["before"] == version_of(raw)
                raw = row["text"].encode("utf-8", "surrogateescape") if is_known else raw
            case "tacit":
                raw = _apply_tacit(raw, row)
    return raw


# Only a Sunday needs what these import, and every reader of a file starts with this module.


def _tacit_as_json(operation: Tacit) -> dict[str, Any]:
    from memoryd.core.tacit_change import change_as_json  # noqa: PLC0415 - see above

    return {_OP: "tacit", "change": change_as_json(operation.change), "budget": operation.budget}


def _apply_tacit(raw: bytes | None, row: Mapping[str, Any]) -> bytes | None:
    from memoryd.core.tacit_change import apply_tacit, change_from_json  # noqa: PLC0415 - see above

    return apply_tacit(raw, change_from_json(row["change"]), budget=row["budget"]).file


def version_of(raw: bytes | None) -> str:
    """Return the SHA-256 of a file as hex; "" where there is none."""
    return "" if raw is None else hashlib.sha256(raw).hexdigest()


def _apply_items(path: str, raw: bytes | None, operations: Iterable[Mapping[str, Any]]) -> bytes:
    before = parse_items(raw, ref_of(path), path=path) if raw is not None else Ledger(ref_of(path))
    after = before
    renamed: dict[str, str] = {}
    # What is added comes first: only then is it known which id a link or a touch means.
    for row in sorted(operations, key=lambda row: row[_OP] not in ("add", "placed")):
        match row[_OP]:
            case "placed":  # by what was done before; one that a person removed since is no other
                fact = fact_from_json(row["fact"])
                there = _standing(after, fact, late=True)
                renamed[fact.id] = there.id if there else ""
            case "add":
                fact = fact_from_json(row["fact"])
                by = renamed.get(fact.superseded_by or "", fact.superseded_by)
                fact = replace(fact, superseded_by=by)
                after, renamed[fact.id] = _add(after, fact, late=row.get("late", False))
            case "supersede":
                old, by = (renamed.get(row[end], row[end]) for end in ("old", "by"))
                # Who wrote what of ours was to be replaced wrote it after us: they have decided.
                if row["old"] not in renamed or not _is_by_hand(after.get(old)):
                    after = _supersede(after, old, by)
            case "touch":
                after = _touch(after, {**row, "id": renamed.get(row["id"], row["id"])})
    # A person's file is not reformatted when it says everything already.
    return raw if raw is not None and after == before else dump_items(after)


def placed(
    path: str, raw: bytes | None, operations: Iterable[Mapping[str, Any]]
) -> dict[str, str | None]:
    """Return the id under which each added fact stands in a version of its file, by its planned id.

    None for one that is not there.
    """
    added = [fact_from_json(row["fact"]) for row in operations if row[_OP] == "add"]
    if not added or raw is None:
        return {fact.id: None for fact in added}
    there = parse_items(raw, ref_of(path), path=path).facts
    ids = {new.id: [old.id for old in there if same_fact(new, old)] for new in added}
    return {planned: found[0] if found else None for planned, found in ids.items()}


def _supersede(ledger: Ledger, old_id: str, by: str) -> Ledger:
    old, new = ledger.get(old_id), ledger.get(by)
    # A person who removed either, or who replaced the old one otherwise, has decided.
    if old is None or new is None or not old.active:
        return ledger
    if old_id in (by, *ledger.successors(by)):
        return ledger
    return ledger.put(old.superseded(by=by))


def _touch(ledger: Ledger, row: Mapping[str, Any]) -> Ledger:
    fact = ledger.get(row["id"])
    if fact is None:
        return ledger
    count = max(row["accessCount"], fact.access_count or 0)
    last = max(row["lastAccessed"], fact.last_accessed or "")
    return ledger.put(replace(fact, access_count=count, last_accessed=last))


def _add(ledger: Ledger, fact: Fact, *, late: bool) -> tuple[Ledger, str]:
    """Add a fact unless it is there; return the id under which it stands."""
    if there := _standing(ledger, fact, late=late):
        return ledger, there.id
    # A person took the number meanwhile. The next is above it, and it was above every number that
    # the entity ever had when it was given: no deleted fact's number comes back.
    if ledger.get(fact.id) is not None:
        fact = replace(fact, id=next_id(ledger.ref, (f.id for f in ledger.facts)))
    if fact.status is Status.SUPERSEDED and ledger.get(fact.superseded_by or "") is None:
        fact = replace(fact, status=Status.ACTIVE, superseded_by=None)
    return ledger.add(fact), fact.id


def _standing(ledger: Ledger, fact: Fact, *, late: bool) -> Fact | None:
    """Return what says a fact already; late: it waited, and a person may have written it since."""
    if same := [other for other in ledger.facts if same_fact(fact, other)]:
        return same[0]
    said = (other for other in ledger.active if _is_by_hand(other)) if late else ()
    return next((other for other in said if normal(other.fact) == normal(fact.fact)), None)


def _is_by_hand(fact: Fact | None) -> bool:
    return fact is not None and (fact.source or "hand-edit").startswith("hand-edit")


def same_fact(one: Fact, other: Fact) -> bool:
    """Return whether two facts are one by the idempotency key: line ids and normalised text."""
    return one.source == other.source and normal(one.fact) == normal(other.fact)
