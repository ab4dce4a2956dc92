"""A memory or a state folder that takes no file: what is known is told, and what is not is said.

Each command is a process of its own, as an agent starts it.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.cli.talking import Person
from tests.disks import SmallDisk, heeding_modes, small_disk
from tests.mcp.client import PROJECT, Client

LIFE, STATE = "life", "xdg_state_home"
NEW = "Beacon moves to GraphQL."


@dataclass
class Shut:
    """A person whose folders take nothing, and how each command of theirs is started."""

    person: Person
    how: str
    before: list[str]  # what stands before each command
    disks: dict[str, SmallDisk] = field(default_factory=dict)

    def closes(self, place: str) -> None:
        if self.how == "read-only":
            self.disks[place].closes(self.how)
            return
        top = self.person.home / place
        for path in (top, *top.rglob("*")):
            path.chmod(0o500 if path.is_dir() else 0o400)

    def types(self, *words: str, given: str = "") -> subprocess.CompletedProcess[str]:
        said = subprocess.run(
            [*self.before, sys.executable, "-m", "memoryd", *words], cwd=PROJECT, input=given,
            capture_output=True, check=False, text=True,
        )  # fmt: skip
        assert "unexpected" not in said.stderr
        assert "Traceback" not in said.stderr
        return said

    def client(self, *options: str) -> Client:
        return Client(*options, before=self.before)


@pytest.fixture(params=["read-only", "closed"])
def shut(person: Person, request: pytest.FixtureRequest) -> Iterator[Shut]:
    how = request.param
    with ExitStack() as stack:
        found = Shut(person, how, heeding_modes())
        for place in (LIFE, STATE) if how == "read-only" else ():
            found.disks[place] = stack.enter_context(small_disk(person.home / place))
        person.has_config()
        person.says("By the way, Sarah is my manager at Acme Corp.")
        assert person.types("heartbeat").code == 0
        person.types("remember", "Uses REST", "--about", "projects/beacon")
        yield found


def harms(person: Person, index: str) -> None:
    """Let the index be as it is named; it was never made before."""
    if index != "missing":
        person.types("search", "REST")
    if index == "behind":
        person.has_file("projects/beacon/summary.md", f"# Beacon\n\n{NEW}\n")
    if index == "torn":
        next(person.home.rglob("index.db")).write_bytes(b"no index at all")


SHUT = [
    ((LIFE,), "missing"), ((STATE,), "current"), ((STATE,), "behind"), ((STATE,), "missing"),
    ((LIFE, STATE), "torn"),
]  # fmt: skip
shut_places = pytest.mark.parametrize(("places", "index"), SHUT)


def close_all(shut: Shut, places: tuple[str, ...], index: str) -> None:
    harms(shut.person, index)
    for place in places:
        shut.closes(place)


@shut_places
def test_a_search_answers_by_words_and_says_in_one_line_what_is_amiss(
    shut: Shut, places: tuple[str, ...], index: str
) -> None:
    close_all(shut, places, index)

    known, new = shut.types("search", "REST"), shut.types("search", "GraphQL")
    answer = json.loads(shut.types("search", "REST", "--json").stdout)

    unkept = STATE in places and index != "current"
    assert (known.returncode, new.returncode) == (0, 0)
    assert "Uses REST" in known.stdout
    assert answer["results"][0]["snippet"] == "Uses REST"
    assert answer["mode"] == "lexical"
    assert ("the search index cannot be kept" in answer["degraded"]) is unkept
    assert (str(shut.person.home / STATE) in answer["degraded"]) is unkept
    assert ("make it writable" in answer["degraded"]) is unkept
    assert "\n" not in answer["degraded"]
    assert answer["stale"] is (index == "behind")
    if index == "behind":
        assert NEW in new.stdout or "the index is behind the files" in new.stderr


def test_recall_context_and_hooks_answer_as_ever(shut: Shut) -> None:
    close_all(shut, (LIFE, STATE), "current")
    prompt = json.dumps({"prompt": "What does Sarah do?"})

    for words, given in (
        (("recall", "sarah"), ""), (("recall", "sarah", "--facts"), ""), (("context",), ""),
        (("hook", "session-start", "--audience", "private"), "{}"),
        (("hook", "user-prompt", "--audience", "private"), prompt),
    ):  # fmt: skip
        said = shut.types(*words, given=given)
        assert (said.returncode, said.stderr) == (0, ""), words
        assert "Acme Corp" in said.stdout, words


@shut_places
@pytest.mark.parametrize("audience", ["private", "group"])
def test_the_tools_of_an_assistant_answer_and_what_cannot_be_kept_is_refused(
    shut: Shut, places: tuple[str, ...], index: str, audience: str
) -> None:
    close_all(shut, places, index)
    before = _of_life(shut.person)

    with shut.client("--audience", audience) as client:
        for _ in range(2):
            found = client.calls("memory_search", query="REST")["structuredContent"]
            assert found["results"][0]["snippet"] == "Uses REST"
            assert found["degraded"]
            assert (str(shut.person.home) in found["degraded"]) is (
                audience == "private" and STATE in places and index != "current"
            )
        file = client.calls("memory_get", path="projects/beacon/items.json")["structuredContent"]
        assert "Uses REST" in file["text"]
        known = client.calls("memory_entity", entity="beacon", show="facts")["structuredContent"]
        assert [fact["fact"] for fact in known["facts"]] == ["Uses REST"]
        assert "Uses REST" in client.calls("memory_context")["structuredContent"]["text"]
        kept = client.calls("memory_remember", text="Has two testers", about="projects/beacon")
        _is_kept_or_refused(kept, refused=LIFE in places, private=audience == "private")
        code, rest, heard = client.hangs_up()
    assert (code, rest, heard) == (0, [], "")
    assert (_of_life(shut.person) == before) is (LIFE in places)
    assert ("Has two testers" in shut.types("recall", "beacon").stdout) is (LIFE not in places)


def _of_life(person: Person) -> dict[str, tuple[int, int]]:
    life = str(person.life)
    return {path: seen for path, seen in person.files().items() if path.startswith(life)}


def _is_kept_or_refused(kept: dict[str, Any], *, refused: bool, private: bool) -> None:
    assert kept["isError"] is refused
    if not refused:
        return
    told = kept["content"][0]["text"]
    assert "\n" not in told
    if private:
        assert told.startswith("cannot write ")
        assert told.endswith("; make it writable")
    else:
        assert "memoryd status" in told
        assert "/" not in told


def test_what_cannot_be_kept_is_refused_and_status_says_where(shut: Shut) -> None:
    shut.closes(LIFE)

    kept = shut.types("remember", "Has two testers", "--about", "projects/beacon")
    status = shut.types("status")

    assert (kept.returncode, kept.stderr.count("\n")) == (1, 1)
    assert kept.stderr.endswith("; make it writable\n")
    assert status.returncode == 3
    assert f"cannot write {shut.person.life}" in status.stderr
