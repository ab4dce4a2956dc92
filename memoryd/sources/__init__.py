"""Sources: from the transcripts of each assistant to turns."""

from memoryd.sources.claude_code import ClaudeCodeSource, default_paths
from memoryd.sources.passed import PassedOver
from memoryd.sources.pi import PiSource
from memoryd.sources.place import refused, unchanged
from memoryd.sources.plain import PlainSource
from memoryd.sources.reader import JsonlSource
from memoryd.sources.rows import MAX_ROW
from memoryd.sources.shapes import Chunk, Skip, Source
from memoryd.sources.strip import OWN_MARKER

__all__ = [
    "MAX_ROW",
    "OWN_MARKER",
    "Chunk",
    "ClaudeCodeSource",
    "JsonlSource",
    "PassedOver",
    "PiSource",
    "PlainSource",
    "Skip",
    "Source",
    "default_paths",
    "refused",
    "unchanged",
]
