"""The same questions through real processes: server, socket of the daemon, hook and verbs."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from memoryd.errors import MemorydError
from memoryd.jobs.remote import call
from memoryd.paths import Paths
from tests.daemon.running import eventually
from tests.mcp.asking import Asker, Call
from tests.mcp.canaries import CANARY, World, both
from tests.mcp.client import PROJECT, Client, request, tool
from tests.mcp.doors import Doors, heard

TO_THE_SERVER, TO_PROCESSES, TO_THE_SOCKET = 120, 6, 60
AUDIENCES: tuple[dict[str, Any], ...] = (
    {}, {"audience": "group"}, {"audience": "PRIVATE"}, {"audience": None},
    {"audience": ["private"]},
)  # fmt: skip


@pytest.fixture(name="worlds", scope="module", params=["daemon up", "daemon down"])
def _worlds(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[World, World]]:
    whole, told = both(tmp_path_factory.mktemp("w"))
    if request.param == "daemon down":
        yield whole, told
        return
    with daemon_of(whole), daemon_of(told):
        yield whole, told


@contextmanager
def daemon_of(world: World) -> Iterator[None]:
    with (world.base / "log").open("wb") as log, subprocess.Popen(
        [sys.executable, "-m", "memoryd", "run"], cwd=PROJECT, stderr=log,
        env={**os.environ, **world.env},
    ) as daemon:  # fmt: skip
        eventually(lambda: call(Paths.of(world.env).socket, "ping", {}))
        yield
        daemon.send_signal(signal.SIGTERM)
        assert daemon.wait(30) == 0


def drawn(seed: int, door: str, count: int) -> list[Call]:
    """Return calls for one door, of a server whose ceiling is group."""
    calls = Asker(seed).calls(count * 40)
    return [call for call in calls if call.door == door and not call.private][:count]


def test_the_server_tells_a_group_nothing_that_rests_on_what_is_hidden(
    worlds: tuple[World, World],
) -> None:
    calls = [{**call.what, "id": at} for at, call in enumerate(drawn(1, "mcp", TO_THE_SERVER))]
    said: list[dict[Any, Any]] = []
    for world in worlds:
        with world.here(), Client("--audience", "group") as client:
            client.sends(*calls)
            rest = client.hangs_up()
        assert rest[0] == 0
        assert not heard(rest[2])
        said.append({answer["id"]: answer for answer in rest[1]})

    whole, told = said
    assert whole.keys() == set(range(len(calls)))
    for at, asked in enumerate(calls):
        assert not heard(json.dumps(whole[at], ensure_ascii=False)), asked
        assert whole[at] == told[at], asked


def test_nor_where_requests_are_taken_back_or_are_none(worlds: tuple[World, World]) -> None:
    def cancelled(at: int) -> dict[str, Any]:
        params = {"requestId": at, "reason": CANARY}
        return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}

    with worlds[0].here(), Client("--audience", "group") as client:
        for at, asked in enumerate(drawn(2, "mcp", TO_THE_SERVER)):
            client.sends({**asked.what, "id": at}, *([cancelled(at)] if at % 2 else []))
            if not at % 9:
                client.sends_bytes(f'{{"{CANARY}": [\n[]\n"{CANARY}"\n\xff\n'.encode("latin-1"))
        code, answers, errors = client.hangs_up()

    assert code == 0
    assert len(answers) >= TO_THE_SERVER // 2
    assert not heard(json.dumps(answers, ensure_ascii=False) + errors)


def test_what_it_is_asked_to_keep_is_answered_alike(worlds: tuple[World, World]) -> None:
    abouts = (f"people/{CANARY}-dana", "Dana", "people/new", "projects/beacon", "projects/new",
              "Tail", "Cords")  # fmt: skip
    said = []
    for world in worlds:
        with world.here(), Client("--audience", "group") as client:
            client.sends(*(
                tool(at, "memory_remember", text="Runs on Fridays", about=about)
                for at, about in enumerate(abouts)
            ), tool(7, "memory_remember", text=f"Runs for {CANARY}"))  # fmt: skip
            said.append({answer["id"]: answer for answer in client.hangs_up()[1]})

    assert not heard(json.dumps(said[0]))
    assert said[0] == said[1]
    assert [said[0][at]["result"]["isError"] for at in range(8)] == [
        True, True, True, False, False, True, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize("door", ["hook", "argv"])
def test_nor_does_a_hook_or_a_verb(worlds: tuple[World, World], door: str) -> None:
    for asked in drawn(3, door, TO_PROCESSES):
        words, given = asked.what if door == "hook" else (asked.what, "")
        words = ["hook", *words] if door == "hook" else words
        said = [
            subprocess.run(
                [sys.executable, "-m", "memoryd", *words], cwd=PROJECT, input=given, text=True,
                env={**os.environ, **world.env}, capture_output=True, check=False,
            ) for world in worlds
        ]  # fmt: skip
        whole, told = (
            Doors.settled(asked, world, f"{done.returncode}\n{done.stdout}{done.stderr}")
            for world, done in zip(worlds, said, strict=True)
        )
        assert whole == told, asked
        assert not (asked.is_open and heard(whole)), asked


def test_the_socket_takes_whoever_is_no_operator_for_a_group(worlds: tuple[World, World]) -> None:
    places = [Paths.of(world.env).socket for world in worlds]
    asker = Asker(4)
    for at in range(TO_THE_SOCKET):
        verb = ("search", "context", "status")[at % 3]
        more = {
            "search": {"query": asker.words(), "limit": 50, "history": True},
            "context": {"prompt": asker.words() if at % 2 else None},
            "status": {},
        }[verb]
        whole, told = (asks(place, verb, {**more, **AUDIENCES[at % 5]}) for place in places)
        assert not heard(whole), (verb, more)
        assert whole == told, (verb, more)


def asks(place: Path, verb: str, params: dict[str, Any]) -> str:
    try:
        return json.dumps(call(place, verb, params), ensure_ascii=False)
    except MemorydError as err:
        return str(err)


def test_the_operator_is_told_it_through_the_same_doors(worlds: tuple[World, World]) -> None:
    """The canaries can be heard: without this the others would prove nothing."""
    world = worlds[0]
    with world.here(), Client("--audience", "private") as client:
        found = client.calls("memory_search", query=CANARY)
        client.sends(request(1, "resources/list"))
        listed = client.hears()
    hooked = subprocess.run(
        [sys.executable, "-m", "memoryd", "hook", "session-start", "--audience", "private"],
        cwd=PROJECT, input="{}", text=True, env={**os.environ, **world.env}, capture_output=True,
        check=False,
    )  # fmt: skip
    for said in (json.dumps(found), json.dumps(listed), hooked.stdout):
        assert CANARY in said
