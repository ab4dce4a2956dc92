"""The product itself: turns told in files, read by a heartbeat, asked as the daemon is asked."""

import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from benching.corpora import Doc, Query
from memoryd.jobs.search import MOST
from memoryd.wiring import App, LateStore

_NOW = "2026-01-01"  # for questions that have no day
_CONFIG = """\
[operator]
timezone = "UTC"
[memory]
root = {root}
[layers]
tacit = false
notes = false
graph = false
[sources.claude_code]
enabled = false
[sources.pi]
enabled = false
[sources.plain]
paths = [{chats}]
[search]
semantic = {semantic}
"""


class Product:
    """A memory root of its own; a session is found by its lines."""

    def __init__(self, folder: Path, *, semantic: bool) -> None:
        """Begin an empty memory. semantic: search by meaning too."""
        self._chats, self._semantic = folder / "chats", semantic
        self._chats.mkdir()
        config = folder / "config.toml"
        places = {"root": folder / "life", "chats": self._chats}
        quoted = {name: json.dumps(str(place)) for name, place in places.items()}
        config.write_text(_CONFIG.format(**quoted, semantic=str(semantic).lower()))
        env = {"HOME": str(folder), "XDG_STATE_HOME": str(folder / "state")}
        self._memory = LateStore(App.of(env, config_file=config, now=_NOW), wait=1)
        self._sessions: dict[str, str] = {}  # a file's name -> the first turn of its session

    def add(self, docs: Sequence[Doc]) -> None:
        """Let each session be told in a file of its own, read them, and index them."""
        for told in (list(turns) for _, turns in groupby(docs, key=lambda doc: doc.session)):
            name = f"s{len(self._sessions)}"
            self._sessions[name] = told[0].id
            rows = (json.dumps(_row(doc, at)) + "\n" for at, doc in enumerate(told))
            (self._chats / f"{name}.jsonl").write_text("".join(rows))
        self._perform("heartbeat", {})
        self._perform("search", {"query": "begin", "audience": "private",
                                 "semantic": self._semantic})  # fmt: skip

    def search(self, query: Query, depth: int) -> Sequence[str]:
        """Return the first turn of each session found, best first."""
        limit = min(depth, MOST)
        asked = {"query": query.text, "limit": limit, "audience": "private"}
        found = self._perform("search", asked)["results"]
        return [self._sessions[_session(hit["path"])] for hit in found]

    def close(self) -> None:
        """Close the memory."""
        self._memory.close()

    def _perform(self, verb: str, params: Mapping[str, Any]) -> dict[str, Any]:
        return self._memory.perform(verb, params, lambda _: None)


def _row(doc: Doc, at: int) -> dict[str, str]:
    """Return a turn in the plain format: everybody is somebody in a direct chat."""
    time = f"{doc.day or _NOW}T09:{at // 60 % 60:02}:{at % 60:02}Z"
    return {"time": time, "role": "member", "speaker": doc.speaker or "somebody", "id": str(at),
            "channel": "chat:direct", "text": doc.text}  # fmt: skip


def _session(path: str) -> str:
    """Return the file's name in the path of a line: lines/plain/NAME#DAY."""
    return path.rpartition("/")[2].partition("#")[0]
