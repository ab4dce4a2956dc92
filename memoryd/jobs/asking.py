"""asking: the model that a job asks, its instruction, and one more try for an unreadable answer."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import TypeVar

from memoryd.config_model import Config, Job, LlmConfig
from memoryd.core.redact import redact
from memoryd.core.value import replace
from memoryd.errors import BudgetError, ConfigError, TooLongError, UnreadableAnswerError
from memoryd.jobs.context import Run
from memoryd.jobs.spending import LEDGER
from memoryd.llm.adapter import Adapter, Occasion
from memoryd.llm.anthropic import Anthropic
from memoryd.llm.dialect import Dialect
from memoryd.llm.keys import find_key
from memoryd.llm.ledger import Ledger
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
_BLANK = re.compile(r"\{\{([^{}]+)\}\}")


class _TryAgainError(UnreadableAnswerError):
    """The answer came whole and cannot be read: asking once more may help."""


def open_model(
    config: Config, job: Job, run: Run, *, env: Mapping[str, str], force: bool = False
) -> Adapter | None:
    """Return the model that the configuration names for a job; None for the offline rules.

    Nothing is asked or read yet. force: a person started the run, so that an earlier failure does
    not hold it back. Raises ConfigError for a provider or model that cannot be used.
    """
    model = config.llm_for(job)
    if model.provider == "offline":
        return None
    dialect, name = _dialect(model)
    paths = Paths.of(env)
    shared = _owns_the_shared_key(config, model)
    return Adapter(
        dialect=dialect,
        config=model,
        caps=caps_of(config.budget),
        price=price_of(name, config.prices),
        key=lambda: find_key(model, env=env, folder=paths.config_file.parent, shared=shared),
        ledger=Ledger(paths.state_dir / LEDGER),
        occasion=Occasion(run.id, run.now, run.zone, force),
        own=run.secrets,
    )


def ask(adapter: Adapter, question: Question, read: Callable[[Answer], T]) -> T:
    """Ask, and once more where the answer cannot be read.

    Raises LlmError as Adapter.ask does; UnreadableAnswerError also for two answers in a row that
    cannot be read, TooLongError also for one that was cut before anything complete.
    """

    def reading(answer: Answer) -> T:
        try:
            return read(answer)
        except TooLongError:
            raise  # a second answer would be as long
        except UnreadableAnswerError as err:
            if answer.stop is Stop.CUT:
                raise TooLongError(f"the answer is truncated: {err}") from err
            raise _TryAgainError(str(err)) from err

    question = replace(question, user=_masked(question.user, adapter.own))
    try:
        return adapter.ask(question, reading)
    except _TryAgainError:
        return adapter.ask(replace(question, user=question.user + _AGAIN), reading)


def _masked(text: str, own: tuple[str, ...]) -> str:
    """Return what a model is shown without secrets: people write them into facts and summaries.

    Row by row: in each stands one text, and nothing in one tells what stands in the next.
    """
    return "\n".join(redact(row, own).text for row in text.split("\n"))


def in_budget(
    act: Callable[[Question], T],
    afford: Callable[[Question], object],
    whole: Question,
    least: Question | None,
) -> T:
    """Act on the whole question; TooLongError where the budget has room for a smaller one only.

    least: the smallest question that could be asked instead, None where there is none. Raises
    BudgetError, with what it says of that, where there is no room for it either.
    """
    try:
        return act(whole)
    except BudgetError as err:
        if least is None:
            raise
        afford(least)
        raise TooLongError(str(err)) from err


def instruction(name: str, values: Mapping[str, str]) -> str:
    """Return a prompt with its blanks filled: from `values`, or with a section of the extraction's.

    Raises KeyError for a blank that is neither.
    """
    common = _sections()

    def fill(blank: re.Match[str]) -> str:
        key = blank[1]
        return values[key] if key in values else _BLANK.sub(fill, common[key])

    return _BLANK.sub(fill, _prompt(name))


@cache
def _prompt(name: str) -> str:
    return files("memoryd.jobs").joinpath(f"prompts/{name}.md").read_text("utf-8")


@cache
def _sections() -> dict[str, str]:
    """Return the sections of the extraction's prompt, which the other jobs share, by heading."""
    parts = re.split(r"^# (.+)$", _prompt("extraction"), flags=re.MULTILINE)
    return {heading: text.strip() for heading, text in zip(parts[1::2], parts[2::2], strict=True)}


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
