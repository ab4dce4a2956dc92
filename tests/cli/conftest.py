import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from tests.cli.talking import Person
from tests.disks import SmallDisk, small_disk


@pytest.fixture
def person(home: Path, capsys: pytest.CaptureFixture[str]) -> Person:
    """Somebody with an empty home, at the command line."""
    return Person(home, capsys)


@pytest.fixture(name="small_disk")
def _small_disk(person: Person) -> Iterator[SmallDisk]:
    """The memory on a disk of its own."""
    with small_disk(person.life) as disk:
        yield disk


@pytest.fixture(autouse=True)
def _logs_as_before() -> Iterator[None]:
    """Undo what a command set up for its own process."""
    handlers = logging.root.handlers[:]
    yield
    structlog.reset_defaults()
    logging.root.handlers[:] = handlers
