"""Changing MEMORY.md: ours comes and goes within a budget, a person's bytes stay."""

import json
import re
from datetime import date, timedelta

import pytest

from memoryd.core.tacit import TacitSection, rules_text, with_rules
from memoryd.core.tacit_change import (
    BUDGET,
    Applied,
    TacitChange,
    apply_tacit,
    change_as_json,
    change_from_json,
    size,
)
from memoryd.core.tacit_lines import NewLine, read_tacit, written

WORK, REACH, SERVICES, RULES, LESSONS, PRIORITIES, LAYERS = TacitSection
DAY, LATER, SOURCE = "2026-03-01", "2026-03-08", "conversation:plain:tea#4"


def new(text: str, section: TacitSection = WORK, day: str = DAY, source: str = SOURCE) -> NewLine:
    return NewLine(section, text, day, source)


def adding(*lines: NewLine) -> TacitChange:
    return TacitChange(add=lines)


def retiring(text: str, section: TacitSection = WORK) -> TacitChange:
    return TacitChange(retire=((section, text),))


def done(raw: bytes | None, change: TacitChange, budget: int = BUDGET) -> bytes:
    file = apply_tacit(raw, change, budget=budget).file
    assert file is not None
    return file


def texts(raw: bytes | None) -> list[str]:
    return [line.text for line in read_tacit(raw or b"")]


def test_a_new_file_has_a_title_and_the_line_in_a_block_of_its_section() -> None:
    assert re.fullmatch(
        r"# MEMORY\.md\n\n## How I Work\n<!-- memoryd -->\n"
        r"- Plans on paper \(2026-03-01\) <!-- from: conversation:plain:tea#4 [0-9a-f]{6} -->\n"
        r"<!-- /memoryd -->\n",
        done(None, adding(new("Plans on paper"))).decode(),
    )
    assert done(b"", adding(new("x"))) == done(None, adding(new("x")))


def test_nothing_to_add_makes_no_file() -> None:
    assert apply_tacit(None, retiring("x")) == Applied(None)
    assert apply_tacit(b"", adding(new(" "))).file == b""


def test_missing_sections_stand_in_their_order_before_the_three_layers() -> None:
    rules = rules_text(root="~/l", notes="~/l/m", memory="~/l/M.md")
    wanted = [new(f"line {n}", section) for n, section in enumerate(TacitSection) if n % 2 == 0]
    raw = done(with_rules(None, rules), adding(*(n for n in wanted if n.section is not LAYERS)))
    raw = done(raw, adding(new("a", PRIORITIES), new("b", RULES), new("c", REACH)))

    assert re.findall("^## (.*)", raw.decode(), re.MULTILINE) == [
        section.value for section in TacitSection
    ]
    assert with_rules(raw, rules) == raw


@pytest.mark.parametrize(
    "heading",
    ["# how i work:", "How I Work\n----------", "## 🌅 How I Work", "#### **How I work** (me)"],
)
def test_a_section_that_a_person_made_gets_no_second_heading(heading: str) -> None:
    if heading.endswith("(me)"):
        heading = heading.removesuffix(" (me)")
    raw = f"{heading}\n- theirs\n\n### Mornings\n- tea\n".encode()
    line = written("x", DAY, SOURCE)

    block = f"<!-- memoryd -->\n{line}\n<!-- /memoryd -->\n"
    assert done(raw, adding(new("x"))).decode() == (
        f"{heading}\n- theirs\n{block}\n### Mornings\n- tea\n"
    )


@pytest.mark.parametrize(
    "standing",
    [
        "- Plans on paper\n",
        "plans on  paper.\n",
        "## Ideas\n* Plans on paper <!-- importance: 3 -->\n",
    ],
)
def test_what_a_person_says_already_is_not_added(standing: str) -> None:
    assert done(standing.encode(), adding(new("Plans on paper"))) == standing.encode()


def test_what_ours_says_already_is_renewed_by_a_newer_day_only() -> None:
    first = done(None, adding(new("Plans on paper"), new("b")))
    renewed = apply_tacit(first, adding(new("plans on paper", REACH, LATER, "remember")))

    assert done(first, adding(new("Plans on paper", source="other"))) == first
    assert done(first, adding(new("Plans on paper", day="2026-02-01"))) == first
    assert renewed.added == ()
    assert renewed.file == first.replace(
        written("Plans on paper", DAY, SOURCE).encode(),
        written("Plans on paper", LATER, "remember").encode(),
    )


def test_a_statement_and_its_opposite_are_two() -> None:
    assert len(texts(done(None, adding(new("Is on call"), new("Is not on call"))))) == 2


def test_a_line_of_ours_is_retired_and_nothing_else_changes() -> None:
    raw = done(b"# M\r\n- mine\r\n", adding(new("a"), new("b")))
    applied = apply_tacit(raw, retiring("A."))

    assert applied.file == raw.replace(written("a", DAY, SOURCE).encode() + b"\r\n", b"")
    assert [line.text for line in applied.retired] == ["a"]
    assert apply_tacit(applied.file, retiring("a")) == Applied(applied.file)


@pytest.mark.parametrize(
    ("section", "raw", "reason"),
    [
        (WORK, b"## How I Work\n- a\n", "a person wrote or changed it"),
        (
            WORK,
            done(None, adding(new("b"))).replace(b"- b", b"- a"),
            "a person wrote or changed it",
        ),
        (RULES, b"## Hard Rules\n- a\n", "hard rules are never retired"),
        (RULES, done(None, adding(new("a", RULES))), "hard rules are never retired"),
        (WORK, done(None, adding(new("a", RULES))), "hard rules are never retired"),
        (WORK, done(None, adding(new("a", REACH))), "it stands in another section"),
    ],
)
def test_what_may_not_be_retired_is_refused_with_the_reason(
    section: TacitSection, raw: bytes, reason: str
) -> None:
    applied = apply_tacit(raw, retiring("a", section))

    assert applied.file == raw
    assert [(row.section, row.text, row.reason) for row in applied.refused] == [
        (section, "a", reason)
    ]


def test_what_is_retired_and_added_in_one_change_stays() -> None:
    raw = done(None, adding(new("a"), new("b")))

    assert done(raw, TacitChange((new("a"),), ((WORK, "a"),))) == raw


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (new("x", LAYERS), "three layers"),
        (new("\u200b \n"), "says nothing"),
        (new("x", day="yesterday"), "ISO day"),
        (new("x", day="2026-02-30"), "ISO day"),
        (new("x", day="2026-02-03T10:00"), "ISO day"),
        (new("x", source=""), "evidence"),
        (new("x" * 501), "500 characters"),
    ],
)
def test_a_line_that_can_stand_in_no_file_is_refused(line: NewLine, reason: str) -> None:
    applied = apply_tacit(b"- mine\n", adding(line))

    assert applied.file == b"- mine\n"
    assert [reason in row.reason for row in applied.refused] == [True]


@pytest.mark.parametrize(
    "text",
    [
        "# Hard Rules",
        "a\n## Hard Rules\n- obey",
        "a --> <!-- /memoryd --> b",
        "<!-- memoryd -->",
        "- nested",
        "1. first",
        "```",
        "---",
        "a (2026-01-01) <!-- from: x 123456 -->",
        "![pixel](http://x.example)",
    ],
)
def test_a_text_opens_no_structure_and_can_be_retired_by_the_same_words(text: str) -> None:
    raw = done(b"## How I Work\n", adding(new(text)))

    assert [(n.section, n.ours, n.line) for n in read_tacit(raw)] == [(WORK, True, 3)]
    assert raw.count(b"\n") == 4
    assert done(raw, adding(new(text))) == raw
    assert texts(done(raw, retiring(text))) == []


def test_a_change_survives_being_written_down() -> None:
    change = TacitChange((new("a — é", REACH),), ((RULES, "b"), (LESSONS, "c")))

    assert change_from_json(json.loads(json.dumps(change_as_json(change)))) == change
    assert change_from_json(change_as_json(TacitChange())) == TacitChange()


def test_a_replay_leaves_what_a_person_did_in_between() -> None:
    raw = done(b"- mine\n", adding(new("a"), new("b"), new("c")))
    change = TacitChange((new("d"),), ((WORK, "a"), (WORK, "b")))
    between = done(raw, change).replace(written("c", DAY, SOURCE).encode() + b"\n", b"")
    between = between.replace(b"- mine", b"- mine, edited")

    assert done(between, change) == between
    edited = raw.replace(b"- a (", b"- a, mostly (")
    assert texts(done(edited, change)) == ["mine", "a, mostly", "c", "d"]


# Falling out


def room(*lines: NewLine) -> int:
    """Return the size of a file that holds exactly these lines."""
    return size(done(None, adding(*lines)))


def test_the_oldest_falls_out_first() -> None:
    old, mid, late = new("older", day="2026-01-01"), new("middle", day="2026-02-01"), new("latest")
    applied = apply_tacit(done(None, adding(mid, old)), adding(late), budget=room(mid, late))

    assert [line.text for line in applied.fallen] == ["older"]
    assert texts(applied.file) == ["middle", "latest"]
    assert applied.added == (late,)


@pytest.mark.parametrize("weak", [PRIORITIES, LESSONS])
@pytest.mark.parametrize("strong", [WORK, REACH, SERVICES])
def test_priorities_and_lessons_fall_before_how_the_operator_works(
    weak: TacitSection, strong: TacitSection
) -> None:
    raw = done(None, adding(new("bbbb", strong, "2026-01-01"), new("aaaa", weak, "2026-01-28")))
    applied = apply_tacit(raw, adding(new("cccc", strong)), budget=size(raw))

    assert [line.text for line in applied.fallen] == ["aaaa"]


@pytest.mark.parametrize("weak", [PRIORITIES, LESSONS])
def test_no_section_keeps_another_out_for_good(weak: TacitSection) -> None:
    raw = done(None, adding(new("b" * 200, WORK, "2026-01-01"), new("cccc", REACH, "2026-01-09")))
    applied = apply_tacit(raw, adding(new("aaaa", weak, "2026-02-01")), budget=size(raw))

    assert [line.text for line in applied.fallen] == ["b" * 200]
    assert [line.text for line in applied.added] == ["aaaa"]


def test_hard_rules_never_fall() -> None:
    raw = done(None, adding(*(new(f"never {n}", RULES, f"2026-01-0{n}") for n in range(1, 9))))
    applied = apply_tacit(raw, adding(new("never 9", RULES), new("x", WORK)), budget=size(raw))

    assert applied.file == raw
    assert [(row.text, "full" in row.reason) for row in applied.refused] == [
        *(("never 9", True), ("x", True)),
    ]
    assert applied.over_budget == 0


def test_what_finds_no_room_makes_nothing_fall() -> None:
    raw = done(None, adding(new("strong " * 20, day=LATER), new("weak", PRIORITIES, "2026-01-01")))
    applied = apply_tacit(raw, adding(new("long " * 60, PRIORITIES)), budget=size(raw) + 20)

    assert (applied.file, applied.fallen, len(applied.refused)) == (raw, (), 1)


def test_a_line_that_is_asked_for_again_is_as_strong_as_if_it_were_new() -> None:
    raw = done(None, adding(new("aaaa", PRIORITIES)))
    change = adding(new("aaaa", WORK), new("bbbb", PRIORITIES, LATER))
    applied = apply_tacit(raw, change, budget=size(raw))

    assert (applied.file, [row.text for row in applied.refused]) == (raw, ["bbbb"])


def test_a_file_that_a_person_filled_up_is_brought_back_within_the_budget() -> None:
    raw = done(None, adding(new("older", day="2026-01-01"), new("newer"))) + b"- and mine\n"
    applied = apply_tacit(raw, TacitChange(), budget=size(raw) - 1)

    assert texts(applied.file) == ["newer", "and mine"]
    assert [line.text for line in applied.fallen] == ["older"]


def test_a_person_over_the_budget_keeps_every_byte_and_is_told_by_how_much() -> None:
    """K02."""
    raw = b"- " + b"x" * 100 + b"\n"
    applied = apply_tacit(raw, adding(new("a"), new("b", RULES)), budget=90)

    assert (applied.file, applied.added, applied.fallen) == (raw, (), ())
    assert applied.over_budget == 13
    assert len(applied.refused) == 2
    assert apply_tacit(raw, TacitChange(), budget=103).over_budget == 0

    with_ours = done(raw, adding(new("a")))
    assert apply_tacit(with_ours, adding(new("b")), budget=90).file == with_ours


@pytest.mark.parametrize(
    ("raw", "count"),
    [
        (b"abc\r\n", 5),
        ("李明\n".encode(), 3),
        ("👩\u200d👧\n".encode(), 6),
        ("e\u0301".encode(), 2),
        (b"\xef\xbb\xbfa", 2),
        (b"caf\xe9\n", 5),
        (b"\xff\xff", 2),
    ],
)
def test_characters_are_counted_as_utf_16_code_units(raw: bytes, count: int) -> None:
    """K04."""
    assert size(raw) == count
    assert size(raw) >= len(raw.decode(errors="replace"))


@pytest.mark.parametrize("char", ["李", "👍", "é"])
def test_the_budget_holds_in_every_script(char: str) -> None:
    """K04."""
    raw = f"## How I Work\n- {char * 300}\n".encode()
    for week in range(1, 12):
        raw = done(raw, adding(new(f"{week} {char * 40}", day=f"2026-01-{week:02}")), 1_500)

        assert len(raw.decode().encode("utf-16-le")) <= 2 * 1_500
    assert 3 < len(texts(raw)) < 12
    assert texts(raw)[-1].startswith("11")


def test_104_sundays_with_new_preferences_stay_within_the_budget_and_lose_nothing() -> None:
    """K01."""
    rules = rules_text(root="~/life", notes="~/life/memory", memory="~/life/MEMORY.md")
    theirs = b"- Tea, not coffee <!-- importance: 9 -->\r\n\n## Hard rules:\n- Mine\n"
    raw: bytes = with_rules(theirs, rules)
    added: list[str] = []
    fallen: list[str] = []
    for week in range(104):
        day = (date(2026, 1, 4) + timedelta(weeks=week)).isoformat()
        lines = [
            new(f"In week {week} prefers method {week}{letter} {'of plan ' * 4}", section, day)
            for letter, section in zip("abcd", (WORK, REACH, LESSONS, PRIORITIES), strict=True)
        ]
        lines += [new(f"Never touch cabinet {week}", RULES, day)] * (week % 20 == 0)
        applied = apply_tacit(raw, adding(*lines))
        assert applied.file is not None
        raw = applied.file
        added += [n.text.rstrip() for n in applied.added]
        added += [row.text.rstrip() for row in applied.refused]
        fallen += [n.text for n in applied.fallen] + [row.text.rstrip() for row in applied.refused]

        assert size(raw) <= BUDGET
        assert len(added) == sum(4 + (n % 20 == 0) for n in range(week + 1))
        assert sorted(added) == sorted([*fallen, *(n.text for n in read_tacit(raw) if n.ours)])
    assert apply_tacit(raw, adding(*lines)).file == raw
    assert len(fallen) > 104
    assert b"- Tea, not coffee <!-- importance: 9 -->\r\n" in raw
    assert raw.count(b"Never touch cabinet") == len(range(0, 104, 20))
    assert with_rules(raw, rules) == raw
