"""Vectors from a server that speaks /v1/embeddings, asked through the one call that spends.

A dialect like any other to the adapter, so budget, holds, retries and the ledger are the same.
"""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from memoryd.core.money import Usage
from memoryd.core.redact import redact
from memoryd.errors import TransientLlmError
from memoryd.llm.adapter import Adapter
from memoryd.llm.dialect import ShapeError, counted, list_of, table_of
from memoryd.llm.question import Answer, Question, Stop

_TEXTS = 64  # in one request
_LONGEST = 6000  # characters of one text: models take 8,192 tokens, a passage has some dozens


@dataclass(slots=True)
class Embeddings:
    """POST /v1/embeddings; a question's `user` is the JSON list of texts.

    rows: the vectors of the last answer, in the order of the texts.
    """

    name: str = "openai"
    home: str = "https://api.openai.com"
    path: str = "/v1/embeddings"
    optional: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rows: list[list[float]] = field(default_factory=list)

    def headers(self, key: str | None) -> dict[str, str]:
        """Return the key."""
        return {"Authorization": f"Bearer {key}"} if key else {}

    def body(self, question: Question, model: str, *, at_home: bool) -> dict[str, Any]:
        """Return the body; every server takes these two fields."""
        del at_home
        return {"model": model, "input": json.loads(question.user)}

    def read(self, body: Mapping[str, Any]) -> Answer:
        """Read the vectors, which servers may send in any order."""
        entries = [table_of(entry) for entry in list_of(body.get("data"))]
        entries.sort(key=_index)
        if [_index(entry) for entry in entries] != list(range(len(entries))):
            raise ShapeError("a vector is missing")
        self.rows = [_numbers(entry.get("embedding")) for entry in entries]
        if len({len(row) for row in self.rows}) > 1:
            raise ShapeError("vectors of different lengths")
        prompt = counted(body.get("usage"), "prompt_tokens")
        return Answer("", Stop.WHOLE, None if prompt is None else Usage(prompt, 0))


@dataclass(frozen=True, slots=True)
class ServerEmbedder:
    """What the search takes for an embedder: `model` and `embed`. Secrets are masked before.

    make: an adapter for one call, around the dialect it is given, with the clock of that call.
    latin: as search.embedding says.
    purpose: what the ledger says the vectors were for.
    own: regular expressions of secrets (core.secret_own).
    """

    model: str
    make: Callable[[Embeddings], Adapter]
    purpose: str = "embedding"
    latin: bool = False
    own: tuple[str, ...] = ()

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one row a text. Raises LlmError, before a call that a cap forbids too."""
        rows: list[list[float]] = []
        for start in range(0, len(texts), _TEXTS):
            rows += self._some([text[:_LONGEST] for text in texts[start : start + _TEXTS]])
        return rows

    def close(self) -> None:
        """Hold nothing: each call has its own connection."""

    def _some(self, texts: list[str]) -> list[list[float]]:
        dialect = Embeddings()
        # Lone surrogates and empty texts are refused by servers; a space stands for no words.
        plain = [
            redact(text.encode("utf-8", "replace").decode(), self.own).text or " " for text in texts
        ]
        question = Question(self.purpose, "", json.dumps(plain, ensure_ascii=False), "", {}, 1)
        rows = self.make(dialect).ask(question, lambda _: dialect.rows)
        if len(rows) != len(texts):
            raise TransientLlmError(
                f"{self.model}: {len(rows)} vectors came for {len(texts)} texts"
            )
        return rows


def _index(entry: Mapping[str, Any]) -> int:
    index = entry.get("index")
    if type(index) is not int:
        raise ShapeError("a vector has no index")
    return index


def _numbers(value: object) -> list[float]:
    row = list_of(value)
    if not row or not all(type(number) in {int, float} and math.isfinite(number) for number in row):
        raise ShapeError("a vector is not numbers")
    return row
