"""A text that a person must mend first is left as it is and named, and loses nothing by that."""

from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd.core.blocks import open_merge
from memoryd.jobs.troubles import broken_files
from tests.acceptance.weeks import Life

SIDES = "<<<<<<< HEAD\n{}\n=======\nanother side\n>>>>>>> theirs\n"
DANA = "areas/people/dana/summary.md"
NOTE = "memory/2026-01-12.md"


@pytest.fixture
def life(tmp_path: Path) -> Life:
    life = Life(tmp_path)
    life.say("2026-01-05 09:00", "I prefer tea over coffee.")
    life.say("2026-01-05 09:01", "Dana works at Globex. Dana is my manager.")
    life.perform("heartbeat", "2026-01-05 20:00")
    life.perform("nightly", "2026-01-05 23:00")
    life.weeks("2026-01-11")
    life.say("2026-01-12 08:00", "We decided to use REST for Beacon.")
    life.perform("heartbeat", "2026-01-12 08:30")
    return life


def a_week_goes_by(life: Life) -> None:
    life.say("2026-01-12 09:00", "Dana likes hiking.")
    life.say("2026-01-12 09:10", "I prefer trains over planes.")
    life.perform("heartbeat", "2026-01-12 20:00")
    life.perform("nightly", "2026-01-12 23:00")
    life.weeks("2026-01-18")


def torn(whole: str) -> bytes:
    first, _, rest = whole.partition("\n")
    return f"{first}\n{SIDES.format('one side')}{rest}".encode()


WIDE = "1:1: UTF-16 or UTF-32; save the file as UTF-8"
HARM: dict[str, tuple[Callable[[str], bytes], str]] = {
    "an open merge": (torn, "2:1: conflict markers of a merge; resolve them"),
    "a Windows editor's Unicode": (lambda text: text.encode("utf-16"), WIDE),
    "UTF-16 of the other order": (lambda text: text.encode("utf-16-be"), WIDE),
    "UTF-32": (lambda text: text.encode("utf-32"), WIDE),
}


@pytest.mark.parametrize("path", [DANA, NOTE, "MEMORY.md"])
@pytest.mark.parametrize("harm", HARM.values(), ids=HARM.keys())
def test_what_cannot_be_written_into_is_left_alone_and_named_and_what_waits_comes_in_afterwards(
    life: Life, harm: tuple[Callable[[str], bytes], str], path: str
) -> None:
    place = life.root / path
    whole = place.read_text()
    harmed, rule = harm[0](whole), harm[1]
    place.write_bytes(harmed)

    a_week_goes_by(life)
    assert list(broken_files(life.store())) == [f"{path}:{rule}"]
    assert life.store().troubles() != []
    assert place.read_bytes() == harmed

    place.write_text(whole)
    life.perform("heartbeat", "2026-01-19 20:00")
    life.perform("nightly", "2026-01-19 23:00")
    life.weeks("2026-01-25")
    assert list(broken_files(life.store())) == []
    assert {DANA: "hiking", NOTE: "hiking", "MEMORY.md": "trains"}[path] in place.read_text()


def test_the_other_files_go_on_meanwhile(life: Life) -> None:
    place = life.root / DANA
    place.write_text(SIDES.format(place.read_text()))

    a_week_goes_by(life)
    assert "hiking" in (life.root / NOTE).read_text()
    assert "trains" in (life.root / "MEMORY.md").read_text()
    assert "hiking" in (life.root / "areas/people/dana/items.json").read_text()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (SIDES.format("a"), 1),
        ("# Head\r\n\r\n<<<<<<< a\r\nx\r\n=======\r\ny\r\n>>>>>>> b\r\n", 3),
        ("<<<<<<< a\nx\n||||||| base\nw\n=======\ny\n>>>>>>> b", 1),
        (f"<<<<<<< only\n\n{SIDES.format('a')}", 1),
        ("<<<<<<< only the first\ntext\n", None),
        ("Head\n=======\ntext\n>>>>>>> quoted\n", None),
        ("a <<<<<<< b\n=======\n>>>>>>> c\n", None),
        (f"```\n{SIDES.format('an example')}```\n", None),
        (f"```\n{SIDES.format('an example')}```\n{SIDES.format('a')}", 8),
        ("", None),
    ],
)
def test_only_all_three_markers_in_their_order_are_an_open_merge(
    text: str, line: int | None
) -> None:
    assert open_merge(text.encode()) == line
