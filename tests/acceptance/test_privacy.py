"""What is written is the operator's alone, secrets are nowhere, and nobody can call in."""

import json
import os
import re
import secrets
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance.kit import Person, reading
from tests.acceptance.test_hand_edits import configured, numbered, say
from tests.fakes_server import model_server


@pytest.fixture
def _open_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def modes(base: Path) -> dict[str, int]:
    return {str(p): p.lstat().st_mode & 0o777 for p in [base, *base.rglob("*")] if p.exists()}


@pytest.mark.usefixtures("_open_umask")
def test_nothing_is_readable_by_others_even_under_an_open_umask(tmp_path: Path) -> None:
    with model_server(reading(numbered, "openai")) as server:
        person = configured(tmp_path, server.url)
        say(person, "Sarah saw thing 1")
        for words in (("init", "--yes"), ("heartbeat",), ("remember", "likes tea"), ("status",)):
            person.run(*words)

    found = {**modes(tmp_path / "life"), **modes(tmp_path / ".local/state/memoryd")}
    assert len(found) > 15
    assert {path: oct(mode) for path, mode in found.items() if mode & 0o077} == {}
    assert not any(Path(path).is_symlink() or Path(path).lstat().st_nlink > 1
                   for path in found if Path(path).is_file())  # fmt: skip


def random_secret(alphabet: str, length: int) -> str:
    return "".join(secrets.choice(alphabet) for _ in range(length))


def test_a_secret_in_a_conversation_reaches_neither_the_disk_nor_the_model(tmp_path: Path) -> None:
    letters = string.ascii_letters + string.digits
    kept = {
        "github": f"ghp_{random_secret(letters, 36)}",
        "aws": f"AKIA{random_secret('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)}",
        "anthropic": f"sk-ant-api03-{random_secret(letters, 93)}AA",
        "password": f"Tr1cky-{random_secret(letters, 10)}",
        "own": f"badge {random_secret('0123456789', 4)} of mine",  # looks like nothing
    }
    with model_server(reading(numbered, "openai")) as server:
        person = configured(tmp_path, server.url)
        with (tmp_path / ".config/memoryd/config.toml").open("a") as config:
            config.write('[privacy]\nsecret_patterns = ["badge [0-9]{4} of mine"]\n')
        say(person, f"Sarah saw the token {kept['github']} and the key {kept['aws']}")
        say(person, f"export ANTHROPIC_API_KEY={kept['anthropic']}")
        say(person, f"Sarah saw that my password is {kept['password']}")
        say(person, f"Sarah saw {kept['own']}")
        person.run("heartbeat")
        person.run("remember", f"Sarah has the key {kept['github']}")
        person.run("remember", f"Sarah has {kept['own']}")
        sent = b"".join(request.raw for request in server.sent)

    written = b"".join(
        path.read_bytes()
        for folder in ("life", ".local")
        for path in (tmp_path / folder).rglob("*")
        if path.is_file()
    )
    for name, secret in kept.items():
        assert secret.encode() not in sent, name
        assert secret.encode() not in written, name
    assert b"[secret:" in sent
    assert b"[secret:" in written
    assert b"[secret:own]" in sent


def test_a_secret_that_a_person_wrote_into_a_file_goes_no_further(tmp_path: Path) -> None:
    letters = string.ascii_letters + string.digits
    kept = [f"ghp_{random_secret(letters, 36)}", f"badge {random_secret('0123456789', 4)} of mine"]
    with model_server(reading(numbered, "openai")) as server:
        person = configured(tmp_path, server.url)
        with (tmp_path / ".config/memoryd/config.toml").open("a") as config:
            config.write('[privacy]\nsecret_patterns = ["badge [0-9]{4} of mine"]\n')
        say(person, "Sarah saw thing 1")
        person.run("heartbeat")
        items = tmp_path / "life/areas/people/sarah/items.json"
        rows = json.loads(items.read_text())
        rows[0]["fact"] = f"Sarah has the key {kept[0]} and {kept[1]}"
        items.write_text(json.dumps(rows))
        (tmp_path / "life/MEMORY.md").write_text(f"# MEMORY.md\n\n- my {kept[1]}\n")
        (tmp_path / "life/USER.md").write_text(f"- {kept[1]}, {kept[0]}\n")
        say(person, "Sarah saw thing 2")
        for job in ("heartbeat", "nightly", "synthesize"):
            person.start(job).communicate(timeout=120)  # on Sunday this model answers wrongly
        answer = person.run("search", "key", "badge", "--json")
        sent = b"".join(request.raw for request in server.sent)
    state = (tmp_path / ".local").rglob("*")
    indexed = b"".join(path.read_bytes() for path in state if path.is_file())

    for secret in kept:
        assert secret.encode() not in sent
        assert secret.encode() not in indexed
        assert secret not in answer
    assert b"[secret:own]" in sent
    assert "[secret:own]" in answer


def test_the_audit_holds_no_memory_text_and_no_name(tmp_path: Path) -> None:
    with model_server(reading(numbered, "openai")) as server:
        person = configured(tmp_path, server.url)
        say(person, "Sarah saw thing 1 in Montevideo")
        person.run("heartbeat")

    audit = b"".join(p.read_bytes() for p in (tmp_path / "life/.memoryd/audit").iterdir())
    assert audit.count(b"\n") >= 2
    assert not re.search(rb"sarah|montevideo", audit, re.IGNORECASE)


def test_the_daemon_listens_on_no_port(tmp_path: Path) -> None:
    person = Person(tmp_path)
    daemon = person.start("run")
    try:
        while not (tmp_path / ".local/state/memoryd/sock").exists():
            assert daemon.poll() is None
        inodes = {
            match[1]
            for fd in Path(f"/proc/{daemon.pid}/fd").iterdir()
            if (match := re.match(r"socket:\[(\d+)\]", str(fd.readlink())))
        }
        listed = [
            line.split()[9]
            for table in ("tcp", "tcp6", "udp", "udp6")
            for line in Path(f"/proc/{daemon.pid}/net/{table}").read_text().splitlines()[1:]
        ]
        assert inodes
        assert inodes.isdisjoint(listed)
    finally:
        daemon.terminate()
        daemon.communicate(timeout=30)
