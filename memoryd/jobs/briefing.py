"""briefing: what an assistant should know at the start of a session, cut to a budget of tokens."""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta
from heapq import heappush, heappushpop
from itertools import islice
from typing import Any

from memoryd.clock import local_day
from memoryd.core import blocks, fence
from memoryd.core.briefing import Item
from memoryd.core.catalog import operator_ref
from memoryd.core.decay import Heat, heat, last_use
from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.notes import Entry, Section, read_note
from memoryd.core.regex import regex
from memoryd.core.scope import visible, visible_facts
from memoryd.core.tacit import TacitSection
from memoryd.core.tacit_lines import TacitLine, outline_of, read_tacit
from memoryd.core.turn import Audience
from memoryd.errors import ChainError, StoreError
from memoryd.jobs.find import AWAY
from memoryd.jobs.framing import entity_item, framed
from memoryd.jobs.hearing import hidden_for
from memoryd.jobs.prompted import Asked
from memoryd.jobs.reading import Reading
from memoryd.jobs.tacit_stale import Found, found_stale
from memoryd.store import Recorded

_TACIT, _ENTITIES, _TODAY, _YESTERDAY = (
    "How the operator works (MEMORY.md)", "What is current", "Today", "Yesterday",
)  # fmt: skip
_SHARES = ((_TACIT, 0.45), (_ENTITIES, 0.3), (_TODAY, 0.15), (_YESTERDAY, 0.1))
# What is needed first, of MEMORY.md and of a note.
_SECTIONS = (
    TacitSection.HARD_RULES, TacitSection.HOW_I_WORK, TacitSection.COMMUNICATION,
    TacitSection.PRIORITIES, TacitSection.LESSONS, TacitSection.SERVICES, None,
)  # fmt: skip
_OF_NOTES = (
    Section.DECISIONS_MADE, Section.ACTIVE_PROCESSES, Section.KEY_EVENTS, None,
    Section.FACTS_EXTRACTED,
)  # fmt: skip
# As core.docket writes what somebody else said: `Dana (email) says: ...`, a flag before a request.
_ATTRIBUTED = regex(r".{1,90}? \(.{1,200}?\) (?:says|asks): ", re.DOTALL)
# As jobs.tacit and jobs.synthesis tell a person what they did to files that are told here anyway.
_OUR_WORK = regex(
    r"MEMORY\.md, (?:new|retired|may be over|put back|you took it out)\b|Weekly synthesis: |"
    r"\S+ is at work again and moved back from the archives$"
)
_MOST = 50  # entities that are looked at for a context; more are current only after an import
_HOTTEST = 21  # days for which a fact can be hot: core.decay stretches seven to three times that


def briefing(memory: Reading, asked: Asked) -> dict[str, Any]:
    """Return text (fenced, "" where there is nothing to tell), tokens, budget, leftOut, degraded.

    leftOut: how many items did not fit; degraded: in one line that the memory, or much of it, is
    away. A group is told of entities that it may know of, only.
    """
    day = local_day(asked.now, memory.zone)
    items = [*_items(memory, asked, day)]
    text, kept = framed(items, _SHARES, asked, day)
    return {
        "text": text,
        "tokens": fence.tokens(text),
        "budget": asked.budget,
        "leftOut": len(items) - kept,
        "degraded": _away(memory, asked.audience, told=bool(items)),
    }


def _away(memory: Reading, audience: Audience, *, told: bool) -> str | None:
    """Return in one line what of the memory is away; a group hears that it is, with nothing told.

    told: whether there is something to tell nevertheless.
    """
    if audience is Audience.GROUP:
        return AWAY if not told and memory.store.away() else None
    return memory.store.away()


def _items(memory: Reading, asked: Asked, day: date) -> Iterator[Item]:
    layers = memory.settings.layers
    private = asked.audience is Audience.PRIVATE
    if private and "tacit" in layers:
        yield from _tacit(memory)
    if "graph" in layers:
        yield from islice(_current(memory, asked.audience, day), _MOST)
    if private and "notes" in layers:
        yield from _note(memory, _TODAY, day)
        yield from _note(memory, _YESTERDAY, day - timedelta(days=1))


# -- MEMORY.md ---------------------------------------------------------------------------------


def _tacit(memory: Reading) -> Iterator[Item]:
    raw = _file(memory, "MEMORY.md")
    lines = [line for line in read_tacit(raw) if line.section is not TacitSection.THREE_LAYERS]
    stale = {f.line: f for f in found_stale(memory.store, lines, memory.settings.operator_name)}
    under = outline_of(blocks.read(raw))
    for section in _SECTIONS:
        for line in lines:
            if line.section is section:
                head = section.value if section else " / ".join(under.heads(line.line - 1))
                yield Item(_TACIT, head, fence.item(_tacit_text(line, stale.get(line))))


def _tacit_text(line: TacitLine, stale: Found | None) -> str:
    said = f"{line.text} ({line.day})" if line.day else line.text
    return f"[stale: {stale.says}] {said}" if stale else said


# -- entities ----------------------------------------------------------------------------------


def _current(memory: Reading, audience: Audience, day: date) -> Iterator[Item]:
    """Yield the hot entities, the one used last first; the operator's own before all."""
    kinds = memory.settings.group_visible

    def may_know(ref: Ref) -> bool:
        return visible(ref, audience, kinds)

    if audience is Audience.GROUP and not any(map(may_know, memory.store.refs())):
        return
    recorded = _recorded(memory)
    coldest = (day - timedelta(days=_HOTTEST + 1)).isoformat()
    latest = memory.store.refs_since(coldest, recorded, memory.zone, may_know)
    if not latest:
        return  # every summary is read to tell whom a group must not hear of
    operator = operator_ref(memory.settings.operator_name)
    hidden = hidden_for(memory, audience)

    newest: dict[Ref, str] = {}

    def latest_use(ref: Ref) -> str:
        facts = visible_facts(memory.store.ledger(ref)[0].active, audience, kinds, hidden)
        newest[ref] = max((fact.day for fact in facts if fact.day <= day.isoformat()), default="")
        written = recorded.day if recorded else lambda *_: None
        return _last_use(facts, day, lambda fact: written(ref, fact.id, memory.zone))

    ordered = sorted(latest.items(), key=lambda each: (each[0] == operator, each[1]), reverse=True)
    used = _hottest(ordered, latest_use)
    # Of those used on one day, as after an import, what is news comes before what stands long.
    by_use = sorted(used, key=lambda r: (r == operator, used[r], newest[r]), reverse=True)
    for ref in by_use:
        item = entity_item(memory, ref, audience, part=_ENTITIES, hidden=hidden)
        if item is not None:
            yield item


def _hottest(latest: Iterable[tuple[Ref, str]], latest_use: Callable[[Ref], str]) -> dict[Ref, str]:
    """Return each entity that may be one of those used last, with the day: all that are looked at.

    latest: each with a day that its last use is not after, the latest first. So the ledgers of the
    others need not be read: after an import all of a memory is hot.
    """
    found: dict[Ref, str] = {}
    best: list[str] = []  # a heap
    for ref, day in latest:
        if len(best) == _MOST and best[0] >= day[:10]:
            break
        if last := latest_use(ref):
            found[ref] = last
            (heappushpop if len(best) == _MOST else heappush)(best, last)
    return found


def _last_use(facts: Iterable[Fact], day: date, written: Callable[[Fact], date | None]) -> str:
    """Return the ISO day on which a hot one of the facts was used last; "" where none is hot."""
    last = ""
    for fact in facts:
        known = written(fact)
        used = last_use(fact, known).isoformat()
        if last < used and heat(fact, today=day, recorded=known) is Heat.HOT:
            last = used
    return last


def _recorded(memory: Reading) -> Recorded | None:
    """Return when each fact was written down, as far as the audit can say."""
    try:
        return memory.store.recorded()
    except ChainError:
        return None


# -- notes -------------------------------------------------------------------------------------


def _note(memory: Reading, part: str, day: date) -> Iterator[Item]:
    """Yield what a day's note says for itself; what somebody else said is left out.

    So are our own lines on facts: the facts are told with their entities, as long as they hold.
    And those on our own work.
    What was decided or happened that day stays: its heading says of which day it is.
    """
    entries = read_note(_file(memory, f"memory/{day.isoformat()}.md")).entries
    own = [entry for entry in entries if not (_is_copy(entry) or _ATTRIBUTED.match(entry.text))]
    for section in _OF_NOTES:
        for entry in own:
            if entry.section is section:
                heads = " / ".join((section.value,) if section else entry.heads) or "Notes"
                yield Item(part, f"{day.isoformat()}: {heads}", fence.item(_entry_text(entry)))


def _is_copy(entry: Entry) -> bool:
    of_facts = entry.section is Section.FACTS_EXTRACTED
    return entry.ours and (of_facts or bool(_OUR_WORK.match(entry.text)))


def _entry_text(entry: Entry) -> str:
    return f"{entry.time} — {entry.text}" if entry.time else entry.text


def _file(memory: Reading, path: str) -> bytes:
    try:
        return memory.store.text_file(path) or b""
    except StoreError:  # a link, or a file that cannot be read: status says so
        return b""
