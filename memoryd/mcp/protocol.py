"""JSON-RPC and the versions of MCP: lines of bytes -> messages -> lines of bytes. No I/O.

Only what is cheap is imported here: the first answer of the server waits for it.
"""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

# Reached by `initialize`; the last is offered to a client that asks for one we do not know.
HANDSHAKE = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
# Stateless: no handshake, each request names its version in an envelope.
MODERN = ("2026-07-28",)
BATCHED = "2025-03-26"  # the one version in which a line may be an array of messages
_META = "io.modelcontextprotocol/"
VERSION_KEY, CAPABILITIES_KEY = f"{_META}protocolVersion", f"{_META}clientCapabilities"
CLIENT_KEY, SERVER_KEY = f"{_META}clientInfo", f"{_META}serverInfo"

PARSE_ERROR, INVALID_REQUEST = -32700, -32600
METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR = -32601, -32602, -32603
RESOURCE_NOT_FOUND, UNSUPPORTED_VERSION = -32002, -32022

Id = str | int
Json = dict[str, Any]


class RpcError(Exception):
    """What a request is answered with when it has no result."""

    def __init__(self, code: int, message: str, data: Json | None = None) -> None:
        """Keep the three fields of a JSON-RPC error."""
        super().__init__(message)
        self.code, self.message, self.data = code, message, data


class Request(NamedTuple):
    """One call; id None: a notification, which is never answered.

    modern: it carries the envelope of a version without handshake.
    """

    id: Id | None
    method: str
    params: Json
    modern: bool


def parse(line: bytes) -> object:
    """Return what stands in a line. Raises RpcError where it is no JSON."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as err:  # UnicodeDecodeError and huge numbers among them
        raise RpcError(PARSE_ERROR, "the line is no JSON") from err


def request_of(message: object) -> Request | None:
    """Return the call that a message makes; None for an answer, which nobody here asked for.

    Raises RpcError for what is neither.
    """
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        raise RpcError(INVALID_REQUEST, 'a message is an object with "jsonrpc": "2.0"')
    if "method" not in message and message.keys() & {"result", "error"}:
        return None
    method, params = message.get("method"), message.get("params", {})
    if not isinstance(method, str):
        raise RpcError(INVALID_REQUEST, "a request names its method")
    if "id" in message and id_of(message) is None:
        raise RpcError(INVALID_REQUEST, "an id is a string or a whole number")
    if params is None:
        params = {}
    if not isinstance(params, dict):
        raise RpcError(INVALID_PARAMS, "params are an object")
    meta = params.get("_meta")
    modern = isinstance(meta, dict) and VERSION_KEY in meta
    return Request(id_of(message), method, params, modern)


def id_of(message: object) -> Id | None:
    """Return the id of a message, None where it has none that could be answered to."""
    found = message.get("id") if isinstance(message, dict) else None
    return found if isinstance(found, str) or type(found) is int else None


def check_envelope(request: Request) -> None:
    """Raise RpcError for an envelope of a version that is not spoken here, or without its keys."""
    meta: Mapping[str, Any] = request.params["_meta"]
    asked = meta[VERSION_KEY]
    if CAPABILITIES_KEY not in meta or not isinstance(asked, str):
        raise RpcError(INVALID_PARAMS, f"_meta names {VERSION_KEY} and {CAPABILITIES_KEY}")
    if asked not in MODERN:
        data = {"supported": list(MODERN), "requested": asked}
        raise RpcError(UNSUPPORTED_VERSION, "this protocol version is not spoken here", data)


def negotiated(asked: object) -> str:
    """Return the version of a session for the one that its client asks for."""
    return asked if isinstance(asked, str) and asked in (*HANDSHAKE, *MODERN) else HANDSHAKE[-1]


def result(request_id: Id | None, value: Json) -> Json:
    """Return the answer with a result."""
    return {"jsonrpc": "2.0", "id": request_id, "result": value}


def failure(request_id: Id | None, error: RpcError) -> Json:
    """Return the answer with an error."""
    told: Json = {"code": error.code, "message": error.message}
    if error.data is not None:
        told["data"] = error.data
    return {"jsonrpc": "2.0", "id": request_id, "error": told}


def line_of(message: object) -> bytes:
    """Return a message as one line of UTF-8; half a character in a memory becomes a `?`."""
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace") + b"\n"
