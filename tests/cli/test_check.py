"""memoryd check: what is a problem, and what is only worth knowing."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.talking import Person

WORDS = "By the way, Sarah is my manager at Acme Corp."


@pytest.fixture(autouse=True)
def remembered(person: Person) -> None:
    person.has_config()
    person.says(WORDS, "Sarah lives in Oslo.")
    person.types("heartbeat")
    assert person.types("check").out.startswith("ok: ")


def lines_file(person: Person) -> Path:
    (path,) = person.life.joinpath(".memoryd/lines").rglob("*.jsonl")
    return path


def rewritten(path: Path, change: Callable[[bytes], bytes]) -> None:
    raw = change(path.read_bytes())
    with path.open("wb") as handle:
        handle.write(raw)


SPOILS: dict[str, Callable[[bytes], bytes]] = {
    "no JSON": lambda raw: b"#" + raw[1:],
    "no end": lambda raw: raw[:-1],
    "half a row": lambda raw: raw[:-20],
    "no role": lambda raw: raw.replace(b'"role": "operator"', b'"role": "opera"'),
    "no time": lambda raw: raw.replace(b'"time": "2026-01', b'"time": "2026-99'),
    "no number": lambda raw: raw.replace(b'"seq": 1', b'"seq": "one"'),
    "no object": lambda raw: b"[]\n" + raw,
}


@pytest.mark.parametrize("how", SPOILS)
def test_a_row_that_was_spoilt_or_cut_is_named(person: Person, how: str) -> None:
    rewritten(lines_file(person), SPOILS[how])

    said = person.types("check")

    assert said.code == 3
    assert "lines/2026-01.jsonl:" in said.out


@pytest.mark.parametrize("how", ["gone", "garbled", "empty"])
def test_a_version_that_history_lost_is_named(person: Person, how: str) -> None:
    for blob in person.life.joinpath(".memoryd/history").iterdir():
        if how == "gone":
            blob.unlink()
        else:
            rewritten(blob, lambda raw: b"" if how == "empty" else raw[:-1] + b"#")

    said = person.types("check")

    assert said.code == 3
    assert "areas/people/sarah/items.json" in said.out
    assert "history" in said.out


@pytest.mark.parametrize("then", ["nothing", "heartbeat"])
def test_without_the_machinery_s_folder_all_is_well_and_it_is_said_once(
    person: Person, then: str
) -> None:
    shutil.rmtree(person.life / ".memoryd")
    if then == "heartbeat":
        person.types("heartbeat")

    said = person.types("check")

    assert said.code == 0
    assert said.out.count("come from lines that are gone") == 1
    assert person.types("check", "--json").json["notes"]
    assert person.types("status").code == 0


def test_a_note_that_is_not_utf_8_is_worth_knowing_and_no_error(person: Person) -> None:
    rewritten(person.life / "memory/2026-01-05.md", lambda raw: raw + b"- caf\xe9\n")

    said = person.types("check")

    assert said.code == 0
    assert "memory/2026-01-05.md: not UTF-8" in said.out
