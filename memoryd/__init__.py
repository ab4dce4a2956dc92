"""memoryd: a file-based, self-maintaining memory for AI assistants."""

__version__ = "0.1.0"
