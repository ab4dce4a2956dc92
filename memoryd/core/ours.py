"""Which sentences of a summary.md are of our writing, however an editor broke or joined its lines.

They are those that we wrote, and those that say a fact word for word: that alone tells where a
memory was copied without what it remembers of its files.
"""

from collections.abc import Container, Iterable, Iterator, Sequence

from memoryd.core.fact import Fact
from memoryd.core.outline import is_made_of, key, lines, quoted, says_more
from memoryd.core.summary import Parts, Row, read_names, take_apart, with_lines
from memoryd.core.telling import Sides
from memoryd.core.text import content_stems, normal

WRITTEN = "sumfile"  # what the mark begins with that holds the version of a summary we wrote
MADE_OF = "sum"  # the same of the one that holds digests of what it was made of
_WRAPPED = 12  # lines over which an editor may break what was one of ours
_STOPS = ".!?…。！？"  # noqa: RUF001 - full width stops
_AROUND = " \"'”’)]」』”"


class Ours:
    """The keys of the sentences that are ours."""

    def __init__(
        self, written: Iterable[str], facts: Iterable[str], removed: Container[str] = frozenset(),
        deleted: Container[str] = frozenset(),
    ) -> None:  # fmt: skip
        """Take sentences that we wrote and the words of facts.

        removed: the keys of facts that a person removed. deleted: those of sentences that a person
        deleted from the text: whoever has them stand there wrote them.
        """
        self._written = frozenset(map(key, written))
        self._facts = frozenset(key(line) for fact in facts for line in quoted(fact))
        self._removed = removed
        self._deleted = deleted

    def __contains__(self, sentence: object) -> bool:
        """Return whether a sentence of this `key` is ours."""
        if sentence in self._written:
            return True
        told = sentence in self._facts or sentence in self._removed
        return told and sentence not in self._deleted


def sentences(raw: bytes) -> tuple[str, ...]:
    """Return what the text of a summary.md says outside of its keep blocks, without our count."""
    rows = (row for row in take_apart(raw).rows if not says_more(row.text))
    return tuple(line for row in rows for line in said_by(row))


def standing(raw: bytes, sought: Iterable[str] = ()) -> frozenset[str]:
    """Return the `key` of each sentence of a summary.md, kept or not.

    sought: sentences that are also found where its lines were broken or joined anew.
    """
    parts = take_apart(raw)
    texts = (*(row.text for row in parts.rows), *parts.kept)
    here = frozenset(key(line) for line in said_in(texts))
    away = {key(line) for line in sought} - here
    if not away:
        return here
    whole = normal(" ".join(texts))
    return here.union(one for one in away if _stands_in(whole, one))


def _stands_in(whole: str, sentence: str) -> bool:
    """Return whether a text holds a sentence from its beginning to its end; both are normal."""
    at = whole.find(sentence) if sentence else -1
    while at >= 0:
        before = whole[:at].rstrip(_AROUND)[-1:]
        after = whole[at + len(sentence) :].lstrip(_AROUND)[:1]
        if (not before or before in _STOPS) and (not after or after in _STOPS):
            return True
        at = whole.find(sentence, at + 1)
    return False


def by_hand(parts: Parts, ours: Container[str]) -> list[Row]:
    """Return the lines that are not ours, a blank one between those that stood apart."""
    found: list[Row] = []
    apart = False
    taken = {row.at for rows in stretches(parts.rows, ours) for row in rows}
    for row in parts.rows:
        if row.at in taken or not row.text.strip():
            apart = True
            continue
        if apart and found:
            found.append(Row(parts.end, "", hidden=False))
        found.append(row)
        apart = False
    return found


def stretches(rows: Sequence[Row], ours: Container[str]) -> Iterator[list[Row]]:
    """Yield the lines that hold nothing but sentences of ours: one, or several as wrapped."""
    waiting: list[Row] = []
    for row in rows:
        if not said_by(row):
            yield from _wrapped(waiting, ours)
            waiting = []
        elif is_made_of(row.text, ours) or says_more(row.text):
            yield from _wrapped(waiting, ours)
            waiting = []
            yield [row]
        else:
            waiting.append(row)
    yield from _wrapped(waiting, ours)


def _wrapped(rows: list[Row], ours: Container[str]) -> Iterator[list[Row]]:
    """Yield lines of which none alone is of our sentences, but several together are."""
    at = 0
    while at < len(rows):
        ends = range(at + 2, min(len(rows), at + _WRAPPED) + 1)
        tried = [len(rows), *ends] if at == 0 else ends
        end = next((end for end in tried if _is_ours(rows[at:end], ours)), at + 1)
        if end > at + 1:
            yield rows[at:end]
        at = end


def _is_ours(rows: Sequence[Row], ours: Container[str]) -> bool:
    return is_made_of(" ".join(row.text.strip() for row in rows), ours)


def said_by(row: Row) -> tuple[str, ...]:
    """Return the sentences of a line; none where it cannot be of our writing."""
    return () if row.hidden or "<!--" in row.text else lines(row.text)


def said_in(texts: Iterable[str]) -> Iterator[str]:
    """Yield the sentences of texts."""
    for text in texts:
        yield from lines(text)


class Withdrawn:
    """Facts whose words a person took out of an items.json, beside those that stand there still."""

    def __init__(self, gone: Sequence[Fact], standing: Sequence[Fact]) -> None:
        """Take both sides; of those that stand what is superseded tells nothing."""
        self._gone = gone
        self._standing = [fact for fact in standing if fact.active]

    def out_of(self, raw: bytes, written: bytes) -> bytes:
        """Return a summary.md without the sentences of ours that tell what is gone.

        written: the version we wrote last, b"" for none. What such a sentence tells besides is put
        there in the words of its fact; not a byte of a person's changes.
        """
        told = _Telling(self._gone, self._standing, content_stems(" ".join(read_names(raw))))
        ours = Ours(sentences(written), (fact.fact for fact in self._gone))
        changed: dict[int, bytes] = {}
        for rows in stretches(take_apart(raw).rows, ours):
            said = lines(" ".join(row.text.strip() for row in rows))
            kept = [line for one in said for line in told.instead(one)]
            if kept != list(said):
                first = rows[0].raw
                end = first[len(first.rstrip(b"\r\n")) :]
                changed |= {row.at: b"" for row in rows}
                changed[rows[0].at] = " ".join(kept).encode() + end if kept else b""
        return with_lines(raw, changed) if changed else raw


class _Telling:
    """What a sentence tells of facts that are gone, and of others."""

    def __init__(self, gone: Sequence[Fact], standing: Sequence[Fact], own: frozenset[str]) -> None:
        self._own = own
        self._sides = Sides(gone, standing, own)
        others = {key(line) for fact in standing for line in quoted(fact.fact)}
        self._words = {key(line) for fact in gone for line in quoted(fact.fact)} - others
        self._others = others
        known = own.union(*(content_stems(fact.fact) for fact in standing))
        alone = (content_stems(fact.fact) - known for fact in gone)
        self._alone = [stems for stems in alone if stems]
        over = own.union(*(content_stems(fact.fact) for fact in gone))
        news = ((fact, content_stems(fact.fact) - over) for fact in standing)
        self._news = [(fact, stems) for fact, stems in news if stems]

    def instead(self, sentence: str) -> tuple[str, ...]:
        """Return the sentences that stay of one: itself where it tells nothing that is gone."""
        if key(sentence) in self._others or says_more(sentence):
            return (sentence,)
        stems = content_stems(sentence) - self._own
        if key(sentence) not in self._words and not self._tells(stems):
            return (sentence,)
        rest = (fact for fact, new in self._news if new <= stems)
        return tuple(line for fact in rest for line in quoted(fact.fact))

    def _tells(self, stems: frozenset[str]) -> bool:
        return any(alone <= stems for alone in self._alone) or self._sides.tells_apart(stems)
