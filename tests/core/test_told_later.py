"""A model's proposals over several days: vague dates, roles that pass on, ties that end."""

import pytest

from memoryd.core.attributes import attributes
from memoryd.core.supersede import contradicts
from tests.core.recon_kit import Memory, line, peer, propose

SARAH = "people/sarah"


def _told(memory: Memory, fact: str, text: str, day: str, when: str) -> None:
    seq = len(memory.everything()) + 1
    memory.take([propose(fact, f"m{seq}", when=when)], [line(seq, text, day=day)])


@pytest.mark.parametrize(
    ("text", "said", "when", "day"),
    [
        ("I moved to Rome in January", "2026-02-02", "2026-01-01", "2026-01-20"),
        ("I moved to Rome in January", "2026-02-02", "2026-01-25", "2026-01-25"),
        ("I moved to Rome last month", "2026-02-02", "2026-01-01", "2026-01-20"),
        ("I moved to Rome last week", "2026-01-26", "2026-01-19", "2026-01-20"),
        ("I moved to Rome this month", "2026-01-28", "2026-01-01", "2026-01-20"),
        ("I moved to Rome in 2026", "2026-02-02", "2026-01-01", "2026-01-20"),
        ("I have lived in Rome since 2024", "2026-02-02", "2024-01-01", "2026-01-20"),
        ("I have lived in Rome since March 3, 2024", "2026-02-02", "2024-03-03", "2026-01-20"),
        ("I moved to Rome on January 20", "2026-02-02", "2026-01-20", "2026-01-20"),
    ],
)
def test_a_vague_change_told_later_counts_from_the_day_of_what_it_ends(
    text: str, said: str, when: str, day: str
) -> None:
    memory = Memory().hold("people/alex", "Lives in Berlin", day="2026-01-20")

    _told(memory, "Lives in Rome", text, said, when)

    old, new = memory.facts["people/alex"]
    assert (new.active, new.timestamp, old.superseded_by) == (True, day, new.id)


@pytest.mark.parametrize(
    ("text", "said", "when"),
    [
        ("I moved to Rome in December", "2026-02-02", "2025-12-01"),
        ("I moved to Rome on January 19", "2026-02-02", "2026-01-19"),
        ("I moved to Rome in January", "2026-01-15", "2026-01-01"),
        ("I moved to Rome last week", "2025-06-16", "2025-06-09"),
        ("I have lived in Rome since 2024", "2026-01-15", "2024-01-01"),
    ],
)
def test_a_span_or_a_line_from_before_the_older_state_does_not_end_it(
    text: str, said: str, when: str
) -> None:
    memory = Memory().hold("people/alex", "Lives in Berlin", day="2026-01-20")

    _told(memory, "Lives in Rome", text, said, when)

    old, new = memory.facts["people/alex"]
    assert (old.active, new.timestamp, new.superseded_by) == (True, when, old.id)


def test_without_anything_to_end_the_proposed_day_of_a_span_stands() -> None:
    memory = Memory().hold("people/alex", "Plays chess", day="2026-01-20")
    _told(memory, "Lives in Rome", "I moved to Rome in January", "2026-02-02", "2026-01-01")
    assert memory.facts["people/alex"][1].timestamp == "2026-01-01"


def test_the_end_of_a_job_reaches_the_ties_of_the_same_vague_span() -> None:
    memory = Memory().hold("people/alex", "Works at Acme", day="2026-01-10")
    memory.hold(SARAH, "Alex's manager at Acme", day="2026-01-11")

    _told(memory, "Left Acme", "I left Acme in January", "2026-02-05", "2026-01-01")

    assert memory.active() == ["Left Acme"]
    assert memory.active(SARAH) == ["No longer works with Alex, who left Acme"]
    assert memory.facts["people/alex"][1].timestamp == "2026-01-10"
    assert memory.facts[SARAH][1].timestamp == "2026-01-11"


def test_a_job_told_of_after_its_end_was_known_is_over_from_the_start() -> None:
    memory = Memory()
    _told(memory, "Left Acme", "I left Acme today", "2026-02-05", "2026-02-05")
    _told(memory, "Works at Acme", "I work at Acme", "2026-01-10", "2026-01-10")
    assert memory.active() == ["Left Acme"]


@pytest.mark.parametrize(
    ("held", "fact", "text"),
    [
        ("Alex's manager", "Is Alex's new manager", "James is my new manager"),
        ("Manager of Alex", "Became Alex's manager", "James became my manager"),
        ("Is the manager of Alex", "Replaced Sarah as Alex's manager",
         "James replaced Sarah as my manager"),
        ("Boss of Alex at Acme", "New boss of Alex at Acme", "James is my new boss at Acme"),
        ("Manager of Alex, who reports to them", "Now manager of Alex",
         "James is now my manager"),
    ],
)  # fmt: skip
def test_a_new_manager_ends_the_tie_of_another(held: str, fact: str, text: str) -> None:
    memory = Memory(names={SARAH: ("Sarah",)}).hold(SARAH, held, "Micromanages", "Likes tea")
    memory.take([propose(fact, about="person James")], [line(1, text)])

    likes, ended = memory.active(SARAH)
    assert likes == "Likes tea"
    assert ended == f"No longer {'boss' if 'Boss' in held else 'manager'} of Alex: James is"
    assert memory.facts[SARAH][-1].source == memory.facts["people/james"][0].source
    assert {f.superseded_by for f in memory.facts[SARAH][:2]} == {memory.facts[SARAH][-1].id}


@pytest.mark.parametrize(
    ("held", "fact", "text"),
    [
        ("Manager of Alex", "Manager of Alex", "James is my manager"),
        ("Manager of Alex at Acme", "New manager of Alex at Tallow",
         "James is my new manager at Tallow"),
        ("Manager of Dana", "New manager of Alex", "James is my new manager"),
        ("Colleague of Alex", "New colleague of Alex", "James is my new colleague"),
        ("Manager of Alex", "New manager of Dana", "James is Dana's new manager"),
    ],
)  # fmt: skip
def test_another_manager_another_company_or_another_tie_ends_nothing(
    held: str, fact: str, text: str
) -> None:
    memory = Memory(names={SARAH: ("Sarah",)}).hold(SARAH, held)
    memory.take([propose(fact, about="person James")], [line(1, text)])
    assert memory.active(SARAH) == [held]


def test_an_older_line_and_a_lower_voice_end_no_tie() -> None:
    memory = Memory(names={SARAH: ("Sarah",)}).hold(SARAH, "Manager of Alex", day="2026-01-20")
    new = propose("New manager of Alex", about="person James")
    memory.take([new], [line(1, "James is my new manager", day="2025-06-01")])
    assert memory.active(SARAH) == ["Manager of Alex"]

    told = propose("New manager of Alex", "m2", about="person Dana")
    memory.take([told], [peer(2, "I am now the new manager of Alex", day="2026-02-01")])
    assert memory.active(SARAH) == ["Manager of Alex"]
    assert memory.active("people/dana") == ["New manager of Alex"]


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Former manager of Alex", "Manager of Alex at Acme"),
        ("No longer Alex's boss", "Manager of Alex"),
        ("Ex-wife of Alex", "Wife of Alex"),
        ("Former flatmate of Alex", "Roommate of Alex"),
        ("Manager of Alex", "Former manager of Alex"),
        ("Goes by Al", "Goes by Lex"),
        ("Divorced Ana", "Is married to Ana"),
        ("Timezone is CET", "Timezone is EST"),
        ("Vegan", "Vegetarian"),
        ("Switched to MySQL", "Uses Postgres"),
        ("Migrated the API to Rust", "Built on Python"),
        ("Favourite colour is red", "Favourite colour is blue"),
    ],
)
def test_two_values_of_one_attribute_exclude_each_other(new: str, old: str) -> None:
    assert contradicts(new, old)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Former manager of Alex", "Manager of Dana"),
        ("Former manager of Alex at Acme", "Manager of Alex at Tallow"),
        ("Former manager of Alex", "Neighbour of Alex"),
        ("Manager of Alex", "Boss of Alex"),
        ("Goes by Al", "Name is Alexander Lind"),
        ("Works at Tallow on weekends", "Works at Acme"),
        ("Works at Acme", "Works at Tallow on weekends"),
        ("Works at Tallow on Fridays", "Works at Globex on weekends"),
        ("Also works at Tallow", "Works at Acme"),
        ("Uses MySQL", "Uses Postgres"),
        ("Switched to MySQL", "Wrote a book about Postgres"),
        ("Switched to MySQL", "Uses Redis"),
        ("Married life suits them", "Got divorced"),
    ],
)
def test_what_is_another_matter_stands_beside_it(new: str, old: str) -> None:
    assert not contradicts(new, old)


def test_a_second_job_is_still_known_for_one_of_another_company() -> None:
    (job,) = attributes("Works at Tallow on weekends")
    assert (job.slot, job.value) == ("side-job:tallow", "tallow")
