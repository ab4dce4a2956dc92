"""A word that is mistyped at any letter, or written as it sounds, is found."""

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

from memoryd.core.passage import Layer, Passage
from memoryd.search.index import Index

TODAY = date(2026, 2, 16)
NAMES = """Catherine Philip Dmitri Siobhan Yusuf Geoffrey Xavier Charlotte Frederick Elizabeth
Nathaniel Svetlana Emmanuel Hannah Isabella Giovanni Kowalski Schneider Hernandez Johansson
Nakamura Whitaker Montgomery Andersen Williams Rossini Descartes Garibaldi Valentine Clementine
Maddison Harding Fleming Sterling Channing Winslow""".split()
WORDS = """October candidate deprecated headache insurance migration dentist warranty passport
recipe mortgage birthday telescope aquarium workshop gardening""".split()


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    with Index.open(tmp_path_factory.mktemp("slips") / "index.db", write=True) as opened:
        texts = [f"{word} came up at table {at}" for at, word in enumerate([*NAMES, *WORDS])]
        opened.replace("memory/a.md", "1", [
            Passage("memory/a.md", at, at, Layer.NOTE, said) for at, said in enumerate(texts)
        ])  # fmt: skip
        yield opened


SLIPS: dict[str, Callable[[str], str]] = {
    "first left out": lambda word: word[1:],
    "first two swapped": lambda word: word[1] + word[0] + word[2:],
    "first mistaken": lambda word: "q" + word[1:],
    "one before the first": lambda word: "q" + word,
    "middle left out": lambda word: word[: len(word) // 2] + word[len(word) // 2 + 1 :],
    "middle doubled": lambda word: word[: len(word) // 2 + 1] + word[len(word) // 2 :],
    "middle mistaken": lambda word: word[: len(word) // 2] + "q" + word[len(word) // 2 + 1 :],
    "last but one mistaken": lambda word: word[:-2] + "q" + word[-1],
    "last two swapped": lambda word: word[:-2] + word[-1] + word[-2],
    "last left out": lambda word: word[:-1],
}


@pytest.mark.parametrize("question", ["{}", "what came of {}?"])
@pytest.mark.parametrize("slip", SLIPS.values(), ids=SLIPS.keys())
def test_a_slip_at_any_letter_is_forgiven(
    index: Index, slip: Callable[[str], str], question: str
) -> None:
    said = {word: slip(word.lower()) for word in (*NAMES, *WORDS)}
    lost = [
        (word, slipped) for word, slipped in said.items() if len(slipped) > 4
        and not found(index, question.format(slipped), word)
    ]  # fmt: skip

    assert lost == []


@pytest.mark.parametrize(
    ("heard", "name"),
    [
        ("Katherine", "Catherine"), ("Kathrine", "Catherine"), ("Filip", "Philip"),
        ("Phillip", "Philip"), ("Dimitri", "Dmitri"), ("Jusuf", "Yusuf"), ("Jeffrey", "Geoffrey"),
        ("Zavier", "Xavier"), ("Sharlotte", "Charlotte"), ("Fredrick", "Frederick"),
        ("Elisabeth", "Elizabeth"), ("Emanuel", "Emmanuel"), ("Hanna", "Hannah"),
        ("Isabela", "Isabella"), ("Giovani", "Giovanni"), ("Cowalski", "Kowalski"),
        ("Shneider", "Schneider"), ("Hernandes", "Hernandez"), ("Wittaker", "Whitaker"),
        ("Valentin", "Valentine"), ("Stirling", "Sterling"), ("Flemming", "Fleming"),
        ("Hardin", "Harding"), ("Johanson", "Johansson"),
    ],
)  # fmt: skip
def test_a_name_is_found_as_it_sounds(index: Index, heard: str, name: str) -> None:
    assert found(index, heard, name)


@pytest.mark.parametrize("text", ["Синхротрон стоит там", "Παπαδόπουλος ήρθε"])
def test_the_first_letter_of_another_script_is_no_harder(tmp_path: Path, text: str) -> None:
    word = text.split(maxsplit=1)[0].lower()
    with Index.open(tmp_path / "index.db", write=True) as index:
        index.replace("a", "1", [Passage("a", 1, 1, Layer.NOTE, text)])
        for slipped in (word[1:], word[1] + word[0] + word[2:], word[3] + word[1:]):
            assert found(index, slipped, text)


@pytest.mark.parametrize("word", ["table", "Harding table", "what came of Hannah"])
def test_what_is_known_is_taken_for_nothing_else(index: Index, word: str) -> None:
    hits = index.search(word, today=TODAY, limit=60)

    assert all(any(part in hit.passage.text for part in word.split()) for hit in hits)


def test_a_guess_counts_less_than_a_word_that_is_known(tmp_path: Path) -> None:
    texts = ["the harbour is closed", "the garden is closed", *["the kettle sings"] * 9]
    with Index.open(tmp_path / "index.db", write=True) as index:
        index.replace("a", "1", [
            Passage("a", at, at, Layer.NOTE, said) for at, said in enumerate(texts)
        ])  # fmt: skip
        for question in ("qarbour garden", "garden harvour"):
            hits = index.search(question, today=TODAY)
            assert [hit.passage.text for hit in hits] == [texts[1], texts[0]]
            assert hits[0].score > 1.5 * hits[1].score


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("painful headache", "Pays within 45 days"),
        ("careless", "the cab was late"),
        ("painful", "Never push to main"),
        ("item", "for its interface"),
        ("harmful", "the farm"),
    ],
)
def test_what_is_left_of_an_ending_is_no_slip(tmp_path: Path, question: str, text: str) -> None:
    with Index.open(tmp_path / "index.db", write=True) as index:
        index.replace("a", "1", [Passage("a", 1, 1, Layer.NOTE, text)])

        assert index.search(question, today=TODAY) == []


def found(index: Index, question: str, word: str) -> bool:
    return any(word in hit.passage.text for hit in index.search(question, today=TODAY, limit=10))
