"""A process that is over by what was said last is none that is active."""

import pytest

from memoryd.core.completion import is_finished
from memoryd.core.mood import loses_mood
from memoryd.core.process_end import is_past
from tests.pace import grows_in_line

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


TAX, TAX_RUNS = "Tax return in progress", "I'm working on the tax return."
WISHED_DOUBTED_OR_OF_A_PART = """\
I finished the first page of the tax return, the rest is open.
I finished most of the tax return.
Some of the tax return is done.
I submitted the first form of the tax return.
I thought the tax return was finished.
Tom believes the tax return is done.
Maybe the tax return is finished.
The tax return is finished, or so I thought.
The tax return is finished, I hope.
I wish the tax return was over.
If only the tax return was finished.
I want the tax return finished.
I wish I had handed in the tax return.
The tax return is far from finished.
The tax return is nowhere near done.
I ended my call with Tom about the tax return.
The meeting about the tax return is over.
We cancelled the appointment for the tax return.
I submitted a question about the tax return.
The tax return software failed.
I stopped using the tax return app.
Tom finished his tax return, mine is open.""".splitlines()
HANDED_IN = """\
I handed in the tax return.
I handed the tax return in.
On Monday I handed in the tax return.
The tax return was submitted last night.
I finished my tax return yesterday.
I'm done with the tax return.
Done with the tax return.
I heard that the tax return is finished.
I finished working on the tax return.""".splitlines()
OF_ANOTHER_WORD = [
    ("Reading Dune", "I finished Dune.", True),
    ("Reading Dune", "I've finished reading Dune.", True),
    ("Reading Dune", "I finished the first chapter of Dune.", False),
    ("Reading Dune", "I read Dune to my son.", False),
    ("Fixing the login bug", "The login bug is fixed.", True),
    ("Fixing the login bug", "The login bug has been fixed.", True),
    ("Fixing the login bug", "The login bug is being fixed.", False),
    ("Fixing the login bug", "The login bug is not fixed.", False),
    ("Fixing the login bug", "The login bug will be fixed by Friday.", False),
    ("Fixing the login bug", "I thought the login bug was fixed.", False),
    ("Fixing the login bug", "The login page is fixed.", False),
    ("Painting the fence", "The fence is painted.", True),
    ("Writing the report", "I finished the report.", True),
    ("Writing the report", "I finished the report's introduction.", False),
    ("Data migration running", "The migration finished an hour ago.", True),
    ("Data migration running", "The data export finished an hour ago.", False),
    ("Data migration running", "The mail migration finished an hour ago.", False),
]
HOSTILE = [" ", "\t", "(", "((", ", ", "-", " - ", "not ", "don't ", "now ", "all ", "is now ",
           "is ", "get ", "no longer ", "done ", "done in ", "done,", "finished ", "1", "handed a ",
           "done with ", "and ", "a", "'s ", "I thought ", ".", ". ", "prefers to ",
           "most of "]  # fmt: skip


@pytest.mark.parametrize("rests", [True, False])
@pytest.mark.parametrize("said", WISHED_DOUBTED_OR_OF_A_PART)
def test_what_is_wished_doubted_or_said_of_a_part_ends_nothing(said: str, *, rests: bool) -> None:
    assert not is_past(TAX, [(TAX_RUNS, True), (said, rests)])


@pytest.mark.parametrize("rests", [True, False])
@pytest.mark.parametrize("said", HANDED_IN)
def test_what_was_handed_in_or_is_done_with_is_over(said: str, *, rests: bool) -> None:
    assert is_past(TAX, [(TAX_RUNS, True), (said, rests)])


@pytest.mark.parametrize(("entry", "said", "over"), OF_ANOTHER_WORD)
def test_what_ends_it_may_name_only_what_is_worked_on(entry: str, said: str, *, over: bool) -> None:
    assert is_past(entry, [(f"{entry}.", True), (said, False)]) == over


@pytest.mark.parametrize("piece", HOSTILE)
def test_any_line_is_read_in_time_that_grows_with_its_length(piece: str) -> None:
    def read(size: int) -> None:
        line = (piece * size)[:size]
        is_past("Backup of the disk", [(f"The backup of the disk is {line}x", True)])
        is_finished(f"done in {line}(a")

    assert grows_in_line(read, 24_000)


@pytest.mark.parametrize(
    "piece", ["prefers to ", "done and not done ", "vegan ", "I am vegan ", " "]
)
def test_the_mood_of_any_line_is_read_in_such_time(piece: str) -> None:
    def read(size: int) -> None:
        line = (piece * size)[:size]
        loses_mood((piece * 600)[:600], [line])
        loses_mood("Vegan and likes tea", [f"{line} I am a vegan. {line}?"])

    assert grows_in_line(read, 24_000)
