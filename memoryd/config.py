"""The settings that reading needs, taken from the TOML file without pydantic (0.12 s at start).

What the whole file may hold, and every message about it, is memoryd.config_model's.
"""

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from memoryd.core import secret_own
from memoryd.core.entity import slugify
from memoryd.core.regex import regex
from memoryd.core.value import frozen
from memoryd.errors import DataError
from memoryd.paths import Paths, expand_home, own_folder

_PLAIN = regex(r"(?!\.)[^/\\]+\Z")  # a folder's name
LAYERS = ("tacit", "notes", "graph", "search")


@frozen
class Settings:
    """What recall, search and context must know; the rest of the file is not looked at.

    workspace: where MEMORY.md, USER.md and memory/ are, None for the root itself; keep_lines: see
    [memory]; secret_patterns: see [privacy]; semantic: whether meaning is searched too, where the
    parts for it are installed;
    embeddings: whether [embeddings] names a server for it; timezone: an IANA name, None for the
    machine's; layers: the names of those switched on.
    """

    config_file: Path
    root: Path
    workspace: Path | None
    operator_name: str | None
    timezone: str | None
    layers: frozenset[str]
    group_visible: tuple[str, ...]
    trust_channels: tuple[str, ...]
    keep_lines: bool = True
    secret_patterns: tuple[str, ...] = ()
    semantic: bool = True
    embeddings: bool = False


def read_settings(path: Path | None = None, *, env: Mapping[str, str]) -> Settings:
    """Read the file (the one in the XDG config folder by default); defaults where it is missing.

    Raises ConfigError with the same problems as the full reader.
    """
    paths = Paths.of(env)
    file = path or paths.config_file
    return _plain_settings(file, paths.home) or _through_the_model(file, env)


def _plain_settings(file: Path, home: Path) -> Settings | None:
    """Return the settings of a file with nothing unusual in it, None for any other."""
    try:
        if not file.is_file() and file.exists():
            return None  # a pipe would be waited for without end
        data = tomllib.loads(file.read_text("utf-8"))
        return _settings(data, file, home) if _sound(data) else None
    except FileNotFoundError:
        return _settings({}, file, home)
    except (OSError, ValueError, RecursionError, ZoneInfoNotFoundError, DataError):
        return None


def _settings(data: Mapping[str, Any], file: Path, home: Path) -> Settings:
    operator, memory = data.get("operator", {}), data.get("memory", {})
    name, timezone = operator.get("name"), operator.get("timezone")
    if name is not None:
        slugify(name)
    if timezone is not None:
        ZoneInfo(timezone)
    workspace = memory.get("workspace")
    return Settings(
        config_file=file,
        root=own_folder(expand_home(memory.get("root", "~/life"), home), home),
        workspace=None if workspace is None else own_folder(expand_home(workspace, home), home),
        operator_name=name,
        timezone=timezone,
        layers=frozenset(x for x in LAYERS if data.get("layers", {}).get(x, True)),
        group_visible=tuple(
            data.get("privacy", {}).get("group_visible", ("projects", "resources"))
        ),
        trust_channels=tuple(data.get("trust", {}).get("channels", ())),
        keep_lines=bool(memory.get("keep_lines", True)),
        secret_patterns=tuple(data.get("privacy", {}).get("secret_patterns", ())),
        semantic=bool(data.get("search", {}).get("semantic", True)),
        embeddings=_names_a_server(data.get("embeddings")),
    )


def _through_the_model(file: Path, env: Mapping[str, str]) -> Settings:
    from memoryd.config_model import load  # noqa: PLC0415 - pydantic: 0.12 s, if it looks wrong

    config = load(file, env=env)
    return Settings(
        config_file=file,
        root=config.memory.root,
        workspace=config.memory.workspace,
        operator_name=config.operator.name,
        timezone=config.operator.timezone,
        layers=frozenset(name for name in LAYERS if getattr(config.layers, name)),
        group_visible=config.privacy.group_visible,
        trust_channels=config.trust.channels,
        keep_lines=config.memory.keep_lines,
        secret_patterns=config.privacy.secret_patterns,
        semantic=config.search.semantic,
        embeddings=config.embeddings.wanted,
    )


def _names_a_server(table: object) -> bool:
    return isinstance(table, dict) and not table.keys().isdisjoint(_OF_A_SERVER)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value) and value == value.strip() and value.isprintable()


def _is_list(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _are_folders(value: object) -> bool:
    return isinstance(value, list) and all(_is_text(v) and _PLAIN.match(v) for v in value)


def _are_patterns(value: object) -> bool:
    return isinstance(value, list) and all(
        _is_text(v) and secret_own.fault(v) is None for v in value
    )


def _is_switch(value: object) -> bool:
    return isinstance(value, bool)


def _is_engine(value: object) -> bool:
    return value in ("fts5", "tantivy")


_CHECKED: Mapping[str, Mapping[str, Callable[[object], bool]]] = {
    "operator": {"name": _is_text, "timezone": _is_text},
    "memory": {"root": _is_text, "workspace": _is_text, "keep_lines": _is_switch},
    "layers": dict.fromkeys(LAYERS, _is_switch),
    "privacy": {"group_visible": _are_folders, "secret_patterns": _are_patterns},
    "trust": {"channels": _is_list},
    "search": {"semantic": _is_switch, "engine": _is_engine},
}
_OF_A_SERVER = ("base_url", "model", "api_key_env")
_UNREAD = frozenset({"llm", "embeddings", "budget", "prices", "schedule", "sources"})


def _sound(data: Mapping[str, Any]) -> bool:
    """Return whether each section is known and each key of the sections read here is right."""
    return all(
        name in _UNREAD or (name in _CHECKED and _sound_table(table, _CHECKED[name]))
        for name, table in data.items()
    )


def _sound_table(table: object, checks: Mapping[str, Callable[[object], bool]]) -> bool:
    return isinstance(table, dict) and all(
        key in checks and checks[key](value) for key, value in table.items()
    )
