"""init: the first configuration, the tree, and the rules for assistants in MEMORY.md."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from memoryd.core.change import Change, Rules
from memoryd.core.tacit import rules_text, with_rules
from memoryd.errors import UsageError
from memoryd.jobs.context import Run
from memoryd.store import MemoryStore

# Assistants whose conversations lie in a known place, by their key in [sources].
DEFAULT_FOLDERS: Mapping[str, str] = {
    "claude_code": ".claude/projects",
    "pi": ".pi/agent/sessions",
}


@dataclass(frozen=True, slots=True)
class Places:
    """How the rules name things, as a person would type them: ~/life, ~/life/memory."""

    root: str
    notes: str
    memory: str
    home: Path

    def named(self, path: str | Path) -> str:
        """Return a path as a person would type it."""
        return _short(Path(path), self.home)


@dataclass(frozen=True, slots=True)
class Prepared:
    """The paths that were made, and those of files that stood there and were updated.

    waiting: those of files that a person must mend first.
    """

    made: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()


def found_sources(home: Path) -> tuple[str, ...]:
    """Return the keys of the assistants whose folders exist."""
    return tuple(key for key, path in DEFAULT_FOLDERS.items() if (home / path).is_dir())


def write_config(path: Path, text: str) -> bool:
    """Write a new configuration, 0600; return False and leave it when there is one already.

    The one file outside the memory that memoryd writes for a person. Raises UsageError when its
    folder cannot be written.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        return False
    except OSError as err:
        raise UsageError(f"cannot write {path}: {(err.strerror or '').lower()}") from err
    with os.fdopen(fd, "w", encoding="utf-8") as handle:
        handle.write(text)
    return True


def places(root: Path, workspace: Path | None, home: Path) -> Places:
    """Return how the rules name a memory at these places."""
    other = workspace or root
    notes, memory = _short(other / "memory", home), _short(other / "MEMORY.md", home)
    return Places(_short(root, home), notes, memory, home)


def _short(path: Path, home: Path) -> str:
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)


def is_ready(store: MemoryStore, where: Places, run: Run) -> bool:
    """Return whether prepare would change nothing."""
    whole = store.away() is None
    return whole and not store.missing_folders() and not _needs_rules(store, where, run)


def prepare(store: MemoryStore, where: Places, run: Run) -> Prepared:
    """Make what is missing of the tree and set the rules; what is gone is taken as let go of."""
    store.accept_missing()
    made = [where.named(path) for path in store.make_tree()]
    if not _needs_rules(store, where, run):
        return Prepared(tuple(made))
    is_new = store.text_file("MEMORY.md") is None
    rules = Change("init", run.id, run.stamp, operations=(Rules(_rules(where)),))
    if store.commit(rules).waiting:
        return Prepared(tuple(made), waiting=(where.memory,))
    if is_new:
        return Prepared((*made, where.memory))
    return Prepared(tuple(made), (where.memory,))


def _rules(where: Places) -> str:
    return rules_text(root=where.root, notes=where.notes, memory=where.memory)


def _needs_rules(store: MemoryStore, where: Places, run: Run) -> bool:
    if "tacit" not in run.layers:
        return False
    standing = store.text_file("MEMORY.md")
    return with_rules(standing, _rules(where)) != standing
