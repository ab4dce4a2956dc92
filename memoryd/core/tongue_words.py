# ruff: noqa: RUF001 - these letters are meant
"""Tongue words: the smallest words of languages other than English, which are names as well.

Das and Le are families, Una and Mia people; in a text of their language they mostly are neither.
"""

from collections.abc import Collection, Sequence
from functools import cache

from memoryd.core.scripts import shared
from memoryd.core.text import STOP_WORDS

_LISTS = (
    # German
    """aber als am an auch auf aus bei bin bis da das dem den der des die doch du durch ein eine
    einem einen einer er es für hat ich ihr im in ist ja kein mit nach nicht noch nur oder ohne sein
    seit sich sie sind so um und uns von vor war was wenn wer wie wir wird wo zu zum zur""",
    # French
    """à ai au aux avec ça ce ces chez dans de des du elle en est et eu il ils je la le les leur lui
    ma mais me mes mon ne nos notre nous on ont ou où par pas plus pour qu que qui sa sans se ses
    si son sont sous sur ta te toi ton tu un une va vers vos votre vous y""",
    # Spanish
    """al aquí con como cuando de del desde el él ella ellas ellos en era es esta este está fue ha
    hay la las le les lo los más me mi mía muy ni no nos o para pero por que se sea ser si sin sobre
    son su sus te tu un una unas uno unos y ya""",
    # Italian
    """a ai al alla anche che chi ci con cui da dal dalla dei del della delle di e è ed era fa gli
    ha hai hanno i il in io la le lei lo lui ma mi mia mie mio ne nel nella no noi non o per più
    quando sarà se sei si sia sono su sua sul sulla suo tra tu un una uno va vi""",
    # Portuguese
    """ao aos as com como da das de do dos e é ela ele em era essa esse esta este eu foi há isso já
    la lo mais mas me meu minha na não nas nem no nos o os ou para pela pelo por qual quando que se
    sem ser seu só sua são te tem um uma vai você""",
    # Dutch
    """aan als bij dan dat de deze die dit door een en er ge haar had heb heeft het hij hoe ik in is
    je maar me met mij mijn na naar niet nog nu of om ons ook op over te tot u uit van voor was wat
    we wel wij zal ze zijn zo""",
    # Swedish, Danish and Norwegian
    """att av blir de der det då efter eller en er ett för får går ha han har hon hos i inte
    jag kan med men mer mig min mitt mot ni nu och og om på sig som så till upp ut ute var vi vid
    är over af at ikke jeg nye på til ved være""",
    # Russian
    """а без бы в вам вас во вот все всё вы где да для до его ее её если есть еще ещё же за и из или
    им их к как ко кто ли мне мой мы на над не нет ни но о об он она они от по под при про с со так
    там то тот ты у уже чем что эта это я""",
)
_KOREAN = (
    "한 두 세 네 이 그 저 전 후 중 등 및 수 것 때 더 안 못 잘 다 또 정 신 오 내 제 주 년 월 일 시"
)
# Nouns of Russian that are first names in a capital.
_NOUNS = "вера веры надежда надежды любовь слава свет света роман лев мир майя марка рома лада"
_FIRSTS = frozenset("mia una ella sara ute dan eva ida nina".split())  # also in small letters


@cache
def _listed() -> tuple[frozenset[str], ...]:
    return tuple(frozenset(words.split()) for words in _LISTS)


@cache
def _telling() -> frozenset[str]:
    return frozenset().union(*_listed()) - STOP_WORDS


@cache
def _all() -> frozenset[str]:
    return frozenset(map(shared, " ".join((*_LISTS, _KOREAN, _NOUNS)).split())) - _FIRSTS


def is_small(word: str) -> bool:
    """Return whether a word as `scripts.shared` gives it is one that few write as a name.

    It is heard as a name in a capital alone.
    """
    return word in _all()


def in_tongue(written: Sequence[str], small: Collection[int]) -> dict[str, int]:
    """Return which words of a text, folded, are small ones of its language -> how many tell it.

    small: the places of those without a capital, and of those that begin a sentence: others may be
    names. None where as many words are English.
    """
    if _telling().isdisjoint(written):
        return {}  # of most English texts
    said = {written[at] for at in small}
    hits = [(len(said & listed - STOP_WORDS), listed) for listed in _listed()]
    most = max(count for count, _ in hits)
    found: dict[str, int] = {}
    for count, listed in hits:
        if count and count == most > len(said & STOP_WORDS - listed):
            found.update((word, count) for word in listed)
    return found
