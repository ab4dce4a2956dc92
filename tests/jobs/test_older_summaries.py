"""An older summary.md that comes back deletes nothing; what a person took out stays out."""

import json
from pathlib import Path

import pytest

from memoryd.jobs.summary_saves import SummarySaves
from memoryd.store import MemoryStore
from tests.jobs.older_kit import Edit, older, without
from tests.jobs.sundays import held, put, text_of
from tests.store_kit import Home

REF = "people/noor"
TEA, CLOCKS, HOME, DANCE = "jasmine tea", "12 clocks", "Lives in Porto", "tango"
OLD_HOME = "Lives in Lisbon"
ALL = {TEA, CLOCKS, HOME, DANCE}
NONE: tuple[str, ...] = ()


def path(home: Home) -> Path:
    return home.root / "areas/people/noor/summary.md"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """Two Sundays: on the first she lives in Lisbon, on the second in Porto, and does more."""
    made = Home(tmp_path)
    first = [("2026-01-30", "Prefers jasmine tea"), ("2026-01-30", OLD_HOME)]
    put(made, REF, *first)
    held(made)
    (tmp_path / "older").write_bytes(path(made).read_bytes())
    more = [("2026-02-03", HOME), ("2026-02-03", "Repairs 12 clocks a week"),
            ("2026-02-03", "Dances tango on Fridays")]  # fmt: skip
    put(made, REF, *first, *more)
    items = made.items_path(REF)
    rows = json.loads(items.read_text())
    rows[1] |= {"status": "superseded", "supersededBy": "noor-003"}
    items.write_text(json.dumps(rows))
    held(made, day="2026-02-08")
    assert standing(made) == ALL
    return made


def standing(home: Home) -> set[str]:
    """What of all that is known stands in the summary, as ours."""
    ours = text_of(home, REF).partition("<!-- keep -->")[0]
    return {word for word in (*ALL, OLD_HOME) if word in ours}


def saved(home: Home, *edits: Edit, day: str = "2026-02-15") -> None:
    """Save one after the other, each seen by a heartbeat, and hold a Sunday."""
    now = path(home).read_text()
    for edit in edits:
        path(home).write_text(edit((home.base / "older").read_text(), now))
        home.beat()
    held(home, day=day)


@pytest.mark.parametrize(
    ("edits", "stays_away"),
    [
        ([older], NONE),
        ([lambda old, _: old.replace("\n", "\r\n")], NONE),
        ([lambda old, _: old + "Typed into the old buffer.\n"], NONE),
        ([without(TEA, of=0)], (TEA,)),
        ([lambda *_: "# Noor\n"], tuple(ALL)),
        ([lambda *_: ""], NONE),
        ([without(TEA)], (TEA,)),
        ([without(CLOCKS, DANCE)], (CLOCKS, DANCE)),
        ([without(HOME)], (HOME,)),
        ([without(TEA, CLOCKS), older], (CLOCKS,)),
        ([older, lambda _, now: now], NONE),
        ([without(CLOCKS), lambda _, now: now], NONE),
        ([older, lambda old, _: old + "More.\n", without(TEA, of=0)], (TEA,)),
        ([lambda old, _, n=n: old + f"Typed {n}.\n" for n in range(60)], NONE),
        ([lambda _, now, n=n: now + f"Typed {n}.\n" for n in range(60)], NONE),
    ],
    ids=["older", "line-ends", "older-and-more", "older-and-less", "all", "emptied", "one",
         "two", "of-an-attribute", "deleted-then-older", "older-then-ours", "undone", "typed-on",
         "an-older-buffer-saved-again-and-again", "ours-saved-again-and-again"],
)  # fmt: skip
def test_only_what_a_person_took_out_stays_out(
    home: Home, edits: list[Edit], stays_away: tuple[str, ...]
) -> None:
    saved(home, *edits)
    assert standing(home) == ALL - set(stays_away)
    held(home, day="2026-02-22")

    assert standing(home) == ALL - set(stays_away)


def test_what_the_older_copy_said_that_is_over_is_no_statement_of_a_person(home: Home) -> None:
    saved(home, lambda old, _: old + "Typed into the old buffer.\n")

    assert OLD_HOME not in text_of(home, REF)
    assert text_of(home, REF).count("Typed into the old buffer.") == 1


def test_what_was_put_back_and_is_taken_out_again_stays_out(home: Home) -> None:
    saved(home, older)
    saved(home, older, day="2026-02-22")

    assert standing(home) == {TEA}


def test_without_the_history_what_is_missing_counts_as_deleted(home: Home) -> None:
    for version in (home.root / ".memoryd/history").iterdir():
        version.unlink()
    saved(home, older)

    assert TEA in text_of(home, REF)


@pytest.fixture
def one_more(tmp_path: Path) -> Home:
    """Two Sundays, of which the second adds one sentence."""
    made = Home(tmp_path)
    first = [("2026-01-30", "Prefers jasmine tea"), ("2026-01-30", OLD_HOME)]
    put(made, REF, *first)
    held(made)
    (tmp_path / "older").write_bytes(path(made).read_bytes())
    put(made, REF, *first, ("2026-02-03", "Repairs 12 clocks a week"))
    held(made, day="2026-02-08")
    assert standing(made) == {TEA, OLD_HOME, CLOCKS}
    return made


def typed(text: str, of: int = 0) -> Edit:
    return lambda *versions: f"{versions[of]}{text}\n"


def reworded(now: str, *, of: int = 1, was: str = "Repairs 12 clocks a week.") -> Edit:
    return lambda *versions: versions[of].replace(was, now)


@pytest.mark.parametrize(
    ("edits", "lost"),
    [
        ([typed("Own one.")], NONE),
        ([typed("Own one."), typed("Own one.\nOwn two.")], NONE),
        ([lambda old, _: f"Own one.\n\n{old}"], NONE),
        ([lambda old, _: old.replace("\n", "\r\n") + "Own one.\r\n"], NONE),
        ([reworded("Lives in Lisbon, by the river.", of=0, was="Lives in Lisbon.")], NONE),
        ([older], (CLOCKS,)),
        ([without(CLOCKS)], (CLOCKS,)),
        ([without(CLOCKS), typed("Own one.")], (CLOCKS,)),
        ([typed("Own one.", of=1), typed("Own one.")], (CLOCKS,)),
        ([lambda _, now: without(CLOCKS, TEA)("", now) + "Own one.\n"], (TEA, CLOCKS)),
        ([reworded("Repairs 13 watches a week.")], (CLOCKS,)),
        ([lambda _, now: reworded("Repairs 12 radios.")("", now) + "Own one.\n"], (CLOCKS,)),
    ],
    ids=["own-below", "own-and-more", "own-above", "other-line-ends", "an-older-one-reworded",
         "older-alone", "deleted", "deleted-then-typed", "typed-then-deleted",
         "two-deleted-and-typed", "corrected", "corrected-and-typed"],
)  # fmt: skip
def test_one_new_sentence_comes_back_where_the_save_says_something_of_its_own_instead(
    one_more: Home, edits: list[Edit], lost: tuple[str, ...]
) -> None:
    saved(one_more, *edits)
    held(one_more, day="2026-02-22")

    ours = {TEA, OLD_HOME, CLOCKS} - set(lost)
    assert standing(one_more) & {TEA, CLOCKS} == ours & {TEA, CLOCKS}
    assert text_of(one_more, REF).count("Own one.") <= 1


def note(home: Home, day: str) -> list[str]:
    """Return what the day's note says of the sentences of the summary."""
    file = home.root / f"memory/{day}.md"
    rows = file.read_text().splitlines() if file.exists() else []
    return [row for row in rows if "the summary of people/noor" in row]


LEFT, BACK = "left out of", "put back into"


@pytest.mark.parametrize(
    ("edits", "told"),
    [
        ([without(CLOCKS)], (LEFT, CLOCKS)),
        ([without(TEA)], (LEFT, TEA)),
        ([lambda *_: "# Noor\n"], (LEFT, TEA, CLOCKS, OLD_HOME)),
        ([reworded("Repairs 13 watches a week.")], (LEFT, CLOCKS)),
        ([typed("Own one.")], (BACK, CLOCKS)),
        ([reworded("In Noor's shop: she repairs 12 clocks a week.")], ()),
        ([typed("Own one.", of=1)], ()),
        ([without(CLOCKS), lambda _, now: now], ()),
        ([lambda *_: ""], ()),
    ],
    ids=["one", "of-before", "all", "corrected", "older", "said-by-the-person", "typed",
         "undone", "emptied"],
)  # fmt: skip
def test_the_note_of_that_sunday_alone_names_what_a_save_took_out_and_what_came_back(
    one_more: Home, edits: list[Edit], told: tuple[str, ...]
) -> None:
    saved(one_more, *edits)
    held(one_more, day="2026-02-22")

    rows = note(one_more, "2026-02-15")
    assert len(rows) == bool(told)
    assert all(word in rows[0] for word in told)
    assert not note(one_more, "2026-02-22")


def test_of_what_is_over_nobody_is_told_that_it_was_taken_out(one_more: Home) -> None:
    items = one_more.items_path(REF)
    rows = json.loads(items.read_text())
    rows[0] |= {"status": "superseded", "supersededBy": "noor-003"}
    items.write_text(json.dumps(rows))
    saved(one_more, without(TEA))

    assert not note(one_more, "2026-02-15")


def test_many_older_copies_are_told_by_one_look_at_the_audit(home: Home) -> None:
    class Counting:
        """A store that counts the looks at its audit."""

        def __init__(self, store: MemoryStore) -> None:
            self.store, self.looks = store, 0

        def __getattr__(self, name: str) -> object:
            self.looks += name == "audit_rows"
            return getattr(self.store, name)

    put(home, "people/idris", ("2026-02-03", "Dances"))
    held(home, day="2026-02-09")
    for ref in ("idris", "noor"):
        (home.root / f"areas/people/{ref}/summary.md").write_text("# X\n\nMine.\n")
    with home.writer() as store:
        counting = Counting(store)
        saves = SummarySaves(counting)  # type: ignore[arg-type]
        for ref in store.refs():
            saves.of(ref, store.text_file(f"{store.folder_of(ref)}/summary.md"))

    assert counting.looks == 1
