"""find: the entity that a person means, among those their audience may know of."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import get_close_matches

from memoryd.core.entity import Ref, match_key, parse_ref
from memoryd.core.heard import heard
from memoryd.core.named import Hidden, calls, matched
from memoryd.core.scope import visible
from memoryd.core.turn import Audience
from memoryd.errors import SlugError, StoreError
from memoryd.jobs.hearing import alias_told
from memoryd.store import MemoryStore

_SHOWN = 5
AWAY = "the memory is away; what it knows can be asked for when it is back"  # for a group


def find(
    store: MemoryStore, text: str, *,
    audience: Audience, group_visible: Collection[str], hidden: Hidden | None = None,
) -> tuple[Ref, ...]:  # fmt: skip
    """Return the entities a text may mean: one when it is clear, several, or none.

    A ref (people/sarah), else a slug, else a name or alias in any spelling. For a group, an entity
    that it may not know of does not exist, nor a name that it may not be told. Raises StoreError
    where none is found that may be in what is unseen, or in a memory that is away.
    """
    bare = text.strip().removeprefix("archives/")
    ref = _as_ref(bare)
    if ref is not None and visible(ref, audience, group_visible) and store.exists(ref):
        return (ref,)
    folder, _, name = bare.removeprefix("areas/").strip("/").rpartition("/")

    def meant(refs: Iterable[Ref]) -> tuple[Ref, ...]:
        known = (ref for ref in refs if visible(ref, audience, group_visible))
        kind = match_key(folder)
        of_kind = {kind, "archives"}  # what lies there without its kind may have been of any
        of_it = [r for r in known if not kind or match_key(r.folder) in of_kind]
        return _by_slug(of_it, name) or tuple(
            ref
            for ref in _by_name(store, of_it, name)
            if alias_told(store, ref, audience, group_visible, hidden)
        )

    # A folder that is a link is not read: nobody looks for one while a real one is meant.
    found = meant(store.refs()) or meant(filter(None, map(_as_ref, store.health.links())))
    if not found and audience is Audience.PRIVATE and (unseen := store.unseen()):
        raise StoreError(unseen)
    if not found and (away := store.away()):  # it may well know of it
        raise StoreError(away if audience is Audience.PRIVATE else AWAY)
    return found


def shortened(
    store: MemoryStore, text: str, *,
    audience: Audience, group_visible: Collection[str], hidden: Hidden | None = None,
) -> tuple[Ref, ...]:  # fmt: skip
    """Return the entities that a text may be short for: Acme for Acme Corp, a first or last name.

    For looking up only: what is remembered is kept under a whole name. As `find` for the rest.
    """
    said = heard(text)

    def names(ref: Ref) -> tuple[str, ...]:
        summary = store.summary(ref)
        if summary is None or not alias_told(store, ref, audience, group_visible, hidden):
            return ()
        return tuple(name for name in (summary.name, *summary.aliases) if name)

    known = (ref for ref in store.refs() if visible(ref, audience, group_visible)) if said else ()
    return tuple(
        ref for ref in known
        if any(matched(said, 0, name) == range(len(said)) for name in calls(ref, names(ref)))
    )  # fmt: skip


def _by_slug(known: Sequence[Ref], name: str) -> tuple[Ref, ...]:
    """Return those whose slug is spelled as a name is, or like it."""
    key = match_key(name)
    slugs = tuple(ref for ref in known if key and match_key(ref.slug) == key)
    return tuple(ref for ref in slugs if ref.slug == name.lower()) or slugs


def _by_name(store: MemoryStore, known: Iterable[Ref], name: str) -> Iterator[Ref]:
    """Yield those whose summary's heading or aliases have a name."""
    if key := match_key(name):
        yield from (ref for ref in known if key in _names(store, ref))


def nearest(
    store: MemoryStore, text: str, *, audience: Audience, group_visible: Collection[str]
) -> tuple[str, ...]:
    """Return the entities whose names are most like a text, best first."""
    known = {str(ref): ref for ref in store.refs() if visible(ref, audience, group_visible)}
    slugs = {ref.slug: name for name, ref in reversed(known.items())}
    word = text.strip().lower().rpartition("/")[2]
    close = get_close_matches(word, slugs, n=_SHOWN, cutoff=0.6)
    within = [slug for slug in slugs if word and word in slug.split("-")]
    return tuple(dict.fromkeys(slugs[slug] for slug in (*close, *within)))[:_SHOWN]


def _as_ref(text: str) -> Ref | None:
    try:
        return parse_ref(text)
    except SlugError:
        return None


def _names(store: MemoryStore, ref: Ref) -> Iterator[str]:
    summary = store.summary(ref)
    for name in (summary.name, *summary.aliases) if summary else ():
        if name:
            yield match_key(name)
