"""The command line as a whole: help, wrong use, errors, the exit codes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from memoryd.cli.main import VERBS, main
from tests.cli.talking import Person

PROJECT = Path(__file__).parents[2]


def start(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "memoryd", *words], cwd=PROJECT, capture_output=True, text=True,
        check=False,
    )  # fmt: skip


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]])
def test_alone_or_asked_for_help_it_names_every_verb(person: Person, words: list[str]) -> None:
    said = person.types(*words)

    assert said.code == 0
    assert all(f"  {verb} " in said.out for verb in VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_teaches_with_examples(person: Person, verb: str) -> None:
    said = person.types(verb, "--help")

    assert said.code == 0
    assert f"memoryd {verb}" in said.out.partition("examples:")[2]
    assert max(map(len, said.out.splitlines())) <= 100


def test_the_version_is_told(person: Person) -> None:
    assert person.types("--version").out.startswith("memoryd 0.")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["recal", "sarah"], "did you mean recall?"),
        (["frobnicate"], "no verb 'frobnicate'"),
        (["recall"], "REF"),
        (["recall", "sarah", "--frob"], "--frob"),
        (["recall", "sarah", "--facts", "--history"], "not allowed"),
        (["recall", "sarah", "--audience", "everyone"], "private"),
        (["recall", "sarah", "--config", "/nowhere/x.toml"], "is not there"),
        (["recall", "sarah", "--config", "/etc"], "/etc is a folder; name the file in it"),
        (["status", "--config", "/"], "is a folder"),
        (["heartbeat", "--config", "/usr/"], "is a folder"),
        (["init", "--yes", "--config", "/etc"], "is a folder"),
        (["config", "--config", "/dev/null"], "/dev/null is no file"),
        (["recall", "sarah", "--config", "/proc/self/fd/999"], "is not there"),
        (["schema", "poems"], "extraction"),
        (["remember"], "nothing to remember"),
        (["remember", "  ", "\n"], "nothing to remember"),
        (["heartbeat", "--now", "soon"], "--now"),
        (["--frob"], "no verb"),
    ],
)
def test_wrong_use_is_2_with_one_line_that_says_what(
    person: Person, words: list[str], part: str
) -> None:
    said = person.types(*words)

    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("memoryd: ")
    assert said.err.count("\n") == 1
    assert part in said.err


@pytest.mark.parametrize("at", [0, 1, 2])
def test_common_options_stand_anywhere(person: Person, at: int) -> None:
    person.has_facts("projects/beacon", {"id": "beacon-001", "fact": "Uses REST",
                                         "timestamp": "2026-01-05"})  # fmt: skip
    words = ["recall", "beacon"]
    words[at:at] = ["--json", "--audience", "group"]

    assert person.types(*words).json["facts"][0]["fact"] == "Uses REST"


def test_a_configuration_with_problems_is_named_in_one_line(person: Person) -> None:
    person.has_config("[operator]\nnam = 1\n")

    said = person.types("status")

    assert said.code == 2
    assert said.err.count("\n") == 1
    assert "nam" in said.err


def test_the_unexpected_is_one_line_and_its_words_stay_inside(person: Person) -> None:
    person.has_file("areas/people/sarah/items.json", "[]").chmod(0)
    person.life.joinpath(".memoryd/audit").mkdir(parents=True)

    said = person.types("check", "--config", str(person.life))

    assert said.err.count("\n") == 1
    assert "Traceback" not in said.err


def test_a_reader_that_leaves_early_hears_no_complaint() -> None:
    command = f"{sys.executable} -m memoryd config | head -c 1"
    done = subprocess.run(
        ["sh", "-c", command], cwd=PROJECT, capture_output=True, text=True, check=False
    )

    assert (done.stdout, done.stderr) == ("#", "")


def test_closed_output_ends_without_a_traceback() -> None:
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m memoryd config >/dev/full"], cwd=PROJECT,
        capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert "Traceback" not in done.stderr


def test_output_that_a_terminal_cannot_show_is_replaced(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    person.has_facts("areas/people/sarah", {"id": "sarah-001", "fact": "Läuft gern 🦀",
                                            "timestamp": "2026-01-05"})  # fmt: skip
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")

    done = start("recall", "sarah")

    assert (done.returncode, done.stderr) == (0, "")
    assert "L?uft gern ?" in done.stdout


def test_escape_sequences_of_a_fact_do_not_reach_the_screen(person: Person) -> None:
    person.has_facts("areas/people/sarah", {"id": "sarah-001", "fact": "red \x1b[31mtext\x07\u202e",
                                            "timestamp": "2026-01-05"})  # fmt: skip

    said = person.types("recall", "sarah").out
    assert said.endswith("sarah-001  red [31mtext [hidden characters left out]\n")


@pytest.mark.parametrize("words", [["recall", "people/nobody"], ["log", "people/nobody"]])
def test_reading_verbs_start_light(words: list[str]) -> None:
    heavy = ("pydantic", "httpx", "structlog", "apscheduler", "watchdog", "asyncio")
    code = (
        "import sys; from memoryd.cli.main import main; "
        f"main({words!r}); print([name for name in {heavy!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, check=False
    )

    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    "words",
    [["recall", "people/sarah"], ["log", "people/sarah"], ["status"], ["check"], ["config"],
     ["config", "--path"], ["schema", "extraction"]],
)  # fmt: skip
def test_a_verb_that_reads_writes_nothing_into_a_home_never_seen(
    person: Person, words: list[str]
) -> None:
    said = person.types(*words)

    assert said.code in (0, 1)
    assert person.files() == {}


def test_interruption_is_130(monkeypatch: pytest.MonkeyPatch, person: Person) -> None:
    def stop(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setitem(VERBS, "stop", "")
    monkeypatch.setitem(sys.modules, "memoryd.cli.stop", _Verb(stop))

    assert person.types("stop").code == 130


def test_an_unexpected_error_keeps_its_words_to_itself(
    monkeypatch: pytest.MonkeyPatch, person: Person
) -> None:
    def fail(_: str) -> str:
        raise KeyError("Sarah is a difficult manager")

    monkeypatch.setitem(VERBS, "fail", "")
    monkeypatch.setitem(sys.modules, "memoryd.cli.fail", _Verb(fail))

    said = person.types("fail")

    assert said.code == 1
    assert said.err == (
        "memoryd: unexpected KeyError; run it again with --debug and report what it says\n"
    )
    assert "difficult" in person.types("fail", "--debug").err


class _Verb:
    """A verb that ends in another way."""

    HELP = EXAMPLES = ""

    def __init__(self, run: object) -> None:
        self.run = run

    def arguments(self, _: object) -> None:
        """None."""


def test_main_takes_the_words_of_the_process() -> None:
    assert start("--version").stdout.startswith("memoryd ")
    assert main(["--version"]) == 0
    assert os.environ["HOME"]


@pytest.mark.parametrize("option", [("--json",), ("--now", "2026-01-05")])
def test_the_daemon_refuses_what_it_would_not_heed(person: Person, option: tuple[str, ...]) -> None:
    said = person.types("run", *option)

    assert (said.code, said.err.count("\n")) == (2, 1)
    assert option[0] in said.err


@pytest.mark.parametrize(
    ("words", "hinted"),
    [(("search", "-x"), True), (("search", "-O2"), True), (("search",), False),
     (("search", "--json"), False), (("search", "--no-such"), False)],
)  # fmt: skip
def test_a_word_that_looks_like_an_option_is_told_where_to_stand(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], *, hinted: bool
) -> None:
    assert main(list(words)) == 2
    said = capsys.readouterr().err

    assert ("behind --" in said) is hinted
    assert said.count("\n") == 1
