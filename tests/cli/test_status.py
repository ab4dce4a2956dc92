"""memoryd status and check, as a person meets them."""

import json
import os
from typing import Any

import pytest

from memoryd.core.change import Change
from memoryd.daemon.socket import Server
from memoryd.store import MemoryStore, locate
from memoryd.wiring import App
from tests.cli.talking import CONFIG, Person
from tests.fakes_server import model_server, openai, reply

SMALL_TALK = """\
Good morning!|How are you?|Fine, thanks.|Nice weather today|haha|ok|Sure thing.|What a day|Hm
One moment|Back again|Where were we?|Right, go on|That looks good|Thanks a lot!|Let me think
Maybe later|Never mind|See you tomorrow|Good night""".replace("\n", "|").split("|")
BROKEN = '[\n  {"id": "sarah-001", "fact": "Told in confidence" "x"}\n]'


def test_a_memory_never_begun_has_a_status(person: Person) -> None:
    said = person.types("status", "--json")

    assert said.code == 0
    assert said.json["entities"] == said.json["lines"] == 0
    assert said.json["lastHeartbeat"] is None
    assert said.json["lastExtractedTimestamp"] == {}


def test_it_counts_and_says_how_far_conversations_were_read(person: Person) -> None:
    person.has_config()
    person.says("By the way, Sarah is my manager at Acme Corp.")
    person.types("heartbeat")

    found = person.types("status", "--json").json

    assert found["active"] > 0
    assert found["waitingLines"] == 0
    assert found["lastExtractedTimestamp"]["plain"].startswith("2026-01-05T")
    assert "no model" in found["provider"]
    text = person.types("status")
    assert text.code == 0
    assert "plain" in text.out


def test_a_source_without_a_transcript_says_where_it_looked(person: Person) -> None:
    person.has_config(CONFIG.replace("~/chats", "~/chat/*.jsonl"))
    person.says("By the way, Sarah is my manager.")
    person.types("heartbeat")

    told = [line.split() for line in person.types("status").out.splitlines()]
    (place,) = (words[-1] for words in told if words[:4] == ["plain", "no", "transcript", "at"])
    assert place == str(person.home / "chat/*.jsonl")
    person.has_config()
    assert "plain" not in person.types("status", "--json").json["noTranscripts"]


@pytest.mark.parametrize("name", ["codex", "openclaw"])
def test_a_source_without_a_reader_is_named_and_the_others_are_read(
    person: Person, name: str
) -> None:
    person.has_config(f'{CONFIG}[sources.{name}]\npaths = ["~/x"]\n')
    person.says("By the way, Sarah is my manager.")

    said = person.types("heartbeat")
    assert said.code == 3
    assert f"[sources.{name}] cannot be read yet and is passed over" in said.err
    assert "Manager" in person.types("recall", "sarah").out


def test_days_that_wait_for_their_night_are_told_with_what_may_be_spent(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    facts = openai(json.dumps({"facts": []}))
    with model_server(facts) as server:
        person.has_model(server.url, "[budget]\ndaily_usd = 0.10")
        for day in ("2026-01-05", "2026-01-06", "2026-01-07"):
            person.says("We decided on REST for Beacon.", day=day, session=day)
        person.types("heartbeat", "--now", "2026-01-07T12:00:00+01:00")

        found = person.types("status", "--json", "--now", "2026-01-07T12:30:00+01:00").json
        rows = rows_of(person.types("status", "--now", "2026-01-07T12:30:00+01:00").out)

    assert (found["waitingLines"], found["waitingDays"]) == (0, 2)
    assert rows["nights"] == "2 days wait to be reviewed; `memoryd nightly` does it now"
    assert " of $0.10 today" in rows["spent"]


def test_what_was_left_out_of_the_transcripts_is_listed_by_reason(person: Person) -> None:
    person.has_config(f'{CONFIG}[sources.claude_code]\npaths = ["~/code"]\n')
    said = [
        {"type": "user", "message": {"role": "user", "content": "I like tea"}},
        {"type": "user", "isSidechain": True, "message": {"role": "user", "content": "look"}},
        {"type": "assistant", "isSidechain": True,
         "message": {"role": "assistant", "content": [{"type": "text", "text": "seen"}]}},
        {"type": "user", "isCompactSummary": True, "message": {"role": "user", "content": "so"}},
    ]  # fmt: skip
    place = person.home / "code/x/s1.jsonl"
    place.parent.mkdir(parents=True)
    with place.open("w") as handle:
        for number, row in enumerate(said):
            shared = {"uuid": f"u{number}", "sessionId": "s1", "timestamp": "2026-01-05T09:00:00Z"}
            handle.write(json.dumps(row | shared) + "\n")
    person.types("heartbeat")

    found = person.types("status", "--json").json

    assert found["lines"] == 1
    assert found["skipped"] == {"claude-code": {"recap": 1, "sidechain": 2}}
    assert "left out: 1 recap, 2 sidechain\n" in person.types("status").out


def test_small_talk_gives_no_facts_and_status_tells_how_many_lines_give(person: Person) -> None:
    person.has_config()
    assert person.types("status", "--json").json["factsPer100Lines"] is None
    assert "facts" not in rows_of(person.types("status").out)
    person.says(*SMALL_TALK)
    person.types("heartbeat")
    found = person.types("status", "--json").json
    assert (found["lines"], found["active"], found["factsPer100Lines"]) == (20, 0, 0)

    more = [f"Thanks, bye {number}" for number in range(4)]
    person.says("By the way, Sarah is my manager at Acme Corp.", *more, session="b")
    person.types("heartbeat")
    person.types("remember", "I like tea")  # typed, not read in a conversation

    assert person.types("status", "--json").json["factsPer100Lines"] == 4
    rows = rows_of(person.types("status").out)
    assert rows["facts"] == "4 from each 100 lines that were extracted"


def test_a_broken_file_needs_a_person(person: Person) -> None:
    person.has_file("areas/people/sarah/items.json", BROKEN)

    for verb in ("status", "check"):
        said = person.types(verb)
        assert said.code == 3
        assert "areas/people/sarah/items.json:2:" in said.out + said.err


def test_copies_of_an_editor_are_named_and_conflicts_need_a_person(person: Person) -> None:
    facts = person.has_facts("areas/people/sarah")
    facts.with_name("items.json~").touch()
    assert person.types("status").code == 0
    assert "items.json~" in person.types("status").out

    facts.with_name("items.sync-conflict-20260101-120000-ABCDEFG.json").touch()

    said = person.types("status")
    assert said.code == 3
    assert "sync-conflict" in said.err


@pytest.mark.parametrize("how", [(), ("--json",)])
@pytest.mark.parametrize("verb", ["status", "check"])
def test_a_group_hears_of_nothing_that_is_hidden(
    person: Person, verb: str, how: tuple[str, ...]
) -> None:
    person.has_config()
    person.says("By the way, Sarah is my manager at Acme Corp.")
    person.types("heartbeat")
    person.has_facts("projects/beacon", {"id": "b", "fact": "Told", "timestamp": "2026-01-01"})
    person.has_file("areas/people/dana/items.json", BROKEN)
    person.has_file("areas/people/dana/items.json~", BROKEN)

    said = person.types(verb, "--audience", "group", *how)

    assert said.code == 0
    for hidden in ("sarah", "dana", "acme", "Told", "confidence", "life"):
        assert hidden not in (said.out + said.err).lower()
    if how:
        assert said.json["entities"] == 1


def test_a_sound_memory_is_ok(person: Person) -> None:
    person.has_config()
    person.types("init", "--yes")
    person.says("By the way, Sarah is my manager at Acme Corp.")
    person.types("heartbeat")

    said = person.types("check")

    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("ok: ")


def _forge(person: Person) -> None:
    (audit,) = person.life.joinpath(".memoryd/audit").glob("*.jsonl")
    text = audit.read_text().replace('"job":"ingest"', '"job":"jest"')
    person.has_file(f".memoryd/audit/{audit.name}", text)


def _lose_lines(person: Person) -> None:
    for path in person.life.joinpath(".memoryd/lines").rglob("*.jsonl"):
        path.unlink()


def _open_lines(person: Person) -> None:
    for path in person.life.joinpath(".memoryd/lines").rglob("*.jsonl"):
        path.chmod(0o644)


def _crash(person: Person) -> None:
    person.has_file("areas/people/sarah/.memoryd-items.json~0123456789ab", "[]").chmod(0o600)


def _drop_successor(person: Person) -> None:
    person.has_facts("areas/people/zoe", {"id": "zoe-001", "fact": "x", "timestamp": "2026-01-01",
                                          "status": "superseded"})  # fmt: skip


@pytest.mark.parametrize(
    ("harm", "part"),
    [
        (_forge, "audit"),
        (_lose_lines, "is not there"),
        (_open_lines, "other users could read"),
        (lambda person: person.life.chmod(0o755), "other users can look in"),
        (_crash, "left by a crash"),
        (_drop_successor, "superseded by no fact"),
        (lambda p: p.has_file("areas/people/sarah/summary.md", "---\naliases: [a\n---\n# S\n"),
         "summary.md"),
    ],
)  # fmt: skip
def test_check_names_each_harm_and_changes_nothing(person: Person, harm: object, part: str) -> None:
    person.has_config()
    person.says("By the way, Sarah is my manager at Acme Corp.")
    person.types("heartbeat")
    assert callable(harm)
    harm(person)
    before = person.files()

    said = person.types("check")

    assert said.code == 3
    assert part in said.out
    assert person.files() == before


def test_lines_that_are_not_kept_are_not_missed(person: Person) -> None:
    person.has_config()
    person.says("By the way, Sarah is my manager at Acme Corp.")
    person.types("heartbeat")
    _lose_lines(person)
    person.has_config('[operator]\nname = "Alex"\n[memory]\nkeep_lines = false\n')

    assert person.types("check").code == 0


def test_rows_that_went_missing_from_the_audit_stay_on_record(person: Person) -> None:
    for text in ("likes tea", "likes rain"):
        person.types("remember", text)
    (audit,) = person.life.joinpath(".memoryd/audit").glob("*.jsonl")
    audit.write_bytes(b"".join(audit.read_bytes().splitlines(keepends=True)[:-1]))
    person.types("remember", "likes snow")

    checked = person.types("check", "--json")
    assert checked.code == 0
    assert any("went missing" in note for note in checked.json["notes"])
    assert "went missing" in person.types("status").out


def test_a_heartbeat_that_kept_nothing_is_not_said_never_to_have_been(person: Person) -> None:
    person.has_config()
    assert person.types("heartbeat").out == "nothing new\n"

    assert "last heartbeat  that kept something: never\n" in person.types("status").out
    assert person.types("status", "--json").json["lastHeartbeat"] is None


def test_the_last_that_kept_something_may_have_kept_lines_only(person: Person) -> None:
    person.has_config()
    person.says("By the way, Sarah is my manager at Acme Corp.")
    person.types("heartbeat", "--now", "2026-01-06T10:00:00+01:00")
    with model_server(reply(503)) as server:
        person.has_model(server.url)
        person.says("Dana is my manager at Meridian.")
        person.types("heartbeat", "--now", "2026-01-07T10:00:00+01:00")

        out = person.types("status").out

    assert "that kept something: 2026-01-07 10:00\n" in out


def test_one_of_each_is_counted_in_the_singular(person: Person) -> None:
    person.types("remember", "I like tea")

    assert "1 entity, 1 fact that holds, 0 superseded" in person.types("status").out
    assert person.types("check").out == "ok: read 1 entity, 1 fact, 1 commit\n"


def rows_of(said: str) -> dict[str, str]:
    """The rows of a status, by their names."""
    pairs = (line.partition("  ") for line in said.splitlines())
    return {name: rest.strip() for name, _, rest in pairs}


def test_without_a_daemon_it_says_what_is_due_when_one_starts(person: Person) -> None:
    person.has_config()

    rows = rows_of(person.types("status", "--now", "2026-02-15T12:00").out)

    assert rows["next heartbeat"] == "due now"
    assert rows["nightly"] == "last never, next due now, then 2026-02-15 23:00, 2026-02-16 23:00"
    assert rows["synthesis"] == (
        "last never, next 2026-02-22 04:00, then 2026-03-01 04:00, 2026-03-08 04:00"
    )


def test_the_jobs_last_and_next_runs_are_in_local_time(person: Person) -> None:
    person.has_config()
    person.says("By the way, Sarah is my manager at Acme Corp.", day="2026-02-14")
    person.types("heartbeat", "--now", "2026-02-14T22:50")
    person.types("nightly", "--now", "2026-02-14T23:00:20")

    text = rows_of(person.types("status", "--now", "2026-02-14T23:10").out)
    jobs = person.types("status", "--json", "--now", "2026-02-14T23:10").json["jobs"]

    assert text["next heartbeat"] == "2026-02-14 23:20"
    assert text["nightly"] == (
        "last 2026-02-14 23:00, next 2026-02-15 23:00, then 2026-02-16 23:00, 2026-02-17 23:00"
    )
    assert text["synthesis"] == (
        "last never, next 2026-02-15 04:00, then 2026-02-22 04:00, 2026-03-01 04:00"
    )
    assert jobs["nightly"] == {
        "last": "2026-02-14T23:00:20+01:00",
        "next": "2026-02-15T23:00:00+01:00",
        "then": ["2026-02-16T23:00:00+01:00", "2026-02-17T23:00:00+01:00"],
        "overruns": 0,
    }
    later = rows_of(person.types("status", "--now", "2026-02-15T05:00").out)
    assert later["synthesis"].startswith("last never, next due now, then 2026-02-22 04:00")


def test_the_times_are_those_of_the_schedule(person: Person) -> None:
    schedule = '[schedule]\nheartbeat = "2h"\nnightly = "00:30"\nsynthesis = "wed 05:20"\n'
    person.has_config(f"{CONFIG}{schedule}")
    person.types("remember", "I like tea", "--now", "2026-02-14T10:00")
    person.says("By the way, Sarah is my manager at Acme Corp.", day="2026-02-15")
    person.types("heartbeat", "--now", "2026-02-15T12:00")
    person.types("nightly", "--now", "2026-02-16T00:40")

    jobs = person.types("status", "--json", "--now", "2026-02-16T01:00").json["jobs"]

    assert {job: times["next"][:16] for job, times in jobs.items()} == {
        "heartbeat": "2026-02-15T14:00",
        "nightly": "2026-02-17T00:30",
        "synthesis": "2026-02-18T05:20",
    }


def test_a_day_that_no_answer_could_be_read_about_is_no_line(person: Person) -> None:
    person.types("remember", "I like tea")
    row = {"why": "unreadable", "source": "conversation:plain:a#3"}
    rows = [{"id": "1", **row}, *({"id": f"night-2026-02-1{n}", **row} for n in (5, 4))]
    person.has_file(".memoryd/review/x.jsonl", "".join(f"{json.dumps(row)}\n" for row in rows))

    needs = person.types("status", "--json").json["needs"]

    assert needs[0].startswith("1 line could not be extracted (the first is conversation:plain:a#3")
    assert needs[1].startswith("2 days could not be reviewed (the first is 2026-02-14)")


class Daemon:
    """Stands for a running daemon: answers every ping alike."""

    def __init__(self, **said: Any) -> None:
        times = {"last": "2026-02-15T11:40:00+01:00", "next": "2026-02-15T12:10:00+01:00"}
        jobs = {"heartbeat": {**times, "overruns": 2}, "nightly": {**times, "overruns": 0}}
        self._said = {"jobs": jobs, "running": None, "watch": None, "last": None, **said}
        self._server = Server(App.of(os.environ).paths.socket, lambda *_: self._said)

    def __enter__(self) -> None:
        self._server.start()

    def __exit__(self, *_: object) -> None:
        self._server.stop()


NOON = ("--now", "2026-02-15T12:00+01:00")


def test_a_running_daemon_says_what_it_will_do_next_and_what_took_too_long(person: Person) -> None:
    person.has_config()

    with Daemon():
        rows = rows_of(person.types("status", *NOON).out)

    assert rows["daemon"] == "running"
    assert rows["next heartbeat"] == "2026-02-15 12:10; 2 overruns"
    assert rows["nightly"] == "last 2026-02-15 11:40, next 2026-02-15 12:10"
    assert "hand edits" not in rows


def test_a_daemon_at_work_and_one_that_does_not_hear_of_saves_say_so(person: Person) -> None:
    person.has_config()
    deaf = "only 4 of 12 folders are watched: raise fs.inotify.max_user_watches"

    with Daemon(running="nightly", watch=deaf):
        rows = rows_of(person.types("status", *NOON).out)

    assert rows["daemon"] == "running; nightly is at work"
    assert rows["hand edits"] == deaf


def test_a_daemon_that_cannot_open_its_memory_leaves_the_times_to_the_files(
    person: Person,
) -> None:
    person.has_config()

    with Daemon(jobs={}):
        rows = rows_of(person.types("status", *NOON).out)

    assert rows["nightly"].startswith("last never, next due now, then 2026-02-15 23:00")


@pytest.mark.parametrize("now", ["9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00"])
def test_a_clock_that_was_far_away_once_is_survived(person: Person, now: str) -> None:
    person.has_config()
    person.says("By the way, Sarah is my manager at Acme Corp.")
    place = locate(person.life, workspace=None, state=person.home / "xdg_state_home/memoryd")
    with MemoryStore.writer(place, now=now) as store:
        for job in ("ingest", "heartbeat", "synthesis"):
            store.commit(Change(job, "r", now, marks={"x": job}))

    for words in (("status",), ("status", "--json"), ("heartbeat",), ("nightly",), ("synthesize",)):
        assert person.types(*words).code == 0
    assert person.types("status").code == 0
