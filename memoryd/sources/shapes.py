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
    """Why a row gave no turn; NO_TIME alone marks a turn that was kept with a borrowed time."""

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
    NO_TIME = "no_time"


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

    skipped: rows without a turn, counted by Skip; reasons that did not occur are absent.
    """

    turns: tuple[Turn, ...]
    cursor: Cursor
    skipped: Mapping[str, int]


class Source(Protocol):
    """One assistant's transcripts. Every source passes tests/contracts/source_suite.py.

    global_ids: a line's id names one utterance in the whole world, so that a fork, rewind or
    resume that copies rows into another session is recognised: ingest then drops by
    (assistant, line), and by Turn.key otherwise.
    """

    name: ClassVar[str]
    global_ids: ClassVar[bool]

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
