"""The one file-store module. MemoryStore is its door; the parts behind it are its own.

A name is loaded when it is asked for: a question needs little of what a writer does, and waits for
its start.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memoryd.store.commit import Receipt
    from memoryd.store.glance import Glance
    from memoryd.store.layout import Layout, locate
    from memoryd.store.memory import MemoryStore
    from memoryd.store.opened import Opened
    from memoryd.store.reading import Entity, Recorded
    from memoryd.store.rehearsal import Rehearsal

__all__ = [
    "Entity",
    "Glance",
    "Layout",
    "MemoryStore",
    "Opened",
    "Receipt",
    "Recorded",
    "Rehearsal",
    "locate",
]
_PARTS = {
    "Entity": "reading",
    "Glance": "glance",
    "Layout": "layout",
    "MemoryStore": "memory",
    "Opened": "opened",
    "Receipt": "commit",
    "Recorded": "reading",
    "Rehearsal": "rehearsal",
    "locate": "layout",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever goes by that name
    if name not in _PARTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PARTS[name]}"), name)
