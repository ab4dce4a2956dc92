"""How many of the ten best passages are those of a search that leaves out nothing.

A search looks at the holders of the rarest words first, scores some scenes in full, and by meaning
some rows. Each question is asked so, and once more with nothing left out.
"""

import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from benching.corpora import Corpus, as_one_store, read
from benching.systems import Ours, systems
from memoryd.core.value import replace
from memoryd.search import asking, vectors

_DEPTH = 10
_ALL = 2**31 - 1
_BOUNDS = ((asking, "POSTINGS"), (asking, "SCENES"), (vectors, "CUT"))


@contextmanager
def unpruned() -> Iterator[None]:
    """Let the product look at everything."""
    before = [(module, name, getattr(module, name)) for module, name in _BOUNDS]
    for module, name, _ in before:
        setattr(module, name, _ALL)
    try:
        yield
    finally:
        for module, name, value in before:
            setattr(module, name, value)


def run(files: Sequence[Path]) -> None:
    """Write a row for each file as one store, and each way of searching, to stdout."""
    head = ["file", "passages", "questions", "by", "same ten", "same first", "ms", "ms unpruned"]
    sys.stdout.write(f"| {' | '.join(head)} |\n|{'---|' * len(head)}\n")
    hybrid = systems().get("memoryd hybrid")
    ways = [("words", Ours), *([("words and meaning", hybrid)] if hybrid else [])]
    for file in files:
        corpora = read(file)
        asked = [query for corpus in corpora for query in corpus.queries]  # each of all passages
        store = replace(as_one_store(corpora), queries=asked)
        for by, make in ways:
            with tempfile.TemporaryDirectory() as folder, closing(make(Path(folder))) as system:
                system.add(store.docs)
                row = [file.name, str(len(store.docs)), str(len(store.queries)), by]
                sys.stdout.write(f"| {' | '.join([*row, *_compared(system, store)])} |\n")
                sys.stdout.flush()


def _compared(system: Ours, store: Corpus) -> list[str]:
    pruned, fast = _asked(system, store)
    with unpruned():
        whole, slow = _asked(system, store)
    pairs = [(ours, theirs) for ours, theirs in zip(pruned, whole, strict=True) if theirs]
    same = sum(len(set(ours) & set(theirs)) / len(theirs) for ours, theirs in pairs)
    first = sum(ours[:1] == theirs[:1] for ours, theirs in pairs)
    return [f"{same / len(pairs):.3f}", f"{first / len(pairs):.3f}", f"{fast:.2f}", f"{slow:.2f}"]


def _asked(system: Ours, store: Corpus) -> tuple[list[Sequence[str]], float]:
    """Return what each question found, and the milliseconds that one took."""
    start = time.perf_counter()
    found = [list(system.search(query, _DEPTH)) for query in store.queries]
    return found, 1000 * (time.perf_counter() - start) / len(store.queries)
