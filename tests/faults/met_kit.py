"""Saves that come at a chosen moment of a write, and a life in which every kind of file is written.

A save comes before a write and is found by a look; or after the write was planned, with no look in
between; or right before the exchange, which then takes it out.
"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from memoryd.core.change import AddFact, Change
from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.store import disk
from memoryd.store.wal import Record, Wal
from tests.acceptance.weeks import Life
from tests.jobs.sundays import rows_of

NOOR = Ref("people", "noor")
ITEMS, SUMMARY = f"{NOOR.path}/items.json", f"{NOOR.path}/summary.md"
NOTE, MEMORY = "memory/2026-01-05.md", "MEMORY.md"
FIRST = (("2026-01-05", "Prefers jasmine tea"), ("2026-01-05", "Sister of Idris"))
MORE = (("2026-01-13", "Allergic to peanuts"), ("2026-01-13", "Repairs 12 clocks a week"),
        ("2026-01-13", "Dances tango on Fridays"))  # fmt: skip
CHESS = "Plays chess with Carla"
Act = Callable[[], object]
Edit = Callable[[bytes, bytes], bytes | None]  # of the older version and the one that stands


class Begun:
    """Two weeks of a life with an older and a newer version of each file, to begin from anew."""

    def __init__(self, base: Path) -> None:
        self._home, self._begun = base / "home", base / "begun"
        self.ends: dict[tuple[str, str], dict[str, Any]] = {}  # what was made of it once
        life = Life(self._home)
        self._know(life, *FIRST)
        life.say("2026-01-05 09:00", "I prefer tool1 over email.")
        life.say("2026-01-05 09:10", "We decided to use REST for Beacon.")
        self._day(life, "2026-01-05")
        life.weeks("2026-01-11")
        shutil.copytree(life.root, life.home / "older")
        self._know(life, *FIRST, *MORE)
        life.say("2026-01-05 12:00", "We decided to host Beacon in Bonn.")
        life.say("2026-01-05 12:10", "We decided to drop the fax line of Beacon.")
        life.say("2026-01-13 09:00", "Never share my phone number.")
        life.say("2026-01-13 09:05", "I prefer green tea.")
        self._day(life, "2026-01-13")
        life.weeks("2026-01-18")
        shutil.copytree(self._home, self._begun)

    @staticmethod
    def _know(life: Life, *facts: tuple[str, str]) -> None:
        path = life.root / ITEMS
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(rows_of("noor", facts))

    @staticmethod
    def _day(life: Life, day: str) -> None:
        life.perform("heartbeat", f"{day} 20:00")
        life.perform("nightly", f"{day} 23:00")

    def anew(self) -> Life:
        shutil.rmtree(self._home)
        shutil.copytree(self._begun, self._home)
        life = Life(self._home)
        life.say("2026-01-05 15:00", "We decided to paint the Beacon office green.")
        life.say("2026-01-20 09:05", "I prefer letters over calls.")
        return life


def week(life: Life) -> str:
    """Let a week write each of the four files; return the summary as its first day leaves it."""
    life.perform("heartbeat", "2026-01-20 20:00")
    with life.app(datetime(2026, 1, 20, 21, tzinfo=UTC)).writer() as store:
        fact = Fact("noor-006", CHESS, "2026-01-20", category="status", source="remember:x")
        store.commit(Change("test", "run", "2026-01-20T21:00:00+00:00",
                            (AddFact(NOOR, fact, "Noor"),)))  # fmt: skip
    life.perform("heartbeat", "2026-01-20 22:00")
    soon = life.text(SUMMARY)
    life.perform("nightly", "2026-01-20 23:00")
    life.weeks("2026-01-25")
    return soon


def later(life: Life) -> None:
    """Let what was left for a later night or Sunday be done."""
    life.perform("heartbeat", "2026-01-25 12:00")
    life.perform("nightly", "2026-01-25 23:00")
    life.weeks("2026-02-01")


@contextmanager
def planned(path: str, act: Act) -> Iterator[None]:
    """Act once, when a write of a file was planned and before its record is made."""
    append, acts = Wal.append, [act]

    def met(self: Wal, record: Record) -> None:
        if acts and path in record["files"]:
            acts.pop()()
        append(self, record)

    Wal.append = met  # type: ignore[method-assign]
    try:
        yield
    finally:
        Wal.append = append  # type: ignore[method-assign]
    assert not acts, "nothing was written"


@contextmanager
def in_flight(target: Path, *acts: Act) -> Iterator[None]:
    """Act right before a file is exchanged, the next time right before it is once more."""
    exchange, left = disk._rename, list(acts)

    def met(source: Path, place: Path, flag: int) -> None:
        if left and place == target:
            left.pop(0)()
        exchange(source, place, flag)

    disk._rename = met
    try:
        yield
    finally:
        disk._rename = exchange
    assert not left, "nothing was exchanged"


@contextmanager
def taken_away(target: Path, act: Act) -> Iterator[None]:
    """Move a file away right before it is exchanged, as some editors do, and act after that."""
    exchange, acts = disk._rename, [act]

    def met(source: Path, place: Path, flag: int) -> None:
        if not acts or place != target:
            return exchange(source, place, flag)
        backup = target.with_name(f"{target.name}~")
        target.rename(backup)
        try:
            return exchange(source, place, flag)
        finally:
            shutil.copy(backup, target)
            backup.unlink()
            acts.pop()()

    disk._rename = met
    try:
        yield
    finally:
        disk._rename = exchange
    assert not acts, "nothing was exchanged"


def put(path: Path, raw: bytes | None) -> None:
    """Save as most editors do, by a rename; None removes the file."""
    if raw is None:
        path.unlink()
        return
    temp = path.with_name("editor.tmp")
    temp.write_bytes(raw)
    temp.replace(path)
