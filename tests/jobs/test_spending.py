"""What status is told of money."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from memoryd.errors import TerminalLlmError
from memoryd.jobs.spending import LEDGER, spend

BERLIN = ZoneInfo("Europe/Berlin")
NOON = datetime(2026, 2, 15, 11, 0, tzinfo=UTC)


def row(time: str, cost: Any, tokens: int = 1000, outcome: str = "ok") -> str:
    return json.dumps(
        {"time": time, "run": "r", "purpose": "heartbeat", "provider": "openai", "host": "h",
         "model": "m", "input_tokens": tokens, "output_tokens": 0, "cached_tokens": 0,
         "cost_usd": cost, "outcome": outcome, "ms": 1}
    )  # fmt: skip


def test_the_day_and_month_are_the_operators_and_what_is_unknown_is_said(tmp_path: Path) -> None:
    rows = [
        row("2026-01-31T22:59:00+00:00", 9.0),  # 23:59 in Berlin: last month
        row("2026-01-31T23:00:00+00:00", 0.3),
        row("2026-02-03T12:00:00+00:00", "unknown"),
        row("2026-02-14T22:30:00+00:00", 0.0, 0, "cut"),  # 23:30 in Berlin: yesterday
        row("2026-02-14T23:30:00+00:00", 0.1, outcome="cut"),  # 00:30 in Berlin: today
        row("2026-02-15T10:00:00+00:00", 0.2),
        row("2026-02-15T10:30:00+00:00", "unknown", 7),
    ]
    (tmp_path / LEDGER).write_text("\n".join(rows) + "\n")

    assert spend(tmp_path, NOON, BERLIN) == {
        "today_usd": 0.3,
        "month_usd": 0.6,
        "today_tokens": 2007,
        "calls_today": 3,
        "unknown_price_calls": 2,
        "today_estimated_usd": 0.0,
        "month_estimated_usd": 0.0,
        "estimated_calls_today": 0,
        "cut_calls_today": 1,
    }


def test_where_no_model_was_ever_asked_there_is_nothing_to_tell(tmp_path: Path) -> None:
    assert spend(tmp_path, NOON, BERLIN) is None
    assert list(tmp_path.iterdir()) == []


def test_a_ledger_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / LEDGER).mkdir()

    with pytest.raises(TerminalLlmError, match=LEDGER):
        spend(tmp_path, NOON, BERLIN)
