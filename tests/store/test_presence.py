"""A memory that is gone all at once is away: nothing is written over it, and nothing is deleted."""

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memoryd.core.entity import Ref
from memoryd.errors import ReadOnlyStoreError
from memoryd.store.head import Head
from memoryd.store.presence import COUNT, halved
from tests.store_kit import Home

NOW = datetime(2026, 2, 15, 9, tzinfo=UTC)
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


def test_what_is_still_gone_after_a_day_was_meant() -> None:
    head = Head(marks={COUNT: "40"})
    root = Path("life")

    assert halved(root, head, 3, NOW)
    assert halved(root, head, 3, NOW + timedelta(hours=23))
    assert halved(root, head, 3, NOW + timedelta(hours=24)) is None
    assert halved(root, head, 3, NOW + timedelta(hours=25)) is None
    assert head.marks == {COUNT: "3"}


@pytest.mark.parametrize(("known", "count"), [(0, 0), (9, 0), (10, 5), (10, 12), (100, 50)])
def test_fewer_than_ten_or_no_more_than_half_are_no_trouble(known: int, count: int) -> None:
    head = Head(marks={COUNT: str(known)})

    assert halved(Path("life"), head, count, NOW) is None
    assert head.marks == {COUNT: str(count)}
