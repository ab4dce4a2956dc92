"""What was told after the end of a role did not rest on it, on the same day too."""

import pytest

from tests.core.recon_kit import Memory, line, propose

DAY = "2026-09-01"
JAMES, SARAH = "people/james", "people/sarah"
LEFT = ("Left Acme", "person Alex")
Claims = list[tuple[int, str, str]]


def _memory() -> Memory:
    memory = Memory(names={SARAH: ("Sarah",)}).hold("people/alex", "Works at Acme")
    return memory.hold(SARAH, "Manager of Alex at Acme", related=("people/alex",))


def _tell(texts: list[str], claims: Claims, memory: Memory, *, at_once: bool) -> Memory:
    """Tell lines of one day; claims: number of the line, the fact and whom it is about."""
    lines = [line(n, text, day=DAY) for n, text in enumerate(texts, start=1)]
    batches = [lines] if at_once else [[one] for one in lines]
    for batch in batches:
        seqs = {one.seq for one in batch}
        memory.take([propose(fact, f"m{n}", about=about, related=("person Alex",))
                     for n, fact, about in claims if n in seqs], batch)  # fmt: skip
    return memory


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize(
    ("texts", "claims"),
    [
        (["I left Acme today. My new boss is James."],
         [(1, *LEFT), (1, "New boss of Alex", "person James")]),
        (["I left Acme today. My new boss is James."],
         [(1, "New boss of Alex", "person James"), (1, *LEFT)]),
        (["I left Acme today. My boss is now James."],
         [(1, "Is Alex's boss", "person James"), (1, *LEFT)]),
        (["My new boss is James, for I left Acme today."],
         [(1, "New boss of Alex", "person James"), (1, *LEFT)]),
        (["I left Acme.", "My new manager James is great."],
         [(1, *LEFT), (2, "Alex's manager", "person James")]),
        (["I left Acme.", "James is my colleague."],
         [(1, *LEFT), (2, "Colleague of Alex", "person James")]),
        (["I left Acme.", "James is my team lead.", "James is demanding."],
         [(1, *LEFT), (2, "Team lead of Alex", "person James"),
          (3, "Demanding", "person James")]),
    ],
)  # fmt: skip
def test_a_tie_told_after_the_leaving_stays(
    texts: list[str], claims: Claims, *, at_once: bool
) -> None:
    memory = _tell(texts, claims, _memory(), at_once=at_once)

    told = [fact for _, fact, about in claims if about == "person James"]
    assert memory.active(JAMES) == told
    assert memory.active() == ["Left Acme"]
    (ended,) = memory.active(SARAH)
    assert ended.startswith("No longer ")


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize(
    ("texts", "claims"),
    [
        (["James is my boss.", "I left Acme."],
         [(1, "Boss of Alex", "person James"), (2, *LEFT)]),
        (["James is my boss. I left Acme today."],
         [(1, *LEFT), (1, "Boss of Alex", "person James")]),
        (["James joined Acme as my colleague.", "I left Acme."],
         [(1, "Colleague of Alex at Acme", "person James"), (2, *LEFT)]),
    ],
)  # fmt: skip
def test_a_tie_told_before_the_leaving_ends_with_it(
    texts: list[str], claims: Claims, *, at_once: bool
) -> None:
    memory = _tell(texts, claims, _memory(), at_once=at_once)
    assert memory.active(JAMES) == ["No longer works with Alex, who left Acme"]


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize("word", ["boss", "manager", "colleague", "team lead"])
def test_a_job_and_a_tie_taken_up_again_on_the_same_day_stand(word: str, *, at_once: bool) -> None:
    texts = [
        "I quit Acme.",
        "I'm back at Acme, they made me an offer.",
        f"Sarah is my {word} again.",
    ]
    claims = [(1, "Left Acme", "person Alex"), (2, "Works at Acme", "person Alex"),
              (3, f"{word.capitalize()} of Alex", "person Sarah")]  # fmt: skip

    memory = _tell(texts, claims, _memory(), at_once=at_once)

    assert "Works at Acme" in memory.active()
    assert memory.active(SARAH) == [f"{word.capitalize()} of Alex"]


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize(
    ("texts", "claims"),
    [
        (["James is my manager now.", "Greta is my boss."],
         [(1, "New manager of Alex", "person James"), (2, "Boss of Alex", "person Greta")]),
        (["James took over as my manager. Greta is my manager as well."],
         [(1, "New manager of Alex", "person James"), (1, "Manager of Alex", "person Greta")]),
        (["James took over as my manager. Greta is my manager as well."],
         [(1, "Manager of Alex", "person Greta"), (1, "New manager of Alex", "person James")]),
        (["I broke up with James.", "Greta is my partner."],
         [(1, "Broke up with James", "person Alex"), (2, "Partner of Alex", "person Greta")]),
    ],
)  # fmt: skip
def test_a_succession_ends_no_tie_told_after_it(
    texts: list[str], claims: Claims, *, at_once: bool
) -> None:
    memory = _tell(texts, claims, _memory(), at_once=at_once)
    (greta,) = (fact for _, fact, about in claims if about == "person Greta")
    assert [fact.fact for fact in memory.facts["people/greta"]] == [greta]


def test_a_tie_of_an_earlier_day_ends_though_it_is_told_after_the_leaving() -> None:
    memory = _memory()
    lines = [line(1, "I left Acme today.", day=DAY),
             line(2, "James has been my manager at Acme since 2024.", day=DAY)]  # fmt: skip
    memory.take(
        [propose("Left Acme"),
         propose("Manager of Alex at Acme", "m2", about="person James", when="2024-01-01")],
        lines,
    )  # fmt: skip
    assert memory.active(JAMES) == ["No longer works with Alex, who left Acme"]
