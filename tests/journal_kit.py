"""Stands for the journal: a datagram socket, and a reader of its protocol."""

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from memoryd import logs


class Journal:
    """Keeps what it is sent until it is asked."""

    def __init__(self, path: Path) -> None:
        self.address = str(path)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.address)

    def datagram(self) -> bytes:
        return self._socket.recv(1 << 20, socket.MSG_DONTWAIT)

    def fields(self) -> list[tuple[str, str]]:
        return fields_of(self.datagram())

    def is_empty(self) -> bool:
        try:
            self._socket.recv(1, socket.MSG_DONTWAIT | socket.MSG_PEEK)
        except BlockingIOError:
            return True
        return False

    def reads_into(self, found: list[dict[str, str]]) -> None:
        """Read lines until an empty one comes."""
        while datagram := self._socket.recv(1 << 20):
            found.append(dict(fields_of(datagram)))

    def ends(self) -> None:
        """Send that empty one."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
            to.sendto(b"", self.address)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()


@contextmanager
def told_to(folder: Path) -> Iterator[list[dict[str, str]]]:
    """Let this process log as a service does; the fields of each line are there at the end.

    They are read all the while: a socket's queue is short, and who logs does not wait for long.
    """
    found: list[dict[str, str]] = []
    ours, theirs = socket.socketpair()  # as a service's standard error leads to the journal
    with Journal(folder / "journal") as heard, ours, theirs, ours.makefile("w") as stream:
        status = os.fstat(stream.fileno())
        env = {"JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}"}
        logs.setup(stream=stream, level="info", color=None, env=env, journal_socket=heard.address)
        reader = threading.Thread(target=heard.reads_into, args=(found,))
        reader.start()
        try:
            yield found
        finally:
            heard.ends()
            reader.join()


def fields_of(datagram: bytes) -> list[tuple[str, str]]:
    """Read a datagram as the journal does."""
    return list(_fields(datagram))


def _fields(rest: bytes) -> Iterator[tuple[str, str]]:
    while rest:
        line, _, rest = rest.partition(b"\n")
        name, equals, value = line.partition(b"=")
        if not equals:
            size = int.from_bytes(rest[:8], "little")
            value, end, rest = rest[8 : 8 + size], rest[8 + size : 9 + size], rest[9 + size :]
            assert end == b"\n"
        yield name.decode(), value.decode()
