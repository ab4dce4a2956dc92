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
