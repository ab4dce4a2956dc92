"""What the verbs that write tell a group: nothing of whom it may not know of, no count, no name."""

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.talking import Person, Said

GROUP = ("--audience", "group")
JSON = [(), ("--json",)]
TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"


@pytest.fixture(autouse=True)
def _alex(person: Person) -> None:
    person.has_config()
    person.types("remember", "Plays the cello", "--about", "people/Sarah Lee")
    person.types("remember", "Uses REST", "--about", "projects/beacon")


def keeps(person: Person, about: str, text: str = "Plays the cello") -> Said:
    return person.types("remember", text, "--about", about, *GROUP)


@pytest.mark.parametrize("unknown", ["people/zed", "zed", "people/sarah", "health/back", "lee"])
@pytest.mark.parametrize("hidden", ["people/sarah-lee", "areas/people/sarah-lee", "Sarah Lee"])
def test_the_hidden_and_the_absent_are_refused_in_the_same_words(
    person: Person, hidden: str, unknown: str
) -> None:
    before = keeps(person, unknown)

    assert keeps(person, hidden) == before
    assert before.code == 2
    assert "arah" not in before.err
    assert len(person.types("recall", "sarah-lee", "--facts", "--json").json["facts"]) == 1
    assert not person.life.joinpath("areas/people/zed").exists()


@pytest.mark.parametrize("how", JSON)
@pytest.mark.parametrize("about", ["projects/beacon", "beacon", "projects/New Thing", None])
def test_what_was_known_is_kept_like_what_was_not(
    person: Person, about: str | None, how: tuple[str, ...]
) -> None:
    words = ("remember", "Uses REST", *(("--about", about) if about else ()), *GROUP, *how)
    first, again = person.types(*words), person.types(*words)

    assert first == again
    assert (first.code, first.err) == (0, "")
    assert (first.json if how else first.out) == ({"outcome": "kept"} if how else "kept\n")


def test_a_new_entity_of_a_group_has_the_name_that_was_typed(person: Person) -> None:
    assert keeps(person, "projects/New Thing").out == "kept\n"

    assert person.life.joinpath("projects/new-thing/summary.md").read_text() == "# New Thing\n"


def test_what_waits_for_a_broken_file_of_the_operator_is_told_to_them_alone(person: Person) -> None:
    person.types("remember", "I like tea")
    person.has_file("areas/people/alex/items.json", "[{")

    assert person.types("remember", "I like rain", *GROUP) == Said(0, "kept\n", "")


@pytest.mark.parametrize("audience", ["private", "group"])
@pytest.mark.parametrize("about", [f"people/{TOKEN}", TOKEN, f"projects/{TOKEN}"])
def test_a_key_names_no_folder(person: Person, about: str, audience: str) -> None:
    said = person.types("remember", "Sings", "--about", about, "--audience", audience)

    assert said.code == 2
    assert "password or key" in said.err
    assert "ghp" not in said.err
    assert not [path for path in person.life.rglob("*") if "ghp" in path.name]


@pytest.mark.parametrize("how", JSON)
@pytest.mark.parametrize("verb", ["heartbeat", "nightly", "synthesize", "synthesize --dry-run"])
def test_a_group_hears_that_it_is_done_whatever_there_was_to_do(
    person: Person, verb: str, how: tuple[str, ...]
) -> None:
    person.says("Sarah is my manager at Acme Corp.", "We decided on REST for Beacon.")
    person.has_file("areas/people/dana/items.json", "[{")
    words = (*verb.split(), *GROUP, *how)

    said = person.types(*words)

    assert (said.code, said.err) == (0, "")
    assert said.out == (json.dumps({"partial": False}, indent=2) if how else "done") + "\n"
    assert person.types(*words) == said


def _is_folder(place: Path) -> None:
    shutil.rmtree(place) if place.is_dir() else place.unlink(missing_ok=True)
    place.mkdir()


def _is_changed(place: Path) -> None:
    for row in place.iterdir():
        row.write_bytes(row.read_bytes().replace(b'"seq"', b'"sEq"', 1))


# Of the machinery: what is wrong there names rows, places and whom they are about.
WRONG = {
    "an audit that was changed": ("audit", _is_changed),
    "no audit to be read": ("audit", lambda place: [_is_folder(row) for row in place.iterdir()]),
    "no salt": ("salt", _is_folder),
    "no history": ("history", lambda place: (shutil.rmtree(place), place.write_text("x"))),
    "no log of what is kept": ("wal", lambda place: (shutil.rmtree(place), place.write_text("x"))),
}  # fmt: skip
VERBS = (
    "search REST", "recall beacon", "recall Sarah", "log beacon", "status", "check", "context",
    "heartbeat", "nightly", "synthesize", "synthesize --dry-run", "remember Sings",
)  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("verb", VERBS)
def test_what_is_wrong_with_the_memory_is_told_to_a_group_without_rows_and_places(
    person: Person, verb: str, wrong: str
) -> None:
    name, harm = WRONG[wrong]
    person.has_file("areas/people/dana/items.json", "[{")
    harm(person.life / ".memoryd" / name)

    said = person.types(*verb.split(), *GROUP)

    assert str(person.home) not in said.err
    assert not any(word in said.err for word in ("row", "areas", "dana", ".memoryd", "salt"))
    assert "unexpected" not in said.err
