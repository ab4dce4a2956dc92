"""Sentences of a summary that are ours, whatever an editor or a copy made of the file."""

import re
import textwrap

import pytest

from memoryd.core.decay import Heat
from memoryd.core.fact import Fact, Status
from memoryd.core.outline import FULL, key, more_in_file
from memoryd.core.rewrite import Known, Report, Versions, rewrite
from memoryd.core.summary import take_apart
from memoryd.core.value import replace

TEXTS = (
    "Manager of Alex at Acme Corp", "Plans her wedding on April 12", "Does not like sailing",
    "Lives in Ulm with two cats and an old parrot that sings",
)  # fmt: skip
NEW_HOME = "Lives in Bonn"


def facts(*texts: str) -> tuple[Fact, ...]:
    return tuple(Fact(f"noor-{n:03d}", text, "2026-02-01") for n, text in enumerate(texts, 1))


def known(*about: Fact, heat: Heat = Heat.HOT, removed: tuple[str, ...] = ()) -> Known:
    heats = {fact.id: heat for fact in about if fact.active}
    return Known("Noor", about, heats, removed=frozenset(map(key, removed)))


def sunday(
    about: Known, present: str, last: str | None, said: str | None = None
) -> tuple[str, Report]:
    raw, report = rewrite(
        Versions.of(present.encode(), None if last is None else last.encode()), about, said
    )
    return raw.decode(), report


WRITTEN = sunday(known(*facts(*TEXTS)), "# Noor\n", None)[0]
BODY = WRITTEN.removeprefix("# Noor\n\n")


def wrapped(width: int, text: str = BODY) -> str:
    return "# Noor\n\n" + textwrap.fill(" ".join(text.split()), width) + "\n"


SHAPES = {
    "as it was": WRITTEN,
    **{f"wrapped at {width}": wrapped(width) for width in (20, 40, 72, 500)},
    "each line wrapped": "# Noor\n\n"
    + "".join(textwrap.fill(line, 25) + "\n" for line in BODY.splitlines()),
    "a paragraph a sentence": "# Noor\n\n" + BODY.replace("\n", "\n\n"),
    "joined after a number": WRITTEN.replace("12.\n", "12. "),
    "as a list": re.sub(r"(?m)^(?=\w)", "- ", WRITTEN),
}


@pytest.mark.parametrize("last", [WRITTEN, None], ids=["remembered", "copied"])
@pytest.mark.parametrize("shape", SHAPES)
def test_lines_broken_or_joined_anew_are_no_statement_of_a_person(
    shape: str, last: str | None
) -> None:
    file, report = sunday(known(*facts(*TEXTS)), SHAPES[shape], last)

    assert (report.by_hand, report.deleted, report.withheld) == ((), (), ())
    assert (
        sorted(take_apart(file.encode()).rows, key=str)
        == sorted(take_apart(WRITTEN.encode()).rows, key=str)
        or file == SHAPES[shape]
    )


@pytest.mark.parametrize("last", [WRITTEN, None], ids=["remembered", "copied"])
@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_superseded_since_goes_however_its_lines_stand(
    shape: str, last: str | None
) -> None:
    *rest, home = facts(*TEXTS)
    moved = Fact("noor-009", NEW_HOME, "2026-02-03")
    old = replace(home, status=Status.SUPERSEDED, superseded_by=moved.id)
    file, report = sunday(known(*rest, old, moved), SHAPES[shape], last)

    assert "Ulm" not in file
    assert NEW_HOME in file
    assert report.by_hand == ()


def test_the_words_of_a_fact_that_was_removed_are_no_words_of_a_person() -> None:
    about = known(*facts(*TEXTS[:2]), removed=(TEXTS[3],))

    assert "parrot" not in sunday(about, WRITTEN, None)[0]


def test_a_sentence_that_a_person_deleted_and_wrote_again_is_theirs() -> None:
    about = known(*facts(*TEXTS))
    without = WRITTEN.replace("Does not like sailing.\n", "")
    file, report = sunday(about, without, WRITTEN)
    again = file + "Does not like sailing.\n"
    versions = replace(
        Versions.of(again.encode(), file.encode()), deleted=frozenset(report.deleted)
    )

    raw, report = rewrite(versions, about, None)

    assert report.by_hand == ("Does not like sailing.",)
    assert b"Does not like sailing." in raw


def test_what_a_person_wrote_between_our_wrapped_lines_stays_whole() -> None:
    mine = "Ask her about the boat,\nand about Ben."
    present = wrapped(40) + "\n" + mine + "\n"
    file, report = sunday(known(*facts(*TEXTS)), present, WRITTEN)

    assert report.by_hand == tuple(mine.splitlines())
    assert mine in file


# Length


MANY = tuple(
    f"Uses part number {n} with {3 * n} workers in hall {chr(65 + n % 26)}" for n in range(400)
)


@pytest.mark.parametrize("present", ["# Noor\n", "# Noor\n\n" + "".join(f"{t}.\n" for t in MANY)],
                         ids=["none before", "long before"])  # fmt: skip
@pytest.mark.parametrize(
    "said", [None, "Uses part number 7 with 21 workers."], ids=["rules", "model"]
)
def test_a_summary_has_an_end_and_says_how_many_facts_it_leaves_to_the_file(
    said: str | None, present: str
) -> None:
    about = known(*facts(*MANY))
    file, report = sunday(about, present, present, said)
    told = [row.text for row in take_apart(file.encode()).rows if row.text]

    assert len(file) <= FULL + 100
    assert len(file) > FULL - 200
    assert told[-1] == more_in_file(len(report.no_room))
    assert len(told) - 1 + len(report.no_room) in (len(MANY), len(MANY) + 1)
    assert (report.by_hand, report.deleted, report.withheld) == ((), (), ())
    assert told[1:3] == [f"{MANY[n]}." for n in (1, 2)] or said


@pytest.mark.parametrize(
    "said", [None, "Uses part number 7 with 21 workers."], ids=["rules", "model"]
)
def test_its_last_line_is_ours_and_goes_when_there_is_room(said: str | None) -> None:
    file, _ = sunday(known(*facts(*MANY)), "# Noor\n", None, said)
    again, report = sunday(known(*facts(*MANY)), file, file, said)
    short, later = sunday(known(*facts(*MANY[:20])), file, None, said)

    assert again == file
    assert (report.by_hand, report.deleted, later.by_hand) == ((), (), later.by_hand)
    assert "items.json" not in short
