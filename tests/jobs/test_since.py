"""Beside a summary stands what a person changed since it was written, at once and only once."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memoryd.core.change import Change
from memoryd.core.entity import parse_ref
from memoryd.core.turn import Audience
from memoryd.jobs.recall import Recalled, Shown, recall, upto_mark
from tests.jobs.sundays import held, on_record, put, text_of
from tests.store_kit import Home

REF = "projects/lantern"
Row = dict[str, Any]
Save = Callable[[list[Row]], list[Row]]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """One fact is cold, one is superseded; the summary tells the other two."""
    home = Home(tmp_path)
    put(home, REF, ("2024-01-05", "Began in a garage"), ("2026-01-29", "Built by two people"),
        ("2026-01-30", "Ships 12 lamps a week"), ("2026-01-30", "Ships from Turin"))  # fmt: skip
    rows = rows_of(home)
    rows[3] |= {"status": "superseded", "supersededBy": "lantern-003"}
    items(home).write_text(json.dumps(rows))
    on_record(home, "2024-01-06")
    held(home)
    assert "garage" not in text_of(home, REF)
    assert "two people" in text_of(home, REF)
    return home


def items(home: Home) -> Path:
    return home.root / parse_ref(REF).path / "items.json"


def rows_of(home: Home) -> list[Row]:
    rows: list[Row] = json.loads(items(home).read_bytes())
    return rows


def saved(home: Home, save: Save, *, looked: bool) -> None:
    items(home).write_text(json.dumps(save(rows_of(home))))
    if looked:
        on_record(home, "2026-02-02")


def shown(home: Home, audience: Audience = Audience.PRIVATE) -> Recalled:
    found = recall(home.reader(), REF, audience=audience, group_visible=("projects",))
    assert isinstance(found, Recalled)
    return found.narrowed(Shown.SUMMARY)


def told(home: Home, audience: Audience = Audience.PRIVATE) -> list[str]:
    return [fact.fact for fact in shown(home, audience).facts]


def change(n: int, **keys: Any) -> Save:
    return lambda rows: [{**row, **keys} if i == n else row for i, row in enumerate(rows)]


def active(n: int) -> Save:
    return lambda rows: [
        {k: v for k, v in row.items() if k != "supersededBy"} | {"status": "active"}
        if i == n else row for i, row in enumerate(rows)
    ]  # fmt: skip


def added(rows: list[Row]) -> list[Row]:
    new = {"id": "lantern-009", "fact": "Paints them red", "timestamp": "2025-01-01"}
    return [*rows[:1], {**new, "status": "active"}, *rows[1:]]


SAVES: dict[str, tuple[Save, list[str]]] = {
    "reworded": (change(1, fact="Built by three friends"), ["Built by three friends"]),
    "reworded, another number": (change(2, fact="Ships 9 lamps a week"), ["Ships 9 lamps a week"]),
    "reworded, a word of it": (change(2, fact="Packs 12 lamps a week"), ["Packs 12 lamps a week"]),
    "reworded, turned round": (change(2, fact="No longer ships 12 lamps a week"),
                               ["No longer ships 12 lamps a week"]),
    "reworded, what was left out": (change(0, fact="Began in a shed"), ["Began in a shed"]),
    "set back to active": (active(3), ["Ships from Turin"]),
    "set back and reworded": (lambda rows: change(3, fact="Ships from Bari")(active(3)(rows)),
                              ["Ships from Bari"]),
    "added, wherever it stands": (added, ["Paints them red"]),
    "the stop at its end": (change(1, fact="Built by two people."), []),
    "another day": (change(1, timestamp="2026-01-15"), []),
    "counted": (change(0, lastAccessed="2026-02-01", accessCount=9), []),
    "in another order": (lambda rows: rows[::-1], []),
    "superseded": (change(1, status="superseded", supersededBy="lantern-003"), []),
    "nothing": (lambda rows: rows, []),
}  # fmt: skip


@pytest.mark.parametrize("looked", [False, True], ids=["at once", "after a look"])
@pytest.mark.parametrize("audience", Audience)
@pytest.mark.parametrize("how", SAVES)
def test_what_a_person_changed_stands_beside_the_summary(
    home: Home, how: str, audience: Audience, *, looked: bool
) -> None:
    save, expected = SAVES[how]
    saved(home, save, looked=looked)

    assert told(home, audience) == expected


@pytest.mark.parametrize("how", SAVES)
def test_what_a_sunday_took_up_stands_beside_it_no_more(home: Home, how: str) -> None:
    saved(home, SAVES[how][0], looked=True)
    held(home, day="2026-02-08")

    assert told(home) == []


SAID = [  # what a person writes into the summary, and the fact; is it said again?
    ("Built by three friends.", "Built by three friends", False),
    ("Built, all in all, by three friends in Bari.", "Built by three friends", False),
    ("Lantern is built by three friends", "Lantern is built by three friends", False),
    ("Prefers tea to coffee.", "Prefers coffee to tea", True),
    ("Built by three friends.", "Built by two friends", True),
    ("No longer built by three friends.", "Built by three friends", True),
    ("Built by three friends.", "No longer built by three friends", True),
    ("Built in Bari. Sold by three friends.", "Built by three friends", True),
]


@pytest.mark.parametrize(("line", "fact", "again"), SAID)
def test_what_the_summary_says_as_well_is_not_repeated(
    home: Home, line: str, fact: str, *, again: bool
) -> None:
    page = items(home).with_name("summary.md")
    page.write_text(page.read_text().replace("Built by two people.", line))
    saved(home, change(1, fact=fact), looked=False)

    assert told(home) == [fact] * again
    assert line in shown(home).text


def test_what_was_superseded_since_and_set_back_is_told_once(home: Home) -> None:
    saved(home, change(1, status="superseded", supersededBy="lantern-003"), looked=True)
    assert "two people" not in shown(home).text
    saved(home, active(1), looked=True)

    assert told(home) == []
    assert "two people" in shown(home).text


@pytest.mark.parametrize(
    "away", [lambda rows: [*rows[:1], *rows[2:]], change(1, fact="Built by three friends")],
    ids=["removed", "reworded"],
)  # fmt: skip
def test_what_comes_back_as_it_was_is_told_at_once_and_on_sunday(home: Home, away: Save) -> None:
    before = items(home).read_text()
    saved(home, away, looked=True)
    assert "two people" not in text_of(home, REF)
    saved(home, lambda _: json.loads(before), looked=True)

    assert told(home) == ["Built by two people"]

    held(home, day="2026-02-08")
    assert told(home) == []
    assert text_of(home, REF).count("Built by two people.") == 1


@pytest.mark.parametrize("left", ["lantern-002", "", "0" * 64])
def test_where_the_facts_of_then_are_lost_what_is_not_said_is_told(home: Home, left: str) -> None:
    with home.writer() as store:  # as before, when the last id was remembered; or a lost version
        marks = {upto_mark(store, parse_ref(REF)): left}
        store.commit(Change("summary", "run", "2026-02-01T05:00:00+00:00", marks=marks))
    saved(home, added, looked=False)

    assert ("Paints them red" in told(home)) == (left != "lantern-002")
    assert "Built by two people" not in told(home)
