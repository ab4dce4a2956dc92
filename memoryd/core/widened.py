"""Widened: whether a line of MEMORY.md says more of the operator than the lines that it cites.

Their own words may be left out and put another way, but not the limit of what they wish; nothing
may come in that none of them holds: a limit, a reason, a further thing, a doubt, another owner, or
an order made of another's taste.
Lists of words, of English alone; on doubt they refuse.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile

from memoryd.core.added import adds_doubt, gives_reason, moves_bound, tells_doubt
from memoryd.core.date_words import NUMBERS
from memoryd.core.deeds import lemma
from memoryd.core.governed import without_first
from memoryd.core.grounding import names_in, shared
from memoryd.core.mood import cue
from memoryd.core.opposed import is_other_kind
from memoryd.core.own_word import is_told_as_own
from memoryd.core.regex import regex
from memoryd.core.tacit import is_act
from memoryd.core.tense import tells_past
from memoryd.core.text import STOP_WORDS, content_stems, stem, words
from memoryd.core.unlimited import widens_wish

_SENTENCE = regex(r"(?<=[.!?;])\s+|\n+")
_CLAUSE = regex(r"[,;:–—()]+\s+|\s(?:and|but|because|so|since|while)\s", re.IGNORECASE)
# How a thing is wished, and what an assistant's answers are called: no line needs to say these.
_FREE = frozenset(
    """never always prefer prefers preferred preference like likes love loves
    want wants need needs ask asks please must should avoid avoids dislike dislikes hate hates keep
    keeps make makes let lets use uses rather instead than work works operator user without
    answer answers reply replies response responses style tone time times thing things""".split()
)
_MANNER = frozenset(map(stem, _FREE))
_LEADS = frozenset("please never always do not don't no the a an my is are be being".split())
_WE = regex(r"\b(?:we|us|our|ours)\b", re.IGNORECASE)
_OUR = regex(r"\bour\b", re.IGNORECASE)
_OWNER = regex(r"\b(?!(?:it|that|what|let|here|there|who|he|she|one)['’])[\w-]+(?=['’]s\b)")
_TASTE = regex(
    r"\b(?:likes|prefers|wants|loves|enjoys|hates|dislikes|needs|expects|favou?rs|favou?rites?|(?:fond"
    r"|fan) of|keen on|asked for|(?:would|'d) (?:like|prefer|rather|love)|can(?:not|'t) stand"
    r"|(?<=\bthey )(?:like|prefer|want|love|hate|need))\b",
    re.IGNORECASE,
)
_HOLDER = 3  # words in front of a taste that may say whose it is
_MY = regex(r"^\W*(?:my|our|your) (?!favou?rite)", re.IGNORECASE)  # "my boss likes"
_SOME = cue(r"some|few|most|one\ of|more\ than")
_SAYS_SOME = cue(rf"{_SOME.pattern}|many|several|all|every\w*|lots?|more|part|half")
_WAS = cue(r"was|were|had|used\ to|former(?:ly)?|once|previously|no\ longer|any\ ?more")
# What only a thing or another one is, and where: no line says of the operator what they do there.
_SOMEWHERE = regex(
    r"^\W*(?!i\b|we\b|(?:my|our) (?:job|work|focus|day|home|house|flat|apartment|favou?rites?)\b"
    r"|my (?:(?:work(?:ing)? )?hours|shifts?|days off)\b)"
    r"(?P<what>[\w'-]+(?: [\w'-]+){0,3}?) (?:is|are|was|were) (?:in|at|on|to|from|near)\b",
    re.IGNORECASE,
)
_WHERE = regex(r"\s(?:that|and|but)\s|[,;:]\s+", re.IGNORECASE)
_DOES = regex(r"^\W*(?:is|are|was|were|works?)\b", re.IGNORECASE)
_AT_TIMES = regex(r"\b(?:when(?:ever)?|while|if)\b(?P<v>[^,;:]*)", re.IGNORECASE)
_ASKED = regex(
    r"\b(?:i|i'\w+|we|my|our|me|us|you|your|please|let's|should|must|never|always|don't)\b"
    r"|[,;]\s*(?:so\s+)?(?:keep|make|use|send|write|give|call|avoid)\b",
    re.IGNORECASE,
)


def is_widened(text: str, said: Sequence[str], *, names: str) -> bool:
    """Return whether a text says more than the texts of its lines. names: the operator's."""
    lines = "\n".join(said)
    text = without_first(text, lines)
    sentences = tuple(part for line in said for part in _SENTENCE.split(line) if part.strip())
    return (
        adds_doubt(text, lines)
        or moves_bound(text, lines)
        or gives_reason(text, said)
        or any(True for _ in new_words(text, lines, names=names))
        or _is_of_another(text, sentences, names)
        or not is_told_as_own(text, said, names=names)
        or (_SOME.search(text) is not None and not _SAYS_SOME.search(lines))
        or (_WAS.search(text) is not None and not (_WAS.search(lines) or tells_past(lines)))
        or (_OUR.search(text) is not None and not _WE.search(lines))
        or _orders_a_taste(text, sentences, names)
        or widens_wish(text, said, names=names)
        or _is_of_a_thing(text, sentences, names)
    )


def new_words(text: str, said: str, *, names: str = "") -> Iterator[str]:
    """Yield the words of a text that narrow or widen it and that no words said hold.

    The verb that it opens with may be another ("Drinks green tea" of "I like green tea").
    """
    known = content_stems(said)
    verbs = frozenset(map(lemma, words(said)))
    free = _FREE | frozenset(words(names))
    opens = True
    for word in words(text):
        opens_with = opens and (word.endswith(("s", "ing", "ed")) or is_act(word))
        opens = opens and word in _LEADS | free
        small = word in STOP_WORDS | free or word in NUMBERS or word.endswith("n't")
        if small or word[0].isdigit() or opens_with:
            continue
        held = shared([stem(word)], known) or lemma(word) in verbs
        if not (held or is_other_kind(word, said) or tells_doubt(word)):
            yield word


def _is_of_another(text: str, said: Iterable[str], names: str) -> bool:
    """Return whether a text gives to one what no sentence that names them speaks of."""
    own = content_stems(names)
    held = [content_stems(sentence) for sentence in said]
    known = frozenset[str]().union(*held)
    for clause in _CLAUSE.split(text):
        called = {stem(word) for word in words(" ".join((*names_in(clause), *_owners(clause))))}
        about = shared(content_stems(clause) - called - own - _MANNER, known)
        for name in (called & known) - own if about else ():
            if not any(shared([name], each) and shared(about, each) for each in held):
                return True
    return False


def _owners(text: str) -> Iterator[str]:
    return (match[0] for match in _OWNER.finditer(text))


def _orders_a_taste(text: str, said: Sequence[str], names: str) -> bool:
    """Return whether a text asks of all what its lines say that another one likes.

    Such a taste may only be told as theirs: the text opens with whose it is.
    """
    stems = content_stems(text) - _MANNER
    counts = {sentence: len(shared(stems, content_stems(sentence))) for sentence in said}
    most = max(counts.values(), default=0)
    near = [sentence for sentence, count in counts.items() if most and count == most]
    own = content_stems(f"{names} operator")
    holders = [who for each in near if (who := _whose_taste(each)) and not who & own]
    first = [stem(word) for word in words(text)]
    opens = {*first[:1], *[each for each in first if each in stems][:1]}
    theirs = any(holder & opens for holder in holders)
    return bool(near) and len(holders) == len(near) and not theirs


def _is_of_a_thing(text: str, said: Sequence[str], names: str) -> bool:
    """Return whether a text says of the operator, by a verb of its own, where a thing is.

    Or as what is so what is said of some times only.
    """
    free = frozenset(("the", "operator", "user", *words(names)))
    bare = " ".join(dropwhile(free.__contains__, words(text)))
    about, first = content_stems(bare) - _MANNER, content_stems(bare.partition(" ")[0])
    is_new = bool(first) and not shared(first, content_stems("\n".join(said)))
    if not about or not (is_new or _DOES.match(bare)):
        return False
    things = about - first or about
    parts = [part for each in said for part in _WHERE.split(each.replace("’", "'"))]
    near = [part for part in parts if len(shared(things, content_stems(part))) == len(things)]
    limited = _AT_TIMES.search(text) is not None
    return bool(near) and all(
        _is_where(about, _SOMEWHERE.match(part))
        or (not limited and _is_when(about, _AT_TIMES.search(part)))
        for part in near
    )


def _is_where(about: frozenset[str], thing: re.Match[str] | None) -> bool:
    return thing is not None and not shared(content_stems(thing["what"]), about)


def _is_when(about: frozenset[str], time: re.Match[str] | None) -> bool:
    return time is not None and about <= content_stems(time["v"])


def _whose_taste(sentence: str) -> frozenset[str]:
    """Return who may be the other one whose taste a sentence tells; nobody where it is our own."""
    rest = _MY.sub("", sentence.replace("’", "'"))
    taste = _TASTE.search(rest)
    if taste is None or _ASKED.search(rest):
        return frozenset()
    before = " ".join(rest[: taste.start()].split()[-_HOLDER:])
    return (content_stems(before) - _MANNER) or frozenset(map(stem, words(before)))
