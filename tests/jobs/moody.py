"""A home whose model fails as a test wants it to, for the tests of extraction."""

import json
from pathlib import Path
from typing import Any

from memoryd.core.proposal import Extraction, ExtractionRequest
from memoryd.errors import LlmError, TooLongError, TransientLlmError, UnreadableAnswerError
from memoryd.jobs.heartbeat import Beat
from tests.store_kit import Home, Scripted

NAMES = """Anna Boris Carla Dmitri Elena Farid Greta Hanna Igor Jonas Klara Lukas Marta Nadia Oskar
Petra Quentin Rosa Stefan Tamar""".split()
GARBLE, HUGE, BROKEN = "GARBLE", "HUGE", "BROKEN"


class Model(Scripted):
    """Proposes as Scripted does, unless a word of a line gets in its way.

    fails: the error of each call to come, None for a good one; most: facts that fit an answer.
    """

    def __init__(self) -> None:
        super().__init__()
        self.fails: list[LlmError | None] = []
        self.most = 100

    @property
    def sizes(self) -> list[int]:
        return [len(request.lines) for request in self.requests]

    def extract(self, request: ExtractionRequest) -> Extraction:
        whole = super().extract(request)
        failure = self.fails.pop(0) if self.fails else None
        if failure is not None:
            raise failure
        said = " ".join(line.turn.text for line in request.lines)
        if HUGE in said:
            raise TooLongError("the answer is truncated and holds nothing complete")
        if BROKEN in said:
            raise TransientLlmError("answered 500", this_question=True)
        if GARBLE in said:
            raise UnreadableAnswerError("the answer holds no JSON object")
        return Extraction(whole.facts[: self.most], whole=len(whole.facts) <= self.most)


class Told(Home):
    """A home whose model is a Model; `next` runs a beat and returns it with its calls' sizes."""

    def __init__(self, base: Path) -> None:
        super().__init__(base)
        self.model = self.extractor = Model()

    def next(self) -> tuple[Beat, list[int]]:
        before = len(self.model.sizes)
        beat = self.beat()
        return beat, self.model.sizes[before:]

    def says_facts(self, *names: str) -> None:
        for name in names:
            self.say(f"@person {name}: keeps bees")

    def known(self) -> list[str]:
        """The people of whom exactly one fact is kept, and it holds."""
        found = []
        for path in sorted((self.root / "areas/people").glob("*/items.json")):
            (row,) = json.loads(path.read_text())
            assert (row["fact"], row["status"]) == ("keeps bees", "active")
            found.append(path.parent.name)
        return found

    def reviews(self) -> list[dict[str, Any]]:
        files = sorted((self.root / ".memoryd/review").glob("*.jsonl"))
        return [json.loads(row) for path in files for row in path.read_text().splitlines()]
