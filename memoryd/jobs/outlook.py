"""outlook: what came of the last call to the model, and what keeps the next one; asks nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import takewhile
from typing import Any

from memoryd.config_model import Config
from memoryd.errors import ConfigError, LlmError, TerminalLlmError
from memoryd.jobs.context import Run
from memoryd.jobs.extract import hindrance
from memoryd.jobs.extraction import ModelExtractor, open_extractor
from memoryd.jobs.spending import spend, unwritable
from memoryd.llm.adapter import Adapter
from memoryd.llm.failure import Kind
from memoryd.llm.ledger import Row
from memoryd.paths import Paths
from memoryd.store import MemoryStore

_SAID = {
    "refused": "the model refused to answer",
    "unreadable": "the model's answer could not be read",
    "cut": "the model's answer was cut off",
}
CHANCE = 1  # runs in a row without a usable answer that may be chance
ADVICE = (
    "name another model in [llm], raise max_output_tokens there if its answers are cut off, or let "
    "it go on: what it never answers is put aside"
)


@dataclass(frozen=True, slots=True)
class Holdup:
    """Why lines wait. outcome: of the last call as the ledger names it, or budget.

    said: one line; time: of the call; until: the daemon makes no call before it.
    """

    outcome: str
    said: str
    time: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Outlook:
    """How it stands with the model. spend: see jobs.spending; needs: what a person must do."""

    spend: Mapping[str, Any] | None = None
    holdup: Holdup | None = None
    needs: tuple[str, ...] = ()


def outlook(store: MemoryStore, config: Config, run: Run, *, env: Mapping[str, str]) -> Outlook:
    """Look at configuration, key, ledger and budget as a heartbeat would; nothing is sent."""
    state = Paths.of(env).state_dir
    try:
        extractor = open_extractor(config, "heartbeat", run, env=env, force=True)
    except ConfigError as err:
        return Outlook(needs=tuple(err.problems))
    asks = isinstance(extractor, ModelExtractor)
    try:
        spent = spend(state, run.now, run.zone)
        if spent:
            spent["daily_cap_usd"] = config.budget.daily_usd
    except TerminalLlmError as err:
        return Outlook(needs=(str(err),) if asks else ())
    if not isinstance(extractor, ModelExtractor):
        return Outlook(spent)
    refused = _refused(extractor.adapter) or unwritable(state)
    needs = [refused] if refused else []
    if store.head.extracted >= store.head.last_line:
        return Outlook(spent, needs=tuple(needs))
    stopped = None if refused else hindrance(store, run, extractor.check)
    last = _last(extractor.adapter)
    if stopped and _needs_person(store, run, extractor):
        needs.append(str(stopped))
    needs += _of_last(extractor.adapter, last)
    return Outlook(spent, Holdup("budget", str(stopped)) if stopped else last, tuple(needs))


def _refused(adapter: Adapter) -> str | None:
    """Return why no call would be made, whatever waits."""
    try:
        adapter.usable()
    except LlmError as err:
        return str(err)
    return None


def _needs_person(store: MemoryStore, run: Run, extractor: ModelExtractor) -> bool:
    """Return whether a budget of which nothing is used would stop the heartbeat just the same."""
    return hindrance(store, run, partial(extractor.check, unspent=True)) is not None


def _last(adapter: Adapter) -> Holdup | None:
    """Return what came of the last call, None where that was an answer."""
    rows = adapter.ledger.of(adapter.target)
    if not rows or rows[-1].outcome == "ok":
        return None
    row, host = rows[-1], adapter.target.host
    said = f"{host} {row.status}" if row.status else _SAID.get(row.outcome, row.outcome)
    return Holdup(row.outcome, said, row.moment, adapter.held_until())


def _of_last(adapter: Adapter, last: Holdup | None) -> list[str]:
    """Return what a person must do for the next call to go better than the last one."""
    if last and last.outcome == Kind.TERMINAL:
        return [f"the model cannot be used: {last.said}"]
    runs = _useless_runs(adapter.ledger.of(adapter.target))
    if last and runs > CHANCE:
        return [f"{last.said}, {runs} runs in a row; {ADVICE}"]
    return []


def _useless_runs(rows: Sequence[Row]) -> int:
    """Return how many runs in a row, to the last, brought no usable answer."""
    useless = takewhile(lambda row: row.outcome in _SAID, reversed(rows))
    return len({row.run for row in useless})
