"""An older MEMORY.md that comes back deletes nothing; what was taken out can be said again."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memoryd.core.change import Change
from memoryd.core.older import made_from
from memoryd.core.tacit_lines import read_tacit
from memoryd.jobs.tacit_saves import ours
from tests.acceptance.weeks import Life

TOOL, RULE, TEA = "tool1 over email", "phone number", "green tea"
NONE: tuple[str, ...] = ()
Edit = Callable[[bytes, bytes], bytes]


def without(*words: str) -> Edit:
    """Save what stands now without the lines that hold one of the words."""

    def edit(_: bytes, now: bytes) -> bytes:
        rows = now.decode().splitlines(keepends=True)
        return "".join(row for row in rows if not any(word in row for word in words)).encode()

    return edit


def reworded(_: bytes, now: bytes) -> bytes:
    return now.replace(b"green tea", b"green tea in the mornings")


def standing(life: Life) -> set[str]:
    """What of the three things that were said stands in MEMORY.md as ours."""
    said = [line.text for line in read_tacit(life.text("MEMORY.md").encode()) if line.ours]
    return {word for word in (TOOL, RULE, TEA) if any(word in text for text in said)}


@pytest.fixture
def life(tmp_path: Path) -> Life:
    """Two Sundays: of the first comes one line, of the second the others."""
    life = Life(tmp_path)
    life.say("2026-01-05 09:00", "I prefer tool1 over email.")
    life.weeks("2026-01-11")
    (life.home / "older").write_bytes((life.root / "MEMORY.md").read_bytes())
    life.say("2026-01-13 09:00", "Never share my phone number.")
    life.say("2026-01-13 09:05", "I prefer green tea.")
    life.weeks("2026-01-18")
    assert standing(life) == {TOOL, RULE, TEA}
    return life


def saved(life: Life, edit: Edit, at: str = "2026-01-18 12:00") -> None:
    path = life.root / "MEMORY.md"
    path.write_bytes(edit((life.home / "older").read_bytes(), path.read_bytes()))
    life.perform("heartbeat", at)


@pytest.mark.parametrize(
    ("edit", "stays_away"),
    [
        (lambda older, _: older, NONE),
        (lambda older, _: older + b"\n## Mine\n- typed into the old buffer\n", NONE),
        (lambda older, _: older.replace(b"# ", b"Typed above.\n\n# ", 1), NONE),
        (lambda older, _: older.replace(b"\n", b"\r\n"), NONE),
        (lambda *_: b"", NONE),
        (without(RULE), (RULE,)),
        (without(TOOL), (TOOL,)),
        (without(TOOL, RULE), (TOOL, RULE)),
        (without(TOOL, RULE, TEA), (TOOL, RULE, TEA)),
        (reworded, (TEA,)),
    ],
    ids=["older", "older-and-more", "more-above", "older-other-line-ends", "emptied", "a-rule",
         "a-line-of-before", "two", "all", "reworded"],
)  # fmt: skip
def test_only_what_a_person_took_out_stays_out(
    life: Life, edit: Edit, stays_away: tuple[str, ...]
) -> None:
    saved(life, edit)
    life.weeks("2026-01-25", "2026-02-01")

    assert standing(life) == {TOOL, RULE, TEA} - set(stays_away)


@pytest.mark.parametrize("edit", [lambda older, _: older, without(TOOL, RULE)],
                         ids=["older", "deleted"])  # fmt: skip
def test_what_left_and_what_came_back_is_told(life: Life, edit: Edit) -> None:
    saved(life, edit)
    life.weeks("2026-01-25")

    told = life.answers[-1]["memory"]
    named = f"{told['added']} {told['refused']}"
    note = life.text("memory/2026-01-25.md")
    assert RULE in named
    assert RULE in note
    life.weeks("2026-02-01")
    assert RULE not in life.text("memory/2026-02-01.md")


def test_what_was_put_back_and_is_taken_out_again_stays_out(life: Life) -> None:
    saved(life, lambda older, _: older)
    life.weeks("2026-01-25")
    saved(life, lambda older, _: older, "2026-01-25 12:00")
    life.weeks("2026-02-01", "2026-02-08")

    assert standing(life) == {TOOL}


@pytest.mark.parametrize(
    ("said", "edit", "back"),
    [
        ("I prefer green tea.", without(TEA), TEA),
        ("Never share my phone number!", without(RULE), RULE),
        ("Never share my phone number!", without(RULE, TEA, TOOL), RULE),
        ("I prefer tool1 over email!", without(TOOL), TOOL),
    ],
    ids=["a-preference", "a-rule", "a-rule-of-all", "a-line-of-before"],
)  # fmt: skip
@pytest.mark.parametrize("weeks", [("2026-02-01",), ("2026-01-25", "2026-02-01")])
def test_a_later_word_of_the_operator_brings_it_back(
    life: Life, said: str, edit: Edit, back: str, weeks: tuple[str, ...]
) -> None:
    saved(life, edit)
    assert back not in standing(life)
    life.weeks(*weeks[:-1])
    life.say("2026-01-27 09:00", said)
    life.weeks(weeks[-1])

    assert back in standing(life)
    life.weeks("2026-02-08")
    assert back in standing(life)


def test_what_a_person_put_in_their_own_words_is_not_said_twice(life: Life) -> None:
    saved(life, reworded)
    life.say("2026-01-27 09:00", "I prefer green tea.")
    life.weeks("2026-02-01")

    assert life.text("MEMORY.md").count("green tea") == 1


def test_a_word_said_before_the_deletion_does_not(life: Life) -> None:
    life.say("2026-01-18 10:00", "I prefer green tea.")
    life.say("2026-01-18 10:05", "Never share my phone number.")
    life.perform("heartbeat", "2026-01-18 11:00")
    saved(life, without(RULE, TEA))
    life.weeks("2026-01-25", "2026-02-01")

    assert standing(life) == {TOOL}


def test_a_line_that_a_person_puts_back_themselves_is_ours_again(life: Life) -> None:
    whole = (life.root / "MEMORY.md").read_bytes()
    saved(life, without(RULE, TOOL))
    life.weeks("2026-01-25")
    saved(life, lambda *_: whole, "2026-01-25 12:00")
    life.weeks("2026-02-01")
    saved(life, lambda older, _: older, "2026-02-01 12:00")
    life.weeks("2026-02-08")

    assert standing(life) == {TOOL, RULE, TEA}


A, B, C, D, E = (f"- {n} (2026-01-05) <!-- mine -->\n".encode() for n in "abcde")


@pytest.mark.parametrize(
    ("saved", "versions", "base"),
    [
        (A, [A, A + B + C], 0),
        (A + E, [A, A + B + C], 0),
        (A, [b"", A, A + B + C, A + B + C + D], 1),
        (A, [A, A + B], 1),  # one line, which a person may well have deleted
        (A + E, [A, A + B], 0),  # who types on in an older buffer
        (E + A, [A, A + B], 0),
        (A + E, [A + D, A + D + B], 0),  # in place of a line of a person's that stood there
        (A + E, [A + B + D, A + B], 1),
        (A + D + E, [A + B + D, A + B], 0),
        (A + B + D + E, [A + B + D, A + B], 0),  # one line that is gone since
        (A + B + E, [A + B, A + B + C, A + B + C + D], 0),
        (A + B + C + E, [A + B, A + B + C, A + B + C + D], 1),
        (A + E + E, [A + E, A + E + B], 0),  # a line that stood there is typed once more
        (A + b"- b, at last\n", [A, A + B], 1),  # said in other words
        (A + C, [A, A + B, A + B + C + D], 2),  # of what came later they left some
        (A + B + C, [A, A + B + C], 1),
        (A, [A + B + C], 0),
        (B + E, [A + B, A + C + D], 0),  # what is gone since tells it, with a line taken out
        (A + C + E, [A + B + E, A + C + D], 1),
    ],
)
def test_a_save_was_made_from_the_version_that_is_nearest(
    saved: bytes, versions: list[bytes], base: int
) -> None:
    assert made_from(saved, versions, ours) == versions[base]


def test_what_an_older_memoryd_marked_as_taken_out_stays_out_until_it_is_said_again(
    life: Life,
) -> None:
    saved(life, without(RULE))
    life.weeks("2026-01-25")
    with life.app(datetime(2026, 1, 25, 12, tzinfo=UTC)).writer() as store:
        bare = " ".join(n.partition(":")[0] for n in store.head.marks["tacit-gone"].split())
        marks = {"tacit-gone": bare}
        store.commit(Change("tacit", "older", "2026-01-25T12:00:00+00:00", marks=marks))
    life.weeks("2026-02-01")
    assert RULE not in standing(life)
    life.say("2026-02-03 09:00", "Never share my phone number.")
    life.weeks("2026-02-08")

    assert RULE in standing(life)


def unmarked(_: bytes, now: bytes) -> bytes:
    """Save what stands now as a formatter does that strips comments."""
    return re.sub(rb" ?<!--.*?-->", b"", now)


def blamed(life: Life) -> list[str]:
    """What the notes say that the person took out."""
    notes = "\n".join(path.read_text() for path in sorted((life.root / "memory").glob("*.md")))
    return [row for row in notes.splitlines() if "you took it out" in row]


def swapped(old: str, new: str) -> Edit:
    return lambda _, now: now.replace(old.encode(), new.encode())


THERE, THEIRS = "write it there to have it back", "what you wrote there stands"


@pytest.mark.parametrize(
    ("edit", "again", "advice"),
    [
        (without(TEA), False, THERE),
        (without(TEA), True, None),
        (unmarked, False, None),
        (reworded, False, THEIRS),
        (swapped("Prefers green tea", "I prefer green tea, not on Mondays"), False, THEIRS),
        (swapped("green tea", "black tea"), False, THERE),
    ],
    ids=["taken out", "and said again", "comments stripped", "added to", "put anew", "changed"],
)
def test_a_person_is_told_of_what_they_took_out_and_what_is_advised_helps(
    life: Life, edit: Edit, advice: str | None, *, again: bool
) -> None:
    saved(life, edit)
    if again:
        life.say("2026-01-19 09:00", "I prefer green tea.")
    life.weeks("2026-01-25")

    assert [row.partition("; ")[2].partition(": ")[0] for row in blamed(life)] == (
        [advice] if advice else []
    )
    assert (TEA in standing(life)) is again
    if advice == THERE:
        saved(life, lambda _, now: now + b"\n- Prefers green tea\n", "2026-01-26 09:00")
    life.say("2026-01-27 09:00", "I prefer green tea.")
    life.weeks("2026-02-01", "2026-02-08")
    assert life.text("MEMORY.md").count("green tea") == 1
    assert len(blamed(life)) == (1 if advice else 0)


# -- a section of ours, days after it came ------------------------------------------------------

CALLS, REST, WAYS, WORK = "calls over", "REST", "Communication Preferences", "Project Priorities"
SAYS = {CALLS: "I prefer calls over email.", REST: "We decided to use REST for Beacon."}
MINE, BOTH, OUT, BACK = "# MEMORY.md\n\nmine\n", (CALLS, REST), "you took it out", "put back"


def told(life: Life, *days: str) -> dict[str, list[str]]:
    """What the notes of these days say of each line of MEMORY.md, before the colon."""
    rows = "\n".join(life.text(f"memory/{day}.md") for day in days).splitlines()
    said = [row.partition("MEMORY.md, ")[2] for row in rows if "MEMORY.md, " in row]
    return {word: [row for row in said if word in row] for word in BOTH}


@pytest.mark.parametrize(
    ("before", "weeks", "cut", "fate"),
    [
        (MINE, ((CALLS,), ()), WAYS, BACK),
        (MINE, ((REST,), ()), WORK, BACK),
        (MINE, ((REST,), (CALLS,)), WORK, BACK),
        (MINE, (BOTH, ()), WAYS, OUT),
        (MINE, (BOTH, ()), WORK, OUT),
        ("", ((CALLS,), ()), WAYS, OUT),
        ("", ((REST,), ()), WORK, OUT),
        ("", (BOTH, ()), WORK, OUT),
        ("", (BOTH, ()), WAYS, OUT),
        ("", (BOTH, ()), ".*", OUT),
    ],
    ids=["ways as they were", "work as it was", "and more was said", "ways of both",
         "work of both", "ways alone", "work alone", "work of our file", "ways of our file",
         "all of our file"],
)  # fmt: skip
def test_a_section_taken_out_stays_out_unless_the_save_is_a_copy_that_one_could_have_had(
    tmp_path: Path, before: str, weeks: tuple[tuple[str, ...], ...], cut: str, fate: str
) -> None:
    life = Life(tmp_path)
    path = life.root / "MEMORY.md"
    if before:
        life.root.mkdir(parents=True, exist_ok=True)
        path.write_text(before)
    first, later = weeks
    for word in first:
        life.say("2026-02-10 09:00", SAYS[word])
    life.weeks("2026-02-15")
    assert all(word in life.text("MEMORY.md") for word in first)

    def take_out(at: str) -> None:
        text = re.sub(rf"\n*## {cut}\n.*?(?=\n## |\Z)", "", path.read_text(), flags=re.DOTALL)
        path.write_text(text.rstrip("\n") + "\n" if cut != ".*" else "# mine\n\nhello\n")
        life.perform("heartbeat", at)

    take_out("2026-02-18 12:00")
    for word in later:
        life.say("2026-02-19 09:00", SAYS[word])
    life.weeks("2026-02-22")

    out = CALLS if cut == WAYS else REST
    assert (out in life.text("MEMORY.md")) is (fate == BACK)
    assert [fate in row for row in told(life, "2026-02-22")[out]] == [True]
    assert all(THERE in row for row in blamed(life))  # to say it helps no line of a project
    take_out("2026-02-23 12:00")
    life.weeks("2026-03-01", "2026-03-08")
    assert out not in life.text("MEMORY.md")
    more = told(life, "2026-03-01", "2026-03-08")[out]
    assert [OUT in row for row in more] == [True] * (fate == BACK)


def test_what_is_over_does_not_come_back_with_an_older_copy(tmp_path: Path) -> None:
    life = Life(tmp_path)
    life.root.mkdir(parents=True, exist_ok=True)
    path = life.root / "MEMORY.md"
    path.write_text(MINE)
    life.say("2026-02-10 09:00", SAYS[REST])
    life.weeks("2026-02-15")
    assert REST in path.read_text()
    path.write_text(MINE)
    life.say("2026-02-19 09:00", "Beacon is finished.")
    life.weeks("2026-02-22", "2026-03-01")

    assert REST not in path.read_text()
    assert not told(life, "2026-02-22", "2026-03-01")[REST]
