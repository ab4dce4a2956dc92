"""What the offline rules read of a message that holds words of others."""

import pytest

from memoryd.core.turn import Role
from tests.core.test_pasted import CHATS, LETTERS, UNSIGNED
from tests.llm.offline_lines import briefly, held, read, said

MOVED = "I live in Munich.\nI prefer email.\nMy boss is Greta."


@pytest.mark.parametrize("form", [*CHATS, *LETTERS, *UNSIGNED])
def test_nothing_is_learned_of_the_operator_from_what_was_pasted(form: str) -> None:
    assert briefly(form.format(MOVED)) == []


@pytest.mark.parametrize("form", [*CHATS, *LETTERS])
def test_own_lines_around_it_are_read(form: str) -> None:
    pasted = form.format(MOVED)

    found = briefly(f"I live in Oslo.\n\n{pasted}\n\nI prefer phone calls.")

    assert found == ["Alex: Lives in Oslo", "Alex: Prefers phone calls"]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Note: I prefer tea", "Prefers tea"),
        ("Update: I moved to Oslo", "Moved to Oslo"),
        ("Two things: I live in Oslo.", "Lives in Oslo"),
        ("Two things:\n- I live in Oslo", "Lives in Oslo"),
        ("Home: I live in Oslo", "Lives in Oslo"),
        ("Alex: I live in Oslo", "Lives in Oslo"),
        ("**Alex**: I live in Oslo", "Lives in Oslo"),
        ("Alex  10:32 AM\nI live in Oslo.", "Lives in Oslo"),
        ("Tom: where do you live?\nAlex: I live in Oslo.", "Lives in Oslo"),
        ("Tom called me today.\nI live in Oslo.\nTom Lind sent a letter.", "Lives in Oslo"),
    ],
)
def test_what_the_operator_says_under_a_label_or_their_own_name_is_read(
    text: str, fact: str
) -> None:
    assert f"Alex: {fact}" in briefly(text)


def test_the_other_party_is_the_speaker_under_their_own_name() -> None:
    lines = said("Dana: I live in Oslo", role=Role.MEMBER, speaker="Dana", channel="x:direct")

    assert [(p.entity.name, p.fact) for p in read(lines)] == [("Dana", "Lives in Oslo")]


def test_a_name_that_memory_knows_for_a_project_is_what_is_spoken_of() -> None:
    known = held("project", "Zeta", "Started in May")

    assert read(said("Zeta: I live in Oslo\nI live in Rome"), known) != ()
