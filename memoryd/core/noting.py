"""What reconcile writes into the day's note: what was stored, and what others said or asked."""

from zoneinfo import ZoneInfo

from memoryd.core.admission import Claim
from memoryd.core.change import Bullets
from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.grounding import local
from memoryd.core.notes import Section, event_bullet, fact_bullet
from memoryd.core.turn import Audience, Line, Role

_MAX_SPEAKER = 60
_FLAG = "\N{BLACK FLAG}"


def stored_bullet(claim: Claim, fact: Fact, ref: Ref, zone: ZoneInfo) -> Bullets:
    """Return the line of a stored fact, in the note of the day on which it was said."""
    day = local(claim.lines[0], zone).isoformat()
    return Bullets(day, Section.FACTS_EXTRACTED, (fact_bullet(fact.fact, ref.path),))


def said_bullet(claim: Claim, zone: ZoneInfo, *, asks: bool) -> Bullets:
    """Return the line that names who said something that is no fact; a request is flagged."""
    line = claim.lines[0]
    moment = line.turn.time.astimezone(zone)
    text = f"{_speaker(line)} {'asks' if asks else 'says'}: {claim.text}"
    bullet = event_bullet(f"{moment:%H:%M}", f"{_FLAG} {text}" if asks else text)
    return Bullets(moment.date().isoformat(), Section.KEY_EVENTS, (bullet,))


def _speaker(line: Line) -> str:
    turn = line.turn
    group = turn.audience is Audience.GROUP
    via = {
        Role.ASSISTANT: turn.assistant,
        Role.MEMBER: turn.channel or "group",
        Role.OPERATOR: (turn.channel or "group") if group else "quoted",
    }.get(turn.role, turn.role.value)
    unnamed = {Role.ASSISTANT: "Assistant", Role.OPERATOR: "The operator"}.get(turn.role, "Somebody")
    return f"{(turn.speaker or unnamed)[:_MAX_SPEAKER]} ({via})"
