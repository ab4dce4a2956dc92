"""Sections: what a file says, item by item, and where a line of ours is put."""

from enum import StrEnum

import pytest

from memoryd.core import blocks, sections


class Meal(StrEnum):
    BREAKFAST = "Breakfast"
    LUNCH = "Lunch"
    DINNER = "Dinner"


KEYS = sections.keyed(Meal)


def put(raw: str, section: Meal) -> str:
    return sections.put(blocks.read(raw.encode()), KEYS, section, "- ours").decode()


def test_an_item_takes_its_indented_lines_and_leaves_comments_out() -> None:
    raw = b"# T\n- one <!-- x: 1 -->\n  more\n\nprose\n```\n- code\n```\n1. two\n"

    assert sections.items(blocks.read(raw)) == (
        sections.Item("one more", 1, 3),
        sections.Item("prose", 4, 5),
        sections.Item("two", 8, 9),
    )


@pytest.mark.parametrize(
    ("raw", "section", "result"),
    [
        ("", Meal.LUNCH, "## Lunch\n{}"),
        ("x\n", Meal.LUNCH, "x\n\n## Lunch\n{}"),
        ("## Dinner\n- d\n", Meal.LUNCH, "## Lunch\n{}## Dinner\n- d\n"),
        ("## Breakfast\n- b\n", Meal.LUNCH, "## Breakfast\n- b\n\n## Lunch\n{}"),
        ("# LUNCH:\n- l\n\n# Else\n", Meal.LUNCH, "# LUNCH:\n- l\n{}\n# Else\n"),
    ],
)
def test_a_line_goes_into_a_block_of_its_section(raw: str, section: Meal, result: str) -> None:
    assert put(raw, section) == result.format("<!-- memoryd -->\n- ours\n<!-- /memoryd -->\n")


def test_a_second_line_goes_into_the_same_block() -> None:
    assert put(put("## Lunch\n", Meal.LUNCH), Meal.LUNCH) == (
        "## Lunch\n<!-- memoryd -->\n- ours\n- ours\n<!-- /memoryd -->\n"
    )


def test_a_sealed_block_is_a_text_of_its_own_and_takes_no_item() -> None:
    sealed = "## Lunch\n<!-- memoryd 0a1b2c3d -->\ntext\n<!-- /memoryd -->\n"
    ours = f"{sealed}<!-- memoryd -->\n- ours\n<!-- /memoryd -->\n"

    assert put(sealed, Meal.LUNCH) == ours
    assert sections.places(blocks.read(ours.encode()), KEYS)[1] == {4, 5}
