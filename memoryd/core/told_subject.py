"""Whose deed a clause tells: its subject must be the one to whom the words said give it."""

import re
from collections.abc import Sequence
from itertools import pairwise

from memoryd.core.grounding import names_in
from memoryd.core.regex import regex
from memoryd.core.text import PLAIN_OPENINGS, STOP_WORDS, stem, words

_WORD = regex(r"[^\W_]+(?:['’-][^\W_]+)*|[,:]")
_LEADS_IN = frozenset(
    """and but then so today yesterday tonight now also just well ok okay if when because since that
    while hey hi after before once maybe perhaps the , this morning afternoon evening""".split()
)
_DETERMINERS = frozenset("the a an my our his her your all some these those two three".split())
_OPENS = regex(r"([A-Z][a-z]+) ([a-z]+)")
_OURS = regex(r"(?:i|we)(?:'\w+)?")
_THEIRS = regex(r"\b(?:he|she|they|it|who|his|her|their|its|this|that|which)\b", re.IGNORECASE)
_TO_US = regex(r"\b(?:me|us)\b", re.IGNORECASE)
_IRREGULAR = frozenset(
    """is was are were has have had will would can could may must did does said told wrote met
    bought sold led ran made gave took began became got left lent paid sent went came chose built
    spoke won lost beat owes quit hit cut set put let""".split()
)
_LINKS = ("and", "from", "of", "at")  # "Bob from Globex called"
_COPULAS = frozenset("is was are were will gets got has".split())
# What is done to a thing can be told of the thing: "we launch Beacon", "Beacon launches".
_OF_THINGS = frozenset(
    stem(word)
    for word in """launches ships releases moves starts opens closes runs deploys merges uses needs
    finishes completes changes meets marries postponed cancelled grows breaks begins ends stops
    continues works fails slips builds costs""".split()
)


def other_subject(clause: str, said: str, names: str) -> bool:
    """Return whether a clause gives to one what the words said give to another.

    names: of who spoke the words, whom "I" means in them.
    """
    speaker = frozenset(words(names)) | {"operator"}
    ours, theirs = _tokens(clause), _tokens(said)
    known = _names(clause, said) - speaker
    subject, rest = _leading(ours, known, speaker)
    subjects = _subjects(theirs, known)
    by_us = any(_OURS.fullmatch(word) for word in theirs)
    if "" in subject:
        named = bool(subjects) and (not _TO_US.search(said) or _shares_verb(rest[:1], theirs))
        return not by_us and (named or _is_of_another(rest, theirs))
    if subject:
        return _is_given(subject, rest, theirs, subjects, by_us=by_us)
    # "Sold the house" is the speaker's deed, not that of whom the words name.
    others = subjects and not by_us and not subjects & set(ours)
    verbs = [after for word, after in pairwise(theirs) if word in subjects]
    if others and _shares_verb(rest[:1], verbs):
        return True
    return not by_us and _is_of_another(rest, theirs)


def _names(clause: str, said: str) -> frozenset[str]:
    """Return the words that name somebody, not "Invoices" where "the invoices" were said.

    Who writes small letters throughout writes names so too.
    """
    opens = _OPENS.match(said)
    called = {word for text in (clause, said) for name in names_in(text) for word in words(name)}
    if opens and _is_verb(opens[2]) and opens[1].casefold() not in STOP_WORDS | PLAIN_OPENINGS:
        called.add(opens[1].casefold())
    small = _WORD.findall(said)
    common = {word for before, word in zip(("", *small), small, strict=False)
              if said[:1].isupper() or before.casefold() in _DETERMINERS}  # fmt: skip
    stems = {stem(word) for word in common if word.islower()}
    return frozenset(word for word in called if stem(word) not in stems)


def _is_given(
    subject: frozenset[str], rest: Sequence[str], said: Sequence[str], subjects: frozenset[str],
    *, by_us: bool,
) -> bool:  # fmt: skip
    """Return whether a named subject's deed is another's in the words said."""
    verb = rest[0]
    if subject & subjects:  # "Dana hired Bob" is no "Dana was hired"
        did = [after for word, after in pairwise(said) if word in subject]
        if verb in _COPULAS:
            return verb not in ("has", "will") and _shares_verb(rest[1:2], did)
        others = [after for word, after in pairwise(said) if word in subjects - subject]
        return not set(_LINKS) & set(said) and _shares_verb([verb], others) and (
            not _shares_verb([verb], did)
        )  # fmt: skip
    if _THEIRS.search(" ".join(said)) or not (subjects or by_us):
        return False
    if not subject & set(said):
        return True
    if subjects & set(rest) and "by" not in rest:
        return True
    return verb not in _COPULAS and stem(verb) not in _OF_THINGS


def _is_of_another(rest: Sequence[str], said: Sequence[str]) -> bool:
    """Return whether a verb has a subject in the words said, "my sister", that is not named."""
    if not rest or not said or said[0] not in _DETERMINERS or not _is_verb(rest[0]):
        return False
    for before, word in pairwise(said):
        if stem(word) == stem(rest[0]) and (word == rest[0] or _is_verb(word)):
            return before.isalpha() and before not in _DETERMINERS and before not in rest
    return False


def _tokens(text: str) -> list[str]:
    return [match[0].casefold().replace("’", "'") for match in _WORD.finditer(text)]


def _leading(
    tokens: Sequence[str], known: frozenset[str], speaker: frozenset[str]
) -> tuple[frozenset[str], Sequence[str]]:
    """Return who a clause opens with before a verb ("" the speaker), and what follows."""
    at = 0
    while at < len(tokens) and tokens[at] in _LEADS_IN:
        at += 1
    start = at
    while at < len(tokens) and (
        tokens[at] in known | speaker or _OURS.fullmatch(tokens[at]) or (
            tokens[at] == "and" and at > start)
    ):  # fmt: skip
        at += 1
    run, rest = [word for word in tokens[start:at] if word != "and"], tokens[at:]
    if not run:
        return frozenset(), tokens[start:]
    ours = any(_OURS.fullmatch(word) or word in speaker for word in run)
    if ours and rest:
        return frozenset({"", *run}), rest
    if rest and _is_verb(rest[0]):
        return frozenset(run), rest
    return frozenset(), rest


def _subjects(tokens: Sequence[str], known: frozenset[str]) -> frozenset[str]:
    """Return the names in words said that a verb follows, or that are joined to one of those."""
    found: set[str] = set()
    for at in range(len(tokens) - 1, -1, -1):
        after = tokens[at + 1] if at + 1 < len(tokens) else ""
        links = after in _LINKS and at + 2 < len(tokens)
        joined = tokens[at + 2] if links else after
        if tokens[at] in known and (
            (after not in known and _is_verb(after)) or (joined != "" and joined in found)
        ):
            found.add(tokens[at])
    return frozenset(found)


def _shares_verb(verbs: Sequence[str], said: Sequence[str]) -> bool:
    return bool({stem(verb) for verb in verbs} & {stem(word) for word in said})


def _is_verb(word: str) -> bool:
    regular = word.endswith("ed") or (word.endswith("s") and not word.endswith(("ss", "us", "'s")))
    return word in _IRREGULAR or (regular and len(word) > 3)  # noqa: PLR2004 - "owes", "red"
