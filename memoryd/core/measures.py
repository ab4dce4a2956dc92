"""Measures: what a number is a number of, and how often: units, currencies, halves of a day.

A number that stands in a line does not carry another unit into a text: "900 euros" is not "$900",
"twice a week" not "twice a month". Units that nobody knows are not judged.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from memoryd.core.numbers import numbers
from memoryd.core.regex import regex
from memoryd.core.value import frozen, replace

# One unit a row, and what it is called; a word in two rows may mean either.
_ROWS = """
EUR: € eur euro euros | USD: $ us$ usd dollar dollars buck bucks | CAD: cad c$ dollar dollars
AUD: aud a$ dollar dollars | GBP: £ gbp pound pounds quid sterling | CHF: chf franc francs
JPY: ¥ jpy yen | CNY: ¥ cny rmb yuan | INR: ₹ inr rupee rupees
KRONE: sek nok dkk kr krona kronor krone kroner crowns
PLN: pln zloty | BTC: ₿ btc bitcoin bitcoins
KG: kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes | G: g gr gram grams gramme grammes
MG: mg mgs milligram milligrams | MCG: mcg µg μg ug microgram micrograms | OZ: oz ounce ounces
LB: lb lbs pound pounds | STONE: stone stones | TON: t ton tons tonne tonnes
KM: km kms kilometer kilometers kilometre kilometres | M: m meter meters metre metres
CM: cm centimeter centimeters centimetre centimetres | MM: mm millimeter millimeters millimetre
MILE: mi mile miles | FOOT: ft foot feet | INCH: inch inches | YARD: yd yard yards
M2: m² m2 sqm | KM2: km² km2 sqkm | FT2: sqft ft² ft2 | ACRE: acre acres | HA: ha hectare hectares
L: l liter liters litre litres | ML: ml milliliter milliliters millilitre millilitres
CL: cl | DL: dl | GAL: gal gallon gallons | PINT: pint pints | CUP: cup cups
KB: kb kilobyte kilobytes | MB: mb meg megs megabyte megabytes | GB: gb gig gigs gigabyte gigabytes
TB: tb terabyte terabytes | W: w watt watts | KW: kw kilowatt kilowatts | KWH: kwh
C: °c celsius degrees_celsius degrees_c centigrade degrees degree °
F: °f fahrenheit degrees_fahrenheit degrees_f degrees degree °
PERCENT: % percent per_cent pc | PERMILLE: ‰ permille | KMH: km/h kmh kph | MPH: mph
MS: ms millisecond milliseconds | SECOND: sec secs second seconds | MINUTE: min mins minute minutes
HOUR: h hr hrs hour hours | DAY: day days | WEEK: week weeks wk wks fortnight fortnights
MONTH: month months mo | QUARTER: quarter quarters | YEAR: year years yr yrs
DECADE: decade decades | AM: am a.m a.m. | PM: pm p.m p.m. | MILLION: m
"""
_UNITS: dict[str, frozenset[str]] = {}
for _row in _ROWS.replace("\n", "|").split("|"):
    if ":" in _row:
        _unit, _, _names = _row.partition(":")
        for _name in _names.split():
            _plain_name = _name.replace("_", " ")
            _UNITS[_plain_name] = _UNITS.get(_plain_name, frozenset()) | {_unit.strip()}
_SQUARE = {"M": "M2", "KM": "KM2", "FOOT": "FT2", "INCH": "INCH2", "MILE": "MILE2", "YARD": "YD2"}
_PERIODS = {
    "hour": "hour", "day": "day", "week": "week", "month": "month", "quarter": "quarter",
    "year": "year", "night": "day", "morning": "day", "afternoon": "day", "evening": "day",
    "weekday": "day", "workday": "day", "fortnight": "2 week", "annum": "year", "weekend": "week",
    "spring": "year", "summer": "year", "autumn": "year", "fall": "year", "winter": "year",
    "minute": "minute", "second": "second", "decade": "decade", "sprint": "sprint",
    **{f"{day}day": "week" for day in "mon tues wednes thurs fri satur sun".split()},
}  # fmt: skip
_ADVERBS = {
    "hourly": "hour", "daily": "day", "nightly": "day", "weekly": "week", "fortnightly": "2 week",
    "biweekly": "2 week", "monthly": "month", "quarterly": "quarter", "yearly": "year",
    "annual": "year", "annually": "year", "everyday": "day",
}  # fmt: skip
_COUNTS = (
    r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen"
    r"|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
    r"|hundred|thousand|million|billion"
)
_NUMBER = (
    r"(?P<number>\d+(?:[.,:]\d+)*(?:\s?(?:thousand|million|billion|bn|mio|k|m)(?![^\W_]))?"
    rf"|once|twice|thrice|(?:{_COUNTS})(?:[\s-](?:and\s)?(?:{_COUNTS}))*)"
)
_SIGNS = "|".join(
    re.escape(name) for name in sorted(_UNITS, key=len, reverse=True) if not name.isalpha()
)
_WORDS = "|".join(
    re.escape(name) for name in sorted(_UNITS, key=len, reverse=True) if name.isalpha()
)
_PERIOD = rf"(?:{'|'.join(sorted(_PERIODS, key=len, reverse=True))})s?"
_QUANTITY = regex(
    rf"(?:(?P<ahead>[€$£¥₹₿]|\b(?:us|c|a)\$|\b(?:eur|usd|gbp|chf|cad|aud|jpy|inr)\b)\s?|(?<![\w.,]))"
    rf"{_NUMBER}(?![\d])"
    rf"(?:[\s-]?(?P<square>sq(?:uare|\.)?\s)?(?:(?P<sign>{_SIGNS})|(?P<unit>{_WORDS})(?![\w²])))?"
    r"(?:\s(?!(?:and|or|an|per|day|week)\b)[a-z]{3,12})?"
    rf"(?:\s(?P<of>day|week)\b|\s?(?:/|\b(?:an?|per|each|every|in the)\s)\s?(?P<per>{_PERIOD})\b"
    rf"|\s(?P<adverb>{'|'.join(_ADVERBS)})\b)?",
    re.IGNORECASE,
)
_AGE = regex(r"years?[\s-]old|year-old", re.IGNORECASE)
_HALVES = (
    ("AM", regex(r"\b(?:morning|mornings|breakfast|dawn|sunrise)\b", re.IGNORECASE)),
    ("PM", regex(r"\b(?:afternoons?|evenings?|tonight|nights?|dinner|noon|lunch|midnight)\b",
                 re.IGNORECASE)),
)  # fmt: skip
_UNIT_WORD = regex(rf"(?<![\w])(?:{_WORDS})(?![\w²])|{_SIGNS}", re.IGNORECASE)
_EVERY = regex(
    rf"\b(?:every|each|per|an?|all)\s(?:single\s)?(?:(?P<other>other|second|2nd)\s"
    rf"|(?P<count>\d+|{_COUNTS})\s)?(?P<period>{_PERIOD})\b"
    rf"|\b(?P<adverb>{'|'.join(_ADVERBS)})\b",
    re.IGNORECASE,
)
_OFTEN = regex(
    rf"\b(?:every|each)\s(?:single\s)?(?:(?P<other>other|second|2nd)\s|(?P<count>\d+|{_COUNTS})\s)?"
    rf"(?P<period>{_PERIOD})\b|\b(?P<adverb>{'|'.join(_ADVERBS)})\b",
    re.IGNORECASE,
)
_EVERY_SO = regex(r"\b(?:every|each)(?: single)? $", re.IGNORECASE)
_ON_DAYS = regex(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|week(?:day|end)s?)\b", re.IGNORECASE
)
_CLOCK = regex(r"([01]?\d|2[0-3]):[0-5]\d")
_NOON = 12
_MONEY = frozenset("EUR USD CAD AUD GBP CHF JPY CNY INR KRONE PLN BTC".split())
_EITHER = regex(r"\d[\d.,]*\s?m", re.IGNORECASE)
_MILLIONS = regex(r"\d\s?m\b|\b(?:million|mio)\b", re.IGNORECASE)


@frozen
class _Quantity:
    """A number of a text: its readings, what it is a number of, and in which stretch of time."""

    readings: frozenset[str]
    units: frozenset[str]
    per: str


def measures_stand(text: str, cited: str, around: str) -> bool:
    """Return whether each unit and frequency of a text is one that the lines say.

    cited: the lines that it rests on. around: all lines of their session.
    """
    ours = [each for each in _quantities(text, said=False) if each.units or each.per]
    theirs, known = _quantities(cited), _known(around)
    if _AGE.search(text):  # "he is 45"
        known = replace(known, units=known.units | {"YEAR"})
    return all(_unit_stands(each, theirs, known) for each in ours) and all(
        _rate_stands(each, theirs, known) for each in (*ours, *_rates(text))
    )


def units_in(text: str) -> frozenset[str]:
    """Return the words of a text that are units of a number, as they are written: "GB"."""
    found = {match[part] for match in _QUANTITY.finditer(text) for part in ("ahead", "unit")}
    return frozenset(word for word in found if word)


def unrated(text: str) -> str:
    """Return a text without how often it says that something is done: "every two weeks"."""
    return _OFTEN.sub(" ", text)


def _unit_stands(ours: _Quantity, said: Iterable[_Quantity], known: "_Known") -> bool:
    if not ours.units:
        return True
    same = [each for each in said if each.readings & ours.readings]
    told = [each for each in same if each.units]
    if any(each.units & ours.units for each in told):
        return True
    if told and len(told) == len(same):
        return False
    # Which money is meant goes without saying, where none is named.
    return bool(ours.units & known.units) or not (ours.units - _MONEY or known.units & _MONEY)


def _rate_stands(ours: _Quantity, said: Iterable[_Quantity], known: "_Known") -> bool:
    if not ours.per:
        return True
    told = [each for each in said if each.per and each.readings & ours.readings and ours.readings]
    if told:
        return any(each.per == ours.per for each in told)
    counted = [each for each in said if each.per == ours.per and each.readings]
    return ours.per in known.periods and not (ours.readings and counted and not ours.units)


@frozen
class _Known:
    """The units and stretches of time that some lines name at all."""

    units: frozenset[str]
    periods: frozenset[str]


@lru_cache(maxsize=64)
def _known(text: str) -> _Known:
    units = {unit for match in _UNIT_WORD.finditer(text) for unit in _UNITS[match[0].casefold()]}
    quantities = _quantities(text)
    units |= {unit for each in quantities for unit in each.units}
    units |= {half for half, words in _HALVES if words.search(text)}
    if _MILLIONS.search(text):
        units |= _UNITS["m"]
    periods = {each.per for each in quantities} | {_period(each) for each in _EVERY.finditer(text)}
    if _ON_DAYS.search(text):
        periods |= {"week"}
    return _Known(frozenset(units), frozenset(periods))


@lru_cache(maxsize=256)
def _quantities(text: str, *, said: bool = True) -> tuple[_Quantity, ...]:
    """Return the numbers of a text. said: it is one of the lines.

    There "15:00" is in the afternoon, and "5m" are metres or millions.
    """
    return tuple(_read(text, said=said))


def _read(text: str, *, said: bool) -> Iterator[_Quantity]:
    for match in _QUANTITY.finditer(text):
        name = (match["ahead"] or match["sign"] or match["unit"] or "").casefold()
        units = _UNITS.get(name, frozenset())
        if match["square"]:
            units = frozenset(_SQUARE.get(unit, unit) for unit in units)
        if not units and not said and _EITHER.fullmatch(match["number"]):
            units = _UNITS["m"]
        if _EVERY_SO.search(text[: match.start()]):
            units = frozenset()  # "every two weeks" says how often: see _rates
        clock = _CLOCK.fullmatch(match["number"])
        readings = _readings(match["number"])
        if clock and not units and said:
            hour = int(clock[1])
            units, readings = _half(hour, text), readings | {str(hour % _NOON or _NOON)}
        yield _Quantity(readings, units, _per(match))


def _half(hour: int, text: str) -> frozenset[str]:
    """Return the half of the day that an hour may be in, as a clock of 12 or of 24 hours has it."""
    if hour >= _NOON or hour == 0:
        return frozenset({"PM" if hour else "AM"})
    return frozenset({"AM"} | {half for half, words in _HALVES if words.search(text)})


def _readings(number: str) -> frozenset[str]:
    small = number.casefold()
    counts = {"once": "1", "twice": "2", "thrice": "3"}
    if small in counts:
        return frozenset({counts[small]})
    return numbers(number) | numbers(re.sub(r"\s?[km]$", "", small))


def _per(match: re.Match[str]) -> str:
    if match["adverb"]:
        return _ADVERBS[match["adverb"].casefold()]
    if match["of"]:
        return _named(match["of"]) if match["unit"] else ""  # a 4-day week
    return _named(match["per"]) if match["per"] else ""


def _named(period: str) -> str:
    small = period.casefold()
    return _PERIODS.get(small) or _PERIODS[small.removesuffix("s")]


def _period(match: re.Match[str]) -> str:
    if match["adverb"]:
        return _ADVERBS[match["adverb"].casefold()]
    period = _named(match["period"])
    if match["other"]:
        return f"2 {period}"
    return f"{min(numbers(match['count']))} {period}" if match["count"] else period


def _rates(text: str) -> Iterator[_Quantity]:
    """Yield how often a text says that something is done, where it counts nothing."""
    for match in _OFTEN.finditer(text):
        yield _Quantity(frozenset(), frozenset(), _period(match))
