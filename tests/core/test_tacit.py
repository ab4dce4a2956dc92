"""MEMORY.md: the rules for assistants stand in one marked block, the rest is the person's."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.core.tacit import TacitSection, rules_text, with_rules

RULES = rules_text(root="~/life", notes="~/life/memory/", memory="~/life/MEMORY.md")
NEW_RULES = rules_text(root="~/mem", notes="~/agent/memory", memory="~/agent/MEMORY.md")
HEADING = "## Memory — Three Layers"


def test_the_rules_name_the_paths_the_order_of_looking_and_the_duties() -> None:
    for word in [
        *("`~/life/projects/`", "`~/life/memory/YYYY-MM-DD.md`", "`~/life/MEMORY.md`"),
        *("memory_remember", "memoryd remember", "superseded", "never deleted", "Sunday"),
        *("group", "a person wrote wins", "memory_search"),
    ]:
        assert word in RULES

    steps = [RULES.index(step) for step in ("1. `summary.md`", "2. `items.json`", "3. Search")]
    assert steps == sorted(steps)


def test_the_rules_hold_nothing_that_would_end_their_section_or_block() -> None:
    assert not re.search(r"^\s*(#|---|===|```|<!--)", RULES, re.MULTILINE)


def test_a_new_file_is_a_title_and_the_rules() -> None:
    lines = with_rules(None, RULES).decode().splitlines()

    assert lines[:3] == ["# MEMORY.md", "", HEADING]
    assert lines[3].startswith("<!-- memoryd ")
    assert lines[4:-1] == RULES.splitlines()
    assert lines[-1] == "<!-- /memoryd -->"
    assert with_rules(b"", RULES) == with_rules(None, RULES)


@pytest.mark.parametrize(
    "heading",
    [
        HEADING,
        "# memory - three layers",
        "### 🧠 Memory: Three Layers",
        "Memory — Three Layers\n---------------------",
    ],
)
def test_a_section_that_a_person_made_gets_the_block_at_the_end_of_its_own_text(
    heading: str,
) -> None:
    raw = f"# M\n\n{heading}\nMy words.\n\n### Layer 1\n- x <!-- importance: 8 -->\n"
    result = with_rules(raw.encode(), RULES).decode()

    before, _, rest = result.partition("<!-- memoryd ")
    assert before == f"# M\n\n{heading}\nMy words.\n"
    assert rest.partition("<!-- /memoryd -->\n")[2] == "\n### Layer 1\n- x <!-- importance: 8 -->\n"


def test_rules_of_an_earlier_version_are_replaced_where_they_stand() -> None:
    raw = with_rules(b"- mine\r\n", RULES) + b"\r\n## Hard Rules\r\n- theirs\r\n"
    result = with_rules(raw, NEW_RULES)

    assert result == with_rules(b"- mine\r\n", NEW_RULES) + b"\r\n## Hard Rules\r\n- theirs\r\n"
    assert b"~/life" not in result


def test_rules_that_a_person_edited_stand() -> None:
    raw = with_rules(None, RULES).replace(b"- On Sunday", b"- On Sunday or Monday")

    assert with_rules(raw, NEW_RULES) == raw
    assert with_rules(raw, RULES) == raw


def test_other_line_ends_and_trailing_spaces_are_no_edit() -> None:
    raw = with_rules(None, RULES).replace(b"\n", b"  \r\n")

    assert with_rules(raw, NEW_RULES).count(b"~/mem/projects/") == 1
    assert b"~/life" not in with_rules(raw, NEW_RULES)


def test_a_block_of_the_daemon_in_the_same_or_another_section_is_not_touched() -> None:
    other = b"# Memory - three layers\n<!-- memoryd -->\n- a\n<!-- /memoryd -->\n\n## How I Work\n"
    raw = other + b"<!-- memoryd -->\n- b\n<!-- /memoryd -->\n"
    result = with_rules(raw, RULES)

    assert b"<!-- memoryd -->\n- a\n<!-- /memoryd -->\n" in result
    assert result.endswith(b"## How I Work\n<!-- memoryd -->\n- b\n<!-- /memoryd -->\n")


PARTS = [
    *(f"## {section}".encode() for section in TacitSection),
    *(b"# MEMORY.md", b"", b"  ", b"- caf\xe9 <!-- trigger: a -->", b"```", b"<!--", b"-->"),
    *(b"<!-- memoryd -->", b"<!-- /memoryd -->", b"<!-- memoryd 0a1b2c3d -->", b"---", b"a\x0c"),
]
DOCUMENTS = st.lists(
    st.tuples(st.sampled_from(PARTS), st.sampled_from([b"\n", b"\r\n", b""])).map(b"".join),
    min_size=1,
    max_size=12,
).map(b"".join)


@given(DOCUMENTS.filter(bool))
def test_writing_the_rules_twice_is_writing_them_once(raw: bytes) -> None:
    result = with_rules(raw, RULES)

    assert with_rules(result, RULES) == result


@given(DOCUMENTS.filter(lambda raw: raw and b"0a1b2c3d" not in raw))
def test_all_other_bytes_stay(raw: bytes) -> None:
    newline = rb"(?:\r\n|\n)"
    block = rb"<!-- memoryd [0-9a-f]{8} -->(?:(?!<!-- /memoryd)[\s\S])*<!-- /memoryd -->"
    heading = rb"%b?%b%b" % (newline, HEADING.encode(), newline)
    result = with_rules(raw, RULES)

    if result.count(HEADING.encode()) > raw.count(HEADING.encode()):
        block = heading + block
    assert re.sub(rb"%b%b\Z|%b%b" % (newline, block, block, newline), b"", result, count=1) == raw


@given(DOCUMENTS.filter(bool))
def test_new_rules_change_only_the_block(raw: bytes) -> None:
    first = with_rules(raw, RULES)
    second = with_rules(first, NEW_RULES)

    rules = re.compile(rb"<!-- memoryd [0-9a-f]{8} -->\r?\nmemoryd keeps(?s:.*?)<!-- /memoryd -->")
    assert rules.sub(b"", second) == rules.sub(b"", first)
    assert with_rules(second, RULES) == first
