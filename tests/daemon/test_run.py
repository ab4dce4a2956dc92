import os
import shutil
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from memoryd.errors import ReadOnlyStoreError
from tests.daemon.running import (
    LONG,
    PROJECT,
    Daemon,
    Manager,
    eventually,
    has_config,
    running,
    says,
    tree,
)
from tests.disks import small_disk
from tests.fakes_server import hang, model_server, openai

SOURCES = '[operator]\nname = "Alex"\n[sources.plain]\npaths = ["~/chats"]\n'
CANARY = "zirconium-4711"


@pytest.fixture
def manager(home: Path) -> Iterator[Manager]:
    manager = Manager(home)
    yield manager
    manager.close()


@pytest.fixture
def daemon(home: Path, manager: Manager) -> Iterator[Daemon]:
    has_config(home, SOURCES)
    says(home, f"By the way, Sarah is my manager at {CANARY.title()} Corp.")
    variables = {"NOTIFY_SOCKET": str(manager.path), "WATCHDOG_USEC": "300000"}
    with running(home, **variables) as daemon:
        yield daemon


def test_the_manager_hears_that_it_is_ready_lives_and_stops(
    daemon: Daemon, manager: Manager
) -> None:
    manager.waits_for("READY=1")
    daemon.has_beaten()
    manager.heard().clear()
    manager.waits_for("WATCHDOG=1")
    manager.waits_for("STATUS=heartbeat 20")

    assert daemon.ends(signal.SIGTERM) == 0
    manager.waits_for("STOPPING=1")
    assert not daemon.socket.exists()


def test_ctrl_c_is_a_clean_end_too(daemon: Daemon) -> None:
    daemon.is_up()

    assert daemon.ends(signal.SIGINT) == 0
    assert daemon.events()[-1] == "stopped"


def test_the_first_heartbeat_comes_by_itself_and_ping_tells_of_it(daemon: Daemon) -> None:
    last = daemon.has_beaten()
    ping = daemon.is_up()

    assert last["problem"] is None
    assert ping["jobs"]["heartbeat"]["next"] > ping["jobs"]["heartbeat"]["last"]
    assert (daemon.life / "areas/people/sarah/items.json").exists()


def test_the_log_is_json_with_priorities_and_never_the_memory_s_words(daemon: Daemon) -> None:
    daemon.has_caught_up()
    daemon.asks("remember", text=f"Likes {CANARY}")
    with pytest.raises(Exception, match="no verb"):
        daemon.asks(CANARY)
    daemon.ends()

    first, heartbeat, *nights = daemon.events()[:-2]
    assert (first, heartbeat, set(nights)) == ("started", "heartbeat_done", {"nightly_done"})
    assert daemon.events()[-2:] == ["stopping", "stopped"]
    assert [line["job"] for line in daemon.lines()[1:-2]] == [
        "heartbeat",
        *["nightly"] * len(nights),
    ]
    assert all(line["level"] == "info" for line in daemon.lines())
    assert CANARY not in daemon.log.read_text().lower()
    assert "Sarah" not in daemon.log.read_text()


def test_a_heartbeat_with_nothing_new_writes_nothing(daemon: Daemon) -> None:
    daemon.has_caught_up()
    daemon.asks("heartbeat")
    before = tree(daemon.home)

    answer = daemon.asks("heartbeat")

    assert answer is not None
    assert (answer["lines"], answer["calls"]) == (0, 0)
    assert tree(daemon.home) == before


def test_a_second_start_is_refused_in_one_line_and_the_first_goes_on(daemon: Daemon) -> None:
    daemon.has_beaten()
    command = [sys.executable, "-m", "memoryd", "run"]
    env = {**os.environ, "XDG_RUNTIME_DIR": str(daemon.home / "run")}

    second = subprocess.run(
        command, cwd=PROJECT, env=env, capture_output=True, text=True, check=False
    )

    assert (second.returncode, second.stdout) == (1, "")
    assert second.stderr.count("\n") == 1
    assert "another memoryd" in second.stderr
    daemon.is_up()


@pytest.mark.parametrize("place", ["xdg_state_home/memoryd/sock", "run/memoryd/sock"])
@pytest.mark.parametrize("above", range(3))
def test_a_socket_that_is_removed_under_it_comes_back_and_a_second_start_stays_refused(
    home: Path, place: str, above: int
) -> None:
    has_config(home, SOURCES)
    says(home, "By the way, Sarah is my manager at Acme Corp.")
    runtime = str(home / "run") if place.startswith("run") else ""  # "" is no full path
    variables = {"XDG_RUNTIME_DIR": runtime, "WATCHDOG_USEC": "300000"}
    with running(home, **variables) as daemon:
        daemon.socket = home / place
        daemon.has_beaten()
        gone = [daemon.socket, *daemon.socket.parents][above]
        gone.unlink() if above == 0 else shutil.rmtree(gone)
        shutil.rmtree(home / "xdg_state_home", ignore_errors=True)
        command = [sys.executable, "-m", "memoryd", "run"]
        env = {**os.environ, **variables}
        second = subprocess.run(
            command, cwd=PROJECT, env=env, capture_output=True, text=True, check=False
        )

        assert (second.returncode, "another memoryd" in second.stderr) == (1, True)
        daemon.is_up()
        assert stat.S_IMODE(daemon.socket.parent.lstat().st_mode) == 0o700
        assert daemon.asks("heartbeat") is not None
        assert list((home / "xdg_state_home/memoryd/roots").glob("*/head.json"))
        assert daemon.ends() == 0
        assert not daemon.socket.exists()


def test_after_a_kill_the_next_start_takes_over(daemon: Daemon) -> None:
    daemon.has_caught_up()
    daemon.ends(signal.SIGKILL)
    assert daemon.socket.exists()
    assert daemon.asks("ping") is None

    daemon.starts_again()

    assert daemon.is_up()["last"] is None  # the audit says that a heartbeat was just made
    assert daemon.ends() == 0


def test_everything_it_makes_is_its_user_s_alone(daemon: Daemon) -> None:  # started with umask 0
    daemon.has_beaten()
    made = [daemon.socket.parent, daemon.home / "xdg_state_home/memoryd", daemon.life]
    paths = [path for folder in made for path in (folder, *folder.rglob("*"))]

    for path in paths:
        mode = stat.S_IMODE(path.lstat().st_mode)
        assert mode == (0o700 if path.is_dir() else 0o600), path
    assert stat.S_ISSOCK(daemon.socket.lstat().st_mode)


def leads_to(fd: Path) -> str:
    try:
        return str(fd.readlink())
    except FileNotFoundError:  # closed since the folder was listed
        return ""


def test_it_listens_at_no_network_address(daemon: Daemon) -> None:
    daemon.has_caught_up()
    fds = Path(f"/proc/{daemon.process.pid}/fd")
    own = {name[8:-1] for fd in fds.iterdir() if (name := leads_to(fd))[:7] == "socket:"}

    for table in ("tcp", "tcp6", "udp", "udp6", "raw"):
        rows = Path(f"/proc/{daemon.process.pid}/net/{table}").read_text().splitlines()[1:]
        assert not own & {row.split()[9] for row in rows}


def test_a_hang_up_reads_the_configuration_again(daemon: Daemon) -> None:
    daemon.is_up()
    has_config(daemon.home, SOURCES + '[schedule]\nheartbeat = "5h"\n')
    daemon.process.send_signal(signal.SIGHUP)
    eventually(lambda: "config_reloaded" in daemon.events())
    has_config(daemon.home, "[schedule]\nheartbeet = 1\n")
    daemon.process.send_signal(signal.SIGHUP)
    eventually(lambda: "config_refused" in daemon.events())

    reloaded = next(line for line in daemon.lines() if line["event"] == "config_reloaded")
    assert reloaded["heartbeat_seconds"] == 18_000
    daemon.is_up()


@pytest.mark.parametrize("text", ["[schedule\nheartbeat = ", None], ids=["broken", "removed"])
def test_a_configuration_that_broke_is_not_used_until_it_is_mended(
    daemon: Daemon, text: str | None
) -> None:
    daemon.has_caught_up()
    file = has_config(daemon.home, text or "")
    if text is None:
        file.unlink()
    assert daemon.asks("heartbeat")["lines"] == 0  # it goes on as it was told at its start
    daemon.process.send_signal(signal.SIGHUP)
    eventually(lambda: "config_refused" in daemon.events())

    assert daemon.asks("heartbeat")["partial"] is False
    assert "notice_failed" not in daemon.events()


def test_a_hang_up_moves_the_nights_and_sundays_to_the_new_times_and_zone(daemon: Daemon) -> None:
    daemon.has_caught_up()
    times = '[schedule]\nnightly = "21:10"\nsynthesis = "wed 05:20"\n'
    has_config(
        daemon.home, SOURCES.replace("[sources", 'timezone = "Asia/Tokyo"\n[sources') + times
    )
    daemon.process.send_signal(signal.SIGHUP)
    eventually(lambda: "config_reloaded" in daemon.events())

    jobs = daemon.has_caught_up()["jobs"]

    assert jobs["nightly"]["next"][10:] == "T21:10:00+09:00"
    assert jobs["synthesis"]["next"][10:] == "T05:20:00+09:00"
    assert datetime.fromisoformat(jobs["synthesis"]["next"]).weekday() == 2


def test_a_save_is_taken_in_at_once_and_one_that_breaks_a_rule_is_told_where(
    daemon: Daemon, manager: Manager
) -> None:
    daemon.has_caught_up()
    path = daemon.life / "areas/people/sarah/items.json"
    good = path.read_text()
    path.write_text(good.replace('"active"', f'"{CANARY}"', 1))

    refused = eventually(lambda: told(daemon, "edit_refused"))
    eventually(lambda: any("files to mend: 1" in field for field in manager.heard()))
    path.write_text(good)
    mended = eventually(lambda: told(daemon, "edit_mended"))
    daemon.asks("heartbeat")

    assert refused["path"] == mended["path"] == "areas/people/sarah/items.json"
    assert refused["entity"] == mended["entity"] == "people/sarah"
    assert refused["line_number"] > 1
    assert refused["column"] > 1
    assert "must be active or superseded" in refused["rule"]
    assert [event for event in daemon.events() if event.startswith("edit_")] == [
        "edit_refused",
        "edit_mended",
    ]
    assert CANARY not in daemon.log.read_text().lower()


def told(daemon: Daemon, event: str) -> dict[str, Any] | None:
    return next((line for line in daemon.lines() if line["event"] == event), None)


def test_the_manager_and_a_person_are_told_when_each_job_was_and_comes(
    daemon: Daemon, manager: Manager
) -> None:
    jobs = daemon.has_caught_up()["jobs"]

    assert {job: times["overruns"] for job, times in jobs.items()} == dict.fromkeys(jobs, 0)
    assert jobs["nightly"]["last"][:10] >= jobs["heartbeat"]["last"][:10]
    assert jobs["synthesis"]["last"] is None
    night, sunday = (jobs[job]["next"][:16].replace("T", " ") for job in ("nightly", "synthesis"))
    eventually(lambda: any(f"next {night}" in field for field in manager.heard()))
    assert any(f"synthesis never, next {sunday}" in field for field in manager.heard())


def test_a_wrong_configuration_is_one_line_and_no_start(home: Path) -> None:
    has_config(home, "[schedule]\nheartbeet = 1\n")

    with running(home) as daemon:
        assert daemon.process.wait(LONG) == 2

    assert daemon.log.read_text().count("\n") == 1


def test_a_disk_that_refuses_shows_and_recovers_by_itself(daemon: Daemon, manager: Manager) -> None:
    daemon.has_caught_up()
    away = daemon.life.with_name("away")
    daemon.life.rename(away)  # as when the disk under the root goes away
    says(daemon.home, "Sarah likes tea.")
    with pytest.raises(Exception, match="went away"):
        daemon.asks("heartbeat")
    manager.waits_for("STATUS=heartbeat 20")
    eventually(lambda: any("went away" in field for field in manager.heard()))

    away.rename(daemon.life)

    answer = daemon.asks("heartbeat")
    assert answer is not None
    assert answer["lines"] == 1


@pytest.mark.parametrize("how", ["read-only", "full"])
def test_it_starts_on_a_disk_that_refuses_says_so_and_goes_on_when_it_does_not(
    home: Path, manager: Manager, how: str
) -> None:
    has_config(home, SOURCES)
    says(home, f"By the way, Sarah is my manager at {CANARY.title()} Corp.")
    why = {"read-only": "read-only file system", "full": "no space left"}[how]
    with small_disk(home / "life") as disk:
        disk.closes(how)
        with running(home, NOTIFY_SOCKET=str(manager.path)) as daemon:
            last = daemon.has_beaten()
            assert why in last["problem"]
            eventually(lambda: any(f"{why}" in field for field in manager.heard()))
            status = daemon.asks("status", audience="private")
            assert status is not None
            assert why in " ".join(status["needs"])
            with pytest.raises(ReadOnlyStoreError, match=why):
                daemon.asks("remember", text="Likes tea")
            disk.opens()

            answer = daemon.asks("heartbeat", force=True)

            assert answer is not None
            assert answer["lines"] == 1
            assert (daemon.life / "areas/people/sarah/items.json").exists()
            daemon.ends()
        assert "heartbeat_failed" in daemon.events()
        assert "memory_refused" in daemon.events()
        assert CANARY not in daemon.log.read_text().lower()


def test_a_broken_file_is_counted_though_no_fact_waits_for_it(
    daemon: Daemon, manager: Manager
) -> None:
    daemon.has_beaten()
    path = daemon.life / "areas/people/sarah/items.json"
    good = path.read_text()
    path.write_text("[{")

    answer = daemon.asks("heartbeat")

    assert answer is not None
    assert answer["blocked"] == []
    assert answer["broken"][0].startswith("areas/people/sarah/items.json:1:")
    eventually(lambda: any("files to mend: 1" in field for field in manager.heard()))
    path.write_text(good)
    daemon.asks("heartbeat")
    eventually(lambda: "files to mend: 0" in manager.heard()[-2] + manager.heard()[-1])


def test_a_stop_does_not_wait_for_a_model_and_its_lines_are_extracted_later(home: Path) -> None:
    with model_server(hang(2 * LONG), openai('{"facts": []}')) as model:
        llm = f'[llm]\nprovider = "openai"\nmodel = "m"\nbase_url = "{model.url}"\n'
        has_config(home, SOURCES + llm)
        says(home, *(f"Sarah said a word about thing {n}, and then another." for n in range(30)))
        with running(home, OPENAI_API_KEY="sk-none") as daemon:
            daemon.is_up()
            asking = threading.Thread(target=daemon.asks_in_vain)
            asking.start()
            eventually(lambda: model.sent)

            assert daemon.ends() == 0  # long before the model would answer
            asking.join()
            assert "stopped_during_a_call" in daemon.events()

            daemon.starts_again()
            daemon.is_up()
            answer = daemon.asks("heartbeat", force=True)

    assert answer is not None
    assert (answer["waiting"], answer["error"]) == (0, None)
    assert len(model.sent) == 2


def test_a_verb_waits_for_no_model(home: Path) -> None:
    with model_server(hang(LONG)) as model:
        llm = f'[llm]\nprovider = "openai"\nmodel = "m"\nbase_url = "{model.url}"\n'
        has_config(home, SOURCES + llm)
        says(home, "Sarah said a word.")
        with running(home, OPENAI_API_KEY="sk-none") as daemon:
            daemon.is_up()
            asking = threading.Thread(target=daemon.asks_in_vain)
            asking.start()
            eventually(lambda: model.sent)

            assert daemon.asks("remember", text="Likes tea")
            assert daemon.asks("status", audience="private")
            daemon.ends()
            asking.join()
