"""The words of date phrases in several languages, and whether a text may hold such a phrase."""

import re
from functools import cache

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar", "february feb februar", "march mar märz", "april apr",
            "may mai", "june jun juni", "july jul juli", "august aug",
            "september sept sep", "october oct oktober okt", "november nov",
            "december dec dezember dez",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            "monday montag 一 월", "tuesday dienstag 二 화", "wednesday mittwoch 三 수",
            "thursday donnerstag 四 목", "friday freitag 五 금",
            "saturday samstag sonnabend 六 토", "sunday sonntag 日 天 일",
        )
    )
    for name in names.split()
}  # fmt: skip
NUMBERS = {
    word: number
    for number, words in enumerate(
        (
            "a an one ein eine einem einer 一", "two zwei 两 兩 二", "three drei 三",
            "four vier 四", "five fünf 五", "six sechs 六", "seven sieben 七", "eight acht 八",
            "nine neun 九", "ten zehn 十", "eleven elf", "twelve zwölf",
        ),
        start=1,
    )
    for word in words.split()
}  # fmt: skip
UNITS = ("day", "week", "month", "year")
UNITS_DE = {"tag": "day", "woche": "week", "wochenende": "weekend", "monat": "month",
             "jahr": "year"}  # fmt: skip
# Words that mean one thing by themselves: (unit, how many away) -> words.
WORDS: dict[tuple[str, int], str] = {
    ("day", 0): "today|tonight|this (?:morning|afternoon|evening|night)|earlier today|heute|oggi|"
    "hoy|今天|今日|今晚|今朝|오늘",
    ("day", -1): "yesterday|last night|gestern|ieri|ayer|昨天|昨日|昨晚|어제",
    ("day", -2): "(?:the )?day before yesterday|vorgestern|前天|一昨日|おととい|그저께",
    ("day", 1): "tomorrow|domani|明天|明日|내일",
    ("day", 2): "(?:the )?day after tomorrow|übermorgen|后天|後天|明後日|모레",
    ("week", -1): "上周|上週|上星期|上个星期|上個星期|先週|지난주",
    ("week", 0): "本周|这周|這週|这个星期|今週|이번 주",
    ("week", 1): "下周|下週|下星期|下个星期|来週|다음 주",
    ("month", -1): "上个月|上個月|上月|先月|지난달",
    ("month", 0): "这个月|這個月|本月|今月|이번 달",
    ("month", 1): "下个月|下個月|来月|다음 달",
    ("year", -1): "去年|昨年|작년",
    ("year", 0): "今年|올해",
    ("year", 1): "明年|来年|내년",
}

# Parts of words, in ASCII, of which one stands in each phrase that only questions use and that has
# neither a digit nor a part of `_hints`: most questions name no day and need none of those rules.
_ASKED = (
    "enero|gennaio|fevrier|avril|juin|juil|abril|maggio|giugno|luglio|aout|agosto|settembre|"
    "setiembre|ottobre|diciembre|dicembre|"
    "lundi|lunes|mardi|martes|mercredi|miercoles|jeudi|jueves|vendredi|viernes|samedi|sabado|"
    "dimanche|"
    "spring|summer|sommer|autumn|fall|herbst|automne|winter|hiver|invierno|verano|primavera|"
    "printemps|"
    "christmas|weihnachten|noel|navidad|silvester|nochevieja|neujahr|nouvel|halloween|valentine|"
    "new year|easter|ostern|"
    "hier|anoche|ontem|hoje|vandaag|gisteren|aujourd|anteayer|altro|demain|semaine|semana|"
    "settimana|vorig|deze|mois|mese|este mes|maand|anno|annee|l'an |jaar|vorletzte|fortnight|"
    "other day|dias|anos|ultim|derni|seit|depuis|desde|hace|il y a|vor |passado|pasado|hour|"
    "minute|ago"
).split("|")


def may_be_asked(text: str) -> bool:
    """Return whether a question may name days: as `may_hold`, in the wordings of questions too."""
    low = text.lower()
    return may_hold(text) or any(map(low.__contains__, _ASKED))


def may_hold(text: str) -> bool:
    """Return whether a text may hold a date phrase: most do not, and the rules are many.

    In ASCII every phrase has a digit or one of few words; other scripts are left to the rules.
    """
    if not text.isascii():
        return True
    low = text.lower()
    return any(map(str.isdigit, low)) or any(hint in low for hint in _hints())


@cache
def _hints() -> frozenset[str]:
    """Return parts of words, one of which stands in each phrase of ASCII without a digit."""
    own = "|".join(WORDS.values())
    plain = re.findall(r"\b[a-z]{3,}\b(?! )", own)
    return frozenset(
        word for word in (*MONTHS, *WEEKDAYS, *UNITS_DE, *UNITS, *plain, "morgen") if word.isascii()
    )
