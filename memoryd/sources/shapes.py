"""What a source hands over: turns in bounded chunks, and why every other row was left out."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import ClassVar, Protocol

from memoryd.core.cursor import Cursor
from memoryd.core.turn import Role, Turn


class Skip(StrEnum):
    """Why a row gave no turn."""

    TOOL = "tool"  # a tool's call or output, a shell command run by hand
    SYSTEM = "system"  # the program's own rows: modes, titles, attachments, API error stubs
    SIDECHAIN = "sidechain"  # a subagent's talk, or a branch nobody sees
    RECAP = "recap"  # a summary of what the rows before already say
    INJECTED = "injected"  # instruction files, reminders and memory put into a message
    COMMAND = "command"  # slash commands
    HEARTBEAT = "heartbeat"  # a poll that no person typed
    ACK = "ack"  # an assistant's answer to a poll
    OWN = "own"  # memoryd's own prompts, or another memory tool's observer
    EMPTY = "empty"  # no words: thinking, images, an aborted answer
    DUPLICATE = "duplicate"  # the same line again in this file
    OVERSIZE = "oversize"  # a row longer than MAX_ROW
    BAD_ROW = "bad_row"  # no JSON object, or not of the format


@dataclass(frozen=True, slots=True)
class Said:
    """What one row says, before the file lends what the row lacks.

    times: as stated, best first, in any shape; line: the row's own id; session: as the row says.
    """

    role: Role
    text: str
    times: tuple[object, ...]
    line: str | None = None
    session: str | None = None
    speaker: str | None = None
    channel: str | None = None


@dataclass(frozen=True, slots=True)
class Chunk:
    """The turns of a stretch of a file, and the place after its last whole row.

    skipped: rows without a turn, counted by Skip; reasons that did not occur are absent;
    local: the ids of lines that name them in their own file only, as "1" does: another file's "1"
    is a copy where it says the same, and the file's own "1" with other words is another line;
    borrowed: turns whose time was lent, because they state none.
    """

    turns: tuple[Turn, ...]
    cursor: Cursor
    skipped: Mapping[str, int]
    local: frozenset[str] = frozenset()
    borrowed: int = 0


class Source(Protocol):
    """One assistant's transcripts. Every source passes tests/contracts/source_suite.py.

    A line's id names one utterance in the whole world, unless its chunk calls it local: a fork,
    rename or rewind that copies rows into another session is recognised by it. unreadable: one
    line for each place that the last listing found and could not look into.
    """

    name: ClassVar[str]
    unreadable: list[str]

    def listing(self) -> list[tuple[str, os.stat_result]]:
        """Return all transcripts now on disk with their stats, by path; deleted ones never."""
        ...

    def files(self) -> list[Path]:
        """Return the paths of the listing."""
        ...

    def read(self, path: Path, cursor: Cursor | None) -> Iterator[Chunk]:
        """Yield what stands after the cursor, the last chunk at the end of the file.

        Nothing for a file that is unchanged or gone. Raises SourceError if it cannot be read.
        """
        ...
