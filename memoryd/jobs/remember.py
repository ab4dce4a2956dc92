"""remember: one fact that somebody asks to keep, at once and under the same rules as all others.

The command line speaks for the operator (`remember`); a tool call is an assistant's own word
(`remember_of_assistant`), which may become less.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memoryd.core.admission import MAX_FACT
from memoryd.core.catalog import Catalog
from memoryd.core.change import Bullets, Change, Supersede
from memoryd.core.entity import Ref, folder_of, kind_of, new_ref, slugify
from memoryd.core.plan import Decision, Gate, Outcome, Plan
from memoryd.core.proposal import ExtractionRequest, Proposal
from memoryd.core.redact import redact
from memoryd.core.scope import visible
from memoryd.core.statement import Statement, state
from memoryd.core.text import content_stems
from memoryd.core.trust import OURSELVES
from memoryd.core.turn import Audience, Line, Role, Turn
from memoryd.core.value import replace
from memoryd.errors import SlugError, UnseenError, UsageError
from memoryd.jobs.context import Run
from memoryd.jobs.find import find, nearest
from memoryd.jobs.hearing import hidden_from
from memoryd.jobs.knowledge import catalog, known_entities, said_again, view
from memoryd.jobs.troubles import closed_over
from memoryd.llm.offline import Offline
from memoryd.store import MemoryStore, Receipt

_TO_OPERATOR = (
    "what the operator prefers is theirs to say: they can type `memoryd remember`, or say so in a "
    "conversation; nothing was kept"
)
_PARKED = "it touches money, access or identity, or asks for something: it waits for the operator"
_UNSEEN = (
    "in a group nothing is kept under that name; write folder/name of a folder that [privacy] "
    "group_visible lists, such as projects/beacon"
)
_DELETED = (
    "the operator deleted that, so it is not kept; they can type `memoryd remember` to have it back"
)
_KEPT = "kept"
_BESIDE = "the operator said otherwise: both stand until they say which holds"


class _DeletedError(UsageError):
    """What is to be kept is a fact that a person deleted."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What somebody asks to keep. assistant: the slug of the program, None for the operator.

    in_group: as in core.statement.
    """

    text: str
    about: str | None
    category: str | None
    assistant: str | None = None
    in_group: bool = False


def remember(
    store: MemoryStore, text: str, *, about: str | None, category: str | None = None, run: Run
) -> dict[str, Any]:
    """Keep a text as a fact about the entity that `about` means or makes.

    Without it, about whom the built-in rules read one fact in the text, else about the operator.

    Returns outcome (stored or merged), ref, id, fact, path, superseded [{id, fact}], created,
    secrets (how many were masked), waiting (files that hold it up), held (true where they wait for
    the disk) and closed (folders of these that cannot be written; the other files are broken).
    Raises UsageError for a text that is no fact, or an `about` that means no one entity.
    """
    ref = run.operator_ref if about is None else _about(store, about, run.secrets)
    return _keep(store, _Asked(text, about, category), ref, run)


def remember_of_assistant(
    store: MemoryStore, params: Mapping[str, Any], run: Run
) -> dict[str, Any]:
    """Keep what an assistant's tool call states.

    params: text, about, category, client (the program's name), audience. Answers as `remember`
    does, with a note where it became less: it may be parked (for the operator's review), and what
    the operator said is not replaced. A group is told no more than kept or parked. Raises
    UsageError as `remember` does, and for a preference of the operator; in a group UnseenError,
    whose words rest on the call alone.
    """
    private = params.get("audience") == Audience.PRIVATE.value
    try:
        return _of_assistant(store, params, run, private=private)
    except _DeletedError:
        if private:
            raise
        return {"outcome": _KEPT}  # as what is known: that it ever was is theirs
    except UsageError as err:
        raise err if private else UnseenError(str(err)) from err


def _of_assistant(
    store: MemoryStore, params: Mapping[str, Any], run: Run, *, private: bool
) -> dict[str, Any]:
    about = params.get("about")
    asked = _Asked(
        str(params.get("text", "")),
        about,
        params.get("category"),
        _slug(params.get("client"), run.secrets),
        in_group=not private,
    )
    if about is None:
        ref = run.operator_ref
    else:
        own = run.secrets
        ref = _about(store, about, own) if private else _about_unseen(about, own)
    answer = _keep(store, asked, ref, run)
    if private:
        return answer
    parked = answer["outcome"] == Outcome.PARKED.value
    return {"outcome": answer["outcome"], "note": _PARKED} if parked else {"outcome": _KEPT}


def _keep(store: MemoryStore, asked: _Asked, ref: Ref, run: Run) -> dict[str, Any]:
    if "graph" not in run.layers:
        raise UsageError("facts are switched off; set graph = true in [layers]")
    masked = redact(_one_line(asked.text), run.secrets)
    if masked.says_nothing:
        raise UsageError("that is nothing but a password or key, which memory never keeps")
    listed = view(store, run)
    said = _statement(store, replace(asked, text=masked.text), ref, run)
    ref = said.ref
    created = not store.exists(ref)
    plan = state(said, listed)
    decision = plan.decisions[0]
    _refuse(decision)
    before = store.ledger(ref)[0]
    receipt = _commit(store, plan, run)
    merged = decision.outcome is Outcome.MERGED
    standing = before.get(decision.fact_id or "") if merged else None
    return {
        "outcome": decision.outcome.value,
        "ref": str(decision.ref),
        "id": decision.fact_id,
        "fact": standing.fact if standing else said.text,
        "path": f"{store.folder_of(ref)}/items.json",
        "superseded": _superseded(store, plan),
        "created": created and decision.fact_id is not None,
        "secrets": len(masked.kinds),
        "waiting": list(receipt.waiting),
        "closed": closed_over(store, receipt.waiting),
        **({"held": True} if receipt.held else {}),
        **_note(decision),
    }


def _statement(store: MemoryStore, asked: _Asked, ref: Ref, run: Run) -> Statement:
    """Return what is stated; without `about` the operator's words are read as in a conversation."""
    listed = catalog(store, run)
    said = Statement(
        asked.text, ref, listed.display(ref), run.now, run.id, asked.category,
        assistant=asked.assistant, in_group=asked.in_group,
    )  # fmt: skip
    if asked.about is not None:
        return said if store.exists(ref) else replace(said, name=_typed_name(asked.about))
    if asked.assistant:
        return said
    read = _read(store, said, run)
    if len(read) == 1:
        return _as_read(store, said, read[0], listed)
    opened = None if read else listed.opening(said.text)
    return replace(said, ref=opened, name=listed.display(opened)) if opened else said


def _as_read(store: MemoryStore, said: Statement, read: Proposal, listed: Catalog) -> Statement:
    """Return a statement about whom it was read to be about; the operator's own as it stands."""
    try:
        ref = listed.resolve(read.entity) or new_ref(read.entity)
    except SlugError:
        return said
    if ref == said.ref:
        return said
    name = listed.display(ref) if store.exists(ref) else read.entity.name
    told = replace(said, ref=ref, name=name)
    known = f"{read.fact} {read.entity.name} {listed.operator_name}"
    if not content_stems(said.text) <= content_stems(known):
        return told  # the reading leaves something out: their words are kept
    return replace(told, text=read.fact, category=said.category or read.category)


def _read(store: MemoryStore, said: Statement, run: Run) -> tuple[Proposal, ...]:
    """Return the facts that the built-in rules read in a statement."""
    turn = Turn(OURSELVES, said.run, "1", said.now, Role.OPERATOR, said.text)
    lines = (Line(1, turn),)
    known = known_entities(store, lines, run)
    return Offline().extract(ExtractionRequest(run.operator_name, run.zone, lines, known)).facts


def _refuse(decision: Decision) -> None:
    """Raise UsageError where nothing becomes of a statement."""
    if decision.gate is Gate.UNTRUSTED and decision.outcome is Outcome.DROPPED:
        raise UsageError(_TO_OPERATOR)
    if decision.gate is Gate.TOMBSTONED:
        raise _DeletedError(_DELETED)
    if decision.fact_id is None and decision.outcome is not Outcome.PARKED:
        raise UsageError("there is nothing to keep in that; say it with a name or a thing in it")


def _note(decision: Decision) -> dict[str, str]:
    """Return what an assistant must know of how its word was taken."""
    if decision.outcome is Outcome.PARKED:
        return {"note": _PARKED}
    refused = any(gate is Gate.UNTRUSTED for gate, _ in decision.refused)
    return {"note": _BESIDE} if refused else {}


def _slug(client: object, own: Sequence[str]) -> str:
    """Return the name of a program as a fact's source can hold it."""
    try:
        named = isinstance(client, str) and not redact(client, own).kinds
        return slugify(str(client), reserved=False) if named else "assistant"
    except SlugError:
        return "assistant"


def _about_unseen(text: str, own: Sequence[str]) -> Ref:
    """Return the entity that a group names in full: what exists must not show in the answer."""
    _refuse_secret(text, own)
    if (ref := _typed_ref(text)) is None:
        raise UsageError("write folder/name, such as projects/beacon")
    return ref


def about_in_group(
    store: MemoryStore, text: str, group_visible: Collection[str], operator: str | None
) -> str:
    """Return how a group's `about` is to be passed on: one that it may know of, known or new.

    operator: their name, as in jobs.hearing.

    Raises UsageError: the same for what is hidden and for what does not exist.
    """
    _refuse_secret(text)
    group = Audience.GROUP
    hidden = hidden_from(group, store, group_visible, operator)
    refs = find(store, text, audience=group, group_visible=group_visible, hidden=hidden)
    if refs:
        return str(_one_of(refs))
    ref = _typed_ref(text)
    if ref is None or not visible(ref, Audience.GROUP, group_visible):
        raise UsageError(_UNSEEN)
    return text


def _refuse_secret(text: str, own: Sequence[str] = ()) -> None:
    """Raise UsageError for a name that would carry a secret into the name of a folder."""
    if redact(text, own).kinds:
        raise UsageError("what it is about looks like a password or key; name it another way")


def _one_of(refs: tuple[Ref, ...]) -> Ref:
    if len(refs) > 1:
        raise UsageError(f"that may mean {', '.join(map(str, refs))}; write one of them")
    return refs[0]


def _typed_ref(text: str) -> Ref | None:
    """Return the ref of an entity as it is typed in full: people/Dana Lee; None for another text.

    Raises UsageError for names that cannot be an entity's.
    """
    folder, slash, name = text.strip().removeprefix("areas/").strip("/").partition("/")
    return _new_ref(folder, name) if slash and "/" not in name else None


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    if not line:
        raise UsageError("nothing to remember; write the fact in words")
    if any("\ud800" <= char <= "\udfff" for char in line):
        raise UsageError("the text is not UTF-8; type it again")
    if len(line) > MAX_FACT:
        raise UsageError(
            f"a fact is at most {MAX_FACT} characters and this has {len(line)}; keep it as several"
        )
    return line


def _about(store: MemoryStore, text: str, own: Sequence[str]) -> Ref:
    _refuse_secret(text, own)
    refs = find(store, text, audience=Audience.PRIVATE, group_visible=())
    if "/" in text:  # people/dana is begun anew beside what lies in the archives without its kind
        refs = tuple(ref for ref in refs if ref.folder != "archives")
    if refs:
        return _one_of(refs)
    if (ref := _typed_ref(text)) is not None:
        return ref
    close = nearest(store, text, audience=Audience.PRIVATE, group_visible=())
    hint = f"did you mean {', '.join(close)}? " if close else ""
    raise UsageError(f"nobody and nothing is known by that name; {hint}{_to_begin(text)}")


def _to_begin(name: str) -> str:
    """Return how an entity of a name is begun."""
    try:
        slug = slugify(name)
    except SlugError:
        return "write folder/name, such as people/dana, to begin it"
    refs = ", ".join(f"{folder}/{slug}" for folder in ("people", "companies", "projects"))
    return f"write {refs} or another folder's to begin it"


def _typed_name(about: str) -> str:
    """Return the name that a new entity is begun with: people/dana-lee is Dana Lee."""
    name = about.strip().rstrip("/").rpartition("/")[2].replace("-", " ")
    return name if name != name.lower() else name.title()


def _new_ref(folder: str, name: str) -> Ref:
    """Return the ref of an entity to be made. Raises UsageError for names that cannot be one."""
    try:
        return Ref(folder_of(kind_of(folder)), slugify(name))
    except SlugError as err:
        raise UsageError(f"it cannot be begun: {err}") from err


def _commit(store: MemoryStore, plan: Plan, run: Run) -> Receipt:
    operations = tuple(
        op for op in plan.operations if not isinstance(op, Bullets) or "notes" in run.layers
    )
    known = {row.get("id") for row in store.health.reviews()} if plan.reviews else ()
    change = Change(
        job="remember",
        run=run.id,
        now=run.stamp,
        operations=operations,
        reviews=tuple(row for row in plan.reviews if row["id"] not in known),
        origins=plan.origins,
        marks=said_again(store, plan)
        | ({"operator": store.audit_name(str(run.operator_ref))} if operations else {}),
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
