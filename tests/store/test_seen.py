"""What was seen is known at once and takes few bytes, however it came."""

import tracemalloc

import pytest

from memoryd.store.seen import Seen


def names(count: int, kind: str = "seen") -> list[str]:
    return [f"{kind} {number}" for number in range(count)]


@pytest.mark.parametrize(
    ("before", "added"), [(0, 0), (0, 1), (3, 5000), (9000, 0), (9000, 20_000)]
)
def test_every_name_is_known_and_no_other(before: int, added: int) -> None:
    every = names(before + added)
    seen = Seen(every[:before])
    for name in every[before:]:
        seen.add(name)

    assert all(name in seen for name in every)
    assert not any(name in seen for name in names(1000, "unseen"))


@pytest.mark.parametrize("count", [20_000, 60_000, 100_000])
def test_a_name_takes_few_bytes_whenever_it_came(count: int) -> None:
    """Eight are its own; in a set it would take 64."""
    every = names(count)
    tracemalloc.start()
    try:
        seen = Seen([])
        for name in every:
            seen.add(name)
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert taken / count < 32
