"""Extraction by a model: the prompt, the question, one more try for an answer nobody can read."""

import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib.resources import files
from typing import TypeVar

from memoryd.config_model import Config, Job, LlmConfig
from memoryd.core.blocks import one_line
from memoryd.core.proposal import Extraction, ExtractionRequest
from memoryd.errors import BudgetError, ConfigError, TooLongError, UnreadableAnswerError
from memoryd.jobs import answers
from memoryd.jobs.context import Run
from memoryd.jobs.envelope import enveloped
from memoryd.jobs.extract import Extractor
from memoryd.jobs.proposals import MAX_FACTS, read_extraction
from memoryd.jobs.spending import LEDGER
from memoryd.llm.adapter import Adapter, Occasion
from memoryd.llm.anthropic import Anthropic
from memoryd.llm.dialect import Dialect
from memoryd.llm.keys import find_key
from memoryd.llm.ledger import Ledger
from memoryd.llm.offline import Offline
from memoryd.llm.openai import OpenAI
from memoryd.llm.prices import caps_of, price_of
from memoryd.llm.question import Answer, Question, Stop
from memoryd.paths import Paths

T = TypeVar("T")

_DIALECTS: Mapping[str, Callable[[], Dialect]] = {"anthropic": Anthropic, "openai": OpenAI}
_NOT_BUILT = {
    "ollama": '[llm] provider "ollama" is not built yet; use "openai" with the same base_url',
    "command": '[llm] provider "command" is not built yet; use "anthropic", "openai" or "offline"',
}
_JOBS: tuple[Job, ...] = ("heartbeat", "nightly", "synthesis")
_AGAIN = (
    "\n\nAn earlier answer to this could not be read. Answer with the JSON object alone: no word "
    "before or after it, no fence, double quotes, each key once."
)


class _TryAgainError(UnreadableAnswerError):
    """The answer came whole and cannot be read: asking once more may help."""


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

        Raises LlmError as Adapter.ask does; UnreadableAnswerError also for two answers in a row
        that cannot be read, TooLongError also for one that was cut before its first complete fact,
        and where the budget has room for fewer lines only.
        """
        return self._in_budget(request, self._ask, self.adapter.afford)

    def check(self, request: ExtractionRequest, *, unspent: bool = False) -> None:
        """Raise what the budget would make `extract` raise before it asks; nothing is sent.

        unspent: as though nothing of the budget were used yet.
        """
        afford = partial(self.adapter.afford, unspent=unspent)
        self._in_budget(request, afford, afford)

    def _in_budget(
        self,
        request: ExtractionRequest,
        act: Callable[[Question], T],
        afford: Callable[[Question], Question],
    ) -> T:
        """Act on the question; TooLongError where the budget has room for fewer lines only."""
        try:
            return act(self.question(request))
        except BudgetError as err:
            if len(request.lines) == 1:
                raise
            # Raises it again, with what it says of one line, where the caps leave no room for that.
            afford(self.question(replace(request, lines=request.lines[:1], known=())))
            raise TooLongError(str(err)) from err

    def _ask(self, question: Question) -> Extraction:
        try:
            return self.adapter.ask(question, _read)
        except _TryAgainError:
            again = replace(question, user=question.user + _AGAIN)
            return self.adapter.ask(again, _read)

    def question(self, request: ExtractionRequest) -> Question:
        """Return the whole prompt for a batch."""
        operator = one_line(request.operator)
        system = (
            _instruction()
            .replace("{{most}}", str(MAX_FACTS))
            .replace("{{operator_json}}", json.dumps(operator, ensure_ascii=False))
            .replace("{{operator}}", operator)
        )
        return Question(
            purpose=self.job,
            system=system,
            user=enveloped(request, self.nonce()),
            schema_name="extraction",
            schema=answers.extraction(),
            max_output_tokens=self.adapter.config.max_output_tokens,
        )


def calls_of(extractor: Extractor) -> int:
    """Return how many calls were sent to a model; rules send none."""
    return extractor.adapter.calls if isinstance(extractor, ModelExtractor) else 0


def _read(answer: Answer) -> Extraction:
    try:
        return read_extraction(answer)
    except TooLongError:
        raise  # a second answer would be as long
    except UnreadableAnswerError as err:
        if answer.stop is Stop.CUT:
            raise TooLongError(f"the answer is truncated: {err}") from err
        raise _TryAgainError(str(err)) from err


@cache
def _instruction() -> str:
    return files("memoryd.jobs").joinpath("prompts/extraction.md").read_text("utf-8")


def open_extractor(
    config: Config, job: Job, run: Run, *, env: Mapping[str, str], force: bool = False
) -> Extractor:
    """Return the extractor that the configuration names for a job; nothing is asked or read yet.

    force: a person started the run, so that an earlier failure does not hold it back. Raises
    ConfigError for a provider or model that cannot be used.
    """
    model = config.llm_for(job)
    if model.provider == "offline":
        return Offline()
    dialect, name = _dialect(model)
    paths = Paths.of(env)
    shared = _owns_the_shared_key(config, model)
    adapter = Adapter(
        dialect=dialect,
        config=model,
        caps=caps_of(config.budget),
        price=price_of(name, config.prices),
        key=lambda: find_key(model, env=env, folder=paths.config_file.parent, shared=shared),
        ledger=Ledger(paths.state_dir / LEDGER),
        occasion=Occasion(run.id, run.now, run.zone, force),
    )
    return ModelExtractor(adapter, job)


def _dialect(model: LlmConfig) -> tuple[Dialect, str]:
    """Return how to speak and the model's name."""
    if model.provider not in _DIALECTS:
        raise ConfigError([_NOT_BUILT[model.provider]])
    if model.model is None:
        raise ConfigError(["[llm] model is missing; write its name as the provider spells it"])
    return _DIALECTS[model.provider](), model.model


def _owns_the_shared_key(config: Config, model: LlmConfig) -> bool:
    """Return whether the one credential or key file is meant for a model's provider.

    It names no provider, so it belongs to the first that needs a key: [llm]'s, else a job's.
    """
    providers = (config.llm.provider, *(config.llm_for(job).provider for job in _JOBS))
    return model.provider == next((name for name in providers if name in _DIALECTS), None)
