"""The command line of the benchmarks."""

import argparse
import sys
from pathlib import Path

from benching import folds, pruned, recall, scale


def main() -> int:
    """Run one benchmark; 2 when a file cannot be read as one, or a size is none."""
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    verbs = parser.add_subparsers(dest="verb", required=True)
    one = verbs.add_parser("recall", help="how much of what answers is found")
    one.add_argument("files", nargs="+", type=Path, metavar="FILE")
    one.add_argument("--store", action="store_true", help="all conversations as one memory")
    two = verbs.add_parser("scale", help="how search behaves with size")
    two.add_argument("sizes", nargs="*", type=int, default=[10_000, 100_000, 1_000_000])
    three = verbs.add_parser("folds", help="how constants chosen without a conversation fare on it")
    three.add_argument("files", nargs="+", type=Path, metavar="FILE")
    four = verbs.add_parser("pruned", help="how much of the ten best is lost by leaving out")
    four.add_argument("files", nargs="+", type=Path, metavar="FILE")
    chosen = parser.parse_args()
    try:
        if chosen.verb == "scale":
            scale.run(chosen.sizes)
        elif chosen.verb == "folds":
            folds.run(chosen.files)
        elif chosen.verb == "pruned":
            pruned.run(chosen.files)
        else:
            recall.run(chosen.files, store=chosen.store)
    except (OSError, ValueError) as err:
        sys.stderr.write(f"scripts/bench: {err}\n")
        return 2
    return 0
