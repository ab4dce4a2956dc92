"""ingest: every line once, redacted, and not one byte written where nothing is new."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from memoryd.core.provenance import lines_of
from memoryd.core.turn import Audience, Role
from memoryd.errors import StoreError
from memoryd.jobs.ingest import Ingested, ingest, unreadable
from memoryd.sources import PlainSource
from memoryd.store import MemoryStore
from tests.store_kit import UTC_ZONE, Home

TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"


@pytest.fixture
def life(tmp_path: Path) -> Home:
    return Home(tmp_path)


def taken(life: Home) -> tuple[Ingested, list[str]]:
    with life.writer() as store:
        found = ingest(store, life.sources(), life.run())
        return found, texts(store)


def texts(store: MemoryStore) -> list[str]:
    return [line.turn.text for line in store.waiting_lines()]


def test_each_line_is_taken_once_in_order_with_a_number_of_its_own(life: Home) -> None:
    for number in range(3):
        life.say(f"line {number}")
    found, waiting = taken(life)
    assert (found.lines, found.files, waiting) == (3, 1, ["line 0", "line 1", "line 2"])

    life.say("line 3")
    found, waiting = taken(life)

    assert (found.lines, waiting[-1]) == (1, "line 3")
    with life.reader() as store:
        assert [line.seq for line in store.waiting_lines()] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("speaker", "role"),
    [
        (None, Role.OPERATOR),
        ("Alex", Role.OPERATOR),
        ("ALEX ", Role.OPERATOR),
        ("@alex", Role.OPERATOR),
        ("Alex Falk", Role.OPERATOR),
        ("User", Role.OPERATOR),
        ("operator", Role.OPERATOR),
        ("Lexi", Role.OPERATOR),  # an alias in the summary
        ("Ines", Role.MEMBER),
        ("Alexandra", Role.MEMBER),
        ("Tom Alexson", Role.MEMBER),
    ],
)
def test_an_operators_row_with_another_speaker_is_that_persons(
    life: Home, speaker: str | None, role: Role
) -> None:
    summary = life.items_path("people/alex").with_name("summary.md")
    summary.parent.mkdir(parents=True)
    summary.write_text("---\naliases: [Lexi]\n---\n# Alex\n")
    life.say("I live in Rome.", **({"speaker": speaker} if speaker else {}))

    taken(life)

    with life.reader() as store:
        assert [line.turn.role for line in store.waiting_lines()] == [role]


def test_while_the_operator_has_no_name_every_row_of_theirs_is_theirs(life: Home) -> None:
    life.operator = None
    life.say("I live in Rome.", speaker="Ines")

    taken(life)

    with life.reader() as store:
        assert [line.turn.role for line in store.waiting_lines()] == [Role.OPERATOR]


def test_nothing_new_opens_no_file_and_writes_nothing(life: Home) -> None:
    life.say("one")
    taken(life)
    before = life.everything()

    found, _ = taken(life)

    assert (found.lines, found.files, found.commits) == (0, 0, 0)
    assert life.everything() == before


def test_a_row_without_its_newline_waits_for_it(life: Home) -> None:
    life.say("one")
    path = life.chats / "a.jsonl"
    whole = json.dumps({"time": "2026-01-05T09:01:00Z", "role": "operator", "text": "two"})
    with path.open("a") as handle:
        handle.write(whole[:20])
    assert taken(life)[1] == ["one"]

    with path.open("a") as handle:
        handle.write(whole[20:] + "\n")

    assert taken(life)[1] == ["one", "two"]


def test_a_transcript_that_is_rewritten_gives_its_old_lines_no_second_time(life: Home) -> None:
    for number in range(21):
        life.say(f"line {number}", id=f"i{number}")
    taken(life)
    path = life.chats / "a.jsonl"
    rows = path.read_text().splitlines(keepends=True)
    path.write_text("".join(rows[:8]))
    taken(life)
    life.say("new", id="new")

    found, waiting = taken(life)

    assert (found.lines, waiting.count("line 3"), waiting[-1]) == (1, 1, "new")


def test_rows_appended_twice_are_taken_once(life: Home) -> None:
    life.say("one", id="a")
    life.say("one", id="a")
    life.say("two", id="b")

    found, waiting = taken(life)

    assert (found.lines, waiting) == (2, ["one", "two"])
    assert sum(found.skipped["plain"].values()) == 1


def test_a_secret_is_masked_before_it_is_kept(life: Home) -> None:
    life.say(f"use {TOKEN} for the build")

    found, waiting = taken(life)

    assert found.secrets == 1
    assert TOKEN not in waiting[0]
    files = [path for path in life.base.rglob("*") if path.is_file() and "chats" not in path.parts]
    assert [path for path in files if TOKEN.encode() in path.read_bytes()] == []


def test_a_row_that_is_no_json_loses_only_itself(life: Home) -> None:
    life.say("one")
    with (life.chats / "a.jsonl").open("ab") as handle:
        handle.write(b"\xff{broken\n")
    life.say("two \N{LINE SEPARATOR} still two")

    found, waiting = taken(life)

    assert waiting == ["one", "two \N{LINE SEPARATOR} still two"]
    assert sum(found.skipped["plain"].values()) == 1


def test_a_line_of_a_megabyte_is_kept_by_its_beginning(life: Home) -> None:
    life.say("x y " * 300_000)

    _, waiting = taken(life)

    assert len(waiting[0]) < 250_000
    assert "characters left out" in waiting[0]


def test_many_lines_are_a_few_commits(life: Home) -> None:
    path = life.chats / "a.jsonl"
    row = {"time": "2026-01-05T09:00:00Z", "role": "operator"}
    path.write_text("".join(json.dumps({**row, "text": f"line {n}"}) + "\n" for n in range(1_200)))
    told: list[int] = []

    with life.writer() as store:
        found = ingest(store, life.sources(), life.run(), told.append)

    assert found.lines == 1_200
    assert 1 <= found.commits <= 4
    assert told[-1] == 1_200


COPIES = {
    "renamed": lambda old, new: old.rename(new),
    "copied": lambda old, new: new.write_bytes(old.read_bytes()),
    "linked": lambda old, new: new.symlink_to(old),
    "rotated": lambda old, new: (old.rename(new), old.write_bytes(new.read_bytes()[:0])),
    "filed away": lambda old, new: (new.parent.mkdir(), old.rename(new)),
}


@pytest.mark.parametrize("row", [
    {}, {"id": "1"}, {"id": "1", "time": None}, {"time": None}, {"id": "1", "time": "soon"},
    {"id": "1", "role": "member", "speaker": "Jose\u0301", "channel": "telegram:group"},
    {"id": "1", "text": f"use {TOKEN}"}, {"id": "1", "text": 'she said "line": "1"\n'},
])  # fmt: skip
@pytest.mark.parametrize("how", COPIES)
def test_a_transcript_under_another_name_gives_no_line_twice(
    life: Home, how: str, row: dict[str, Any]
) -> None:
    life.say(**({"text": "I moved to Lisbon."} | row))
    life.say("And?", id="2", session="other")
    taken(life)
    place = life.chats / ("old/z.jsonl" if how == "filed away" else "z.jsonl")
    COPIES[how](life.chats / "a.jsonl", place)

    found, waiting = taken(life)

    assert (found.lines, len(waiting)) == (0, 2)


def test_copies_that_are_met_at_once_give_no_line_twice(life: Home) -> None:
    for session in "abc":
        life.say("one", session=session)
        life.say("two", session=session, id="1")

    assert taken(life)[1] == ["one", "two"]


@pytest.mark.parametrize("other", [
    {"id": "2"}, {"text": "no"}, {"day": "2026-01-06"}, {"role": "assistant"},
    {"role": "member", "speaker": "Ines"},
])  # fmt: skip
def test_one_id_in_two_transcripts_is_two_lines_unless_all_is_the_same(
    life: Home, other: dict[str, Any]
) -> None:
    row = {"text": "yes", "id": "1"}
    life.say(**row, session="a")
    life.say(**(row | other), session="b")

    found, waiting = taken(life)

    assert (found.lines, len(waiting)) == (2, 2)


@pytest.mark.parametrize("change", [{"text": "Four, sorry."}, {"day": "2026-01-06"}])
def test_a_corrected_row_is_a_line_of_its_own(life: Home, change: dict[str, Any]) -> None:
    first, second = {"text": "Three.", "id": "1"}, {"text": "Three.", "id": "1"} | change
    life.say(**first)
    taken(life)
    (life.chats / "a.jsonl").unlink()
    life.say(**second)

    assert taken(life)[0].lines == 1
    life.say(**first, session="copy")
    life.say(**second, session="copy")
    assert taken(life)[0].lines == 0
    with life.reader() as store:
        old, new = [line.turn.line for line in store.waiting_lines()]
    assert old == "1"
    assert re.fullmatch(r"1~[0-9a-f]{6}", new)


def test_both_versions_of_a_row_in_one_file_are_kept(life: Home) -> None:
    for text in ("Three.", "Four.", "Three."):
        life.say(text, id="1")

    assert taken(life)[1] == ["Three.", "Four."]


def test_letters_are_put_together(life: Home) -> None:
    life.say("Jose\u0301 lives in Zu\u0308rich.", role="member", speaker="Jose\u0301")

    with life.writer() as store:
        ingest(store, life.sources(), life.run())
        (line,) = store.waiting_lines()

    assert (line.turn.text, line.turn.speaker) == ("José lives in Zürich.", "José")


def test_a_lent_time_is_told_apart_from_what_was_left_out(life: Home) -> None:
    life.say("one", time=None)

    with life.writer() as store:
        found = ingest(store, life.sources(), life.run())
        assert (found.lines, found.borrowed, sum(found.skipped["plain"].values())) == (1, 1, 0)
        assert not [name for name in store.head.marks if name.startswith("skipped:")]


def test_a_folder_that_cannot_be_read_is_an_error(life: Home) -> None:
    life.say("one")
    (life.chats / "loop").symlink_to(life.chats / "loop")
    sources = [PlainSource([str(life.chats / "loop"), str(life.chats)], UTC_ZONE)]

    with life.writer() as store:
        found = ingest(store, sources, life.run())

    assert found.lines == 1
    assert len(found.errors) == 1
    assert "loop: cannot be read" in found.errors[0]


def test_a_transcript_in_utf16_is_told_by_an_ingest_and_without_one(life: Home) -> None:
    life.say("one")
    (life.chats / "b.jsonl").write_text('{"role": "user", "text": "two"}', "utf-16")

    for _ in range(2):
        found, waiting = taken(life)
        assert waiting == ["one"]
        (told,) = found.errors
        assert told.endswith("b.jsonl: cannot be read (it is UTF-16); save it as UTF-8")
        with life.reader() as store:
            assert unreadable(store, life.sources()) == [told]


AWS = "AKIA" + "J7Q2M4X6P3L5W5RZ"
SESSIONS = [TOKEN, f"notes {TOKEN}", f"2026-02-15-{AWS}"]


def on_disk(life: Home) -> bytes:
    places = [path for top in (life.root, life.state) for path in top.rglob("*")]
    names = "\n".join(str(path.relative_to(life.base)) for path in places)
    return names.encode() + b"".join(path.read_bytes() for path in places if path.is_file())


def secrets_everywhere(life: Home, session: str) -> None:
    """Two lines, each with a secret in every field but its words."""
    for number in range(2):
        life.say(f"@person Sarah: sings {number}", session=session, id=f"{AWS}-{number}",
                 speaker=f"Dana ({TOKEN})", channel=f"slack:{TOKEN}:direct")  # fmt: skip


@pytest.mark.parametrize("session", SESSIONS)
def test_a_secret_in_any_field_reaches_neither_disk_nor_model(life: Home, session: str) -> None:
    secrets_everywhere(life, session)
    life.say("hm", session=session, speaker=AWS)

    beat = life.beat()

    asked = repr(life.extractor.requests)
    for secret in (TOKEN, AWS, TOKEN.lower(), AWS.lower()):
        assert secret not in asked
        assert secret.encode() not in on_disk(life)
    assert beat.ingested.secrets == 5
    with life.reader() as store:
        lines = list(store.lines_after(0))
        fact = life.items()[0]
        assert store.lines_by_key(lines_of(fact["source"])) == {lines[0].turn.key: lines[0]}
    assert [line.turn.speaker for line in lines] == ["Dana", "Dana", None]
    assert {line.turn.audience for line in lines[:2]} == {Audience.PRIVATE}
    assert len({line.turn.key for line in lines}) == 3


@pytest.mark.parametrize("session", SESSIONS)
def test_ids_that_were_masked_still_tell_copies_from_new_lines(life: Home, session: str) -> None:
    secrets_everywhere(life, session)
    assert taken(life)[0].lines == 2
    path = life.chats / f"{session}.jsonl"

    path.with_name(f"{AWS}-copy.jsonl").write_bytes(path.read_bytes())
    path.write_bytes(b"\n" + path.read_bytes())
    assert taken(life)[0].lines == 0

    life.say("other words", session=session, id=f"{AWS}-0")
    life.say("a third", session=session, id=f"{AWS}-2")
    assert taken(life)[0].lines == 2


def test_an_id_without_a_secret_stays_as_it_is(life: Home) -> None:
    ids = ("u1", "5973b6c0-94b8-487b-a530-2aeb6098ae0e", "-1001234567890:4221", "id-17")
    session = "rollout-2026-02-15T10-22-33-5973b6c0-94b8-487b-a530-2aeb6098ae0e"
    for name in ids:
        life.say(f"words of {name}", session=session, id=name)
    taken(life)

    with life.reader() as store:
        assert {line.turn.key for line in store.lines_after(0)} == {
            f"plain:{session}#{name}" for name in ids
        }


def test_a_file_that_cannot_be_read_is_named_without_the_secret_in_its_name(life: Home) -> None:
    (life.chats / f"{TOKEN}.jsonl").symlink_to(f"{TOKEN}.jsonl")

    found = taken(life)[0]

    assert len(found.errors) == 1
    assert "cannot be read" in found.errors[0]
    assert TOKEN not in found.errors[0]


def test_a_crash_leaves_no_transcripts_name_in_the_log_of_what_is_to_be_done(life: Home) -> None:
    life.say("one", session=TOKEN)
    with life.writer() as store:
        store._committer.audit.append = refuses
        ingest(store, life.sources(), life.run())
        assert store._committer.wal.pending()
        assert TOKEN.encode() not in on_disk(life)

    assert taken(life)[0].files == 0


def refuses(_row: dict[str, Any]) -> None:
    raise StoreError("no row can be written")
