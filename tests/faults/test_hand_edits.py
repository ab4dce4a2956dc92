"""People save while memoryd writes: nothing of theirs is lost, and nothing of ours."""

import json
import os
import random
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from memoryd.core.change import AddFact, Change
from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.store import MemoryStore
from tests.store_kit import Home

SARAH = Ref("people", "sarah")
SAVES = int(os.environ.get("MEMORYD_SAVES", "150"))


def add(store: MemoryStore, number: int) -> None:
    fact = Fact(f"sarah-{number:03d}", f"ours {number}", "2026-01-05", source=f"remember:{number}")
    store.commit(Change("test", "r", "2026-01-05T00:00:00+00:00", (AddFact(SARAH, fact, "Sarah"),)))


def theirs(rows: list[dict[str, Any]], number: int) -> bytes:
    fact = {"id": f"hand-{number}", "fact": f"theirs {number}", "timestamp": "2026-01-05",
            "status": "active"}  # fmt: skip
    return json.dumps([*rows, fact], indent=2).encode()


def replace(path: Path, raw: bytes) -> None:
    temp = path.with_name("editor.tmp")
    temp.write_bytes(raw)
    temp.replace(path)


def in_place(path: Path, raw: bytes) -> None:
    with path.open("wb") as handle:
        half = len(raw) // 2
        handle.write(raw[:half])
        handle.flush()
        if random.random() < 0.3:  # noqa: S311 - a slow editor now and then
            time.sleep(0.003)
        handle.write(raw[half:])


@pytest.mark.timeout(600)
@pytest.mark.parametrize("save", [replace, in_place])
def test_every_save_against_a_busy_writer_is_kept_and_so_is_every_fact(
    tmp_path: Path, save: Any
) -> None:
    home = Home(tmp_path)
    with home.writer() as store:
        add(store, 1)
        path = home.items_path()
        done = threading.Event()

        def edit() -> None:
            for number in range(SAVES):
                save(path, theirs(json.loads(path.read_bytes() or b"[]"), number))
                time.sleep(random.random() * 0.004)  # noqa: S311
            done.set()

        editor = threading.Thread(target=edit)
        editor.start()
        number = 1
        while not done.is_set():
            number += 1
            add(store, number)
            store.rescan("2026-01-05T00:00:00+00:00")
        editor.join()
        time.sleep(0.15)
        store.rescan("2026-01-05T00:00:00+00:00")
        assert store.waiting_paths() == []

    rows = home.items()
    texts = [row["fact"] for row in rows]
    assert [f"theirs {n}" for n in range(SAVES) if f"theirs {n}" not in texts] == []
    assert [f"ours {n}" for n in range(1, number + 1) if f"ours {n}" not in texts] == []
    assert len({row["id"] for row in rows}) == len(rows) == SAVES + number
