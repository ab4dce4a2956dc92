"""Whose words a claim is in, and what the other party's "I" makes of it."""

from memoryd.core.admission import Claim
from memoryd.core.catalog import SELF
from memoryd.core.entity import match_key
from memoryd.core.proposal import Mention
from memoryd.core.text import words
from memoryd.core.turn import Role
from memoryd.core.value import replace
from memoryd.errors import SlugError

_FIRST_PERSON = frozenset("i i'm i've i'd i'll me my mine we our".split())
_SECOND_PERSON = frozenset("you you're you've your yours".split())


def speaker(claim: Claim, operator: str) -> str:
    """Return the name of whom "my" means in the first line of a claim, "" where nobody says."""
    turn = claim.lines[0].turn
    return operator if turn.role is Role.OPERATOR else turn.speaker or ""


def of_peer(claim: Claim, operator: str) -> Claim:
    """Return what the other party says of the operator; their "I" is themselves.

    Raises SlugError where it is about somebody else, or a party without a name says more than
    what the operator is told of himself.
    """
    turn = claim.lines[0].turn
    if turn.role is Role.OPERATOR:  # "I" is theirs, though somebody else says more of the fact
        return claim
    spoken = {word for line in claim.lines for word in words(line.turn.text)}
    addressed = spoken & (_SECOND_PERSON | set(words(operator)))
    if not spoken & _FIRST_PERSON and (turn.speaker or addressed):
        return claim
    if turn.speaker and addressed:
        return claim
    if not turn.speaker or match_key(claim.proposal.entity.name) not in SELF:
        raise SlugError("said of the operator, about somebody else")
    return replace(claim, proposal=replace(
        claim.proposal, entity=Mention("person", turn.speaker)))  # fmt: skip
