"""The dialect of chat completions, which OpenAI and most other servers speak."""

from collections.abc import Mapping
from typing import Any

from memoryd.core.money import Usage
from memoryd.llm.dialect import (
    ShapeError,
    counted,
    list_of,
    stop_of,
    table_of,
    text_of,
    usage_of,
)
from memoryd.llm.question import Answer, Question, Stop


class OpenAI:
    """POST /v1/chat/completions, without sampling fields: newer models refuse them."""

    name = "openai"
    home = "https://api.openai.com"
    path = "/v1/chat/completions"
    optional: Mapping[str, tuple[str, ...]] = {
        "response_format": ("json_schema", "structured outputs?"),
        "max_completion_tokens": (),
        "max_tokens": (),
    }

    def headers(self, key: str | None) -> dict[str, str]:
        """Return the key."""
        return {"Authorization": f"Bearer {key}"} if key else {}

    def body(self, question: Question, model: str, *, at_home: bool) -> dict[str, Any]:
        """Return the body; other servers get the limit under its old name too.

        One that knows only max_tokens would otherwise write without end; OpenAI refuses both.
        """
        limit = question.max_output_tokens
        body = {
            "model": model,
            "messages": [
                {"role": "system", "content": question.system},
                {"role": "user", "content": question.user},
            ],
            "max_completion_tokens": limit,
            "response_format": {
                "type": "json_schema",
                "json_schema": {
                    "name": question.schema_name,
                    "schema": question.schema,
                    "strict": True,
                },
            },
        }
        return body if at_home else body | {"max_tokens": limit}

    def read(self, body: Mapping[str, Any]) -> Answer:
        """Read the first choice; a refusal may stand in a field of its own."""
        choices = list_of(body.get("choices"))
        choice = table_of(choices[0] if choices else None)
        message = table_of(choice.get("message"))
        usage = _usage(body.get("usage"))
        if message.get("refusal"):
            return Answer("", Stop.REFUSED, usage)
        reason = choice.get("finish_reason")
        text = text_of(message.get("content") or "")
        if reason == "error" or not (text or isinstance(reason, str | None)):
            raise ShapeError("an error instead of an answer")
        return Answer(text, stop_of(reason), usage)


def _usage(usage: object) -> Usage | None:
    """Return the counts; prompt_tokens includes what was read from and written to the cache."""
    prompt = counted(usage, "prompt_tokens")
    read = counted(usage, "prompt_tokens_details", "cached_tokens") or 0
    written = counted(usage, "prompt_tokens_details", "cache_write_tokens") or 0
    uncached = None if prompt is None else prompt - read - written
    return usage_of(uncached, counted(usage, "completion_tokens"), read, written)
