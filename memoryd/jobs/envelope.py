"""How lines and held facts are shown to a model: as data, in forms no text can break out of."""

import re
from collections.abc import Iterable, Iterator

from memoryd.clock import local_day
from memoryd.core.blocks import one_line
from memoryd.core.proposal import ExtractionRequest, Known
from memoryd.core.turn import Line, Role

MAX_ASSISTANT = 600  # characters; what an assistant said is context, its start is enough
MAX_OTHER = 16_000  # of any other line, half from each end
_MAX_WHO = 60
_LINE_ID = re.compile(r"\[(m\d+)\]", re.IGNORECASE)
_RESERVED = frozenset({"operator", "assistant"})


def enveloped(request: ExtractionRequest, nonce: str) -> str:
    """Return what memory holds and the lines of a request, marked off by the nonce."""
    parts = ["What memory holds already:", *_held(request.known), ""]
    parts += [f"Lines, until the mark {nonce} stands again:", f"<<<{nonce}"]
    parts += [_shown(line, request, nonce) for line in request.lines]
    return "\n".join([*parts, f"{nonce}>>>", "The facts that these lines state, as JSON:"])


def _held(known: Iterable[Known]) -> Iterator[str]:
    for entity in known:
        yield f"> {one_line(entity.name)} ({one_line(entity.kind)})"
        for fact_id, day, text in entity.facts:
            yield f">   {one_line(fact_id)}, {one_line(day)}: {_safe(text)}"


def _shown(line: Line, request: ExtractionRequest, nonce: str) -> str:
    turn = line.turn
    local = turn.time.astimezone(request.zone)
    text = _safe(turn.text.replace(nonce, ""))
    if turn.role is Role.ASSISTANT:
        text = _short(text, MAX_ASSISTANT, 0)
    text = _short(text, MAX_OTHER // 2, MAX_OTHER // 2)
    day = local_day(turn.time, request.zone).isoformat()
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
