"""Facts, people, crashes and mendings in whatever order: nothing lost, nothing twice."""

import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)  # fmt: skip

from memoryd.core.change import AddFact
from memoryd.errors import TransitionError
from memoryd.store import MemoryStore
from tests.store.kit import NOW, SARAH, Memory, change, fact_of, note, relearn, supersede

WORDS = st.sampled_from("tea rome oslo chess piano greek red blue cats dogs rowing maps".split())
NOTE = "memory/2026-02-01.md"


class StoreMachine(RuleBasedStateMachine):
    """A person and memoryd at one memory; `said` is what must be there, by text."""

    def __init__(self) -> None:
        super().__init__()
        self.base = Path(tempfile.mkdtemp())
        self.memory = Memory(self.base)
        self.store: MemoryStore = self.memory.writer()
        self.said: set[str] = set()
        self.deleted: set[str] = set()
        self.ids: dict[str, str] = {}  # every id ever seen, with the text it stood for first
        self.good: bytes | None = None  # what a broken file held
        self.remarks: list[bytes] = []
        self.noted: set[str] = set()
        self.number = 0

    def teardown(self) -> None:
        self.store.close()
        shutil.rmtree(self.base)

    # -- helpers -------------------------------------------------------------------------------

    @property
    def whole(self) -> bool:
        return self.good is None and self.memory.path().exists()

    def texts(self) -> list[str]:
        return [fact.fact for fact in self.store.ledger(SARAH)[0].facts]

    def saves(self, rows: list[dict[str, Any]]) -> None:
        """Save as a person does, in place or by a rename; facts younger than a second are safe."""
        self.grow_old()
        path = self.memory.path()
        raw = json.dumps(rows, indent=self.number % 3, ensure_ascii=bool(self.number % 2)).encode()
        self.number += 1
        if self.number % 2:
            path.write_bytes(raw)
        else:
            temp = path.with_name("editor.tmp")
            temp.write_bytes(raw)
            temp.replace(path)

    def grow_old(self) -> None:
        """Let some time pass: nothing is too young to be deleted."""
        self.store._committer.views.births.forget()

    # -- what memoryd does ---------------------------------------------------------------------

    @initialize()
    def begins(self) -> None:
        self.learns("first")

    @rule(word=WORDS)
    def learns(self, word: str) -> None:
        self.number += 1
        text = f"{word} {self.number}"
        self.store.rescan(NOW)
        assert relearn(self.store, text) == []
        self.said.add(text)

    @rule(word=WORDS)
    def commits_without_looking_first(self, word: str) -> None:
        self.number += 1
        text = f"{word} {self.number}"
        fact = fact_of(self.store, text)
        self.store.commit(change(AddFact(SARAH, fact, "Sarah")))
        self.said.add(text)

    @rule()
    def extracts_all_of_it_again(self) -> None:
        self.store.rescan(NOW)
        dropped = relearn(self.store, *sorted(self.said | self.deleted))
        assert set(dropped) == self.deleted - self.said

    @precondition(lambda self: self.whole)
    @rule(data=st.data())
    def supersedes(self, data: st.DataObject) -> None:
        self.store.rescan(NOW)
        ledger = self.store.ledger(SARAH)[0]
        if len(ledger.facts) < 2 or not ledger.active:
            return
        old = data.draw(st.sampled_from([fact.id for fact in ledger.active]))
        by = data.draw(st.sampled_from([fact.id for fact in ledger.facts]))
        try:
            ledger.supersede(old, by=by)
        except TransitionError:
            return
        supersede(self.store, old, by)
        assert self.store.ledger(SARAH)[0].get(old).superseded_by == by

    @rule(word=WORDS)
    def notes(self, word: str) -> None:
        note(self.store, f"- {word}")
        self.noted.add(f"- {word}\n")

    # -- what a person does --------------------------------------------------------------------

    @precondition(lambda self: self.whole)
    @rule(word=WORDS)
    def adds_by_hand(self, word: str) -> None:
        self.number += 1
        text = f"by hand {word} {self.number}"
        row = {"id": f"mine-{self.number}", "fact": text, "timestamp": "2026-01-05T10:00:00Z",
               "status": "active", "mood": self.number}  # fmt: skip
        self.saves([row, *self.memory.rows()])
        self.said.add(text)

    @precondition(lambda self: self.whole)
    @rule(data=st.data())
    def edits_by_hand(self, data: st.DataObject) -> None:
        rows = self.memory.rows()
        row = data.draw(st.sampled_from(rows))
        self.said.discard(row["fact"])
        self.number += 1
        row["fact"] = f"edited {self.number}"
        self.said.add(row["fact"])
        self.saves(rows)

    @precondition(lambda self: self.whole and len(self.memory.rows()) > 1)
    @rule(data=st.data())
    def deletes_by_hand(self, data: st.DataObject) -> None:
        self.store.rescan(NOW)  # an edit and a deletion are two saves, seen as two
        rows = self.memory.rows()
        gone = data.draw(st.sampled_from(rows))
        rows.remove(gone)
        for row in rows:
            if row.get("supersededBy") == gone["id"]:
                del row["supersededBy"]
        self.said.discard(gone["fact"])
        self.deleted.add(gone["fact"])
        self.saves(rows)
        self.store.rescan(NOW)

    @precondition(lambda self: self.whole)
    @rule(how=st.sampled_from([b"", b"[]", b"[{", b"<<<<<<< HEAD\n", b"\xff", b"{}"]))
    def breaks(self, how: bytes) -> None:
        self.store.rescan(NOW)
        self.good = self.memory.path().read_bytes()
        self.broken = how
        self.memory.path().write_bytes(how)

    @precondition(lambda self: self.good is not None)
    @rule()
    def mends(self) -> None:
        assert self.memory.path().read_bytes() == self.broken
        self.memory.path().write_bytes(self.good or b"")
        self.good = None
        self.store.rescan(NOW)
        assert self.store.waiting_paths() == []

    @precondition(lambda self: (self.memory.root / NOTE).exists())
    @rule(at_end=st.booleans())
    def writes_into_the_note(self, *, at_end: bool) -> None:
        self.number += 1
        remark = f"remark {self.number} \xe9 \n".encode("latin-1")
        path = self.memory.root / NOTE
        raw = path.read_bytes()
        place = len(raw) if at_end else raw.index(b"\n") + 1
        path.write_bytes(raw[:place] + remark + raw[place:])
        self.remarks.append(remark)

    # -- what happens --------------------------------------------------------------------------

    @rule()
    def looks(self) -> None:
        self.store.rescan(NOW)

    @rule()
    def dies_and_comes_back(self) -> None:
        self.store._lock.release()  # as the kernel does; nothing else is saved
        self.store = self.memory.writer()

    @rule()
    def ends_and_comes_back(self) -> None:
        self.store.close()
        self.store = self.memory.writer()

    @rule(before=st.integers(min_value=0, max_value=30), word=WORDS)
    def dies_while_writing(self, before: int, word: str) -> None:
        self.number += 1
        text = f"{word} {self.number}"
        self.store.rescan(NOW)
        pid = os.fork()
        if pid == 0:
            self._die_after(before, text)
        acknowledged = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
        self.store._lock.release()
        self.store = self.memory.writer()
        if acknowledged or text in self.texts():
            self.said.add(text)

    def _die_after(self, calls: int, text: str) -> None:
        left = calls

        def dying(real: Callable[..., Any]) -> Callable[..., Any]:
            def call(*args: Any) -> Any:
                nonlocal left
                left -= 1
                if left < 0:
                    os._exit(9)
                return real(*args)

            return call

        for name in ("fsync", "write", "rename", "replace", "unlink", "truncate"):
            setattr(os, name, dying(getattr(os, name)))
        try:
            relearn(self.store, text)
            os._exit(0)
        finally:
            os._exit(9)

    # -- what always holds ---------------------------------------------------------------------

    @invariant()
    def every_fact_is_there_once(self) -> None:
        texts = self.texts()
        if self.good is None:
            assert self.said <= set(texts)
        assert not (self.deleted - self.said) & set(texts)
        assert len(texts) == len(set(texts))

    @invariant()
    def ids_are_unique_and_never_used_again(self) -> None:
        facts = self.store.ledger(SARAH)[0].facts
        assert len({fact.id for fact in facts}) == len(facts)
        for fact in facts:
            ours = re.fullmatch(r"sarah-\d+", fact.id) and not fact.fact.startswith("edited")
            if ours and self.good is None:
                assert self.ids.setdefault(fact.id, fact.fact) == fact.fact

    @invariant()
    def every_link_resolves(self) -> None:
        ledger = self.store.ledger(SARAH)[0]
        links = [fact.superseded_by for fact in ledger.facts if fact.superseded_by]
        assert all(ledger.get(link) for link in links)

    @invariant()
    def the_note_holds_what_both_wrote(self) -> None:
        raw = self.store.text_file(NOTE) or b""
        assert [remark for remark in self.remarks if raw.count(remark) != 1] == []
        assert [line for line in self.noted if raw.count(line.encode()) != 1] == []

    @invariant()
    def the_audit_verifies(self) -> None:
        assert self.store.verify() == []
        ids = [row["id"] for row in self.store.audit_rows()]
        assert len(ids) == len(set(ids))

    @invariant()
    def nothing_lies_about(self) -> None:
        assert list(self.memory.root.rglob(".memoryd-*")) == []


@pytest.mark.timeout(900)
def test_the_store_keeps_its_promises_in_any_order_of_events() -> None:
    chosen = settings(
        max_examples=settings.default.max_examples // 2,
        stateful_step_count=20,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink),
    )
    run_state_machine_as_test(StoreMachine, settings=chosen)
