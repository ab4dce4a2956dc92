"""One question put to one shelf: words looked up and repaired, candidates, scores, last resorts."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from heapq import nlargest
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from memoryd.search import ranking
from memoryd.search.exact import exact
from memoryd.search.query import Question, shapes_only
from memoryd.search.ranking import Asked, Wanted
from memoryd.search.shelf import PLACES, Shelf, Word
from memoryd.search.words import as_written, asked, span_terms, umlauts

if TYPE_CHECKING:
    from memoryd.search.spelling import Taken

POSTINGS = 3_000  # holders that are looked at, from the rarest word on
SCENES = 40  # scenes that are scored in full, up to half of them of the days asked for
_MOST_TERMS = 64  # of a question, the rarest of those that the memory holds
_DATED_TERMS, _DATED_HOLDERS = 8, 300  # with which days are looked through
_LITERAL = 200  # characters of a question that are looked for letter by letter
_STOPS = ".,;:!?()[]\"'\u201c\u201d\u2018\u2019\u2026"  # beside what is looked for
_HOLDS = "instr(lower(text), lower(?))"
_LIKELY, _BORROWED, _BORROWED_WEIGHT = 10, 20, 0.5  # feedback: passages, terms, their weight
_SHORTEST_BORROWED = 3


class _Term(NamedTuple):
    word: Word
    weight: float
    of_days: bool = False  # it stands only in the words of the days asked for


class Asking:
    """A question, the shelf it is put to, and the day it is asked on."""

    def __init__(self, shelf: Shelf, question: Question, today: date) -> None:
        """Look the words of the question up."""
        self.shelf, self._question = shelf, question
        self._asked_on = today.toordinal()
        self._today = self._asked_on if question.is_prompt else None
        self._size = shelf.size()
        self._terms = self._used = list(self._known())
        self._days = self._day_signs()
        self._lettered: frozenset[int] = frozenset()  # what holds the question's letters alone
        self._held_then = False  # a word beside the days' own stands in a passage of these days

    def best(self, limit: int, *, old: bool = False) -> list[tuple[int, float]]:
        """Return ids and scores of the best passages, best first. old: superseded facts."""
        terms, most = self._terms, max(SCENES, limit)
        found = self._score(terms, self._scenes(terms, most, old=old))
        if self._question.is_prompt and found and not old:
            terms = self._used = [*terms, *self._borrowed(found)]
            found = self._score(terms, self._scenes(terms, most, old=old))
        if self._question.spans:
            found |= self._of_days(found, limit, old=old)
        for number, score in exact(self._question.text, self.shelf, old=old).items():
            found[number] = found.get(number, 0.0) + score
        if not found:
            found = dict.fromkeys(self._by_letters(limit, old=old), 1.0)
            self._lettered = frozenset(found)
        # Ties go to what was told last.
        return sorted(found.items(), key=itemgetter(1, 0), reverse=True)[:limit]

    def those(self, ids: Iterable[int]) -> dict[int, float]:
        """Return the scores of these passages as `best` counted, if a word asked for is near."""
        wanted = set(ids)
        found = self._score(self._used, {number // PLACES for number in wanted})
        return {number: score for number, score in found.items() if number in wanted}

    def guessed(self, ids: Iterable[int]) -> frozenset[int]:
        """Return which of these passages only hold a word that was rewritten as a guess.

        Or no word at all, only its letters.
        """
        wanted = set(ids)
        guesses = [term for term in self._terms if term.weight <= ranking.GUESS]
        if not guesses:
            return self._lettered.intersection(wanted)
        scenes = {number // PLACES for number in wanted}
        sure = self._score([term for term in self._terms if term.weight > ranking.GUESS], scenes)
        return frozenset(wanted.intersection(self._score(guesses, scenes)).difference(sure))

    @property
    def for_days(self) -> bool:
        """Whether nothing but days is asked for."""
        return self._question.days_only

    def _known(self) -> Iterator[_Term]:
        """Yield the terms as the memory spells them."""
        wanted = self._question.terms
        known = self.shelf.words(wanted)
        held = sorted((word for word in wanted if word in known),
                      key=lambda word: known[word].passages)[:_MOST_TERMS]  # fmt: skip
        # The words of the days are none that somebody mistyped.
        rest = self._question.rest
        unknown = [word for word in wanted
                   if word not in known and word in rest and not shapes_only(word)]  # fmt: skip
        unknown = unknown[: _MOST_TERMS - len(held)]
        used = {*held}
        taken, apart = self._repaired(unknown) if unknown else ({}, [])
        for word in wanted:
            of_days = word not in rest
            if word in used:
                yield _Term(known[word], 1.0, of_days)
            for near, weight in taken.get(word, ()):
                yield _Term(near, weight, of_days)
        for near, weight in apart:
            yield _Term(near, weight)

    def _repaired(self, unknown: list[str]) -> "tuple[dict[str, list[Taken]], list[Taken]]":
        """Return the words meant by unknown ones, and those written as one but asked as two."""
        # Most questions do without: 2 ms of a start.
        from memoryd.search.spelling import joined, repairs  # noqa: PLC0415 - see above

        text = self._question.text
        written = as_written(text, unknown)
        found = repairs(unknown, self.shelf, written, umlauts(text))
        return found, joined(self._question.terms, frozenset(unknown), self.shelf)

    def _day_signs(self) -> list[str]:
        """Return the signs of words that only the days asked for hold."""
        spans = [
            (date.fromordinal(one), date.fromordinal(two)) for one, two in self._question.spans
        ]
        days = [term for span in spans for term in span_terms(*span)]
        return [word.sign for word in self.shelf.words(days).values()] if days else []

    def _score(self, terms: list[_Term], scenes: Iterable[int]) -> dict[int, float]:
        asked = self._asked(terms)
        scale = self._size.scale
        return {
            scene.id * PLACES + place: score
            for scene in self.shelf.scenes(scenes)
            for place, score in ranking.scores(scene, asked, scale)
        }

    def _asked(self, terms: list[_Term]) -> Asked:
        wanted = tuple(self._wanted(term) for term in terms)
        return Asked(
            wanted=wanted,
            phrases=ranking.phrases(wanted[: len(self._terms)]),
            spans=self._question.spans,
            today=self._today,
            timed=self._question.timed,
            whole=next((t.word.sign for t in terms if t.word.word == self._question.odd), ""),
        )

    def _wanted(self, term: _Term) -> Wanted:
        word, size = term.word, self._size
        among_scenes = ranking.rarity(size.scenes, max(1, word.scenes))
        weight = (1 - ranking.SCENE_RARITY) * ranking.rarity(size.passages, word.passages)
        weight += ranking.SCENE_RARITY * among_scenes
        if word.is_name:
            weight *= ranking.NAME
        return Wanted(word.sign, weight * term.weight, among_scenes * term.weight)

    def _scenes(self, terms: list[_Term], most: int, *, old: bool) -> list[int]:
        """Return the likeliest scenes by the rarest words; the others only count in their scores.

        Those of the days asked for are among them, however many hold the words.
        """
        chosen = self._likeliest(self._holders(terms, old=old), most)
        if self._days:
            held = list(self._dated_holders(terms, old=old))
            self._held_then = any(numbers and not term.of_days for term, numbers in held)
            weighed = [(self._wanted(term), numbers) for term, numbers in held]
            dated = self._likeliest(weighed, most // 2)
            chosen = list(dict.fromkeys((*dated, *chosen)))
        return chosen[:most]

    @staticmethod
    def _likeliest(holders: Iterable[tuple[Wanted, list[int]]], most: int) -> list[int]:
        """Return the likeliest scenes of these words and who holds them.

        A scene is as likely as the rarity of the words it holds, and of those that its best
        passage holds.
        """
        own: defaultdict[int, float] = defaultdict(float)
        whole: defaultdict[int, float] = defaultdict(float)
        for wanted, numbers in holders:
            for number in numbers:
                own[number] += wanted.weight
            for scene in {number // PLACES for number in numbers}:
                whole[scene] += wanted.scene_weight
        best: dict[int, float] = {}
        for number, weight in own.items():
            scene = number // PLACES
            if weight > best.get(scene, 0.0):
                best[scene] = weight
        ranked = [(weight + whole[scene], scene) for scene, weight in best.items()]
        return [scene for _, scene in nlargest(most, ranked)]

    def _holders(self, terms: list[_Term], *, old: bool) -> Iterator[tuple[Wanted, list[int]]]:
        """Yield terms and who holds them, the rarest first, until enough was looked at."""
        left = POSTINGS
        for term in sorted(terms, key=lambda term: term.word.passages):
            if left <= 0 or (left < POSTINGS and term.word.passages > left):
                return
            holders = self.shelf.holders(term.word.sign, old=old, limit=left)
            left -= len(holders)
            yield self._wanted(term), holders

    def _dated_holders(self, terms: list[_Term], *, old: bool) -> Iterator[tuple[_Term, list[int]]]:
        """Yield the rarest terms and who holds them in the days asked for."""
        for term in sorted(terms, key=lambda term: term.word.passages)[:_DATED_TERMS]:
            sign, beside = term.word.sign, self._days
            yield term, self.shelf.holders(sign, old=old, limit=_DATED_HOLDERS, beside=beside)

    def _of_days(self, found: dict[int, float], limit: int, *, old: bool) -> dict[int, float]:
        """Return scores of passages of the days asked for, as far as they answer by themselves."""
        from memoryd.search import by_days  # noqa: PLC0415 - most questions name no day: 1 ms

        question = self._question
        told = by_days.told_in(self.shelf, question.spans, old=old)
        if question.days_only:
            return by_days.only(told, {} if all(map(shapes_only, question.rest)) else found)
        if question.is_prompt or self._held_then:
            return by_days.behind(found, told, limit)
        asked_on = self._asked_on
        current = any(
            first <= asked_on <= last and (first == last or last > asked_on)
            for first, last in question.spans
        )
        return by_days.among(found, told, limit, current=current)

    def _borrowed(self, found: dict[int, float]) -> list[_Term]:
        """Return terms of the likeliest passages: a prompt rarely names what it goes on with."""
        likely = nlargest(_LIKELY, found, key=lambda number: (found[number], number))
        scenes = {scene.id: scene for scene in self.shelf.scenes({n // PLACES for n in likely})}
        gain: defaultdict[str, float] = defaultdict(float)
        for number in likely:
            own = scenes[number // PLACES].terms.split("\n")[number % PLACES]
            for sign, count in Counter(own).items():
                gain[sign] += found[number] * count / (len(own) + 5)
        for sign in {term.word.sign for term in self._terms}:
            gain.pop(sign, None)
        words = [
            word
            for word in self.shelf.words_of(gain)
            if word.passages > 1 and len(word.word) >= _SHORTEST_BORROWED
            and not shapes_only(word.word)
        ]  # fmt: skip
        worth = {
            word: gain[word.sign] * ranking.rarity(self._size.passages, word.passages)
            for word in words
        }
        best = nlargest(_BORROWED, words, key=lambda word: (worth[word], word.word))
        most = max((worth[word] for word in best), default=0.0)
        return [_Term(word, _BORROWED_WEIGHT * worth[word] / most) for word in best if most > 0]

    def _by_letters(self, limit: int, *, old: bool) -> list[int]:
        """Return passages that hold the question, or a part of it, letter by letter."""
        text = self._question.text[:_LITERAL].encode("utf-8", "ignore").decode().strip()
        words = text.split()
        bare = (word.strip(_STOPS) for word in words)
        signs = (sign for sign in text if not sign.isalnum() and not sign.isspace())
        parts = dict.fromkeys((text, *words, *bare, *sorted(signs, key=_STOPS.__contains__)))
        in_words = any(map(str.isalnum, text))
        for part in parts:
            if part != text and in_words and _says_nothing(part):
                continue  # "my" or "?" stands in what has nothing to do with the rest
            found = part and self.shelf.ids(_HOLDS, part, old=old, limit=limit)
            if found:
                return found
        return []


def _says_nothing(part: str) -> bool:
    """Return whether a part of a question only shapes it, or is a plain word: gate in gateway."""
    from memoryd.core.plain_words import is_common  # noqa: PLC0415 - a last resort: 1 ms

    bare = part.strip(_STOPS)
    return not bare or (
        bare.isalpha() and (is_common(bare.lower()) or all(map(shapes_only, asked(bare))))
    )
