"""The ways to ask a memory in this process, each as the program itself goes them."""

import io
import json
import os
import re
import sys
from collections.abc import Callable
from typing import Any

from memoryd.errors import MemorydError
from memoryd.jobs.reading import glance
from memoryd.jobs.showing import context
from memoryd.mcp.answers import open_answers
from memoryd.mcp.protocol import RpcError, request_of
from memoryd.mcp.server import Conversation
from tests.mcp.asking import Call
from tests.mcp.canaries import CANARIES, World

# What differs between two memories that were written at two times.
_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?")
_RUN = re.compile(r"\b[0-9a-f]{16}\b")


class Doors:
    """One memory, asked by every door."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._servers = {
            private: Conversation(lambda private=private: self._answers(private=private))
            for private in (False, True)
        }
        self._doors: dict[str, Callable[[Call], str]] = {
            "mcp": self._mcp, "argv": self._argv, "hook": self._hook, "context": self._context,
        }  # fmt: skip

    def __call__(self, call: Call) -> str:
        """Return all that is said to a call."""
        with self.world.here():
            said = self._doors[call.door](call)
        return self.settled(call, self.world, said)

    @staticmethod
    def settled(call: Call, world: World, said: str) -> str:
        """Return what was said without what differs between two homes made at two times."""
        # It tells when a file was first seen, and by which run.
        if call.door == "argv" and call.what[0] == "log":
            said = _RUN.sub("RUN", _TIME.sub("TIME", said))
        return said.replace(str(world.base), "HOME")

    def _answers(self, *, private: bool) -> Any:
        return open_answers(os.environ, None, private=private)

    def _mcp(self, call: Call) -> str:
        try:
            asked = request_of(call.what)
        except RpcError as err:
            return str(err)
        assert asked is not None
        return json.dumps(self._servers[call.private].answer(asked), ensure_ascii=False)

    def _argv(self, call: Call) -> str:
        code, said = self.world.types(*call.what)
        assert "unexpected" not in said, (call, said)
        return f"{code}\n{said}"

    def _hook(self, call: Call) -> str:
        argv, raw = call.what
        before = sys.stdin
        sys.stdin = io.TextIOWrapper(io.BytesIO(raw.encode("utf-8", "surrogatepass")))
        try:
            code, said = self.world.types("hook", *argv)
        finally:
            sys.stdin = before
        assert "unexpected" not in said, (call, said)
        return f"{code}\n{said}"

    def _context(self, call: Call) -> str:
        try:
            return json.dumps(context(glance(self.world.env, None), call.what), ensure_ascii=False)
        except MemorydError as err:
            return str(err)


def heard(said: str) -> list[str]:
    """Return the canaries that stand in what was said."""
    return [canary for canary in CANARIES if canary in said.lower()]
