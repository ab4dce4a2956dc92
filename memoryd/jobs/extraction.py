"""Extraction by a model: the question about a batch of lines, within the budget."""

import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from memoryd.config_model import Config, Job
from memoryd.core.blocks import one_line
from memoryd.core.proposal import Extraction, ExtractionRequest
from memoryd.core.value import replace
from memoryd.jobs import answers
from memoryd.jobs.asking import ask, in_budget, instruction, open_model
from memoryd.jobs.context import Run
from memoryd.jobs.envelope import enveloped
from memoryd.jobs.extractor import Extractor
from memoryd.jobs.proposals import MAX_FACTS, read_extraction
from memoryd.llm.adapter import Adapter
from memoryd.llm.offline import Offline
from memoryd.llm.question import Question


@dataclass(frozen=True, slots=True)
class ModelExtractor:
    """Asks the model behind an adapter; each call is complete in itself and of bounded size."""

    adapter: Adapter
    job: Job = "heartbeat"
    nonce: Callable[[], str] = secrets.token_hex

    @property
    def name(self) -> str:
        """What shows where its work is shown."""
        return self.adapter.name

    def extract(self, request: ExtractionRequest) -> Extraction:
        """Return what the model proposes for a batch of lines; asks a second time at most.

        Raises LlmError as jobs.asking.ask does, TooLongError also where the budget has room for
        fewer lines only.
        """
        act = partial(ask, self.adapter, read=read_extraction)
        return in_budget(act, self.adapter.afford, *self._questions(request))

    def check(self, request: ExtractionRequest, *, unspent: bool = False) -> None:
        """Raise what the budget would make `extract` raise before it asks; nothing is sent.

        unspent: as though nothing of the budget were used yet.
        """
        afford = partial(self.adapter.afford, unspent=unspent)
        in_budget(afford, afford, *self._questions(request))

    def _questions(self, request: ExtractionRequest) -> tuple[Question, Question | None]:
        """Return the question about all the lines, and the one about the first of several."""
        if len(request.lines) == 1:
            return self.question(request), None
        least = replace(request, lines=request.lines[:1], known=())
        return self.question(request), self.question(least)

    def question(self, request: ExtractionRequest) -> Question:
        """Return the whole prompt for a batch."""
        return Question(
            purpose=self.job,
            system=instruction("extraction", {"most": str(MAX_FACTS), **about(request.operator)}),
            user=enveloped(request, self.nonce()),
            schema_name="extraction",
            schema=answers.extraction(),
            max_output_tokens=self.adapter.config.max_output_tokens,
        )


def about(operator: str) -> dict[str, str]:
    """Return how a prompt names the operator."""
    name = one_line(operator)
    return {"operator": name, "operator_json": json.dumps(name, ensure_ascii=False)}


def calls_of(extractor: Extractor) -> int:
    """Return how many calls were sent to a model; rules send none."""
    return extractor.adapter.calls if isinstance(extractor, ModelExtractor) else 0


def open_extractor(
    config: Config, job: Job, run: Run, *, env: Mapping[str, str], force: bool = False
) -> Extractor:
    """Return the extractor that the configuration names for a job; see jobs.asking.open_model."""
    adapter = open_model(config, job, run, env=env, force=force)
    return Offline() if adapter is None else ModelExtractor(adapter, job)
