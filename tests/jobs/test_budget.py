"""A budget smaller than a batch: fewer lines are asked about, and nothing waits for ever."""

from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from memoryd.config_model import parse
from memoryd.jobs.context import Run
from memoryd.jobs.extraction import open_extractor
from memoryd.jobs.heartbeat import Beat, heartbeat
from tests.fakes_server import ModelServer, Step, anthropic, model_server
from tests.store_kit import Home

USED = {"input_tokens": 4000, "output_tokens": 100}
NOTHING = anthropic('{"facts": []}', usage=USED)


class Saver(Home):
    """A home with a model that is asked under a budget."""

    def __init__(self, base: Path, server: ModelServer, budget: str) -> None:
        super().__init__(base)
        self.server = server
        text = (
            f'[llm]\nprovider = "anthropic"\nmodel = "claude-haiku-5-5"\n'
            f'base_url = "{server.url}"\n[budget]\n{budget}'
        )
        self.config = parse(text, home=base, name="config.toml")

    def on(self, day: int) -> tuple[Beat, int]:
        """One heartbeat at noon of a day; what it did, and how many requests were sent."""
        run = self.run(str(date(2026, 2, 1) + timedelta(days=day)))
        run = Run(f"r{day}", run.now, run.zone, run.operator)
        before = len(self.server.sent)
        extractor = open_extractor(self.config, "heartbeat", run, env={"HOME": str(self.base)})
        with self.writer() as store:
            beat = heartbeat(store, self.sources(), extractor, run)
        return beat, len(self.server.sent) - before


def chatter(home: Saver, lines: int = 150) -> None:
    for n in range(lines):
        home.say(f"Note {n}: the review of Beacon moved once more, and Dana was told of it.")


@pytest.mark.parametrize("budget", ["daily_tokens = 9000", "daily_usd = 0.0015"])
def test_a_batch_that_passes_the_days_budget_is_asked_in_parts_day_by_day(
    tmp_path: Path, budget: str
) -> None:
    with model_server(NOTHING) as server:
        home = Saver(tmp_path, server, budget)
        chatter(home)
        waiting = [150]
        for day in range(20):
            beat, sent = home.on(day)
            waiting.append(beat.waiting)
            assert sent <= 4
            if not beat.waiting:
                break
            assert "wait for tomorrow or raise [budget]" in str(beat.extracted.error)

    assert waiting[-1] == 0
    assert 2 < len(waiting) < 20
    assert all(after < before for before, after in pairwise(waiting))
    assert beat.extracted.parked == 0


@pytest.mark.parametrize(
    ("budget", "named"),
    [("daily_tokens = 1500", "daily_tokens = 1500"), ("daily_usd = 0.0001", "daily_usd = 0.0001"),
     ("monthly_usd = 0.0001", "monthly_usd = 0.0001"), ("daily_usd = 0", "daily_usd = 0.0")],
)  # fmt: skip
def test_a_budget_below_a_single_line_says_so_and_asks_nothing(
    tmp_path: Path, budget: str, named: str
) -> None:
    with model_server(NOTHING) as server:
        home = Saver(tmp_path, server, budget)
        chatter(home)
        for day in range(7):
            beat, sent = home.on(day)
            assert (sent, beat.waiting, beat.extracted.parked) == (0, 150, 0)
            assert f"cannot fit in [budget] {named} even alone; raise it" in str(
                beat.extracted.error
            )
            assert "tomorrow" not in str(beat.extracted.error)


def test_a_day_that_is_used_up_waits_for_the_next(tmp_path: Path) -> None:
    dear: Step = anthropic('{"facts": []}', usage={"input_tokens": 8900, "output_tokens": 50})
    with model_server(dear) as server:
        home = Saver(tmp_path, server, "daily_tokens = 9000")
        home.say("We chose REST.")
        assert home.on(0)[1] == 1
        chatter(home)
        beat, sent = home.on(0)
        assert (sent, beat.waiting) == (0, 150)
        assert "wait for tomorrow or raise [budget] daily_tokens" in str(beat.extracted.error)
        assert home.on(1)[0].waiting < 150
