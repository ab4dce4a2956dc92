"""What every source must do. A format's test file gives the rows; this suite gives the rules."""

import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memoryd.core.cursor import cursor_of
from memoryd.core.turn import Role
from memoryd.errors import SourceError
from memoryd.sources import MAX_ROW, OWN_MARKER, Source, unchanged
from tests.sources.reading import dump, last, peak_of, read, skipped

BERLIN = ZoneInfo("Europe/Berlin")
WEIRD: list[Any] = [None, True, 0, -1, 1e308, 10**400, "", "\ud800", [], [1], [[]], {}, {"a": 1},
                    [{"type": "text"}], [{"type": [], "text": {}}], float("nan")]  # fmt: skip


class SourceSuite:
    """Subclass it and define `make`, `row` and `noise`."""

    def make(self, folder: Path) -> Source:
        """Return the source that watches a folder."""
        raise NotImplementedError

    def row(self, who: Role, text: str, time: object, line: str) -> dict[str, Any]:
        """Return one row of the format; OPERATOR and ASSISTANT are what every format has."""
        raise NotImplementedError

    def noise(self) -> list[dict[str, Any]]:
        """Return rows that are no conversation, with the word NOISE in every text of theirs."""
        raise NotImplementedError

    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        return tmp_path / "talk.jsonl"

    @pytest.fixture
    def source(self, tmp_path: Path) -> Source:
        return self.make(tmp_path)

    def asked(self, n: int, text: str | None = None) -> dict[str, Any]:
        time = f"2026-02-15T{n // 3600 % 24:02}:{n // 60 % 60:02}:{n % 60:02}Z"
        return self.row(Role.OPERATOR, text or f"question {n}", time, f"id-{n}")

    def answered(self, n: int, text: str) -> dict[str, Any]:
        return self.row(Role.ASSISTANT, text, f"2026-02-15T10:00:{n % 60:02}Z", f"re-{n}")

    # what a turn says

    def test_a_turn_keeps_who_said_what_where_and_when(self, source: Source, path: Path) -> None:
        path.write_bytes(dump(self.asked(1, "We chose REST."), self.answered(2, "Noted.")))

        first, second = read(source, path)

        assert (first.role, first.text) == (Role.OPERATOR, "We chose REST.")
        assert (second.role, second.text) == (Role.ASSISTANT, "Noted.")
        assert first.time == datetime(2026, 2, 15, 0, 0, 1, tzinfo=UTC)
        assert first.key.startswith(f"{source.name}:")
        assert first.key != second.key

    def test_rows_that_are_no_conversation_give_no_turn(self, source: Source, path: Path) -> None:
        path.write_bytes(dump(*self.noise(), self.asked(1)))

        assert [turn.text for turn in read(source, path)] == ["question 1"]
        assert sum(skipped(source, path).values()) == len(self.noise())

    @pytest.mark.parametrize("stated", [None, "", "soon", [], {}, 0, 10**300, "9" * 5_000])
    def test_a_row_without_a_time_borrows_that_of_the_row_before(
        self, source: Source, path: Path, stated: object
    ) -> None:
        timeless = self.row(Role.OPERATOR, "when?", stated, "a")
        path.write_bytes(dump(self.asked(7), timeless))
        assert read(source, path)[1].time == read(source, path)[0].time
        assert (last(source, path).borrowed, skipped(source, path)) == (1, {})

        start = last(source, path).cursor
        path.write_bytes(path.read_bytes() + dump(self.row(Role.OPERATOR, "later", stated, "b")))
        assert read(source, path, start)[0].time.second == 7

    def test_rows_before_any_time_borrow_the_first_one_else_the_files(
        self, source: Source, path: Path
    ) -> None:
        timeless = [self.row(Role.OPERATOR, text, None, text) for text in ("when?", "why?")]
        path.write_bytes(dump(*timeless, self.asked(7)))
        assert {turn.time.second for turn in read(source, path)} == {7}
        assert last(source, path).borrowed == 2

        path.write_bytes(dump(*timeless))
        os.utime(path, (1771146900, 1771146900))
        assert {turn.time.timestamp() for turn in read(source, path)} == {1771146900}

    def test_a_broken_time_keeps_the_day_that_it_states(self, source: Source, path: Path) -> None:
        broken = self.row(Role.OPERATOR, "late", "2026-02-11T25:61:00Z", "b")
        path.write_bytes(dump(self.row(Role.OPERATOR, "hi", "2026-02-09T09:00:00Z", "a"), broken))

        assert read(source, path)[1].time == datetime(2026, 2, 11, tzinfo=BERLIN)
        assert last(source, path).borrowed == 1

    def test_a_time_from_the_future_of_the_file_is_none(self, source: Source, path: Path) -> None:
        path.touch()
        now = datetime.fromtimestamp(path.stat().st_ctime, UTC)
        far, near = (now + timedelta(days=n) for n in (30, 1))
        late = [self.row(Role.OPERATOR, f"{t}", t.isoformat(), f"{t:%d}") for t in (far, near)]
        path.write_bytes(dump(self.asked(7), *late))
        first, second, third = read(source, path)

        assert (second.time, third.time.date()) == (first.time, near.date())
        os.utime(path, (far.timestamp(), far.timestamp()))
        assert read(source, path)[1].time.date() == far.date()

    @pytest.mark.parametrize("year", [1970, 1980, 1985, 2000, 2024])
    def test_a_row_keeps_its_time_however_old_its_file_is_said_to_be(
        self, source: Source, path: Path, year: int
    ) -> None:
        later = self.row(Role.OPERATOR, "later", "2026-02-18T12:00:00Z", "b")
        path.write_bytes(dump(self.asked(7), later))
        os.utime(path, (datetime(year, 1, 2, tzinfo=UTC).timestamp(),) * 2)

        assert [turn.time.day for turn in read(source, path)] == [15, 18]
        assert last(source, path).borrowed == 0

    @pytest.mark.parametrize("year", [1970, 1980, 1985, 2000])
    def test_a_file_older_than_any_transcript_lends_no_row_its_date(
        self, source: Source, path: Path, year: int
    ) -> None:
        path.write_bytes(dump(self.row(Role.OPERATOR, "when?", None, "a")))
        os.utime(path, (datetime(year, 1, 2, tzinfo=UTC).timestamp(),) * 2)

        came = datetime.fromtimestamp(path.stat().st_ctime, UTC)
        assert [turn.time for turn in read(source, path)] == [came]

    # places in the file

    def test_a_second_read_from_the_end_gives_nothing(self, source: Source, path: Path) -> None:
        path.write_bytes(dump(self.asked(1), self.answered(2, "Yes.")))
        cursor = last(source, path).cursor

        assert unchanged(path.stat(), cursor)
        assert list(source.read(path, cursor)) == []

        os.utime(path, (1, 1))
        assert not unchanged(path.stat(), cursor)
        assert read(source, path, cursor) == []

    def test_only_what_was_appended_is_read(self, source: Source, path: Path) -> None:
        path.write_bytes(dump(self.asked(1)))
        left = last(source, path).cursor
        cursor = cursor_of(left.path, json.loads(json.dumps(left.as_json())))
        path.write_bytes(path.read_bytes() + dump(self.asked(2)))

        assert [turn.text for turn in read(source, path, cursor)] == ["question 2"]

    def test_a_row_without_its_end_waits(self, source: Source, path: Path) -> None:
        whole = dump(self.asked(1), self.asked(2, "über \u2028 all"))
        for cut in range(len(dump(self.asked(1))) + 1, len(whole) - 1, 7):
            path.write_bytes(whole[:cut])
            chunk = last(source, path)
            assert [turn.text for turn in chunk.turns] == ["question 1"]
            assert not chunk.skipped
            path.write_bytes(whole)
            assert len(read(source, path, chunk.cursor)) == 1

    def test_a_last_row_that_is_whole_is_taken_once(self, source: Source, path: Path) -> None:
        whole = dump(self.asked(1), self.asked(2))
        path.write_bytes(whole.removesuffix(b"\n"))
        chunk = last(source, path)
        path.write_bytes(whole + dump(self.asked(3)))

        assert len(chunk.turns) == 2
        assert [turn.text for turn in read(source, path, chunk.cursor)] == ["question 3"]

    def test_a_torn_row_costs_only_itself(self, source: Source, path: Path) -> None:
        path.write_bytes(dump(self.asked(1))[:30])
        cursor = last(source, path).cursor
        path.write_bytes(path.read_bytes() + b"\n" + dump(self.asked(2)))

        assert [turn.text for turn in read(source, path, cursor)] == ["question 2"]
        assert skipped(source, path, cursor) == {"bad_row": 1}

    def test_a_rewritten_file_is_read_again_with_the_same_keys(
        self, source: Source, path: Path
    ) -> None:
        path.write_bytes(dump(*(self.asked(n) for n in range(21))))
        before, cursor = read(source, path), last(source, path).cursor
        path.write_bytes(dump(*(self.asked(n) for n in range(8))))
        assert [t.key for t in read(source, path, cursor)] == [t.key for t in before[:8]]
        path.write_bytes(dump(*(self.asked(n) for n in range(5, 40))))
        assert len(read(source, path, cursor)) == 35

    def test_a_change_at_either_end_is_noticed(self, source: Source, path: Path) -> None:
        whole = dump(*(self.asked(n) for n in range(10, 60)))
        path.write_bytes(whole)
        cursor = last(source, path).cursor

        for changed in (b"question 10", b"question 59"):
            path.write_bytes(whole.replace(changed, b"question 58"))
            assert len(read(source, path, cursor)) == 50

    def test_a_rotated_file_goes_on(self, source: Source, path: Path) -> None:
        path.write_bytes(dump(self.asked(1)))
        cursor = last(source, path).cursor
        other = path.with_suffix(".new")
        other.write_bytes(path.read_bytes() + dump(self.asked(2)))
        other.replace(path)

        assert path.stat().st_ino != cursor.ino
        assert [turn.text for turn in read(source, path, cursor)] == ["question 2"]

    def test_a_file_that_vanished_gives_nothing(self, source: Source, path: Path) -> None:
        path.write_bytes(dump(self.asked(1)))
        cursor = last(source, path).cursor
        path.unlink()

        assert list(source.read(path, None)) == []
        assert list(source.read(path, cursor)) == []
        assert list(source.read(path / "below" / "x.jsonl", None)) == []

    def test_a_file_that_cannot_be_read_is_named(self, source: Source, path: Path) -> None:
        path.mkdir()

        with pytest.raises(SourceError, match=r"talk\.jsonl: cannot be read"):
            list(source.read(path, None))

    def test_an_empty_file_gives_a_place_and_no_turn(self, source: Source, path: Path) -> None:
        path.write_bytes(b"")
        (chunk,) = source.read(path, None)
        assert (chunk.turns, chunk.cursor.offset, dict(chunk.skipped)) == ((), 0, {})

        path.write_bytes(dump(self.asked(1)))
        assert len(read(source, path, chunk.cursor)) == 1

    # chunks

    def test_a_long_file_comes_in_chunks_each_of_which_can_be_resumed(
        self, source: Source, path: Path
    ) -> None:
        path.write_bytes(dump(*(self.asked(n) for n in range(1201))))
        whole = read(source, path)

        done = 0
        for chunk in source.read(path, None):
            assert len(chunk.turns) <= 500
            done += len(chunk.turns)
            assert read(source, path, chunk.cursor) == whole[done:]
            assert unchanged(path.stat(), chunk.cursor) == (done == 1201)
        assert done == len(whole) == 1201

    def test_a_chunk_ends_at_a_megabyte_of_text(self, source: Source, path: Path) -> None:
        path.write_bytes(dump(*(self.asked(n, f"{n} " + "x" * 300_000) for n in range(8))))

        assert [len(chunk.turns) for chunk in source.read(path, None)] == [4, 4, 0]

    def test_a_row_of_fifty_megabytes_is_passed_over_in_little_memory(
        self, source: Source, path: Path
    ) -> None:
        with path.open("wb") as handle:
            handle.write(dump(self.asked(1)) + b'{"text": "')
            for _ in range(50):
                handle.write(b"x" * 1024 * 1024)
            handle.write(b'"}\n' + dump(self.asked(2)))

        turns, peak = peak_of(source, path)

        assert turns == 2
        assert peak < 60, f"{peak} MB"
        assert skipped(source, path) == {"oversize": 1}

    def test_the_largest_row_that_is_held_is_still_read(self, source: Source, path: Path) -> None:
        frame = len(dump(self.asked(1, "x")))
        longest = "x" * (MAX_ROW - frame + 1)
        path.write_bytes(dump(self.asked(1, longest), self.asked(2, "x" + longest)))

        (turn,) = read(source, path)
        assert len(turn.text) == len(longest)
        assert skipped(source, path) == {"oversize": 1}

    def test_an_oversize_row_without_its_end_waits(self, source: Source, path: Path) -> None:
        path.write_bytes(dump(self.asked(1)) + b"x" * (MAX_ROW + 5))
        chunk = last(source, path)
        path.write_bytes(path.read_bytes() + b"\n" + dump(self.asked(2)))

        assert chunk.cursor.offset == len(dump(self.asked(1)))
        assert [turn.text for turn in read(source, path, chunk.cursor)] == ["question 2"]

    # broken rows

    @pytest.mark.parametrize(
        "bad",
        [b"{", b"nothing", b"[1]", b"42", b'"text"', b"null", b"NaN", b"\0" * 40, b"\xff\xfe{}",
         b'{"a": 1', b'{"a": 1}}', b'{"text": "caf\xe9"}', b"[" * 200_000, b'{"a":' * 200_000,
         b'{"a": ' + b"9" * 9_000 + b"}", b"{}", b'{"type": null}', b"{'a': 1}"],
        ids=lambda bad: repr(bad[:16]),
    )  # fmt: skip
    def test_a_bad_row_is_counted_and_the_rest_goes_on(
        self, source: Source, path: Path, bad: bytes
    ) -> None:
        path.write_bytes(dump(self.asked(1)) + bad + b"\n" + dump(self.asked(2)))

        assert [turn.text for turn in read(source, path)] == ["question 1", "question 2"]
        assert skipped(source, path) == {"bad_row": 1}

    def test_only_a_newline_ends_a_row(self, source: Source, path: Path) -> None:
        text = "one\u2028two\u0085three\x0bfour\x1cfive"
        row = json.dumps(self.asked(1, text), ensure_ascii=False).encode()
        path.write_bytes(b"\xef\xbb\xbf" + row + b"\r\n\r\n\n" + dump(self.asked(2)))

        assert [turn.text for turn in read(source, path)] == [text, "question 2"]
        assert skipped(source, path) == {}

    def test_text_with_surrogates_becomes_writable(self, source: Source, path: Path) -> None:
        path.write_bytes(dump(self.asked(1, "a \ud83d b"), self.answered(2, "\udc00")))

        assert [turn.text for turn in read(source, path)] == ["a \ufffd b", "\ufffd"]

    @settings(max_examples=150, suppress_health_check=list(HealthCheck), deadline=None)
    @given(data=st.data())
    def test_wrong_types_in_any_field_raise_nothing(
        self, source: Source, path: Path, data: st.DataObject
    ) -> None:
        found = [*self.noise(), self.asked(1), self.answered(2, "Yes.")]
        row = json.loads(json.dumps(data.draw(st.sampled_from(found))))
        place = row
        while True:
            key = data.draw(st.sampled_from(sorted(place)))
            if not (isinstance(place[key], dict) and place[key] and data.draw(st.booleans())):
                break
            place = place[key]
        place[key] = data.draw(st.sampled_from(WEIRD))
        path.write_bytes(dump(row, self.asked(3)))

        turns = read(source, path)

        assert turns[-1].text == "question 3"
        json.dumps([turn.key + turn.text for turn in turns], ensure_ascii=False).encode()

    # the same line twice

    def test_a_block_of_rows_appended_again_gives_each_line_once(
        self, source: Source, path: Path
    ) -> None:
        path.write_bytes(dump(*(self.asked(n) for n in (1, 2, 3, 2, 3, 4))))

        assert len(read(source, path)) == 4
        assert skipped(source, path) == {"duplicate": 2}

    def test_rows_without_an_id_are_known_by_time_role_and_words(
        self, source: Source, path: Path
    ) -> None:
        def bare(text: str, second: int) -> dict[str, Any]:
            row = self.row(Role.OPERATOR, text, f"2026-02-15T09:00:{second:02}Z", "x")
            return {key: value for key, value in row.items() if value != "x"}

        path.write_bytes(dump(bare("ok", 1), bare("ok", 2), bare("fine", 2), bare("ok", 1)))
        keys = [turn.key for turn in read(source, path)]

        assert len(set(keys)) == len(keys) == 3
        path.write_bytes(b"\n" + path.read_bytes())
        assert [turn.key for turn in read(source, path)] == keys

    # what nobody said; the neighbours of each kind are in tests/sources/test_strip.py

    def test_what_programs_put_into_a_message_is_left_out(self, source: Source, path: Path) -> None:
        path.write_bytes(
            dump(
                self.asked(1, "# AGENTS.md\n\nBe brief.\n\n# MEMORY.md\n\n- likes tea"),
                self.asked(2, "<memory>\n- likes tea\n</memory>\nI moved to Lisbon."),
                self.answered(3, "<memory>likes tea</memory> Hello."),
                self.answered(4, "**HEARTBEAT_OK**"),
                self.asked(5, "Why does it print HEARTBEAT_OK?"),
            )
        )

        assert [turn.text for turn in read(source, path)] == [
            "I moved to Lisbon.",
            "Hello.",
            "Why does it print HEARTBEAT_OK?",
        ]
        assert skipped(source, path) == {"injected": 1, "ack": 1}

    @pytest.mark.parametrize(
        "poll",
        [
            "[OpenClaw heartbeat poll]",
            "Read HEARTBEAT.md if it exists. Otherwise say HEARTBEAT_OK.",
        ],
    )
    def test_a_poll_and_whatever_answers_it_are_no_turns(
        self, source: Source, path: Path, poll: str
    ) -> None:
        first = dump(self.asked(1, poll))
        rest = dump(
            self.answered(2, "All is quiet tonight."), self.asked(3), self.answered(4, "Yes.")
        )
        path.write_bytes(first)
        cursor = last(source, path).cursor
        path.write_bytes(first + rest)

        assert [turn.text for turn in read(source, path)] == ["question 3", "Yes."]
        assert read(source, path, cursor) == read(source, path)
        assert skipped(source, path) == {"heartbeat": 1, "ack": 1}

    def test_a_session_of_our_own_is_left_out_whole_also_when_resumed(
        self, source: Source, path: Path
    ) -> None:
        prompt = self.asked(1, f"Find facts.\n{OWN_MARKER}\n[m1] operator: I moved.")
        path.write_bytes(dump(*self.noise(), prompt, self.answered(2, "{}")))
        chunk = last(source, path)
        path.write_bytes(path.read_bytes() + dump(self.asked(3)))
        assert (chunk.turns, dict(chunk.skipped)) == ((), {"own": len(self.noise()) + 2})
        assert read(source, path, chunk.cursor) == []

    def test_a_prompt_of_ours_inside_a_talk_costs_only_itself(
        self, source: Source, path: Path
    ) -> None:
        path.write_bytes(dump(self.asked(1), self.asked(2, f"a\n {OWN_MARKER} \nb"), self.asked(3)))

        assert [turn.text for turn in read(source, path)] == ["question 1", "question 3"]

    # files

    def test_files_are_the_live_transcripts_sorted(self, tmp_path: Path) -> None:
        source = self.make(tmp_path)
        (tmp_path / "deep" / "er").mkdir(parents=True)
        (tmp_path / "folder.jsonl").mkdir()
        (tmp_path / "deep" / "loop").symlink_to(tmp_path)
        os.mkfifo(tmp_path / "pipe.jsonl")
        wanted = [
            tmp_path / "b.jsonl",
            tmp_path / "deep" / "er" / "a.jsonl",
            tmp_path / "ü z.jsonl",
        ]
        other = ["x.jsonl.deleted.2026-02-15", "x.jsonl.reset.2026-02-15", "x.deleted.2026.jsonl",
                 "x.json", "x.jsonl.zst", "x.jsonl~", "sessions.json"]  # fmt: skip
        for path in [*wanted, *(tmp_path / name for name in other)]:
            path.write_bytes(b"")
        Path(os.fsdecode(bytes(tmp_path) + b"/\xff.jsonl")).write_bytes(b"")

        assert source.files() == sorted(wanted)

    def test_a_folder_that_is_not_there_has_no_files(self, tmp_path: Path) -> None:
        source = self.make(tmp_path / "absent")

        assert source.files() == []
        assert source.unreadable == []

    def test_a_folder_that_cannot_be_looked_into_is_told(self, tmp_path: Path) -> None:
        loop = tmp_path / "loop"
        loop.symlink_to(loop)
        source = self.make(loop)

        for _ in range(2):
            assert source.files() == []
            assert len(source.unreadable) == 1
            assert f"{loop}: cannot be read" in source.unreadable[0]

    @pytest.mark.skipif(os.getuid() == 0, reason="root reads everything")
    def test_a_folder_of_somebody_else_is_told(self, tmp_path: Path) -> None:
        closed = tmp_path / "closed"
        closed.mkdir()
        source = self.make(tmp_path)
        closed.chmod(0)
        try:
            assert source.files() == []
        finally:
            closed.chmod(0o700)

        assert source.unreadable == [f"{closed}: cannot be read (Permission denied); check it"]

    def test_a_file_with_several_names_is_listed_once(self, tmp_path: Path) -> None:
        (tmp_path / "b.jsonl").write_bytes(b"")
        (tmp_path / "c.jsonl").symlink_to(tmp_path / "b.jsonl")
        (tmp_path / "deep").mkdir()
        (tmp_path / "deep" / "d.jsonl").hardlink_to(tmp_path / "b.jsonl")

        assert self.make(tmp_path).files() == [tmp_path / "b.jsonl"]
