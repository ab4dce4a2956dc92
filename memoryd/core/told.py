"""What was told before what: the line that says it, and within one line where its words stand."""

from collections.abc import Sequence
from datetime import datetime

from memoryd.core.admission import Claim
from memoryd.core.grounding import cited_lines
from memoryd.core.proposal import Proposal
from memoryd.core.roles import succession
from memoryd.core.text import STOP_WORDS, words
from memoryd.core.turn import Line

Moment = tuple[float, int]  # POSIX seconds of a line, and its number


def said_first(proposal: Proposal, lines: Sequence[Line]) -> Moment:
    """Return when the first line that a proposal cites was said; the start of time without one."""
    cited = cited_lines(proposal, lines)
    return _moment(cited[0]) if cited else (0.0, 0)


def told_after(claim: Claim | datetime, turning: Claim) -> bool:
    """Return whether a claim, or what was said at a time, was told after one that ends roles.

    In one line what stands behind it is, and who is new anywhere in it: "James is my new boss, I
    left Acme today".
    """
    if isinstance(claim, datetime):
        return claim > turning.lines[0].turn.time
    mine, theirs = _moment(claim.lines[0]), _moment(turning.lines[0])
    if mine != theirs:
        return mine > theirs
    return succession(claim.text) is not None or _place(claim) > _place(turning)


def _moment(line: Line) -> Moment:
    return line.turn.time.timestamp(), line.seq


def _place(claim: Claim) -> int:
    """Return where in its line the last of a claim's words first stands, -1 for none."""
    said = words(claim.lines[0].turn.text)
    own = {*words(claim.text), *words(claim.proposal.entity.name)} - STOP_WORDS
    return max((said.index(word) for word in own if word in said), default=-1)
