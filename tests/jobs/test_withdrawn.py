"""A fact that a person takes out of items.json is not told from our own sentences until Sunday."""

import json
from pathlib import Path

import pytest

from memoryd.core.change import Change, Rewrite, version_of
from memoryd.core.entity import parse_ref
from memoryd.core.turn import Audience
from memoryd.jobs.recall import Recalled, Shown, recall
from memoryd.jobs.summary_saves import mark
from tests.jobs.sundays import held, put, text_of
from tests.store_kit import Home

REF = "people/noor"
FACTS = (
    ("2026-01-29", "Sister of Idris"), ("2026-01-29", "Allergic to peanuts"),
    ("2026-01-30", "Repairs 12 clocks a week"),
)  # fmt: skip
PEANUTS = "Allergic to peanuts."


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    put(home, REF, *FACTS)
    held(home)
    assert PEANUTS in text_of(home, REF)
    return home


def facts_of(home: Home) -> Path:
    return home.root / parse_ref(REF).path / "items.json"


def without(home: Home, *gone: str) -> None:
    """Take facts out of items.json as a person does, and let a look find it."""
    rows = json.loads(facts_of(home).read_bytes())
    facts_of(home).write_text(json.dumps([row for row in rows if row["fact"] not in gone]))
    looked(home)


def looked(home: Home) -> None:
    with home.writer() as store:
        store.rescan("2026-02-02T12:00:00+00:00")


def saved(home: Home, text: str) -> None:
    (home.root / parse_ref(REF).path / "summary.md").write_text(text)
    looked(home)


def told(home: Home) -> str:
    with home.writer() as store:
        found = recall(store, "noor", audience=Audience.PRIVATE, group_visible=())
        assert isinstance(found, Recalled)
        short = found.narrowed(Shown.SUMMARY)
    return "\n".join((short.text, *(fact.fact for fact in short.facts)))


def reworded(home: Home) -> None:
    raw = facts_of(home).read_text()
    facts_of(home).write_text(raw.replace("Allergic to peanuts", "Fond of peanut butter"))
    looked(home)


SHAPES = {
    "as we wrote it": lambda text: text,
    "on one line": lambda text: "# Noor\n\n" + " ".join(text.splitlines()[2:]) + "\n",
    "wrapped": lambda text: text.replace("Allergic to peanuts", "Allergic\nto peanuts"),
    "of Windows": lambda text: text.replace("\n", "\r\n"),
    "with a person's line": lambda text: text + "Call Noor on Monday.\n",
}


@pytest.mark.parametrize("shape", SHAPES)
def test_what_was_removed_is_told_no_more_and_the_rest_is(home: Home, shape: str) -> None:
    before = SHAPES[shape](text_of(home, REF))
    saved(home, before)
    without(home, "Allergic to peanuts")

    assert "eanut" not in told(home)
    assert "Sister of Idris." in told(home)
    assert "Repairs 12 clocks a week." in told(home)
    assert ("Call Noor on Monday." in told(home)) == (shape == "with a person's line")


def test_what_was_reworded_is_not_told_in_its_old_words(home: Home) -> None:
    reworded(home)

    assert PEANUTS not in told(home)


KEPT = "<!-- keep -->\nAllergic to peanuts.\n<!-- /keep -->"


@pytest.mark.parametrize("line", ["Peanuts are bad for Noor, says her doctor.", KEPT])
def test_the_words_of_a_person_stay(home: Home, line: str) -> None:
    saved(home, text_of(home, REF) + "\n" + line + "\n")
    without(home, "Allergic to peanuts")

    assert line in text_of(home, REF)
    assert text_of(home, REF).count(PEANUTS) == line.count(PEANUTS)


def test_of_a_sentence_on_two_facts_the_one_that_stands_is_told_still(home: Home) -> None:
    both = "Allergic to peanuts and repairs 12 clocks a week."
    lines = [line for line in text_of(home, REF).splitlines() if not line.startswith("Repairs")]
    text = "\n".join(lines).replace(PEANUTS, both) + "\n"
    with home.writer() as store:  # as if a model had written it
        ref, before = parse_ref(REF), text_of(home, REF).encode()
        store.commit(
            Change("summary", "run", "2026-02-01T05:00:00+00:00",
                   (Rewrite(ref, version_of(before), text.encode()),),
                   marks={mark(store, "sumfile", ref): version_of(text.encode())})
        )  # fmt: skip
    assert both in text_of(home, REF)
    without(home, "Allergic to peanuts")

    assert text_of(home, REF) == text.replace(both, "Repairs 12 clocks a week.")


@pytest.mark.parametrize("edited", [False, True], ids=["ours", "edited"])
def test_a_fact_that_a_person_puts_back_is_told_again_on_sunday(
    home: Home, *, edited: bool
) -> None:
    if edited:
        saved(home, text_of(home, REF) + "Call Noor on Monday.\n")
    raw = facts_of(home).read_text()
    without(home, "Allergic to peanuts")
    facts_of(home).write_text(raw)
    looked(home)
    held(home, day="2026-02-08")

    assert PEANUTS in text_of(home, REF)
    assert ("Call Noor on Monday." in text_of(home, REF)) == edited
    assert text_of(home, REF).count("<!-- keep -->") == edited
