"""find: the entity that a person means, among those their audience may know of."""

from collections.abc import Collection, Iterator
from difflib import get_close_matches

from memoryd.core.entity import Ref, match_key, parse_ref
from memoryd.core.scope import visible
from memoryd.core.turn import Audience
from memoryd.errors import SlugError
from memoryd.store import MemoryStore

_SHOWN = 5


def find(
    store: MemoryStore, text: str, *, audience: Audience, group_visible: Collection[str]
) -> tuple[Ref, ...]:
    """Return the entities a text may mean: one when it is clear, several, or none.

    A ref (people/sarah), else a slug, else a name or alias in any spelling. For a group, an entity
    that it may not know of does not exist.
    """
    bare = text.strip().removeprefix("archives/")
    ref = _as_ref(bare)
    if ref is not None and visible(ref, audience, group_visible) and store.exists(ref):
        return (ref,)
    known = [ref for ref in _all(store) if visible(ref, audience, group_visible)]
    folder, slash, name = bare.removeprefix("areas/").strip("/").rpartition("/")
    if slash:
        known = [ref for ref in known if match_key(ref.folder) == match_key(folder)]
    key = match_key(name)
    slugs = tuple(ref for ref in known if key and match_key(ref.slug) == key)
    exact = tuple(ref for ref in slugs if ref.slug == name.lower())
    return exact or slugs or tuple(ref for ref in known if key and key in _names(store, ref))


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


def _all(store: MemoryStore) -> list[Ref]:
    """Return every entity, with those whose folder is a link: to be told of, not to be read."""
    linked = (_as_ref(path) for path in store.health.links())
    return [*store.refs(), *(ref for ref in linked if ref is not None)]


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
