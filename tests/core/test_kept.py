"""What rules work out of texts is held on to for the texts that follow, and for no longer."""

from memoryd.core.attributes import attributes
from memoryd.core.kept import forget
from memoryd.core.scripts import _optional
from memoryd.core.text import normal
from memoryd.core.wishes import wishes

BY_TEXT = (attributes, normal, wishes)


def test_what_was_worked_out_of_texts_is_let_go_of_and_worked_out_the_same_again() -> None:
    texts = [f"Prefers tea number {n} over coffee" for n in range(50)]
    before = [[rule(text) for rule in BY_TEXT] for text in texts]
    assert all(rule.cache_info().currsize >= 50 for rule in BY_TEXT)

    forget()

    assert [rule.cache_info().currsize for rule in BY_TEXT] == [0, 0, 0]
    assert [[rule(text) for rule in BY_TEXT] for text in texts] == before


def test_tables_are_made_once() -> None:
    table = _optional()

    forget()

    assert _optional() is table
