import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.search.spelling import slips_between
from memoryd.search.stem import stem
from memoryd.search.words import asked, day_terms, folded, terms


@pytest.mark.parametrize(
    ("forms", "one"),
    [
        (("connect", "connected", "connecting", "connection", "connections"), "connect"),
        (("hope", "hopes", "hoping", "hoped"), "hope"),
        (("plan", "plans", "planned", "planning"), "plan"),
        (("pony", "ponies"), "poni"),
        (("relational", "relate", "related"), "relat"),
        (("yellow",), "yellow"),
        (("agreed", "agree"), "agre"),
        (("as", "is"), None),
        (("s", "y", ""), None),
    ],
)
def test_forms_of_a_word_share_a_stem(forms: tuple[str, ...], one: str | None) -> None:
    assert [stem(form) for form in forms] == [one or form for form in forms]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("She went home", "she goes home"),
        ("my mom's photos", "my mother's pictures"),
        ("Zo\u00eb\u2019s caf\u00e9", "zoe's cafe"),
        ("\uff24\uff41\uff4e\uff41", "dana"),
        ("children bought bikes", "a kid buys a bike"),
    ],
)
def test_spellings_of_the_same_words_are_the_same_terms(one: str, other: str) -> None:
    assert set(terms(one)) - {"a"} == set(terms(other)) - {"a"}


@pytest.mark.parametrize(
    "text",
    ["gateway/run.py", "C++", "C#", "snake_case", "dana-003", "3.5", "ops@host.example"],
)
def test_what_is_joined_is_found_as_a_whole_and_by_its_parts(text: str) -> None:
    found = terms(text)

    assert found[0] == text.lower()
    assert len(found) > 1


def test_a_run_is_indexed_by_character_and_pair_and_asked_by_pair() -> None:
    assert terms("图书馆") == ["图", "图书", "书", "书馆", "馆"]
    assert asked("图书馆") == ["图书", "书馆"]
    assert asked("馆") == ["馆"]


@pytest.mark.parametrize(
    "text", ["", "\0", "\ud800", "\u0e31", "'", "''''", "x" * 10_000, "\u200d"]
)
def test_any_bytes_make_terms_of_bounded_length(text: str) -> None:
    assert all(0 < len(term) <= 64 for term in terms(text))
    assert isinstance(folded(text), str)


def test_a_day_has_the_words_people_use_for_it() -> None:
    assert day_terms("2026-05-03") == ["3", *terms("May"), "2026", "2026-05-03", "2026-05"]
    assert day_terms("someday") == day_terms(None) == []


@pytest.mark.parametrize(
    ("one", "two", "most", "slips"),
    [("dana", "dana", 1, 0), ("dana", "dnaa", 1, 1), ("dana", "danna", 1, 1), ("dana", "dan", 1, 1),
     ("dana", "lina", 1, 2), ("rotterdam", "roterdan", 2, 2), ("a", "abcd", 1, 2),
     ("ac", "bbba", 2, 3)],
)  # fmt: skip
def test_slips_are_counted_as_people_make_them(one: str, two: str, most: int, slips: int) -> None:
    assert slips_between(one, two, most) == slips


@given(one=st.text("abcde", max_size=8), two=st.text("abcdef", max_size=8), most=st.integers(1, 2))
def test_what_is_too_far_apart_is_told_early_and_no_more(one: str, two: str, most: int) -> None:
    assert slips_between(one, two, most) == min(slips_between(one, two, 16), most + 1)
