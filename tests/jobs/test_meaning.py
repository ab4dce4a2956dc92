"""Search by meaning: found without a shared word, made beside the answers, kept from a group."""

import json
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy", reason="needs memoryd[semantic]")

from memoryd.core.passage import Layer, Passage
from memoryd.core.turn import Audience
from memoryd.jobs.freshness import Scope
from memoryd.jobs.meaning import Meaning
from memoryd.jobs.reading import open_reading
from memoryd.jobs.search import FILE, Finder, Query, embedder_of, search, why_not
from memoryd.search.embedding import missing
from memoryd.search.index import Index
from memoryd.search.vector_keys import as_keys
from memoryd.search.vectors import Vectors
from memoryd.search.wording import meant
from memoryd.wiring import App, LateStore
from tests.search.meanings import Meanings
from tests.store_kit import UTC_ZONE, Home

NOW = datetime.fromisoformat("2026-02-16T09:00:00+00:00")
SCOPE = Scope(UTC_ZONE, "Alex", ("projects", "resources"))
LONG = 40.0  # seconds that nothing here should ever need


class Synonyms(Meanings):
    """A model to which some words mean the same."""

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        for one, other in (("instrument", "cello"), ("snack", "oregano"), ("protocol", "rest")):
            texts = [text.lower().replace(one, other) for text in texts]
        return super().embed(texts)


class Memory(Home):
    """A home whose memory is searched by words and meaning."""

    def finder(self, vectors: Any) -> Finder:
        return Finder(self.reader(), SCOPE, vectors)

    @property
    def kept(self) -> Path:
        """The folder of the index and the vectors."""
        return next(self.state.rglob(FILE)).parent

    def vectors(self, model: str = Meanings.model) -> int:
        """How many texts have a vector on disk."""
        found = Vectors(self.kept, model, write=False)
        try:
            return len(found)
        finally:
            found.close()


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    home = Memory(tmp_path)
    home.say("@person Sarah: plays the cello in Bremen", day="2026-01-05")
    home.say("@project Beacon: uses REST for its interface", day="2026-01-13")
    home.say("We ate soup with oregano.", day="2026-01-14")
    home.beat()
    return home


@pytest.fixture
def finders(memory: Memory) -> Iterator[Callable[[Any], Finder]]:
    """Make finders that are closed after the test."""
    made: list[Finder] = []

    def make(vectors: Any) -> Finder:
        made.append(memory.finder(vectors))
        return made[-1]

    yield make
    for finder in made:
        finder.close()


def ask(finder: Finder, words: str, audience: str = "private", **more: Any) -> dict[str, Any]:
    return finder.search(Query(words, NOW, Audience(audience), **more))


def ready(finder: Finder) -> Finder:
    finder.await_vectors(lambda _: None)
    return finder


def facts(answer: dict[str, Any]) -> list[str]:
    """The ids of the facts found, in their order: the lines they are of are found as well."""
    return [row["id"] for row in answer["results"] if row["id"]]


def until(true: Callable[[], Any]) -> None:
    deadline = time.monotonic() + LONG
    while not true():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.01)


def test_what_shares_no_word_is_found_by_its_meaning(finders: Any) -> None:
    with_it, without = ready(finders(Synonyms())), finders(None)

    assert ask(without, "instrument")["results"] == []
    found = ask(with_it, "instrument")
    assert facts(found)[0] == "sarah-001"
    assert (found["mode"], found["degraded"], found["stale"]) == ("hybrid", None, False)
    assert ask(without, "cello")["mode"] == "lexical"


@pytest.mark.parametrize("words", ["sarah-001", "areas/people/sarah/items.json"])
def test_an_id_and_a_path_come_first_whatever_is_near(finders: Any, words: str) -> None:
    assert ask(ready(finders(Synonyms())), words)["results"][0]["id"] == "sarah-001"


@pytest.mark.parametrize("words", ["", "  ", "?!", "* -", "\x00"])
def test_words_that_say_nothing_are_near_to_nothing(finders: Any, words: str) -> None:
    found = ask(ready(finders(Synonyms())), words)

    assert (found["results"], found["mode"]) == ([], "lexical")


def test_vectors_begin_with_the_first_question_and_never_hold_it_up(
    memory: Memory, finders: Any
) -> None:
    model = Synonyms(fails_after=0)
    finder = finders(model)
    finder.refresh()
    assert (finder._meaning, list(memory.kept.glob("vectors*"))) == (None, [])
    assert model.asked == []

    assert facts(ask(finder, "cello")) == ["sarah-001"]
    model.fails_after = None
    assert ask(ready(finder), "cello")["mode"] == "hybrid"


def test_an_edit_is_found_by_words_at_once_and_by_meaning_a_little_later(
    memory: Memory, finders: Any
) -> None:
    finder = ready(finders(Synonyms()))
    rows = memory.items()
    rows[0]["fact"] = "grows oregano in Bremen"
    memory.items_path().write_text(json.dumps(rows))

    assert ask(finder, "grows")["results"][0]["id"] == "sarah-001"
    assert not [row for row in ask(finder, "instrument")["results"] if "cello" in row["snippet"]
                and row["source"] == "memory"]  # fmt: skip
    until(lambda: "sarah-001" in {row["id"] for row in ask(finder, "snack")["results"][:2]})


def test_the_vector_of_what_is_gone_goes_too(memory: Memory, finders: Any) -> None:
    finder = ready(finders(Synonyms()))
    before = memory.vectors()
    shutil.rmtree(memory.items_path().parent)

    ask(finder, "anything")
    until(lambda: memory.vectors() < before)


def test_a_restart_embeds_only_what_is_new(memory: Memory, finders: Any) -> None:
    first = ready(finders(Synonyms()))
    first.close()
    memory.say("The kettle sings.", day="2026-01-15")
    memory.beat()
    model = Synonyms()

    ready(finders(model))

    assert [text for text in model.asked if "kettle" not in text] == []
    assert len(model.asked) == 1


def test_after_a_restart_vectors_are_kept_up_without_a_question(
    memory: Memory, finders: Any
) -> None:
    ready(finders(Synonyms())).close()
    before = memory.vectors()
    memory.say("The kettle sings.", day="2026-01-15")
    memory.beat()

    finders(Synonyms()).refresh()

    until(lambda: memory.vectors() == before + 1)


def test_a_fill_that_was_cut_goes_on_where_it_stopped(memory: Memory, finders: Any) -> None:
    for number in range(100):
        memory.say(f"Number {number} was called.", session="b", day="2026-01-15")
    memory.beat()
    cut = finders(Synonyms(fails_after=60))
    cut.await_vectors(lambda _: None)
    made = memory.vectors()
    assert 0 < made < 100
    answer = ask(cut, "instrument")
    assert answer["degraded"] == "the model is gone"
    cut.close()

    model = Synonyms()
    ready(finders(model))
    assert memory.vectors() == made + len(set(model.asked))
    assert memory.vectors() >= 100


class Halting(Synonyms):
    """A model that is stopped before the passages that hold a word."""

    def __init__(self, word: str) -> None:
        super().__init__()
        self.word, self.goes = word, threading.Event()

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if any(self.word in text for text in texts):
            self.goes.wait(LONG)
        return super().embed(texts)


def test_a_group_is_told_neither_how_many_passages_lack_a_vector_nor_that_private_ones_do(
    memory: Memory, finders: Any
) -> None:
    ready(finders(Synonyms())).close()
    for number in range(40):
        memory.say(f"Kettle {number} sings.", session="b", day="2026-01-15")
    memory.beat()
    model = Halting("Kettle")
    finder = finders(model)
    until(lambda: "being made" in (ask(finder, "instrument")["degraded"] or ""))

    group = ask(finder, "protocol", "group")
    said: list[str] = []
    waits = threading.Thread(
        target=finder.await_vectors, args=(said.append, Query("protocol", NOW, Audience.GROUP))
    )
    waits.start()
    until(lambda: said)
    model.goes.set()
    waits.join()

    assert (group["mode"], group["degraded"]) == ("hybrid", None)
    assert facts(group) == ["beacon-001"]
    assert set(said) == {"vectors are being made"}


def test_what_a_group_is_told_in_other_words_is_found_by_its_meaning_too(
    memory: Memory, finders: Any
) -> None:
    """Where a summary is withheld, its heading is no part of what a group is told of the facts."""
    place = memory.root / "projects/beacon/summary.md"
    place.write_text("# Beacon for Sarah\n\nHers.\n")
    answer = ask(ready(finders(Synonyms())), "protocol", "group")

    assert (answer["mode"], answer["degraded"]) == ("hybrid", None)
    assert facts(answer) == ["beacon-001"]


def test_another_model_makes_all_vectors_anew(memory: Memory, finders: Any) -> None:
    ready(finders(Synonyms())).close()
    count = memory.vectors()

    other = ready(finders(Synonyms(model="test/other", size=64)))

    assert memory.vectors() == 0
    assert memory.vectors("test/other") == count
    assert facts(ask(other, "instrument"))[0] == "sarah-001"


def test_an_index_that_is_built_anew_keeps_the_vectors(memory: Memory, finders: Any) -> None:
    ready(finders(Synonyms())).close()
    (memory.kept / FILE).write_bytes(b"not a database at all")
    model = Synonyms()

    finder = ready(finders(model))

    assert model.asked == []
    assert facts(ask(finder, "instrument"))[0] == "sarah-001"


@pytest.mark.parametrize("words", ["instrument", "snack", "cello", "Sarah in Bremen", "soup"])
def test_a_group_is_near_to_nothing_private(finders: Any, words: str) -> None:
    finder = ready(finders(Synonyms()))

    paths = {row["path"] for row in ask(finder, words, "group", limit=50)["results"]}

    assert paths <= {"projects/beacon/items.json", "projects/beacon/summary.md"}
    assert ask(finder, "protocol", "group")["results"][0]["entity"] == "projects/beacon"


def test_how_far_the_vectors_are_is_told_to_the_operator_alone(
    memory: Memory, finders: Any
) -> None:
    goes_on = threading.Event()

    class Slow(Synonyms):
        """Embeds questions at once, and at first only so many passages."""

        def embed(self, texts: Sequence[str]) -> list[list[float]]:
            if len(texts) > 1 and len(self.asked) >= 32:
                goes_on.wait(LONG)
            return super().embed(texts)

    for number in range(60):
        memory.say(f"Number {number} was called.", session="b", day="2026-01-15")
    memory.beat()
    finder = finders(Slow())
    ask(finder, "cello")
    until(lambda: ask(finder, "cello")["mode"] == "hybrid")

    said, told = ask(finder, "cello"), ask(finder, "cello", "group")
    goes_on.set()

    assert said["degraded"].startswith("vectors are still being made (32 of ")
    assert told["degraded"] == "vectors are still being made; an answer may be missing"


class Settings:
    """The one setting that is looked at."""

    def __init__(self, *, semantic: bool) -> None:
        self.semantic = semantic


def test_why_words_alone_count_is_said_in_one_line(finders: Any) -> None:
    off = embedder_of(Settings(semantic=False))  # type: ignore[arg-type]
    assert off == why_not(Settings(semantic=False))  # type: ignore[arg-type]
    assert "switched off" in str(off)
    assert "--semantic" in why_not(Settings(semantic=True))  # type: ignore[arg-type]

    for why in (off, "numpy is not installed"):
        answer = ask(finders(why), "cello")
        assert (answer["mode"], answer["degraded"]) == ("lexical", why)
        assert answer["results"][0]["id"] == "sarah-001"


def test_a_superseded_fact_stays_behind_its_successor(memory: Memory, finders: Any) -> None:
    rows = memory.items()
    new = {**rows[0], "id": "sarah-002", "fact": "gave her music up", "timestamp": "2026-02-01"}
    old = {**rows[0], "status": "superseded", "supersededBy": "sarah-002"}
    memory.items_path().write_text(json.dumps([old, new]))
    finder = ready(finders(Synonyms()))

    assert "sarah-001" not in {row["id"] for row in ask(finder, "instrument")["results"]}
    ids = [row["id"] for row in ask(finder, "cello", history=True)["results"] if row["id"]]
    assert ids.index("sarah-002") < ids.index("sarah-001")


@pytest.mark.parametrize("lacking", [False, True])
def test_a_second_process_uses_what_the_first_made_and_names_it_while_some_is_lacking(
    memory: Memory, finders: Any, *, lacking: bool
) -> None:
    ready(finders(Synonyms()))
    if lacking:
        memory.say("We saw a tapir.", day="2026-01-15")
        memory.beat()

    second = ask(ready(finders(Synonyms())), "instrument")

    assert facts(second)[0] == "sarah-001"
    assert second["degraded"] == ("another process makes the vectors" if lacking else None)


def test_a_line_of_what_no_longer_holds_is_behind_the_successor(
    memory: Memory, finders: Any
) -> None:
    rows = memory.items()
    new = {**rows[0], "id": "sarah-002", "fact": "gave her music up", "timestamp": "2026-02-01",
           "source": "hand-edit"}  # fmt: skip
    old = {**rows[0], "status": "superseded", "supersededBy": "sarah-002"}
    memory.items_path().write_text(json.dumps([old, new]))

    for words in ("cello", "instrument"):
        found = ask(ready(finders(Synonyms())), words)["results"]
        over = [row["provenance"]["supersededBy"] for row in found]
        ids = [row["id"] for row in found]
        assert ids.index("sarah-002") < over.index("sarah-002")


def test_an_id_is_never_given_twice(tmp_path: Path) -> None:
    one = Passage("a", 1, 1, Layer.NOTE, "tea")
    with Index.open(tmp_path / FILE, write=True) as index:
        seen: list[int] = []
        for number in range(3):
            index.replace("a", str(number), [one])
            ids, keys = index.keys()
            assert len(as_keys([keys])) == len(ids) == 1
            seen += ids
        index.drop("a")
        assert list(index.keys()[0]) == []
    assert len(set(seen)) == 3


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({}, "tea"),
        ({"speaker": "Ana", "day": "2023-05-08"}, "Ana (8 May 2023): tea"),
        ({"subject": "sarah miller Sarah Miller", "day": "odd"}, "Sarah Miller (odd): tea"),
        ({"day": "2026-12-01"}, "1 December 2026: tea"),
        ({"speaker": "Ana", "subject": "Ben"}, "Ana: tea"),
    ],
)
def test_a_passage_means_who_when_and_what(more: dict[str, Any], text: str) -> None:
    assert meant(Passage("a", 1, 1, Layer.NOTE, "tea", **more)) == text


def test_an_index_that_is_just_being_built_takes_no_vectors_away(
    memory: Memory, finders: Any
) -> None:
    ready(finders(Synonyms())).close()
    before = memory.vectors()
    begun = memory.kept / "begun.db"
    Index.open(begun, write=True).close()
    meaning = Meaning(memory.kept, begun, Synonyms())
    meaning.nudge()
    assert meaning._loaded.wait(LONG)
    meaning.close()

    assert memory.vectors() == before


def test_what_nobody_asks_for_is_let_go_and_comes_back(memory: Memory, finders: Any) -> None:
    ready(finders(Synonyms())).close()
    meaning = Meaning(memory.kept, memory.kept / FILE, Synonyms(), idle=0.05)
    meaning.nudge()
    meaning.wait(lambda _: None)
    until(lambda: not meaning._views)

    beside = meaning.begin("instrument", Audience.PRIVATE)
    with Index.open(memory.kept / FILE, write=False) as index:
        beside.bind(index.mark)

    assert len(list(beside.found())) > 0
    assert (beside.hybrid, beside.amiss) == (True, None)
    meaning.close()


@pytest.mark.skipif(missing() is not None, reason="needs memoryd[semantic]")
def test_a_command_waits_for_the_vectors_where_it_is_told_to(memory: Memory) -> None:
    file = memory.base / "config.toml"
    file.write_text(f'[memory]\nroot = "{memory.root}"\n')
    env = {"HOME": str(memory.base), "XDG_STATE_HOME": str(memory.base / "own")}
    reading = open_reading(env, file)
    query = Query("classical music instruments", NOW, Audience.PRIVATE)

    plain, waited = search(reading, query), search(reading, query, lambda _: None)

    assert (plain["mode"], plain["results"]) == ("lexical", [])
    assert "--semantic" in plain["degraded"]
    assert (waited["mode"], waited["degraded"]) == ("hybrid", None)
    assert facts(waited)[0] == "sarah-001"


@pytest.mark.skipif(missing() is not None, reason="needs memoryd[semantic]")
def test_a_daemon_obeys_the_switch_when_it_is_turned(memory: Memory) -> None:
    file = memory.base / "config.toml"
    env = {"HOME": str(memory.base), "XDG_STATE_HOME": str(memory.base / "own")}
    late = LateStore(App.of(env, config_file=file), wait=1)

    def asked(semantic: str) -> tuple[str, str | None]:
        file.write_text(f'[memory]\nroot = "{memory.root}"\n[search]\nsemantic = {semantic}\n')
        params = {"query": "music", "audience": "private", "semantic": True}
        answer = late.perform("search", params, lambda _: None)
        return answer["mode"], answer["degraded"]

    assert asked("true") == ("hybrid", None)
    mode, why = asked("false")
    assert mode == "lexical"
    assert "switched off" in str(why)
    assert asked("true") == ("hybrid", None)
    late.close()


def test_numpy_waits_for_the_first_question() -> None:
    code = (
        "import sys, memoryd.wiring, memoryd.jobs.search, memoryd.daemon.main; "
        "sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.skipif(missing() is not None, reason="needs memoryd[semantic]")
def test_the_real_model_finds_what_shares_no_word(finders: Any) -> None:
    class Kept:
        """The settings of a new installation."""

        semantic = True

    finder = ready(finders(embedder_of(Kept())))  # type: ignore[arg-type]

    found = ask(finder, "classical music instruments")

    assert (found["mode"], facts(found)[0]) == ("hybrid", "sarah-001")
    assert ask(finder, "dinner, herbs")["results"][0]["snippet"] == "We ate soup with oregano."


@pytest.mark.parametrize(
    ("words", "mode"),
    [
        ("cello", "hybrid"),
        ("\uff43\uff45\uff4c\uff4c\uff4f", "hybrid"),
        ("le violoncelle d'été", "hybrid"),
        ("42", "hybrid"),
        ("cello 大提琴", "hybrid"),
        ("大提琴 cello", "hybrid"),
        ("大提琴在哪里", "lexical"),
        ("チェロ", "lexical"),
        ("첼로는 어디에", "lexical"),
        ("เชลโลอยู่ที่ไหน", "lexical"),
        ("виолончель", "lexical"),
        ("تشيلو", "lexical"),
    ],
)
def test_a_model_of_latin_letters_is_not_asked_about_other_scripts(
    finders: Any, words: str, mode: str
) -> None:
    finder, able = ready(finders(Synonyms(latin=True))), finders(Synonyms())

    found = ask(finder, words)
    assert (found["mode"], found["degraded"]) == (mode, None)
    assert ask(ready(able), words)["mode"] == "hybrid"
