"""get: lines of one file of the memory, as far as the audience may read it. It never raises."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from memoryd.clock import local_day
from memoryd.core.entity import ref_of
from memoryd.core.items import dump_items
from memoryd.core.ledger import Ledger
from memoryd.core.named import Hidden
from memoryd.core.scope import visible, visible_facts
from memoryd.core.turn import Audience
from memoryd.errors import DataError, StoreError
from memoryd.jobs.hearing import hidden_for
from memoryd.jobs.log import speaker
from memoryd.jobs.reading import Reading
from memoryd.jobs.recall import Recalled, count_opened, recall

_LINES = re.compile(r"#L(\d{1,9})(?:-L?(\d{1,9}))?\Z")
_NOTE = re.compile(r"memory/\d{4}-\d\d-\d\d\.md")
_SPOKEN = re.compile(r"lines/([^/]+)/(.+?)(?:#(\d{4}-\d\d-\d\d))?", re.DOTALL)
_WHOLE = {"MEMORY.md": "tacit", "USER.md": "user"}
_OF_ENTITY = ("/summary.md", "/items.json")
_ID = re.compile(r'"id"\s*:\s*("(?:[^"\\]|\\.)*")')
_MOST_CHARS = 40_000  # of one answer; endLine says how far it goes
_SNIPPET = 200


def get(
    memory: Reading, path: str, *, start: int = 1, count: int | None = None, audience: Audience
) -> dict[str, Any]:
    """Return path, text, status (ok or not_found) and, where it is ok, the fields of a hit.

    path: relative to the root, or inside it; lines/ASSISTANT/SESSION is what was said there (#DAY:
    on that day), each line numbered by its place in memory. It may end in #L3 or #L3-L9, which the
    arguments give way to. What an audience may not read is not found. Facts whose lines are shown
    count as opened.
    """
    place, start, count = _place(memory, path, start, count)
    try:
        found = _numbered(memory, place, audience)
    except (StoreError, DataError, OSError, ValueError):  # a link, a folder, a name that is none
        found = None
    if found is None:
        asked = path if audience is Audience.PRIVATE else ""
        return {"path": asked, "text": "", "status": "not_found"}
    layer, rows = found
    end = None if count is None else start + count
    kept = _cut(row for row in rows if row[0] >= start and (end is None or row[0] < end))
    text = "\n".join(line for _, line in kept)
    if kept and layer in ("fact", "summary"):
        summary = layer == "summary"
        ids = () if summary else _ids(text)
        count_opened(memory, ref_of(place), ids, summary=summary)
    return {
        "path": place,
        "text": text,
        "status": "ok",
        "startLine": kept[0][0] if kept else start,
        "endLine": kept[-1][0] if kept else start - 1,
        "totalLines": len(rows),
        "score": 1.0,
        "snippet": text[:_SNIPPET],
        "source": "sessions" if layer == "line" else "memory",
        "provenance": {"layer": layer},
    }


def for_group(memory: Reading, hit: Mapping[str, Any], hidden: Hidden) -> dict[str, Any] | None:
    """Return a hit of the search as a group may be told it, with the lines that `get` shows it.

    None where it may not be told, whatever the index says. hidden: jobs.hearing.hidden_for.
    """
    path, mark = str(hit["path"]), f'"id": {json.dumps(hit.get("id"), ensure_ascii=False)},'
    ours = path.endswith(_OF_ENTITY)
    found = _of_entity(memory, path, Audience.GROUP, hidden) if ours else None
    if found is None:
        return None
    layer, rows = found
    if layer == "summary":
        return {**hit, "startLine": 1, "endLine": len(rows)}
    start = next((number for number, row in rows if row.strip() == mark), None)
    if start is None:
        return None
    end = next(number for number, row in rows if number > start and row.startswith("  }"))
    return {**hit, "startLine": start - 1, "endLine": end}


def _place(
    memory: Reading, path: str, start: int, count: int | None
) -> tuple[str, int, int | None]:
    """Return the path relative to the root, and which lines are meant."""
    if found := _LINES.search(path):
        path, start = path[: found.start()], max(1, int(found[1]))
        count = max(1, int(found[2] or start) - start + 1)
    inside = path.strip().removeprefix(f"{memory.store.root}/")
    return inside.removeprefix("./"), start, count


def _numbered(
    memory: Reading, path: str, audience: Audience
) -> tuple[str, list[tuple[int, str]]] | None:
    """Return the layer of a path and its numbered lines, None where there is nothing to read."""
    if path.endswith(_OF_ENTITY):
        return _of_entity(memory, path, audience)
    if audience is Audience.GROUP:
        return None
    if spoken := _SPOKEN.fullmatch(path):
        rows = _said(memory, (spoken[1], spoken[2]), spoken[3])
        return ("line", rows) if rows else None
    layer = _WHOLE.get(path) or ("note" if _NOTE.fullmatch(path) else None)
    raw = memory.store.text_file(path) if layer else None
    return None if raw is None or layer is None else (layer, _rows(raw))


def _of_entity(
    memory: Reading, path: str, audience: Audience, hidden: Hidden | None = None
) -> tuple[str, list[tuple[int, str]]] | None:
    """Read a file of an entity; for a group it is made anew from what may be told.

    Not even the numbers of its lines then tell of the rest.
    """
    store, kinds = memory.store, memory.settings.group_visible
    ref = ref_of(path)
    folder, _, name = path.rpartition("/")
    if not (visible(ref, audience, kinds) and store.exists(ref) and store.folder_of(ref) == folder):
        return None
    layer = "summary" if name == "summary.md" else "fact"
    if audience is Audience.PRIVATE:
        raw = store.text_file(path)
        return None if raw is None else (layer, _rows(raw))
    if hidden is None:
        hidden = hidden_for(memory, audience)
    if layer == "summary":
        found = recall(store, str(ref), audience=audience, group_visible=kinds, hidden=hidden)
        text = found.text if isinstance(found, Recalled) else ""
        return (layer, _rows(text.encode())) if text else None
    told = visible_facts(store.ledger(ref)[0].facts, audience, kinds, hidden)
    return (layer, _rows(dump_items(Ledger(ref, told)))) if told else None


def _said(memory: Reading, session: tuple[str, str], day: str | None) -> list[tuple[int, str]]:
    """Return the lines of a session (assistant, id), all or those of a local day."""
    return [
        (n.seq, f"{n.turn.time.isoformat()} {speaker(n)}: {' '.join(n.turn.text.split())}")
        for n in memory.store.lines_after(0)
        if (n.turn.assistant, n.turn.session) == session
        and day in (None, local_day(n.turn.time, memory.zone).isoformat())
    ]


def _rows(raw: bytes) -> list[tuple[int, str]]:
    lines = raw.splitlines()  # bytes: as an editor counts them
    return [(at, line.decode("utf-8", "replace")) for at, line in enumerate(lines, start=1)]


def _ids(text: str) -> Iterator[str]:
    """Yield what stands as an id in lines of an items.json, whoever wrote it."""
    for found in _ID.finditer(text):
        try:
            yield json.loads(found[1])
        except ValueError:  # a broken file
            continue


def _cut(rows: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return whole lines up to the most that one answer holds; a longer line is cut."""
    kept: list[tuple[int, str]] = []
    room = _MOST_CHARS
    for number, line in rows:
        if len(line) >= room and kept:
            break
        kept.append((number, line[:room]))
        room -= len(line) + 1
    return kept
