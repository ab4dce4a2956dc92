"""What a heartbeat does with answers that come cut and questions that are too long."""

from pathlib import Path

import pytest

from memoryd.errors import TooLongError, TransientLlmError
from memoryd.jobs import extract
from tests.jobs.moody import HUGE, NAMES, Told


@pytest.fixture
def told(tmp_path: Path) -> Told:
    return Told(tmp_path)


# answers that come cut


def test_a_cut_answer_keeps_its_facts_and_its_lines_are_asked_again_in_halves(told: Told) -> None:
    told.says_facts(*NAMES[:8])
    told.model.most = 3

    beat, sizes = told.next()

    assert sizes == [8, 4, 2, 2, 4, 2, 2]
    assert told.known() == sorted(name.lower() for name in NAMES[:8])
    assert (beat.waiting, beat.extracted.error) == (0, None)


def test_what_a_cut_answer_gave_is_kept_although_the_rest_does_not_come(told: Told) -> None:
    told.says_facts(*NAMES[:4])
    told.model.most = 2
    told.model.fails = [None, TransientLlmError("gone")]

    beat, _ = told.next()
    assert told.known() == ["anna", "boris"]
    assert beat.waiting == 4

    told.model.most = 100
    beat, sizes = told.next()
    assert sizes == [4]
    assert told.known() == ["anna", "boris", "carla", "dmitri"]
    assert beat.extracted.counts == {"stored": 2, "merged": 2}


def test_one_line_whose_answer_is_always_cut_keeps_its_facts_and_ends_in_review(
    told: Told,
) -> None:
    told.say("@person Anna: keeps bees @person Boris: keeps bees @person Carla: keeps bees")
    told.model.most = 2
    for _ in range(4):
        beat, sizes = told.next()
        assert (sizes, beat.waiting) == ([1], 1)
        assert "truncated" in str(beat.extracted.error)
    beat, _ = told.next()

    assert told.known() == ["anna", "boris"]
    assert (beat.waiting, beat.extracted.parked) == (0, 1)


@pytest.mark.parametrize("shrink", [1, 2, 4])
def test_what_stands_behind_a_parked_line_is_read_however_fast_the_calls_shrink(
    told: Told, shrink: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extract, "_SHRINK", shrink)
    told.say("@person Anna: keeps bees @person Boris: keeps bees @person Carla: keeps bees")
    told.says_facts(*NAMES[3:12])
    told.model.most = 2
    parked = 0
    for _ in range(5):
        beat, _ = told.next()
        parked += beat.extracted.parked

    assert (beat.waiting, parked) == (0, 1)
    assert {name.lower() for name in NAMES[3:12]} <= set(told.known())


def test_a_model_whose_answers_are_always_cut_is_not_asked_for_every_line(told: Told) -> None:
    for n in range(60):
        told.say(f"@person Anna: keeps {n} bees")
    told.model.most = 0

    assert [told.next()[1] for _ in range(5)] == [
        [60, 30, 15, 7, 3, 1], [15, 7, 3, 1], [3, 1], [1], [1, 59, 29, 14, 7, 3, 1]
    ]  # fmt: skip


# questions that are too long


def test_a_batch_that_is_too_long_is_halved_at_once(told: Told) -> None:
    told.says_facts(*NAMES[:8])
    told.model.fails = [TooLongError("413"), TooLongError("413")]

    beat, sizes = told.next()

    assert sizes == [8, 4, 2, 2, 4]
    assert (beat.waiting, beat.extracted.error) == (0, None)
    assert told.known() == sorted(name.lower() for name in NAMES[:8])


def test_one_line_that_is_too_long_is_tried_five_times_and_what_stands_before_it_is_kept(
    told: Told,
) -> None:
    told.says_facts(*NAMES[:5])
    told.say(f"@person Bad: {HUGE}")
    told.says_facts(*NAMES[5:8])

    beat, sizes = told.next()

    assert sizes == [9, 4, 5, 2, 1, 1]
    assert isinstance(beat.extracted.error, TooLongError)
    assert told.known() == sorted(name.lower() for name in NAMES[:5])
    assert told.reader().head.marks["unreadable"] == "6:1"
    for _ in range(4):
        beat, _ = told.next()
    assert (beat.waiting, beat.extracted.parked) == (0, 1)
    assert told.known() == sorted(name.lower() for name in NAMES[:8])


def test_a_model_for_which_everything_is_too_long_is_not_asked_for_every_line(told: Told) -> None:
    for n in range(200):
        told.say(f"{HUGE} {n}")

    beat, sizes = told.next()

    assert sizes == [200, 100, 50, 25, 12, 6, 3, 1]
    assert beat.waiting == 200
