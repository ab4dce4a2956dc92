"""Pasted text may hold thousands of blanks in a row: each rule reads them once."""

from collections.abc import Callable

import pytest

from memoryd.core.deeds import told
from memoryd.core.direction import departs
from memoryd.core.governed import orders, without_first
from memoryd.core.project_end import ends_project
from memoryd.core.several import clauses
from memoryd.core.twisted import is_twisted
from memoryd.core.widened import is_widened
from tests.pace import grows_in_line

NONE = frozenset[str]()
RULES: tuple[tuple[str, Callable[[str], object]], ...] = (
    ("a sentence of a summary", lambda text: departs(text, "Stopped smoking", NONE)),
    ("a fact of a summary", lambda text: departs("Omar likes tea.", text, NONE)),
    ("a line of MEMORY.md", lambda text: is_widened("Omar likes tea", [text], names="Alex")),
    ("what is left out of it", lambda text: without_first("Likes tea first", text)),
    ("a line of a note", lambda text: is_twisted("Omar likes tea", text)),
    ("deeds", lambda text: told(text, None, NONE)),
    ("orders", orders),
    ("several facts in one", clauses),
    ("an end", lambda text: ends_project(text, ["Acme"])),
)


@pytest.mark.parametrize("blank", [" ", "\n"])
@pytest.mark.parametrize("rule", [rule for _, rule in RULES], ids=[name for name, _ in RULES])
def test_a_run_of_blanks_is_read_in_proportion_to_it(
    rule: Callable[[str], object], blank: str
) -> None:
    def read(size: int) -> None:
        run = blank * size
        rule(f"I do not work at{run}Acme, and Omar, who finished Acme, likes tea{run}")

    assert grows_in_line(read, 16_000)
