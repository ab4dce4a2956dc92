"""A plain word that the memory does not hold is no slip of another one; a mistyped one is."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from memoryd.core.passage import Layer, Passage
from memoryd.search.index import Index

TODAY = date(2026, 2, 16)
HELD = """shoe short file phone while hard back load look plant photo house head open shop garden
table hotel money friend world kitchen people book rent meet late week month plan work
trail""".split()
NAMES = ["Marc Ott", "Bjorn Lind", "Stine Holm", "Katya Orlov", "Ronja Weiss"]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    with Index.open(tmp_path_factory.mktemp("slips") / "index.db", write=True) as opened:
        for at, word in enumerate(HELD):
            # Headings are names to the index as well.
            put(opened, f"n/{at}", f"That {word} was seen", "Hard Rules" if at % 2 else "")
        for at, name in enumerate(NAMES):
            put(opened, f"p/{at}", f"{name} came by", name)
        yield opened


def put(index: Index, path: str, text: str, subject: str = "") -> None:
    index.replace(path, "1", [Passage(path, 1, 1, Layer.NOTE, text, subject=subject)])


@pytest.mark.parametrize("question", ["{}", "what is the {}?", "the {} of the gate"])
@pytest.mark.parametrize(
    "word",
    """code codes coat coats wine card cards bank loan loans lock locks plate plates oven heating
    lose horse mouse wood yard boot lead bread hill cook fork ship coast pilot cable
    soup sock tape dose pork poem chip""".split(),
)
def test_a_plain_word_is_taken_for_no_other(index: Index, word: str, question: str) -> None:
    assert index.search(question.format(word), today=TODAY) == []


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        # letters swapped, left out, one more, mistaken; written as it sounds
        ("tabel", "table"), ("hosue", "house"), ("htoel", "hotel"),
        ("moeny", "money"), ("wrold", "world"), ("hotl", "hotel"), ("hoteel", "hotel"),
        ("hotrl", "hotel"), ("foto", "photo"), ("kichen", "kitchen"), ("freind", "friend"),
        ("gardn", "garden"), ("peopel", "people"), ("plannt", "plant"),
        # plain words swapped into others
        ("trial", "trail"),
        # names, though what was typed is a word
        ("mark", "Marc Ott"), ("born", "Bjorn Lind"),
        ("Katja", "Katya Orlov"), ("Ronya", "Ronja Weiss"), ("Bjron", "Bjorn Lind"),
    ],
)  # fmt: skip
def test_a_mistyped_word_and_a_mistyped_name_are_found(
    index: Index, typed: str, meant: str
) -> None:
    assert any(meant in hit.passage.text for hit in index.search(typed, today=TODAY))


@pytest.mark.parametrize("question", ["what is the gate code", "the lock of it?", "the code of it"])
def test_letters_of_a_plain_word_within_another_are_not_the_word(
    tmp_path: Path, question: str
) -> None:
    with Index.open(tmp_path / "index.db", write=True) as index:
        put(index, "a", "The bug in gateway/run.py blocklock lost night shifts, encoded asking")

        assert index.search(question, today=TODAY) == []


def test_what_holds_letters_alone_is_a_guess(tmp_path: Path) -> None:
    with Index.open(tmp_path / "index.db", write=True) as index:
        put(index, "a", "hash 3fa9c2e1 it is")
        found = index.scored("fa9c", today=TODAY, limit=10, also=list)

    assert len(found.scores) == 1
    assert found.guessed == set(found.scores)


@pytest.mark.parametrize(
    ("question", "guessed"),
    [
        ("kichen", {"kitchen"}), ("Katja", {"Katya"}), ("the kichen of Marc", {"kitchen"}),
        ("kitchen", set()), ("the kitchen of Marc", set()), ("Marc", set()), ("wine", set()),
    ],
)  # fmt: skip
def test_what_a_guess_finds_is_told_apart(index: Index, question: str, guessed: set[str]) -> None:
    found = index.scored(question, today=TODAY, limit=10, also=list)

    texts = [hit.passage.text for hit in index.hits([(n, 1.0) for n in found.guessed], limit=10)]
    assert len(texts) == len(guessed)
    assert all(any(word in text for word in guessed) for text in texts)
