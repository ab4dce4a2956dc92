"""A passage as a row of its table, and back."""

from typing import Any

from memoryd.core.passage import Layer, Passage

COLUMNS = """path, start_line, end_line, layer, text, scene, subject, entity, speaker, day, fact,
superseded_by, origin, for_group, weight"""


def row_of(passage: Passage) -> tuple[object, ...]:
    """Return the values of COLUMNS."""
    return tuple(
        clean(value) if isinstance(value, str) else value
        for value in (
            passage.path, passage.start_line, passage.end_line, passage.layer, passage.text,
            passage.scene, passage.subject, passage.entity, passage.speaker, passage.day,
            passage.fact, passage.superseded_by, passage.origin, passage.for_group, passage.weight,
        )
    )  # fmt: skip


def passage_of(row: tuple[Any, ...]) -> Passage:
    """Return the passage that a row of COLUMNS holds."""
    fields: list[Any] = [*row[:3], Layer(row[3]), *row[4:13], bool(row[13]), row[14]]
    return Passage(*fields)


def clean(text: str) -> str:
    """Return a text that SQLite can hold: a lone surrogate becomes a question mark."""
    return text.encode("utf-8", "replace").decode()
