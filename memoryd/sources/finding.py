"""Where transcripts lie: from folders and globs to files, and what could not be looked into."""

import os
import stat
from collections.abc import Iterable, Iterator
from glob import glob, has_magic

from memoryd.sources.strip import writable


def transcripts(patterns: Iterable[str]) -> tuple[list[tuple[str, os.stat_result]], list[str]]:
    """Return every transcript with its stat, by path, and a line for each unreadable place.

    A file with several names comes once. An entry that cannot be looked at is left out by itself.
    """
    found: dict[str, os.stat_result] = {}
    unreadable: list[str] = []
    for pattern in patterns:
        full = os.path.expanduser(pattern)  # noqa: PTH111 - a glob is no path
        found.update(_matches(full, unreadable))
    files: dict[tuple[int, int], tuple[str, os.stat_result]] = {}
    for path, status in sorted(found.items()):
        files.setdefault((status.st_dev, status.st_ino), (path, status))
    return list(files.values()), list(dict.fromkeys(unreadable))


def _matches(pattern: str, unreadable: list[str]) -> Iterator[tuple[str, os.stat_result]]:
    """Yield the transcripts that a pattern names; what cannot be looked into is added."""
    if os.path.isdir(pattern):  # noqa: PTH112 - a glob is no path
        yield from _walk(pattern, unreadable)
        return
    _look(pattern, unreadable)
    for path in glob(pattern, recursive=True):  # noqa: PTH207 - ** and absolute globs
        if _is_named_so(path, unreadable) and (found := _transcript(path, unreadable)):
            yield path, found


def _look(pattern: str, unreadable: list[str]) -> None:
    """See that the fixed part of a pattern can be read: a glob says nothing where it cannot."""
    base = pattern
    while has_magic(base):
        base = os.path.dirname(base)  # noqa: PTH120 - many names
    try:
        if base == pattern:
            os.stat(base)  # noqa: PTH116 - as above
        else:
            os.scandir(base).close()
    except OSError as err:
        _complain(base, err, unreadable)


def _complain(path: str, err: OSError, unreadable: list[str]) -> None:
    if not isinstance(err, FileNotFoundError | NotADirectoryError):  # not there is no trouble
        unreadable.append(f"{path}: cannot be read ({err.strerror}); check it")


def _walk(
    folder: str, unreadable: list[str], trees: list[str] | None = None
) -> Iterator[tuple[str, os.stat_result]]:
    """Yield the transcripts below a folder; trees: the real folders whose walk has begun."""
    trees = [os.path.realpath(folder)] if trees is None else trees
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                path = entry.path
                if _is_folder(entry, unreadable):
                    if not entry.is_symlink() or _is_new(path, folder, trees):
                        yield from _walk(path, unreadable, trees)
                elif _is_named_so(path, unreadable) and (found := _transcript(path, unreadable)):
                    yield path, found
    except OSError as err:
        _complain(folder, err, unreadable)


def _is_folder(entry: os.DirEntry[str], unreadable: list[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError as err:
        _complain(entry.path, err, unreadable)
        return False


def _is_new(link: str, folder: str, trees: list[str]) -> bool:
    """Tell that a link leads to what is walked nowhere else, and not around in a circle."""
    real = os.path.realpath(link)
    if _lies_in(os.path.realpath(folder), real) or any(_lies_in(real, tree) for tree in trees):
        return False
    trees.append(real)
    return True


def _lies_in(path: str, tree: str) -> bool:
    return f"{path}/".startswith(f"{tree.rstrip('/')}/")


def _transcript(path: str, unreadable: list[str]) -> os.stat_result | None:
    """Return the stat of a path, if a plain file stands there."""
    try:
        found = os.stat(path)  # noqa: PTH116 - many names
    except OSError as err:
        _complain(path, err, unreadable)
        return None
    return found if stat.S_ISREG(found.st_mode) else None


def _is_named_so(path: str, unreadable: list[str]) -> bool:
    name = path.rpartition("/")[2]
    if not name.lower().endswith(".jsonl") or ".deleted" in name:
        return False
    if path.isascii() or writable(path) == path:
        return True
    # A cursor holds no path that is no UTF-8: the first part that is none is to be renamed.
    parts = path.split("/")
    last = next(n for n, part in enumerate(parts) if writable(part) != part)
    place = writable("/".join(parts[: last + 1]))
    unreadable.append(f"{place}: cannot be read (its name is not UTF-8); rename it")
    return False
