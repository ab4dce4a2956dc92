"""Measures: what a number is a number of, and how often: units, currencies, halves of a day.

A number that stands in a line does not carry another unit into a text: "900 euros" is not "$900",
"twice a week" not "twice a month". Units that nobody knows are not judged.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from memoryd.core.numbers import numbers
from memoryd.core.regex import regex
from memoryd.core.tense import IRREGULAR
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
KB: kb kilobyte kilobytes | MB: mb meg megs megabyte megabytes
GB: gb gig gigs gigabyte gigabytes | TB: tb terabyte terabytes
W: w watt watts | KW: kw kilowatt kilowatts | KWH: kwh
C: °c celsius degrees_celsius degrees_c centigrade degrees degree °
F: °f fahrenheit degrees_fahrenheit degrees_f degrees degree °
PERCENT: % percent per_cent pc | PERMILLE: ‰ permille | MPH: mph miles_per_hour mi/h miles/h
KMH: km/h kmh kph km/hr km_per_hour kilometers_per_hour kilometres_per_hour
MS: ms millisecond milliseconds | SECOND: sec secs second seconds | MINUTE: min mins minute minutes
HOUR: h hr hrs hour hours | DAY: day days | WEEK: week weeks wk wks fortnight fortnights
MONTH: month months mo mos | QUARTER: quarter quarters | YEAR: year years yr yrs
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
# Stretches of time that come again: more names of them, then what says one without "every".
_TIMES = """
second: s ; rps qps | hour: ; hourly p/h
day: d night nights morning mornings afternoon afternoons evening evenings weekday weekdays workday
workdays ; daily nightly everyday | sprint: sprint sprints
week: weekend weekends monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays
friday fridays saturday saturdays sunday sundays ; weekly pw p.w p/w
2 week: fortnight fortnights ; fortnightly biweekly bi-weekly | month: ; monthly pcm p.c.m p/m
quarter: ; quarterly | year: annum spring springs summer summers autumn autumns fall falls winter
winters ; yearly annual annually p.a p/a
"""
_STRETCHES = frozenset("SECOND MINUTE HOUR DAY WEEK MONTH QUARTER YEAR DECADE".split())
_PERIODS = {name: unit.casefold() for name, units in _UNITS.items() for unit in units & _STRETCHES}
_ADVERBS: dict[str, str] = {}
for _row in re.split(r"\||\n(?=[\w ]+:)", _TIMES.strip()):
    _time, _, _names = _row.partition(":")
    _called, _, _alone = _names.partition(";")
    _PERIODS |= dict.fromkeys(_called.split(), _time.strip())
    _ADVERBS |= dict.fromkeys(_alone.split(), _time.strip())
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
_ANY = "|".join(sorted(_PERIODS, key=len, reverse=True))
_PERIOD = "|".join(name for name in _ANY.split("|") if len(name) > 1)  # "a D" is no day
_ADVERB = "|".join(map(re.escape, _ADVERBS))
_QUANTITY = regex(
    rf"(?:(?P<ahead>[€$£¥₹₿]|\b(?:us|c|a)\$|\b(?:eur|usd|gbp|chf|cad|aud|jpy|inr)\b)\s?|(?<![\w.,]))"
    rf"{_NUMBER}(?![\d])"
    rf"(?:[\s-]?(?P<square>sq(?:uare|\.)?\s)?(?:(?P<sign>{_SIGNS})|(?P<unit>{_WORDS})(?![\w²])))?"
    rf"(?:\s?x\b|\s(?!(?:and|or|an|per|each|every|day|week|{_ADVERB})\b)[a-z]{{3,12}})?"
    rf"(?:\s?(?:/|\bper\s)\s?(?!(?:{_ANY})\b)[a-z]{{3,12}})?"  # "/user"
    rf"(?:\s?(?:/|\b(?:an?|per|each|every)\s)\s?(?P<per>{_ANY})\b"
    rf"|\s?(?P<adverb>{_ADVERB})\b|\s(?P<such>day|week)\b)?",  # "a 4-day week"
    re.IGNORECASE,
)
_AGE = regex(r"years?[\s-]old|year-old", re.IGNORECASE)
_HALVES = (
    ("AM", regex(r"\b(?:morning|mornings|breakfast|dawn|sunrise)\b", re.IGNORECASE)),
    ("PM", regex(r"\b(?:afternoons?|evenings?|tonight|dinner|noon|lunch)\b", re.IGNORECASE)),
    ("NIGHT", regex(r"\b(?:nights?|midnight|nightly)\b", re.IGNORECASE)),  # which half: the hour
)
_NIGHT_HOURS = {"AM": frozenset({12, 1, 2, 3, 4, 5}), "PM": frozenset({6, 7, 8, 9, 10, 11})}
_UNIT_WORD = regex(rf"(?<![\w])(?:{_WORDS})(?![\w²])|{_SIGNS}", re.IGNORECASE)
_OTHER = rf"(?:single\s)?(?:(?P<other>other|second|2nd)\s|(?P<count>\d+|{_COUNTS})\s)?"
_OFTEN, _EVERY = (
    regex(rf"(?:{ahead}){_OTHER}(?P<period>{_PERIOD})\b|\b(?P<adverb>{_ADVERB})\b", re.IGNORECASE)
    for ahead in (r"\b(?:every|each)\s", r"\b(?:every|each|per|an?|all)\s|/\s?")
)
_DAY = r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun|week|work)day|weekend)"
_ON_DAYS = regex(rf"\b(?P<day>{_DAY})(?:s|\s(?:morning|afternoon|evening|night)s)\b", re.IGNORECASE)
# Said of what is always so, and also of one morning, where a line tells what was or is to be once.
_THEN = regex(
    rf"\b(?P<day>{_DAY})\b"
    r"|\bin\sthe\s(?P<part>morning|afternoon|evening)\b"
    r"|\b(?:(?:plan|start|begin|end|finish)\s(?:the|my|our)"
    r"|(?:on|(?<!\bis\s)(?<!\bare\s)at)\sthe\s(?:\w+\s){1,5}of\sthe)"
    r"\s(?P<span>morning|evening|day|week|month|quarter|sprint)\b"
    r"|\b(?:at\snight|(?:before|at)\sbed(?:time)?|(?:at|before|after|with)\sbreakfast)\b",
    re.IGNORECASE,
)
_PAST = "|".join(past for past, now in IRREGULAR.items() if past != now and past[-1] != "s")
_ONE_TIME = regex(
    r"\b(?:will|shall|wants?|(?:plans?|hopes?)\sto|today|tonight|tomorrow|yesterday"
    r"|(?:am|is|are)\s\w+ing)\b"
    r"|\b(?<!\bis\s)(?<!\bare\s)(?<!\bget\s)(?<!\bgets\s)"
    rf"(?:{_PAST}|was|were|\w{{2,}}(?<!e)ed)\b|['’](?:ll\b|(?:m|re|s)\s\w+ing\b)"
    r"|(?<!\bthe\s)\b(?:this|next|last)\s"
    r"|^\W*(?:(?:my|our|the|an?)\s)?(?!\w+s\s)[\w'-]+\s(?:at\s\S+\s)?(?:in\sthe|on)\s",
    re.IGNORECASE,
)
# What is on the calendar is told in the present too: who comes, goes, starts or has something else
# than a meal, what has to be done.
_AT_WORK = r"(?:(?:for|from|at|to|back|the)\s){0,3}(?:work|home|office|school)\b"
_ON_CALENDAR = regex(
    rf"\b(?:(?:comes?|arrives?|leaves?(?!\sthe\shouse\b)|returns?)(?!\s{_AT_WORK})"
    r"|(?:starts?|begins?|ends?|finish(?:es)?)(?!\s(?:of|the|my|our|work)\b)"
    r"|departs?|lands?|fly|flies|travels?|heads?|boards?|moves?|joins?|meets?(?!\son\sthe)|sees?"
    r"|ships?|launch(?:es)?|deliver(?:s|ed)?|submits?|signs?|quits?|retires?|expires?|due"
    r"|takes?\splace|needs?\sto|must|should|let['’]s|please|remind"
    r"|(?:go(?:es)?|drives?|trains?|bus)\s(?:\w+\s)?to\s(?-i:[A-Z])\w*"
    r"|ha(?:ve|s)(?!\s(?:(?:an?|my|some|our|[a-z]+)\s){0,2}(?:coffee|tea|breakfast|snacks?|showers?"
    r"|bath|nap|smoothie|cup|glass|bowl|meal|eggs|oat\w*|porridge|cereal|fruit|juice|water)\b))\b"
    r"|(?:\b(?:am|is|are|be)|['’](?:m|s|re))\s(?:in\sthe\s(?:morn|after|even)|(?:on|at)\s)",
    re.IGNORECASE,
)
_CLAUSES = regex(
    r"(?<!ing)(?<!noon)(?<!night),\s|\s(?:and|but|so|because)\s(?!(?:an?|the|my|our)\b)",
    re.IGNORECASE,
)
_DAY_PARTS = regex(
    r"\b(?:in(?:\sthe)?|on|at|during(?:\sthe)?)\s(?:mornings|afternoons|evenings|nights)\b"
    r"|\bday\sin,?\s(?:and\s)?day\sout\b",
    re.IGNORECASE,
)
_SENTENCES = regex(r"[.!?;\n]")
_CLOCK = regex(r"([01]?\d|2[0-3]):[0-5]\d")
_NOON = 12
_AHEAD = 6  # characters in front of a number that are looked at: "every "
_MONEY = frozenset("EUR USD CAD AUD GBP CHF JPY CNY INR KRONE PLN BTC".split())
_EITHER = regex(r"\d[\d.,]*\s?m", re.IGNORECASE)
_SQUARES = regex(r"(?<=\d)\s?(?:k?m|ft)[2²](?!\w)", re.IGNORECASE)
_HEIGHT = regex(r"\b(\d)['’](\d{1,2})(?:[\"”]|\b)")
_RACE = (
    r"\b(?:ran|runs?|running|jog\w*|rac(?:e|es|ing)|walk\w*|hik\w+|cycl\w+|rid(?:e|es|ing)"
    r"|bik(?:e|es|ing))"
)
_RACED = regex(rf"{_RACE}(?:\s\w+){{0,3}}\s(\d+)k\b|(?<![\w$€£.,])(\d+)k\s{_RACE}\b", re.IGNORECASE)
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


def without_squares(text: str) -> str:
    """Return a text without the 2 of "80 m²", which is no number of its own."""
    return _SQUARES.sub(" ", text)


def kilometres(text: str) -> frozenset[str]:
    """Return the numbers of a text that are kilometres without saying so: "I ran a 10k"."""
    return frozenset(match[1] or match[2] for match in _RACED.finditer(text))


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
    units -= _UNITS["am"]  # "I am"
    quantities = _quantities(text)
    units |= {unit for each in quantities for unit in each.units}
    units |= {half for half, words in _HALVES if words.search(text)}
    if _MILLIONS.search(text):
        units |= _UNITS["m"]
    if kilometres(text):
        units |= {"KM"}
    return _Known(frozenset(units), frozenset({each.per for each in quantities} | _usual(text)))


def _usual(text: str) -> frozenset[str]:
    """Return how often, by some lines, what they tell comes again."""
    found = {_period(each) for each in _EVERY.finditer(text)}
    if _DAY_PARTS.search(text):
        found |= {"day"}
    then = [*_ON_DAYS.finditer(text), *_told_in_general(text)]
    found |= {"week" for each in then if each["day"]}
    names = (each["day"] or each["part"] or each["span"] or "day" for each in then)
    return frozenset(found.union(_PERIODS[name.casefold()] for name in names))


_HABIT = regex(  # what says by itself that it is no one time; so does a dose
    r"\b(?:usually|always|normally|typically|generally|mostly|regularly|as a rule)\b"
    r"|\b\d+(?:[.,]\d+)? ?(?:mg|ml|mcg|pills?|tablets?|drops)\b",
    re.IGNORECASE,
)


def _told_in_general(text: str) -> Iterator[re.Match[str]]:
    """Yield each stretch of time at which, by some lines, something is done, and not once."""
    for sentence in _SENTENCES.split(text):
        habit = _HABIT.search(sentence)
        once = _ONE_TIME.search(sentence) and not habit
        for clause in () if once else _CLAUSES.split(sentence):
            if habit or not _ON_CALENDAR.search(clause):
                yield from _THEN.finditer(clause)


@lru_cache(maxsize=256)
def _quantities(text: str, *, said: bool = True) -> tuple[_Quantity, ...]:
    """Return the numbers of a text. said: it is one of the lines.

    There "15:00" is in the afternoon, and "5m" are metres or millions.
    """
    return tuple(_read(text, said=said))


def _read(text: str, *, said: bool) -> Iterator[_Quantity]:
    text = _HEIGHT.sub(r"\1 foot \2 inch" if said else r"\1 foot \2", text)
    for match in _QUANTITY.finditer(text):
        name = (match["ahead"] or match["sign"] or match["unit"] or "").casefold()
        units = _UNITS.get(name, frozenset())
        ahead = text[max(0, match.start() - _AHEAD) : match.start()]
        readings = _readings(match["number"])
        if match["square"]:
            units = frozenset(_SQUARE.get(unit, unit) for unit in units)
        if said:
            if not units and (clock := _CLOCK.fullmatch(match["number"])):
                hour = int(clock[1])
                units, readings = _half(hour, text), readings | {str(hour % _NOON or _NOON)}
        elif not units and _EITHER.fullmatch(match["number"]):
            units = _UNITS["m"]
        elif ahead.casefold().endswith(("every ", "each ")):  # how often, not how long
            units = frozenset()
        else:
            units = _at_night(match["number"], units)
        yield _Quantity(readings, units, _per(match))


def _at_night(number: str, units: frozenset[str]) -> frozenset[str]:
    """Return units, with the night where that is when a text says that it is: "2 am"."""
    hour = re.match(r"\d+", number)
    hours = frozenset().union(*(_NIGHT_HOURS.get(unit, frozenset()) for unit in units))
    return units | {"NIGHT"} if hour and int(hour[0]) in hours else units


def _half(hour: int, text: str) -> frozenset[str]:
    """Return the half of the day that an hour may be in, as a clock of 12 or of 24 hours has it."""
    if hour >= _NOON or hour == 0:
        return frozenset({"PM" if hour else "AM"})
    return frozenset({"AM"} | _told_halves(text))


@lru_cache(maxsize=16)  # of a log with thousands of hours, asked for each of them
def _told_halves(text: str) -> frozenset[str]:
    return frozenset(half for half, words in _HALVES if words.search(text))


def _readings(number: str) -> frozenset[str]:
    small = number.casefold()
    counts = {"once": "1", "twice": "2", "thrice": "3"}
    if small in counts:
        return frozenset({counts[small]})
    return numbers(number) | numbers(re.sub(r"\s?[km]$", "", small))


def _per(match: re.Match[str]) -> str:
    if match["adverb"]:
        return _ADVERBS[match["adverb"].casefold()]
    named = match["per"] or match["such"]
    return _PERIODS[named.casefold()] if named else ""


def _period(match: re.Match[str]) -> str:
    if match["adverb"]:
        return _ADVERBS[match["adverb"].casefold()]
    period = _PERIODS[match["period"].casefold()]
    if match["other"]:
        return f"2 {period}"
    return f"{min(numbers(match['count']))} {period}" if match["count"] else period


def _rates(text: str) -> Iterator[_Quantity]:
    """Yield how often a text says that something is done, where it counts nothing."""
    for match in _OFTEN.finditer(text):
        yield _Quantity(frozenset(), frozenset(), _period(match))
