"""What the rules read of a no: it is kept, and ends what is held, where just that is held."""

import pytest

from tests.llm.test_offline_changes import at_once_and_apart

NOW, LATER = "2026-05-01", "2026-06-01"


@pytest.mark.parametrize(
    ("held", "no", "fact"),
    [
        ("I'm vegetarian.", "I'm not vegetarian any more.", "No longer vegetarian"),
        ("I'm vegetarian.", "I'm no longer vegetarian.", "No longer vegetarian"),
        ("I'm a vegetarian.", "I am no longer a vegetarian.", "No longer a vegetarian"),
        ("I'm vegan.", "I'm not vegan.", "Not vegan"),
        ("I'm vegan.", "I used to be vegan.", "No longer vegan"),
        ("I'm vegan.", "I stopped being vegan.", "No longer vegan"),
        ("I'm a night owl.", "I'm not a night owl anymore.", "No longer a night owl"),
        ("I'm allergic to nuts.", "I'm no longer allergic to nuts.", "No longer allergic to nuts"),
        ("I live in Berlin.", "I don't live in Berlin any more.",
         "Does not live in Berlin any more"),
        ("I live in Berlin.", "I no longer live in Berlin.", "Does not live in Berlin any more"),
        ("I speak French.", "I no longer speak French.", "Does not speak French any more"),
    ],
)  # fmt: skip
def test_a_no_to_what_is_held_ends_it(held: str, no: str, fact: str) -> None:
    for memory in at_once_and_apart(NOW, held, LATER, no):
        assert memory.active() == [fact]


@pytest.mark.parametrize(
    ("held", "no"),
    [
        ("I'm vegetarian.", "I'm not only vegetarian."),
        ("I'm vegetarian.", "I'm not vegan."),
        ("I'm vegetarian.", "I'm not a doctor."),
        ("I'm vegetarian.", "Anna is not vegetarian any more."),
        ("I'm vegetarian.", "My sister Anna is no longer vegetarian."),
        ("I live in Berlin.", "I don't work in Berlin any more."),
        ("I'm a night owl.", "I'm not really a night owl."),
    ],
)
def test_a_no_to_something_else_ends_nothing_and_is_no_fact_by_itself(held: str, no: str) -> None:
    for memory in at_once_and_apart(NOW, held, LATER, no):
        (fact,) = memory.facts["people/alex"]
        assert fact.active


@pytest.mark.parametrize(
    ("was", "turned", "over", "stand"),
    [
        ("My sister Anna is a nurse.", "Anna is a doctor now.", "Anna is no longer a doctor.",
         ["Now a doctor", "No longer a doctor"]),
        ("My friend Anna is a teacher.", "Anna is now a writer.", "Anna isn't a writer any more.",
         ["Now a writer", "No longer a writer"]),
        ("My friend Anna is a chef.", "Anna became an architect.",
         "Anna is no longer an architect.", ["Now an architect", "No longer an architect"]),
    ],
)  # fmt: skip
def test_a_trade_that_is_taken_up_and_given_up(
    was: str, turned: str, over: str, stand: list[str]
) -> None:
    for days in [(NOW, was, LATER, turned), (NOW, was, LATER, turned, "2026-07-01", over)]:
        for memory in at_once_and_apart(*days):
            last = stand[len(days) // 2 - 2]
            assert memory.active("people/anna")[1:] == [last]


def test_a_trade_told_beside_another_ends_none() -> None:
    for memory in at_once_and_apart(NOW, "My sister Anna is a writer.", LATER, "Anna is a nurse."):
        assert memory.active("people/anna") == ["Sister of Alex", "Writer", "Nurse"]


@pytest.mark.parametrize(
    ("tie", "over", "fact"),
    [
        ("Sarah is my manager at Acme.", "Sarah was my manager until last month.",
         "Former manager of Alex"),
        ("Sarah is my boss.", "My boss was Sarah until May.", "Former boss of Alex"),
        ("Sarah is my flatmate.", "Sarah was my flatmate until she moved out.",
         "Former flatmate of Alex"),
        ("Sarah is our landlady.", "Sarah was our landlady till yesterday.",
         "Former landlady of Alex"),
    ],
)  # fmt: skip
def test_a_tie_that_lasted_until_some_day_is_over(tie: str, over: str, fact: str) -> None:
    for memory in at_once_and_apart(NOW, tie, LATER, over):
        assert memory.active("people/sarah") == [fact]


@pytest.mark.parametrize(
    "post",
    ["I'm a backend engineer at Initech.", "I work as a backend engineer at Initech.",
     "I'm a nurse at Initech.", "I'm an intern at Initech.", "I work at Initech as a teacher."],
)  # fmt: skip
@pytest.mark.parametrize("end", ["I quit Initech.", "I was laid off from Initech.",
                                 "I left Initech.", "I no longer work at Initech."])  # fmt: skip
def test_who_leaves_has_no_post_there(post: str, end: str) -> None:
    for memory in at_once_and_apart(NOW, post, LATER, end):
        (left,) = memory.active()
        assert left.endswith(" Initech")
        assert len(memory.facts["people/alex"]) == 2


@pytest.mark.parametrize(
    "then",
    [
        ("I left Acme today. My new boss is James.",),
        ("I left Acme.", "My new manager James is great."),
        ("I left Acme.", "James is my manager."),
        ("I left Acme.", "My colleague James lives in Bonn."),
        ("I left Acme today, and my new team lead is James.",),
    ],
)
def test_a_tie_told_after_the_leaving_on_the_same_day_stays(then: tuple[str, ...]) -> None:
    days = [part for text in then for part in (LATER, text)]
    for memory in at_once_and_apart(NOW, "I work at Acme.", *days):
        assert all(fact.active for fact in memory.facts["people/james"])


def test_a_job_and_a_boss_taken_up_again_on_the_day_of_the_leaving_stand() -> None:
    for memory in at_once_and_apart(
        NOW, "I work at Acme. Sarah is my boss.", LATER, "I quit Acme.",
        LATER, "I'm back at Acme, they made me an offer.", LATER, "Sarah is my boss again.",
    ):  # fmt: skip
        assert memory.active() == ["Works at Acme"]
        assert memory.active("people/sarah") == ["New boss of Alex"]


def test_a_second_boss_told_on_the_day_of_a_new_one_stands_beside_him() -> None:
    for memory in at_once_and_apart(NOW, "James is my manager now.", NOW, "Greta is my boss."):
        assert [fact.fact for fact in memory.facts["people/greta"]] == ["Boss of Alex"]
        assert memory.active("people/james") == ["New manager of Alex"]


@pytest.mark.parametrize(
    ("first", "then", "again", "fact"),
    [
        ("I'm vegetarian.", "I'm not vegetarian any more.", "I'm vegetarian again.", "Vegetarian"),
        ("I live in Berlin.", "I live in Rome.", "I live in Berlin.", "Lives in Berlin"),
        ("I speak French.", "I no longer speak French.", "I speak French.", "Speaks French"),
    ],
)  # fmt: skip
def test_what_is_told_again_after_it_was_over_stands(
    first: str, then: str, again: str, fact: str
) -> None:
    for memory in at_once_and_apart(NOW, first, LATER, then, "2026-07-01", again):
        assert memory.active() == [fact]


@pytest.mark.parametrize(
    "text", ["I now report to James.", "I report to James now.", "I'm reporting to James now."]
)
def test_whom_one_reports_to_now_is_read_wherever_now_stands(text: str) -> None:
    for memory in at_once_and_apart(NOW, "I left Acme.", NOW, text):
        (tie,) = memory.active("people/james")
        assert tie.startswith("New manager of Alex")
