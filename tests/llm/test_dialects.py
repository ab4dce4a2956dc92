from typing import Any

import pytest

from memoryd.core.money import Usage
from memoryd.llm.anthropic import Anthropic
from memoryd.llm.openai import OpenAI
from tests.contracts.dialect_suite import DialectSuite, as_is
from tests.fakes_server import Step, anthropic, model_server, openai, reply
from tests.llm.asking import QUESTION, Asking


class TestAnthropic(DialectSuite):
    dialect = Anthropic
    path = "/v1/messages"
    cut_reasons = ("max_tokens", "model_context_window_exceeded")
    limit = "max_tokens"
    schema_field = "output_config"

    def answer(self, text: str, stop: Any = "as usual", usage: Any = None) -> Step:
        return anthropic(text, "end_turn" if stop == "as usual" else stop, usage)

    def refusal(self) -> Step:
        return anthropic("", "refusal")

    def key_of(self, headers: dict[str, str]) -> str | None:
        return headers["x-api-key"]

    def schema_of(self, body: Any) -> Any:
        return body["output_config"]["format"]["schema"]

    def test_the_version_is_pinned_and_thinking_is_off(self, asking: Asking) -> None:
        with model_server(anthropic("{}")) as server:
            asking.url = server.url
            asking.adapter().ask(QUESTION, as_is)

        assert server.sent[0].headers["anthropic-version"] == "2023-06-01"
        assert server.sent[0].body["thinking"] == {"type": "disabled"}

    def test_a_model_that_must_think_is_let_think(self, asking: Asking) -> None:
        error = {"type": "invalid_request_error", "message": "thinking.type: must be adaptive"}
        with model_server(reply(400, {"error": error}), anthropic("{}")) as server:
            asking.url = server.url
            asking.adapter().ask(QUESTION, as_is)

        assert "thinking" not in server.sent[1].body
        assert "output_config" in server.sent[1].body

    def test_what_came_from_the_cache_is_counted_beside_the_input(self) -> None:
        usage = {"input_tokens": 10, "output_tokens": 5, "cache_read_input_tokens": 90,
                 "cache_creation_input_tokens": None}  # fmt: skip
        body = {"content": [], "stop_reason": "end_turn", "usage": usage}

        answer = Anthropic().read(body)

        assert answer.usage == Usage(10, 5, 90, 0)
        assert answer.usage.prompt == 100


class TestOpenAI(DialectSuite):
    dialect = OpenAI
    path = "/v1/chat/completions"
    cut_reasons = ("length",)
    limit = "max_completion_tokens"
    schema_field = "response_format"

    def answer(self, text: str, stop: Any = "as usual", usage: Any = None) -> Step:
        return openai(text, "stop" if stop == "as usual" else stop, usage)

    def refusal(self) -> Step:
        return openai(None, refusal="I cannot help with that.")

    def key_of(self, headers: dict[str, str]) -> str | None:
        return headers["authorization"].removeprefix("Bearer ")

    def schema_of(self, body: Any) -> Any:
        assert body["response_format"]["json_schema"]["strict"] is True
        return body["response_format"]["json_schema"]["schema"]

    def test_only_another_server_gets_the_limit_under_its_old_name_too(self) -> None:
        near = OpenAI().body(QUESTION, "m", at_home=False)
        home = OpenAI().body(QUESTION, "m", at_home=True)

        assert near["max_tokens"] == near["max_completion_tokens"] == 1000
        assert "max_tokens" not in home

    def test_the_field_that_is_refused_goes_not_the_one_that_is_advised(
        self, asking: Asking
    ) -> None:
        advice = "'max_tokens' is not supported. Use 'max_completion_tokens' instead."
        with model_server(reply(400, {"error": {"message": advice}}), openai("{}")) as server:
            asking.url = server.url
            asking.adapter().ask(QUESTION, as_is)

        assert "max_tokens" not in server.sent[1].body
        assert server.sent[1].body["max_completion_tokens"] == 1000

    def test_a_filtered_answer_is_a_refusal(self, asking: Asking) -> None:
        with model_server(openai("", "content_filter")) as server:
            asking.url = server.url
            with pytest.raises(Exception, match="refused"):
                asking.adapter().ask(QUESTION, as_is)

    def test_cached_tokens_are_part_of_the_prompt(self) -> None:
        usage = {"prompt_tokens": 100, "completion_tokens": 5,
                 "prompt_tokens_details": {"cached_tokens": 90}}  # fmt: skip
        choice = {"message": {"content": "{}"}, "finish_reason": "stop"}

        answer = OpenAI().read({"choices": [choice], "usage": usage})

        assert answer.usage == Usage(10, 5, 90, 0)

    def test_an_error_inside_a_200_is_an_error(self, asking: Asking) -> None:
        wrapped = reply(200, {"error": {"code": 429, "message": "slow down"}})
        with model_server(wrapped, openai("{}")) as server:
            asking.url = server.url
            asking.adapter().ask(QUESTION, as_is)

        assert asking.outcomes() == ["transient", "ok"]
