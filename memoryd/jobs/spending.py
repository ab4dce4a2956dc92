"""spending: what asking models has cost, read from the ledger of calls."""

import os
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from memoryd.llm.ledger import Ledger

LEDGER = "llm.jsonl"  # inside the state folder


def spend(state_dir: Path, now: datetime, zone: ZoneInfo) -> dict[str, Any] | None:
    """Return what the operator's day and month of `now` have cost; None while nothing was asked.

    {"today_usd", "month_usd", "today_tokens", "calls_today", "unknown_price_calls",
    "today_estimated_usd", "month_estimated_usd", "estimated_calls_today", "cut_calls_today"}:
    unknown_price_calls are the month's calls whose cost is not in the sums; what is estimated is in
    them, though the server did not say that it counted it; cut calls are those whose answer came
    cut, so that their lines were asked about in parts. Raises TerminalLlmError for a ledger that
    cannot be read.
    """
    ledger = Ledger(state_dir / LEDGER)
    if not ledger.rows():
        return None
    spent = ledger.spent(now, zone)
    return {
        "today_usd": float(spent.today_usd),
        "month_usd": float(spent.month_usd),
        "today_tokens": spent.today_tokens,
        "calls_today": spent.today_calls,
        "unknown_price_calls": spent.unpriced_calls,
        "today_estimated_usd": float(spent.today_estimated_usd),
        "month_estimated_usd": float(spent.month_estimated_usd),
        "estimated_calls_today": spent.today_estimated_calls,
        "cut_calls_today": spent.today_cut_calls,
    }


def unwritable(state_dir: Path) -> str | None:
    """Return in one line that no call could be written down, None when it could; writes nothing."""
    path = state_dir / LEDGER
    there = next(place for place in (path, *path.parents) if place.exists())
    if os.access(there, os.W_OK) and (there == path or there.is_dir()):
        return None
    return f"no model is asked while what it costs cannot be written down: {path}"
