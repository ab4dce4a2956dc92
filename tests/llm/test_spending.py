"""Caps, the ledger, and the hold after a failure."""

import json
import os
import tomllib
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

from memoryd.config_model import Price
from memoryd.config_model.model import Budget
from memoryd.core.money import Usage
from memoryd.errors import (
    BudgetError,
    HeldError,
    TerminalLlmError,
    TransientLlmError,
    UnreadableAnswerError,
)
from memoryd.jobs.proposals import read_extraction
from memoryd.llm.openai import OpenAI
from memoryd.llm.prices import caps_of, price_of
from tests.fakes_server import ModelServer, anthropic, model_server, openai, reply
from tests.llm.asking import NOON, QUESTION, Asking

NOTHING = '{"facts": []}'


def ask(asking: Asking, now: datetime = NOON, *, force: bool = False) -> None:
    asking.adapter(now, force=force).ask(QUESTION, read_extraction)


@pytest.fixture
def server() -> ModelServer:
    with model_server(anthropic(NOTHING)) as server:
        yield server


@pytest.fixture
def asking(tmp_path: Path, server: ModelServer) -> Asking:
    return Asking(tmp_path, server.url)


# the ledger


def test_a_call_leaves_one_line_with_purpose_model_tokens_cost_and_outcome(asking: Asking) -> None:
    ask(asking)

    (row,) = asking.rows()
    assert row.pop("ms") >= 0
    assert row == {
        "time": "2026-02-15T11:00:00+00:00",
        "run": "run-1",
        "purpose": "heartbeat",
        "provider": "anthropic",
        "host": asking.url.removeprefix("http://"),
        "model": "claude-haiku-5-5",
        "input_tokens": 1000,
        "output_tokens": 200,
        "cached_tokens": 0,
        "cost_usd": 0.0002,
        "outcome": "ok",
    }


def test_an_answer_that_cannot_be_read_is_paid_for_and_says_so(tmp_path: Path) -> None:
    with model_server(anthropic("prose")) as server:
        asking = Asking(tmp_path, server.url)
        with pytest.raises(UnreadableAnswerError):
            ask(asking)

    assert asking.outcomes() == ["unreadable"]
    assert asking.rows()[0]["cost_usd"] == 0.0002


def test_the_ledger_is_private_and_only_ever_grows(asking: Asking) -> None:
    before = os.umask(0)
    try:
        ask(asking)
    finally:
        os.umask(before)
    first = asking.path.read_bytes()
    asking.path.chmod(0o644)
    ask(asking)

    assert asking.path.read_bytes().startswith(first)
    assert asking.path.stat().st_mode & 0o777 == 0o600
    assert asking.path.parent.stat().st_mode & 0o777 == 0o700


def test_half_a_line_of_a_crash_costs_no_other_line(asking: Asking) -> None:
    ask(asking)
    with asking.path.open("ab") as handle:
        handle.write(b'{"time": "2026-02-')
    ask(asking)
    ask(asking)

    spent = asking.adapter().ledger.spent(NOON, NOON.tzinfo)
    assert spent.today_tokens == 3 * 1200
    assert asking.path.read_text("utf-8").count("\n") == 4


@pytest.mark.parametrize("row", [
    "{}", "[]", "null", "\x00", '{"time": 3}', '{"cost_usd": NaN}', '{"cost_usd": -9}',
    '{"cost_usd": "much"}', '{"cost_usd": null}', '{"cost_usd": 1e999}', '{"cost_usd": [1]}',
    '{"input_tokens": "many"}', '{"time": "yesterday"}', '{"time": "2026-02-15"}', '{"hold": "x"}',
])  # fmt: skip
def test_a_row_that_is_none_counts_for_nothing(asking: Asking, row: str) -> None:
    ask(asking)
    good = asking.rows()[0]
    changed = json.loads(row.replace("\x00", '""'))
    bad = json.dumps(good | changed) if isinstance(changed, dict) and changed else row
    with asking.path.open("a") as handle:
        handle.write(bad + "\n")

    assert asking.adapter().ledger.spent(NOON, NOON.tzinfo).today_tokens == 1200
    ask(asking)


def test_no_model_is_asked_while_the_ledger_cannot_be_written(
    asking: Asking, server: ModelServer
) -> None:
    asking.path.mkdir(parents=True)

    with pytest.raises(TerminalLlmError, match="no model is asked"):
        ask(asking)

    assert server.sent == []


def test_a_ledger_that_leads_elsewhere_is_not_followed(
    asking: Asking, server: ModelServer, tmp_path: Path
) -> None:
    asking.path.parent.mkdir()
    asking.path.symlink_to(tmp_path / "elsewhere")

    with pytest.raises(TerminalLlmError, match="no model is asked"):
        ask(asking)

    assert server.sent == []


# caps


def test_a_call_that_could_pass_the_days_dollars_is_not_made(
    asking: Asking, server: ModelServer
) -> None:
    asking.caps = Budget(daily_usd=0.002)
    for _ in range(100):
        try:
            ask(asking)
        except BudgetError as err:
            message = str(err)
            break

    spent = sum(row["cost_usd"] for row in asking.rows())
    assert 0 < spent <= 0.002
    assert len(server.sent) == len(asking.rows()) < 11
    assert "daily_usd" in message
    assert "\n" not in message


def test_a_new_day_begins_at_the_operators_midnight(asking: Asking) -> None:
    asking.caps = Budget(daily_usd=0.0006)
    late = datetime(2026, 2, 15, 22, 30, tzinfo=UTC)  # 23:30 in Berlin
    ask(asking, late)
    ask(asking, late)
    with pytest.raises(BudgetError, match="today"):
        ask(asking, late)

    ask(asking, late + timedelta(hours=1))

    assert len(asking.rows()) == 3


def test_a_month_has_its_own_cap(asking: Asking) -> None:
    asking.caps = Budget(daily_usd=1, monthly_usd=0.0006)
    ask(asking, NOON - timedelta(days=3))
    ask(asking, NOON - timedelta(days=2))
    with pytest.raises(BudgetError, match="this month"):
        ask(asking)

    ask(asking, NOON + timedelta(days=20))


def test_an_answer_may_be_as_long_as_the_caps_leave_room_for_and_500_tokens_at_least(
    asking: Asking, server: ModelServer
) -> None:
    asking.caps = Budget(daily_tokens=1200 + QUESTION.most_input + 700)
    ask(asking)
    ask(asking)
    with pytest.raises(BudgetError):
        ask(asking)

    assert [sent.body["max_tokens"] for sent in server.sent] == [1000, 700]
    asking.caps = Budget(daily_tokens=QUESTION.most_input + 499)
    with pytest.raises(BudgetError, match=r"even alone; raise it\Z"):
        asking.adapter(NOON + timedelta(days=1)).ask(QUESTION, read_extraction)


def test_tokens_have_a_cap_whatever_they_cost(asking: Asking) -> None:
    asking.caps = Budget(daily_tokens=2500)
    ask(asking)
    ask(asking)

    with pytest.raises(BudgetError, match="2,400 of today's 2,500 tokens"):
        ask(asking)


def test_a_cap_of_nothing_allows_no_call_of_unknown_price(
    asking: Asking, server: ModelServer
) -> None:
    asking.caps = Budget(daily_usd=0)
    for model in ("claude-haiku-5-5", "nobody-knows"):
        asking.model = model
        with pytest.raises(BudgetError):
            ask(asking)
    asking.prices = {"nobody-knows": Price(input=0, output=0)}
    ask(asking)

    assert len(server.sent) == 1


def test_an_unknown_price_is_unknown_and_never_nothing(asking: Asking) -> None:
    asking.model = "nobody-knows"
    ask(asking)

    assert asking.rows()[0]["cost_usd"] == "unknown"


def test_a_distant_model_of_unknown_price_needs_a_price_or_a_cap_on_tokens(tmp_path: Path) -> None:
    asking = Asking(tmp_path, "https://models.example", model="nobody-knows")

    with pytest.raises(BudgetError, match=r"price of nobody-knows is unknown.*\[prices\."):
        ask(asking)

    assert asking.rows() == []


def test_every_try_is_checked_against_the_caps(tmp_path: Path) -> None:
    broken = reply(200, b"{")
    with model_server(broken) as server:
        asking = Asking(tmp_path, server.url, caps=Budget(daily_usd=0.0007))
        with pytest.raises(BudgetError):
            ask(asking)

    assert len(server.sent) == 2


def test_a_cap_may_be_reached_to_the_last_fraction(tmp_path: Path) -> None:
    price = Price(input=0, output=0.1)
    answer = anthropic(NOTHING, usage={"input_tokens": 1, "output_tokens": QUESTION.most.output})
    with model_server(answer) as server:
        asking = Asking(tmp_path, server.url, model="own", prices={"own": price})
        asking.caps = Budget(daily_usd=0.0003)  # of 0.0001 each
        for _ in range(3):
            ask(asking)
        with pytest.raises(BudgetError, match=r"\$0\.0003 of today's \$0\.0003"):
            ask(asking)


# prices


@pytest.mark.parametrize(
    ("model", "usage", "cost"),
    [
        ("claude-haiku-5-5", Usage(1_000_000, 0), "0.5"),
        ("claude-haiku-5-5", Usage(100_000, 0), "0.01"),
        ("claude-haiku-5-5", Usage(1000, 1000, 90_000, 1000), "0.001625"),
        ("claude-haiku-4-5-20251001", Usage(1_000_000, 1_000_000), "6"),
        ("claude-sonnet-5-5-2026-11-01", Usage(50_000, 1000), "0.11"),
        ("gpt-6-luna", Usage(300_000, 1000, 0, 0), "0.06075"),
        ("google/gemini-2.5-flash-lite", Usage(1_000_000, 0), "0.1"),
    ],
)
def test_a_call_costs_what_the_dated_table_says(model: str, usage: Usage, cost: str) -> None:
    assert price_of(model, {}).cost(usage) == Decimal(cost)


def test_every_price_of_the_table_is_dated_and_none_is_nothing() -> None:
    table = tomllib.loads(files("memoryd.llm").joinpath("prices.toml").read_text("utf-8"))

    assert type(table["as_of"]) is date
    for model in table["models"]:
        price = price_of(model, {})
        assert all(price.cost(usage) > 0 for usage in (Usage(1, 0), Usage(0, 1), Usage(0, 0, 1, 1)))


def test_the_configurations_price_comes_first() -> None:
    own = {"claude-haiku-5-5": Price(input=1, output=2)}

    assert price_of("claude-haiku-5-5", own).cost(Usage(1_000_000, 1_000_000)) == 3
    assert price_of("claude-haiku-5-5-20261001", own) == price_of("claude-haiku-5-5", own)
    assert price_of("claude-haiku-5-6", own) is None


def test_money_is_counted_as_it_was_written() -> None:
    own = {"own": Price(input=0.1, output=0.2, cache_read=0, cache_write=0.3)}

    assert price_of("own", own).cost(Usage(1, 1, 1, 1)) * 1_000_000 == Decimal("0.6")
    assert caps_of(Budget(daily_usd=0.1)).daily_usd == Decimal("0.1")


# the hold after a failure


def test_after_a_failure_the_server_is_left_alone_for_longer_each_time(tmp_path: Path) -> None:
    with model_server(reply(500)) as server:
        asking = Asking(tmp_path, server.url)
        now, calls = NOON, []
        for _ in range(24 * 60):  # a day of beats, a minute apart
            try:
                ask(asking, now)
            except HeldError as err:
                assert "not asked again before" in str(err)  # noqa: PT017 - which error is the point
            except TransientLlmError:
                calls.append((now - NOON) // timedelta(minutes=1))
            now += timedelta(minutes=1)

    assert calls[:7] == [0, 1, 2, 4, 8, 16, 32]
    assert max(b - a for a, b in pairwise(calls)) == 30
    assert len(server.sent) == len(calls) + 2 < 60  # the first question is tried three times


def test_a_hold_that_ends_on_another_day_is_told_with_its_day(tmp_path: Path) -> None:
    late = datetime(2026, 2, 15, 22, 59, 40, tzinfo=UTC)  # 23:59:40 in Berlin
    with model_server(reply(500)) as server:
        asking = Asking(tmp_path, server.url)
        with pytest.raises(TransientLlmError, match=r"next try after 2026-02-16 00:00\Z"):
            ask(asking, late)
        with pytest.raises(HeldError, match=r"before 2026-02-16 00:00\Z"):
            ask(asking, late)
        with pytest.raises(HeldError, match=r"before 00:00\Z"):
            ask(asking, late + timedelta(seconds=29))


def test_a_person_who_asks_is_told_of_no_hold(tmp_path: Path) -> None:
    with model_server(reply(500)) as server:
        asking = Asking(tmp_path, server.url)
        with pytest.raises(TransientLlmError, match=r"what waits is kept\Z"):
            ask(asking, force=True)


def test_an_answer_ends_the_hold_and_its_doubling(tmp_path: Path) -> None:
    steps = [reply(500)] * 4 + [anthropic(NOTHING)] + [reply(500)] * 3 + [anthropic(NOTHING)]
    with model_server(*steps) as server:
        asking = Asking(tmp_path, server.url)
        for minutes in (0, 5):
            with pytest.raises(TransientLlmError):
                ask(asking, NOON + timedelta(minutes=minutes))
        ask(asking, NOON + timedelta(minutes=10))
        with pytest.raises(TransientLlmError):
            ask(asking, NOON + timedelta(minutes=11))
        ask(asking, NOON + timedelta(minutes=11, seconds=30))

    assert [row["hold"] for row in asking.rows() if "hold" in row] == [30, 60, 30]


def test_a_person_who_asks_is_not_held_back(tmp_path: Path) -> None:
    with model_server(reply(401), anthropic(NOTHING)) as server:
        asking = Asking(tmp_path, server.url)
        with pytest.raises(TerminalLlmError, match="check the key"):
            ask(asking)
        with pytest.raises(HeldError):
            ask(asking, NOON + timedelta(minutes=59))
        ask(asking, NOON + timedelta(minutes=59), force=True)

    assert asking.outcomes() == ["terminal", "ok"]


def test_a_long_retry_after_holds_until_then_a_day_at_most(tmp_path: Path) -> None:
    for asked, hold in (("7200", 7200), ("999999999", 86400)):
        with model_server(reply(429, retry_after=asked)) as server:
            asking = Asking(tmp_path / asked, server.url)
            with pytest.raises(TransientLlmError):
                ask(asking)
            with pytest.raises(HeldError):
                ask(asking, NOON + timedelta(seconds=hold - 1))
            assert len(server.sent) == 1


def test_a_clock_set_back_holds_nothing(tmp_path: Path) -> None:
    with model_server(*[reply(500)] * 3, anthropic(NOTHING)) as server:
        asking = Asking(tmp_path, server.url)
        with pytest.raises(TransientLlmError):
            ask(asking, NOON + timedelta(days=400))
        ask(asking)


def test_another_model_or_server_is_not_held(tmp_path: Path) -> None:
    with model_server(reply(401), anthropic(NOTHING)) as server:
        asking = Asking(tmp_path, server.url)
        with pytest.raises(TerminalLlmError):
            ask(asking)
        asking.model = "claude-haiku-4-5"
        ask(asking)
        asking.model = "claude-haiku-5-5"
    with model_server(openai(NOTHING)) as server:
        asking.url, asking.dialect = server.url, OpenAI
        ask(asking)

    assert asking.outcomes() == ["terminal", "ok", "ok"]


def test_credit_that_ran_out_is_told_from_a_rate_limit(tmp_path: Path) -> None:
    quota = {"error": {"code": "insufficient_quota", "message": "see your plan"}}
    limit = {"error": {"code": "rate_limit_exceeded", "message": "see .../account/billing"}}
    with model_server(reply(429, quota)) as server:
        asking = Asking(tmp_path, server.url, dialect=OpenAI)
        with pytest.raises(TerminalLlmError, match=r"insufficient_quota.*credit"):
            ask(asking)
    with model_server(reply(429, limit)) as server:
        asking.url = server.url
        with pytest.raises(TransientLlmError, match="3 times"):
            ask(asking)
