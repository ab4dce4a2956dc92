"""memoryd's own plain format: any program can write it, one file a session."""

from collections import Counter
from pathlib import Path
from typing import Any

from memoryd.core.turn import Role
from memoryd.sources.reader import JsonlSource
from memoryd.sources.rows import name
from memoryd.sources.shapes import Said, Skip
from memoryd.sources.strip import human, label, reply, writable

_ROLES = {role.value: role for role in Role} | {"user": Role.OPERATOR, "human": Role.OPERATOR}


class PlainSource(JsonlSource):
    """Rows `{"time", "role", "speaker"?, "channel"?, "id"?, "text"}`; the session is the stem.

    Where two folders hold files of one name, their folder's name goes before it: ids such as "1"
    stand in many files, and a line must not be taken for another's copy.
    """

    name = "plain"
    _shared_stems: frozenset[str] = frozenset()

    def learn(self, paths: list[str]) -> None:
        """Note which files share a name."""
        counted = Counter(path.rpartition("/")[2].rpartition(".")[0] for path in paths)
        self._shared_stems = frozenset(stem for stem, count in counted.items() if count > 1)

    def stem(self, path: Path) -> str:
        """Return the session of a file: its stem, behind its folder's name where that is shared."""
        return f"{path.parent.name}/{path.stem}" if path.stem in self._shared_stems else path.stem

    def said(self, row: dict[str, Any]) -> Said | Skip:
        """Return what a row says; tool, file, email and web rows too: trust decides later."""
        stated, text = row.get("role"), row.get("text")
        role = _ROLES.get(stated.strip().lower()) if isinstance(stated, str) else None
        if role is None or not isinstance(text, str):
            return Skip.BAD_ROW
        words = _words(role, text)
        if isinstance(words, Skip):
            return words
        return Said(
            role,
            words,
            times=(row.get("time"),),
            line=name(row.get("id")),
            speaker=label(row.get("speaker")),
            channel=label(row.get("channel")),
        )


def _words(role: Role, text: str) -> str | Skip:
    match role:
        case Role.OPERATOR | Role.MEMBER:
            return human(text)
        case Role.ASSISTANT:
            return reply(text)
        case _:
            return writable(text).strip() or Skip.EMPTY
