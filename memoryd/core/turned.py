"""Turned: whether a text gives a deed or a tie to one that the words said give to another.

One reading (deeds, ties) for facts, notes, MEMORY.md and summaries. What is open on one side
contradicts nothing.
"""

from collections.abc import Iterable, Iterator, Sequence

from memoryd.core.deeds import ME, ONLY_ME, Deed, Who, deeds, lemma, told
from memoryd.core.text import stem
from memoryd.core.ties import Tie, ties
from memoryd.core.value import replace

# What is told from the other side: whoever gets it is not the one who gives it. Not the other way
# round for "get", which means too much.
_CONVERSE = tuple(
    tuple(map(lemma, pair.split("/")))
    for pair in """borrow/lend lend/borrow buy/sell sell/buy learn/teach teach/learn get/give
    get/send receive/give receive/send""".split()
)
_MUTUAL = frozenset(
    stem(verb) for verb in """meet marry agree date talk speak chat argue know divorce see discuss
    hug kiss work live play share partner split""".split()
)  # fmt: skip
_OF_THINGS = frozenset(
    stem(verb) for verb in """launch ship release move start open close run deploy merge finish
    complete change grow break begin end stop continue work fail use need wake feel hurt
    retire relocate transfer switch turn""".split()
)  # fmt: skip


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
    return any(
        is_given_away(ours, _of_the_verb(ours.verb, lines, me))
        for ours in told(text, about, me)
        if not _is_wish(ours)
    ) or _swaps_a_tie(ties(text, about, me), lines, me)


def _is_wish(deed: Deed) -> bool:
    """Return whether a verb only asks for what others are to do: "asks to be asked"."""
    return deed.whole[len(deed.before) :].split()[1:3] == ["to", "be"]


def _of_the_verb(verb: str, lines: Iterable[tuple[str, Who]], me: Who) -> list[Deed]:
    wanted = frozenset({verb, *_converses(verb)})
    return [_by_name(deed, speaker, me)
            for line, speaker in lines for deed in deeds(line, wanted, speaker)]  # fmt: skip


def _swaps_a_tie(mine: Iterable[Tie], lines: Iterable[tuple[str, Who]], me: Who) -> bool:
    held = [Tie(tie.relation, *(_named(side, speaker, me) for side in (tie.holder, tie.whom)))
            for line, speaker in lines for tie in ties(line, None, speaker)]  # fmt: skip
    return any(
        any(tie.is_swapped(other) for other in held)
        and not any(tie.is_held(other) for other in held)
        for tie in mine
    )


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
    undergone = bool(ours.doers & theirs.undergoers)
    if ours.verb in _MUTUAL and (undergone or theirs.doers is None):
        return False
    if theirs.doers is None or (undergone and ours.verb in _OF_THINGS):
        return undergone and not ours.passive and ours.verb not in _OF_THINGS
    if ours.doers & theirs.doers:
        return False
    return not (ours.passive and (undergone or not theirs.undergoers))


def _converses(verb: str) -> Iterator[str]:
    """Yield the verbs that tell the same from the other side."""
    yield from (other for one, other in _CONVERSE if one == verb)
