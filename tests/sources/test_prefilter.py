"""Tool output is passed over unread only where reading it would come to the same."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.sources import ClaudeCodeSource, PiSource, Skip
from memoryd.sources.reader import JsonlSource
from tests.contracts.source_suite import BERLIN
from tests.sources.test_claude_code import TestClaudeCodeSource as ClaudeRows
from tests.sources.test_pi import TestPiSource as PiRows

CASES: list[tuple[JsonlSource, Any]] = [
    (ClaudeCodeSource([], BERLIN), ClaudeRows()),
    (PiSource([], BERLIN), PiRows()),
]
TRICKS = ['"type":"tool_result"', '"message":{"role":"toolResult"', "tool_result", '\\"', "{"]


@pytest.mark.parametrize(("source", "made"), CASES)
@given(data=st.data())
def test_whatever_the_order_of_keys_no_speech_is_taken_for_tool_output(
    source: JsonlSource, made: Any, data: st.DataObject
) -> None:
    row = data.draw(st.sampled_from([*made.noise(), made.asked(1), made.answered(2, "Yes.")]))
    row = row | {data.draw(st.sampled_from(TRICKS)): data.draw(st.sampled_from(TRICKS))}
    row = shuffled(row | {"extra": {"message": {"role": "toolResult"}}}, data)

    if source.is_tool(json.dumps(row).encode()):
        assert source.said(row) is Skip.TOOL


@pytest.mark.parametrize(("source", "made"), CASES)
def test_usual_tool_output_is_passed_over_unread(source: JsonlSource, made: Any) -> None:
    assert any(source.is_tool(json.dumps(row).encode()) for row in made.noise())


def shuffled(value: Any, data: st.DataObject) -> Any:
    if isinstance(value, list):
        return [shuffled(part, data) for part in value]
    if not isinstance(value, dict):
        return value
    return {key: shuffled(value[key], data) for key in data.draw(st.permutations(list(value)))}
