"""Vectors from a server that the operator named: within the caps, and nothing leaks."""

import json
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy", reason="needs memoryd[semantic]")

from memoryd.jobs.embeddings import open_embedder
from memoryd.jobs.reading import open_reading
from memoryd.jobs.search import embedder_of, query_of, search
from memoryd.search.embedding import LocalEmbedder
from memoryd.wiring import App, LateStore
from tests.search.meanings import Meanings
from tests.store_kit import Home

KEY = "sk-test-0123456789"
SECRET = "gh" + "p_" + "R4nd0mT0kenForTestsOnly0123456789abc"
NOW = datetime(2026, 2, 16, 9, tzinfo=UTC)


class Handler(BaseHTTPRequestHandler):
    server: "Server"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.sent.append((dict(self.headers), body))
        status, answer = self.server.answer(body)
        raw = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class Server(ThreadingHTTPServer):
    """Makes vectors to which `instrument` and `cello` are one word."""

    daemon_threads = True
    block_on_close = False
    size, status = 96, 200

    def __init__(self, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.sent: list[tuple[dict[str, str], Any]] = []

    def answer(self, body: Any) -> tuple[int, Any]:
        if self.status != 200:
            return self.status, {"error": {"message": f"no: {KEY}"}}
        texts = [text.lower().replace("instrument", "cello") for text in body["input"]]
        rows = Meanings(size=self.size).embed(texts)
        data = [{"index": at, "embedding": row} for at, row in enumerate(rows)]
        return 200, {"data": data, "usage": {"prompt_tokens": 7, "total_tokens": 7}}

    @property
    def texts(self) -> list[str]:
        return [text for _, body in self.sent for text in body["input"]]


@contextmanager
def serving(port: int = 0) -> Iterator[Server]:
    server = Server(port)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Memory(Home):
    """A home with a daemon's store, whose configuration names a server for vectors."""

    env: dict[str, str]
    late: LateStore | None = None

    def configured(self, server: Server | None, *more: str, model: str = "words-1") -> None:
        lines = [f'[memory]\nroot = "{self.root}"']
        if server is not None:
            url = f"http://127.0.0.1:{server.server_port}"
            lines.append(f'[embeddings]\nbase_url = "{url}"\nmodel = "{model}"')
        self.file.write_text("\n".join([*lines, *more]) + "\n")

    @property
    def file(self) -> Path:
        return self.base / "config.toml"

    def ask(self, words: str, audience: str = "private", *, wait: bool = True) -> dict[str, Any]:
        self.late = self.late or LateStore(App.of(self.env, config_file=self.file), wait=1)
        params = {"query": words, "audience": audience, "semantic": wait}
        return self.late.perform("search", params, lambda _: None)

    def ledger(self) -> list[dict[str, Any]]:
        path = Path(self.env["XDG_STATE_HOME"]) / "memoryd/llm.jsonl"
        return [json.loads(row) for row in path.read_text().splitlines()] if path.exists() else []


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    home = Memory(tmp_path)
    home.env = {"HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "own"),
                "OPENAI_API_KEY": KEY}  # fmt: skip
    home.say("@person Sarah: plays the cello in Bremen", day="2026-01-05")
    home.say("@project Beacon: uses REST for its interface", day="2026-01-13")
    home.beat()
    yield home
    if home.late is not None:
        home.late.close()


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


def ids(answer: dict[str, Any]) -> list[str]:
    return [row["id"] for row in answer["results"] if row["id"]]


def test_what_shares_no_word_is_found_through_the_server(memory: Memory, server: Server) -> None:
    memory.configured(server)

    answer = memory.ask("instrument")

    assert ids(answer)[0] == "sarah-001"
    assert (answer["mode"], answer["degraded"]) == ("hybrid", None)
    assert {body["model"] for _, body in server.sent} == {"words-1"}


@pytest.mark.parametrize("more", ["", "[search]\nsemantic = true", '[llm]\nprovider = "offline"'])
def test_nothing_is_sent_while_no_server_is_named(
    memory: Memory, server: Server, more: str
) -> None:
    memory.configured(None, more)
    app = App.of(memory.env, config_file=memory.file)
    made = embedder_of(app.settings(), app.embedder)

    assert isinstance(made, LocalEmbedder | str)
    assert memory.ask("cello", wait=False)["results"]
    assert (server.sent, memory.ledger()) == ([], [])


def test_nothing_is_sent_while_meaning_is_switched_off(memory: Memory, server: Server) -> None:
    memory.configured(server, "[search]\nsemantic = false")

    assert "switched off" in memory.ask("cello")["degraded"]
    assert server.sent == []


def test_a_server_without_a_model_is_said_in_one_line(memory: Memory) -> None:
    memory.configured(None, '[embeddings]\nbase_url = "http://127.0.0.1:9"')

    answer = memory.ask("cello")
    assert "[embeddings] model is missing" in answer["degraded"]
    assert answer["results"]


def test_each_call_has_its_line_in_the_ledger(memory: Memory, server: Server) -> None:
    memory.configured(server, '[prices."words-1"]\ninput = 1.0\noutput = 0.0')
    memory.ask("instrument")

    rows = memory.ledger()
    assert len(rows) == len(server.sent)
    assert {(row["purpose"], row["model"], row["outcome"]) for row in rows} == {
        ("embedding", "words-1", "ok")
    }
    assert all(row["cost_usd"] > 0 and row["input_tokens"] == 7 for row in rows)


CAPS = {
    "no tokens left": "[budget]\ndaily_tokens = 1",
    "no money": '[budget]\ndaily_usd = 0.0\n[prices."words-1"]\ninput = 1.0\noutput = 0.0',
    "no money this month": (
        '[budget]\nmonthly_usd = 0.0\n[prices."words-1"]\ninput = 1.0\noutput = 0.0'
    ),
}


@pytest.mark.parametrize("cap", CAPS.values(), ids=CAPS.keys())
def test_a_cap_stops_the_call_and_words_answer(memory: Memory, server: Server, cap: str) -> None:
    memory.configured(server, cap)

    answer = memory.ask("cello")
    assert ids(answer) == ["sarah-001"]
    assert answer["mode"] == "lexical"
    assert "budget" in answer["degraded"]
    assert server.sent == []


FAILS = (401, 429, 503)


@pytest.mark.parametrize("status", FAILS)
@pytest.mark.parametrize("audience", ["private", "group"])
def test_a_server_that_fails_leaves_the_answer_by_words_and_says_so(
    memory: Memory, server: Server, status: int, audience: str
) -> None:
    server.status = status
    memory.configured(server)

    answer = memory.ask("REST interface", audience, wait=False)
    assert ids(answer) == ["beacon-001"]
    assert answer["mode"] == "lexical"
    assert answer["degraded"]
    assert KEY not in json.dumps(answer)
    later = memory.ask("REST interface", audience)["degraded"]
    assert ("127.0.0.1" in later) is (audience == "private")


@pytest.mark.parametrize("audience", ["private", "group"])
def test_a_server_that_is_down_leaves_the_answer_by_words(memory: Memory, audience: str) -> None:
    with serving() as gone:
        memory.configured(gone)

    answer = memory.ask("REST", audience, wait=False)
    assert ids(answer) == ["beacon-001"]
    assert (answer["mode"], bool(answer["degraded"])) == ("lexical", True)


def test_another_model_makes_all_vectors_anew_by_itself(memory: Memory, server: Server) -> None:
    memory.configured(server)
    memory.ask("instrument")
    server.sent.clear()
    memory.configured(server, model="words-2")
    server.size = 64

    assert ids(memory.ask("instrument"))[0] == "sarah-001"
    assert {body["model"] for _, body in server.sent} == {"words-2"}
    assert sum("cello" in text for text in server.texts) >= 2
    server.sent.clear()
    assert memory.ask("instrument")["mode"] == "hybrid"
    assert server.sent == []


def test_the_same_name_on_another_server_is_another_model(memory: Memory, server: Server) -> None:
    memory.configured(server)
    memory.ask("instrument")
    with serving() as other:
        memory.configured(other)
        assert memory.ask("instrument")["mode"] == "hybrid"
        assert sum("cello" in text for text in other.texts) >= 2


def test_vectors_of_another_size_under_the_same_name_are_made_anew(
    memory: Memory, server: Server
) -> None:
    memory.configured(server)
    memory.ask("instrument")
    server.size = 32

    first = memory.ask("which instrument", wait=False)
    assert (first["mode"], "made anew" in first["degraded"]) == ("lexical", True)
    again = memory.ask("instrument")
    assert (again["mode"], ids(again)[0]) == ("hybrid", "sarah-001")


def test_a_new_passage_of_another_size_makes_all_anew(memory: Memory, server: Server) -> None:
    memory.configured(server)
    memory.ask("instrument")
    server.size = 32
    (memory.root / "MEMORY.md").write_text("- Walks at noon\n")

    memory.ask("walks")
    answer = memory.ask("instrument")
    assert (answer["mode"], ids(answer)[0]) == ("hybrid", "sarah-001")


def test_secrets_are_masked_before_anything_is_sent(memory: Memory, server: Server) -> None:
    (memory.root / "MEMORY.md").write_text(f"- The tapir token is {SECRET}\n")
    memory.configured(server)
    memory.ask(f"whose token is {SECRET}")

    sent = json.dumps(server.texts)
    assert "tapir" in sent
    assert "whose token is [secret:" in sent
    assert SECRET not in sent


def test_neither_key_nor_text_is_logged_or_told(
    memory: Memory, server: Server, caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    caplog.set_level(logging.DEBUG)
    server.status = 500
    memory.configured(server)
    answer = memory.ask("who plays the cello")

    assert {headers["Authorization"] for headers, _ in server.sent} == {f"Bearer {KEY}"}
    shown = "".join([caplog.text, *capfd.readouterr(), json.dumps(memory.ledger()),
                     str(answer["degraded"])])  # fmt: skip
    assert KEY not in shown
    assert "cello" not in shown


def test_a_group_learns_nothing_from_vectors_of_what_is_private(
    memory: Memory, server: Server
) -> None:
    memory.configured(server)
    assert ids(memory.ask("instrument"))

    for words in ("instrument", "cello", "plays the cello in Bremen", "sarah"):
        told = memory.ask(words, "group")
        assert not [row for row in told["results"] if row["entity"] != "projects/beacon"]
        assert "cello" not in json.dumps(told)


OWNERS: dict[str, tuple[str, bool]] = {
    "no model needs a key": ("", True),
    "the model speaks another way": ('[llm]\nprovider = "anthropic"\nmodel = "m"', False),
    "the model is elsewhere": (
        '[llm]\nprovider = "openai"\nmodel = "m"\nbase_url = "https://llm.example"', False,
    ),
    "a job's model is elsewhere": (
        '[llm.nightly]\nprovider = "openai"\nmodel = "m"\nbase_url = "https://x.example"', False,
    ),
    "the model is there too": (
        '[llm]\nprovider = "openai"\nmodel = "m"\nbase_url = "http://127.0.0.1:{port}"', True,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("llm", "shared"), OWNERS.values(), ids=OWNERS.keys())
def test_the_one_key_file_goes_only_to_whom_it_was_meant_for(
    memory: Memory, server: Server, llm: str, *, shared: bool
) -> None:
    del memory.env["OPENAI_API_KEY"]
    place = memory.base / ".config/memoryd/llm_api_key"
    place.parent.mkdir(parents=True)
    place.touch(mode=0o600)
    place.write_text(KEY)
    memory.configured(server, llm.replace("{port}", str(server.server_port)))
    made = open_embedder(App.of(memory.env, config_file=memory.file).config, env=memory.env)
    assert not isinstance(made, str)

    made.embed(["tea"])
    assert ("Authorization" in server.sent[0][0]) is shared


def test_a_command_asks_the_server_where_it_is_told_to_wait(memory: Memory, server: Server) -> None:
    memory.configured(server)
    app = App.of(memory.env, config_file=memory.file)
    reading = open_reading(memory.env, memory.file)
    query = query_of({"query": "instrument", "audience": "private"}, NOW)

    assert search(reading, query)["mode"] == "lexical"
    assert server.sent == []
    waited = search(reading, query, lambda _: None, app.embedder)
    assert (waited["mode"], ids(waited)[0]) == ("hybrid", "sarah-001")
