"""source of a fact: ORIGIN:assistant:session#line[,line], written and read."""

from collections.abc import Sequence

from memoryd.core.fact import Fact
from memoryd.core.trust import origin_of
from memoryd.core.turn import Line

ORIGIN = "remember"  # of what was kept by a command or a tool


def source_of(lines: Sequence[Line]) -> str:
    """Return ORIGIN:assistant:session#line[,line] for lines of one session (the first's)."""
    first = lines[0].turn
    same = [n.turn for n in lines if (n.turn.assistant, n.turn.session)
            == (first.assistant, first.session)]  # fmt: skip
    ids = ",".join(_encode(turn.line) for turn in same)
    return f"{origin_of(first)}:{first.assistant}:{_encode(first.session)}#{ids}"


def lines_of(source: str) -> tuple[str, ...]:
    """Return the line keys (assistant:session#line) that a source names; () for a bare origin."""
    _, _, place = source.partition(":")
    where, found, ids = place.partition("#")
    if not found:
        return ()
    return tuple(f"{_decode(where)}#{_decode(line)}" for line in ids.split(","))


def by_assistant(fact: Fact) -> bool:
    """Return whether a fact rests on the word of an assistant alone: remember:PROGRAM:RUN."""
    return (fact.source or "").startswith(f"{ORIGIN}:") and (fact.source or "").count(":") > 1


def _encode(text: str) -> str:
    return text.replace("%", "%25").replace("#", "%23").replace(",", "%2C")


def _decode(text: str) -> str:
    return text.replace("%2C", ",").replace("%23", "#").replace("%25", "%")
