"""Where everything lives under the root, and which names are never read as memory."""

import hashlib
import os
import re
import socket
from dataclasses import dataclass
from pathlib import Path

from memoryd.core.entity import Ref, slugify
from memoryd.errors import SlugError, StoreError

_STRANGE = re.compile(
    r"~$|^\.#|\.sw[a-z]$|^4913$| copy(?: \d+)?\.|(?<=\w) \d+\.\w+$|\.sync-conflict-|conflicted copy"
    r"|\.orig$|\.bak$|\.tmp$|\.rej$"
)
_PLAIN_NAMES = frozenset({"items.json", "summary.md"})
TEMP_PREFIX = ".memoryd-"


@dataclass(frozen=True, slots=True)
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

    def absolute(self, path: str) -> Path:
        """Return the place of a memory file: notes and MEMORY.md live in the workspace.

        Raises StoreError for a path that would leave the memory.
        """
        if path.startswith("/") or ".." in path.split("/"):
            raise StoreError(f"{path} is outside the memory")
        inside = path.startswith("memory/") or path in ("MEMORY.md", "USER.md")
        return (self.workspace if inside else self.root) / path

    def folder_of(self, ref: Ref) -> str:
        """Return the folder of a ref relative to the root; an archived one where it lies now."""
        archived = f"archives/{ref}"
        if not (self.root / ref.path).is_dir() and (self.root / archived).is_dir():
            return archived
        return ref.path

    def refs(self) -> tuple[list[Ref], list[str]]:
        """Return all refs on disk, sorted, and the paths of entries that are not read."""
        found, strange = set[Ref](), list[str]()
        for base in ("projects", "resources", "areas", "archives"):
            for entry in _folders(self.root / base, strange):
                if base in ("projects", "resources"):
                    self._add_ref(base, entry, found, strange)
                elif base == "archives" and _has_memory(entry):
                    self._add_ref("archives", entry, found, strange)
                else:
                    for inner in _folders(entry.path, strange):
                        self._add_ref(entry.name, inner, found, strange)
        relative = [os.path.relpath(path, self.root) for path in strange]
        return sorted(found), sorted(relative)

    @staticmethod
    def _add_ref(
        folder: str, entry: os.DirEntry[str], found: set[Ref], strange: list[str]
    ) -> None:
        try:
            canonical = slugify(entry.name) in (entry.name, f"{entry.name}-x")
        except SlugError:
            canonical = False
        if not canonical:
            strange.append(entry.path)
            return
        found.add(Ref(folder, entry.name))
        _folders(entry.path, strange)

    def note_days(self) -> list[str]:
        """Return the ISO days that have a note, sorted."""
        try:
            names = os.listdir(self.workspace / "memory")
        except OSError:
            return []
        return sorted(n[:-3] for n in names if re.fullmatch(r"\d{4}-\d\d-\d\d\.md", n))


def _has_memory(entry: os.DirEntry[str]) -> bool:
    return any(os.path.exists(os.path.join(entry.path, n)) for n in _PLAIN_NAMES)  # noqa: PTH110, PTH118 - hot


def _folders(path: str | Path, strange: list[str]) -> list[os.DirEntry[str]]:
    """Return the folders in a folder, no links; names files that look like somebody's copies."""
    folders: list[os.DirEntry[str]] = []
    try:
        with os.scandir(path) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if entry.is_symlink() or (_STRANGE.search(entry.name) and entry.name[0] != "."):
                    strange.append(entry.path)
                elif entry.is_dir() and not entry.name.startswith("."):
                    folders.append(entry)
                elif _STRANGE.search(entry.name) and not entry.name.startswith(TEMP_PREFIX):
                    strange.append(entry.path)
    except OSError:
        return []
    return folders


def writer_name() -> str:
    """Return this host's name as a writer: stable for the machine, different on another."""
    host = socket.gethostname()
    try:
        machine = Path("/etc/machine-id").read_bytes()
    except OSError:
        machine = b""
    try:
        short = slugify(host, reserved=False)[:24]
    except SlugError:
        short = "host"
    return f"{short}-{hashlib.sha256(machine + host.encode()).hexdigest()[:6]}"


def locate(root: Path, *, workspace: Path | None, state: Path) -> Layout:
    """Return the layout of a memory at `root`; notes and MEMORY.md may live in `workspace`."""
    real = root.resolve()
    name = hashlib.sha256(str(real).encode()).hexdigest()[:12]
    return Layout(real, (workspace or root).resolve(), state / "roots" / name, writer_name())
