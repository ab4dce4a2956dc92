# ruff: noqa: RUF001 - these letters are meant
"""The date phrases that only questions use, in eight languages, and what each of them means."""

from collections.abc import Iterable, Iterator
from functools import cache

from memoryd.core import asked_meaning as means
from memoryd.core import asked_words as table
from memoryd.core.date_words import MONTHS
from memoryd.core.when import NOT_COUNTED, Rule, sure_part

_Y = r"(?P<year>(?:19|20)\d\d)(?![\d-])"
_OF_Y = rf"(?:,?\s(?:del?\s)?{_Y})?"
_TH = "(?:st|nd|rd|th)?"
_LATIN = rf"(?P<month>{'|'.join(sorted(table.LATIN_MONTHS, key=len, reverse=True))})\.?"
_DASH = r"\s?(?:-|–|to|through|until|till|bis(?:\szum)?|au|al|à|a)\s?"


@cache
def rules() -> tuple[Rule, ...]:
    """Return the rules for date phrases that only questions use."""
    parts = (_lengths, _agos, _months, _other_months, _days, _numbers, _seasons, _feasts, _phrases,
             _weekdays)  # fmt: skip
    return tuple(rule for part in parts for rule in part())


def _any(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


def _spaced(words: Iterable[str]) -> str:
    return _any(word for word in words if word[0] < "\u1100")


_CJK_COUNT = r"(?P<count>\d{1,3}|[一二两兩三四五六七八九十几幾数])(?:个|個)?"
_CJK_UNIT = r"(?P<unit>天|日|周|週|星期|か月|ヶ月|カ月|月|年)(?:間|间)?"
_KO = r"(?P<count>\d{1,3}|한|두|세|네|다섯|몇)\s?(?P<unit>일|주일?|개월|달|년)"


def _counted(units: Iterable[str] = table.UNITS) -> str:
    vague = rf"(?:(?:a|ein)\s)?(?:{_spaced(table.VAGUE)})"
    count = rf"(?P<count>\d{{1,3}}|{vague}|{_spaced(table.COUNTS)})"
    return rf"{count}\s(?P<unit>{_spaced(units)})"


def _lengths() -> Iterator[Rule]:
    """Yield "the last 3 days", which end today."""
    counted = _counted()
    last = "last|past|previous|letzte[nr]?|vergangene[nr]?|vorige[nr]?|últim[oa]s|ultim[oa]s"
    last += "|последни[ехй]"
    plural = "days|weeks|months|years|tage|wochen|monate|jahre|ías|dias|semanas|meses|años|anos"
    plural += "|дн|недел|месяц|год|лет"
    several = _counted(
        word for word in table.UNITS if any(map(word.__contains__, plural.split("|")))
    )
    yield plural, rf"\b(?:{last})\s{several}\b", means.lasting
    after = counted.replace(r")\s(?P<unit>", r")\sderni[eè]re?s\s(?P<unit>")
    yield "derni", rf"\b{after}\b", means.lasting
    for_so_long = "seit|depuis|desde hace"
    yield "seit |depuis |desde hace ", rf"\b(?:{for_so_long})\s{counted}\b", means.lasting
    recent = "最近|过去|過去|(?<!附)近|ここ|直近"
    yield "最近|过去|過去|近|ここ", rf"(?:{recent})の?{_CJK_COUNT}{_CJK_UNIT}", means.lasting
    yield "지난|최근", rf"(?:지난|최근)\s?{_KO}(?:\s?(?:간|동안))?", means.lasting
    yield "earlier this", r"\bearlier this (?P<unit>week|month|year)\b", means.earlier


def _agos() -> Iterator[Rule]:
    counted = _counted()
    yield " ago", rf"{NOT_COUNTED}{counted}\sago\b", means.ago
    yield "vor |il y a |hace ", rf"\b(?:vor|il y a|hace)\s{counted}\b", means.ago
    russian = counted.replace(r")\s(?P<unit>", r")\s)?(?P<unit>")
    yield "назад", rf"\b(?:{russian}\sназад\b", means.ago
    yield "几|幾|数", rf"(?P<count>[几幾数])(?:个|個|か)?{_CJK_UNIT}(?:以)?前", means.ago
    yield "전", rf"{_KO}\s?전", means.ago
    yield "며칠", r"(?P<count>며)(?P<unit>칠)\s?전", means.ago
    hours = counted[: counted.index(r"\s(?P<unit>")] + r"\s(?P<unit>hours?|minutes?)"
    yield " ago", rf"\b{hours}\sago\b", means.hours_ago
    half = r"\bhalf a year ago\b|\bvor einem halben jahr\b"
    yield "half a year|halben jahr", half, means.half_a_year_ago
    yield "fortnight", r"\b(?:a|last) fortnight(?: ago)?\b", means.fortnight_ago
    yield "this time last", r"\bthis time last year\b", means.then_last_year
    yield "other day", r"\bthe other day\b", means.other_day


def _foreign() -> str:
    return _any(set(table.LATIN_MONTHS) - set(MONTHS) | {"mai", "août"})


def _months() -> Iterator[Rule]:
    foreign, parts = _foreign(), "|".join(table.PARTS)
    into = r"\b(?:en\s|au mois d(?:e\s|['’])|depuis\s|desde\s)"
    yield (
        "en |au mois |depuis |desde ",
        rf"{into}(?P<month>{foreign})(?:\s(?:del?\s)?{_Y})?(?![\w'])(?!\s\d)",
        means.a_month,
    )
    of = r"(?:(?:of|in|the|de|des|du)\s)*"
    yield parts, rf"\b(?:{parts})[\s-]{of}{_LATIN}(?:\s{_Y})?\b(?!\s\d)", means.a_month
    opens = r"(?:(?P<opens>between|from|zwischen|von|vom|entre|tra|del?)\s)?"
    to = rf"(?P<to>(?<=\s)(?:to|through|until|till|bis|au?|al|à|hasta|{table.AND})(?=\s)|-|–)"
    dashes = (
        "-|–| to | through |until |till | bis | au | al | à | a | hasta |between |zwischen |entre "
    )
    later = _LATIN.replace("<month>", "<month2>")
    of_year = rf"(?:\s(?:del?\s)?{_Y})?"
    yield (
        dashes,
        rf"\b{opens}{_LATIN}\s?{to}\s?{later}{of_year}\b",
        means.some_months,
    )
    yield "-0|-1", r"(?<![\d-])(?P<year>20\d\d)-(?P<month>0[1-9]|1[0-2])(?![\d-])", means.a_month


_RUSSIAN = "янв|фев|мар|апр|ма|июн|июл|авг|сен|окт|ноя|дек"


def _other_months() -> Iterator[Rule]:
    russian = rf"(?P<month>{_any(table.RUSSIAN_MONTHS)})"
    yield _RUSSIAN, rf"\b(?:во?|со?|до|по|за|к|от)\s{russian}(?:\s{_Y})?\b", means.a_month
    yield _RUSSIAN, rf"\b{russian}\s{_Y}", means.a_month
    yield _RUSSIAN, rf"\b(?P<day>\d{{1,2}})\s{russian}(?:\s{_Y})?\b", means.a_day
    that = (
        r"(?:(?P<relative>去年|今年|明年|前年|来年)[的の]?|(?<![\d年个個か一二三四五六七八九十]))"
    )
    numeral = "(?P<month>1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])"
    yield "月", rf"{that}{numeral}月(?![\d日号號前間间一二三四五六七八九十])份?", means.a_month
    korean = r"(?<!\d)(?P<month>\d{1,2})월"
    that = r"(?:(?P<relative>작년|올해|지난해|내년)\s?)?"
    yield "월", rf"{that}{korean}(?!\s?\d)", means.a_month
    yield "월", rf"(?:(?P<year>\d{{4}})년\s?)?{korean}\s?(?P<day>\d{{1,2}})일", means.a_day


def _days() -> Iterator[Rule]:
    foreign = _foreign()
    of_month = rf"(?:er)?\s(?:de\s)?(?P<month>{foreign})"
    yield "", rf"(?<![\d.,:-])(?P<day>\d{{1,2}}){of_month}{_OF_Y}\b", means.a_day
    one, two = rf"(?P<one>\d{{1,2}}){_TH}", rf"(?P<two>\d{{1,2}}){_TH}"
    no_more = r"(?![\w:%]|-\d|\.\d)"
    yield "", rf"\b{_LATIN}\s{one}{_DASH}{two}(?:,?\s{_Y})?{no_more}", means.few_days
    first = rf"(?<![\d.:-]){one}\.?{_DASH}{two}\.?"
    yield "", rf"{first}\s(?:of\s|de\s)?{_LATIN}{_OF_Y}\b", means.few_days
    cjk = r"(?P<month>\d{1,2})月(?P<one>\d{1,2})[日号]?(?:到|至|から|-|~|～)(?P<two>\d{1,2})[日号]"
    yield "月", cjk, means.few_days
    goes_on = r"(?=\s*(?:$|[?.!,;])|\s(?:and|with|at|we|did|was|were|about|for|by)\b)"
    yield "on the ", rf"\bon the (?P<day>\d{{1,2}})(?:st|nd|rd|th)\b{goes_on}", means.day_of_month
    yield "am ", r"\bam (?P<day>\d{1,2})\.(?=\s*(?:$|[?!,]))", means.day_of_month
    yield "числа", r"\b(?P<day>\d{1,2})(?:-?го)?\sчисла\b", means.day_of_month


def _numbers() -> Iterator[Rule]:
    """Yield dates in digits, weeks and quarters by their number."""
    digits = r"(?P<year>20\d\d)(?P<month>0[1-9]|1[0-2])(?P<day>[0-2]\d|3[01])"
    yield "20", rf"(?<![\w.]){digits}(?![\w.]\d|\d)", means.a_day
    short = r"(?P<day>\d\d)\.(?P<month>\d\d)\.(?P<year>\d\d)"
    yield ".", rf"(?<![\w.]){short}(?![\w.]\d|\d)", means.a_day
    ended = r"(?P<day>\d\d)\.(?P<month>\d\d)\.(?=\s*(?:$|[?!,]))"
    yield ".", rf"(?<![\w.]){ended}", means.a_day
    on = r"\b(?:am|vom|seit|bis|zum|den|dem|ab)\s"
    shorter = r"(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})(?:\.|\b)(?!\.?\d)"
    yield ".", rf"{on}{shorter}", means.a_day
    week = r"(?:kw|calendar week|kalenderwoche)\s?(?P<week>\d{1,2})"
    yield "kw|calendar week|kalenderwoche", rf"\b{week}(?:[\s/]{_Y})?\b", means.iso_week
    yield "", r"\b(?P<year>20\d\d)-?w(?P<week>\d\d)\b", means.iso_week
    yield "q1|q2|q3|q4", rf"\bq(?P<quarter>[1-4])(?:[\s/-]?{_Y})?\b", means.a_quarter
    yield "quartal", rf"\b(?P<quarter>[1-4])\.\squartal(?:\s{_Y})?\b", means.a_quarter


def _seasons() -> Iterator[Rule]:
    hint = "|".join(table.SEASONS)
    season = rf"(?P<season>{_any(word for word in table.SEASONS if word[0] < 'а')})"
    russian = rf"(?P<season>{_any(word for word in table.SEASONS if 'а' <= word[0] < '一')})"
    yield hint, rf"\b(?P<away>this|next)\s{season}\b", means.a_season
    yield hint, rf"\b(?:last|past|previous)\s{season}\b", means.last_season
    name = r"(?!\s(?-i:[A-Z])|\sboot|\slove)"  # Spring Boot, in fall love
    into = r"\b(?:in|during|since|im|seit|seit dem)\s(?:the\s)?"
    yield hint, rf"{into}{season}\b{name}(?:\s(?:of\s)?{_Y})?", means.a_season
    yield hint, rf"\b{season}\s(?:of\s|del?\s)?{_Y}", means.a_season
    german = "(?:letzt|vorig|vergangen)e[nrms]?"
    yield hint, rf"\b{german}\s{season}\b", means.last_season
    yield hint, rf"\b(?:diese[nrms]?|cet|este|esta)\s{season}\b", means.a_season
    gone = r"\s(?:derni[eè]re?|pass[eé]|pasad[oa])\b"
    yield hint, rf"(?:\bl['’]|\ble\s|\bel\s|\bla\s){season}{gone}", means.last_season
    yield hint, rf"\bпрошл\w+\s{russian}\b", means.last_season
    yield hint, rf"\bэт\w+\s{russian}\b", means.a_season
    that = r"(?P<relative>去年|今年|前年|작년|올해)[的の]?\s?"
    yield hint, rf"{that}(?P<season>[春夏秋冬]|봄|여름|가을|겨울)[天季]?", means.a_season
    yield "지난", r"지난\s(?P<season>봄|여름|가을|겨울)", means.last_season


def _feasts() -> Iterator[Rule]:
    for (first, last), names in table.FEASTS.items():
        yield table.FEAST_HINT, names, means.feast(first, last)
    yield "easter|ostern|pâques", table.EASTER, means.easter


def _phrases() -> Iterator[Rule]:
    for (unit, count), words in table.PHRASES.items():
        yield table.PHRASE_HINT, rf"(?<![^\W_])(?:{words})(?![^\W_])", means.phrase(unit, count)
    for (unit, count), words in table.UNSPACED_PHRASES.items():
        yield sure_part(words), words, means.phrase(unit, count)
    yield "hier", r"\bhier\b", means.hier
    weekend = "the weekend|past weekend|wochenende|week-end|e weekend|fin de semana|выходны"
    yield f"{weekend}|周末|週末|주말", rf"(?:{table.WEEKEND})(?!\sbefore\slast)", means.a_weekend


def _weekdays() -> Iterator[Rule]:
    plain = _any(word for word in table.WEEKDAYS if len(word) > 1 and word[0] < "\u0400")
    russian = _any(word for word in table.WEEKDAYS if len(word) > 1 and word[0] >= "\u0400")
    past = r"(?P<past>\s(?:dernier|passé|pasado))?"
    yield plain, rf"\b(?P<weekday>{plain})(?!\sgras\b){past}\b", means.a_weekday
    yield russian, rf"\b(?:во?|со?|до)\s(?P<weekday>{russian})\b", means.a_weekday
    week = r"(?:(?P<week>지난주|이번 ?주|다음 ?주)\s?)?(?P<past>지난\s?)?"
    yield "요일", rf"{week}(?P<weekday>[월화수목금토일])요일", means.a_weekday
    yield (
        "曜",
        r"(?:(?P<week>先週|今週|来週)の?)?(?P<weekday>[月火水木金土日])曜日?",
        means.a_weekday,
    )
    times = r"(?<![上下本这這个個一二两三四五六七八九十每\d])"  # not "three times a week"
    day = r"(?:周|週|星期)(?P<weekday>[一二三四五六日天])(?![次回遍个個])"
    yield "周|週|星期", f"{times}{day}", means.a_weekday
