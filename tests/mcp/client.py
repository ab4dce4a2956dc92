"""A client of the server as a real process: lines in, lines out, and nothing of our own code."""

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from memoryd.paths import Paths

PROJECT = Path(__file__).parents[2]
PATIENCE = 60.0


def socket_of(home: Path) -> Path:
    """Where a daemon would listen for those whose home this is, in the sealed tests."""
    runtime, state = str(home / "xdg_runtime_dir"), str(home / "xdg_state_home")
    env = {"HOME": str(home), "XDG_RUNTIME_DIR": runtime, "XDG_STATE_HOME": state}
    return Paths.of(env).socket


def request(id_: Any, method: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id_, "method": method, "params": params}


def tool(id_: Any, name: str, **arguments: Any) -> dict[str, Any]:
    return request(id_, "tools/call", name=name, arguments=arguments)


class Client:
    """Starts `memoryd mcp` and speaks to it; every line of its stdout must be JSON."""

    def __init__(self, *options: str, before: Sequence[str] = ()) -> None:
        """Start it. before: words that stand before the command."""
        self.process = subprocess.Popen(
            [*before, sys.executable, "-m", "memoryd", "mcp", *options],
            cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe:
                pipe.close()

    def sends(self, *messages: Any) -> None:
        raw = b"".join(json.dumps(message).encode() + b"\n" for message in messages)
        self.sends_bytes(raw)

    def sends_bytes(self, raw: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(raw)
        self.process.stdin.flush()

    def hears(self) -> Any:
        line = self._lines.get(timeout=PATIENCE)
        assert line is not None, "the server has closed its end"
        return json.loads(line)

    def hears_all(self, count: int) -> dict[Any, Any]:
        """The next answers by id, in whatever order they come."""
        found = [self.hears() for _ in range(count)]
        return {answer["id"]: answer for answer in found}

    def asks(self, method: str, **params: Any) -> Any:
        self.sends(request("asked", method, **params))
        return self.hears()

    def calls(self, name: str, **arguments: Any) -> Any:
        """The result of a tool."""
        return self.asks("tools/call", name=name, arguments=arguments)["result"]

    def hangs_up(self) -> tuple[int, list[Any], str]:
        """Close our end; the exit code, what was still said, and standard error."""
        assert self.process.stdin is not None
        assert self.process.stderr is not None
        self.process.stdin.close()
        rest = []
        while (line := self._lines.get(timeout=PATIENCE)) is not None:
            rest.append(json.loads(line))
        return self.process.wait(PATIENCE), rest, self.process.stderr.read().decode()
