"""Denied: whether a text says yes where the words said say no, or the other way round.

Of languages other than English (see core.tongues), where who does what is not read. A clause is
held against those said that hold nearly all of it; what is only loosely drawn from them is not
judged.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from memoryd.core.regex import regex
from memoryd.core.scripts import shared
from memoryd.core.tongues import Tongue, tongues
from memoryd.core.value import frozen, replace

_GOES_ON = regex(r"(?:じゃ|では)なく$")
_FIRST = regex(r"\W*(?:eu |yo |io )?(\w+)")
_COVERED = 0.7  # of the content of a clause, so much must stand in one clause said
_ALIKE = 0.55  # of the longer of two forms of a word, so much must be their common beginning
_ROOT = 3
_DOES = "하해한할합했"  # forms of "to do"
_VERB_STEM = 2  # syllables of a Korean verb that endings may run into
_SIGN = regex(r"[\u3400-\u9fff]")
_RUN = regex(r"[\u30a0-\u30ff]{2,}|[\u3041-\u309f]{2,}(?=[をがはも])|[^\W\u3040-\u9fff]+")
_HANGUL = regex(r"[\uac00-\ud7af]")
_PARTICLE = regex(r"(?<=.)(?:에서|으로|은|는|이|가|을|를|도|에|와|과|의|로|만)$")
_PREDICATE = regex(r"(?:요|다|지|아|어|해|고|음|기)$")
# What an English text of such words says no with; no "no", which is a word of its own elsewhere.
_ENGLISH_NO = regex(
    r"\b(?:not|never|no longer|without|avoids?|hates?|dislikes?|stopped|former|formerly)\b|n't\b",
    re.IGNORECASE,
)
_ENGLISH_LIGHT = regex(
    r"\b(?:likes?|loves?|enjoys?|hates?|dislikes?|do|does|not|never|is|has|a|an|the|to|in|at|no"
    r"|longer)\b|\w+n't\b",
    re.IGNORECASE,
)

_ENGLISH_TOLD = regex(rf"{_ENGLISH_NO.pattern}|{_ENGLISH_LIGHT.pattern}", re.IGNORECASE)


@frozen
class _Reading:
    """A clause: whether it says no, whether it only hopes, and what it is about.

    leans: where the rest of it stands: -1 before, as it begins with a no; 1 behind, as it ends with
    one that goes on; 0 where it is whole.
    """

    no: bool
    hopes: bool
    leans: int
    content: frozenset[str]


def denies_otherwise(text: str, said: Iterable[str]) -> bool:
    """Return whether a clause of a text denies what the words said affirm, or affirms a denied one.

    Also whether it states flatly what they only hope to become. said: the texts of its lines.
    """
    lines = [(tongue, line) for line in said for tongue in _likeliest(line)]
    names = {tongue.name for tongue, _ in lines}
    # Where a line may be in either of two languages, both readings must say so.
    return bool(names) and all(
        _is_turned(text, [(tongue, line) for tongue, line in lines if tongue.name == name])
        for name in names
    )


def _likeliest(line: str) -> tuple[Tongue, ...]:
    """Return the languages that a line may be in; of two those whose no it opens with, if any."""
    found = tongues(line)
    opening = _FIRST.match(shared(line))
    denies = [each for each in found if opening and each.no.fullmatch(opening[1])]
    return tuple(denies) or found


def settled(text: str, said: Iterable[str]) -> str:
    """Return a text with its first word small where that is a form of a word said and names nobody.

    Of languages other than English, whose verbs the readers of names and deeds do not know: "Dirige
    Beacon" of "Dirijo Beacon". said: the texts of its lines.
    """
    opening = re.match(r"[^\W\d_]+", text)
    if opening is None:
        return text
    word = shared(opening[0])
    for line in said:
        for tongue in tongues(line):
            told = re.findall(r"\w+", shared(line))
            if tongue.light.fullmatch(word) or any(
                word != other and _one_word(word, other, tongue) for other in told
            ):
                return text[0].casefold() + text[1:]
    return text


def _is_turned(text: str, lines: list[tuple[Tongue, str]]) -> bool:
    theirs = [each for tongue, line in lines for each in _with_rest(line, tongue)]
    return any(_contradicts(ours, theirs, lines[0][0]) for ours in _readings(text, lines[0][0]))


def _with_rest(line: str, tongue: Tongue) -> Iterator[_Reading]:
    """Yield the clauses of a line; one that only denies what differs, with what it leaves out too.

    "Ich wohne in Ulm, nicht in Bonn" also denies to live in Bonn.
    """
    read = _readings(line, tongue)
    yield from read
    for one, other in pairwise(read):
        if other.leans < 0 and not one.no:
            yield replace(other, content=other.content | one.content)
        if one.leans > 0 and not other.no:
            yield replace(one, content=one.content | other.content)


def _contradicts(ours: _Reading, theirs: Iterable[_Reading], tongue: Tongue) -> bool:
    """Return whether every clause that holds nearly all of ours has another sense."""
    least = _COVERED * (len(ours.content) or 1)
    near = [each for each in theirs if _shared(ours, each, tongue) >= least]
    return bool(near) and all(
        each.no is not ours.no or (each.hopes and not ours.hopes) for each in near
    )


def _shared(ours: _Reading, theirs: _Reading, tongue: Tongue) -> int:
    return sum(any(_one_word(word, other, tongue) for other in theirs.content)
               for word in ours.content)  # fmt: skip


@lru_cache(maxsize=256)
def _readings(text: str, tongue: Tongue) -> tuple[_Reading, ...]:
    plain = unicodedata.normalize("NFKC", text).replace("’", "'")
    if tongue.irregular or tongue.name == "ru":
        plain = shared(plain).replace("'", "' ")
    plain = tongue.neutral.sub(" ", plain)
    english = not tongues(text) and _ENGLISH_TOLD.search(text) is not None
    clauses = (part for part in tongue.cuts.split(plain) if part and part.strip())
    return tuple(_read(clause, tongue, english=english) for clause in clauses)


def _read(clause: str, tongue: Tongue, *, english: bool) -> _Reading:
    denials = len(tongue.no.findall(clause))
    turns = (bool(denials) if tongue.concord else denials) + len(tongue.against.findall(clause))
    rest = clause
    if english:
        turns += len(_ENGLISH_NO.findall(clause))
        rest = _ENGLISH_LIGHT.sub(" ", rest)
    for light in (tongue.no, tongue.against, tongue.likes, tongue.light):
        rest = light.sub(" ", rest)
    return _Reading(
        no=turns % 2 == 1,
        hopes=tongue.hoping.search(clause) is not None,
        leans=_leans(clause, tongue),
        content=frozenset(_content(rest)),
    )


def _leans(clause: str, tongue: Tongue) -> int:
    if _GOES_ON.search(clause):
        return 1
    return -1 if tongue.no.match(clause.lstrip()) and not _SIGN.search(clause) else 0


def _content(rest: str) -> Iterator[str]:
    """Yield the words of a clause; of Chinese and Japanese each sign that is not only sound."""
    yield from _SIGN.findall(rest)
    for run in _RUN.findall(rest):
        yield _PARTICLE.sub("", run) if _HANGUL.match(run) else run.casefold()


def _one_word(one: str, other: str, tongue: Tongue) -> bool:
    """Return whether two forms may be of one word: люблю and любит, trinke and trinkt."""
    if one == other or any({one, other} <= forms for forms in tongue.irregular):
        return True
    common = _common(one, other)
    if _HANGUL.match(one):
        short = min(len(one), len(other))
        ends = [_PREDICATE.search(word) is not None for word in (one, other)]
        verb = all(ends) if short > _VERB_STEM else any(ends)
        if verb and one[0] in _DOES and other[0] in _DOES:
            return True
        return common >= (1 if verb or common == short else 2)
    return common >= _ROOT - (max(len(one), len(other)) <= _ROOT) and (
        common >= _ALIKE * max(len(one), len(other))
    )


def _common(one: str, other: str) -> int:
    return next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )
