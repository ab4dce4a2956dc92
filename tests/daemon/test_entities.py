"""What the journal tells of single entities: by a field of their own, in the job that did it."""

import json
import logging
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import structlog
from structlog.testing import capture_logs

from memoryd.daemon.worker import Worker
from memoryd.wiring import App, LateStore
from tests.daemon.running import PROJECT, has_config
from tests.journal_kit import told_to

CONFIG = '[operator]\nname = "Alex"\ntimezone = "UTC"\n[sources.plain]\npaths = ["~/chats"]\n'
SARAH, LARKSPUR, BEACON = "people/sarah", "projects/larkspur", "projects/beacon"

Told = list[dict[str, str]]


@pytest.fixture(autouse=True)
def _logs_as_before() -> Iterator[None]:
    handlers = logging.root.handlers[:]
    yield
    structlog.reset_defaults()
    logging.root.handlers[:] = handlers


class Service:
    """The daemon's worker on a real memory, at times of the test's."""

    def __init__(self, home: Path) -> None:
        has_config(home, CONFIG)
        self._chats, self.life = home / "chats", home / "life"
        self._chats.mkdir()
        names = ("CONFIG_HOME", "STATE_HOME", "RUNTIME_DIR")
        self._env = {"HOME": str(home)}
        self._env |= {f"XDG_{name}": str(home / f"xdg_{name.lower()}") for name in names}

    def says(self, day: str, *texts: str) -> None:
        with (self._chats / "a.jsonl").open("a") as handle:
            for text in texts:
                row = {"time": f"{day}T09:00:00Z", "role": "operator", "text": text}
                handle.write(json.dumps(row) + "\n")

    def does(self, job: str, day: str, **params: Any) -> None:
        memory = LateStore(App.of(self._env, now=f"{day}T12:00:00Z"), wait=1)
        try:
            Worker(memory.perform).perform(job, params, lambda _: None)
        finally:
            memory.close()


@pytest.fixture
def told(home: Path, tmp_path: Path) -> Told:
    """The lines of some weeks: two projects end, one comes back, a person breaks a file."""
    service = Service(home)
    with told_to(tmp_path) as found:
        service.says("2026-01-05", "By the way, Sarah is my manager at Acme Corp.",
                     "Project Larkspur launches on January 9.",
                     "Project Beacon launches on April 2.")  # fmt: skip
        service.does("heartbeat", "2026-01-05")
        service.does("nightly", "2026-01-05", force=True)
        service.says("2026-01-12", "Project Larkspur is finished.", "Project Beacon is finished.")
        service.does("heartbeat", "2026-01-12")
        (service.life / "archives/projects/beacon").mkdir(parents=True)
        service.does("synthesis", "2026-01-18", plan=True)
        service.does("synthesis", "2026-01-18", force=True)
        service.says("2026-02-03", "We are working on Larkspur again.")
        service.does("heartbeat", "2026-02-03")
        (service.life / "areas/people/sarah/items.json").write_text('[{"id": "zirconium"')
        (service.life / "MEMORY.md").symlink_to("elsewhere")
        service.does("rescan", "2026-02-04")
    return found


def told_of(told: Told, entity: str) -> list[tuple[str, str]]:
    return [(line["JOB_ID"], line["MEMORYD_EVENT"]) for line in told
            if line.get("ENTITY") == entity]  # fmt: skip


def test_an_entity_s_lines_are_found_by_its_name(told: Told) -> None:
    assert told_of(told, SARAH) == [
        ("synthesis", "summary_written"),
        ("rescan", "edit_refused"),
    ]
    assert told_of(told, LARKSPUR) == [
        ("synthesis", "summary_written"),
        ("synthesis", "entity_archived"),
        ("heartbeat", "entity_back"),
    ]
    assert told_of(told, BEACON)[-1] == ("synthesis", "entity_not_archived")


def test_a_line_about_no_entity_names_none_and_none_tells_what_was_said(told: Told) -> None:
    refused = [line for line in told if line["MEMORYD_EVENT"] == "edit_refused"]

    assert {line["MEMORYD_PATH"]: line.get("ENTITY") for line in refused} == {
        "MEMORY.md": None,
        "areas/people/sarah/items.json": SARAH,
    }
    assert not re.search(r"zirconium|manager|launches|January 9|April 2", str(told))


def test_every_field_that_the_readme_names_is_sent(told: Told) -> None:
    (line,) = re.findall(
        r"^journalctl .* JOB_ID=.*$", (PROJECT / "README.md").read_text(), re.MULTILINE
    )
    names = set(re.findall(r"\b[A-Z_]{6,}\b", line))
    job = re.search(r"JOB_ID=(\w+)", line)

    assert {"MEMORYD_EVENT", "JOB_ID", "ENTITY"} <= names
    assert names <= {name for line in told for name in line}
    assert job
    assert job[1] in {line.get("JOB_ID") for line in told}


def made(ref: str = SARAH, **more: Any) -> Mapping[str, Any]:
    row = {"ref": ref, "text": "before", "refusal": None, "changed": False, "trouble": None}
    return {"entities": [{**row, **more}], "unread": [], "archived": [], "kept": []}


@pytest.mark.parametrize(
    ("job", "answer", "told"),
    [
        ("synthesis", made(), []),
        ("synthesis", made(changed=True, text="proposed"), ["info summary_written"]),
        ("synthesis", made(changed=True, text="rules", refusal="cut"), ["info summary_written"]),
        ("synthesis", made(refusal="declined"), ["warning summary_left"]),
        ("synthesis", made(trouble="areas/people/sarah/summary.md: zirconium"),
         ["warning summary_left"]),
        ("synthesis", {**made(), "unread": [SARAH]}, ["warning summary_left"]),
        ("synthesis", {**made(), "unread": ["MEMORY.md"]}, []),
        ("synthesis", {**made(), "archived": [SARAH]}, ["info entity_archived"]),
        ("synthesis", {**made(), "kept": [{"ref": SARAH, "to_do": "zirconium"}]},
         ["warning entity_not_archived"]),
        ("synthesis", {"plan": [made()["entities"][0]], "archived": [SARAH], "kept": []}, []),
        ("heartbeat", {"back": [SARAH]}, ["info entity_back"]),
        ("nightly", {"heartbeat": {"back": [SARAH]}, "days": []}, ["info entity_back"]),
        ("nightly", {"days": [{"day": "2026-01-05", "back": [SARAH]}]}, ["info entity_back"]),
    ],
)  # fmt: skip
def test_what_a_job_did_to_an_entity_is_a_line(
    job: str, answer: Mapping[str, Any], told: list[str]
) -> None:
    with capture_logs() as logged:
        Worker(lambda *_: answer).perform(job, {}, lambda _: None)

    found = [line for line in logged if "entity" in line]
    assert [f"{line['log_level']} {line['event']}" for line in found] == told
    assert {line["entity"] for line in found} <= {SARAH}
    assert "zirconium" not in repr(logged)


@pytest.mark.parametrize(
    ("path", "entity"),
    [
        ("areas/people/sarah/items.json", SARAH),
        ("areas/people/sarah/summary.md", SARAH),
        ("areas/health/knee/items.json", "health/knee"),
        ("projects/beacon/items.json", BEACON),
        ("resources/espresso/summary.md", "resources/espresso"),
        ("archives/projects/larkspur/items.json", LARKSPUR),
        ("archives/areas/people/sarah/items.json", SARAH),
        ("MEMORY.md", None),
        ("memory/2026-02-15.md", None),
    ],
)
def test_a_broken_file_and_its_mending_are_told_of_its_entity(
    path: str, entity: str | None
) -> None:
    answers = iter([{"broken": [f"{path}:1:2: nested too deeply"]}, {"broken": []}])
    worker = Worker(lambda *_: next(answers))

    with capture_logs() as logged:
        worker.perform("rescan", {}, lambda _: None)
        worker.perform("rescan", {}, lambda _: None)

    assert [line["event"] for line in logged] == ["edit_refused", "edit_mended"]
    assert [line.get("entity") for line in logged] == [entity, entity]
