"""Unlimited: whether a text says outright what the words said deny, or wish, within a limit only.

"Never call" of "do not call me on Sundays", "Prefers tea" of "I prefer tea when I am ill". What is
told as past has its day anyway and may leave out more. Lists of words, so they miss.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from memoryd.core.grounding import shared
from memoryd.core.mood import without_preface
from memoryd.core.opposed import KINDS
from memoryd.core.regex import regex
from memoryd.core.text import content_stems, stem
from memoryd.core.value import frozen

_SENTENCE = regex(r"(?<=[.!?;])\s+|\n+")
_CLAUSES = regex(
    r",?\s(?:but|because|since|so|though|although)\s|[;:–—]\s|\s-\s"
    r"|,?\sand\s(?=(?:i|we|he|she|they|you|please|then|also)\b)",
    re.IGNORECASE,
)
_NO = regex(
    r"\b(?:(?:do|does|wo|ca|must|should|is|are|would)n't|cannot|never|not|no(?! (?:longer|matter"
    r"|problem|doubt|idea|one)\b)|hates?|dislikes?|detests?|avoids?|refuses?)\b",
    re.IGNORECASE,
)
_WISH = regex(
    r"\b(?:prefers?|likes?|loves?|wants?|enjoys?|needs?|favou?rs?|(?:would|'d) rather|please)\b"
    r"|^\W*(?=(?:keep|make|use|send|write|give|answer|reply|call|show|summari[sz]e)\b)",
    re.IGNORECASE,
)
_HABIT = regex(r"^\W*i\b(?! (?:am|have|had|was|don|did)\b|')|^(?=\W*\w+s\b)", re.IGNORECASE)
_PAST = regex(r"\b(?:did|was|were|had|has|have|haven|hasn|been)\b|'ve\b", re.IGNORECASE)
# What only sounds like a limit.
_NONE = regex(
    r"""\b(?:at\ (?:all|the\ moment|present|the\ end\ of\ the\ day|any\ \w+)|for\ (?:now|sure|good
      |(?:its|their)\ \w+|ever|a\ (?:long\ )?(?:while|time)|(?:\w+\ ){0,3}(?:reasons?|sake|years?
      |months?|weeks?|ages))
      |in\ (?:general|fact|principle|practice|the\ least|the\ slightest|a\ while|any\ \w+|my\ life
      |my\ opinion|particular|(?:\w+\ ){0,2}(?:years|ages|months|weeks))|by\ (?:the\ way|choice
      |nature)|on\ (?:principle|purpose|any\ \w+)|from\ now\ on|under\ any\ \w+|with\ all\ \w+\ \w+
      |to\ be\ honest|when\ it\ comes\ to|when\ you\ (?:write|talk|speak|reply)\ to\ me)\b""",
    re.IGNORECASE | re.VERBOSE,
)
# Where all are meant, what is wished has no limit; what is denied of all may hold for some.
_OF_ALL = regex(
    r"\b(?:in|for|on|with) (?:everything(?: (?:that )?you \w+|(?=\W*$))|(?:all|every)(?: of)?"
    r"(?: (?:my|the))? (?:app|application|program|device|screen|situation|occasion|context)s?"
    r"(?! (?:i|we|that|which)\b))\b",
    re.IGNORECASE,
)
_LIMITERS = frozenset(
    """on before after during at in while when whenever with without until till unless if except
    from for by about over between within outside inside near around under that which who where
    other""".split()
)
_RELATIVE = frozenset("that which who where".split())
_NO_LIMITS = frozenset("over about between from by near around".split())  # of what is wished
_FIRST = frozenset("before after until till".split())  # core.governed looks after these
_AND = frozenset("and or but".split())
_AT_TIMES = frozenset("when whenever while".split())
_EMPTY = content_stems(
    """future everything anything things cases answers replies responses texts messages whole
    respect think given choice career life least time times opinion way"""
)
_DAYS = frozenset(
    f"{day}{s}" for day in """monday tuesday wednesday thursday friday saturday sunday weekend
    weekday morning evening afternoon night""".split() for s in ("", "s")
) | frozenset("today tonight tomorrow".split())  # fmt: skip
_HALF = frozenset("always usually often every all constantly necessarily only just".split())
_SUBJECTS = frozenset("i we he she they you please my our do don't no never not".split())
_HEDGED = regex(r"\b(?:only|except|certain|some|sometimes|rarely|seldom|usually|always|unless)\b")
_WISHING = content_stems("want like love enjoy prefer need get have take do make please ever")
_COVERED = 0.6  # of the content that a text denies, so much must stand in a clause said
_TOKEN = regex(r"[^\W_]+(?:'[^\W_]+)*|,")


@frozen
class _Said:
    """A clause that denies or wishes. words: what; before: the words in front of the verb."""

    words: tuple[str, ...]
    before: tuple[str, ...]
    content: frozenset[str]


def drops_limit(text: str, said: Iterable[str], *, names: str = "") -> bool:
    """Return whether a text denies without a limit what all words said deny with one.

    said: the texts of its lines. names: of what the text is kept with, which need not be repeated.
    """
    return _drops(text, said, names, _NO, _LIMITERS)


def widens_wish(text: str, said: Iterable[str], *, names: str = "") -> bool:
    """Return whether a text wishes outright what all words said wish within a limit only.

    Or tells as a habit what they tell of some times only; said, names: as drops_limit.
    """
    wishes = _drops(text, said, names, _WISH, _LIMITERS - _NO_LIMITS)
    return wishes or _drops(text, said, names, _HABIT, _AT_TIMES)


def _drops(
    text: str, said: Iterable[str], names: str, form: re.Pattern[str], limiters: frozenset[str]
) -> bool:
    """Return whether a text leaves out the limit of a clause; form, limiters: what begin both."""
    lines = [without_preface(line.replace("’", "'")) for line in said]
    theirs = [clause for line in lines for clause in _clauses(line, form)]
    shown = content_stems(f"{text} {names}")
    if not theirs or _HEDGED.search(text.casefold()):
        return False
    known = content_stems("\n".join(lines))
    return any(
        _all_limited(ours, theirs, shown, limiters)
        for ours in _clauses(text.replace("’", "'"), form)
        if len(shared(ours.content, known | _WISHING))
        == len(ours.content)  # in other words it may say the same
    )


def _all_limited(
    ours: _Said, theirs: Iterable[_Said], shown: frozenset[str], limiters: frozenset[str]
) -> bool:
    about = ours.content - _WISHING or ours.content
    least = _COVERED * len(about)
    near = [each for each in theirs if about and len(shared(about, each.content)) >= least]
    return bool(near) and all(_limited(each, about, shown, limiters) for each in near)


def _limited(
    said: _Said, about: frozenset[str], shown: frozenset[str], limiters: frozenset[str]
) -> bool:
    """Return whether a clause said has a limit of which nothing is shown."""
    limits = [*_trailing(said.words, about, limiters), *_leading(said.before, limiters)]
    if limiters is not _LIMITERS:
        words = _of_its_own(said.words, about, limiters)
        if any(shared(limit, shown) for limit in _phrases(words, about, limiters)):
            return False  # of a wish one limit is enough
        left = limiters - _FIRST
        limits = [*_trailing(words, about, left), *_leading(said.before, left)]
        limits = [limit - _EMPTY for limit in limits]
    return any(limit and not shared(limit, shown) for limit in limits)


def _clauses(text: str, form: re.Pattern[str]) -> Iterator[_Said]:
    for sentence in _SENTENCE.split(text):
        for part in _CLAUSES.split(_NONE.sub(" ", sentence)):
            clause = part if _NO.search(part) else _OF_ALL.sub(" ", part)
            found = form.search(clause)
            if found is None or _PAST.search(clause[: found.end()]):
                continue
            said = tuple(token.casefold() for token in _TOKEN.findall(clause[found.end() :]))
            before = tuple(token.casefold() for token in _TOKEN.findall(clause[: found.start()]))
            ends = said.index(",") if "," in said else len(said)
            yield _Said(said[:ends], before, content_stems(" ".join(said[:ends])))


def _trailing(
    said: Sequence[str], about: frozenset[str], limiters: frozenset[str]
) -> Iterator[frozenset[str]]:
    """Yield the content of each limit in the words denied or wished."""
    seen = False
    for at, word in enumerate(said):
        if not seen and word in _HALF and limiters is _LIMITERS:
            yield frozenset({stem(word)})
        if _is_kind(said, at, about) or (seen and _is_day(said, at)):
            yield frozenset({stem(word)})
        seen = seen or bool(shared([stem(word)], about))
    yield from _phrases(said, about, limiters)


def _phrases(
    said: Sequence[str], about: frozenset[str], limiters: frozenset[str]
) -> Iterator[frozenset[str]]:
    """Yield the content of each limit that a word leads to: "on Sundays"."""
    seen = False
    for at, word in enumerate(said):
        if seen and word in limiters and _binds(said, at, about):
            yield content_stems(" ".join(_phrase(said[at + 1 :], limiters)))
        seen = seen or bool(shared([stem(word)], about))


def _of_its_own(
    said: Sequence[str], about: frozenset[str], limiters: frozenset[str]
) -> Sequence[str]:
    """Return the words up to another thing that is wished beside: "tabs for Go and spaces ..."."""
    for at, word in enumerate(said[:-1]):
        after = said[at + 1]
        if word in _AND and after not in limiters and not shared([stem(after)], about):
            return said[:at]
    return said


def _is_kind(said: Sequence[str], at: int, about: frozenset[str]) -> bool:
    behind = content_stems(" ".join(said[at + 1 : at + 2]))
    return said[at] in KINDS and bool(behind & about)


def _is_day(said: Sequence[str], at: int) -> bool:
    """Return whether a day stands without a word that leads to it: "no meat Fridays"."""
    return said[at] in _DAYS and said[at - 1] not in _LIMITERS | {"the"}


def _binds(said: Sequence[str], at: int, about: frozenset[str]) -> bool:
    """Return whether a word begins a limit; "that" does only behind the thing denied."""
    return said[at] not in _RELATIVE or bool(shared([stem(said[at - 1])], about))


def _leading(before: Sequence[str], limiters: frozenset[str]) -> Iterator[frozenset[str]]:
    """Yield the content of a limit that a clause opens with: "on Sundays I do not ..."."""
    if before and before[0] in limiters - _RELATIVE:
        phrase: list[str] = []
        for word in before[1:]:
            if word in _SUBJECTS or word == ",":
                if phrase:
                    break
                continue
            phrase.append(word)
        yield content_stems(" ".join(phrase))


def _phrase(said: Sequence[str], limiters: frozenset[str]) -> Sequence[str]:
    ends = next((at for at, word in enumerate(said) if word in limiters), len(said))
    return said[:ends]
