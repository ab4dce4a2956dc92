"""What makes a passage an answer: BM25 over its words and its neighbours' words, and its scene's.

The constants were chosen on conversations by leaving one out at a time; around each of them the
result is flat. Figures: README of the project, `scripts/bench recall`.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import accumulate, pairwise
from math import log, log1p

from memoryd.core.value import frozen

K1, B = 0.9, 0.3  # saturation of a term, and how much a long passage is held back
BEFORE, AFTER = (0.5, 0.25), (0.4, 0.2)  # what a neighbour's word counts, one and two places off
ANSWER = 2.0  # a word of the question that a passage answers counts so many times
ASKING = 0.3  # share of its score that a passage of nothing but questions loses
SCENE, SCENE_K1, SCENE_B = 1.0, 3.0, 0.75
SCENE_RARITY = 0.3  # share that rarity among scenes has in a term's weight
NAMED = 0.5  # a word in the names of what a fact is about, beside one in its text
NAME = 1.5  # a name of somebody who speaks in the memory
GUESS = 0.5  # a word that an unknown one may stand for, beside 1 of one that was asked for
WHOLE = 100.0  # all that is asked for stands there as it is written: beside it nothing else counts
PHRASE = 0.3  # two neighbouring words of the question stand together
DATED, GRACE = 2.0, 10  # the day was asked for; things are told up to so many days later
TIMED = 0.1  # names a time, and the question is when
RECENT, RECENT_DAYS = 0.5, 30  # a prompt continues what was lately talked about
QUESTION_MARKS = ("?", "\N{FULLWIDTH QUESTION MARK}")
_ENDS, _NAMES_TIME, _WRITTEN, _ZERO = 10, 20, 40, ord("0")


@frozen
class Wanted:
    """A term of the question: its sign, and its weight in a passage and in a scene."""

    sign: str
    weight: float
    scene_weight: float


@frozen
class Asked:
    """The question as it is scored.

    phrases: two signs that may stand together, and what that adds. spans: days asked for, as
    ordinals, both inclusive. today: an ordinal, where what is recent counts, else None. timed: it
    asks when or how long. whole: the sign of the one odd word that is asked for, such as C++.
    """

    wanted: tuple[Wanted, ...]
    phrases: tuple[tuple[str, float], ...] = ()
    spans: tuple[tuple[int, int], ...] = ()
    today: int | None = None
    timed: bool = False
    whole: str = ""


@frozen
class Scale:
    """The mean number of terms of a passage and of a scene."""

    passage: float
    scene: float


@frozen
class Scene:
    """Passages in their order, as signs: one character a term, a line a passage.

    terms: their words; heads: speaker, names and day; marks: one character a passage;
    days: ordinals, 0 unknown, and weights, both one a passage, parted by spaces; no weights: all 1.
    """

    id: int
    terms: str
    heads: str
    marks: str
    days: str
    weights: str


def mark(text: str, *, timed: bool, written: bool = False) -> str:
    """Return the mark of a passage: how much of it asks, whether it ends asking, names a time.

    written: it is a fact or of a page, which nobody says in a talk.
    """
    stops = sum(map(text.count, ".!?。！？"))  # noqa: RUF001 - full-width stops are meant
    asks = sum(map(text.count, QUESTION_MARKS))
    ends = text.rstrip().endswith(QUESTION_MARKS)
    return chr(_ZERO + 9 * asks // max(1, stops, asks) + _ENDS * ends + _NAMES_TIME * timed
               + _WRITTEN * written)  # fmt: skip


def ordinal(day: str | None) -> int:
    """Return the ordinal of an ISO day, as a scene holds it; 0 for none."""
    try:
        return date.fromisoformat(day or "").toordinal()
    except ValueError:
        return 0


def phrases(wanted: Sequence[Wanted]) -> tuple[tuple[str, float], ...]:
    """Return the pairs of words as a question has them, and what each adds."""
    return tuple(
        (one.sign + two.sign, PHRASE * max(one.weight, two.weight)) for one, two in pairwise(wanted)
    )


def rarity(among: int, holding: int) -> float:
    """Return the weight of a term that `holding` of `among` texts hold; never below zero."""
    return log1p((among - holding + 0.5) / (holding + 0.5)) if holding <= among else 0.0


def scores(scene: Scene, asked: Asked, scale: Scale) -> Iterator[tuple[int, float]]:
    """Yield the place and score of the passages of a scene that a word of the question is near."""
    manner = _Manner(scene, asked)
    if manner.written and "\n" not in scene.terms:
        if score := _alone(scene, asked, scale):
            yield 0, manner.applied(0, score)
        return
    own = scene.terms.split("\n")
    reach = _Reach(own, scene, scale)
    found: dict[int, float] = {}
    whole = 0.0
    scene_k1 = SCENE_K1 * (1 - SCENE_B + SCENE_B * len(scene.terms) / scale.scene)
    for wanted in asked.wanted:
        if wanted.sign in scene.terms:
            near, count = reach.of_words(wanted.sign)
            whole += wanted.scene_weight * count * (SCENE_K1 + 1) / (count + scene_k1)
        else:
            near = {}
        if wanted.sign in scene.heads:
            reach.add_heads(wanted.sign, near, once=manner.written)
        weight = wanted.weight * (K1 + 1)
        for place, share in near.items():
            found[place] = found.get(place, 0.0) + weight * share / (share + K1)
    phrases = [pair for pair in asked.phrases if pair[0] in scene.terms]
    for place, gain in found.items():
        score = gain + SCENE * whole
        score += sum(weight for words, weight in phrases if words in own[place])
        score += WHOLE * (asked.whole != "" and asked.whole in own[place])
        yield place, manner.applied(place, score)


def _alone(scene: Scene, asked: Asked, scale: Scale) -> float:
    """Return the score of a fact, or of what else stands by itself on no page of a talk.

    A word counts where its text says it, or for less in the names of what it is about, never in
    both: what tells more of what is asked for stands before what says the name again.
    """
    text, heads = scene.terms, scene.heads
    share = 1 / (1 - B + B * len(text) / scale.passage)
    k1 = SCENE_K1 * (1 - SCENE_B + SCENE_B * len(text) / scale.scene)
    score = 0.0
    for wanted in asked.wanted:
        sign = wanted.sign
        if held := text.count(sign) or NAMED * (sign in heads):
            score += wanted.weight * (K1 + 1) * held * share / (held * share + K1)
            score += SCENE * wanted.scene_weight * (SCENE_K1 + 1) * held / (held + k1)
    score += sum(weight for words, weight in asked.phrases if words in text or words in heads)
    return score + WHOLE * (asked.whole != "" and asked.whole in text)


class _Reach:
    """How far the words of a scene reach: into their own passage and those beside it."""

    def __init__(self, own: list[str], scene: Scene, scale: Scale) -> None:
        self._scene = scene
        slope = B / scale.passage
        self._shares = [1 / (1 - B + slope * len(text)) for text in own]
        self._ends = list(accumulate(len(text) + 1 for text in own))

    def of_words(self, sign: str) -> tuple[dict[int, float], int]:
        """Return what a word counts in each passage it reaches, and how often the scene has it."""
        near: dict[int, float] = {}
        text, past, count = self._scene.terms, len(self._shares), 0
        at = text.find(sign)
        while at >= 0:
            count += 1
            place = bisect_right(self._ends, at)
            share = self._shares[place]
            answered = ANSWER if (ord(self._scene.marks[place]) - _ZERO) // _ENDS % 2 else 1.0
            for beside, part in (
                (place, 1.0), (place + 1, BEFORE[0] * answered), (place + 2, BEFORE[1]),
                (place - 1, AFTER[0]), (place - 2, AFTER[1]),
            ):  # fmt: skip
                if 0 <= beside < past:
                    near[beside] = near.get(beside, 0.0) + share * part
            at = text.find(sign, at + 1)
        return near, count

    def add_heads(self, sign: str, near: dict[int, float], *, once: bool) -> None:
        """Add what a word counts as speaker, name or day. once: in the text or there, not twice."""
        for place, head in enumerate(self._scene.heads.split("\n")):
            if sign in head:
                had, share = near.get(place, 0.0), self._shares[place]
                near[place] = max(had, share) if once else had + share


class _Manner:
    """How a passage is said and by whom: it asks, names a time, is recent, is of the day asked."""

    def __init__(self, scene: Scene, asked: Asked) -> None:
        self._asked, self._marks = asked, scene.marks
        by_day = asked.spans or asked.today is not None
        self._days = [int(day) for day in scene.days.split()] if by_day else None
        self._weights = [float(weight) for weight in scene.weights.split()]
        self.written = (ord(scene.marks[0]) - _ZERO) // _WRITTEN > 0

    def applied(self, place: int, score: float) -> float:
        """Return the score of a passage with all of that counted."""
        value = ord(self._marks[place]) - _ZERO
        score *= 1 - ASKING * (value % _ENDS) / 9
        if self._asked.timed and value // _NAMES_TIME % 2:
            score *= 1 + TIMED
        if self._days and (day := self._days[place]):
            if self._asked.today is not None:
                age = max(0, self._asked.today - day)
                score *= 1 + RECENT * RECENT_DAYS / (RECENT_DAYS + age)
            score += _dated(day, self._asked)
        return score * self._weights[place] if self._weights else score


def _dated(day: int, asked: Asked) -> float:
    """Return the boost of a passage said in the days asked for, or told soon after them."""
    best = 0.0
    for first, last in asked.spans:
        if first <= day <= last + GRACE:
            share = 1 - max(0, day - last) / (GRACE + 1)
            best = max(best, DATED * share * log(1 + 365 / (last - first + 1 + GRACE)))
    return best
