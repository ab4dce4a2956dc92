"""What is read from the answer about a day: every row that is one, and nothing that is guessed."""

import json
from typing import Any

import pytest

from memoryd.core.proposal import DayReview, Noted
from memoryd.errors import TooLongError, UnreadableAnswerError
from memoryd.jobs.reviews import MAX_NOTED, read_review
from memoryd.llm.question import Answer, Stop

FACT = {"lines": ["m1"], "entity": {"kind": "person", "name": "Dana"}, "fact": "Plays chess",
        "category": "status", "when": None, "replaces": [], "related": []}  # fmt: skip
EVENT = {"time": "09:15", "text": "Call with Dana", "lines": ["m1"]}
NOTED = {"text": "Chess on Thursdays", "lines": ["m2"]}
EMPTY: dict[str, Any] = {"facts": [], "events": [], "decisions": [], "processes": [],
                         "referenced": []}  # fmt: skip


def read(value: object, stop: Stop = Stop.WHOLE) -> DayReview:
    return read_review(Answer(value if isinstance(value, str) else json.dumps(value), stop, None))


def test_every_list_of_an_answer_is_read() -> None:
    found = read({"facts": [FACT], "events": [EVENT], "decisions": [NOTED], "processes": [NOTED],
                  "referenced": ["dana-001"]})  # fmt: skip

    assert [fact.fact for fact in found.facts] == ["Plays chess"]
    assert found.events == (Noted("Call with Dana", ("m1",), "09:15"),)
    assert found.decisions == found.processes == (Noted("Chess on Thursdays", ("m2",)),)
    assert found.referenced == ("dana-001",)
    assert found.whole


@pytest.mark.parametrize("name", list(EMPTY))
@pytest.mark.parametrize("how", ["null", "missing"])
def test_a_list_that_is_missing_or_null_is_empty(name: str, how: str) -> None:
    value = {**EMPTY, "facts": [FACT], "events": [EVENT], "decisions": [NOTED]}
    value |= {name: None}
    if how == "missing":
        del value[name]
    found = read(value)

    assert len(found.facts) == (name != "facts")
    assert len(found.events) == (name != "events")
    assert len(found.decisions) == (name != "decisions")


def test_an_answer_in_a_fence_without_facts_is_read_too() -> None:
    found = read(f"Here you go:\n```json\n{json.dumps({'events': [EVENT]})}\n```\nAnything else?")

    assert len(found.events) == 1


@pytest.mark.parametrize("name", list(EMPTY))
@pytest.mark.parametrize("wrong", ["none", {"a": 1}, 7, True], ids=["text", "object", "7", "true"])
def test_a_list_of_another_type_is_no_answer(name: str, wrong: object) -> None:
    with pytest.raises(UnreadableAnswerError):
        read({**EMPTY, "decisions": [NOTED]} | {name: wrong})


@pytest.mark.parametrize(
    "row",
    ["text", 7, None, [], {}, {"text": "x"}, {"lines": ["m1"]}, {"text": "", "lines": ["m1"]},
     {"text": "x", "lines": "m1"}, {"text": "x", "lines": [1]}, {"text": ["x"], "lines": []},
     {"text": "x" * 2001, "lines": ["m1"]}, {"text": "x", "lines": ["m1"], "time": 915}],
    ids=lambda row: str(row)[:40],
)  # fmt: skip
def test_a_row_that_is_none_is_left_out_and_the_others_stay(row: object) -> None:
    found = read({**EMPTY, "events": [row, EVENT], "decisions": [row]})

    assert len(found.events) == 1
    assert found.decisions == ()
    with pytest.raises(UnreadableAnswerError):
        read({**EMPTY, "events": [row]})


def test_a_day_that_holds_nothing_is_an_answer() -> None:
    assert read(EMPTY) == DayReview()
    assert read({"facts": []}) == DayReview()


def test_ids_of_another_type_are_left_out() -> None:
    ids = ["a-001", 7, None, ["b-001"], {"id": "c-001"}]

    assert read({**EMPTY, "referenced": ids}).referenced == ("a-001",)


@pytest.mark.parametrize("text", ["", "I cannot help with that.", "[]", "{}", '{"summary": "x"}',
                                  '{"facts": [], "facts": []}', '"facts"', "null"])  # fmt: skip
def test_what_is_no_answer_is_never_an_empty_day(text: str) -> None:
    with pytest.raises(UnreadableAnswerError):
        read(text)


def test_a_cut_answer_keeps_its_complete_rows_and_is_not_whole() -> None:
    whole = json.dumps({"facts": [FACT], "events": [EVENT, EVENT], "decisions": [NOTED]})
    found = read(whole[: whole.rindex('"decisions"') - 4], Stop.CUT)

    assert (len(found.facts), found.whole) == (1, False)
    assert len(found.events) >= 1


def test_a_cut_answer_that_parses_is_not_whole_either() -> None:
    assert not read({**EMPTY, "events": [EVENT]}, Stop.CUT).whole


def test_a_cut_before_anything_complete_asks_for_less() -> None:
    with pytest.raises(TooLongError):
        read('{"facts": [{"lines": ["m1"], "enti', Stop.CUT)


def test_a_flood_is_bounded() -> None:
    found = read({**EMPTY, "events": [EVENT] * 5_000, "referenced": ["a-001"] * 5_000})

    assert len(found.events) == MAX_NOTED
    assert len(found.referenced) <= 200
    with pytest.raises(UnreadableAnswerError):
        read({**EMPTY, "facts": [FACT] * 5_000})
