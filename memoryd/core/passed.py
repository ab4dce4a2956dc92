"""Plans of which the day has passed, as a summary tells them: nobody knows what became of them.

MEMORY.md retires them by the same rule. The fact is true as it stands, said when it was, and stays.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from datetime import date

from memoryd.core.at_work import carried_out, has_passed, is_plan, undated
from memoryd.core.completion import is_finished
from memoryd.core.cues import is_preference
from memoryd.core.fact import Category, Fact, Status
from memoryd.core.outline import key, parted, quoted
from memoryd.core.regex import regex
from memoryd.core.telling import Sides, Told
from memoryd.core.text import content_stems
from memoryd.core.value import replace

# A plan told in the present, as English tells one: "Launches on November 18", "Is due on Friday".
_PRESENT = regex(
    r"(?P<who>(?:(?!is\b|are\b|will\b)\S+ ){0,3}?)"
    r"(?:(?P<be>is|are) (?P<as>(?:now |currently |still )?(?:due|planned|scheduled|expected|set"
    r"|supposed|meant|announced|slated|to)\b)|will (?!not\b|never\b)(?P<will>(?:be )?[a-z]+)"
    r"|(?:is|are) going to (?P<going>[a-z]+)"
    r"|(?P<verb>(?:launch|ship|start|begin|open|close|end|go|move|release|finish|deliver|arrive"
    r"|leave|join|return|visit|fly|flie|travel|get|marrie|retire|speak|run|expire|come|take|meet"
    r"|present|publish|migrate|switch|replace|land|kick|turn)e?s))\b(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_BARE = regex(r"^(?:Due|Planned|Scheduled|Expected)(?= (?:on|by|in|at|for|next|this)\b)")
_HISSED = regex(r"(?:ch|sh|ss|x|z|o)es$")
# What says of a plan only that it was one.
_AS_PLAN = regex(
    r"\b(?:was|were|had been|has been|have been) (?:(?:also|still|then|once|first|originally) )?"
    r"(?:to|due|planned"
    r"|scheduled|expected|set (?:to|for)|supposed|meant|announced|slated|intended|aimed)\b"
    r"|(?<!is )(?<!are )\b(?:had )?planned to\b|\b(?:plan|plans) (?:was|were|of)\b"
    r"|\b(?:now past|(?:has|have|had) (?:since |now |already )?passed)\b"
    r"|\bsollten?\b|\bwar(?:en)? (?:\S+ ){0,4}?(?:geplant|vorgesehen)\b",
    re.IGNORECASE,
)
_UNTIL = regex(r"\b(?:until|till|through|bis)\b", re.IGNORECASE)
# How one tells of a plan, where most of what names a day is none.
_AHEAD = regex(
    r"(?:\S+ ){0,3}?(?:will|(?:is|are) (?:on|to|going to|due|planned|scheduled|expected))\b"
    r"|(?:due|planned|scheduled|expected|going|to be)\b|[A-Z]?[a-z]+s\b",
    re.IGNORECASE,
)
_DATED = regex(r"\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)", re.IGNORECASE)


def once_passed(
    name: str, facts: Iterable[Fact], today: date, *, project: bool
) -> tuple[tuple[Fact, ...], tuple[Fact, ...]]:
    """Return the facts as they are told today, and those as they stand that are told otherwise.

    A plan whose day has passed is told as what was planned. Of a project what a later fact reports
    as carried out is told as replaced by that fact.
    """
    held = tuple(facts)
    told = {f.id: _told(name, f, held, today, project=project) for f in held if f.active}
    now = tuple(told.get(fact.id, fact) for fact in held)
    return now, tuple(old for old, new in zip(held, now, strict=True)
                      if new.active and new.fact != old.fact)  # fmt: skip


def in_other_words(plan: Fact) -> str:
    """Return a text that backs what may be said of a plan whose day has passed."""
    return f"{plan.fact}: was planned, due, scheduled, expected, meant, supposed, announced"


class Plans:
    """Plans of one entity whose day has passed, beside its facts as they are told today."""

    def __init__(self, passed: Iterable[Fact], facts: Iterable[Fact], own: frozenset[str]) -> None:
        """Take both sides apart; own: stems of the entity's name, which tell nothing."""
        self._own = own
        self._by_id = {plan.id: plan for plan in passed}
        told = [fact for fact in facts if fact.active]
        holding = list(self.without(told))
        plans = tuple(self._by_id.values())
        self._sides = Sides([*plans, *map(undated, plans)], holding, own)
        self._plain = {
            key(said): key(plain)
            for fact in told if fact.id in self._by_id
            for said, plain in zip(quoted(fact.fact), quoted(self._by_id[fact.id].fact),
                                   strict=False)
        }  # fmt: skip

    def tell(self, fact: Fact, told: Told) -> bool:
        """Return whether a text tells a fact, in the words of today or in its own."""
        plan = self._by_id.get(fact.id)
        return told.tells(fact) or (plan is not None and told.tells(plan))

    def without(self, facts: Iterable[Fact]) -> Iterator[Fact]:
        """Yield the facts that are none of these plans."""
        return (fact for fact in facts if fact.id not in self._by_id)

    def keys(self, sentence: str) -> frozenset[str]:
        """Return the key of a sentence, and where it tells a plan as such that of the plan."""
        said = key(sentence)
        return frozenset({said, self._plain.get(said, said)})

    def are_more_in(self, parts: Iterable[str]) -> bool:
        """Return whether a sentence, or a part of it, tells a plan as to come, or as done."""
        return bool(self._by_id) and any(
            self._sides.tells_apart(content_stems(part) - self._own) and not says_as_plan(part)
            for part in parts
        )


def says_as_plan(sentence: str) -> bool:
    """Return whether a sentence says of something that it was planned, and no more."""
    return _AS_PLAN.search(sentence) is not None


def _told(
    name: str, fact: Fact, facts: Collection[Fact], today: date, *, project: bool
) -> Fact:  # fmt: skip
    wished = fact.category in (Category.PREFERENCE, Category.RELATIONSHIP)
    if wished or not is_plan(fact) or is_finished(fact.fact) or is_preference(fact.fact):
        return fact
    if project:
        done = carried_out(name, fact, [other for other in facts if other.active])
        if done is not None:
            return replace(fact, status=Status.SUPERSEDED, superseded_by=done.id)
    elif not _is_of_somebody(fact):
        return fact
    return replace(fact, fact=_as_plan(fact, today)) if has_passed(fact, today) else fact


def _is_of_somebody(fact: Fact) -> bool:
    """Return whether a fact of no project is surely a plan: most of what names a day is none."""
    told = _AHEAD.match(fact.fact) or _PRESENT.match(fact.fact)
    return told is not None and not _UNTIL.search(fact.fact)


def _as_plan(fact: Fact, today: date) -> str:
    """Return the words of a fact, the sentences that look ahead to a day now past as plans."""
    parts = [(part, replace(fact, fact=part)) for part in parted(" ".join(fact.fact.split()))]
    over = [has_passed(one, today) for _, one in parts]
    if not any(over):
        return _planned(fact.fact, fact.day)
    said = (_planned(part, fact.day) if gone else part
            for (part, _), gone in zip(parts, over, strict=True))  # fmt: skip
    return " ".join(said)


def _planned(text: str, day: str) -> str:
    found = _PRESENT.match(_BARE.sub(lambda bare: f"Is {bare[0].lower()}", text))
    if found is None or not _DATED.search(text):  # "tomorrow" means nothing without its day
        return f"Plan of {day}, its day now past: {text}"
    if found["be"]:
        said = f"{found['who']}{'was' if found['be'].lower() == 'is' else 'were'} {found['as']}"
    else:
        verb = found["will"] or found["going"] or _base(found["verb"])
        said = f"{found['who']}was to {verb.lower()}"
    return f"{said[0].upper()}{said[1:]}{found['rest']}"


def _base(verb: str) -> str:
    """Return the infinitive of a verb as it stands in the present: launches, flies, moves."""
    if verb.lower().endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if _HISSED.search(verb.lower()) else verb[:-1]
