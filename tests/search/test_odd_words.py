"""What is asked for by one word with signs or digits in it is what holds it as it is written."""

from collections.abc import Iterator
from datetime import date

import pytest

from memoryd.core.passage import Layer, Passage
from memoryd.search.fusion import fuse
from memoryd.search.index import Index

TODAY = date(2026, 2, 16)
HELD = {
    "C++": ("C++ coroutines need co_await", "C is older; c it is"),
    "C#": ("C# and F# share the CLR", "The older one is C, or c"),
    "gateway/run.py": ("A bug in gateway/run.py", "The gateway has to run; py is short"),
    "192.168.1.1": ("The router is 192.168.1.1", "192 and 168 and 1 are numbers"),
    "ISO27001": ("Has ISO27001 at last", "ISO 9001 and 27001 others"),
    "3.5": ("Version 3.5 is out", "Of 3 parts 5 broke"),
    "dana-ops@host.example": ("Mail dana-ops@host.example", "dana and ops host an example"),
    "snake_case": ("Use snake_case there", "A snake in a case"),
    "e-mail": ("Prefers e-mail", "Letter e, and mail"),
    "5mg": ("Takes 5mg each day", "Lost 5, then mg"),
    "48,000": ("Quoted 48,000 in all", "Room 48 of 000"),
}  # fmt: skip


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    with Index.open(tmp_path_factory.mktemp("odd") / "index.db", write=True) as opened:
        for word, texts in HELD.items():
            # All of them are about it, as all facts of "C++ notes" are.
            opened.replace(f"resources/{word}", "1", [
                Passage(f"resources/{word}", at, at, Layer.FACT, said, subject=f"{word} notes")
                for at, said in enumerate((*texts, "Nothing of the kind", "Neither is this"))
            ])  # fmt: skip
        yield opened


@pytest.mark.parametrize("question", ["{}", "what is {}?", "what about {}"])
@pytest.mark.parametrize("word", HELD)
def test_one_odd_word_is_found_first_whatever_means_the_like(
    index: Index, word: str, question: str
) -> None:
    found = index.scored(question.format(word), today=TODAY, limit=50, also=list)
    texts = {hit.id: hit.passage.text
             for hit in index.hits(list(found.scores.items()), limit=50)}  # fmt: skip
    first = HELD[word][0]
    alike = {number: 0.1 if text == first else 0.9 for number, text in texts.items()}

    fused = fuse(found, alike)

    assert texts[next(iter(fused))] == first
    assert first == index.search(question.format(word), today=TODAY)[0].passage.text


@pytest.mark.parametrize("question", ["coroutines", "older C", "router number of C++", "notes"])
def test_of_other_questions_meaning_has_its_part(index: Index, question: str) -> None:
    found = index.scored(question, today=TODAY, limit=50, also=list)
    last = list(found.scores)[-1]

    assert max(found.scores.values()) < 50
    assert fuse(found, {last: 0.9, -1: 0.1})[last] > 0.39
