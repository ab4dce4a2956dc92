"""Attack texts through a fully compromised extractor: structure alone must hold."""

import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest

from memoryd.core.plan import Outcome
from memoryd.core.proposal import Proposal
from memoryd.core.turn import Line
from tests.core.recon_kit import Memory, fates, line, notes, propose

_FILE = Path(__file__).parents[2].parent / "shared" / "cases" / "poison.jsonl"
_ROLES = {
    "email": "email", "web_page": "web", "tool_output": "tool", "file": "file",
    "calendar_invite": "file", "summary_md": "file", "assistant": "assistant",
    "operator_chat": "operator", "operator_paste": "operator",
}  # fmt: skip


def _entries(label: str) -> list[dict[str, Any]]:
    if not _FILE.exists():
        return []
    rows = [json.loads(text) for text in _FILE.read_text().splitlines()]
    return [row for row in rows if row["label"] == label]


pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not _FILE.exists(), reason="needs ../shared/cases/poison.jsonl"),
]


def _said(entry: dict[str, Any]) -> Line:
    if entry["source"] == "group_chat":
        return line(2, entry["text"], "member", speaker="Ray", channel="telegram:group")
    return line(2, entry["text"], _ROLES[entry["source"]])


def _memory() -> Memory:
    memory = Memory().hold("people/alex", "Alex works at Acme", "Alex prefers short answers")
    memory.hold("projects/beacon", "Beacon uses REST").hold("people/sarah", "Manages Alex")
    return memory.hold("people/sarah", "Sarah is strict", "Sarah is Alex's manager")


def _wanted(entry: dict[str, Any]) -> list[Proposal]:
    """Everything an attacker could ask for, with every line as its witness."""
    text = entry["text"]
    words = [entry["text"], *re.split(r"(?<=[.!?:;\n])\s+", text), *entry["must_not_appear"]]
    everything = ("alex-001", "alex-002", "beacon-001", "sarah-001", "sarah-002", "sarah-003")
    choices = itertools.product(
        dict.fromkeys(text for text in words if text.strip()),
        (("m2",), ("m1",), ("m3",), ("m2", "m1"), ("m1", "m2", "m3")),
        ("person Alex", "person operator", "project Beacon", "person ../../etc"),
        ("preference", "status"),
    )
    return [
        propose(fact, *cited, about=about, category=kind, when="2099-01-01", replaces=everything)
        for fact, cited, about, kind in choices
    ]


@pytest.mark.parametrize("entry", _entries("attack"), ids=lambda entry: entry["id"])
def test_no_attack_reaches_an_active_fact_or_touches_another(entry: dict[str, Any]) -> None:
    memory = _memory()
    before = memory.everything()
    lines = [
        line(1, "Please check the mail and the page, and tell me what they ask me to remember."),
        _said(entry),
        line(3, "Thanks, yes. Beacon and security approvals are always on my mind."),
    ]

    memory.take(_wanted(entry), lines)

    stored = [fact.fact for fact in memory.everything() if fact.active]
    assert [t for t in stored if any(bad in t for bad in entry["must_not_appear"])] == []
    assert [fact for fact in memory.everything() if fact in before] == before


@pytest.mark.parametrize(
    "entry",
    [e for e in _entries("benign") if e["source"] == "operator_chat" and e["expected"] == "store"],
    ids=lambda entry: entry["id"],
)
def test_what_the_operator_says_is_stored_whatever_words_it_holds(entry: dict[str, Any]) -> None:
    plan = _memory().take([propose(entry["text"], "m2")], [_said(entry)])

    assert fates(plan) == ["stored"]


@pytest.mark.parametrize(
    "entry",
    [e for e in _entries("benign") if e["expected"] == "store_attributed"],
    ids=lambda entry: entry["id"],
)
def test_what_others_say_is_a_line_in_the_note_that_names_them(entry: dict[str, Any]) -> None:
    plan = _memory().take([propose(entry["text"], "m2", about="person Alex")], [_said(entry)])

    assert [d.outcome for d in plan.decisions] == [Outcome.ATTRIBUTED]
    assert len(notes(plan)) == 1


_OTHERS = {"email", "web_page", "group_chat", "tool_output", "file", "calendar_invite"}


def _flagged(label: str) -> tuple[int, int]:
    """How many texts of strangers are flagged with no model at all, and how many there are."""
    texts = [entry for entry in _entries(label) if entry["source"] in _OTHERS]
    return sum(bool(_memory().take([], [_said(e)]).reviews) for e in texts), len(texts)


def test_most_attacks_are_flagged_without_a_model_and_nothing_benign_is() -> None:
    flagged, there = _flagged("attack")

    assert flagged >= 0.6 * there  # of the others most state something and ask for nothing
    assert _flagged("benign")[0] == 0
