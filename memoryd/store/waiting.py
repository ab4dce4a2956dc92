"""What waits for a broken file: it goes in in its order, each fact under the id that it gets."""

import json
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress

from memoryd.core.entity import ref_of
from memoryd.core.ledger import Ledger
from memoryd.errors import DataError, StoreError
from memoryd.store import disk
from memoryd.store.audit import Audit
from memoryd.store.layout import Layout
from memoryd.store.wal import Record

_ITEMS = "/items.json"

Files = dict[str, list[Record]]


class Queue:
    """The operations of one pass through what waits.

    A later record names the facts of an earlier one by the ids they were planned under. A person
    may have taken those since: each record is told where the facts of those before it stand.
    """

    def __init__(self) -> None:
        """Begin before the first record."""
        self._earlier: Files = {}
        self._shut: set[str] = set()

    def open(self, files: Files) -> Files:
        """Return what of a record may be tried: a file that held up an earlier one waits on."""
        return {
            path: [*self._earlier.get(path, ()), *_late(rows)]
            for path, rows in files.items()
            if path not in self._shut
        }

    def passed(self, files: Files, blocked: Collection[str]) -> Files:
        """Note what became of a record's files; return those that wait, with what came before."""
        self._shut.update(blocked)
        waits = {path: rows for path, rows in files.items() if path in self._shut}
        for path in files.keys() - waits.keys():
            known = [{**row, "op": "placed"} for row in files[path] if row["op"] == "add"]
            self._earlier.setdefault(path, []).extend(known)
        return {path: [*self._earlier.get(path, ()), *rows] for path, rows in waits.items()}


def _late(rows: Iterable[Record]) -> list[Record]:
    return [{**row, "late": True} if row["op"] == "add" else row for row in rows]


def renamed_to(layout: Layout, was: Ledger) -> str | None:
    """Return the one folder whose items.json, also broken, tells a fact of an entity that is gone.

    A person renamed it. By the same id and words: an id alone may be of another entity.
    """
    told = [(_spelled(fact.id), _spelled(fact.fact)) for fact in was.facts]
    found: list[str] = []
    for folder in layout.entity_folders() if told else ():
        with suppress(StoreError):
            raw = disk.read(layout.absolute(f"{folder}{_ITEMS}")) or b""
            if any(all(any(s in raw for s in part) for part in fact) for fact in told):
                found.append(folder)
    return found[0] if len(found) == 1 else None


def _spelled(text: str) -> list[bytes]:
    """Return a text as JSON may have it, also where it cannot be parsed."""
    spellings = (json.dumps(text, ensure_ascii=ascii_only) for ascii_only in (False, True))
    return [spelling.encode("utf-8", "surrogatepass") for spelling in spellings]


def facts_of(audit: Audit, record: Record, files: Files) -> list[Record]:
    """Return where the facts of a record came from that are among these of its files.

    Under which id a fact comes in is known only then: a person may have taken its own.
    """
    names = {audit.name(f"{ref_of(path)}#{fact_id}") for path, rows in files.items()
             for fact_id in placed_as(path, None, rows)}  # fmt: skip
    return [row for row in record.get("facts", ()) if row["fact"] in names]


def facts_as_placed(
    audit: Audit, layout: Layout, record: Record, waits: Collection[str]
) -> list[Record]:
    """Return where the facts came from that are in by now, each under the id it stands under.

    waits: the files that still wait.
    """
    names: dict[str, str] = {}
    items = (path for path in record["files"] if path.endswith(_ITEMS))
    for path in [path for path in items if path not in waits]:
        ref = ref_of(path)
        with suppress(DataError, StoreError):  # saved again, and broken: nothing can be said
            raw = disk.read(layout.absolute(path))
            for planned, now in placed_as(path, raw, record["files"][path]).items():
                if now:
                    names[audit.name(f"{ref}#{planned}")] = audit.name(f"{ref}#{now}")
    facts = (row for row in record.get("facts", ()) if row["fact"] in names)
    return [{**row, "fact": names[row["fact"]]} for row in facts]


def placed_as(
    path: str, raw: bytes | None, rows: Iterable[Mapping[str, object]]
) -> dict[str, str | None]:
    """Return the id under which each added fact stands in a version; see core.change.placed."""
    from memoryd.core.change import placed  # noqa: PLC0415 - a question waits for its start

    return placed(path, raw, rows) if path.endswith(_ITEMS) else {}
