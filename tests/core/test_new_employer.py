"""A new employer, or giving up the one there is, ends what rested on the old; a return, the end."""

import pytest

from tests.core.recon_kit import Memory, line, propose

ALEX, SARAH = "people/alex", "people/sarah"


def employed(*own: str) -> Memory:
    memory = Memory(names={SARAH: ("Sarah",)}).hold(ALEX, *(own or ("Works at Acme Corp",)))
    memory.hold(SARAH, "Manager of Alex at Acme Corp", related=("people/alex",))
    return memory.hold(SARAH, "Micromanages everything", "Likes green tea", "Lives in Ulm")


def tell(memory: Memory, fact: str, said: str = "", about: str = "person Alex") -> Memory:
    memory.take([propose(fact, "m1", about=about)], [line(1, said or f"{fact}. I said so, Sarah.")])
    return memory


PRIVATE = ["Likes green tea", "Lives in Ulm"]


@pytest.mark.parametrize(
    "fact",
    [
        "Works at Globex", "Started at Globex", "Works for Globex as a designer",
        "Started a new job at Globex", "Employed by Globex", "Left Acme Corp", "Retired",
        "Quit", "Quit the job", "Is retired", "Resigned", "Was laid off", "Was made redundant",
    ],
)  # fmt: skip
def test_the_end_of_an_employment_ends_what_rested_on_it(fact: str) -> None:
    memory = tell(employed(), fact)

    assert memory.active(ALEX) == [fact]
    (ended,) = set(memory.active(SARAH)) - set(PRIVATE)
    assert ended == "No longer works with Alex, who left Acme Corp"
    assert set(PRIVATE) < set(memory.active(SARAH))


@pytest.mark.parametrize(
    "fact",
    [
        "Works at Acme", "Works at Globex on weekends", "Works part-time at Globex",
        "Also works at Globex", "Joined the Chess Club", "Quit smoking", "Retired the old server",
        "Applied to Globex", "Resigned herself to waiting", "Visited Globex",
    ],
)  # fmt: skip
def test_what_ends_no_employment_ends_nothing(fact: str) -> None:
    memory = tell(employed(), fact)

    assert "Works at Acme Corp" in memory.active(ALEX)
    assert memory.active(SARAH)[:2] == ["Manager of Alex at Acme Corp", "Micromanages everything"]


def test_of_two_employments_nobody_says_which_one_was_given_up() -> None:
    memory = tell(employed("Works at Acme Corp", "Joined Globex as an adviser"), "Quit")

    assert "Manager of Alex at Acme Corp" in memory.active(SARAH)


@pytest.mark.parametrize(
    "fact", ["Left Acme Corp", "Quit Acme Corp", "Was fired from Acme Corp", "Retired"]
)
def test_a_manager_who_leaves_is_told_of_as_a_manager_no_more(fact: str) -> None:
    memory = tell(employed(), fact, about="person Sarah")

    assert memory.active(SARAH) == [*PRIVATE, fact]
    assert memory.active(ALEX) == ["Works at Acme Corp"]


def test_a_colleague_who_leaves_stays_as_difficult_as_before() -> None:
    memory = Memory(names={SARAH: ("Sarah",)}).hold(SARAH, "Demanding", "Colleague of Alex at Acme")
    tell(memory, "Left Acme", about="person Sarah")

    assert memory.active(SARAH) == ["Demanding", "Left Acme"]


@pytest.mark.parametrize(
    ("left", "again"),
    [
        ("Left Acme Corp", "Works at Acme Corp"),
        ("Left Acme Corp", "Works at Acme"),
        ("Left Acme", "Works for Acme Corp"),
        ("Quit Acme Corp", "Back at Acme Corp"),
        ("Was fired from Acme Corp", "Rejoined Acme Corp"),
        ("No longer works at Acme Corp", "Returned to Acme Corp"),
        ("Resigned from Acme Corp", "Was rehired by Acme Corp"),
    ],
)
def test_who_is_back_at_a_company_has_not_left_it(left: str, again: str) -> None:
    memory = tell(Memory().hold(ALEX, left, "Likes tea"), again)

    assert memory.active(ALEX) == ["Likes tea", again]


@pytest.mark.parametrize(
    "other", ["Works at Globex", "Back at Globex", "Has a friend at Acme Corp", "Visited Acme Corp"]
)
def test_who_is_elsewhere_has_left_it(other: str) -> None:
    memory = tell(Memory().hold(ALEX, "Left Acme Corp"), other)

    assert "Left Acme Corp" in memory.active(ALEX)
