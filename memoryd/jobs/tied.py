"""tied: the facts of others that name an entity of which nothing is kept by itself."""

from collections.abc import Collection

from memoryd.core.entity import Ref, parse_ref, slugify
from memoryd.core.fact import Fact
from memoryd.core.named import Hidden
from memoryd.core.scope import visible, visible_facts
from memoryd.core.turn import Audience
from memoryd.errors import SlugError, StoreError
from memoryd.store import MemoryStore

Owned = tuple[Ref, Fact]  # a fact, and whose it is


def tied(
    store: MemoryStore, text: str, *,
    audience: Audience, group_visible: Collection[str], hidden: Hidden,
) -> dict[Ref, tuple[Owned, ...]]:  # fmt: skip
    """Return what a text may mean (a ref or a name) -> the facts related to it, in event order.

    Only what the audience may know of, of those it may be told; hidden: as for visible_facts.
    """
    folder, _, name = text.strip().removeprefix("areas/").strip("/").rpartition("/")
    try:
        slug = slugify(name)
    except SlugError:
        return {}
    found: dict[Ref, list[Owned]] = {}
    for owner in store.refs():
        if not (visible(owner, audience, group_visible) and _is_named(store, owner, slug)):
            continue
        ledger = store.ledger(owner)[0]
        for fact in visible_facts(ledger.in_order(), audience, group_visible, hidden):
            for ref in _meant(fact, folder, slug):
                if visible(ref, audience, group_visible):
                    found.setdefault(ref, []).append((owner, fact))
    return {ref: tuple(sorted(rows, key=_when)) for ref, rows in found.items()}


def _is_named(store: MemoryStore, owner: Ref, slug: str) -> bool:
    """Return whether its facts may name a slug: of a large memory few files are worth parsing."""
    try:
        raw = store.text_file(f"{store.folder_of(owner)}/items.json")
    except StoreError:
        return True  # the last good facts are asked
    return raw is None or f'/{slug}"'.encode() in raw


def _meant(fact: Fact, folder: str, slug: str) -> set[Ref]:
    found = set()
    for text in fact.related or ():
        try:
            ref = parse_ref(text)
        except SlugError:
            continue
        if ref.slug == slug and folder in ("", ref.folder):
            found.add(ref)
    return found


def _when(row: Owned) -> str:
    return row[1].timestamp
