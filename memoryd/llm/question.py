"""What a model is asked and what comes back, whatever the provider."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Stop(StrEnum):
    """Why an answer ended: by itself, at a limit of length, or because the model will not."""

    WHOLE = "whole"
    CUT = "cut"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Question:
    """One question. purpose: the job that pays; schema: JSON schema of the answer, strict."""

    purpose: str
    system: str
    user: str
    schema_name: str
    schema: Mapping[str, Any]
    max_output_tokens: int

    @property
    def most_input(self) -> int:
        """Return a number of tokens that the input stays below: two bytes each, a double rate."""
        return len((self.system + self.user + str(self.schema)).encode("utf-8", "replace")) // 2


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call. input: without what was read from or written to the provider's cache."""

    input: int
    output: int
    cache_read: int = 0
    cache_write: int = 0

    @property
    def prompt(self) -> int:
        """All that went in."""
        return self.input + self.cache_read + self.cache_write


@dataclass(frozen=True, slots=True)
class Answer:
    """The model's words and why they ended; usage None where the server did not say."""

    text: str
    stop: Stop
    usage: Usage | None
