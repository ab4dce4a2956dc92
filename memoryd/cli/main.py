"""The command line: words in, one verb performed, text or JSON out."""

import argparse
import os
import sys

from memoryd.errors import MemorydError


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit code."""
    parser = argparse.ArgumentParser(prog="memoryd")
    parser.add_argument("verb")
    args = parser.parse_args(argv)
    from memoryd.jobs.heartbeat import heartbeat
    from memoryd.wiring import App

    app = App.of(os.environ)
    try:
        with app.writer() as store:
            beat = heartbeat(store, app.sources(), app.extractor(), app.run())
            print(beat.ingested, dict(beat.counts), beat.error)
    except MemorydError as err:
        print(f"memoryd: {err}", file=sys.stderr)
        return 1
    return 0
