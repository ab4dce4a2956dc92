"""Which entities a prompt names, however their names are written: nothing is skipped too soon."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.core.summary import read_names, read_summary
from memoryd.core.turn import Audience
from memoryd.jobs.reminder import named
from tests.jobs.test_briefing import Life


@pytest.mark.parametrize(
    ("summary", "prompt"),
    [
        ("# Sarah Li\n", "ask sarah li"),
        ("# sarah's pal\n", "ask Sarah pal"),
        ("# O'Neil\n", "is O'Neil in?"),
        ("# AT\\&T\n", "call AT&T"),
        ("# R&lt;D\n", "what of R<D?"),
        ("# foo\\_bar\n", "run foo_bar"),
        ("# Beacon v1.2 #\n", "beacon v1.2 is out"),
        ("# Beacon-3\n", "beacon 3"),
        ("# Beacon\r\ntext\r\n", "beacon"),
        ("# Beacon\rtext", "beacon"),
        ("# Beacon", "beacon"),
        ("#\tBeacon\n", "beacon"),
        ("  # Beacon\n", "beacon"),
        ("\ufeff# Beacon\n", "beacon"),
        ("Beacon\n===\n", "beacon"),
        ("## Two\n# Beacon\n", "beacon"),
        ("text first\n\n# Beacon\n", "beacon"),
        ("<!-- keep -->\n# Other\n<!-- /keep -->\n# Beacon\n", "beacon"),
        ("---\naliases: [Bea, Con]\n---\n# Other\n", "con says"),
        ("# Café Müller\n", "at the cafe? no: Café Müller"),
        ("# 李雷\n", "我和李雷说过"),
        ("# \uff22eacon\n", "Beacon"),
    ],
)
def test_a_name_is_known_by_its_words(tmp_path: Path, summary: str, prompt: str) -> None:
    life = Life(tmp_path)
    life.has_fact("projects/x-1", "A fact", "2024-02-12")
    life.has("projects/x-1/summary.md", summary)

    assert [str(ref) for ref in named(life.memory(), prompt, Audience.PRIVATE)] == ["projects/x-1"]


@given(st.text("# \\`~-<!>keep/='a&;lt\n\r\t"))
def test_the_names_are_those_of_the_whole_summary(text: str) -> None:
    for raw in (text.encode(), f"# {text}".encode()):
        summary = read_summary(raw)
        whole = [summary.name] if summary.name else []
        assert list(read_names(raw)) == [*whole, *summary.aliases]
