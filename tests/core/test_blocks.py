"""Properties of what memoryd adds to files that people own, shown on the daily note."""

import re
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.core.notes import Section, add_bullets, bullet, event_bullet, read_note

DAY = "2026-03-04"
EVENT, DECISION = event_bullet("09:15", "Chose a printer"), bullet("The shop closes on Mondays")
TRICKY = st.text(
    "ab1.) #>-+*_`~[]!<>/|=\n\r\t\x00\x0c\x1c\x85\xa0\u2028\u2029"
    "\u200b\u200d\u202e\ufeff\ud83d\U000e0041é明",
    max_size=12,
)


def test_every_character_there_is_makes_one_writable_line() -> None:
    item = bullet("a".join(map(chr, range(0x110000))))

    assert len(item.splitlines()) == 1
    assert item.encode().decode() == item


@given(TRICKY)
def test_no_text_makes_a_second_line_a_marker_or_an_unwritable_byte(text: str) -> None:
    item = bullet(text)

    assert len(item.splitlines()) == 1
    assert "<!" not in item
    assert "-->" not in item
    assert item.encode()


def taken_out(note: bytes, before: bytes) -> bytes:
    """Take our blocks out, and the headings (with a blank line) of which `before` has fewer."""
    opened = re.search(rb"<!-- memoryd -->(\r\n|\n|\r)", note)
    newline = opened[1] if opened else b"\n"
    block = rb"<!-- memoryd -->%b(?:- [^\r\n]*%b)+<!-- /memoryd -->" % (newline, newline)
    for section in Section:
        heading = f"## {section}".encode()
        if note.count(heading) > before.count(heading):
            new = rb"(?:%b)?%b%b%b" % (newline, heading, newline, block)
            note, count = re.subn(
                rb"%b%b\Z|%b%b" % (newline, new, new, newline), b"", note, count=1
            )
            assert count == 1
    return re.sub(rb"%b%b\Z|%b%b" % (newline, block, block, newline), b"", note)


@pytest.mark.parametrize(
    "oddity",
    [
        b"\xef\xbb\xbf## Facts Extracted\n- x\n",
        b"# caf\xe9 \x0c \xe2\x80\xa8 \xc2\x85 \n\n\n",
        b"- trailing   \n\t\n<!-- trigger: a --> <!-- importance: 8 -->\n \x0c\n",
        b"## Key Events\n\n\n## Mine  \n- 10:30am: Flat\n\x00\xff\n",
        b"\xef\xbb\xbf",
        b"\n\n",
    ],
)
def test_what_others_wrote_stays_byte_for_byte(oddity: bytes) -> None:
    note = add_bullets(
        oddity, DAY, {Section.KEY_EVENTS: [EVENT], Section.DECISIONS_MADE: [DECISION]}
    )

    assert taken_out(note, oddity) == oddity


NASTY = [
    *(f"## {section}".encode() for section in Section),
    b"### key events:",
    b"# 2026-03-04",
    b"## Mine",
    b"Decisions Made",
    b"----------",
    b"---",
    b"tags: [a]",
    b"",
    b"  ",
    b"\x0c",
    b"```",
    b"```py",
    b"~~~~",
    b"<!--",
    b"<!-- todo",
    b"-->",
    b"<!-- trigger: a -->",
    b"- 10:30am: Flat   ",
    b"- caf\xe9 \xe2\x80\xa8 x",
    b"text",
    b"> ## Key Events",
    EVENT.encode(),
]
MARKERS = [b"<!-- memoryd -->", b"<!-- /memoryd -->"]
NEWLINES = [b"\n", b"\n", b"\r\n", b"\r\n", b"\r"]


def documents(parts: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    line = st.tuples(st.sampled_from(parts), st.sampled_from(NEWLINES)).map(b"".join)
    mixed = st.tuples(
        st.sampled_from([b"", b"\xef\xbb\xbf"]),
        st.lists(line, max_size=12).map(b"".join),
        st.sampled_from([b"", *parts]),
    ).map(b"".join)
    plain = st.lists(st.sampled_from(parts), max_size=14)
    return st.one_of(mixed, plain.map(b"\n".join), plain.map(b"\r\n".join)).filter(bool)


BULLETS = st.dictionaries(
    st.sampled_from(list(Section)),
    st.lists(
        st.one_of(
            TRICKY.map(bullet),
            st.sampled_from([EVENT, DECISION, event_bullet("23:00", "x"), bullet("10:00 y")]),
        ),
        max_size=3,
    ),
)


@given(documents(NASTY), BULLETS)
def test_taking_our_blocks_out_gives_back_the_bytes(
    raw: bytes, bullets: Mapping[Section, Sequence[str]]
) -> None:
    assert taken_out(add_bullets(raw, DAY, bullets), raw) == raw


@given(documents(NASTY + MARKERS), BULLETS)
def test_adding_twice_is_adding_once(raw: bytes, bullets: Mapping[Section, Sequence[str]]) -> None:
    note = add_bullets(raw, DAY, bullets)

    assert add_bullets(note, DAY, bullets) == note


@given(documents(NASTY + MARKERS), BULLETS)
def test_lines_are_only_added_and_every_item_is_there(
    raw: bytes, bullets: Mapping[Section, Sequence[str]]
) -> None:
    note = add_bullets(raw, DAY, bullets)

    rest = iter(note.removeprefix(b"\xef\xbb\xbf").splitlines())
    assert all(line in rest for line in raw.removeprefix(b"\xef\xbb\xbf").splitlines())
    lines = {line.strip() for line in note.splitlines()}
    assert {item.strip().encode() for items in bullets.values() for item in items} <= lines


@given(documents(NASTY + MARKERS))
def test_any_bytes_are_read_line_by_line(raw: bytes) -> None:
    lines = [entry.line for entry in read_note(raw).entries]

    assert lines == sorted(set(lines))
    assert all(raw.splitlines()[line - 1].strip() for line in lines)
