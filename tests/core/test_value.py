"""Values, and regular expressions compiled late: as the standard library's, but cheaper."""

import dataclasses
import re
from typing import Any

import pytest

from memoryd.core.regex import regex
from memoryd.core.value import as_dict, field, frozen, mutable, replace


@frozen
class Point:
    """A place."""

    x: int
    y: int = 2
    tags: list[str] = field(default_factory=list)

    @property
    def sum(self) -> int:
        return self.x + self.y


@frozen
class Pair:
    """Something else of the same fields."""

    x: int
    y: int = 2


@frozen
class Own:
    """One that compares and shows itself in its own way."""

    text: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own) and self.text.lower() == other.text.lower()

    def __hash__(self) -> int:
        return hash(self.text.lower())

    def __repr__(self) -> str:
        return self.text


@mutable
class Tally:
    """A count."""

    count: int = 0
    names: set[str] = field(default_factory=set)


@dataclasses.dataclass(frozen=True)
class Standard:
    x: int
    y: int = 2


def test_fields_are_given_by_place_or_name_or_have_a_default() -> None:
    point = Point(1, tags=["a"])

    assert (point.x, point.y, point.tags, point.sum) == (1, 2, ["a"], 3)
    assert as_dict(point) == {"x": 1, "y": 2, "tags": ["a"]}
    assert repr(Pair(x=1)) == "Pair(x=1, y=2)"
    with pytest.raises(TypeError, match="x"):
        Point()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="z"):
        Point(1, z=2)  # type: ignore[call-arg]


def test_each_object_has_a_default_of_its_own() -> None:
    assert Point(1).tags is not Point(1).tags
    assert Tally().names is not Tally().names


def test_the_same_fields_of_the_same_class_are_the_same_value() -> None:
    assert Pair(1) == Pair(1, 2) != Pair(1, 3)
    assert Pair(1) != Standard(1)
    assert len({Pair(1), Pair(1, 2), Pair(2)}) == 2
    assert len({Own("a"), Own("A")}) == 1
    assert repr(Own("a")) == "a"


@pytest.mark.parametrize("name", ["x", "z"])
def test_a_frozen_one_stays_as_it_is(name: str) -> None:
    point = Point(1)
    with pytest.raises(AttributeError, match=name):
        setattr(point, name, 3)
    with pytest.raises(AttributeError, match=name):
        delattr(point, name)


def test_a_mutable_one_takes_its_fields_alone_and_has_no_hash() -> None:
    tally = Tally()
    tally.count += 1

    assert tally == Tally(1)
    with pytest.raises(AttributeError):
        tally.other = 1  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        hash(tally)


@pytest.mark.parametrize("of", [Pair(1), Standard(1)])
def test_a_copy_has_some_fields_changed(of: Any) -> None:
    changed = replace(of, y=3)

    assert type(changed) is type(of)
    assert (changed.x, changed.y, of.y) == (1, 3, 2)
    with pytest.raises(TypeError):
        replace(of, z=1)


@pytest.mark.parametrize("text", ["B", b"b"])
def test_a_regular_expression_works_as_a_compiled_one(text: Any) -> None:
    late, same = regex(text, re.IGNORECASE), re.compile(text, re.IGNORECASE)

    for _ in range(2):
        assert late.findall(text.lower() * 2) == same.findall(text.lower() * 2)
        assert late.fullmatch(text) is not None
    assert (late.pattern, late.flags) == (same.pattern, same.flags)


def test_a_faulty_one_says_so_where_it_is_used() -> None:
    late = regex("(")

    with pytest.raises(re.error):
        late.search("a")
