"""outlook: what came of the last call to the model, and what keeps the next one; asks nothing."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from memoryd.config_model import Config
from memoryd.core.money import check
from memoryd.core.proposal import ExtractionRequest
from memoryd.errors import ConfigError, TerminalLlmError
from memoryd.jobs.batches import batches
from memoryd.jobs.context import Run
from memoryd.jobs.extraction import ModelExtractor, open_extractor
from memoryd.jobs.knowledge import known_entities
from memoryd.jobs.spending import spend, unwritable
from memoryd.llm.adapter import Adapter
from memoryd.llm.address import is_loopback
from memoryd.llm.failure import Kind
from memoryd.llm.keys import missing
from memoryd.llm.ledger import Row
from memoryd.paths import Paths
from memoryd.store import MemoryStore

_SAID = {
    "refused": "the model refused to answer",
    "unreadable": "the model's answer could not be read",
    "cut": "the model's answer was cut off",
}


@dataclass(frozen=True, slots=True)
class Holdup:
    """Why lines wait. outcome: of the last call as the ledger names it, or budget.

    said: one line; time: of the call; until: no call is made before it.
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
        extractor = open_extractor(config, "heartbeat", run, env=env)
    except ConfigError as err:
        return Outlook(needs=tuple(err.problems))
    asks = isinstance(extractor, ModelExtractor)
    try:
        spent = spend(state, run.now, run.zone)
    except TerminalLlmError as err:
        return Outlook(needs=(str(err),) if asks else ())
    if not isinstance(extractor, ModelExtractor):
        return Outlook(spent)
    refused = _refused(extractor.adapter) or unwritable(state)
    held = _holdup(store, extractor, run)
    lasting = held is not None and held.outcome == Kind.TERMINAL
    needs = (refused, f"the model cannot be used: {held.said}" if held and lasting else None)
    return Outlook(spent, held, tuple(need for need in needs if need))


def _refused(adapter: Adapter) -> str | None:
    """Return why no call would be made, whatever waits."""
    host = re.sub(r":\d+$", "", adapter.target.host)
    if is_loopback(host):
        return None
    try:
        key = adapter.key()
    except TerminalLlmError as err:
        return str(err)
    if key is None:
        return str(missing(adapter.config))
    if adapter.price is None and adapter.caps.daily_tokens is None:
        model = adapter.target.model
        return f'the price of {model} is unknown; set [prices."{model}"] or [budget] daily_tokens'
    return None


def _holdup(store: MemoryStore, extractor: ModelExtractor, run: Run) -> Holdup | None:
    batch = next(batches(store.waiting_lines()), None)
    if batch is None:
        return None
    adapter = extractor.adapter
    rows = adapter.ledger.of(adapter.target)
    last = _last(rows[-1], adapter.target.host) if rows and rows[-1].outcome != "ok" else None
    if last and last.until and run.now < last.until:
        return last
    known = known_entities(store, batch, run)
    question = extractor.question(ExtractionRequest(run.operator_name, run.zone, batch, known))
    spent = adapter.ledger.spent(run.now, run.zone)
    reason = check(question.most, adapter.price, adapter.caps, spent)
    return Holdup("budget", f"budget: {reason}") if reason else last


def _last(row: Row, host: str) -> Holdup:
    said = f"{host} {row.status}" if row.status else _SAID.get(row.outcome, row.outcome)
    until = None if row.hold is None else row.moment + timedelta(seconds=row.hold)
    return Holdup(row.outcome, said, row.moment, until)
