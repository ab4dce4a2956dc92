"""A group hears nothing private, whatever is asked: canaries stand in every private place."""

import json
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from memoryd.cli.main import main
from memoryd.core.turn import Audience
from memoryd.errors import CorruptFileError
from memoryd.jobs.reading import Reading
from memoryd.jobs.showing import context
from memoryd.mcp.protocol import request_of
from memoryd.mcp.tools import TOOLS
from tests.mcp.canaries import CANARY, DAY, FILES, conversation, memory_of
from tests.mcp.client import request

CALLS_EACH, EXAMPLES = 25, 400  # 10,000 calls in all


@pytest.fixture(name="memory", scope="module")
def _memory(tmp_path_factory: pytest.TempPathFactory) -> Reading:
    return memory_of(tmp_path_factory.mktemp("memory"))


NAMES = st.sampled_from(
    [f"people/{CANARY}-dana", f"{CANARY} Dana", "Dana", f"companies/{CANARY}-acme", "beacon",
     f"health/{CANARY}-knee", f"archives/{CANARY}-old", f"{CANARY}-old", "projects/beacon", "ropes",
     "people/alex", "people/noor", "Noor", "Nono", "atlas", "Folio", "Atlas of", "Comet Hale",
     "Tail", "delta", "forms", "dock", "pier", "waits owned hangs called",
     "comet", "projects/comet", f"{CANARY}s", "broken", f"people/{CANARY}-broken",
     "projects/broken", CANARY, "MEMORY.md"],
) | st.text(max_size=12)  # fmt: skip
PATHS = st.builds(
    lambda start, path, end: f"{start}{path}{end}",
    st.sampled_from(["", "", "", "./", "/", "../", "projects/beacon/../../", "projects/beacon/./"]),
    st.sampled_from([*FILES, f"lines/plain/{CANARY}", ".memoryd/salt", ".memoryd/lock", "memory",
                     f"memory/{DAY}.md#L1-L9", "projects/beacon/items.json#L2", "projects/beacon"])
    | st.text(max_size=20),
    st.sampled_from(["", "", "", "#L1", "#L1-L99", "\0", "/items.json"]),
)  # fmt: skip
AUDIENCES = st.sampled_from(["private", "group", "PRIVATE", "", None, 7, ["private"], True])
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "query": NAMES | PATHS, "entity": NAMES, "path": PATHS, "text": NAMES, "about": NAMES,
    "show": st.sampled_from(["summary", "facts", "history", CANARY]),
    "category": st.sampled_from(["status", CANARY]),
    "budget": st.integers(0, 60_000), "maxResults": st.integers(0, 60), "from": st.integers(0, 9),
    "lines": st.integers(0, 99), "history": st.booleans(), "audience": AUDIENCES,
}  # fmt: skip


@st.composite
def tool_calls(draw: st.DrawFn) -> dict[str, Any]:
    tool = draw(st.sampled_from([tool for tool in TOOLS.values() if not tool.writes]))
    taken = [n for n in VALUES if n in tool.input["required"] or (
        n in tool.input["properties"] and draw(st.booleans()))]  # fmt: skip
    arguments = {name: draw(VALUES[name]) for name in taken}
    if draw(st.integers(0, 19)) == 0:
        arguments[draw(NAMES)] = CANARY
    return request(1, "tools/call", name=tool.name, arguments=arguments)


URIS = st.builds(
    lambda prefix, rest: f"{prefix}{rest}",
    st.sampled_from(["memory://entities/", "memory://notes/", "memory://files/", "memory://", ""]),
    NAMES | PATHS | st.sampled_from([DAY, f"people/{CANARY}%2Ddana", "%2E%2E/MEMORY.md"]),
)
CURSORS = st.none() | st.sampled_from(["0", "1", "3", "99", "-1", CANARY]) | st.integers()
OTHERS = st.one_of(
    st.builds(lambda uri: request(1, "resources/read", uri=uri), URIS | st.none()),
    st.builds(lambda cursor: request(1, "resources/list", cursor=cursor), CURSORS),
    st.sampled_from([
        request(1, method, name=CANARY) for method in (
            "resources/templates/list", "tools/list", "initialize", "server/discover", "ping",
            "prompts/list", "prompts/get", "completion/complete", "resources/subscribe", CANARY)
    ]),
    st.builds(lambda name: request(1, "tools/call", name=name), NAMES),
)  # fmt: skip
SHOWN = st.fixed_dictionaries(
    {"audience": st.sampled_from(["group", None, "PRIVATE", 7]),
     "prompt": st.none() | NAMES | st.builds("what about {} and {}?".format, NAMES, NAMES),
     "now": st.sampled_from([DAY, "2026-02-16"])},
)  # fmt: skip


# The command line repeats what it is asked: here without the canary.
ASKED = st.sampled_from(
    ["Dana", "beacon", "projects/delta", "delta", "atlas", "Folio",
     "Tail", "Comet Hale", "Noor", "Nono",
     "people/noor", "old", "knee", "acme", "broken", "ropes", "ill", "people/alex", "MEMORY.md"],
)  # fmt: skip
VERBS = st.builds(
    lambda words, form: {"argv": [*words, "--audience", "group", *form]},
    st.one_of(
        st.builds(lambda verb, name: [verb, name],
                  st.sampled_from(["search", "recall", "log"]), ASKED),
        st.builds(lambda name, more: ["recall", name, more],
                  ASKED, st.sampled_from(["--history", "--facts"])),
        st.builds(lambda name: ["search", name, "--history"], ASKED),
        st.sampled_from([["status"], ["check"], ["context"]]),
    ),
    st.sampled_from([[], ["--json"]]),
)  # fmt: skip


def said_by(argv: list[str], config: Path | None) -> str:
    """What a command prints, on both of its ways out."""
    said = TextIOWrapper(BytesIO(), encoding="utf-8")
    with redirect_stdout(said), redirect_stderr(said):
        main([*argv, "--config", str(config)])
        said.flush()
    told = said.buffer.getvalue().decode()
    assert "unexpected" not in told
    return told


@settings(
    max_examples=EXAMPLES,
    suppress_health_check=list(HealthCheck),
    deadline=None,
    phases=[Phase.generate],  # the assertion names the call: nothing to shrink
)
@given(calls=st.lists(tool_calls() | tool_calls() | OTHERS | SHOWN | VERBS,
                      min_size=CALLS_EACH, max_size=CALLS_EACH))  # fmt: skip
def test_no_canary_in_ten_thousand_calls_of_a_group(
    memory: Reading, calls: list[dict[str, Any]]
) -> None:
    group = conversation(memory, Audience.GROUP)
    for call in calls:
        if "method" in call:
            asked = request_of(call)
            assert asked is not None
            told = json.dumps(group.answer(asked), ensure_ascii=False)
        elif "argv" in call:
            told = said_by(call["argv"], memory.settings.config_file)
        else:
            told = context(memory, call)["text"]
        assert CANARY not in told, call


def told(memory: Reading, ceiling: Audience, name: str, **arguments: Any) -> dict[str, Any]:
    asked = request_of(request(1, "tools/call", name=name, arguments=arguments))
    assert asked is not None
    answer: dict[str, Any] = conversation(memory, ceiling).answer(asked)
    return answer["result"]


def test_the_operator_alone_hears_it_all(memory: Reading) -> None:
    """The canaries can be heard: without this the other test would prove nothing."""
    private = Audience.PRIVATE
    for path, text in FILES.items():
        found = told(memory, private, "memory_get", path=path)["structuredContent"]
        assert (CANARY in found["text"]) == (CANARY in json.dumps(text)), path
    assert CANARY in json.dumps(told(memory, private, "memory_search", query="x"))
    assert CANARY in json.dumps(told(memory, private, "memory_entity", entity="Dana"))
    assert CANARY in json.dumps(told(memory, private, "memory_context"))


@pytest.mark.parametrize(
    "asked", ["group", "GROUP", "Private", "", "everyone", 1, None, ["private"]]
)
def test_a_call_may_lower_the_ceiling_and_whatever_it_cannot_read_is_group(
    memory: Reading, asked: object
) -> None:
    low = told(memory, Audience.PRIVATE, "memory_entity", entity="Dana", audience=asked)

    assert low["structuredContent"] == {"status": "not_found", "nearest": []}


@pytest.mark.parametrize("verb", ["search", "recall", "log", "status", "check"])
def test_the_operator_hears_of_the_private_at_the_command_line(memory: Reading, verb: str) -> None:
    """As above, for the verbs."""
    named = [] if verb in ("status", "check") else ["Noor"]
    private, group = (
        said_by([verb, *named, "--json", "--audience", audience], memory.settings.config_file)
        for audience in ("private", "group")
    )
    assert CANARY in private
    assert CANARY not in group


@pytest.mark.parametrize("alias", ["Folio", "Tail", "Comet Hale", "Nono"])
def test_a_name_that_may_not_be_told_is_no_name(memory: Reading, alias: str) -> None:
    for ceiling, status in ((Audience.PRIVATE, "ok"), (Audience.GROUP, "not_found")):
        found = told(memory, ceiling, "memory_entity", entity=alias)["structuredContent"]
        assert found["status"] == status
    group = told(memory, Audience.GROUP, "memory_entity", entity="projects/comet")
    assert group["structuredContent"]["name"] == "Comet"


def test_a_call_may_not_raise_the_ceiling(memory: Reading) -> None:
    for name, arguments in (
        ("memory_entity", {"entity": "Dana"}),
        ("memory_get", {"path": "MEMORY.md"}),
    ):
        said = told(memory, Audience.GROUP, name, audience="private", **arguments)
        assert said["structuredContent"]["status"] == "not_found"


def test_what_may_not_be_told_and_what_is_not_there_are_one_answer(memory: Reading) -> None:
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


def test_a_group_still_hears_what_is_for_it(memory: Reading) -> None:
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
    assert "Wet ropes" in ropes["text"]
    assert [fact.get("supersededBy") for fact in history["structuredContent"]["facts"]] == [
        None,
        None,
    ]


def test_an_error_is_told_in_words_to_the_operator_and_in_none_to_a_group(memory: Reading) -> None:
    def broken(_params: object) -> dict[str, Any]:
        raise CorruptFileError(f"areas/people/{CANARY}/items.json", 1, 2, f"{CANARY} is no id")

    asked = request_of(request(1, "tools/call", name="memory_remember", arguments={"text": "x"}))
    assert asked is not None
    for ceiling, leaks in ((Audience.PRIVATE, True), (Audience.GROUP, False)):
        answer = conversation(memory, ceiling, broken).answer(asked)
        assert answer["result"]["isError"]
        assert (CANARY in json.dumps(answer)) == leaks
