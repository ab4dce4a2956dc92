"""The server: one line in, one line out, several requests at work, and no line that ends it."""

import sys
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Protocol

from memoryd import __version__
from memoryd.errors import MemorydError
from memoryd.mcp import protocol, tools
from memoryd.mcp.protocol import Id, Json, Request, RpcError

READERS = 3  # the daemon's socket takes 16 at once, from all servers
MAX_LINE = 4 << 20
_CACHEABLE = ("server/discover", "tools/list")
_SERVER = {"name": "memoryd", "title": "memoryd", "version": __version__}
_CAPABILITIES: Json = {"tools": {}, "resources": {}}

Send = Callable[[bytes], None]


class Answers(Protocol):
    """What the memory answers; each method raises RpcError, or MemorydError for a tool."""

    def call(self, name: str, arguments: Json, client: str) -> Json:
        """Return the result of tools/call."""
        ...

    def resources(self, cursor: object) -> Json:
        """Return the result of resources/list."""
        ...

    def templates(self) -> Json:
        """Return the result of resources/templates/list."""
        ...

    def read(self, uri: object) -> Json:
        """Return the result of resources/read."""
        ...


class Conversation:
    """Answers requests, one at a time in whatever thread asks; `open_answers` is called once.

    It is called late: what the memory needs takes longer to import than a client likes to wait.
    """

    def __init__(self, open_answers: Callable[[], Answers]) -> None:
        """Open nothing yet."""
        self._open = open_answers
        self._opening = threading.Lock()
        self._answers: Answers | None = None
        self._client = "assistant"
        self.version: str | None = None

    def memory(self) -> Answers:
        """Return what answers from the memory, opened by the first who asks."""
        with self._opening:
            if self._answers is None:
                self._answers = self._open()
            return self._answers

    def answer(self, request: Request) -> Json:
        """Return the message that answers a request; whatever goes wrong is in it."""
        try:
            if request.modern:
                protocol.check_envelope(request)
            value = self._result(request)
            if request.modern:
                value = {"resultType": "complete", **value}
                if request.method in _CACHEABLE or request.method.startswith("resources/"):
                    value |= {"ttlMs": 0, "cacheScope": "private"}
            return protocol.result(request.id, value)
        except RpcError as err:
            return protocol.failure(request.id, _in_era(err, modern=request.modern))
        except MemorydError:  # its words may name what a group must not hear of
            return protocol.failure(request.id, _broken("the memory cannot be read now"))
        except Exception as err:  # noqa: BLE001 - the last edge: a bug in one call ends no session
            sys.stderr.write(f"memoryd: unexpected {type(err).__name__} in {request.method}\n")
            return protocol.failure(request.id, _broken("something went wrong in memoryd"))

    def _result(self, request: Request) -> Json:
        params = request.params
        match request.method:
            case "initialize":
                return self._initialize(params)
            case "server/discover":
                return self._discovered()
            case "ping":
                return {}
            case "tools/list":
                return {"tools": [tool.as_json() for tool in tools.TOOLS.values()]}
            case "tools/call":
                return self._called(request)
            case _:
                return self._resource(request.method, params)

    def _resource(self, method: str, params: Json) -> Json:
        match method:
            case "resources/list":
                return self.memory().resources(params.get("cursor"))
            case "resources/templates/list":
                return self.memory().templates()
            case "resources/read":
                return self.memory().read(params.get("uri"))
        raise RpcError(protocol.METHOD_NOT_FOUND, "there is no such method")

    def _initialize(self, params: Json) -> Json:
        self.version = protocol.negotiated(params.get("protocolVersion"))
        self._client = _name_of(params.get("clientInfo")) or self._client
        return {
            "protocolVersion": self.version,
            "capabilities": _CAPABILITIES,
            "serverInfo": _SERVER,
            "instructions": tools.INSTRUCTIONS,
        }

    def _discovered(self) -> Json:
        return {
            "supportedVersions": list(protocol.MODERN),
            "capabilities": _CAPABILITIES,
            "instructions": tools.INSTRUCTIONS,
            "_meta": {protocol.SERVER_KEY: _SERVER},
        }

    def _called(self, request: Request) -> Json:
        name, arguments = request.params.get("name"), request.params.get("arguments")
        tool = tools.TOOLS.get(name) if isinstance(name, str) else None
        if tool is None:
            known = ", ".join(tools.TOOLS)
            raise RpcError(protocol.INVALID_PARAMS, f"there is no such tool; there are {known}")
        arguments = {} if arguments is None else arguments
        if said := tools.fault(tool, arguments):
            return {"content": [{"type": "text", "text": said}], "isError": True}
        client = self._client
        if request.modern:
            client = _name_of(request.params["_meta"].get(protocol.CLIENT_KEY)) or client
        return self.memory().call(tool.name, tools.whole_numbers(tool, arguments), client)


class Server:
    """Takes lines and sends lines. Writes are one after the other; reads go beside them."""

    def __init__(self, conversation: Conversation, send: Send) -> None:
        """Answer through `send`, which is given one whole line at a time."""
        self._conversation = conversation
        self._send = send
        self._sending = threading.Lock()
        self._pending: dict[Id, bool] = {}  # by id, whether it was cancelled
        self._reads, self._writes = _Pool(READERS), _Pool(1)

    def receive(self, line: bytes) -> None:
        """Take one line; what is no request is answered as such. Never raises."""
        if not line.strip():
            return
        try:
            message = protocol.parse(line)
            if isinstance(message, list):
                self._batch(message)
                return
        except RpcError as err:
            self._tell(protocol.failure(None, err))
            return
        self._one(message)

    def refuse_long_line(self) -> None:
        """Answer a line of which only the beginning was kept."""
        error = RpcError(protocol.INVALID_REQUEST, f"a line has at most {MAX_LINE} bytes")
        self._tell(protocol.failure(None, error))

    def finish(self, *, within: float | None = None, drop: bool = False) -> None:
        """Return when all that was asked is answered, or after `within` seconds.

        drop: what nobody has begun with is left.
        """
        for pool in (self._reads, self._writes):
            pool.close(drop=drop)
        for pool in (self._reads, self._writes):
            pool.join(within)

    def _one(self, message: object) -> None:
        request = self._read(message, self._tell)
        if request is None or request.id is None:
            return
        if request.method in ("initialize", "server/discover", "ping", "tools/list"):
            self._tell(self._conversation.answer(request))
            return
        self._pending[request.id] = False
        self._pool_of(request).submit(lambda: self._perform([request], self._tell_one))

    def _read(self, message: object, refuse: Callable[[Json], None]) -> Request | None:
        """Return the request to answer; notifications are obeyed here."""
        try:
            request = protocol.request_of(message)
        except RpcError as err:
            refuse(protocol.failure(protocol.id_of(message), err))
            return None
        if request is not None and request.method == "notifications/cancelled":
            cancelled = request.params.get("requestId")
            if type(cancelled) in (str, int) and cancelled in self._pending:
                self._pending[cancelled] = True
        return request

    def _batch(self, messages: list[object]) -> None:
        """Answer an array in one line. Raises RpcError where there is nothing like that."""
        if self._conversation.version != protocol.BATCHED:
            raise RpcError(protocol.INVALID_REQUEST, "this protocol version has no batches")
        if not messages:
            raise RpcError(protocol.INVALID_REQUEST, "a batch holds at least one message")
        refused: list[Json] = []
        read = [self._read(message, refused.append) for message in messages]
        requests = [request for request in read if request and request.id is not None]
        for request in requests:
            if request.id is not None:
                self._pending[request.id] = False

        def tell(answers: list[Json]) -> None:
            if refused or answers:
                self._tell([*refused, *answers])

        writes = any(self._pool_of(request) is self._writes for request in requests)
        pool = self._writes if writes else self._reads
        pool.submit(lambda: self._perform(requests, tell))

    def _pool_of(self, request: Request) -> "_Pool":
        name = request.params.get("name") if request.method == "tools/call" else None
        tool = tools.TOOLS.get(name) if isinstance(name, str) else None
        return self._writes if tool and tool.writes else self._reads

    def _perform(self, requests: list[Request], tell: Callable[[list[Json]], None]) -> None:
        """Answer requests that nobody has cancelled, and tell what was not cancelled meanwhile."""
        answers = []
        for request in requests:
            if request.id is None or self._pending.get(request.id):
                continue
            answer = self._conversation.answer(request)
            if not self._pending.get(request.id):
                answers.append(answer)
        for request in requests:
            if request.id is not None:
                self._pending.pop(request.id, None)
        tell(answers)

    def _tell_one(self, answers: list[Json]) -> None:
        for answer in answers:
            self._tell(answer)

    def _tell(self, message: object) -> None:
        with self._sending:
            self._send(protocol.line_of(message))


class _Pool:
    """A few threads, begun when there is work, that do jobs in their order."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []

    def submit(self, job: Callable[[], None]) -> None:
        self._jobs.put(job)
        if len(self._threads) < self._size:
            thread = threading.Thread(target=self._work, daemon=True)
            self._threads.append(thread)
            thread.start()

    def close(self, *, drop: bool) -> None:
        while drop:
            try:
                self._jobs.get_nowait()
            except Empty:
                break
        for _ in self._threads:
            self._jobs.put(None)

    def join(self, within: float | None) -> None:
        for thread in self._threads:
            thread.join(within)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()


def _name_of(client: object) -> str | None:
    name = client.get("name") if isinstance(client, dict) else None
    return name if isinstance(name, str) else None


def _broken(text: str) -> RpcError:
    return RpcError(protocol.INTERNAL_ERROR, text)


def _in_era(error: RpcError, *, modern: bool) -> RpcError:
    """Return an error with the code that the version at hand has for it."""
    if modern and error.code == protocol.RESOURCE_NOT_FOUND:
        return RpcError(protocol.INVALID_PARAMS, error.message, error.data)
    return error
