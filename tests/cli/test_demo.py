"""The first look: what `demo` and `start` show, and that nothing of it stays anywhere else."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.talking import Person

PROJECT = Path(__file__).parents[2]
_SESSION = "0b7c6f0e-1111-4222-8333-444455556666"


def _told_claude(person: Person, *texts: str) -> None:
    """Put a conversation of Claude Code into the home, a line a day."""
    folder = person.home / ".claude/projects/-home-alex"
    folder.mkdir(parents=True)
    with (folder / f"{_SESSION}.jsonl").open("w") as handle:
        for number, text in enumerate(texts, start=1):
            handle.write(
                f'{{"type": "user", "uuid": "u{number}", "sessionId": "{_SESSION}",'
                f' "timestamp": "2026-01-{number + 4:02d}T09:15:00Z", "userType": "external",'
                f' "isSidechain": false, "message": {{"role": "user", "content": "{text}"}}}}\n'
            )


def test_the_demo_tells_the_story_and_touches_nothing_else(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))

    said = person.types("demo")

    assert (said.code, said.err) == (0, "")
    assert "superseded by sarah-" in said.out
    assert "operator: " in said.out
    assert person.files() == {}
    (made,) = tmp_path.iterdir()
    assert str(made) in said.out


def test_the_demo_as_json_is_one_object(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))

    found = person.types("demo", "--json").json

    assert Path(found["root"]).is_dir()
    assert found["lines"] > 0
    assert found["kept"] > 0
    assert "areas/people/sarah/items.json" in found["tree"]
    assert found["entity"]["ref"] == "people/sarah"
    assert any(fact["status"] == "superseded" for fact in found["entity"]["facts"])


def test_the_demo_reads_ones_own_conversations_where_there_are_any(
    person: Person, tmp_path: Path
) -> None:
    _told_claude(person, "Dana is my manager at Meridian.")
    before = person.files()

    said = person.types("demo", "--transcripts", "--into", str(tmp_path / "look"))

    assert said.code == 0
    assert "people/dana" in said.out
    assert person.files() == before


def test_the_demo_takes_no_folder_that_exists(person: Person, tmp_path: Path) -> None:
    assert person.types("demo", "--into", str(tmp_path)).code == 2


@pytest.mark.parametrize(
    ("told", "ends_in"),
    [
        (("Dana is my manager at Meridian.",), "people/sarah"),
        (("I live in Oslo.", "I have a cat."), "people/sarah"),
        (("I live in Oslo.", "I moved to Bergen, so now I live in Bergen."), "people/operator"),
        ((), "people/sarah"),
    ],
)
def test_the_first_look_shows_a_superseded_fact_whoever_looks(
    person: Person, tmp_path: Path, told: tuple[str, ...], ends_in: str
) -> None:
    if told:
        _told_claude(person, *told)

    said = person.types("demo", "--transcripts", "--into", str(tmp_path / "look"))

    assert said.code == 0
    shown = re.findall(r"^\$ memoryd recall (\S+) --history$", said.out, re.MULTILINE)
    pairs = re.findall(r"^[\d-]{10}  (\S+) +superseded by (\S+)", said.out, re.MULTILINE)
    assert shown[-1] == ends_in
    assert pairs
    assert all(re.search(rf"^[\d-]{{10}}  {by} ", said.out, re.MULTILINE) for _, by in pairs)


def test_as_json_the_story_stands_beside_what_is_ones_own(person: Person, tmp_path: Path) -> None:
    _told_claude(person, "Dana is my manager at Meridian.")

    found = person.types("demo", "--json", "--transcripts", "--into", str(tmp_path / "look")).json

    assert found["entity"]["ref"] == "people/dana"
    assert found["story"]["entity"]["ref"] == "people/sarah"


@pytest.mark.parametrize("options", [[], ["--transcripts"]])
@pytest.mark.parametrize("name", ["look", "a look's folder"])
def test_the_look_that_the_demo_proposes_leaves_no_trace_in_the_home(
    person: Person, tmp_path: Path, name: str, options: list[str]
) -> None:
    _told_claude(person, "Dana is my manager at Meridian.")
    before = person.files()
    said = person.types("demo", *options, "--into", str(tmp_path / name))
    (line,) = re.findall(r"^Ask yourself: +(.*)$", said.out, re.MULTILINE)
    here = f"{shlex.quote(sys.executable)} -m memoryd recall"
    command = re.sub(r"\S+ recall", here, line, count=1)

    done = subprocess.run(
        ["sh", "-c", command], cwd=PROJECT, capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("# ")
    assert person.files() == before
