"""What a call to a model costs, and whether the day's and month's caps allow it."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from types import MappingProxyType

_MILLION = Decimal(1_000_000)
_CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Price:
    """USD for a million tokens of one model, as published on the day `as_of` (ISO).

    cache_read, cache_write: None means that such tokens cost what `input` costs.
    long_prompt_over: a prompt of more tokens than this, cached ones counted, is charged
    long_input and long_output throughout; its cached tokens rise by the factor of the input.
    """

    input: Decimal
    output: Decimal
    as_of: str
    cache_read: Decimal | None = None
    cache_write: Decimal | None = None
    long_prompt_over: int | None = None
    long_input: Decimal | None = None
    long_output: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call, each counted once: `input` holds neither cache_read nor cache_write.

    A dialect whose prompt tokens include the cached ones subtracts them before it fills this in.
    """

    input: int
    output: int
    cache_read: int = 0
    cache_write: int = 0

    @property
    def prompt(self) -> int:
        """All tokens that went in."""
        return self.input + self.cache_read + self.cache_write

    @property
    def total(self) -> int:
        """All tokens, in and out: what a cap on tokens counts."""
        return self.prompt + self.output


@dataclass(frozen=True, slots=True)
class Caps:
    """The most that may be spent; None means no such cap."""

    daily_usd: Decimal | None = None
    monthly_usd: Decimal | None = None
    daily_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Spent:
    """What the ledger holds for the operator's current day and month.

    Calls at an unknown price stand in it at ASSUMED_PRICE, as `charge` counts them.
    """

    usd_today: Decimal = Decimal(0)
    usd_month: Decimal = Decimal(0)
    tokens_today: int = 0


@dataclass(frozen=True, slots=True)
class Upcoming:
    """The next call at its largest: estimated prompt and the whole output it is allowed."""

    usage: Usage
    price: Price | None


# An unknown price is never free: against caps it counts as a dear model's, so that a budget
# holds (with few calls) until the operator writes the price into the config.
ASSUMED_PRICE = Price(Decimal(5), Decimal(25), as_of="2026-11-29")
FREE = Price(Decimal(0), Decimal(0), as_of="2026-11-29")

_AS_OF = "2026-11-29"


def _usd(text: str, *, long: tuple[int, str, str] | None = None) -> Price:
    """Read `input output [cache_read [cache_write]]` and the tier for long prompts."""
    known = [Decimal(figure) for figure in text.split()]
    read, write = (*known[2:], None, None)[:2]
    if long is None:
        return Price(*known[:2], _AS_OF, read, write)
    over, dear_input, dear_output = long
    return Price(*known[:2], _AS_OF, read, write, over, Decimal(dear_input), Decimal(dear_output))
