"""Catalog: the entities that exist, and which of them a name means."""

from dataclasses import dataclass, field

from memoryd.core.entity import Ref, folder_of, match_key, slugify
from memoryd.core.proposal import Mention

_SELF = frozenset({"operator", "theoperator", "user", "theuser", "me", "i", "myself"})


@dataclass(frozen=True, slots=True)
class Catalog:
    """Names by entity: the slug, the heading of its summary, its aliases.

    operator: the operator's own ref, which their name and "operator" mean.
    """

    operator: Ref
    operator_name: str
    names: dict[Ref, tuple[str, ...]] = field(default_factory=dict)

    def resolve(self, mention: Mention) -> Ref | None:
        """Return the entity of that kind with exactly this name in some spelling, or None.

        Never by likeness: beacon-2 is not beacon-3, and Dana is not Dana Lee.
        Raises SlugError for a kind that does not exist.
        """
        folder, key = folder_of(mention.kind), match_key(mention.name)
        if folder == self.operator.folder and key in (*_SELF, match_key(self.operator_name)):
            return self.operator
        for ref, names in self.names.items():
            if ref.folder == folder and key and key in map(match_key, (ref.slug, *names)):
                return ref
        return None

    def with_entity(self, ref: Ref, name: str) -> "Catalog":
        """Return the catalog with one more entity, or one more name of it."""
        names = (*self.names.get(ref, ()), name)
        return Catalog(self.operator, self.operator_name, {**self.names, ref: names})

    def display(self, ref: Ref) -> str:
        """Return the name to show for an entity."""
        if ref == self.operator:
            return self.operator_name
        names = self.names.get(ref, ())
        return names[0] if names else ref.slug.replace("-", " ").title()


def operator_ref(name: str | None) -> Ref:
    """Return the operator's own ref: people/<slug of the name>, people/operator while unnamed."""
    return Ref("people", slugify(name) if name else "operator")
