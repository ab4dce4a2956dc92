"""memoryd init, config and schema, as a person meets them."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.cli.talking import Person

PROJECT = Path(__file__).parents[2]
FOLDERS = ("areas/people", "areas/companies", "projects", "resources", "archives", "memory")


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_it_makes_the_tree_the_configuration_and_the_rules(person: Person) -> None:
    old = os.umask(0)
    said = person.types("init", "--yes", "--name", "Alex", "--timezone", "Europe/Berlin")
    os.umask(old)

    assert (said.code, said.err) == (0, "")
    assert all(mode(person.life / folder) == 0o700 for folder in ("", *FOLDERS))
    assert mode(person.config_file) == 0o600
    settings = tomllib.loads(person.config_file.read_text())
    assert settings["operator"] == {"name": "Alex", "timezone": "Europe/Berlin"}
    assert "~/life/areas/people/" in person.life.joinpath("MEMORY.md").read_text()
    assert person.types("check").code == 0


def test_twice_changes_nothing_and_says_so(person: Person) -> None:
    person.types("init", "--yes")
    before = person.files()

    said = person.types("init", "--yes", "--json")

    assert said.json["written"] is False
    assert said.json["made"] == []
    assert person.files() == before
    assert "nothing to do" in person.types("init", "--yes").out


def test_what_a_person_wrote_is_kept(person: Person) -> None:
    person.has_config('[memory]\nroot = "~/brain"\n')
    (person.home / "brain").mkdir()
    with (person.home / "brain/MEMORY.md").open("w") as handle:
        handle.write("# Mine\n\n- tea\n")

    said = person.types("init", "--yes", "--name", "Bo")

    assert "were not used" in said.out
    assert person.config_file.read_text() == '[memory]\nroot = "~/brain"\n'
    assert (person.home / "brain/MEMORY.md").read_text().startswith("# Mine\n\n- tea\n")
    assert not person.life.exists()


def test_a_file_that_was_there_is_updated_and_a_new_one_is_made(person: Person) -> None:
    first = person.types("init", "--yes")
    rules = person.has_file("MEMORY.md", "# Mine\n\n- tea\n")
    again = person.types("init", "--yes")
    person.has_file("MEMORY.md", "# Mine\n\n- tea\n")
    told = person.types("init", "--yes", "--json").json

    assert "made     ~/life/areas/people\n" in first.out
    assert str(person.home) not in first.out + again.out
    assert "made     ~/life/MEMORY.md" in first.out
    assert "updated  ~/life/MEMORY.md" in again.out
    assert "made " not in again.out
    assert (told["made"], told["updated"]) == ([], ["~/life/MEMORY.md"])
    assert rules.read_text().startswith("# Mine\n\n- tea\n")


@pytest.mark.parametrize(
    "mine",
    ["# Mine\n\n- tea\n".encode("utf-16"), b"# Mine\n<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n"],
    ids=["UTF-16", "an open merge"],
)
def test_a_file_that_must_be_mended_first_is_left_and_named(person: Person, mine: bytes) -> None:
    person.life.mkdir(parents=True)
    file = person.life / "MEMORY.md"
    file.write_bytes(mine)
    said = person.types("init", "--yes")

    assert file.read_bytes() == mine
    assert "left     ~/life/MEMORY.md  (the rules go in once it is mended" in said.out
    assert "updated" not in said.out


def test_every_assistant_is_read_and_those_not_found_yet_are_told(person: Person) -> None:
    (person.home / ".claude/projects").mkdir(parents=True)

    person.types("init", "--yes")

    text = person.config_file.read_text()
    sources = tomllib.loads(text)["sources"]
    assert [sources[name]["enabled"] for name in ("claude_code", "pi")] == [True, True]
    assert "[sources.claude_code]\nenabled = true\n" in text
    assert "[sources.pi]\nenabled = true  # none found so far\n" in text


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--timezone", "Mars/Base"),
        ("--name", "two\nlines"),
        ("--root", "~bo/x"),
        ("--root", "~"),
        ("--root", "/"),
    ],
)
def test_an_answer_that_cannot_be_is_refused_and_nothing_written(
    person: Person, option: str, value: str
) -> None:
    said = person.types("init", "--yes", option, value)

    assert (said.code, said.err.count("\n")) == (2, 1)
    assert person.files() == {}


@pytest.mark.parametrize("root", ["~/a memory", '~/q"uote', "~/ünïcode"])
def test_any_folder_can_be_the_memory(person: Person, root: str) -> None:
    assert person.types("init", "--yes", "--root", root).code == 0
    assert (person.home / root[2:] / "MEMORY.md").is_file()


def test_a_relative_folder_counts_from_here(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert person.types("init", "--yes", "--root", "here").code == 0
    assert (tmp_path / "here/MEMORY.md").is_file()


def test_another_configuration_file_can_be_begun(person: Person, tmp_path: Path) -> None:
    file = tmp_path / "deep/other.toml"

    assert person.types("init", "--yes", "--config", str(file)).code == 0
    assert file.is_file()
    assert not person.config_file.exists()


def test_without_the_layer_no_rules_are_written(person: Person) -> None:
    person.has_config("[layers]\ntacit = false\n")

    person.types("init", "--yes")

    assert not person.life.joinpath("MEMORY.md").exists()
    assert person.life.joinpath("projects").is_dir()


def test_the_configuration_in_force_loads_again(person: Person) -> None:
    person.has_config()

    said = person.types("config")

    assert tomllib.loads(said.out)["operator"]["name"] == "Alex"
    assert str(person.config_file) in said.out
    assert person.types("config", "--path").out == f"{person.config_file}\n"
    assert person.types("config", "--json").json == tomllib.loads(said.out)


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("extraction", {"facts"}),
        ("nightly", {"facts", "events", "decisions", "processes", "referenced"}),
        ("synthesis", {"summary", "superseded", "completed"}),
        ("tacit", {"add", "retire"}),
    ],
)
def test_every_schema_is_printed(person: Person, name: str, keys: set[str]) -> None:
    schema = person.types("schema", name).json

    assert set(schema["properties"]) == set(schema["required"]) == keys
    assert schema["additionalProperties"] is False


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o277])
def test_nobody_else_may_enter_what_it_makes_on_the_way(tmp_path: Path, umask: int) -> None:
    env = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "TMPDIR": str(tmp_path)}
    for words in (["init", "--yes"], ["remember", "I like tea"], ["demo", "--into", "~/a/demo"],
                  ["search", "tea"], ["heartbeat"]):  # fmt: skip
        subprocess.run([sys.executable, "-m", "memoryd", *words], check=True, env=env, umask=umask,
                       cwd=PROJECT, capture_output=True)  # fmt: skip

    made = list(tmp_path.rglob("*"))
    assert {path.name for path in made} >= {".config", ".local", "demo", "items.json"}
    assert [path for path in made if path.stat().st_mode & 0o077] == []
