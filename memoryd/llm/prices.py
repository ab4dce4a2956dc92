"""What the configuration and the dated table beside this file say of money, in exact numbers."""

import tomllib
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Any

from memoryd import config_model
from memoryd.config_model.model import Budget
from memoryd.core.money import Caps, LongPrompt, Price, price_for


def price_of(model: str, own: Mapping[str, config_model.Price]) -> Price | None:
    """Return a model's price, None when unknown; own: [prices], which comes before the table."""
    return price_for(model, _table() | {name: _own(price) for name, price in own.items()})


def caps_of(budget: Budget) -> Caps:
    """Return the caps of [budget]."""
    return Caps(_exact(budget.daily_usd), _exact(budget.monthly_usd), budget.daily_tokens)


@cache
def _table() -> dict[str, Price]:
    text = files("memoryd.llm").joinpath("prices.toml").read_text("utf-8")
    rows = tomllib.loads(text, parse_float=Decimal)["models"]
    return {name: _listed(**row) for name, row in rows.items()}


def _listed(long: dict[str, Any] | None = None, **rates: Decimal) -> Price:
    return Price(**rates, long=LongPrompt(**long) if long else None)


def _own(price: config_model.Price) -> Price:
    rates: dict[str, Any] = {name: _exact(usd) for name, usd in price if usd is not None}
    return Price(**rates)


def _exact(usd: float) -> Decimal:
    return Decimal(str(usd))  # as a person wrote it, not the nearest binary fraction
