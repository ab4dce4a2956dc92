"""Who saves a file on and on, having read it before our line came, takes nothing out of it."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path

import pytest

from memoryd.core.tacit_lines import read_tacit
from memoryd.core.turn import Line
from memoryd.store import MemoryStore
from tests.acceptance.weeks import Life
from tests.faults.met_kit import MEMORY, SUMMARY, Act, in_flight, put
from tests.jobs.sundays import held
from tests.jobs.sundays import put as put_facts
from tests.store_kit import Home

TOOL, PHONE, TEA, CALLS = "tool1 over email", "phone number", "green tea", "calls"
SUNDAYS = ("2026-01-18", "2026-01-25", "2026-02-01")
SAID = {PHONE: "Never share my phone number.", TEA: "I prefer green tea.",
        CALLS: "I prefer calls over letters."}  # fmt: skip
Edit = Callable[[str, str], str]  # of what the program read, and of what stands


@pytest.fixture
def life(tmp_path: Path) -> Life:
    """A MEMORY.md of one line, as the program read it."""
    life = Life(tmp_path)
    life.say("2026-01-05 09:00", "I prefer tool1 over email.")
    life.weeks("2026-01-11")
    (life.home / "read").write_bytes((life.root / MEMORY).read_bytes())
    return life


def said(life: Life, *words: str, day: str = "2026-01-13") -> None:
    for word in words:
        life.say(f"{day} 09:00", SAID[word])


def standing(life: Life) -> set[str]:
    ours = [line.text for line in read_tacit(life.text(MEMORY).encode()) if line.ours]
    return {word for word in (TOOL, PHONE, TEA, CALLS) if any(word in text for text in ours)}


def taken_out(life: Life) -> list[str]:
    """What the notes say that the person took out."""
    notes = sorted((life.root / "memory").glob("*.md"))
    rows = (row for note in notes for row in note.read_text().splitlines())
    return [row for row in rows if "you took it out" in row]


def typed(number: int) -> Edit:
    rows = "".join(f"Typed {n}.\n" for n in range(1, number + 1))
    return lambda read, _: f"{read}\n{rows}"


def without(*words: str, more: str = "") -> Edit:
    def edit(_: str, now: str) -> str:
        rows = now.splitlines(keepends=True)
        return "".join(row for row in rows if not any(word in row for word in words)) + more

    return edit


def saving(life: Life, edit: Edit, *, after: float | None = None) -> Act:
    """A save; after: so many seconds after our last line came, on the wall clock."""

    def save() -> None:
        path = life.root / MEMORY
        put(path, edit((life.home / "read").read_text(), path.read_text()).encode())
        if after is not None:
            rows = [row for row in life.store().audit_rows() if row["job"] == "tacit"]
            moment = datetime.fromisoformat([r for r in rows if r.get("files")][-1]["time"])
            os.utime(path, (moment.timestamp() + after,) * 2)

    return save


def burst(life: Life, sunday: str, first: int, after: float) -> None:
    """Hold a Sunday while somebody saves on and on; the last save comes so long after our line."""
    saves = (saving(life, typed(first)), saving(life, typed(first + 1)))
    with in_flight(life.root / MEMORY, *saves):
        life.weeks(sunday)
    saving(life, typed(first + 2), after=after)()
    life.perform("heartbeat", f"{sunday} 12:00")


@pytest.mark.parametrize(
    ("words", "after"), [((PHONE,), -1.0), ((PHONE,), 3.0), ((PHONE, TEA), 3.0)]
)
def test_who_saves_on_and_on_takes_out_nothing_however_often(
    life: Life, words: tuple[str, ...], after: float
) -> None:
    said(life, *words)
    for number, sunday in enumerate(SUNDAYS):
        burst(life, sunday, 1 + 3 * number, after)
    life.weeks("2026-02-08", "2026-02-15")

    assert standing(life) == {TOOL, *words}
    assert not taken_out(life)
    assert [life.text(MEMORY).count(f"Typed {n}.\n") for n in range(1, 10)] == [1] * 9


def test_lines_that_come_on_each_of_these_sundays_all_stand_in_the_end(life: Life) -> None:
    days = ("2026-01-13", "2026-01-20", "2026-01-27")
    for number, (word, day, sunday) in enumerate(zip(SAID, days, SUNDAYS, strict=True)):
        said(life, word, day=day)
        burst(life, sunday, 1 + 3 * number, 2.0)
    life.weeks("2026-02-08")

    assert standing(life) == {TOOL, *SAID}
    assert not taken_out(life)


@contextmanager
def after_the_look(act: Act) -> Iterator[None]:
    """Act once, when a Sunday has looked for saves and before it settles what it knows."""
    lines_from, acts = MemoryStore.lines_from, [act]

    def met(self: MemoryStore, day: date) -> Iterator[Line]:
        if acts:
            acts.pop()()
        return lines_from(self, day)

    MemoryStore.lines_from = met  # type: ignore[method-assign]
    try:
        yield
    finally:
        MemoryStore.lines_from = lines_from  # type: ignore[method-assign]
    assert not acts, "nothing was settled"


@pytest.mark.parametrize(("edit", "lost"), [(typed(1), set()), (without(PHONE), {PHONE})],
                         ids=["typed-on", "taken-out"])  # fmt: skip
def test_a_save_that_no_look_has_found_yet_is_judged_as_any_other(
    life: Life, edit: Edit, lost: set[str]
) -> None:
    said(life, PHONE)
    with after_the_look(saving(life, edit)):
        life.weeks(SUNDAYS[0])
    saving(life, typed(2), after=2.0)()
    life.perform("heartbeat", f"{SUNDAYS[0]} 12:00")
    life.weeks(*SUNDAYS[1:])

    assert standing(life) == {TOOL, PHONE} - lost
    assert len(taken_out(life)) == len(lost)


@pytest.mark.parametrize(
    ("words", "edit", "after", "lost"),
    [
        ((PHONE,), without(PHONE), 2.0, {PHONE}),
        ((PHONE,), without(TOOL), 2.0, {TOOL}),
        ((PHONE, TEA), without(PHONE), 2.0, {PHONE}),
        ((PHONE, TEA), without(PHONE, more="Typed 1.\n"), 2.0, {PHONE}),
        ((PHONE,), lambda _, now: now.replace(PHONE, "number of a phone"), 60.0, {PHONE}),
        ((PHONE, TEA), without(PHONE, more="Typed 1.\n"), 60.0, {PHONE}),
    ],
    ids=["one", "of-before", "of-two", "of-two-and-typed", "reworded", "later"],
)  # fmt: skip
def test_what_a_person_takes_out_stays_out_and_is_told(
    life: Life, words: tuple[str, ...], edit: Edit, after: float, lost: set[str]
) -> None:
    said(life, *words)
    life.weeks(SUNDAYS[0])
    saving(life, edit, after=after)()
    life.perform("heartbeat", f"{SUNDAYS[0]} 12:00")
    life.weeks(*SUNDAYS[1:])

    assert standing(life) == {TOOL, *words} - lost
    assert len(taken_out(life)) == len(lost)


def test_an_older_copy_saved_long_after_is_a_deletion_the_second_time(life: Life) -> None:
    said(life, PHONE)
    for sunday in SUNDAYS[:2]:
        life.weeks(sunday)
        assert standing(life) == {TOOL, PHONE}
        saving(life, typed(1), after=60.0)()
        life.perform("heartbeat", f"{sunday} 12:00")
    life.weeks(SUNDAYS[2])

    assert standing(life) == {TOOL}
    assert len(taken_out(life)) == 1


CLOCKS = "12 clocks"
BACK, LEFT = "put back into", "left out of"
# -- summary.md -------------------------------------------------------------------------------


@pytest.fixture
def noor(tmp_path: Path) -> Home:
    """A summary of one sentence, as the program read it, and another fact that is known since."""
    home = Home(tmp_path)
    put_facts(home, "people/noor", ("2026-01-05", "Prefers jasmine tea"))
    held(home, day="2026-01-11")
    (home.base / "read").write_bytes((home.root / SUMMARY).read_bytes())
    put_facts(home, "people/noor", ("2026-01-05", "Prefers jasmine tea"),
              ("2026-01-13", "Repairs 12 clocks"))  # fmt: skip
    return home


def saved_summary(home: Home, edit: Edit, after: float) -> None:
    path = home.root / SUMMARY
    put(path, edit((home.base / "read").read_text(), path.read_text()).encode())
    rows = [row for row in home.reader().audit_rows() if row["job"] == "summary"]
    moment = datetime.fromisoformat([r for r in rows if r.get("files")][-1]["time"])
    os.utime(path, (moment.timestamp() + after,) * 2)
    home.beat()


def told_of_noor(home: Home) -> list[str]:
    rows = (
        r for n in sorted((home.root / "memory").glob("*.md")) for r in n.read_text().split("\n")
    )
    return [word for row in rows for word in (BACK, LEFT) if f"{word} the summary of" in row]


@pytest.mark.parametrize(
    ("edits", "after", "gone", "told"),
    [
        ([typed(1), typed(2), typed(3)], 3.0, set(), [BACK] * 3),
        ([typed(1), typed(2), typed(3)], 60.0, {CLOCKS}, [BACK, LEFT]),
        ([without(CLOCKS)], 3.0, {CLOCKS}, [LEFT]),
        ([without(CLOCKS), typed(1)], 3.0, {CLOCKS}, [LEFT]),
    ],
    ids=["on-and-on", "older-each-time", "taken-out", "taken-out-then-typed"],
)  # fmt: skip
def test_so_it_is_for_a_sentence_of_a_summary(
    noor: Home, edits: list[Edit], after: float, gone: set[str], told: list[str]
) -> None:
    held(noor, day=SUNDAYS[0])
    for edit, sunday in zip(edits, ("2026-01-25", "2026-02-01", "2026-02-08"), strict=False):
        saved_summary(noor, edit, after)
        held(noor, day=sunday)

    assert (CLOCKS in (noor.root / SUMMARY).read_text()) is (CLOCKS not in gone)
    assert told_of_noor(noor) == told
