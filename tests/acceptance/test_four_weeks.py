"""Four weeks of the bundled story: heartbeats, nights and Sundays, by the rules and by models."""

import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from memoryd.core.decay import Heat
from memoryd.core.provenance import lines_of
from memoryd.core.tacit_lines import read_tacit
from tests.acceptance.kit import Person
from tests.acceptance.weeks import (
    ZONE,
    Life,
    a_model,
    about_entity,
    well_written,
    writing,
)
from tests.fakes_server import Step, model_server, openai

FIRST, LAST = "2026-01-05", "2026-02-01"
SUNDAYS = ("2026-01-11", "2026-01-18", "2026-02-01")


@pytest.fixture
def life(tmp_path: Path) -> Life:
    found = Life(tmp_path / "home")
    found.tell_the_story()
    return found


def test_after_four_weeks_memory_says_what_is_true_now_and_no_further_run_changes_it(
    life: Life,
) -> None:
    life.live(FIRST, LAST)

    summary = life.text("areas/people/sarah/summary.md")
    assert "former manager" in summary.lower()
    assert "No longer relevant" in summary
    memory = life.text("MEMORY.md")
    assert "Early riser" in memory
    assert "calls over email" in memory
    assert life.text("archives/projects/larkspur/items.json")
    assert not (life.root / "projects/larkspur").exists()
    assert "Larkspur" not in memory
    assert "Beacon: Launches on April 2" in memory

    before = life.shown()
    for _ in range(3):
        life.perform("nightly", "2026-02-01 23:00")
        life.perform("nightly", "2026-02-01 23:10", force=True)
        life.perform("synthesis", "2026-02-01 23:20")
        life.perform("synthesis", "2026-02-01 23:30", force=True)
        life.perform("heartbeat", "2026-02-01 23:40", force=True)
    assert life.shown() == before
    assert life.calls == 0


def test_the_plan_before_a_sunday_names_entities_with_reasons_and_writes_nothing(
    life: Life,
) -> None:
    person = Person(life.home)

    def plan(now: str) -> dict[str, Any]:
        before, files = life.everything(), person.everything()
        config = ("--config", str(life.config), "--now", f"{now}+01:00")
        shown = person.run("synthesize", "--dry-run", *config)
        found: dict[str, Any] = person.json("synthesize", "--dry-run", *config)
        assert life.everything() == before
        assert person.everything() == files
        assert all(f"{row['ref']}  " in shown and row["why"] in shown for row in found["plan"])
        return found

    life.live(FIRST, "2026-01-10")
    first = plan("2026-01-11T03:59:00")
    assert {row["ref"]: row["why"] for row in first["plan"]} == dict.fromkeys(
        ["people/alex", "people/maria", "people/sarah"], "new"
    )
    assert first["lines"] > 0
    life.live("2026-01-11", "2026-01-17")
    second = plan("2026-01-18T03:59:00")
    assert {row["ref"]: row["why"] for row in second["plan"]} == {
        "people/alex": "facts changed",
        "people/maria": "facts cooled or warmed",
        "people/sarah": "facts changed",
        "projects/beacon": "new",
        "projects/larkspur": "new",
    }
    made = life.perform("synthesis", "2026-01-18 04:00")["entities"]
    assert [(row["ref"], row["why"]) for row in made] == [
        (row["ref"], row["why"]) for row in second["plan"]
    ]


def test_a_third_run_after_every_night_and_sunday_changes_no_byte(life: Life) -> None:
    checked = []

    def again(now: datetime) -> None:
        verb = life.answers[-1]["verb"]
        if verb == "heartbeat":
            return
        shown = life.shown()
        life.perform(verb, now + timedelta(minutes=5), force=True)
        assert life.shown() == shown, now
        second = life.everything()
        life.perform(verb, now + timedelta(minutes=10), force=True)
        changed = {name for name, raw in life.everything().items() if second.get(name) != raw}
        third = list(life.store().audit_rows())[rows(second) :]
        if verb == "nightly":
            assert changed == set(), now
        else:  # a Sunday puts on record that it was done, and nothing more
            assert all(name.startswith(".memoryd/audit/") for name in changed), (now, changed)
        assert not any(row.get("files") for row in third), (now, third)
        assert len(third) <= (verb == "synthesis")
        checked.append(verb)

    life.live(FIRST, LAST, meanwhile=again)
    assert (checked.count("nightly"), checked.count("synthesis")) == (28, 4)


def rows(everything: dict[str, bytes]) -> int:
    """How many rows the audit had."""
    return sum(raw.count(b"\n") for name, raw in everything.items()
               if name.startswith(".memoryd/audit/"))  # fmt: skip


def test_the_evidence_of_a_line_in_memory_md_is_the_line_that_was_said(life: Life) -> None:
    life.live(FIRST, LAST)
    store = life.store()
    said = {}
    for line in read_tacit((life.root / "MEMORY.md").read_bytes()):
        assert line.ours
        keys = lines_of(line.evidence or "")
        said[line.text] = " ".join(n.turn.text for n in store.lines_by_key(keys).values())

    assert said["Early riser"] == "Yes, I'm an early riser. And I prefer calls over email."
    assert said["Prefers calls over email"] == said["Early riser"]
    assert said["Never schedule calls on Saturdays"] == "Never schedule calls on Saturdays."
    assert said["Beacon: Launches on April 2"].startswith("Beacon launches on April 2")


def test_each_sunday_writes_into_its_note_what_it_changed(life: Life) -> None:
    life.live(FIRST, LAST)
    first, last = (life.text(f"memory/2026-{day}.md") for day in ("01-11", "02-01"))

    assert "summaries written for people/alex, people/maria, people/sarah" in first
    assert "MEMORY.md, new: Prefers calls over email" in first
    assert "projects/larkspur is finished and moved to the archives" in last
    assert "MEMORY.md, retired: Larkspur: Launches on January 26" in last
    assert "MEMORY.md, retired: Beacon: Launches on March 16" in last
    assert "MEMORY.md, new: Beacon: Launches on April 2" in last


def test_a_new_fact_brings_a_finished_project_back_to_work(life: Life) -> None:
    life.live(FIRST, LAST)
    life.say("2026-02-03 10:00", "Project Larkspur launches its second version on June 1.")
    life.live("2026-02-03", "2026-02-08")

    assert [fact["fact"] for fact in life.facts("projects/larkspur")][-1].endswith("June 1")
    assert not (life.root / "archives/projects/larkspur").exists()
    assert "Larkspur: Launches its second version on June 1" in life.text("MEMORY.md")
    before = life.shown()
    life.perform("synthesis", "2026-02-08 12:00", force=True)
    assert life.shown() == before


def test_what_is_told_of_a_finished_project_on_the_way_to_the_archives_is_no_new_mention(
    life: Life,
) -> None:
    life.live(FIRST, LAST)
    life.say("2026-02-03 10:00", "Project Larkspur is finished, as I said.", session="again")
    life.live("2026-02-03", "2026-02-08")

    assert not (life.root / "projects/larkspur").exists()


def test_the_whole_story_by_the_command_line_says_the_same(life: Life) -> None:
    """The transcripts are all there at once; the jobs still go by the clock they are given."""
    life.hear(datetime(2026, 3, 1, tzinfo=ZONE))
    person = Person(life.home)
    config = ("--config", str(life.config))
    for day in ("11", "25"):
        person.run("nightly", *config, "--now", f"2026-01-{day}T23:00:00+01:00")
        person.run("synthesize", *config, "--now", f"2026-01-{day}T23:30:00+01:00")
    told = person.json("synthesize", *config, "--now", "2026-02-01T23:30:00+01:00")

    assert told["partial"] is False
    assert "former manager" in life.text("areas/people/sarah/summary.md").lower()
    assert life.text("archives/projects/larkspur/summary.md")
    before = life.shown()
    again = person.json("synthesize", *config, "--now", "2026-02-01T23:40:00+01:00")
    assert (again["entities"], again["calls"]) == ([], 0)
    plan = person.json("synthesize", *config, "--dry-run", "--now", "2026-02-01T23:40:00+01:00")
    assert (plan["plan"], plan["archived"], plan["calls"], plan["lines"]) == ([], [], 0, 0)
    assert life.shown() == before


# -- models ------------------------------------------------------------------------------------

NONSENSE = "Zoltan Quux owns 47 castles since 1987. "
FLOOD = [{"old": f"sarah-{n:03d}", "by": f"sarah-{n + 1:03d}", "reason": "x"} for n in range(5000)]


def on_entity(make: Callable[[dict[str, Any]], Any]) -> Callable[[str], Any]:
    """Spoil the answers about entities; those about MEMORY.md say nothing."""
    return lambda prompt: (
        make(well_written(prompt)) if about_entity(prompt) else well_written(prompt)
    )


def refusing(dialect: str) -> Step:
    if dialect == "anthropic":
        return writing(lambda _: "", dialect, "refusal")
    return openai(None, refusal="I will not do that.")


BAD: dict[str, Callable[[str], Step]] = {
    "invented": lambda d: writing(
        on_entity(lambda good: good | {"summary": NONSENSE + good["summary"]}), d
    ),
    "wholly invented": lambda d: writing(on_entity(lambda good: good | {"summary": NONSENSE}), d),
    "empty": lambda d: writing(on_entity(lambda good: good | {"summary": ""}), d),
    "placeholder": lambda d: writing(
        on_entity(lambda good: good | {"summary": "TODO: write the summary"}), d
    ),
    "refusal in the text": lambda d: writing(
        on_entity(lambda good: good | {"summary": "I'm sorry, I can't help with that."}), d
    ),
    "refusal": refusing,
    "cut": lambda d: writing(
        lambda prompt: json.dumps(well_written(prompt))[:30], d,
        "max_tokens" if d == "anthropic" else "length",
    ),
    "no JSON": lambda d: writing(lambda _: "Sure! Sarah is a lovely person.", d),
    "another shape": lambda d: writing(lambda _: {"summary": ["a", "b"], "add": "x"}, d),
    "flooding": lambda d: writing(
        on_entity(lambda good: good | {"summary": good["summary"] * 400, "superseded": FLOOD}), d
    ),
}  # fmt: skip
PLANNED = [(folder, "Launches on January 26")
           for folder in ("archives/projects/larkspur", "projects/larkspur")]  # fmt: skip
WORSE = re.compile(r"Zoltan|47|TODO|sorry|Sure!|lovely|^\W*$", re.IGNORECASE)


def untrue(life: Life) -> list[str]:
    """What is wrong with the summaries: a hot fact left out, or words from nowhere.

    What was planned of a project that is over, or for a day that has passed, is no hot fact.
    """
    found = []
    store = life.store()
    for ref in store.refs():
        text = life.text(f"{store.folder_of(ref)}/summary.md")
        body = text.partition("\n")[2]
        if WORSE.search(body):
            found.append(f"{ref}: {text!r}")
        plain = body.lower()
        found += [f"{ref} leaves out {fact.fact}" for fact in store.ledger(ref)[0].active
                  if fact.fact.lower().rstrip(".") not in plain
                  and (store.folder_of(ref), fact.fact) not in PLANNED]  # fmt: skip
        if len(body) > 4000:
            found.append(f"{ref} has {len(body)} characters")
    return found


@pytest.mark.parametrize("dialect", ["anthropic", "openai"])
def test_a_model_that_writes_well_is_read_and_asked_no_more_than_needed(
    life: Life, dialect: str
) -> None:
    with model_server(writing(well_written, dialect)) as server:
        life.configure(llm=a_model(server.url, dialect))
        life.weeks(*SUNDAYS)
        life.perform("nightly", "2026-02-01 23:00", force=True)
        life.perform("synthesis", "2026-02-01 23:05", force=True)
        assert life.calls == len(server.sent) > 0
        sent = len(server.sent)
        before = life.shown()
        for _ in range(3):
            life.perform("nightly", "2026-02-01 23:10", force=True)
            life.perform("synthesis", "2026-02-01 23:30", force=True)
        assert life.shown() == before
        assert len(server.sent) == sent

    summary = life.text("areas/people/sarah/summary.md")
    assert "Former fact: Manager of Alex at Acme Corp, no longer relevant." in summary
    store = life.store()
    evidence = {
        line.text: [n.turn.text for n in store.lines_by_key(lines_of(line.evidence or "")).values()]
        for line in read_tacit((life.root / "MEMORY.md").read_bytes())
    }
    habits = ["Yes, I'm an early riser. And I prefer calls over email."]
    assert evidence["Prefers calls over email"] == habits
    assert evidence["Gets up early: an early riser"] == habits
    assert untrue(life) == []
    assert life.text("archives/projects/larkspur/items.json") == ""  # the model says: not over
    assert "Was to launch on January 26." in life.text("projects/larkspur/summary.md")


@pytest.mark.parametrize("dialect", ["anthropic", "openai"])
@pytest.mark.parametrize("kind", BAD)
def test_no_bad_answer_replaces_a_file_with_worse(life: Life, kind: str, dialect: str) -> None:
    with model_server(BAD[kind](dialect)) as server:
        life.configure(llm=a_model(server.url, dialect))
        life.weeks(*SUNDAYS)

    assert untrue(life) == []
    summary = life.text("areas/people/sarah/summary.md").lower()
    assert "former" in summary
    assert "no longer relevant" in summary
    done = [answer for answer in life.answers if answer["verb"] == "synthesis"]
    assert [answer["error"] for answer in done] == [None] * len(done)
    assert life.text("memory/2026-02-01.md").count("Weekly synthesis") > 0


@pytest.mark.parametrize("kind", ["placeholder", "empty", "refusal", "cut", "no JSON"])
def test_a_bad_answer_leaves_a_good_text_that_is_still_true(life: Life, kind: str) -> None:
    good = "Sarah was the manager of Alex at Acme Corp, no longer relevant. "
    with model_server(writing(on_entity(lambda a: a | {"summary": good + a["summary"]}))) as server:
        life.configure(llm=a_model(server.url))
        life.weeks("2026-01-18")
    before = life.text("areas/people/sarah/summary.md")
    assert good.strip() in before
    with model_server(BAD[kind]("openai")) as server:
        life.configure(llm=a_model(server.url))
        life.perform("synthesis", "2026-01-26 04:00", force=True)  # cooled: looked at again

    assert life.text("areas/people/sarah/summary.md") == before


def test_completed_without_evidence_archives_nothing(life: Life) -> None:
    over = on_entity(lambda good: good | {"completed": True})
    with model_server(writing(over)) as server:
        life.configure(llm=a_model(server.url))
        life.weeks(*SUNDAYS)

    assert life.text("projects/beacon/items.json")
    assert not (life.root / "archives/areas").exists()
    assert life.text("archives/projects/larkspur/items.json")  # of this the operator said so


def judged(prompt: str) -> list[dict[str, str]]:
    """Propose every replacement that must not be made among the facts shown, and one unknown."""
    ids = FACTS.findall(prompt)
    pairs = [(old, new) for old in ids for new in ids if old != new]
    rows = [{"old": old, "by": new, "reason": "so"} for old, new in pairs]
    return [*rows, {"old": "nobody-001", "by": ids[0], "reason": "so"}] if ids else []


FACTS = re.compile(r"^\[([\w-]+)\] \d{4}-\d\d-\d\d (?:hot|warm|cold): ", re.MULTILINE)


def test_what_a_model_wants_superseded_is_judged_and_what_is_refused_stands_for_review(
    life: Life,
) -> None:
    def write(prompt: str) -> dict[str, Any]:
        if not about_entity(prompt):
            return well_written(prompt)
        return well_written(prompt) | {"superseded": judged(prompt)}

    with model_server(writing(write)) as server:
        life.configure(llm=a_model(server.url))
        life.weeks("2026-01-18")
    made = [m for a in life.answers if a["verb"] == "synthesis" for m in a["entities"]]
    refused = {(r["old"], r["by"], r["gate"]) for m in made for r in m["refused"]}
    rows = {(r["replaces"], r["by"], r["gate"]) for r in life.reviews() if r["why"] == "replaces"}

    assert refused <= rows
    assert {gate for *_, gate in rows} >= {"unknown_fact", "not_same_attribute"}
    assert all(fact["status"] == "active" for fact in life.facts("areas/people/maria"))


def test_a_model_may_replace_only_so_many_facts_of_one_entity_at_once(life: Life) -> None:
    for day in range(12, 24):
        life.say(f"2026-01-{day} 21:00", f"Remember: the Beacon budget is {day} thousand euros.")
    path = life.root / "projects/beacon/items.json"
    life.live("2026-01-12", "2026-01-14")
    rows = json.loads(path.read_text())
    for number in range(1, 31):  # a person's facts of one matter, each with its own day
        row = {"id": f"plan-{number:03d}", "fact": f"Weekly report number {number} is sent"}
        rows.append(row | {"timestamp": f"2026-01-{number % 28 + 1:02d}", "status": "active"})
    path.write_text(json.dumps(rows))
    before = {row["id"] for row in rows if row["status"] == "active"}

    def write(prompt: str) -> dict[str, Any]:
        wanted = [{"old": f"plan-{n:03d}", "by": "plan-027", "reason": ""} for n in range(1, 27)]
        return well_written(prompt) | ({"superseded": wanted} if "plan-027" in prompt else {})

    with model_server(writing(write)) as server:
        life.configure(llm=a_model(server.url))
        life.perform("synthesis", "2026-01-18 04:00")
    after = {row["id"] for row in json.loads(path.read_text()) if row["status"] == "active"}

    assert before == after  # what a person wrote is theirs: none is replaced
    waiting = {row["replaces"] for row in life.reviews() if row["ref"] == "projects/beacon"}
    assert len(waiting & {f"plan-{n:03d}" for n in range(1, 27)}) == 26


def test_heat_is_what_a_model_is_told_of_each_fact(life: Life) -> None:
    with model_server(writing(well_written)) as server:
        life.configure(llm=a_model(server.url))
        life.weeks("2026-01-11", "2026-01-18", "2026-01-25")
    tiers = set(re.findall(r"^\[[\w-]+\] \S+ (\w+): ", "\n".join(server.prompts), re.MULTILINE))

    assert tiers == {Heat.HOT.value, Heat.WARM.value}
