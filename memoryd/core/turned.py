"""Turned: whether a text gives a deed or a tie to one that the words said give to another.

One reading (deeds, ties) for facts, notes, MEMORY.md and summaries. What is open on one side
contradicts nothing.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from memoryd.core.deeds import ME, ONLY_ME, Deed, Who, deeds, lemma, told
from memoryd.core.mood import NO
from memoryd.core.regex import regex
from memoryd.core.states import is_of_both, said_of, states, whose
from memoryd.core.text import stem, words
from memoryd.core.ties import LIVING, Tie, is_unsaid, ties
from memoryd.core.value import replace

# What is told from the other side: whoever gets it is not the one who gives it. Not the other way
# round for "get", which means too much.
_CONVERSE = tuple(
    tuple(map(lemma, pair.split("/")))
    for pair in """borrow/lend lend/borrow buy/sell sell/buy learn/teach teach/learn get/give
    get/send receive/give receive/send""".split()
)
_MUTUAL = frozenset(
    lemma(verb) for verb in """meet marry agree date talk speak chat argue know divorce see discuss
    hug kiss work live play share partner split""".split()
)  # fmt: skip
# What whoever is with one does as well: "I run with Omar". Not "I stay with Omar".
_JOINT = _MUTUAL | frozenset(
    lemma(verb) for verb in """study train go founded co-found run sing carpool lead own build eat
    cook travel hike swim climb cycle ride dance walk write practise jog ski sail""".split()
)  # fmt: skip
_WITH = regex(
    r"[^,.;:!?()–—]*?\bwith (?P<whom>(?:(?:(?:my|our|his|her) (?:[a-z]\w+ ){1,2})?"
    r"[A-Z][\w-]*(?![\w'’])(?:(?: ,)? and(?= )| ,)? ?)+)(?! ?(?:as|in mind)\b)"
)
_NEAR = 160  # characters behind a verb that may name whom it is done with
_GIVES = regex(r" shar(?:ed|ing) (?:my|his|her|their|the)\b")  # "shared my password with Omar"
_OF_THINGS = frozenset(
    stem(verb) for verb in """launch ship release move start open close run deploy merge finish
    complete change grow break begin end stop continue work fail use need wake feel hurt
    retire relocate transfer switch turn""".split()
)  # fmt: skip

_ALL_BUT = frozenset("everyone everybody people others someone somebody".split())
_OPENS_WITH = regex(r"([A-Z][a-z]+)\s(?:is|was|has|had|\w+ed|\w+s)\b")
_OWNED = regex(r"\b(my|our|[A-Z][\w-]*(?='s\b))(?:'s)?\s(?:[a-z][\w-]*\s){0,2}?([a-z][\w-]*)",
               re.IGNORECASE)  # fmt: skip
_TOO = regex(  # may be said of both
    r"\b(?:mine|(?:my|our|his|her|their|your)\s(?:\w+\s){0,2}(?:wife|husband|spouse|partner|sister"
    r"|brother|sibling|twin|friend|girlfriend|boyfriend|fianc\w+)|and (?:me|i)|(?:me|i) and)\b",
    re.IGNORECASE,
)


def is_given_away(ours: Deed, theirs: Sequence[Deed]) -> bool:
    """Return whether every reading of a verb in the words said gives it to another.

    theirs: the deeds of that verb in the words said.
    """
    return bool(theirs) and all(_another(ours, deed) for deed in theirs)


def turned(text: str, said: Iterable[tuple[str, Who]], about: Who | None, me: Who) -> bool:
    """Return whether a text gives a deed or a tie to one that the words said give to another.

    said: texts, each with the small words of its speaker's name, empty where he is unknown. about:
    see told. me: the small words of the operator's name.
    """
    lines = tuple(said)
    about = ONLY_ME if about and about <= me else about
    return (
        any(is_given_away(ours, _of_the_verb(ours, lines, me))
            for ours in told(text, about, me) if not _is_wish(ours))
        or _swaps_a_tie(ties(text, about, me), lines, me)
        or (about is not None and _is_of_theirs(text, lines, about, me))
    )  # fmt: skip


def _is_of_theirs(text: str, lines: Sequence[tuple[str, Who]], about: Who, me: Who) -> bool:
    """Return whether a text tells of one what is said of their sister, or of another's cat."""
    opening = _OPENS_WITH.match(text)
    if opening and opening[1].casefold() in LIVING:
        return _has_another_owner(opening[1], lines, about, me)
    shown = about | frozenset(words(text))
    for ours, form in states(text):
        read = [spot for line, _ in lines for spot in said_of(ours.verb, line, form)
                if not spot.passive]  # fmt: skip
        theirs = [whose(spot) for spot in read]
        if ours.doers is None and theirs and all(who and not who & shown for who in theirs):
            return True
    return False


def _has_another_owner(whom: str, lines: Sequence[tuple[str, Who]], about: Who, me: Who) -> bool:
    """Return whether all lines that speak of a cat or sister tell that she is another one's."""
    owners = [
        ONLY_ME if found[1].casefold() in ("my", "our") and speaker == me
        else speaker if found[1].casefold() in ("my", "our")
        else _named(frozenset(words(found[1])), speaker, me)
        for line, speaker in lines for found in _OWNED.finditer(line.replace("’", "'"))
        if found[2].casefold() == whom.casefold()
    ]  # fmt: skip
    spoken = sum(words(line).count(whom.casefold()) for line, _ in lines)
    return len(owners) == spoken > 0 and not any(not who or who & about for who in owners)


def _is_wish(deed: Deed) -> bool:
    """Return whether a verb only asks for what others are to do: "asks to be asked"."""
    return deed.whole[len(deed.before) :].split()[1:3] == ["to", "be"]


def _of_the_verb(ours: Deed, lines: Iterable[tuple[str, Who]], me: Who) -> list[Deed]:
    wanted = frozenset({ours.verb, *_converses(ours.verb)})
    whom = _named(_beside(ours), frozenset(), me)
    return [_joined(_by_name(deed, speaker, me), whom)
            for line, speaker in lines for deed in deeds(line, wanted, speaker)]  # fmt: skip


def _joined(deed: Deed, whom: Who) -> Deed:
    """Return a deed as also theirs who do it with its doer, where ours tells it with one of them.

    whom: with whom ours is told.
    """
    if not whom or not deed.doers:
        return deed
    doers = deed.doers | _beside(deed)
    return replace(deed, doers=doers) if whom & doers else deed


def _beside(deed: Deed) -> Who:
    """Return with whom something is done, as small words: "runs with Omar and Dana"."""
    start = deed.whole.find(deed.before) + len(deed.before)
    behind = deed.whole[start : start + _NEAR]
    if deed.verb not in _JOINT or _GIVES.match(behind) or NO.search(deed.before):
        return frozenset()
    found = _WITH.match(behind)
    return frozenset(words(found["whom"])) if found else frozenset()


def _swaps_a_tie(mine: Iterable[Tie], lines: Iterable[tuple[str, Who]], me: Who) -> bool:
    held = [Tie(tie.relation, *(_named(side, speaker, me) for side in (tie.holder, tie.whom)))
            for line, speaker in lines for tie in ties(line, None, speaker)]  # fmt: skip
    said = [line for line, _ in lines]
    return any(
        is_unsaid(tie, said)
        or (
            (any(map(tie.is_swapped, held)) or _is_of_another(tie, held, said))
            and not any(map(tie.is_held, held))
        )
        for tie in mine
    )


def _is_of_another(tie: Tie, held: Iterable[Tie], said: Iterable[str]) -> bool:
    """Return whether the words said tie one of two to somebody else alone: "Tom's wife Anna"."""
    return any(map(tie.is_of_another, held)) and not any(map(_TOO.search, said))


def _by_name(deed: Deed, speaker: Who, me: Who) -> Deed:
    """Return a deed as the operator would tell it; open where the speaker is unknown."""
    doers, undergoers = deed.doers, _named(deed.undergoers, speaker, me)
    if doers is not None:
        doers = _named(doers, speaker, me) or None
    return replace(deed, doers=doers, undergoers=undergoers)


def _named(who: Who, speaker: Who, me: Who) -> Who:
    """Return who is meant by words of a speaker: his "I" is his name, the operator's name ME."""
    found = (who - ONLY_ME) | speaker if ME in who else who
    return (found - me) | ONLY_ME if found & me and (found & me == me or len(found) == 1) else found


def _another(ours: Deed, theirs: Deed) -> bool:
    """Return whether two deeds of one verb are plainly not one person's."""
    if ours.doers is None:
        return False
    if ours.verb != theirs.verb:  # borrowed by whom it was lent to
        return theirs.doers is not None and bool(ours.doers & theirs.doers)
    if theirs.doers == _ALL_BUT:  # "everyone but Tom may": Tom may not
        return NO.search(ours.before) is None
    living = ours.passive and _is_of_a_living(theirs)
    named = theirs.undergoers | (theirs.doers or frozenset())
    return (living and not ours.doers & named) or _is_not_theirs(ours, theirs)


def _is_not_theirs(ours: Deed, theirs: Deed) -> bool:
    """Return whether a deed of known doers is another's than the same verb's in the words said."""
    doers = ours.doers or frozenset()
    undergone = bool(doers & theirs.undergoers)
    if ours.verb in _MUTUAL and (undergone or theirs.doers is None):
        return False
    if theirs.doers is None or (undergone and ours.verb in _OF_THINGS):
        return undergone and not ours.passive and ours.verb not in _OF_THINGS
    if doers & theirs.doers:
        return False
    return not (ours.passive and (undergone or not theirs.undergoers))


def _is_of_a_living(deed: Deed) -> bool:
    """Return whether a deed is that of somebody's sister or cat, or done to one: "my cat died"."""
    who = deed.undergoers if deed.passive else deed.doers or frozenset()
    done = deed.passive or not deed.undergoers
    return done and bool(who) and not who - LIVING and not is_of_both(deed)


def _converses(verb: str) -> Iterator[str]:
    """Yield the verbs that tell the same from the other side."""
    yield from (other for one, other in _CONVERSE if one == verb)
