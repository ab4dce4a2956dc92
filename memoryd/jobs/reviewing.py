"""The review of a day by a model or by the rules: one question about a part of its lines."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from memoryd.config_model import Config
from memoryd.core.proposal import DayRequest, DayReview
from memoryd.core.value import replace
from memoryd.jobs import answers
from memoryd.jobs.asking import ask, in_budget, instruction, open_model
from memoryd.jobs.context import Run
from memoryd.jobs.envelope import enveloped
from memoryd.jobs.extraction import about
from memoryd.jobs.model_backed import ModelBacked
from memoryd.jobs.nightly import Reviewer
from memoryd.jobs.proposals import MAX_FACTS
from memoryd.jobs.reviews import MAX_NOTED, read_review
from memoryd.llm.offline import Offline
from memoryd.llm.question import Question


@dataclass(frozen=True, slots=True)
class ModelReviewer(ModelBacked):
    """Asks the model behind an adapter."""

    def review(self, request: DayRequest) -> DayReview:
        """Return what the model proposes; raises as ModelExtractor.extract does."""
        one = len(request.lines) == 1
        least = None if one else self.question(replace(request, lines=request.lines[:1], known=()))
        act = partial(ask, self.adapter, read=read_review)
        return in_budget(act, self.adapter.afford, self.question(request), least)

    def question(self, request: DayRequest) -> Question:
        """Return the whole prompt for a part of a day."""
        blanks = {"most": str(MAX_FACTS), "most_noted": str(MAX_NOTED), **about(request.operator)}
        return Question(
            purpose="nightly",
            system=instruction("nightly", blanks),
            user=enveloped(request, self.nonce()),
            schema_name="nightly",
            schema=answers.nightly(),
            max_output_tokens=self.adapter.config.max_output_tokens,
        )


@dataclass(frozen=True, slots=True)
class RulesReviewer:
    """Reviews by the rules; asks nobody."""

    name: str = Offline.name
    calls: int = 0

    def review(self, request: DayRequest) -> DayReview:
        """Return what the operator plainly says of the day."""
        from memoryd.llm import offline_day  # noqa: PLC0415 - as jobs.extract: see jobs.heartbeat

        return offline_day.review(request)


def open_reviewer(
    config: Config, run: Run, *, env: Mapping[str, str], force: bool = False
) -> Reviewer:
    """Return the reviewer that the configuration names; see jobs.asking.open_model."""
    adapter = open_model(config, "nightly", run, env=env, force=force)
    return RulesReviewer() if adapter is None else ModelReviewer(adapter)
