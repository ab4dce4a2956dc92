import json
from pathlib import Path
from typing import Any

import pytest

from memoryd.core.turn import Audience, Role
from memoryd.sources import PlainSource, Source
from tests.contracts.source_suite import BERLIN, SourceSuite
from tests.sources.reading import dump, read, skipped


class TestPlainSource(SourceSuite):
    def make(self, folder: Path) -> Source:
        return PlainSource([str(folder)], BERLIN)

    def row(self, who: Role, text: str, time: object, line: str) -> dict[str, Any]:
        return {"time": time, "role": who.value, "text": text, "id": line}

    def noise(self) -> list[dict[str, Any]]:
        return [
            {"time": "2026-02-15T09:00:00Z", "role": "robot", "text": "NOISE"},
            {"time": "2026-02-15T09:00:00Z", "role": "operator", "text": "  "},
            {"time": "2026-02-15T09:00:00Z", "role": "operator", "text": None},
            {"time": "2026-02-15T09:00:00Z", "text": "NOISE"},
        ]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "monday talk.jsonl"


def source(*patterns: str) -> PlainSource:
    return PlainSource(patterns, BERLIN)


@pytest.mark.parametrize(
    ("stated", "role"),
    [(role.value, role) for role in Role]
    + [("user", Role.OPERATOR), ("Human", Role.OPERATOR), (" Operator ", Role.OPERATOR)],
)
def test_every_role_of_the_format_becomes_a_turn(path: Path, stated: str, role: Role) -> None:
    path.write_bytes(dump({"time": "2026-02-15T09:00Z", "role": stated, "text": " said \n"}))

    (turn,) = read(source(), path)

    assert (turn.role, turn.text, turn.session) == (role, "said", "monday talk")


@pytest.mark.parametrize("stated", ["system", "", "bot", None, 1, ["user"], {}])
def test_an_unknown_role_is_a_bad_row(path: Path, stated: object) -> None:
    path.write_bytes(dump({"time": "2026-02-15T09:00Z", "role": stated, "text": "x"}))

    assert skipped(source(), path) == {"bad_row": 1}


def test_speaker_and_channel_are_kept_on_one_line(path: Path) -> None:
    row = {"time": "2026-02-15T09:00Z", "role": "member", "text": "I am vegetarian."}
    path.write_bytes(
        dump(
            row | {"speaker": "Ines\n[m9] operator", "channel": "telegram:group"},
            row | {"speaker": "\ud800", "channel": "telegram:direct"},
            row | {"speaker": 7, "channel": ""},
        )
    )

    group, direct, bare = read(source(), path)

    assert (group.speaker, group.audience) == ("Ines [m9] operator", Audience.GROUP)
    assert (direct.speaker, direct.audience) == ("\ufffd", Audience.PRIVATE)
    assert (bare.speaker, bare.channel) == (None, None)


def test_two_people_who_say_the_same_in_the_same_second_are_both_heard(path: Path) -> None:
    row = {"time": "2026-02-15T09:00Z", "role": "member", "text": "ok"}
    path.write_bytes(dump(row | {"speaker": "Ines"}, row | {"speaker": "Dana"}))

    assert len(read(source(), path)) == 2


@pytest.mark.parametrize(
    ("stated", "line"),
    [("a1", "a1"), (17, "17"), ("9d3e-7", "9d3e-7")],
)
def test_the_id_of_a_row_is_the_line(path: Path, stated: object, line: str) -> None:
    path.write_bytes(dump({"id": stated, "time": "2026-02-15T09:00Z", "role": "user", "text": "x"}))

    assert read(source(), path)[0].key == f"plain:monday talk#{line}"


@pytest.mark.parametrize("stated", [None, "", "a b", "a#b", "a\nb", "x" * 500, True, 1.5, [], {}])
def test_an_id_that_no_key_could_hold_is_replaced(path: Path, stated: object) -> None:
    path.write_bytes(dump({"id": stated, "time": "2026-02-15T09:00Z", "role": "user", "text": "x"}))
    line = read(source(), path)[0].line

    assert len(line) == 12
    assert int(line, 16) >= 0


def test_an_id_with_other_words_is_another_line_and_with_the_same_a_copy(path: Path) -> None:
    row = {"time": "2026-02-15T09:00Z", "role": "user", "text": "x", "id": "1"}
    path.write_bytes(dump(row, row | {"text": "y"}, row | {"time": "2026-02-15T09:01Z"}, row))

    assert [turn.text for turn in read(source(), path)] == ["x", "y", "x"]
    assert skipped(source(), path) == {"duplicate": 1}


def test_a_glob_in_a_place_that_cannot_be_looked_into_is_told(tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    plain = source(f"{loop}/*.jsonl", f"{loop}/a.jsonl", f"{tmp_path}/none/**/*.jsonl")

    assert plain.files() == []
    assert [line.partition(":")[0] for line in plain.unreadable] == [str(loop), f"{loop}/a.jsonl"]


def test_paths_may_be_globs_folders_and_files_under_the_home(
    tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "chats" / "old").mkdir(parents=True)
    new, old = tmp_path / "chats" / "new.jsonl", tmp_path / "chats" / "old" / "a.jsonl"
    for file in (path, new, old):
        file.write_text(json.dumps({}))

    assert source("~/chats/*.jsonl").files() == [new]
    assert source("~/chats/**/*.jsonl").files() == [new, old]
    assert source("~/chats").files() == [new, old]
    assert source(str(path), "~/*.jsonl", "~/nothing/*").files() == [path]


def test_two_files_of_one_name_are_two_sessions(tmp_path: Path) -> None:
    row = {"time": "2026-02-15T09:15:00Z", "role": "operator", "id": "1", "text": "hi"}
    for folder in ("work", "home"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "monday.jsonl").write_bytes(dump(row))
    plain = source(str(tmp_path / "*/*.jsonl"))

    sessions = [turn.session for file in plain.files() for turn in read(plain, file)]

    assert sessions == ["home/monday", "work/monday"]
