"""tacit_over: which lines of MEMORY.md something shows to be over, asked for by a model or not."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from memoryd.clock import local_day
from memoryd.core.fact import Fact
from memoryd.core.finished import is_over_with, is_told_over
from memoryd.core.own_word import is_own_word
from memoryd.core.priority_end import is_shown_over
from memoryd.core.proposal import TacitAnswer, TacitRequest
from memoryd.core.stale import is_named
from memoryd.core.supersede import may_replace
from memoryd.core.switched import says_now, takes_the_place
from memoryd.core.tacit import TacitSection
from memoryd.core.tacit_lines import NewLine, TacitLine
from memoryd.core.text import normal
from memoryd.core.value import frozen
from memoryd.jobs.tacit_stale import subjects
from memoryd.jobs.writing import is_withdrawn
from memoryd.store import MemoryStore

_NOT_OURS = "no line of ours says that"
_HOLDS = "nothing shows that it is over"
OVER = "it is over"  # why what the operator named as a priority becomes no line


@frozen
class Heard:
    """What shows that a line is over.

    add: the new lines of the answer, each with the texts of the lines that it rests on; asked: what
    the model was shown; facts: the operator's; today: the day of the refresh. own: the lines that
    the operator's words gave.
    """

    add: Sequence[tuple[NewLine, Sequence[str]]]
    asked: TacitRequest
    facts: Sequence[Fact]
    today: date
    own: Sequence[TacitLine] = ()


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
    """Return what becomes of the lines that these answers want out; lines: of MEMORY.md.

    A priority of which the lines shown say that it is over needs no answer for that.
    """
    zone = heard.asked.zone
    said = [(local_day(x.turn.time, zone).isoformat(), x.turn.text) for x in heard.asked.lines]
    retire: list[tuple[TacitSection, str]] = [
        (n.section, n.text) for n in heard.own
        if n.section is TacitSection.PRIORITIES and is_told_over(n.text, n.day or "", said)
    ]  # fmt: skip
    doubted: list[str] = []
    refused: list[tuple[str, str]] = []
    for text, _reason in (each for answer in answers for each in answer.retire):
        line = next((n for n in lines if normal(n.text) == normal(text)), None)
        if line is None or not line.ours or line.section is None:
            refused.append((text, _NOT_OURS))
        elif (line.section, line.text) in retire:
            continue
        elif _is_over(line, heard):
            retire.append((line.section, line.text))
        else:
            refused.append((text, _HOLDS))
            doubted += [line.text] if _may_be_over(line, heard) else []
    return Over(tuple(retire), tuple(doubted), tuple(refused))


def is_done(new: NewLine, since: Iterable[str]) -> bool:
    """Return whether what was said after the words of a new priority says that it is over."""
    told = ((new.day, text) for text in since)
    return new.section is TacitSection.PRIORITIES and is_told_over(new.text, new.day, told)


def finished(
    store: MemoryStore, lines: Sequence[TacitLine], operator: str | None
) -> Iterator[tuple[TacitSection, str]]:
    """Yield the priorities that a fact, or the end of the project they speak of, shows to be over.

    lines: those that the operator's words gave. Ledgers are read only of what a line names.
    """
    priorities = [line for line in lines if line.section is TacitSection.PRIORITIES]
    for ref, subject in subjects(store, priorities, operator):
        if not (subject.operator or ref.folder == "projects"):
            continue
        told = [(fact.day, fact.fact) for fact in subject.facts if fact.active]
        names = () if subject.operator else subject.names
        for line in priorities:
            about = subject.operator or is_named(line.text, names)
            since = line.day or ""
            if about and (is_over_with(line, subject)
                          or is_told_over(line.text, since, told, names)):  # fmt: skip
                yield TacitSection.PRIORITIES, line.text


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
