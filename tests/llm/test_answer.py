import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.errors import TooLongError, UnreadableAnswerError
from memoryd.llm.answer import parse_object
from tests.pace import grows_in_line

FENCE = "```"


def facts(text: str) -> object:
    return parse_object(text, "facts").value["facts"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"facts": []}', []),
        ('\ufeff{"facts": [1]}', [1]),
        ('  \n{"facts": [1]}\n', [1]),
        (f'{FENCE}json\n{{"facts": [1]}}\n{FENCE}', [1]),
        (f'{FENCE}\n{{"facts": [1]}}\n{FENCE}', [1]),
        (f'{FENCE}JSON {{"facts": [1]}} {FENCE}', [1]),
        (f'{FENCE}json\n{{"facts": [1]}}', [1]),
        (f'{FENCE}json\n{{"facts": [1]}}\n{FENCE}\nExplanation: I extracted one fact', [1]),
        (f'Sure!\n{FENCE}json\n{{"facts": [1]}}\n{FENCE}\nNot {{"facts": [2]}}.', [1]),
        (f'{FENCE}py\nx = {{}}\n{FENCE}\nThe answer: {{"facts": [1]}}', [1]),
        ('The {answer} is {"facts": [1]}, as asked.', [1]),
        ('Dana\'s answer: {"facts": [1]}', [1]),
        ('<think>{"facts": [9]}?</think>\n{"facts": [1]}', [1]),
        ('<thinking>{"facts": [9]}?</thinking>\n{"facts": [1]}', [1]),
        (
            '<think>{"facts": [9]}?</think>\n{"facts": ["ends with </think>"]}',
            ["ends with </think>"],
        ),
        ('Perhaps {"facts": [9]}?\n</think>\n\n{"facts": [1]}', [1]),
        (f'{FENCE}json\n{{"facts": ["a </think> b"]}}\n{FENCE}', ["a </think> b"]),
        ('{"facts": [1]}\n{"facts": [1]}', [1]),
        ('{"other": {"facts": [9]}, "facts": [1]}', [1]),
    ],
)
def test_the_one_object_is_found_whatever_stands_around_it(text: str, found: object) -> None:
    assert facts(text) == found


@pytest.mark.parametrize("around", ["{}", f"{FENCE}json\n{{}}\n{FENCE}", "Here it is: {} - done."])
def test_a_fence_inside_a_fact_stays_in_the_fact(around: str) -> None:
    said = f"uses snippet {FENCE}py\nx=1\n{FENCE}"
    text = json.dumps({"facts": [{"fact": said}]})

    assert facts(around.replace("{}", text)) == [{"fact": said}]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("{\"facts\" : [\\'Works on tennis\\']}", ["Works on tennis"]),
        ("{'facts': ['a', 'b']}", ["a", "b"]),
        ("{'facts': ['She said \"yes\"']}", ['She said "yes"']),
        (r"{'facts': ['Dana\'s dog']}", ["Dana's dog"]),
        ('{"facts": ["Dana\\\'s dog"]}', ["Dana's dog"]),
        ('{"facts": ["a", "b",],}', ["a", "b"]),
        ('{"facts": [{"when": None, "sure": True, "old": False,}]}',
         [{"when": None, "sure": True, "old": False}]),
        ('{"facts": ["None, True,]"],}', ["None, True,]"]),
        ('{"facts": ["two\nlines"]}', ["two\nlines"]),
    ],
)  # fmt: skip
def test_small_slips_are_mended_and_values_stay_as_written(text: str, found: object) -> None:
    assert facts(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "",
        '<think>Perhaps {"facts": [9]}, but the line is only a joke. Let me re',
        '<thinking>\n{"facts": [9]}\n',
        "I could not find anything.",
        "null",
        "[]",
        '"facts"',
        '[{"facts": []}]',
        '{"items": []}',
        '{"answer": {"facts": [1]}}',
        '{"facts": [1], "facts": [2]}',
        '{"facts": [{"fact": "a", "fact": "b"}]}',
        '{"facts": [NaN]}',
        '{"facts": [-Infinity]}',
        '{"facts": [1]}\n{"facts": [2]}',
        "{'facts': ['Dana's dog']}",
        '{"facts": [01]}',
        '{"facts": "a" "b"}',
        '{"facts": [1}',
        "{facts: [1]}",
        '{"facts": [1]' + "9" * 5_000 + "}",
    ],
)
def test_an_answer_is_never_guessed(text: str) -> None:
    with pytest.raises(UnreadableAnswerError):
        facts(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"title":"x","tags":["a","b"],"facts":[{"fact":"..',
        '{"people":[{"facts":[1]}],"facts":[{"fact":"..',
        '{"answer":{"facts":[{"a":1},',
        '{"facts":',
        '{"facts": ["',
        "{",
        f'{FENCE}json\n{{"facts": [{{"fact": "a',
        "{'facts': [{'fact': 'a",
    ],
)
def test_an_answer_cut_before_anything_complete_says_truncated(text: str) -> None:
    with pytest.raises(TooLongError, match="truncated"):
        facts(text)


FULL = '{"facts": [{"fact": "a }] \\"", "x": [{"y": []}]}, {"fact": "b"}, {"fact": "c"}]}'


@pytest.mark.parametrize("end", range(len(FULL)))
def test_a_cut_answer_keeps_its_complete_facts_and_never_half_of_one(end: int) -> None:
    complete = json.loads(FULL)["facts"]
    try:
        parsed = parse_object(FULL[:end], "facts")
    except UnreadableAnswerError:
        kept = []
    else:
        assert not parsed.whole
        kept = parsed.value["facts"]

    assert kept == complete[: len(kept)]
    ends = [FULL.index(mark) for mark in (', {"fact": "b', ', {"fact": "c', "]}")]
    ends[2] = len(FULL) - 2
    assert len(kept) == sum(end >= at for at in ends)


@given(st.text(alphabet="{}[]\",:\\'`\n facts0N", max_size=60))
def test_no_text_raises_anything_untyped(text: str) -> None:
    with suppress(UnreadableAnswerError):
        assert isinstance(parse_object('{"facts"' + text, "facts").value, dict)


@pytest.mark.parametrize(
    "text",
    [
        "{" * 1_000_000,
        "[" * 1_000_000,
        "{}" * 900_000,
        '{"' * 900_000,
        '{"facts":[' + "{}," * 600_000,
        "```\n{" * 300_000,
        "`" * 1_900_000,
        "'" * 1_900_000,
        "{'" * 900_000,
        "{\\'" * 600_000,
        "{" + "\\" * 1_900_000,
        '{"facts":["' + "\\" * 1_900_000,
    ],
    ids=lambda text: text[:12],
)
def test_a_huge_answer_is_read_in_time_in_proportion_to_its_length(text: str) -> None:
    def read(size: int) -> None:
        with suppress(UnreadableAnswerError):
            parse_object(text[:size], "facts")

    assert grows_in_line(read, len(text))
