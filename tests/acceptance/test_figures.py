"""What the daemon costs: memory, CPU, heartbeats with nothing new, transcripts beyond all measure.

Memory is bounded in bytes, an idle daemon's CPU time as a share of one core, that of a heartbeat
by other work of the same run; times by the clock on the wall are only printed.
"""

import json
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.daemon.running import Daemon, Manager, eventually, has_config, running, tree
from tests.fakes_server import model_server, openai

ENTITIES, TRANSCRIPTS = 1_000, 2_000
IDLE_SECONDS = 15
IDLE_SHARE = 0.001  # of one core; 0.0001 to 0.0003 were seen
MB = 1_000_000
OPERATOR = '[operator]\nname = "Alex"\ntimezone = "UTC"\n'
CODE = f'{OPERATOR}[sources.claude_code]\npaths = ["~/code"]\n'

pytestmark = pytest.mark.timeout(300)


def memory(daemon: Daemon, field: str) -> float:
    """Return VmRSS (now) or VmHWM (the most so far) of a daemon in MB, as ps and systemd count."""
    status = Path(f"/proc/{daemon.process.pid}/status").read_text()
    found = re.search(rf"^{field}:\s+(\d+) kB", status, re.MULTILINE)
    assert found is not None
    return int(found[1]) * 1024 / MB


def as_installed(home: Path) -> dict[str, str]:
    """Return variables for a daemon without what only these tests install.

    What measures their coverage takes 10 MB of each process; rich comes with a linter, and the log
    loads it where it finds it: 4 MB.
    """
    hidden = home / "hidden"
    hidden.mkdir()
    (hidden / "sitecustomize.py").write_text("import sys\nsys.modules['rich'] = None\n")
    return {
        "PYTHONPATH": str(hidden),
        "COVERAGE_PROCESS_START": "",
        "COVERAGE_PROCESS_CONFIG": "",
    }


def used(daemon: Daemon) -> float:
    """Return the CPU time that a daemon has used, in ms: what else the machine does is not in it.

    By the clock of its process, as clock_getcpuclockid names it on Linux: /proc counts hundredths.
    """
    return time.clock_gettime((~daemon.process.pid << 3) | 2) * 1_000


def has_entities(home: Path) -> None:
    for number in range(ENTITIES):
        folder = home / f"life/areas/people/person-{number}"
        folder.mkdir(parents=True)
        rows = [
            {"id": f"person-{number}-{n:03d}", "fact": f"Saw thing {n} of {number}",
             "category": "status", "timestamp": "2026-01-05", "status": "active"}
            for n in range(1, 6)
        ]  # fmt: skip
        (folder / "items.json").write_text(json.dumps(rows, indent=2))


def typed(number: int, text: str) -> bytes:
    return row(number, "user", {"role": "user", "content": text})


def printed(number: int, text: str) -> bytes:
    result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": text}
    return row(number, "user", {"role": "user", "content": [result]})


def row(number: int, kind: str, message: dict[str, Any]) -> bytes:
    moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(1_767_600_000 + number))
    about = {"type": kind, "uuid": f"u{number}", "sessionId": "s1", "timestamp": moment}
    return json.dumps(about | {"message": message}).encode() + b"\n"


@pytest.fixture
def gigabyte(home: Path) -> Iterator[Path]:
    """A transcript of 1 GB: a thousand lines of a person between what tools printed."""
    path = home / "code/project/s1.jsonl"
    path.parent.mkdir(parents=True)
    output = "x" * 950_000
    with path.open("wb") as handle:
        handle.write(printed(0, "x" * 50_000_000))
        for number in range(1, 1_001):
            handle.write(printed(-number, output) + typed(number, f"Let us look at part {number}"))
    yield path
    path.unlink()  # the folders of tests are kept for a while


def test_an_idle_daemon_with_a_thousand_entities_is_small_and_still(home: Path) -> None:
    has_entities(home)
    with model_server(openai("{}")) as server:
        llm = f'[llm]\nprovider = "openai"\nmodel = "gpt-6-luna"\nbase_url = "{server.url}"\n'
        has_config(home, OPERATOR + llm + "[search]\nsemantic = false\n")
        with running(home, OPENAI_API_KEY="not-real", **as_installed(home)) as daemon:
            daemon.has_caught_up()
            unasked = memory(daemon, "VmRSS")
            found = daemon.asks("search", query="thing 3 of 77", audience="private")
            assert found is not None
            assert found["results"]
            asked, most = memory(daemon, "VmRSS"), memory(daemon, "VmHWM")
            before, began = tree(home), used(daemon)
            time.sleep(IDLE_SECONDS)
            idle = used(daemon) - began

            print(f"{ENTITIES} entities: RSS {unasked:.1f} MB, with the index {asked:.1f} MB, "
                  f"at most {most:.1f} MB; "
                  f"idle for {IDLE_SECONDS} s: {idle:.1f} ms of CPU")  # fmt: skip
            assert idle <= IDLE_SHARE * IDLE_SECONDS * 1_000
            assert max(unasked, asked) <= 60
            assert tree(home) == before
        assert server.sent == []


def test_a_heartbeat_with_nothing_new_costs_little_more_than_looking_at_each_file(
    home: Path,
) -> None:
    has_entities(home)
    paths = [home / f"code/p{n % 40}/s{n}.jsonl" for n in range(TRANSCRIPTS)]
    for number, path in enumerate(paths):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(printed(number, "seen"))
    paths += (home / "life/areas/people").rglob("items.json")
    has_config(home, CODE)
    with running(home, **as_installed(home)) as daemon:
        daemon.has_caught_up()
        beats, looks = [], []
        for _ in range(7):
            looks.append(looking(list(map(str, paths))))
            began = used(daemon)
            answer = daemon.asks("heartbeat", force=True)
            assert answer is not None
            assert (answer["lines"], answer["calls"]) == (0, 0)
            beats.append(used(daemon) - began)

    print(f"nothing new in {TRANSCRIPTS} transcripts, {ENTITIES} entities: heartbeat "
          f"{min(beats):.1f} ms of CPU, os.stat of each {min(looks):.1f} ms")  # fmt: skip
    assert min(beats) <= 10 * min(looks)


def looking(paths: list[str]) -> float:
    """Return how many ms of CPU time a bare look at each file takes."""
    begin = time.thread_time()
    for path in paths:
        os.stat(path)  # noqa: PTH116 - the barest look there is
    return (time.thread_time() - begin) * 1_000


def test_a_daemon_is_ready_before_it_has_read_a_gigabyte_and_stays_small(
    home: Path, gigabyte: Path
) -> None:
    has_config(home, CODE)
    manager = Manager(home)
    size = gigabyte.stat().st_size
    assert size > 1_000 * MB
    with running(home, NOTIFY_SOCKET=str(manager.path)) as daemon:
        begin = time.monotonic()
        manager.waits_for("READY=1")
        ready = time.monotonic() - begin
        assert daemon.is_up()["last"] is None  # it answers while the file is still to be read
        eventually(lambda: (daemon.asks("ping") or {})["last"], 120)
        done, most = time.monotonic() - begin, memory(daemon, "VmHWM")

        print(f"{size / MB:.0f} MB: ready after {ready:.1f} s, read after {done:.1f} s, "
              f"at most {most:.0f} MB of memory")  # fmt: skip
        assert most <= 120
        answer = daemon.asks("status", audience="private")
        assert answer is not None
        assert answer["lines"] == 1_000
        assert answer["skipped"] == {"claude-code": {"oversize": 1, "tool": 1_000}}
    manager.close()
