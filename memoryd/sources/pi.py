"""Transcripts of the pi coding agent: `{type, id?, parentId?, timestamp, message}` events."""

import re
from typing import Any

from memoryd.core.turn import Role
from memoryd.sources.reader import JsonlSource
from memoryd.sources.rows import child, name, texts
from memoryd.sources.shapes import Said, Skip
from memoryd.sources.strip import human, reply

_SKIPPED_TYPES = {"compaction": Skip.RECAP, "branch_summary": Skip.RECAP}
_SKIPPED_ROLES = {
    "toolResult": Skip.TOOL,
    "bashExecution": Skip.TOOL,
    "branchSummary": Skip.RECAP,
    "compactionSummary": Skip.RECAP,
}
_BARE_COMMAND = re.compile(r"/[A-Za-z]?[\w:-]*")
# the scalar keys before the message, then its role: nothing in front can hold the same words
_TOOL_ROW = re.compile(
    rb'\{(?:\s*"[^"\\]*":\s*(?:"[^"\\]*"|null|true|false|[\d.]+),)*?'
    rb'\s*"message":\s*\{\s*"role":\s*"toolResult"'
)


class PiSource(JsonlSource):
    """Sessions of pi.

    Event ids are short, absent in older files, and copied by a branch into a new session; a line's
    id is therefore the hash of its time, role and words, which is the same in every copy.
    """

    name = "pi"
    global_ids = True

    def is_tool(self, data: bytes) -> bool:
        """Tell that a row is a tool's output from its first bytes."""
        return _TOOL_ROW.match(data) is not None

    def session(self, row: dict[str, Any]) -> str | None:
        """Return the id that the header states."""
        return name(row.get("id")) if row.get("type") == "session" else None

    def said(self, row: dict[str, Any]) -> Said | Skip:
        """Return the words of a person or the assistant; never thinking or tools."""
        message = child(row, "message")
        if row.get("type") != "message":
            return _named(_SKIPPED_TYPES, row.get("type"))
        match message.get("role"):
            case "user":
                role, words = Role.OPERATOR, _typed(row, message)
            case "assistant":
                role, words = Role.ASSISTANT, _answered(row, message)
            case other:
                return _named(_SKIPPED_ROLES, other)
        if isinstance(words, Skip):
            return words
        times = (row.get("timestamp"), message.get("timestamp"))
        return Said(role, words, times)


def _named(reasons: dict[str, Skip], value: object) -> Skip:
    return reasons.get(value, Skip.SYSTEM) if isinstance(value, str) else Skip.BAD_ROW


def _typed(row: dict[str, Any], message: dict[str, Any]) -> str | Skip:
    if row.get("appendMode") == "side":
        return Skip.SIDECHAIN
    kind = child(message, "provenance").get("kind", "external_user")
    hidden = any(part.get("display") is False for part in (row, message))
    if hidden or kind != "external_user" or message.get("runtimeContextCarrier"):
        return Skip.INJECTED
    text = "\n".join(texts(message.get("content")))
    return Skip.COMMAND if _BARE_COMMAND.fullmatch(text.strip()) else human(text)


def _answered(row: dict[str, Any], message: dict[str, Any]) -> str | Skip:
    if row.get("appendMode") == "side":
        return Skip.SIDECHAIN
    return reply("\n".join(texts(message.get("content"))))
