"""statement: what was typed to us about an entity -> a plan, by the rules of reconcile.

It is reconciled as one line, so that duplicates, contradictions and roles that end are judged by
the same code as in a conversation. The line is the operator's, or an assistant's (Voice.REMEMBER).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from memoryd.core.admission import Claim
from memoryd.core.attributes import is_felt
from memoryd.core.change import AddFact, Operation
from memoryd.core.cues import asked_for
from memoryd.core.docket import Docket
from memoryd.core.entity import Ref, kind_of
from memoryd.core.fact import Category, Fact, source_in_group
from memoryd.core.plan import Plan
from memoryd.core.proposal import Mention, Proposal
from memoryd.core.provenance import ORIGIN, by_assistant
from memoryd.core.reconcile import View, reconcile
from memoryd.core.regex import regex
from memoryd.core.text import normal, words
from memoryd.core.trust import OURSELVES, Voice
from memoryd.core.turn import Line, Role, Turn
from memoryd.core.value import replace
from memoryd.core.when import Span, begins, dates_in

_MARKS = str.maketrans(dict.fromkeys('"“”«»`>|', " "))
# How a clause says what is so now, or gives a date as its value rather than as its time.
_STANDING = regex(
    r"\b(?:lives?|works?|is|isn't|are|i am|i'm|reports?|leads?|owns?|runs?|studies|belongs?|likes?"
    r"|loves?|prefers?|hates?|uses?|drives?|plays?|speaks?|now|currently|still|wohnt|lebt|arbeitet"
    r"|birthday|anniversary|deadline|due(?! to)|geburtstag)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Statement:
    """One redacted text about one entity, typed at `now` in the run with that id.

    name: the entity's own, under which it is made when it does not exist. assistant: the slug of
    the program that says so by its own word; None: the operator typed it. in_group: it does so
    where others hear it.
    """

    text: str
    ref: Ref
    name: str
    now: datetime
    run: str
    category: str | None = None
    assistant: str | None = None
    in_group: bool = False


def state(said: Statement, view: View) -> Plan:
    """Return what becomes of a statement; its fact's source is `remember`.

    What an assistant asks to be done, rather than states, waits for the operator.
    """
    about = Mention(kind_of(said.ref.folder), said.name)
    names = {said.ref: (said.name,), **view.catalog.names}  # first, so that its name means it
    catalog = replace(view.catalog, names={r: (said.name, *n) if r == said.ref else n
                                           for r, n in names.items()})  # fmt: skip
    proposal = Proposal(
        lines=("m1",),
        entity=about,
        fact=said.text,
        category=said.category or _category(said.text),
        when=_day(said, view),
        related=tuple(_named(said, view)),
    )
    lines = _lines(said)
    if said.assistant and asked_for(said.text):
        docket = Docket(view.zone)
        docket.park(Claim(proposal, said.text, lines[:1], Voice.REMEMBER), said.ref)
        plan = docket.plan()
    else:
        plan = reconcile([proposal], lines, _asked(said, replace(view, catalog=catalog)))
    return replace(
        plan,
        operations=tuple(_sourced(op, said, view) for op in plan.operations),
        origins=tuple(replace(o, origin=ORIGIN, lines=()) for o in plan.origins),
        reviews=tuple({**row, "source": _source(said)} for row in plan.reviews),
    )


def _asked(said: Statement, view: View) -> View:
    """Return the view by which a statement is judged."""
    if said.assistant is None:
        # The person asks for it now: that they deleted it once does not count.
        return replace(view, tombstoned=lambda _ref, _fact: False)
    voice = view.voice
    return replace(view, voice=lambda r, f: Voice.REMEMBER if by_assistant(f) else voice(r, f))


def _source(said: Statement) -> str:
    return f"{ORIGIN}:{said.assistant}:{said.run}" if said.assistant else ORIGIN


def _lines(said: Statement) -> tuple[Line, ...]:
    """Return the line to cite, and beside it the name that the operator gave with it."""
    spoken = f"remember {_spoken(said)}"
    role = Role.ASSISTANT if said.assistant else Role.OPERATOR
    # Of an assistant no run: asked for again and again, a thing waits for review once.
    turn = Turn(OURSELVES, said.assistant or said.run, "1", said.now, role, spoken)
    names = f"about {said.name} {said.ref.slug.replace('-', ' ')}"
    return Line(1, turn), Line(2, replace(turn, line="2", text=names))


def _spoken(said: Statement) -> str:
    """Return what they typed as theirs, also where it quotes: no mark may make it another's."""
    return " ".join(said.text.translate(_MARKS).split())


def _day(said: Statement, view: View) -> str | None:
    """Return the ISO day of what the operator says happened, None for now.

    The last of its days where it names several, for by then all of it was so. Now is what an
    assistant states, what stands or is ahead, and what says no day.
    """
    today, text = said.now.astimezone(view.zone).date(), _spoken(said)
    spans = dates_in(text, today)
    if said.assistant or not spans or any(span.first > today for span in spans):
        return None
    begun = {span for span in spans if begins(span, text)}
    if len(begun) < len(spans) and _STANDING.search(text):
        return None  # "since 2019" alone says when that began which still is so
    return max(_day_of(span, today, begun=span in begun) for span in spans).isoformat()


def _day_of(span: Span, today: date, *, begun: bool) -> date:
    return span.first if begun else min(span.last, today)


def _category(text: str) -> str:
    prefers = {"prefer", "prefers"} & set(words(text))
    return (Category.PREFERENCE if is_felt(text) or prefers else Category.STATUS).value


def _named(said: Statement, view: View) -> Iterable[Mention]:
    """Yield the other entities whose names stand in the text."""
    spoken = f" {' '.join(words(said.text))} "
    for ref, names in view.catalog.names.items():
        if ref in (said.ref, view.catalog.operator):
            continue
        for name in (*names, ref.slug.replace("-", " ")):
            if words(name) and f" {' '.join(words(name))} " in spoken:
                yield Mention(kind_of(ref.folder), name)
                break


def _sourced(operation: Operation, said: Statement, view: View) -> Operation:
    if not isinstance(operation, AddFact):
        return operation
    fact = operation.fact
    # Said again after it was replaced, it is a new fact: its source must not be that of the old.
    again = any(_same(fact, old) for old in view.ledger(operation.ref).facts)
    source = f"{ORIGIN}:{said.run}" if again and not said.assistant else _source(said)
    if said.in_group:
        source = source_in_group(source, fact.fact)
    return replace(operation, fact=replace(fact, source=source))


def _same(fact: Fact, old: Fact) -> bool:
    return old.source == ORIGIN and normal(old.fact) == normal(fact.fact)
