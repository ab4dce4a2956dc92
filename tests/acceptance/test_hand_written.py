"""What a person wrote by hand keeps its bytes through ten nights and four Sundays."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memoryd.core.tacit_lines import read_tacit
from tests.acceptance.weeks import FACT, Life, a_model, about_entity, well_written, writing
from tests.fakes_server import model_server

OURS = "<!-- memoryd -->\n"
SEALED = "- Prefers calls over email (2026-01-08) <!-- from: hand#1 abcdef -->\n"
NOTES: dict[str, bytes] = {
    "2026-01-05": b"- 10:30am: Coffee with Dana\n- Decision: keep the old name\nplain words\n",
    "2026-01-08": b"# 2026-01-08\r\n\r\n## Key Events\r\n- 09:15 \xe2\x80\x94 mine\r\n"
    b"\r\n## Mood\r\nfine",
    "2026-01-10": b"# Saturday\n\nCaf\xe9 with Maria \xff\xfe\n\n## Facts Extracted\n\n"
    b"## Key Events",
    "2026-01-11": b"\xef\xbb\xbf---\naliases: [x]\n---\n# 2026-01-11\n## Key Events\n"
    b"* star\n+ plus\n",
    "2026-01-12": b"```\n## Key Events\n<!-- memoryd -->\n- in a fence\n"
    b"<!-- /memoryd -->\n```\nafter",
    "2026-01-13": b"## Key Events\n<!-- memoryd -->\n- not ours, in our marks\n"
    b"<!-- /memoryd -->\n\n\n",
    "2026-01-16": b"<!-- trigger: heartbeat -->\n## key events:\n1. one\n   more of one\n2. two\n",
    "2026-01-18": b"Key Events\n==========\n\n"
    b"\xe6\x97\xa9\xe4\xb8\x8a\xe5\xa5\xbd \xf0\x9f\x8c\x9e  \n\t- deep\n",
    "2026-01-20": b"## Key Events\n<!-- memoryd -->\n- opened and never closed\n",
    "2026-01-25": b"\r\n\r\n# 2026-01-25\r## Key Events\r- old Mac line ends\r",
}  # fmt: skip
MEMORIES: dict[str, bytes] = {
    "own sections": b"# Me\n\nI am Alex.\n\n## Garden\n- tulips\n\n## How I Work\n"
    b"- At night\n\n## Zoo\n",
    "comments of another program": b"# MEMORY.md\n<!-- openclaw: 3f2 -->\n## How I Work\n"
    b"<!-- trigger: boot -->\n- Quick <!-- weight: 5 -->\n<!--\nmany\nlines\n-->\n",
    "windows": b"# MEMORY.md\r\n\r\n## Communication Preferences\r\n- Formal\r\n\r\n"
    b"## Hard Rules\r\n- None",
    "latin-1": b"# MEMORY.md\n## How I Work\n- Caf\xe9 zuerst, na\xefve B\xfccher\n"
    b"## Other\n\xff\n",
    "byte order mark": b"\xef\xbb\xbf# MEMORY.md\n\n## How I Work\n\nProse here\nand there.\n",
    "front matter": b'---\naliases: [memory, "m"]\ntags:\n  - x\n---\n# MEMORY.md\n'
    b"last line without end",
    "a fence with our marks": b"# MEMORY.md\n````md\n## How I Work\n<!-- memoryd -->\n"
    b"- Early riser\n"
    b"<!-- /memoryd -->\n````\n## How I Work\n- Mine\n",
    "lines that look like ours": f"# MEMORY.md\n## Communication Preferences\n{OURS}{SEALED}"
    "- bare\n<!-- /memoryd -->\n".encode(),
    "our mark left open": f"# MEMORY.md\n## How I Work\n{OURS}- left open\n".encode(),
    "nothing but blanks": b"\n \n\t\n",
}  # fmt: skip
KEEP = b"<!-- keep -->\n- mine *forever*\n```\n<!-- /keepx -->\n```\n<!-- /keep -->\n"
SUMMARIES: dict[str, bytes] = {
    "front matter and keep": b'---\naliases: [Sally, "S."]\nmood: ok  # fine\n---\n# Sarah\n\n'
    + KEEP,
    "text by hand": b"# Sarah Smith\n\nShe plays the cello.\n\n- likes tea\n- hates fog\n",
    "windows": b"# Sarah\r\n\r\n<!-- keep -->\r\nkeep me\r\n<!-- /keep -->\r\n\r\nShe plays chess.",
    "latin-1": b"# Sarah\n\nCaf\xe9 regular.\n\n<!-- keep -->\nna\xefve\n<!-- /keep -->",
    "byte order mark": b"\xef\xbb\xbf---\naliases:\n- Sal\n---\n\n# Sarah\n"
    b"<!-- keep -->x<!-- /keep -->\n",
    "a fence": b"# Sarah\n\n```\n<!-- keep -->\n<!-- memoryd -->\n```\n\nBorn in Ulm.\n",
    "broken front matter": b"---\naliases: [never closed\n---\n# Sarah\nBroken by hand.\n",
    "keep left open": b"# Sarah\n\nText.\n\n<!-- keep -->\nto the end\nof the file",
    "conflict": b"<<<<<<< HEAD\n# Sarah\n=======\n# Sara\n>>>>>>> other\n",
}  # fmt: skip


def lines(raw: bytes) -> list[bytes]:
    return [line.rstrip(b"\r\n") for line in raw.splitlines(keepends=True)]


def kept_in_order(before: bytes, after: bytes) -> bool:
    """Whether every line with its bytes and line end still stands, in order; a last may get one.

    What else is there must be ours: between our marks, or a heading or blank line around them.
    """
    theirs, now = (raw.splitlines(keepends=True) for raw in (before, after))
    ours = set(inserted(now))
    reached = {0}  # how many of their lines may have been met, whichever are taken for ours
    for at, line in enumerate(now):
        met = {n + 1 for n in reached if n < len(theirs) and is_same(theirs, n, line)}
        reached = met | (reached if at in ours else set())
    return len(theirs) in reached


def is_same(theirs: list[bytes], number: int, line: bytes) -> bool:
    old = theirs[number]
    cut = number == len(theirs) - 1 and not old.endswith((b"\n", b"\r"))
    return line == old or (cut and line.rstrip(b"\r\n") == old)


def inserted(now: list[bytes]) -> Iterator[int]:
    """The numbers of the lines that may be ours: whole blocks, with what opens and ends them."""
    begin, fence = None, b""
    for at, line in enumerate(line.strip() for line in now):
        if found := re.match(rb"`{3,}", line):
            fence = b"" if fence == found[0] else fence or found[0]
        elif line == OURS.strip().encode() and not fence:
            begin = at
        elif line == b"<!-- /memoryd -->" and begin is not None and not fence:
            yield from surrounded(now, begin, at)
            begin = None


def surrounded(now: list[bytes], begin: int, end: int) -> range:
    """A block with the headings and blank lines before it, and the blank lines after it."""
    while begin and re.fullmatch(rb"(#+ .*)?", now[begin - 1].strip(b"\xef\xbb\xbf\r\n\t ")):
        begin -= 1
    while end + 1 < len(now) and not now[end + 1].strip():
        end += 1
    return range(begin, end + 1)


@pytest.mark.parametrize(
    ("after", "kept"),
    [
        ("# A\n- one\n- two\n", True),
        (f"# A\n- one\n- two\n\n## B\n{OURS}- new\n<!-- /memoryd -->\n", True),
        (f"# A\n- one\n{OURS}- new\n<!-- /memoryd -->\n\n- two\n", True),
        (f"# A\n\n## B\n{OURS}- one\n<!-- /memoryd -->\n- one\n- two\n", True),
        (f"# A\n{OURS}- one\n<!-- /memoryd -->\n- two\n", True),
        ("# A\n- one\n- new\n- two\n", False),
        ("# A\n- one\n- two\n\n", False),
        ("# A\n- one\n- two\n## B\n", False),
        (f"# A\n- one\n- two\n{OURS}- never closed\n", False),
        (f"# A\n- one\n- two\n```\n{OURS}- new\n<!-- /memoryd -->\n```\n", False),
        (f"# A\n- one\n- two\n{OURS}<!-- /memoryd -->\n- new\n", False),
        ("# A\n- two\n- one\n", False),
        ("# A\n- one\r\n- two\n", False),
        ("# A\n- one\n", False),
    ],
)
def test_only_our_own_blocks_may_be_added(after: str, kept: bool) -> None:  # noqa: FBT001 - a row
    assert kept_in_order(b"# A\n- one\n- two\n", after.encode()) is kept


@contextmanager
def writer(life: Life, kind: str) -> Iterator[None]:
    """The rules, or a model that answers well and asks for lines in MEMORY.md."""
    if kind == "rules":
        yield
        return

    def write(prompt: str) -> object:
        if about_entity(prompt):
            return well_written(prompt)
        retire = [{"text": t, "reason": "over"} for t in ("At night", "Mine", "bare", "Quick")]
        return well_written(prompt) | {"retire": retire}

    with model_server(writing(write)) as server:  # type: ignore[arg-type]
        life.configure(llm=a_model(server.url))
        yield


def live(life: Life) -> None:
    """Ten nights and four Sundays of the story."""
    for day in ("05", "08", "10", "11", "12", "13", "16", "18", "20", "25"):
        if day in ("11", "18", "25"):
            life.perform("synthesis", f"2026-01-{day} 04:00")
        life.perform("nightly", f"2026-01-{day} 23:00")
    life.perform("synthesis", "2026-02-01 04:00")


def place(life: Life, name: str, raw: bytes) -> Path:
    path = life.root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(raw)
    return path


@pytest.fixture
def life(tmp_path: Path) -> Life:
    found = Life(tmp_path / "home")
    found.tell_the_story()
    return found


@pytest.mark.parametrize("kind", ["rules", "model"])
def test_daily_notes_of_every_make_keep_their_bytes(life: Life, kind: str) -> None:
    paths = {day: place(life, f"memory/{day}.md", raw) for day, raw in NOTES.items()}
    with writer(life, kind):
        live(life)
    after = {day: path.read_bytes() for day, path in paths.items()}

    lost = [day for day, raw in NOTES.items() if not kept_in_order(raw, after[day])]
    assert lost == []
    grown = [day for day, raw in NOTES.items() if len(after[day]) > len(raw)]
    assert len(grown) >= 8


@pytest.mark.parametrize("kind", ["rules", "model"])
@pytest.mark.parametrize("name", MEMORIES)
def test_memory_md_of_every_make_keeps_its_bytes(life: Life, kind: str, name: str) -> None:
    path = place(life, "MEMORY.md", MEMORIES[name])
    with writer(life, kind):
        live(life)
    after = path.read_bytes()

    assert kept_in_order(MEMORIES[name], after)
    assert b"arly riser" in after.replace(MEMORIES[name], b"")
    assert any(line.ours for line in read_tacit(after))
    life.perform("synthesis", "2026-02-01 12:00", force=True)
    assert path.read_bytes() == after


@pytest.mark.parametrize("kind", ["rules", "model"])
@pytest.mark.parametrize("name", SUMMARIES)
def test_a_summary_of_every_make_keeps_what_a_person_wrote(
    life: Life, kind: str, name: str
) -> None:
    raw = SUMMARIES[name]
    path = place(life, "areas/people/sarah/summary.md", raw)
    with writer(life, kind):
        live(life)
    after = path.read_bytes()

    theirs = [line for line in lines(raw) if line.strip()]
    assert [line for line in theirs if line not in lines(after)] == []
    head, sep, _ = raw.partition(b"---\n# Sarah")
    assert after.startswith(head + sep if sep else b"")
    assert raw.count(KEEP) == after.count(KEEP)
    if name == "keep left open":
        assert after == raw or theirs[-1] in after
    if name == "conflict":
        assert after == raw  # a person resolves it first; status names it
        return
    if name == "broken front matter":
        assert after == raw
        troubles = [
            m["trouble"] for a in life.answers for m in a.get("entities", ()) if m["trouble"]
        ]
        assert all("areas/people/sarah/summary.md" in said for said in troubles)
        assert any("line 2" in said for said in troubles)
    else:
        assert b"former" in after.lower()


def test_what_a_person_changes_between_sundays_stands(life: Life) -> None:
    life.live("2026-01-05", "2026-01-18")
    path = life.root / "MEMORY.md"
    text = path.read_text()
    early = next(line for line in text.splitlines() if "Early riser" in line)
    calls = next(line for line in text.splitlines() if "calls over email" in line)
    changed = early.replace("Early riser", "An early riser, on working days")
    text = text.replace(early, changed).replace(f"{calls}\n", "")
    text = text.replace(
        "<!-- /memoryd -->", "- Added by hand inside the block\n<!-- /memoryd -->", 1
    )
    path.write_text(text)
    life.say("2026-01-21 10:00", "I prefer calls over email, I told you.", session="again")
    life.say("2026-01-22 10:00", "I'm an early riser, you know.", session="again")
    life.live("2026-01-19", "2026-02-15")

    after = path.read_text()
    assert changed in after
    assert "- Added by hand inside the block" in after
    assert "calls over email" not in after
    assert after.count("arly riser") == 1


def test_a_priority_that_a_person_deletes_does_not_come_back(life: Life) -> None:
    life.live("2026-01-05", "2026-01-18")
    path = life.root / "MEMORY.md"
    kept = [line for line in path.read_text().splitlines() if "Larkspur" not in line]
    path.write_text("\n".join(kept) + "\n")
    life.live("2026-01-19", "2026-01-25")

    assert "Larkspur" not in path.read_text()


def test_a_memory_md_that_was_away_for_a_while_is_no_wish_to_forget_it(life: Life) -> None:
    life.live("2026-01-05", "2026-01-18")
    path = life.root / "MEMORY.md"
    before = path.read_bytes()
    path.unlink()
    life.perform("heartbeat", "2026-01-19 09:00")
    life.perform("synthesis", "2026-01-19 10:00", force=True)
    path.write_bytes(before)
    life.live("2026-01-20", "2026-02-01")

    texts = [line.text for line in read_tacit(path.read_bytes()) if line.ours]
    assert "Early riser" in texts
    assert "Beacon: Launches on April 2" in texts
    path.write_bytes(b"")
    life.say("2026-02-03 09:00", "I prefer written answers over long talks.", session="new")
    life.live("2026-02-02", "2026-02-08")
    assert "Beacon" in path.read_text()


def test_a_sentence_that_a_person_deletes_from_a_summary_does_not_come_back(life: Life) -> None:
    life.live("2026-01-05", "2026-01-18")
    path = life.root / "areas/people/maria/summary.md"
    kept = [line for line in path.read_text().splitlines() if "developers" not in line]
    path.write_text("\n".join([*kept, "Met at a pottery class."]) + "\n")
    life.say("2026-01-20 09:00", "Maria is my business partner, as you know.", session="again")
    life.live("2026-01-19", "2026-02-08")

    after = path.read_text()
    assert "developers" not in after
    assert "Met at a pottery class." in after
    assert len(life.facts("areas/people/maria")) >= 2


def test_facts_typed_into_items_json_are_summed_up_and_never_superseded_by_a_model(
    life: Life,
) -> None:
    life.perform("heartbeat", "2026-01-12 20:00")
    path = life.root / "areas/people/maria/items.json"
    rows = json.loads(path.read_text())
    row = {"id": "maria-050", "fact": "Company has ten developers", "status": "active"}
    path.write_text(json.dumps([*rows, row | {"timestamp": "2026-01-11"}]))

    def write(prompt: str) -> dict[str, object]:
        if not about_entity(prompt):
            return well_written(prompt)
        ids = [found[0] for found in FACT.findall(prompt)]
        replaced = [{"old": "maria-050", "by": i, "reason": "newer"} for i in ids]
        return well_written(prompt) | {"superseded": replaced}

    with model_server(writing(write)) as server:
        life.configure(llm=a_model(server.url))
        life.perform("synthesis", "2026-01-18 04:00")

    typed = next(f for f in life.facts("areas/people/maria") if f["id"] == "maria-050")
    assert typed["status"] == "active"
    assert "Company has ten developers." in life.text("areas/people/maria/summary.md")
    assert "maria-050" in [review["replaces"] for review in life.reviews()]
