"""tacit_over: which lines of MEMORY.md that a model wants out something shows to be over."""

from collections.abc import Iterable, Sequence
from datetime import date

from memoryd.core.fact import Fact
from memoryd.core.own_word import is_own_word
from memoryd.core.priority_end import is_shown_over
from memoryd.core.proposal import TacitAnswer, TacitRequest
from memoryd.core.supersede import may_replace
from memoryd.core.switched import says_now, takes_the_place
from memoryd.core.tacit import TacitSection
from memoryd.core.tacit_lines import NewLine, TacitLine
from memoryd.core.text import normal
from memoryd.core.value import frozen
from memoryd.jobs.writing import is_withdrawn

_NOT_OURS = "no line of ours says that"
_HOLDS = "nothing shows that it is over"


@frozen
class Heard:
    """What shows that a line is over.

    add: the new lines of the answer, each with the texts of the lines that it rests on; asked: what
    the model was shown; facts: the operator's; today: the day of the refresh.
    """

    add: Sequence[tuple[NewLine, Sequence[str]]]
    asked: TacitRequest
    facts: Iterable[Fact]
    today: date


@frozen
class Over:
    """What becomes of the lines that a model wants out.

    retire: those that are over; doubted: those that may be, for a person to say; refused: text and
    reason of those that stay.
    """

    retire: tuple[tuple[TacitSection, str], ...]
    doubted: tuple[str, ...]
    refused: tuple[tuple[str, str], ...]


def over(answers: Iterable[TacitAnswer], lines: Sequence[TacitLine], heard: Heard) -> Over:
    """Return what becomes of the lines that these answers want out; lines: of MEMORY.md."""
    retire: list[tuple[TacitSection, str]] = []
    doubted: list[str] = []
    refused: list[tuple[str, str]] = []
    for text, _reason in (each for answer in answers for each in answer.retire):
        line = next((n for n in lines if normal(n.text) == normal(text)), None)
        if line is None or not line.ours or line.section is None:
            refused.append((text, _NOT_OURS))
        elif _is_over(line, heard):
            retire.append((line.section, line.text))
        else:
            refused.append((text, _HOLDS))
            doubted += [line.text] if _may_be_over(line, heard) else []
    return Over(tuple(retire), tuple(doubted), tuple(refused))


def _is_over(line: TacitLine, heard: Heard) -> bool:
    """Return whether their own word replaces a line, or something shows it to be over."""
    since = line.day or ""
    if is_withdrawn(line.text, heard.asked, since=since):
        return True
    if line.section is not TacitSection.PRIORITIES:
        return any(
            (is_own_word(new.text) and may_replace(new.text, line.text, names=frozenset()))
            or (new.day > since and takes_the_place(new.text, line.text, said))
            for new, said in heard.add
        )  # fmt: skip
    told = (fact.fact for fact in heard.facts if fact.active and fact.day >= since)
    day = date.fromisoformat(since) if since else heard.today
    said = (said.turn.text for said in heard.asked.lines)
    return is_shown_over(line.text, day, [*said, *told], heard.today)


def _may_be_over(line: TacitLine, heard: Heard) -> bool:
    """Return whether their own word tells of a change that may be one of what a line says."""
    return line.section not in (TacitSection.PRIORITIES, TacitSection.HARD_RULES) and any(
        new.day > (line.day or "") and says_now(new.text, line.text, said)
        for new, said in heard.add
    )
