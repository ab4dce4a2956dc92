"""A model that is down for a day: few calls, one notice a window, and then the very same lines."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from memoryd.config_model import parse
from memoryd.core.value import replace
from memoryd.daemon.worker import Worker
from memoryd.errors import HeldError, LlmError, TransientLlmError
from memoryd.jobs.extraction import open_extractor
from memoryd.jobs.heartbeat import Beat, heartbeat
from memoryd.jobs.report import beat_as_json
from tests.fakes_server import ModelServer, Step, anthropic, hang, model_server, reply, reset
from tests.store_kit import Home

NOTHING = anthropic('{"facts": []}')
DAY = timedelta(days=1)
FIRST_TRIES = 3
DOWN: dict[str, Step] = {
    "overloaded": reply(529),
    "broken": reply(500),
    "limited": reply(429),
    "resets": reset(),
    "a web page": reply(503, b"<html>", kind="text/html"),
}


class Waiting(Home):
    """A home whose lines wait for a model at some address; time goes by as a test says."""

    def __init__(self, base: Path, url: str, more: str = "") -> None:
        super().__init__(base)
        text = f'[llm]\nprovider = "anthropic"\nmodel = "claude-haiku-5-5"\nbase_url = "{url}"\n'
        self.config = parse(text + more, home=base, name="config.toml")
        self.passed = timedelta()
        for n in range(20):
            self.say(f"Note {n}: the review of Beacon moved once more.")

    def beat_now(self) -> Beat:
        first = self.run()
        run = replace(first, id=f"r{self.passed}", now=first.now + self.passed)
        made = open_extractor(self.config, "heartbeat", run, env={"HOME": str(self.base)})
        made.adapter.pause = type(made.adapter.pause)(lambda _: None)
        with self.writer() as store:
            return heartbeat(store, self.sources(), made, run)

    def errors(self, every: timedelta, *, until: timedelta = DAY) -> Iterator[LlmError | None]:
        while self.passed < until:
            yield self.beat_now().extracted.error
            self.passed += every


def shown(server: ModelServer) -> list[list[str]]:
    """The lines of each request, as the model saw them."""
    return [re.findall(r"^\[m\d+\] .*$", prompt, re.MULTILINE) for prompt in server.prompts]


@contextmanager
def down(step: Step, base: Path, more: str = "") -> Iterator[tuple[ModelServer, Waiting]]:
    with model_server(step) as server:
        yield server, Waiting(base, server.url, more)


def windows(every: timedelta) -> int:
    """How many holds of 30 s, doubling up to half an hour, begin in a day of beats."""
    at, hold, count = timedelta(), timedelta(seconds=30), 0
    while at < DAY:
        count += 1
        end = at + hold
        while at < end:
            at += every
        hold = min(2 * hold, timedelta(minutes=30))
    return count


@pytest.mark.parametrize("step", DOWN.values(), ids=DOWN.keys())
@pytest.mark.parametrize("minutes", [5, 30])
def test_a_day_of_a_server_that_is_down_is_one_call_a_window(
    step: Step, minutes: int, tmp_path: Path
) -> None:
    every = timedelta(minutes=minutes)
    with down(step, tmp_path) as (server, home):
        errors = list(home.errors(every))
        told = [type(error) for error in errors]

    assert told.count(TransientLlmError) == windows(every) <= 53
    assert told.count(HeldError) == len(told) - windows(every)
    assert len(server.sent) == windows(every) + FIRST_TRIES - 1


def test_then_the_very_same_lines_are_read_once(tmp_path: Path) -> None:
    with model_server(*[reply(529)] * (windows(timedelta(minutes=30)) + 2), NOTHING) as server:
        home = Waiting(tmp_path, server.url)
        for error in home.errors(timedelta(minutes=30)):
            assert isinstance(error, TransientLlmError)
        home.say("One more line, said while it was down.")
        after = home.beat_now()
        again = home.beat_now()

    *lost, read = shown(server)
    assert len(lost[0]) == 20
    assert all(lines == lost[0] for lines in lost)
    assert read[:20] == lost[0]
    assert len(read) == 21
    assert (after.extracted.error, after.waiting, again.waiting) == (None, 0, 0)


def performing(home: Waiting) -> Callable[..., dict[str, Any]]:
    """What the daemon's worker performs."""
    return lambda *_: beat_as_json(home.beat_now(), "model")


@pytest.mark.parametrize("minutes", [5, 30])
def test_the_daemon_gives_one_notice_a_window_and_keeps_the_backlog(
    minutes: int, tmp_path: Path
) -> None:
    every = timedelta(minutes=minutes)
    with down(reply(529), tmp_path) as (_, home):
        worker = Worker(performing(home))
        waiting = set()
        with capture_logs() as logged:
            while home.passed < DAY:
                waiting.add(worker.perform("heartbeat", {}, lambda _: None)["waiting"])
                home.passed += every

    loud = [row["event"] for row in logged if row["log_level"] != "info"]
    assert loud.count("heartbeat_incomplete") == windows(every)
    assert loud.count("llm_call_failed") == windows(every)
    assert len(loud) == 2 * windows(every)
    assert waiting == {20}


def test_a_new_failure_after_an_answer_is_told_anew(tmp_path: Path) -> None:
    steps = [reply(529)] * 3 + [NOTHING] + [reply(529)] * 4
    with model_server(*steps) as server:
        home = Waiting(tmp_path, server.url)
        worker = Worker(performing(home))
        with capture_logs() as logged:
            for beat in range(4):
                worker.perform("heartbeat", {}, lambda _: None)
                home.passed += timedelta(minutes=30)
                home.say(f"And one more, the {beat}th.")

    events = [row["event"] for row in logged if row["event"].startswith("heartbeat")]
    assert events == ["heartbeat_incomplete", "heartbeat_done"] + ["heartbeat_incomplete"] * 2
    assert len(server.sent) == 8


def test_a_rate_limit_that_states_its_time_is_waited_for_in_a_probe_too(tmp_path: Path) -> None:
    steps = [reply(529)] * 3 + [reply(429, retry_after="2"), NOTHING]
    with model_server(*steps) as server:
        home = Waiting(tmp_path, server.url)
        assert isinstance(home.beat_now().extracted.error, TransientLlmError)
        home.passed += timedelta(minutes=30)
        assert home.beat_now().extracted.error is None

    assert len(server.sent) == 5


# answers that come cut

FACT = {"lines": ["m1"], "entity": {"kind": "project", "name": "Beacon"}, "category": "status",
        "fact": "The review of Beacon moved once more", "when": None, "replaces": [],
        "related": []}  # fmt: skip
CUT = {
    "reads well": json.dumps({"facts": [FACT]}),
    "ends in a fact": json.dumps({"facts": [FACT, FACT]})[:-40],
    "holds no fact": '{"facts": [{"lines": ["m1"',
    "is prose": "I will now look at the lin",
}


@pytest.mark.parametrize("text", CUT.values(), ids=CUT.keys())
def test_an_answer_that_comes_cut_is_counted_and_warned_of(text: str, tmp_path: Path) -> None:
    with model_server(anthropic(text, "max_tokens"), NOTHING) as server:
        home = Waiting(tmp_path, server.url)
        with capture_logs() as logged:
            beat = home.beat_now()

    warned = [row for row in logged if row["event"] == "llm_answer_cut"]
    assert [(row["log_level"], row["purpose"]) for row in warned] == [("warning", "heartbeat")]
    assert "max_output_tokens" in warned[0]["advice"]
    assert "Beacon" not in str(warned)
    assert beat.waiting == 0
    assert len(server.sent) == 3


@pytest.mark.parametrize("step", [NOTHING, anthropic("prose"), hang()], ids=["ok", "no", "hang"])
def test_an_answer_that_comes_whole_or_not_at_all_is_not_warned_of(
    step: Step, tmp_path: Path
) -> None:
    with (
        down(step, tmp_path, "timeout_seconds = 1\n") as (_, home),
        capture_logs() as logged,
    ):
        home.beat_now()

    assert [row for row in logged if row["event"] == "llm_answer_cut"] == []
