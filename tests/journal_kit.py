"""Stands for the journal: a datagram socket, and a reader of its protocol."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Self


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

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()


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
