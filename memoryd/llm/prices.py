"""What a model's tokens cost: the configuration's word, else the dated table beside this file."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from memoryd.config_model import Price
from memoryd.llm.question import Usage

_MILLION = 1_000_000
_DATED = re.compile(r"-(?:\d{8}|\d{4}-\d{2}-\d{2})$")


@dataclass(frozen=True, slots=True)
class Rates:
    """US dollars for a million tokens; long: the same for prompts of more than `above` tokens."""

    input: float
    output: float
    cache_read: float
    cache_write: float
    above: int | None = None
    long: tuple[float, float] = (0.0, 0.0)

    def cost(self, usage: Usage) -> float:
        """Return the US dollars of one call."""
        rate_in, rate_out, factor = self.input, self.output, 1.0
        if self.above is not None and usage.prompt > self.above:
            rate_in, rate_out = self.long
            factor = rate_in / self.input
        cached = usage.cache_read * self.cache_read + usage.cache_write * self.cache_write
        total = usage.input * rate_in + usage.output * rate_out + cached * factor
        return round(total / _MILLION, 9)


def rates(model: str, own: Mapping[str, Price]) -> Rates | None:
    """Return a model's rates, None when they are unknown; own: the configuration's [prices].

    A name with a day at its end (claude-haiku-4-5-20251001) has the price of the name without.
    """
    bare = _DATED.sub("", model)
    for name in (model, bare):
        if name in own:
            price = own[name]
            read, write = price.cache_read, price.cache_write
            return _rates(price.input, price.output, read, write)
    table = tomllib.loads(files("memoryd.llm").joinpath("prices.toml").read_text("utf-8"))["models"]
    if bare not in table:
        return None
    row = table[bare]
    long = row.get("long")
    return _rates(
        row["input"],
        row["output"],
        row.get("cache_read"),
        row.get("cache_write"),
        (long["above"], (long["input"], long["output"])) if long else (None, (0.0, 0.0)),
    )


def _rates(
    rate_in: float,
    rate_out: float,
    read: float | None,
    write: float | None,
    long: tuple[int | None, tuple[float, float]] = (None, (0.0, 0.0)),
) -> Rates:
    """Fill in what is not stated: reading a cache as plain input, writing one at a quarter more."""
    cache_read = rate_in if read is None else read
    cache_write = rate_in * 1.25 if write is None else write
    return Rates(rate_in, rate_out, cache_read, cache_write, *long)
