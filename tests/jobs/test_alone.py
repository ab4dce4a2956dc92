"""A prompt that alone fails takes neither the nights nor the Sundays behind it along."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from memoryd.core.value import replace
from memoryd.jobs.context import Run
from memoryd.jobs.nightly import Night, nightly
from memoryd.jobs.reviewing import open_reviewer
from memoryd.jobs.synthesis import Sunday, synthesis
from memoryd.jobs.writing import open_writer
from tests.fakes_server import model_server, reply
from tests.jobs.sundays import put, text_of
from tests.jobs.test_server_down import Waiting
from tests.llm.test_alone import failing

BAD = "QXZZY"


class Failing(Waiting):
    """A home with its model at an address; each of its hours begins with a line and a heartbeat."""

    def hour(self) -> Run:
        self.passed += timedelta(hours=2)
        self.say(f"Note of {self.passed}: the review of Beacon moved once more.")
        assert self.beat_now().extracted.error is None
        first = self.run()
        return replace(first, id=f"n{self.passed}", now=first.now + self.passed)

    def env(self) -> dict[str, str]:
        return {"HOME": str(self.base)}

    def night(self, day: date) -> Night:
        run = self.hour()
        reviewer = open_reviewer(self.config, run, env=self.env())
        reviewer.adapter.pause = type(reviewer.adapter.pause)(lambda _: None)
        with self.writer() as store:
            return nightly(store, reviewer, run, day)

    def sunday(self) -> Sunday:
        run = replace(self.hour(), layers=frozenset({"graph", "tacit"}))
        writer = open_writer(self.config, run, env=self.env())
        writer.adapter.pause = type(writer.adapter.pause)(lambda _: None)
        with self.writer() as store:
            return synthesis(store, writer, run)


@pytest.mark.parametrize("status", [400, 500])
def test_a_day_that_alone_fails_is_closed_with_a_word_and_the_next_is_reviewed(
    status: int, tmp_path: Path
) -> None:
    bad = date(2026, 1, 5)
    with model_server(failing(reply(status), "The day is over", "Note 7:")) as server:
        home = Failing(tmp_path, server.url)
        nights = [home.night(bad)]
        while not nights[-1].parked and len(nights) < 30:
            nights.append(home.night(bad))
        home.say("The next day went well.", day="2026-01-06")
        after = home.night(date(2026, 1, 6))
        (row,) = home.reader().health.reviews()

    assert nights[-1].parked
    assert row["id"] == "night-2026-01-05"
    assert after.error is None


@pytest.mark.parametrize("status", [400, 500])
def test_an_entity_that_alone_fails_leaves_the_others_their_sunday(
    status: int, tmp_path: Path
) -> None:
    with model_server(failing(reply(status), BAD)) as server:
        home = Failing(tmp_path, server.url)
        put(home, "people/anna", ("2026-01-05", f"Keeps {BAD} bees"))
        put(home, "people/boris", ("2026-01-05", "Keeps bees"))
        sundays = [home.sunday()]
        while sundays[-1].error and len(sundays) < 9:
            sundays.append(home.sunday())

    assert len(sundays) == 3
    assert "people/anna" in map(str, sundays[-1].unread)
    assert (sundays[-1].left, sundays[-1].error) == (0, None)
    assert "Keeps bees" in text_of(home, "people/boris")
