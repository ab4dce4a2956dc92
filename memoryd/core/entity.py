"""Entities: refs (people/sarah), slugs, names that match, and where a ref lives in the tree."""

import re
import unicodedata
from dataclasses import dataclass

from memoryd.core.proposal import Mention
from memoryd.errors import SlugError

MAX_CHARS = 64
MAX_BYTES = 200
# Names that are devices on other systems, or files and folders of our own tree.
_RESERVED = frozenset(
    "con prn aux nul items summary memory git memoryd people companies areas projects resources "
    "archives".split()
    + [f"{port}{digit}" for port in ("com", "lpt") for digit in range(1, 10)]
)
_KIND_FOLDERS = {
    "person": "people",
    "company": "companies",
    "project": "projects",
    "resource": "resources",
}
_TOP_FOLDERS = frozenset({"projects", "resources"})
_REF = re.compile(r"[^/\s]+/[^/\s]+")
# Forms of company that people leave out; kept in the slug, ignored in a match only by alias.
_FAMILY = re.compile(r"^(?:dr|mr|mrs|ms|prof)\.?\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True, order=True)
class Ref:
    """An entity's name in the tree: folder and slug, written people/sarah."""

    folder: str
    slug: str

    def __str__(self) -> str:
        return f"{self.folder}/{self.slug}"

    @property
    def path(self) -> str:
        """The entity's folder, relative to the root: people and any other area live under areas."""
        return str(self) if self.folder in _TOP_FOLDERS else f"areas/{self}"


def parse_ref(text: str) -> Ref:
    """Read `people/sarah` (also `areas/people/sarah`).

    Raises SlugError when the text is no ref or its slug is not in canonical form.
    """
    bare = text.strip().removeprefix("areas/").strip("/")
    if not _REF.fullmatch(bare):
        raise SlugError(f"{text!r} is no entity; write folder/name, such as people/sarah")
    folder, slug = bare.split("/")
    if slugify(folder, reserved=False) != folder or slugify(slug) != slug:
        raise SlugError(f"{text!r} is no entity; names are lower case letters, digits and hyphens")
    return Ref(folder, slug)


def slugify(name: str, *, reserved: bool = True) -> str:
    """Turn a name into a slug: NFC, lower case, letters and digits of any script and hyphens.

    At most 64 characters and 200 bytes. Raises SlugError when nothing of the name is left.
    """
    text = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).lower())
    kept: list[str] = []
    for char in text:
        if unicodedata.category(char)[0] in "LMN":
            kept.append(char)
        elif char not in "'\N{RIGHT SINGLE QUOTATION MARK}":
            kept.append("-")
    slug = re.sub("-+", "-", "".join(kept)).strip("-")[:MAX_CHARS]
    while len(slug.encode()) > MAX_BYTES:
        slug = slug[:-1]
    slug = slug.strip("-")
    if not any(unicodedata.category(char)[0] in "LN" for char in slug):
        raise SlugError(f"{name!r} has no letter or digit to name a folder with")
    return f"{slug}-x" if reserved and slug in _RESERVED else slug


def match_key(name: str) -> str:
    """Return what two spellings of one name share: width, case, accents' form, punctuation, title.

    "Acme Corp", "ACME corp" and "acme_corp" have one key; "beacon-2" and "beacon-3" do not.
    """
    text = unicodedata.normalize("NFKC", name).casefold()
    text = _FAMILY.sub("", text.strip())
    return "".join(c for c in text if unicodedata.category(c)[0] in "LMN")


def folder_of(kind: str) -> str:
    """Return the folder of a kind: person -> people, area:health -> health.

    Raises SlugError for a kind that is none of person, company, project, resource, area:<folder>.
    """
    if kind in _KIND_FOLDERS:
        return _KIND_FOLDERS[kind]
    if kind.startswith("area:"):
        folder = slugify(kind.removeprefix("area:"), reserved=False)
        if folder not in {"areas", "archives", "memory", "memoryd"}:
            return folder
    raise SlugError(f"kind {kind!r} is none of person, company, project, resource, area:<folder>")


def new_ref(mention: Mention, taken: frozenset[Ref] = frozenset()) -> Ref:
    """Return a ref for an entity not seen before, unique among `taken` (dana, dana-2, ...)."""
    folder, base = folder_of(mention.kind), slugify(mention.name)
    ref, count = Ref(folder, base), 1
    while ref in taken:
        count += 1
        suffix = f"-{count}"
        ref = Ref(folder, base[: MAX_CHARS - len(suffix)].rstrip("-") + suffix)
    return ref


def ref_of(path: str) -> Ref:
    """Return the ref whose folder holds a path such as areas/people/sarah/items.json."""
    folders = path.split("/")[:-1]
    parts = [part for part in folders if part not in ("areas", "archives")]
    return Ref(parts[-2], parts[-1]) if len(parts) > 1 else Ref("archives", parts[-1])
