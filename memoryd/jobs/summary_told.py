"""summary_told: what a day's note says of sentences that left a summary, or came back, by a save.

A fact that holds leaves a summary in silence only when it cools.
"""

from collections.abc import Iterator, Sequence

from memoryd.core.entity import Ref
from memoryd.core.rewrite import Report

_NAMED = 5  # sentences of one entity, of more the number is told


def told(ref: Ref, report: Report) -> Iterator[str]:
    """Yield a line for what a person took out of a summary, and one for what was put back."""
    if report.taken_out:
        yield (f"left out of the summary of {ref}, as you took it out or changed it; write it "
               f"there to have it back: {_named(report.taken_out)}")  # fmt: skip
    if report.put_back:
        yield (f"put back into the summary of {ref}, as an older copy was saved; delete it once "
               f"more if you meant that: {_named(report.put_back)}")  # fmt: skip


def _named(sentences: Sequence[str]) -> str:
    more = len(sentences) - _NAMED
    return " ".join(sentences[:_NAMED]) + (f" (and {more} more)" if more > 0 else "")
