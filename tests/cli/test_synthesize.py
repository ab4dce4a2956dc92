"""memoryd synthesize: what it says of files that it cannot use, and that the rest goes on."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memoryd.cli.synthesize import tell, tell_plan
from tests.acceptance.kit import CHATS, Person

SAID = (
    '{"time": "2026-01-05T09:00:00Z", "role": "operator", "text": "Sarah is my manager."}\n'
    '{"time": "2026-01-05T09:01:00Z", "role": "operator", "text": "Maria is my neighbour."}\n'
)


@pytest.fixture
def alex(tmp_path: Path) -> Person:
    person = Person(tmp_path)
    person.config(CHATS)
    (tmp_path / "chats").mkdir()
    (tmp_path / "chats/a.jsonl").write_text(SAID)
    person.run("heartbeat", "--now", "2026-01-05")
    return person


def _broken(root: Path) -> None:
    (root / "areas/people/sarah/items.json").write_text('[{"id": "a"},]')


def _linked(root: Path) -> None:
    (root / "elsewhere.md").write_text("# MEMORY.md\n")
    (root / "MEMORY.md").unlink(missing_ok=True)
    (root / "MEMORY.md").symlink_to(root / "elsewhere.md")


@pytest.mark.parametrize(
    ("harm", "named"),
    [(_broken, "areas/people/sarah/items.json:1:14"), (_linked, "MEMORY.md")],
)
def test_a_file_that_cannot_be_used_is_named_and_the_others_are_written(
    alex: Person, harm: Callable[[Path], None], named: str
) -> None:
    harm(alex.home / "life")
    process = alex.start("synthesize", "--now", "2026-01-11T04:00:00")
    out, err = process.communicate(timeout=60)

    assert process.returncode == 3, out
    assert named in err
    assert "Traceback" not in err
    summary = (alex.home / "life/areas/people/maria/summary.md").read_text()
    assert "Neighbour" in summary or "neighbour" in summary


def answer_of(
    *entities: dict[str, Any], memory: dict[str, Any] | None = None, unread: tuple[str, ...] = ()
) -> dict[str, Any]:
    made = {"ref": "people/sarah", "why": "facts changed", "changed": False, "superseded": [],
            "refusal": None, "refused": [], "kept_by_hand": 0, "archived": False,
            "trouble": None}  # fmt: skip
    archived = [entity for entity in entities if entity.get("archived")]
    return {"writer": "offline", "memory": memory, "unread": unread, "archived": archived,
            "entities": [made | entity for entity in entities]}  # fmt: skip


LINE = {"text": "Prefers calls"}
NOTHING = "nothing to do: no fact changed, cooled or warmed since the last synthesis"
PAIR = {"old": "sarah-001", "by": "sarah-002"}


@pytest.mark.parametrize(
    ("answer", "first"),
    [
        (answer_of({"changed": True}), "1 summary made, by offline"),
        (answer_of({"changed": True}, memory={"added": [LINE]}),
         "1 summary made, 1 line added to MEMORY.md, by offline"),
        (answer_of(memory={"added": [LINE, LINE]}), "2 lines added to MEMORY.md, by offline"),
        (answer_of(memory={"retired": ["x"]}), "1 line taken out of MEMORY.md, by offline"),
        (answer_of(memory={"retired": ["x"], "fallen": ["y"]}),
         "2 lines taken out of MEMORY.md, by offline"),
        (answer_of(memory={"now": [{"old": "x", "text": "y"}]}),
         "1 line of MEMORY.md replaced, by offline"),
        (answer_of({"superseded": [PAIR]}), "1 fact superseded, by offline"),
        (answer_of({"archived": True}), "1 project archived, by offline"),
        (answer_of({"why": "facts cooled"}),
         "nothing to write: looked at people/sarah (facts cooled); what is told there stays true"),
        ({**answer_of(), "calls": 1},
         "nothing to write: 1 answer of the model brought nothing new"),
        ({**answer_of(), "calls": 0}, NOTHING),
        (answer_of(), NOTHING),
        (answer_of(memory={"added": []}),
         NOTHING),
    ],
)  # fmt: skip
def test_what_was_done_is_said_and_nothing_that_was_not(
    capsys: pytest.CaptureFixture[str], answer: dict[str, Any], first: str
) -> None:
    tell(answer)

    assert capsys.readouterr().out.splitlines()[0] == first


@pytest.mark.parametrize(("changed", "refusal", "told"), [
    (True, None, False), (True, "placeholder", True), (False, "placeholder", False),
])  # fmt: skip
def test_a_text_of_the_rules_is_not_credited_to_the_model(
    capsys: pytest.CaptureFixture[str], *, changed: bool, refusal: str | None, told: bool
) -> None:
    tell(answer_of({"changed": changed, "refusal": refusal}))

    why = "no usable text from the model (placeholder), so the rules wrote it"
    assert (why in capsys.readouterr().out) is told


@pytest.mark.parametrize(
    "hindered",
    [
        {"error": "the model answered 500", "left": 2},
        {"error": "the model answered 500", "left": 0},
        {"unread": ["people/sarah"]},
        {"kept": [{"ref": "projects/beacon", "to_do": "rename it"}]},
        {"broken": ["areas/people/sarah/items.json"]},
        {"entities": [{"ref": "people/sarah", "trouble": "summary.md: no UTF-8"}]},
    ],
)
def test_what_waits_is_not_called_nothing_to_do(
    capsys: pytest.CaptureFixture[str], hindered: dict[str, Any]
) -> None:
    made = {"why": "", "changed": False, "superseded": [], "archived": False, "trouble": None}
    entities = [made | entity for entity in hindered.get("entities", ())]

    tell({**answer_of(), **hindered, "entities": entities})

    assert capsys.readouterr().out.startswith("nothing done yet")


@pytest.mark.parametrize("emptied", [True, False])
def test_of_a_memory_that_is_away_the_plan_says_just_that(alex: Person, *, emptied: bool) -> None:
    (alex.home / "life").rename(alex.home / "moved")
    if emptied:
        (alex.home / "life").mkdir()
    said = []
    for verb in (("synthesize",), ("synthesize", "--dry-run")):
        process = alex.start(*verb, "--now", "2026-01-11T04:00:00")
        _, err = process.communicate(timeout=60)
        said.append((process.returncode, err))

    assert said[0] == said[1]
    assert "audit" not in said[1][1]


@pytest.fixture
def planned(alex: Person) -> Person:
    """A memory with two finished projects, of which one cannot go to the archives."""
    chats = alex.home / "chats/a.jsonl"
    said = [
        ("05T09:02", "Project Larkspur launches on January 9."),
        ("05T09:03", "Project Beacon launches on April 2."),
    ]
    later = [("12T09:00", "Project Larkspur is finished."), ("12T09:01", "Beacon is finished.")]
    for when, lines in (("2026-01-06", said), ("2026-01-12", later)):
        with chats.open("a") as handle:
            for time, text in lines:
                row = {"time": f"2026-01-{time}:00Z", "role": "operator", "text": text}
                handle.write(json.dumps(row) + "\n")
        alex.run("heartbeat", "--now", when)
        if lines is said:
            alex.run("synthesize", "--now", "2026-01-07T04:00:00")
    (alex.home / "life/archives/projects/beacon").mkdir(parents=True)
    return alex


NOW = ("--now", "2026-01-18T04:00:00")


def test_the_plan_names_what_goes_where_and_what_cannot(planned: Person) -> None:
    before = planned.everything()
    process = planned.start("synthesize", "--dry-run", *NOW)
    out, err = process.communicate(timeout=60)
    found = planned.json("synthesize", "--dry-run", *NOW)
    assert planned.everything() == before

    assert process.returncode == 0
    assert "projects/larkspur is finished and goes to the archives" in out
    assert "MEMORY.md, retired: Larkspur: Launches on January 9" in out
    assert "MEMORY.md, retired: Beacon: Launches on April 2" in out
    kept = "rename or move archives/projects/beacon"
    assert f"projects/beacon is finished and cannot go to the archives: {kept}" in err
    assert found["archived"] == ["projects/larkspur"]
    assert found["kept"] == [{"ref": "projects/beacon", "to_do": kept}]
    done = planned.json("synthesize", *NOW)
    for same in ("archived", "kept", "memory"):
        assert found[same] == done[same]


def test_the_plan_shows_both_texts_of_what_is_superseded(
    capsys: pytest.CaptureFixture[str],
) -> None:
    pair = {"old": "maria-001", "old_fact": "Lives in Ulm", "by": "maria-002",
            "by_fact": "Lives in Bonn"}  # fmt: skip
    row = {"ref": "people/maria", "why": "facts changed", "superseded": [pair], "archived": False,
           "model_may_supersede": 5, "trouble": None}  # fmt: skip
    tell_plan({"plan": [row], "archived": [], "kept": [], "memory": None, "by_rules": False,
               "calls": 1, "lines": 2})  # fmt: skip

    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == ("people/maria  facts changed; the model may supersede up to 5 facts more")
    assert [line.strip() for line in lines[1:3]] == [
        "superseded: maria-001 Lives in Ulm", "by: maria-002 Lives in Bonn"
    ]  # fmt: skip
    assert "it alone decides" in lines[-1]


@pytest.mark.parametrize("model", [False, True])
def test_what_a_model_may_do_is_said_where_there_is_one(planned: Person, *, model: bool) -> None:
    provider = '[llm]\nprovider = "openai"\nmodel = "m"\nbase_url = "http://127.0.0.1:9"\n'
    planned.config(CHATS + (provider if model else ""))
    out = planned.start("synthesize", "--dry-run", *NOW).communicate(timeout=60)[0]
    rooms = {row["model_may_supersede"]
             for row in planned.json("synthesize", "--dry-run", *NOW)["plan"]}  # fmt: skip

    assert ("the model may supersede up to 5 facts more" in out) is model
    assert ("it alone decides" in out) is model
    assert ("the rules need none" in out) is not model
    assert rooms == ({5} if model else {0})


def test_a_group_is_told_nothing_of_the_plan(planned: Person) -> None:
    out, err = planned.start("synthesize", "--dry-run", "--audience", "group", *NOW).communicate(
        timeout=60
    )
    assert (out, err) == ("done\n", "")
