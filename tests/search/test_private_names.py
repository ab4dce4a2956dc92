"""A group hears of nobody by name whom it may not know of: not in a fact, a heading or an alias."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memoryd import clock
from memoryd.cli.main import main
from memoryd.core.turn import Audience
from memoryd.jobs.check import check
from memoryd.jobs.context import Run
from memoryd.jobs.entity import entity
from memoryd.jobs.log import log
from memoryd.jobs.recall import Shown, Unclear
from memoryd.jobs.search import query_of, search
from memoryd.jobs.showing import context
from memoryd.jobs.status import Setup, status
from memoryd.mcp.answers import MemoryAnswers
from tests.search.test_cases_j import Memory, fact
from tests.searched import NOW

GROUP = Audience.GROUP
SARAH = "---\naliases: [Squill, 'Dr. Quill']\n---\n# Sarah Quill\n"


@pytest.fixture(name="memory")
def _memory(tmp_path: Path) -> Memory:
    home = Memory(tmp_path)
    home.say("Nothing new.")
    home.beat()
    home.write("areas/people/sarah-quill/summary.md", SARAH)
    home.facts("areas/people/sarah-quill", fact("sarah-quill-001", "Has cancer"))
    home.write("areas/people/will/summary.md", "# Will\n")
    home.write("areas/people/li-ming/summary.md", "# 李明\n")
    home.write("areas/people/zoe/summary.md", "# Zoë\n")
    home.write("areas/people/sasha/summary.md", "---\naliases: [Wibble\n---\n# Саша Иванова\n")
    home.write("areas/people/alex/summary.md", "# Alex\n")
    home.write("areas/companies/target/summary.md", "# Target\n")
    home.write("areas/companies/acme/summary.md", "# Acme Corp.\n")
    home.write("areas/companies/beacon/summary.md", "# Beacon\n")
    home.write("areas/health/knee-surgery/summary.md", "# Knee surgery\n")
    home.write("archives/old-flame/summary.md", "# Old Flame\n")
    return home


# Each way in which a group may ask about the project; it returns all that is said.


def _answers(memory: Memory) -> MemoryAnswers:
    def ask(reading: Any, query: str, **how: Any) -> dict[str, Any]:
        params = {"query": query, "audience": how["audience"].value, "history": how["history"]}
        return search(reading, query_of(params, NOW))

    return MemoryAnswers(memory.reading, GROUP, search=ask, remember=dict)


def by_search(memory: Memory, words: str) -> str:
    found = memory.answer(words, "group", history=True)
    return json.dumps(found, ensure_ascii=False)


def by_tools(memory: Memory, words: str) -> str:
    told = [
        _answers(memory).call(name, arguments, "test")
        for name, arguments in (
            ("memory_search", {"query": words}),
            ("memory_entity", {"entity": "projects/beacon", "show": "history"}),
            ("memory_entity", {"entity": "beacon"}),
            ("memory_context", {}),
            ("memory_get", {"path": "projects/beacon/items.json"}),
            ("memory_get", {"path": "projects/beacon/summary.md"}),
        )
    ]
    return json.dumps(told, ensure_ascii=False)


def by_resource(memory: Memory, _words: str) -> str:
    answers = _answers(memory)
    told = [answers.read("memory://entities/projects/beacon"), answers.resources(None)]
    return json.dumps(told, ensure_ascii=False)


def unasked(memory: Memory, words: str) -> str:
    now = {"audience": "group", "now": "2026-01-06"}
    return "\n".join(
        context(memory.reading(), {**now, **more})["text"]
        for more in ({}, {"prompt": f"and Beacon? {words}"})
    )


def by_the_log(memory: Memory, _words: str) -> str:
    found = log(memory.reading(), "beacon", audience=GROUP)
    return "" if isinstance(found, Unclear) else repr(found.facts)


WAYS: list[Callable[[Memory, str], str]] = [by_search, by_tools, by_resource, unasked, by_the_log]
NAMING = {
    "the whole name": "Sarah Quill has cancer, so Beacon slips",
    "a first name": "Slips because Sarah is ill",
    "a family name": "Waits for Quill",
    "lower case": "waits for sarah",
    "a possessive": "Slips over Sarah's illness",
    "a possessive without its sign": "Slips over Sarahs illness",
    "with another apostrophe": "Slips over Sarah\N{RIGHT SINGLE QUOTATION MARK}s illness",
    "a hyphen": "Has a Sarah-shaped hole",
    "an alias": "Waits for Squill",
    "an alias with a title": "Waits for Dr. Quill",
    "an address": "Ask sarah.quill@example.com",
    "a ref": "See people/sarah-quill",
    "hidden letters": "Waits for Sa\u200brah",
    "full width": "Waits for \uff33\uff41\uff52\uff41\uff48",
    "an accent left out": "Waits for Zoe",
    "decomposed": "Waits for Zoe\u0308",
    "another script": "李明讨厌它",
    "a common word as a name": "Waits until Will agrees",
    "a company": "Acme pays for it",
    "a company in full": "ACME CORP pays for it",
    "with an ending": "Передали Саше",
    "as part of a handle": "SarahQuill owns it",
    "by an initial": "@sarahq owns it",
    "a company in one": "AcmeCorp pays for it",
    "a company that is a plain word": "Waits for Target",
    "out of broken front matter": "Waits for Wibble",
    "a matter of health": "Slips for the knee surgery",
    "of the flat archives": "Named after Old Flame",
}
INNOCENT = {
    "a fragment": "Uses Sarahland maps and the quilling shop",
    "a verb": "it will slip",
    "its own name, a company's too": "Beacon uses REST",
    "part of a name": "Old bridges carry a flame",
    "one word of a matter": "Has surgery-grade steel",
    "the operator": "Alex decided on REST",
    "a plain word": "The target is June",
    "a number": "Was quoted 4,200 euros",
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("text", NAMING.values(), ids=NAMING.keys())
def test_a_fact_that_names_somebody_hidden_is_hidden_without_a_link_to_them(
    memory: Memory, way: Callable[[Memory, str], str], text: str
) -> None:
    memory.facts("projects/beacon", fact("beacon-001", text), fact("beacon-002", "Uses REST"))
    memory.write("projects/beacon/summary.md", f"# Beacon\n\n{text}.\n")

    told = way(memory, text)
    assert "beacon-001" not in told
    assert text not in told
    assert "Uses REST" in way(memory, "Uses REST") or way is by_resource or way is unasked
    private = entity(
        memory.reading(), "projects/beacon", shown=Shown.FACTS, audience=Audience.PRIVATE
    )
    assert len(private["facts"]) == 2


@pytest.mark.parametrize("way", [by_search, by_tools, by_the_log, by_resource, unasked])
@pytest.mark.parametrize("text", INNOCENT.values(), ids=INNOCENT.keys())
def test_a_fact_that_names_nobody_hidden_is_told(
    memory: Memory, way: Callable[[Memory, str], str], text: str
) -> None:
    memory.facts("projects/beacon", fact("beacon-001", text))

    assert text in way(memory, text)


@pytest.mark.parametrize("change", ["new", "another alias", "gone"])
def test_what_may_be_told_is_looked_at_anew_where_somebody_is_called_otherwise(
    memory: Memory, change: str
) -> None:
    memory.facts("projects/beacon", fact("beacon-001", "Waits for Tilda"))
    place = "areas/people/tilda-moor/summary.md"
    if change == "gone":
        memory.write(place, "# Tilda Moor\n")
    before = memory.find("waits", "group")
    match change:
        case "new":
            memory.write(place, "# Tilda Moor\n")
        case "another alias":
            memory.write("areas/people/will/summary.md", "---\naliases: [Tilda]\n---\n# Will\n")
        case _:
            (memory.root / place).unlink()
            (memory.root / place).parent.rmdir()

    after = memory.find("waits", "group")
    assert (len(before), len(after)) == ((0, 1) if change == "gone" else (1, 0))


WITHHELD = {
    "a fact about somebody": ("Named in anger", {"relatedEntities": ["people/sarah-quill"]}),
    "a fact that names somebody": ("Sarah hates it", {}),
    "nothing but the heading": ("Uses REST", {}),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("text", "more"), WITHHELD.values(), ids=WITHHELD.keys())
def test_where_a_summary_is_withheld_so_are_its_heading_and_aliases(
    memory: Memory, way: Callable[[Memory, str], str], text: str, more: dict[str, Any]
) -> None:
    memory.facts("projects/beacon", fact("beacon-001", text, **more), fact("beacon-002", "Is red"))
    names = "---\naliases: [Zorblax, Sarahs Folly]\n---\n# Beacon for Sarah Quill\n"
    memory.write("projects/beacon/summary.md", f"{names}\nX.\n")

    for words in ("Zorblax", "Sarahs Folly", "Beacon for Sarah Quill", "beacon"):
        told = way(memory, words)
        for name in ("Sarah", "Folly") if words == "Zorblax" else ("Zorblax",):
            assert name not in told
    reading = memory.reading()
    for alias in ("Zorblax", "Sarahs Folly", "Beacon for Sarah Quill"):
        found = entity(reading, alias, shown=Shown.SUMMARY, audience=GROUP)
        assert found["status"] == "not_found"
        assert memory.find(alias.split()[0], "group") == [] or alias.startswith("Beacon")
        assert context(reading, {"audience": "group", "prompt": f"what of {alias.split()[0]}?"})[
            "text"
        ].count("Is red") == alias.startswith("Beacon")
    shown = entity(reading, "beacon", shown=Shown.SUMMARY, audience=GROUP)
    assert (shown["name"], shown["summary"]) == ("Beacon", "")
    assert entity(reading, "Zorblax", shown=Shown.SUMMARY, audience=Audience.PRIVATE)["name"] == (
        "Beacon for Sarah Quill"
    )


def test_an_alias_answers_a_group_that_may_be_told_the_summary(memory: Memory) -> None:
    memory.facts("projects/beacon", fact("beacon-001", "Uses REST"))
    memory.write("projects/beacon/summary.md", "---\naliases: [Zorblax]\n---\n# The Beacon\n\nX.\n")

    found = entity(memory.reading(), "Zorblax", shown=Shown.SUMMARY, audience=GROUP)
    assert (found["name"], found["summary"]) == ("The Beacon", "X.")
    assert memory.find("Zorblax", "group")
    prompt = {"audience": "group", "prompt": "what of Zorblax?"}
    assert "The Beacon" in context(memory.reading(), prompt)["text"]


def test_counts_of_a_group_leave_out_who_is_named(memory: Memory) -> None:
    facts = [fact(f"beacon-{n:03}", text) for n, text in enumerate(NAMING.values(), start=1)]
    memory.facts("projects/beacon", *facts, fact("beacon-900", "Uses REST"))
    store, kinds = memory.reader(), ("projects", "resources")

    run = Run(id="0", now=NOW, zone=clock.zone("UTC"), operator="Alex", channels=(),
              layers=frozenset({"graph"}))  # fmt: skip
    told = status(store, Setup("offline", group_visible=kinds), run, audience=GROUP)
    assert (told["entities"], told["active"]) == (1, 1)
    checked = check(store, audience=GROUP, group_visible=kinds, keep_lines=True)
    assert (checked.entities, checked.facts, checked.problems) == (1, None, ())


@pytest.mark.parametrize("verb", ["recall beacon", "recall Zorblax", "search Sarah", "log beacon",
                                  "search Zorblax", "status", "check", "context"])  # fmt: skip
@pytest.mark.parametrize("as_json", [[], ["--json"]])
def test_no_verb_of_the_command_line_tells_a_group_of_them(
    memory: Memory, capsys: pytest.CaptureFixture[str], verb: str, as_json: list[str],
) -> None:  # fmt: skip
    memory.facts("projects/beacon", fact("beacon-001", "Sarah Quill has cancer"),
                 fact("beacon-002", "Is red"))  # fmt: skip
    memory.write("projects/beacon/summary.md",
                 "---\naliases: [Zorblax]\n---\n# Beacon for Sarah Quill\n\nCancer.\n")  # fmt: skip
    config = str(memory.reading().settings.config_file)

    main([*verb.split(), "--audience", "group", "--config", config, *as_json])
    said = "".join(capsys.readouterr())
    if verb != "search Sarah":
        said = said.replace("Zorblax", "")  # a person's own word may be said again
        assert "Sarah" not in said
    assert "ancer" not in said
    assert "Quill" not in said
