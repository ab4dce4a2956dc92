"""What keeps a search from being whole is said as it is, whichever way a question took."""

from types import SimpleNamespace

import pytest

from memoryd.jobs.search import why_not
from tests.cli.talking import Person


@pytest.mark.parametrize(
    ("apart", "says"), [(False, "no daemon runs"), (True, "the daemon was not asked")]
)
def test_a_question_that_never_went_to_the_daemon_denies_none(*, apart: bool, says: str) -> None:
    settings = SimpleNamespace(semantic=True)

    assert says in why_not(settings, apart=apart)  # type: ignore[arg-type]


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("to_tool", [False, True])
def test_only_a_person_is_told_of_a_flag(*, apart: bool, to_tool: bool) -> None:
    said = why_not(SimpleNamespace(semantic=True), apart=apart, to_tool=to_tool)  # type: ignore[arg-type]

    assert ("--" in said) is not to_tool


@pytest.mark.parametrize("audience", ["private", "group"])
@pytest.mark.parametrize("configured", [False, True])
def test_where_no_memory_was_begun_a_search_says_that_and_how_one_is(
    person: Person, audience: str, *, configured: bool
) -> None:
    if configured:
        person.has_config()

    for _ in range(2):
        said = person.types("search", "sings", "--audience", audience)

        assert said.code == 0
        assert said.err == "memoryd: there is no memory yet; `memoryd init` begins one\n"
    assert not person.life.exists()


@pytest.mark.parametrize("asked_before", [False, True])
def test_a_memory_that_was_begun_and_is_away_is_missed(
    person: Person, *, asked_before: bool
) -> None:
    person.has_config()
    person.types("remember", "Sings")
    if asked_before:
        person.types("search", "sings")
    person.life.rename(person.home / "elsewhere")

    assert "put it back where it was" in person.types("search", "sings").err


def test_a_memory_that_holds_nothing_yet_is_one(person: Person) -> None:
    person.has_config()
    person.types("init", "--yes")

    assert "no memory yet" not in person.types("search", "sings").err
