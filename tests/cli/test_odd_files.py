"""What is no plain file, wherever a person or a program put it: no verb waits for it."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.talking import Person

pytestmark = pytest.mark.timeout(30)
VERBS = (
    ["search", "tea"],
    ["recall", "people/bob"],
    ["context"],
    ["heartbeat"],
    ["nightly"],
    ["status"],
    ["check"],
    ["remember", "likes rain", "--about", "people/bob"],
)
IN_MEMORY = (
    "USER.md",
    "MEMORY.md",
    "memory/2026-01-05.md",
    "areas/people/bob/items.json",
    "areas/people/bob/summary.md",
    "areas/people/eve/items.json",
)


def is_listened_at(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        here = os.open(path.parent, os.O_PATH)
        made.bind(f"/proc/self/fd/{here}/{path.name}")  # a socket's whole path is short
        os.close(here)


KINDS: dict[str, Callable[[Path], None]] = {
    "pipe": os.mkfifo,
    "endless": lambda path: path.symlink_to("/dev/zero"),
    "socket": is_listened_at,
    "folder": Path.mkdir,
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("path", IN_MEMORY)
def test_in_the_memory_it_is_passed_over(person: Person, path: str, kind: str) -> None:
    person.has_config()
    person.types("remember", "likes tea", "--about", "people/bob")
    place = person.life / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.unlink(missing_ok=True)
    KINDS[kind](place)

    for words in VERBS:
        said = person.types(*words)
        assert said.code in (0, 1, 3), (words, said.err)
        assert "unexpected" not in said.err
        assert said.err.count("\n") <= 3


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "path",
    ["xdg_config_home/memoryd/config.toml", "xdg_config_home/memoryd/llm_api_key",
     "xdg_state_home/memoryd/llm.jsonl"],
)  # fmt: skip
def test_beside_the_memory_it_is_named_in_one_line(person: Person, path: str, kind: str) -> None:
    person.has_model("http://127.0.0.1:9")
    person.says("Sarah is my manager at Acme.")
    place = person.home / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.unlink(missing_ok=True)
    KINDS[kind](place)

    said = person.types("heartbeat")

    assert said.code in (1, 2, 3)
    assert place.name in said.err
    assert "unexpected" not in said.err
