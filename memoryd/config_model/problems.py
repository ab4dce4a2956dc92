"""What is wrong with the configuration: one line each, which says what to write instead.

A value is shown only where it is short and a name or time was expected: it might be a key.
"""

import difflib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError

from memoryd.config_model.model import Config

Table = tuple[str, ...]
Loc = Sequence[str | int]

_MAX_SHOWN = 24
_ANY = "*"  # stands for the model's name in [prices."name"]
_SECRET = ("apikey", "token", "secret", "password", "passwd", "credential", "credentials")
_KEY_BELONGS = (
    "does not belong in this file; put the key into the systemd credential llm_api_key, the file "
    "~/.config/memoryd/llm_api_key (mode 0600), or the environment variable api_key_env names"
)
_RULES = {
    "bool_type": "must be true or false",
    "int_type": "must be a whole number",
    "float_type": "must be a number",
    "finite_number": "must be a finite number",
    "string_type": "must be text in quotes",
    "tuple_type": 'must be a list, such as ["..."]',
    "too_short": "must not be empty",
    "dict_type": "must be a table",
    "model_type": "must be a table",
    "missing": "is missing",
    "greater_than_equal": "must be at least {ge:g}",
    "greater_than": "must be more than {gt:g}",
    "less_than_equal": "must be at most {le:g}",
}


def problems_of(error: ValidationError) -> list[str]:
    """Return one line for each problem, in the order of the model."""
    return [_line(detail) for detail in error.errors(include_url=False)]


def tables(model: type[BaseModel] = Config, at: Table = ()) -> Iterator[tuple[Table, list[str]]]:
    """Yield each table's place and the names in it; the file itself is the table ()."""
    yield at, list(model.model_fields)
    for name, field in model.model_fields.items():
        kind = field.annotation
        if get_origin(kind) is dict:
            yield (*at, name), []
            yield from tables(get_args(kind)[1], (*at, name, _ANY))
        elif isinstance(kind, type) and issubclass(kind, BaseModel):
            yield from tables(kind, (*at, name))


_TABLES = dict(tables())


def _line(detail: Mapping[str, Any]) -> str:
    loc, value, context = detail["loc"], detail["input"], detail.get("ctx", {})
    match detail["type"]:
        case "extra_forbidden":
            return _unknown(loc, value)
        case "value_error":
            rule = str(context["error"]).replace("{value}", _shown(value))
        case "literal_error":
            names = re.findall("'([^']+)'", context["expected"])
            rule = f"{_shown(value)} is unknown; {_hint(str(value), {x: x for x in names})}"
        case kind:
            rule = _RULES.get(kind, "is not right").format(**context)
    return f"{_place(loc)} {rule}"


def _unknown(loc: Loc, value: object) -> str:
    *table, key = loc
    if isinstance(value, dict):
        place = _header(loc)
    elif re.sub("[^a-z]", "", str(key).lower()).endswith(_SECRET):
        return f"{_place(loc)} {_KEY_BELONGS}"
    else:
        place = _place(loc)
    homes = [home for home, names in _TABLES.items() if key in names and home]
    if len(homes) == 1:
        return f"{place} is unknown; did you mean {_place((*homes[0], key))}?"
    names = {name: _shown_name((*table, name)) for name in _TABLES[_general(table)]}
    return f"{place} is unknown; {_hint(str(key), names)}"


def _shown_name(loc: Loc) -> str:
    return _header(loc) if _is_table(loc) else str(loc[-1])


def _hint(word: str, names: Mapping[str, str]) -> str:
    """Name what is nearest to the word, or all there is; names: as compared, and as shown."""
    near = difflib.get_close_matches(word.lower().replace("-", "_"), names, n=1)
    if near:
        return f"did you mean {names[near[0]]}?"
    return f"known are {', '.join(names.values())}"


def _place(loc: Loc) -> str:
    """Write `[memory] root`, `[sources.plain] paths, entry 2,` or, for a table, `[memory]`."""
    size = max(n for n in range(len(loc) + 1) if _is_table(loc[:n]))
    entries = (f"entry {x + 1}," if isinstance(x, int) else _quoted(x) for x in loc[size:])
    return " ".join(filter(None, (_header(loc[:size]), ", ".join(entries))))


def _header(table: Loc) -> str:
    return f"[{'.'.join(_quoted(str(part)) for part in table)}]" if table else ""


def _quoted(key: str) -> str:
    return key if re.fullmatch("[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def _is_table(loc: Loc) -> bool:
    return _general(loc) in _TABLES


def _general(loc: Loc) -> Table:
    """Return a place as _TABLES has it: a price may be for a model of any name."""
    top, *rest = map(str, loc) if loc else ("",)
    return (top, _ANY, *rest[1:]) if top == "prices" and rest else tuple(map(str, loc))


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _MAX_SHOWN else "the value"
