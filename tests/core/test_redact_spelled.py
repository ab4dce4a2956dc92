"""A secret is masked however it is spaced or set out; what only looks so stays. All made up."""

import pytest

from memoryd.core.redact import Redaction, redact
from memoryd.core.visible import one_line
from tests.pace import grows_in_line


def _grouped(mark: str) -> str:
    return mark.join(("4111", "1111", "1111", "1111"))


SPELLED_APART = (
    *(
        ("my card is " + _grouped(mark), _grouped(mark))
        for mark in (
            *(" ", "-", ".", "_", "/", "\u00a0", "\u2007", "\u2009", "\u202f", "\t", "  ", "    "),
            *("\n", "\r\n", "\u2010", "\u2011", "\u2013", "\u2014", "\u2212", " - ", " \u2013 "),
        )
    ),
    ("amex 3782.822463.10005", "3782.822463.10005"),
    ("Password\niK2!qhFWC7", "iK2!qhFWC7"),
    ("Passwort\nSonnen!schein", "Sonnen!schein"),
    ("Username\nalex\nPassword\nsunshine\nURL\nhttps://x.com", "sunshine"),
    ("Benutzername\nalex\nKennwort\nsonnenschein", "sonnenschein"),
    ("| user | password |\n|---|---|\n| alex | 84y$BUbHo7 |", "84y$BUbHo7"),
    ("| Passwort | Konto |\n| 84y$BUbHo7 | alex |\n| 9qT!mmLp2 | kim |", "9qT!mmLp2"),
    ("the WiFi password HomeNet is 8s7!A16J71", "8s7!A16J71"),
    ("credentials: root / 20231234abcde", "20231234abcde"),
    ("WiFi: HomeNet / lOU%hVv5U8", "lOU%hVv5U8"),
    ("the pass is Qlx%fCQGg2", "Qlx%fCQGg2"),
    ("root:H1z%FUbEc4", "H1z%FUbEc4"),
    ("AWS_ACCESS_KEY_ID\\n" + "AKIA" + "VOYTCULUTPVGFPOB", "VOYTCULUTPVGFPOB"),
    ("key:\\t" + "AKIA" + "VOYTCULUTPVGFPOB", "VOYTCULUTPVGFPOB"),
    ("Password\\niK2!qhFWC7", "iK2!qhFWC7"),
    ("482193 ist dein Bestätigungscode", "482193"),
    ("mTAN: 482193", "482193"),
)


@pytest.mark.parametrize(("text", "secret"), SPELLED_APART)
def test_a_secret_is_masked_over_any_blank_break_or_mark(text: str, secret: str) -> None:
    assert secret not in redact(text).text
    assert redact(text).kinds


@pytest.mark.parametrize(("text", "secret"), SPELLED_APART)
def test_what_is_masked_in_one_line_is_masked_in_the_text_as_it_came(
    text: str, secret: str
) -> None:
    kept = one_line(redact(text).text)
    assert redact(kept).text == kept
    assert secret not in kept


@pytest.mark.parametrize(
    "text",
    [
        "my password is too short, I should change it",
        "| Suite | Pass |\n|---|---|\n| bob | 98.5% |\n| kim | test_login_v2 |",
        "PASS\ntest_a1\nPASS\ntest_b2",
        "2024 ist der Quellcode",
        "80331 ist der Postcode",
        "docker run admin:build123",
        "wlan speed / 300Mbit/s",
        "the pass is closed in winter",
        "the pass is 2,500m high",
        "the pass is 2500 metres high",
        "Call me at +49 170 1234567 or 030/1234.5678.",
        "ISBN 978-3-16-148410-0",
        "On 2026-03-09, 09.03.2026 and 03/09/2026.",
        "Versions 4.1.1.1 and 10.0.19045.3803 are out.",
        "order 4111.1111.1111.1112 was sent",
        "The years were 1999\n2003\n2010\n2026.",
        "user story pass 3 is done",
        "the user can pass parameters2 here",
        "See C:\\new\\temp\\repo and /etc/passwd for it.",
        "root:x:0:0:root:/root:/bin/bash",
        "Password\nManager",
        "Passwort\nändern",
        "| user | password |\n|---|---|\n| alex | required |",
        "| name | city |\n|---|---|\n| alex | Berlin2026 |",
        "WiFi: slow / again",
        "the WiFi password HomeNet is wrong",
        "1984 ist mein Lieblingsbuch",
    ],
)
def test_what_is_spelled_over_blanks_or_breaks_but_no_secret_stays(text: str) -> None:
    assert redact(text) == Redaction(text, ())


@pytest.mark.parametrize(
    "piece",
    [" ", "\n", "\u00a0", "\\n", "4111/", "4111 - ", "| password |\n", "| a ", "Password\n"],
)
def test_long_runs_of_blanks_marks_and_rows_take_time_in_proportion(piece: str) -> None:
    assert grows_in_line(lambda size: redact((piece * size)[:size]), 200_000)
