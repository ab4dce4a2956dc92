"""What a model is asked and what comes back, whatever the provider."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from memoryd.core.money import Usage, most_tokens


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
        """Return a number of tokens that the input stays below."""
        return most_tokens(self.system + self.user + str(self.schema))

    @property
    def most(self) -> Usage:
        """Return the most that asking once can use."""
        return Usage(self.most_input, self.max_output_tokens)


@dataclass(frozen=True, slots=True)
class Answer:
    """The model's words and why they ended; usage None where the server did not say."""

    text: str
    stop: Stop
    usage: Usage | None
