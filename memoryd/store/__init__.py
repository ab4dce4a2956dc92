"""The one file-store module. MemoryStore is its door; the parts behind it are its own."""

from memoryd.store.commit import Receipt
from memoryd.store.layout import Layout, locate
from memoryd.store.memory import MemoryStore
from memoryd.store.reading import Entity, Recorded

__all__ = ["Entity", "Layout", "MemoryStore", "Receipt", "Recorded", "locate"]
