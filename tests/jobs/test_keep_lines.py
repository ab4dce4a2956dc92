"""With keep_lines = false a line's words go after the night that reviewed it; its place stays."""

import json
import shutil
from pathlib import Path

from tests.jobs.nights_kit import Nights


def words(nights: Nights) -> list[str]:
    files = sorted((nights.root / ".memoryd/lines").rglob("*.jsonl"))
    return [json.loads(row)["text"] for path in files for row in path.read_text().splitlines()]


def begun(tmp_path: Path, *, keep_lines: bool) -> Nights:
    nights = Nights(tmp_path)
    nights.keep_lines = keep_lines
    nights.says("!event Long call about Beacon @person Sarah: lives in Bonn")
    nights.says("Something on the morning after", "2026-01-06T09:00:00Z")
    return nights


def test_the_words_of_a_reviewed_day_go_and_what_was_kept_of_them_stays(tmp_path: Path) -> None:
    nights = begun(tmp_path, keep_lines=False)
    nights.night()

    assert words(nights) == ["", "Something on the morning after"]
    assert [row["fact"] for row in nights.items()] == ["lives in Bonn"]
    assert "Long call about Beacon" in nights.note()
    with nights.writer() as store:
        assert store.verify() == []


def test_what_was_dropped_is_never_read_again(tmp_path: Path) -> None:
    nights = begun(tmp_path, keep_lines=False)
    nights.night()
    shutil.copy(nights.chats / "a.jsonl", nights.chats / "copy.jsonl")  # its assistant moved it
    (nights.chats / "a.jsonl").unlink()
    nights.night("2026-01-06T23:00:30Z")

    assert words(nights) == ["", ""]
    assert len(nights.items()) == 1


def test_words_that_no_night_has_reviewed_yet_stay(tmp_path: Path) -> None:
    nights = begun(tmp_path, keep_lines=False)
    with nights.writer() as store:
        nights.read(store, "2026-01-06T10:00:00Z")

    assert len([text for text in words(nights) if text]) == 2


def test_as_a_rule_lines_keep_their_words(tmp_path: Path) -> None:
    nights = begun(tmp_path, keep_lines=True)
    nights.night()

    assert len([text for text in words(nights) if text]) == 2
