"""A call's price is exact, unknown is never free, and a cap holds before the money is spent."""

from decimal import Decimal

import pytest

from memoryd.core.money import (
    Caps,
    LongPrompt,
    Price,
    Spent,
    Usage,
    check,
    most_tokens,
    price_for,
    show_usd,
)


def usd(text: str) -> Decimal:
    return Decimal(text)


LONG = LongPrompt(100_000, usd("0.50"), usd("2.50"))
SMALL = Price(usd("0.10"), usd("0.50"), usd("0.01"), usd("0.125"), LONG)
PLAIN = Price(usd("2"), usd("10"))
FREE = Price(usd("0"), usd("0"))
MILLION = 1_000_000


# what a call costs


def test_a_day_of_heartbeats_costs_what_the_price_list_says() -> None:
    assert 48 * SMALL.cost(Usage(3_000, 300)) == usd("0.0216")


@pytest.mark.parametrize(
    ("usage", "cost"),
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
def test_each_kind_of_token_has_its_own_price(usage: Usage, cost: str) -> None:
    assert SMALL.cost(usage) == usd(cost)


def test_a_local_model_is_free_because_its_price_says_so() -> None:
    assert FREE.cost(Usage(MILLION, MILLION, MILLION, MILLION)) == 0


def test_without_cache_prices_a_read_costs_the_input_and_a_write_a_quarter_more() -> None:
    assert PLAIN.cost(Usage(0, 0, cache_read=MILLION)) == 2
    assert PLAIN.cost(Usage(0, 0, cache_write=MILLION)) == usd("2.5")


def test_what_is_stated_as_free_is_free_and_not_taken_for_unstated() -> None:
    price = Price(usd("2"), usd("10"), usd("0"), usd("0"))
    assert price.cost(Usage(0, 0, MILLION, MILLION)) == 0


def test_without_a_long_prompts_price_a_long_prompt_costs_the_usual_one() -> None:
    assert PLAIN.cost(Usage(MILLION, MILLION)) == 12


# which price a model has

TABLE = {"claude-haiku-5-5": SMALL, "gpt-5.4-mini": PLAIN, "gpt-6-luna": PLAIN}


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
    ],
)
def test_a_snapshot_or_a_providers_prefix_has_the_models_price(model: str, listed: str) -> None:
    assert price_for(model, TABLE) is TABLE[listed]


@pytest.mark.parametrize(
    "model",
    [
        *("", "claude", "claude-haiku-5", "claude-haiku-5-55", "gpt-6-luna-pro", "gpt-6"),
        *("llama3:8b", "claude-haiku-5-5-2026", "anthropic/claude-haiku-5-5:free", "gpt-6-luna/x"),
    ],
)
def test_a_model_that_is_not_listed_has_no_price(model: str) -> None:
    assert price_for(model, TABLE) is None


def test_the_name_as_configured_wins_over_the_shorter_one() -> None:
    table = TABLE | {"proxy/claude-haiku-5-5": FREE}
    assert price_for("proxy/claude-haiku-5-5-20261001", table) is FREE


# caps

CAPS = Caps(daily_usd=usd("0.50"), monthly_usd=usd("5"))
MOST = Usage(50_000, 10_000)  # one cent at the price of SMALL


def test_a_call_may_reach_a_cap_and_not_pass_it() -> None:
    assert check(MOST, SMALL, CAPS, Spent(today_usd=usd("0.49"))) is None
    assert check(MOST, SMALL, CAPS, Spent(today_usd=usd("0.4901"))) == (
        "$0.4901 of today's $0.50 are used and the next call is for up to $0.01; "
        "wait for tomorrow or raise [budget] daily_usd"
    )


def test_what_was_spent_in_small_amounts_reaches_a_cap_exactly() -> None:
    caps = Caps(daily_usd=usd("0.3"), monthly_usd=usd("5"))
    tenths = Usage(0, 200_000)  # ten cents; as binary fractions, three of them are more than 0.3
    spent = Spent(today_usd=SMALL.cost(tenths) + SMALL.cost(tenths))

    assert 0.1 + 0.2 > 0.3
    assert check(tenths, SMALL, caps, spent) is None


def test_the_month_has_a_cap_of_its_own() -> None:
    assert check(MOST, SMALL, CAPS, Spent(month_usd=usd("4.995"))) == (
        "$5.00 of this month's $5.00 are used and the next call is for up to $0.01; "
        "wait for next month or raise [budget] monthly_usd"
    )


def test_the_cap_on_tokens_counts_all_of_them_whatever_they_cost() -> None:
    caps = Caps(usd("9"), usd("9"), daily_tokens=100_000)
    for price in (FREE, SMALL, None):
        assert check(MOST, price, caps, Spent(today_tokens=40_000)) is None
        assert check(MOST, price, caps, Spent(today_tokens=40_001)) == (
            "40,001 of today's 100,000 tokens are used and the next call may take 60,000; "
            "wait for tomorrow or raise [budget] daily_tokens"
        )


def test_a_cap_of_nothing_lets_only_free_calls_through() -> None:
    for caps in (Caps(usd("0"), usd("5")), Caps(usd("5"), usd("0"))):
        assert check(MOST, FREE, caps, Spent()) is None
        assert "for up to $0.01" in (check(MOST, SMALL, caps, Spent()) or "")
        assert "at an unknown price" in (check(MOST, None, caps, Spent()) or "")


@pytest.mark.parametrize(
    ("caps", "spent", "said"),
    [
        (Caps(usd("9"), usd("9"), 59_999), Spent(),
         "may take 60,000 and cannot fit in [budget] daily_tokens = 59999 even alone; raise it"),
        (Caps(usd("0.0099"), usd("9")), Spent(today_usd=usd("0.001")),
         "is for up to $0.01 and cannot fit in [budget] daily_usd = 0.0099 even alone; raise it"),
        (Caps(usd("9"), usd("0.001")), Spent(month_usd=usd("1")),
         "is for up to $0.01 and cannot fit in [budget] monthly_usd = 0.001 even alone; raise it"),
    ],
)  # fmt: skip
def test_waiting_is_never_told_where_it_cannot_help(caps: Caps, spent: Spent, said: str) -> None:
    assert check(MOST, SMALL, caps, spent) == f"the next call {said}"


def test_of_two_caps_that_are_reached_the_one_that_holds_longer_is_told() -> None:
    spent = Spent(today_usd=usd("0.5"), month_usd=usd("5"), today_tokens=100_000)

    told = check(MOST, SMALL, Caps(usd("0.5"), usd("5"), 100_000), spent)

    assert "wait for next month or raise [budget] monthly_usd" in (told or "")


def test_an_unknown_price_is_no_sum_to_hold_against_a_cap_in_dollars() -> None:
    assert check(MOST, None, CAPS, Spent()) is None


def test_a_free_call_passes_when_the_money_is_gone() -> None:
    assert check(MOST, FREE, CAPS, Spent(usd("0.60"), usd("6"))) is None


# how amounts are shown and sizes bounded


@pytest.mark.parametrize(
    ("amount", "shown"),
    [
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
def test_an_amount_is_shown_as_people_read_it(amount: str, shown: str) -> None:
    assert show_usd(usd(amount)) == shown


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("", 0),
        ("a", 1),
        ("We decided on REST for Beacon, and Dana will write the first draft on Friday.", 28),
        ("我们决定项目使用新的接口", 18),
        ("来週の金曜日に資料を送ります", 20),
        ("금요일까지 자료를 보내겠습니다", 22),
        ("Мы решили перейти на новый интерфейс", 30),
        ("🦀🦀🦀", 6),
        ('{"lines":["m12"],"entity":{"kind":"person","name":"Dana"}}', 29),
        ("\ud800", 1),
    ],
)
def test_a_text_stays_below_its_bound_in_any_script(text: str, counted: int) -> None:
    assert most_tokens(text) >= counted


def test_a_bound_grows_with_the_text_and_no_faster() -> None:
    assert most_tokens("word " * 2_000) == 5_000
    assert most_tokens("word " * 4_000) == 10_000
