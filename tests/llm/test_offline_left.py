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
        (("Sarah works at Initech.", "Sarah does not work at Initech."),
         "Sarah: Does not work at Initech"),
        (("Sarah joined Initech.", "She doesn't work at Initech."),
         "Sarah: Does not work at Initech"),
        (("Sarah works at Initech.", "No, Sarah does not work at Initech, I was wrong."),
         "Sarah: Does not work at Initech"),
        (("I work at Initech.", "I don't work at Initech."), "Alex: Does not work at Initech"),
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
    assert facts == ["Does not work at Initech"]
    assert not read(now, held("person", "Sarah", "Left Initech", "Works at Globex"))


AT_WORK = (
    held("person", "Alex", "Works at Brightwave"),
    held("person", "Dana", "Works at Meridian"),
    held("company", "Brightwave", "Employer of Alex"),
    held("company", "Meridian", "Employer of Dana"),
)  # fmt: skip


def ended(text: str) -> list[str]:
    return [f"{p.entity.name}: {p.fact}" for p in read(said(text), *AT_WORK)]


@pytest.mark.parametrize(
    "text",
    [
        "Dana left Meridian for lunch.", "Dana left Meridian for the day.",
        "Dana left Meridian at six to pick up the kids.", "Dana left Meridian to pick up the kids.",
        "Dana left Meridian already, so call her on her mobile.", "Dana already left Meridian.",
        "Dana left Meridian with Tom.", "Dana left Meridian for Munich.",
        "Dana left Meridian after lunch.", "Dana left Meridian when Mia called.",
        "I left Brightwave at five today.", "I left Brightwave around seven.",
        "I left Brightwave early today because Mia was sick.", "I left Brightwave early.",
        "I left Brightwave late last night, I am exhausted.", "I left Brightwave last night.",
        "I left Brightwave this morning with a headache.", "I left Brightwave this afternoon.",
        "I just left Brightwave, home in 20 minutes.", "I left Brightwave on foot.",
        "I left Brightwave at the end of the day.", "I left Brightwave at the end of my shift.",
        "Tom left Hamburg for good.", "Tom left Julia last spring.", "I left Julia for good.",
        "I left Berlin to study in Hamburg.", "Tom left Berlin after ten years.",
        "I left Berlin for health reasons.", "I left Julia at the end of June.",
        "I left Brightwave in a hurry.", "I left Brightwave and walked home.",
        "I left my job early today.", "I left my job at Brightwave early today.",
    ],
)  # fmt: skip
def test_to_leave_for_the_day_ends_no_job(text: str) -> None:
    assert ended(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "I left Brightwave.", "I just left Brightwave.", "I left Brightwave today.",
        "I left Brightwave last week.", "I left Brightwave in May 2025.",
        "I left Brightwave early in 2025.", "I left Brightwave late last year.",
        "I left Brightwave because the pay was bad.", "I left Brightwave for Tallow.",
        "I left Brightwave for a new job.", "I left Brightwave after two years.",
        "I left Brightwave to join Tallow.", "I left Brightwave to start a company.",
        "I left Brightwave for good.", "I left Brightwave, finally.",
        "I left Brightwave as an engineer.", "I left Brightwave on good terms.",
        "I left my job at Brightwave.", "I left Brightwave and joined Tallow.",
        "I left Brightwave last summer.", "I left Brightwave for a startup.",
        "I left Brightwave at the end of June.", "I left Brightwave at the end of last year.",
        "I left Brightwave for health reasons.", "I left Brightwave for personal reasons.",
        "I left Brightwave and may work at Tallow now.", "Left Brightwave, Sarah.",
    ],
)  # fmt: skip
def test_to_leave_for_good_ends_it(text: str) -> None:
    assert "Alex: Left Brightwave" in ended(text)
