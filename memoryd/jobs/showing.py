"""showing: what a model is shown beside a session or a prompt, as the daemon's verb `context`."""

from collections.abc import Mapping
from typing import Any

from memoryd import clock
from memoryd.core.turn import Audience
from memoryd.jobs import prompted, reminder
from memoryd.jobs.reading import Glancing, Reading


def context(memory: Reading | Glancing, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return text and what else briefing tells; with a prompt, the text of reminder.

    params: audience (anything but private is group), now (None for the clock), budget in tokens,
    prompt. Raises UsageError for a `now` that is no time.
    """
    private = params.get("audience") == Audience.PRIVATE.value
    audience = Audience.PRIVATE if private else Audience.GROUP
    now = clock.parse_now(params.get("now"), memory.zone)
    prompt = params.get("prompt")
    if prompt is not None:
        asked = prompted.Asked(audience, now, params.get("budget") or reminder.BUDGET)
        return reminder.reminder(memory, prompt, asked)
    from memoryd.jobs.briefing import briefing  # noqa: PLC0415 - a prompt waits for its start

    asked = prompted.Asked(audience, now, params.get("budget") or prompted.BUDGET)
    return briefing(memory.whole, asked)
