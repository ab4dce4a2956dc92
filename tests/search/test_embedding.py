"""The client of the model's process: one child, there when needed, gone when idle, no hang."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memoryd.errors import EmbeddingError
from memoryd.search import embedding
from memoryd.search.embedding import DIMENSION, LocalEmbedder, Questions
from memoryd.search.wording import key_of
from tests.search.meanings import Meanings

# A child that answers with the length of each text; what a test wants broken goes in front.
CHILD = """
import array, json, os, socket, sys, time
from memoryd.search.embedding import DIMENSION, receive, send
channel = socket.socket(fileno=0)
send(channel, b'{"ready": true}')
channel.settimeout(float(sys.argv[1]) if len(sys.argv) > 1 else None)
while True:
    try:
        texts = json.loads(receive(channel))
    except (EOFError, OSError):
        break
    for text in texts:
        exec(text[5:]) if text.startswith("exec:") else None
    send(channel, b"".join(array.array("f", [len(t)] * DIMENSION).tobytes() for t in texts))
"""
GOES = "exec:os._exit(3)"


@contextmanager
def child(code: str = CHILD, *arguments: str) -> Iterator[LocalEmbedder]:
    embedder = LocalEmbedder(program=(sys.executable, "-c", code, *arguments))
    try:
        yield embedder
    finally:
        embedder.close()


def first_numbers(embedder: LocalEmbedder, *texts: str) -> list[float]:
    return [row[0] for row in embedder.embed(texts)]


def until(true: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 20
    while not true() and time.monotonic() < deadline:
        time.sleep(0.01)
    return true()


def gone(pid: int) -> bool:
    return not Path(f"/proc/{pid}").exists()


def test_each_text_gets_its_row_in_order() -> None:
    with child() as embedder:
        texts = ["a" * number for number in range(30)]
        rows = embedder.embed(texts)
        assert [row[0] for row in rows] == list(range(30))
        assert {len(row) for row in rows} == {DIMENSION}
        assert embedder.embed([]) == []


def test_nothing_is_started_before_it_is_needed() -> None:
    with child() as embedder:
        assert embedder.pid is None


def test_one_child_serves_many_threads() -> None:
    with child() as embedder:
        pids, threads = set(), []
        for number in range(8):

            def ask(number: int = number) -> None:
                assert first_numbers(embedder, "x" * number) == [number]
                pids.add(embedder.pid)

            threads.append(threading.Thread(target=ask))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(pids) == 1


def test_a_child_that_was_killed_is_replaced() -> None:
    with child() as embedder:
        first_numbers(embedder, "x")
        before = embedder.pid
        assert before
        os.kill(before, 9)
        assert first_numbers(embedder, "xy") == [2]
        assert embedder.pid != before
        assert gone(before)


def test_an_idle_child_goes_and_leaves_no_zombie() -> None:
    with child(CHILD, "0.2") as embedder:
        first_numbers(embedder, "x")
        pid = embedder.pid
        assert pid
        assert until(lambda: gone(pid))
        assert embedder.pid is None
        assert first_numbers(embedder, "xy") == [2]


def test_a_text_that_ends_the_child_twice_is_given_up_and_nothing_is_started_for_a_while() -> None:
    with child() as embedder:
        with pytest.raises(EmbeddingError, match="ended without an answer"):
            embedder.embed([GOES])
        with pytest.raises(EmbeddingError, match="ended without an answer"):
            embedder.embed(["fine"])
        assert embedder.pid is None


@pytest.mark.parametrize(
    "code",
    ["raise SystemExit(1)", "import socket; socket.socket(fileno=0).sendall(b'\\xff' * 99)",
     "import socket; socket.socket(fileno=0).sendall(b'\\4\\0\\0\\0oops')"],
)  # fmt: skip
def test_a_program_that_is_no_embedder_is_said_in_one_line(code: str) -> None:
    with child(code) as embedder, pytest.raises(EmbeddingError) as caught:
        embedder.embed(["x"])
    assert "\n" not in str(caught.value)


def test_what_the_child_says_is_wrong_is_what_the_asker_reads() -> None:
    code = (
        "import socket; from memoryd.search.embedding import send;"
        'send(socket.socket(fileno=0), b\'{"trouble": "the weights are missing"}\')'
    )
    with child(code) as embedder:
        for _ in range(2):
            with pytest.raises(EmbeddingError, match="the weights are missing"):
                embedder.embed(["x"])


def test_the_child_sees_a_clean_environment_and_no_open_files(tmp_path: Path) -> None:
    os.environ["MEMORYD_TEST_SETTING"] = "private"
    seen = tmp_path / "seen"
    with (tmp_path / "other").open("w"), child() as embedder:
        said = "[os.getcwd(), sorted(os.environ), os.umask(0), os.listdir('/proc/self/fd')]"
        embedder.embed([f"exec:open({str(seen)!r}, 'w').write(json.dumps({said}))"])
    del os.environ["MEMORYD_TEST_SETTING"]
    cwd, names, umask, files = json.loads(seen.read_text())
    assert (cwd, umask) == ("/", 0o077)
    assert "MEMORYD_TEST_SETTING" not in names
    assert "HOME" not in names
    assert len(files) <= 5  # stdin, stdout, stderr, the listing itself and the file written


def test_the_child_loads_what_its_parent_did_from_any_folder(tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit")
    code = (
        "import os, sys; sys.path.insert(0, '');"
        "from memoryd.search.embedding import LocalEmbedder; os.chdir(sys.argv[1]);"
        "e = LocalEmbedder(program=(sys.executable, '-P', '-c', sys.argv[2]));"
        "print(e.embed(['xyz'])[0][0]); e.close()"
    )
    run = [sys.executable, "-P", "-c", code, str(tmp_path), CHILD]
    root = Path(embedding.__file__).parents[2]
    done = subprocess.run(run, cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout == "3.0\n"


def test_the_child_goes_when_its_parent_is_killed(tmp_path: Path) -> None:
    noted = tmp_path / "pid"
    parent = os.fork()
    if parent == 0:
        embedder = LocalEmbedder(program=(sys.executable, "-c", CHILD))
        embedder.embed(["x"])
        noted.write_text(str(embedder.pid))
        os.kill(os.getpid(), 9)
    os.waitpid(parent, 0)
    pid = int(noted.read_text())
    assert until(lambda: gone(pid) or "Z" in Path(f"/proc/{pid}/stat").read_text().split()[2])


def test_a_question_is_asked_beside_and_remembered() -> None:
    embedder = Meanings()
    questions = Questions(embedder)
    for _ in range(3):
        vector, trouble = questions.begin("who walks the dog").wait(10)
        assert vector is not None
        assert trouble is None
    assert len(embedder.asked) == 1


def test_a_slow_model_never_holds_up_an_answer() -> None:
    release = threading.Event()

    class Slow(Meanings):
        def embed(self, texts: list[str]) -> list[list[float]]:  # type: ignore[override]
            release.wait(10)
            return super().embed(texts)

    questions = Questions(Slow())
    asked = questions.begin("anything")
    vector, trouble = asked.wait(0.01)
    assert vector is None
    assert trouble is not None
    assert "words alone" in trouble
    release.set()
    assert asked.wait(10)[0] is not None


def test_a_failure_is_a_line_and_not_remembered() -> None:
    embedder = Meanings(fails_after=0)
    questions = Questions(embedder)
    assert questions.begin("x").wait(10) == (None, "the model is gone")
    embedder.fails_after = None
    assert questions.begin("x").wait(10)[0] is not None


def test_only_so_many_questions_are_remembered() -> None:
    embedder = Meanings(size=1)
    questions = Questions(embedder)
    for number in [*range(300), 0]:
        questions.begin(str(number)).wait(10)
    assert len(embedder.asked) == 301


def test_a_key_is_the_texts_own_also_for_what_is_no_text() -> None:
    texts = ["a", "b", "", "é", "e\u0301", "\ud800"]
    assert len({key_of(text) for text in texts}) == len(texts)
    assert {len(key_of(text)) for text in texts} == {16}
    assert key_of("a") == key_of("a")


def test_a_missing_part_is_named_with_what_to_do() -> None:
    said = embedding.missing()
    assert said is None or said.endswith("pip install 'memoryd[semantic]'")
