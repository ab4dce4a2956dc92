"""How much of what answers is found: every system on the same questions in one run."""

import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from benching.corpora import Corpus, Doc, Query, as_one_store, read
from benching.measures import NAMES, interval, mean, measured
from benching.peers import PeerError, installed
from benching.shape import Search, System
from benching.systems import systems

_DEPTH, _DEEP = 60, 600  # turns looked at; more where sessions later than the question are among


@dataclass(slots=True)
class Result:
    """The rows of one system at one level, and what it took."""

    rows: list[dict[str, float]] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    folds: list[str] = field(default_factory=list)
    taken: list[float] = field(default_factory=list)
    built: float = 0.0
    size: int = 0

    def of(self, kind: str) -> list[dict[str, float]]:
        """Return the rows of one category."""
        return [row for row, its in zip(self.rows, self.kinds, strict=True) if its == kind]

    def fold(self, name: str) -> list[dict[str, float]]:
        """Return the rows of one corpus."""
        return [row for row, its in zip(self.rows, self.folds, strict=True) if its == name]


def run(files: Sequence[Path], *, store: bool) -> None:
    """Write the tables of all levels to stdout. store: all corpora as one memory."""
    corpora = [corpus for file in files for corpus in read(file)]
    if store:
        corpora = [as_one_store(corpora)]
        if not corpora[0].queries:
            raise ValueError("--store: no question here is asked of all that was told")
    makes = systems(store=store)
    for unit in ("turn", "session"):
        chosen = [corpus for corpus in corpora if unit in corpus.units and corpus.queries]
        if chosen:
            results, failed = _judge_all(makes, chosen, unit)
            _write(unit, results)
            _tell_peers(results, failed)


def ask(search: Search, docs: Sequence[Doc], queries: Sequence[Query], unit: str) -> Result:
    """Put questions to any search and judge its answers: the seam for the product's own search."""
    result = Result()
    place = {doc.id: at for at, doc in enumerate(docs)}
    session = {doc.id: doc.session for doc in docs}
    for query in queries:
        began = time.perf_counter()
        found = search(query, _DEPTH if query.before >= len(docs) else _DEEP)
        result.taken.append(time.perf_counter() - began)
        seen = [turn for turn in found if place[turn] < query.before]
        if unit == "session":
            row = measured((session[turn] for turn in seen), query.gold_sessions)
        else:
            row = measured(seen, query.gold)
        result.rows.append(row)
        result.kinds.append(query.category)
    return result


def _judge_all(
    makes: dict[str, Callable[[Path], System]], corpora: Sequence[Corpus], unit: str
) -> tuple[dict[str, Result], list[str]]:
    """Return the results of those that answered, and what the peers that did not said."""
    results: dict[str, Result] = {}
    failed: list[str] = []
    for name, make in makes.items():
        try:
            results[name] = _judge(make, corpora, unit)
        except PeerError as err:
            failed.append(str(err))
    return results, failed


def _judge(make: Callable[[Path], System], corpora: Sequence[Corpus], unit: str) -> Result:
    total = Result()
    for corpus in corpora:
        with tempfile.TemporaryDirectory() as folder, closing(make(Path(folder))) as system:
            for docs, queries in _as_told(corpus):
                began = time.perf_counter()
                system.add(docs)
                total.built += time.perf_counter() - began
                if queries:
                    part = ask(system.search, corpus.docs, queries, unit)
                    total.rows += part.rows
                    total.kinds += part.kinds
                    total.folds += [corpus.name] * len(queries)
                    total.taken += part.taken
            files = [file for file in Path(folder).rglob("*") if file.is_file()]
            total.size += sum(file.stat().st_size for file in files)
    return total


def _as_told(corpus: Corpus) -> Iterator[tuple[Sequence[Doc], Sequence[Query]]]:
    """Yield turns with the questions that are asked when just so much was told."""
    told = 0
    for before in sorted({min(query.before, len(corpus.docs)) for query in corpus.queries}):
        asked = [q for q in corpus.queries if min(q.before, len(corpus.docs)) == before]
        yield corpus.docs[told:before], asked
        told = before


def _write(unit: str, results: dict[str, Result]) -> None:
    first = next(iter(results.values()))
    kinds, folds = sorted(set(first.kinds)), list(dict.fromkeys(first.folds))
    head = [f"{unit} level, n={len(first.rows)}", *NAMES, "R@10 95 %", "p50 ms", "p95 ms",
            "index s", "MB"]  # fmt: skip
    table = [head, *(_figures(name, result) for name, result in results.items())]
    lead = "hit@1" if unit == "session" else "R@10"
    table += [[], [f"{lead} (95 %)", *(f"{kind}, n={first.kinds.count(kind)}" for kind in kinds)]]
    table += [[name, *(_sure(result.of(kind), lead) for kind in kinds)]
              for name, result in results.items()]  # fmt: skip
    told = list(dict.fromkeys(["R@10", lead]))
    table += [[], [f"{' / '.join(told)} by fold", *folds]]
    table += [
        [name, *(" / ".join(_percent(result.fold(fold), measure) for measure in told)
                 for fold in folds)]
        for name, result in results.items()
    ]  # fmt: skip
    for at, row in enumerate(table):
        sys.stdout.write(f"| {' | '.join(row)} |\n" if row else "\n")
        if at == 0 or not table[at - 1]:
            sys.stdout.write("|---" * len(row) + "|\n")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.stdout.write(f"\nPeak RSS of the whole run {peak:.0f} MB.\n\n")


def _tell_peers(results: dict[str, Result], failed: Sequence[str]) -> None:
    """Write which peers stand in the table, and, a line each, which had to be left out."""
    told = [f"{peer} ({peer.how})" for peer in installed() if peer.row in results]
    if told:
        sys.stdout.write(f"Peers, otherwise with settings of their own: {'; '.join(told)}.\n")
    for line in failed:
        sys.stdout.write(f"Left out: {line}. Make it work by itself or uninstall it.\n")
    sys.stdout.write("\n" if told or failed else "")


def _figures(name: str, result: Result) -> list[str]:
    taken = sorted(result.taken)
    low, high = interval(result.rows, "R@10")
    return [
        name, *(_percent(result.rows, measure) for measure in NAMES),
        f"{100 * low:.1f}-{100 * high:.1f}", f"{1e3 * taken[len(taken) // 2]:.2f}",
        f"{1e3 * taken[len(taken) * 95 // 100]:.2f}", f"{result.built:.2f}",
        f"{result.size / 1e6:.1f}",
    ]  # fmt: skip


def _percent(rows: Sequence[dict[str, float]], name: str) -> str:
    return f"{100 * mean(rows, name):.1f}"


def _sure(rows: Sequence[dict[str, float]], name: str) -> str:
    low, high = interval(rows, name)
    return f"{_percent(rows, name)} ({100 * low:.0f}-{100 * high:.0f})"
