"""What became of single entities in a job, a line each: found by their name in the journal.

A line names the entity and what was done, never what was said of it.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import structlog

from memoryd.core.entity import ref_of

_FILES = ("/items.json", "/summary.md")

log = structlog.get_logger()


def named(path: str) -> dict[str, str]:
    """Return the field that names the entity whose file a path is; {} for a note or MEMORY.md."""
    return {"entity": str(ref_of(path))} if path.endswith(_FILES) else {}


def tell(answer: Mapping[str, Any]) -> None:
    """Log what a job's answer says of single entities; what it only plans is not told."""
    for ref in _back(answer):
        log.info("entity_back", entity=ref)
    if "plan" in answer:
        return
    for made in answer.get("entities", ()):
        _tell_summary(made, read=made["ref"] not in answer.get("unread", ()))
    for ref in answer.get("archived", ()):
        log.info("entity_archived", entity=ref)
    for kept in answer.get("kept", ()):
        log.warning("entity_not_archived", entity=kept["ref"])


def _back(answer: Mapping[str, Any]) -> Iterator[str]:
    for part in (answer, answer.get("heartbeat", {}), *answer.get("days", ())):
        yield from part.get("back", ())


def _tell_summary(made: Mapping[str, Any], *, read: bool) -> None:
    """Tell whose text was written, or why the file was left as it is."""
    ref, refusal = made["ref"], made["refusal"]
    if made["changed"]:
        log.info("summary_written", entity=ref, by=made["text"], refusal=refusal)
    elif made["trouble"]:
        log.warning("summary_left", entity=ref, reason="its file could not be taken in or written")
    elif refusal or not read:
        log.warning("summary_left", entity=ref, reason=refusal or "no readable answer")
