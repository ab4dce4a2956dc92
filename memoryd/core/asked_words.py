# ruff: noqa: RUF001 - these letters are meant
"""The words of date phrases that questions use, in eight languages; without accents as well."""

import re

from memoryd.core.date_words import MONTHS, NUMBERS

UNITS = {
    word: unit
    for unit, words in {
        "day": "day days tag tage tagen jour jours día días dia dias день дня дней дни 天 日 일 칠",
        "week": "week weeks woche wochen semaine semaines semana semanas неделя неделю недели "
        "недель неделе 周 週 星期 주 주일",
        "month": "month months monat monate monaten mois mes meses месяц месяца месяцев 月 か月 "
        "ヶ月 カ月 개월 달",
        "year": "year years jahr jahre jahren an ans année années annee annees año años ano anos "
        "год года лет 年 년",
    }.items()
    for word in words.split()
}
# How many these may be, at least and at most.
VAGUE = {
    **dict.fromkeys(["couple of", "couple", "пару"], (2, 3)),
    **dict.fromkeys(
        ["며", "few", "several", "some", "paar", "einige", "einigen", "wenigen", "quelques", "unos",
         "unas", "algunos", "algunas", "несколько", "几", "幾", "数", "몇"], (2, 6),
    ),
}  # fmt: skip
COUNTS = NUMBERS | {
    word: number
    for number, words in enumerate(
        (
            "un une una uno один одну 한", "deux dos два две 두", "trois tres три 세",
            "quatre cuatro четыре 네", "cinq cinco пять 다섯", "seis шесть 여섯",
            "sept siete семь 일곱", "huit ocho восемь 여덟", "neuf nueve девять 아홉",
            "dix diez десять 열", "onze once", "douze doce",
        ),
        start=1,
    )
    for word in words.split()
}  # fmt: skip
# Months as they are written with Latin letters, English and German included.
LATIN_MONTHS = MONTHS | {
    name: number
    for number, names in enumerate(
        (
            "janvier enero gennaio", "février fevrier febrero febbraio", "mars marzo",
            "avril abril aprile", "mai mayo maggio", "juin junio giugno", "juillet julio luglio",
            "août aout agosto", "septembre septiembre setiembre settembre",
            "octobre octubre ottobre", "novembre noviembre", "décembre decembre diciembre dicembre",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
RUSSIAN_MONTHS = {
    form: number
    for number, forms in enumerate(
        (
            "январь января январе", "февраль февраля феврале", "март марта марте",
            "апрель апреля апреле", "май мая мае", "июнь июня июне", "июль июля июле",
            "август августа августе", "сентябрь сентября сентябре", "октябрь октября октябре",
            "ноябрь ноября ноябре", "декабрь декабря декабре",
        ),
        start=1,
    )
    for form in forms.split()
}  # fmt: skip
WEEKDAYS = {
    form: number
    for number, forms in enumerate(
        (
            "lundi lunes понедельник понедельника 月 월 一",
            "mardi martes вторник вторника 火 화 二",
            "mercredi miércoles miercoles среду среды 水 수 三",
            "jeudi jueves четверг четверга 木 목 四", "vendredi viernes пятницу пятницы 金 금 五",
            "samedi sábado sabado субботу субботы 土 토 六",
            "dimanche воскресенье воскресенья 日 일 天",
        )
    )
    for form in forms.split()
}  # fmt: skip
# A phrase that means one stretch by itself: (unit, how many away) -> phrases.
PHRASES: dict[tuple[str, int], str] = {
    ("day", 0): "aujourd['’]hui|vandaag|hoje|сегодня|اليوم|היום|σήμερα",
    ("day", -1): "hier soir|anoche|ontem|gisteren|вчера|أمس|אתמול|χθες",
    ("day", -2): "avant[- ]hier|anteayer|l['’]altro ieri|anteontem|eergisteren|позавчера|שלשום",
    ("day", 1): "demain|завтра|מחר|αύριο",
    ("week", -1): "semaine (?:derni[eè]re|pass[eé]e)|semana pasada|settimana scorsa|"
    "scorsa settimana|semana passada|vorige week|прошл(?:ой|ую) недел[еюи]|"
    "الأسبوع الماضي|בשבוע שעבר|पिछले हफ्ते|पिछले सप्ताह",
    ("week", 0): "cette semaine|esta semana|questa settimana|deze week|эт(?:ой|у) недел[еюи]",
    ("week", 1): "semaine prochaine|próxima semana|semana que viene|следующ(?:ей|ую) недел[еюи]",
    ("weekend", -1): "week-?end (?:dernier|passé)|fin de semana pasado|"
    "прошл(?:ых|ые) выходн(?:ых|ые)",
    ("month", -1): "mois (?:dernier|pass[eé])|mes pasado|mese scorso|scorso mese|mês passado|"
    "vorige maand|прошл(?:ом месяце|ый месяц)",
    ("month", 0): "ce mois(?:-ci)?|este mes|questo mese|deze maand|эт(?:ом месяце|от месяц)",
    ("year", -1): "(?:l['’]an|ann[eé]e) (?:derni(?:er|ère)|pass[eé]e?)|año pasado|anno scorso|"
    "ano passado|vorig jaar|прошл(?:ом году|ый год)",
    ("year", 0): "cette ann[eé]e|este año|quest['’]anno|dit jaar|эт(?:ом году|от год)",
    ("year", -2): "позапрошл(?:ом году|ый год)|vorletzte[sn]? jahr",
}
UNSPACED_PHRASES: dict[tuple[str, int], str] = {
    ("day", -1): "昨夜|きのう|เมื่อวาน(?:นี้)?",
    ("day", 0): "きょう|วันนี้",
    ("week", -1): "上礼拜|สัปดาห์ที่แล้ว|อาทิตย์ที่แล้ว",
    ("weekend", -1): "上周末|上週末|先週末|지난 ?주말",
    ("month", -1): "지난 달",
    ("year", -1): "지난해",
    ("year", -2): "前年|재작년",
}
PHRASE_HINT = (
    "aujourd|vandaag|hoje|сегодня|اليوم|היום|σήμερα|hier|anoche|ontem|gisteren|вчера|أمس|אתמול|"
    "χθες|anteayer|altro ieri|позавчера|שלשום|demain|завтра|מחר|αύριο|semaine|semana|settimana|"
    "vorig|deze|недел|الأسبوع|בשבוע|पिछले|week-end|weekend dern|weekend pass|выходн|mois|"
    "mes pasado|este mes|mese|mês|maand|месяц|l'an|l’an|année|annee|año|anno scorso|quest|"
    "ano passado|jaar|год|vorletzte"
)
# A season begins with this month and has three.
SEASONS = {
    word: month
    for month, words in {
        3: "spring frühling frühjahr printemps primavera весной весна 春 봄",
        6: "summer sommer été verano летом лето 夏 여름",
        9: "autumn fall herbst automne otoño осенью осень 秋 가을",
        12: "winter hiver invierno зимой зима 冬 겨울",
    }.items()
    for word in words.split()
}
_YEAR = r"(?:\s(?P<year>(?:19|20)\d\d))?"
_AT = r"\b(?:at|on|over|during|since|last|this|around)\s"
_GERMAN_AT, _FRENCH_AT, _SPANISH_AT = (
    r"\b(?:an|zu|über|seit)\s",
    r"\b(?:à|pour|depuis)\s",
    (r"\b(?:en|por|desde)\s"),
)
_NEW_YEAR = r"\bnew year['’]?s"
_MonthDay = tuple[int, int]
# Feasts: the first and last day, as month and day -> how a question names them.
FEASTS: dict[tuple[_MonthDay, _MonthDay], str] = {
    ((12, 24), (12, 26)): rf"{_AT}christmas(?:\s(?:eve|day))?\b{_YEAR}|\bweihnachten\b|"
    rf"{_FRENCH_AT}no[eë]l\b|{_SPANISH_AT}navidad\b|圣诞节?|聖誕節?|クリスマス|크리스마스",
    ((12, 31), (12, 31)): rf"{_NEW_YEAR} eve\b|{_GERMAN_AT}silvester\b|\bnochevieja\b|大晦日",
    ((1, 1), (1, 1)): rf"{_NEW_YEAR} day\b|{_GERMAN_AT}neujahr\b|\bnouvel an\b|"
    r"\bна новый год\b|元旦",
    ((10, 31), (10, 31)): rf"{_AT}halloween\b",
    ((2, 14), (2, 14)): rf"{_AT}valentine['’]?s(?:\sday)?\b",
}
FEAST_HINT = (
    "christmas|weihnachten|noel|noël|navidad|圣诞|聖誕|クリスマス|크리스마스|new year|silvester|"
    "nochevieja|大晦日|neujahr|nouvel an|на новый год|元旦|halloween|valentine"
)
EASTER = rf"{_AT}easter\b|{_GERMAN_AT}ostern\b|{_FRENCH_AT}pâques\b"
WEEKEND = (
    r"\b(?:the|past)\sweekend\b|\b(?:am|übers)\swochenende\b|\b(?:le|ce)\sweek-?end\b|"
    r"\bel fin de semana\b|\b(?:на|в)\sвыходны[ех]\b|(?<![上下])周末|(?<![先来])週末|(?<!다음 )주말"
)
# What a question says in German, where "hier" means "here".
GERMAN = (
    r"\b(?:was|ist|der|die|das|wer|wo|wie|wir|hat|habe|ich|und|von|gibt|steht|sind|nicht|war|"
    r"wurde|wohnt|auf|mit)\b"
)
PARTS = (  # of a month or a year, the first, second and last third
    "early|beginning of|start of|anfang|début|debut|principios de|comienzos de|в начале",
    "mid|middle of|mitte|mi|mediados de|в середине",
    "late|end of|ende|fin|finales de|в конце",
)
SINCE = r"\b(?:since|seit|depuis|desde|с|со|начиная с|dal)\b"
SINCE_AFTER = r"以来|以來|から(?!.*まで)|부터(?!.*까지)|이후|이래|开始|開始|之后|以后"
BETWEEN = r"\b(?:between|zwischen|entre|между|tra)\b"
TO = (
    r"to|through|thru|till|until|up to|bis(?:\szu[mr]?)?|au|à|al|hasta|jusqu['’]au?|до|по|"
    r"-|–|—|~|\.\.|到|至|から|부터"
)
AND = r"and|und|et|y|и|e"


WEEK_OF = "week of|woche vom|semaine du|semana del"
TODAY = r"\d|today|night|morning|heute|今|오늘|сегодня|hui|hoy|oggi"


def names_month(text: str) -> bool:
    """Return whether the words of a date phrase name a month or write one in digits."""
    words = re.findall(r"[^\W\d_]+", text.casefold())
    named = any(word in LATIN_MONTHS or word in RUSSIAN_MONTHS for word in words)
    return named or re.search(r"\d[-./]|[月월]", text) is not None
