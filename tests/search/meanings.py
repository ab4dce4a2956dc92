"""Embedders for tests: vectors that depend on the text alone, made without a model."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from memoryd.errors import EmbeddingError


@dataclass
class Meanings:
    """A stand-in for a model: a text's words, hashed; texts that share words lie near."""

    model: str = "test/words"
    size: int = 128
    latin: bool = False
    fails_after: int | None = None
    asked: list[str] = field(default_factory=list)

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if self.fails_after is not None and len(self.asked) >= self.fails_after:
            raise EmbeddingError("the model is gone")
        self.asked += texts
        return [self._of(text) for text in texts]

    def close(self) -> None:
        """Hold nothing."""

    def _of(self, text: str) -> list[float]:
        row = [0.0] * self.size
        for word in text.lower().split():
            digest = hashlib.shake_128(word.encode()).digest(self.size)
            row = [number + byte - 127.5 for number, byte in zip(row, digest, strict=True)]
        return row
