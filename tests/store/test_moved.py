"""What a person moves or renames is found where it is, and by the ref it had."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from memoryd.core.change import AddFact, Change
from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from tests.store_kit import Home

BEACON, DANA = Ref("projects", "beacon"), Ref("people", "dana")


def begun(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    home.say("@project Beacon: uses REST for its interface")
    home.say("@person Dana: leads the Berlin office")
    home.beat()
    return home


def facts(home: Home, ref: Ref) -> list[str]:
    return [fact.fact for fact in home.reader().ledger(ref)[0].facts]


@pytest.mark.parametrize(
    ("source", "target", "ref"),
    [
        ("projects/beacon", "archives/beacon", BEACON),
        ("projects/beacon", "archives/projects/beacon", BEACON),
        ("areas/people/dana", "archives/dana", DANA),
        ("areas/people/dana", "archives/people/dana", DANA),
        ("areas/people/dana", "archives/areas/people/dana", DANA),
    ],
)
def test_a_new_mention_brings_an_archived_entity_back_as_the_one_it_was(
    tmp_path: Path, source: str, target: str, ref: Ref
) -> None:
    home = begun(tmp_path)
    (home.root / target).parent.mkdir(parents=True, exist_ok=True)
    (home.root / source).rename(home.root / target)
    known = facts(home, ref)
    assert known
    assert ref in home.reader().refs()

    home.say(f"@{'project' if ref is BEACON else 'person'} {ref.slug.title()}: meets on Monday")
    home.beat()

    assert facts(home, ref) == [*known, "meets on Monday"]
    assert (home.root / source).is_dir()
    assert not (home.root / target).exists()
    assert home.beat().saves.changed == 0


def test_that_it_is_finished_leaves_a_project_in_the_archives(tmp_path: Path) -> None:
    home = begun(tmp_path)
    with home.writer() as store:
        assert store.archive(BEACON, run="r", now="2026-02-15T04:00:00+01:00")
        assert not store.archive(BEACON, run="r", now="2026-02-15T04:00:00+01:00")
    home.say("@project Beacon: was completed last week")
    home.beat()

    assert (home.root / "archives/projects/beacon/items.json").is_file()
    assert not (home.root / "projects/beacon").exists()
    assert len(facts(home, BEACON)) == 2


@pytest.mark.parametrize(
    ("said", "day", "back"),
    [
        ("Beacon needs a fix on its search page.", "2026-02-16", True),
        ("Beacon was a good time.", "2026-02-16", False),
        ("Now that Beacon is finished I can breathe.", "2026-02-16", False),
        ("Beacon needs a fix on its search page.", "2026-02-01", False),  # said before its end
        ("@project Beacon: uses REST twice", "2026-02-01", False),
        ("@project Beacon: uses REST twice", "2026-02-16", True),
    ],
)
def test_a_project_in_the_archives_comes_back_when_it_is_at_work_again(
    tmp_path: Path, said: str, day: str, *, back: bool
) -> None:
    home = begun(tmp_path)
    home.say("@project Beacon: was completed", day="2026-02-14")
    home.beat()
    with home.writer() as store:
        assert store.archive(BEACON, run="r", now="2026-02-15T04:00:00+01:00")
    home.say(said, day=day)
    home.beat()

    assert (home.root / "projects/beacon").is_dir() is back
    assert (home.root / "archives/projects/beacon").is_dir() is not back


def test_an_entity_that_lies_too_deep_is_named(tmp_path: Path) -> None:
    home = begun(tmp_path)
    deep = home.root / "areas/people/old/dana"
    deep.parent.mkdir()
    shutil.move(home.root / "areas/people/dana", deep)

    assert "areas/people/old/dana" in home.reader().strange()


def test_the_operators_facts_move_with_their_name_and_the_old_ref_leads_there(
    tmp_path: Path,
) -> None:
    home = Home(tmp_path)
    home.operator = None
    home.say("@person operator: rises early on Mondays")
    home.beat()
    for name, before in (("Alex", "operator"), ("Sam", "alex")):
        home.operator = name
        home.say(f"another word on {name}")
        beat = home.beat()
        new = Ref("people", name.lower())
        assert facts(home, new) == ["rises early on Mondays"]
        assert facts(home, Ref("people", before)) == ["rises early on Mondays"]
        assert (home.root / new.path / "summary.md").read_text() == f"# {name}\n"
        assert beat.saves.changed == 0  # nobody changed a file by hand


def test_a_name_that_another_person_has_is_not_taken_over(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.operator = None
    home.say("@person operator: rises early on Mondays")
    home.say("@person Dana: leads the Berlin office")
    home.beat()
    home.operator = "Dana"
    home.beat()

    assert facts(home, Ref("people", "operator")) == ["rises early on Mondays"]
    assert facts(home, DANA) == ["leads the Berlin office"]


def test_a_removed_items_json_is_named_and_its_last_facts_are_served(tmp_path: Path) -> None:
    home = begun(tmp_path)
    place = home.root / "areas/people/dana/items.json"
    last = place.read_bytes()
    place.unlink()

    ledger, trouble = home.reader().ledger(DANA)
    assert [fact.fact for fact in ledger.facts] == ["leads the Berlin office"]
    assert "gone where facts stood" in str(trouble)
    home.say("@person Dana: meets on Monday")
    assert home.beat().extracted.blocked == ["areas/people/dana/items.json"]
    assert not place.exists()

    place.write_bytes(last)
    home.beat()
    assert facts(home, DANA) == ["leads the Berlin office", "meets on Monday"]


def test_a_removed_folder_is_let_go_of_and_no_id_is_used_again(tmp_path: Path) -> None:
    home = begun(tmp_path)
    shutil.rmtree(home.root / "areas/people/dana")
    home.beat()
    home.say("@person Dana: meets on Monday")
    home.beat()

    assert [(f.id, f.fact) for f in home.reader().ledger(DANA)[0].facts] == [
        ("dana-002", "meets on Monday")
    ]


def test_where_a_transcript_lies_is_not_in_the_audit(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.say("@person Dana: leads the Berlin office", session="dana-lee-divorce")
    home.beat()

    audit = b"".join(path.read_bytes() for path in (home.root / ".memoryd/audit").iterdir())
    assert b"cursors" in audit
    assert b"divorce" not in audit
    shutil.rmtree(home.state)
    assert home.beat().ingested.files == 0  # the cursor is found by its salted name


def test_a_record_whose_audit_row_is_long_is_replayed_once(tmp_path: Path) -> None:
    home = begun(tmp_path)
    log = next((home.root / ".memoryd/wal").glob("*/log.jsonl"))
    with home.writer() as store:
        added = tuple(
            AddFact(Ref("people", f"friend-{n}"), Fact("x", "is a friend", "2026-01-01"), "Friend")
            for n in range(400)
        )
        store.commit(Change("test", "r", "2026-02-01T00:00:00+00:00", added))
        last = list(store.audit_rows())[-1]
        assert len(json.dumps(last)) > 65_536
    record = {"id": last["id"], "job": "test", "run": "r", "now": last["now"]}
    log.write_bytes(row_of(record))
    with home.writer() as store:
        ids = [row["id"] for row in store.audit_rows()]

    assert ids.count(last["id"]) == 1


def row_of(record: dict[str, object]) -> bytes:
    """One record of the redo log as a crash leaves it: finished, and not yet dropped."""
    body = json.dumps(record, separators=(",", ":"))
    return f"{hashlib.sha256(body.encode()).hexdigest()[:16]} {body}\n".encode()


def test_a_review_row_that_is_offered_again_stands_once(tmp_path: Path) -> None:
    home = begun(tmp_path)
    row = {"id": "r1", "why": "request", "fact": "Dana asks for the code"}
    with home.writer() as store:
        for rows in ((row,), (row, {**row, "id": "r2"})):
            store.commit(Change("test", "r", "2026-02-01T00:00:00+00:00", reviews=rows))

    (queue,) = (home.root / ".memoryd/review").glob("*.jsonl")
    assert [json.loads(text)["id"] for text in queue.read_text().splitlines()] == ["r1", "r2"]


def test_who_was_archived_without_a_kind_is_left_there_and_is_no_project(tmp_path: Path) -> None:
    home = Home(tmp_path)
    place = home.root / "archives/dana/items.json"
    place.parent.mkdir(parents=True)
    place.write_text(
        '[{"id": "d", "fact": "Sings", "status": "active", "timestamp": "2026-01-01"}]'
    )
    with home.writer() as store:
        assert not store.exists(Ref("projects", "dana"))
        assert not store.unarchive(Ref("archives", "dana"), run="r", now="2026-02-15T04:00:00Z")

    assert home.reader().refs() == [Ref("archives", "dana")]
    assert place.is_file()


def test_of_two_kinds_that_a_folder_in_the_archives_had_the_private_one_counts(
    tmp_path: Path,
) -> None:
    home = Home(tmp_path)
    fact = '[{"id": "d", "fact": "Sings", "status": "active", "timestamp": "2026-01-01"}]'
    for folder in ("projects/dana", "areas/health/dana", "areas/health/back"):
        (home.root / folder).mkdir(parents=True)
        (home.root / folder / "items.json").write_text(fact)
    home.beat()
    shutil.rmtree(home.root / "projects/dana")
    (home.root / "archives").mkdir()
    (home.root / "areas/health/dana").rename(home.root / "archives/dana")

    assert home.reader().refs() == [Ref("health", "back"), Ref("health", "dana")]
