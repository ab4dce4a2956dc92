"""A Sunday as a job: cut short, killed, failing, with nothing to do, and what it costs."""

import os
import random
import resource
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd.core.entity import parse_ref
from memoryd.core.kept import forget
from memoryd.core.proposal import Synthesis, SynthesisRequest
from memoryd.core.wishes import wishes
from memoryd.errors import BudgetError, LlmError, UnreadableAnswerError
from memoryd.jobs.rehearsal import plan
from memoryd.jobs.summaries import Summaries
from memoryd.jobs.synthesis import synthesis
from memoryd.jobs.writing import RulesWriter
from tests.acceptance.weeks import Life
from tests.jobs.sundays import SUNDAY, Scribe, held, put, run_at, text_of
from tests.store_kit import Home

KILLS = int(os.environ.get("MEMORYD_KILLS", "20"))


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


# -- cut short -----------------------------------------------------------------------------------


def failing_at(name: str, error: LlmError) -> Callable[[SynthesisRequest], Synthesis]:
    def about(request: SynthesisRequest) -> Synthesis:
        if request.name.casefold() == name:
            raise error
        return Synthesis(None)

    return about


def people(home: Home) -> None:
    for name in ("ann", "bob", "cyd"):
        put(home, f"people/{name}", ("2026-01-30", f"{name.title()} plays chess"))
    put(home, "people/dora", ("2026-01-30", "Works with Cyd"), related=("people/cyd",))


def test_a_sunday_that_a_failing_model_cuts_short_goes_on_and_tells_of_all_it_did(
    home: Home,
) -> None:
    people(home)
    held(home, day="2026-01-31")
    people_again = {"ann": "red", "cyd": "blue"}
    for name, colour in people_again.items():
        put(home, f"people/{name}", ("2026-01-31", f"Likes {colour} hats"))
    first = Scribe(failing_at("dora", BudgetError("no money left")))
    cut = held(home, first)
    assert (str(cut.error), cut.left) == ("no money left", 1)
    assert first.asked == ["Ann", "Cyd", "Dora"]
    assert not (home.root / f"memory/{SUNDAY}.md").exists()

    second = Scribe()
    whole = held(home, second, time_of_day="05:00")
    assert whole.error is None
    assert second.asked == ["Dora"]  # tied to one that was done in the first try
    note = (home.root / f"memory/{SUNDAY}.md").read_text()
    assert "summaries written for people/ann, people/cyd" in note


def test_after_a_whole_sunday_nothing_is_left_to_do_or_to_tell(home: Home) -> None:
    people(home)
    held(home)
    before = home.visible()
    again = held(home, Scribe(), time_of_day="06:00")

    assert (again.made, again.unread, home.visible()) == ([], [], before)
    assert plan(home.reader(), run_at(SUNDAY), by_rules=True).sunday.made == []


def test_an_entity_without_a_readable_answer_is_mended_by_the_rules_and_asked_about_again(
    home: Home,
) -> None:
    people(home)
    bad = failing_at("bob", UnreadableAnswerError("no JSON"))
    sunday = held(home, Scribe(bad))

    assert [str(ref) for ref in sunday.unread] == ["people/bob"]
    assert "Bob plays chess." in text_of(home, "people/bob")
    assert sunday.error is None
    scribe = Scribe()
    held(home, scribe, day="2026-02-02")
    assert scribe.asked[:1] == ["Bob"]
    scribe = Scribe()
    held(home, scribe, day="2026-02-02")
    assert scribe.asked == []
    assert "<!-- keep -->" not in text_of(home, "people/bob")  # the rules' text is no person's


def test_a_project_whose_file_waits_is_archived_when_it_can_be(home: Home) -> None:
    home.say("@project Larkspur: The project is finished", day="2026-01-30")
    home.beat()
    broken = home.root / "projects/larkspur/summary.md"
    good = broken.read_bytes()
    broken.write_bytes(b"---\naliases: [x\n---\n" + good)
    sunday = held(home)
    assert [made.archived for made in sunday.made if made.trouble] == [False]
    broken.write_bytes(good)
    held(home, day="2026-02-08")

    assert (home.root / "archives/projects/larkspur/summary.md").exists()


# -- killed ----------------------------------------------------------------------------------------


def before_sunday(base: Path) -> Life:
    life = Life(base)
    life.tell_the_story()
    for n in range(30):
        life.say(f"2026-01-30 09:{n:02d}", f"I prefer plan {n} over plan {n + 50}.", session="p")
    life.perform("heartbeat", "2026-01-31 20:00")
    return life


def by_a_child(life: Life, seconds: float | None) -> float:
    """Hold the Sunday in a child process, killed after some seconds; return how long it took."""
    began = time.monotonic()
    child = os.fork()
    if child == 0:
        try:
            life.perform("synthesis", "2026-02-01 04:00")
        finally:
            os._exit(0)
    if seconds is not None:
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return time.monotonic() - began


def test_a_sunday_killed_at_any_moment_ends_as_an_undisturbed_one(tmp_path: Path) -> None:
    start = before_sunday(tmp_path / "start/home")
    moments = random.Random(1)  # noqa: S311 - the same moments each time
    for name in ("whole", *map(str, range(KILLS))):
        shutil.copytree(tmp_path / "start", tmp_path / name)
    whole = Life(tmp_path / "whole/home")
    length = by_a_child(whole, None)
    wanted = whole.shown()
    assert wanted != start.shown()

    differing: dict[int, list[str]] = {}
    halfway = 0
    for number in range(KILLS):
        life = Life(tmp_path / str(number) / "home")
        by_a_child(life, moments.uniform(0.05, 1.0) * length)
        halfway += life.shown() not in (wanted, start.shown())
        if moments.random() < 0.5:
            by_a_child(life, moments.uniform(0.05, 0.9) * length)
        life.perform("synthesis", "2026-02-01 04:00")
        found = life.shown()
        wrong = [n for n in {*wanted, *found} if found.get(n) != wanted.get(n)]
        if wrong:
            differing[number] = wrong
    assert differing == {}
    assert halfway > 0


# -- what it costs ---------------------------------------------------------------------------------


def many(home: Home, count: int, text: str = "Plays chess on Fridays") -> None:
    for n in range(count):
        put(home, f"people/person-{n:04d}", ("2026-01-30", text), ("2026-01-29", f"Has {n} cats"))


def seconds_of(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def test_a_sunday_of_a_thousand_entities_costs_what_changed(tmp_path: Path) -> None:
    home = Home(tmp_path)
    many(home, 1000)
    with home.writer() as store:
        forget()
        first = seconds_of(lambda: synthesis(store, RulesWriter(), run_at(SUNDAY)))
        assert wishes.cache_info().currsize < 500  # of 2,000 facts
        scribe = Scribe()
        idle = seconds_of(lambda: synthesis(store, scribe, run_at(SUNDAY, "05:00")))
        assert scribe.calls == 0
        many(home, 20, "Plays go on Mondays")
        changed = seconds_of(lambda: synthesis(store, scribe, run_at(SUNDAY, "06:00")))
        assert scribe.calls == 20
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    figures = f"first {first:.1f} s, idle {idle:.2f} s, 20 changed {changed:.2f} s, {peak:.0f} MB"
    print(figures)  # noqa: T201 - shown with -s

    assert idle < first / 2, figures
    assert changed < first / 2, figures


def test_what_a_model_is_shown_of_one_entity_is_bounded(home: Home) -> None:
    facts = [("2026-01-30", f"Collected stamp number {n} of the long series") for n in range(3000)]
    put(home, "people/ann", *facts)
    with home.writer() as store:
        request = Summaries(store, run_at(SUNDAY)).request(parse_ref("people/ann"))
    assert request is not None
    assert 20_000 < sum(len(fact[3]) for fact in request.facts) <= 24_000


def test_forty_facts_of_which_a_model_leaves_out_the_one_that_matters(home: Home) -> None:
    facts = [("2026-01-30", f"Read chapter {n} of the manual") for n in range(1, 40)]
    put(home, "people/ann", *facts, ("2026-01-31", "Is allergic to penicillin"))
    held(home, Scribe(lambda _: Synthesis("Ann read the manual, chapter 1 to 39.")))

    assert "allergic to penicillin" in text_of(home, "people/ann")


def test_a_summary_with_broken_front_matter_is_left_as_it_is_and_named(home: Home) -> None:
    people(home)
    held(home)
    path = home.root / "areas/people/ann/summary.md"
    raw = b"---\naliases: [never closed\n---\n# Ann\n"
    path.write_bytes(raw)
    put(home, "people/ann", ("2026-02-02", "Moved to Ulm"))
    sunday = held(home, day="2026-02-08")

    assert path.read_bytes() == raw
    (trouble,) = [made.trouble for made in sunday.made if made.trouble]
    assert "areas/people/ann/summary.md" in trouble
    assert "line 2" in trouble
