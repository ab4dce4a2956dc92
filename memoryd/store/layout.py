"""Where everything lives under the root, and which names are never read as memory."""

import os
import re
from functools import lru_cache
from pathlib import Path

from memoryd.core.digest import sha256
from memoryd.core.entity import Ref, slugify
from memoryd.core.regex import regex
from memoryd.core.value import frozen
from memoryd.errors import SlugError, StoreError
from memoryd.store import disk
from memoryd.store.disk import TEMP_PREFIX

_STRANGE = regex(
    r"~$|^\.#|^#.*#$|^\.~lock|\.sw[a-z]$|^4913$"
    r"|[ -](?:copy|kopie|copie|copia)(?: ?\(?\d+\)?)?(?:\.|$)"
    r"|(?<=\w) ?\(\d+\)(?:\.|$)|(?<=\w) \d+\.\w+$|sync-conflict|conflicted[ -]copy"
    r"|_conflict-\d|\(sfconflict"
    r"|\.(?:orig|bak|backup|old|save|tmp|rej|part)$",
    re.IGNORECASE,
)
_NEAR = regex(r"items(?!\w)|summary\.md$", re.IGNORECASE)  # items-old.json, Items.json
_TACIT = regex(r"[.#]*(?:memory|user)\b", re.IGNORECASE)
_NOTE = regex(r"\d{4}-\d\d-\d\d\.md")
_PLAIN_SLUG = regex(r"(?=.{1,64}\Z)[a-z0-9]+(?:-[a-z0-9]+)*")  # of most entities
_PLAIN_NAMES = frozenset({"items.json", "summary.md"})
_WRITER = regex(r"[\w-]+-[0-9a-f]{6}")
TREE = ("areas/people", "areas/companies", "projects", "resources", "archives")
_BASES = ("projects", "resources", "areas", "archives")


@frozen
class Layout:
    """The real paths of one memory. root and workspace are resolved: the root may be a link."""

    root: Path
    workspace: Path
    state: Path
    writer: str

    @property
    def own(self) -> Path:
        """The folder of the machinery."""
        return self.root / ".memoryd"

    def place(self, path: str) -> str:
        """Return where a memory file lies: notes and MEMORY.md live in the workspace."""
        inside = path.startswith("memory/") or path in ("MEMORY.md", "USER.md")
        return f"{self.workspace if inside else self.root}/{path}"

    def absolute(self, path: str) -> Path:
        """Return where a memory file lies, once no link or `..` on the way leads elsewhere.

        Raises StoreError for a path that would leave the memory.
        """
        *folders, _ = parts = path.split("/")
        if path.startswith("/") or ".." in parts:
            raise StoreError(f"{path} is outside the memory")
        place = self.place(path)
        for depth in range(1, len(folders) + 1):
            folder = place.removesuffix("/".join(parts[depth:])).rstrip("/")
            if os.path.islink(folder):  # noqa: PTH114 - hot
                raise StoreError(f"{folder} is a symbolic link; put the folder itself there")
        return Path(place)

    def folder_of(self, ref: Ref) -> str:
        """Return the folder of a ref relative to the root; an archived one where it lies now.

        A person moves a folder into its kind there, or with the tree mirrored.
        """
        if ref.folder == "archives":
            return f"archives/{ref.slug}"
        places = [ref.path, f"archives/{ref}", f"archives/{ref.path}"]
        return next(filter(self.has, places), ref.path)

    def entities(self) -> dict[Ref, str]:
        """Return every ref on disk, sorted, with its folder relative to the root."""
        return {Ref(*name): path for name, path in self._entities()}

    def entity_folders(self) -> list[str]:
        """Return the folders of all entities relative to the root, sorted as their refs are."""
        return [path for _, path in self._entities()]

    def _entities(self) -> list[tuple[tuple[str, str], str]]:
        """Return ((folder, slug), path): plain pairs, as every search goes through all of them."""
        found: dict[tuple[str, str], str] = {}
        for base in _BASES:
            for name in _folders(f"{self.root}/{base}"):
                if self._is_entity(base, name):
                    _add(found, base, name, f"{base}/{name}")
                elif f"{base}/{name}" in TREE or not _STRANGE.search(name):
                    for kind, folder in self._kinds(base, name):
                        for inner in _folders(f"{self.root}/{folder}"):
                            _add(found, kind, inner, f"{folder}/{inner}")
        return sorted(found.items())

    def has(self, folder: str) -> bool:
        """Return whether a folder relative to the root is there; what is in a shut one is not."""
        return os.path.isdir(f"{self.root}/{folder}")  # noqa: PTH112 - hot, and never raises

    def shut(self) -> list[str]:
        """Return the folders of the tree that are there and cannot be read, relative to the root.

        An entity's own folder is none of them: its files say so themselves.
        """
        tree = [*_BASES, *(f"areas/{kind}" for kind in self.kinds())]
        places = {name: f"{self.root}/{name}" for name in tree}
        places |= {".": str(self.root), "memory": f"{self.workspace}/memory"}
        return sorted(n for n, p in places.items() if not _is_link(p) and _is_shut(p))

    def holds(self, folder: str) -> bool:
        """Return whether a folder relative to the root holds an entity's files."""
        return _holds_memory(f"{self.root}/{folder}")

    def in_the_way(self, target: str) -> str | None:
        """Return what keeps a folder from being moved to a place relative to the root, or None.

        That is what stands there already, or something on the way to it that is no folder: what a
        link leads to is not read.
        """
        parts = target.split("/")
        way = ("/".join(parts[:depth]) for depth in range(1, len(parts) + 1))
        stands = (place for place in way if os.path.lexists(f"{self.root}/{place}"))
        return next((place for place in stands if place == target or not self.has(place)
                     or _is_link(f"{self.root}/{place}")), None)  # fmt: skip

    def blocked(self, ref: Ref) -> tuple[str, str] | None:
        """Return where an archived entity lies and what stands at its place at work, or None."""
        archived = next(filter(self.holds, (f"archives/{ref.path}", f"archives/{ref}")), None)
        way = self.in_the_way(ref.path) if archived and ref.folder != "archives" else None
        return (archived, way) if archived and way else None

    def kinds(self) -> list[str]:
        """Return the names of the folders right below areas."""
        return _folders(f"{self.root}/areas")

    def _kinds(self, base: str, name: str) -> list[tuple[str, str]]:
        """Return (kind, folder) of a folder of entities; archives/areas holds one for each kind."""
        folder = f"{base}/{name}"
        if folder != "archives/areas":
            return [(name, folder)]
        return [(kind, f"{folder}/{kind}") for kind in _folders(f"{self.root}/{folder}")]

    def _is_entity(self, base: str, name: str) -> bool:
        """Return whether a folder right below a base is an entity, not a kind of them."""
        if base == "archives":
            return _holds_memory(f"{self.root}/{base}/{name}")
        return base in ("projects", "resources")

    def strange(self) -> list[str]:
        """Return the entries that are not read, relative to the root: copies, links, odd names.

        Sorted, and safe to print: what is no printable character stands escaped.
        """
        found = [f"{self.root}/{base}" for base in _BASES if _is_link(f"{self.root}/{base}")]
        for base in _BASES:
            top = f"{self.root}/{base}"
            found += _odd_entries(top)
            for name in _folders(top):
                if self._is_entity(base, name):
                    found += _odd_entity(f"{top}/{name}", name)
                    continue
                for _, folder in self._kinds(base, name):
                    inner = f"{self.root}/{folder}"
                    found += _odd_entries(inner)
                    for entity in _folders(inner):
                        found += _odd_entity(f"{inner}/{entity}", entity)
        found += self._strange_notes()
        return sorted({_printable(os.path.relpath(path, self.root)) for path in found})

    def unread(self) -> dict[str, bool]:
        """Return the folders of entities that are not read, relative to the root, safe to print.

        With each whether it is a link; else its name is no slug. Of those that look like copies
        nothing is missed.
        """
        places = []
        for base in _BASES:
            tops = [] if base == "areas" else [(base, base)]
            for name in _folders(f"{self.root}/{base}"):
                if not (self._is_entity(base, name) or _STRANGE.search(name)):
                    tops += self._kinds(base, name)
            places += [folder for _, folder in tops]
        found = (f"{folder}/{name}" for folder in dict.fromkeys(places)
                 for name in _odd_folders(f"{self.root}/{folder}"))  # fmt: skip
        held = sorted(path for path in found if self.holds(path))
        return {_printable(path): _is_link(f"{self.root}/{path}") for path in held}

    def passed_over(self) -> list[tuple[str, str]]:
        """Return (kind, folder) of what may be entities that are not read, relative to the root.

        So it is where the folder, or one above it, is a link, and where the name is no slug.
        Nothing but copies is left out, whatever lies in the folders.
        """
        tops = [(base, base) for base in _BASES if base != "areas"]
        tops += [(kind, f"{base}/{kind}") for base in ("areas", "archives", "archives/areas")
                 for kind, _ in _below(f"{self.root}/{base}")]  # fmt: skip
        known = {*_BASES, *(place.rpartition("/")[2] for place in TREE), *self.kinds()}
        found = []
        for kind, top in tops:
            place = f"{self.root}/{top}"
            linked = os.path.realpath(place) != place  # the root itself is resolved
            found += [
                (kind, f"{top}/{name}") for name, link in _below(place)
                if (linked or link or not _canonical(name)) and name not in known
            ]  # fmt: skip
        return found

    def lost(self) -> list[str]:
        """Return the folders of the tree that are links to what is not there."""
        tree = [*_BASES, *(f"areas/{name}" for name in _listed(f"{self.root}/areas"))]
        links = (name for name in tree if _is_link(f"{self.root}/{name}"))
        return [name for name in links if not self.has(name)]

    def _strange_notes(self) -> list[str]:
        notes = f"{self.workspace}/memory"
        near = [p for p in _odd_entries(str(self.workspace)) if _TACIT.match(p.rpartition("/")[2])]
        return [notes] if _is_link(notes) else [*near, *_odd_entries(notes)]

    def note_days(self) -> list[str]:
        """Return the ISO days that have a note, sorted."""
        return sorted(n[:-3] for n in _listed(f"{self.workspace}/memory") if _NOTE.fullmatch(n))

    def remember_writer(self) -> None:
        """Keep the writer's name: a host that is renamed finds its log and lines again."""
        place = self.state / "writer"
        if not place.exists():
            disk.replace(place, f"{self.writer}\n".encode())

    def is_new(self) -> bool:
        """Return whether nothing is there yet that could be called a memory."""
        return not (self.own.exists() or self.entities() or self.note_days())


def _add(found: dict[tuple[str, str], str], folder: str, slug: str, path: str) -> None:
    if _canonical(slug):
        found.setdefault((folder, slug), path)  # what is at work comes before the archives


@lru_cache(maxsize=1 << 16)
def _canonical(name: str) -> bool:
    """Return whether a folder's name is a slug: the only names that are read as entities."""
    if _PLAIN_SLUG.fullmatch(name):
        return True
    try:
        return slugify(name) in (name, f"{name}-x")
    except SlugError:
        return False


def _holds_memory(path: str) -> bool:
    return any(os.path.exists(f"{path}/{name}") for name in _PLAIN_NAMES)  # noqa: PTH110 - hot


def _is_link(path: str) -> bool:
    return os.path.islink(path)  # noqa: PTH114 - beside its kind


def _is_shut(path: str) -> bool:
    return os.path.isdir(path) and not os.access(path, os.R_OK | os.X_OK)  # noqa: PTH112 - hot


def _listed(path: str) -> list[str]:
    try:
        return [] if _is_link(path) else os.listdir(path)  # noqa: PTH208 - names only
    except OSError:
        return []


def _folders(path: str) -> list[str]:
    """Return the names of the folders in a folder, no links, sorted; none below a link."""
    if _is_link(path):
        return []
    try:
        with os.scandir(path) as entries:
            found = [e.name for e in entries if e.is_dir(follow_symlinks=False)]
    except OSError:
        return []
    return sorted(name for name in found if not name.startswith("."))


def _below(path: str) -> list[tuple[str, bool]]:
    """Return the folders in a folder, or below a link, each with whether it is one; no copies."""
    try:
        with os.scandir(path) as entries:
            found = [(e.name, e.is_symlink()) for e in entries if e.is_symlink() or e.is_dir()]
    except OSError:
        return []
    return [
        row for row in found
        if _PLAIN_SLUG.fullmatch(row[0]) or not (row[0][0] == "." or _STRANGE.search(row[0]))
    ]  # fmt: skip


def _odd_folders(path: str) -> list[str]:
    """Return the names of folders in a folder that are links or no slugs, but no copies."""
    if _is_link(path):
        return []
    try:
        with os.scandir(path) as entries:
            return [e.name for e in entries
                    if (e.is_symlink() or not _canonical(e.name))  # of few: looked at first
                    and not (e.name.startswith(".") or _STRANGE.search(e.name))
                    and e.is_dir()]  # fmt: skip
    except OSError:
        return []


def _odd_entity(path: str, name: str) -> list[str]:
    odd = _odd_entries(path, entity=True)
    # An entity inside another's folder is too deep to be read.
    odd += [f"{path}/{inner}" for inner in _folders(path) if _holds_memory(f"{path}/{inner}")]
    return odd if _canonical(name) else [path, *odd]


def _odd_entries(path: str, *, entity: bool = False) -> list[str]:
    """Return the entries of a folder that are links, or look like somebody's copies."""
    odd = []
    for name in _listed(path):
        ours = name.startswith(TEMP_PREFIX) or name in _PLAIN_NAMES
        read = not entity and _canonical(name)
        copy = not read and (_STRANGE.search(name) or (entity and _NEAR.match(name)))
        if _is_link(f"{path}/{name}") or (copy and not ours):
            odd.append(f"{path}/{name}")
    return odd


def _printable(path: str) -> str:
    text = os.fsencode(path).decode("utf-8", "backslashreplace")
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def writer_name() -> str:
    """Return this host's name as a writer: stable for the machine, different on another."""
    host = os.uname().nodename
    try:
        machine = Path("/etc/machine-id").read_bytes()
    except OSError:
        machine = b""
    try:
        short = slugify(host, reserved=False)[:24]
    except SlugError:
        short = "host"
    return f"{short}-{sha256(machine + host.encode())[:6]}"


def locate(root: Path, *, workspace: Path | None, state: Path) -> Layout:
    """Return the layout of a memory at `root`; notes and MEMORY.md may live in `workspace`.

    Raises StoreError for a link to nowhere: what it leads to may only be away for now.
    """
    for place in (root, workspace or root):
        if _is_link(str(place)) and not os.path.exists(place):  # noqa: PTH110 - never raises
            raise StoreError(f"{place} is a link to a folder that is not there; mount or mend it")
        if os.path.lexists(place) and not os.path.isdir(place):  # noqa: PTH112 - as above
            raise StoreError(f"{place} is no folder; name another one in [memory], or move it away")
    real = root.resolve()
    own = state / "roots" / sha256(os.fsencode(real))[:12]
    return Layout(real, (workspace or root).resolve(), own, _known_writer(own) or writer_name())


def _known_writer(state: Path) -> str:
    """Return the name under which this host wrote before: a host that is renamed stays one."""
    try:
        name = (state / "writer").read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""
    return name if _WRITER.fullmatch(name) else ""
