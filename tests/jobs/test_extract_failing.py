"""What a heartbeat does with calls that fail for some lines and go well for others."""

from datetime import timedelta
from pathlib import Path

import pytest

from memoryd.errors import TransientLlmError
from memoryd.jobs.heartbeat import Beat
from tests.fakes_server import Handler, Step, anthropic, hang, model_server, reply, reset
from tests.jobs.moody import BROKEN, NAMES, Told
from tests.jobs.test_server_down import Waiting

NOTHING = anthropic('{"facts": []}')
BAD = "QXZZY"
FAILING: dict[str, Step] = {
    "a plain 400": reply(400, {"error": {"message": "bad request"}}),
    "422 without a word": reply(422),
    "403 of a firewall": reply(403, b"<html>blocked</html>", kind="text/html"),
    "500": reply(500),
    "broken off": reset(),
    "no answer in time": hang(),
}


def unless(step: Step, word: str) -> Step:
    """Answer nothing of note, but take another step for a prompt that holds a word."""

    def either(handler: Handler) -> None:
        sent = handler.server.sent[-1]
        (step if word.encode() in sent.raw else NOTHING)(handler)

    return either


def until_read(home: Waiting, *, beats: int = 40) -> list[Beat]:
    """Beats, one an hour, until no line waits."""
    found: list[Beat] = []
    while len(found) < beats and (not found or found[-1].waiting):
        found.append(home.beat_now())
        home.passed += timedelta(hours=1, minutes=1)
    return found


@pytest.mark.parametrize("step", FAILING.values(), ids=FAILING.keys())
def test_a_line_that_no_call_goes_through_for_is_parked_and_all_others_are_read(
    step: Step, tmp_path: Path
) -> None:
    with model_server(unless(step, BAD)) as server:
        home = Waiting(tmp_path, server.url, "timeout_seconds = 1\n")
        home.say(f"Alex says {BAD} now and then.")
        home.say("And the review of Beacon moved again.")
        beats = until_read(home)
        (row,) = home.reader().health.reviews()
        shown = server.prompts

    assert beats[-1].waiting == 0
    assert sum(beat.extracted.parked for beat in beats) == 1
    assert row["why"] == "unreadable"
    read = "".join(prompt for prompt in shown if BAD not in prompt)
    assert all(f"Note {n}:" in read for n in range(20))
    assert "moved again" in read
    assert len(shown) < 30


# without a server


@pytest.fixture
def told(tmp_path: Path) -> Told:
    return Told(tmp_path)


def test_neighbouring_lines_that_no_call_goes_through_for_are_parked_one_by_one(
    told: Told,
) -> None:
    told.says_facts(*NAMES[:3])
    for n in range(3):
        told.say(f"@person Bad: {BROKEN} {n}")
    told.says_facts(*NAMES[3:6])
    parked = [told.next()[0].extracted.parked for _ in range(40)]

    assert sum(parked) == 3
    assert told.known() == sorted(name.lower() for name in NAMES[:6])


def test_a_server_that_fails_for_whatever_is_asked_loses_no_line(told: Told) -> None:
    told.says_facts(*NAMES[:9])
    told.model.fails = [TransientLlmError("answered 500", this_question=True)] * 60
    while told.model.fails:
        beat, sizes = told.next()
        assert (len(sizes), beat.waiting, beat.extracted.parked) == (1, 9, 0)
    beat, sizes = told.next()

    assert (beat.waiting, sizes) == (0, [1, 1, 8])
    assert told.known() == sorted(name.lower() for name in NAMES[:9])


def test_a_line_with_none_behind_it_waits_until_another_shows_that_the_model_answers(
    told: Told,
) -> None:
    told.say(f"@person Bad: {BROKEN}")
    for _ in range(9):
        beat, sizes = told.next()
        assert (sizes, beat.waiting, beat.extracted.parked) == ([1], 1, 0)
    told.says_facts("Anna")
    beat, _ = told.next()

    assert (beat.extracted.parked, beat.waiting, told.known()) == (1, 0, ["anna"])


def test_one_failure_of_a_call_or_two_may_be_chance_and_cost_no_smaller_calls(told: Told) -> None:
    told.says_facts(*NAMES[:8])
    told.model.fails = [TransientLlmError("answered 500", this_question=True)] * 2

    assert [told.next()[1] for _ in range(3)] == [[8], [8], [8]]
