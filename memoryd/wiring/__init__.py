"""The composition root: from a configuration to open stores, sources and an extractor."""

from memoryd.wiring.app import App
from memoryd.wiring.late import LateStore

__all__ = ["App", "LateStore"]
