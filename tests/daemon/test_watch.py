import json
import logging
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from memoryd.daemon.watch import Watch
from tests.daemon.running import LONG, PROJECT, eventually
from tests.pace import seconds
from tests.store_kit import Home

DEBOUNCE, QUICK = 0.2, 0.05  # the daemon's, and one for tests that measure no time
HELD_BACK = 0.6  # watchdog waits half a second for the other half of a move
ITEMS = '[{"id": "f1", "fact": "Sarah likes tea.", "timestamp": "2026-01-05", "status": "active"}]'
SLEEPER = "ignore::pytest.PytestUnhandledThreadExceptionWarning"


class Heard:
    """Counts the notices, and the threads they came on."""

    def __init__(self) -> None:
        self.count = 0
        self.threads: set[threading.Thread] = set()
        self.act: Callable[[], object] = lambda: None

    def __call__(self) -> None:
        self.count += 1
        self.threads.add(threading.current_thread())
        self.act()

    def settles(self, quiet: float = 3 * QUICK) -> int:
        """Wait until no notice has come for so many seconds; return how many there have been."""
        before, since = self.count, time.monotonic()
        while time.monotonic() - since < quiet:
            time.sleep(0.01)
            if before != self.count:
                before, since = self.count, time.monotonic()
        return before

    def hears(self, before: int, seconds: float = LONG) -> bool:
        return bool(eventually(lambda: self.count > before, seconds))


@pytest.fixture
def life(home: Path) -> Path:
    for ref in ("areas/people/sarah", "areas/people/tom", "projects/beacon"):
        folder = home / "life" / ref
        folder.mkdir(parents=True)
        (folder / "items.json").write_text(ITEMS)
    (home / "life/memory").mkdir()
    return home / "life"


@pytest.fixture
def sarah(life: Path) -> Path:
    return life / "areas/people/sarah/items.json"


@pytest.fixture
def heard() -> Heard:
    return Heard()


@contextmanager
def watching(heard: Heard, *folders: Path, debounce: float = QUICK) -> Iterator[Watch]:
    watch = Watch(lambda: list(folders), heard, debounce=debounce)
    watch.start()
    try:
        heard.settles(1.5 * debounce + 0.05)
        yield watch
    finally:
        watch.stop()
    ours = ("hand-edits", "InotifyObserver", "InotifyEmitter")
    assert not [t for t in threading.enumerate() if t.name in ours or type(t).__name__ in ours]


@pytest.fixture
def watch(life: Path, heard: Heard) -> Iterator[Watch]:
    with watching(heard, life) as watch:
        yield watch


@pytest.fixture
def unhurried(life: Path, heard: Heard) -> Iterator[Watch]:
    with watching(heard, life, debounce=DEBOUNCE) as watch:
        yield watch


# -- how people and programs save ----------------------------------------------------------------


def replaces(path: Path) -> None:
    new = path.with_name("new.json")
    new.write_text(ITEMS)
    new.replace(path)


def runs(*words: str) -> Callable[[Path], None]:
    def act(path: Path) -> None:
        if shutil.which(words[0]) is None:
            pytest.skip(f"{words[0]} is not installed")
        subprocess.run([*words, str(path)], check=True, stdin=subprocess.DEVNULL, timeout=10)

    return act


def renames_to_a_backup_and_writes_anew(path: Path) -> None:
    path.rename(f"{path}~")
    path.write_text(ITEMS)
    Path(f"{path}~").unlink()


def writes_in_place(path: Path) -> None:
    with path.open("r+") as handle:
        handle.write(ITEMS)
        handle.truncate()


def syncs(path: Path) -> None:
    temp = path.with_name(f".syncthing.{path.name}.tmp")
    temp.write_text(ITEMS)
    temp.rename(path)


def appends(path: Path) -> None:
    with path.open("a") as handle:
        handle.write("\n")


def saves_another_name(name: str) -> Callable[[Path], None]:
    return lambda path: (path.parent / name).write_text("- a line\n") and None


def at_the_root(name: str) -> Callable[[Path], None]:
    return lambda path: (path.parents[3] / name).write_text("- a line\n") and None


def moves_an_entity_in(path: Path) -> None:
    elsewhere = path.parents[4] / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "items.json").write_text(ITEMS)
    elsewhere.rename(path.parents[1] / "paul")


def moves_an_entity_out(path: Path) -> None:
    path.parent.rename(path.parents[4] / "elsewhere")


def archives(path: Path) -> None:
    (path.parents[3] / "archives").mkdir()
    path.parent.rename(path.parents[3] / "archives/sarah")


def moves_a_file_in(path: Path) -> None:
    elsewhere = path.parents[4] / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "items.json").write_text(ITEMS)
    (elsewhere / "items.json").rename(path.parents[1] / "tom/items.json")


def moves_a_file_over_another(path: Path) -> None:
    path.rename(path.parents[1] / "tom/items.json")


def copies_an_entity(path: Path) -> None:
    shutil.copytree(path.parent, path.parents[1] / "paul")


SAVES: dict[str, Callable[[Path], object]] = {
    "os.replace": replaces,
    "sed -i": runs("sed", "-i", "s/tea/coffee/"),
    "vim": runs("vim", "-Nu", "NONE", "-es", "-c", "s/tea/coffee/", "-c", "wq"),
    "vim with a backup": runs(
        "vim", "-Nu", "NONE", "-es", "--cmd", "set backupcopy=no", "-c", "s/tea/coffee/", "-c", "wq"
    ),
    "backup and new file": renames_to_a_backup_and_writes_anew,
    "in place, as nano": writes_in_place,
    "append": appends,
    "Syncthing": syncs,
    "removed": Path.unlink,
    "renamed": lambda path: path.rename(path.with_name("old.json")),
    "summary": saves_another_name("summary.md"),
    "note": at_the_root("memory/2026-01-05.md"),
    "MEMORY.md": at_the_root("MEMORY.md"),
    "USER.md": at_the_root("USER.md"),
    "file moved in from outside": moves_a_file_in,
    "file moved over another": moves_a_file_over_another,
    "entity moved in": moves_an_entity_in,
    "entity moved out": moves_an_entity_out,
    "entity copied": copies_an_entity,
    "entity archived": archives,
    "entity removed": lambda path: shutil.rmtree(path.parent),
}


@pytest.mark.parametrize("save", SAVES.values(), ids=SAVES)
def test_a_save_is_noticed_within_a_second(
    save: Callable[[Path], object], sarah: Path, unhurried: Watch, heard: Heard
) -> None:
    before = heard.count
    save(sarah)

    assert heard.hears(before, seconds=1.0)
    assert heard.settles(2 * DEBOUNCE) - before <= 2
    assert threading.current_thread() not in heard.threads
    assert len(heard.threads) == 1
    assert "folders watched" in unhurried.state()


def test_touch_costs_one_notice_at_most_and_chmod_and_reading_none(
    sarah: Path, watch: Watch, heard: Heard
) -> None:
    del watch
    before = heard.count
    sarah.touch()
    assert heard.settles() - before <= 1

    before = heard.count
    sarah.chmod(0o640)
    sarah.read_text()
    list(sarah.parent.iterdir())
    assert heard.settles() == before


NO_MEMORY = [
    ".memoryd/wal/host/log.jsonl",
    ".memoryd/history/items.json",
    "areas/people/sarah/.memoryd-items.json~0a1b2c",
    "areas/people/sarah/.items.json.swp",
    "areas/people/sarah/4913",
    "areas/people/sarah/items.json~",
    "areas/people/sarah/items copy.json",
    "areas/people/sarah/items\n🦀.json",
    "areas/people/sarah/photo.jpg",
    "memory/thoughts.md",
    ".git/objects/aa/items.json",
    "projects/beacon/code/a/b/c/items.json",
]


def test_what_is_no_memory_is_not_noticed(life: Path, heard: Heard) -> None:
    for name in NO_MEMORY:
        (life / name).parent.mkdir(parents=True, exist_ok=True)
    with watching(heard, life):
        for name in NO_MEMORY:
            before = heard.count
            (life / name).write_text("x")
            (life / name).rename(life / f"{name}.bak")
            assert heard.settles() == before, name
        for name in NO_MEMORY:
            (life / f"{name}.bak").rename(life.with_name("out"))
        assert heard.settles(3 * QUICK + HELD_BACK) == before


def test_odd_names_do_not_end_the_watching(sarah: Path, watch: Watch, heard: Heard) -> None:
    for name in (b"\xff\xfe", b"a\nb", "🦀".encode(), b"x" * 255):
        Path(os.fsdecode(os.fsencode(sarah.parent) + b"/" + name)).mkdir()
    heard.settles()
    before = heard.count
    appends(sarah)

    assert heard.hears(before)
    watch.check()
    assert heard.settles() - before == 1


def test_a_new_folder_s_files_are_noticed_from_then_on(
    life: Path, watch: Watch, heard: Heard
) -> None:
    del watch
    deep = life / "archives/areas/people/paul"
    deep.mkdir(parents=True)
    heard.settles()
    before = heard.count
    (deep / "items.json").write_text(ITEMS)

    assert heard.hears(before)


def test_a_workspace_elsewhere_is_watched_flatly(home: Path, life: Path, heard: Heard) -> None:
    space = home / ".assistant/workspace"
    (space / "memory").mkdir(parents=True)
    (space / "skills/one").mkdir(parents=True)
    with watching(heard, life, space):
        for name in ("MEMORY.md", "USER.md", "memory/2026-01-05.md"):
            before = heard.count
            (space / name).write_text("- a line\n")
            assert heard.hears(before), name
            heard.settles()
        before = heard.count
        (space / "skills/one/summary.md").write_text("x")
        assert heard.settles() == before


def test_the_notes_folder_of_a_workspace_is_watched_once_it_is_made(
    home: Path, life: Path, heard: Heard
) -> None:
    space = home / "workspace"
    space.mkdir()
    with watching(heard, life, space) as watch:
        (space / "memory").mkdir()
        watch.check()
        heard.settles()
        before = heard.count
        (space / "memory/2026-01-05.md").write_text("- a line\n")

        assert heard.hears(before)


# -- bursts, and notices that fail ---------------------------------------------------------------


def test_a_burst_is_one_notice(life: Path, unhurried: Watch, heard: Heard) -> None:
    before = heard.count
    for _ in range(20):
        appends(life / "areas/people/sarah/items.json")
        appends(life / "projects/beacon/items.json")

    assert heard.settles(2 * DEBOUNCE) - before == 1
    assert unhurried.state().endswith(f"notices in the last minute: {heard.count}")


def test_saves_without_end_are_noticed_meanwhile(
    sarah: Path, unhurried: Watch, heard: Heard
) -> None:
    del unhurried
    before = heard.count
    end = time.monotonic() + 1.6
    while time.monotonic() < end:
        appends(sarah)
        time.sleep(0.02)

    assert 2 <= heard.count - before <= 4


def test_a_notice_that_takes_long_is_followed_by_a_rest(
    sarah: Path, watch: Watch, heard: Heard
) -> None:
    del watch
    heard.act = lambda: time.sleep(0.2)
    before = heard.count
    end = time.monotonic() + 2.5
    while time.monotonic() < end:
        appends(sarah)
        time.sleep(0.02)

    assert 1 <= heard.count - before <= 3


def test_a_notice_that_fails_ends_nothing(sarah: Path, watch: Watch, heard: Heard) -> None:
    del watch
    heard.act = lambda: 1 / 0
    with capture_logs() as logged:
        for _ in range(2):
            before = heard.count
            appends(sarah)
            assert heard.hears(before)
            heard.settles()

    assert "notice_failed" in [row["event"] for row in logged]


def test_taking_in_an_edit_is_no_edit(tmp_path: Path, heard: Heard) -> None:
    memory = Home(tmp_path)
    memory.say("@person Sarah: Likes tea.")
    with memory.writer() as store:
        memory.beat(store)
        heard.act = lambda: store.rescan("2026-02-01T12:00:00+00:00")
        with watching(heard, memory.root):
            before, seq = heard.count, store.head.seq
            path = memory.items_path()
            path.write_text(path.read_text().replace("tea", "coffee"))

            eventually(lambda: store.head.seq > seq)
            assert heard.settles() - before <= 2
            assert store.head.seq == seq + 1
            before = heard.count
            memory.say("@person Sarah: Moved to Lisbon.")
            memory.beat(store)
            assert heard.settles() - before <= 2


# -- what gets lost ------------------------------------------------------------------------------


def is_heard_again(watch: Watch, heard: Heard, path: Path) -> None:
    """Let the daemon tick once; saves are noticed then, and what was saved meanwhile."""
    heard.settles()
    before = heard.count
    watch.check()
    assert heard.hears(before)
    heard.settles()
    before = heard.count
    appends(path)
    assert heard.hears(before)
    assert "folders watched" in watch.state()


def test_a_root_that_was_away_is_watched_again(
    life: Path, sarah: Path, watch: Watch, heard: Heard
) -> None:
    life.rename(life.with_name("away"))
    watch.check()
    assert "is not there" in watch.state()
    assert watch.interval() == 30

    life.with_name("away").rename(life)
    is_heard_again(watch, heard, sarah)
    assert watch.interval() == 300


def test_a_root_that_was_away_between_two_ticks_is_still_watched(
    life: Path, sarah: Path, watch: Watch, heard: Heard
) -> None:
    life.rename(life.with_name("away"))
    life.with_name("away").rename(life)
    watch.check()
    before = heard.count
    appends(sarah)

    assert heard.hears(before)


def test_a_root_made_anew_is_watched(life: Path, sarah: Path, watch: Watch, heard: Heard) -> None:
    shutil.rmtree(life)
    sarah.parent.mkdir(parents=True)
    sarah.write_text(ITEMS)

    is_heard_again(watch, heard, sarah)


def test_another_root_in_the_place_of_the_first_is_watched(
    life: Path, sarah: Path, watch: Watch, heard: Heard
) -> None:
    shutil.copytree(life, life.with_name("copy"))
    life.rename(life.with_name("away"))
    life.with_name("copy").rename(life)

    is_heard_again(watch, heard, sarah)


def test_a_link_as_the_root_is_followed_also_to_its_next_goal(
    home: Path, life: Path, heard: Heard
) -> None:
    shutil.copytree(life, home / "second")
    link = home / "link"
    link.symlink_to(life)
    with watching(heard, link) as watch:
        before = heard.count
        appends(life / "areas/people/sarah/items.json")
        assert heard.hears(before)

        link.unlink()
        link.symlink_to(home / "second")
        is_heard_again(watch, heard, home / "second/areas/people/sarah/items.json")


def test_a_root_that_comes_late_is_watched(home: Path, heard: Heard) -> None:
    with watching(heard, home / "late") as watch:
        watch.check()
        folder = home / "late/projects/beacon"
        folder.mkdir(parents=True)
        (folder / "items.json").write_text(ITEMS)

        is_heard_again(watch, heard, folder / "items.json")


def test_a_folder_that_went_out_and_came_back_is_watched(
    sarah: Path, life: Path, watch: Watch, heard: Heard
) -> None:
    del watch
    for _ in range(2):
        sarah.parent.rename(life.with_name("out"))
        heard.settles(3 * QUICK + HELD_BACK)
        life.with_name("out").rename(sarah.parent)
        heard.settles()
    before = heard.count
    appends(sarah)

    assert heard.hears(before)


def dispatcher_dies(watch: Watch) -> None:
    assert watch._net is not None
    watch._net.observer.event_queue.put((None, None))


def emitter_dies(watch: Watch) -> None:
    assert watch._net is not None
    for emitter in watch._net.observer.emitters:
        emitter.stop()


def reader_dies(watch: Watch) -> None:
    assert watch._net is not None
    (reader,) = [t for t in watch._net.threads if type(t).__name__ == "InotifyFD"]
    reader.stop()


@pytest.mark.filterwarnings(SLEEPER)
@pytest.mark.parametrize("dies", [dispatcher_dies, emitter_dies, reader_dies])
def test_a_thread_that_died_is_replaced(
    dies: Callable[[Watch], None], sarah: Path, watch: Watch, heard: Heard
) -> None:
    assert watch._net is not None
    threads = watch._net.threads
    assert len(threads) == 3
    dies(watch)
    eventually(lambda: not all(thread.is_alive() for thread in threads))

    is_heard_again(watch, heard, sarah)


def test_lost_events_are_noticed_and_the_watches_set_anew(
    sarah: Path, watch: Watch, heard: Heard
) -> None:
    before, net = heard.count, watch._net
    library = logging.getLogger("watchdog.observers.inotify_c")  # noqa: TID251 - stands for it
    library.warning("Inotify queue overflowed; filesystem events were lost")

    assert heard.hears(before)
    is_heard_again(watch, heard, sarah)
    assert watch._net is not net
    net = watch._net
    watch.check()
    assert watch._net is net


def test_a_queue_that_overflows_is_noticed(sarah: Path, watch: Watch, heard: Heard) -> None:
    places = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
    if places > 40_000:
        pytest.skip("this machine's queue is too long to fill")
    assert watch._net is not None
    (reader,) = [t for t in watch._net.threads if type(t).__name__ == "InotifyFD"]
    before, one, two = heard.count, str(sarah.with_name("one")), str(sarah.with_name("two"))
    with reader._lock:
        sarah.with_name("one").touch()
        for _ in range(places // 4 + 2000):
            os.rename(one, two)  # noqa: PTH104 - many
            os.rename(two, one)  # noqa: PTH104 - many

    eventually(lambda: heard.count > before)
    is_heard_again(watch, heard, sarah)


def test_a_rescan_comes_round_without_any_event(watch: Watch, heard: Heard) -> None:
    watch.tick(1000.0)
    watch.tick(1299.0)
    before = heard.settles()
    watch.tick(1300.0)
    assert heard.hears(before)
    watch.tick(1301.0)
    assert heard.settles() == before + 1


# -- limits --------------------------------------------------------------------------------------

STARVED = """
import sys, time
from pathlib import Path
from memoryd.daemon.watch import Watch

limits = Path("/proc/sys/user")
name, low, life = sys.argv[1], sys.argv[2], Path(sys.argv[3])
(limits / name).write_text(low)
count = [0]
def notice(): count[0] += 1
watch = Watch(lambda: [life], notice)
watch.start()
time.sleep(0.5)
print(watch.interval(), watch.state())
watch.tick(1000.0)
before = count[0]
watch.tick(1030.0)
time.sleep(0.5)
print(count[0] - before)
(limits / name).write_text("10000")
watch._tried -= 1000
watch.check()
print(watch.interval(), watch.state())
watch.stop()
"""
STARVED_EDITS = """
import json, re, shutil, sys, time
from pathlib import Path
from memoryd.daemon.watch import Watch
from tests.store_kit import Home

NOW = "2026-02-01T12:00:00+00:00"
limits, name, low, home = Path("/proc/sys/user"), sys.argv[1], sys.argv[2], Home(Path(sys.argv[3]))
people = home.root / "areas/people"
for who in ("Sarah", "Tom", "Dana", "Paul"):
    home.say(f"@person {who}: Likes tea")
home.say("@person Dana: Plays chess")

def watched(folder):
    rows = [p.read_text() for p in Path("/proc/self/fdinfo").iterdir() if p.exists()]
    inodes = re.findall(r"^inotify wd:\\S+ ino:(\\S+)", "".join(rows), re.MULTILINE)
    return f"{folder.stat().st_ino:x}" in inodes

def saved(rows):
    return json.dumps(rows, indent=2)

with home.writer() as store:
    home.beat(store)
    (limits / name).write_text(low)
    taken = []
    watch = Watch(lambda: [home.root], lambda: taken.append(store.rescan(NOW)))
    watch.start()
    watch.tick(1000.0)
    time.sleep(1.1)  # who deletes a fact within a second of its coming had an older copy
    print("before", taken, [str(f) for f in (people, *people.iterdir()) if watched(f)])
    taken.clear()

    sarah, tom, dana, paul = (people / n / "items.json" for n in ("sarah", "tom", "dana", "paul"))
    sarah.write_text(sarah.read_text().replace("tea", "coffee"))
    rows = json.loads(tom.read_text())
    rows.append({**rows[0], "id": "tom-050", "fact": "Typed by hand"})
    tom.with_name("new").write_text(saved(rows))
    tom.with_name("new").replace(tom)
    dana.write_text(saved(json.loads(dana.read_text())[1:]))
    moved = home.base / "moved"
    moved.mkdir()
    row = {"id": "otto-001", "fact": "Came from elsewhere", "timestamp": "2026-01-05"}
    (moved / "items.json").write_text(saved([{**row, "status": "active"}]))
    moved.rename(people / "otto")
    (paul.parent / "summary.md").write_text("# Paul\\n\\nPlays chess.\\n")

    watch.tick(1029.0)
    time.sleep(0.6)
    print("unheard", taken)
    watch.tick(1030.0)
    time.sleep(0.6)
    print("round", taken)
    facts = {str(ref): [f.fact for f in store.ledger(ref)[0].active] for ref in store.refs()}
    print("facts", json.dumps(facts, sort_keys=True))
    hands = [r for r in store.audit_rows() if r["job"] == "hand-edit"]
    print("hands", len(hands), sum(len(r["files"]) for r in hands))
    watch.tick(1060.0)
    time.sleep(0.6)
    print("again", taken)
    watch.stop()
"""


@pytest.mark.parametrize(
    ("limit", "low", "says"),
    [
        ("max_inotify_watches", 4, "only 4 of 8 folders are watched: raise fs.inotify.max_user_w"),
        ("max_inotify_watches", 0, "no folder is watched: raise fs.inotify.max_user_watches; edit"),
        ("max_inotify_instances", 0, "no folder is watched: raise fs.inotify.max_user_instances;"),
    ],
)
def test_where_a_limit_is_too_low_it_is_named_and_rescans_come_more_often(
    limit: str, low: int, says: str, life: Path
) -> None:
    said = starves(STARVED, limit, low, life)
    starved, rescans, cured = [line for line in said.splitlines() if not line.startswith("20")]

    assert starved.startswith(f"30.0 {says}")
    assert int(rescans) >= 1
    assert cured.startswith("300.0 8 folders watched")
    assert "edits_not_watched" in said


@pytest.mark.parametrize(
    ("limit", "low"),
    [("max_inotify_watches", 4), ("max_inotify_watches", 0), ("max_inotify_instances", 0)],
)
def test_one_rescan_takes_in_every_kind_of_edit_that_was_not_heard(
    limit: str, low: int, tmp_path: Path
) -> None:
    said = starves(STARVED_EDITS, limit, low, tmp_path).splitlines()
    told = dict(line.split(" ", 1) for line in said if not line.startswith("20"))

    assert told["before"].endswith(" []")  # none of the folders with edits is watched
    assert told["unheard"] == "[]"
    assert told["round"] == "[5]"  # one notice, with five files that people changed
    assert json.loads(told["facts"]) == {
        "people/dana": ["Plays chess"],
        "people/otto": ["Came from elsewhere"],
        "people/paul": ["Likes tea"],
        "people/sarah": ["Likes coffee"],
        "people/tom": ["Likes tea", "Typed by hand"],
    }
    assert told["hands"] == "1 5"  # one row of the audit
    assert told["again"] == "[5, 0]"


def starves(script: str, limit: str, low: int, folder: Path) -> str:
    """Run a script in a process that may lower a limit for itself; return what it says."""
    unshare = shutil.which("unshare")
    if not unshare or subprocess.run([unshare, "-Ur", "true"], check=False).returncode:
        pytest.skip("this machine does not let tests lower a limit for themselves (unshare -Ur)")
    command = [unshare, "-Ur", sys.executable, "-c", script, limit, str(low), str(folder)]
    done = subprocess.run(
        command, cwd=PROJECT, capture_output=True, text=True, check=False, timeout=30
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_folders_that_are_added_to_a_full_tree_are_counted(life: Path, heard: Heard) -> None:
    with watching(heard, life) as watch:
        (life / "areas/people/paul").mkdir()
        time.sleep(1.1)
        watch.check()
        assert watch.state().startswith("9 folders watched")


@pytest.mark.parametrize("folders", [5_001, 10_000])
def test_very_many_folders_are_all_watched_in_quiet(folders: int, life: Path, heard: Heard) -> None:
    limit = Path("/proc/sys/fs/inotify/max_user_watches")
    if limit.exists() and int(limit.read_text()) < 2 * folders:
        pytest.skip(f"this machine lets a user watch {limit.read_text().strip()} folders only")
    for number in range(folders - 3):
        (life / f"areas/people/p-{number}").mkdir()
    began = time.process_time()
    with watching(heard, life) as watch:
        assert watch.state().startswith(f"{folders + 5} folders watched")
        watch.tick(0.0)
        count, setting = heard.settles(), time.process_time() - began

        def five_quiet_seconds() -> None:
            for second in range(1, 6):  # under systemd's watchdog the daemon ticks that often
                time.sleep(1)
                watch.tick(float(second))

        assert seconds(five_quiet_seconds) < setting / 4  # one look at all of them each would be 5
        assert heard.count == count

        (life / f"areas/people/p-{folders - 4}/items.json").write_text(ITEMS)
        assert heard.hears(count)
