"""Entities: refs (people/sarah), slugs, names that match, and where a ref lives in the tree."""

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from memoryd.core.regex import regex
from memoryd.core.value import frozen
from memoryd.errors import SlugError

if TYPE_CHECKING:  # what a model proposes is no part of reading: 7 ms of a start
    from memoryd.core.proposal import Mention

MAX_CHARS = 64
MAX_BYTES = 200
_LONGEST = 1_000  # characters of a name that are looked at
# Names that are devices on other systems, and files and folders of our own tree.
_DEVICES = frozenset(
    ["con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))]
)
_OURS = frozenset(
    "items summary memory git memoryd people companies areas projects resources archives".split()
)
_KIND_FOLDERS = {
    "person": "people",
    "company": "companies",
    "project": "projects",
    "resource": "resources",
}
_FOLDER_KINDS = {folder: kind for kind, folder in _KIND_FOLDERS.items()}
# Between digits a mark tells two numbers apart: 1.2 is not 12.
_DOTTED = regex(r"(?<=\d)[^\w]+(?=\d)")
_LONE_MARK = regex(r"(?<!\d)_|_(?!\d)")
_TOP_FOLDERS = frozenset({"projects", "resources"})
_REF = regex(r"[^/\s]+/[^/\s]+")
_TITLE = regex(r"^(?:dr|mr|mrs|ms|prof)\.?\s+", re.IGNORECASE)


@frozen
class Ref:
    """An entity's name in the tree: folder and slug, written people/sarah."""

    folder: str
    slug: str

    def __str__(self) -> str:
        return f"{self.folder}/{self.slug}"

    def __lt__(self, other: "Ref") -> bool:
        return (self.folder, self.slug) < (other.folder, other.slug)

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
    if _folder(folder) != folder or slugify(slug) != slug:
        raise SlugError(f"{text!r} is no entity; names are lower case letters, digits and hyphens")
    return Ref(folder, slug)


def slugify(name: str, *, reserved: bool = True) -> str:
    """Turn a name into a slug: NFC, lower case, letters and digits of any script and hyphens.

    At most 64 characters and 200 bytes; a name of symbols alone is spelled out (🦀 -> crab).
    reserved: keep off names that the tree or another system uses. Raises SlugError when nothing
    of the name is left.
    """
    text = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name[:_LONGEST]).lower())
    slug = _hyphened(text) or _hyphened(_spelled(text))
    slug = _cut(slug, MAX_CHARS, MAX_BYTES)
    if not slug:
        raise SlugError("a name has no letter or digit to name a folder with; give it another one")
    return f"{slug}-x" if slug in _DEVICES or (reserved and slug in _OURS) else slug


def _hyphened(text: str) -> str:
    kept: list[str] = []
    for char in text:
        if unicodedata.category(char)[0] in "LMN":
            kept.append(char)
        elif char not in "'\N{RIGHT SINGLE QUOTATION MARK}":
            kept.append("-")
    slug = re.sub("-+", "-", "".join(kept)).strip("-")
    return slug if any(unicodedata.category(char)[0] in "LN" for char in slug) else ""


def _spelled(text: str) -> str:
    names = (unicodedata.name(c, "") for c in text if unicodedata.category(c) == "So")
    return " ".join(names).lower()


def _cut(slug: str, chars: int, size: int) -> str:
    """Return the longest beginning of a slug within both limits."""
    slug = slug[:chars]
    while len(slug.encode()) > size:
        slug = slug[:-1]
    return slug.strip("-")


@lru_cache(maxsize=8192)  # a name is held against every entity there is
def match_key(name: str) -> str:
    """Return what two spellings of one name share: width, case, accents' form, punctuation, title.

    "Acme Corp", "ACME corp" and "acme_corp" have one key; "beacon-2" and "beacon-3" do not, nor
    do "v1.2" and "v12".
    """
    text = unicodedata.normalize("NFKC", name[:_LONGEST]).casefold()
    text = _DOTTED.sub("_", _TITLE.sub("", text.strip()))
    kept = "".join(c for c in text if unicodedata.category(c)[0] in "LMN" or c == "_")
    return _LONE_MARK.sub("", kept) or _hyphened(_spelled(text))


def folder_of(kind: str) -> str:
    """Return the folder of a kind: person -> people, area:health -> health.

    Raises SlugError for a kind that is none of person, company, project, resource, area:<folder>.
    """
    if kind in _KIND_FOLDERS:
        return _KIND_FOLDERS[kind]
    if kind.startswith("area:"):
        folder = _folder(kind.removeprefix("area:"))
        if folder not in {"areas", "archives", "memory", "memoryd"}:
            return folder
    raise SlugError(f"kind {kind!r} is none of person, company, project, resource, area:<folder>")


def kind_of(folder: str) -> str:
    """Return the kind whose entities lie in a folder: people -> person, health -> area:health."""
    return _FOLDER_KINDS.get(folder, f"area:{folder}")


def _folder(name: str) -> str:
    return slugify(name, reserved=False)


def new_ref(mention: "Mention", taken: frozenset[Ref] = frozenset()) -> Ref:
    """Return a ref for an entity not seen before, unique among `taken` (dana, dana-2, ...)."""
    folder, base = folder_of(mention.kind), slugify(mention.name)
    ref, count = Ref(folder, base), 1
    while ref in taken:
        count += 1
        suffix = f"-{count}"
        start = _cut(base, MAX_CHARS - len(suffix), MAX_BYTES - len(suffix))
        ref = Ref(folder, start + suffix)
    return ref


def ref_of(path: str) -> Ref:
    """Return the ref whose folder holds a path such as areas/people/sarah/items.json."""
    folders = path.split("/")[:-1]
    parts = [part for part in folders if part not in ("areas", "archives")]
    return Ref(parts[-2], parts[-1]) if len(parts) > 1 else Ref("archives", parts[-1])
