"""memoryd mcp: what it is started with, what it loads, and whom it asks to write."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memoryd.cli.main import main
from memoryd.daemon.socket import Server
from memoryd.jobs.remember import remember_of_assistant
from tests.cli.talking import Person
from tests.mcp.client import Client, socket_of, tool
from tests.store_kit import Home

PROJECT = Path(__file__).parents[2]
HEAVY = ("pydantic", "httpx", "structlog", "apscheduler", "watchdog", "asyncio", "mcp")


@pytest.fixture(autouse=True)
def _life(person: Person) -> None:
    person.has_config()
    person.has_file(
        "MEMORY.md", "# MEMORY.md\n\n## Hard Rules\n- Never book a flight before nine\n"
    )


def status(client: Client) -> str:
    return str(client.calls("memory_get", path="MEMORY.md")["structuredContent"]["status"])


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("--audience", "private"), "ok"),
        (("--audience=private",), "ok"),
        ((), "not_found"),
        (("--audience", "group"), "not_found"),
        (("--audience", "everyone"), "not_found"),
        (("--audience", "Private"), "not_found"),
        (("--audience", ""), "not_found"),
    ],
)
def test_only_a_server_that_was_started_as_private_tells_what_is_private(
    words: tuple[str, ...], found: str
) -> None:
    with Client(*words) as client:
        assert status(client) == found


# What measures the tests' coverage loads modules of its own into each process.
UNMEASURED = {**os.environ, "COVERAGE_PROCESS_START": "", "COVERAGE_PROCESS_CONFIG": ""}


def test_nothing_heavy_is_loaded_to_read_or_to_write() -> None:
    messages = [
        tool(1, "memory_remember", text="Leads Beacon", about="people/sarah"),
        tool(2, "memory_context"), tool(3, "memory_entity", entity="sarah"),
        tool(4, "memory_get", path="MEMORY.md"), tool(5, "memory_search", query="x"),
    ]  # fmt: skip
    code = (
        "import sys; from memoryd.cli.main import main; main(['mcp', '--audience', 'private']); "
        f"sys.stderr.write(repr([name for name in {HEAVY!r} if name in sys.modules]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, check=False,
        input="".join(json.dumps(message) + "\n" for message in messages),
    )  # fmt: skip

    assert len(done.stdout.splitlines()) == 5
    assert done.stderr == "[]"


def test_before_the_first_call_nothing_of_the_memory_is_loaded() -> None:
    code = (
        "import sys; from memoryd.cli.main import main; main(['mcp']); "
        "sys.stderr.write(repr([n for n in ('memoryd.store', 'memoryd.config', 'dataclasses', "
        "'pathlib', 'zoneinfo') if n in sys.modules]))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(PROJECT)!r}); {code}"],
        cwd=PROJECT, capture_output=True, text=True, check=False, env=UNMEASURED,
        input='{"jsonrpc": "2.0", "id": 1, "method": "initialize"}\n',
    )  # fmt: skip

    assert json.loads(done.stdout)["result"]["protocolVersion"]
    assert done.stderr == "[]"


def test_a_configuration_that_is_not_there_or_is_broken_is_an_error_and_no_end(
    person: Person,
) -> None:
    with Client("--config", "/no/such/file") as client:
        assert "error" in client.asks("tools/call", name="memory_context")
        assert client.asks("ping")["result"] == {}
    person.has_config("[operator\n")
    with Client("--audience", "private") as client, Client() as group:
        said, hidden = client.calls("memory_context"), group.calls("memory_context")
        assert said["isError"]
        assert "config.toml" in said["content"][0]["text"]
        assert hidden["isError"]
        assert "config.toml" not in hidden["content"][0]["text"]


@pytest.fixture(name="daemon")
def _daemon(person: Person, tmp_path: Path) -> Iterator[list[str]]:
    """What stands for a daemon: it holds the lock and performs the verb, as the real one does."""
    home = Home(tmp_path)
    home.root = person.life
    asked: list[str] = []
    with home.writer() as store:

        def answer(verb: str, params: Any, _progress: Any) -> dict[str, Any]:
            if verb == "ping":
                return {"pid": os.getpid()}
            asked.append(verb)
            with store.exclusive():
                return remember_of_assistant(store, params, home.run())

        server = Server(socket_of(person.home), answer)
        server.start()
        yield asked
        server.stop()


def test_while_a_daemon_runs_it_is_the_one_that_writes(person: Person, daemon: list[str]) -> None:
    with Client("--audience", "private") as client:
        kept = client.calls("memory_remember", text="Leads Beacon", about="people/sarah")
        wrong = client.calls("memory_remember", text="Leads Beacon", about="nobody at all")
        found = client.calls("memory_entity", entity="sarah")

    assert daemon == ["remember_of_assistant"] * 2
    assert kept["structuredContent"]["id"] == "sarah-001"
    assert "people/nobody-at-all" in wrong["content"][0]["text"]
    assert [fact["fact"] for fact in found["structuredContent"]["facts"]] == ["Leads Beacon"]
    assert person.life.joinpath("areas/people/sarah/items.json").exists()


@pytest.mark.parametrize(
    ("name", "arguments", "part"),
    [
        ("memory_search", {}, "query is missing"),
        ("memory_search", {"query": 7}, "query must be a text"),
        ("memory_search", {"query": "x", "maxResults": 0}, "maxResults must be from 1 to 50"),
        ("memory_search", {"query": "x", "maxResults": True}, "maxResults must be a whole number"),
        ("memory_search", {"query": "x", "maxResults": 10.5}, "maxResults must be a whole number"),
        ("memory_search", {"query": "x", "maxResults": 60.0}, "maxResults must be from 1 to 50"),
        ("memory_search", {"query": "x", "maxResults": "10"}, "maxResults must be a whole number"),
        ("memory_search", {"query": "x", "limit": 5}, "memory_search takes query, maxResults"),
        ("memory_entity", {"entity": "x", "show": "all"}, "summary, facts, history"),
        ("memory_remember", {"text": "  "}, "nothing to remember"),
        ("memory_remember", {"text": "x" * 601}, "at most 600"),
        ("memory_remember", {"text": "\ud800"}, "not UTF-8"),
        ("memory_remember", {"text": "Prefers tea", "category": "preference"}, "theirs to say"),
        ("memory_remember", {"text": "Prefers tea to coffee"}, "theirs to say"),
        ("memory_remember", {"text": "x", "about": "projects/"}, "folder"),
        ("memory_remember", {"text": "x", "category": "joy"}, "category must be one of"),
        ("memory_context", {"budget": 1}, "budget must be from 50"),
    ],
)
@pytest.mark.parametrize("audience", ["private", "group"])
def test_what_is_wrong_with_a_call_is_told_in_its_result(
    name: str, arguments: dict[str, Any], part: str, audience: str
) -> None:
    with Client("--audience", audience) as client:
        said = client.calls(name, **arguments)

    assert said["isError"]
    assert part in said["content"][0]["text"]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("memory_search", {"query": "Beacon", "maxResults": 10.0}),
        ("memory_get", {"path": "projects/beacon/items.json", "from": 1.0, "lines": 2.0}),
        ("memory_context", {"budget": 2e3}),
    ],
)
def test_a_whole_number_is_one_however_it_is_written(name: str, arguments: dict[str, Any]) -> None:
    assert main(["remember", "Uses REST", "--about", "projects/beacon"]) == 0
    plain = {k: int(v) if isinstance(v, float) else v for k, v in arguments.items()}
    with Client("--audience", "private") as client:
        assert client.calls(name, **arguments) == client.calls(name, **plain)
        assert not client.calls(name, **arguments)["isError"]


@pytest.mark.parametrize("audience", ["private", "group"])
def test_a_search_says_how_it_was_searched_and_what_it_lacks(audience: str) -> None:
    assert main(["remember", "Uses REST", "--about", "projects/beacon"]) == 0
    with Client("--audience", audience) as client:
        found = client.calls("memory_search", query="REST")["structuredContent"]

    assert (found["mode"], found["behind"], found["stale"]) == ("lexical", 0, False)
    assert [row["id"] for row in found["results"]] == ["beacon-001"]


CALLS = [
    ("memory_search", {"query": "flight"}), ("memory_get", {"path": "MEMORY.md"}),
    ("memory_get", {"path": "memory/2026-01-01.md"}), ("memory_entity", {"entity": "sarah"}),
    ("memory_entity", {"entity": "nobody"}), ("memory_context", {}),
    ("memory_remember", {"text": "Leads Beacon", "about": "people/sarah"}),
    ("memory_remember", {"text": "Owes 900 euros to Dana", "about": "people/sarah"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "arguments", "audience"),
    [(*call, audience) for call in CALLS for audience in ("private", "group")
     if (call[0], audience) != ("memory_remember", "group")],
)  # fmt: skip
def test_an_answer_holds_what_its_schema_names_and_nothing_else(
    name: str, arguments: dict[str, Any], audience: str
) -> None:
    with Client("--audience", audience) as client:
        schemas = {
            t["name"]: t["outputSchema"] for t in client.asks("tools/list")["result"]["tools"]
        }
        told = client.calls(name, **arguments)["structuredContent"]

    assert set(told) <= set(schemas[name]["properties"])
    assert set(told) >= set(schemas[name]["required"])


def test_an_agent_reads_that_the_memory_is_away_where_there_is_nothing_to_tell(
    person: Person,
) -> None:
    person.types("remember", "Sings", "--about", "people/sarah")
    person.life.rename(person.home / "elsewhere")
    with Client("--audience", "private") as client:
        told = client.calls("memory_context")

    assert told["structuredContent"]["text"] == ""
    assert told["content"][0]["text"] == told["structuredContent"]["degraded"]
    assert told["structuredContent"]["degraded"]
