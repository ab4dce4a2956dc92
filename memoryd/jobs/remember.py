"""remember: one fact that the operator typed, kept at once under the same rules as all others."""

from typing import Any

from memoryd.core.admission import MAX_FACT
from memoryd.core.change import Bullets, Change, Supersede
from memoryd.core.entity import Ref, folder_of, kind_of, slugify
from memoryd.core.plan import Outcome, Plan
from memoryd.core.redact import redact
from memoryd.core.statement import Statement, state
from memoryd.core.turn import Audience
from memoryd.errors import SlugError, UsageError
from memoryd.jobs.context import Run
from memoryd.jobs.find import find, nearest
from memoryd.jobs.knowledge import view
from memoryd.jobs.troubles import closed_over
from memoryd.store import MemoryStore, Receipt


def remember(
    store: MemoryStore, text: str, *, about: str | None, category: str | None = None, run: Run
) -> dict[str, Any]:
    """Keep a text as a fact about the operator, or about the entity that `about` means or makes.

    Returns outcome (stored or merged), ref, id, fact, path, superseded [{id, fact}], created,
    secrets (how many were masked), waiting (files that hold it up) and closed (folders of these
    that cannot be written; the other files are broken).
    Raises UsageError for a text that is no fact, or an `about` that means no one entity.
    """
    if "graph" not in run.layers:
        raise UsageError("facts are switched off; set graph = true in [layers]")
    masked = redact(_one_line(text))
    listed = view(store, run)
    ref = run.operator_ref if about is None else _about(store, about)
    name = listed.catalog.display(ref)
    created = not store.exists(ref)
    if created and about is not None:
        name = _typed_name(about)
    said = Statement(masked.text, ref, name, run.now, run.id, category)
    plan = state(said, listed)
    decision = plan.decisions[0]
    if decision.fact_id is None or decision.ref is None:
        raise UsageError("there is nothing to keep in that; say it with a name or a thing in it")
    before = store.ledger(decision.ref)[0]
    receipt = _commit(store, plan, run)
    merged = decision.outcome is Outcome.MERGED
    standing = before.get(decision.fact_id) if merged else None
    return {
        "outcome": decision.outcome.value,
        "ref": str(decision.ref),
        "id": decision.fact_id,
        "fact": standing.fact if standing else masked.text,
        "path": f"{store.folder_of(decision.ref)}/items.json",
        "superseded": _superseded(store, plan),
        "created": created,
        "secrets": len(masked.kinds),
        "waiting": list(receipt.waiting),
        "closed": closed_over(store, receipt.waiting),
    }


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    if not line:
        raise UsageError('nothing to remember; write `memoryd remember "TEXT"`')
    if any("\ud800" <= char <= "\udfff" for char in line):
        raise UsageError("the text is not UTF-8; type it again")
    if len(line) > MAX_FACT:
        raise UsageError(
            f"a fact is at most {MAX_FACT} characters and this has {len(line)}; say it in "
            "several, one `memoryd remember` for each"
        )
    return line


def _about(store: MemoryStore, text: str) -> Ref:
    refs = find(store, text, audience=Audience.PRIVATE, group_visible=())
    if len(refs) == 1:
        return refs[0]
    if refs:
        raise UsageError(f"--about may mean {', '.join(map(str, refs))}; write one of them")
    folder, slash, name = text.strip().removeprefix("areas/").strip("/").partition("/")
    if slash and "/" not in name:
        return _new_ref(folder, name)
    close = nearest(store, text, audience=Audience.PRIVATE, group_visible=())
    hint = f"did you mean {', '.join(close)}? " if close else ""
    raise UsageError(
        f"nobody and nothing is known by that name; {hint}"
        f"write folder/name, such as people/dana, to begin it"
    )


def _typed_name(about: str) -> str:
    """Return the name that a new entity is begun with: people/dana-lee is Dana Lee."""
    name = about.strip().rstrip("/").rpartition("/")[2].replace("-", " ")
    return name if name != name.lower() else name.title()


def _new_ref(folder: str, name: str) -> Ref:
    """Return the ref of an entity to be made. Raises UsageError for names that cannot be one."""
    try:
        return Ref(folder_of(kind_of(folder)), slugify(name))
    except SlugError as err:
        raise UsageError(f"--about cannot be begun: {err}") from err


def _commit(store: MemoryStore, plan: Plan, run: Run) -> Receipt:
    operations = tuple(
        op for op in plan.operations if not isinstance(op, Bullets) or "notes" in run.layers
    )
    change = Change(
        job="remember",
        run=run.id,
        now=run.stamp,
        operations=operations,
        reviews=plan.reviews,
        origins=plan.origins,
        marks={"operator": store.audit_name(str(run.operator_ref))} if operations else {},
    )
    return Receipt("") if change.empty else store.commit(change)


def _superseded(store: MemoryStore, plan: Plan) -> list[dict[str, str]]:
    """Return the facts that were replaced, of whatever entity, with their words."""
    found: list[dict[str, str]] = []
    for operation in plan.operations:
        if isinstance(operation, Supersede):
            old = store.ledger(operation.ref)[0].get(operation.old)
            found.append({"ref": str(operation.ref), "id": operation.old,
                          "fact": old.fact if old else ""})  # fmt: skip
    return found
