"""One POST over HTTP that ends: within its time, below its size, and never somewhere else."""

import threading
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

import httpx

from memoryd.errors import TerminalLlmError
from memoryd.llm.address import is_loopback
from memoryd.llm.failure import Failure, Kind, Reply

MAX_BODY = 8 * 1024 * 1024
_CONNECT_SECONDS = 10.0
_GZIP_OR_ZLIB = 47  # for zlib: take either header


class _TooLargeError(Exception):
    """The body passed MAX_BODY."""


@dataclass(slots=True)
class _Watch:
    """Cuts the connection when the time is up: a server that drips resets httpx's own time-outs."""

    seconds: float
    stream: Any = None
    expired: bool = False
    timer: threading.Timer | None = None

    def __enter__(self) -> Self:
        self.timer = threading.Timer(self.seconds, self._cut)
        self.timer.daemon = True
        self.timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.timer:
            self.timer.cancel()

    def trace(self, event: str, info: Mapping[str, Any]) -> None:
        """Keep the connection's latest stream, as httpx reports it."""
        if event.endswith(("connect_tcp.complete", "start_tls.complete")):
            self.stream = info["return_value"]
            if self.expired:  # while connecting
                self._cut()

    def _cut(self) -> None:
        self.expired = True
        connection = self.stream.get_extra_info("socket") if self.stream else None
        if connection:
            try:
                connection.shutdown(2)  # closing alone would not wake a thread that reads
            except OSError:
                return  # closed already


@dataclass(slots=True)
class Door:
    """The one place that speaks to a network. timeout: seconds for one request, all in all."""

    timeout: float
    _clients: dict[bool, httpx.Client] = field(default_factory=dict)

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Reply | Failure:
        """Send a body and return the whole answer, or why there is none.

        Raises TerminalLlmError where the machine's own proxy settings make no sense.
        """
        with _Watch(self.timeout) as watch:
            try:
                client = self._client(near=is_loopback(httpx.URL(url).host))
                request = client.build_request(
                    "POST", url, headers=headers, content=body, extensions={"trace": watch.trace}
                )
                return _whole(client.send(request, stream=True))
            except _TooLargeError:
                reason = f"sent more than {MAX_BODY // 1024 // 1024} MB"
                return Failure(Kind.TRANSIENT, reason, billed=True)
            except zlib.error:
                return Failure(Kind.TRANSIENT, "sent a broken gzip body", again=True, billed=True)
            except httpx.HTTPError as err:
                return _broken(err, watch, self.timeout)
            except httpx.InvalidURL as err:
                raise TerminalLlmError("base_url is no address; correct it") from err

    def _client(self, *, near: bool) -> httpx.Client:
        if near not in self._clients:
            try:
                # A proxy is for the world outside; what is meant for this machine stays on it.
                self._clients[near] = httpx.Client(
                    timeout=httpx.Timeout(
                        self.timeout, connect=min(_CONNECT_SECONDS, self.timeout)
                    ),
                    limits=httpx.Limits(max_keepalive_connections=0),
                    follow_redirects=False,  # the key must not go along
                    trust_env=not near,
                )
            except (ImportError, ValueError, OSError) as err:
                raise TerminalLlmError(
                    "the proxy or certificate settings of this machine cannot be used; "
                    "check HTTPS_PROXY, ALL_PROXY, SSL_CERT_FILE"
                ) from err
        return self._clients[near]


def _broken(err: httpx.HTTPError, watch: _Watch, seconds: float) -> Failure:
    if isinstance(err, httpx.UnsupportedProtocol):
        return Failure(Kind.TERMINAL, "has no http address: check base_url")
    # Once connected, the server may have worked, and may ask to be paid for it.
    billed = watch.stream is not None
    if watch.expired or isinstance(err, httpx.TimeoutException):
        return Failure(
            Kind.TRANSIENT, f"did not answer in {seconds:g} s", again=True, billed=billed
        )
    if billed:
        return Failure(Kind.TRANSIENT, "broke off", again=True, billed=True)
    return Failure(Kind.TRANSIENT, "cannot be reached", again=True)


def _whole(response: httpx.Response) -> Reply:
    headers = {name.lower(): value for name, value in response.headers.items()}
    try:
        body = b"".join(_decoded(response.iter_raw(), headers.get("content-encoding", "")))
    finally:
        response.close()
    return Reply(response.status_code, headers, body)


def _decoded(chunks: Iterator[bytes], encoding: str) -> Iterator[bytes]:
    """Yield a body's bytes up to MAX_BODY, unpacked in small steps: a bomb never unfolds."""
    room = MAX_BODY + 1
    unpack = (
        zlib.decompressobj(_GZIP_OR_ZLIB) if encoding in {"gzip", "deflate", "x-gzip"} else None
    )
    for raw in chunks:
        chunk = unpack.decompress(raw, room) if unpack else raw
        room -= len(chunk)
        if room <= 0:
            raise _TooLargeError
        yield chunk
    if unpack and not unpack.eof:
        raise zlib.error("incomplete")
