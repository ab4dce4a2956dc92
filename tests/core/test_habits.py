"""A habit is inferred where the times of many days show it, with the newest day as evidence."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from memoryd.core.habits import early_riser
from memoryd.core.turn import Line, Role, Turn

BERLIN = ZoneInfo("Europe/Berlin")
TODAY = date(2026, 2, 1)


def lines(*times: str) -> list[Line]:
    return [
        Line(i, Turn("plain", "s", str(i), datetime.fromisoformat(f"2026-01-{at}:00+01:00"),
                     Role.OPERATOR, "Morning."))
        for i, at in enumerate(times, 1)
    ]  # fmt: skip


EARLY = ("20T05:40", "21T06:10", "22T06:55", "25T08:00", "26T06:30", "26T11:00")


def test_three_early_days_in_five_make_an_early_riser() -> None:
    found = early_riser(lines(*EARLY), BERLIN, TODAY)

    assert found is not None
    assert (found.day, found.source) == ("2026-01-26", "conversation:plain:s#5")


def test_it_is_the_beginning_of_a_day_that_counts_on_the_operators_clock() -> None:
    late = ("20T23:00", "21T01:30", "22T02:00", "23T03:10", "24T03:59", "25T06:00")
    assert early_riser(lines(*late), BERLIN, TODAY) is None
    assert early_riser(lines(*EARLY), ZoneInfo("Asia/Tokyo"), TODAY) is None


def test_few_days_or_days_long_ago_show_nothing() -> None:
    assert early_riser(lines(*EARLY[:3]), BERLIN, TODAY) is None
    assert early_riser(lines(*EARLY), BERLIN, date(2026, 6, 1)) is None
    assert early_riser([], BERLIN, TODAY) is None
