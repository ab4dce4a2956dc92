"""A line that says what no longer holds is marked so, and stands behind what took its place."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from memoryd.jobs.heartbeat import heartbeat
from memoryd.jobs.search import FILE, Finder
from memoryd.llm.offline import Offline
from memoryd.search.index import Index
from tests.searched import SCOPE, Searched

PILOT = "Noor works at Kestrel as a pilot."
MOVED = "Noor left Kestrel and now works at Osprey."


class Talk(Searched):
    """A home whose facts are read out of what was said, by rules."""

    def heard(self, *said: tuple[str, str]) -> None:
        for day, text in said:
            self.say(text, day=day)
            with self.writer() as store:
                heartbeat(store, self.sources(), Offline(), self.run())

    def has_rows(self, rows: Sequence[dict[str, Any]]) -> None:
        """Write facts by hand, the first of them that of the line, as it was but for its row."""
        path = self.items_path("people/noor")
        line = json.loads(path.read_text())[0]
        first = {key: value for key, value in line.items() if key != "supersededBy"}
        path.write_text(json.dumps([
            first | row if at == 0 else row | ({"source": first["source"]} if "source" in row
                                               else {}) for at, row in enumerate(rows)
        ]))  # fmt: skip

    def refreshed(self) -> set[str]:
        """Bring the index up to date; return the paths of which it holds other passages then."""
        finder = Finder(self.reader(), SCOPE, None)
        path = next(self.state.rglob(FILE))
        before = ids_by_path(path)
        finder.refresh()
        finder.close()
        after = ids_by_path(path)
        return {name for name in before.keys() | after.keys()
                if before.get(name) != after.get(name)}  # fmt: skip


def ids_by_path(path: Path) -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    with Index.open(path, write=False) as index:
        ids = index.keys()[0]
        for number, passage in index.passages(ids).items():
            found.setdefault(passage.path, set()).add(number)
    return found


def places(rows: Sequence[dict[str, Any]]) -> list[str]:
    return [row["id"] or row["snippet"] for row in rows]


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    found = Talk(tmp_path)
    found.heard(("2026-01-05", PILOT))
    return found


@pytest.mark.parametrize("history", [False, True])
@pytest.mark.parametrize("asked", [
    "where does Noor work", "Noor Kestrel pilot", "Kestrel pilot", "when did Noor work at Kestrel",
    "what was said on 5 January 2026",
])  # fmt: skip
def test_it_is_found_behind_the_successor_once_its_fact_is_over(
    talk: Talk, asked: str, *, history: bool
) -> None:
    (before,) = [row for row in talk.find(asked) if row["snippet"] == PILOT]
    assert before["provenance"]["supersededBy"] is None

    talk.heard(("2026-03-05", MOVED))
    rows = talk.find(asked, history=history)
    found = places(rows)
    by = next(row["supersededBy"] for row in talk.items("people/noor") if row["id"] == "noor-001")

    assert found.index(PILOT) > found.index(by)
    assert rows[found.index(PILOT)]["provenance"]["supersededBy"] == by
    assert ("noor-001" in found) <= history


NOW_HELD = {"status": "active"}
OVER = {"status": "superseded"}
OTHER = {"id": "noor-009", "fact": "Flies", "timestamp": "2026-01-05", "category": "status"}
HANDS: dict[str, tuple[list[dict[str, Any]], str | None]] = {
    "it holds": ([NOW_HELD], None),
    "ended by a person who names no successor": ([OVER], ""),
    "over": ([OVER | {"supersededBy": "noor-009"}, OTHER | NOW_HELD], "noor-009"),
    "over, over again": (
        [OVER | {"supersededBy": "noor-008"}, OTHER | OVER | {"id": "noor-008",
         "supersededBy": "noor-009"}, OTHER | NOW_HELD], "noor-008"),
    "one of two on the line holds": (
        [OVER | {"supersededBy": "noor-009"}, OTHER | NOW_HELD | {"source": "same"}], None),
    "both on the line are over": (
        [OVER | {"supersededBy": "noor-009"}, OTHER | NOW_HELD,
         OTHER | OVER | {"id": "noor-007", "source": "same", "supersededBy": "noor-009"}],
        "noor-009"),
    "the fact is another line's": ([OVER | {"source": "conversation:plain:a#99"}], None),
    "the fact is nobody's": ([OVER | {"source": "hand-edit"}], None),
}  # fmt: skip


@pytest.mark.parametrize(("rows", "by"), HANDS.values(), ids=HANDS)
def test_what_a_person_makes_of_the_facts_on_a_line_is_told_of_it_and_it_is_not_indexed_anew(
    talk: Talk, rows: list[dict[str, Any]], by: str | None
) -> None:
    assert talk.find("Kestrel")
    talk.has_rows(rows)
    assert talk.refreshed() <= {"areas/people/noor/items.json", "areas/people/noor/summary.md"}

    found = talk.find("Kestrel")
    at = places(found).index(PILOT)
    assert found[at]["provenance"]["supersededBy"] == by
    assert not by or "noor-009" in places(found[:at])
    assert not [row for row in found if row["id"] in ("noor-007", "noor-008")]

    talk.has_rows([NOW_HELD])
    (again,) = [row for row in talk.find("Kestrel") if row["snippet"] == PILOT]
    assert again["provenance"]["supersededBy"] is None
