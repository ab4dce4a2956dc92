"""answers: the JSON schemas in which a model must answer, one for each thing it is asked."""

from collections.abc import Callable, Mapping
from typing import Any

from memoryd.core.fact import Category
from memoryd.core.tacit import TacitSection

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_TEXTS: Schema = {"type": "array", "items": _TEXT}


def extraction() -> Schema:
    """Return the schema of facts found in lines, strict enough for every provider's own field."""
    return _object({"facts": _list(_fact())})


def nightly() -> Schema:
    """Return the schema of a day's review."""
    noted = {"text": _TEXT, "lines": _TEXTS}
    return _object({
        "facts": _list(_fact()),
        "events": _list(_object({"time": {**_TEXT, "description": "HH:MM"}, **noted})),
        "decisions": _list(_object(noted)),
        "processes": _list(_object(noted)),
        "referenced": {**_TEXTS, "description": "ids of facts that the day's lines refer to"},
    })  # fmt: skip


def synthesis() -> Schema:
    """Return the schema of a rewritten summary."""
    replaced = _object({"old": _TEXT, "by": _TEXT, "reason": _TEXT})
    return _object(
        {"summary": _TEXT, "superseded": _list(replaced), "completed": {"type": "boolean"}}
    )


def tacit() -> Schema:
    """Return the schema of changes to MEMORY.md."""
    kept = (section for section in TacitSection if section is not TacitSection.THREE_LAYERS)
    section = {**_TEXT, "enum": [section.value for section in kept]}
    return _object({
        "add": _list(_object({"section": section, "text": _TEXT, "lines": _TEXTS})),
        "retire": _list(_object({"text": _TEXT, "reason": _TEXT})),
    })  # fmt: skip


SCHEMAS: Mapping[str, Callable[[], Schema]] = {
    "extraction": extraction,
    "nightly": nightly,
    "synthesis": synthesis,
    "tacit": tacit,
}


def _fact() -> Schema:
    kind = {
        **_TEXT,
        "description": "person, company, project, resource, or area:<folder>, such as area:health",
    }
    entity = _object({"kind": kind, "name": _TEXT})
    return _object(
        {
            "lines": _TEXTS,
            "entity": entity,
            "fact": _TEXT,
            "category": {**_TEXT, "enum": [category.value for category in Category]},
            "when": {"type": ["string", "null"], "description": "YYYY-MM-DD, or null"},
            "replaces": _TEXTS,
            "related": _list(entity),
        }
    )


def _list(item: Schema) -> Schema:
    return {"type": "array", "items": item}


def _object(properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
