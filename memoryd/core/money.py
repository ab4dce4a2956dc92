"""What a call to a model costs, and whether the caps of the day and month allow it."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from types import MappingProxyType

_MILLION = 1_000_000
_CENT = Decimal("0.01")
_SMALLEST_SHOWN = Decimal("0.0001")


@dataclass(frozen=True, slots=True)
class Price:
    """USD for a million tokens of one model, as published on the ISO day `as_of`.

    cache_read: None counts such tokens as input; cache_write: None at 1.25 times the input.
    long_prompt_over: a prompt of more tokens than this, cached ones counted, is charged
    long_input and long_output throughout; its cached tokens rise as the input does.
    """

    input: Decimal
    output: Decimal
    cache_read: Decimal | None = None
    cache_write: Decimal | None = None
    long_prompt_over: int | None = None
    long_input: Decimal | None = None
    long_output: Decimal | None = None
    as_of: str = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call, each counted once: `input` holds neither cache_read nor cache_write.

    Where a provider's prompt tokens include the cached ones, its dialect subtracts them first.
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
        """All tokens, in and out: what the cap on tokens counts."""
        return self.prompt + self.output


@dataclass(frozen=True, slots=True)
class Caps:
    """The most that may be spent; None means no such cap, 0 that only free calls may be made."""

    daily_usd: Decimal | None = None
    monthly_usd: Decimal | None = None
    daily_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Spent:
    """What the ledger holds for the operator's day and month, in USD as `charge` counts it."""

    usd_today: Decimal = Decimal(0)
    usd_month: Decimal = Decimal(0)
    tokens_today: int = 0


@dataclass(frozen=True, slots=True)
class Upcoming:
    """The next call at its largest: the estimated prompt and all the output it is allowed."""

    usage: Usage
    price: Price | None


_AS_OF = "2026-11-29"
_UNKNOWN_CACHE_WRITE = Decimal("1.25")
# A model that runs on the operator's own machine.
FREE = Price(Decimal(0), Decimal(0), Decimal(0), Decimal(0), as_of=_AS_OF)
# What a model of unknown price counts as against a cap: dearer than any in the table, so that the
# cap holds and the operator notices; a wrong guess stops calls, it never overspends.
ASSUMED_PRICE = Price(Decimal(5), Decimal(25), as_of=_AS_OF)


_usd = Decimal
# Where a config gives no prices of its own. Discounts for batches are not counted.
DEFAULT_PRICES: Mapping[str, Price] = MappingProxyType(
    {
        "claude-haiku-5-5": Price(
            input=_usd("0.10"),
            output=_usd("0.50"),
            cache_read=_usd("0.01"),
            cache_write=_usd("0.125"),
            long_prompt_over=100_000,
            long_input=_usd("0.50"),
            long_output=_usd("2.50"),
            as_of=_AS_OF,
        ),
        "claude-haiku-4-5": Price(_usd("1.00"), _usd("5.00"), _usd("0.10"), as_of=_AS_OF),
        "claude-sonnet-5-5": Price(_usd("2.00"), _usd("10.00"), as_of=_AS_OF),
        "gpt-6-luna": Price(
            input=_usd("0.10"),
            output=_usd("0.50"),
            cache_read=_usd("0.01"),
            cache_write=_usd("0.125"),
            long_prompt_over=272_000,
            long_input=_usd("0.20"),
            long_output=_usd("0.75"),
            as_of=_AS_OF,
        ),
        "gpt-5.6-luna": Price(_usd("0.20"), _usd("1.20"), _usd("0.02"), as_of=_AS_OF),
        "gpt-5.4-mini": Price(_usd("0.75"), _usd("4.50"), as_of=_AS_OF),
        "gpt-5-nano": Price(_usd("0.05"), _usd("0.40"), as_of=_AS_OF),
        "gemini-3.1-flash-lite": Price(_usd("0.25"), _usd("1.50"), as_of=_AS_OF),
        "gemini-2.5-flash-lite": Price(_usd("0.10"), _usd("0.40"), as_of=_AS_OF),
    }
)
_SNAPSHOT = re.compile(r"(?:[-@](?:\d{8}|\d{4}-\d\d-\d\d)|-latest)$")


def price_for(model: str, table: Mapping[str, Price]) -> Price | None:
    """Return a model's price, None when unknown.

    The name is tried whole, then without a snapshot's date (-20261001, -2026-10-01, -latest), then
    without the provider before a slash; never by a shared beginning: a sibling costs other money.
    """
    whole, bare = model.strip(), model.strip().rpartition("/")[2]
    names = (name for full in (whole, bare) for name in (full, _SNAPSHOT.sub("", full)))
    return next((table[name] for name in names if name in table), None)


def cost(usage: Usage, price: Price | None) -> Decimal | None:
    """Return the USD of a call, exactly; None when the price is unknown."""
    return None if price is None else charge(usage, price)


def charge(usage: Usage, price: Price | None) -> Decimal:
    """Return what a call counts against the caps: its cost, at ASSUMED_PRICE when unknown."""
    price = price or ASSUMED_PRICE
    per_input, per_output, factor = price.input, price.output, Decimal(1)
    if price.long_prompt_over is not None and usage.prompt > price.long_prompt_over:
        per_input = price.input if price.long_input is None else price.long_input
        per_output = price.output if price.long_output is None else price.long_output
        factor = per_input / price.input if price.input else factor
    read = price.input if price.cache_read is None else price.cache_read
    write = price.input * _UNKNOWN_CACHE_WRITE if price.cache_write is None else price.cache_write
    cached = usage.cache_read * read + usage.cache_write * write
    return (usage.input * per_input + usage.output * per_output + cached * factor) / _MILLION


def check(caps: Caps, spent: Spent, upcoming: Upcoming) -> str | None:
    """Return why the next call must wait, None when it may be made; reaching a cap is allowed."""
    dollars, tokens = charge(upcoming.usage, upcoming.price), upcoming.usage.total
    for name, cap, used in (
        ("daily", caps.daily_usd, spent.usd_today),
        ("monthly", caps.monthly_usd, spent.usd_month),
    ):
        if cap is not None and dollars and used + dollars > cap:
            guess = "" if upcoming.price else " (its price is unknown, so a high one is assumed)"
            return (
                f"the {name} cap of {show_usd(cap)} would be passed: {show_usd(used)} is spent"
                f" and the next call may cost {show_usd(dollars)}{guess}"
            )
    if caps.daily_tokens is not None and spent.tokens_today + tokens > caps.daily_tokens:
        return (
            f"the daily cap of {caps.daily_tokens:,} tokens would be passed:"
            f" {spent.tokens_today:,} are used and the next call may take {tokens:,}"
        )
    return None


def show_usd(amount: Decimal | None) -> str:
    """Return an amount for people: $1.50, $0.0011, <$0.0001, $0.00, or "unknown"."""
    if amount is None:
        return "unknown"
    if 0 < amount < _SMALLEST_SHOWN:
        return f"<${_SMALLEST_SHOWN}"
    if amount >= 1:
        return f"${amount.quantize(_CENT, ROUND_HALF_UP):,}"
    fine = f"{amount.quantize(_SMALLEST_SHOWN, ROUND_HALF_UP):f}"
    return f"${fine.removesuffix('00')}"


_ASCII_MARK = re.compile(r"[!-/:-@\[-`{-~]")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")


def estimate_tokens(text: str) -> int:
    """Return about how many tokens a model reads in a text, rather too many than too few.

    Counted in twelfths: three ASCII letters, digits or spaces a token, two ASCII marks, 1.25 for
    a wide character (Chinese, Japanese, Korean), 3 for an emoji, 0.75 for any other letter.
    """
    beyond = _BEYOND_ASCII.findall(text)
    marks = len(_ASCII_MARK.findall(text))
    twelfths = 4 * (len(text) - len(beyond) - marks) + 6 * marks + sum(map(_twelfths, beyond))
    return -(-twelfths // 12)


def _twelfths(char: str) -> int:
    if unicodedata.category(char) == "So":
        return 36
    return 15 if unicodedata.east_asian_width(char) in "WF" else 9
