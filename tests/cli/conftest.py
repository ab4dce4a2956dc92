from pathlib import Path

import pytest

from tests.cli.talking import Person


@pytest.fixture
def person(home: Path, capsys: pytest.CaptureFixture[str]) -> Person:
    """Somebody with an empty home, at the command line."""
    return Person(home, capsys)
