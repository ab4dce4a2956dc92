"""The rules' own text of a summary, and what a proposed text must not be."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.core.decay import Heat
from memoryd.core.fact import Fact, Status
from memoryd.core.outline import MOST, Refusal, lines, outline, quoted, refusal

HOT, WARM, COLD = Heat


def fact(number: int, text: str, *, category: str = "status", day: str = "2026-02-01") -> Fact:
    return Fact(f"noor-{number:03d}", text, day, category=category)


def over(number: int, text: str, by: int, *, category: str = "status") -> Fact:
    return Fact(
        f"noor-{number:03d}", text, "2024-05-01", category=category,
        status=Status.SUPERSEDED, superseded_by=f"noor-{by:03d}",
    )  # fmt: skip


def told(*facts: Fact, heat: Heat = HOT, name: str = "Noor") -> list[str]:
    return outline(name, facts, {f.id: heat for f in facts if f.active}).splitlines()


def test_who_it_is_goes_first_then_hot_then_warm() -> None:
    facts = (
        fact(1, "Likes jasmine tea", category="preference"),
        fact(2, "Repairs clocks on Fridays"),
        fact(3, "Sister of Idris", category="relationship"),
        fact(4, "Owns a red bicycle"),
    )
    heats = {"noor-001": HOT, "noor-002": WARM, "noor-003": WARM, "noor-004": COLD}

    assert outline("Noor", facts, heats).splitlines() == [
        "Sister of Idris.",
        "Likes jasmine tea.",
        "Repairs clocks on Fridays.",
    ]


def test_a_role_that_ended_is_said_as_such_and_what_rested_on_it_is_not_said() -> None:
    lines_ = told(
        over(1, "Manager of Idris at Velo Works", 3, category="relationship"),
        over(2, "Difficult manager, checks every minute", 3, category="relationship"),
        over(4, "Likes long meetings", 5),
        fact(3, "No longer works with Idris, who left Velo Works", day="2026-01-16"),
        fact(5, "Likes short meetings"),
    )

    assert lines_ == [
        "Former manager of Idris at Velo Works (until 2026-01-16).",
        "No longer relevant: No longer works with Idris, who left Velo Works.",
        "Likes short meetings.",
    ]


@pytest.mark.parametrize(
    ("role", "said"),
    [
        ("Noor is Idris's manager at Velo Works", "Former manager of Idris at Velo Works"),
        ("Is the manager of Idris", "Former manager of Idris"),
        ("Senior engineer at Velo Works", "Former senior engineer at Velo Works"),
        ("CTO's boss", None),
        ("Works at Velo Works with Idris.", "Formerly worked at Velo Works with Idris"),
        ("Noor reports to Idris", "Formerly reported to Idris"),
        ("Leitet das Team von Idris", None),
        ("Idris 的经理", None),
    ],
)
def test_roles_are_put_in_the_past_and_unknown_words_are_quoted(
    role: str, said: str | None
) -> None:
    ended = fact(2, "No longer works with Idris", day="2026-01-16")

    first = told(over(1, role, 2, category="relationship"), ended)[0]

    plain = role.rstrip(".")
    expected = {"CTO's boss": "Former boss of CTO"}.get(role, said) or f"Formerly: {plain}"
    assert first == f"{expected} (until 2026-01-16)."


@pytest.mark.parametrize(
    ("role", "end"),
    [("Manager of Idris", "Former manager of Idris"),
     ("Manager of Idris at Velo Works", "Noor is the former manager of Idris at Velo Works.")],
)  # fmt: skip
def test_an_end_that_says_no_more_than_the_role_as_over_is_told_once(role: str, end: str) -> None:
    (line,) = told(
        over(1, role, 2, category="relationship"), fact(2, end, day="2026-01-16")
    )  # fmt: skip

    assert line.startswith("Former")
    assert line.endswith(" (until 2026-01-16).")


def test_a_person_who_left_a_company_is_not_called_irrelevant() -> None:
    assert told(
        over(1, "Works at Velo Works", 2), fact(2, "Left Velo Works", day="2026-01-16")
    ) == ["Formerly worked at Velo Works (until 2026-01-16).", "Left Velo Works."]


def test_of_an_entity_gone_cold_two_lines_say_who_it_is() -> None:
    facts = [fact(n, f"Saw film {n}", day=f"2025-01-{n + 1:02}") for n in range(1, 8)]
    sister = fact(9, "Sister of Idris", category="relationship", day="2020-01-01")

    assert told(*facts, sister, heat=COLD) == ["Sister of Idris.", "Saw film 7."]
    assert told(heat=COLD) == []


def test_all_hot_facts_are_told_and_warm_ones_while_there_is_room() -> None:
    facts = [fact(n, f"Keeps clock number {n} in the hall of the old house") for n in range(1, 90)]

    assert len(told(*facts)) == 89
    assert len("\n".join(told(*facts, heat=WARM))) <= MOST
    assert len(told(*facts, heat=WARM)) > 30


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Dr. Ruiz came. He left", ["Dr. Ruiz came.", "He left."]),
        ("Works at Velo Inc. Likes tea", ["Works at Velo Inc.", "Likes tea."]),
        ("Drinks tea, e.g. Assam. J. Noor said so!", ["Drinks tea, e.g. Assam.",
                                                      "J. Noor said so!"]),
        ("Version 2.1 is out. Good", ["Version 2.1 is out.", "Good."]),
        ("Kam am 3. Oktober an. Blieb", ["Kam am 3. Oktober an.", "Blieb."]),
        ("他是经理。喜欢茶", ["他是经理。", "喜欢茶。"]),
        ("# 1 of 3\n- done", ["\\# 1 of 3 - done."]),
        ("<!-- keep -->", ["&lt;!-- keep --&gt;."]),
        ("🦀", []),
        ("Tea - and cake", ["Tea - and cake."]),
        ("\u3002\u20220", ["0\\."]),
    ],
)  # fmt: skip
def test_a_text_is_quoted_a_sentence_a_line(text: str, sentences: list[str]) -> None:
    assert list(quoted(text)) == sentences


def test_of_a_markdown_text_only_the_sentences_are_taken() -> None:
    text = (
        "```markdown\n# Noor\n\nHere is the summary:\n<!-- keep -->\n## Facts\n"
        "- Repairs clocks. Likes tea\n* Sister of Idris\n---\n1. One\n2) Two\n> Said so\n"
        "<!-- a\nb -->\n|---|\n```"
    )

    assert lines(text) == (
        "Repairs clocks.", "Likes tea.", "Sister of Idris.", "One.", "Two.", "Said so.",
    )  # fmt: skip


@given(st.text(max_size=80) | st.text("ab .!?#-*>1\\[]<&;`~_|\n•。)", max_size=40))
def test_a_quoted_line_is_read_back_as_it_is(text: str) -> None:
    for line in quoted(text):
        assert lines(line) == (line,)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", Refusal.EMPTY), (" \n\t", Refusal.EMPTY), ("\u200b", Refusal.EMPTY),
        ("TODO", Refusal.PLACEHOLDER), ("TODO: write it", Refusal.PLACEHOLDER),
        ("[summary here]", Refusal.PLACEHOLDER), ("[Insert summary]", Refusal.PLACEHOLDER),
        ("<summary>", Refusal.PLACEHOLDER), ("{{summary}}", Refusal.PLACEHOLDER),
        ("Lorem ipsum dolor sit amet.", Refusal.PLACEHOLDER), ("N/A", Refusal.PLACEHOLDER),
        ("n/a.", Refusal.PLACEHOLDER), ("No summary available.", Refusal.PLACEHOLDER),
        ("No information is available yet", Refusal.PLACEHOLDER), ("...", Refusal.MARKUP),
        ("Noor", Refusal.PLACEHOLDER), ("# Noor\n", Refusal.PLACEHOLDER),
        ("**noor**.", Refusal.PLACEHOLDER), ("None", Refusal.PLACEHOLDER),
        ("I'm sorry, I can't summarise this.", Refusal.DECLINED),
        ("I’m sorry, but no.", Refusal.DECLINED), ("I cannot help with that.", Refusal.DECLINED),
        ("As an AI, I have no access to it.", Refusal.DECLINED),
        ("Noor repairs clocks. As an AI language model I may err.", Refusal.DECLINED),
        ("Unfortunately, there is nothing.", Refusal.DECLINED),
        ("Es tut mir leid, das geht nicht.", Refusal.DECLINED), ("抱歉。我无法", Refusal.DECLINED),
        ("# Noor\n## Facts\n<!-- x -->\n```\n```", Refusal.MARKUP),
        ('{"summary": "Repairs clocks"}', Refusal.MARKUP),
        ('```json\n{"summary": "Repairs clocks", "c', Refusal.MARKUP),
        ("Repairs clocks. Likes tea and", Refusal.CUT), ("Repairs clocks,", Refusal.CUT),
        ("Repairs clocks. " * 200, Refusal.TOO_LONG),
    ],
)  # fmt: skip
def test_what_is_no_summary_is_refused(text: str, reason: Refusal) -> None:
    assert refusal(text, "Noor") is reason


@pytest.mark.parametrize(
    "text",
    [
        "Noor repairs clocks",
        "As an AI engineer at Velo Works she trains models.",
        "Keeps a TODO list. Never says sorry.",
        "Summary:\nRepairs clocks.",
        "- Repairs clocks\n- Likes tea",
        "None of the clocks is hers.",
        "喜欢茶。",
    ],
)
def test_a_plain_text_is_not_refused(text: str) -> None:
    assert refusal(text, "Noor") is None


@given(st.permutations(range(8)))
def test_the_text_does_not_depend_on_the_order_of_the_file(order: list[int]) -> None:
    days = [(date(2026, 1, 1) + timedelta(days=n)).isoformat() for n in range(8)]
    facts = [fact(n, f"Saw film {n}", day=days[n]) for n in range(8)]
    heats = {f.id: HOT for f in facts}

    assert outline("Noor", [facts[n] for n in order], heats) == outline("Noor", facts, heats)
