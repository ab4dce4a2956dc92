"""A model server on loopback: answers as scripted, well or badly, and keeps what it was sent."""

import json
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Step = Callable[["Handler"], None]


@dataclass(slots=True)
class Sent:
    """One request as the server got it."""

    path: str
    headers: dict[str, str]
    raw: bytes

    @property
    def body(self) -> Any:
        return json.loads(self.raw)


class Handler(BaseHTTPRequestHandler):
    """Takes the next step of the script; the last one is repeated."""

    protocol_version = "HTTP/1.1"
    server: "Server"

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length", 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        step = self.server.take(Sent(self.path, headers, self.rfile.read(length)))
        with suppress(ConnectionError):
            step(self)
        self.close_connection = True

    def do_GET(self) -> None:
        """A followed redirect would arrive so."""
        self.do_POST()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, script: list[Step]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script = script
        self.sent: list[Sent] = []
        self.lock = threading.Lock()

    def take(self, sent: Sent) -> Step:
        with self.lock:
            self.sent.append(sent)
            return self.script[min(len(self.sent), len(self.script)) - 1]

    def handle_error(self, *_: object) -> None:
        """A client that hangs up is part of the game."""


@dataclass(slots=True)
class ModelServer:
    """What a test sees: the address, and the requests so far."""

    url: str
    sent: list[Sent] = field(default_factory=list)

    @property
    def prompts(self) -> list[str]:
        return [request.body["messages"][-1]["content"] for request in self.sent]


@contextmanager
def model_server(*script: Step) -> Iterator[ModelServer]:
    """Serve a script on a free port of this machine."""
    server = Server(list(script))
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield ModelServer(f"http://127.0.0.1:{server.server_port}", server.sent)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def anthropic(text: str, stop: str = "end_turn", usage: Any = None) -> Step:
    """Answer as Anthropic does; a block of thinking comes first, as newer models have it."""
    blocks = [{"type": "thinking", "thinking": "{}"}, {"type": "text", "text": text}]
    counts = {"input_tokens": 1000, "output_tokens": 200} if usage is None else usage
    return reply(200, {"content": blocks, "stop_reason": stop, "usage": counts})


def openai(text: str | None, stop: str = "stop", usage: Any = None, **message: Any) -> Step:
    """Answer as OpenAI does."""
    choice = {"message": {"content": text, **message}, "finish_reason": stop}
    counts = {"prompt_tokens": 1000, "completion_tokens": 200} if usage is None else usage
    return reply(200, {"choices": [choice], "usage": counts})


def reply(status: int, body: Any = b"", *, kind: str = "application/json", **headers: str) -> Step:
    """Answer with a status and a body: bytes, or JSON; header_name="x" becomes header-name: x."""
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()

    def step(handler: Handler) -> None:
        handler.send_response(status)
        handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", str(len(raw)))
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(raw)

    return step


def reset(*, after: bytes = b"") -> Step:
    """Reset the connection, at once or in the middle of an answer."""

    def step(handler: Handler) -> None:
        handler.connection.sendall(after)
        linger = struct.pack("ii", 1, 0)
        handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        handler.rfile.close()
        handler.wfile.close()
        handler.connection.close()

    return step


def hang(seconds: float = 100.0) -> Step:
    """Say nothing for longer than anybody waits."""
    return lambda _: time.sleep(seconds)


def drip(head: bytes, byte: bytes = b" ", seconds: float = 0.05, times: int = 2_000) -> Step:
    """Send a byte now and then, so that no single read ever times out."""

    def step(handler: Handler) -> None:
        handler.connection.sendall(head)
        for _ in range(times):
            handler.connection.sendall(byte)
            time.sleep(seconds)

    return step
