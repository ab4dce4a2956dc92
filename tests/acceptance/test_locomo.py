"""LoCoMo's recorded observations as a model's answers: each lands once, on its session's day."""

import json
import re
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.kit import SHARED, Person, Shown, reading
from tests.fakes_server import model_server

DATA = SHARED / "data/locomo-dev.json"
pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not DATA.is_file(), reason="needs ../shared/data/locomo-dev.json"),
    pytest.mark.timeout(900),
]
_NAMES = ["one", "two", "three", "four", "five"]


def conversation(number: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(DATA.read_text())[number]
    return found


def day_of(talk: dict[str, Any], session: int) -> datetime:
    text = talk[f"session_{session}_date_time"].replace(",", "")
    return datetime.strptime(text, "%I:%M %p on %d %B %Y").replace(tzinfo=UTC)


def write_chats(talk: dict[str, Any], folder: Path) -> None:
    folder.mkdir(parents=True)
    for key, turns in talk.items():
        if not (match := re.fullmatch(r"session_(\d+)", key)):
            continue
        number = int(match[1])
        with (folder / f"{number:02d}.jsonl").open("w") as handle:
            for turn in turns:
                time = day_of(talk, number).isoformat()
                row = {"time": time, "id": turn["dia_id"], "channel": "telegram:direct",
                       "text": turn["text"], "role": "operator"}  # fmt: skip
                if turn["speaker"] != talk["speaker_a"]:
                    row |= {"role": "member", "speaker": turn["speaker"]}
                handle.write(json.dumps(row) + "\n")


class Observed:
    """A model that answers with the recorded facts whose turns it is shown, citing all of them."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data, self.talk = data, data["conversation"]
        self.texts = {t["dia_id"]: " ".join(t["text"].split()) for k, v in self.talk.items()
                      if re.fullmatch(r"session_\d+", k) for t in v}  # fmt: skip
        self.facts: list[tuple[str, str, list[str]]] = []
        for by_speaker in data["observation"].values():
            for speaker, rows in by_speaker.items():
                for text, evidence in rows:
                    turns = re.findall(r"D\d+:\d+", str(evidence))
                    self.facts.append((speaker, text, turns))

    def propose(self, lines: list[Shown]) -> list[dict[str, Any]]:
        shown: dict[tuple[str, str], str] = {}
        for line_id, day, _, _, text in lines:
            shown.setdefault((day, " ".join(text.split())), line_id)
        found = []
        for speaker, fact, turns in self.facts:
            cited = [shown.get((self._day(turn), self.texts[turn])) for turn in turns]
            if all(cited):
                found.append({"lines": cited, "entity": {"kind": "person", "name": speaker},
                              "fact": fact, "category": "status", "when": None, "replaces": [],
                              "related": []})  # fmt: skip
        return found

    def _day(self, turn: str) -> str:
        return day_of(self.talk, int(turn[1:].partition(":")[0])).date().isoformat()


@pytest.mark.parametrize("number", range(5), ids=_NAMES)
def test_every_observation_lands_once_in_its_speaker_on_its_day(
    tmp_path: Path, number: int
) -> None:
    observed = Observed(conversation(number))
    talk = observed.talk
    write_chats(talk, tmp_path / "chats")
    alex = Person(tmp_path)
    with model_server(reading(observed.propose, "openai")) as server:
        alex.config(
            f'[operator]\nname = "{talk["speaker_a"]}"\ntimezone = "UTC"\n'
            f'[llm]\nprovider = "openai"\nmodel = "gpt-6-luna"\nbase_url = "{server.url}"\n'
            '[sources.plain]\npaths = ["~/chats/*.jsonl"]\n'
        )
        told = alex.json("heartbeat")
        after = alex.everything()
        again = alex.json("heartbeat")

    report(observed, told)
    counts = Counter(row["outcome"] for row in told["decisions"])
    assert len(told["decisions"]) == len(observed.facts)
    assert counts["stored"] >= 0.95 * len(observed.facts)
    facts = Counter()
    people = tmp_path / "life/areas/people"
    for speaker in (talk["speaker_a"], talk["speaker_b"]):
        rows = json.loads((people / speaker.lower() / "items.json").read_text())
        facts.update((speaker, row["timestamp"], row["fact"]) for row in rows)
    assert max(facts.values()) == 1
    assert sum(facts.values()) == counts["stored"]
    wanted = {(speaker, observed._day(turns[0]), fact) for speaker, fact, turns in observed.facts}
    assert set(facts) <= wanted
    assert again["calls"] == 0
    assert alex.everything() == after


def report(observed: Observed, told: dict[str, Any]) -> None:
    print(f"\n{observed.data['sample_id']}: offered {len(observed.facts)}, {told['counts']}, "
          f"{told['calls']} calls")  # fmt: skip
    for row in told["decisions"]:
        if row["outcome"] == "merged":
            print(f"  merged into {row['ref']} {row['id']}: {row['fact'][:70]}")
        elif row["outcome"] != "stored":
            print(f"  {row['outcome']} by {row.get('gate')}: {row['fact'][:70]}")
