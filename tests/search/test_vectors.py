"""The two files of vectors: found again, never wrong, made anew whatever happens to them."""

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

np = pytest.importorskip("numpy", reason="needs memoryd[semantic]")

from memoryd.errors import EmbeddingError  # noqa: E402
from memoryd.search.vector_files import BLOCK  # noqa: E402
from memoryd.search.vector_keys import keys_of  # noqa: E402
from memoryd.search.vector_view import VectorView  # noqa: E402
from memoryd.search.vectors import Vectors  # noqa: E402
from memoryd.search.wording import key_of  # noqa: E402
from tests.search.meanings import Meanings  # noqa: E402

PETS = [
    "Dana walks the dog",
    "Omar feeds the cat",
    "The kettle is descaled",
    "Rent is due on Friday",
]
DOG = "who walks the dog"


def opened(folder: Path, model: str = "test/words", *, write: bool = True) -> Vectors:
    return Vectors(folder, model, write=write)


def filled(folder: Path, texts: list[str] = PETS) -> Vectors:
    vectors = opened(folder)
    vectors.fill(texts, Meanings())
    return vectors


def nearest(vectors: Vectors, question: str, k: int = 1) -> list[int]:
    (query,) = Meanings().embed([question])
    return [row for row, _ in vectors.search(query, None, k)]


def row_of(vectors: Vectors, text: str) -> int:
    return int(vectors.rows_of(keys_of([text]))[0])


def test_the_nearest_text_is_found_also_by_another_process(tmp_path: Path) -> None:
    writer = filled(tmp_path)
    reader = opened(tmp_path, write=False)
    for vectors in (writer, reader):
        assert nearest(vectors, DOG) == [row_of(vectors, PETS[0])]
    writer.fill(["The dog sleeps a lot"], Meanings())
    assert row_of(reader, "The dog sleeps a lot") >= 0


def test_a_text_is_embedded_once_wherever_it_stands(tmp_path: Path) -> None:
    embedder = Meanings()
    vectors = opened(tmp_path)
    assert vectors.fill([*PETS, *PETS], embedder) == len(PETS)
    vectors.close()
    again = opened(tmp_path)
    assert again.pending(PETS) == []
    assert again.fill(PETS, embedder) == 0
    assert embedder.asked == PETS


def test_pending_names_what_has_no_vector_once_and_in_order(tmp_path: Path) -> None:
    vectors = filled(tmp_path, PETS[:2])
    assert vectors.pending([PETS[3], PETS[0], PETS[2], PETS[3]]) == [PETS[3], PETS[2]]


def test_rows_outside_the_mask_are_not_found(tmp_path: Path) -> None:
    vectors = filled(tmp_path)
    mask = np.ones(len(PETS), np.bool_)
    mask[row_of(vectors, PETS[0])] = False
    (query,) = Meanings().embed([DOG])
    found = vectors.search(query, mask, 10)
    assert row_of(vectors, PETS[0]) not in dict(found)
    assert len(found) == len(PETS) - 1
    assert vectors.search(query, mask[:0], 10) == []


def test_a_view_finds_its_own_passages_alone(tmp_path: Path) -> None:
    vectors = filled(tmp_path)
    (query,) = Meanings().embed([DOG])
    group = VectorView(vectors, [7, 8], [key_of(PETS[1]), key_of(PETS[2])])
    assert set(group.search(query, 2)) == {7, 8}
    both = VectorView(vectors, [1, 2, 3], [key_of(PETS[0]), key_of(PETS[0]), key_of("unheard")])
    assert set(both.search(query, 10)) == {1, 2}
    assert both.made == len(both) - 1


@pytest.mark.parametrize("last", [3, 2**31 - 1, 2**31, 2**40 * 64])
def test_a_passage_is_found_by_its_id_however_large(tmp_path: Path, last: int) -> None:
    vectors = filled(tmp_path)
    view = VectorView(vectors, [last, 0, 1], [key_of(text) for text in PETS[:3]])
    question = Meanings().embed(PETS[:1])[0]

    assert next(iter(view.search(question, 3))) == last
    assert view.scores(question, [last, last + 1]).keys() == {last}


def test_passages_found_by_words_are_scored_by_meaning_too(tmp_path: Path) -> None:
    vectors = filled(tmp_path)
    (query,) = Meanings().embed([DOG])
    view = VectorView(vectors, [1, 2, 3], [key_of(PETS[0]), key_of(PETS[1]), key_of("unheard")])
    nearest = view.search(query, 10)
    assert view.scores(query, [2, 1, 3, 99]) == pytest.approx(nearest)
    assert view.scores(query, []) == {}


def test_a_view_follows_rows_that_were_given_to_another_text(tmp_path: Path) -> None:
    vectors = filled(tmp_path)
    view = VectorView(vectors, [1], [key_of(PETS[0])])
    assert view.made == len(view)
    vectors.keep_only(keys_of(PETS[1:]))
    vectors.fill(["A stranger walks the dog"], Meanings())
    (query,) = Meanings().embed([DOG])
    assert view.search(query, 10) == {}


def test_a_view_of_another_process_follows_every_change(tmp_path: Path) -> None:
    writer = filled(tmp_path, PETS[:2])
    view = VectorView(opened(tmp_path, write=False), [1, 2], [key_of(PETS[0]), key_of(PETS[3])])
    (query,) = Meanings().embed([DOG])
    assert set(view.search(query, 10)) == {1}
    writer.fill(PETS[2:], Meanings())
    assert set(view.search(query, 10)) == {1, 2}


def test_a_mask_of_an_earlier_epoch_finds_nothing(tmp_path: Path) -> None:
    vectors = filled(tmp_path)
    epoch = vectors.epoch
    (query,) = Meanings().embed([DOG])
    assert vectors.search(query, None, 1, epoch=epoch)
    vectors.keep_only(keys_of(PETS[1:]))
    assert vectors.search(query, None, 1, epoch=epoch) == []


def test_what_is_dropped_is_overwritten(tmp_path: Path) -> None:
    vectors = filled(tmp_path)
    size = (tmp_path / "vectors.rows").stat().st_size
    assert vectors.keep_only(keys_of([])) == len(PETS)
    assert nearest(vectors, DOG) == []
    assert (tmp_path / "vectors.rows").stat().st_size == size
    for name in ("vectors.rows", "vectors.signs"):
        assert not any((tmp_path / name).read_bytes()[4096:])


def many(vectors: Vectors, count: int) -> np.ndarray:
    random = np.random.default_rng(1)
    keys = random.integers(1, 2**62, (count, 2), dtype=np.uint64)
    vectors.add(keys, random.standard_normal((count, 64), dtype=np.float32))
    return keys


def test_a_key_without_a_row_keeps_no_other_row(tmp_path: Path) -> None:
    vectors = opened(tmp_path)
    many(vectors, BLOCK)
    assert vectors.keep_only(keys_of(["unheard"])) == BLOCK


def test_files_cut_in_a_later_block_are_made_anew(tmp_path: Path) -> None:
    vectors = opened(tmp_path)
    keys = many(vectors, BLOCK + 5)
    vectors.close()
    cut(tmp_path / "vectors.signs", (tmp_path / "vectors.signs").stat().st_size - 4096)
    assert len(opened(tmp_path, write=False)) == 0
    again = opened(tmp_path)
    assert (again.rows_of(keys) < 0).all()


def test_files_with_little_left_are_packed(tmp_path: Path) -> None:
    vectors = opened(tmp_path)
    count = 3 * BLOCK
    keys = many(vectors, count)
    reader = opened(tmp_path, write=False)
    size = (tmp_path / "vectors.signs").stat().st_size
    assert vectors.keep_only(keys[count // 2 : count // 2 + 9]) == count - 9
    assert (tmp_path / "vectors.signs").stat().st_size < size
    for each in (vectors, reader):
        assert sorted(each.rows_of(keys[count // 2 : count // 2 + 9]).tolist()) == list(range(9))
        assert len(each) == 9


def test_another_model_begins_anew(tmp_path: Path) -> None:
    filled(tmp_path).close()
    other = Meanings(model="test/other", size=200)
    vectors = opened(tmp_path, other.model)
    assert vectors.pending(PETS) == PETS
    assert vectors.fill(PETS, other) == len(PETS)
    (query,) = other.embed([DOG])
    assert vectors.search(query, None, 1)[0][0] == row_of(vectors, PETS[0])


def test_a_model_that_changed_its_dimension_begins_anew(tmp_path: Path) -> None:
    vectors = filled(tmp_path)
    assert vectors.fill(["Tea at nine"], Meanings(size=96)) == 1
    assert vectors.pending(PETS) == PETS
    assert vectors.search([1.0] * 128, None, 1) == []


def test_vectors_of_a_model_that_is_not_ours_are_not_taken(tmp_path: Path) -> None:
    vectors = opened(tmp_path)
    assert vectors.fill(PETS, Meanings(model="test/other")) == 0


@pytest.mark.parametrize("size", [1, 63, 64, 65, 384, 1536])
def test_any_dimension_is_kept(tmp_path: Path, size: int) -> None:
    vectors = opened(tmp_path)
    embedder = Meanings(size=size)
    vectors.fill(PETS, embedder)
    (query,) = embedder.embed([PETS[2]])
    assert row_of(vectors, PETS[2]) in dict(vectors.search(query, None, 4))


def test_a_failure_keeps_what_came_before_it(tmp_path: Path) -> None:
    vectors = opened(tmp_path)
    texts = [f"note number {number}" for number in range(100)]
    with pytest.raises(EmbeddingError, match="the model is gone"):
        vectors.fill(texts, Meanings(fails_after=64))
    assert vectors.pending(texts) == texts[64:]
    assert vectors.fill(texts, Meanings()) == 36


def cut(path: Path, size: int) -> None:
    os.truncate(path, size)


def scribble(path: Path, at: int) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(b"\xff" * 64)


DAMAGE: dict[str, Callable[[Path], object]] = {
    "both gone": lambda folder: [path.unlink() for path in folder.glob("vectors.*s")],
    "signs gone": lambda folder: (folder / "vectors.signs").unlink(),
    "rows gone": lambda folder: (folder / "vectors.rows").unlink(),
    "signs empty": lambda folder: cut(folder / "vectors.signs", 0),
    "signs in the header": lambda folder: cut(folder / "vectors.signs", 100),
    "signs in a block": lambda folder: cut(folder / "vectors.signs", 9000),
    "rows empty": lambda folder: cut(folder / "vectors.rows", 0),
    "foreign": lambda folder: (folder / "vectors.signs").write_bytes(os.urandom(50_000)),
    "magic": lambda folder: scribble(folder / "vectors.signs", 0),
    "mark": lambda folder: scribble(folder / "vectors.rows", 24),
    "a folder": lambda folder: (
        (folder / "vectors.rows").unlink(), (folder / "vectors.rows").mkdir()),
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
def test_damaged_files_are_as_good_as_none(
    tmp_path: Path, damage: Callable[[Path], object]
) -> None:
    filled(tmp_path).close()
    damage(tmp_path)
    reader = opened(tmp_path, write=False)
    assert reader.pending(PETS) == PETS
    assert nearest(reader, DOG) == []
    if (tmp_path / "vectors.rows").is_dir():
        return
    vectors = filled(tmp_path)
    assert nearest(vectors, DOG) == [row_of(vectors, PETS[0])]


@pytest.mark.parametrize("name", ["vectors.signs", "vectors.rows"])
def test_files_cut_while_open_do_not_end_the_process(tmp_path: Path, name: str) -> None:
    for write in (True, False):
        vectors = filled(tmp_path)
        reader = vectors if write else opened(tmp_path, write=False)
        cut(tmp_path / name, 4096)
        nearest(reader, DOG)
        (tmp_path / name).unlink()
        nearest(reader, DOG)
        vectors.close()
        again = filled(tmp_path)
        assert nearest(again, DOG) == [row_of(again, PETS[0])]
        again.close()


def test_rows_that_were_cut_score_nothing_and_raise_nothing(tmp_path: Path) -> None:
    vectors = filled(tmp_path)
    cut(tmp_path / "vectors.rows", 4096 + 10)
    (query,) = Meanings().embed([DOG])
    assert all(score == 0 for _, score in vectors.search(query, None, 10))


PAGE = 4096


def overwritten(path: Path, at: int, size: int, byte: int | None) -> None:
    """Write random bytes, or the same one, into a file."""
    with path.open("r+b") as file:
        file.seek(at)
        file.write(np.random.default_rng(3).bytes(size) if byte is None else bytes([byte]) * size)


def whole_of(name: str) -> tuple[int, int]:
    """Where the rows that are filled stand in a file of 600 rows of 128 numbers."""
    return {
        "rows": (PAGE, 600 * 132),
        "keys": (PAGE, 600 * 16),
        "checks": (PAGE + BLOCK * 16, 600 * 8),
        "signs": (PAGE + BLOCK * 24, 600 * 8),
    }[name]


@pytest.mark.parametrize("reopened", [False, True])
@pytest.mark.parametrize("byte", [None, 0, 0x7F])
@pytest.mark.parametrize("part", ["rows", "keys", "checks", "signs"])
def test_damaged_rows_answer_nothing_and_are_made_anew(
    tmp_path: Path, part: str, byte: int | None, *, reopened: bool
) -> None:
    texts = [f"number {at} of {at * at}" for at in range(600)]
    vectors = filled(tmp_path, texts)
    question = Meanings().embed([texts[7]])[0]
    before = vectors.search(question, None, 5)
    at, size = whole_of(part)
    if reopened:
        vectors.close()
    overwritten(tmp_path / f"vectors.{'rows' if part == 'rows' else 'signs'}", at, size // 2, byte)
    vectors = opened(tmp_path) if reopened else vectors
    found = dict(vectors.search(question, None, 600))
    wrong = {row for row, score in found.items() if row in dict(before) and
             abs(score - dict(before)[row]) > 0.001}  # fmt: skip

    assert (wrong, max(found) < 600, 7 in found) == (set(), True, False)
    assert vectors.harmed or part == "keys"

    vectors.inspect()
    assert len(vectors) <= 300 + 1
    vectors.fill(texts, Meanings())
    vectors.harmed = False
    assert vectors.search(question, None, 1)[0][0] == row_of(vectors, texts[7])
    assert (vectors.harmed, vectors.pending(texts)) == (False, [])


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
def test_files_that_are_damaged_while_open_are_noticed_at_once(
    tmp_path: Path, damage: Callable[[Path], object]
) -> None:
    vectors = filled(tmp_path)

    damage(tmp_path)

    assert nearest(vectors, DOG) in ([], [row_of(vectors, PETS[0])])
    assert vectors.harmed or vectors.pending(PETS) == []


def test_a_row_is_sound_whatever_the_text(tmp_path: Path) -> None:
    random = np.random.default_rng(5)
    for size in (1, 2, 3, 63, 64, 65, 384, 1536, 4096):
        rows = random.standard_normal((200, size), np.float32)
        rows[:50] = np.where(rows[:50] > 1.5, rows[:50], 0)
        rows[50:100, 0] *= 1000
        rows[100:120] = np.eye(size, dtype=np.float32)[:1]
        rows = rows[np.abs(rows).max(axis=1) > 0]
        vectors = opened(tmp_path / str(size))
        vectors.add(random.integers(1, 2**62, (len(rows), 2), dtype=np.uint64), rows)
        vectors.search(rows[0].tolist(), None, 10)
        assert (vectors.harmed, len(vectors)) == (False, len(rows))


def test_one_process_fills_and_others_read(tmp_path: Path) -> None:
    writer = filled(tmp_path)
    code = (
        "import sys; from pathlib import Path; from memoryd.search.vectors import Vectors;"
        "v = Vectors(Path(sys.argv[1]), 'test/words', write=True); print(v.writable, len(v))"
    )
    run = [sys.executable, "-c", code, str(tmp_path)]
    said = subprocess.run(run, capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["False", str(len(PETS))]
    writer.close()
    said = subprocess.run(run, capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["True", str(len(PETS))]


def test_nobody_else_may_read_the_files(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        filled(tmp_path / "state")
    finally:
        os.umask(before)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.rglob("*")}
    assert modes.pop("state") == 0o700
    assert set(modes.values()) == {0o600}


@pytest.mark.parametrize("number", [float("nan"), float("inf"), 0.0])
def test_numbers_that_are_none_break_nothing(tmp_path: Path, number: float) -> None:
    vectors = filled(tmp_path)
    vectors.add(keys_of(["odd"]), np.full((1, 128), number, np.float32))
    vectors.search([number] * 128, None, 10)
    assert nearest(vectors, DOG) == [row_of(vectors, PETS[0])]


def test_the_cut_by_signs_loses_hardly_any_of_the_nearest_ten(tmp_path: Path) -> None:
    random = np.random.default_rng(7)
    centres = random.standard_normal((400, 384), dtype=np.float32)
    noise = random.standard_normal((20_000, 384), dtype=np.float32)
    rows = centres[random.integers(0, 400, 20_000)] + np.float32(0.6) * noise
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    vectors = opened(tmp_path)
    vectors.add(random.integers(1, 2**62, (20_000, 2), dtype=np.uint64), rows)
    hits = 0
    for query in rows[:100]:
        exact = set(np.argsort(-(rows @ query))[:10].tolist())
        hits += len(exact & {row for row, _ in vectors.search(query.tolist(), None, 10)})
    assert hits >= 970
