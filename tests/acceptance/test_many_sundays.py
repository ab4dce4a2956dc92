"""Two years of Sundays with new wishes each week: in the budget, nothing lost in silence."""

import json
import random
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest

from memoryd.core.tacit_change import BUDGET, size
from memoryd.core.tacit_lines import read_tacit
from tests.acceptance.weeks import ZONE, Life, a_model, about_entity, well_written, writing
from tests.fakes_server import model_server

THINGS = """tables charts lists prose diagrams sketches numbers quotes examples summaries outlines
links tests logs mails tickets notes drafts slides memos reports""".split()
MANNERS = """short long dated signed numbered bold plain formal friendly dry early late printed
shared private daily weekly""".split()
WEEKS = 104
FIRST = date(2024, 1, 7)


def sunday(week: int) -> datetime:
    return datetime.combine(FIRST + timedelta(weeks=week), time(4), tzinfo=ZONE)


def wishes(week: int) -> list[str]:
    """Three wishes of a week, none of them said before."""
    pairs = [(thing, manner) for thing in THINGS for manner in MANNERS]
    random.Random(7).shuffle(pairs)  # noqa: S311 - the same wishes each time
    chosen = pairs[3 * week : 3 * week + 3]
    return [f"{manner} {thing} in week {week}" for thing, manner in chosen]


def proposing(prompt: str) -> dict[str, Any]:
    """Take each wish that the operator states as a line of MEMORY.md."""
    if about_entity(prompt):
        return well_written(prompt)
    sections = ["How I Work", "Communication Preferences", "Lessons Learned", "Services & Access"]
    lines = [row.split(" operator: ") for row in prompt.splitlines() if " operator: I want " in row]
    add = [
        {"section": sections[n % 4], "text": f"Wants {said.removeprefix('I want ').rstrip('.')}",
         "lines": [head[1 : head.index("]")]]}
        for n, (head, said) in enumerate(lines)
    ]  # fmt: skip
    return {"add": add, "retire": []}


def live(life: Life, weeks: int = WEEKS) -> list[dict[str, Any]]:
    """Let the weeks go by; return what each Sunday told, its file sizes checked on the way."""
    told = []
    for week in range(weeks):
        now = sunday(week)
        for hour, wish in enumerate(wishes(week)):
            life.say(now - timedelta(hours=30 - hour), f"I want {wish}.", session=f"week-{week}")
        life.perform("heartbeat", now - timedelta(hours=8))
        told.append(life.perform("synthesis", now))
        assert size((life.root / "MEMORY.md").read_bytes()) <= BUDGET, week
    return told


def ours(raw: bytes) -> set[str]:
    return {line.text for line in read_tacit(raw) if line.ours}


def lost(life: Life, told: list[dict[str, Any]], before: set[str], after: set[str]) -> list[str]:
    """The lines that left MEMORY.md without answer, announcement or history."""
    kept = set().union(*(ours(raw) for raw in life.versions_of("MEMORY.md")))
    wrong = []
    for week, answer in enumerate(told):
        memory = answer["memory"]
        note = life.text(f"memory/{sunday(week):%Y-%m-%d}.md")
        left = (*memory["fallen"], *memory["retired"])
        wrong += [f"week {week}: {text}" for text in left if text not in note or text not in kept]
    said = {text for answer in told for text in (*answer["memory"]["fallen"],
                                                 *answer["memory"]["retired"])}  # fmt: skip
    return wrong + [f"{text}: not told" for text in before - after - said]


@pytest.mark.parametrize("by_hand", [False, True])
def test_two_years_of_new_wishes_stay_within_the_budget(tmp_path: Path, *, by_hand: bool) -> None:
    life = Life(tmp_path / "home")
    mine = "# MEMORY.md\n\n## Garden\n" + "".join(f"- plant number {n} 🌷\n" for n in range(150))
    if by_hand:
        life.root.mkdir()
        (life.root / "MEMORY.md").write_text(mine)
    with model_server(writing(proposing)) as server:
        life.configure(llm=a_model(server.url))
        told = live(life)
        calls = len(server.sent)
    path = life.root / "MEMORY.md"
    after = ours(path.read_bytes())
    added = {new["text"] for answer in told for new in answer["memory"]["added"]}

    assert len(added) == 3 * WEEKS
    assert lost(life, told, added, after) == []
    assert any("week 103" in text for text in after)
    assert sum(len(answer["memory"]["fallen"]) for answer in told) == len(added) - len(after) > 50
    assert calls == WEEKS
    assert [a["memory"]["refused"] for a in told if a["memory"]["refused"]] == []
    if by_hand:
        assert path.read_text().startswith(mine)


def test_rules_keep_the_budget_as_well(tmp_path: Path) -> None:
    life = Life(tmp_path / "home")
    for week in range(WEEKS):
        for hour, wish in enumerate(wishes(week)):
            at = sunday(week) - timedelta(hours=30 - hour)
            life.say(at, f"I like {wish}.", session=f"week-{week}")
        if week % 5 == 0:
            at = sunday(week) - timedelta(hours=26)
            text = f"Project Heron{week} launches on March {1 + week % 28}."
            life.say(at, text, session=f"week-{week}")
    told = []
    for week in range(3, WEEKS, 4):
        life.perform("heartbeat", sunday(week) - timedelta(hours=8))
        told.append(life.perform("synthesis", sunday(week)))
        assert size((life.root / "MEMORY.md").read_bytes()) <= BUDGET, week
    after = ours((life.root / "MEMORY.md").read_bytes())
    added = {new["text"] for answer in told for new in answer["memory"]["added"]}
    gone = {text for a in told for text in (*a["memory"]["fallen"], *a["memory"]["retired"])}

    assert len(added) > 2 * WEEKS
    assert added - after == gone - after
    kept = set().union(*(ours(raw) for raw in life.versions_of("MEMORY.md")))
    assert gone <= kept
    assert any(text.startswith("Heron") for text in added)
    assert to_and_fro(told) == []


def to_and_fro(told: list[dict[str, Any]]) -> list[str]:
    """The lines that made room on one Sunday and came back on that or a later one."""
    fell: set[str] = set()
    back = []
    for answer in told:
        fell |= set(answer["memory"]["fallen"])
        back += [new["text"] for new in answer["memory"]["added"] if new["text"] in fell]
    return back


def test_what_a_person_wrote_is_kept_though_it_is_over_the_budget_and_they_are_told_once(
    tmp_path: Path,
) -> None:
    life = Life(tmp_path / "home")
    life.root.mkdir()
    path = life.root / "MEMORY.md"
    mine = "# MEMORY.md\n\n" + "".join(f"My own long line number {n}.\n" for n in range(500))
    path.write_text(mine)
    life.say("2026-01-10 09:00", "I prefer calls over email.")
    life.perform("heartbeat", "2026-01-10 20:00")
    told = life.perform("synthesis", "2026-01-11 04:00")

    assert path.read_text() == mine
    assert told["memory"]["over_budget"] == size(mine.encode()) - BUDGET
    assert "over its budget" in life.text("memory/2026-01-11.md")
    before = life.shown()
    life.perform("synthesis", "2026-01-11 05:00", force=True)
    assert life.shown() == before

    life.perform("synthesis", "2026-01-18 04:00")
    assert path.read_text() == mine
    assert "over its budget" not in life.text("memory/2026-01-18.md")
    path.write_text("# MEMORY.md\n")
    life.perform("synthesis", "2026-01-25 04:00")
    assert "Prefers calls over email" in path.read_text()  # it was read only then


def test_one_line_too_many_for_the_budget_is_announced(tmp_path: Path) -> None:
    life = Life(tmp_path / "home")
    life.root.mkdir()
    path = life.root / "MEMORY.md"
    path.write_text("# MEMORY.md\n\n" + "mine " * 2190)
    life.say("2026-01-10 09:00", "I prefer calls over email.")
    life.perform("heartbeat", "2026-01-10 20:00")
    life.perform("synthesis", "2026-01-11 04:00")

    note = life.text("memory/2026-01-11.md")
    assert "MEMORY.md is full; there was no room for: Prefers calls over email" in note


@pytest.mark.parametrize(
    "text", ["今天开始用表格汇报工作情况", "🌷🌱🌻 garden first", "naïve café"]
)
def test_characters_are_counted_as_the_strictest_reader_does(tmp_path: Path, text: str) -> None:
    def write(prompt: str) -> dict[str, Any]:
        lines = [row for row in prompt.splitlines() if " operator: " in row]
        add = [{"section": "How I Work", "text": row.partition(" operator: ")[2],
                "lines": [row[1 : row.index("]")]]} for row in lines]  # fmt: skip
        return well_written(prompt) if about_entity(prompt) else {"add": add, "retire": []}

    life = Life(tmp_path / "home")
    for n in range(150):
        at = datetime(2026, 1, 5 + n % 6, 9, n % 60, tzinfo=ZONE)
        life.say(at, f"{text} {n} {text} {n + 500}", session=str(n))
    with model_server(writing(write)) as server:
        life.configure(llm=a_model(server.url))
        life.weeks("2026-01-11")
    raw = (life.root / "MEMORY.md").read_bytes()

    units = len(raw.decode().encode("utf-16-le")) // 2
    assert BUDGET - 300 < units <= BUDGET
    assert json.dumps(text, ensure_ascii=False)[1:-1] in raw.decode()
