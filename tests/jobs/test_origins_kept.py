"""Where a fact came from stays true: of one that waited, and of one that a person reworded."""

import json
from pathlib import Path
from typing import Any

import pytest

from memoryd.config import Settings
from memoryd.core.turn import Audience
from memoryd.jobs.log import Log, Traced, log
from memoryd.jobs.reading import Reading
from tests.store_kit import UTC_ZONE, Home

PEER = {"role": "member", "speaker": "Dana", "channel": "telegram:direct"}


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def traced(home: Home, ref: str) -> dict[str, Traced]:
    settings = Settings(
        config_file=home.base / "config.toml", root=home.root, workspace=None, operator_name="Alex",
        timezone="UTC", layers=frozenset({"graph"}), group_visible=(), trust_channels=(),
    )  # fmt: skip
    found = log(Reading(home.reader(), settings, UTC_ZONE), ref, audience=Audience.PRIVATE)
    assert isinstance(found, Log)
    return {each.fact.fact: each for each in found.facts}


def by_hand(fact_id: str, text: str) -> dict[str, Any]:
    return {"id": fact_id, "fact": text, "timestamp": "2026-01-01", "status": "active"}


@pytest.mark.parametrize("known", [True, False])
def test_a_fact_that_waited_and_a_persons_that_took_its_number_keep_their_own_origins(
    home: Home, *, known: bool
) -> None:
    if known:
        home.say("@person Sarah: leads the office in Kiel")
        home.beat()
    path = home.items_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = json.loads(path.read_text()) if path.exists() else []
    mine = [*rows, by_hand(f"sarah-{len(rows) + 1:03}", "likes jazz")]
    path.write_text(json.dumps(mine)[:-1] + ",]")
    home.say("@person Sarah: plays the cello", session="b")
    home.beat()
    path.write_text(json.dumps(mine))
    home.beat()

    found = traced(home, "people/sarah")
    cello, jazz = found["plays the cello"], found["likes jazz"]
    assert cello.fact.id != jazz.fact.id
    assert [commit.job for commit in cello.commits] == ["heartbeat"]
    assert {commit.origin for commit in jazz.commits} <= {"hand-edit"}


@pytest.mark.parametrize("keeps_source", [True, False])
def test_what_a_person_reworded_is_theirs_whoever_said_it_first(
    home: Home, *, keeps_source: bool
) -> None:
    home.say("@person Dana: works at Meridian", day="2026-01-05", **PEER)
    home.beat()
    path = home.items_path("people/dana")
    (row,) = json.loads(path.read_text())
    row["fact"] = "works at Acme Corp"
    path.write_text(json.dumps([row if keeps_source else {**row, "source": None}]))
    home.beat()
    home.say("@person Dana: works at Borealis", session="b", day="2026-01-09", **PEER)
    home.beat()

    facts = {row["fact"]: row["status"] for row in home.items("people/dana")}
    assert facts["works at Acme Corp"] == "active"


def test_what_they_did_not_touch_they_still_replace_themselves(home: Home) -> None:
    home.say("@person Dana: works at Meridian", day="2026-01-05", **PEER)
    home.beat()
    home.say("@person Dana: works at Borealis", session="b", day="2026-01-09", **PEER)
    home.beat()

    facts = {row["fact"]: row["status"] for row in home.items("people/dana")}
    assert facts == {"works at Meridian": "superseded", "works at Borealis": "active"}
