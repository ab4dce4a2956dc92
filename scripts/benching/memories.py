"""Memory products of others, given the same turns, each a note of its own, all without a network.

What they would tell their makers is switched off, and the reader's own memories are not touched;
MemPalace alone leaves the files of its locks in the reader's home, wherever its palace is.
"""

import os
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from benching.corpora import Doc, Query
from benching.shape import question_words, rendered
from benching.stdio import Tools, run


class Memvid:
    """Memvid's file, by words: what it would tell a model for the question, then any word.

    The former is mostly one turn, and its finding of a whole question wants every word of it: each
    alone puts it lower.
    """

    def __init__(self, folder: Path) -> None:
        """Begin an empty file."""
        os.environ["MEMVID_TELEMETRY"] = "0"
        import memvid_sdk  # noqa: PLC0415 - an extra; without it this line is left out of the table

        self._ids: list[str] = []
        self._refusal = memvid_sdk.MemvidError
        self._memory = memvid_sdk.create(str(folder / "memory.mv2"))

    def add(self, docs: Sequence[Doc]) -> None:
        """Put the turns at addresses by number: ids of theirs may hold what addresses may not."""
        first = len(self._ids)
        self._ids += [doc.id for doc in docs]
        texts = zip(docs, rendered(docs, True, 0), strict=True)  # noqa: FBT003
        self._memory.put_many([
            {"title": doc.speaker or "somebody", "label": "turn", "text": text,
             "uri": f"mv2://turns/{at}"}
            for at, (doc, text) in enumerate(texts, first)
        ])  # fmt: skip

    def search(self, query: Query, depth: int) -> Sequence[str]:
        """Ask the question as it is, then for any of its words."""
        words = " OR ".join(f'"{word}"' for word in question_words(query.text))
        hits = self._context(query.text, depth)
        hits += self._memory.find(words, k=depth, mode="lex")["hits"] if words else []
        return [self._ids[_number(hit["uri"].partition("#")[0])] for hit in hits]

    def _context(self, question: str, depth: int) -> list[dict[str, Any]]:
        """Return what a model would be told; nothing where it refuses, as it does some words."""
        try:
            return list(self._memory.ask(question, k=depth, mode="lex", context_only=True)["hits"])
        except self._refusal:
            return []

    def close(self) -> None:
        """Close the file."""
        self._memory.close()


class MemPalace:
    """MemPalace's search by meaning and words over drawers that were filed verbatim."""

    def __init__(self, folder: Path) -> None:
        """Begin an empty palace; its settings are its own, not the reader's."""
        os.environ["MEMPALACE_CONFIG_DIR"] = str(folder)
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # onnxruntime's, which runs its model
        from mempalace.palace import get_collection  # noqa: PLC0415 - see above
        from mempalace.searcher import search_memories  # noqa: PLC0415 - see above

        self._palace, self._ask = str(folder / "palace"), search_memories
        self._drawers = get_collection(self._palace)

    def add(self, docs: Sequence[Doc]) -> None:
        """File each turn as a drawer, a session a room."""
        for session, turns in groupby(docs, key=lambda doc: doc.session):
            told = list(turns)
            self._drawers.upsert(
                ids=[doc.id for doc in told],
                documents=rendered(told, True, 0),  # noqa: FBT003
                metadatas=[{"wing": "talk", "room": session or "talk", "chunk_index": at,
                            "source_file": session or "talk"} for at in range(len(told))],
            )  # fmt: skip

    def search(self, query: Query, depth: int) -> Sequence[str]:
        """Ask the question as it is."""
        found = self._ask(query.text, self._palace, n_results=depth)
        if "error" in found:
            raise RuntimeError(found["error"])
        return [hit["drawer_id"] for hit in found["results"]]

    def close(self) -> None:
        """Leave the palace to its folder."""


class BasicMemory:
    """basic-memory's notes, asked as an agent asks: by its tool, over MCP.

    Its vectors need a model from a hub at first use, so they are off and the row says so.
    """

    def __init__(self, folder: Path) -> None:
        """Begin a project with no notes."""
        self._notes, self._ids = folder / "notes", list[str]()
        self._notes.mkdir()
        self._env = {**os.environ, "BASIC_MEMORY_HOME": str(self._notes),
                     "BASIC_MEMORY_CONFIG_DIR": str(folder / "settings"),
                     "BASIC_MEMORY_SEMANTIC_SEARCH_ENABLED": "false",
                     "BASIC_MEMORY_NO_PROMOS": "1",
                     "FASTMCP_CHECK_FOR_UPDATES": "off"}  # fmt: skip
        self._tools: Tools | None = None

    def add(self, docs: Sequence[Doc]) -> None:
        """Write one note a turn and let them be indexed."""
        for at, text in enumerate(rendered(docs, True, 0), len(self._ids)):  # noqa: FBT003
            (self._notes / f"{at}.md").write_text(text + "\n", encoding="utf-8")
        self._ids += [doc.id for doc in docs]
        run(["-m", "basic_memory.cli.main", "reindex", "--search"], self._env)
        self._tools = self._tools or Tools(["-m", "basic_memory.cli.main", "mcp"], self._env)

    def search(self, query: Query, depth: int) -> Sequence[str]:
        """Ask the question as it is."""
        asked = {"query": query.text, "page_size": depth, "output_format": "json"}
        if self._tools is None:
            return []  # nothing was told yet
        found = self._tools.call("search_notes", asked)["result"]["results"]
        return [self._ids[_number(hit["file_path"].removesuffix(".md"))] for hit in found]

    def close(self) -> None:
        """End its server."""
        if self._tools is not None:
            self._tools.close()


def _number(path: str) -> int:
    """Return the number at the end of an address or a path."""
    return int(path.rpartition("/")[2])
