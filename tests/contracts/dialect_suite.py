"""What every dialect must do, told on real HTTP against the scripted server."""

from pathlib import Path
from typing import Any

import pytest

from memoryd.errors import UnreadableAnswerError
from memoryd.jobs.proposals import read_extraction
from memoryd.llm.dialect import Dialect, ShapeError
from memoryd.llm.question import Answer, Stop
from tests.fakes_server import Step, model_server, reply
from tests.llm.asking import KEY, QUESTION, Asking


def as_is(answer: Answer) -> Answer:
    return answer


class DialectSuite:
    """Subclass it and define the members."""

    dialect: type[Dialect]
    path: str
    cut_reasons: tuple[str, ...]
    limit: str  # the field that carries the longest answer
    schema_field: str

    def answer(self, text: str, stop: Any = "as usual", usage: Any = None) -> Step:
        """Return a step that answers in the dialect."""
        raise NotImplementedError

    def refusal(self) -> Step:
        raise NotImplementedError

    def key_of(self, headers: dict[str, str]) -> str | None:
        """Return the key that a request carried."""
        raise NotImplementedError

    def schema_of(self, body: Any) -> Any:
        """Return the JSON schema that a request carried."""
        raise NotImplementedError

    @pytest.fixture
    def asking(self, tmp_path: Path) -> Asking:
        return Asking(tmp_path, "", dialect=self.dialect)

    def test_a_question_carries_model_limit_schema_and_key(self, asking: Asking) -> None:
        with model_server(self.answer("{}")) as server:
            asking.url = server.url
            asking.adapter().ask(QUESTION, as_is)

        (sent,) = server.sent
        assert sent.path == self.path
        assert self.key_of(sent.headers) == KEY
        assert sent.body["model"] == asking.model
        assert sent.body[self.limit] == QUESTION.max_output_tokens
        assert self.schema_of(sent.body) == QUESTION.schema
        assert not {"temperature", "top_p", "top_k", "tools", "stream"} & set(sent.body)
        assert "memoryd" in sent.headers["user-agent"]

    def test_an_address_that_ends_in_v1_is_the_same_address(self, asking: Asking) -> None:
        with model_server(self.answer("{}")) as server:
            asking.url = f"{server.url}/v1/"
            asking.adapter().ask(QUESTION, as_is)

        assert [sent.path for sent in server.sent] == [self.path]

    def test_an_answer_is_its_text_alone(self, asking: Asking) -> None:
        with model_server(self.answer('{"facts": ["é 🎾"]}')) as server:
            asking.url = server.url
            answer = asking.adapter().ask(QUESTION, as_is)

        assert (answer.text, answer.stop) == ('{"facts": ["é 🎾"]}', Stop.WHOLE)

    def test_a_cut_answer_says_so_even_if_it_reads_well(self, asking: Asking) -> None:
        for reason in (*self.cut_reasons, "length", "max_tokens", "MAX_TOKENS"):
            with model_server(self.answer('{"facts": []}', reason)) as server:
                asking.url = server.url
                answer = asking.adapter().ask(QUESTION, as_is)

            assert answer.stop is Stop.CUT
        assert set(asking.outcomes()) == {"cut"}

    @pytest.mark.parametrize(
        "reason",
        ["some_new_reason", "", None, "stop", "STOP", "eos", "eos_token", "end_turn", "tool_calls",
         "stop_sequence", "function_call", "pause_turn", "  ", 3],
    )  # fmt: skip
    def test_any_other_reason_to_stop_leaves_a_whole_answer_whole(
        self, asking: Asking, reason: Any
    ) -> None:
        with model_server(self.answer('{"facts": []}', reason)) as server:
            asking.url = server.url
            answer = asking.adapter().ask(QUESTION, read_extraction)

        assert answer.whole
        assert asking.outcomes() == ["ok"]

    def test_an_end_that_is_missing_shows_whatever_the_reason(self, asking: Asking) -> None:
        fact = """{"lines": ["m1"], "entity": {"kind": "person", "name": "Dana"},
                   "fact": "Dana moved", "category": "status"}"""
        with model_server(self.answer(f'{{"facts": [{fact}, {{"li', "eos")) as server:
            asking.url = server.url
            answer = asking.adapter().ask(QUESTION, read_extraction)

        assert (len(answer.facts), answer.whole) == (1, False)

    @pytest.mark.parametrize("reason", ["content_filter", "refusal"])
    def test_a_reason_that_refuses_is_a_refusal(self, asking: Asking, reason: str) -> None:
        with model_server(self.answer('{"facts": []}', reason)) as server:
            asking.url = server.url
            with pytest.raises(UnreadableAnswerError, match="refused"):
                asking.adapter().ask(QUESTION, as_is)

    def test_a_refusal_is_no_answer(self, asking: Asking) -> None:
        with model_server(self.refusal()) as server:
            asking.url = server.url
            with pytest.raises(UnreadableAnswerError, match="refused"):
                asking.adapter().ask(QUESTION, as_is)

        assert asking.outcomes() == ["refused"]

    def test_a_server_that_refuses_the_schema_is_asked_without_it_from_then_on(
        self, asking: Asking
    ) -> None:
        error = {"type": "invalid_request_error", "message": f"{self.schema_field}: not supported"}
        with model_server(reply(400, {"error": error}), self.answer("{}")) as server:
            asking.url = server.url
            asking.adapter().ask(QUESTION, as_is)
            asking.adapter(run="another").ask(QUESTION, as_is)

        assert [self.schema_field in sent.body for sent in server.sent] == [True, False, False]
        assert asking.outcomes() == ["unsupported", "ok", "ok"]
        assert asking.waits.seconds == [0.0]

    @pytest.mark.parametrize(
        "usage",
        [
            {},
            [],
            "many",
            {"input_tokens": -1, "output_tokens": 3},
            {"input_tokens": 1e400},
            {"prompt_tokens": True, "completion_tokens": "3"},
        ],
    )
    def test_usage_that_is_not_stated_counts_as_the_most_it_can_be(
        self, asking: Asking, usage: Any
    ) -> None:
        with model_server(self.answer("four", usage=usage)) as server:
            asking.url = server.url
            asking.adapter().ask(QUESTION, as_is)

        (row,) = asking.rows()
        assert row["estimated"]
        assert (row["input_tokens"], row["output_tokens"]) == (QUESTION.most_input, 2)
        assert row["cost_usd"] > 0

    @pytest.mark.parametrize(
        "body",
        [
            {},
            {"content": 3, "choices": 3},
            {"content": [], "choices": []},
            {"content": [{"type": "text"}], "choices": [[]]},
            {"content": [], "choices": [{"message": {"content": 3}, "finish_reason": "stop"}]},
            {"content": [], "stop_reason": 3, "choices": [{"message": {}, "finish_reason": 3}]},
        ],
    )
    def test_a_body_of_another_shape_is_no_answer(self, body: dict[str, Any]) -> None:
        with pytest.raises(ShapeError):
            self.dialect().read(body)
