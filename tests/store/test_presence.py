"""A memory that is gone all at once is away: nothing is written over it, and nothing is deleted."""

import shutil
from pathlib import Path

import pytest

from memoryd.core.entity import Ref
from memoryd.errors import ReadOnlyStoreError
from memoryd.store import MemoryStore, locate
from memoryd.store.head import Head
from memoryd.store.presence import missing
from tests.store_kit import Home

NAMES = "Ana Ben Cleo Dana Emil Fay Gus Hana Ivo Jana Kai Lena".split()


def peopled(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    for name in NAMES:
        home.say(f"@person {name}: leads the office in Kiel")
    home.beat()
    return home


def test_people_who_vanish_all_at_once_are_not_forgotten_and_nothing_is_written_meanwhile(
    tmp_path: Path,
) -> None:
    home = peopled(tmp_path)
    (home.root / "areas").rename(tmp_path / "unmounted")
    home.say("@person Ana: moved to Lübeck")

    with pytest.raises(ReadOnlyStoreError, match=r"12 of 12 entities are gone .* at once"):
        home.beat()
    assert not (home.root / "areas/people/ana").exists()
    assert "gone from" in (home.reader().away() or "")

    (tmp_path / "unmounted").rename(home.root / "areas")
    assert home.reader().away() is None
    home.beat()
    facts = home.reader().ledger(Ref("people", "ana"))[0].active
    assert [fact.fact for fact in facts] == ["leads the office in Kiel", "moved to Lübeck"]
    assert home.reader().head.tombstones == set()


def test_an_empty_place_where_a_memory_stood_is_left_empty(tmp_path: Path) -> None:
    home = peopled(tmp_path)
    home.root.rename(tmp_path / "unmounted")
    home.root.mkdir()

    with pytest.raises(ReadOnlyStoreError, match=r"is empty and held 12 entities .*memoryd init"):
        home.beat()
    assert list(home.root.iterdir()) == []

    home.root.rmdir()
    (tmp_path / "unmounted").rename(home.root)
    assert home.beat().saves.changed == 0


def test_a_few_people_may_go_at_once(tmp_path: Path) -> None:
    home = peopled(tmp_path)
    for name in NAMES[:5]:
        shutil.rmtree(home.root / "areas/people" / name.lower())
    home.say("@person Ivo: moved to Lübeck")
    home.beat()

    assert len(home.reader().refs()) == 7


def test_what_a_person_lets_go_of_by_init_is_not_missed(tmp_path: Path) -> None:
    home = peopled(tmp_path)
    shutil.rmtree(home.root / "areas/people")
    with pytest.raises(ReadOnlyStoreError):
        home.writer()
    place = locate(home.root, workspace=None, state=home.state)
    MemoryStore.writer(place, wait=0.0, anew=True).close()
    home.say("@person Ana: moved to Lübeck")
    home.beat()

    assert [str(ref) for ref in home.reader().refs()] == ["people/ana"]


def test_a_small_memory_whose_folder_is_away_is_left_alone_too(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.say("@person Ana: leads the office in Kiel")
    home.say("@project Beacon: uses REST")
    home.beat()
    (home.root / "areas").rename(tmp_path / "unmounted")
    home.say("@person Greta: writes for the paper")

    with pytest.raises(ReadOnlyStoreError, match=r"all of 1 entity in .*areas gone at once"):
        home.beat()
    assert not (home.root / "areas").exists()


def marked(**held: int) -> Head:
    places = {base.replace("__", "/"): count for base, count in held.items()}
    return Head(marks={f"entities:{base}": str(count) for base, count in places.items()})


PEOPLE, FIRMS = "areas/people", "areas/companies"


@pytest.mark.parametrize(
    ("held", "now", "away"),
    [
        # the folder of a kind is itself gone
        ({"areas__people": 1, "areas__companies": 1}, {FIRMS: 1}, True),
        ({"areas__people": 3, "areas__companies": 1}, {FIRMS: 1}, True),
        ({"areas__people": 3, "areas__companies": 9}, {FIRMS: 9}, True),
        ({"areas__people": 2, "areas__health": 1}, {"areas/health": 1}, True),
        # it is there and empty
        ({"areas__companies": 3, "areas__health": 1}, {"areas/health": 1}, True),
        ({"areas__companies": 2, "areas__health": 1}, {"areas/health": 1}, False),
        ({"areas__companies": 1}, {}, False),
        # some of them are there
        ({"areas__people": 9}, {PEOPLE: 1}, False),
        ({"areas__people": 3}, {PEOPLE: 1}, False),
        # all of areas, of each kind few
        ({"areas__companies": 2, "areas__people": 1, "projects": 1}, {"projects": 1}, True),
        # moved
        ({"areas__people": 3}, {"archives": 3}, False),
        ({"areas__people": 3}, {"areas/contacts": 3}, False),
        # counted before there was a count of each kind
        ({"areas": 3}, {PEOPLE: 2, FIRMS: 1}, False),
        ({"areas": 3}, {PEOPLE: 2}, False),
        ({"areas": 3}, {}, True),
    ],
)
def test_all_of_one_kind_that_is_gone_at_once_is_away(
    tmp_path: Path, held: dict[str, int], now: dict[str, int], *, away: bool
) -> None:
    (tmp_path / "areas/companies").mkdir(parents=True)

    assert bool(missing(tmp_path, marked(**held), now)) is away


def test_people_who_are_away_while_a_company_is_there_are_not_forgotten(tmp_path: Path) -> None:
    home = Home(tmp_path)
    for said in ("@person Ana: leads the office in Kiel", "@company Globex: pays late"):
        home.say(said)
    home.beat()
    (home.root / "areas/people").rename(tmp_path / "unmounted")
    home.say("@company Globex: moved to Kiel")

    assert not home.reader().names_known()
    with pytest.raises(ReadOnlyStoreError, match=r"all of 1 entity in .*areas/people gone at once"):
        home.beat()
    assert "areas/people" in (home.reader().away() or "")

    (tmp_path / "unmounted").rename(home.root / "areas/people")
    home.beat()
    assert home.reader().names_known()
    assert len(home.reader().ledger(Ref("people", "ana"))[0].active) == 1


def test_the_only_one_of_a_kind_may_go(tmp_path: Path) -> None:
    home = Home(tmp_path)
    for said in ("@person Ana: leads the office in Kiel", "@company Globex: pays late"):
        home.say(said)
    home.beat()
    shutil.rmtree(home.root / "areas/people/ana")
    home.say("@company Globex: moved to Kiel")
    home.beat()

    assert [str(ref) for ref in home.reader().refs()] == ["companies/globex"]
    assert home.reader().names_known()


@pytest.mark.parametrize(
    ("held", "now", "away"),
    [
        ({}, {}, False),
        ({"projects": 1}, {}, True),  # the folder itself is gone
        ({"areas": 2}, {}, False),  # areas/ is there, and a person may let go of two
        ({"areas": 3}, {}, True),
        ({"areas": 3, "projects": 2}, {"projects": 2}, True),
        ({"areas": 9}, {"areas": 1}, False),
        ({"areas": 10}, {"areas": 5}, False),
        ({"areas": 10}, {"areas": 4}, True),
        ({"projects": 3}, {"archives": 3}, False),  # moved, not gone
        ({"areas": 3}, {"areas": 8}, False),
    ],
)
def test_what_is_gone_at_once_is_away(
    tmp_path: Path, held: dict[str, int], now: dict[str, int], *, away: bool
) -> None:
    (tmp_path / "areas").mkdir()

    assert bool(missing(tmp_path, marked(**held), now)) is away
