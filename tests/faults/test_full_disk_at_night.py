"""A disk that is full when a night or a Sunday comes: told, nothing lost, all done later."""

import json
from pathlib import Path

import pytest

from tests.acceptance.kit import CHATS, Person
from tests.disks import small_disk

SAID = [
    ("2026-01-05T09:00:00+00:00", "Sarah is my manager at Acme Corp."),
    ("2026-01-05T09:10:00+00:00", "We decided to use Postgres for Beacon."),
    ("2026-01-05T09:20:00+00:00", "I prefer calls over email."),
]
JOBS = {
    "nightly": ("nightly", "--now", "2026-01-05T23:30:00+00:00"),
    "synthesize": ("synthesize", "--now", "2026-01-11T04:00:00+00:00"),
}


def begin(home: Path) -> Person:
    """A person whose conversation was read, before its first night."""
    person = Person(home)
    person.config(CHATS)
    (home / "chats").mkdir(parents=True)
    rows = (json.dumps({"time": at, "role": "operator", "text": text}) for at, text in SAID)
    (home / "chats/a.jsonl").write_text("\n".join(rows) + "\n")
    person.run("heartbeat", "--now", "2026-01-05T20:00:00+00:00")
    return person


def seen(person: Person) -> dict[str, bytes]:
    """What a person sees of the memory."""
    files = person.files().items()
    return {name: raw for name, raw in files if "ballast" not in name and ".memoryd" not in name}


def litter(person: Person) -> list[str]:
    return [path.name for path in person.home.rglob("*") if path.name.startswith(".memoryd-")]


@pytest.mark.parametrize("job", JOBS)
@pytest.mark.parametrize("how", ["full", "read-only"])
def test_it_leaves_every_file_as_it_was_says_so_and_is_done_later(
    tmp_path: Path, job: str, how: str
) -> None:
    spared = begin(tmp_path / "spared")
    home = tmp_path / "home"
    home.mkdir()
    with small_disk(home / "life") as disk:
        person = begin(home)
        if job == "synthesize":
            for each in (spared, person):
                each.run(*JOBS["nightly"])
        before = seen(person)
        disk.closes(how)
        for _ in range(2):
            process = person.start(*JOBS[job])
            _, err = process.communicate(timeout=120)
            assert process.returncode == 1, err
            why = {"full": "no space left", "read-only": "read-only file system"}[how]
            assert why in err.lower()
            assert "Traceback" not in err
            assert seen(person) == before
            assert litter(person) == []
        disk.opens()

        person.run(*JOBS[job])
        spared.run(*JOBS[job])

        after = {name.replace(str(home), ""): raw for name, raw in seen(person).items()}
        assert after == seen(spared)
        assert after != before
        again = person.run(*JOBS[job])
        assert again.startswith("nothing to "), again
