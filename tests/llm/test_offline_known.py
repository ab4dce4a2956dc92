"""What new facts end: older values, ties of a job that was left, and the bundled story."""

import json
import sys
from datetime import datetime
from importlib import resources
from zoneinfo import ZoneInfo

import pytest

from memoryd.core.proposal import ExtractionRequest, Known, Mention
from memoryd.core.turn import Line, Role, Turn
from memoryd.llm.offline import Offline
from tests.llm.offline_lines import FOLDERS, briefly, held, read, said


def test_the_other_party_never_replaces_what_the_operator_said() -> None:
    lines = said("I moved to Lisbon", role=Role.MEMBER, speaker="Ines", channel="x:direct")
    (proposal,) = read(lines, held("person", "Ines", "Lives in Berlin"))
    assert proposal.replaces == ()


@pytest.mark.parametrize(
    ("text", "known", "replaces"),
    [
        ("I moved to Lisbon", held("person", "Alex", "Lives in Berlin", "Vegetarian"),
         ("alex-001",)),
        ("I hate Chinese food", held("person", "Alex", "Loves Chinese food", "Loves tea"),
         ("alex-001",)),
        ("I prefer calls over email", held("person", "Alex", "Prefers email over calls"),
         ("alex-001",)),
        ("I'm vegan now", held("person", "Alex", "Vegetarian"), ("alex-001",)),
        ("I started at Tallow Labs", held("person", "Alex", "Works at Acme Corp", "Early riser"),
         ("alex-001",)),
        ("Call me Al", held("person", "Alex", "Goes by Lex", "Name is Alexander"), ("alex-001",)),
        ("My colleagues are Ann and Cy", held("person", "Alex", "Colleagues: Ann, Bob"),
         ("alex-001",)),
        ("Tom is no longer my manager", held("person", "Tom", "Manager of Alex", "Lives in Bonn"),
         ("tom-001",)),
        ("I quit my job", held("person", "Alex", "Works at Acme Corp"), ("alex-001",)),
        ("Beacon's deadline is May 2",
         held("project", "Beacon", "Deadline May 1", "Launches May 9"), ("beacon-001",)),
        ("We launched Beacon", held("project", "Beacon", "Launches on March 1"), ("beacon-001",)),
        ("Beacon uses Redis, not Memcached", held("project", "Beacon", "Uses Postgres"), ()),
        ("Noor moved to Berlin", held("person", "Noor", "On Alpha"), ()),
        ("Noor moved to Beta", held("person", "Noor", "On Alpha", "Lives in Bonn"), ("noor-001",)),
        ("Beacon uses REST, not GraphQL",
         held("project", "Beacon", "Uses GraphQL", "Uses Postgres for storage"), ("beacon-001",)),
        ("Beacon launches on April 2", held("project", "Beacon", "Launches on March 1", "On hold"),
         ("beacon-001",)),
        ("Beacon is cancelled", held("project", "Beacon", "Launches on March 1", "On hold"),
         ("beacon-002",)),
        ("I live in Berlin", held("person", "Alex", "Lives in Berlin"), ()),
    ],
)  # fmt: skip
def test_a_newer_value_replaces_the_older_of_the_same_attribute(
    text: str, known: Known, replaces: tuple[str, ...]
) -> None:
    (proposal,) = read(said(text), known)
    assert proposal.replaces == replaces


def test_leaving_a_company_ends_what_rested_on_working_there() -> None:
    known = (
        held("person", "Alex", "Works at Acme Corp"),
        held("company", "Acme Corp"),
        held("person", "Sarah", "Manager at Acme Corp", "Difficult manager, micromanages",
             "Has two cats", "VP of Engineering at Acme Corp"),
        held("person", "Ann", "Colleague of Alex"),
        held("person", "James", "Manager of Alex at Tallow Labs"),
        held("person", "Maria", "Business partner of Alex", "Product manager at Meridian"),
    )  # fmt: skip
    ended = {p.entity.name: p for p in read(said("I left Acme last Friday"), *known)}
    assert set(ended) == {"Alex", "Sarah", "Ann"}
    assert ended["Sarah"].fact == "No longer works with Alex, who left Acme"
    assert ended["Sarah"].replaces == ("sarah-001", "sarah-002")
    assert ended["Sarah"].when == "2026-01-09"
    assert ended["Sarah"].lines == ended["Alex"].lines == ("m1",)
    assert ended["Ann"].replaces == ("ann-001",)


def test_a_job_left_in_the_batch_it_was_told_in_ends_its_ties_too() -> None:
    told = briefly("Sarah is my manager at Acme Corp.", "Started a new job, reporting to James.",
                   "I left Acme Corp.")  # fmt: skip
    assert told[-2:] == [
        "Alex: Left Acme Corp",
        "Sarah: No longer works with Alex, who left Acme Corp",
    ]


def test_a_tie_ended_once_is_not_ended_again() -> None:
    known = held(
        "person", "Sarah", "Manager at Acme Corp", "No longer works with Alex, who left Acme"
    )
    assert [p.entity.name for p in read(said("I left Acme Corp"), known)] == ["Alex"]


def test_a_person_of_another_job_is_not_ended_by_leaving_this_one() -> None:
    known = (
        held("person", "Alex", "Works at Acme Corp"),
        held("company", "Hooli"),
        held("person", "Ann", "Colleague of Alex"),
    )
    assert [p.entity.name for p in read(said("I left Hooli"), *known)] == ["Alex"]


STORY = {
    "story-2026-01-05-acme": [
        ("Sarah", "Manager of Alex at Acme Corp", None, []),
        ("Sarah", "Difficult manager, micromanages every commit", None, []),
    ],
    "story-2026-01-08-habits": [
        ("Alex", "Early riser", None, []),
        ("Alex", "Prefers calls over email", None, []),
    ],
    "story-2026-01-10-maria": [
        ("Maria", "Business partner of Alex", None, []),
        ("Maria", "Company hired two more developers", None, []),
    ],
    "story-2026-01-12-larkspur": [
        ("Larkspur", "Launches on January 26", None, []),
    ],
    "story-2026-01-13-beacon": [
        ("Beacon", "Decided on REST, not GraphQL", None, []),
        ("Beacon", "Launches on March 16", None, []),
    ],
    "story-2026-01-16-leaving": [
        ("Alex", "Left Acme Corp", "2026-01-16", []),
        ("Sarah", "No longer works with Alex, who left Acme Corp", "2026-01-16",
         ["Manager of Alex at Acme Corp", "Difficult manager, micromanages every commit"]),
    ],
    "story-2026-01-18-emma": [
        ("Emma", "Daughter of Alex", None, []),
        ("Emma", "Took her first steps", "2026-01-17", []),
    ],
    "story-2026-01-20-newjob": [
        ("Alex", "Started at Tallow Lane Labs, reporting to James", "2026-01-19", []),
        ("James", "Manager of Alex at Tallow Lane Labs", None, []),
        ("James", "Supportive manager", None, []),
    ],
    "story-2026-01-23-smalltalk": [],
    "story-2026-01-27-beacon-date": [
        ("Beacon", "Launches on April 2", None, ["Launches on March 16"]),
    ],
    "story-2026-01-28-larkspur-end": [
        ("Larkspur", "Finished", None, []),
    ],
    "story-2026-01-31-weekend": [
        ("Alex", "Does not drink coffee after lunch", None, []),
        ("Alex", "Never schedule calls on Saturdays", None, []),
    ],
}  # fmt: skip


def story() -> dict[str, tuple[Line, ...]]:
    """Return the bundled sample sessions in order, by name."""
    folder = resources.files("memoryd.jobs") / "demo"
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".jsonl")), key=lambda f: f.name)
    return {
        file.name.removesuffix(".jsonl"): tuple(
            Line(seq, Turn("plain", file.name, str(seq), datetime.fromisoformat(row["time"]),
                           Role(row["role"]), row["text"]))
            for seq, row in enumerate(map(json.loads, file.read_text().splitlines()), start=1)
        )
        for file in files
    }  # fmt: skip


def test_the_bundled_story_yields_exactly_its_facts() -> None:
    entities: dict[Mention, list[tuple[str, str, str]]] = {}
    found = {}
    for name, lines in story().items():
        known = tuple(
            Known(f"{FOLDERS[m.kind]}/{m.name.lower()}", m.kind, m.name, tuple(facts))
            for m, facts in entities.items()
        )
        request = ExtractionRequest("Alex", ZoneInfo("Europe/Berlin"), lines, known)
        texts = {number: text for facts in entities.values() for number, _, text in facts}
        found[name] = []
        for p in Offline().extract(request).facts:
            ended = [texts[number] for number in p.replaces]
            found[name].append((p.entity.name, p.fact, p.when, ended))
            facts = entities.setdefault(p.entity, [])
            facts.append((f"{p.entity.name.lower()}-{len(facts):03}", p.when or "", p.fact))
    assert found == STORY


def test_what_a_line_costs_hardly_grows_with_the_lines_before_it() -> None:
    texts = [f"I like tea number {n}." for n in range(400)]
    _calls_for(texts[:100])  # compiles what is looked for
    few, many = (_calls_for(texts[:n]) for n in (100, 400))

    assert many < 6 * few


def _calls_for(texts: list[str]) -> int:
    """Count the functions that are called to read lines."""
    lines = said(*texts)
    calls = 0

    def count(_frame: object, event: str, _value: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        found = read(lines)
    finally:
        sys.setprofile(before)
    assert len(found) == len(texts)
    return calls
