"""memoryd mcp as a client meets it: a real process, its pipes, and its end."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.mcp.client import PROJECT, Client, request, tool

INIT = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "Test Client"}}


def facts(home: Path, ref: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((home / "life" / ref / "items.json").read_bytes())
    return found


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2026-07-28"),
        ("2099-01-01", "2025-11-25"),
        ("zzz", "2025-11-25"),
        (None, "2025-11-25"),
        (7, "2025-11-25"),
    ],
)
def test_a_known_version_is_spoken_and_any_other_is_answered_with_our_newest(
    asked: object, spoken: str
) -> None:
    with Client() as client:
        told = client.asks("initialize", **{**INIT, "protocolVersion": asked})["result"]

    assert told["protocolVersion"] == spoken
    assert told["serverInfo"]["name"] == "memoryd"
    assert set(told["capabilities"]) == {"tools", "resources"}


def test_the_first_answer_comes_soon_after_a_bare_python_could_give_one() -> None:
    bare = [sys.executable, "-c", "import argparse, json, pathlib"]

    def ratio() -> float:
        begin = time.perf_counter()
        subprocess.run(bare, check=True)
        between = time.perf_counter()
        with Client() as client:
            client.asks("initialize", **INIT)
            return (time.perf_counter() - between) / (between - begin)

    assert any(ratio() < 4 for _ in range(20))  # it stands at 1 to 2; pydantic alone would be 6


def test_what_is_no_request_is_answered_as_such_and_ends_nothing() -> None:
    lines = [
        (b"nonsense", None, -32700),
        (b'{"jsonrpc": "2.0", "id": 1', None, -32700),
        (b"\xff\xfe\x00", None, -32700),
        (b"[" * 100_000, None, -32700),
        (b'{"jsonrpc": "2.0", "id": ' + b"9" * 5000 + b', "method": "ping"}', None, -32700),
        (b"5", None, -32600),
        (b"null", None, -32600),
        (b"{}", None, -32600),
        (b'{"jsonrpc": "1.0", "id": 4, "method": "ping"}', 4, -32600),
        (b'{"jsonrpc": "2.0", "id": 5}', 5, -32600),
        (b'{"jsonrpc": "2.0", "id": 6, "method": 7}', 6, -32600),
        (b'{"jsonrpc": "2.0", "id": true, "method": "ping"}', None, -32600),
        (b'{"jsonrpc": "2.0", "id": {}, "method": "ping"}', None, -32600),
        (b'{"jsonrpc": "2.0", "id": 8, "method": "ping", "params": [1]}', 8, -32602),
        (b'{"jsonrpc": "2.0", "id": 9, "method": "no/such"}', 9, -32601),
        (b'{"jsonrpc": "2.0", "id": 10, "method": "prompts/list"}', 10, -32601),
        (b'{"jsonrpc": "2.0", "id": 11, "method": "tools/call", "params": {}}', 11, -32602),
        (b"[]", None, -32600),
        (b'[{"jsonrpc": "2.0", "id": 12, "method": "ping"}]', None, -32600),
    ]
    with Client() as client:
        for raw, id_, code in lines:
            client.sends_bytes(raw + b"\n")
            said = client.hears()
            assert (said["id"], said["error"]["code"]) == (id_, code), raw[:60]
        assert client.asks("ping")["result"] == {}


def test_what_needs_no_answer_gets_none() -> None:
    with Client() as client:
        client.sends_bytes(b"\n  \r\n")
        client.sends(
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
            {"jsonrpc": "2.0", "method": "no/such/notification"},
            {"jsonrpc": "2.0", "id": 3, "result": {}},
            {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 99}},
            {"jsonrpc": "2.0", "method": "notifications/cancelled"},
        )
        assert client.asks("ping")["result"] == {}


def test_a_line_that_is_too_long_is_refused_and_the_next_one_is_heard() -> None:
    with Client() as client:
        client.sends_bytes(b'"' + b"x" * (5 << 20) + b'"\n')

        assert client.hears()["error"]["code"] == -32600
        assert client.asks("ping")["result"] == {}


def test_a_batch_is_answered_in_one_line_where_the_version_has_batches() -> None:
    with Client() as client:
        client.asks("initialize", **{**INIT, "protocolVersion": "2025-03-26"})
        client.sends(
            [request(1, "ping"), {"jsonrpc": "2.0", "method": "notifications/initialized"}, 5,
             tool(2, "memory_entity", entity="nobody"), request(3, "no/such")],
        )  # fmt: skip
        said = client.hears()

        assert {one["id"] for one in said} == {None, 1, 2, 3}
        client.sends([{"jsonrpc": "2.0", "method": "notifications/initialized"}], [])
        assert client.hears()["error"]["code"] == -32600  # of the empty one


def test_twenty_calls_at_once_are_twenty_facts_and_all_are_answered_before_the_end(
    home: Path,
) -> None:
    with Client("--audience", "private") as client:
        client.sends(
            *(tool(n, "memory_remember", text=f"Step {n} is done", about="projects/beacon")
              for n in range(20)),
        )  # fmt: skip
        code, said, errors = client.hangs_up()

    assert (code, errors) == (0, "")
    assert {answer["id"] for answer in said} == set(range(20))
    assert {answer["result"]["structuredContent"]["outcome"] for answer in said} == {"stored"}
    assert len(facts(home, "projects/beacon")) == 20


def test_two_servers_at_once_lose_none_of_four_hundred(home: Path) -> None:
    each = range(200)
    with Client("--audience", "private") as one, Client("--audience", "private") as two:
        for client, name in ((one, "Ada"), (two, "Bo")):
            client.sends(
                *(tool(n, "memory_remember", text=f"Room {n} is booked by {name}",
                       about=f"projects/hotel-{n % 8}") for n in each),
            )  # fmt: skip
        for client in (one, two):
            said = client.hears_all(len(each))
            assert [said[n]["result"]["isError"] for n in each] == [False] * len(each)

    kept = {fact["fact"] for n in range(8) for fact in facts(home, f"projects/hotel-{n}")}
    assert len(kept) == 400


def test_reads_do_not_wait_for_writes() -> None:
    with Client("--audience", "private") as client:
        client.sends(
            *(tool(n, "memory_remember", text=f"Room {n} is free", about="projects/x")
              for n in range(10)),
            tool("read", "memory_entity", entity="nobody"),
        )  # fmt: skip
        order = [client.hears()["id"] for _ in range(11)]

    assert order.index("read") < 9


def test_a_request_that_was_cancelled_before_its_turn_is_neither_done_nor_answered(
    home: Path,
) -> None:
    with Client("--audience", "private") as client:
        client.sends(
            tool(1, "memory_remember", text="Room 1 is free", about="projects/x"),
            tool(2, "memory_remember", text="Room 2 is free", about="projects/x"),
            {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}},
            tool(3, "memory_remember", text="Room 3 is free", about="projects/x"),
        )
        _, said, _ = client.hangs_up()

    assert [answer["id"] for answer in said] == [1, 3]
    assert [fact["fact"] for fact in facts(home, "projects/x")] == [
        "Room 1 is free",
        "Room 3 is free",
    ]


def test_the_end_of_input_and_a_signal_both_end_it_well() -> None:
    with Client() as client:
        client.asks("ping")
        assert client.hangs_up()[0::2] == (0, "")
    with Client() as client:
        client.asks("ping")
        client.process.send_signal(signal.SIGTERM)
        assert client.process.wait(20) == 0


def test_a_signal_lets_the_write_at_hand_end_and_leaves_the_memory_whole(home: Path) -> None:
    with Client("--audience", "private") as client:
        client.sends(
            *(tool(n, "memory_remember", text=f"Room {n} is free", about="projects/x")
              for n in range(400)),
        )  # fmt: skip
        client.hears()
        client.process.send_signal(signal.SIGTERM)
        _, said, _ = client.hangs_up()

    assert client.process.returncode == 0
    assert len(facts(home, "projects/x")) == 1 + len(said) <= 400


def test_a_client_that_goes_away_without_listening_ends_it() -> None:
    command = [sys.executable, "-m", "memoryd", "mcp"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=PROJECT, stdin=pipe, stdout=pipe) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdout.close()
        server.stdin.write(json.dumps(request(1, "ping")).encode() + b"\n")
        server.stdin.flush()  # and not closed: the answer is what cannot be told

        assert server.wait(20) == 0


def test_what_anything_prints_by_mistake_does_not_reach_the_client() -> None:
    code = (
        "import os, sys, threading; from memoryd.cli.main import main\n"
        "def noise(): print('noise', flush=True); os.write(1, b'noise\\n')\n"
        "threading.Timer(0.5, noise).start(); main(['mcp'])"
    )
    ping = json.dumps(request(1, "ping")) + "\n"
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", code]
    with subprocess.Popen(
        command, cwd=PROJECT, stdin=pipe, stdout=pipe, stderr=pipe, text=True
    ) as it:
        assert it.stdin is not None
        assert it.stdout is not None
        assert it.stderr is not None
        assert [it.stderr.readline(), it.stderr.readline()] == ["noise\n"] * 2
        it.stdin.write(ping)
        it.stdin.close()
        assert json.loads(it.stdout.read())["result"] == {}


def test_a_last_line_without_an_end_is_heard_too() -> None:
    with Client() as client:
        client.sends_bytes(json.dumps(request(1, "ping")).encode())
        assert client.hangs_up()[:2] == (0, [{"jsonrpc": "2.0", "id": 1, "result": {}}])


def test_a_request_of_the_version_without_handshake_carries_its_own_version() -> None:
    key = "io.modelcontextprotocol"
    meta = {f"{key}/protocolVersion": "2026-07-28", f"{key}/clientCapabilities": {}}
    with Client() as client:
        found = client.asks("server/discover", _meta=meta)["result"]
        listed = client.asks("tools/list", _meta=meta)["result"]
        old = client.asks("tools/list", _meta={**meta, f"{key}/protocolVersion": "2031-01-01"})
        bare = client.asks("tools/list", _meta={f"{key}/protocolVersion": "2026-07-28"})

    assert found["supportedVersions"] == ["2026-07-28"]
    assert (found["resultType"], listed["resultType"]) == ("complete", "complete")
    assert {listed["cacheScope"], found["cacheScope"]} == {"private"}
    assert old["error"]["code"] == -32022
    assert old["error"]["data"] == {"supported": ["2026-07-28"], "requested": "2031-01-01"}
    assert bare["error"]["code"] == -32602
