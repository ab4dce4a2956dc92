"""Grounding: a proposal must rest on the lines it cites; its names and numbers must stand there."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import lru_cache
from itertools import pairwise
from zoneinfo import ZoneInfo

from memoryd.core.catalog import SELF
from memoryd.core.entity import match_key, slugify
from memoryd.core.gates import Gate
from memoryd.core.language import other_language
from memoryd.core.measures import kilometres, measures_stand, units_in, unrated, without_squares
from memoryd.core.numbers import numbers, stated_numbers
from memoryd.core.proposal import Mention, Proposal
from memoryd.core.regex import regex
from memoryd.core.text import PLAIN_OPENINGS, STOP_WORDS, composed, content_stems, stem, words
from memoryd.core.tongues import tongues
from memoryd.core.turn import Line, Role, local
from memoryd.core.value import frozen
from memoryd.core.when import Span, dates_in

# A name inside a fact: a word with a capital, also with digits or inner capitals (iOS, GPT-4).
_NAME = regex(r"(?<!\w)[^\W\d_][^\W_]*(?:['’-][^\W_]+)*")
_MONTHS = frozenset("""january february march april may june july august september october
    november december""".split())  # fmt: skip
# Words that carry a capital without naming anybody.
_COMMON = _MONTHS | frozenset(
    """monday tuesday wednesday thursday friday saturday sunday mr mrs ms dr english i""".split()
)
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_DAY = regex(
    r"\b(mon|tue|wed|thu|fri|sat|sun)(?:(?:s|nes|rs|ur)?days?|(?:s|r|rs)?\b(?!['’]))",
    re.IGNORECASE,
)
_SOME_DAYS = regex(r"\b(?:week|work)(end|day)s?\b", re.IGNORECASE)
_LEAP_DAY = 2, 29
_ABBREVIATION = 2
_LONGEST_NAME_LIKE = 5  # Emily and Ahmed, but Recently, Hiring and Planned
_DEMONYM = regex(r"(?:ish|ese|ian|ean|ans?|ic|is|i|n|ers?)$")
_ROOT = 4
_KNOWN_SHARE = 1 / 3  # of a fact's content words, so many must stand in its session
_UNSPACED_SHARE = 0.5  # the same for pairs of letters in a script without capitals or spaces
_UNSPACED = regex(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")
_CLOCK = regex(r"\b(\d{1,2}):(\d\d)\b")
_ORDINAL = regex(r"\b(\d{1,2})(?:st|nd|rd|th)\b")
_YEAR = regex(r"\b(?:19|20)\d\d\b")
# Stems that say how something is said or wished, not what: a text may use them without its lines.
_CONTROL = regex(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_AREA = regex(r"area:\s*([^\W_]+(?:[ '&-]+[^\W_]+)*)")
# Parts of life that a folder may be made for though no line says the word: "my back hurts".
_LIFE = frozenset(
    """education family finance finances fitness health hobbies hobby home people sports travel
    companies""".split()
)
_MANNER = content_stems(
    """never always prefer prefers want wants need needs like likes ask asks asking decide decided
    decision agreed get got please only must without operator user"""
)
_TURNS = regex(  # each turns what a clause says into its opposite
    r"\b(?:not(?! (?:only|just|merely|simply)\b)|no|never|cannot|without|nobody|nothing|none"
    r"|neither|forget\w*|avoid\w*|hat(?:es?|ed)|dislik\w*|detest\w*|refus\w*"
    r"|skip\w*|omit\w*|stop(?:s|ped)?(?= \w+ing\b)|nicht|kein\w*|nie"
    r"|niemals|ohne|pas|jamais|sans|nunca)\b"
    r"|n't\b(?! (?:only|just|merely|simply)\b)"
)
_ONCE = regex(r"(?<!\bam )(?<!'m )(?<!\bget )(?<!\bgot )(?<!\bis )(?<!\bare )\bused to\b")
_NO_MORE = regex(r"\b(?:no longer|any ?more|any longer)\b")
_WITHOUT = regex(r"\b(?:without|ohne|sans)\b(.*)")
_CLAUSES = regex(
    r"[.!?;:,\n–—]+\s|\n|\b(?:but|because|so|since|when|if|unless|until|while)\b"
    r"|\band (?=(?:i|we|do|never|not|no|always|please|don't)\b)"
)


@frozen
class Evidence:
    """The cited lines of a proposal, and every line shown of the same session."""

    cited: tuple[Line, ...]
    session: tuple[Line, ...]
    operator: str
    zone: ZoneInfo

    def day(self) -> date:
        """Return the local day of the first cited line: the anchor of its dates."""
        return local(self.cited[0], self.zone)


def cited_lines(proposal: Proposal, lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return the lines a proposal cites, in order, of those that were shown."""
    wanted = {line_id.strip().strip("[]") for line_id in proposal.lines}
    return tuple(line for line in lines if line.id in wanted)


def ungrounded(proposal: Proposal, evidence: Evidence) -> Gate | None:
    """Return the gate a proposal fails, None when it rests on its lines."""
    said = composed("\n".join(line.turn.text for line in evidence.cited))
    fact, about = composed(proposal.fact), composed(proposal.entity.name)
    stems = content_stems(fact)
    if not stems & words_of((said,)).stems:
        return Gate.NO_SHARED_WORD
    if other_language(fact, said):
        return Gate.OTHER_LANGUAGE
    around = _around(evidence)
    unspaced = len(_UNSPACED.findall(fact)) * 2 > len(fact)
    least = _UNSPACED_SHARE if unspaced else _KNOWN_SHARE
    told = {word for word in stems if not word[0].isdigit()}  # numbers are looked at below
    if len(told & around.stems) < least * len(told):
        return Gate.NO_SHARED_WORD
    entity = () if match_key(about) in SELF else about.split()
    named = [name for name in names_in(fact) if name not in units_in(fact)]
    if not all(around.holds(n) for n in named if not _is_participant(n, evidence)) or (
        not all(_names(n, said, around) for n in entity if not _is_participant(n, evidence))
    ):  # nearly a name is not the name of a folder
        return Gate.UNGROUNDED_NAME
    return None if _numbers_stand(fact, evidence) else Gate.UNGROUNDED_NUMBER


def _names(word: str, said: str, around: "Words") -> bool:
    """Return whether a part of a name was said; a sign, such as an emoji, in the cited lines."""
    return around.names(word) if any(map(str.isalnum, word)) else word in said


def is_sound(mention: Mention, cited: Sequence[Line], areas: frozenset[str]) -> bool:
    """Return whether a mention is printable, and its kind one that exists or that the lines say.

    areas: the folders that memory has already. A folder of a model's own making is no entity's.
    """
    if _CONTROL.search(mention.name) or _CONTROL.search(mention.kind):
        return False
    if not mention.kind.startswith("area:"):
        return True
    area = _AREA.fullmatch(composed(mention.kind))
    if area is None:
        return False
    if slugify(area[1], reserved=False) in areas | _LIFE:
        return True
    said = words_of((composed("\n".join(line.turn.text for line in cited)),))
    return bool(content_stems(area[1])) and said.names(area[1])


def strays(text: str, lines: Sequence[Line], *, least: float, names: str = "") -> Gate | None:
    """Return the gate that a text fails which is to say what its lines say, in their sense.

    least: the share of its content that must stand in them. names: words that it may add.
    """
    said = composed("\n".join(line.turn.text for line in lines))
    full = {word for word in content_stems(text) - content_stems(names) if not word[0].isdigit()}
    stems = full - _MANNER or full
    if len(shared(stems, content_stems(said))) < least * len(stems):
        return Gate.NO_SHARED_WORD
    # Whether others than English say yes or no is read by core.denied.
    theirs = _clauses("\n".join(line.turn.text for line in lines if not tongues(line.turn.text)))
    return None if all(_agrees(ours, theirs) for ours in _clauses(text)) else Gate.UNTRUSTED


def shared(stems: Iterable[str], others: frozenset[str]) -> frozenset[str]:
    """Return the stems that stand among others, also where one was cut shorter (deplo, deploy)."""
    return frozenset(one for one in stems if one in others or any(
        min(len(one), len(other)) >= _ROOT and abs(len(one) - len(other)) <= _ABBREVIATION
        and (one.startswith(other) or other.startswith(one)) for other in others))  # fmt: skip


def agrees(clause: str, said: str) -> bool:
    """Return whether each part of a clause says yes or no as the part of the words nearest to it.

    "Early riser but not in winter" says yes and then no, as the words do.
    """
    theirs = _clauses(said)
    return all(_agrees(ours, theirs) for ours in _clauses(clause))


def _clauses(text: str) -> tuple[str, ...]:
    plain = text.casefold().replace("’", "'")
    return tuple(part for part in _CLAUSES.split(plain) if content_stems(part))


def _agrees(ours: str, theirs: Iterable[str]) -> bool:
    """Return whether one of the clauses nearest to ours says yes or no as it does."""
    stems = content_stems(ours) - _MANNER or content_stems(ours)
    near = {clause: len(shared(stems, content_stems(clause))) for clause in theirs}
    best = max(near.values(), default=0)
    return not best or any(_same_sense(ours, c) for c, count in near.items() if count == best)


def _same_sense(ours: str, theirs: str) -> bool:
    turns, other = len(_TURNS.findall(ours)), len(_TURNS.findall(theirs))
    if turns % 2 != other % 2:
        # "I used to love it" is "does not love it any more".
        return any(_ONCE.search(one) and _NO_MORE.search(both)
                   for one, both in ((ours, theirs), (theirs, ours)))  # fmt: skip
    # "never A without B" says B: a text that leaves out both words must say B.
    behind = _WITHOUT.search(theirs)
    return turns == other or behind is None or bool(
        shared(content_stems(behind[1]), content_stems(ours))
    )  # fmt: skip


def _around(evidence: Evidence) -> "Words":
    speakers = [line.turn.speaker or "" for line in evidence.session]
    return words_of((*(n.turn.text for n in evidence.session), *speakers, evidence.operator))


class Words:
    """The words, stems and numbers of some texts, looked up many times."""

    def __init__(self, texts: tuple[str, ...]) -> None:
        """Take the texts apart once."""
        text = "\n".join(texts)
        listed = words(text)
        self.words = frozenset(listed)
        self.stems = content_stems(text)
        self.numbers = numbers(text)
        # "BeaconAPI" for "beacon api"
        self._joined = frozenset(a + b for a, b in pairwise(listed))

    def names(self, name: str) -> bool:
        """Return whether every word of a name stands there as it is, or in its plural."""
        return all(
            word in self.words or word in self._joined or stem(word) in self.stems
            for word in words(name) if word not in STOP_WORDS
        )  # fmt: skip

    def holds(self, name: str) -> bool:
        """Return whether every word of a name stands there, in some inflection."""
        return all(self._holds_word(word) for word in words(name) if word not in STOP_WORDS)

    def _holds_word(self, word: str) -> bool:
        if word in self.words or stem(word) in self.stems or word.isdigit():
            return True
        if len(word) <= _ABBREVIATION:
            return False
        return word in self._joined or self._is_longer(word) or self._is_demonym(word)

    def _is_longer(self, word: str) -> bool:
        """Return whether a word is the short form of another, or the other way round (LGBTQIA)."""
        return any(
            min(len(word), len(other)) >= _ROOT
            and abs(len(word) - len(other)) <= _ABBREVIATION
            and (other.startswith(word) or word.startswith(other))
            for other in self.words
        )

    def _is_demonym(self, word: str) -> bool:
        """Return whether a word is the people of a place that is named: Swedish for Sweden."""
        root = _DEMONYM.sub("", word)
        return len(root) >= _ROOT and root != word and any(
            other.startswith(root) and len(other) <= len(root) + 3 for other in self.words
        )  # fmt: skip


@lru_cache(maxsize=16)  # every proposal of a call rests on the same few sessions
def words_of(texts: tuple[str, ...]) -> Words:
    """Return the words of some texts."""
    return Words(texts)


def names_in(fact: str) -> tuple[str, ...]:
    """Return the words of a fact that name somebody or something."""
    fact = composed(fact)
    found: list[str] = []
    for match in _NAME.finditer(fact):
        word = _UNSPACED.sub("", match[0])  # "在Acme工作" names Acme
        if not any(char.isupper() for char in word):
            continue
        folded = word.casefold()
        if folded in STOP_WORDS or folded in _COMMON:
            continue
        opens = match.start() == 0 or fact[: match.start()].rstrip()[-1:] in ".!?:"
        if not opens or _reads_as_name(fact, match.end(), word):
            found.append(word)
    return tuple(found)


def _reads_as_name(fact: str, end: int, word: str) -> bool:
    """Return whether a fact's opening word is a name: capitals inside, or a name or verb behind."""
    if any(char.isupper() for char in word[1:]):
        return True
    after = fact[end : end + 40]
    if re.match(r"['’]s?\b|['’]\s", after):
        return word.casefold() not in PLAIN_OPENINGS
    follower = re.match(r"\s+([^\W_]+)", after)
    if follower is None or word.casefold() in PLAIN_OPENINGS:
        return False
    if word.casefold() in _OPENING_VERBS:
        return False
    if follower[1][0].isupper() and follower[1].casefold() not in _COMMON:
        return not _is_verb(word.casefold())
    manner = len(word) > _LONGEST_NAME_LIKE and word.endswith(("ing", "ed", "ly"))
    return _is_verb(follower[1]) and not manner


# What follows a subject: "Dana is", "Noor moved", "Zelda cooks"
_VERBS = frozenset(
    """is was has had will would can could does did went got left said told wrote met bought sold
    led ran made gave took began became and""".split()
)

# What a fact may open with that is nobody's name, also where plurals or names follow: "Likes cats".
_OPENING_VERBS = frozenset(
    """likes loves hates dislikes enjoys prefers wants needs uses owns leads runs heads manages
    teaches coaches plays speaks drives avoids collects keeps eats drinks reads writes studies works
    lives sells buys makes builds knows has had chose built drove flew spoke saw heard knew kept
    held taught started founded opened moved joined""".split()
)


def _is_verb(word: str) -> bool:
    regular = word.endswith("ed") or (word.endswith("s") and not word.endswith(("ss", "us", "is")))
    return word in _VERBS or (regular and len(word) > _ROOT - 1)


def is_operator(name: str, operator: str) -> bool:
    """Return whether a word of a fact means the operator."""
    return name.casefold() in {"operator", *words(operator)}


def _is_participant(name: str, evidence: Evidence) -> bool:
    """Return whether a name means the operator or a speaker, also at full length (Jonathan)."""
    speakers = {word for n in evidence.session for word in words(n.turn.speaker or "")}
    short = {w for w in (*speakers, *words(evidence.operator)) if len(w) > _ABBREVIATION}
    return is_operator(name, evidence.operator) or name.casefold().startswith(tuple(short))


def _numbers_stand(fact: str, evidence: Evidence) -> bool:
    """Return whether every number of a fact stands in its session, or in a date that it means."""
    around = _around(evidence)
    spans = tuple(_dates_meant(evidence))
    rest = fact
    for span in reversed(dates_in(fact, evidence.day())):
        if _is_meant(span, spans):
            rest = f"{rest[: span.start]} {rest[span.end :]}"
        elif not _MONTHS & set(words(span.words)) <= around.words:
            return False
    rest = without_squares(unrated(_without_times(rest, evidence, spans)))
    cited, shown = (
        "\n".join(composed(line.turn.text) for line in lines)
        for lines in (evidence.cited, evidence.session)
    )
    capitals = sum(word[0].isupper() for word in fact.split())
    listed = {str(count) for count in range(capitals + 1)}  # "three dogs: Max, Daisy and Ned"
    if " km" in rest or "kilomet" in rest:
        listed |= kilometres(shown)
    if not all(readings & (around.numbers | listed) for readings in stated_numbers(rest)):
        return False
    return measures_stand(fact, cited, shown) and _weekdays_stand(fact, shown, spans)


def _weekdays_stand(fact: str, said: str, spans: Iterable[Span]) -> bool:
    """Return whether each weekday of a fact is named in its session, or that of a day meant."""
    days = {span.first for span in spans if span.first == span.last}
    # "On May 3" may be of the year to come.
    days |= {
        span.first.replace(year=span.first.year + 1)
        for span in spans
        if _MONTHS & set(words(span.words)) and (span.first.month, span.first.day) != _LEAP_DAY
    }
    named = {_DAYS.index(match[1].casefold()) for match in _DAY.finditer(fact)}
    return named <= _weekdays(said) | {day.weekday() for day in days}


@lru_cache(maxsize=256)
def _weekdays(text: str) -> frozenset[int]:
    """Return the weekdays that a text names, Monday as 0."""
    found = {_DAYS.index(match[1].casefold()) for match in _DAY.finditer(text)}
    for match in _SOME_DAYS.finditer(text):
        found |= {5, 6} if match[1].casefold() == "end" else {0, 1, 2, 3, 4}
    return frozenset(found)


def _dates_meant(evidence: Evidence) -> Iterator[Span]:
    """Yield the days on which lines were said, and those that the cited words resolve to."""
    for line in evidence.session:
        yield Span(day := local(line, evidence.zone), day, "", 0, 0)
        if line in evidence.cited and line.turn.role is not Role.TOOL:
            yield from dates_in(line.turn.text, day)


def _is_meant(span: Span, meant: Sequence[Span]) -> bool:
    """Return whether a date of a fact is one that was meant, or a wider one around it."""
    return any(
        span.first <= one.first <= one.last <= span.last or span.first in (one.first, one.last)
        for one in meant
    )


def _without_times(text: str, evidence: Evidence, spans: Sequence[Span]) -> str:
    """Leave out the years, the days as "the 15th", and the times of day that were meant."""
    moments = [line.turn.time.astimezone(evidence.zone) for line in evidence.cited]
    clocks = {(m.hour, m.minute) for m in moments}
    ends = [day for span in spans for day in (span.first, span.last)]
    years, days = {str(day.year) for day in ends}, {str(day.day) for day in ends}
    text = _CLOCK.sub(lambda m: "" if (int(m[1]), int(m[2])) in clocks else m[0], text)
    text = _YEAR.sub(lambda m: "" if m[0] in years else m[0], text)
    return _ORDINAL.sub(lambda m: "" if m[1] in days else m[0], text)
