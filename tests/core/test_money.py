"""A call's price is exact, unknown is never free, and a cap holds before the money is spent."""

from dataclasses import replace
from decimal import Decimal

import pytest

from memoryd.core.money import (
    ASSUMED_PRICE,
    DEFAULT_PRICES,
    FREE,
    Caps,
    Price,
    Spent,
    Upcoming,
    Usage,
    charge,
    check,
    cost,
    estimate_tokens,
    price_for,
    show_usd,
)

HAIKU = DEFAULT_PRICES["claude-haiku-5-5"]
MILLION = 1_000_000


def test_a_day_of_heartbeats_costs_what_the_price_list_says() -> None:
    each = cost(Usage(3_000, 300), HAIKU)
    assert each is not None
    assert 48 * each == Decimal("0.0216")


@pytest.mark.parametrize(
    ("usage", "usd"),
    [
        (Usage(0, 0), "0"),
        (Usage(100_000, 0), "0.01"),
        (Usage(0, MILLION), "0.50"),
        (Usage(0, 0, cache_read=50_000), "0.0005"),
        (Usage(0, 0, cache_write=80_000), "0.01"),
        (Usage(1, 0), "0.0000001"),
        (Usage(100_001, 1_000), "0.0525005"),  # one token over: all of it at the long price
        (Usage(1, 0, cache_read=100_000), "0.0050005"),  # cached tokens make a prompt long too
        (Usage(1, 0, cache_write=100_000), "0.0625005"),
    ],
)
def test_each_kind_of_token_has_its_own_price(usage: Usage, usd: str) -> None:
    assert cost(usage, HAIKU) == Decimal(usd)


def test_an_unknown_price_gives_an_unknown_cost_never_nothing() -> None:
    assert cost(Usage(1_000, 1_000), None) is None
    assert cost(Usage(0, 0), None) is None


def test_a_local_model_is_free_because_its_price_says_so() -> None:
    assert cost(Usage(MILLION, MILLION, MILLION, MILLION), FREE) == 0


def test_without_cache_prices_a_read_costs_the_input_and_a_write_a_quarter_more() -> None:
    plain = Price(Decimal(2), Decimal(10), as_of="2026-11-29")
    assert cost(Usage(0, 0, cache_read=MILLION), plain) == 2
    assert cost(Usage(0, 0, cache_write=MILLION), plain) == Decimal("2.5")


def test_a_long_prompt_without_long_prices_costs_the_usual_ones() -> None:
    odd = replace(HAIKU, long_input=None, long_output=None)
    assert cost(Usage(MILLION, MILLION), odd) == Decimal("0.60")


@pytest.mark.parametrize(
    ("model", "listed"),
    [
        ("claude-haiku-5-5", "claude-haiku-5-5"),
        ("claude-haiku-5-5-20261001", "claude-haiku-5-5"),
        ("claude-haiku-5-5@20261001", "claude-haiku-5-5"),
        ("claude-haiku-5-5-latest", "claude-haiku-5-5"),
        ("anthropic/claude-haiku-5-5", "claude-haiku-5-5"),
        ("openrouter/anthropic/claude-haiku-5-5-20261001", "claude-haiku-5-5"),
        ("gpt-5.4-mini-2026-03-17", "gpt-5.4-mini"),
        (" gpt-6-luna ", "gpt-6-luna"),
    ],
)
def test_a_snapshot_or_a_providers_prefix_has_the_models_price(model: str, listed: str) -> None:
    assert price_for(model, DEFAULT_PRICES) == DEFAULT_PRICES[listed]


@pytest.mark.parametrize(
    "model",
    [
        *("", "claude", "claude-haiku-5", "claude-haiku-5-55", "gpt-6-luna-pro", "gpt-6"),
        *("llama3:8b", "claude-haiku-5-5-2026", "anthropic/claude-haiku-5-5:free", "gpt-6-luna/x"),
    ],
)
def test_a_model_that_is_not_listed_has_no_price(model: str) -> None:
    assert price_for(model, DEFAULT_PRICES) is None


def test_the_name_as_configured_wins_over_the_shorter_one() -> None:
    own = replace(FREE, as_of="2026-11-30")
    table = {"claude-haiku-5-5": HAIKU, "proxy/claude-haiku-5-5": own}
    assert price_for("proxy/claude-haiku-5-5-20261001", table) == own


def test_every_listed_price_is_dated_and_below_the_assumed_one() -> None:
    for price in DEFAULT_PRICES.values():
        assert len(price.as_of) == len("2026-11-29")
        for usage in (Usage(MILLION, 0), Usage(0, MILLION), Usage(0, 0, 0, MILLION)):
            assert 0 < charge(usage, price) < charge(usage, ASSUMED_PRICE)


def upcoming(price: Price | None = HAIKU) -> Upcoming:
    return Upcoming(Usage(50_000, 10_000), price)  # one cent on HAIKU


def test_a_call_may_reach_a_cap_and_not_pass_it() -> None:
    caps = Caps(daily_usd=Decimal("0.50"))
    assert check(caps, Spent(usd_today=Decimal("0.49")), upcoming()) is None
    reason = check(caps, Spent(usd_today=Decimal("0.4901")), upcoming())
    assert reason == (
        "the daily cap of $0.50 would be passed: $0.4901 is spent and the next call may cost $0.01"
    )


def test_the_month_has_a_cap_of_its_own() -> None:
    caps = Caps(daily_usd=Decimal("0.50"), monthly_usd=Decimal(5))
    reason = check(caps, Spent(usd_month=Decimal("4.995")), upcoming())
    assert reason is not None
    assert reason.startswith("the monthly cap of $5.00 would be passed: $5.00 is spent")


def test_the_cap_on_tokens_counts_all_of_them_whatever_they_cost() -> None:
    caps = Caps(daily_tokens=100_000)
    assert check(caps, Spent(tokens_today=40_000), upcoming(FREE)) is None
    for price in (FREE, HAIKU, None):
        reason = check(caps, Spent(tokens_today=40_001), upcoming(price))
        assert reason == (
            "the daily cap of 100,000 tokens would be passed:"
            " 40,001 are used and the next call may take 60,000"
        )


def test_an_unknown_price_counts_as_a_high_one_and_the_reason_says_so() -> None:
    assert charge(Usage(MILLION, MILLION), None) == 30
    assert check(Caps(daily_usd=Decimal("0.50")), Spent(), upcoming(None)) is None
    reason = check(Caps(daily_usd=Decimal("0.49")), Spent(), upcoming(None))
    assert reason is not None
    assert reason.endswith("may cost $0.50 (its price is unknown, so a high one is assumed)")


def test_a_cap_of_nothing_lets_only_free_calls_through() -> None:
    caps = Caps(daily_usd=Decimal(0), monthly_usd=Decimal(0))
    assert check(caps, Spent(), upcoming(FREE)) is None
    assert check(caps, Spent(), upcoming()) is not None
    assert check(caps, Spent(), upcoming(None)) is not None


def test_a_free_call_passes_when_the_money_is_gone() -> None:
    caps = Caps(daily_usd=Decimal("0.50"))
    assert check(caps, Spent(usd_today=Decimal("0.60")), upcoming(FREE)) is None


def test_without_caps_nothing_waits() -> None:
    assert check(Caps(), Spent(Decimal(99), Decimal(999), 10**9), upcoming(None)) is None


@pytest.mark.parametrize(
    ("amount", "shown"),
    [
        (None, "unknown"),
        ("0", "$0.00"),
        ("0.0011", "$0.0011"),
        ("0.00114999", "$0.0011"),
        ("0.00005", "<$0.0001"),
        ("0.0216", "$0.0216"),
        ("0.5", "$0.50"),
        ("0.51", "$0.51"),
        ("0.105", "$0.1050"),
        ("0.99999", "$1.00"),
        ("1", "$1.00"),
        ("1.005", "$1.01"),
        ("1234.5", "$1,234.50"),
        ("1E+1", "$10.00"),
    ],
)
def test_an_amount_is_shown_as_people_read_it(amount: str | None, shown: str) -> None:
    assert show_usd(None if amount is None else Decimal(amount)) == shown


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("", 0, 0),
        ("a", 1, 1),
        ("We decided on REST for Beacon, and Dana will write the first draft on Friday.", 16, 28),
        ("我们决定项目使用新的接口", 9, 18),
        ("来週の金曜日に資料を送ります", 10, 20),
        ("금요일까지 자료를 보내겠습니다", 9, 22),
        ("Мы решили перейти на новый интерфейс", 9, 30),
        ("🦀🦀🦀", 6, 9),
        ('{"lines":["m12"],"entity":{"kind":"person","name":"Dana"}}', 18, 30),
        ("\ud800", 1, 1),
    ],
)
def test_an_estimate_is_near_what_tokenizers_count_in_any_script(
    text: str, least: int, most: int
) -> None:
    assert least <= estimate_tokens(text) <= most


def test_an_estimate_grows_with_the_text() -> None:
    assert estimate_tokens("word " * 2_000) < estimate_tokens("word " * 4_000) <= 8_000
