"""Programs of others in this Python, and those that offer tools over MCP."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

_HELLO = {"protocolVersion": "2025-06-18", "capabilities": {},
          "clientInfo": {"name": "benching", "version": "1"}}  # fmt: skip


def run(words: Sequence[str], env: Mapping[str, str]) -> None:
    """Run a program to its end; raises RuntimeError with its last line when it fails."""
    done = subprocess.run(  # noqa: S603 - what a person installed to be compared
        [sys.executable, *words], env=env, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(_last(done.stderr or done.stdout, done.returncode))


class Tools:
    """A server of tools on the other end of a pipe."""

    def __init__(self, words: Sequence[str], env: Mapping[str, str]) -> None:
        """Start the server and greet it."""
        self._said = tempfile.TemporaryFile("w+")  # noqa: SIM115 - as long as the server
        self._server = subprocess.Popen(  # noqa: S603 - see above
            [sys.executable, *words], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=self._said, text=True,
        )  # fmt: skip
        self._numbers = count(1)
        try:
            self._ask("initialize", _HELLO)
            self._send({"method": "notifications/initialized"})
        except BaseException:
            self.close()
            raise

    def call(self, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a tool answers, as data; raises RuntimeError when it refuses."""
        answer = self._ask("tools/call", {"name": tool, "arguments": arguments})
        if answer.get("isError"):
            raise RuntimeError(answer["content"][0]["text"])
        return answer["structuredContent"]

    def close(self) -> None:
        """End the server."""
        self._server.terminate()
        self._server.communicate()
        self._said.close()

    def _ask(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        number = next(self._numbers)
        self._send({"id": number, "method": method, "params": params})
        for line in self._server.stdout:
            said = json.loads(line)
            if said.get("id") == number and "method" not in said:
                if "error" in said:
                    raise RuntimeError(said["error"]["message"])
                return said["result"]
        self._said.seek(0)
        raise RuntimeError(_last(self._said.read(), self._server.wait()))

    def _send(self, message: Mapping[str, Any]) -> None:
        self._server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self._server.stdin.flush()


def _last(text: str, code: int) -> str:
    """Return the last line of what a program said, or how it ended."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else f"it ended with {code}"
