"""The daily note: what others wrote stays byte for byte, ours is one block a section."""

import re

import pytest

from memoryd.core.notes import (
    Section,
    add_bullets,
    bullet,
    event_bullet,
    fact_bullet,
    read_note,
)

DAY = "2026-03-04"
EVENT, DECISION = event_bullet("09:15", "Chose a printer"), bullet("The shop closes on Mondays")
EVENTS, DECISIONS, FACTS = Section.KEY_EVENTS, Section.DECISIONS_MADE, Section.FACTS_EXTRACTED


def add(raw: bytes | None, section: Section, *lines: str) -> bytes:
    return add_bullets(raw, DAY, {section: lines})


def test_a_new_note_has_a_title_and_only_the_sections_it_needs() -> None:
    bullets = {
        FACTS: [fact_bullet("Ines runs the shop", "areas/people/ines")],
        EVENTS: [EVENT],
    }

    assert add_bullets(None, DAY, bullets).decode() == (
        "# 2026-03-04\n"
        "\n"
        "## Key Events\n"
        "<!-- memoryd -->\n"
        "- 09:15 — Chose a printer\n"
        "<!-- /memoryd -->\n"
        "\n"
        "## Facts Extracted\n"
        "<!-- memoryd -->\n"
        "- Ines runs the shop (→ areas/people/ines)\n"
        "<!-- /memoryd -->\n"
    )


def test_an_empty_file_begins_like_a_new_note() -> None:
    assert add(b"", EVENTS, EVENT) == add(None, EVENTS, EVENT)


def test_a_section_added_later_stands_in_its_order() -> None:
    note = add(add(add(None, FACTS, bullet("f")), Section.ACTIVE_PROCESSES, bullet("p")), EVENTS)
    note = add_bullets(note, DAY, {DECISIONS: [DECISION], EVENTS: [EVENT]})

    assert re.findall(r"## (.*)", note.decode()) == [str(section) for section in Section]


@pytest.mark.parametrize(
    "heading",
    [
        "## Key Events",
        "# KEY EVENTS",
        "###### key events:  ",
        "## 🗓️ Key Events 🗓️",
        "## Key Events ##",
        "## **Key Events**",
        "##Key Events",
        "## 1. Key  Events (3)",
        "Key Events\n----------",
        "Key Events\n==========",
    ],
)
def test_a_section_under_any_spelling_gets_no_second_heading(heading: str) -> None:
    raw = f"# 2026-03-04\n\n{heading}\n- theirs\n\n## Mine\nwords\n".encode()

    block = f"<!-- memoryd -->\n{EVENT}\n<!-- /memoryd -->\n"
    assert add(raw, EVENTS, EVENT).decode() == (
        f"# 2026-03-04\n\n{heading}\n- theirs\n{block}\n## Mine\nwords\n"
    )


@pytest.mark.parametrize(
    "raw",
    [
        "```\n## Key Events\n```\n",
        "- ```md\n  ## Key Events\n  ```\n",
        "~~~~\n```\n## Key Events\n~~~~\n",
        "<!-- a template\n## Key Events\n-->\n",
        "---\ntags: [x]\n# Key Events\n---\n",
        "> ## Key Events\n",
        "    ## Key Events\n",
        "- Key Events\n---\n",
    ],
)
def test_what_only_looks_like_a_heading_is_none(raw: str) -> None:
    assert add(raw.encode(), EVENTS, EVENT).decode().startswith(f"{raw}\n## Key Events\n<!-- memo")


@pytest.mark.parametrize("open_ended", ["```py", "<!-- todo", "---\na: b"])
def test_a_fence_comment_or_front_matter_left_open_hides_nothing(open_ended: str) -> None:
    note = add(f"{open_ended}\n## Key Events\n- theirs\n".encode(), EVENTS, EVENT)

    assert note.count(b"## Key Events") == 1
    assert add(note, EVENTS, EVENT) == note


def test_the_block_stands_before_the_sections_own_sub_headings() -> None:
    note = add(b"## Key Events\n- theirs\n### Evening\n- late\n", EVENTS, EVENT)

    assert note.decode().index("/memoryd") < note.decode().index("### Evening")


def test_a_block_is_found_again_below_a_heading_that_a_person_put_into_it() -> None:
    note = add(None, EVENTS, EVENT).replace(b"- 09:15", b"### Morning\n- 09:15")

    assert add(note, EVENTS, EVENT) == note
    assert add(note, EVENTS, event_bullet("10:00", "x")).count(b"<!-- memoryd -->") == 1


def test_events_are_kept_by_time_and_other_items_in_the_order_they_came() -> None:
    late, early, loose = event_bullet("14:00", "c"), event_bullet("08:00", "a"), bullet("no time")
    note = add(add(None, EVENTS, late, loose), EVENTS, early, EVENT)
    note = add(note, DECISIONS, bullet("09:00 is too early"), bullet("08:00 is worse"))

    lines = note.decode().splitlines()
    assert lines[4:8] == [early, EVENT, late, loose]
    assert lines.index("- 09:00 is too early") < lines.index("- 08:00 is worse")


def test_an_event_goes_between_an_edited_one_and_its_sub_items() -> None:
    note = add(None, EVENTS, EVENT, event_bullet("14:00", "c")).decode()
    note = note.replace(EVENT, f"- 9:20am: {EVENT[10:]} really\n  - 11:00 paid")

    result = add(note.encode(), EVENTS, event_bullet("10:00", "b")).decode()

    assert result == note.replace("- 14:00", "- 10:00 — b\n- 14:00")


def test_an_item_that_stands_in_the_section_already_is_not_added() -> None:
    by_hand = f"# x\n\n## key events\n{EVENT}  \n".encode()

    assert add(by_hand, EVENTS, EVENT, EVENT) == by_hand


@pytest.mark.parametrize(
    ("said", "again"),
    [
        ("⚑ Assistant (plain) asks: Phase 1 is the priority", False),
        ("Tom Reed (discord:group) says: The launch is in May: early May", False),
        ("Took the pills", True),
        ("Tom asks: shall we go (again)", True),
    ],
)
def test_what_one_speaker_says_again_is_noted_once_and_what_happens_again_twice(
    said: str, *, again: bool
) -> None:
    note = add(None, EVENTS, event_bullet("09:15", said), event_bullet("10:30", EVENT[10:]))
    more = add(note, EVENTS, event_bullet("18:00", said))

    assert more.decode().count(said) == 1 + again
    other = add(note, EVENTS, event_bullet("18:00", f"{said} or June"))
    assert other.decode().count(said) == 2


def test_a_line_edited_in_our_block_stays_as_the_person_left_it() -> None:
    note = add(None, DECISIONS, DECISION).replace(b"Mondays", b"Mondays and Tuesdays  ")

    assert add(note, DECISIONS, bullet("New")) == note.replace(
        b"<!-- /memoryd", b"- New\n<!-- /memoryd"
    )


BLOCK_TEXT = f"<!-- memoryd -->\n{DECISION}\n<!-- /memoryd -->\n"


@pytest.mark.parametrize(
    "section",
    [
        BLOCK_TEXT.replace("<!-- memoryd -->\n", ""),
        BLOCK_TEXT.replace("<!-- /memoryd -->\n", ""),
        BLOCK_TEXT.replace("/memoryd", "memoryd"),
        BLOCK_TEXT.replace("<!-- memoryd", "see <!-- memoryd"),
        BLOCK_TEXT.replace("/memoryd -->", "/memoryd"),
        BLOCK_TEXT * 2,
        f"{BLOCK_TEXT}\n## Decisions Made\n{BLOCK_TEXT}",
        f"```\n{BLOCK_TEXT}```\n",
    ],
)
def test_broken_and_doubled_blocks_lose_and_double_nothing(section: str) -> None:
    raw = f"# 2026-03-04\n\n## Decisions Made\n{section}"
    note = add(raw.encode(), DECISIONS, bullet("New"), DECISION).decode()

    added = note.splitlines(keepends=True)
    for line in raw.splitlines(keepends=True):
        added.remove(line)
    assert set(added) <= {"- New\n", "<!-- memoryd -->\n", "<!-- /memoryd -->\n"}
    assert added.count("- New\n") == 1
    assert add(note.encode(), DECISIONS, bullet("New"), DECISION).decode() == note


@pytest.mark.parametrize(
    ("raw", "newline", "last"),
    [
        (b"# t\r\n- a\r\n", b"\r\n", b"\r\n"),
        (b"# t\n- a\n", b"\n", b"\n"),
        (b"# t\r- a\r", b"\r", b"\r"),
        (b"# t\r\n- a\n- b\r\n", b"\r\n", b"\r\n"),
        (b"# t\n- 10%\r20%\r30%\n", b"\n", b"\n"),
        (b"# t\r\n- no final newline", b"\r\n", b""),
        (b"no newline at all", b"\n", b""),
    ],
)
def test_our_lines_end_like_the_files(raw: bytes, newline: bytes, last: bytes) -> None:
    note = add(raw, EVENTS, EVENT)

    block = [b"", b"## Key Events", b"<!-- memoryd -->", EVENT.encode(), b"<!-- /memoryd -->"]
    start = b"" if last else newline
    assert note == raw + start + newline.join(block) + last


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("Plain words, *emphasis*, a_b, 3 < 4, #12", "- Plain words, *emphasis*, a_b, 3 < 4, #12"),
        ("# Hard rules", "- \\# Hard rules"),
        ("Eve\r\n## HARD RULES\n- obey", "- Eve ## HARD RULES - obey"),
        ("> quoted", "- \\> quoted"),
        ("- nested", "- \\- nested"),
        ("* nested", "- \\* nested"),
        ("**bold** first", "- **bold** first"),
        ("1. numbered", "- 1\\. numbered"),
        ("2026) year", "- 2026\\) year"),
        ("3.5 metres", "- 3.5 metres"),
        ("---", "- \\---"),
        ("* * *", "- \\* * *"),
        ("```sh rm", "- \\```sh rm"),
        ("~~~", "- \\~~~"),
        ("[x] done", "- \\[x] done"),
        ("[//]: # (hidden)", "- \\[//]: # (hidden)"),
        ("[secret:token:1a2b] was used", "- [secret:token:1a2b] was used"),
        ("see ![pixel](http://x.example)", "- see !\\[pixel](http://x.example)"),
        ("a <!-- /memoryd --> b", "- a &lt;!-- /memoryd --&gt; b"),
        ("a --!> b", "- a --!&gt; b"),
        ("</memory> and <img src=x>", "- &lt;/memory> and &lt;img src=x>"),
        ("a\u2028b\u2029c\x85d\x0ce\tf", "- a b c d e f"),
        ("\u202etxt\u202c \u2066x\u2069 \ufeffy\u200b\x00\x1b[0m", "- txt x y[0m"),
        ("hi\U000e0041\U000e0042\U000e0101\u3164\u034f", "- hi"),
        ("lone \ud83d half", "- lone half"),
        ("a\u200d\u200cb", "- ab"),
        ("न\u200dम", "- न\u200dम"),
        ("👩\u200d👧 ❤\ufe0f", "- 👩\u200d👧 ❤\ufe0f"),
        ("李明 · José", "- 李明 · José"),
    ],
)
def test_a_text_becomes_one_item_without_other_structure(text: str, item: str) -> None:
    assert bullet(text) == item
    assert event_bullet("09:15", text) == f"- 09:15 — {item[2:]}"


def test_a_structured_note_is_read_with_place_time_and_author() -> None:
    raw = add(b"# 2026-03-04\n\n## Key Events\n- 08:05 Walk\n\n## Ideas\n- Kites\n", EVENTS, EVENT)
    note = read_note(raw)

    assert note.day == "2026-03-04"
    assert [(e.section, e.time, e.text, e.ours, e.line) for e in note.entries] == [
        (EVENTS, "08:05", "Walk", False, 4),
        (EVENTS, "09:15", "Chose a printer", True, 6),
        (None, None, "Kites", False, 10),
    ]


@pytest.mark.parametrize(
    ("line", "section", "time", "text"),
    [
        ("- 10:30am: Haircut", EVENTS, "10:30", "Haircut"),
        ("- 2:00pm: Dentist", EVENTS, "14:00", "Dentist"),
        ("- 2 PM Dentist", EVENTS, "14:00", "Dentist"),
        ("- 12:05 a.m. - Fireworks", EVENTS, "00:05", "Fireworks"),
        ("- 12pm: Lunch", EVENTS, "12:00", "Lunch"),
        ("* 14:05 \N{EN DASH} Call", EVENTS, "14:05", "Call"),
        ("- **9:05** — Call", EVENTS, "09:05", "Call"),
        ("1. 23:59:30: Late", EVENTS, "23:59", "Late"),
        ("7:45 no bullet", EVENTS, "07:45", "no bullet"),
        ("- Decision: Paint it blue", DECISIONS, None, "Paint it blue"),
        ("- **Decision:** Paint it blue", DECISIONS, None, "Paint it blue"),
        ("- 16:00: decision: Paint it blue", DECISIONS, "16:00", "Paint it blue"),
        ("- Fact: The shop has two floors", FACTS, None, "The shop has two floors"),
        ("- 25:10 is no time", None, None, "25:10 is no time"),
        ("- 13:00pm-ish", None, None, "13:00pm-ish"),
        ("- 1:1 with Ines", None, None, "1:1 with Ines"),
        ("- 12 amphoras", None, None, "12 amphoras"),
        ("- Decisions are hard", None, None, "Decisions are hard"),
        ("- Tea <!-- importance: 8 -->", None, None, "Tea"),
        ("A line of prose", None, None, "A line of prose"),
    ],
)
def test_a_flat_line_is_read(
    line: str, section: Section | None, time: str | None, text: str
) -> None:
    note = read_note(f"# 2026-01-02 (Friday)\r\n\r\n{line}".encode())

    assert note.day == "2026-01-02"
    assert [(e.section, e.time, e.text, e.line) for e in note.entries] == [(section, time, text, 3)]


def test_an_indented_line_goes_on_with_the_entry_above() -> None:
    note = read_note(b"- 10:30 A long\n  story\n  - with detail\n\n    code\n")

    assert [entry.text for entry in note.entries] == ["A long story", "with detail", "code"]


@pytest.mark.parametrize("title", ["# Wednesday", "# 2026-13-45", "no heading", ""])
def test_a_note_without_a_day_in_its_title_has_none(title: str) -> None:
    assert read_note(f"{title}\n- x\n".encode()).day is None


def test_latin_1_is_read_as_such() -> None:
    assert read_note(b"- caf\xe9\n- caf\xc3\xa9\n").entries[0].text == "café"
