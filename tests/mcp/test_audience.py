"""What a group is told and what the operator is, of one memory; canaries stand where it is private.

tests/mcp/test_canaries.py asks the same memory by every door.
"""

import json
from typing import Any

import pytest

from memoryd.core.turn import Audience
from memoryd.errors import CorruptFileError
from memoryd.mcp.protocol import request_of
from tests.mcp.canaries import CANARY, FILES, TALK, World, conversation
from tests.mcp.client import request


@pytest.fixture(name="memory", scope="module")
def _memory(tmp_path_factory: pytest.TempPathFactory) -> World:
    return World(tmp_path_factory.mktemp("memory"), FILES, TALK)


def told(memory: World, ceiling: Audience, name: str, **arguments: Any) -> dict[str, Any]:
    asked = request_of(request(1, "tools/call", name=name, arguments=arguments))
    assert asked is not None
    answer: dict[str, Any] = conversation(memory.reading(), ceiling).answer(asked)
    return answer["result"]


def test_the_operator_alone_hears_it_all(memory: World) -> None:
    """The canaries can be heard: without this the other test would prove nothing."""
    private = Audience.PRIVATE
    for path, text in FILES.items():
        found = told(memory, private, "memory_get", path=path)["structuredContent"]
        read = not path.endswith("copy.json")
        assert (CANARY in found["text"]) == (read and CANARY in json.dumps(text)), path
    assert CANARY in json.dumps(told(memory, private, "memory_search", query="x"))
    assert CANARY in json.dumps(told(memory, private, "memory_entity", entity="Dana"))
    assert CANARY in json.dumps(told(memory, private, "memory_context"))


@pytest.mark.parametrize(
    "asked", ["group", "GROUP", "Private", "", "everyone", 1, None, ["private"]]
)
def test_a_call_may_lower_the_ceiling_and_whatever_it_cannot_read_is_group(
    memory: World, asked: object
) -> None:
    low = told(memory, Audience.PRIVATE, "memory_entity", entity="Dana", audience=asked)

    assert low["structuredContent"] == {"status": "not_found", "nearest": []}


@pytest.mark.parametrize("verb", ["search", "recall", "log", "status", "check"])
def test_the_operator_hears_of_the_private_at_the_command_line(memory: World, verb: str) -> None:
    """As above, for the verbs."""
    named = [] if verb in ("status", "check") else ["Noor"]
    private, group = (
        memory.types(verb, *named, "--json", "--audience", audience)[1]
        for audience in ("private", "group")
    )
    assert CANARY in private
    assert CANARY not in group


@pytest.mark.parametrize("alias", ["Folio", "Tail", "Comet Hale", "Nono"])
def test_a_name_that_may_not_be_told_is_no_name(memory: World, alias: str) -> None:
    for ceiling, status in ((Audience.PRIVATE, "ok"), (Audience.GROUP, "not_found")):
        found = told(memory, ceiling, "memory_entity", entity=alias)["structuredContent"]
        assert found["status"] == status
    group = told(memory, Audience.GROUP, "memory_entity", entity="projects/comet")
    assert group["structuredContent"]["name"] == "Comet"


def test_a_call_may_not_raise_the_ceiling(memory: World) -> None:
    for name, arguments in (
        ("memory_entity", {"entity": "Dana"}),
        ("memory_get", {"path": "MEMORY.md"}),
    ):
        said = told(memory, Audience.GROUP, name, audience="private", **arguments)
        assert said["structuredContent"]["status"] == "not_found"


def test_what_may_not_be_told_and_what_is_not_there_are_one_answer(memory: World) -> None:
    group = Audience.GROUP
    for name, key, hidden, absent in (
        ("memory_entity", "entity", f"people/{CANARY}-dana", "people/nobody-here"),
        ("memory_entity", "entity", "Dana", "Xyzzy"),
        ("memory_get", "path", "MEMORY.md", "MEMORY.txt"),
        (
            "memory_get",
            "path",
            f"areas/people/{CANARY}-dana/items.json",
            "areas/people/no/items.json",
        ),
        ("memory_get", "path", "projects/beacon/summary.md", "projects/none/summary.md"),
    ):
        assert told(memory, group, name, **{key: hidden}) == told(
            memory, group, name, **{key: absent}
        )


def test_a_group_still_hears_what_is_for_it(memory: World) -> None:
    group = Audience.GROUP
    found = told(memory, group, "memory_search", query="x")["structuredContent"]
    facts = told(memory, group, "memory_get", path="projects/beacon/items.json")[
        "structuredContent"
    ]
    ropes = told(memory, group, "memory_get", path="resources/ropes/summary.md")[
        "structuredContent"
    ]
    history = told(memory, group, "memory_entity", entity="beacon", show="history")

    hits = [(hit["path"], hit.get("id")) for hit in found["results"]]
    assert hits == [
        ("projects/beacon/items.json", "beacon-003"),
        ("resources/ropes/summary.md", None),
    ]
    lines = facts["text"].splitlines()[found["results"][0]["startLine"] - 1 :][:2]
    assert lines == ["  {", '    "id": "beacon-003",']  # cited as a group can read it
    assert [fact["id"] for fact in json.loads(facts["text"])] == ["beacon-001", "beacon-003"]
    assert "weaker" in ropes["text"]
    assert [fact.get("supersededBy") for fact in history["structuredContent"]["facts"]] == [
        None,
        None,
    ]


def test_an_error_is_told_in_words_to_the_operator_and_in_none_to_a_group(memory: World) -> None:
    def broken(_params: object) -> dict[str, Any]:
        raise CorruptFileError(f"areas/people/{CANARY}/items.json", 1, 2, f"{CANARY} is no id")

    asked = request_of(request(1, "tools/call", name="memory_remember", arguments={"text": "x"}))
    assert asked is not None
    for ceiling, leaks in ((Audience.PRIVATE, True), (Audience.GROUP, False)):
        answer = conversation(memory.reading(), ceiling, broken).answer(asked)
        assert answer["result"]["isError"]
        assert (CANARY in json.dumps(answer)) == leaks
