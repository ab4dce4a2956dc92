"""The journal's protocol: what a datagram holds, and what becomes of one that nobody takes."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd import journal
from tests.journal_kit import Journal, fields_of

LONG = 5.0  # seconds


@pytest.fixture
def heard(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal") as heard:
        yield heard


def names(*keys: str) -> list[str]:
    return [name for name, _ in journal.entry("m", 6, dict.fromkeys(keys, 1))[3:]]


def test_a_line_says_its_message_its_weight_and_who_speaks() -> None:
    assert journal.entry("beat_done ms=3", 6, {"event": "beat_done", "ms": 3}) == [
        ("MESSAGE", "beat_done ms=3"),
        ("PRIORITY", "6"),
        ("SYSLOG_IDENTIFIER", "memoryd"),
        ("MEMORYD_EVENT", "beat_done"),
        ("MEMORYD_MS", "3"),
    ]


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("event", "MEMORYD_EVENT"),
        ("job", "JOB_ID"),
        ("entity", "ENTITY"),
        ("ref", "ENTITY"),
        ("run", "MEMORYD_RUN"),
        ("cost_usd", "MEMORYD_COST_USD"),
        ("_private", "MEMORYD__PRIVATE"),
        ("2nd", "MEMORYD_2ND"),
        ("a-b c=d\ne", "MEMORYD_A_B_C_D_E"),
        ("größe", "MEMORYD_GR_SSE"),
        ("", "MEMORYD_"),
        ("k" * 90, "MEMORYD_" + "K" * 56),
    ],
)
def test_a_key_becomes_a_name_that_the_journal_takes(key: str, name: str) -> None:
    assert names(key) == [name]


@given(st.text())
def test_no_key_makes_a_name_that_the_journal_drops(key: str) -> None:
    (name,) = names(key)

    assert len(name) <= 64
    assert name[0].isalpha()
    assert set(name) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")


@pytest.mark.parametrize(
    ("value", "shown"),
    [(True, "true"), (False, "false"), (0, "0"), (0.5, "0.5"), ("a b", "a b"), ("", "")],
)
def test_a_value_looks_as_in_the_message(value: object, shown: str) -> None:
    assert journal.entry("m", 6, {"x": value})[3:] == [("MEMORYD_X", shown)]


def test_what_is_none_is_no_field() -> None:
    assert journal.entry("m", 6, {"x": None})[3:] == []


def test_a_line_arrives_as_one_datagram(heard: Journal) -> None:
    assert journal.send([("MESSAGE", "a=b"), ("ENTITY", "people/zoë")], address=heard.address)

    assert heard.datagram() == "MESSAGE=a=b\nENTITY=people/zoë\n".encode()


def test_a_value_of_two_lines_cannot_pass_for_a_second_field(heard: Journal) -> None:
    journal.send([("A", "one\nPRIORITY=0"), ("B", "2")], address=heard.address)

    assert heard.datagram() == b"A\n\x0e\0\0\0\0\0\0\0one\nPRIORITY=0\nB=2\n"


@given(st.lists(st.tuples(st.sampled_from(["A", "B_1"]), st.text())))
def test_whatever_the_values_they_are_read_back(given_fields: list[journal.Field]) -> None:
    assert fields_of(journal._datagram(given_fields)) == given_fields


def test_half_a_character_is_shown_as_such(heard: Journal) -> None:
    assert journal.send([("A", "\ud83d")], address=heard.address)

    assert heard.datagram() == b"A=\\ud83d\n"


def test_what_is_too_large_is_cut_and_says_so(heard: Journal) -> None:
    message, value = "event_name " + "é" * 400_000, "v" * 400_000
    given_fields = journal.entry(message, 4, {"event": "event_name", "job": "nightly", "x": value})

    assert journal.send(given_fields, address=heard.address)
    assert dict(heard.fields()) == {
        "MESSAGE": "event_name " + "é" * 8_186,
        "PRIORITY": "4",
        "SYSLOG_IDENTIFIER": "memoryd",
        "MEMORYD_EVENT": "event_name",
        "JOB_ID": "nightly",
        "MEMORYD_X": "v" * 512,
        "MEMORYD_CUT": "true",
    }


def test_what_is_too_large_even_when_cut_is_not_called_sent(heard: Journal) -> None:
    many = [(f"K{n}", "v" * 600) for n in range(900)]

    assert not journal.send(many, address=heard.address)


def test_a_journal_that_is_not_there_takes_nothing(tmp_path: Path) -> None:
    assert not journal.send([("MESSAGE", "m")], address=str(tmp_path / "none"))


def test_a_journal_that_has_ended_takes_nothing(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal") as ended:
        pass

    assert Path(ended.address).exists()
    assert not journal.send([("MESSAGE", "m")], address=ended.address)


def test_a_path_that_no_socket_can_have_takes_nothing() -> None:
    assert not journal.send([("MESSAGE", "m")], address="/" + "x" * 200)


def test_a_journal_that_hangs_holds_nobody_up_for_long(heard: Journal) -> None:
    # Until its queue is full; who waited for it would do so until the test's own limit.
    while journal.send([("MESSAGE", "m")], address=heard.address):
        pass


def test_the_module_loads_nothing_heavy() -> None:
    program = (
        "import sys; before = set(sys.modules); import memoryd.journal;"
        "print(*(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert not set(done.stdout.split()) & {"structlog", "logging", "pydantic", "asyncio", "ssl"}
