"""The dialect of Anthropic's Messages API."""

from collections.abc import Mapping
from typing import Any

from memoryd.llm.dialect import ShapeError, counted, list_of, stop_of, text_of, usage_of
from memoryd.llm.question import Answer, Question


class Anthropic:
    """POST /v1/messages without sampling, prefill or forced tools, which new models refuse."""

    name = "anthropic"
    home = "https://api.anthropic.com"
    path = "/v1/messages"
    optional: Mapping[str, tuple[str, ...]] = {
        "output_config": ("output_format", "json_schema", "structured outputs?"),
        "thinking": (),
    }

    def headers(self, key: str | None) -> dict[str, str]:
        """Return the version that this dialect is written for, and the key."""
        return {"anthropic-version": "2023-06-01"} | ({"x-api-key": key} if key else {})

    def body(self, question: Question, model: str, *, at_home: bool) -> dict[str, Any]:
        """Return the body; thinking is off: it is paid for, and eats into the answer's length."""
        del at_home
        return {
            "model": model,
            "max_tokens": question.max_output_tokens,
            "system": question.system,
            "messages": [{"role": "user", "content": question.user}],
            "thinking": {"type": "disabled"},
            "output_config": {"format": {"type": "json_schema", "schema": question.schema}},
        }

    def read(self, body: Mapping[str, Any]) -> Answer:
        """Join the blocks of type text: an answer may begin with thinking."""
        blocks = [block for block in list_of(body.get("content")) if isinstance(block, dict)]
        texts = [text_of(block.get("text")) for block in blocks if block.get("type") == "text"]
        reason = body.get("stop_reason")
        if not texts and not isinstance(reason, str):
            raise ShapeError("neither words nor a reason to stop")
        usage = body.get("usage")
        counts = usage_of(
            counted(usage, "input_tokens"),
            counted(usage, "output_tokens"),
            counted(usage, "cache_read_input_tokens"),
            counted(usage, "cache_creation_input_tokens"),
        )
        return Answer("".join(texts), stop_of(reason), counts)
