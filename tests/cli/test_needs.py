"""memoryd status: why lines wait, what cannot be read or written, and what needs a person."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.cli.talking import CONFIG, Person
from tests.disks import SmallDisk, without_rights
from tests.fakes_server import Step, model_server, openai, reply

WORDS = "By the way, Sarah is my manager at Acme Corp."


def beaten(person: Person, step: Step, *more: str) -> tuple[Any, Any]:
    """Let a model answer one heartbeat in some way; return what status says, in words and JSON."""
    with model_server(step) as server:
        person.has_model(server.url, *more)
        person.says(WORDS)
        person.types("heartbeat", "--now", "2026-02-15T12:00:00+01:00")
        now = ("--now", "2026-02-15T12:00:05+01:00")
        return person.types("status", *now), person.types("status", "--json", *now).json


def test_lines_that_wait_for_a_busy_server_say_until_when(person: Person) -> None:
    said, found = beaten(person, reply(429, {"error": {"code": "rate_limit"}}, retry_after="600"))

    assert said.code == 0  # time alone mends it
    assert "answered 429 (rate_limit) on 2026-02-15 12:00" in said.out
    assert "the daemon asks again after 12:10; `memoryd heartbeat` asks now" in said.out
    assert found["waiting"] == {
        "outcome": "transient", "time": "2026-02-15T12:00:00+01:00",
        "said": found["waiting"]["said"], "heldUntil": "2026-02-15T12:10:00+01:00",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("status", "error", "part"),
    [
        (401, {"type": "authentication_error"}, "check the key"),
        (402, {}, "no credit left"),
        (403, {}, "may not use this model"),
        (404, {"code": "model_not_found"}, "check [llm] model"),
        (429, {"code": "insufficient_quota"}, "no credit left"),
    ],
)
def test_a_failure_that_only_a_person_can_end_is_a_need(
    person: Person, status: int, error: dict[str, str], part: str
) -> None:
    said, found = beaten(person, reply(status, {"error": error}))

    assert said.code == 3
    assert part in said.err
    assert found["waiting"]["outcome"] == "terminal"
    person.has_config()  # the offline rules
    assert person.types("status").code == 0


def test_a_wait_that_is_over_is_no_longer_told(person: Person) -> None:
    with model_server(reply(503)) as server:
        person.has_model(server.url)
        person.says(WORDS)
        person.types("heartbeat", "--now", "2026-02-15T12:00:00+01:00")
        said = person.types("status", "--now", "2026-02-15T13:00:00+01:00")

    assert "answered 503 on 2026-02-15 12:00\n" in said.out


@pytest.mark.parametrize(
    "answer", [openai(None, refusal="no"), openai("no JSON at all")], ids=["refusal", "garble"]
)
def test_a_model_that_answers_nothing_of_use_run_after_run_is_a_need(
    person: Person, answer: Step
) -> None:
    with model_server(answer, answer, answer, answer, openai('{"facts": []}')) as server:
        person.has_model(server.url)
        person.says(WORDS)
        person.types("heartbeat")
        assert person.types("status").code == 0  # it may be chance
        while len(server.sent) < 4:
            assert person.types("heartbeat").code == 3
        said = person.types("status")
        assert said.code == 3
        assert "runs in a row; name another model in [llm]" in said.err

        person.types("heartbeat")
        assert person.types("status").code == 0


LISTS = ("facts", "events", "decisions", "processes", "referenced", "superseded", "add", "retire")
NOTHING = json.dumps({"summary": "", "completed": False, **{name: [] for name in LISTS}})


@pytest.mark.parametrize(
    ("verb", "job"),
    [("heartbeat", "heartbeat"), ("nightly", "nightly"), ("synthesize", "synthesis")],
)
def test_a_model_whose_answers_are_always_cut_is_a_need_with_what_to_do(
    person: Person, verb: str, job: str
) -> None:
    cut = openai(NOTHING, "length")
    with model_server(*[cut] * 30) as server:
        llm = f'[llm.{job}]\nprovider = "openai"\nmodel = "m"\nbase_url = "{server.url}"\n'
        person.has_config(CONFIG + llm)
        person.says(*(f"Nothing of note, {n}." for n in range(30)))
        person.types("heartbeat")
        said = [person.types(verb, "--now", f"2026-02-{day}T23:30:00+01:00") for day in (15, 22)]
        status = person.types("status", "--now", "2026-02-23T12:00:00+01:00")

    assert len(server.sent) <= 12
    assert [each.code for each in said] == [3, 3]
    assert "max_output_tokens" in said[1].out + said[1].err
    assert status.code == 3
    assert "max_output_tokens" in status.err


def test_an_answer_that_nobody_can_read_is_told_and_needs_nobody(person: Person) -> None:
    said, found = beaten(person, openai("no JSON at all"))

    assert said.code == 0
    assert "could not be read" in said.out
    assert found["waiting"]["outcome"] == "unreadable"


PRICE = '[prices."gpt-6-luna"]\ninput = 1.0\noutput = 1.0'
LONG = " ".join(f"Note {n}: the review of Beacon moved and Dana was told." for n in range(100))


@pytest.mark.parametrize(
    "budget",
    ["daily_usd = 0.0", "monthly_usd = 0.0", "daily_usd = 0.0001", "daily_tokens = 1500",
     "monthly_usd = 0.0001"],
)  # fmt: skip
@pytest.mark.parametrize("lines", [1, 40])
def test_a_budget_that_fits_not_one_line_is_a_need_in_the_heartbeats_own_words(
    person: Person, budget: str, lines: int
) -> None:
    with model_server(openai('{"facts": []}')) as server:
        person.has_model(server.url, f"[budget]\n{budget}", PRICE)
        person.says(*(f"{WORDS} Day {n}." for n in range(lines)))
        beat = person.types("heartbeat")
        status, found = person.types("status"), person.types("status", "--json").json

    assert (beat.code, status.code, len(server.sent)) == (3, 3, 0)
    assert found["waiting"]["outcome"] == "budget"
    assert "raise it" in found["waiting"]["said"]
    assert found["waiting"]["said"] in beat.err
    assert found["waiting"]["said"] in status.err


@pytest.mark.parametrize("budget", ["daily_usd = 0.006", "monthly_usd = 0.006"])
def test_a_budget_that_only_today_is_used_up_needs_nobody(person: Person, budget: str) -> None:
    dear = openai('{"facts": []}', usage={"prompt_tokens": 5900, "completion_tokens": 90})
    with model_server(dear) as server:
        person.has_model(server.url, f"[budget]\n{budget}", PRICE)
        person.says(WORDS)
        assert person.types("heartbeat").code == 0
        person.says("Dana is my manager at Meridian.")
        beat = person.types("heartbeat")
        status, found = person.types("status"), person.types("status", "--json").json

    assert (beat.code, status.code, len(server.sent)) == (3, 0, 1)
    assert "or raise [budget]" in found["waiting"]["said"]
    assert found["waiting"]["said"] in beat.err
    assert found["waiting"]["said"] in status.out


def test_a_batch_that_a_heartbeat_would_ask_in_parts_does_not_wait(person: Person) -> None:
    with model_server(reply(503), reply(503), reply(503), openai('{"facts": []}')) as server:
        person.has_model(server.url, "[budget]\ndaily_usd = 0.012", PRICE)
        person.says(*(f"{LONG} {n}" for n in range(4)))
        person.types("heartbeat", "--now", "2026-02-15T12:00:00+01:00")
        found = person.types("status", "--json", "--now", "2026-02-16").json
        assert found["waiting"]["outcome"] == "transient"  # not budget
        person.types("heartbeat", "--now", "2026-02-16")

    assert len(server.sent) > 4


def test_a_key_that_would_go_over_plain_http_is_a_need_before_anything_is_asked(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    person.has_model("http://model.example.org", PRICE)

    assert "plain http" in person.types("status").err


@pytest.mark.parametrize("harm", ["file", "folder"])
def test_a_transcript_that_cannot_be_read_is_a_need(person: Person, harm: str) -> None:
    person.has_config()
    person.says(WORDS)
    for verb in ("heartbeat", "status"):  # whoever loses rights can import no more
        assert person.types(verb).code == 0
    person.says("Dana is my manager at Meridian.")
    place = person.home / "chats" / ("a.jsonl" if harm == "file" else "")

    def work() -> None:
        place.chmod(0)
        beat, status = person.types("heartbeat"), person.types("status")
        place.chmod(0o700)
        assert (beat.code, status.code) == (3, 3), (beat, status)
        assert "cannot be read" in beat.err
        assert status.err == beat.err
        assert person.types("status").code == 0

    without_rights(person.home, work)


def test_lines_that_merely_wait_for_company_are_no_trouble(person: Person) -> None:
    person.has_config()
    person.says(WORDS)
    person.types("heartbeat")

    assert person.types("status", "--json").json["waiting"] is None


@pytest.mark.parametrize(
    ("config", "part"),
    [
        ('[llm]\nprovider = "openai"\nmodel = "m"', "no key for openai: set OPENAI_API_KEY"),
        ('[llm]\nprovider = "anthropic"\nmodel = "m"', "ANTHROPIC_API_KEY"),
        ('[llm]\nprovider = "openai"', "[llm] model is missing"),
        ('[llm]\nprovider = "ollama"\nmodel = "m"', "not built yet"),
        ('[llm.heartbeat]\nprovider = "command"\ncommand = ["x"]', "not built yet"),
        ('[llm]\nprovider = "openai"\nmodel = "m"\napi_key_env = "HOME"', "price of m is unknown"),
        ('[sources.openclaw]\npaths = ["~/x"]', "[sources.openclaw] cannot be read yet"),
    ],
)
@pytest.mark.parametrize("verb", ["status", "status --json", "status --audience group"])
def test_what_a_heartbeat_would_refuse_is_a_need_before_anything_is_asked(
    person: Person, config: str, part: str, verb: str
) -> None:
    person.has_config(f"{CONFIG}{config}\n")
    before = person.files()

    said = person.types(*verb.split())

    if "group" in verb:
        assert (said.code, said.err) == (0, "")
        return
    assert said.code == 3
    assert part in said.err
    assert said.err.count("\n") == 1
    assert person.files() == before


def test_a_key_that_is_there_or_not_needed_is_no_need(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    person.has_model("http://127.0.0.1:9")
    assert person.types("status").code == 0
    person.has_model("https://api.example.org")
    assert person.types("status").code == 3
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    assert person.types("status").code == 0


def test_a_ledger_of_calls_that_cannot_be_read_is_a_need(person: Person) -> None:
    person.has_model("http://127.0.0.1:9")
    person.home.joinpath("xdg_state_home/memoryd/llm.jsonl").mkdir(parents=True)

    said = person.types("status")

    assert said.code == 3
    assert "llm.jsonl" in said.err


def test_money_and_times_are_told_as_people_say_them(person: Person) -> None:
    person.has_model("http://127.0.0.1:9")
    ledger = person.home / "xdg_state_home/memoryd/llm.jsonl"
    ledger.parent.mkdir(parents=True)
    row = {"run": "r", "purpose": "heartbeat", "provider": "openai", "host": "h", "model": "m",
           "input_tokens": 1, "output_tokens": 0, "cached_tokens": 0, "outcome": "ok",
           "ms": 1}  # fmt: skip
    with ledger.open("w") as handle:
        for day, cost in ((15, 0.0011), (15, "unknown"), (1, 0.0089), (1, "unknown")):
            time = f"2026-02-{day:02}T10:00:00+00:00"
            handle.write(json.dumps({"time": time, "cost_usd": cost, **row}) + "\n")
    person.says(WORDS)
    person.has_config()
    person.types("heartbeat", "--now", "2026-02-15T11:00:00.123456Z")

    said = person.types("status", "--now", "2026-02-15")

    money = "$0.0011 of $0.50 today, $0.01 this month (2 calls at an unknown price not counted)"
    assert money in said.out
    assert "2026-02-15 12:00\n" in said.out
    assert "up to 2026-01-05 09:15\n" in said.out
    assert "T1" not in said.out.replace(str(person.home), "")
    found = person.types("status", "--json").json
    assert found["lastHeartbeat"].startswith("2026-02-15T11:00:00")


def review(person: Person, *rows: dict[str, str]) -> None:
    """Leave rows for review as the store does."""
    text = "".join(json.dumps({"record": str(n), **row}) + "\n" for n, row in enumerate(rows))
    person.has_file(".memoryd/review/host-0123ab.jsonl", text)


def test_what_waits_for_review_is_counted_and_only_parked_lines_are_a_need(person: Person) -> None:
    review(person, {"why": "money"}, {"why": "access"})
    said = person.types("status")
    assert said.code == 0
    assert "waits for your review  2" in said.out

    review(person, {"why": "money"}, {"why": "unreadable", "source": "conversation:plain:a#3"})

    said = person.types("status")
    assert said.code == 3
    assert "1 line could not be extracted" in said.err
    assert ".memoryd/review" in said.err
    assert "waits for your review  2" in said.out


def _items_gone(person: Person) -> str:
    person.life.joinpath("areas/people/alex/items.json").unlink()
    return "areas/people/alex/items.json:1:1: gone where facts stood"


def _linked(person: Person) -> str:
    folder = person.life / "areas/people/alex"
    folder.rename(person.home / "elsewhere")
    folder.symlink_to(person.home / "elsewhere")
    return "areas/people/alex is a symbolic link"


def _linked_above(person: Person) -> str:
    folder = person.life / "areas"
    folder.rename(person.home / "elsewhere")
    folder.symlink_to(person.home / "elsewhere")
    return "areas is a symbolic link"


def _bad_header(person: Person) -> str:
    person.has_file("areas/people/alex/summary.md", "---\naliases: [a\n---\n# S\n")
    return "areas/people/alex/summary.md:2:1: "


def _forged(person: Person) -> str:
    (audit,) = person.life.joinpath(".memoryd/audit").glob("*.jsonl")
    text = audit.read_text().replace('"job":"remember"', '"job":"re"')
    person.has_file(f".memoryd/audit/{audit.name}", text)
    return "audit"


@pytest.mark.parametrize("harm", [_items_gone, _linked, _linked_above, _bad_header, _forged])
def test_status_and_check_name_the_same_harm(person: Person, harm: Callable[[Person], str]) -> None:
    person.has_config()
    person.types("remember", "I like tea")
    assert (person.types("status").code, person.types("check").code) == (0, 0)
    part = harm(person)
    before = person.files()

    status, check = person.types("status"), person.types("check")

    assert (status.code, check.code) == (3, 3)
    assert part in status.err
    assert part in check.out
    assert person.files() == before


@pytest.mark.parametrize("name", ["people/alex", "alex", "areas/people/alex"])
def test_a_linked_folder_is_recalled_as_stale_by_whatever_name(person: Person, name: str) -> None:
    person.has_config()
    person.types("remember", "I like tea")
    _linked(person)

    said = person.types("recall", name)

    assert said.code == 0
    assert "symbolic link" in said.err
    assert "I like tea" in said.out  # the last good fact


@pytest.mark.parametrize("how", ["read-only", "full"])
def test_a_root_that_takes_nothing_is_a_need_and_no_longer_when_it_does(
    person: Person, small_disk: SmallDisk, how: str
) -> None:
    person.has_config()
    person.types("remember", "I like tea")
    assert person.types("status").code == 0
    small_disk.closes(how)
    before = person.files()

    status, check = person.types("status"), person.types("check")

    assert (status.code, check.code) == (3, 3)
    assert "cannot write" in status.err
    assert "cannot write" in check.out
    assert person.files() == before
    small_disk.opens()
    assert person.types("status").code == 0


@pytest.mark.parametrize("folder", ["areas/people/alex", "areas/people", "memory"])
def test_a_folder_that_cannot_be_written_is_named_as_such_and_not_as_broken(
    person: Person, folder: str
) -> None:
    person.has_config()
    person.types("remember", "I like tea")
    person.says("I live in Rome.")
    for verb in ("heartbeat", "status", "check"):  # whoever loses rights can import no more
        assert person.types(verb).code == 0
    person.says("By the way, Sarah is my manager at Acme Corp.", "I live in Oslo.")

    def work() -> None:
        (person.life / folder).chmod(0o555)
        beat, status, check = (person.types(v) for v in ("heartbeat", "status", "check"))
        (person.life / folder).chmod(0o700)
        assert (beat.code, status.code, check.code) == (3, 3, 3), (beat, status, check)
        for said in (beat.err, status.err, check.out):
            assert f"{folder} cannot be written" in said
            assert "broken" not in said
        after = person.types("heartbeat"), person.types("status"), person.types("check")
        assert [said.code for said in after] == [0, 0, 0], after

    without_rights(person.home, work)


def test_a_fact_that_waits_for_a_closed_folder_is_not_said_to_be_kept(person: Person) -> None:
    person.has_config()
    person.types("remember", "I like tea")

    def work() -> None:
        (person.life / "areas/people/alex").chmod(0o555)
        said = person.types("remember", "I like rain")
        (person.life / "areas/people/alex").chmod(0o700)
        assert said.code == 3
        assert "not in the file yet" in said.out
        assert "mended" not in said.out

    without_rights(person.home, work)
