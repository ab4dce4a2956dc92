"""Calls that fail for one question while others are answered: it is the question that is wrong."""

from datetime import timedelta
from pathlib import Path

import pytest

from memoryd.core.value import replace
from memoryd.errors import LlmError, TransientLlmError, UnreadableAnswerError
from memoryd.jobs.proposals import read_extraction
from tests.fakes_server import Handler, Step, anthropic, model_server, reply, reset
from tests.llm.asking import NOON, QUESTION, Asking

NOTHING = anthropic('{"facts": []}')
BAD = "QXZZY"
NIGHTLY = replace(QUESTION, purpose="nightly", user=BAD)
FAILING: dict[str, Step] = {
    "a plain 400": reply(400, {"error": {"message": "bad request"}}),
    "500": reply(500),
    "broken off": reset(),
}


def failing(step: Step, *words: str) -> Step:
    """Take a step for a prompt that holds some words, and answer nothing of note to any other."""

    def either(handler: Handler) -> None:
        sent = handler.server.sent[-1].raw
        (step if all(word.encode() in sent for word in words) else NOTHING)(handler)

    return either


class Hours(Asking):
    """Asks once an hour, each time as another run."""

    hour = 0

    def asks(self, question: object) -> type[LlmError] | None:
        self.hour += 2
        now = NOON + timedelta(hours=self.hour)
        try:
            self.adapter(now, run=f"run-{self.hour}").ask(question, read_extraction)  # type: ignore[arg-type]
        except LlmError as err:
            return type(err)
        return None


@pytest.mark.parametrize("step", FAILING.values(), ids=FAILING.keys())
def test_a_question_that_alone_fails_again_and_again_counts_as_refused(
    step: Step, tmp_path: Path
) -> None:
    with model_server(failing(step, BAD)) as server:
        asking = Hours(tmp_path, server.url)
        ends = []
        for _ in range(6):
            assert asking.asks(QUESTION) is None
            ends.append(asking.asks(NIGHTLY))

    assert UnreadableAnswerError not in ends[:2]
    assert ends[2:] == [UnreadableAnswerError] * 4
    assert asking.rows()[-1].get("hold") is None


def test_a_refusal_of_this_kind_says_that_others_are_answered(tmp_path: Path) -> None:
    with model_server(failing(reply(500), BAD)) as server:
        asking = Hours(tmp_path, server.url)
        for _ in range(3):
            asking.asks(QUESTION)
            asking.asks(NIGHTLY)
        with pytest.raises(UnreadableAnswerError, match="answered 500 to this alone"):
            asking.adapter(NOON + timedelta(days=2)).ask(NIGHTLY, read_extraction)


def test_a_question_that_is_answered_at_its_second_try_is_none_that_alone_fails(
    tmp_path: Path,
) -> None:
    steps = [NOTHING, *[reply(500), NOTHING] * 6]
    with model_server(*steps) as server:
        asking = Hours(tmp_path, server.url)
        assert asking.asks(QUESTION) is None
        adapter = asking.adapter(NOON + timedelta(hours=9), run="sunday")
        for _ in range(6):
            adapter.ask(NIGHTLY, read_extraction)


def test_a_server_that_fails_for_whatever_is_asked_is_waited_for(tmp_path: Path) -> None:
    with model_server(reply(500)) as server:
        asking = Hours(tmp_path, server.url)
        ends = [asking.asks(question) for _ in range(9) for question in (QUESTION, NIGHTLY)]

    assert set(ends) == {TransientLlmError}


@pytest.mark.parametrize("status", [429, 502, 503, 504, 529])
def test_a_server_that_has_too_much_to_do_is_waited_for(status: int, tmp_path: Path) -> None:
    with model_server(failing(reply(status), BAD)) as server:
        asking = Hours(tmp_path, server.url)
        ends = [asking.asks(question) for _ in range(9) for question in (QUESTION, NIGHTLY)]

    assert set(ends) == {None, TransientLlmError}


def test_an_answer_in_between_begins_the_count_anew(tmp_path: Path) -> None:
    with model_server(failing(reply(500), BAD)) as server:
        asking = Hours(tmp_path, server.url)
        ends = []
        for n in range(9):
            asking.asks(QUESTION)
            ends.append(asking.asks(NIGHTLY if n % 3 < 2 else replace(NIGHTLY, user="fine")))

    assert UnreadableAnswerError not in ends
