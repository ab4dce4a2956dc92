# ruff: noqa: RUF001 - these letters are meant
"""Which entities a prompt names, however their names are written: nothing is skipped too soon."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.core.entity import Ref
from memoryd.core.heard import Spoken, heard
from memoryd.core.named import Called, calls, matched
from memoryd.core.summary import read_names, read_summary
from memoryd.core.turn import Audience
from memoryd.jobs.recall import Unclear, recall
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


@pytest.mark.parametrize(
    ("folder", "summary", "prompt"),
    [
        ("areas/people", "# Sarah Whitfield\n", "did swhitfield answer?"),
        ("areas/people", "# Sarah Whitfield\n", "is sarahw in?"),
        ("areas/people", "# Sarah Whitfield\n", "WhitfieldSarah wrote"),
        ("areas/people", "# Dr. Sarah Whitfield\n", "ask swhitfield"),
        ("areas/people", "# Sarah Li\n", "lisarah wrote"),
        ("areas/people", "# Jo Whitfield\n", "jowhitfield wrote"),
        ("areas/people", "# J R Tolkien\n", "jrtolkien wrote"),
        ("areas/people", "# Joerg Bauer\n", "Jörg said so"),
        ("areas/people", "# O'Hara\n", "OHara said so"),
        ("areas/people", "# Anna Bauer\n", "is Annanak in? or anna92"),
        ("areas/people", "# Sarah Whitfield\n", "Sarahs plan"),
        ("areas/companies", "# Acme Corp\n", "Acme's plan"),
        ("areas/companies", "# Acme Corp\n", "AcmeCorp called"),
        ("areas/companies", "# Northwind Traders\n", "what did we quote Northwind last time?"),
        ("areas/companies", "# Northwind Traders\n", "northwind's offer"),
        ("projects", "# Blue Harbor\n", "the blueharbor thing"),
        ("projects", "# Blue Harbor\n", "Blue Harbor"),
    ],
)
def test_a_short_or_joined_name_is_heard(
    tmp_path: Path, folder: str, summary: str, prompt: str
) -> None:
    life = Life(tmp_path)
    life.has_fact(f"{folder}/x-1", "A fact", "2024-02-12")
    life.has(f"{folder}/x-1/summary.md", summary)

    found = [str(ref) for ref in named(life.memory(), prompt, Audience.PRIVATE)]

    assert found == [f"{folder.removeprefix('areas/')}/x-1"]


@pytest.mark.parametrize(
    ("name", "prompt"),
    [
        ("Blue Ocean Partners", "the blue car"),
        ("Old Harbour Bank", "my old flat"),
        ("Northwind Traders", "the traders called"),
        ("IBM Research", "research goes on"),
    ],
)
def test_a_company_is_not_heard_in_the_words_of_any_text(
    tmp_path: Path, name: str, prompt: str
) -> None:
    life = Life(tmp_path)
    life.has_fact("areas/companies/x-1", "A fact", "2024-02-12")
    life.has("areas/companies/x-1/summary.md", f"# {name}\n")

    assert list(named(life.memory(), prompt, Audience.PRIVATE)) == []


LETTERS = st.text("abelrs -'", min_size=1, max_size=12)


@given(LETTERS, LETTERS)
def test_what_is_left_out_for_a_text_is_not_in_it(name: str, text: str) -> None:
    said = heard(text)

    def found(spoken: Spoken | None) -> list[tuple[int, Called]]:
        names = sorted(calls(Ref("people", "x-1"), (name,), spoken), key=repr)
        return [(at, one) for one in names for at in range(len(said)) if matched(said, at, one)]

    every, kept = found(None), found(Spoken.of(said))
    assert kept == every
    assert not every or Spoken.of(said).may_name(name)


@given(st.text("# \\`~-<!>keep/='a&;lt\n\r\t"))
def test_the_names_are_those_of_the_whole_summary(text: str) -> None:
    for raw in (text.encode(), f"# {text}".encode()):
        summary = read_summary(raw)
        whole = [summary.name] if summary.name else []
        assert list(read_names(raw)) == [*whole, *summary.aliases]


@pytest.mark.parametrize(
    ("text", "refs"),
    [
        ("Acme", ("companies/acme-corp",)),
        ("acme's", ("companies/acme-corp",)),
        ("AcmeCorp", ("companies/acme-corp",)),
        ("Whitfield", ("people/sarah-whitfield",)),
        ("Сарой", ("people/сара-иванова",)),
        ("Lee", ("people/ann-lee", "people/bob-lee")),
        ("Whit", ()),
        ("Acme and Lee", ()),
        ("", ()),
    ],
)
def test_recall_knows_an_entity_by_a_short_name(
    tmp_path: Path, text: str, refs: tuple[str, ...]
) -> None:
    life = Life(tmp_path)
    for ref in ("companies/acme-corp", "people/sarah-whitfield", "people/сара-иванова",
                "people/ann-lee", "people/bob-lee"):  # fmt: skip
        life.has_fact(f"areas/{ref}", "A fact", "2024-02-12")

    found = recall(
        life.memory().store, text, audience=Audience.PRIVATE, group_visible=("projects",)
    )
    told = found.meant if isinstance(found, Unclear) else (str(found.ref),)
    assert told == refs


def test_a_group_knows_a_short_name_only_of_what_it_may_be_told(tmp_path: Path) -> None:
    life = Life(tmp_path)
    life.has_fact("areas/people/sarah-whitfield", "A fact", "2024-02-12")
    life.has_fact("projects/beacon", "Sarah left", "2024-02-12")
    life.has("projects/beacon/summary.md", "# Zorblax Beacon\n")

    for text in ("Whitfield", "Zorblaxes", "ZorblaxBeacon"):
        found = recall(
            life.memory().store, text, audience=Audience.GROUP, group_visible=("projects",)
        )
        assert isinstance(found, Unclear)
        assert found.meant == ()
