"""A save that a write of ours meets ends as the same save that a look finds: one door for both."""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.weeks import Life
from tests.faults.met_kit import (
    ITEMS,
    MEMORY,
    NOTE,
    SUMMARY,
    Begun,
    Edit,
    in_flight,
    later,
    planned,
    put,
    taken_away,
    week,
)

Rows = list[dict[str, Any]]


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Begun:
    return Begun(tmp_path_factory.mktemp("met"))


def without(*words: str) -> Edit:
    def edit(_: bytes, now: bytes) -> bytes:
        rows = now.decode().splitlines(keepends=True)
        return "".join(row for row in rows if not any(word in row for word in words)).encode()

    return edit


def reworded(old: str, new: str) -> Edit:
    return lambda _, now: now.replace(old.encode(), new.encode())


def typed(text: str) -> Edit:
    return lambda _, now: now + f"{text}\n".encode()


def typed_into_older(text: str) -> Edit:
    return lambda older, _: older + f"{text}\n".encode()


def facts(edit: Callable[[Rows], Rows]) -> Edit:
    return lambda _, now: json.dumps(edit(json.loads(now)), indent=1).encode()


def no_facts_of(*words: str) -> Edit:
    return facts(lambda rows: [r for r in rows if not any(w in r["fact"] for w in words)])


def by_hand(text: str) -> dict[str, Any]:
    return {"id": "mine", "fact": text, "timestamp": "2026-01-19", "status": "active"}


def stub(rows: Rows) -> Rows:
    first = {"id": rows[0]["id"], "status": "superseded", "supersededBy": rows[1]["id"]}
    return [first, *rows[1:]]


def unchanged(_: bytes, now: bytes) -> bytes:
    return now


def older(older: bytes, _: bytes) -> bytes:
    return older


def emptied(*_: bytes) -> bytes:
    return b""


def deleted(*_: bytes) -> None:
    return None


def same_for_all(line: str, other: str, old: str, new: str) -> dict[str, tuple[Edit, ...]]:
    """The saves of a text; line, other: words of two lines of ours; old is put as new."""
    return {
        "a line removed": (without(line),),
        "two removed": (without(line, other),),
        "a line edited": (reworded(old, new),),
        "a line added": (typed("Mine."),),
        "older": (older,),
        "older, typed into": (typed_into_older("Mine."),),
        "emptied": (emptied,),
        "deleted": (deleted,),
        "typed, typed on": (typed("Mi"), typed("Mine.")),
        "typed, undone": (typed("Mine."), unchanged),
        "removed, undone": (without(line), unchanged),
        "removed, more removed": (without(line), without(line, other)),
        "removed, then older": (without(line), older),
        "older, then typed into": (older, typed_into_older("Mine.")),
    }


# An undoing of what was added is no row: nobody takes out what appeared less than a second ago.
SAVES: dict[str, dict[str, tuple[Edit, ...]]] = {
    ITEMS: {
        "a fact removed": (no_facts_of("peanuts"),),
        "two removed": (no_facts_of("peanuts", "tango"),),
        "a fact edited": (reworded("Allergic to peanuts", "Fond of walnuts"),),
        "a fact added": (facts(lambda rows: [*rows, by_hand("Sings")]),),
        "a stub": (facts(stub),),
        "older": (older,),
        "emptied": (emptied,),
        "deleted": (deleted,),
        "added, typed on": (facts(lambda rows: [*rows, by_hand("Si")]),
                            facts(lambda rows: [*rows, by_hand("Sings")])),
        "edited, edited on": (reworded("Allergic to peanuts", "Fond of nuts"),
                              reworded("Allergic to peanuts", "Fond of walnuts")),
        "removed, more removed": (no_facts_of("peanuts"), no_facts_of("peanuts", "tango")),
        "removed, undone": (no_facts_of("peanuts"), unchanged),
        "a stub, then one removed": (facts(stub), facts(lambda rows: stub(rows)[:-1])),
    },
    SUMMARY: same_for_all("peanuts", "tango", "Allergic to peanuts", "Very fond of walnuts"),
    NOTE: same_for_all("Bonn", "REST for", "Bonn", "Cologne"),
    MEMORY: same_for_all("green tea", "tool1", "green tea", "black tea"),
}  # fmt: skip
Moment = Callable[[Life, str, tuple[Callable[[], None], ...]], AbstractContextManager[None]]


def found_by_a_look(life: Life, _: str, saves: tuple[Callable[[], None], ...]) -> Any:
    for minute, save in enumerate(saves):
        save()
        life.perform("heartbeat", f"2026-01-18 12:{minute:02}")
    return nullcontext()


def after_the_plan(_: Life, path: str, saves: tuple[Callable[[], None], ...]) -> Any:
    def act() -> None:
        for save in saves:
            save()

    return planned(path, act)


def in_the_exchange(life: Life, path: str, saves: tuple[Callable[[], None], ...]) -> Any:
    return in_flight(life.root / path, *saves)


def while_it_was_taken_away(life: Life, path: str, saves: tuple[Callable[[], None], ...]) -> Any:
    (save,) = saves
    return taken_away(life.root / path, save)


def found(begun: Begun, path: str, kind: str) -> dict[str, Any]:
    """What a save ends as that a look finds."""
    if (path, kind) not in begun.ends:
        begun.ends[path, kind] = ends(begun, path, kind, found_by_a_look)
    return begun.ends[path, kind]


def ends(begun: Begun, path: str, kind: str, moment: Moment) -> dict[str, Any]:
    """What stands, and what is remembered, weeks after saves that came at a moment."""
    life = begun.anew()
    target = life.root / path
    versions = ((life.home / "older" / path).read_bytes(), target.read_bytes())
    saves = tuple(lambda e=edit: put(target, e(*versions)) for edit in SAVES[path][kind])
    with moment(life, path, saves):
        soon = week(life)
    that_sunday = life.text(SUMMARY)
    later(life)
    store = life.store()
    origins = (f for row in store.audit_rows() for f in row.get("facts", ()))
    end: dict[str, Any] = {
        name: sorted(life.text(name).splitlines()) for name in (ITEMS, SUMMARY, NOTE, MEMORY)
    }
    told = soon if path == ITEMS else that_sunday if path == SUMMARY else ""
    end["told soon"] = sorted(told.splitlines())
    end["by hand"] = {f["fact"] for f in origins if f["origin"] == "hand-edit"}
    end["deleted"] = set(store.head.tombstones)
    end["to be judged"] = {name for name in store.head.marks if name.startswith("note-lost:")}
    end["wrong"] = (store.verify(), store.waiting_paths())
    end["left"] = list(life.root.rglob(".memoryd-*"))
    return end


@pytest.mark.parametrize(
    ("path", "kind"),
    [(path, kind) for path, kinds in SAVES.items() for kind in kinds],
    ids=lambda name: Path(name).name.replace(" ", "-"),
)
def test_a_save_ends_the_same_whenever_it_comes(begun: Begun, path: str, kind: str) -> None:
    assert ends(begun, path, kind, in_the_exchange) == found(begun, path, kind)


@pytest.mark.parametrize("moment", [after_the_plan, while_it_was_taken_away])
@pytest.mark.parametrize(
    ("path", "kind"),
    [(path, kind) for path, kinds in SAVES.items() for kind in kinds if len(kinds[kind]) == 1],
    ids=lambda name: Path(name).name.replace(" ", "-"),
)
def test_a_save_right_before_or_around_a_write_ends_the_same_too(
    begun: Begun, path: str, kind: str, moment: Moment
) -> None:
    assert ends(begun, path, kind, moment) == found(begun, path, kind)


def more(path: str, name: str) -> Edit:
    """Add a line, or a fact, to the version that stands."""
    fact = {**by_hand(f"{name} by hand"), "id": name}
    return facts(lambda rows: [*rows, fact]) if path == ITEMS else typed(f"{name} by hand.")


@pytest.mark.parametrize("path", SAVES, ids=lambda name: Path(name).name)
def test_a_program_that_read_what_we_placed_takes_out_nothing_of_the_save_before(
    begun: Begun, path: str
) -> None:
    life = begun.anew()
    target = life.root / path

    def saves(name: str) -> Callable[[], None]:
        return lambda: put(target, more(path, name)(b"", target.read_bytes()))

    with in_flight(target, saves("first"), saves("second"), saves("third")):
        week(life)
    later(life)

    text = life.text(path)
    assert [text.count(f"{name} by hand") for name in ("first", "second", "third")] == [1, 1, 1]
