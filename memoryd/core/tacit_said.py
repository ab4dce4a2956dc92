"""Whether a person's own line of MEMORY.md says already what is to be added, in its own words.

That is in the same words but for who speaks and in which number ("I prefer", "Prefers"; "My
timezone is X", "Timezone: X"). What is said with other words is another statement.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence

from memoryd.core.regex import regex
from memoryd.core.tacit import TacitSection
from memoryd.core.tacit_lines import NewLine, TacitLine
from memoryd.core.text import normal, words
from memoryd.core.wishes import wishes

_SENTENCE = regex(r"(?<=[.!?;])\s+")
_MANY = regex(
    r"[.;!?]\s|,(?!\s(?:and\s)?not\s)|\s(?:and(?!\snot\s)|but|while|because|unless|except)\s"
)
_SHORT = (
    (regex(r"\bwon['’]t\b"), "will not"),
    (regex(r"\bcan(?:not|['’]t)\b"), "can not"),
    (regex(r"n['’]t\b"), " not"),
    (regex(r"(?<=\bi)['’]m\b"), " am"),
    (regex(r"(?<=\bi)['’]ve\b"), " have"),
    (regex(r"(?<=\bi)['’]d\b"), " would"),
    (regex(r"(?<=\bi)['’]ll\b"), " will"),
    (regex(r"\be-mail"), "email"),
    (regex(r"\btime zone\b"), "timezone"),
)
_SELF = (("the", "operator"), ("operator",), ("the", "user"), ("user",), ("i",))
_DROPPED = frozenset("a an the my do does did really generally currently now please".split())
_BEING = frozenset("am is are be".split())
_IRREGULAR = {"am": "is", "are": "is", "has": "have", "favorite": "favourite"}
_LONG_PLURAL = ("ches", "shes", "sses", "xes", "zes", "oes")
_NO_PLURAL = ("ss", "us", "is")
_SHORTEST = 4  # letters of a word whose s may be an ending
_WISHED = ("prefer", "like", "want", "love", "enjoy", "dislike", "hate", "avoid")


def without_said(
    new: Iterable[NewLine], lines: Iterable[TacitLine], operator: str
) -> tuple[NewLine, ...]:
    """Return the lines that no line of a person says already; operator: the person's name.

    A rule for assistants is said only by a rule: what a person does themselves is none.
    """
    theirs = [each for line in lines if not line.ours for each in _statements(line.text)]
    selves = (words(operator), *_SELF)
    told = {key for text in theirs for key in _keys(text, selves)}
    rules = {key for text in theirs for key in _keys(text, ())}
    return tuple(
        line for line in new
        if not (rules.intersection(_keys(line.text, ())) if line.section is TacitSection.HARD_RULES
                else told.intersection(_keys(line.text, selves)))
    )  # fmt: skip


def _statements(text: str) -> Iterator[str]:
    """Yield a line and each of its sentences."""
    yield from dict.fromkeys((text, *_SENTENCE.split(text)))


def _keys(text: str, selves: Sequence[tuple[str, ...]]) -> Iterator[Hashable]:
    """Yield what is the same for statements that say the same; selves: how who speaks is named.

    Of a plain wish also what it is for, whatever joins its two sides: "email over calls", "email
    to phone calls".
    """
    said = _words(text)
    who = next((name for name in selves if name and said[: len(name)] == name), ())
    said = said[len(who) :]
    if not said:
        return
    lemmas = tuple(
        _lemma(word)
        for word, after in zip(said, (*said[1:], ""), strict=True)
        # "Is called daily" is not "calls daily".
        if word not in _DROPPED and not (word in _BEING and not after.endswith("ed"))
    )
    if lemmas:
        yield lemmas
    if lemmas and not _MANY.search(normal(text)):
        yield from _wished(lemmas, said)


def _wished(lemmas: Sequence[str], said: Sequence[str]) -> Iterator[Hashable]:
    verb, plain = lemmas[0], " ".join(said)
    if verb == "preference" or (verb not in _WISHED and "over" in lemmas[1:]):
        # "Email over calls", as people note it.
        verb, plain = "prefer", " ".join(("prefers", *(w for w in lemmas if w != "preference")))
    found = wishes(plain) if verb in _WISHED else None
    told = found and (found.wanted, found.first, found.unwanted, found.over)
    if told and any(told):
        yield (verb, told)


def _words(text: str) -> tuple[str, ...]:
    plain = normal(text)
    for form, whole in _SHORT:
        plain = form.sub(whole, plain)
    return words(plain)


def _lemma(word: str) -> str:
    """Return a word without the s of a plural or of he and she."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < _SHORTEST or not word.endswith("s") or word.endswith(_NO_PLURAL):
        return word
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-2] if word.endswith(_LONG_PLURAL) else word[:-1]
