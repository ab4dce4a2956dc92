"""What a person moves or renames is found where it is, and by the ref it had."""

import shutil
from pathlib import Path

import pytest

from memoryd.core.entity import Ref
from tests.store_kit import Home

BEACON, DANA = Ref("projects", "beacon"), Ref("people", "dana")


def begun(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    home.say("@project Beacon: uses REST for its interface")
    home.say("@person Dana: leads the Berlin office")
    home.beat()
    return home


def facts(home: Home, ref: Ref) -> list[str]:
    return [fact.fact for fact in home.reader().ledger(ref)[0].facts]


@pytest.mark.parametrize(
    ("source", "target", "ref"),
    [
        ("projects/beacon", "archives/beacon", BEACON),
        ("projects/beacon", "archives/projects/beacon", BEACON),
        ("areas/people/dana", "archives/people/dana", DANA),
        ("areas/people/dana", "archives/areas/people/dana", DANA),
    ],
)
def test_an_entity_moved_into_the_archives_is_one_entity_still(
    tmp_path: Path, source: str, target: str, ref: Ref
) -> None:
    home = begun(tmp_path)
    (home.root / target).parent.mkdir(parents=True, exist_ok=True)
    (home.root / source).rename(home.root / target)
    known = facts(home, ref)
    assert known

    home.say(f"@{'project' if ref is BEACON else 'person'} {ref.slug.title()}: meets on Monday")
    home.beat()

    assert facts(home, ref) == [*known, "meets on Monday"]
    assert not (home.root / source).exists()


def test_an_entity_that_lies_too_deep_is_named(tmp_path: Path) -> None:
    home = begun(tmp_path)
    deep = home.root / "areas/people/old/dana"
    deep.parent.mkdir()
    shutil.move(home.root / "areas/people/dana", deep)

    assert "areas/people/old/dana" in home.reader().strange()


def test_the_operators_facts_move_with_their_name_and_the_old_ref_leads_there(
    tmp_path: Path,
) -> None:
    home = Home(tmp_path)
    home.operator = None
    home.say("@person operator: rises early on Mondays")
    home.beat()
    for name, before in (("Alex", "operator"), ("Sam", "alex")):
        home.operator = name
        home.say(f"another word on {name}")
        beat = home.beat()
        new = Ref("people", name.lower())
        assert facts(home, new) == ["rises early on Mondays"]
        assert facts(home, Ref("people", before)) == ["rises early on Mondays"]
        assert (home.root / new.path / "summary.md").read_text() == f"# {name}\n"
        assert beat.edits == 0  # nobody changed a file by hand


def test_a_name_that_another_person_has_is_not_taken_over(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.operator = None
    home.say("@person operator: rises early on Mondays")
    home.say("@person Dana: leads the Berlin office")
    home.beat()
    home.operator = "Dana"
    home.beat()

    assert facts(home, Ref("people", "operator")) == ["rises early on Mondays"]
    assert facts(home, DANA) == ["leads the Berlin office"]
