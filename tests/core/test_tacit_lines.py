"""The lines of MEMORY.md: whose they are, what they rest on, and which of ours no longer hold."""

import pytest

from memoryd.core.tacit import TacitSection, rules_text, with_rules
from memoryd.core.tacit_change import TacitChange, apply_tacit
from memoryd.core.tacit_lines import (
    NewLine,
    TacitLine,
    Work,
    priorities,
    read_tacit,
    stale_priorities,
    written,
)

WORK, REACH, PRIORITIES = (
    TacitSection.HOW_I_WORK,
    TacitSection.COMMUNICATION,
    TacitSection.PRIORITIES,
)
DAY, SOURCE = "2026-03-01", "conversation:plain:tea#4,7"
OURS = written("Plans on paper", DAY, SOURCE)


def block(*lines: str, heading: str = "## How I Work") -> bytes:
    body = "\n".join(lines)
    return f"{heading}\n<!-- memoryd -->\n{body}\n<!-- /memoryd -->\n".encode()


def ours(raw: bytes) -> list[str]:
    return [line.text for line in read_tacit(raw) if line.ours]


def test_every_item_and_line_of_prose_is_read_with_its_place_and_owner() -> None:
    raw = b"# M\nhello\n" + block(OURS, "- theirs") + b"## Own\n* x <!-- trigger: a, b -->\n"

    assert read_tacit(raw) == (
        TacitLine(None, "hello", ours=False, evidence=None, line=2, day=None),
        TacitLine(WORK, "Plans on paper", ours=True, evidence=SOURCE, line=5, day=DAY),
        TacitLine(WORK, "theirs", ours=False, evidence=None, line=6, day=None),
        TacitLine(None, "x", ours=False, evidence=None, line=9, day=None),
    )


def test_the_rules_block_says_nothing_of_the_operator_until_a_person_edits_it() -> None:
    raw = with_rules(b"- mine\n", rules_text(root="~/l", notes="~/l/m", memory="~/l/M.md"))

    assert [line.text for line in read_tacit(raw)] == ["mine"]
    assert len(read_tacit(raw.replace(b"On Sunday", b"On Monday"))) > 5


@pytest.mark.parametrize(
    "heading", ["# how i work:", "How I Work\n==========", "### 🛠️ **HOW I WORK** 🛠️", "##How I Work"]
)
def test_a_section_is_known_under_any_spelling(heading: str) -> None:
    assert [line.section for line in read_tacit(block(OURS, heading=heading))] == [WORK]


@pytest.mark.parametrize(
    "line",
    [
        OURS.replace("paper", "cards"),
        OURS.replace("2026-03-01", "2026-03-02"),
        OURS.replace("#4,7", "#4,8"),
        OURS.replace(" (2026-03-01)", ""),
        OURS.replace("<!-- from", "<!-- was"),
        OURS.partition(" <!--")[0],
        f"{OURS} <!-- importance: 8 -->",
        f"{OURS} really",
        f"  {OURS}",
        OURS.replace("- Plans", "* Plans"),
        f"{OURS}\n  and on cards",
        f"{OURS}\n  - and on cards",
        f"{OURS}\nand on cards",
        f"{OURS}\n\n  and on cards",
    ],
)
def test_a_line_that_somebody_changed_or_went_on_with_is_theirs(line: str) -> None:
    assert ours(block(OURS)) == ["Plans on paper"]
    assert ours(block(line)) == []
    assert read_tacit(block(line))[0].text.startswith("Plans on ")


@pytest.mark.parametrize("raw", [OURS.encode(), b"## How I Work\n" + OURS.encode()])
def test_a_line_that_somebody_took_out_of_the_block_is_theirs(raw: bytes) -> None:
    assert ours(raw) == []
    assert read_tacit(raw)[0].evidence == SOURCE


def test_trailing_spaces_and_other_line_ends_are_no_edit() -> None:
    assert ours(block(f"{OURS}  ", "", "- x").replace(b"\n", b"\r\n")) == ["Plans on paper"]


@pytest.mark.parametrize("source", ["remember", "a:b:c d#1", "a:b:--><x>#1", "a:b:100%25#2%2C3"])
def test_the_evidence_is_given_back_as_it_was(source: str) -> None:
    line = written("x", DAY, source)

    assert line.count("<!--") == line.count("-->") == 1
    assert read_tacit(block(line))[0].evidence == source


def work(name: str, text: str, day: str = DAY) -> Work:
    return Work(name, day, text, SOURCE)


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("Heron", "Heron launches on April 2", "Heron: launches on April 2"),
        ("Heron", "Heron's launch is on April 2.", "Heron: launch is on April 2"),
        ("Heron", "The Heron project is in review", "Heron: is in review"),
        ("Heron", "Project Heron: second round", "Heron: second round"),
        ("Heron", "Chose oak for the Heron desk", "Heron: Chose oak for the Heron desk"),
        ("Heron", "Heronsgate is closed", "Heron: Heronsgate is closed"),
        ("C++ port", "C++ port compiles\nat last", "C++ port: compiles at last"),
    ],
)
def test_a_priority_is_the_projects_name_and_what_is_newest(
    name: str, text: str, line: str
) -> None:
    assert priorities([work(name, text)]) == (NewLine(PRIORITIES, line, DAY, SOURCE),)


def test_the_seven_newest_projects_are_priorities() -> None:
    lines = priorities([work(f"P{n}", "goes on", f"2026-03-{n:02}") for n in range(1, 10)])

    assert [line.text[:2] for line in lines] == ["P9", "P8", "P7", "P6", "P5", "P4", "P3"]


def test_a_finished_project_and_what_one_said_before_are_retired() -> None:
    first = [work("Heron", "starts in May"), work("Wren", "is in review"), work("Owl", "waits")]
    raw = apply_tacit(
        b"## Project Priorities\n- Robin: mine\n", TacitChange(priorities(first))
    ).file
    raw = apply_tacit(raw, TacitChange((NewLine(PRIORITIES, "Sleep more", DAY, SOURCE),))).file
    now = [work("Heron", "starts in June"), work("Wren", "is in review")]
    assert raw is not None
    stale = stale_priorities(read_tacit(raw), now)
    after = apply_tacit(raw, TacitChange(priorities(now), stale))

    assert stale == ((PRIORITIES, "Heron: starts in May"), (PRIORITIES, "Owl: waits"))
    assert after.file is not None
    assert [line.text for line in read_tacit(after.file)] == [
        *("Robin: mine", "Wren: is in review", "Sleep more", "Heron: starts in June"),
    ]
    assert stale_priorities(read_tacit(after.file), now) == ()
