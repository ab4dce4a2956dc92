"""Headings and code are found as what stands in lines is, and headings say what it is about."""

from pathlib import Path

import pytest

from memoryd.core.turn import Audience
from memoryd.jobs.showing import context
from tests.search.test_cases_j import Memory, fact, over

NOTE = "memory/2026-02-14.md"
SUMMARY = "projects/beacon/summary.md"
CODE = "```bash\nkubectl rollout undo\nssh -J bastion oslo\n```"


@pytest.fixture(name="memory")
def _memory(tmp_path: Path) -> Memory:
    home = Memory(tmp_path)
    home.say("Nothing new.")
    home.beat()
    home.facts("projects/beacon", fact("beacon-001", "Uses REST"))
    home.write("memory/2026-01-02.md", "# 2026-01-02\n\n- rain drums on the old tin roof\n")
    return home


UNDER = {
    "a note's heading": (NOTE, "# 2026-02-14\n\n## Call with Meridian\n- quoted 4,200\n", 4),
    "a deeper one": (NOTE, "# 2026-02-14\n## Calls\n### Meridian\n- quoted 4,200\n", 4),
    "one two levels up": (NOTE, "# 2026-02-14\n## Meridian\n### Money\n- quoted 4,200\n", 4),
    "inside a section of ours": (NOTE, "## Key Events\n### Meridian\n- 09:15 — 4,200\n", 3),
    "beside the day": (NOTE, "# 2026-02-14: Meridian\n\nquoted 4,200\n", 3),
    "underlined": (NOTE, "Meridian\n---\nquoted 4,200\n", 3),
    "with code below": (NOTE, f"## Meridian\n{CODE}\n", 2),
    "of USER.md": ("USER.md", "# USER.md\n## Meridian\n- is the client\n", 3),
    "of MEMORY.md": ("MEMORY.md", "# M\n## Meridian\n- is the client\n", 3),
    "inside a section of MEMORY.md": (
        "MEMORY.md", "## Services & Access\n### Meridian\n- port 8080\n", 3),
    "of a summary": (SUMMARY, "# Beacon\n\n## Meridian\n- is the client\n", 4),
}  # fmt: skip


@pytest.mark.parametrize(("path", "text", "line"), UNDER.values(), ids=UNDER.keys())
def test_a_heading_finds_what_stands_below_it(
    memory: Memory, path: str, text: str, line: int
) -> None:
    memory.write(path, text)

    best = memory.find("Meridian")[0]
    assert (best["path"], best["startLine"]) == (path, line)
    assert "Meridian" not in best["snippet"]


ALONE = {
    "in a note": (NOTE, "# 2026-02-14\n\n## Met Meridian\n\n## Key Events\n- 09:00 — tea\n", 3),
    "as the last line": (NOTE, "- 09:00: tea\n\n### Met Meridian", 3),
    "beside the day": (NOTE, "# 2026-02-14: Met Meridian\n## Key Events\n", 1),
    "of USER.md": ("USER.md", "## Met Meridian\n", 1),
    "of MEMORY.md": ("MEMORY.md", "## How I Work\n\n### Met Meridian\n", 3),
    "of a summary": (SUMMARY, "# Beacon\n\n## Met Meridian\n", 3),
}


@pytest.mark.parametrize(("path", "text", "line"), ALONE.values(), ids=ALONE.keys())
def test_a_heading_with_nothing_below_is_found_itself(
    memory: Memory, path: str, text: str, line: int
) -> None:
    memory.write(path, text)

    best = memory.find("Meridian")[0]
    assert (best["path"], best["startLine"], best["snippet"]) == (path, line, "Met Meridian")


CODED = {
    "in a note": (NOTE, f"# 2026-02-14\n{CODE}\n- tea\n", (2, 5)),
    "under an item": (NOTE, f"- the way back:\n  {CODE}\n", (2, 5)),
    "with tildes": (NOTE, "~~~\nkubectl rollout undo\n~~~\n", (1, 3)),
    "under Services & Access": ("MEMORY.md", f"## Services & Access\n{CODE}\n", (2, 5)),
    "in USER.md": ("USER.md", f"{CODE}\n", (1, 4)),
    "in a summary": (SUMMARY, f"# Beacon\n\n{CODE}\n", (3, 6)),
}


@pytest.mark.parametrize(("path", "text", "lines"), CODED.values(), ids=CODED.keys())
def test_code_is_found_with_its_lines(
    memory: Memory, path: str, text: str, lines: tuple[int, int]
) -> None:
    memory.write(path, text)

    best = memory.find("kubectl rollout")[0]
    assert (best["path"], (best["startLine"], best["endLine"])) == (path, lines)
    assert "```" not in best["snippet"]


def test_long_code_is_found_to_its_end(memory: Memory) -> None:
    lines = "\n".join(f"apply step{at}.yaml" for at in range(900))
    memory.write(NOTE, f"# 2026-02-14\n```\n{lines}\nlaunch zeppelin\n```\n")

    best = memory.find("zeppelin")[0]
    assert (best["path"], best["startLine"], best["endLine"]) == (NOTE, 2, 904)
    assert "launch zeppelin" in best["snippet"]


def test_secrets_in_headings_and_code_are_masked(memory: Memory) -> None:
    secret = f"ghp_{'a1B2c3D4e5F6' * 3}"
    memory.write(NOTE, f"# 2026-02-14\n## Key {secret}\n- of the robot\n```\nset {secret}\n```\n")

    assert memory.find("robot")
    assert secret.encode() not in memory.index()
    assert secret.lower().encode() not in memory.index()


def test_a_heading_with_a_place_of_ours_is_no_passage(memory: Memory) -> None:
    memory.write(NOTE, "# 2026-02-14\n\n## Key Events\n\n## Decisions Made\n<!-- memoryd -->\n"
                 "<!-- /memoryd -->\n")  # fmt: skip
    memory.write("MEMORY.md", "# MEMORY.md\n\n## How I Work\n\n## Hard Rules\n")
    memory.write(SUMMARY, "# Beacon\n\n<!-- keep -->\n<!-- /keep -->\n")

    for words in ("key events", "decisions made", "how I work", "hard rules", "memoryd", "keep"):
        assert {NOTE, "MEMORY.md", SUMMARY}.isdisjoint(hit["path"] for hit in memory.find(words)), (
            words
        )


def test_a_heading_of_what_is_over_is_left_out_of_a_summary(memory: Memory) -> None:
    memory.facts("projects/beacon", over(fact("beacon-001", "Hosted in Porto"), "beacon-002"),
                 fact("beacon-002", "Hosted in Riga"))  # fmt: skip
    memory.write(SUMMARY, "# Beacon\n\n## Hosted in Porto\n")

    assert memory.find("Porto") == []


def test_a_group_hears_of_no_heading_that_names_somebody_hidden(memory: Memory) -> None:
    memory.write("areas/people/sarah/summary.md", "# Sarah\n")
    memory.write(SUMMARY, "# Beacon\n\n## Against Sarah\n- slips\n```\nping sarah\n```\n")

    assert [hit["id"] for hit in memory.find("slips REST Sarah", "group")] == ["beacon-001"]


def test_context_shows_what_the_entries_of_a_note_stand_under(memory: Memory) -> None:
    memory.write("memory/2026-02-16.md", "# 2026-02-16\n\n## Call with Meridian\n- quoted 4,200\n"
                 "### Next\n- send the bill\n")  # fmt: skip

    told = context(memory.reading(), {"audience": Audience.PRIVATE.value, "now": "2026-02-16"})
    lines = told["text"].splitlines()
    at = lines.index("### 2026-02-16: Call with Meridian")
    assert lines[at + 1] == "- quoted 4,200"
    assert lines[lines.index("### 2026-02-16: Call with Meridian / Next") + 1] == "- send the bill"
