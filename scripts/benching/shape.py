"""What every compared system is given and gives, and how turns and questions are put to words."""

import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import Protocol

from benching.corpora import Doc, Query
from memoryd.core.text import STOP_WORDS

Search = Callable[[Query, int], Sequence[str]]  # a question and a depth -> ids of turns, best first
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?|[^\W_]+")
_NEIGHBOUR = 400  # characters of a neighbouring turn


class System(Protocol):
    """Something that can be asked after it was given turns; `add` may be called again."""

    def add(self, docs: Sequence[Doc]) -> None:
        """Take more turns, whole sessions at a time."""

    def search(self, query: Query, depth: int) -> Sequence[str]:
        """Return ids of turns, best first."""

    def close(self) -> None:
        """Let the files go."""


def rendered(docs: Sequence[Doc], headed: bool, window: int) -> list[str]:  # noqa: FBT001
    """Return the turns as one text each: neighbours of the session, speaker, spelled-out day."""
    texts = []
    for at, doc in enumerate(docs):
        near = [(i, docs[i]) for i in range(max(0, at - window), min(len(docs), at + window + 1))]
        parts = [other.text if i == at else other.text[:_NEIGHBOUR]
                 for i, other in near if other.session == doc.session]  # fmt: skip
        head = f"{doc.speaker} ({_spelled(doc.day)}): " if headed else ""
        texts.append(head + "\n".join(parts))
    return texts


def question_words(text: str) -> list[str]:
    """Return the words of a question without those that only shape it."""
    words = [word.removesuffix("'s").replace("'", "") for word in _WORD.findall(text.lower())]
    kept = [word for word in words if word and word not in STOP_WORDS]
    return list(dict.fromkeys(kept or filter(None, words)))


def _spelled(day: str) -> str:
    return f"{date.fromisoformat(day):%-d %B %Y}" if day else ""
