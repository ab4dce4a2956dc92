"""Whether a fact is written in the language of the lines it rests on; unsure counts as yes."""

import unicodedata
from collections import Counter
from collections.abc import Sequence
from re import IGNORECASE

from memoryd.core.regex import regex
from memoryd.core.text import words

_COMMON = {
    "en": """the and is was are were with for that this from has have not at of to in on his her
        their will my your be been would about he she they it as by we i am you our
        but if""",
    "de": """der die das und ist nicht mit für von ich ein eine einen einer auf im in zu den dem
        sich wir er sie hat haben bei am als auch nach aus noch mein meine seit wird""",
    "fr": """le la les et est pas avec pour dans je un une des du que qui nous il elle sur au aux ai
        mon ma en ne ce chez depuis son sa""",
    "es": """el la los las y es con para por que en un una mi se ha del al no yo su lo desde he
        está como muy""",
    "it": """il lo la gli le e è con per che non di da del della un una mi ho sono nel nella al alla
        si in anche dal ha""",
    "pt": """o os as e é com para que não um uma de do da no na em eu meu minha se ao está por foi
        desde""",
    "nl": """de het een en is niet met voor van ik op te dat zijn heb mijn naar in er maar wij bij
        werkt heeft ook aan""",
}
E_MAIL = regex(r"\be-(?=mail)", IGNORECASE)  # its "e" is no word of Italian
_COMMON_WORDS = {name: frozenset(listed.split()) for name, listed in _COMMON.items()}
_SCRIPTS = {"HIRAGANA": "EAST", "KATAKANA": "EAST", "CJK": "EAST"}
_ENOUGH = 2  # common words that tell a language
_LONGEST = 4_000  # characters looked at; a language shows early
_LETTERS = 4
_ROOT, _ENDING = 4, 2  # letters that two forms of a word share, and by which they differ in length


def common_words(language: str) -> frozenset[str]:
    """Return words that tell a language, by its two letters: en, de, fr, es, it, pt, nl."""
    return _COMMON_WORDS[language]


def other_language(fact: str, said: str) -> bool:
    """Return whether a fact is plainly in another language or script than what was said.

    Words that both share (names, mostly) tell nothing and do not count.
    """
    ours, theirs = (words(E_MAIL.sub("e", text)) for text in (fact, said[:_LONGEST]))
    shared = set(ours) & set(theirs)
    if _other_script([w for w in ours if w not in shared], [w for w in theirs if w not in shared]):
        return True
    tongue, heard = _language(ours), _language(theirs)
    if not heard or tongue == heard:
        return False
    if tongue:
        return len((_COMMON_WORDS[tongue] - _COMMON_WORDS[heard]) & set(theirs)) < _ENOUGH
    # No telling word in the fact, and nothing of theirs in it but names.
    foreign = heard != "en" and not _COMMON_WORDS[heard] & set(ours)
    told = set(theirs) - shared
    return foreign and not any(_lower(word, fact) for word in shared) and not any(
        _begin_alike(word, other) for word in set(ours) - shared for other in told
    )  # fmt: skip


def _lower(word: str, fact: str) -> bool:
    return any(token.startswith(word) for token in fact.split())


def _begin_alike(one: str, other: str) -> bool:
    """Return whether two words may be forms of one: "leite" and "leitet"."""
    root = min(len(one), len(other)) - 1
    return root >= _ROOT and abs(len(one) - len(other)) <= _ENDING and one[:root] == other[:root]


def _language(listed: Sequence[str]) -> str | None:
    present = set(listed)
    hits = {name: len(common & present) for name, common in _COMMON_WORDS.items()}
    hits["en"] -= "am" in present and "i" not in present  # "am Freitag"
    ranked = Counter(hits)
    (best, most), (_, second) = ranked.most_common(2)
    return best if most >= _ENOUGH and most > second else None


def _other_script(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    mine, heard = _scripts(ours), _scripts(theirs)
    if mine.total() < _LETTERS or heard.total() < _LETTERS:
        return False
    script = mine.most_common(1)[0][0]
    return heard[script] * 10 < heard.total()


def _scripts(listed: Sequence[str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for char in "".join(listed):
        if char.isalpha():
            script = "LATIN" if char.isascii() else unicodedata.name(char, "OTHER").split(" ")[0]
            found[_SCRIPTS.get(script, script)] += 1
    return found


def mixes_scripts(text: str) -> bool:
    """Return whether a word mixes letters of scripts that look alike (Latin with Cyrillic)."""
    if text.isascii():
        return False
    alike = {"LATIN", "CYRILLIC", "GREEK", "CHEROKEE", "ARMENIAN"}
    return any(len(alike & _scripts([word]).keys()) > 1 for word in words(text))
