"""What rules work out of texts is held on to for the texts that follow, and for no longer."""

import sys
import threading

from memoryd.core import states
from memoryd.core.attributes import attributes
from memoryd.core.kept import forget
from memoryd.core.regex import regex
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


def test_no_expression_is_compiled_to_see_what_it_keeps() -> None:
    late = regex(r"never used before: \d+")
    setattr(states, "_UNUSED", late)  # noqa: B010 - it is no name of that module
    try:
        forget()

        assert isinstance(vars(late)["_form"], tuple)
    finally:
        delattr(states, "_UNUSED")


def test_modules_may_be_loaded_meanwhile() -> None:
    names = [f"memoryd_never_{n}" for n in range(2_000)]
    going = threading.Event()

    def load() -> None:
        while not going.is_set():
            for name in names:
                sys.modules[name] = sys
            for name in names:
                del sys.modules[name]

    before, loader = sys.getswitchinterval(), threading.Thread(target=load)
    sys.setswitchinterval(1e-5)
    loader.start()
    try:
        for n in range(200):
            normal(f"Text {n}")
            forget()
            assert normal.cache_info().currsize == 0
    finally:
        going.set()
        loader.join()
        sys.setswitchinterval(before)
