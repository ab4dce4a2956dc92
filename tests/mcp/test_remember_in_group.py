"""memory_remember in a group: the command line's words, the same for what is hidden or absent."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memoryd.cli.main import main
from tests.mcp.client import Client

HIDDEN = ("people/sarah-lee", "areas/people/sarah-lee", "Sarah Lee", "sarah-lee", "people/alex")
ABSENT = ("people/zed", "zed", "health/back", "companies/acme", "x/y/z", "")
VISIBLE = ("projects/beacon", "beacon", "Beacon", "projects/New Thing")


@pytest.fixture(name="client")
def _client(home: Path) -> Iterator[Client]:
    place = home / "xdg_config_home/memoryd/config.toml"
    place.parent.mkdir(parents=True)
    with place.open("w") as handle:
        handle.write('[operator]\nname = "Alex"\n')
    assert main(["remember", "Plays the cello", "--about", "people/Sarah Lee"]) == 0
    assert main(["remember", "Uses REST", "--about", "projects/beacon"]) == 0
    with Client("--audience", "private") as client:
        yield client


def told(client: Client, about: str | None, **more: Any) -> Any:
    named = {} if about is None else {"about": about}
    return client.calls("memory_remember", text="Runs on Fridays", **named, **more)


def everything(home: Path) -> dict[str, bytes]:
    return {str(p): p.read_bytes() for p in (home / "life").rglob("items.json")}


def test_the_hidden_and_the_absent_are_refused_as_the_command_line_refuses(
    home: Path, client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    before = everything(home)
    capsys.readouterr()
    assert main(["remember", "Runs", "--about", HIDDEN[0], "--audience", "group"]) == 2
    words = capsys.readouterr().err.removeprefix("memoryd: ").strip()

    answers = [told(client, about, audience="group") for about in (*HIDDEN, *ABSENT)]

    assert [answer["isError"] for answer in answers] == [True] * len(answers)
    assert {answer["content"][0]["text"] for answer in answers} == {words}
    assert everything(home) == before


@pytest.mark.parametrize("about", [*VISIBLE, None])
def test_what_a_group_may_know_of_is_kept_by_name_or_ref(client: Client, about: str | None) -> None:
    answer = told(client, about, audience="group")

    assert (answer["isError"], answer["structuredContent"]) == (False, {"outcome": "kept"})


@pytest.mark.parametrize("about", ["projects/beacon", None])
def test_that_a_fact_was_known_once_and_deleted_is_told_to_the_operator_alone(
    home: Path, client: Client, about: str | None
) -> None:
    place = home / "life" / (about or "areas/people/alex") / "items.json"
    assert main(["remember", "Owns a boat", *(("--about", about) if about else ())]) == 0
    assert main(["remember", "Runs on Fridays", *(("--about", about) if about else ())]) == 0
    assert main(["heartbeat"]) == 0
    time.sleep(1.1)  # a fact that goes sooner was not deleted: the save came from an older buffer
    rows = json.loads(place.read_text())
    place.write_text(json.dumps([row for row in rows if row["fact"] != "Runs on Fridays"]))
    assert main(["heartbeat"]) == 0
    before = everything(home)

    group, own = told(client, about, audience="group"), told(client, about)

    assert (group["isError"], group["structuredContent"]) == (False, {"outcome": "kept"})
    assert (own["isError"], "deleted" in own["content"][0]["text"]) == (True, True)
    assert everything(home) == before


@pytest.mark.parametrize("about", ["people/sarah-lee", "Sarah Lee"])
def test_the_operators_own_assistant_keeps_it_about_anyone(client: Client, about: str) -> None:
    assert told(client, about)["structuredContent"]["ref"] == "people/sarah-lee"


def test_a_name_that_carries_a_key_is_refused_and_not_repeated(home: Path, client: Client) -> None:
    key = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
    answer = told(client, f"projects/{key}", audience="group")

    assert answer["isError"]
    assert key not in json.dumps(answer)
    assert all(key.lower() not in path for path in everything(home))
