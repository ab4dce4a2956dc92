"""A memory with a canary in every private place, and a search that keeps no secret at all."""

import json
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from memoryd.config import Settings
from memoryd.core.turn import Audience
from memoryd.jobs.reading import Reading
from memoryd.mcp.answers import MemoryAnswers
from memoryd.mcp.server import Conversation
from memoryd.store import MemoryStore, locate
from tests.store_kit import Home

CANARY = "zzqk"  # in every name and text that a group must not hear of
DAY = "2026-02-15"
VISIBLE = ("projects", "resources")

FACT = {"category": "status", "status": "active", "timestamp": DAY}
FILES: dict[str, Any] = {
    "MEMORY.md": f"# MEMORY.md\n\n## Hard Rules\n- Never tell anybody about {CANARY} tacit\n",
    "USER.md": f"# USER.md\n\n{CANARY} user\n",
    f"memory/{DAY}.md": f"# {DAY}\n\n## Key Events\n- 09:15 — {CANARY} noted for projects/beacon\n",
    f"areas/people/{CANARY}-dana/summary.md": (
        f"---\naliases: [Dana]\n---\n# {CANARY} Dana\n\nHi {CANARY}.\n"
    ),
    f"areas/people/{CANARY}-dana/items.json": [{"id": "d-1", "fact": f"{CANARY} sings", **FACT}],
    f"areas/companies/{CANARY}-acme/items.json": [{"id": "a-1", "fact": f"{CANARY} pays", **FACT}],
    f"areas/health/{CANARY}-knee/items.json": [{"id": "k-1", "fact": f"{CANARY} hurts", **FACT}],
    f"areas/people/{CANARY}-broken/items.json": f'[{{"id": "{CANARY}", "fact": ',
    f"archives/{CANARY}-old/items.json": [{"id": "o-1", "fact": f"{CANARY} ended", **FACT}],
    "projects/beacon/summary.md": f"# Beacon\n\nShips in March, says {CANARY} Dana.\n",
    "projects/beacon/items.json": [
        {"id": "beacon-001", "fact": "Ships in March", **FACT,
         "source": f"conversation:plain:{CANARY}#1", "note": CANARY},
        {"id": "beacon-002", "fact": f"{CANARY} wants it sooner", **FACT,
         "relatedEntities": [f"people/{CANARY}-dana"]},
        {"id": "beacon-003", "fact": "Was to ship in May", **FACT, "status": "superseded",
         "supersededBy": "beacon-002"},
    ],
    # In the forms that a name takes, and in the id of what took a fact's place.
    "projects/forms/items.json": [
        {"id": "forms-001", "fact": f"Waits for {CANARY.title()}Dana", **FACT},
        {"id": "forms-002", "fact": f"Is owned by @{CANARY}d", **FACT},
        {"id": "forms-003", "fact": f"Hangs on {CANARY.title()}owi", **FACT},
        {"id": "forms-007", "fact": f"Is {CANARY.title()}'nin", **FACT},
        {"id": "forms-004", "fact": f"Is called #Ask{CANARY.title()}", **FACT},
        {"id": "forms-005", "fact": "Has a dock", **FACT, "status": "superseded",
         "supersededBy": f"{CANARY}-left", "lastAccessed": DAY, "accessCount": 9},
        {"id": f"{CANARY}-left", "fact": f"{CANARY} took the dock", **FACT},
        {"id": "forms-006", "fact": "Has a pier", **FACT},
    ],
    "projects/delta/items.json": [
        {"id": "delta-001", "fact": f"Slips because {CANARY} is ill", **FACT},
        {"id": "delta-002", "fact": f"Noor is ill of {CANARY}", **FACT},
        {"id": "delta-003", "fact": "Has a river", **FACT},
    ],
    "areas/people/noor/summary.md": f"---\naliases: [Nono]\n---\n# Noor {CANARY}\n\nIll.\n",
    "areas/people/noor/items.json": [{"id": "n-1", "fact": f"{CANARY} is ill", **FACT}],
    # Its heading and aliases name somebody; those of the next rest on a fact that is hidden.
    "projects/atlas/summary.md": f"---\naliases: [Folio, {CANARY}s]\n---\n# Atlas of {CANARY}\n",
    "projects/atlas/items.json": [{"id": "atlas-001", "fact": "Has maps", **FACT}],
    "projects/comet/summary.md": "---\naliases: [Tail]\n---\n# Comet Hale\n\nFlies.\n",
    "projects/comet/items.json": [
        {"id": "comet-001", "fact": "Flies", "relatedEntities": ["people/noor"], **FACT},
        {"id": "comet-002", "fact": "Has ice", **FACT},
    ],
    "projects/broken/items.json": f'[{{"id": "broken-001", "{CANARY}": ',
    "resources/ropes/summary.md": "# Ropes\n\nWet ropes are weaker.\n",
    "resources/ropes/items.json": [{"id": "ropes-001", "fact": "Wet ropes are weaker", **FACT}],
}  # fmt: skip


def memory_of(base: Path) -> Reading:
    """Write the memory, with a conversation line in it, and open it for reading."""
    home = Home(base)
    home.say(f"{CANARY} was said about Beacon", session=CANARY, day=DAY)
    home.beat()
    for path, text in FILES.items():
        place = home.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("w") as handle:
            handle.write(text if isinstance(text, str) else json.dumps(text, indent=2))
    settings = Settings(
        config_file=base / "config.toml", root=home.root, workspace=None, operator_name="Alex",
        timezone="UTC", layers=frozenset({"tacit", "notes", "graph", "search"}),
        group_visible=VISIBLE, trust_channels=(),
    )  # fmt: skip
    with (base / "config.toml").open("w") as handle:
        handle.write(f'[operator]\nname = "Alex"\n[memory]\nroot = "{home.root}"\n')
    store = MemoryStore.reader(locate(home.root, workspace=None, state=home.state))
    return Reading(store, settings, ZoneInfo("UTC"))


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
