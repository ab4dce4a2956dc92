"""Deeds: who does what to whom in a text, read the same way in a line and in what is made of it.

A text is read beside the verbs and ties of another, so no verb must be known beforehand. Who is not
plain ("they", "we", a thing) stays open, and an open side contradicts nothing.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from memoryd.core.regex import regex
from memoryd.core.text import PLAIN_OPENINGS, STOP_WORDS, stem
from memoryd.core.value import frozen, replace

TOKEN = regex(r"[^\W_]+(?:['’-][^\W_]+)*|[.,;:!?()–—]|(?<=\s)-(?=\s)")
_STOPS = frozenset(".,;:!?()–—-")
BASES = dict(
    pair.split("/")
    for pair in """bought/buy sold/sell sent/send met/meet went/go paid/pay gave/give took/take
    left/leave told/tell wrote/write made/make built/build began/begin chose/choose lent/lend
    spoke/speak ran/run got/get spent/spend came/come won/win lost/lose quit/quit owes/owe
    led/lead taught/teach beat/beat beats/beat fed/feed drove/drive bit/bite saw/see heard/hear
    knew/know
    flew/fly swam/swim sang/sing rode/ride grew/grow threw/throw
    forgave/forgive brought/bring held/hold stole/steal struck/strike hit/hit hurt/hurt
    given/give taken/take written/write chosen/choose driven/drive stolen/steal beaten/beat
    known/know seen/see shown/show forgiven/forgive caught/catch found/find kept/keep
    has/have had/have goes/go does/do""".split()
)  # fmt: skip
_BE = frozenset("is was are were been be being am got gets get getting".split())
_LIGHT = frozenset(
    """will would shall should can could may might must do does did has have had never not always
    often usually also just really finally still already once almost nearly only even then now
    maybe perhaps probably possibly recently sometimes rarely seldom hardly both all don't doesn't
    didn't won't wouldn't can't couldn't haven't hasn't hadn't cannot""".split()
)
_US = frozenset("i me myself".split())
_OPEN = frozenset(
    """we us he she they it who that which you this these those him her them there what to and or
    but nor so if when because as than while where how why ourselves themselves nobody
    none""".split()
)
_ALL_BUT = frozenset("everyone everybody people others someone somebody".split())
_LINKS = frozenset("and from of at or nor".split())
_AFTER_PASSIVE = frozenset("to by in on at for from as after".split()) | _STOPS
_DONE = frozenset("told taught given shown sent paid lent chosen beaten forgiven driven".split())
_EXCEPT = frozenset("but except without besides".split())
_ANY = frozenset("anyone anybody everyone everybody all people others each whole".split())
_MODALS = frozenset(
    """would shall should can could may might must won't wouldn't can't couldn't cannot mustn't
    shouldn't""".split()
)
_TIMES = frozenset(
    """monday tuesday wednesday thursday friday saturday sunday january february march april june
    july august september october november december last since while though although unless until
    after before today yesterday tomorrow tonight thanks hey hi yes yeah""".split()
)
_FAINT = frozenset(stem(verb) for verb in "have do get be make".split())  # said with any other
_OWNERS = frozenset("my our his her their its the a an your some these those this that".split())
_GETS = frozenset({"get", "gets", "got"})
_VOWEL_Y = regex(r"[aeou]y$")  # "play" is the stem of "plays"
_SHORTEST = 3  # letters: "red", "his"
_FAR = 24  # words in front of a verb that are kept: a sentence may have thousands of verbs
_EXCEPTED = 3  # words in front of "but Tom": "everyone", "all of us"
_NEAR = 4  # words between a determiner and its noun, or a verb and "to Dana"
ME = ""
ONLY_ME = frozenset({ME})
Who = frozenset[str]

_AND = regex(r"(?<![,\s])\s+(?:and|but|then)\s+(?=[a-z])")
_TAILS = regex(r"[,:]\s|\s(?:because|so|who|which|that|while|when|as|if)\s")


@frozen
class Deed:
    """One verb as a text has it.

    doers, undergoers: small words of names and nouns, ME for the speaker; None where it is open.
    before: the last words in front of the verb in its sentence, whole: that sentence. passive: also
    where it only may be.
    """

    verb: str
    doers: frozenset[str] | None
    undergoers: frozenset[str]
    before: str = ""
    whole: str = ""
    passive: bool = False


def lemma(word: str) -> str:
    """Return the stem of a verb's plain form: "lent" and "lends" are one."""
    small = word.casefold()
    base = BASES.get(small, small)
    return base if _VOWEL_Y.search(base) else stem(base)


@lru_cache(maxsize=4096)
def deeds(text: str, verbs: frozenset[str], me: Who) -> tuple[Deed, ...]:
    """Return the deeds of a text that are of these verbs (see lemma).

    me: small words of the speaker's name, read as ME.
    """
    found: list[Deed] = []
    for sentence in re.split(r"(?<=[.!?;])\s+|\n+", text):
        tokens = TOKEN.findall(sentence.replace("’", "'"))
        whole = " ".join(tokens)
        found += (
            _deed(tokens, at, me, whole) for at, token in enumerate(tokens)
            if lemma(token) in verbs and _may_be_verb(tokens, at)
        )  # fmt: skip
    return tuple(found)


def told(text: str, about: Who | None, me: Who) -> tuple[Deed, ...]:
    """Return the deeds that a text of ours opens its clauses with.

    about: who does it where nobody is named ("Owes Tom 500 euros"): ME, or small words of a name;
    None where that is open.
    """
    found: list[Deed] = []
    for sentence in re.split(r"[.;!?]\s+", text):
        who = about
        for clause in _AND.split(_TAILS.split(sentence)[0]):
            made = _opening(TOKEN.findall(clause.replace("’", "'")), who, me)
            if made is not None and (made.verb not in _FAINT or _takes(made)):
                found.append(made)
            who = made.doers if made else None
    return tuple(found)


# -- reading one verb ----------------------------------------------------------------------------


def _takes(deed: Deed) -> bool:
    """Return whether a deed is to get something from somebody."""
    return deed.verb == "get" and " from " in deed.whole


def _may_be_verb(tokens: Sequence[str], at: int) -> bool:
    """Return whether a word stands where a verb can: not as "the loan", "a paid call"."""
    before, token = tokens[at - 1].casefold() if at else "", tokens[at].casefold()
    if token.endswith(("tion", "ment", "ness", "ity")) or not token.isalpha():
        return False
    if before in ("of", "in"):
        return token.endswith("ing")  # "thinking of quitting"
    return before not in _OWNERS and not before.endswith("'s") and before != "no"


def _deed(tokens: Sequence[str], at: int, me: Who, whole: str) -> Deed:
    before = " ".join(tokens[max(0, at - _FAR) : at])
    found = Deed(lemma(tokens[at]), None, frozenset(), before, whole)
    left = helped = _skip_light(tokens, at - 1)
    going = tokens[at].endswith("ing")
    if left >= 0 and _plain(tokens[left]) in _BE:
        helped = _skip_light(tokens, left - 1)
    is_be = helped != left or (left >= 0 and _contracted(tokens[left]) in ("m", "re"))
    if is_be and not going and not _reads_as_verb(tokens[at]):
        return found  # "I'm lead on Beacon"
    if is_be and not going:
        undergoers = _phrase_before(tokens, helped, me) or frozenset()
        return replace(found, doers=_by(tokens, at, me), undergoers=undergoers, passive=True)
    if going and not is_be:
        return found
    doers = _phrase_before(tokens, helped, me) if helped >= 0 else None
    plain = not _reads_as_verb(tokens[at]) and not going
    if plain and not _goes_with_plain_form(tokens[helped]):  # "my full support"
        doers = None
    return replace(found, doers=doers, undergoers=_objects(tokens, at, me))


def _opening(tokens: Sequence[str], about: Who | None, me: Who) -> Deed | None:
    start = _skip_ahead(tokens, 0, only_light=True)
    behind = start
    while behind < len(tokens) and _may_open(tokens, behind, first=behind == start):
        behind += 1
    named = behind > start
    at = _skip_ahead(tokens, behind)
    if at >= len(tokens) or (named and tokens[behind - 1].endswith("'s")):
        return None
    passive = named and _plain(tokens[at]) in _BE
    at = _skip_ahead(tokens, at + 1) if passive else at
    if at >= len(tokens) or not _follows(tokens, at, named=named):
        return None
    found = Deed(lemma(tokens[at]), about, frozenset(), " ".join(tokens[:at]), " ".join(tokens))
    if named:
        who = {_plain(token) for token in tokens[start:behind]} - {"and"}
        found = replace(found, doers=frozenset(ME if w == "i" or w in me else w for w in who))
    if passive and not tokens[at].endswith("ing"):
        undergoers = found.doers or frozenset()
        return replace(found, doers=_by(tokens, at, me), undergoers=undergoers, passive=True)
    headline = (tokens[at].endswith("ed") or tokens[at].casefold() in _DONE) and (
        at + 1 == len(tokens) or tokens[at + 1].casefold() in _AFTER_PASSIVE
    )
    return replace(found, undergoers=_objects(tokens, at, me), passive=headline)


def _may_open(tokens: Sequence[str], at: int, *, first: bool) -> bool:
    """Return whether a word can be part of the subject that a text of ours opens with."""
    return _is_name(tokens, at) or tokens[at] == "I" or (tokens[at] == "and" and not first)


def _follows(tokens: Sequence[str], at: int, *, named: bool) -> bool:
    """Return whether a word is the verb of what stands in front of it, helpers between them."""
    small = tokens[at].casefold()
    helped = {token.casefold() for token in tokens[:at]}
    if helped & {"has", "have", "had"} and not (small.endswith("ed") or small in BASES):
        return False
    if (
        not tokens[at].isalpha()
        or small in (STOP_WORDS - _GETS) | _OPEN | _OWNERS
        or not small.islower()
    ):
        return False
    return named or bool(helped & _MODALS) or _reads_as_verb(small)


def _goes_with_plain_form(token: str) -> bool:
    """Return whether "like", not "likes", follows a word: "I", "people", "my sons"."""
    small = _plain(token)
    return small in _US | _ALL_BUT or small.endswith("s") or token[:1].isupper()


def _phrase_before(tokens: Sequence[str], at: int, me: Who) -> Who | None:
    """Return who the words that end at a place name; None where that is open."""
    found: set[str] = set()
    if _is_excepted(tokens, at):
        return _ALL_BUT
    while at >= 0:
        small = _plain(tokens[at])
        if small in _US:
            found.add(ME)
        elif _is_name(tokens, at):
            found.add(ME if small in me else small)
        elif small in _LINKS and found:
            pass
        elif found:
            break
        else:
            return _noun_before(tokens, at)
        at -= 1
    if found and at >= 0 and _plain(tokens[at]) not in _OPEN | _STOPS:
        found |= _noun_before(tokens, at) or frozenset()
    return frozenset(found) or None


def _is_excepted(tokens: Sequence[str], at: int) -> bool:
    """Return whether words that end at a place name all but one: "everyone but Tom"."""
    while at > 0 and (_is_name(tokens, at) or tokens[at].casefold() == "me"):
        at -= 1
        if tokens[at].casefold() in _EXCEPT:
            before = {token.casefold() for token in tokens[max(0, at - _EXCEPTED) : at]}
            return bool(before & _ANY)
    return False


def _noun_before(tokens: Sequence[str], at: int) -> Who | None:
    small = _plain(tokens[at])
    if small in _ALL_BUT:
        return frozenset({small})
    if small in _OPEN | _LIGHT | _STOPS | STOP_WORDS or not small.isalpha():
        return None
    for back in range(at - 1, max(-1, at - _NEAR), -1):
        before = tokens[back].casefold()
        if before in _OWNERS - {"our"} or before.endswith("'s"):
            return frozenset({small})
        if before in _STOPS or before in _OPEN:
            break
    return None


def _objects(tokens: Sequence[str], at: int, me: Who) -> frozenset[str]:
    """Return whom a verb is done to, as far as that is plain."""
    found: set[str] = set()
    for place in range(at + 1, min(len(tokens), at + 2 + _NEAR)):
        small = tokens[place].casefold()
        if small in _STOPS:
            break
        direct = place == at + 1 or all(
            token.casefold() in _OWNERS | {"to"} or _is_name(tokens, at + 1 + n)
            for n, token in enumerate(tokens[at + 1 : place]))  # fmt: skip
        if (direct or tokens[place - 1].casefold() == "to") and (
            small == "me" or _is_name(tokens, place)
        ):
            found.add(ME if small == "me" or small in me else small.removesuffix("'s"))
        elif direct and place > at + 1 and tokens[place - 1].casefold() in _OWNERS:
            found.add(small)
    return frozenset(found)


def _by(tokens: Sequence[str], at: int, me: Who) -> Who | None:
    """Return by whom something is done, None where nobody says."""
    rest = [token.casefold() for token in tokens[at : at + 2 * _NEAR]]
    if "by" not in rest:
        return None
    place = at + rest.index("by") + 1
    if place >= len(tokens):
        return None
    small = tokens[place].casefold()
    return frozenset({ME if small in {"me"} | me else small}) if (
        small == "me" or _is_name(tokens, place)) else None  # fmt: skip


def _skip_light(tokens: Sequence[str], at: int) -> int:
    while at >= 0 and (_plain(tokens[at]) in _LIGHT or tokens[at].endswith("ly")):
        at -= 1
    return at


def _skip_ahead(tokens: Sequence[str], at: int, *, only_light: bool = False) -> int:
    """Return where the next word that is no helper stands. only_light: "Emily" is a word too."""
    while at < len(tokens) and (
        _plain(tokens[at]) in _LIGHT or (not only_light and tokens[at].endswith("ly"))
    ):
        at += 1
    return at


def _plain(token: str) -> str:
    """Return a word without what is drawn together with it: "I'll" is "i"."""
    small = token.casefold()
    head, _, tail = small.partition("'")
    return head if tail in ("ll", "ve", "d", "m", "re", "s") else small


def _contracted(token: str) -> str:
    return token.casefold().partition("'")[2]


def _is_name(tokens: Sequence[str], at: int) -> bool:
    """Return whether a word names somebody; at the start of a sentence a plain word does not."""
    token = tokens[at]
    small = _plain(token).removesuffix("'s")
    if not token[:1].isupper() or small in STOP_WORDS | _OPEN | _LIGHT | _US | _ALL_BUT | _TIMES:
        return False
    if at and tokens[at - 1] not in _STOPS:
        return True
    return small not in PLAIN_OPENINGS and not _reads_as_verb(token) and small not in _OWNERS


def _reads_as_verb(word: str) -> bool:
    small = word.casefold()
    present = small.endswith("s") and not small.endswith(("ss", "us", "'s"))
    inflected = (small.endswith("ed") or present) and len(small) > _SHORTEST
    return small in BASES or (inflected and small not in _NAMES_IN_S)


_NAMES_IN_S = frozenset(
    """james thomas chris charles lucas nicholas marcus alexis ines agnes jonas elias tobias andreas
    matthias mathias niklas hans klaus lars mats carlos marcos luis jesus ahmed mohammed muhammed
    fred alfred wilfred ted ned jared frances curtis dennis louis ross tess jess silas matias
    paris always yes hedwig""".split()
)
