"""Calls that broke off may have been billed: counted fairly, marked as estimated, never endless."""

from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest

from memoryd.config_model import Price
from memoryd.config_model.model import Budget
from memoryd.errors import BudgetError, HeldError, TransientLlmError
from memoryd.jobs.proposals import read_extraction
from memoryd.jobs.spending import spend
from memoryd.llm.question import Question
from tests.fakes_server import Step, anthropic, hang, model_server, reply, reset
from tests.llm.asking import BERLIN, NOON, QUESTION, Asking

NOTHING = '{"facts": []}'
OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
LARGE = Question("heartbeat", "system " * 700, "user " * 1500, "extraction", {}, 8000)
DEAR = {"own": Price(input=2, output=10)}

BROKEN: dict[str, Step] = {
    "resets before a word": reset(),
    "resets in its answer": reset(after=OK + b'Content-Length: 99\r\n\r\n{"'),
    "ends early": reset(after=OK + b"Content-Length: 9\r\n\r\n{}"),
    "sends half of its JSON": reply(200, b'{"content": ['),
    "sends broken gzip": reply(200, b"no gzip", Content_Encoding="gzip"),
    "says nothing": hang(),
}


def fails(asking: Asking, question: Question = QUESTION, minutes: int = 0) -> None:
    with pytest.raises((TransientLlmError, BudgetError)):
        asking.adapter(NOON + timedelta(minutes=minutes)).ask(question, read_extraction)


@pytest.mark.parametrize("step", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_call_counts_what_was_sent_and_a_small_answer(step: Step, tmp_path: Path) -> None:
    with model_server(step) as server:
        asking = Asking(tmp_path, server.url, timeout=1.5)
        fails(asking, LARGE)

    for row in asking.rows():
        assert row["estimated"]
        assert LARGE.most_input / 3 < row["input_tokens"] < LARGE.most_input
        assert row["output_tokens"] == 500
        assert row["cost_usd"] > 0


def test_it_counts_the_answer_that_calls_for_the_same_end_with(tmp_path: Path) -> None:
    answers = [
        anthropic(NOTHING, usage={"input_tokens": 1000, "output_tokens": output})
        for output in (100, 200, 600)
    ]
    with model_server(*answers, reset()) as server:
        asking = Asking(tmp_path, server.url)
        for _ in answers:
            asking.adapter().ask(LARGE, read_extraction)
        fails(asking, LARGE)
        fails(asking, Question("nightly", "s", "u", "extraction", {}, 8000), minutes=30)

    outputs = [row["output_tokens"] for row in asking.rows() if row.get("estimated")]
    assert outputs == [300, 300, 300, 500]


def test_it_counts_no_more_than_the_call_could_have_used(tmp_path: Path) -> None:
    small = Question("heartbeat", "s", "u", "extraction", {}, 40)
    with model_server(reset()) as server:
        asking = Asking(tmp_path, server.url)
        fails(asking, small)

    assert {row["output_tokens"] for row in asking.rows()} == {40}


def test_what_cannot_have_been_billed_costs_nothing_and_is_no_estimate(tmp_path: Path) -> None:
    with model_server(reply(529)) as server:
        asking = Asking(tmp_path, server.url)
        fails(asking)

    assert [(row["cost_usd"], "estimated" in row) for row in asking.rows()] == [(0.0, False)] * 3


def test_a_server_that_broke_off_before_is_probed_with_one_call(tmp_path: Path) -> None:
    with model_server(*[reset()] * 5, anthropic(NOTHING), reset()) as server:
        asking = Asking(tmp_path, server.url)
        sent = []
        for beat in range(5):
            with suppress(TransientLlmError):
                asking.adapter(NOON + timedelta(minutes=30 * beat)).ask(QUESTION, read_extraction)
            sent.append(len(server.sent))

    assert sent == [3, 4, 5, 6, 9]


def test_half_a_day_of_broken_calls_leaves_the_days_budget_usable(tmp_path: Path) -> None:
    with model_server(reset()) as server:
        asking = Asking(tmp_path, server.url, model="own", prices=DEAR, caps=Budget(daily_usd=0.5))
        for beat in range(20):
            fails(asking, LARGE, minutes=30 * beat)
        last = NOON + timedelta(minutes=30 * 21)
    with model_server(anthropic(NOTHING)) as server:
        Asking(tmp_path, server.url, model="own", prices=DEAR, caps=Budget(daily_usd=0.5)).adapter(
            last
        ).ask(LARGE, read_extraction)

    assert sum(row["cost_usd"] for row in asking.rows()) < 0.4


def test_a_server_that_always_breaks_off_meets_the_cap_in_the_end(tmp_path: Path) -> None:
    caps = Budget(daily_usd=0.05, monthly_usd=0.5)
    messages = []
    with model_server(reset()) as server:
        asking = Asking(tmp_path, server.url, model="own", prices=DEAR, caps=caps)
        for minute in range(0, 600, 5):
            try:
                asking.adapter(NOON + timedelta(minutes=minute)).ask(QUESTION, read_extraction)
            except HeldError:
                continue
            except (BudgetError, TransientLlmError) as err:
                messages.append(str(err))

    spent = sum(row["cost_usd"] for row in asking.rows())
    assert 0.03 < spent <= 0.05
    assert len(server.sent) == len(asking.rows())
    assert "daily_usd" in messages[-1]


def test_the_budgets_message_says_how_much_is_estimated(tmp_path: Path) -> None:
    with model_server(anthropic(NOTHING), reset()) as server:
        asking = Asking(tmp_path, server.url, model="own", prices=DEAR)
        asking.caps = Budget(daily_usd=0.023, daily_tokens=10**9)
        asking.adapter().ask(QUESTION, read_extraction)
        for beat in range(5):
            fails(asking, minutes=30 * beat)
        with pytest.raises(BudgetError) as caught:
            asking.adapter(NOON + timedelta(minutes=150)).afford(QUESTION)

    sure, estimated = asking.rows()[0], asking.rows()[1:]
    assert sure["cost_usd"] == 0.004
    guess = sum(row["cost_usd"] for row in estimated)
    assert f"are used (${guess:.4f} of it estimated: the server did not say)" in str(caught.value)


def test_spending_says_how_much_of_it_is_estimated(tmp_path: Path) -> None:
    with model_server(anthropic(NOTHING), reset()) as server:
        asking = Asking(tmp_path, server.url, model="own", prices=DEAR)
        asking.adapter(NOON - timedelta(days=1)).ask(QUESTION, read_extraction)
        fails(asking)
        found = spend(asking.path.parent, NOON, BERLIN)

    assert found
    guess = sum(row["cost_usd"] for row in asking.rows() if row.get("estimated"))
    assert found["today_estimated_usd"] == found["month_estimated_usd"] == found["today_usd"]
    assert found["today_usd"] == pytest.approx(guess)
    assert found["month_usd"] == pytest.approx(guess + 0.004)
    assert found["estimated_calls_today"] == 3
