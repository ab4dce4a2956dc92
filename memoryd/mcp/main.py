"""memoryd mcp: stdin and stdout, until the client closes them or a signal ends it."""

import os
import select
import signal
import sys
from collections.abc import Callable, Mapping
from importlib import import_module

from memoryd.mcp.server import MAX_LINE, Answers, Conversation, Server

_DONE = 0
_CHUNK = 1 << 16
_LAST_SECONDS = 5.0  # for the write at hand when a signal ends the server


def run(env: Mapping[str, str], config_file: str | None, *, private: bool) -> int:
    """Serve until the end. private: the most that may be told; else the most is group."""

    def open_answers() -> Answers:
        # Named, not imported: the first answer must not wait for what the memory needs.
        answers = import_module("memoryd.mcp.answers")
        opened: Answers = answers.open_answers(env, config_file, private=private)
        return opened

    sys.stdout.flush()
    out = os.dup(1)
    os.set_blocking(out, True)
    os.dup2(2, 1)  # whatever prints, by mistake or in a library, spoils no protocol
    gone, leave = os.pipe()
    os.set_blocking(leave, False)
    signal.set_wakeup_fd(leave, warn_on_full_buffer=False)
    signal.signal(signal.SIGTERM, lambda *_: None)
    server = Server(Conversation(open_answers), _sender(out, leave))
    closed = _serve(server, gone)
    server.finish(within=None if closed else _LAST_SECONDS, drop=not closed)
    return _DONE


def _sender(out: int, leave: int) -> Callable[[bytes], None]:
    def send(line: bytes) -> None:
        try:
            while line:
                line = line[os.write(out, line) :]
        except OSError:  # the client is gone: nobody reads what is still to come
            os.write(leave, b"\0")

    return send


def _serve(server: Server, gone: int) -> bool:
    """Take lines; return whether the client closed its end, and not a signal ours."""
    rest = bytearray()
    skipping = False  # the rest of a line that is too long
    while True:
        ready = select.select([0, gone], [], [])[0]
        if gone in ready:
            return False
        part = os.read(0, _CHUNK)
        if not part:
            server.receive(bytes(rest))
            return True
        rest += part
        *lines, last = rest.split(b"\n") if b"\n" in part else [rest]
        for line in lines:
            if skipping or len(line) > MAX_LINE:
                server.refuse_long_line()
            else:
                server.receive(bytes(line))
            skipping = False
        skipping = skipping or len(last) > MAX_LINE
        rest = bytearray() if skipping else bytearray(last)
