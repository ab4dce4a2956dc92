"""MEMORY.md of any make: a change made twice is made once, and a person's bytes stay."""

import re

from hypothesis import example, given
from hypothesis import strategies as st

from memoryd.core.sections import item_text
from memoryd.core.tacit import TacitSection
from memoryd.core.tacit_change import TacitChange, apply_tacit, size
from memoryd.core.tacit_lines import NewLine, read_tacit, written

DAY, LATER, SOURCE = "2026-03-01", "2026-03-08", "conversation:plain:tea#4"


def texts(raw: bytes | None) -> list[str]:
    return [line.text for line in read_tacit(raw or b"")]


PARTS = [
    *(f"## {section}".encode() for section in TacitSection),
    *(b"# how i work:", b"Hard Rules", b"===", b"---", b"# MEMORY.md", b"", b"  ", b"```"),
    *(b"- caf\xe9 <!-- trigger: a -->", b"<!--", b"-->", b"- one", b"  two", b"\xef\xbb\xbf"),
    *(b"<!-- memoryd -->", b"<!-- /memoryd -->", b"<!-- memoryd 0a1b2c3d -->", b"a\x0c"),
    *(written(text, DAY, SOURCE).encode() for text in ("one", "two", "three")),
]
DOCUMENTS = st.lists(
    st.tuples(st.sampled_from(PARTS), st.sampled_from([b"\n", b"\r\n", b"\r", b""])).map(b"".join),
    max_size=14,
).map(b"".join)
TEXTS = st.sampled_from(["one", "two", "three", "four " * 9, "# five", "One."])
CHANGES = st.builds(
    TacitChange,
    st.lists(
        st.builds(
            NewLine,
            st.sampled_from(TacitSection),
            TEXTS,
            st.sampled_from(["2026-02-01", DAY, LATER]),
            st.sampled_from([SOURCE, "remember"]),
        ),
        max_size=5,
    ).map(tuple),
    st.lists(st.tuples(st.sampled_from(TacitSection), TEXTS), max_size=3).map(tuple),
)


def without_ours(raw: bytes) -> bytes:
    ours = {line.line for line in read_tacit(raw) if line.ours}
    bom = b"\xef\xbb\xbf" if raw.startswith(b"\xef\xbb\xbf") else b""
    lines = enumerate(raw.removeprefix(bom).splitlines(keepends=True), start=1)
    return bom + b"".join(line for number, line in lines if number not in ours)


ROOM_FOR_THE_OLDER = TacitChange(
    (
        NewLine(TacitSection.HOW_I_WORK, "one", DAY, SOURCE),
        NewLine(TacitSection.HOW_I_WORK, "two", "2026-02-01", SOURCE),
        NewLine(TacitSection.COMMUNICATION, "two", DAY, SOURCE),
    )
)


@given(DOCUMENTS, CHANGES, st.integers(0, 900))
@example(b"", ROOM_FOR_THE_OLDER, 194)
def test_a_change_made_twice_is_made_once(raw: bytes, change: TacitChange, budget: int) -> None:
    first = apply_tacit(raw, change, budget=budget)
    again = apply_tacit(first.file, change, budget=budget)

    assert again.file == first.file
    assert (again.added, again.retired, again.fallen) == ((), (), ())


@given(DOCUMENTS.filter(bool), st.sampled_from(TacitSection), TEXTS)
def test_what_is_added_is_whole_lines_of_ours_between_the_bytes_that_stood_there(
    raw: bytes, section: TacitSection, text: str
) -> None:
    after = apply_tacit(raw, TacitChange((NewLine(section, text, DAY, SOURCE),))).file or b""
    own = {b"", f"## {section}".encode(), b"<!-- memoryd -->", b"<!-- /memoryd -->"}
    own.add(written(item_text(text), DAY, SOURCE).encode())
    cuts = [n for n in range(len(raw) + 1) if after[:n] == raw[:n] and after.endswith(raw[n:])]
    between = [after[n : len(after) - len(raw) + n] for n in cuts]

    assert any(set(re.split(rb"\r\n|\r|\n", added)) <= own for added in between)


@given(DOCUMENTS, CHANGES, st.integers(0, 900))
def test_what_is_retired_or_falls_out_is_whole_lines_of_ours(
    raw: bytes, change: TacitChange, budget: int
) -> None:
    applied = apply_tacit(raw, TacitChange(retire=change.retire), budget=budget)

    assert without_ours(applied.file or b"") == without_ours(raw)
    kept = texts(applied.file)
    gone = [line.text for line in (*applied.retired, *applied.fallen)]
    assert sorted([*kept, *gone]) == sorted(texts(raw))


@given(DOCUMENTS, CHANGES, st.integers(0, 900))
def test_no_line_that_is_not_ours_is_lost_moved_or_made(
    raw: bytes, change: TacitChange, budget: int
) -> None:
    def theirs(file: bytes | None) -> list[tuple[str, bool]]:
        return [(n.text, n.ours) for n in read_tacit(file or b"") if not n.ours]

    assert theirs(apply_tacit(raw, change, budget=budget).file) == theirs(raw)


@given(DOCUMENTS, CHANGES, st.integers(0, 900))
def test_a_file_that_fits_goes_on_fitting(raw: bytes, change: TacitChange, budget: int) -> None:
    applied = apply_tacit(raw, change, budget=budget)

    if size(raw) <= budget and applied.file:
        assert size(applied.file) <= budget
    if applied.over_budget:
        assert (applied.added, applied.fallen) == ((), ())
