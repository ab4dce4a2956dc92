"""Paired: who and what goes with what in a sentence, and whether a text mixes that up.

"Coffee at 8 and tea at 15", "on REST and against GraphQL", "from May 3 to June 9", "my brother is
on vacation and I work": each part keeps its own time, side, value and holder. Lists of words, of
English alone, so they miss.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, pairwise

from memoryd.core.date_words import NUMBERS
from memoryd.core.deeds import BASES
from memoryd.core.governed import TIMES
from memoryd.core.grounding import shared
from memoryd.core.mood import ENDS, NO, NO_SHOWN
from memoryd.core.regex import regex
from memoryd.core.tacit import is_act
from memoryd.core.text import STOP_WORDS, content_stems, stem
from memoryd.core.value import frozen

_CLOSE = 0.6  # of a clause's content, so much must stand in a sentence whose parts it may mix up
READ = 2_000  # characters of a sentence that are looked at
_WORD = regex(r"[^\W_]+(?:['’-][^\W_]+)*")
_CUTS = regex(r"(,?\s(?:and|but|while|whereas)\s|[;:–—]\s|,\s)", re.IGNORECASE)
_WHEN = frozenset("before after until till since during within every each".split())
_CLASS = {
    **dict.fromkeys(_WHEN, "time"),
    **dict.fromkeys("in at on near".split(), "place"),
    **dict.fromkeys("from to into".split(), "way"),
    "with": "company", "for": "purpose", "about": "topic", "via": "means", "by": "means",
    "under": "place",
}  # fmt: skip
_CALENDAR = TIMES - frozenset(map(stem, NUMBERS))
_OFTEN = frozenset("never always daily weekly monthly rarely often seldom sometimes".split())
SPEAKER = frozenset("i we you i'm i've i'll i'd we're we've we'll we'd you're".split())
THEM = frozenset("he she it they he's she's it's they're".split())
OWNERS = frozenset("my our his her their your the".split())
_BE = frozenset(
    """is are was were am be been has have had will would can could should must may might does do
    did went came became got left lent paid sent met wrote told said made took gave""".split()
)
LEADS = frozenset(
    """and but so then also please well ok yes no today tomorrow now currently still often usually
    always never really just please""".split()
)
_SKIPPED = STOP_WORDS | LEADS
_NOT_NO = regex(
    r"\b(?:no (?:longer|matter|problem|doubt)|not (?:far|only|just|merely|to mention|least)|nothing"
    r" but|stop(?:s|ped)?|den(?:y|ies|ied)|avoid\w*)\b",
    re.IGNORECASE,
)
_ONES = regex(r"\bones?\b", re.IGNORECASE)
_RELATIVE = regex(r"\b(?:where|which|who|whose|whom)\b", re.IGNORECASE)  # "not in Bonn, where"
_AGAINST = regex(r"\bagainst\s+(?P<what>(?:[\w'-]+\s*){1,4})", re.IGNORECASE)
_STANCE_ENDS = regex(r"\b(?:and|but|or|for|on|in|at|because|since|so|with)\b|[,;:.]", re.IGNORECASE)
_NO_STANCE = regex(  # of what is held off or set beside: no side is taken
    r"\b(?:vaccinat|protect|insur|lean|check|compar|play|fight|hedg|test|guard|measur|allerg|up|race"
    r"|inoculat|defend)\w*(?: \w+){0,3} against\b",
    re.IGNORECASE,
)
_FROM_TO = regex(
    r"""\b(?:mov|chang|switch|shift|postpon|push|br[oi]|transfer|migrat|renam|rais|lower|increas
      |reduc|cut|drop|reschedul|upgrad|downgrad|convert|delay|rise|rose|fell|fall|relocat|swap|grew
      |grow|shr[aiu]nk|extend|went(?=[^.;!?]{0,40}\bfrom\ \W?\d))
      [a-z]*\b[^.;!?]{0,80}?\bfrom\ (?P<old>[^.;!?]{1,80}?)
      \ (?:(?:up|down)\ )?(?:to|until|into)\ (?P<new>[^.;!?]{1,80}?)
      (?=$|[,.;!?]|\ (?:and|but|because|so|since)\ )""",
    re.IGNORECASE | re.VERBOSE,
)
_TO_DAY = regex(
    r"\b(?:mov|shift|push|postpon|reschedul|delay|br[oi])[a-z]*\b[^.;!?]{1,80}? (?:to|until)"
    r" (?:the )?(?:\d|next\b|tomorrow|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
    r"|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b)",
    re.IGNORECASE,
)
_SAYS_OLD = regex(
    r"""\b(?:from|was|were|old|former\w*|previous\w*|original\w*|until|used\ to|before|left|instead
      |away|out\ of|had|ago|once|earlier|initial\w*|first|than|replac\w*|over)\b""",
    re.IGNORECASE | re.VERBOSE,
)


@frozen
class Part:
    """A part of a sentence that "and", "but" or a comma sets beside others.

    stems: its content; holder: of its own subject, None where it has none, empty for a speaker;
    phrases: of time, place, company and such, the kind of each; kinds: those, and of "never"; lead:
    what stands in front of them, in order. but: whether it is set against those before it.
    """

    text: str
    stems: frozenset[str]
    holder: frozenset[str] | None
    phrases: tuple[tuple[str, frozenset[str]], ...]
    kinds: frozenset[str]
    lead: tuple[str, ...]
    but: bool
    denies: bool


def is_mixed(clause: str, text: str, sentence: str) -> bool:
    """Return whether a clause of a text gives to one part of a sentence what is another's."""
    plain = sentence[:READ].replace("’", "'")
    clause = clause.replace("’", "'")
    return (
        _swaps_parts(clause, parts(plain))
        or _changes_side(clause, text, plain)
        or _tells_old(clause, text, plain)
    )


def moves_to_day(text: str) -> bool:
    """Return whether a text moves something to a day: it has not been yet."""
    return _TO_DAY.search(text) is not None


# -- parts side by side --------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def parts(sentence: str) -> tuple[Part, ...]:
    """Return the parts of a sentence that stand beside one another."""
    texts: list[str] = []
    joins: list[str] = [""]
    for at, piece in enumerate(_CUTS.split(sentence)):
        if at % 2:
            joins.append(piece.strip(" ,").casefold())
        elif texts and _continues(piece, joins[-1]):
            texts[-1] = f"{texts[-1]}{' and ' if joins.pop() else ', '}{piece}"
        elif texts and _only_leads(texts[-1]) and not joins[-1]:
            joins.pop()
            texts[-1] = f"{texts[-1]}, {piece}"
        else:
            texts.append(piece)
    return tuple(_part(text, join) for text, join in zip(texts, joins, strict=False))


def _continues(piece: str, join: str) -> bool:
    """Return whether a piece only goes on with the part before it: "on Mondays and Fridays"."""
    stems = content_stems(piece)
    tokens = tokens_of(piece)
    opens = tokens[:1] != [] and tokens[0].casefold() in _CLASS
    phrased = any(True for _ in _phrases(tokens))
    lone = not join and (opens or not phrased) and _holder(tokens) is None
    return (stems <= TIMES and not phrased) or (
        lone and not _OFTEN & {each.casefold() for each in tokens}
    )


def _only_leads(piece: str) -> bool:
    """Return whether a piece is no more than a time or place: "in the morning, I ..."."""
    tokens = tokens_of(piece)
    return bool(tokens) and tokens[0].casefold() in _CLASS and _holder(tokens) is None


def tokens_of(text: str) -> list[str]:
    """Return the words of a text as they are written."""
    return _WORD.findall(text)


def _part(text: str, join: str) -> Part:
    tokens = tokens_of(text)
    phrases = tuple(_phrases(tokens))
    stems = content_stems(text)
    timed = stems & _CALENDAR or _OFTEN & {each.casefold() for each in tokens}
    often = {"time"} if timed else set()
    denies = NO.search(_NOT_NO.sub(" ", text)) is not None and not _RELATIVE.search(text)
    return Part(text, stems, _holder(tokens), phrases,
                 frozenset({kind for kind, _ in phrases} | often), _lead(tokens),
                 join == "but", denies)  # fmt: skip


def _phrases(tokens: Sequence[str]) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the kind and content of each phrase that a preposition opens."""
    small = [each.casefold() for each in tokens]
    spots = [at for at, word in enumerate(small) if word in _CLASS and not _opens_verb(tokens, at)]
    for at, after in zip(spots, [*spots[1:], len(small)], strict=False):
        held = content_stems(" ".join(small[at + 1 : after]))
        if held:
            timed = any(word in TIMES or word[0].isdigit() for word in held)
            own = content_stems(small[at])  # "within" is content, "at" is not
            yield ("time" if timed else _CLASS[small[at]]), held | own


def _opens_verb(tokens: Sequence[str], at: int) -> bool:
    """Return whether "to" opens an infinitive: "to help", not "to Dana", "to the team"."""
    after = tokens[at + 1] if at + 1 < len(tokens) else ""
    small = after.casefold()
    plural = small.endswith("s") and not small.endswith(("ss", "us"))
    timed = stem(small) in TIMES or not after.isalpha()
    named = after[:1].isupper() or small in OWNERS | {"a", "an", "me", "us"}
    return tokens[at].casefold() == "to" and not (named or timed or plural)


def _is_verb(word: str) -> bool:
    small = word.casefold()
    ending = small.endswith(("s", "ed")) and not small.endswith(("ss", "us", "'s"))
    return small in _BE or small in BASES or (ending and len(small) > 3)  # noqa: PLR2004 - "red"


def _holder(tokens: Sequence[str]) -> frozenset[str] | None:
    """Return the content of the subject that a part opens with; None where it has none."""
    at = 0
    while at < len(tokens) and tokens[at].casefold() in LEADS:
        at += 1
    if at >= len(tokens) or tokens[at].casefold() in THEM:
        return None
    if tokens[at].casefold() in SPEAKER:
        return frozenset()
    if at == 0 and is_act(tokens[0].casefold()):  # "Answer mails"
        return None
    begin = at
    owned = tokens[at].casefold() in OWNERS
    at += owned
    while at < len(tokens) and (owned or tokens[at][:1].isupper()) and not _is_verb(tokens[at]):
        if tokens[at].casefold() in _CLASS or (owned and at - begin > 3):  # noqa: PLR2004 - words
            return None
        at += 1
    if at > begin + owned and at < len(tokens) and _is_verb(tokens[at]):
        return content_stems(" ".join(tokens[begin:at]))
    return None


def _lead(tokens: Sequence[str]) -> tuple[str, ...]:
    """Return the stems of what stands in front of the first preposition."""
    found: list[str] = []
    for token in tokens:
        small = token.casefold()
        if small in _CLASS:
            break
        if small not in STOP_WORDS | LEADS | _OFTEN:
            found.append(stem(small.removesuffix("'s")))
    return tuple(found)


def _swaps_parts(clause: str, several: Sequence[Part]) -> bool:
    stems = content_stems(clause)
    known = frozenset[str]().union(*(part.stems for part in several))
    far = len(shared(stems, known)) < _CLOSE * len(stems)
    if far or len(several) < 2:  # noqa: PLR2004 - nothing stands beside one
        return False
    own = _own(several)
    return any(
        _is_of_two(phrase, kind, part.stems, several, own)
        for part in parts(clause)
        for kind, phrase in (*part.phrases, ("holder", _first(part)))
    ) or _affirms(clause, several, own)


def _own(several: Sequence[Part]) -> list[frozenset[str]]:
    """Return what each part has of its own: no other holds it, none shares it by leaving it out."""
    counts = Counter(each for part in several for each in part.stems)
    common = {each for each, count in counts.items() if count > 1}
    for part, after in pairwise(several):
        if after.holder is None:
            common |= _left_out(part, after)
    return [part.stems - common for part in several]


def _left_out(part: Part, after: Part) -> frozenset[str]:
    """Return what a part without a subject of its own leaves out, as the one before has it.

    "I drink coffee at 8 and tea at 15" leaves out "drink"; "I live here and work there" nothing.
    """
    ahead = max(len(part.lead) - len(after.lead), int(len(part.lead) > 1))
    phrases = (held for kind, held in part.phrases if kind not in after.kinds)
    meant = part.lead[-1:] if _ONES.search(after.text) else ()
    return frozenset(part.lead[:ahead]).union(meant, *phrases)


def _first(part: Part) -> frozenset[str]:
    opens = (word for each in tokens_of(part.text) if (word := each.casefold()) not in _SKIPPED)
    return frozenset(map(stem, islice(opens, 1)))


def _is_of_two(
    phrase: frozenset[str], kind: str, whole: frozenset[str], several: Sequence[Part],
    own: Sequence[frozenset[str]],
) -> bool:  # fmt: skip
    """Return whether a phrase is one part's and all that stands with it another's."""
    if kind == "holder":
        phrase = frozenset(
            each for each in phrase for part in several if each in (part.holder or ())
        )
    owners = [at for at, mine in enumerate(own) if shared(phrase, mine)]
    if len(owners) != 1:
        return False
    beside = [at for at, mine in enumerate(own) if shared(whole - phrase, mine)]
    return bool(beside) and all(_are_apart(several, owners[0], at, kind) for at in beside)


def _are_apart(several: Sequence[Part], one: int, other: int, kind: str) -> bool:
    """Return whether two several each have a thing of some kind, so that it is not of both."""
    if one == other:
        return False
    if kind == "holder":
        return several[one].holder is not None and several[other].holder is not None
    if kind not in several[one].kinds:
        return False
    against = any(part.but for part in several[other + 1 : one + 1])
    differ = kind != "way" and several[one].denies is not several[other].denies
    return kind in several[other].kinds or against or differ


def _affirms(clause: str, several: Sequence[Part], own: Sequence[frozenset[str]]) -> bool:
    """Return whether a clause affirms what a part without a subject of its own denies."""
    if NO_SHOWN.search(clause):
        return False
    stems = content_stems(clause)
    drawn = [at for at, mine in enumerate(own) if shared(stems, mine)]
    return len(drawn) == 1 and drawn[0] > 0 and (
        several[drawn[0]].denies and several[drawn[0]].holder is None
    )  # fmt: skip


# -- sides and values ----------------------------------------------------------------------------


def _changes_side(clause: str, text: str, sentence: str) -> bool:
    """Return whether a clause is for what a sentence is against, or the other way round."""
    if _NO_STANCE.search(sentence) or _NO_STANCE.search(clause):
        return False
    theirs, ours = _opposed(sentence), _opposed(clause)
    if not theirs:
        return False
    if ours and shared(ours, content_stems(sentence) - theirs):
        return True
    told = shared(content_stems(clause), theirs) - ours
    return bool(told) and not (NO_SHOWN.search(text) or any(end.search(text) for end in ENDS))


def _opposed(text: str) -> frozenset[str]:
    found = (_STANCE_ENDS.split(match["what"])[0] for match in _AGAINST.finditer(text))
    return frozenset[str]().union(*map(content_stems, found))


def _tells_old(clause: str, text: str, sentence: str) -> bool:
    """Return whether a clause tells as it is what a sentence says was changed from."""
    for change in _FROM_TO.finditer(sentence):
        old, new = content_stems(change["old"]), content_stems(change["new"])
        stems = content_stems(clause)
        if all(each[0].isdigit() for each in old):  # "from 40 to 50 euros"
            new = frozenset(each for each in new if each[0].isdigit())
        if shared(stems, old - new) and not shared(stems, new - old):
            over = _SAYS_OLD.search(text) or NO_SHOWN.search(text)
            return not (over or any(end.search(text) for end in ENDS))
    return False
