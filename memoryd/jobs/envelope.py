"""How lines and held facts are shown to a model: as data, in forms no text can break out of."""

import re
from collections.abc import Iterable, Iterator
from zoneinfo import ZoneInfo

from memoryd.clock import local_day
from memoryd.core.blocks import one_line
from memoryd.core.proposal import (
    DayRequest,
    ExtractionRequest,
    Known,
    SynthesisRequest,
    TacitRequest,
)
from memoryd.core.turn import Line, Role

MAX_ASSISTANT = 600  # characters; what an assistant said is context, its start is enough
MAX_OTHER = 16_000  # of any other line, half from each end
_MAX_WHO = 60
_LINE_ID = re.compile(r"\[(m\d+)\]", re.IGNORECASE)
_RESERVED = frozenset({"operator", "assistant"})


def enveloped(request: ExtractionRequest | DayRequest, nonce: str) -> str:
    """Return what memory holds and the lines of a request, marked off by the nonce."""
    parts = ["What memory holds already:", *_held(request.known)]
    if isinstance(request, DayRequest):
        parts += [f"> note: {_safe(text)}" for text in request.noted]
        asked = "What these lines say of their day, as JSON:"
    else:
        asked = "The facts that these lines state, as JSON:"
    parts += ["", f"Lines, until the mark {nonce} stands again:", f"<<<{nonce}"]
    parts += [shown(line, request.zone, nonce) for line in request.lines]
    return "\n".join([*parts, f"{nonce}>>>", asked])


def entity_shown(request: SynthesisRequest, nonce: str) -> str:
    """Return what is known of one entity, marked off by the nonce; a fact is one line."""
    about = f"{one_line(request.name)} ({one_line(request.kind)})"
    parts = [f"{about}, until the mark {nonce} stands again:", f"<<<{nonce}"]
    parts.append("The summary that stands:")
    parts += [f"> {_safe(row)}" for row in request.summary.replace(nonce, "").splitlines()]
    parts.append("Facts that hold:")
    for fact_id, day, heat, text in request.facts:
        parts.append(f"[{one_line(fact_id)}] {day} {heat}: {_safe(text.replace(nonce, ''))}")
    parts += ["Facts that were replaced:"] if request.ended else []
    for fact_id, day, text, by in request.ended:
        said = _safe(text.replace(nonce, ""))
        parts.append(f"[{one_line(fact_id)}] {day}, replaced by {one_line(by)}: {said}")
    return "\n".join([*parts, f"{nonce}>>>", "Its summary, as JSON:"])


def tacit_shown(request: TacitRequest, nonce: str) -> str:
    """Return what MEMORY.md says and the operator's lines, marked off by the nonce."""
    parts = ["What MEMORY.md says already:"]
    parts += [f"> {_safe(section)}: {_safe(text)}" for section, text in request.standing]
    parts += ["", f"Lines, until the mark {nonce} stands again:", f"<<<{nonce}"]
    parts += [shown(line, request.zone, nonce) for line in request.lines]
    asked = "What they show of how the operator works, as JSON:"
    return "\n".join([*parts, f"{nonce}>>>", asked])


def _held(known: Iterable[Known]) -> Iterator[str]:
    for entity in known:
        yield f"> {one_line(entity.name)} ({one_line(entity.kind)})"
        for fact_id, day, text in entity.facts:
            yield f">   {one_line(fact_id)}, {one_line(day)}: {_safe(text)}"


def shown(line: Line, zone: ZoneInfo, nonce: str) -> str:
    """Return a line as a model sees it: `[m12] day time who: text`; the nonce is cut out of it."""
    turn = line.turn
    local = turn.time.astimezone(zone)
    text = _safe(turn.text.replace(nonce, ""))
    if turn.role is Role.ASSISTANT:
        text = _short(text, MAX_ASSISTANT, 0)
    text = _short(text, MAX_OTHER // 2, MAX_OTHER // 2)
    day = local_day(turn.time, zone).isoformat()
    return f"[{line.id}] {day} {local:%H:%M} {_who(line)}: {text}"


def _who(line: Line) -> str:
    """Return who speaks; no other speaker can be called operator or assistant."""
    turn = line.turn
    if turn.role in (Role.OPERATOR, Role.ASSISTANT):
        return turn.role.value
    name = " ".join(_safe(turn.speaker or "").replace(":", " ").split())[:_MAX_WHO].strip()
    if name.casefold() in _RESERVED:
        return f"{turn.role.value} called {name}"
    return name or turn.role.value


def _safe(text: str) -> str:
    """Return a text as one visible line that holds no line's id in its own form."""
    return _LINE_ID.sub(r"(\1)", one_line(text))


def _short(text: str, head: int, tail: int) -> str:
    if len(text) <= head + tail:
        return text
    left_out = len(text) - head - tail
    end = f" {text[-tail:]}" if tail else ""
    return f"{text[:head]} [... {left_out:,} characters left out ...]{end}"
