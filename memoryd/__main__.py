"""Entry point: `memoryd` and `python -m memoryd`."""

import gc
import os
import sys

__all__ = ["main"]
_LASTING = frozenset({"run", "mcp"})  # verbs that go on, and must not grow


def main() -> int:
    """Run one command and return its exit code."""
    if _LASTING.isdisjoint(sys.argv):
        gc.set_threshold(50_000)  # a start makes much and leaves no garbage: 5 ms of a search
    os.umask(0o077)  # also for folders made on the way, as ~/.config
    from memoryd.cli import main as cli  # noqa: PLC0415 - the most is made by what this imports

    code = cli.main()
    gc.freeze()  # the process ends: its memory is given back as a whole, 10 ms sooner
    return code


if __name__ == "__main__":
    sys.exit(main())
