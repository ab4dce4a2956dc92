"""Turn: one human or assistant utterance as a source reads it; Line: the same once ingested."""

from datetime import date, datetime
from enum import StrEnum
from zoneinfo import ZoneInfo

from memoryd.core.value import frozen


class Role(StrEnum):
    """Who or what uttered a line, as the transcript says."""

    OPERATOR = "operator"
    ASSISTANT = "assistant"
    MEMBER = "member"  # another person in the chat
    TOOL = "tool"
    FILE = "file"
    EMAIL = "email"
    WEB = "web"


class Audience(StrEnum):
    """Who hears an answer or heard a line."""

    PRIVATE = "private"
    GROUP = "group"


@frozen
class Turn:
    """One utterance: where it stands, who said it to whom and when, and its words.

    assistant: the source's short name (claude-code, pi, plain); session: its session id;
    line: the id of the line inside the session, stable over rewrites of the file;
    time: aware; channel: as the source names it (telegram:direct), None for a local terminal.
    """

    assistant: str
    session: str
    line: str
    time: datetime
    role: Role
    text: str
    speaker: str | None = None
    channel: str | None = None

    @property
    def audience(self) -> Audience:
        """Private only where the channel is a direct one or a local terminal; else group."""
        if self.channel is None:
            return Audience.GROUP if self.role is Role.MEMBER else Audience.PRIVATE
        return Audience.PRIVATE if self.channel.endswith(":direct") else Audience.GROUP

    @property
    def key(self) -> str:
        """The identity of the line: the same line read twice has the same key."""
        return f"{self.assistant}:{self.session}#{self.line}"


@frozen
class Line:
    """An ingested, redacted turn with its place in the writer's own sequence (from 1)."""

    seq: int
    turn: Turn

    @property
    def id(self) -> str:
        """The id a model cites: m12."""
        return f"m{self.seq}"


def local(line: Line, zone: ZoneInfo) -> date:
    """Return the operator's local day of a line."""
    return line.turn.time.astimezone(zone).date()
