"""Two memories: one with a canary in every private place, and one of what a group may be told."""

import io
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from memoryd import clock
from memoryd.cli.main import main
from memoryd.core.turn import Audience
from memoryd.jobs.reading import Reading, open_reading
from memoryd.mcp.answers import MemoryAnswers
from memoryd.mcp.server import Conversation

CANARY = "zzqk"  # in every name and text that a group must not hear of
CANARIES = (CANARY, "\u674e\u660e")  # and one in another script
LI = CANARIES[1]
# Of today: only what is fresh is told unasked.
DAY = clock.local_day(clock.now(), ZoneInfo("UTC")).isoformat()
CONFIG = """\
[operator]
name = "Alex"
timezone = "UTC"
[search]
semantic = false
[sources.plain]
paths = ["~/chats"]
"""

FACT = {"category": "status", "status": "active", "timestamp": DAY}
OVER = {**FACT, "status": "superseded"}
USED = {"lastAccessed": DAY, "accessCount": 9}


class Shown(NamedTuple):
    """A file that a group may know of: as it is, and only what it may be told; None: nothing."""

    whole: Any
    told: Any


def same(text: Any) -> Shown:
    return Shown(text, text)


def fact(fact_id: str, text: str, **more: Any) -> dict[str, Any]:
    return {"id": fact_id, "fact": text, **FACT, **more}


HIDDEN: dict[str, Any] = {
    "MEMORY.md": f"# MEMORY.md\n\n## Hard Rules\n- Never tell anybody about {CANARY} tacit\n",
    "USER.md": f"# USER.md\n\n{CANARY} user\n",
    f"memory/{DAY}.md": f"# {DAY}\n\n## Key Events\n- 09:15 — {CANARY} noted for projects/beacon\n",
    f"areas/people/{CANARY}-dana/summary.md": (
        f"---\naliases: [Dana]\n---\n# {CANARY} Dana\n\nHi {CANARY}.\n"
    ),
    f"areas/people/{CANARY}-dana/items.json": [fact("d-1", f"{CANARY} sings by the river")],
    f"areas/companies/{CANARY}-acme/items.json": [fact("a-1", f"{CANARY} pays")],
    f"areas/health/{CANARY}-knee/items.json": [fact("k-1", f"{CANARY} hurts")],
    f"areas/people/{CANARY}-broken/items.json": f'[{{"id": "{CANARY}", "fact": ',
    f"areas/people/{CANARY.title()} Odd/items.json": [fact("o-2", f"{CANARY} is odd")],
    f"areas/people/{CANARY}-dana/items copy.json": [fact("d-1", f"{CANARY} sings")],
    f"archives/{CANARY}-old/items.json": [fact("o-1", f"{CANARY} ended")],
    "areas/people/alex/items.json": [fact("alex-001", f"Likes {CANARY}", **USED)],
    "areas/people/li-ming/summary.md": f"# {LI}\n\n{LI} rows.\n",
    "areas/people/noor/summary.md": f"---\naliases: [Nono]\n---\n# Noor {CANARY}\n\nIll.\n",
    "areas/people/noor/items.json": [fact("n-1", f"{CANARY} is ill, so is Beacon")],
}
SHOWN: dict[str, Shown] = {
    "projects/beacon/summary.md": Shown(f"# Beacon\n\nShips in March, says {CANARY} Dana.\n", None),
    "projects/beacon/items.json": Shown(
        [
            fact("beacon-001", "Ships in March", source=f"conversation:plain:{CANARY}#1",
                 note=CANARY),
            fact("beacon-002", f"{CANARY} wants it sooner",
                 relatedEntities=[f"people/{CANARY}-dana"]),
            {"id": "beacon-003", "fact": "Was to ship in May", **OVER, "supersededBy": "beacon-002",
             **USED},
        ],
        [
            fact("beacon-001", "Ships in March", source="conversation"),
            {"id": "beacon-003", "fact": "Was to ship in May", **OVER},
        ],
    ),
    # In the forms that a name takes, and in the id of what took a fact's place.
    "projects/forms/items.json": Shown(
        [
            fact("forms-001", f"Waits for {CANARY.title()}Dana"),
            fact("forms-002", f"Is owned by @{CANARY}d"),
            fact("forms-003", f"Hangs on {CANARY.title()}owi"),
            fact("forms-007", f"Is {CANARY.title()}'nin"),
            fact("forms-004", f"Is called #Ask{CANARY.title()}"),
            {"id": "forms-005", "fact": "Has a dock", **OVER, "supersededBy": f"{CANARY}-left",
             **USED},
            fact(f"{CANARY}-left", f"{CANARY} took the dock"),
            fact("forms-006", "Has a pier", **USED),
        ],
        [{"id": "forms-005", "fact": "Has a dock", **OVER}, fact("forms-006", "Has a pier")],
    ),
    # In what else a fact says of itself.
    "projects/labels/items.json": Shown(
        [
            fact("labels-001", "Has a lid", source=f"{CANARY} said so"),
            fact("labels-002", "Has a hinge", category=CANARY),
            fact(f"{CANARY}-009", "Has a rim"),
            {"id": "labels-003", "fact": "Had a rim", **OVER, "supersededBy": f"{CANARY}-009"},
            fact("labels-004", "Has a latch", relatedEntities=[f"{CANARY} and {LI}"]),
        ],
        [
            fact("labels-001", "Has a lid"),
            {key: value for key, value in fact("labels-002", "Has a hinge").items()
             if key != "category"},
            {"id": "labels-003", "fact": "Had a rim", **OVER},
        ],
    ),
    "projects/delta/items.json": Shown(
        [
            fact("delta-001", f"Slips because {CANARY} is ill"),
            fact("delta-002", f"Noor is ill of {CANARY}"),
            fact("delta-003", "Has a river"),
            fact("delta-004", f"{LI} rows there"),
        ],
        [fact("delta-003", "Has a river")],
    ),
    # Its heading and aliases name somebody; those of the next rest on a fact that is hidden.
    "projects/atlas/summary.md": Shown(
        f"---\naliases: [Folio, {CANARY}s]\n---\n# Atlas of {CANARY}\n", None
    ),
    "projects/atlas/items.json": same([fact("atlas-001", "Has maps")]),
    "projects/comet/summary.md": Shown("---\naliases: [Tail]\n---\n# Comet Hale\n\nFlies.\n", None),
    "projects/comet/items.json": Shown(
        [fact("comet-001", "Flies", relatedEntities=["people/noor"]), fact("comet-002", "Has ice")],
        [fact("comet-002", "Has ice")],
    ),
    "projects/broken/items.json": Shown(f'[{{"id": "b-1", "{CANARY}": ', '[{"id": "b-1", "": '),
    "resources/ropes/summary.md": same("---\naliases: [Cords]\n---\n# Wet Ropes\n\nAre weaker.\n"),
    "resources/ropes/items.json": same([
        {"id": "ropes-001", "fact": "Wet ropes hold", **OVER, "supersededBy": "ropes-002"},
        fact("ropes-002", "Wet ropes are weaker", relatedEntities=["projects/delta"]),
    ]),
    "archives/projects/barge/items.json": same([fact("barge-001", "Sank in the river")]),
}  # fmt: skip
FILES = {**HIDDEN, **{path: shown.whole for path, shown in SHOWN.items()}}
TOLD = {path: shown.told for path, shown in SHOWN.items() if shown.told is not None}
TALK = [
    {"role": "operator", "text": f"hm, {CANARY} and {LI} by the river"},
    {"role": "assistant", "text": f"ah, {CANARY}"},
]


class World:
    """A home with a memory: files as they lie there, and what was said in a session."""

    def __init__(self, base: Path, files: Mapping[str, Any], talk: list[dict[str, str]]) -> None:
        self.base, self.root = base, base / "life"
        names = ("CACHE", "CONFIG", "DATA", "RUNTIME", "STATE")
        ends = {name: "DIR" if name == "RUNTIME" else "HOME" for name in names}
        self.env = {"HOME": str(base)} | {
            f"XDG_{name}_{end}": str(base / f"xdg_{name.lower()}") for name, end in ends.items()
        }
        self.config = base / "xdg_config/memoryd/config.toml"
        self.writes(self.config, CONFIG)
        for path, text in files.items():
            self.has(path, text)
        if talk:
            rows = [json.dumps({"time": f"{DAY}T00:00:00Z", **row}) for row in talk]
            self.writes(base / f"chats/{CANARY}.jsonl", "\n".join(rows) + "\n")
        self.types("heartbeat")

    def has(self, path: str, text: Any) -> None:
        """Put a file into the memory, as a person does."""
        written = text if isinstance(text, str) else json.dumps(text, ensure_ascii=False)
        self.writes(self.root / path, written)

    @staticmethod
    def writes(place: Path, text: str) -> None:
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("w", encoding="utf-8") as handle:
            handle.write(text)

    @contextmanager
    def here(self) -> Iterator[None]:
        """Make this home the one of this process."""
        before = {name: os.environ.get(name) for name in self.env}
        os.environ.update(self.env)
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value

    def types(self, *argv: str) -> tuple[int, str]:
        """Return the exit code of a command, and all that it prints on both of its ways out."""
        said = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        with self.here(), redirect_stdout(said), redirect_stderr(said):
            code = main(list(argv))
            said.flush()
        assert isinstance(said.buffer, io.BytesIO)
        return code, said.buffer.getvalue().decode()

    def reading(self) -> Reading:
        return open_reading(self.env, None)


def both(base: Path) -> tuple[World, World]:
    """Return the memory with all that is private, and what a group may know of it, alone."""
    return World(base / "whole", FILES, TALK), World(base / "told", TOLD, [])


def hit(path: str, entity: str | None, **more: Any) -> dict[str, Any]:
    where = {"path": path, "startLine": 3, "endLine": 4, "score": 0.5, "source": "memory"}
    return {**where, "snippet": "Ships in March", "provenance": {}, "entity": entity, **more}


def blabbing(_memory: Reading, query: str, **_: Any) -> dict[str, Any]:
    """A search that hides nothing from anybody, as one with a broken index would."""
    private = [
        hit("MEMORY.md", None, snippet=CANARY),
        hit(f"memory/{DAY}.md", "projects/beacon", snippet=CANARY),
        hit(f"lines/plain/{CANARY}", "projects/beacon", snippet=CANARY),
        hit(f"areas/people/{CANARY}-dana/items.json", f"people/{CANARY}-dana", snippet=CANARY),
        hit("projects/beacon/summary.md", None, snippet=CANARY),
        hit("projects/beacon/items.json", "projects/beacon", id="beacon-002", snippet=CANARY),
        hit("projects/beacon/items.json", "projects/beacon", snippet=CANARY),
        hit("projects/delta/items.json", "projects/delta", id="delta-001", snippet=CANARY),
        hit("projects/atlas/summary.md", "projects/atlas", snippet=CANARY),
        hit("projects/beacon/../../MEMORY.md", "projects/beacon", snippet=CANARY),
    ]
    more = {"query": query, "hidden": CANARY}
    public = [
        hit("projects/beacon/items.json", "projects/beacon", id="beacon-003", **more),
        hit("resources/ropes/summary.md", "resources/ropes", **more),
    ]
    state = {"mode": "lexical", "stale": False, "behind": 0, "degraded": None}
    return {"results": [*private, *public], **state, "query": query}


def refuses(_params: Any) -> dict[str, Any]:
    raise AssertionError("nothing is written here")


def conversation(memory: Reading, ceiling: Audience, remember: Any = refuses) -> Conversation:
    answers = MemoryAnswers(lambda: memory, ceiling, search=blabbing, remember=remember)
    return Conversation(lambda: answers)
