import pytest

from memoryd.search.ranking import Asked, Scale, Scene, Wanted, mark, phrases, rarity, scores

SCALE = Scale(passage=4.0, scene=12.0)


def scene(*texts: str, marks: str = "", days: str = "", weights: str = "") -> Scene:
    return Scene(1, "\n".join(texts), "\n" * (len(texts) - 1), marks or "0" * len(texts),
                 days or " ".join("0" * len(texts)), weights)  # fmt: skip


def ranked(found: Scene, signs: str, **options: object) -> list[int]:
    wanted = tuple(Wanted(sign, 1.0, 1.0) for sign in signs)
    asked = Asked(wanted, phrases=phrases(wanted), **options)
    by_place = dict(scores(found, asked, SCALE))
    return sorted(by_place, key=lambda place: -by_place[place])


@pytest.mark.parametrize(
    ("found", "signs", "order"),
    [
        (scene("abcd", "efgh", "ijkl"), "e", [1, 2, 0]),  # what follows leans on it most
        (scene("abcd", "aefg"), "ae", [1, 0]),  # both words beat one
        (scene("axxbxx", "xxabxx"), "ab", [1, 0]),  # words that stand together
        (scene("a", "axxxxxxxxxxxxxxxx"), "a", [0, 1]),  # the short one says nothing else
        (scene("ab", "ab", marks="90"), "ab", [1, 0]),  # a question answers less than an answer
        (scene("ab", "ab", weights="0.5 1"), "ab", [1, 0]),
    ],
)
def test_the_better_answer_stands_first(found: Scene, signs: str, order: list[int]) -> None:
    assert ranked(found, signs)[: len(order)] == order


def alone(text: str, heads: str = "") -> Scene:
    """Return the scene of a fact: its text, and the names of what it is about."""
    return Scene(1, text, heads, mark("", timed=False, written=True), "0", "")


@pytest.mark.parametrize(
    ("better", "worse", "signs"),
    [
        (alone("wxyz", "ab"), alone("abxy", "ab"), "abw"),  # what was asked for beats the name
        (alone("wxyz", "ab"), alone("abxy", "kl"), "abw"),
        (alone("abxy", "ab"), alone("wxyz", "ab"), "ab"),  # of the name alone, who that is
        (alone("abxy"), alone("axby"), "ab"),  # words that stand together
        (alone("wxyz", "ab"), alone("wxyz", "ba"), "ab"),  # in the name as well
        (alone("ax"), alone("axyzwvut"), "a"),
    ],
)  # fmt: skip
def test_of_facts_what_tells_more_of_the_question_stands_first(
    better: Scene, worse: Scene, signs: str
) -> None:
    wanted = tuple(Wanted(sign, 1.0, 1.0) for sign in signs)
    asked = Asked(wanted, phrases=phrases(wanted))
    [(_, more)], [(_, less)] = (scores(one, asked, SCALE) for one in (better, worse))

    assert more > less


def test_a_fact_of_which_nothing_is_asked_has_no_score() -> None:
    assert list(scores(alone("ab", "c"), Asked((Wanted("z", 1.0, 1.0),)), SCALE)) == []


def test_on_a_page_a_name_counts_once_and_in_a_talk_with_who_speaks() -> None:
    texts, heads = "ax\nxx\nxx\nxx\nyx", "a\n\n\n\na"
    asked = Asked((Wanted("a", 1.0, 1.0),))
    mark_of = {written: mark("", timed=False, written=written) for written in (False, True)}
    found = {
        written: dict(scores(Scene(1, texts, heads, one * 5, "0 0 0 0 0", ""), asked, SCALE))
        for written, one in mark_of.items()
    }

    assert found[True][0] == found[True][4] < found[False][0]


def test_nothing_is_said_of_passages_that_no_word_is_near() -> None:
    assert ranked(scene("a", "b", "c", "d", "e"), "a") == [0, 1, 2]
    assert ranked(scene("a", "b"), "z") == []


def test_the_answer_to_a_question_that_holds_the_words_gains_most() -> None:
    asks = mark("What is it?", timed=False)
    asked, told = scene("ab", "cd", marks=asks + "0"), scene("ab", "cd")
    wanted = Asked((Wanted("a", 1.0, 1.0),))

    assert dict(scores(asked, wanted, SCALE))[1] > dict(scores(told, wanted, SCALE))[1]


def test_days_asked_for_are_ahead_and_days_soon_after_a_little() -> None:
    found = scene("a", "xxxxx", "xxxxx", "a", "xxxxx", "xxxxx", "a", days="10 10 10 24 24 24 90")

    assert [place for place in ranked(found, "a", spans=((8, 20),)) if place in (0, 3, 6)] == [
        0,
        3,
        6,
    ]
    assert set(ranked(found, "a", spans=((8, 20),))) == set(ranked(found, "a"))


def test_a_prompt_prefers_what_is_recent_but_never_drops_what_is_old() -> None:
    found = scene("a", "xxxx", "xxxx", "xxxx", "xxxx", "a", days="900 900 900 900 900 100")

    assert [place for place in ranked(found, "a", today=901) if place in (0, 5)] == [0, 5]


@pytest.mark.parametrize(("among", "holding"), [(0, 0), (1, 1), (10, 10), (10, 0), (5, 9)])
def test_no_word_counts_against_a_passage(among: int, holding: int) -> None:
    assert rarity(among, holding) >= 0


@pytest.mark.parametrize("text", ["", "?", "???", "a?b?c.", "\N{FULLWIDTH QUESTION MARK}", "no"])
def test_every_text_has_one_mark(text: str) -> None:
    assert len(mark(text, timed=True)) == 1
