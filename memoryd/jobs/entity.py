"""entity: what memory holds about one entity, as the JSON that assistants are given."""

from typing import Any

from memoryd.core.turn import Audience
from memoryd.jobs.hearing import hidden_for
from memoryd.jobs.reading import Reading
from memoryd.jobs.recall import Shown, Unclear, fact_told, opened, recall


def entity(memory: Reading, name: str, *, shown: Shown, audience: Audience) -> dict[str, Any]:
    """Return status ok with ref, name, path, summary, facts and stale; or not_found, or unclear.

    Then nearest names who may be meant, of those the audience may know of. What it may not know of
    is not found. What is shown counts as opened.
    """
    kinds, hidden = memory.settings.group_visible, hidden_for(memory, audience)
    found = recall(memory.store, name, audience=audience, group_visible=kinds, hidden=hidden)
    if isinstance(found, Unclear):
        status = "unclear" if found.meant else "not_found"
        return {"status": status, "nearest": list(found.meant or found.nearest)}
    found = found.narrowed(shown)
    opened(memory, found)
    return {
        "status": "ok",
        "ref": str(found.ref),
        "name": found.name,
        "path": found.path,
        "summary": found.text,
        "facts": [fact_told(fact) for fact in found.facts],
        "stale": found.stale,
    }
