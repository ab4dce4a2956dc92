"""summary_told: what a day's note says of sentences that left a summary, or came back, by a save.

A fact that holds leaves a summary in silence only when it cools.
"""

from collections.abc import Iterator, Sequence

from memoryd.core.entity import Ref
from memoryd.core.rewrite import Report, Why

_NAMED = 5  # sentences of one entity, of more the number is told


def told(ref: Ref, report: Report) -> Iterator[str]:
    """Yield a line for what a person took out of a summary, and one for what was put back.

    Also one for what they put right there; and where they did neither since the last writing, one
    for what was refused as it tells in other words what they had taken out or put right before.
    """
    if report.taken_out:
        yield (f"left out of the summary of {ref}, as you took it out or changed it; write it "
               f"there to have it back: {_named(report.taken_out)}")  # fmt: skip
    if report.corrected:
        yield (f"left out of the summary of {ref}, as your own words there say otherwise: "
               f"{_named(report.corrected)}")  # fmt: skip
    again = [text for text, why in report.left_out if why is Why.RETOLD]
    if again and not (report.taken_out or report.corrected):
        yield (f"not put into the summary of {ref}, as it tells again what you took out or "
               f"corrected: {_named(again)}")  # fmt: skip
    if report.put_back:
        yield (f"put back into the summary of {ref}, as an older copy was saved; delete it once "
               f"more if you meant that: {_named(report.put_back)}")  # fmt: skip


def _named(sentences: Sequence[str]) -> str:
    more = len(sentences) - _NAMED
    return " ".join(sentences[:_NAMED]) + (f" (and {more} more)" if more > 0 else "")
