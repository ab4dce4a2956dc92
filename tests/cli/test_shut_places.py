"""Places that cannot be read: each verb says which in one line, and nothing in them counts as gone.

What is not there for another user is told by root's child, that has given up root's rights.
"""

import os
from pathlib import Path

import pytest

from tests.cli.talking import CONFIG, Person
from tests.faults.shim import in_child

NOBODY = 65534
NAMES = "ana ben cleo emil fay gus hana ivo jana kai lena".split()
VERBS = ["status", "check", "recall ana", "log ana", "context", "remember Tea", "heartbeat",
         "nightly", "synthesize", "init --yes"]  # fmt: skip
STATE = "xdg_state_home/memoryd"
PLACES = [
    "life", "life/.memoryd", "life/.memoryd/audit", "life/.memoryd/lines", "life/.memoryd/wal",
    "life/.memoryd/history", "life/areas", "life/areas/people", "life/areas/people/ana",
    "life/projects", "life/memory", STATE, f"{STATE}/roots", "life/.memoryd/salt",
    "life/.memoryd/audit/*.jsonl", "life/.memoryd/lines/*/*.jsonl", f"{STATE}/roots/*/head.json",
    "life/areas/people/ana/items.json",
]  # fmt: skip
pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")


@pytest.fixture
def theirs(person: Person) -> Person:
    """The memory of somebody without root's rights, each verb used once."""
    person.has_config()
    person.says("Sarah is my manager at Acme Corp.")
    for name in NAMES:
        person.types("remember", "Sings", "--about", f"people/{name}")
    for verb in VERBS:  # what a verb imports, another user may not read
        person.types(*verb.split())
    person.says("We decided on REST for Beacon.")
    for path in (person.home, *person.home.rglob("*")):
        os.lchown(path, NOBODY, NOBODY)
    return person


def tells(person: Person, *verbs: str) -> list[str]:
    """What each verb says to a user who has no other rights than their own."""
    heard = person.home.parent / f"{person.home.name}-heard"
    for folder in person.home.parents:
        if folder != Path("/") and folder.stat().st_uid == 0:
            folder.chmod(folder.stat().st_mode | 0o055)

    def asks() -> None:
        with heard.open("w") as file:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
            for verb in verbs:
                said = person.types(*verb.split())
                file.write(f"{said.code} {(said.out + said.err).strip()!r}\n")

    assert in_child(asks) == 0
    return heard.read_text().splitlines()


@pytest.mark.parametrize("place", PLACES)
def test_every_verb_is_clear_about_it_and_tidies_nothing_away(theirs: Person, place: str) -> None:
    (path,) = theirs.home.glob(place)
    mode = path.stat().st_mode
    path.chmod(0)

    said = tells(theirs, *VERBS)

    for verb, answer in zip(VERBS, said, strict=True):
        assert "unexpected" not in answer, verb
        assert "Traceback" not in answer, verb
        assert "are gone" not in answer, verb
    assert said[0][0] in "13"
    assert path.name in said[0] or "permission denied" in said[0]
    path.chmod(mode)
    assert tells(theirs, "heartbeat", "status")[1][0] == "0"
    assert "Sings" in theirs.types("recall", "ana").out


@pytest.mark.parametrize("place", ["life/areas", "life/areas/people", "life/projects"])
def test_what_is_in_a_shut_folder_is_not_gone(theirs: Person, place: str) -> None:
    (theirs.home / place).chmod(0)

    status, kept, known = tells(theirs, "status", "remember Tea", "recall zed")

    assert f"{place.removeprefix('life/')} cannot be read; run `chmod u+rwX` on it" in status
    for answer in (kept, known):
        assert answer.startswith("1 'memoryd: cannot read ")
        assert f"{place}: permission denied; run `chmod u+rwx` there" in answer


def test_lines_that_cannot_be_read_are_named_and_none_is_taken_for_new(theirs: Person) -> None:
    lines = theirs.home / "life/.memoryd/lines"
    lines.chmod(0)

    status, beat = tells(theirs, "status", "heartbeat")

    assert ".memoryd/lines cannot be read; run `chmod u+rwX` on it" in status
    assert beat.startswith("1 'memoryd: cannot read ")
    lines.chmod(0o700)
    assert "read 1 new line " in tells(theirs, "heartbeat")[0]


@pytest.mark.parametrize("root", ["/dev/null", "~/file", "~/file/below"])
def test_a_root_that_can_be_no_folder_is_one_line(person: Person, root: str) -> None:
    person.home.joinpath("file").touch()
    person.has_config(f'{CONFIG}[memory]\nroot = "{root}"\n')

    for verb in VERBS:
        said = person.types(*verb.split())
        assert said.code == 1, verb
        assert said.err.count("\n") == 1, verb
        assert "unexpected" not in said.err, verb
