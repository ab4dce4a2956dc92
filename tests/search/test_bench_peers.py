import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from benching.corpora import Doc, Query
from benching.peers import Peer, PeerError
from benching.stdio import Tools, run

PROJECT = Path(__file__).parents[2]
ROWS = {
    "id": "small",
    "docs": [
        {"id": "a", "text": "Ana keeps bees on the roof", "session": "s1", "date": "2026-01-02"},
        {"id": "b/2", "text": "Ben sold his canoe", "session": "s2", "date": "2026-01-09"},
    ],
    "queries": [
        {"text": "Who keeps bees?", "gold": ["a"], "category": "single-hop"},
        {"text": "Who sold a canoe?", "gold": ["b/2"], "category": "single-hop"},
    ],
}
DOC, QUERY = Doc("a", "bees", "s1"), Query("bees?", frozenset("a"), frozenset({"s1"}), "?")

# Stand-ins that have just the names the adapters call; each finds what shares a word.
SHARED = """
def best(question, texts):
    words = {word.strip('?"').lower() for word in question.split()} - {"or", "a", "the", "who"}
    scored = [(len(words & set(text.lower().split())), key) for key, text in texts.items()]
    return [key for score, key in sorted(scored, reverse=True, key=lambda pair: pair[0]) if score]
"""
TANTIVY = {"tantivy/__init__.py": SHARED + """
print("a banner")
class SchemaBuilder:
    def add_text_field(self, name, stored=False, tokenizer_name="default"): pass
    def build(self): return self
class Document(dict): pass
class Index:
    def __init__(self, schema, path): self.texts, self.hits = {}, None
    def writer(self): return self
    def add_document(self, document): self.texts[document["id"]] = document["body"]
    def commit(self): pass
    def wait_merging_threads(self): pass
    def reload(self): pass
    def searcher(self): return self
    def parse_query(self, words, fields): return words
    def search(self, words, depth):
        self.hits = [(1.0, key) for key in best(words, self.texts)[:depth]]
        return self
    def doc(self, address): return {"id": [address]}
"""}  # fmt: skip
MEMVID = {"memvid_sdk/__init__.py": SHARED + """
class MemvidError(Exception): pass
def create(path): return Memory()
class Memory:
    def __init__(self): self.texts = {}
    def put_many(self, rows): self.texts.update({row["uri"]: row["text"] for row in rows})
    def find(self, words, k, mode):
        return {"hits": [{"uri": uri + "#page-1"} for uri in best(words, self.texts)[:k]]}
    def ask(self, question, k, mode, context_only):
        if "canoe" in question: raise MemvidError("it takes the question for a fault")
        return {"hits": [{"uri": next(iter(self.texts))}]}
    def close(self): pass
"""}  # fmt: skip
MEMPALACE = {
    "mempalace/__init__.py": SHARED + "texts = {}\n",
    "mempalace/palace.py": """
import mempalace
def get_collection(path): return Drawers()
class Drawers:
    def upsert(self, ids, documents, metadatas):
        mempalace.texts.update(zip(ids, documents, strict=True))
""",
    "mempalace/searcher.py": """
import mempalace
def search_memories(question, path, n_results):
    found = mempalace.best(question, mempalace.texts)[:n_results]
    return {"results": [{"drawer_id": key} for key in found]}
""",
}
BASIC_MEMORY = {
    "basic_memory/__init__.py": SHARED,
    "basic_memory/cli/__init__.py": "",
    "basic_memory/cli/main.py": """
import json, os, pathlib, sys
from basic_memory import best
notes = pathlib.Path(os.environ["BASIC_MEMORY_HOME"])
if sys.argv[1] == "reindex": sys.exit(print("Reindex complete!"))
for line in sys.stdin:
    asked = json.loads(line)
    if asked["method"] == "tools/call":
        texts = {file.name: file.read_text() for file in notes.iterdir()}
        found = best(asked["params"]["arguments"]["query"], texts)
        result = {"structuredContent": {"result": {"results": [{"file_path": f} for f in found]}}}
    else:
        result = {}
    if "id" in asked:
        print(json.dumps({"jsonrpc": "2.0", "method": "notifications/message"}))
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
""",
}


def lay(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def bench(tmp_path: Path, packages: Path | None = None) -> list[str]:
    path = tmp_path / "rows.json"
    path.write_text(json.dumps([ROWS]))
    env = {**os.environ, "PYTHONPATH": str(packages or "")}
    command = [sys.executable, str(PROJECT / "scripts/bench"), "recall", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=env)
    assert "Traceback" not in done.stderr
    return done.stdout.splitlines()


def test_installed_peers_are_judged_on_the_same_questions_and_told_with_their_versions(
    tmp_path: Path,
) -> None:
    packages = lay(tmp_path / "packages", {**TANTIVY, **MEMVID, **MEMPALACE, **BASIC_MEMORY})
    rows = {"tantivy": "tantivy", "memvid-sdk": "memvid", "mempalace": "MemPalace",
            "basic-memory": "basic-memory, words"}  # fmt: skip
    for package in rows:
        facts = f"Metadata-Version: 2.1\nName: {package}\nVersion: 9.8.7\n"
        lay(packages, {f"{package.replace('-', '_')}-9.8.7.dist-info/METADATA": facts})

    lines = bench(tmp_path, packages)

    captions = [line for line in lines if line.startswith("Peers")]
    assert len(captions) == 2  # one below the turns, one below the sessions
    for package, row in rows.items():
        assert all(f"{package} 9.8.7 (" in caption for caption in captions)
        found = [line for line in lines if line.startswith(f"| {row} | 100.0 | 100.0 | ")]
        assert [line.count("|") for line in found] == [15, 15]
    assert not [line for line in lines if line.startswith("Left out")]
    assert "a banner" not in lines


def test_a_peer_that_is_not_installed_is_not_spoken_of(tmp_path: Path) -> None:
    told = "\n".join(bench(tmp_path)).lower()

    for module in ("tantivy", "memvid_sdk", "mempalace", "basic_memory"):
        named = module.partition("_sdk")[0].replace("_", "-")
        assert (named in told) == (importlib.util.find_spec(module) is not None)


def answering(found: str) -> dict[str, str]:
    searcher = f"def search_memories(question, path, n_results): return {found}"
    return {**MEMPALACE, "mempalace/searcher.py": searcher}


def running(program: str) -> dict[str, str]:
    return {**BASIC_MEMORY, "basic_memory/cli/main.py": f"import sys\n{program}"}


@pytest.mark.parametrize(
    "broken",
    [
        [({"tantivy/__init__.py": "raise ImportError('no libc\\nat all')"}, "Error: no libc)"),
         ({"memvid_sdk/__init__.py": "import sys; sys.exit('no licence')"}, "Exit: no licence)"),
         ({"mempalace/__init__.py": ""}, "No module named 'mempalace.palace'"),
         ({"basic_memory/__init__.py": ""}, "basic_memory.cli")],
        [({"tantivy/__init__.py": "class Panic(BaseException): pass\nraise Panic"}, "(Panic: )"),
         ({"memvid_sdk/__init__.py": ""}, "module 'memvid_sdk' has no attribute"),
         (answering("{'error': 'no model'}"), "(RuntimeError: no model)"),
         (running("raise OSError('disk full')"), "OSError: disk full")],
        [({"tantivy/__init__.py": "syntax error"}, "SyntaxError: "),
         (answering("{'results': [{'drawer_id': 'b'}]}"), "what it was not given"),
         (running("sys.exit(sys.argv[1] == 'mcp')"), "it ended with 1")],
        [(running("if sys.argv[1] == 'mcp': print('Hi', flush=True); sys.stdin.read()"),
          "JSONDecodeError")],
    ],
)  # fmt: skip
def test_a_peer_that_does_not_work_is_named_in_one_line_and_the_others_stand(
    tmp_path: Path, broken: list[tuple[dict[str, str], str]]
) -> None:
    for files, _ in broken:
        lay(tmp_path / "packages", files)

    lines = bench(tmp_path, tmp_path / "packages")

    left = [line for line in lines if line.startswith("Left out")]
    assert len(left) == 2 * len(broken)  # below the turns and below the sessions
    for _, why in broken:
        assert sum(why in line and "of unknown version (" in line for line in left) == 2
    assert all(line.endswith("Make it work by itself or uninstall it.") for line in left)
    assert sum(line.startswith("| memoryd lexical | 100.0 ") for line in lines) == 6


class Faulty:
    """A system that does one thing wrong."""

    def __init__(self, at: str, err: BaseException) -> None:
        self.at, self.err, self.asked = at, err, 0

    def meet(self, step: str) -> None:
        if step in self.at.split():
            raise type(self.err)(f"{step}: {self.err}")

    def add(self, _docs: Sequence[Doc]) -> None:
        self.meet("add")

    def search(self, _query: Query, _depth: int) -> Sequence[str]:
        self.asked += 1
        self.meet("search" if self.asked == 1 else "later")
        return ["a"]

    def close(self) -> None:
        self.meet("close")


def used(at: str, err: BaseException, folder: Path) -> None:
    peer = Peer("x", "no-such-package", ("x",), lambda _: Faulty(at, err), "asked so")
    system = peer.start(folder)
    try:
        system.add([DOC])
        for _ in range(2):
            assert system.search(QUERY, 10) == ["a"]
    finally:
        system.close()


@pytest.mark.parametrize("at", ["add", "search", "later", "close", "search close"])
@pytest.mark.parametrize("kind", [ValueError, MemoryError, SystemExit, StopIteration])
def test_whatever_a_peer_raises_is_one_kind_of_error_that_tells_what_came_first(
    tmp_path: Path, at: str, kind: type[BaseException]
) -> None:
    with pytest.raises(PeerError, match=rf"{kind.__name__}: {at.split(maxsplit=1)[0]}: broken"):
        used(at, kind("broken"), tmp_path)


def test_a_person_may_interrupt_a_peer(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        used("search", KeyboardInterrupt("stop"), tmp_path)


def test_the_end_of_a_tool_server_is_told_by_its_last_words() -> None:
    with pytest.raises(RuntimeError, match="last words"):
        Tools(["-c", "import sys; sys.stderr.write('first\\nlast words\\n')"], os.environ)
    with pytest.raises(RuntimeError, match="it ended with 3"):
        run(["-c", "raise SystemExit(3)"], os.environ)
