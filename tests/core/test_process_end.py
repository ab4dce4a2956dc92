"""A process that is over by what was said last is none that is active."""

import pytest

from memoryd.core.process_end import is_past

RUNNING = "The server migration is running."
PAST = [
    ("Server migration", ["The server migration is finished."]),
    ("The server migration", ["the server migration is done"]),
    ("Server migration", ["We finished the server migration."]),
    ("Server migration", ["Server migration: finished"]),
    ("Server migration", ["The server migration has finally been completed."]),
    ("Server migration", ["The server migration has stopped."]),
    ("Server migration", ["The server migration was cancelled yesterday."]),
    ("Server migration", ["The server migration failed."]),
    ("Server migration", ["The server migration went through."]),
    ("Server migration", ["The server migration came to an end."]),
    ("Server migration", ["The server migration is no longer running."]),
    ("Server migration", ["The server migration isn't running any more."]),
    ("Server migration running", ["The server migration ran all day. It is finished."]),
    ("Server migration", ["The server migration started on Monday and is finished now."]),
    ("Server migration", ["The backup is running and the server migration is finished."]),
    ("Server migration", ["The first server migration is finished."]),
    ("Test run of the import", ["The test run of the import is done."]),
    ("The server migration is running", [RUNNING, "The server migration is finished."]),
    ("The server migration is running", [RUNNING, "Dana called.", "Server migration done now."]),
    ("Server migration to Hetzner", ["The server migration to Hetzner is running.",
                                     "The server migration is finished."]),
    ("Server migration", [RUNNING, "The server migration is finished.",
                          "Dana asked about the server migration."]),
]  # fmt: skip
ACTIVE = [
    ("Server migration", [RUNNING]),
    ("Server migration", ["The server migration is not finished yet."]),
    ("Server migration", ["The server migration is not finished."]),
    ("Server migration", ["The server migration is almost done."]),
    ("Server migration", ["The server migration is 90% done."]),
    ("Server migration", ["The server migration will be finished on Friday."]),
    ("Server migration", ["When the server migration is finished, we celebrate."]),
    ("Server migration", ["Is the server migration finished?"]),
    ("Server migration", ["The server migration is finished except for the mail."]),
    ("Server migration", ["The server migration is done for today."]),
    ("Server migration", ["The server migration is still running, the backup is finished."]),
    ("Server migration", ["The backup is finished and the server migration is running."]),
    ("Server migration", ["The server migration was stopped and is running again."]),
    ("Server migration", [RUNNING, "The backup is finished."]),
    ("Server migration", [RUNNING, "The server is finished."]),
    ("Server migration", [RUNNING, "Lunch is over."]),
    ("Server migration", ["The server migration is finished.", f"{RUNNING[:-1]} again."]),
    ("Server migration", ["The server migration is done.",
                          "The server migration is not done after all."]),
    ("Server migration", ["The server migration is done. It isn't quite done, I hear."]),
    ("Server migration", ["We must get the server migration done."]),
    ("Server migration", ["Let us get the server migration done today."]),
    ("Backup", ["The backup is running and the server migration is finished."]),
    ("Waiting for the invoice", ["We are waiting for the invoice."]),
    ("Import: 40 of 50 files done", ["The import is running, 40 of 50 files are done."]),
    ("Hiring a designer", ["We are hiring a designer."]),
    ("It is running", ["It is finished."]),
    ("", ["It is finished."]),
]  # fmt: skip


@pytest.mark.parametrize(("entry", "said"), PAST)
def test_what_is_over_by_the_last_that_was_said_is_past(entry: str, said: list[str]) -> None:
    assert is_past(entry, [(text, not at) for at, text in enumerate(said)])


@pytest.mark.parametrize(("entry", "said"), ACTIVE)
def test_what_goes_on_or_may_do_so_is_not(entry: str, said: list[str]) -> None:
    assert not is_past(entry, [(text, not at) for at, text in enumerate(said)])
