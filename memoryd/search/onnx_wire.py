"""The few parts of the ONNX file format that are needed to read weights and to state a graph.

ONNX is Protocol Buffers: a message is a row of fields, each a number or a piece of bytes. The
`onnx` package would do the same for 17 MB more.
"""

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

FLOAT, INT8, INT64 = 1, 3, 7  # TensorProto.DataType
_VARINT, _BYTES = 0, 2
_WIDTHS = {1: 8, 5: 4}  # fixed64 and fixed32
_IR_VERSION, _OPSET, _CONTRIB_OPSET = 8, 17, 1
CONTRIB = "com.microsoft"

# The fields' numbers, as onnx.proto states them.
_MODEL_IR, _MODEL_GRAPH, _MODEL_OPSET = 1, 7, 8
_GRAPH_NODE, _GRAPH_NAME, _GRAPH_TENSOR, _GRAPH_INPUT, _GRAPH_OUTPUT = 1, 2, 5, 11, 12
_TENSOR_SIZE, _TENSOR_KIND, _TENSOR_NAME, _TENSOR_DATA = 1, 2, 8, 9
_NODE_INPUT, _NODE_OUTPUT, _NODE_OPERATOR, _NODE_ATTRIBUTE, _NODE_DOMAIN = 1, 2, 4, 5, 7


@dataclass(frozen=True, slots=True)
class Tensor:
    """One array of a file; data: its values as they lie in memory, little-endian, row by row."""

    kind: int
    shape: tuple[int, ...]
    data: bytes | memoryview


def tensors(model: bytes) -> dict[str, Tensor]:
    """Return the named arrays of a model file. Raises ValueError or IndexError for no model."""
    found: dict[str, Tensor] = {}
    for graph in _pieces(memoryview(model), _MODEL_GRAPH):
        for raw in _pieces(graph, _GRAPH_TENSOR):
            fields = list(_fields(raw))
            sizes = (value for number, value in fields if number == _TENSOR_SIZE)
            kind = next((value for number, value in fields if number == _TENSOR_KIND), 0)
            data = next(_pieces(raw, _TENSOR_DATA), memoryview(b""))
            name = b"".join(_pieces(raw, _TENSOR_NAME)).decode()
            found[name] = Tensor(_whole(kind), tuple(map(_whole, sizes)), data)
    return found


def node(operator: str, inputs: Sequence[str], outputs: Sequence[str], **attributes: int) -> bytes:
    """Return one step of a graph, of ONNX itself; a list is stated by its one whole number."""
    return _node(operator, inputs, outputs, "", attributes)


def contrib(
    operator: str, inputs: Sequence[str], outputs: Sequence[str], **attributes: float
) -> bytes:
    """Return one step of a graph that onnxruntime adds to ONNX."""
    return _node(operator, inputs, outputs, CONTRIB, attributes)


def model(
    nodes: Sequence[bytes], arrays: dict[str, Tensor], inputs: Sequence[str], output: str
) -> bytes:
    """Return a whole file: inputs are rows of whole numbers, the output is a row of floats."""
    parts: list[bytes | memoryview] = [_piece(_GRAPH_NODE, each) for each in nodes]
    parts.append(_piece(_GRAPH_NAME, b"memoryd"))
    for name, array in arrays.items():
        head = _tensor_head(name, array)
        parts.append(_head(_GRAPH_TENSOR, len(head) + len(array.data)) + head)
        parts.append(array.data)  # copied once, in the last line: it is most of the file
    parts += [_piece(_GRAPH_INPUT, _value(name, INT64)) for name in inputs]
    parts.append(_piece(_GRAPH_OUTPUT, _value(output, FLOAT)))
    opsets = (("", _OPSET), (CONTRIB, _CONTRIB_OPSET))
    uses = b"".join(
        _piece(_MODEL_OPSET, _piece(1, domain.encode()) + _number(2, version))
        for domain, version in opsets
    )
    start = _number(_MODEL_IR, _IR_VERSION) + uses
    return b"".join((start, _head(_MODEL_GRAPH, sum(map(len, parts))), *parts))


def _node(
    operator: str,
    inputs: Sequence[str],
    outputs: Sequence[str],
    domain: str,
    attributes: dict[str, int] | dict[str, float],
) -> bytes:
    body = b"".join(_piece(_NODE_INPUT, name.encode()) for name in inputs)
    body += b"".join(_piece(_NODE_OUTPUT, name.encode()) for name in outputs)
    body += _piece(_NODE_OPERATOR, operator.encode()) + _piece(_NODE_DOMAIN, domain.encode())
    return body + b"".join(
        _piece(_NODE_ATTRIBUTE, _attribute(name, value)) for name, value in attributes.items()
    )


def _attribute(name: str, value: float) -> bytes:
    """State a float, a whole number, or (`axes`) a list of one."""
    kind_float, kind_int, kind_ints = 1, 2, 7
    head = _piece(1, name.encode())
    if not isinstance(value, int):
        return head + _varint(2 << 3 | 5) + struct.pack("<f", value) + _number(20, kind_float)
    if name == "axes":
        return head + _number(8, value) + _number(20, kind_ints)
    return head + _number(3, value) + _number(20, kind_int)


def _tensor_head(name: str, value: Tensor) -> bytes:
    """State all of an array but its data, which is to follow."""
    sizes = b"".join(_number(_TENSOR_SIZE, size) for size in value.shape)
    named = _piece(_TENSOR_NAME, name.encode())
    follows = _head(_TENSOR_DATA, len(value.data))
    return sizes + _number(_TENSOR_KIND, value.kind) + named + follows


def _value(name: str, kind: int) -> bytes:
    """State an input or output: one dimension, of any size."""
    one_dimension = _piece(1, _piece(2, b"n"))
    of_tensor = _number(1, kind) + _piece(2, one_dimension)
    return _piece(1, name.encode()) + _piece(2, _piece(1, of_tensor))


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3 | _VARINT) + _varint(value)


def _piece(field: int, body: bytes) -> bytes:
    return _head(field, len(body)) + body


def _head(field: int, length: int) -> bytes:
    return _varint(field << 3 | _BYTES) + _varint(length)


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:  # noqa: PLR2004 - seven bits to a byte
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _pieces(message: memoryview, field: int) -> Iterator[memoryview]:
    return (
        value
        for number, value in _fields(message)
        if number == field and isinstance(value, memoryview)
    )


def _fields(message: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    at = 0
    while at < len(message):
        head, at = _read_varint(message, at)
        number, wire = head >> 3, head & 7
        if wire == _VARINT:
            value, at = _read_varint(message, at)
            yield number, value
            continue
        size = _WIDTHS.get(wire)
        if size is None:
            if wire != _BYTES:
                raise ValueError("no Protocol Buffers message")
            size, at = _read_varint(message, at)
        yield number, message[at : at + size]
        at += size


def _read_varint(message: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = message[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte <= 0x7F:  # noqa: PLR2004 - seven bits to a byte
            return value, at
        shift += 7


def _whole(value: int | memoryview) -> int:
    if isinstance(value, int):
        return value
    raise ValueError("no Protocol Buffers message")
