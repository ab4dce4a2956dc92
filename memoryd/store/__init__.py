"""The one file-store module. MemoryStore is its door; the parts behind it are its own."""

from memoryd.store.commit import Receipt
from memoryd.store.layout import Layout, locate
from memoryd.store.memory import Entity, MemoryStore, find_ref

__all__ = ["Entity", "Layout", "MemoryStore", "Receipt", "find_ref", "locate"]
