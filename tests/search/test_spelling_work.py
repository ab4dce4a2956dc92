"""What a question costs is bounded, however long and odd its words are: work is counted."""

import random
import string
from collections.abc import Iterator
from datetime import date
from itertools import product

import pytest

from memoryd.core.passage import Layer, Passage
from memoryd.search.index import Index
from memoryd.search.spelling import slips_between
from tests.pace import calls

TODAY = date(2026, 2, 16)
RANDOM = random.Random(1)  # noqa: S311 - no secret
LETTERS = RANDOM.choices(string.ascii_lowercase, k=8_000)
SIGNS = RANDOM.choices(string.ascii_letters + string.digits, k=8_000)
ALIKE = ["".join(letters) for letters in product("ab", repeat=11)]  # 2,048 words alike
ENOUGH = 1_500_000  # calls, about 0.3 s; every slip of one word of 8,000 letters is 10 times that


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    with Index.open(tmp_path_factory.mktemp("work") / "index.db", write=True) as opened:
        texts = ["Dana likes tea", "Kowalski came", "Donaudampfschifffahrtsgesellschaft"]
        texts += [" ".join(f"{word}{'ab' * 20}" for word in ALIKE[at : at + 64])
                  for at in range(0, len(ALIKE), 64)]  # fmt: skip
        opened.replace("memory/a.md", "1", [
            Passage("memory/a.md", at, at, Layer.NOTE, said) for at, said in enumerate(texts)
        ])  # fmt: skip
        yield opened


QUESTIONS = {
    "one letter": "x" * 8_000,
    "letters": "".join(LETTERS),
    "letters and digits": "".join(SIGNS),
    "four letters": "acgt" * 2_000,
    "capitals": "X" * 8_000,
    "accents": "é" * 8_000,
    "another alphabet": "ж" * 8_000,
    "a word, drawn out": "no" + "o" * 8_000,
    "a compound, over and over": "Donaudampfschifffahrtsgesellschaft" * 200,
    "letters that sound alike": "phckthou" * 1_000,
    "sixty-four letters": " ".join("".join(LETTERS[at : at + 64]) for at in range(0, 8_000, 64)),
    "thirty letters": " ".join("".join(LETTERS[at : at + 30]) for at in range(0, 8_000, 30)),
    "ten letters": " ".join("".join(LETTERS[at : at + 10]) for at in range(0, 8_000, 10)),
    "all alike": " ".join(f"{word}{'ba' * 20}" for word in ALIKE[:150]),
    "with hyphens": "a-" * 4_000,
    "with apostrophes": "it's" * 2_000,
    "one number": "1" * 8_000,
    "numbers": " ".join(map(str, range(10**8, 10**8 + 800))),
    "numbers in groups": "12-" * 2_600,
    "of no spaces": "图书馆" * 2_600,
}


@pytest.mark.parametrize("beside", ["", "Sarah ", "what is the number of "])
@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS.keys())
def test_no_question_costs_more_than_many_words_do(
    index: Index, question: str, beside: str
) -> None:
    assert calls_of(index, beside + question) < ENOUGH


@pytest.mark.parametrize("size", [65, 100, 1_000, 3_000, 7_000])
def test_a_longer_word_costs_no_more(index: Index, size: int) -> None:
    """Of a word longer than any no slip is tried; a mistyped one beside it is found."""
    long = "".join(LETTERS[:size])

    assert calls_of(index, long) < 60_000  # patterns are compiled and modules loaded by the first
    assert calls_of(index, long) < 5_000
    assert [hit.passage.text for hit in index.search(f"{long} kowalsky", today=TODAY)] == [
        "Kowalski came"
    ]


@pytest.mark.parametrize(
    ("one", "two", "most", "slips"),
    [("a" * 60, "a" * 60, 2, 0), ("a" * 60, "a" * 62, 2, 2), ("ab" * 30, "ba" * 30, 2, 2),
     ("ab" * 30 + "c", "c" + "ab" * 30, 2, 2), ("x" + "ab" * 30, "ab" * 30 + "xx", 2, 3)],
)  # fmt: skip
def test_slips_of_long_words_are_counted_as_those_of_short_ones(
    one: str, two: str, most: int, slips: int
) -> None:
    assert slips_between(one, two, most) == slips


def calls_of(index: Index, question: str) -> int:
    """Count the functions that are called for an answer, those in C as well."""
    return calls(lambda: index.search(question, today=TODAY))
