"""People who are due, planned or let go early: no project, no end of a job."""

import pytest

from tests.llm.offline_lines import held, read, said

KNOWN = (
    held("person", "Alex", "Works at Acme Corp"),
    held("company", "Acme Corp", "Employer of Alex"),
    held("person", "Dana", "Friend of Alex"),
    held("project", "Beacon", "Decided on GraphQL"),
)


def facts(*texts: str) -> list[str]:
    return [f"{p.entity.name}: {p.fact}" for p in read(said(*texts), *KNOWN)]


@pytest.mark.parametrize(
    "text",
    [
        "Hannah is due in June.", "Hannah is due in June with twins.",
        "Hannah is due on 3 March, it's a girl.", "Baby Noah is due in April.",
        "Hannah is due back on Monday.", "Hannah is due home on Friday.",
        "Hannah is due in court on Tuesday.", "Hannah is due at the dentist on Monday.",
        "Hannah is due for a checkup in May.", "Hannah is due to retire in March.",
        "Hannah is due tomorrow.", "Hannah is due next Friday with the books.",
        "Hannah is scheduled for surgery on Monday.", "Hannah is scheduled for Monday.",
        "Hannah is scheduled to fly on Monday.", "Hannah is planned for Tuesday.",
        "Hannah is set for Monday.", "Hannah is set to launch her salon on Monday.",
        "Hannah moved to March because of the strike.", "Hannah was moved to Tuesday.",
        "Hannah got pushed to Tuesday.", "Hannah will go live on Instagram on Monday.",
        "Hannah's date is on Friday.", "The date for Hannah is 3 March.",
        "Hannah was released yesterday.", "Hannah is on hold.", "Hannah is ahead of schedule.",
        "Hannah decided on Spain over Italy.", "Dana is due in June.",
        "Beacon is due in court on Tuesday.", "Beacon is due back on Monday.",
    ],
)  # fmt: skip
def test_a_person_with_a_day_is_no_project(text: str) -> None:
    assert facts(text) == []


def test_a_sister_who_is_due_becomes_no_project_beside_herself() -> None:
    lines = ("My sister Eve is due in May.", "Eve is due on 3 March.", "She is due in March.")
    assert [fact for fact in facts(*lines) if "Launches" in fact or "Due" in fact] == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Beacon is due on 3 March.", "Beacon: Due on 3 March"),
        ("Beacon is due at the end of March.", "Beacon: Due at the end of March"),
        ("Beacon is due next week.", "Beacon: Due next week"),
        ("Beacon is planned for Q3.", "Beacon: Planned for Q3"),
        ("Beacon is scheduled for Monday.", "Beacon: Scheduled for Monday"),
        ("Beacon moved to 15 March.", "Beacon: Launches 15 March"),
        ("Beacon was released yesterday.", "Beacon: Was released"),
        ("Beacon is on hold.", "Beacon: On hold"),
        ("Beacon launches its second version on June 1.",
         "Beacon: Launches its second version on June 1"),
        ("Project Atlas is due on 3 March.", "Atlas: Due on 3 March"),
        ("The Atlas app is due on Monday.", "Atlas: Due on Monday"),
        ("The Atlas launch slipped to 15 March.", "Atlas: Launches 15 March"),
        ("atlas-2 is due on 3 March.", "atlas-2: Due on 3 March"),
        ("Project Atlas is due on 2026-03-03.", "Atlas: Due on 2026-03-03"),
        ("The deadline for Project Atlas is 3 March.", "Atlas: Deadline 3 March"),
        ("Atlas launches on 3 March.", "Atlas: Launches on 3 March"),
        ("Atlas ships next Monday.", "Atlas: Launches next Monday"),
        ("Atlas will go live on 3 March.", "Atlas: Launches on 3 March"),
        ("Atlas is scheduled to launch on 3 March.", "Atlas: Launches on 3 March"),
        ("Atlas slipped to 15 March.", "Atlas: Launches 15 March"),
        ("Atlas's deadline is 3 March.", "Atlas: Deadline 3 March"),
        ("The deadline for Atlas is 3 March.", "Atlas: Deadline 3 March"),
        ("The launch of Atlas is on 3 March.", "Atlas: Launch target on 3 March"),
        ("Atlas's launch date is 3 March.", "Atlas: Launch target 3 March"),
        ("We ship Atlas on 3 March.", "Atlas: Launches on 3 March"),
        ("Atlas is due to launch on 3 March.", "Atlas: Launches on 3 March"),
        ("Atlas is scheduled for release in May.", "Atlas: Launches in May"),
        ("Atlas launches worldwide in May.", "Atlas: Launches in May"),
        ("Beacon launches between 3 March and 10 March.",
         "Beacon: Launches between 3 March and 10 March"),
    ],
)  # fmt: skip
def test_a_project_with_a_day_is_read_where_it_shows_that_it_is_one(text: str, fact: str) -> None:
    assert facts(text) == [fact]


def test_a_project_told_of_before_needs_no_more_words_for_it() -> None:
    lines = ("Project Atlas uses Postgres.", "Atlas is due on 3 March.")
    assert facts(*lines)[-1] == "Atlas: Due on 3 March"


@pytest.mark.parametrize(
    "text",
    [
        "I was let go early yesterday because the ward was quiet.",
        "I was let go early yesterday.", "I was let go late last night.",
        "I was let go early on Friday.", "I was let go early this afternoon.",
        "I was let go an hour early on Friday.", "I was let go early.",
        "I was let go at noon yesterday.", "I was let go from Acme Corp early on Friday.",
        "I was let go by Acme Corp at noon on Friday.", "I was let go home yesterday.",
        "I was let go first, the boss was in a good mood.",
        "I was let go last, the boss kept me for an hour.",
        "I was let go with a warning by the police.", "I was let go of yesterday.",
        "I was let off yesterday.", "I was let off early today.",
        "Dana was let go early on Friday.",
    ],
)  # fmt: skip
def test_to_be_sent_home_is_no_end_of_a_job(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I was let go.", "Alex: Let go"),
        ("I was let go last week.", "Alex: Let go"),
        ("I was let go late last year.", "Alex: Let go"),
        ("I was let go early in 2025.", "Alex: Let go"),
        ("I was let go early this year.", "Alex: Let go"),
        ("I was let go yesterday because the budget was cut.", "Alex: Let go"),
        ("I was let go from Acme Corp on Friday.", "Alex: Let go from Acme Corp"),
        ("I was let go by Acme Corp in May 2025.", "Alex: Let go from Acme Corp"),
        ("I was laid off early last year.", "Alex: Laid off"),
        ("Dana was let go on Friday.", "Dana: Let go"),
    ],
)
def test_the_end_of_a_job_is_read_as_before(text: str, fact: str) -> None:
    assert fact in facts(text)
