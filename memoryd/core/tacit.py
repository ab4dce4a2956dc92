"""MEMORY.md: its sections, and the marked block that tells an assistant how memory works."""

import hashlib
from collections.abc import Sequence
from enum import StrEnum

from memoryd.core import blocks


class TacitSection(StrEnum):
    """The sections of MEMORY.md."""

    HOW_I_WORK = "How I Work"
    COMMUNICATION = "Communication Preferences"
    SERVICES = "Services & Access"
    HARD_RULES = "Hard Rules"
    LESSONS = "Lessons Learned"
    PRIORITIES = "Project Priorities"
    THREE_LAYERS = "Memory — Three Layers"


_KEYS = frozenset(blocks.heading_key(section) for section in TacitSection)
_THREE_LAYERS = blocks.heading_key(TacitSection.THREE_LAYERS)

_RULES = """\
memoryd keeps what is worth knowing in three layers of plain files.

- How the operator works: `{memory}` (this file).
- What happened, day by day: `{notes}/YYYY-MM-DD.md`.
- What is known: a folder for each project (`{root}/projects/`), person (`{root}/areas/people/`), \
company (`{root}/areas/companies/`) and subject (`{root}/resources/`); what is finished lies in \
`{root}/archives/`.

To recall something, stop at the first step that answers:

1. `summary.md` in the folder: the short, current picture.
2. `items.json` beside it: every fact with its date; only `"status": "active"` holds today.
3. Search everything: the tool `memory_search`, or `memoryd search WORDS`.

Rules:

- Save what should last with the tool `memory_remember`, or `memoryd remember "TEXT"`; \
do not write the files yourself.
- A fact that no longer holds is superseded by the new one, never deleted.
- On Sunday each `summary.md` is written anew from the active facts.
- This file, `USER.md` and the daily notes are private: in a group, do not quote or use them.
- The operator may edit every file; what a person wrote wins.
"""


def rules_text(*, root: str, notes: str, memory: str) -> str:
    """Return the rules for assistants; the paths are written as given, such as ~/life."""
    return _RULES.format(root=root.rstrip("/"), notes=notes.rstrip("/"), memory=memory)


def with_rules(raw: bytes | None, rules: str) -> bytes:
    """Return MEMORY.md with the rules in a marked block of the section on the three layers.

    Rules of an earlier version are replaced, unless a person edited them: theirs stand. Every
    other byte stays. raw None (or empty) begins the file.
    """
    file = raw or b"# MEMORY.md\n"
    document = blocks.read(file)
    lines = rules.splitlines()
    sealed = [f"<!-- memoryd {_seal(lines)} -->", *lines]
    parts = [part for part in document.parts(_KEYS) if part.heading.key == _THREE_LAYERS]
    for part in parts:
        for block in document.blocks(part.heading.content, part.end):
            if block.seal is not None:
                if block.seal != _seal(document.texts[block.opened + 1 : block.closed]):
                    return file
                return document.replace(block.opened, block.closed, sealed)
    if parts:
        at = document.text_end(parts[0].heading.content, parts[0].own)
        return document.insert(at, [*sealed, blocks.CLOSE])
    at = document.text_end(0, len(document.lines))
    heading = f"## {TacitSection.THREE_LAYERS}"
    return document.insert(at, ([""] if at else []) + [heading, *sealed, blocks.CLOSE])


def _seal(lines: Sequence[str]) -> str:
    """Return the digest by which an edit is noticed; line ends and trailing spaces are no edit."""
    text = "\n".join(line.rstrip() for line in lines)
    return hashlib.sha256(text.encode()).hexdigest()[:8]
