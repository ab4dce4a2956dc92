"""What a group writes opens nothing, closes nothing, and tells it nothing of who is hidden."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memoryd.cli.main import main
from tests.mcp.client import Client

# Hidden, and as like it as can be but known to nobody.
NAMES = {"a person": ("Ivo Petrescu", "Uwe Pedersen"), "a company": ("Zorblatt AG", "Zorblutt AG")}
SECRET = {"a person": "wants a dark mode for his eyes", "a company": "hosts the pilot"}
FOLDERS = {"a person": "people", "a company": "companies"}
# What a group may say, and call a project, of a name.
TEXTS = (
    "{0} came by today", "Waits for {0}", "{first} has a dog", "{0}'s budget is cut",
    "Runs on the {joined} platform",
)  # fmt: skip
PROJECTS = (
    "{0}", "{0} wants", "{0} hosts", "{0} has", "the {0} case", "{first}", "{first} wants",
    "{last}s", "{0} {0}", "{joined}", "{joined} hosts",
)  # fmt: skip


@pytest.fixture(name="begun")
def _begun(home: Path) -> Path:
    place = home / "xdg_config_home/memoryd/config.toml"
    place.parent.mkdir(parents=True)
    place.write_text('[operator]\nname = "Alex"\n')
    for kind, (name, _) in NAMES.items():
        keep(f"{name} {SECRET[kind]}", "projects/beacon")
        keep("Is nearly insolvent", f"{FOLDERS[kind]}/{name}")
    keep("The dashboard is written in Go", "projects/beacon")
    keep("The foghorn is loud", "projects/lighthouse")
    lighthouse = home / "life/projects/lighthouse/summary.md"
    lighthouse.write_text("# Lighthouse\n\nStands on the rocks.\n")
    return home


@pytest.fixture(name="group")
def _group(begun: Path) -> Iterator[Client]:
    assert begun.is_dir()
    with Client("--audience", "group") as client:
        yield client


def keep(text: str, about: str) -> None:
    assert main(["remember", text, "--about", about]) == 0


def call(client: Client, tool: str, **asked: Any) -> Any:
    return client.calls(tool, **asked)["structuredContent"]


def everything(client: Client, query: str) -> str:
    """All that a group can hear, by each of its tools."""
    return repr((
        call(client, "memory_entity", entity="projects/beacon", show="history"),
        call(client, "memory_entity", entity="projects/beacon"),
        call(client, "memory_search", query=query),
        call(client, "memory_context"),
        client.calls("memory_get", path="projects/beacon/items.json")["content"],
    ))  # fmt: skip


def said_and_heard(client: Client, text: str) -> object:
    """How a group hears what it said, and what it is answered."""
    answer = call(client, "memory_remember", about="projects/lighthouse", text=text)
    heard = call(client, "memory_entity", entity="projects/lighthouse", show="facts")
    row = next((fact for fact in heard["facts"] if fact["fact"] == text), {})
    assert text in repr(call(client, "memory_search", query=text))
    return answer, bool(row), sorted(row), row.get("relatedEntities")


def spelled(pattern: str, name: str) -> str:
    first, last = name.split()
    return pattern.format(name, first=first, last=last, joined=first + last)


@pytest.mark.parametrize("kind", NAMES)
def test_an_entity_that_a_group_begins_opens_no_fact(group: Client, kind: str) -> None:
    secret = SECRET[kind]
    for pattern in PROJECTS:
        about = f"projects/{spelled(pattern, NAMES[kind][0])}"
        assert call(group, "memory_remember", about=about, text="It is a project")

        assert secret not in everything(group, secret)
    assert "written in Go" in everything(group, "dashboard")


@pytest.mark.parametrize("kind", NAMES)
def test_what_the_operator_calls_an_entity_is_heard_whatever_a_group_writes_of_it(
    begun: Path, kind: str
) -> None:
    whole = spelled("{first} Fund", NAMES[kind][0])
    keep("Is a project", f"projects/{whole}")
    said = f"Takes over {whole} in May"
    row = {"id": "lighthouse-007", "fact": said, "timestamp": "2026-01-05", "status": "active"}
    (begun / "life/projects/lighthouse/items.json").write_text(json.dumps([row]))
    with Client("--audience", "group") as client:
        call(client, "memory_remember", about=f"projects/{whole}", text="It has a budget")

        told = call(client, "memory_entity", entity="projects/lighthouse", show="facts")

    assert said in repr(told)


@pytest.mark.parametrize("kind", NAMES)
def test_a_group_hears_its_own_words_whether_or_not_a_name_in_them_is_hidden(
    group: Client, kind: str
) -> None:
    for text in TEXTS:
        hidden, unknown = (said_and_heard(group, spelled(text, name)) for name in NAMES[kind])

        assert hidden == unknown
    assert "Stands on the rocks" in repr(call(group, "memory_entity", entity="projects/lighthouse"))


@pytest.mark.parametrize("kind", NAMES)
def test_an_entity_that_a_group_begins_is_told_alike_whether_or_not_its_name_is_hidden(
    group: Client, kind: str
) -> None:
    for pattern in PROJECTS:
        hidden, unknown = (begun_and_told(group, pattern, name) for name in NAMES[kind])

        assert hidden == unknown


def begun_and_told(group: Client, pattern: str, name: str) -> str:
    about = spelled(pattern, name)
    answer = group.calls("memory_remember", about=f"projects/{about}", text="Runs on Fridays")
    heard = call(group, "memory_entity", entity=f"projects/{about}")
    told = repr((answer, heard)).lower()
    for at, word in enumerate(name.lower().split()):
        told = re.sub(rf"\b{word}|{word}\b", str(at), told)
    return told


def test_what_a_person_makes_of_a_groups_words_is_no_longer_the_groups(
    begun: Path, group: Client
) -> None:
    call(group, "memory_remember", about="projects/beacon", text="Somebody came by today")
    items = begun / "life/projects/beacon/items.json"
    items.write_text(items.read_text().replace("Somebody came", "Ivo Petrescu came"))

    assert "came by" not in everything(group, "came by")


def test_the_operator_hears_all_of_it(begun: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Client("--audience", "group") as client:
        call(client, "memory_remember", about="projects/beacon", text="Ivo Petrescu came by")
    assert begun.is_dir()
    capsys.readouterr()
    main(["recall", "projects/beacon"])

    said = capsys.readouterr().out
    assert "dark mode" in said
    assert "Ivo Petrescu came by" in said
