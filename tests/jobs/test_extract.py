"""What a heartbeat does with lines whose answer cannot be read, or does not come."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.core.plan import Decision, Gate, Outcome
from memoryd.core.proposal import Mention, Proposal
from memoryd.core.provenance import lines_of
from memoryd.errors import (
    BudgetError,
    HeldError,
    LlmError,
    MemorydError,
    TerminalLlmError,
    TooLongError,
    TransientLlmError,
    UnreadableAnswerError,
)
from memoryd.jobs.extractor import Extracted
from memoryd.jobs.heartbeat import Beat, heartbeat
from memoryd.jobs.report import beat_as_json
from tests.jobs.moody import GARBLE, HUGE, NAMES, Told


@pytest.fixture
def told(tmp_path: Path) -> Told:
    return Told(tmp_path)


# answers that cannot be read


def test_lines_that_no_answer_comes_for_are_offered_in_quarters_one_try_a_beat(told: Told) -> None:
    told.say(f"{GARBLE} 1")
    for n in range(2, 201):
        told.say(f"Nothing of note, {n}.")

    tried = []
    for n in range(1, 5):
        beat, sizes = told.next()
        tried.append(sizes)
        assert (beat.waiting, beat.extracted.parked) == (200, 0)
        assert isinstance(beat.extracted.error, UnreadableAnswerError)
        assert told.reader().head.marks["unreadable"] == f"1:{n}"
    beat, sizes = told.next()

    assert [*tried, sizes] == [[200], [50], [12], [3], [1, 199]]
    assert (beat.waiting, beat.extracted.parked, beat.extracted.error) == (0, 1, None)


def test_the_other_quarters_of_what_failed_are_asked_in_the_same_beat(told: Told) -> None:
    for n in range(1, 65):
        told.say(f"{GARBLE} {n}" if n == 6 else f"Nothing of note, {n}.")

    tried = [told.next()[1] for _ in range(5)]

    assert tried == [[64], [16], [4, 4], [1, 1], [1, 58]]
    assert len(told.reviews()) == 1


def test_after_what_failed_before_went_well_the_rest_is_one_question(told: Told) -> None:
    for n in range(1, 65):
        told.say(f"Nothing of note, {n}.")
    told.model.fails = [UnreadableAnswerError("prose")] * 2

    tried = [told.next()[1] for _ in range(3)]

    assert tried == [[64], [16], [4, 4, 4, 4, 48]]


def test_lines_behind_what_failed_before_have_had_no_try_yet(told: Told) -> None:
    for n in range(1, 65):
        told.say(f"{GARBLE} {n}" if n == 60 else f"Nothing of note, {n}.")
    told.model.fails = [UnreadableAnswerError("prose")] * 2

    tried = [told.next()[1] for _ in range(3)]

    assert tried == [[64], [16], [4, 4, 4, 4, 48]]
    assert told.reader().head.marks["unreadable"] == "17:1"


def test_a_line_that_is_given_up_waits_in_the_review_queue_and_can_be_found(told: Told) -> None:
    told.say(f"{GARBLE}, and my words stay mine")
    for _ in range(5):
        beat, _ = told.next()

    (row,) = told.reviews()
    assert row["why"] == "unreadable"
    assert "my words" not in json.dumps(row)
    found = told.reader().lines_by_key(lines_of(row["source"]))
    assert [line.turn.text for line in found.values()] == [f"{GARBLE}, and my words stay mine"]
    assert beat_as_json(beat, "model")["parked"] == 1
    assert told.next()[1] == []


def test_good_lines_around_a_bad_one_are_kept_once_and_asked_little(told: Told) -> None:
    told.says_facts(*NAMES[:9])
    told.say(f"@person Bad: {GARBLE}")
    told.says_facts(*NAMES[9:])

    beats = []
    while not beats or beats[-1].waiting:
        beats.append(told.beat())
        assert len(beats) < 20

    assert told.known() == [name.lower() for name in NAMES]
    assert sum(beat.extracted.counts["stored"] for beat in beats) == len(NAMES)
    assert sum(beat.extracted.parked for beat in beats) == 1
    assert len(beats) <= 7
    assert len(told.model.requests) <= 16


def test_a_beat_pays_once_for_what_cannot_be_read(told: Told) -> None:
    told.says_facts(*NAMES[:5])
    told.say(f"@person Bad: {GARBLE}")
    for _ in range(12):
        before = len(told.model.requests)
        beat = told.beat()
        asked = told.model.requests[before:]
        assert sum(GARBLE in line.turn.text for r in asked for line in r.lines) <= 1
        if beat.waiting == 0:
            break

    assert beat.waiting == 0


def test_a_model_that_talks_nonsense_for_a_while_costs_one_call_a_beat_and_no_fact(
    told: Told,
) -> None:
    told.says_facts(*NAMES[:6])
    told.model.fails = [UnreadableAnswerError("prose")] * 4
    tried = [told.next()[1] for _ in range(4)]
    beat, sizes = told.next()

    assert tried == [[6], [1], [1], [1]]
    assert sum(sizes) == 6
    assert (beat.waiting, beat.extracted.parked) == (0, 0)
    assert told.known() == sorted(name.lower() for name in NAMES[:6])


@pytest.mark.parametrize("before", [0, 1, 3, 7, 11])
def test_a_bad_line_was_tried_five_times_when_it_is_given_up(told: Told, before: int) -> None:
    told.says_facts(*NAMES[:before])
    told.say(f"@person Bad: {GARBLE}")
    beats = 0
    while not told.reviews():
        told.next()
        beats += 1

    asked = sum(GARBLE in line.turn.text for r in told.model.requests for line in r.lines)
    assert asked == beats
    assert 5 <= beats <= 7
    assert told.known() == sorted(name.lower() for name in NAMES[:before])


def test_lines_that_come_meanwhile_wait_behind_the_bad_one_and_are_not_lost(told: Told) -> None:
    told.say(f"@person Bad: {GARBLE}")
    for name in NAMES[:4]:
        beat, _ = told.next()
        told.says_facts(name)
    assert beat.waiting == 4

    beat, sizes = told.next()

    assert sizes == [1, 4]
    assert told.known() == sorted(name.lower() for name in NAMES[:4])


# errors that are the server's, and calls that are not made

OTHERS = (
    TransientLlmError("503"),
    TerminalLlmError("check the key"),
    BudgetError("budget: used"),
    HeldError("not asked again before 12:00"),
)


@pytest.mark.parametrize("error", OTHERS, ids=lambda error: type(error).__name__)
def test_an_error_that_is_not_the_lines_own_moves_and_writes_nothing(
    told: Told, error: LlmError
) -> None:
    told.says_facts("Anna", "Boris")
    told.model.fails = [error] * 6
    told.next()
    before = told.everything()

    for _ in range(5):
        beat, sizes = told.next()
        assert sizes == [2]
        assert beat.extracted.error is error
        assert beat.waiting == 2

    assert told.everything() == before
    assert told.next()[0].waiting == 0
    assert told.known() == ["anna", "boris"]


@pytest.mark.parametrize("error", OTHERS, ids=lambda error: type(error).__name__)
def test_a_report_tells_when_no_call_was_made_because_of_an_older_error(
    told: Told, error: LlmError
) -> None:
    told.says_facts("Anna")
    told.model.fails = [error]
    report = beat_as_json(told.beat(), "model")

    assert (report["error"], report["partial"]) == (str(error), True)
    assert report["held"] is isinstance(error, HeldError)
    assert beat_as_json(told.beat(), "model")["held"] is False


def test_batches_before_an_error_stay_done(told: Told) -> None:
    for n in range(200):
        told.say(f"Nothing of note, {n}.", session="a")
    told.say("@person Anna: keeps bees", session="b")
    told.model.fails = [None, TransientLlmError("503")]

    beat, sizes = told.next()

    assert sizes == [200, 1]
    assert beat.waiting == 1
    assert told.next()[1] == [1]


def test_an_error_of_the_server_is_no_try_of_the_lines(told: Told) -> None:
    told.say(f"@person Bad: {GARBLE}")
    told.next()
    told.model.fails = [TransientLlmError("503")] * 10
    for _ in range(10):
        told.next()

    assert told.reader().head.marks["unreadable"] == "1:1"


# what needs no model


def test_what_only_an_assistant_said_is_no_question(told: Told) -> None:
    for n in range(3):
        told.say(f"I could look that up, {n}.", role="assistant")

    beat, sizes = told.next()

    assert sizes == []
    assert (beat.waiting, beat.extracted.error) == (0, None)
    told.says_facts("Anna")
    assert told.next()[1] == [1]


def test_nothing_new_is_no_question_and_no_write(told: Told) -> None:
    told.says_facts("Anna")
    told.next()
    before = told.everything()

    assert told.next()[1] == []
    assert told.everything() == before


def test_a_daemon_that_is_told_to_stop_does_so_between_two_parts(told: Told) -> None:
    told.says_facts(*NAMES[:8])
    told.model.fails = [TooLongError("413")]

    def stop(text: str) -> None:
        if re.match(r"4 of 8 lines extracted", text):
            raise MemorydError("stopping")

    with told.writer() as store, pytest.raises(MemorydError, match="stopping"):
        heartbeat(store, told.sources(), told.model, told.run(), stop)

    assert told.model.sizes == [8, 4]
    assert told.next()[1] == [4]
    assert told.known() == sorted(name.lower() for name in NAMES[:8])


# all of it together


@settings(max_examples=15)
@given(
    kinds=st.lists(st.sampled_from(["fact", "fact", "fact", GARBLE, HUGE, "said"]), max_size=12),
    most=st.integers(1, 4),
)
def test_every_good_line_is_kept_once_and_every_bad_one_is_parked_whatever_their_order(
    tmp_path_factory: pytest.TempPathFactory, kinds: list[str], most: int
) -> None:
    told = Told(tmp_path_factory.mktemp("t"))
    told.model.most = most
    names = iter(NAMES)
    for n, kind in enumerate(kinds):
        if kind == "fact":
            told.says_facts(next(names))
        elif kind == "said":
            told.say(f"Shall I, {n}?", role="assistant")
        else:
            told.say(f"{kind} {n}")
    bad = kinds.count(GARBLE) + kinds.count(HUGE)

    beats = [told.beat()]
    while beats[-1].waiting:
        beats.append(told.beat())
        assert len(beats) <= 1 + 7 * bad

    assert told.known() == sorted(name.lower() for name in NAMES[: kinds.count("fact")])
    assert sum(beat.extracted.parked for beat in beats) == bad
    assert len(told.reviews()) == bad


def test_a_secret_in_what_was_not_kept_is_masked_in_the_report_too() -> None:
    secret = f"ghp_{'aB3dE5fG7h' * 4}"[:40]
    dropped = Decision(
        Proposal(("m1",), Mention("project", "Beacon"), f"Token {secret}", "status"),
        Outcome.DROPPED, Gate.NO_CITATION,
    )  # fmt: skip
    beat = Beat(extracted=Extracted(decisions=[dropped]))

    told = json.dumps(beat_as_json(beat, "model"))
    assert secret not in told
    assert "Token" in told
