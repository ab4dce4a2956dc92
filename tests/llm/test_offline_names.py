"""Names of people in any script, with marks, particles, initials and titles."""

import pytest

from memoryd.core.entity import new_ref
from memoryd.core.text import words
from tests.llm.offline_lines import read, said

NAMES = [
    "अमित", "नेहा", "প্রিয়া", "சுந்தர்", "ప్రియ", "ณัฐพล",
    "သူဇာ", "ស្រីនិច", "محمد علي", "مُحَمَّد", "שָׂרָה",
    "ნინო", "Արամ", "Γιώργος", "Мария", "李明", "さくら", "김민준",
    "Nguyễn Văn A", "Đặng Thị Ngọc Thịnh", "Łukasz Żak", "Zoë", "Siobhán",
    "Jan van der Berg", "van der Berg", "Ludwig von Mies", "Maria de la Cruz", "de Souza",
    "Omar al-Rashid", "al-Rashid", "Ahmed bin Salman", "Siobhán O'Connor", "D'Angelo Moss",
    "Jean-Luc Moreau", "Mary-Jane O'Hara-Lind", "J.R.R. Lind", "J. R. R. Lind", "J. Lind",
    "George W. Moss",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "text",
    [
        "My colleague is {}.",
        "{} is my colleague.",
        "My colleague is {}",
        "My colleague {} is late.",
    ],
)
def test_a_name_is_taken_whole(text: str, name: str) -> None:
    proposals = read(said(text.format(name)))
    assert [(p.entity.name, p.fact) for p in proposals] == [(name, "Colleague of Alex")]
    assert new_ref(proposals[0].entity).slug


@pytest.mark.parametrize(
    ("said_so", "name"),
    [
        ("Dr. Lind", "Lind"), ("Dr Lind", "Lind"), ("Prof. Dr. Lind", "Lind"),
        ("Professor Lind", "Lind"), ("Dr. Anna Müller", "Anna Müller"), ("Ms. Green", "Green"),
        ("Dr. van der Berg", "van der Berg"), ("Prof. J. Lind", "J. Lind"),
    ],
)  # fmt: skip
def test_a_title_is_no_part_of_a_name(said_so: str, name: str) -> None:
    for text in (f"My mentor is {said_so}.", f"{said_so} is my mentor."):
        assert [p.entity.name for p in read(said(text))] == [name]
    listed = read(said(f"My colleagues are {said_so} and Ann."))
    assert listed[0].fact == f"Colleagues: {name}, Ann"


@pytest.mark.parametrize(
    "text",
    [
        "My colleague अमित works at Tallow Labs.",
        "My colleague is अमित. अमित works at Tallow Labs.",
        "My colleague is अमित।\nअमित works at Tallow Labs.",
    ],
)
def test_a_name_with_marks_is_the_subject_of_what_follows(text: str) -> None:
    assert {(p.entity.name, p.fact) for p in read(said(text))} == {
        ("अमित", "Colleague of Alex"), ("अमित", "Works at Tallow Labs"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I went with plan B. Sarah is my manager.", ["Manager of Alex"]),
        ("My colleague is J. Lind. I live in Rome.", ["Colleague of Alex", "Lives in Rome"]),
        ("My boss is Tom. My wife is Ann.", ["Boss of Alex", "Wife of Alex"]),
        ("My boss is Tom I think.", []),
        ("My boss is the best.", []),
        ("My boss is Monday.", []),
    ],
)
def test_what_is_no_name_is_not_taken_into_one(text: str, facts: list[str]) -> None:
    assert [p.fact for p in read(said(text))] == facts


@pytest.mark.parametrize("name", ["अमित", "সুমন", "சுந்தர்", "သူဇာ", "שָׂרָה", "مُحَمَّد"])
def test_a_word_is_not_split_at_its_marks(name: str) -> None:
    assert len(words(name)) == 1
    assert words(f"{name} {name}_x")[:1] == words(name)
