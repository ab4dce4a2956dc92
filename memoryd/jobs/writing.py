"""Who writes on a Sunday: a model behind the adapter, or the rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from memoryd.clock import local_day
from memoryd.config_model import Config
from memoryd.core.attributes import denial
from memoryd.core.catalog import SELF
from memoryd.core.entity import match_key
from memoryd.core.fact import Category
from memoryd.core.proposal import (
    ExtractionRequest,
    Known,
    Proposal,
    Synthesis,
    SynthesisRequest,
    TacitAnswer,
    TacitProposal,
    TacitRequest,
)
from memoryd.core.switched import takes_the_place
from memoryd.core.value import replace
from memoryd.core.wishes import exclude
from memoryd.errors import UnreadableAnswerError
from memoryd.jobs import answers
from memoryd.jobs.asking import ask, in_budget, instruction, open_model
from memoryd.jobs.batches import in_halves
from memoryd.jobs.context import Run
from memoryd.jobs.envelope import entity_shown, tacit_shown
from memoryd.jobs.extraction import about
from memoryd.jobs.model_backed import ModelBacked
from memoryd.jobs.sunday_answers import read_synthesis, read_tacit
from memoryd.llm.offline import Offline
from memoryd.llm.question import Question


class Writer(Protocol):
    """Something that writes summaries and finds how the operator works."""

    @property
    def name(self) -> str:
        """What it is called wherever its work shows."""

    @property
    def calls(self) -> int:
        """How many calls were sent to a model; rules send none."""

    def synthesize(self, request: SynthesisRequest) -> Synthesis:
        """Return what it says of one entity. Raises LlmError."""

    def tacit(self, request: TacitRequest) -> TacitAnswer:
        """Return what it says of the operator's ways. Raises LlmError."""


@dataclass(frozen=True, slots=True)
class ModelWriter(ModelBacked):
    """Asks the model behind an adapter."""

    def synthesize(self, request: SynthesisRequest) -> Synthesis:
        """Ask about one entity; raises as jobs.asking.ask does."""
        shown = entity_shown(request, self.nonce())
        question = self._question("synthesis", request.operator, shown, answers.synthesis())
        return ask(self.adapter, question, read_synthesis)

    def tacit(self, request: TacitRequest) -> TacitAnswer:
        """Ask about lines of the operator; raises as jobs.asking.ask does.

        TooLongError also where the budget has room for fewer lines only.
        """
        one = len(request.lines) == 1
        least = None if one else self._of_lines(replace(request, lines=request.lines[:1]))
        act = partial(ask, self.adapter, read=read_tacit)
        return in_budget(act, self.adapter.afford, self._of_lines(request), least)

    def _of_lines(self, request: TacitRequest) -> Question:
        shown = tacit_shown(request, self.nonce())
        return self._question("tacit", request.operator, shown, answers.tacit())

    def _question(
        self, name: str, operator: str, user: str, schema: Mapping[str, object]
    ) -> Question:
        return Question(
            purpose="synthesis",
            system=instruction(name, about(operator)),
            user=user,
            schema_name=name,
            schema=dict(schema),
            max_output_tokens=self.adapter.config.max_output_tokens,
        )


@dataclass(frozen=True, slots=True)
class RulesWriter:
    """Leaves the text to the rules, and takes as preference what the operator plainly states."""

    name: str = Offline.name
    calls: int = 0

    def synthesize(self, _request: SynthesisRequest) -> Synthesis:
        """Return nothing of its own: the text is made of the facts."""
        return Synthesis(None)

    def tacit(self, request: TacitRequest) -> TacitAnswer:
        """Return the preferences that the lines state."""
        found = [fact for fact in _by_rules(request) if fact.category == Category.PREFERENCE]
        added = tuple(TacitProposal("", fact.fact, fact.lines) for fact in found)
        said = {line.id: line.turn.text for line in request.lines}
        over = [text for _, text in request.standing if any(
            takes_the_place(fact.fact, text, [said[name] for name in fact.lines if name in said])
            for fact in found)]  # fmt: skip
        return TacitAnswer(added, tuple((text, "over") for text in (*withdrawn(request), *over)))


def withdrawn(request: TacitRequest) -> tuple[str, ...]:
    """Return the standing lines that the operator's own words take back, as the rules read them."""
    standing = [text for _, text in request.standing]
    name = request.operator or "operator"
    held = tuple((str(number), "", text) for number, text in enumerate(standing))
    known = Known("people/operator", "person", name, held)
    found = [fact.fact for fact in _by_rules(request, known)]
    return tuple(text for text in standing if any(_takes_back(fact, text) for fact in found))


def is_withdrawn(text: str, request: TacitRequest, *, since: str) -> bool:
    """Return whether a standing line is taken back, by lines not older than itself.

    since: its day, "" for none.
    """
    zone = request.zone
    later = (x for x in request.lines if local_day(x.turn.time, zone).isoformat() >= since)
    return text in withdrawn(replace(request, lines=tuple(later)))


def _by_rules(request: TacitRequest, *known: Known) -> Iterator[Proposal]:
    """Yield what the rules read of the operator."""
    read = ExtractionRequest(request.operator, request.zone, request.lines, known)
    own = {match_key(request.operator), *SELF}
    for fact in Offline().extract(read).facts:
        if match_key(fact.entity.name) in own:
            yield fact


def _takes_back(fact: str, line: str) -> bool:
    no, said = denial(fact)
    return no and (denial(line) == (False, said) or exclude(fact, line))


def open_writer(config: Config, run: Run, *, env: Mapping[str, str], force: bool = False) -> Writer:
    """Return the writer that the configuration names; see jobs.asking.open_model."""
    adapter = open_model(config, "synthesis", run, env=env, force=force)
    return RulesWriter() if adapter is None else ModelWriter(adapter)


def tacit_answers(
    writer: Writer, request: TacitRequest, *, again: bool
) -> tuple[list[TacitAnswer], UnreadableAnswerError | None]:
    """Return the answers about some lines, in halves where one is too long, and what failed.

    again: as in in_halves. Raises LlmError where no answer comes at all.
    """
    found: list[TacitAnswer] = []
    asked = in_halves(request.lines, lambda part: writer.tacit(replace(request, lines=part)),
                      again=again)  # fmt: skip
    try:
        for _, answer in asked:
            found += [answer] if answer else []
    except UnreadableAnswerError as err:
        return found, err
    return found, None
