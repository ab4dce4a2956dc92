"""Judging: what a person's save says. One found by a look and one met by a write come through here.

What is done about a save is decided here alone, so that it does not depend on when it came.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from memoryd.core.entity import Ref, ref_of
from memoryd.core.fact import Fact, Status
from memoryd.core.items import parse_items
from memoryd.core.ledger import SUMMED_UP, Ledger
from memoryd.core.value import field, frozen, replace
from memoryd.errors import CorruptFileError, StoreError
from memoryd.store import disk
from memoryd.store.views import Difference, Save, Views, difference, filled, full_mark

if TYPE_CHECKING:  # what changes a file is loaded when one is written
    from memoryd.core.change import Change, FactOrigin, Rewrite


@frozen
class Found:
    """A save as judged: what it changed of its facts, and what else is to change with it."""

    path: str
    sha: str
    change: Difference | None = None
    marks: Mapping[str, str] = field(default_factory=dict)
    rewrites: "tuple[Rewrite, ...]" = ()


@frozen
class Known:
    """What a save is judged by, beside its file.

    marks: those of the audit's head, with what is about to be put on record; texts: path -> what a
    file will say that is about to be written.
    """

    marks: Mapping[str, str]
    texts: Mapping[str, bytes] = field(default_factory=dict)


def judge_met(views: Views, saves: Iterable[Save], marks: Mapping[str, str]) -> Iterator[Found]:
    """Judge saves that writes met, in their order: each as if the one before it was dealt with."""
    known = Known(marks)
    for save in saves:
        with suppress(CorruptFileError):  # a stub of what ours alone holds: it stands merged
            found = judge(views, save, known)
            texts = {_summary_beside(save.path): each.after for each in found.rewrites}
            known = Known({**known.marks, **found.marks}, {**known.texts, **texts})
            yield found


def judge(views: Views, save: Save, known: Known) -> Found:
    """Judge a save. Raises CorruptFileError for an items.json that cannot be read."""
    path, sha = save.path, disk.digest(save.raw)
    if not path.endswith("/items.json"):
        return Found(path, sha, marks=_marks_of_loss(save) | _moment_of_loss(views, save))
    base = _ledger(path, save.before)
    saved, whole = filled(path, save.raw, base)
    found = {full_mark(sha): views.history.keep(whole)} if whole is not None else {}
    change = difference(base, saved, save.fresh)
    rewrites, written = _rewrites(views, save, (base, saved), known)
    return Found(path, sha, replace(change, edited=()) if save.moved else change,
                 found | written, rewrites)  # fmt: skip


def as_change(found: Sequence[Found], now: str, *, first_seen: int) -> "Change":
    """Return the commit of saves; now: the clock of the run; first_seen: how many files are new."""
    from memoryd.core.change import AddFact, Change, Supersede  # noqa: PLC0415 - a question does without

    of_facts = [each.change for each in found if each.change is not None]
    stale = (AddFact(c.ref, fact, c.ref.slug) for c in of_facts for fact in c.stale)
    again = (Supersede(c.ref, old, by) for c in of_facts for old, by in c.replaced)
    marks = {name: sha for each in found for name, sha in each.marks.items()}
    return Change(
        job="hand-edit",
        run="hand-edit",
        now=now,
        operations=(*stale, *again, *(each for one in found for each in one.rewrites)),
        seen=tuple((each.path, each.sha) for each in found),
        tombstones=tuple((c.ref, fact) for c in of_facts for fact in c.gone),
        origins=tuple(_hand_edited(c.ref, fact_id) for c in of_facts for fact_id in c.edited),
        marks={"first_seen": str(first_seen), **marks} if found else {},
    )


def _hand_edited(ref: Ref, fact_id: str) -> "FactOrigin":
    """Return the origin of a fact that a person wrote or changed in its file."""
    from memoryd.core.change import FactOrigin  # noqa: PLC0415 - as above

    return FactOrigin(ref, fact_id, "hand-edit", "operator")


def _ledger(path: str, raw: bytes | None) -> Ledger:
    with suppress(CorruptFileError):  # stubs whose texts went with the history
        if raw is not None:
            return parse_items(raw, ref_of(path), path=path)
    return Ledger(ref_of(path))


def _rewrites(
    views: Views, save: Save, ledgers: tuple[Ledger, Ledger], known: Known
) -> "tuple[tuple[Rewrite, ...], dict[str, str]]":
    """Return how the summary beside a save goes on without what was taken out of its facts.

    ledgers: before and after. Until the next Sunday it would be told of it. With it the marks of
    what we wrote last, and of what: what goes was not taken out of the text by a person, and comes
    back with its fact.
    """
    base, saved = ledgers
    words = {fact.id: fact.fact for fact in saved.facts}
    gone = [f for f in base.facts if f.id not in save.fresh and words.get(f.id) != f.fact]
    if not gone:
        return (), {}
    from memoryd.core.change import Rewrite  # noqa: PLC0415 - a question does without
    from memoryd.core.ours import WRITTEN, Withdrawn  # noqa: PLC0415 - as above

    withdrawn, path = Withdrawn(gone, saved.facts), _summary_beside(save.path)
    raw = known.texts.get(path)
    with suppress(StoreError):  # a link, or closed to us: it is left as it is
        raw = disk.read(views.layout.absolute(path)) if raw is None else raw
    mark = f"{WRITTEN}:{views.audit.name(str(base.ref))}"
    written = known.marks.get(mark)
    last = (views.history.get(written) if written else None) or b""
    after = withdrawn.out_of(raw, last) if raw is not None else None
    if raw is None or after is None or after == raw:
        return (), {}
    marks = {mark: views.history.keep(withdrawn.out_of(last, last))} if last else {}
    marks |= _made_of(views, base.ref, gone, known.marks)
    return (Rewrite(base.ref, disk.digest(raw), after),), marks


def _made_of(
    views: Views, ref: Ref, gone: Sequence[Fact], known: Mapping[str, str]
) -> dict[str, str]:
    """Return the marks of what a summary was made of, once it tells some facts no more.

    One that is put back as it was is news to it, and has a Sunday look at it.
    """
    from memoryd.core.items import dump_items  # noqa: PLC0415 - as above
    from memoryd.core.ours import MADE_OF  # noqa: PLC0415 - as above

    of, facts = (f"{kind}:{views.audit.name(str(ref))}" for kind in (MADE_OF, SUMMED_UP))
    marks: dict[str, str] = {}
    if digests := known.get(of):
        marks[of] = f"- {digests.partition(' ')[2]}"
    raw = views.history.get(known[facts]) if facts in known else None
    if raw is not None:
        ledger = parse_items(raw, ref, path="")
        for fact in gone:
            if held := ledger.get(fact.id):
                ledger = ledger.put(replace(held, status=Status.SUPERSEDED))
        marks[facts] = views.history.keep(dump_items(ledger))
    return marks


def _summary_beside(path: str) -> str:
    return f"{path.rpartition('/')[0]}/summary.md"


def _marks_of_loss(save: Save) -> dict[str, str]:
    """Return what has a night judge a note's save that lacks lines of ours.

    Whether a person took them out or saved an older buffer, the versions before it tell.
    """
    from memoryd.core.notes import LOST, our_lines  # noqa: PLC0415 - as above

    if save.before is None or not save.path.startswith("memory/"):
        return {}
    if our_lines(save.before).keys() <= our_lines(save.raw).keys():
        return {}
    return {f"{LOST}{save.path.removeprefix('memory/').removesuffix('.md')}": "1"}


def _moment_of_loss(views: Views, save: Save) -> dict[str, str]:
    """Return the mark by which a Sunday knows when a save was made that lacks lines.

    A row tells when a look found it; who saves on and on had begun before our lines came.
    """
    kept = save.path.startswith("memory/")  # of a note a night judges otherwise
    if save.before is None or kept or set(save.before.split(b"\n")) <= set(save.raw.split(b"\n")):
        return {}
    from memoryd.core.older import SAVED  # noqa: PLC0415 - as above

    return {f"{SAVED}:{views.audit.name(save.path)}": f"{save.at:.3f}"}
