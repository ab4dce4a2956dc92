"""Turn: who hears it, and its identity."""

from datetime import UTC, datetime

import pytest

from memoryd.core.cursor import Cursor, cursor_of
from memoryd.core.provenance import lines_of, source_of
from memoryd.core.turn import Audience, Line, Role, Turn


def turn(role: Role = Role.OPERATOR, channel: str | None = None, **more: str) -> Turn:
    place = {"session": "s", "line": "1"} | more
    return Turn("plain", time=datetime(2026, 1, 1, tzinfo=UTC), role=role, text="x",
                channel=channel, **place)  # fmt: skip


@pytest.mark.parametrize(
    ("role", "channel", "audience"),
    [
        (Role.OPERATOR, None, Audience.PRIVATE),
        (Role.ASSISTANT, None, Audience.PRIVATE),
        (Role.MEMBER, None, Audience.GROUP),
        (Role.MEMBER, "telegram:direct", Audience.PRIVATE),
        (Role.OPERATOR, "telegram:group", Audience.GROUP),
        (Role.OPERATOR, "unknown", Audience.GROUP),
        (Role.OPERATOR, "", Audience.GROUP),
        (Role.OPERATOR, "direct", Audience.GROUP),
    ],
)
def test_only_a_terminal_or_a_direct_channel_is_private(
    role: Role, channel: str | None, audience: Audience
) -> None:
    assert turn(role, channel).audience is audience


def test_a_line_is_cited_by_its_number_and_known_by_its_place() -> None:
    line = Line(12, turn(session="a b", line="x-1"))

    assert line.id == "m12"
    assert line.turn.key == "plain:a b#x-1"


@pytest.mark.parametrize("session", ["s", "a#b", "50%,#", "a:b", "%23", "漢"])
def test_a_source_names_its_lines_whatever_their_session_is_called(session: str) -> None:
    lines = [Line(n, turn(session=session, line=f"{n},{session}")) for n in (1, 2)]
    elsewhere = Line(3, turn(session="other"))

    source = source_of([*lines, elsewhere])

    assert source.startswith("conversation:plain:")
    assert source.count("#") == 1
    assert lines_of(source) == tuple(line.turn.key for line in lines)


@pytest.mark.parametrize("source", ["conversation", "remember", "hand-edit", "", "remember:run1"])
def test_a_bare_origin_names_no_line(source: str) -> None:
    assert lines_of(source) == ()


def test_a_cursor_comes_back_as_it_went() -> None:
    cursor = Cursor("/x", 5, "a", "b", 1, 9, 7)

    assert cursor_of(cursor.path, {**cursor.as_json(), "newer": 1}) == cursor
    with pytest.raises(KeyError):
        cursor_of("/x", {})
