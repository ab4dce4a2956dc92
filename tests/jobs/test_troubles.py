"""What needs a person is said with its place: a broken summary, a memory away, two folders."""

from collections.abc import Callable
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from memoryd.config import Settings
from memoryd.core.turn import Audience
from memoryd.daemon.edits import Edits
from memoryd.errors import StoreError
from memoryd.jobs.log import log
from memoryd.jobs.reading import Reading
from memoryd.jobs.recall import Unclear, recall
from memoryd.jobs.troubles import broken_files, kept_out
from tests.store_kit import UTC_ZONE, Home

SARAH = "areas/people/sarah"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    home.say("@person Sarah: leads the office in Kiel")
    home.say("@project Beacon: uses REST")
    home.beat()
    return home


BROKEN_FRONTS = pytest.mark.parametrize(
    ("head", "line"),
    [
        ("---\naliases: [a\n---\n", 2),
        ("---\nkind: person\naliases: 'a\n---\n", 3),
        ("---\nthis is no key\n---\n", 1),
        ("---\nkind: person\nno key\n---\n", 3),
        ("---\naliases: [a]\n", 1),
        ("\ufeff---\naliases: [a\n---\n", 2),
    ],
)


@BROKEN_FRONTS
def test_a_broken_summary_is_told_with_line_and_column(home: Home, head: str, line: int) -> None:
    (home.root / SARAH / "summary.md").write_text(f"{head}# Sarah\n")

    (said,) = broken_files(home.reader())
    assert said.startswith(f"{SARAH}/summary.md:{line}:1: ")
    assert "line" not in said.partition(":1: ")[2][:4]


@BROKEN_FRONTS
def test_a_broken_summary_is_logged_once_as_status_says_it_and_so_is_its_end(
    home: Home, head: str, line: int
) -> None:
    path, edits = home.root / SARAH / "summary.md", Edits()
    path.write_text(f"{head}# Sarah\n")

    with capture_logs() as logged:
        for _ in range(2):  # a start of its own, as after a restart
            with home.writer() as store:
                for _ in range(3):
                    home.beat(store)
                    edits.look({"broken": store.broken})
                assert store.broken == list(broken_files(store))
        path.write_text("---\naliases: [a]\n---\n# Sarah\n")
        with home.writer() as store:
            edits.look({"broken": store.broken})

    assert [row["event"] for row in logged] == ["edit_refused", "edit_mended"]
    assert (logged[0]["path"], logged[0]["line_number"]) == (f"{SARAH}/summary.md", line)
    assert logged[0]["column"] == 1
    assert logged[0]["rule"]


@pytest.mark.parametrize("text", ["# Sarah\n\n---\nthis is no key\n", "# Sarah ---\n", "---\n# x"])
def test_a_summary_with_a_rule_line_only_is_not_broken(home: Home, text: str) -> None:
    (home.root / SARAH / "summary.md").write_text(text)
    with home.writer() as store:
        assert store.broken == list(broken_files(store))


@pytest.mark.parametrize(
    "said",
    ["memory/2026-01-05.md: /x/2026-01-05.md is a symbolic link; put the file itself there",
     "MEMORY.md: /x/MEMORY.md is no plain file; put a file there"],
    ids=["link", "folder"],
)  # fmt: skip
def test_what_is_wrong_with_a_whole_file_is_logged_where_status_says_it_is(said: str) -> None:
    with capture_logs() as logged:
        Edits().look({"broken": [said]})

    assert (logged[0]["line_number"], logged[0]["column"]) == (1, 1)


def gone_areas(home: Home) -> None:
    (home.root / "areas").rename(home.root.parent / "away")


def gone_root(home: Home) -> None:
    home.root.rename(home.root.parent / "away")


def emptied_root(home: Home) -> None:
    gone_root(home)
    home.root.mkdir()


def recalled(home: Home, name: str, audience: Audience) -> object:
    return recall(home.reader(), name, audience=audience, group_visible=())


def logged(home: Home, name: str, audience: Audience) -> object:
    settings = Settings(
        config_file=home.base / "config.toml", root=home.root, workspace=None, operator_name="Alex",
        timezone="UTC", layers=frozenset({"graph"}), group_visible=(), trust_channels=(),
    )  # fmt: skip
    return log(Reading(home.reader(), settings, UTC_ZONE), name, audience=audience)


@pytest.mark.parametrize("go", [gone_areas, gone_root, emptied_root])
@pytest.mark.parametrize("name", ["people/sarah", "sarah", "Sarah"])
@pytest.mark.parametrize("audience", Audience)
@pytest.mark.parametrize("ask", [recalled, logged])
def test_who_asks_while_the_memory_is_away_hears_so(
    home: Home, go: Callable[[Home], None], name: str, audience: Audience,
    ask: Callable[..., object],
) -> None:  # fmt: skip
    go(home)

    with pytest.raises(StoreError, match=r"away|gone|held") as told:
        ask(home, name, audience)
    assert audience is Audience.PRIVATE or str(home.root) not in str(told.value)


def test_what_is_not_known_of_a_memory_that_is_there_is_not_known(home: Home) -> None:
    for ask in (recalled, logged):
        assert isinstance(ask(home, "people/ben", Audience.PRIVATE), Unclear)


@pytest.mark.parametrize("kind", ["archives/projects/beacon", "archives/beacon"])
@pytest.mark.parametrize("name", ["summary.md", "items.json", "plan.txt"])
def test_a_project_with_a_second_folder_in_the_archives_is_told_with_what_to_do(
    home: Home, kind: str, name: str
) -> None:
    archived = home.root / kind
    archived.parent.mkdir(parents=True, exist_ok=True)
    (home.root / "projects/beacon").rename(archived)
    assert not [said for said in kept_out(home.reader()) if "beacon" in said]
    (home.root / "projects/beacon").mkdir()
    (home.root / "projects/beacon" / name).write_text("[]" if name == "items.json" else "# B\n")

    told = [said for said in kept_out(home.reader()) if kind in said]
    two = kind == "archives/projects/beacon"
    assert bool(told) is two
    assert all(f"move {kind}/items.json to projects/beacon" in said for said in told)


@pytest.mark.parametrize(
    ("copy", "of"),
    [
        ("items.sync-conflict-20260201-101010-ABCDEFG.json", "items.json"),
        ("items_conflict-20260201-101010.json", "items.json"),
        ("items (conflicted copy).json", "items.json"),
        ("items (conflicted copy 2026-02-01 101010).json", "items.json"),
        ("items (Alex's conflicted copy 2026-02-01).json", "items.json"),
        ("items (Alex's MacBook's Conflicted Copy 2026-02-01).json", "items.json"),
        ("items (SFConflict alex@example.org 2026-02-01-10-10-10).json", "items.json"),
        ("summary.sync-conflict-20260201-101010-ABCDEFG.md", "summary.md"),
    ],
)
def test_of_a_conflict_copy_is_told_what_to_do_with_it(home: Home, copy: str, of: str) -> None:
    folder = home.root / SARAH
    (folder / copy).write_text("[]")
    if not (folder / of).exists():
        (folder / of).write_text("# Sarah\n")

    (said,) = kept_out(home.reader())
    assert said.startswith(f"{SARAH}/{copy} is another version")
    assert said.endswith(f": put what only it holds into {SARAH}/{of}, then remove it")

    (folder / of).unlink()
    said = next(said for said in kept_out(home.reader()) if copy in said)
    assert said.endswith(f": rename it to {SARAH}/{of}, which is gone, or remove it")


def test_so_it_is_of_a_note_and_of_a_whole_folder(home: Home) -> None:
    (home.root / "memory").mkdir(exist_ok=True)
    (home.root / "memory/2026-02-01.md").touch()
    (home.root / "memory/2026-02-01.sync-conflict-20260201-101010-ABCDEFG.md").touch()
    (home.root / "projects/beacon (Alex's conflicted copy 2026-02-01)").mkdir()

    note, folder = sorted(kept_out(home.reader()))
    assert note.endswith(": put what only it holds into memory/2026-02-01.md, then remove it")
    assert folder.endswith(": put what only it holds into projects/beacon, then remove it")


@pytest.mark.parametrize(
    "path",
    ["projects/conflict-study/items.json~", f"{SARAH}/items 2.json", "projects/conflict copy"],
)
def test_what_only_looks_like_one_needs_nobody(home: Home, path: str) -> None:
    place = home.root / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("[]")

    assert list(kept_out(home.reader())) == []
    assert home.reader().strange() == [path]
