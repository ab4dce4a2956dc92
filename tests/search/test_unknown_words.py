"""A word that the memory does not hold is looked up by its letters, whatever else is asked."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from memoryd.core.passage import Layer, Passage
from memoryd.search.index import Index

TODAY = date(2026, 2, 16)
GERMAN = [
    "Wo ist die Wanderkarte", "Wann kommt der Bus", "Meine Tante war da", "Die Frage ist offen",
    "Das Konto ist leer", "Was kostet der Strom", "Wie war der Film", "what is the count of it",
    "der Beim Becker steht die Wohnwand", "the phone is dead", "Kate came by", "the book of 2024",
]  # fmt: skip


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    with Index.open(tmp_path / "index.db", write=True) as opened:
        yield opened


def ask(index: Index, text: str, query: str) -> list[str]:
    """Ask for a text that stands among others, which hold the plain words of the question."""
    texts = [*GERMAN, text, *GERMAN]
    index.replace("memory/a.md", "1", [
        Passage("memory/a.md", at, at, Layer.NOTE, said) for at, said in enumerate(texts)
    ])  # fmt: skip
    return [hit.passage.text for hit in index.search(query, today=TODAY)]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Die Krankenversicherungskarte liegt im Auto", "Wo ist meine Versicherungskarte?"),
        ("Die Versicherungskarte liegt im Auto", "Wo ist meine Krankenversicherungskarte?"),
        ("Zahnarzttermin am Montag um neun", "Wann ist der Termin beim Zahnarzt?"),
        ("Wohnungsbesichtigung mit Frau Lang", "Wann war die Besichtigung der Wohnung?"),
        ("Geburtstagsfeier bei Oma", "Wie war der Geburtstag?"),
        ("Haftpflichtversicherungsbeitrag bezahlt", "Was kostet die Versicherung?"),
        ("maxRetryCount is five now", "what is maxRetry"),
        ("retryCountMax is five now", "what is the countMax of it"),
        ("she has a healthinsurance", "what is the phone of her insurance"),
        ("Der Bundesfinanzminister kam", "Was macht der Finanzminister?"),
        ("De ziekenhuisafspraak is verzet", "what is the afspraak"),
        ("Ventetiden på sygehusafdelingen", "what is afdelingen"),
        ("Das Hundefutter ist alle", "what is the Hund"),
        ("Die Krankenversicherungskarte liegt im Auto", "what is the Karte"),
        ("Der Hund frisst", "what is Hundefutter"),
        ("Синхрофазотрон стоит", "what is фазотрон"),
    ],
)
def test_a_part_of_a_compound_is_found_beside_known_words(
    index: Index, text: str, query: str
) -> None:
    assert text in ask(index, text, query)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Met Sean O'Neill at the fair", "what is oneill"),
        ("Met Sean O'Neill at the fair", "Kate ONeil"),
        ("Met Sean O'Neill at the fair", "the book of O Neill"),
        ("McAllister called", "the phone of Mc Allister"),
        ("Mc Allister called", "the phone of McAllister"),
        ("We met Jean-Luc there", "the phone of Jeanluc"),
        ("Her e-bike broke", "the ebike is dead"),
        ("Accommodation is booked", "what is the accomodation"),
    ],
)
def test_a_slip_and_a_sign_within_a_name_are_forgiven_beside_known_words(
    index: Index, text: str, query: str
) -> None:
    assert text in ask(index, text, query)[:5]


@pytest.mark.parametrize("query", ["{}", "the phone {}", "what is {}?"])
@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Landlord: 030 1234 5678, mornings", "030 12345678"),
        ("Landlord: 030 1234 5678, mornings", "03012345678"),
        ("Landlord: 030 1234-5678, mornings", "030 12345678"),
        ("Landlord: 030/12345678, mornings", "03012345678"),
        ("Landlord: 03012345678, mornings", "030 12345678"),
        ("Landlord: 03012345678, mornings", "030-12345678"),
        ("ISBN 978-3-16-148410-0 is the one", "9783161484100"),
        ("ISBN 9783161484100 is the one", "978-3-16-148410-0"),
    ],
)
def test_a_long_number_is_found_in_whatever_groups(
    index: Index, text: str, number: str, query: str
) -> None:
    assert text in ask(index, text, query.replace("{}", number))[:3]


def test_letters_in_the_midst_of_a_word_are_no_part_of_it(index: Index) -> None:
    assert "The supermarket opens" not in ask(index, "The supermarket opens", "the phone perma")
    assert "A party was held" not in ask(index, "A party was held", "the phone arty")


def of(index: Index, text: str, question: str) -> list[str]:
    index.replace("memory/a.md", "1", [Passage("memory/a.md", 1, 1, Layer.NOTE, text)])
    return [hit.passage.text for hit in index.search(question, today=TODAY)]


@pytest.mark.parametrize(
    "question",
    ["my teeth", "is my teeth", "what about my teeth?", "the squid", "what was the squid?",
     "Is there a headache?"],
)  # fmt: skip
def test_words_that_only_shape_a_question_find_nothing_by_themselves(
    index: Index, question: str
) -> None:
    text = "What is this? My fox is there, the one that was about. Wo ist der Hund?"
    assert of(index, text, question) == []


@pytest.mark.parametrize("question", ["the", "is my", "my fox", "?", "What is this?"])
def test_what_is_asked_for_letter_by_letter_is_found_though_it_says_little(
    index: Index, question: str
) -> None:
    assert of(index, "What is this? The fox, and this is my fox.", question)
