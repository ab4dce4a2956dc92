"""What a call to a model costs, and whether the caps of the day and month allow it.

US dollars are Decimal: a hundred calls that reach a cap exactly must not pass it by a rounding.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from memoryd.core.regex import regex

_MILLION = 1_000_000
_CENT = Decimal("0.01")
_SMALLEST_SHOWN = Decimal("0.0001")
_UNSTATED_CACHE_WRITE = Decimal("1.25")
_SNAPSHOT = regex(r"(?:[-@](?:\d{8}|\d{4}-\d\d-\d\d)|-latest)$")


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call, each counted once: `input` holds neither cache_read nor cache_write."""

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
class LongPrompt:
    """What holds throughout for a prompt of more than `above` tokens, cached ones counted."""

    above: int
    input: Decimal
    output: Decimal


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens of one model.

    cache_read: None counts such tokens as input; cache_write: None at 1.25 times the input. In a
    long prompt, cached tokens rise as the input does, which is not free then.
    """

    input: Decimal
    output: Decimal
    cache_read: Decimal | None = None
    cache_write: Decimal | None = None
    long: LongPrompt | None = None

    def cost(self, usage: Usage) -> Decimal:
        """Return the US dollars of one call, exactly."""
        read = self.input if self.cache_read is None else self.cache_read
        write = self.input * _UNSTATED_CACHE_WRITE if self.cache_write is None else self.cache_write
        cached = usage.cache_read * read + usage.cache_write * write
        rates: Price | LongPrompt = self
        if self.long is not None and usage.prompt > self.long.above:
            rates = self.long
            cached *= self.long.input / self.input
        return (usage.input * rates.input + usage.output * rates.output + cached) / _MILLION


def price_for(model: str, table: Mapping[str, Price]) -> Price | None:
    """Return a model's price, None when unknown.

    The name is tried whole, then without a snapshot's date (-20261001, -2026-10-01, -latest), then
    without the provider before a slash; never by a shared beginning: a sibling costs other money.
    """
    bare = model.rpartition("/")[2]
    names = (name for full in (model, bare) for name in (full, _SNAPSHOT.sub("", full)))
    return next((table[name] for name in names if name in table), None)


@dataclass(frozen=True, slots=True)
class Caps:
    """The most that the operator's day and month may use; 0 lets only free calls through."""

    daily_usd: Decimal
    monthly_usd: Decimal
    daily_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Spent:
    """What the operator's day and month have used so far.

    today_calls: whatever became of them; unpriced_calls: this month's, of which no cost is known
    and none is in the sums. What is estimated is part of the sums: the server did not say what it
    counted, or broke off and may have counted nothing.
    """

    today_usd: Decimal = Decimal(0)
    month_usd: Decimal = Decimal(0)
    today_tokens: int = 0
    today_calls: int = 0
    unpriced_calls: int = 0
    today_estimated_usd: Decimal = Decimal(0)
    month_estimated_usd: Decimal = Decimal(0)
    today_estimated_tokens: int = 0
    today_estimated_calls: int = 0
    today_cut_calls: int = 0


def check(most: Usage, price: Price | None, caps: Caps, spent: Spent) -> str | None:
    """Return in one line why a call must wait, None when it may be made; a cap may be reached.

    most: the most that the call can use; price None: it is unknown, and so passes a cap in
    dollars unless that is 0. It counts against the cap on tokens as any other.
    """
    cost = None if price is None else price.cost(most)
    may = "at an unknown price" if cost is None else f"for up to {show_usd(cost)}"
    limits = [
        _Limit("daily_usd", caps.daily_usd, spent.today_usd, cost, may, spent.today_estimated_usd),
        _Limit("monthly_usd", caps.monthly_usd, spent.month_usd, cost, may,
               spent.month_estimated_usd),
    ]  # fmt: skip
    if caps.daily_tokens is not None:
        may, cap = f"may take {most.total:,}", Decimal(caps.daily_tokens)
        used, estimated = Decimal(spent.today_tokens), Decimal(spent.today_estimated_tokens)
        limits.insert(0, _Limit("daily_tokens", cap, used, Decimal(most.total), may, estimated))
    passed = [limit for limit in limits if limit.is_passed(limit.used)]
    never = [limit for limit in passed if limit.is_passed(Decimal(0))]
    if never:
        return never[0].never()
    return passed[-1].later() if passed else None  # the last of them is the last to end


@dataclass(frozen=True, slots=True)
class _Limit:
    """One cap, what of it is used, and what the next call may need.

    may: the latter in words; estimated: what of the used part nobody counted.
    """

    key: str
    cap: Decimal
    used: Decimal
    need: Decimal | None
    may: str
    estimated: Decimal = Decimal(0)

    def is_passed(self, used: Decimal) -> bool:
        if self.need is None:
            return self.cap == 0
        return self.need > 0 and used + self.need > self.cap  # what is free passes when all is gone

    def never(self) -> str:
        return (
            f"the next call {self._is()} and cannot fit in [budget] {self.key} = {self.cap:f} "
            "even alone; raise it"
        )

    def later(self) -> str:
        whose, then = (
            ("this month's", "next month") if self.key == "monthly_usd" else ("today's", "tomorrow")
        )
        tokens = self.key == "daily_tokens"
        used, cap, estimated = (
            f"{amount:,}" if tokens else show_usd(amount)
            for amount in (self.used, self.cap, self.estimated)
        )
        guessed = f" ({estimated} of it estimated: the server did not say)" * bool(self.estimated)
        return (
            f"{used} of {whose} {cap}{' tokens' * tokens} are used{guessed} and the next call "
            f"{self._is()}; wait for {then} or raise [budget] {self.key}"
        )

    def _is(self) -> str:
        return self.may if self.key == "daily_tokens" else f"is {self.may}"


def most_tokens(text: str) -> int:
    """Return a number of tokens that a text stays below in any script people write: two bytes each.

    English takes about half of it, Chinese three quarters.
    """
    return (len(text.encode("utf-8", "replace")) + 1) // 2


def likely_tokens(text: str) -> int:
    """Return about how many tokens a text has: four plain letters each, other scripts a few more.

    English takes about as many, Chinese one a character.
    """
    plain = sum(map(str.isascii, text))
    other = len(text.encode("utf-8", "replace")) - plain
    return plain // 4 + other * 3 // 8 + 1


def show_usd(amount: Decimal) -> str:
    """Return an amount for people: $1.50, $0.0011, <$0.0001, $0.00."""
    if 0 < amount < _SMALLEST_SHOWN:
        return f"<${_SMALLEST_SHOWN}"
    if amount >= 1:
        return f"${amount.quantize(_CENT, ROUND_HALF_UP):,}"
    fine = f"{amount.quantize(_SMALLEST_SHOWN, ROUND_HALF_UP):f}"
    return f"${fine.removesuffix('00')}"
