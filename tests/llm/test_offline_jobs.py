"""Where somebody works for now is no employer, and a job that begins later is none yet."""

import pytest

from tests.llm.offline_lines import held, read, said

KNOWN = (
    held("person", "Alex", "Works at Brightwave"),
    held("person", "Dana", "Works at Meridian"),
    held("company", "Brightwave", "Employer of Alex"),
    held("company", "Meridian", "Employer of Dana"),
    held("company", "Halden", "Client of Brightwave"),
)


def facts(*texts: str) -> list[str]:
    return [f"{p.entity.name}: {p.fact}" for p in read(said(*texts), *KNOWN)]


@pytest.mark.parametrize(
    "text",
    [
        "I am working at Cafe Central today.", "Today I am working at Cafe Central.",
        "I am working at Kestrel today, client visit.", "I work for Kestrel this week.",
        "This week I work for Kestrel.", "I'm at Halden today.", "I'm at Halden this week.",
        "I am working for Kestrel on a small contract.", "I am working for Kestrel this month.",
        "I work for Kestrel on a small contract.", "I work for Kestrel for two weeks.",
        "Dana is working for Halden on the rollout.", "Dana is working at Halden on the rollout.",
        "Dana is working at Halden this week.", "Dana works at Lumo in the summer.",
        "Dana works at Lumo in winter.", "Dana works at Lumo over the holidays.",
        "Dana works at Lumo during the semester break.", "In the summer Dana works at Lumo.",
        "I work as a consultant at Kestrel this week.", "Dana is a consultant at Lumo this month.",
        "I am working at Starbucks this morning.", "I work at Kestrel until Friday.",
        "I'm working at Kestrel as a favour.", "I am working at Kestrel with a client.",
    ],
)  # fmt: skip
def test_where_somebody_works_for_now_takes_no_employers_place(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I work at Kestrel.", "Alex: Works at Kestrel"),
        ("I am working at Kestrel.", "Alex: Works at Kestrel"),
        ("I am working at Kestrel now.", "Alex: Works at Kestrel"),
        ("I work at Kestrel as of today.", "Alex: Works at Kestrel"),
        ("I work at Kestrel since this week.", "Alex: Works at Kestrel"),
        ("I work at Kestrel as an engineer.", "Alex: Works at Kestrel as engineer"),
        ("I am working at Kestrel as an engineer.", "Alex: Works at Kestrel as engineer"),
        ("I work at Kestrel on the platform team.", "Alex: Works at Kestrel"),
        ("Dana works at Lumo in Berlin.", "Dana: Works at Lumo"),
        ("I work at Kestrel on weekends.", "Alex: Works at Kestrel on weekends"),
    ],
)  # fmt: skip
def test_where_somebody_works_is_the_employer(text: str, fact: str) -> None:
    assert fact in facts(text)


@pytest.mark.parametrize(
    "texts",
    [
        ("I was hired by Kestrel, I start on Monday.",),
        ("I was hired by Kestrel and I'll start next month.",),
        ("I took the job at Kestrel, I start next month.",),
        ("I got the job at Kestrel! I start in May.",),
        ("I got the job at Kestrel! Starting soon!",),
        ("I got a job at Kestrel and start in May.",),
        ("I got a job at Kestrel, start date May 1.",),
        ("I got a job at Kestrel. My first day is April 1.",),
        ("I got a job at Kestrel, my first day is on Monday.",),
        ("I got a job at Kestrel, reporting to Omar. I start in two weeks.",),
        ("I accepted the job at Kestrel! I'm so happy. I start on May 4.",),
        ("I accepted the job at Kestrel!", "I start on May 4."),
        ("I have a new job at Kestrel!", "My start date is May 4."),
        ("I accepted a new job. I start there in May.",),
        ("My new job is at Kestrel. I start in May.",),
        ("Dana landed a job at Lumo. She starts in May.",),
        ("New job at Kestrel! I start working there on May 4.",),
    ],
)  # fmt: skip
def test_a_job_with_a_later_start_is_no_job_yet(texts: tuple[str, ...]) -> None:
    assert facts(*texts) == []


@pytest.mark.parametrize(
    ("texts", "fact"),
    [
        (("I got the job at Kestrel!",), "Alex: Started at Kestrel"),
        (("I was hired by Kestrel.", "I live in Rome."), "Alex: Started at Kestrel"),
        (("I got the job at Kestrel! I started on Monday.",), "Alex: Started at Kestrel"),
        (("I got the job at Kestrel. I start today.",), "Alex: Started at Kestrel"),
        (("I got the job at Kestrel. I start at 7 every day.",), "Alex: Started at Kestrel"),
        (("I started at Kestrel. We start the rollout on Monday.",), "Alex: Started at Kestrel"),
        (("I got the job at Kestrel. Emma starts school in May.",), "Alex: Started at Kestrel"),
        (("I got the job at Kestrel.", "Dana got one too. She starts in May."),
         "Alex: Started at Kestrel"),
    ],
)  # fmt: skip
def test_a_job_that_was_got_with_no_later_start_is_one(texts: tuple[str, ...], fact: str) -> None:
    assert fact in facts(*texts)
