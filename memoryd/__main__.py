"""Entry point: `memoryd` and `python -m memoryd`."""

import sys

from memoryd.cli.main import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
