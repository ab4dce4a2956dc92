"""Nobody leaves a company by the rules where they were not known to work."""

import pytest

from tests.llm.offline_lines import briefly, held, read, said


@pytest.mark.parametrize(
    "texts",
    [
        ("Sarah does not work at Initech.",), ("I don't work at Initech.",),
        ("Sarah works at Globex.", "Sarah does not work at Initech."),
        ("Sarah works at Globex.", "Sarah doesn't work for Initech."),
        ("I work at Globex.", "I do not work at Initech, I work at Globex."),
        ("Tom works at Initech.", "Sarah does not work at Initech."),
        ("I work at Globex.", "My sister Emma does not work at Globex."),
    ],
)  # fmt: skip
def test_not_to_work_somewhere_is_no_leaving(texts: tuple[str, ...]) -> None:
    assert not [fact for fact in briefly(*texts) if "Left" in fact]


@pytest.mark.parametrize(
    ("texts", "left"),
    [
        (("Sarah works at Initech.", "Sarah does not work at Initech."), "Sarah: Left Initech"),
        (("Sarah joined Initech.", "She doesn't work at Initech."), "Sarah: Left Initech"),
        (("I work at Initech.", "I don't work at Initech."), "Alex: Left Initech"),
        (("Sarah does not work at Initech any more.",), "Sarah: Left Initech"),
        (("I don't work at Initech since May.",), "Alex: Left Initech"),
        (("I no longer work at Initech.",), "Alex: Left Initech"),
        (("Sarah is no longer at Initech.",), "Sarah: Left Initech"),
        (("I left Initech.",), "Alex: Left Initech"),
    ],
)  # fmt: skip
def test_who_was_there_leaves(texts: tuple[str, ...], left: str) -> None:
    assert left in briefly(*texts)


def test_what_memory_holds_counts_as_known() -> None:
    now = said("Sarah does not work at Initech.")
    facts = [p.fact for p in read(now, held("person", "Sarah", "Works at Initech"))]
    assert facts == ["Left Initech"]
    assert not read(now, held("person", "Sarah", "Left Initech", "Works at Globex"))
