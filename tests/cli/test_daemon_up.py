"""The same verbs while the daemon runs and holds the lock."""

import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from memoryd.cli.screen import minute
from tests.cli.talking import CONFIG, Person

PROJECT = Path(__file__).parents[2]


@pytest.fixture
def daemon(person: Person) -> Iterator[subprocess.Popen[bytes]]:
    person.has_config()
    with _running(person, person.home) as it:
        yield it


@contextmanager
def _running(person: Person, home: Path, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """A daemon that goes by the configuration as it is now; it ends well."""
    command = [sys.executable, "-m", "memoryd", "run", *options]
    with (home / "log").open("wb") as log, subprocess.Popen(command, cwd=PROJECT, stderr=log) as it:
        deadline = time.monotonic() + 20
        while person.types("status", "--json", *options).json["daemon"].startswith("not"):
            assert it.poll() is None, (home / "log").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.05)
        try:
            yield it
        finally:
            it.send_signal(signal.SIGTERM)
        assert it.wait(20) == 0


@pytest.mark.usefixtures("daemon")
def test_what_writes_goes_through_it_and_what_reads_sees_the_result(person: Person) -> None:
    person.says("By the way, Sarah is my manager at Acme Corp.")

    # The daemon's own first beat may have come before: either way the fact is there now.
    assert person.types("heartbeat").code == 0
    assert "Acme Corp" in person.types("recall", "sarah").out
    assert person.types("remember", "Sings", "--about", "sarah").code == 0
    assert "Sings" in person.types("recall", "sarah").out
    assert "by remember" in person.types("log", "sarah").out
    assert "running" in person.types("status").out
    assert person.types("check").code == 0


@pytest.mark.usefixtures("daemon")
@pytest.mark.parametrize(("now", "why"), [("yesterday", "is no time"), ("2026-02-01", "stopped")])
def test_a_time_that_is_none_is_told_as_that_first(person: Person, now: str, why: str) -> None:
    said = person.types("nightly", "--now", now)

    assert (said.code, said.err.count("\n")) == (2, 1)
    assert why in said.err


@pytest.mark.usefixtures("daemon")
def test_its_errors_are_those_of_the_command(person: Person) -> None:
    said = person.types("remember", "Sings", "--about", "nobody")

    assert (said.code, said.err.count("\n")) == (2, 1)
    assert "people/nobody" in said.err


@pytest.mark.usefixtures("daemon")
def test_another_clock_than_its_own_is_refused_at_once(person: Person) -> None:
    said = person.types("remember", "Sings", "--now", "2026-02-15")

    assert said.code == 2
    assert "systemctl --user stop memoryd" in said.err


_OTHER = CONFIG + '[memory]\nroot = "~/other"\n'
_LATER = CONFIG + '[schedule]\nheartbeat = "5h"\n'


_WRITES = (
    ("remember", "Sings"),
    ("remember", "Sings", "--audience", "group"),
    ("heartbeat",),
    ("nightly",),
    ("synthesize",),
    ("init", "--yes"),
)


@pytest.mark.parametrize("told", [False, True], ids=["unheard", "reloaded"])
@pytest.mark.parametrize("key", ["root", "workspace"])
def test_nothing_is_written_where_the_daemon_keeps_another_memory_than_is_configured(
    person: Person, daemon: subprocess.Popen[bytes], *, told: bool, key: str
) -> None:
    person.types("heartbeat")
    _has_caught_up(person)
    before = _files(person.life)
    person.has_config(_OTHER.replace("root", key))
    if told:
        _reloads(daemon, person)

    for words in _WRITES:
        said = person.types(*words)

        assert (said.code, said.err.count("\n")) == (2, 1), said
        assert "another memory" in said.err
        assert "systemctl --user restart memoryd" in said.err
    assert "another memory" in person.types("status").err
    assert _files(person.life) == before
    assert not (person.home / "other").exists()


def test_who_names_the_file_that_the_daemon_was_started_with_is_served_by_it(
    person: Person,
) -> None:
    file = person.home / "own.toml"
    file.write_text(CONFIG)
    with _running(person, person.home, "--config", str(file)):
        said = person.types("remember", "Sings", "--about", "people/sarah", "--config", str(file))
        beat = person.types("heartbeat", "--config", str(file))
        file.write_text(_OTHER)
        refused = person.types("remember", "Dances", "--config", str(file))
        told = person.types("status", "--config", str(file)).err

    assert (said.code, beat.code, said.err, beat.err) == (0, 0, "", "")
    assert (refused.code, "another memory" in refused.err) == (2, True)
    assert "another memory" in told


@pytest.mark.parametrize("standard", [True, False])
def test_other_ways_to_the_daemon_s_file_are_served_by_it(person: Person, standard: bool) -> None:  # noqa: FBT001 - a case
    person.has_config()
    file, options = person.config_file, list[str]()
    if not standard:
        file = person.home / "own.toml"
        file.write_text(CONFIG)
        options = ["--config", str(file)]
    link, round_about = person.home / "link.toml", file.parent / ".." / file.parent.name / file.name
    link.symlink_to(file)
    with _running(person, person.home, *options):
        said = [
            person.types("remember", f"Sings {at}", "--about", "people/sarah", "--config", str(way))
            for at, way in enumerate((link, round_about, link))
        ]
        told = person.types("status", "--config", str(link)).err

    assert [(each.code, each.err) for each in said] == [(0, "")] * 3
    assert not told


def test_another_file_than_the_daemon_s_is_another_memory_that_it_does_not_hinder(
    person: Person, daemon: subprocess.Popen[bytes]
) -> None:
    file = person.home / "own.toml"
    file.write_text(f"{_OTHER}")
    said = person.types("remember", "Sings", "--about", "people/sarah", "--config", str(file))

    assert daemon.poll() is None
    assert (said.code, said.err) == (0, "")
    assert (person.home / "other/areas/people/sarah/items.json").exists()


def test_a_daemon_that_hangs_does_not_hinder_the_memory_of_another_file(
    person: Person, daemon: subprocess.Popen[bytes]
) -> None:
    file = person.home / "own.toml"
    file.write_text(_OTHER)
    daemon.send_signal(signal.SIGSTOP)
    try:
        said = person.types("remember", "Sings", "--about", "people/sarah", "--config", str(file))
    finally:
        daemon.send_signal(signal.SIGCONT)

    assert (said.code, said.err) == (0, "")
    assert (person.home / "other/areas/people/sarah/items.json").exists()


def _has_caught_up(person: Person) -> None:
    """Wait until no night or Sunday that was due can write any more."""
    deadline = time.monotonic() + 20
    while "due now" in (said := person.types("status").out) or "at work" in said:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_change_of_the_configuration_that_the_daemon_has_not_read_is_told(
    person: Person, daemon: subprocess.Popen[bytes]
) -> None:
    person.types("remember", "Dances")
    person.has_config(_LATER)
    verbs = (("remember", "Sings"), ("heartbeat",), ("search", "Sings"), ("nightly",), ("status",))

    for words in verbs:
        said = person.types(*words)

        assert "systemctl --user reload memoryd" in said.err, words
        assert said.err.count("its last change") == 1
        assert said.code == (3 if words == ("status",) else 0)
    _reloads(daemon, person)
    assert [person.types(*words).err for words in verbs[:2]] == ["", ""]
    assert person.types("status").code == 0


@pytest.mark.parametrize("told", [False, True], ids=["unheard", "told"])
@pytest.mark.parametrize("config", [CONFIG, _OTHER], ids=["this-memory", "another-than-default"])
def test_a_configuration_that_is_gone_is_to_be_put_back(
    person: Person, config: str, *, told: bool
) -> None:
    person.has_config(config)
    with _running(person, person.home) as daemon:
        person.types("remember", "Dances")
        before = _files(person.life)
        person.config_file.unlink()
        if told:
            daemon.send_signal(signal.SIGHUP)
        said = person.types("status").err

        assert "config.toml is gone; put it back" in said
        assert "reload" not in said
        if config == _OTHER:
            kept = person.types("remember", "Sings")
            assert (kept.code, kept.err.count("\n")) == (2, 1)
            assert "is gone" in kept.err
            assert _files(person.life) == before
        person.has_config(config)
        assert "gone" not in person.types("status").err


def _files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.usefixtures("daemon")
@pytest.mark.parametrize(
    ("now", "heat"), [("2026-02-16", "hot"), ("2026-03-10T09:00", "warm"), ("2027-02-15", "cold")]
)
def test_a_search_at_another_time_is_the_daemons_too(person: Person, now: str, heat: str) -> None:
    place = person.life / "areas/people/sarah/items.json"
    place.parent.mkdir(parents=True)
    place.write_text('[{"id": "sarah-001", "fact": "Sings", "timestamp": "2026-02-15", '
                     '"status": "active"}]')  # fmt: skip
    said = person.types("search", "sings", "--now", now, "--json")

    assert "daemon" not in said.err
    assert [row["heat"] for row in said.json["results"] if row["id"]] == [heat]
    wrong = person.types("search", "sings", "--now", "soon")
    assert (wrong.code, "'soon' is no time" in wrong.err) == (2, True)


@pytest.mark.usefixtures("daemon")
def test_a_search_goes_by_the_configuration_as_it_is_now(person: Person) -> None:
    person.types("remember", "Sings", "--about", "people/sarah")
    person.has_config(CONFIG + '[privacy]\ngroup_visible = ["people"]\n')
    told = person.types("search", "sings", "--audience", "group").out
    person.has_config(_OTHER)
    elsewhere = person.types("search", "sings")

    assert "Sings" in told
    assert elsewhere.out == "nothing found\n"
    assert "another memory" in elsewhere.err


@pytest.mark.usefixtures("daemon")
def test_a_configuration_that_broke_is_named_and_the_daemon_goes_on(person: Person) -> None:
    person.has_config("[memory]\nrot = 1\n")

    said = person.types("remember", "Sings")

    assert said.code == 0
    assert "rot is unknown" in said.err
    assert "what it read before" in said.err


def _reloads(daemon: subprocess.Popen[bytes], person: Person) -> None:
    told = (person.home / "log").read_text().count("config_reloaded")
    daemon.send_signal(signal.SIGHUP)
    deadline = time.monotonic() + 20
    while (person.home / "log").read_text().count("config_reloaded") == told:
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.usefixtures("daemon")
def test_a_memory_can_be_begun_while_it_runs(person: Person) -> None:
    said = person.types("init", "--yes")

    assert said.code == 0, said.err
    assert (person.life / "areas/companies").is_dir()
    assert "Three Layers" in (person.life / "MEMORY.md").read_text()


@pytest.mark.usefixtures("daemon")
def test_it_goes_on_when_the_machinery_is_removed_under_it(person: Person) -> None:
    person.says("Sarah is my manager at Acme Corp.")
    assert person.types("heartbeat").code == 0
    shutil.rmtree(person.life / ".memoryd")
    person.says("My wife Greta lives in Oslo.")

    said = person.types("heartbeat")

    assert said.code == 0, said.err
    assert "Oslo" in person.types("recall", "greta").out
    assert "Acme" in person.types("recall", "sarah").out
    assert person.types("heartbeat", "--json").json["lines"] == 0


@pytest.mark.usefixtures("daemon")
def test_a_daemon_tells_when_it_last_looked_though_it_found_nothing(person: Person) -> None:
    assert person.types("heartbeat").out == "nothing new\n"

    found = person.types("status", "--json").json
    looked = minute(found["lastLooked"], ZoneInfo("Europe/Berlin"))
    assert f"last heartbeat  {looked}; that kept something: never\n" in person.types("status").out


@pytest.mark.usefixtures("daemon")
def test_a_daemon_whose_state_folder_is_removed_is_back_within_seconds(person: Person) -> None:
    assert person.types("heartbeat").code == 0
    for name in ("xdg_state_home", "xdg_runtime_dir"):
        shutil.rmtree(person.home / name)
    assert "not running" in person.types("status").out
    deadline = time.monotonic() + 10
    while "not running" in person.types("status").out:
        assert time.monotonic() < deadline
        time.sleep(0.05)

    person.says("By the way, Sarah is my manager at Acme Corp.")
    assert person.types("heartbeat").code == 0
    assert list((person.home / "xdg_state_home/memoryd/roots").glob("*/head.json"))


@pytest.mark.parametrize("gone", ["sock", "folder", "state and folder"])
def test_a_command_finds_the_daemon_again_whose_socket_was_removed(
    person: Person, daemon: subprocess.Popen[bytes], gone: str
) -> None:
    assert person.types("heartbeat").code == 0
    runtime = person.home / "xdg_runtime_dir"
    if gone == "sock":
        (runtime / "memoryd/sock").unlink()
    else:
        shutil.rmtree(runtime)
    if gone == "state and folder":
        shutil.rmtree(person.home / "xdg_state_home")

    said = person.types("remember", "I like tea")

    assert (said.code, said.err) == (0, "")
    assert daemon.poll() is None
    assert "I like tea" in person.types("recall", "alex").out


def test_a_daemon_that_hangs_takes_no_search_away(
    person: Person, daemon: subprocess.Popen[bytes]
) -> None:
    person.types("remember", "I like tea")
    daemon.send_signal(signal.SIGSTOP)
    try:
        said = person.types("search", "tea")
    finally:
        daemon.send_signal(signal.SIGCONT)

    assert said.code == 0
    assert "likes tea" in said.out.lower() or "like tea" in said.out
    assert f"process {daemon.pid}) does not answer" in said.err
    assert "searched by words alone" in said.err


@pytest.mark.parametrize("words", [("heartbeat",), ("remember", "I like tea"), ("init", "--yes")])
def test_a_daemon_that_hangs_is_one_line_that_says_what_to_do(
    person: Person, daemon: subprocess.Popen[bytes], words: tuple[str, ...]
) -> None:
    daemon.send_signal(signal.SIGSTOP)
    try:
        said = person.types(*words)
    finally:
        daemon.send_signal(signal.SIGCONT)

    assert (said.code, said.err.count("\n")) == (1, 1)
    assert f"process {daemon.pid}) does not answer; `systemctl --user restart" in said.err
