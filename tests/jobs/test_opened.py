"""Touch: what readers opened is counted by the night, each fact once a day."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memoryd.config import Settings
from memoryd.core.turn import Audience
from memoryd.jobs.entity import entity
from memoryd.jobs.get import get
from memoryd.jobs.opened import OpenedFacts
from memoryd.jobs.reading import Reading
from memoryd.jobs.recall import Recalled, Shown, opened, recall
from memoryd.mcp.protocol import request_of
from tests.jobs.nights_kit import Nights
from tests.mcp.canaries import conversation
from tests.mcp.client import request

HER = "people/sarah"
ITEMS = "areas/people/sarah/items.json"
SUMMARY = "areas/people/sarah/summary.md"
MONDAY, TUESDAY, WEDNESDAY = (f"2026-01-0{n}" for n in (5, 6, 7))
NEVER = (0, None)


class Reads(Nights):
    """A home that is read by agents between its nights."""

    def reading(self, now: datetime | None = None) -> Reading:
        settings = Settings(
            config_file=self.base / "config.toml", root=self.root, workspace=None,
            operator_name="Alex", timezone="UTC", layers=self.layers,
            group_visible=("projects",), trust_channels=(),
        )  # fmt: skip
        return Reading(self.reader(), settings, self.zone, now)

    @property
    def log(self) -> Path:
        (folder,) = (self.state / "roots").iterdir()
        return folder / "opened.jsonl"

    def knows(self, *facts: str, at: str = "2026-01-02") -> None:
        """Let facts about her stand, on which no later day's lines rest."""
        for n, fact in enumerate(facts):
            self.says(f"@person Sarah: {fact}", f"{at}T09:{n:02d}:00Z")
        self.night(f"{at}T23:00:30Z")

    def opens(self, at: str = f"{MONDAY}T10:00:00Z", shown: Shown = Shown.FACTS) -> None:
        entity(self.reading(_time(at)), HER, shown=shown, audience=Audience.PRIVATE)

    def gets(self, path: str, at: str = f"{MONDAY}T10:00:00Z") -> None:
        found = get(self.reading(_time(at)), path, audience=Audience.PRIVATE)
        assert found["status"] == "ok"


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def _recalls(home: Reads, at: str, audience: Audience = Audience.PRIVATE) -> None:
    memory = home.reading(_time(at))
    found = recall(memory.store, "sarah", audience=audience, group_visible=("people",))
    assert isinstance(found, Recalled)
    opened(memory, found.narrowed(Shown.FACTS))


def _reads_the_resource(home: Reads, at: str) -> None:
    asked = request_of(request(1, "resources/read", uri=f"memory://entities/{HER}"))
    assert asked is not None
    answer = conversation(home.reading(_time(at)), Audience.PRIVATE).answer(asked)
    assert "cello" in json.dumps(answer)


@pytest.fixture(name="home")
def _home(tmp_path: Path) -> Reads:
    home = Reads(tmp_path)
    home.knows("Plays the cello", "Cycles to Ghent")
    return home


WAYS: dict[str, Callable[[Reads, str], None]] = {
    "recall": _recalls,
    "recall of a group": lambda home, at: _recalls(home, at, Audience.GROUP),
    "memory_entity": lambda home, at: home.opens(at),
    "memory_entity, history": lambda home, at: home.opens(at, Shown.HISTORY),
    "memory_entity, a summary not written yet": lambda home, at: home.opens(at, Shown.SUMMARY),
    "a resource": _reads_the_resource,
    "memory_get": lambda home, at: home.gets(ITEMS, at),
}


@pytest.mark.parametrize("way", WAYS)
def test_what_was_opened_is_counted_once_by_the_days_night(home: Reads, way: str) -> None:
    for hour in (8, 9, 22):
        WAYS[way](home, f"{MONDAY}T{hour:02d}:00:00Z")
    assert set(home.counts().values()) == {NEVER}

    (*_, night) = home.night(f"{MONDAY}T23:00:30Z")

    assert home.counts() == {"sarah-001": (1, MONDAY), "sarah-002": (1, MONDAY)}
    assert (night.touched, night.lines) == (2, 0)
    assert not home.log.exists()


def test_it_counts_in_the_days_one_commit(home: Reads) -> None:
    home.night(f"{MONDAY}T23:00:30Z")
    before = len(home.rows())
    home.opens(f"{TUESDAY}T08:00:00Z")
    home.night(f"{TUESDAY}T23:00:30Z")

    assert len(home.rows()) == before + 1


@pytest.mark.parametrize(
    ("path", "counted"),
    [
        (ITEMS, {"sarah-001", "sarah-002"}),
        (f"{ITEMS}#L1-L4", {"sarah-001"}),
        (f"{ITEMS}#L1", set()),
        ("memory/2026-01-02.md", set()),
        ("lines/plain/a", set()),
    ],
)
def test_of_a_file_the_facts_count_whose_lines_were_shown(
    home: Reads, path: str, counted: set[str]
) -> None:
    home.gets(path)
    home.night(f"{MONDAY}T23:00:30Z")

    assert {fact for fact, how in home.counts().items() if how == (1, MONDAY)} == counted


@pytest.mark.parametrize("way", ["memory_entity", "memory_get"])
def test_a_summary_opens_the_facts_that_it_tells(home: Reads, way: str) -> None:
    place = home.root / SUMMARY
    with place.open("w") as handle:
        handle.write("# Sarah\n\nPlays the cello.\n")
    os.utime(place, (_time("2026-01-04T00:00:00Z").timestamp(),) * 2)
    if way == "memory_get":
        home.gets(SUMMARY)
    else:
        home.opens(shown=Shown.SUMMARY)
    home.night(f"{MONDAY}T23:00:30Z")

    # Of a summary that a person wrote memory_entity shows what it does not tell beside it.
    other = NEVER if way == "memory_get" else (1, MONDAY)
    assert home.counts() == {"sarah-001": (1, MONDAY), "sarah-002": other}


def test_opened_and_referred_to_on_one_day_counts_once(home: Reads) -> None:
    home.opens()
    home.says("Sarah plays the cello tonight", f"{MONDAY}T09:00:00Z")
    home.night(f"{MONDAY}T23:00:30Z")

    assert home.counts() == {"sarah-001": (1, MONDAY), "sarah-002": (1, MONDAY)}


def test_opened_and_said_again_on_one_day_counts_once(home: Reads) -> None:
    home.opens()
    home.says("%person Sarah: Plays the cello", f"{MONDAY}T09:00:00Z")
    home.night(f"{MONDAY}T23:00:30Z")

    assert home.counts() == {"sarah-001": (1, MONDAY), "sarah-002": (1, MONDAY)}


def test_what_was_opened_after_the_night_is_counted_by_the_next_for_its_own_day(
    home: Reads,
) -> None:
    home.night(f"{MONDAY}T23:00:30Z")
    home.opens(f"{MONDAY}T23:30:00Z")
    home.says("Sarah plays the cello tonight", f"{TUESDAY}T09:00:00Z")
    home.night(f"{TUESDAY}T23:00:30Z")

    assert home.counts() == {"sarah-001": (2, TUESDAY), "sarah-002": (1, MONDAY)}


def test_a_day_that_was_counted_is_not_counted_again_for_a_late_reader(home: Reads) -> None:
    home.opens()
    home.night(f"{MONDAY}T23:00:30Z")
    home.opens(f"{MONDAY}T23:30:00Z")
    home.night(f"{TUESDAY}T23:00:30Z")

    assert set(home.counts().values()) == {(1, MONDAY)}


def test_missed_nights_count_each_day_once(home: Reads) -> None:
    for day in (MONDAY, TUESDAY, WEDNESDAY, WEDNESDAY):
        home.opens(f"{day}T10:00:00Z")
    home.night(f"{WEDNESDAY}T23:00:30Z")

    assert set(home.counts().values()) == {(3, WEDNESDAY)}


def test_a_later_day_waits_for_its_own_night(home: Reads) -> None:
    home.opens(f"{TUESDAY}T00:10:00Z")
    home.night(f"{TUESDAY}T00:30:00Z", at=_time(f"{MONDAY}T00:15:00Z").time())
    assert set(home.counts().values()) == {NEVER}

    home.night(f"{WEDNESDAY}T00:30:00Z", at=_time(f"{MONDAY}T00:15:00Z").time())
    assert set(home.counts().values()) == {(1, TUESDAY)}


def test_rows_that_a_crash_left_behind_are_not_counted_twice(home: Reads) -> None:
    home.opens()
    left = home.log.read_bytes()
    home.night(f"{MONDAY}T23:00:30Z")
    with home.log.open("wb") as handle:  # the night ended between its commit and the drop
        handle.write(left)
    home.night(f"{TUESDAY}T23:00:30Z")

    assert set(home.counts().values()) == {(1, MONDAY)}
    assert not home.log.exists()


def test_what_cannot_be_counted_is_let_go_of_and_hurts_no_night(home: Reads) -> None:
    home.opens()
    row = home.log.read_text()
    more = [row.replace("people/sarah", "people/nobody"), row.replace("sarah-001", "sarah-999"),
            row.replace(MONDAY, "2025-02-31"), "torn"]  # fmt: skip
    with home.log.open("a") as handle:
        handle.write("".join(more))
    nights = home.night(f"{MONDAY}T23:00:30Z")

    assert [night.error for night in nights if night.error] == []
    assert set(home.counts().values()) == {(1, MONDAY)}
    assert not (home.root / "areas/people/nobody").exists()


def test_a_replaced_fact_does_not_count(home: Reads) -> None:
    rows = home.items()
    rows[0] |= {"status": "superseded", "supersededBy": "sarah-002"}
    with home.items_path().open("w") as handle:
        json.dump(rows, handle)
    home.opens(shown=Shown.HISTORY)
    home.night(f"{MONDAY}T23:00:30Z")

    assert home.counts() == {"sarah-001": NEVER, "sarah-002": (1, MONDAY)}


def test_while_facts_are_switched_off_it_waits(home: Reads) -> None:
    home.opens()
    home.layers -= {"graph"}
    home.night(f"{MONDAY}T23:00:30Z")
    assert set(home.counts().values()) == {NEVER}
    home.layers |= {"graph"}
    home.night(f"{TUESDAY}T23:00:30Z")

    assert set(home.counts().values()) == {(1, MONDAY)}


def test_a_moved_entity_is_counted_where_it_lies(home: Reads) -> None:
    home.opens()
    (home.root / "archives/people").mkdir(parents=True, exist_ok=True)
    (home.root / "areas/people/sarah").rename(home.root / "archives/people/sarah")
    home.night(f"{MONDAY}T23:00:30Z")

    rows = (home.root / "archives/people/sarah/items.json").read_text()
    assert rows.count(f'"lastAccessed": "{MONDAY}"') == 2
    assert not (home.root / "areas/people/sarah").exists()


def test_the_day_is_the_operators(home: Reads) -> None:
    at = datetime.fromisoformat(f"{MONDAY}T23:30:00-02:00")
    entity(home.reading(at), HER, shown=Shown.FACTS, audience=Audience.PRIVATE)

    assert f'"{TUESDAY}"' in home.log.read_text()


def test_nothing_that_was_not_told_is_noted(home: Reads) -> None:
    memory = home.reading()
    for name in ("people/sarah", "people/nobody", "Sarah"):
        entity(memory, name, shown=Shown.FACTS, audience=Audience.GROUP)
        get(memory, ITEMS, audience=Audience.GROUP)
    get(memory, "areas/people/nobody/items.json", audience=Audience.PRIVATE)

    assert not home.log.exists()


@pytest.mark.parametrize("kind", ["a state folder that takes nothing", "no state folder"])
def test_an_answer_does_not_depend_on_the_count(home: Reads, kind: str) -> None:
    memory = home.reading()
    expected = entity(memory, HER, shown=Shown.FACTS, audience=Audience.PRIVATE)
    folder = home.log.parent
    if kind == "no state folder":
        folder.rename(folder.parent.parent / "away")
    else:
        home.log.unlink()
        home.log.symlink_to("/proc/nothing")

    assert entity(memory, HER, shown=Shown.FACTS, audience=Audience.PRIVATE) == expected
    assert get(memory, ITEMS, audience=Audience.PRIVATE)["status"] == "ok"


def test_a_night_leaves_what_it_never_read(home: Reads) -> None:
    home.opens()
    with home.writer() as store:
        found = OpenedFacts(store, home.at(f"{MONDAY}T23:00:30Z"), _time(f"{MONDAY}T12:00Z").date())
        home.opens(f"{MONDAY}T23:00:31Z", shown=Shown.HISTORY)
        home.gets(f"{ITEMS}#L1-L4", f"{TUESDAY}T08:00:00Z")
        found.drop()

    assert TUESDAY in home.log.read_text()


def test_recall_starts_without_what_only_the_night_needs() -> None:
    code = (
        "import sys, memoryd.cli.recall;"
        "print([n for n in ('memoryd.jobs.opened', 'memoryd.core.telling') if n in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(__file__).parents[2],
        capture_output=True, text=True, check=True,
    )  # fmt: skip

    assert done.stdout == "[]\n"
