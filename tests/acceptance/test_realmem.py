"""RealMem's recorded memories over 200 days: each day noted once, no line skipped or doubled."""

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from memoryd import clock
from memoryd.wiring import App
from tests.acceptance.kit import LINE, SHARED, Person
from tests.fakes_server import Handler, model_server, openai

FOLDER = SHARED / "data/realmem-dev"
PERSONAS = sorted(FOLDER.glob("*.json"))
pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not PERSONAS, reason="needs ../shared/data/realmem-dev"),
    pytest.mark.timeout(600),
]
_SESSIONS = 200  # the persona whose life is lived has at least so many
_FIRST = time(6)  # of a day; each turn has a minute of its own, by which it is known again


@dataclass
class Life:
    """A persona's turns by (day, HH:MM), and what was recorded of each."""

    name: str
    days: dict[date, list[tuple[str, list[dict[str, Any]]]]] = field(default_factory=dict)
    memories: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    roles: dict[tuple[str, str], str] = field(default_factory=dict)

    @classmethod
    def of(cls, file: Path) -> "Life":
        data = json.loads(file.read_text())
        life = cls(data["_metadata"]["person_name"].replace("_", " "))
        for session in data["dialogues"]:
            life._take(session)
        life.days = dict(sorted(life.days.items()))
        return life

    def _take(self, session: dict[str, Any]) -> None:
        day = date.fromisoformat(session["current_time"][:10])
        sessions = self.days.setdefault(day, [])
        begun = sum(len(rows) for _, rows in sessions)
        rows = []
        for number, turn in enumerate(session["dialogue_turns"]):
            at = datetime.combine(day, _FIRST, UTC) + timedelta(minutes=begun + number)
            role = "operator" if turn["speaker"] == "User" else "assistant"
            row = {"time": at.isoformat(), "role": role, "text": turn["content"]}
            rows.append({**row, "channel": "telegram:direct"})
            if turn["content"].strip():  # one assistant says nothing at all
                self.roles[day.isoformat(), f"{at:%H:%M}"] = role
        for memory in session["extracted_memory"]:
            at = datetime.fromisoformat(rows[memory["source_turn"] - 1]["time"])
            key = (day.isoformat(), f"{at:%H:%M}")
            text = re.sub(r"^【[^】]*】\s*", "", memory["content"])  # a label, which no line states
            self.memories.setdefault(key, []).append(text)
        sessions.append((session["session_uuid"], rows))

    def write(self, day: date, chats: Path) -> None:
        for uuid, rows in self.days[day]:
            text = "".join(json.dumps(row) + "\n" for row in rows)
            (chats / f"{uuid}.jsonl").write_text(text)


@dataclass
class Recorded:
    """A model that answers with what was recorded of the turns it is shown.

    The heartbeat is told every second memory of a turn; the night all of them.
    """

    life: Life
    extracted: Counter[tuple[str, str]] = field(default_factory=Counter)
    reviewed: Counter[tuple[str, str]] = field(default_factory=Counter)
    offered: Counter[str] = field(default_factory=Counter)
    noted: dict[str, Counter[str]] = field(default_factory=dict)  # of a day: what was proposed
    used: dict[str, list[int]] = field(default_factory=dict)  # of a job: calls, tokens in and out

    def step(self, handler: Handler) -> None:
        messages = handler.server.sent[-1].body["messages"]
        prompt = messages[-1]["content"]
        lines = [match.groups() for match in LINE.finditer(prompt)]
        if "memoryd-nightly" in messages[0]["content"]:
            self.reviewed.update((day, at) for _, day, at, _, _ in lines)
            answer = {"facts": list(self._facts(lines, slice(None))), **self._timeline(lines)}
            job = "nightly"
        else:
            job = "heartbeat"
            self.extracted.update((day, at) for _, day, at, _, _ in lines)
            answer = {"facts": list(self._facts(lines, slice(0, None, 2)))}
        said = json.dumps(answer)
        sizes = {"prompt_tokens": len(str(messages)) // 4, "completion_tokens": len(said) // 4}
        used = self.used.setdefault(job, [0, 0, 0])
        self.used[job] = [a + b for a, b in zip(used, (1, *sizes.values()), strict=True)]
        openai(said, usage=sizes)(handler)

    def _facts(self, lines: list[tuple[str, ...]], part: slice) -> Iterator[dict[str, Any]]:
        before = ""
        for line_id, day, at, who, _ in lines:
            cited = [line_id] if who == "operator" or not before else [before, line_id]
            before = line_id if who == "operator" else before
            for text in self.life.memories.get((day, at), [])[part]:
                self.offered[text] += 1
                yield {"lines": cited, "entity": {"kind": "person", "name": self.life.name},
                       "fact": text, "category": "status", "when": None, "replaces": [],
                       "related": []}  # fmt: skip

    def _timeline(self, lines: list[tuple[str, ...]]) -> dict[str, Any]:
        """What the first words of the operator's lines tell, as events and as decisions."""
        said = [(line_id, " ".join(text.split()[:9]))
                for line_id, _, _, who, text in lines if who == "operator"]  # fmt: skip
        noted = [{"text": text, "lines": [line_id]} for line_id, text in said]
        self.noted.setdefault(lines[0][1], Counter()).update(text for _, text in said)
        return {"events": noted[0::2], "decisions": noted[1::4], "processes": noted[3::4],
                "referenced": ["nobody-001"]}  # fmt: skip


def app(home: Path, moment: datetime) -> App:
    env = {"HOME": str(home), "OPENAI_API_KEY": "not-real"}
    return App.of(env, now=moment.isoformat())


def perform(home: Path, moment: datetime, verb: str, *, by_hand: bool = False) -> dict[str, Any]:
    """One job as the daemon does it."""
    here = app(home, moment)
    with here.writer() as store:
        return here.perform(verb, {"force": by_hand}, store, lambda _: None)


def at(day: date, clock: str) -> datetime:
    return datetime.combine(day, time.fromisoformat(clock), UTC)


def live(life: Life, home: Path, fates: "Fates") -> None:
    """Let every day come, with its heartbeat and its night."""
    day = min(life.days)
    while day <= max(life.days):
        if day in life.days:
            life.write(day, home / "chats")
            told = perform(home, at(day, "21:00"), "heartbeat")
            assert not told["partial"], told["error"]
            note_fates(fates, "heartbeat", told["decisions"])
        told = perform(home, at(day, "23:01"), "nightly")
        assert [night["day"] for night in told["days"]] == [day.isoformat()]
        assert not told["partial"], told["days"]
        note_fates(fates, "night", told["days"][0]["decisions"])
        day += timedelta(days=1)


def long_life() -> Path:
    """The first persona who talked often enough."""
    return next(
        file for file in PERSONAS if len(json.loads(file.read_text())["dialogues"]) >= _SESSIONS
    )


def test_every_day_of_a_life_is_noted_once_and_no_line_is_skipped(tmp_path: Path) -> None:
    life = Life.of(long_life())
    assert sum(map(len, life.days.values())) >= _SESSIONS
    model = Recorded(life)
    (tmp_path / "chats").mkdir()
    person = Person(tmp_path)
    fates: Fates = {}
    with model_server(model.step) as server:
        person.config(
            f'[operator]\nname = "{life.name}"\ntimezone = "UTC"\n'
            f'[llm]\nprovider = "openai"\nmodel = "gpt-6-luna"\nbase_url = "{server.url}"\n'
            '[sources.plain]\npaths = ["~/chats/*.jsonl"]\n'
        )
        live(life, tmp_path, fates)
        calls = len(server.sent)
        before = person.everything()
        first, last = min(life.days), max(life.days)
        for again in (first, last):
            assert person.json("heartbeat", "--now", at(again, "22:00").isoformat())["calls"] == 0
            told = person.json("nightly", "--now", at(again, "23:30").isoformat())
            assert told["days"] == []
        assert len(server.sent) == calls
        assert person.everything() == before

    check_lines(life, model)
    check_days(person, life, model, first, last)
    check_facts(person, model, fates)
    check_costs(person, model)
    print_costs(person, life)
    print_fates(model, fates)


Fates = dict[str, list[tuple[str, str, str]]]  # by what was proposed: job, outcome, gate


def note_fates(fates: Fates, job: str, decisions: list[dict[str, Any]]) -> None:
    for row in decisions:
        fate = (job, row["outcome"], row.get("gate", ""))
        fates.setdefault(" ".join(row["fact"].split()), []).append(fate)


def fate_of(text: str, fates: Fates) -> list[tuple[str, str, str]]:
    """What became of a memory each time; a row that long is no fact, and is not even looked at."""
    if len(text) > 2000:
        return [("both", "dropped", "row too long")]
    return fates[" ".join(text.split())]


def check_lines(life: Life, model: Recorded) -> None:
    assert set(model.reviewed) == set(life.roles)
    assert set(model.reviewed.values()) == {1}
    said = {key for key, role in life.roles.items() if role == "operator"}
    assert said <= set(model.extracted) <= set(life.roles)
    assert set(model.extracted.values()) == {1}


def check_days(person: Person, life: Life, model: Recorded, first: date, last: date) -> None:
    rows = [row for row in audit(person.home) if row["job"] == "nightly"]
    closed = [name for row in rows for name in row["marks"] if name.startswith("night:")]
    every = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    assert closed == [f"night:{day}" for day in every]
    notes = {path.stem for path in (person.home / "life/memory").iterdir()}
    assert notes == {day.isoformat() for day in life.days}
    for day in life.days:
        text = (person.home / f"life/memory/{day}.md").read_text()
        events = re.findall(r"^- (\d\d:\d\d) — ", text, re.MULTILINE)
        assert events, day
        assert events == sorted(events), day
        entries = Counter(re.findall(r"^- (?:\d\d:\d\d — )?(.+)$", text, re.MULTILINE))
        twice = {entry for entry, count in entries.items() if count > 1}
        assert twice <= {t for t, n in model.noted[day.isoformat()].items() if n > 1}, day


def audit(home: Path) -> list[dict[str, Any]]:
    with app(home, clock.now()).writer() as store:
        return list(store.audit_rows())


def check_facts(person: Person, model: Recorded, fates: Fates) -> None:
    """Each recorded memory stands once, or a named gate says why it does not."""
    standing = Counter(
        row["fact"]
        for path in (person.home / "life/areas/people").glob("*/items.json")
        for row in json.loads(path.read_text())
    )
    assert standing
    assert max(standing.values()) == 1
    told = {text: fate_of(text, fates) for text in model.offered}
    for text, seen in told.items():
        stored = [fate for fate in seen if fate[1] == "stored"]
        assert len(stored) <= 1, text
        if not stored:
            assert all(gate or outcome == "merged" for _, outcome, gate in seen), text
    assert sum(any(f[1] == "stored" for f in seen) for seen in told.values()) == len(standing)


def calls_of(person: Person) -> list[dict[str, Any]]:
    return [json.loads(row) for path in person.home.rglob("llm.jsonl")
            for row in path.read_text().splitlines()]  # fmt: skip


def check_costs(person: Person, model: Recorded) -> None:
    """What is kept of the calls is what the server answered, at the price of its model."""
    rows = calls_of(person)
    for job, used in model.used.items():
        of = [row for row in rows if row["purpose"] == job]
        tokens = [sum(row[f"{way}_tokens"] for row in of) for way in ("input", "output")]
        assert [len(of), *tokens] == used
    assert {row["purpose"] for row in rows} == model.used.keys()
    price = price_of("gpt-6-luna")
    for row in rows:
        due = (row["input_tokens"] * price[0] + row["output_tokens"] * price[1]) / 1e6
        assert row["cost_usd"] == pytest.approx(due)


def price_of(model: str) -> tuple[float, float]:
    """US dollars for a million tokens in and out, as the list says that comes with memoryd."""
    listed = tomllib.loads(resources.files("memoryd.llm").joinpath("prices.toml").read_text())
    row = listed["models"][model]
    return row["input"], row["output"]


def print_costs(person: Person, life: Life) -> None:
    rows = calls_of(person)
    print(f"\n{life.name}: {len(life.days)} days, {len(life.roles)} lines, "
          f"{sum(map(len, life.memories.values()))} memories")  # fmt: skip
    for purpose in sorted({row["purpose"] for row in rows}):
        of = [row for row in rows if row["purpose"] == purpose]
        print(f"  {purpose}: {len(of)} calls, {sum(r['input_tokens'] for r in of)} tokens in, "
              f"{sum(r['output_tokens'] for r in of)} out, "
              f"${sum(r['cost_usd'] for r in of):.4f}")  # fmt: skip


def print_fates(model: Recorded, fates: Fates) -> None:
    print(f"  offered: {len(model.offered)} memories, {sum(model.offered.values())} times")
    table = Counter(fate for text in model.offered for fate in fate_of(text, fates))
    for (job, outcome, gate), count in sorted(table.items()):
        print(f"  {count:5} {job:9} {outcome:10} {gate}")
