"""One audience's tables: its words, scenes, passages and postings; nothing else is counted here.

A passage's id is its scene's id times PLACES plus its place in the scene; the scenes of superseded
facts stand above OLD, so that a question about what is true never meets them. No id is given
twice: one that a view of vectors still holds is gone, or the same passage. Full-text search sees
only numbers: each word of the memory has one, and no query syntax can reach it.
"""

import sqlite3
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any
from zlib import crc32

from memoryd.core.passage import Layer, Passage
from memoryd.core.value import frozen
from memoryd.search.cited import Cited
from memoryd.search.lexicon import ONE_WORD, TIME_WORDS
from memoryd.search.passage_row import COLUMNS, clean, passage_of, row_of
from memoryd.search.ranking import Scale, Scene, mark, ordinal
from memoryd.search.stem import stem
from memoryd.search.wording import key_of, meant
from memoryd.search.words import day_terms, terms

PLACES = 64  # passages of a scene; a longer talk is several scenes
OLD = 1 << 40  # scenes
_MOST_WORDS = 1_000_000  # each is one character of a text; later words share the numbers
_FIRST_SIGN, _SURROGATES = 48, 0xD800
_FIRST_WORDS = 100_000  # that are gone through as a whole: 4 ms for each text
_CHUNK = 500
_Row = tuple[Any, ...]  # of SQLite
_SCHEMA = """
CREATE TABLE {0}_word(id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE, passages INTEGER NOT NULL,
    scenes INTEGER NOT NULL, names INTEGER NOT NULL);
CREATE INDEX {0}_word_names ON {0}_word(word) WHERE names > 0;
CREATE TABLE {0}_scene(id INTEGER PRIMARY KEY, path TEXT NOT NULL, terms TEXT NOT NULL,
    heads TEXT NOT NULL, marks TEXT NOT NULL, days TEXT NOT NULL, weights TEXT NOT NULL);
CREATE INDEX {0}_scene_path ON {0}_scene(path);
CREATE TABLE {0}_passage(id INTEGER PRIMARY KEY, path TEXT NOT NULL, start_line INTEGER NOT NULL,
    end_line INTEGER NOT NULL, layer TEXT NOT NULL, text TEXT NOT NULL, scene TEXT NOT NULL,
    subject TEXT NOT NULL, entity TEXT, speaker TEXT, day TEXT, fact TEXT, superseded_by TEXT,
    origin TEXT, for_group INTEGER NOT NULL, weight REAL NOT NULL);
CREATE INDEX {0}_passage_path ON {0}_passage(path);
CREATE INDEX {0}_passage_day ON {0}_passage(day) WHERE day IS NOT NULL;
CREATE INDEX {0}_passage_fact ON {0}_passage(fact) WHERE fact IS NOT NULL;
CREATE TABLE {0}_key(id INTEGER PRIMARY KEY, key BLOB NOT NULL);
CREATE VIRTUAL TABLE {0}_posting USING fts5(
    words, content='', detail=none, columnsize=0, tokenize='ascii');
CREATE TABLE {0}_size(passages INTEGER NOT NULL, scenes INTEGER NOT NULL, terms INTEGER NOT NULL,
    last INTEGER NOT NULL);
INSERT INTO {0}_size VALUES(0, 0, 0, 0);
"""


@frozen
class Word:
    """A word of the memory: its sign, and how many passages and scenes hold it.

    is_name: somebody who speaks, or whom a passage is about, is called so.
    """

    word: str
    sign: str
    passages: int
    scenes: int
    is_name: bool


@frozen
class Size:
    """How much the shelf holds."""

    passages: int
    scenes: int
    terms: int

    @property
    def scale(self) -> Scale:
        """The means that lengths are compared with; never zero."""
        return Scale(
            passage=max(1.0, self.terms / max(1, self.passages)),
            scene=max(1.0, self.terms / max(1, self.scenes)),
        )


class Shelf:
    """The tables of one audience in an open index. Writes run in the caller's transaction."""

    def __init__(self, db: sqlite3.Connection, name: str) -> None:
        """Use the tables whose names begin with `name`, a constant of this package."""
        self._db, self._name = db, name
        self.cited = Cited(db, name)
        self._ids: dict[str, int] = {}
        self._added: dict[int, list[int]] = {}

    def create(self) -> None:
        """Create the tables."""
        for statement in _SCHEMA.split(";\n"):
            self._run(statement)
        self.cited.create()

    def size(self) -> Size:
        """Return how much there is."""
        return Size(*self._all("SELECT passages, scenes, terms FROM {0}_size")[0])

    def add(self, passages: Sequence[Passage]) -> None:
        """Add the passages of a path."""
        for group in _scenes(passages):
            self._add_scene(group)

    def remove(self, path: str) -> None:
        """Remove all passages of a path."""
        for scene_id, texts, heads in self._all(
            "SELECT id, terms, heads FROM {0}_scene WHERE path = ?", path
        ):
            own, over = texts.split("\n"), heads.split("\n")
            self._count(own, over, -1)
            self._postings(scene_id, own, over, delete=True)
        self.cited.remove(path)
        self._run(
            "DELETE FROM {0}_key WHERE id IN (SELECT id FROM {0}_passage WHERE path = ?)", path
        )
        for table in ("scene", "passage"):
            self._run(f"DELETE FROM {{0}}_{table} WHERE path = ?", path)  # noqa: S608 - constants

    def flush(self) -> None:
        """Write the counts that adding and removing changed; before the transaction ends."""
        self._db.executemany(
            self._sql("UPDATE {0}_word SET passages = passages + ?, scenes = scenes + ?, "
                      "names = names + ? WHERE id = ?"),
            ((*counts, number) for number, counts in self._added.items()),
        )  # fmt: skip
        self._db.executemany(  # a name that was forgotten must not stay as a word
            self._sql("DELETE FROM {0}_word WHERE id = ? AND passages <= 0"),
            ((number,) for number in self._added),
        )
        self.forget()

    def forget(self) -> None:
        """Drop what is kept between writes: at the end of a transaction, and when one failed."""
        self._ids.clear()
        self._added.clear()

    def words(self, found: Iterable[str]) -> dict[str, Word]:
        """Return those of the words that the shelf holds."""
        rows = self._chunks(
            "SELECT word, id, passages, scenes, names FROM {0}_word WHERE passages > 0 AND word IN",
            list(found),
        )
        return {row[0]: _word(row) for row in rows}

    def words_of(self, signs: Iterable[str]) -> list[Word]:
        """Return the words that signs stand for."""
        rows = self._chunks(
            "SELECT word, id, passages, scenes, names FROM {0}_word WHERE passages > 0 AND id IN",
            [_number(sign) for sign in signs],
        )
        return [_word(row) for row in rows]

    def spelled(self, start: str, sizes: tuple[int, int], limit: int) -> list[str]:
        """Return the words that begin so with a length in a range, then other names of that length.

        They may be held no more: `words` says so.
        """
        span = start, start + "\U0010ffff"
        rows = self._all(
            "SELECT word FROM {0}_word WHERE word >= ? AND word < ? "
            "AND length(word) BETWEEN ? AND ? UNION ALL "
            "SELECT word FROM {0}_word WHERE names > 0 AND NOT (word >= ? AND word < ?) "
            "AND length(word) BETWEEN ? AND ? LIMIT ?",
            *span, *sizes, *span, *sizes, limit,
        )  # fmt: skip
        return [word for (word,) in rows]

    def begun(self, start: str, sizes: tuple[int, int], limit: int) -> list[str]:
        """Return words that begin so with a length in a range; `words` says if they are held."""
        rows = self._all(
            "SELECT word FROM {0}_word WHERE word >= ? AND word < ? "
            "AND length(word) BETWEEN ? AND ? LIMIT ?",
            start, start + "\U0010ffff", *sizes, limit,
        )  # fmt: skip
        return [word for (word,) in rows]

    def words_with(self, parts: Sequence[str], limit: int) -> list[Word]:
        """Return words that hold one of these texts, of the first that the memory learned."""
        holds = " OR ".join(["instr(word, ?) > 0"] * len(parts))
        return self._where(f"id <= {_FIRST_WORDS} AND ({holds}) LIMIT ?", *parts, limit)

    def numbers(self, digits: str) -> list[Word]:
        """Return the number of these digits as it is written with hyphens, slashes or points."""
        plain = "replace(replace(replace(word, '-', ''), '/', ''), '.', '')"
        longer = f"id <= {_FIRST_WORDS} AND length(word) > ? AND word GLOB '[0-9]*[-/.]*[0-9]'"
        return self._where(f"{longer} AND {plain} = ? LIMIT 1", len(digits), digits)

    def holders(self, sign: str, *, old: bool, limit: int, beside: Iterable[str] = ()) -> list[int]:
        """Return ids of passages that hold a word, the newest first where there are too many.

        beside: words of which they hold one as well, where any are given.
        """
        others = " OR ".join(str(ord(other)) for other in beside)
        match = f"{ord(sign)} AND ({others})" if others else str(ord(sign))
        low, high = _range(old=old)
        rows = self._db.execute(
            self._sql(
                "SELECT rowid FROM {0}_posting WHERE {0}_posting MATCH ? AND rowid >= ? "
                "AND rowid < ? ORDER BY rowid DESC LIMIT ?"
            ),
            (match, low, high, limit),
        )
        return [row[0] for row in rows]

    def ids(self, where: str, *values: object, old: bool, limit: int) -> list[int]:
        """Return ids of passages by a condition on their columns, written in this package."""
        low, high = _range(old=old)
        wanted = (
            f"SELECT id FROM {{0}}_passage WHERE {where} AND id >= ? AND id < ? "  # noqa: S608 - ours
            "ORDER BY id DESC LIMIT ?"
        )
        return [row[0] for row in self._all(wanted, *values, low, high, limit)]

    def of_days(
        self, first: str, last: str, *, lines: bool, old: bool, limit: int
    ) -> Iterator[tuple[str, str, int]]:
        """Yield day, layer and id of passages of ISO days, the newest day first; lines or none."""
        return iter(self._all(
            "SELECT day, layer, id FROM {0}_passage WHERE day BETWEEN ? AND ? "
            "AND (layer = ?) = ? AND id >= ? AND id < ? "
            "ORDER BY day DESC LIMIT ?",
            first, last, Layer.LINE.value, lines, *_range(old=old), limit,
        ))  # fmt: skip

    def scenes(self, ids: Iterable[int]) -> list[Scene]:
        """Return scenes by id."""
        rows = self._chunks(
            "SELECT id, terms, heads, marks, days, weights FROM {0}_scene WHERE id IN", list(ids)
        )
        return [Scene(*row) for row in rows]

    def passages(self, ids: Iterable[int]) -> dict[int, Passage]:
        """Return passages by id."""
        wanted = f"SELECT id, {COLUMNS} FROM {{0}}_passage WHERE id IN"  # noqa: S608 - constants
        rows = self._chunks(wanted, list(ids))
        return {row[0]: passage_of(row[1:]) for row in rows}

    def keys(self) -> tuple[Sequence[int], bytes]:
        """Return the ids of the passages that hold, and keys of what they mean, 16 bytes each."""
        ids, keys = array("q"), bytearray()
        for number, key in self._db.execute(self._sql("SELECT id, key FROM {0}_key ORDER BY id")):
            ids.append(number)
            keys += key
        return ids, bytes(keys)

    def _add_scene(self, group: Sequence[Passage]) -> None:
        scene_id = self._next_id(old=group[0].over)
        own = [terms(passage.text) for passage in group]
        names = [terms(f"{passage.speaker or ''} {passage.subject}") for passage in group]
        over = [name + day_terms(p.day) for name, p in zip(names, group, strict=True)]
        self._learn({term for found in (*own, *over) for term in found})
        for word in {word for found in names for word in found}:
            self._counts(self._ids[word])[2] += 1
        signs = ["".join(_sign(self._ids[term]) for term in found) for found in own]
        heads = ["".join(_sign(self._ids[term]) for term in found) for found in over]
        self._count(signs, heads, 1)
        self._postings(scene_id, signs, heads, delete=False)
        marks = "".join(map(_mark, group, own))
        self._run(
            "INSERT INTO {0}_scene VALUES(?, ?, ?, ?, ?, ?, ?)",
            scene_id, group[0].path, "\n".join(signs), "\n".join(heads), marks,
            " ".join(str(ordinal(p.day)) for p in group), _weights(group),
        )  # fmt: skip
        self._db.executemany(
            self._sql(f"INSERT INTO {{0}}_passage VALUES({','.join('?' * 16)})"),
            ((scene_id * PLACES + at, *row_of(passage)) for at, passage in enumerate(group)),
        )
        self.cited.add(scene_id * PLACES, group)
        if scene_id < OLD:
            self._db.executemany(
                self._sql("INSERT INTO {0}_key VALUES(?, ?)"),
                (
                    (scene_id * PLACES + at, key_of(clean(meant(passage))))
                    for at, passage in enumerate(group)
                ),
            )

    def _next_id(self, *, old: bool) -> int:
        self._run("UPDATE {0}_size SET last = last + 1")
        return int(self._all("SELECT last FROM {0}_size")[0][0]) + (OLD if old else 0)

    def _learn(self, found: set[str]) -> None:
        """Give every word its number."""
        new = [word for word in found if word not in self._ids]
        known = self._chunks("SELECT word, id FROM {0}_word WHERE word IN", new)
        self._ids.update(known)
        for word in new:
            if word not in self._ids:
                self._ids[word] = self._number_for(word)

    def _number_for(self, word: str) -> int:
        last = self._all("SELECT max(id) FROM {0}_word")[0][0] or 0
        if last >= _MOST_WORDS:
            return crc32(word.encode()) % _MOST_WORDS + 1
        self._run("INSERT INTO {0}_word VALUES(?, ?, 0, 0, 0)", last + 1, word)
        return int(last) + 1

    def _count(self, signs: Sequence[str], heads: Sequence[str], by: int) -> None:
        holding: Counter[str] = Counter()
        for sign, head in zip(signs, heads, strict=True):
            holding.update(set(sign + head))
        for sign, count in holding.items():
            self._counts(_number(sign))[0] += by * count
        for sign in set("".join(signs)):
            self._counts(_number(sign))[1] += by
        self._run(
            "UPDATE {0}_size SET passages = passages + ?, scenes = scenes + ?, terms = terms + ?",
            by * len(signs), by, by * sum(map(len, signs)),
        )  # fmt: skip

    def _counts(self, number: int) -> list[int]:
        return self._added.setdefault(number, [0, 0, 0])

    def _postings(
        self, scene_id: int, signs: Sequence[str], heads: Sequence[str], *, delete: bool
    ) -> None:
        into, mark_ = ("({0}_posting, rowid, words)", "'delete', ?, ?") if delete else (
            "(rowid, words)", "?, ?")  # fmt: skip
        self._db.executemany(
            self._sql(f"INSERT INTO {{0}}_posting{into} VALUES({mark_})"),
            (
                (scene_id * PLACES + at, " ".join(str(ord(sign)) for sign in set(own + over)))
                for at, (own, over) in enumerate(zip(signs, heads, strict=True))
            ),
        )

    def _sql(self, text: str) -> str:
        return text.replace("{0}", self._name)

    def _where(self, condition: str, *values: object) -> list[Word]:
        wanted = "SELECT word, id, passages, scenes, names FROM {0}_word WHERE passages > 0 AND "
        return [_word(row) for row in self._all(wanted + condition, *values)]

    def _run(self, text: str, *values: object) -> None:
        self._db.execute(self._sql(text), values)

    def _all(self, text: str, *values: object) -> list[_Row]:
        return self._db.execute(self._sql(text), values).fetchall()

    def _chunks(self, text: str, keys: Sequence[object]) -> Iterator[_Row]:
        for start in range(0, len(keys), _CHUNK):
            part = keys[start : start + _CHUNK]
            yield from self._all(f"{text} ({','.join('?' * len(part))})", *part)


def _scenes(passages: Sequence[Passage]) -> Iterator[list[Passage]]:
    """Group passages as they are neighbours; a superseded fact always stands alone."""
    group: list[Passage] = []
    for passage in passages:
        joins = group and passage.scene and passage.scene == group[0].scene
        alone = passage.over or (group and group[0].over)
        if group and (not joins or alone or len(group) == PLACES):
            yield group
            group = []
        group.append(passage)
    if group:
        yield group


@cache
def _of_time() -> frozenset[str]:
    return frozenset(stem(ONE_WORD.get(word, word)) for word in TIME_WORDS)


def _mark(passage: Passage, found: Sequence[str]) -> str:
    timed = not _of_time().isdisjoint(found)
    return mark(passage.text, timed=timed, written=passage.layer is not Layer.LINE)


def _sign(number: int) -> str:
    point = number + _FIRST_SIGN
    return chr(point + 0x800 if point >= _SURROGATES else point)


def _number(sign: str) -> int:
    point = ord(sign)
    return (point - 0x800 if point >= _SURROGATES else point) - _FIRST_SIGN


def _word(row: _Row) -> Word:
    return Word(row[0], _sign(row[1]), row[2], row[3], row[4] > 0)


def _range(*, old: bool) -> tuple[int, int]:
    return (OLD * PLACES, (1 << 62)) if old else (0, OLD * PLACES)


def _weights(group: Sequence[Passage]) -> str:
    if all(passage.weight == 1 for passage in group):
        return ""
    return " ".join(f"{passage.weight:g}" for passage in group)
