"""Whether one fact of a line says all that another of the same line says: they are one fact.

"No longer works with Alex: left Acme Corp" beside "No longer works with Alex". By their words
alone, so that what narrows, doubts or contrasts the shorter one keeps them apart; and so does what
may change by itself, as a post at a company: who has another one works there still.
"""

from collections.abc import Iterable, Sequence

from memoryd.core.attributes import is_negative
from memoryd.core.cues import is_preference
from memoryd.core.fact import Category, Fact
from memoryd.core.owners import limits
from memoryd.core.proposal import Proposal
from memoryd.core.regex import regex
from memoryd.core.roles import ends_role
from memoryd.core.text import normal, words

_CLAUSE = regex(r"\s*[,;:()–—]+\s*|\s-\s|\s(?:and|so|because|since|as (?:he|she|they)|who)\s")
# What is not said outright, or only of some times, or is set against something else.
_HEDGED = regex(
    r"\b(?:if|unless|until|till|except|but|only|when|whenever|while|during|before|though|although"
    r"|or|either|instead|rather|not yet|almost|nearly|maybe|perhaps|probably|might|would|could"
    r"|(?<!in )(?<!since )(?<!of )may (?=[a-z])"
    r"|will|says?|said|thinks?|thought|hopes?|wants?|wanted|claims?|hears?|heard|plans?|used to"
    r"|mostly|usually|often|sometimes|sometime|again|any ?more)\b|'s\b"
)
# Said besides; of an ending it is why, or when.
_BESIDES = regex(r"[,;]\s*+(?!(?:who|which|because|since|as|so)\b)|\sand\s")
_PLACED = frozenset("at in on from to after of".split())
_OPENS = frozenset("is was are has have now also he she they operator user".split())
_ARTICLES = frozenset({"a", "an", "the"})


def is_told_by(fact: Fact, other: Fact, name: str) -> bool:
    """Return whether another active fact of the same line says all that a fact of an entity says.

    name: the entity's; either may open with it.
    """
    if not other.active or fact.source != other.source or ":" not in (fact.source or ""):
        return False
    wished = Category.PREFERENCE in (fact.category, other.category)
    return says_all(other.fact, fact.fact, name, wished=wished)


def says_all(fuller: str, text: str, name: str, *, wished: bool = False) -> bool:
    """Return whether a text says outright all that another says, and more.

    wished: they are likes or wishes, which words behind them narrow ("tea in the morning").
    """
    said = _bare(text, name)
    whole = _bare(fuller, name)
    if not said or len(whole) <= len(said) or limits(fuller) != limits(text):
        return False
    if not ends_role(text) and _says_besides(fuller, text):
        return False
    for clause in _CLAUSE.split(normal(fuller)):
        own = _bare(clause, name)
        if own[: len(said)] == said and is_negative(clause) == is_negative(text):
            behind = own[len(said) :]
            rest = normal(fuller).replace(clause, " ".join(behind))
            placed = _is_placed(text, behind, wished=wished or is_preference(text))
            return placed and not _HEDGED.search(rest)
    return False


def _says_besides(fuller: str, text: str) -> bool:
    """Return whether a text says something that may end or change while the other holds."""
    return len(_BESIDES.findall(fuller)) > len(_BESIDES.findall(text))


def fuller_first(proposals: Sequence[Proposal]) -> list[int]:
    """Return the places of proposals in their order, but those last of which another says all."""
    return sorted(range(len(proposals)), key=lambda at: _is_less(proposals[at], proposals))


def _is_less(proposal: Proposal, proposals: Iterable[Proposal]) -> bool:
    name = proposal.entity.name
    return any(
        other.entity == proposal.entity
        and set(other.lines) == set(proposal.lines)
        and says_all(other.fact, proposal.fact, name)
        for other in proposals
    )


def _is_placed(text: str, behind: Sequence[str], *, wished: bool) -> bool:
    """Return whether what follows in the same clause adds to a text, and does not narrow it."""
    if not behind:
        return True
    narrowed = wished or (is_negative(text) and not ends_role(text))
    return behind[0] in _PLACED and not narrowed


def _bare(text: str, name: str) -> tuple[str, ...]:
    """Return the words of a text without articles, and without the name it may open with."""
    found = [word for word in words(text) if word not in _ARTICLES]
    own = set(words(name)) | _OPENS
    while found and found[0] in own:
        found.pop(0)
    return tuple(found)
