"""What is told on later days, read by the rules and reconciled: which of two states stands."""

import pytest

from memoryd.core.proposal import Known
from tests.core.recon_kit import Memory, line
from tests.llm.offline_lines import read

FOLDERS = {"people": "person", "companies": "company", "projects": "project"}
Told = tuple[tuple[str, str], ...]


def known(memory: Memory) -> tuple[Known, ...]:
    """What a request shows of a memory."""
    return tuple(
        Known(ref, FOLDERS[ref.split("/")[0]], memory.names[ref][0],
              tuple((f.id, f.timestamp, f.fact) for f in facts if f.active))
        for ref, facts in memory.facts.items()
    )  # fmt: skip


def told(days: Told, *, at_once: bool) -> Memory:
    """A memory that was told these lines, in one batch or each in its own, in this order."""
    memory = Memory()
    lines = [line(n, text, day=day) for n, (day, text) in enumerate(days, start=1)]
    for batch in [lines] if at_once else [[one] for one in lines]:
        memory.take(list(read(tuple(batch), *known(memory))), batch)
    return memory


def standing(memory: Memory) -> set[str]:
    return {f"{f.id.rsplit('-', 1)[0]}: {f.fact}" for f in memory.everything() if f.active}


def at_once_and_apart(*days: str) -> list[Memory]:
    pairs = tuple(zip(days[::2], days[1::2], strict=True))
    memories = [told(pairs, at_once=True), told(pairs, at_once=False)]
    for fact in (fact for memory in memories for fact in memory.everything()):
        assert fact.timestamp <= max(days[::2])
    return memories


BERLIN = ("2026-01-20", "I live in Berlin.")


@pytest.mark.parametrize(
    ("days", "day"),
    [
        ((*BERLIN, "2026-02-02", "I moved to Rome in January."), "2026-01-31"),
        ((*BERLIN, "2026-02-02", "I moved to Rome last month."), "2026-01-31"),
        ((*BERLIN, "2026-02-02", "I moved to Rome last week."), "2026-02-01"),
        ((*BERLIN, "2026-01-22", "I moved to Rome this week."), "2026-01-22"),
        ((*BERLIN, "2026-02-02", "I moved to Rome in 2026."), "2026-02-02"),
        ((*BERLIN, "2026-02-02", "I live in Rome since 2025."), "2026-01-20"),
        ((*BERLIN, "2026-02-02", "I live in Rome since January 25."), "2026-01-25"),
        (("2026-01-20", "I'm married to Ana.", "2026-02-02", "I got divorced last month."),
         "2026-01-31"),
        (("2026-01-20", "I'm married to Ana.", "2026-02-02", "I divorced Ana in January."),
         "2026-01-31"),
        (("2026-01-20", "I'm vegetarian.", "2026-02-02", "I've been vegan since January."),
         "2026-01-20"),
        (("2026-01-20", "I work at Acme.", "2026-02-02", "I started at Tallow in January."),
         "2026-01-31"),
        (("2026-01-20", "I work at Acme.", "2026-02-02", "I left Acme last month."), "2026-01-31"),
        (("2026-01-20", "I work at Acme.", "2026-02-02", "I was laid off from Acme in January."),
         "2026-01-31"),
        (("2026-01-20", "Noor is on Alpha.", "2026-02-02", "Noor moved to Beta last month."),
         "2026-01-31"),
    ],
)  # fmt: skip
def test_a_change_told_later_of_a_span_that_reaches_the_older_state_wins(
    days: tuple[str, ...], day: str
) -> None:
    for memory in at_once_and_apart(*days):
        old, new = memory.everything()
        assert (old.active, new.active, old.superseded_by) == (False, True, new.id)
        assert new.timestamp == day


@pytest.mark.parametrize(
    "days",
    [
        (*BERLIN, "2026-02-02", "I moved to Rome in December."),
        (*BERLIN, "2026-02-02", "I moved to Rome in 2024."),
        ("2026-02-02", "I live in Berlin.", "2026-01-20", "I moved to Rome in January."),
        ("2026-02-02", "I moved to Berlin in January.", "2026-01-20", "I live in Rome."),
        ("2026-02-02", "I moved to Berlin last week.", "2025-05-20", "I moved to Rome last week."),
        ("2026-02-05", "I left Acme in January.", "2026-01-10", "I work at Acme."),
    ],
)
def test_an_older_span_or_an_older_line_read_later_beats_nothing(days: tuple[str, ...]) -> None:
    newer = 1 if days[0] > days[2] else 0  # one batch is decided in the order it was said
    for index, memory in enumerate(at_once_and_apart(*days)):
        facts = memory.everything()
        first = facts[newer if index == 0 else 0]
        assert [fact.superseded_by for fact in facts if not fact.active] == [first.id]


def test_what_rested_on_a_job_goes_with_a_vaguely_dated_end() -> None:
    for memory in at_once_and_apart(
        "2026-01-10", "I work at Acme.",
        "2026-01-11", "Sarah is my manager at Acme.",
        "2026-02-05", "I left Acme in January.",
    ):  # fmt: skip
        assert {fact for fact in standing(memory) if not fact.startswith("sarah")} == {
            "alex: Left Acme"
        }
        assert memory.active("people/sarah")[0].startswith("No longer works with Alex")


SARAH = ("2026-01-10", "My manager is Sarah. She micromanages.")
JAMES = {"sarah: No longer manager of Alex: James is", "james: New manager of Alex"}


@pytest.mark.parametrize(
    "text",
    [
        "My manager is now James.",
        "My manager is James now.",
        "James is now my manager.",
        "James is my manager now.",
        "James is my new manager.",
        "My new manager is James.",
        "I have a new manager called James.",
        "James replaced Sarah as my manager.",
        "James took over from Sarah as my manager.",
        "Sarah was replaced by James as my manager.",
        "James became my manager.",
    ],
)
def test_a_new_manager_ends_the_tie_of_the_one_before_and_what_rested_on_it(text: str) -> None:
    for memory in at_once_and_apart(*SARAH, "2026-01-15", text):
        assert standing(memory) == JAMES
        ended = [fact for fact in memory.facts["people/sarah"] if not fact.active]
        last = memory.facts["people/sarah"][-1]
        assert [fact.superseded_by for fact in ended] == [last.id] * 2
        assert last.source == memory.facts["people/james"][0].source


@pytest.mark.parametrize(
    ("first", "then", "stand"),
    [
        ("My boss is Sarah.", "I now report to James.",
         {"sarah: No longer boss of Alex: James is",
          "james: New manager of Alex, who reports to them"}),
        ("My team lead is Sarah. Tim is my manager.", "James is my new team lead.",
         {"sarah: No longer team lead of Alex: James is", "james: New team lead of Alex",
          "tim: Manager of Alex"}),
        ("My manager is Sarah.", "My manager is James, not Sarah.",
         {"sarah: Not manager of Alex: James is", "james: Manager of Alex"}),
        ("My manager is Sarah.", "James is also my manager.",
         {"sarah: Manager of Alex", "james: Manager of Alex"}),
        ("My manager is Sarah.", "My manager at Tallow is James.",
         {"sarah: Manager of Alex", "james: Manager of Alex at Tallow"}),
        ("My manager at Acme is Sarah.", "My new manager at Tallow is James.",
         {"sarah: Manager of Alex at Acme", "james: New manager of Alex at Tallow"}),
        ("My dentist is Sarah.", "My dentist is James.",
         {"sarah: Dentist of Alex", "james: Dentist of Alex"}),
    ],
)  # fmt: skip
def test_only_words_for_one_role_end_anothers_tie(first: str, then: str, stand: set[str]) -> None:
    for memory in at_once_and_apart("2026-01-10", first, "2026-01-15", then):
        assert standing(memory) == stand


def test_a_manager_who_comes_back_holds_the_tie_alone() -> None:
    for memory in at_once_and_apart(
        "2026-01-10", "My manager is Sarah.",
        "2026-01-15", "My manager is now James.",
        "2026-01-20", "My manager is now Sarah.",
    ):  # fmt: skip
        assert standing(memory) == {
            "sarah: New manager of Alex", "james: No longer manager of Alex: Sarah is",
        }  # fmt: skip


@pytest.mark.parametrize(
    ("first", "then", "stands"),
    [
        ("Sarah is my manager.", "Sarah is no longer my manager.", "Former manager of Alex"),
        ("Sarah is my manager.", "Sarah isn't my manager anymore.", "Former manager of Alex"),
        ("Sarah is my manager.", "My manager is no longer Sarah.", "Former manager of Alex"),
        ("Sarah is my boss. Sarah is difficult.", "Sarah is no longer my boss.",
         "Former boss of Alex"),
        ("Sarah is my colleague.", "Sarah used to be my colleague.", "Former colleague of Alex"),
        ("Sarah is my roommate.", "Sarah is no longer my roommate.", "Former roommate of Alex"),
        ("Sarah is my wife.", "Sarah is no longer my wife.", "Former wife of Alex"),
        ("Sarah is my wife.", "I divorced Sarah.", "No longer wife of Alex"),
        ("Sarah is my wife.", "I got divorced.", "No longer wife of Alex"),
        ("Sarah is my girlfriend.", "I broke up with Sarah.", "No longer girlfriend of Alex"),
        ("Sarah is my manager.", "Sarah left Acme.", "Left Acme"),
        ("Sarah is my manager at Acme.", "Sarah left Acme.", "Left Acme"),
    ],
)  # fmt: skip
def test_the_end_of_a_tie_supersedes_it(first: str, then: str, stands: str) -> None:
    for memory in at_once_and_apart("2026-01-10", first, "2026-01-15", then):
        assert memory.active("people/sarah") == [stands]


def test_the_end_of_one_tie_leaves_others() -> None:
    for memory in at_once_and_apart(
        "2026-01-10", "Sarah is my manager. Sarah is my neighbour. Sarah lives in Bonn.",
        "2026-01-15", "Sarah is no longer my manager.",
    ):  # fmt: skip
        left = {"Neighbour of Alex", "Lives in Bonn", "Former manager of Alex"}
        assert set(memory.active("people/sarah")) == left


def test_a_divorce_from_one_ends_no_other_tie() -> None:
    for memory in at_once_and_apart(
        "2026-01-10", "My wife is Zoe. My friend is Ana.", "2026-01-15", "I divorced Ana."
    ):
        assert memory.active("people/zoe") == ["Wife of Alex"]


@pytest.mark.parametrize(
    ("first", "then", "stand"),
    [
        ("I work at Acme.", "I work at Tallow on weekends.",
         {"Works at Acme", "Works at Tallow on weekends"}),
        ("I work at Acme.", "I also work at Tallow.", {"Works at Acme", "Also works at Tallow"}),
        ("I work at Acme.", "I work part-time at Tallow.",
         {"Works at Acme", "Works at Tallow part-time"}),
        ("I work at Acme.", "I work at Tallow two days a week.",
         {"Works at Acme", "Works at Tallow two days a week"}),
        ("I work at Acme.", "I work at Tallow in the evenings.",
         {"Works at Acme", "Works at Tallow in the evenings"}),
        ("I work at Tallow on weekends.", "I work at Acme.",
         {"Works at Acme", "Works at Tallow on weekends"}),
        ("I work at Acme.", "I work at Tallow.", {"Works at Tallow"}),
        ("My name is Alexander Lind.", "Call me Al.", {"Name is Alexander Lind", "Goes by Al"}),
        ("Call me Al.", "My name is Alexander Lind.", {"Name is Alexander Lind", "Goes by Al"}),
        ("My name is Alexander Lind.", "My friends call me Al.",
         {"Name is Alexander Lind", "Goes by Al"}),
        ("Call me Al.", "Call me Lex.", {"Goes by Lex"}),
        ("My name is Alexander Lind.", "My name is Sander Moss.", {"Name is Sander Moss"}),
        ("I live in Berlin.", "No, I live in Hamburg, not Berlin.", {"Lives in Hamburg"}),
        ("I live in Berlin.", "Correction: I live in Hamburg.", {"Lives in Hamburg"}),
        ("I live in Berlin.", "I live in Hamburg, not in Berlin.", {"Lives in Hamburg"}),
        ("I work at Acme.", "I work at Tallow, not Acme.", {"Works at Tallow"}),
        ("My timezone is CET.", "My timezone is EST.", {"Timezone is EST"}),
        ("My favourite colour is blue.", "My favourite colour is red.",
         {"Favourite colour is red"}),
        ("My favourite colour is blue.", "My favourite food is rice.",
         {"Favourite colour is blue", "Favourite food is rice"}),
    ],
)  # fmt: skip
def test_one_attribute_holds_one_value_and_two_attributes_stand_beside_each_other(
    first: str, then: str, stand: set[str]
) -> None:
    for memory in at_once_and_apart("2026-01-10", first, "2026-01-15", then):
        assert set(memory.active()) == stand


@pytest.mark.parametrize(
    ("then", "stands"),
    [
        ("We switched Beacon to MySQL.", "Switched to MySQL"),
        ("We migrated Beacon to MySQL.", "Switched to MySQL"),
        ("We moved Beacon from Postgres to MySQL.", "Switched from Postgres to MySQL"),
    ],
)
def test_a_project_that_changes_a_tool_uses_the_old_one_no_more(then: str, stands: str) -> None:
    for memory in at_once_and_apart(
        "2026-01-10", "We use Postgres for Beacon.", "2026-01-15", then
    ):
        assert memory.active("projects/beacon") == [stands]
