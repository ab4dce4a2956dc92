"""Catalog: the entities that exist, and which of them a name means."""

from typing import TYPE_CHECKING

from memoryd.core.entity import Ref, folder_of, match_key, slugify
from memoryd.core.regex import regex
from memoryd.core.text import words
from memoryd.core.value import field, frozen
from memoryd.errors import SlugError

if TYPE_CHECKING:  # as in core.entity
    from memoryd.core.proposal import Mention

# "I" and "user" in the words of a model; match_key leaves no spaces.
SELF = frozenset({"operator", "theoperator", "user", "theuser", "me", "i", "myself"})


# A verb behind a name: "Mark the file", "Will call", "Apple pie" say nothing of who bears it.
_SAYS = regex(
    r"['’]s [a-z]| (?!(?:this|its|as|his|us|thus|yes|is it)\b)(?:[a-z]+(?:s|ed)|left|went|had|got"
    r"|came|made|took|gave|met|wrote|bought|sold|can|will|would|might|never|always|also|now|still"
    r"|used)\b"
)


def _bare(name: str) -> str:
    """Return the key of a project's name without the word for its kind."""
    return match_key(name).removeprefix("project").removesuffix("project")


@frozen
class Catalog:
    """Names by entity: the slug, the heading of its summary, its aliases.

    operator: the operator's own ref, which their name and "operator" mean.
    """

    operator: Ref
    operator_name: str
    names: dict[Ref, tuple[str, ...]] = field(default_factory=dict)

    def resolve(self, mention: "Mention") -> Ref | None:
        """Return the entity of that kind with exactly this name in some spelling, or None.

        Its own name comes before an alias of another. Never by likeness: beacon-2 is not beacon-3,
        and Dana is not Dana Lee; but "project" is no part of a project's name. Raises SlugError for
        a kind that does not exist.
        """
        folder, key = folder_of(mention.kind), match_key(mention.name)
        if folder == self.operator.folder and key in (*SELF, match_key(self.operator_name)):
            return self.operator
        found: Ref | None = None
        for ref, names in self.names.items() if key else ():
            if ref.folder == folder and key in map(match_key, (ref.slug, *names)):
                if key in map(match_key, (ref.slug, *names[:1])):
                    return ref
                found = found or ref
        return found or (self._project(mention.name) if folder == "projects" else None)

    def _project(self, name: str) -> Ref | None:
        """Return the project that a name means by its kind: "Project Beacon" is Beacon."""
        bare = _bare(name)
        return next((ref for ref, names in self.names.items() if bare and ref.folder == "projects"
                     and bare in map(_bare, (ref.slug, *names))), None)  # fmt: skip

    def knows(self, mention: "Mention") -> bool:
        """Return whether an entity of that kind and name exists."""
        try:
            return self.resolve(mention) is not None
        except SlugError:
            return False

    def opening(self, text: str) -> Ref | None:
        """Return the one entity but the operator that a text opens with and says something of.

        "Sarah has two children", "Sarah's phone is on silent"; not "Sarah and I met".
        """
        found: dict[Ref, int] = {}
        for ref, names in self.names.items():
            for name in names if ref != self.operator else ():
                rest = text[len(name) :] if text.startswith(name) else ""
                if _SAYS.match(rest):
                    found[ref] = max(len(name), found.get(ref, 0))
        longest = [ref for ref, size in found.items() if size == max(found.values())]
        return longest[0] if len(longest) == 1 else None

    def means_operator(self, mention: "Mention") -> bool:
        """Return whether a mention of a person means the operator, by whatever name."""
        return self.resolve(mention) == self.operator

    def with_entity(self, ref: Ref, name: str) -> "Catalog":
        """Return the catalog with one more entity, or one more name of it."""
        names = self.names.get(ref, ())
        if name in names:
            return self
        names = (*names, name)
        return Catalog(self.operator, self.operator_name, {**self.names, ref: names})

    def called(self, ref: Ref, name: str = "") -> frozenset[str]:
        """Return the words of an entity's names, folded, and of one more name for it."""
        own = f"{self.operator_name} operator user" if ref == self.operator else ""
        return frozenset(words(" ".join((*self.all_names(ref), name, own))))

    def all_names(self, ref: Ref) -> tuple[str, ...]:
        """Return all names of an entity, the words of its slug first."""
        return (ref.slug.replace("-", " "), *self.names.get(ref, ()))

    def display(self, ref: Ref) -> str:
        """Return the name to show for an entity."""
        if ref == self.operator:
            return self.operator_name
        names = self.names.get(ref, ())
        return names[0] if names else ref.slug.replace("-", " ").title()


def operator_ref(name: str | None) -> Ref:
    """Return the operator's own ref: people/<slug of the name>, people/operator while unnamed."""
    return Ref("people", slugify(name) if name else "operator")
