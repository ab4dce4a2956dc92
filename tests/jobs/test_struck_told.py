"""The note of a Sunday says what of a person's deletions and corrections kept a sentence out."""

from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd.core.proposal import Synthesis
from tests.jobs.sundays import SUNDAY, Scribe, held, on_record, put, text_of
from tests.store_kit import Home

FACTS = (
    ("2026-01-28", "Works at Globex"), ("2026-01-28", "Lives in Berlin"),
    ("2026-01-28", "Manages 12 people"),
)  # fmt: skip
TOLD = "Ann works at Globex. She lives in Berlin. Ann manages 12 people."
AGAIN = "Ann works at Globex and lives in Berlin. She manages 12 people."
NEXT, LAST = "2026-02-08", "2026-02-15"


def sundays(home: Home, edit: Callable[[str], str]) -> list[list[str]]:
    """Hold three, a person's edit behind the first; return the lines of the notes since."""
    put(home, "people/ann", *FACTS)
    on_record(home, "2026-01-28")
    held(home, Scribe(about=lambda _: Synthesis(TOLD)), day=SUNDAY)
    path = home.root / "areas/people/ann/summary.md"
    path.write_text(edit(path.read_text()))
    more = list(FACTS)
    for day, fact in ((NEXT, "Bought a sailing boat"), (LAST, "Owns three cats")):
        more.append((day, fact))
        put(home, "people/ann", *more)
        on_record(home, day)
        held(home, Scribe(about=lambda _: Synthesis(AGAIN)), day=day)
    notes = [home.root / "memory" / f"{day}.md" for day in (NEXT, LAST)]
    return [[line for line in note.read_text().splitlines() if "the summary of" in line]
            for note in notes]  # fmt: skip


@pytest.mark.parametrize(
    ("edit", "ours", "first"),
    [
        (lambda text: text.replace("She lives in Berlin.\n", ""), "Berlin",
         "as you took it out or changed it; write it there to have it back: She lives in Berlin."),
        (lambda text: text.replace("12 people", "15 people"), "12",
         "as you took it out or changed it; write it there to have it back: Ann manages 12"),
        (lambda text: f"{text}\nAnn manages 15 people.\n", "12",
         "as your own words there say otherwise: Manages 12 people"),
        (lambda text: f"{text}\nAnn does not live in Berlin.\n", "lives in Berlin",
         "as your own words there say otherwise: Lives in Berlin"),
    ],
)  # fmt: skip
def test_each_sunday_s_note_says_in_one_line_what_was_kept_out(
    tmp_path: Path, edit: Callable[[str], str], ours: str, first: str
) -> None:
    home = Home(tmp_path)
    notes = sundays(home, edit)

    assert [len(note) for note in notes] == [1, 1]
    assert first in notes[0][0]
    assert "as it tells again what you took out or corrected: " in notes[1][0]
    assert ours in notes[1][0]
    assert ours not in text_of(home, "people/ann").partition("<!-- keep -->")[0]
