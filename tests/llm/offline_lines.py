"""Requests to the offline extractor, and its answers in brief."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from memoryd.core.proposal import ExtractionRequest, Known, Proposal
from memoryd.core.turn import Line, Role, Turn
from memoryd.llm.offline import Offline

NOON = datetime(2026, 1, 14, 12, tzinfo=UTC)  # a Wednesday
FOLDERS = {"person": "people", "company": "companies", "project": "projects"}


def said(*texts: str, role: Role = Role.OPERATOR, **turn: str) -> tuple[Line, ...]:
    return tuple(
        Line(seq, Turn("plain", "s", str(seq), NOON, role, text, **turn))
        for seq, text in enumerate(texts, start=1)
    )


def read(lines: tuple[Line, ...], *known: Known, operator: str = "Alex") -> tuple[Proposal, ...]:
    request = ExtractionRequest(operator, ZoneInfo("UTC"), lines, known)
    return Offline().extract(request).facts


def held(kind: str, name: str, *facts: str) -> Known:
    slug = name.lower().replace(" ", "-")
    rows = ((f"{slug}-{n:03}", "2025-06-15", text) for n, text in enumerate(facts, start=1))
    return Known(f"{FOLDERS[kind]}/{slug}", kind, name, tuple(rows))


def briefly(*texts: str) -> list[str]:
    return [f"{p.entity.name}: {p.fact}" for p in read(said(*texts))]
