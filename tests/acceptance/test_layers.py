"""Each layer alone and in every combination: only what is on is written, all of it later."""

from itertools import combinations
from pathlib import Path

import pytest

from memoryd.core.tacit_lines import read_tacit
from tests.acceptance.kit import Person
from tests.acceptance.weeks import Life, a_model, well_written, writing
from tests.fakes_server import model_server

KINDS = ("tacit", "notes", "graph", "search")
ALL = [found for size in range(5) for found in combinations(KINDS, size)]
NAMES = ["+".join(found) or "none" for found in ALL]


def a_week(life: Life) -> None:
    """A beat, a night and a Sunday each, over the first two weeks of the story."""
    life.perform("heartbeat", "2026-01-10 20:00")
    life.perform("nightly", "2026-01-10 23:00", force=True)
    life.perform("synthesis", "2026-01-11 04:00")
    life.perform("heartbeat", "2026-01-17 20:00")
    life.perform("nightly", "2026-01-17 23:00", force=True)
    life.perform("synthesis", "2026-01-18 04:00")


def layers_of(names: dict[str, bytes]) -> set[str]:
    """Which layers show in the files."""
    found = set()
    for name in names:
        if name == "MEMORY.md":
            found.add("tacit")
        elif name.startswith("memory/"):
            found.add("notes")
        else:
            found.add("graph")
    return found


@pytest.mark.parametrize("layers", ALL, ids=NAMES)
def test_a_night_and_a_sunday_touch_only_the_layers_that_are_on(
    tmp_path: Path, layers: tuple[str, ...]
) -> None:
    life = Life(tmp_path / "home", layers=layers)
    life.tell_the_story()
    a_week(life)

    assert layers_of(life.shown()) == set(layers) - {"search"}
    before = life.shown()
    life.perform("nightly", "2026-01-18 06:00", force=True)
    life.perform("synthesis", "2026-01-18 06:00", force=True)
    assert life.shown() == before
    status = life.perform("status", "2026-01-18 07:00", audience="private")
    assert status["layers"] == sorted(layers)
    assert status["needs"] == []


@pytest.mark.parametrize("layers", ALL, ids=NAMES)
def test_status_names_the_one_layer_that_would_help_most_by_what_has_gathered(
    tmp_path: Path, layers: tuple[str, ...]
) -> None:
    life = Life(tmp_path / "home", layers=layers)
    assert "[layers]" not in next_of(life, "2026-01-05 07:00")
    life.tell_the_story()
    a_week(life)
    # Two weeks are 38 lines: enough for all but search.
    named = next_of(life, "2026-01-18 07:00")
    off = [kind for kind in ("notes", "graph", "tacit") if kind not in layers]
    assert named.startswith(f"{off[0]} = true in [layers]" if off else "a model in [llm]")
    assert not off or "38 lines" in named

    for number in range(100):
        life.say("2026-01-18 08:00", f"Nothing of note, {number}.")
    life.perform("heartbeat", "2026-01-18 09:00")
    named = next_of(life, "2026-01-18 10:00")
    off = [kind for kind in ("notes", "graph", "search", "tacit") if kind not in layers]
    assert named.startswith(f"{off[0]} = true in [layers]" if off else "a model in [llm]")


def next_of(life: Life, now: str) -> str:
    return str(life.perform("status", now, audience="private")["next"])


def test_with_every_layer_and_a_model_there_is_nothing_next(tmp_path: Path) -> None:
    with model_server(writing(_empty)) as server:
        life = Life(tmp_path / "home", llm=all_by_a_model(server.url))
        life.tell_the_story()
        a_week(life)
        assert life.perform("status", "2026-01-18 07:00", audience="private")["next"] is None


def found(life: Life) -> set[str]:
    """The layers in which `memoryd search` finds something; "said": the conversations."""
    person = Person(life.home)
    paths = set()
    for words in ("early riser", "Sarah Acme", "Maria developers"):
        answer = person.json(
            "search", *words.split(), "--limit", "50", "--history", "--config", str(life.config),
            "--now", "2026-01-18T08:00:00+01:00",
        )  # fmt: skip
        assert not answer["stale"]
        paths |= {row["path"] for row in answer["results"]}
    said = {path for path in paths if path.startswith("lines/")}
    return layers_of(dict.fromkeys(paths - said, b"")) | ({"said"} if said else set())


@pytest.mark.parametrize("layers", ALL, ids=NAMES)
def test_search_finds_what_the_other_layers_gathered_also_when_it_is_switched_on_later(
    tmp_path: Path, layers: tuple[str, ...]
) -> None:
    life = Life(tmp_path / "home", layers=layers)
    life.tell_the_story()
    a_week(life)
    if "search" not in layers:
        config = ("--config", str(life.config))
        Person(life.home).run("search", "Sarah", *config, code=2)
        life.configure(layers=(*layers, "search"))
    before = life.shown()

    assert found(life) == (set(layers) - {"search"}) | {"said"}
    assert life.shown() == before


def whole(life: Life) -> tuple[dict[str, list[tuple[str, str, str]]], set[str], set[str]]:
    """The facts of each entity, the days that have a note, and the lines of MEMORY.md."""
    store = life.store()
    facts = {
        str(ref): sorted((f.fact, f.day, f.status.value) for f in store.ledger(ref)[0].facts)
        for ref in store.refs()
    }
    raw = store.text_file("MEMORY.md") or b""
    return facts, set(store.note_days()), {line.text for line in read_tacit(raw)}


@pytest.fixture(scope="module")
def undisturbed(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[dict[str, list[tuple[str, str, str]]], set[str], set[str]]:
    life = Life(tmp_path_factory.mktemp("whole") / "home")
    life.tell_the_story()
    a_week(life)
    life.perform("heartbeat", "2026-01-24 20:00")
    life.perform("nightly", "2026-01-24 23:00", force=True)
    life.perform("synthesis", "2026-01-25 04:00")
    return whole(life)


@pytest.mark.parametrize("layers", ALL, ids=NAMES)
def test_a_layer_that_is_switched_on_later_picks_up_what_was_said_before(
    tmp_path: Path,
    layers: tuple[str, ...],
    undisturbed: tuple[dict[str, list[tuple[str, str, str]]], set[str], set[str]],
) -> None:
    life = Life(tmp_path / "home", layers=layers)
    life.tell_the_story()
    a_week(life)
    life.configure(layers=KINDS)
    life.perform("heartbeat", "2026-01-24 20:00")
    life.perform("nightly", "2026-01-24 23:00", force=True)
    life.perform("synthesis", "2026-01-25 04:00")
    facts, notes, lines = whole(life)

    assert facts == undisturbed[0]
    assert {text for text in undisturbed[2] if ":" not in text} <= lines
    assert {text for text in lines if ": " in text} <= undisturbed[2]
    assert {day for day in undisturbed[1] if not day.endswith(("-11", "-18"))} <= notes


@pytest.mark.parametrize("layers", ALL, ids=NAMES)
def test_no_call_is_made_for_what_is_off(tmp_path: Path, layers: tuple[str, ...]) -> None:
    with model_server(writing(_empty)) as server:
        life = Life(tmp_path / "home", layers=layers, llm=all_by_a_model(server.url))
        life.tell_the_story()
        a_week(life)
        asked = {sent.body["response_format"]["json_schema"]["name"]
                 for sent in server.sent}  # fmt: skip

    wanted = set()
    if "graph" in layers:
        wanted |= {"extraction"}  # no fact came of it, so that no summary is asked for
    if {"graph", "notes"} & set(layers):
        wanted |= {"nightly"}
    if "tacit" in layers:
        wanted |= {"tacit"}
    assert asked == wanted


def all_by_a_model(url: str) -> str:
    offline = '[llm]\nprovider = "offline"\n[llm.synthesis]\n'
    return a_model(url).replace(offline, "[llm]\n")


def _empty(prompt: str) -> dict[str, object]:
    if "What they show of how" in prompt or "Facts that hold:" in prompt:
        return well_written(prompt)
    return {"facts": [], "events": [], "decisions": [], "processes": [], "referenced": []}


def test_while_the_graph_is_off_no_project_is_moved(tmp_path: Path) -> None:
    life = Life(tmp_path / "home")
    life.tell_the_story()
    life.weeks("2026-02-01")
    life.configure(layers=("notes", "tacit"))
    life.say("2026-02-03 10:00", "Project Larkspur launches its second version on June 1.")
    life.perform("nightly", "2026-02-03 23:00", force=True)
    life.perform("synthesis", "2026-02-08 04:00")
    assert not (life.root / "projects/larkspur").exists()

    life.configure(layers=KINDS)
    life.perform("heartbeat", "2026-02-09 09:00")
    assert (life.root / "projects/larkspur/items.json").exists()
