"""log: where each fact of an entity came from, down to the line, and when it was committed."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.provenance import lines_of
from memoryd.core.scope import visible_facts
from memoryd.core.turn import Audience, Line, Role
from memoryd.errors import ChainError, UsageError
from memoryd.jobs.find import find, nearest
from memoryd.jobs.hearing import hidden_for
from memoryd.jobs.reading import Reading
from memoryd.jobs.recall import Unclear
from memoryd.store import MemoryStore

_BY_HAND = "hand-edit"  # the origin of what a commit met that a person had saved


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit that wrote or changed a fact: when (RFC 3339), by which job and run.

    found_by: the model, or the rules, that found it in the lines; "" where a person wrote it.
    """

    time: str
    job: str
    run: str
    origin: str
    trust: str
    found_by: str = ""


@dataclass(frozen=True, slots=True)
class Traced:
    """A fact, the lines it rests on, the keys of lines that are gone, and its commits in order."""

    fact: Fact
    lines: tuple[Line, ...] = ()
    gone: tuple[str, ...] = ()
    commits: tuple[Commit, ...] = ()

    @property
    def origin(self) -> str:
        """Where it came from: what its source says, else what was committed, else a file."""
        named = (self.fact.source or "").partition(":")[0]
        return named or (self.commits[0].origin if self.commits else "file")


@dataclass(frozen=True, slots=True)
class Log:
    """The traced facts of an entity in event order. broken: why commits may be missing."""

    ref: Ref
    facts: tuple[Traced, ...]
    stale: bool = False
    broken: str | None = None


def log(
    memory: Reading, text: str, fact_id: str | None = None, *, audience: Audience
) -> Log | Unclear:
    """Trace every fact of the entity that a text means, or one of them.

    A group is told neither lines nor words. Raises UsageError for a fact that does not exist,
    StoreError where no entity is found and the memory is away.
    """
    store, group_visible = memory.store, memory.settings.group_visible
    hidden = hidden_for(memory, audience)
    refs = find(store, text, audience=audience, group_visible=group_visible, hidden=hidden)
    if len(refs) != 1:
        near = () if refs else nearest(store, text, audience=audience, group_visible=group_visible)
        return Unclear(tuple(map(str, refs)), near)
    ref = refs[0]
    ledger, trouble = store.ledger(ref)
    facts = visible_facts(ledger.in_order(), audience, group_visible, hidden)
    if fact_id is not None:
        facts = tuple(fact for fact in facts if fact.id == fact_id)
        if not facts:
            raise UsageError(f"{ref} has no such fact; `memoryd recall {ref} --history` names all")
    commits, broken = _commits(store, ref, facts)
    lines = store.lines_by_key(key for fact in facts for key in lines_of(fact.source or ""))
    traced = tuple(_trace(fact, lines, commits.get(fact.id, ())) for fact in facts)
    return Log(ref, traced, trouble is not None, broken)


def _trace(fact: Fact, lines: dict[str, Line], commits: Iterable[Commit]) -> Traced:
    keys = lines_of(fact.source or "")
    return Traced(
        fact,
        tuple(lines[key] for key in keys if key in lines),
        tuple(key for key in keys if key not in lines),
        tuple(commits),
    )


def _commits(
    store: MemoryStore, ref: Ref, facts: Iterable[Fact]
) -> tuple[dict[str, list[Commit]], str | None]:
    """Return the commits of each fact by its id, and what is wrong with the audit."""
    ids = {store.audit_name(f"{ref}#{fact.id}"): fact.id for fact in facts}
    found: dict[str, list[Commit]] = {}
    try:
        for row in store.audit_rows():
            for origin in row.get("facts", ()):
                if origin["fact"] in ids:
                    found.setdefault(ids[origin["fact"]], []).append(_commit(row, origin))
    except ChainError as err:
        return found, str(err)
    return found, None


def _commit(row: dict[str, Any], origin: dict[str, Any]) -> Commit:
    found_by = row.get("foundBy", "") if origin["origin"] != _BY_HAND else ""
    return Commit(row["time"], row["job"], row["run"], origin["origin"], origin["trust"], found_by)


def speaker(line: Line) -> str:
    """Return who said a line: operator, the speaker's name, or what it was read from."""
    turn = line.turn
    return turn.speaker or (turn.assistant if turn.role is Role.ASSISTANT else turn.role.value)
