"""A fact stands only on what was said: its words, names, numbers and dates."""

from datetime import UTC, datetime
from itertools import product
from typing import Any
from unicodedata import normalize
from zoneinfo import ZoneInfo

import pytest

from memoryd.core.grounding import Evidence, cited_lines, names_in, ungrounded
from memoryd.core.plan import Gate
from memoryd.core.value import replace
from tests.core.recon_kit import line, propose

BERLIN = ZoneInfo("Europe/Berlin")


def gate(fact: str, *said: str, about: str = "person Alex", operator: str = "Alex Kim",
         **more: Any) -> Gate | None:  # fmt: skip
    """The gate a fact fails that cites the first of these lines of one session."""
    lines = tuple(line(n, text, **more) for n, text in enumerate(said, 1))
    return ungrounded(
        propose(fact, "m1", about=about), Evidence(lines[:1], lines, operator, BERLIN)
    )


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("Has 4 kids", "we have four kids"),
        ("Has four kids", "we have 4 kids"),
        ("Budget is 12,000 euros", "the budget is 12K"),
        ("Budget is 12K", "the budget is twelve thousand"),
        ("Has three dogs: Max, Daisy and Ned", "our dogs are Max, Daisy and Ned"),
        ("Alex Kim likes tea", "I like tea"),
        ("The operator likes tea", "I like tea"),
        ("Attended the meeting with Dana", "I attend meetings, Dana too"),
        ("Likes Swedish meatballs", "in Sweden I liked the meatballs"),
        ("Uses BeaconAPI", "we use the beacon api"),
        ("Met Dana on 2026-02-14", "I met Dana yesterday"),
        ("Met Dana in February 2026", "I met Dana yesterday"),
        ("Went to Paris in the week of February 2", "I went to Paris last week, what a week"),
        ("Beacon launches in March 2026", "Beacon launches next month"),
        ("Met Dana at 09:01 on the 15th", "I just met Dana"),
        ("Moved to Oslo in 2026", "I moved to Oslo"),
        ("Wakes up at 15:00", "I wake up at 3pm"),
        ("Weekly sync with the team", "we have a weekly sync"),
        ("Difficult manager, micromanages", "my manager is difficult, she micromanages"),
        ("Team meets on Mondays", "we meet on Mondays"),
        ("Hiring is frozen", "we froze it, all is frozen"),
        ("李明住在上海", "李明住在上海\uff0c在学校工作"),
    ],
)
def test_what_was_said_in_other_words_stands(fact: str, said: str) -> None:
    assert gate(fact, said) is None


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("Met José Müller", "I met José Müller today"),
        ("Moved to Zürich", "we moved to Zürich"),
        ("Ålesund is home", "Ålesund is my home"),
        ("김민수는 서울에 산다", "김민수는 서울에 산다고 했다"),
        ("Ανδρέας likes tea", "Ανδρέας likes tea a lot"),
    ],
)
def test_letters_in_parts_are_the_same_letters(fact: str, said: str) -> None:
    for form, other in product(("NFC", "NFD"), repeat=2):
        ours, theirs = normalize(form, fact), normalize(other, said)
        about = "person " + normalize(form, "José" if "José" in fact else "Alex")
        assert gate(ours, theirs, about=about) is None
        assert gate(normalize(form, "Ana Gómez likes tea"), theirs) is not None


@pytest.mark.parametrize(
    ("fact", "said", "fails"),
    [
        ("Likes tea", "the weather is fine", Gate.NO_SHARED_WORD),
        ("Plays tennis, chess, golf, polo and cricket", "I like tennis", Gate.NO_SHARED_WORD),
        ("Works on tennis", "Beacon it is", Gate.NO_SHARED_WORD),
        ("Dana likes tea", "she likes tea", Gate.UNGROUNDED_NAME),
        ("Likes tea with Marcus", "I like tea", Gate.UNGROUNDED_NAME),
        ("Zelda cooks dinner", "she cooks dinner", Gate.UNGROUNDED_NAME),
        ("Marcus joined the team", "he joined the team", Gate.UNGROUNDED_NAME),
        ("Ahmed joined the team", "he joined the team", Gate.UNGROUNDED_NAME),
        ("Marcus' team joined us", "the team joined us", Gate.UNGROUNDED_NAME),
        ("Ann likes tea", "I plan to like tea again", Gate.UNGROUNDED_NAME),
        ("Met Marianne", "I met Maria", Gate.UNGROUNDED_NAME),
        ("Met Ian", "I met a giant brian", Gate.UNGROUNDED_NAME),
        ("Works for Atlas", "I work for the atelier", Gate.UNGROUNDED_NAME),
        ("Has 5 kids", "we have four kids", Gate.UNGROUNDED_NUMBER),
        ("Has five kids", "we have four kids", Gate.UNGROUNDED_NUMBER),
        ("Budget is 12", "the budget is 12K", Gate.UNGROUNDED_NUMBER),
        ("Has 15 dogs", "we have dogs", Gate.UNGROUNDED_NUMBER),
        ("Has 9 dogs", "we have dogs", Gate.UNGROUNDED_NUMBER),
        ("Met Dana on 2026-02-13", "I met Dana yesterday", Gate.UNGROUNDED_NUMBER),
        ("Beacon launches in March", "Beacon launches soon", Gate.UNGROUNDED_NUMBER),
        ("Moved to Oslo in 2019", "I moved to Oslo", Gate.UNGROUNDED_NUMBER),
        ("Works at Acme with Sarah", "Lavoro da Acme con Sarah", Gate.OTHER_LANGUAGE),
        ("王芳住在北京城里", "李明住在上海", Gate.NO_SHARED_WORD),
    ],
)
def test_what_was_not_said_is_dropped_at_the_gate_that_names_it(
    fact: str, said: str, fails: Gate
) -> None:
    assert gate(fact, said) is fails


def test_a_name_or_number_may_stand_elsewhere_in_the_session() -> None:
    assert gate("Noor has 4 dogs", "she has dogs", "Noor, I mean", "four of them") is None
    assert gate("Noor has dogs", "she has dogs", "Noor?", about="person Noor") is None
    assert gate("She has dogs", "she has dogs", about="person Noor") is Gate.UNGROUNDED_NAME


@pytest.mark.parametrize("name", ["🦀", "Noor 🦀", "☃"])
def test_a_name_without_letters_must_have_been_said_too(name: str) -> None:
    assert gate("Has dogs", "Noor has dogs", about=f"project {name}") is Gate.UNGROUNDED_NAME
    assert gate("Has dogs", f"Noor {name} has dogs", about=f"project {name}") is None


def test_a_participant_counts_also_at_full_length() -> None:
    shown = {"role": "member", "speaker": "Jon", "channel": "telegram:direct"}

    assert gate("Jonathan likes tea", "I like tea", about="person Jon", **shown) is None
    assert gate("Gina likes tea", "I like tea", about="person Jon", **shown) is Gate.UNGROUNDED_NAME


def test_a_date_counts_from_the_day_of_its_line_in_the_operators_zone() -> None:
    late = line(1, "yesterday the sensors cascaded", day="2026-02-15")
    said = datetime(2026, 2, 15, 23, 40, tzinfo=UTC)
    late = replace(late, turn=replace(late.turn, time=said))
    evidence = Evidence((late,), (late,), "Alex", BERLIN)

    assert str(evidence.day()) == "2026-02-16"
    fact = "The sensors cascaded on {} (yesterday)"
    assert ungrounded(propose(fact.format("2026-02-15")), evidence) is None
    assert ungrounded(propose(fact.format("2026-02-13")), evidence) is Gate.UNGROUNDED_NUMBER


@pytest.mark.parametrize(
    ("cites", "found"),
    [(("m1",), (1,)), (("[m2]", " m1 "), (1, 2)), (("m9",), ()), ((), ()), (("1", "M1"), ())],
)
def test_only_lines_that_were_shown_are_cited(
    cites: tuple[str, ...], found: tuple[int, ...]
) -> None:
    lines = (line(1, "x"), line(2, "y"))
    proposal = propose("x", *cites) if cites else propose("x", "")

    assert tuple(n.seq for n in cited_lines(proposal, lines)) == found


@pytest.mark.parametrize(
    ("fact", "names"),
    [
        ("Dana is here", ("Dana",)),
        ("Uses iOS and GPT-4 on Monday", ("iOS", "GPT-4")),
        ("Ran a 5K in March", ()),
        ("Works with José and O'Brien", ("José", "O'Brien")),
        ("Difficult manager", ()),
        ("New Relic is down", ("Relic",)),
        ("Budget is 12K", ()),
        ("Loves Paris", ("Paris",)),
    ],
)
def test_names_are_told_from_words_that_open_a_sentence(fact: str, names: tuple[str, ...]) -> None:
    assert names_in(fact) == names
