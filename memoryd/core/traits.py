"""What somebody is like: patient in "a patient engineer", who shouts in "a manager who shouts".

One such remark is not another value of the other, and none is another post. Only words that plainly
say what a person is like are read; of an unknown one a model may say that it changed.
"""

import re
from collections.abc import Iterator, Sequence

from memoryd.core.regex import regex
from memoryd.core.text import STOP_WORDS, content_stems, normal
from memoryd.core.titles import JOBS, in_title

_PEOPLE = (
    r"boss|mentor|coach|colleague|co-?worker|teammate|friend|neighbou?r|roommate|flatmate|landlord"
    r"|landlady|host|guest|student|pupil|parent|mother|father|mum|mom|dad|wife|husband|spouse"
    r"|partner|sister|brother|child|kid|person|woman|man|guy|girl|boy|athlete|owl"
)
# Whatever ends as they do, where it is the whole of what a fact says that somebody is.
_DOER = r"[a-z-]{2,}(?:er|or|ist|ian)"
_IS = r"(?:is|was|am|are|became|become|becomes|remains|stays|has been|'s|'m)"
_NOUN = regex(rf"\b(?:{JOBS}|{_PEOPLE}|(?P<doer>{_DOER}))\b(?!-)")
_JOB = regex(rf"\b(?:{JOBS}|boss)\b")
_WHO = regex(
    rf"\b(?:{JOBS}|boss|colleague|coach) (?P<who>(?:who|that|everybody|everyone|nobody|people)"
    r" [\w'-]+(?: [\w'-]+)?)"
)
_OPENING = regex(rf"(?:[\w'-]+ )?(?:{_IS} )?(?:(?:now|still|also|always|such|quite|an?|the) )*$")
# What strengthens or weakens a word for what somebody is like.
_DEGREES = frozenset(
    """very more most less least so too such quite really rather pretty truly extremely incredibly
    somewhat fairly always often sometimes never""".split()
)
_JOINED = frozenset({"and", "but", "or", "yet", "if", "though"})
_LISTED = frozenset(
    """able absent-minded adept alert amazing angry avid awesome awful awkward bad best better big
    blunt bold born boring brave brief bright brisk calm chaotic charming cheap clean clear clever
    close-lipped cold cool crazy critical cruel curious cynical deep dedicated devoted direct dull
    eager early easy elegant emotional exact exceptional exceptionally expert fair fantastic fast
    feared fine firm flaky formal frank fresh friendly frugal fun funny gentle genuine gifted good
    great greedy green happy hands-off hands-on hard harsh heavy honest horrible humble humorous
    hungry idle ill imaginative informal intense jolly keen kind laid-back late lavish lazy lenient
    liberal light logical lonely loud loved lovely loyal magnificent marvelous mean mediocre mellow
    mild modest moral natural neat nervous nice no-nonsense odd open optimistic organised organized
    original outstanding pedantic perfect pessimistic plain polite poor posh practical precise
    prompt proper proud punctual pushy quick quiet rapid rash rational real reserved reticent rigid
    rigorous rough rude sad sane savvy sceptical scruffy selfish sensible severe shallow sharp
    short-tempered shrewd shy silent silly simple sincere skeptical sleepy slow sly smart soft
    sound splendid steady stern stiff stingy strange strict strong stubborn subtle superb sweet
    swift tactful talkative tame tender terrible terrific thorough tidy tight timid tough true
    ugly unfair unfit unhappy unkind unusual vague vain versatile vivid warm weak weird wild wise
    witty wonderful worse worst zealous""".split()
)
_ENDINGS = regex(
    r"^self-.|(?:ful|ous|[ai]ble|less|ish|some|ive|ing|ly|ed|(?<!m)[ae]nt|[kszpdhb]y|ggy|tty|lly|nny|rry"
    r"|(?:as|a|e|is|o)tic|xic|-(?:oriented|minded|driven|going|tempered))$"
)
# They end like what people are like, and tell of something else.
_NEITHER = frozenset(
    """acting aspiring automotive certified chartered client aged co-founding contracted daily
    distributed embedded european founding government hired licensed licenced local managing
    meat monthly moving only part-time plant registered retired self-employed semi-retired
    skydiving string student travelling weekly visiting wedding during nothing something
    giant elephant talent content event rent parent agent assistant restaurant tent cement
    united red applied pied bed shed seed""".split()
)
_WORD = regex(r"[\w'/-]+")
_ENOUGH = 4  # letters of a word that an ending is read off


def traits(text: str) -> frozenset[str]:
    """Return the stems of what a fact says that somebody is like, before or behind what they are.

    Empty where it says nothing of the kind, or in words that are not known for it.
    """
    plain = normal(text)
    found = [match["who"] for match in _WHO.finditer(plain)]
    for match in _NOUN.finditer(plain):
        before = plain[: match.start()]
        near = list(_near(before))
        if not match["doer"] or _OPENING.match(" ".join([*before.split()[: -len(near)], ""])):
            found += _like(near)
    return content_stems(" ".join(found))


def names_job(text: str) -> bool:
    """Return whether a fact has a word for what people are by trade."""
    return _JOB.search(normal(text)) is not None


def _near(before: str) -> Iterator[str]:
    """Yield the words that belong to the noun behind them, the nearest first."""
    for word in reversed(before.split()):
        bare = word.rstrip(",")
        if not _WORD.fullmatch(bare) or (bare in STOP_WORDS and bare not in _DEGREES | _JOINED):
            return
        yield bare


def _like(near: Sequence[str]) -> Iterator[str]:
    """Yield those that say what somebody is like, of the words before a noun."""
    for place, word in enumerate(near):
        degree = near[place + 1] if place + 1 < len(near) else ""
        if word not in _DEGREES | _JOINED and (is_trait(word) or degree in _DEGREES):
            yield word


def is_trait(word: str) -> bool:
    """Return whether a word, folded, says what people are like rather than what they work on."""
    if word in _NEITHER or in_title(word):
        return False
    if word in _LISTED or (len(word) >= _ENOUGH and _ENDINGS.search(word)):
        return True
    return any(base in _LISTED for base in _compared(word))


def _compared(word: str) -> Iterator[str]:
    """Yield what a comparative or a superlative may be made of: nicer, toughest, angrier."""
    for ending in ("er", "est"):
        if word.endswith(ending):
            base = word.removesuffix(ending)
            yield from (base, f"{base}e", base[:-1], re.sub(r"i$", "y", base))
