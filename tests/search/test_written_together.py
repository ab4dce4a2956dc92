# ruff: noqa: RUF001 - these signs are meant
"""A number with its unit, and an umlaut, are found however they are written."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from memoryd.core.passage import Layer, Passage
from memoryd.search.index import Index
from memoryd.search.words import terms

TODAY = date(2026, 2, 16)
OTHERS = ["The kettle hums", "Sarah came by at noon", "Room for two", "Eine Suppe am Abend"]


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    with Index.open(tmp_path / "index.db", write=True) as opened:
        yield opened


def ask(index: Index, text: str, question: str) -> list[str]:
    index.replace("a", "1", [
        Passage("a", at, at, Layer.NOTE, said) for at, said in enumerate([*OTHERS, text])
    ])  # fmt: skip
    return [hit.passage.text for hit in index.search(question, today=TODAY)]


SAME = [
    ["5mg", "5 mg", "5 MG"], ["2.5mg", "2.5 mg"], ["5mg/ml", "5 mg / ml"],
    ["48000EUR", "48,000 EUR", "48 000 EUR", "EUR 48,000", "48.000 EUR", "48,000EUR", "EUR48000",
     "EUR48,000", "48.000EUR", "48'000 EUR", "48000 eur"],
    ["1,420€", "1420 €", "€1,420"], ["16GB", "16 GB"], ["10k", "10 k"], ["90km/h", "90 km/h"],
    ["30min", "30 min"], ["7pm", "7 pm"], ["5мг", "5 мг"], ["ISO27001", "ISO 27001"],
    ["iPhone15pro", "iPhone 15 pro"], ["PostgreSQL16", "PostgreSQL 16"], ["3m", "3 m"],
    ["12V", "12 V"], ["４８０００USD", "48,000 USD"], ["100%", "100 %"],
]  # fmt: skip


@pytest.mark.parametrize("ways", SAME, ids=" = ".join)
def test_a_number_is_found_with_its_unit_beside_it_or_on_it(index: Index, ways: list[str]) -> None:
    lost = [
        (one, other) for one in ways for other in ways
        if ask(index, f"It was {one} each time", f"what of {other}?")[:1]
        != [f"It was {one} each time"]
    ]  # fmt: skip

    assert lost == []


@pytest.mark.parametrize(
    ("text", "question"),
    [("the 5th of it", "the 6th"), ("of 1st rank", "2nd"), ("on the 23rd", "33rd"),
     ("b2b only", "c2c")],
)  # fmt: skip
def test_an_ending_of_a_number_and_signs_of_a_hash_are_no_units(
    index: Index, text: str, question: str
) -> None:
    assert text not in ask(index, text, question)


def test_a_hash_is_one_word() -> None:
    assert terms("3fa9c2e1") == ["3fa9c2e1"]


@pytest.mark.parametrize("text", ["48,000", "1 000 000", "in 2026 100 people", "room12, 345 of"])
def test_numbers_without_a_unit_stay_as_they_are(text: str) -> None:
    assert not {"2026100", "12345"} & set(terms(text))


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Kürbissuppe mit Ingwer", "kuerbis"), ("Kürbissuppe mit Ingwer", "Kuerbis"),
        ("Kürbissuppe mit Ingwer", "kuerbissuppe"), ("Kürbissuppe mit Ingwer", "kürbis"),
        ("Kürbissuppe mit Ingwer", "Suppe mit Kuerbis"),
        ("Kuerbissuppe mit Ingwer", "kürbis"), ("Kuerbissuppe mit Ingwer", "Kürbissuppe"),
        ("Kuerbissuppe mit Ingwer", "ku\u0308rbis"),
        ("Die Ärztetagung", "aerzte"), ("Die Aerztetagung", "ärzte"),
        ("Die Öffnungszeiten", "oeffnung"), ("Die Oeffnungszeiten", "Öffnung"),
        ("Frau Müller-Lüdenscheidt", "Muellerluedenscheidt"), ("Herr Möller", "moeller"),
        ("Herr Moeller", "Möller"), ("Die Größe", "groesse"), ("Die Groesse", "Größe"),
        ("Die Übungsräume", "uebungsraeume"), ("Die Uebungsraeume", "Übungsräume"),
        ("Das Übungsraumproblem", "uebungsraum"),
    ],
)  # fmt: skip
def test_an_umlaut_is_found_as_two_letters_and_the_other_way_round(
    index: Index, text: str, question: str
) -> None:
    assert text in ask(index, text, question)


@pytest.mark.parametrize(
    ("text", "question"),
    [("They go to it", "toe"), ("du bist", "due"), ("dull", "duel")],
)
def test_two_letters_of_a_short_word_are_no_umlaut(index: Index, text: str, question: str) -> None:
    assert text not in ask(index, text, question)
