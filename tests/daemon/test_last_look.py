"""What a person saves right before the daemon ends is taken in by it, not by the next one."""

import hashlib
import json
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.daemon.running import LONG, Daemon, eventually, has_config, running, says


@pytest.fixture
def daemon(home: Path) -> Iterator[Daemon]:
    has_config(home, '[operator]\nname = "Alex"\n[sources.plain]\npaths = ["~/chats"]\n')
    says(home, "By the way, Sarah is my manager at Acme Corp.")
    with running(home) as daemon:
        yield daemon


def by_hand(path: Path) -> None:
    """Save what is no change of the memory's own; a file that is not there is begun."""
    text = path.read_text() if path.exists() else "# By hand\n"
    edited = text.replace('"active"', '"active", "mood": "by hand"', 1)
    path.write_text(edited if edited != text else f"{text}\nA line by hand.\n")


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("areas/people/sarah/items.json", signal.SIGTERM),
        ("areas/people/sarah/items.json", signal.SIGINT),
        ("areas/people/sarah/summary.md", signal.SIGTERM),
        ("memory/2026-01-05.md", signal.SIGTERM),
        ("memory/2026-01-09.md", signal.SIGTERM),
        ("MEMORY.md", signal.SIGTERM),
    ],
)
def test_an_edit_right_before_the_stop_is_in_the_audit_when_it_has_ended(
    daemon: Daemon, name: str, number: signal.Signals
) -> None:
    daemon.has_caught_up()
    path = daemon.life / name
    by_hand(path)
    text = path.read_text()
    assert daemon.ends(number) == 0

    assert path.read_text() == text
    assert hand_edits(daemon) == [hashlib.sha256(text.encode()).hexdigest()]
    daemon.starts_again()
    daemon.is_up()
    daemon.asks("heartbeat")
    assert daemon.ends() == 0
    assert hand_edits(daemon) == [hashlib.sha256(text.encode()).hexdigest()]


def test_an_edit_that_the_daemons_last_write_meets_is_kept_and_so_is_what_it_wrote(
    daemon: Daemon,
) -> None:
    daemon.has_caught_up()
    path = daemon.life / "areas/people/sarah/items.json"
    inode = path.stat().st_ino
    says(daemon.home, "Sarah moved to Lisbon.")
    with path.open("r+b") as editor:
        beat = threading.Thread(target=daemon.asks_in_vain)
        beat.start()
        eventually(lambda: path.stat().st_ino != inode)  # ours stands, and the editor is waited for
        daemon.process.send_signal(signal.SIGTERM)
        raw = editor.read().replace(b'"active"', b'"active", "mood": "by hand"', 1)
        editor.seek(0)
        editor.write(raw)
    assert daemon.process.wait(LONG) == 0
    beat.join()
    daemon.starts_again()
    daemon.is_up()
    daemon.asks("heartbeat")

    rows = json.loads(path.read_text())
    assert rows[0].get("mood") == "by hand"
    assert any("Lisbon" in row["fact"] for row in rows)
    assert hand_edits(daemon)
    assert not list(path.parent.glob(".memoryd-*"))


def test_a_broken_edit_right_before_the_stop_waits_and_the_stop_is_clean(daemon: Daemon) -> None:
    daemon.has_caught_up()
    path = daemon.life / "areas/people/sarah/items.json"
    path.write_text('[{"id": "a"},]')

    assert daemon.ends() == 0
    assert path.read_text() == '[{"id": "a"},]'
    assert hand_edits(daemon) == []


def test_a_memory_that_is_away_at_the_stop_is_left_alone(daemon: Daemon) -> None:
    daemon.has_caught_up()
    daemon.life.rename(daemon.home / "elsewhere")

    assert daemon.ends() == 0
    assert not daemon.life.exists()


def hand_edits(daemon: Daemon) -> list[str]:
    """What the audit has of each file that was changed by hand: the hash of what it held then."""
    (audit,) = (daemon.life / ".memoryd/audit").glob("*.jsonl")
    rows = map(json.loads, audit.read_text().splitlines())
    return [after for row in rows if row["job"] == "hand-edit" for _, _, after in row["files"]]
