"""What a question names outright: a fact's id, an entity, a file's path, a line of it."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from memoryd.search.shelf import Shelf

_READ = 2_000  # characters in which names are looked for
_MOST = 64  # names that are looked up
_NAMED = 100  # passages of one name
_LOOKS = 4  # file names that are looked for in any folder: each is a look at all paths
_DEEPEST = 12  # folders of a path; in front may stand where the memory is kept
_EXACT, _STEP = 1_000.0, 1e-3  # before everything else, in the order of the file
_FILES = (("items.json", _EXACT), ("summary.md", _EXACT / 2))  # of an entity
_ENDS = ".?!:"
_SIGNS = frozenset("-_/.#")


@cache  # made when a question may name something: 2 ms of a start
def _piece() -> re.Pattern[str]:
    return re.compile(
        r"[^\s\"'`<>()\[\]{},;|*\u2018-\u201f\u2026\u00ab\u00bb\u3001-\u3011\uff01-\uff1f]+"
    )


@cache
def _lines() -> re.Pattern[str]:
    return re.compile(r"(?::|#L)(\d{1,9})(?:(?::\d+)|(?:-L?(\d{1,9})))?$")


@cache
def _id() -> re.Pattern[str]:
    return re.compile(r"(?<![a-z0-9])[a-z0-9]+(?:[-_.][a-z0-9]+)+", re.ASCII | re.IGNORECASE)


@cache
def _spaced() -> re.Pattern[str]:
    return re.compile(r"(?<![^\W_])([^\W_][\w-]*)[ _](\d{3,})(?!\w)")  # code 003


@cache
def _file() -> re.Pattern[str]:
    return re.compile(r"[\w.-]*\d[\w.-]*\.\w{2,5}")  # its name tells it, as that of a note does


class _Place(NamedTuple):
    path: str
    first: int
    last: int


_Condition = tuple[str, tuple[object, ...]]  # on passages, and its values


def exact(text: str, shelf: Shelf, *, old: bool) -> dict[int, float]:
    """Return scores of passages that a question names by a fact's id, an entity's ref or a path.

    With a line, as `search` prints it, what stands there comes before the rest of the file.
    """
    text = text[:_READ].encode("utf-8", "replace").decode()
    if " " in text.strip() and not any(sign in _SIGNS or sign.isdigit() for sign in text):
        return {}
    found: dict[int, float] = {}
    for name in list(dict.fromkeys(_ids(text)))[:_MOST]:
        for number in shelf.ids("fact = ?", name, old=old, limit=_NAMED):
            found[number] = _EXACT
    looks = _LOOKS
    for place in list(dict.fromkeys(_places(text)))[:_MOST]:
        known = _of_file(place, _below(place.path), shelf, old=old)
        known = known or _of_entity(place.path, shelf, old=old)
        name = place.path.rpartition("/")[2]
        if not known and looks and _file().fullmatch(name):
            looks -= 1
            ends = f"/{name}"
            known = _of_file(place, ("substr(path, -?) = ?", (len(ends), ends)), shelf, old=old)
        for number, score in known.items():
            found[number] = found.get(number, 0.0) + score
    return found


def _of_file(place: _Place, paths: _Condition, shelf: Shelf, *, old: bool) -> dict[int, float]:
    where, values = paths
    numbers = sorted(shelf.ids(where, *values, old=old, limit=_NAMED))
    scores = {number: _EXACT - at * _STEP for at, number in enumerate(numbers)}
    if place.last and numbers:
        where = f"{where} AND start_line <= ? AND end_line >= ?"
        values = (*values, place.last, place.first)
        for number in shelf.ids(where, *values, old=old, limit=_NAMED):
            scores[number] = scores.get(number, 0.0) + _EXACT
    return scores


def _of_entity(path: str, shelf: Shelf, *, old: bool) -> dict[int, float]:
    """Return scores of the facts, and then the summary, of an entity named by ref or folder."""
    folders = [folder for folder in _tails(path.rstrip("/")) if "/" in folder]
    found: dict[int, float] = {}
    for name, most in _FILES if folders else ():
        files = [f"{above}{folder}/{name}" for folder in folders for above in ("", "areas/")]
        where, values = _among(files)
        numbers = sorted(shelf.ids(where, *values, old=old, limit=_NAMED))
        found |= {number: most - at * _STEP for at, number in enumerate(numbers)}
    return found


def _ids(text: str) -> Iterator[str]:
    """Yield what may be an id: a whole question of one word, or a word with a digit or hyphen."""
    words = [piece.strip(_ENDS) for piece in _piece().findall(text)]
    words = words if len(words) == 1 else [word for word in words if _is_odd(word)]
    words += _id().findall(text)
    words += [f"{name}-{number}" for name, number in _spaced().findall(text)]
    for word in words:
        yield from (word, word.lower())


def _is_odd(word: str) -> bool:
    return "-" in word or "_" in word or any(map(str.isdigit, word))


def _places(text: str) -> Iterator[_Place]:
    for piece in _piece().findall(text):
        bare = piece.rstrip(_ENDS).removeprefix("file://")
        if "/" in bare or "." in bare:
            yield _Place(bare, 0, 0)
            if lines := _lines().search(bare):
                first, last = int(lines[1]), int(lines[2] or lines[1])
                yield _Place(bare[: lines.start()], first, last)


def _below(path: str) -> _Condition:
    """Return the condition for a path, or what is left of it below one of its folders."""
    return _among(_tails(path))


def _among(paths: Sequence[str]) -> _Condition:
    return f"path IN ({','.join('?' * len(paths))})", tuple(paths)


def _tails(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[at:]) for at in range(max(0, len(parts) - _DEEPEST), len(parts))]
