# ruff: noqa: RUF001 - these letters are meant
"""How a question may name days, in eight languages, and what names none."""

from datetime import date

import pytest

from memoryd.core import asked_words as table
from memoryd.core.date_words import may_be_asked
from memoryd.core.days_asked import days_asked
from memoryd.search.query import read

TODAY = date(2026, 2, 16)  # a Monday


def days(text: str, today: date = TODAY) -> list[str]:
    """Write the days of a question as 2026-02-15 or 2026-02-09..2026-02-15."""
    spans = [
        (date.fromordinal(first), date.fromordinal(last)) for first, last in read(text, today).spans
    ]
    return [f"{first}" if first == last else f"{first}..{last}" for first, last in spans]


YESTERDAY, LAST_WEEK = "2026-02-15", "2026-02-09..2026-02-15"
LAST_MONTH, LAST_YEAR = "2026-01-01..2026-01-31", "2025-01-01..2025-12-31"
MAY, SINCE_MAY = "2025-05-01..2025-05-31", "2025-05-01..2026-02-16"
MAY_TO_JULY = "2025-05-01..2025-07-31"
THREE_DAYS, TWO_WEEKS = "2026-02-13..2026-02-16", "2026-02-02..2026-02-16"
WEEKEND, SUMMER = "2026-02-14..2026-02-15", "2025-06-01..2025-08-31"
NAMED = {
    YESTERDAY: ["yesterday", "gestern", "hier", "qu'est-ce que j'ai fait hier ?", "ayer", "вчера",
                "昨天", "昨日", "어제", "ieri", "ontem", "gisteren", "أمس", "אתמול"],
    "2026-02-14": ["the day before yesterday", "vorgestern", "avant-hier", "anteayer", "позавчера",
                   "前天", "一昨日", "그저께", "two days ago", "il y a deux jours", "hace 2 días",
                   "два дня назад", "vor zwei Tagen", "2 일 전", "两天前", "le samedi",
                   "on Saturday",
                   "в субботу", "토요일에", "土曜日", "周六"],
    LAST_WEEK: ["last week", "letzte Woche", "la semaine dernière", "la semana pasada",
                "на прошлой неделе", "上周", "先週", "지난주", "неделю назад", "the other day"],
    LAST_MONTH: ["last month", "letzten Monat", "le mois dernier", "el mes pasado",
                 "в прошлом месяце", "上个月", "先月", "지난달", "2026-01", "il y a un mois"],
    LAST_YEAR: ["last year", "letztes Jahr", "l'année dernière", "el año pasado", "в прошлом году",
                "去年", "昨年", "작년", "지난해"],
    MAY: ["in May", "im Mai", "en mai", "au mois de mai", "en mayo", "в мае", "5月", "五月", "5월",
          "去年五月", "작년 5월", "May 2025", "en mayo de 2025", "май 2025"],
    SINCE_MAY: ["since May", "seit Mai", "depuis mai", "desde mayo", "с мая", "5月以来", "5月から",
                "5월부터"],
    MAY_TO_JULY: ["between May and July", "from May to July", "May to July 2025", "May-July 2025",
                  "zwischen Mai und Juli", "von Mai bis Juli", "entre mai et juillet",
                  "de mai à juillet", "entre mayo y julio", "de mayo a julio", "с мая по июль",
                  "с мая до июля", "5月到7月", "5月から7月まで", "5월부터 7월까지"],
    THREE_DAYS: ["the last 3 days", "in the past three days", "die letzten drei Tage",
                 "in den letzten 3 Tagen", "les 3 derniers jours", "los últimos tres días",
                 "за последние 3 дня", "最近三天", "过去3天", "ここ3日間", "지난 3일간",
                 "seit 3 Tagen",
                 "depuis trois jours"],
    TWO_WEEKS: ["past two weeks", "the last 2 weeks", "die letzten zwei Wochen",
                "les deux dernières semaines", "las últimas dos semanas", "за последние две недели",
                "最近两周", "ここ2週間", "최근 2주"],
    "2026-02-10..2026-02-14": ["a few days ago", "several days ago", "vor ein paar Tagen",
                               "vor einigen Tagen", "il y a quelques jours", "hace unos días",
                               "несколько дней назад", "几天前", "数日前", "며칠 전"],
    "2026-02-13..2026-02-14": ["a couple of days ago", "пару дней назад"],
    WEEKEND: ["the weekend", "at the weekend", "last weekend", "am Wochenende", "le week-end",
              "el fin de semana", "на выходных", "周末", "週末", "주말", "上周末", "지난 주말"],
    "2026-02-05": ["on the 5th", "am 5.2.", "05.02.", "am 5.2", "am 05.02.", "05.02.26",
                   "am 5. Februar",
                   "le 5 février", "el 5 de febrero", "5 февраля", "5 числа", "2月5日", "2월 5일",
                   "20260205", "am 5."],
    "2026-01-05..2026-01-07": ["Jan 5-7", "January 5 to 7", "January 5th through 7th, 2026",
                               "5-7 January", "vom 5. bis 7. Januar", "du 5 au 7 janvier",
                               "del 5 al 7 de enero", "1月5日到7日", "2026-01-05 to 2026-01-07",
                               "between January 5 and January 7",
                               "from 2026-01-05 until 2026-01-07"],
    "2026-02-09..2026-02-16": ["since Monday", "seit Montag", "since last week", "depuis lundi"],
    "2026-02-10..2026-02-16": ["since last Tuesday", "since Tuesday", "seit Dienstag"],
    "2026-01-01..2026-02-16": ["since January", "seit Januar", "depuis janvier", "desde enero",
                               "с января", "1月以来", "earlier this year"],
    "2026-01-12..2026-01-18": ["KW 3", "in KW3", "2026-W03", "calendar week 3",
                               "week of January 14"],
    "2026-01-01..2026-01-10": ["early January", "beginning of January", "Anfang Januar",
                               "début janvier", "the start of January"],
    "2026-01-11..2026-01-20": ["mid-January", "in the middle of January", "Mitte Januar"],
    "2026-01-21..2026-01-31": ["end of January", "late January", "Ende Januar"],
    "2025-07-01..2025-09-30": ["Q3", "Q3 2025", "3. Quartal 2025"],
    SUMMER: ["last summer", "in the summer", "summer 2025", "the summer of 2025", "im Sommer",
             "letzten Sommer", "l'été dernier", "el verano pasado", "прошлым летом", "去年夏天",
             "去年の夏", "작년 여름", "지난 여름"],
    "2025-12-24..2025-12-26": ["at Christmas", "last Christmas", "over Christmas", "an Weihnachten",
                               "à Noël", "en Navidad", "圣诞节", "クリスマス", "크리스마스"],
    "2025-12-31": ["on New Year's Eve", "an Silvester", "大晦日"],
    "2025-04-18..2025-04-21": ["at Easter", "an Ostern", "à Pâques"],
    "2026-02-02..2026-02-08": ["a fortnight ago", "two weeks ago"],
    "2026-02-01..2026-02-16": ["earlier this month"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "meant"), [(t, days) for days, many in NAMED.items() for t in many]
)
@pytest.mark.parametrize("question", ["{}", "Sarah {}?"])
def test_a_question_names_days_as_people_do(text: str, meant: str, question: str) -> None:
    assert days(question.replace("{}", text)) == [meant]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("last week's meeting", "2026-02-09..2026-02-15"),
        ("last Friday's standup", "2026-02-13"),
        ("this year's budget", "2026-01-01..2026-12-31"),
        ("what happened on 1 Nov 26 in Oslo", "2025-11-01"),
    ],
)
def test_what_is_of_a_day_names_the_day(text: str, meant: str) -> None:
    assert days(text) == [meant]


@pytest.mark.parametrize(
    "text",
    [
        "twenty-one days ago",
        "thirty one days ago",
        "the Tuesday before last",
        "vorletzten Montag",
        "the weekend before last",
    ],
)
def test_a_day_that_is_not_understood_is_no_other_day(text: str) -> None:
    assert days(text) == []


@pytest.mark.parametrize("text", [text for many in NAMED.values() for text in many])
def test_each_wording_says_at_a_glance_that_it_may_name_days(text: str) -> None:
    assert may_be_asked(text)
    assert may_be_asked(f"SARAH {text.upper()}?")


# A word of the tables -> the wordings it stands in, without a digit.
SAID_OF = {
    "month": (table.LATIN_MONTHS, ("en {}", "depuis {}", "early {}", "entre {} et {}")),
    "weekday": (table.WEEKDAYS, ("{}", "le {} passé")),
    "season": (table.SEASONS, ("last {}", "im {}", "letzten {}", "la {} pasada")),
    "unit": (table.UNITS, ("two {} ago", "il y a deux {}", "vor zwei {}", "hace dos {}",
                           "the last two {}", "seit zwei {}", "les deux derniers {}",
                           "ultimos dos {}")),
    "feast": (table.FEAST_HINT.split("|"), ("at {}", "an {}", "{} eve", "{} day", "{}")),
    "phrase": (table.PHRASE_HINT.split("|"), ("{}", "{} derniere")),
}  # fmt: skip


@pytest.mark.parametrize("kind", SAID_OF)
def test_nothing_of_the_tables_that_names_days_is_passed_over_at_a_glance(kind: str) -> None:
    words, wordings = SAID_OF[kind]
    texts = [wording.replace("{}", word) for word in words for wording in wordings]
    named = [text for text in texts if days_asked(text, TODAY)]

    assert named
    assert [text for text in named if not may_be_asked(text)] == []


def test_a_question_that_names_no_day_says_so_at_a_glance() -> None:
    assert not may_be_asked("who leads the project of Sarah Li")


@pytest.mark.parametrize(
    "text",
    [
        "Was ist hier los?", "wer wohnt hier", "Jan and April", "what did Jan say to June",
        "on the 5th floor", "Q5", "version 1.2.3", "see chapter 1.2. of it", "step 5-7",
        "Spring Boot", "in Spring Boot 3", "a été passé", "una vez por semana", "一周三次",
        "一个月有几天", "附近三天", "who stayed for 3 days", "how many days does it take",
        "mars rovers",
        "a Mars bar", "mayo jars", "may I go to March", "the fall of Rome", "he may come",
        "02/05/2026", "1/5/26", "KW 77", "среды разработки", "Christmas presents", "mardi gras",
        "99.99.26", "am 45.13.", "on the 45th", "10 years old", "5 days", "port 20261",
        "id 20269905", "the other one", "half a day", "Silvester Stallone", "May-Britt", "the 5th",
        "192.168.10.12", "月曜", "from here to there", "since when", "between us and them",
    ],
)  # fmt: skip
def test_what_may_mean_something_else_names_no_day(text: str) -> None:
    assert days(text) == ([] if text != "月曜" else ["2026-02-16"])


@pytest.mark.parametrize(
    ("text", "today", "meant"),
    [
        ("on the 31st", date(2026, 3, 1), "2026-01-31"),
        ("on the 5th", date(2026, 2, 3), "2026-01-05"),
        ("last summer", date(2026, 7, 10), SUMMER),
        ("last winter", date(2026, 2, 16), "2024-12-01..2025-02-28"),
        ("last winter", date(2024, 4, 1), "2023-12-01..2024-02-29"),
        ("what is planned for the weekend", TODAY, "2026-02-21..2026-02-22"),
        ("the weekend", date(2026, 2, 21), "2026-02-21..2026-02-22"),
        ("from November to January", TODAY, "2025-11-01..2026-01-31"),
        ("the last 3 months", date(2026, 5, 31), "2026-02-28..2026-05-31"),
        ("the last 2 years", date(2024, 2, 29), "2022-02-28..2024-02-29"),
        ("since today", TODAY, "2026-02-16"),
        ("since tomorrow", TODAY, "2026-02-17"),
        ("KW 50", TODAY, "2025-12-08..2025-12-14"),
    ],
)
def test_days_are_the_nearest_that_the_words_can_mean(text: str, today: date, meant: str) -> None:
    assert days(text, today) == [meant]


@pytest.mark.parametrize("text", ["last 3 days", "past 10 days", "on the 5th", "KW 3", "ここ3日間",
                                  "vor 3 Tagen", "3 weeks ago", "за последние 3 дня"])  # fmt: skip
def test_a_number_that_counts_days_is_no_word_to_look_for(text: str) -> None:
    assert not {"3", "10", "5", "5th"} & set(read(f"Sarah {text}", TODAY).terms)
    assert "3" in read(f"Sarah 3 {text}", TODAY).terms


@pytest.mark.parametrize("text", ["3 May 2025", "on 2025-05-03", "May 3rd", "3. Mai", "3 de mayo"])
def test_the_number_of_a_day_is_a_word_to_look_for(text: str) -> None:
    assert {"3", "03", "2025-05-03", "3rd"} & set(read(f"Sarah {text}", TODAY).terms)


@pytest.mark.parametrize("text", ["", "9999 years ago", "the last 999 years", "999 weeks ago",
                                  "31 February", "on the 0th", "KW 0", "0 days ago",
                                  "Q0"])  # fmt: skip
def test_no_wording_raises(text: str) -> None:
    assert read(text, date(1, 1, 2)).text == text
    assert read(text, date(9999, 12, 31)).text == text
