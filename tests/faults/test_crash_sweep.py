"""A process that dies between any two statements of the store loses and doubles nothing."""

import os
import shutil
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.store_kit import Home

STEP = int(os.environ.get("MEMORYD_SWEEP_STEP", "17"))  # 1 visits every statement


def story(home: Home) -> None:
    home.say("@person Sarah: manages the team at Acme @person Emma: took her first steps")
    home.say("@project Beacon: uses REST for its interface", session="b", day="2026-01-06")


def more(home: Home) -> None:
    home.say("@person Sarah: leads the Berlin office @project Beacon: ships on Monday")


def dies_at(home: Home, count: int) -> bool:
    """Run a heartbeat in a child that dies at its count-th statement; whether it got there."""
    pid = os.fork()
    if pid == 0:
        seen = 0

        def trace(frame: FrameType, event: str, _arg: Any) -> Any:
            nonlocal seen
            if "memoryd/store/" not in frame.f_code.co_filename:
                return None
            if event == "line":
                seen += 1
                if seen == count:
                    os._exit(9)
            return trace

        sys.settrace(trace)
        try:
            home.beat()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 9


@pytest.mark.timeout(600)
def test_a_process_killed_at_any_statement_leaves_what_an_undisturbed_run_leaves(
    tmp_path: Path,
) -> None:
    calm = Home(tmp_path / "calm")
    story(calm)
    calm.beat()
    begun = tmp_path / "begun"
    shutil.copytree(calm.base, begun)
    more(calm)
    calm.beat()
    expected = calm.visible()
    assert len(calm.items()) == 2

    deaths, count = 0, 1
    while True:
        base = tmp_path / "hurt"
        shutil.rmtree(base, ignore_errors=True)
        shutil.copytree(begun, base)
        hurt = Home(base)
        more(hurt)
        if not dies_at(hurt, count):
            break
        deaths += 1
        hurt.beat()
        assert hurt.visible() == expected, f"statement {count}"
        left_clean(hurt, count)
        count += STEP
    assert deaths > 20


def left_clean(hurt: Home, count: int) -> None:
    """Nothing lies about, the audit verifies, and nothing was taken for a hand edit."""
    assert not list(hurt.root.rglob(".memoryd-*")), f"statement {count}"
    with hurt.writer() as store:
        assert store.verify() == [], f"statement {count}"
        rows = list(store.audit_rows())
    assert len({row["id"] for row in rows}) == len(rows), f"statement {count}"
    assert {row["job"] for row in rows} <= {"ingest", "heartbeat"}, f"statement {count}"


@pytest.mark.timeout(600)
def test_a_first_run_killed_at_any_statement_is_finished_by_the_next(tmp_path: Path) -> None:
    calm = Home(tmp_path / "calm")
    story(calm)
    calm.beat()
    expected = calm.visible()
    count, deaths = 1, 0
    while True:
        base = tmp_path / f"hurt{count}"
        hurt = Home(base)
        story(hurt)
        died = dies_at(hurt, count)
        hurt.beat()
        assert hurt.visible() == expected, f"statement {count}"
        left_clean(hurt, count)
        shutil.rmtree(base)
        if not died:
            break
        deaths += 1
        count += STEP
    assert deaths > 20
