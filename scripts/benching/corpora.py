"""Readers of benchmark files: LoCoMo's, RealMem's, and plain rows of documents and questions."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from memoryd.core.value import replace

_LOCOMO_KINDS = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
_EVIDENCE = re.compile(r"D:?(\d+):0*(\d+)")  # 'D8:6; D9:17', 'D:11:26' and 'D30:05' occur
_ALWAYS = 10**9
_LONGEST = 120  # characters of what a broken file holds


@dataclass(frozen=True, slots=True)
class Doc:
    """One turn: its id in its corpus, words, session, speaker and ISO day, in order of time."""

    id: str
    text: str
    session: str
    speaker: str = ""
    day: str = ""


@dataclass(frozen=True, slots=True)
class Query:
    """A question, the turns and sessions that answer it, and how many turns stood before it."""

    text: str
    gold: frozenset[str]
    gold_sessions: frozenset[str]
    category: str
    day: str = ""
    before: int = _ALWAYS


@dataclass(frozen=True, slots=True)
class Corpus:
    """Turns that are searched together, and questions about them. unit: turn or session."""

    name: str
    docs: Sequence[Doc]
    queries: Sequence[Query]
    units: tuple[str, ...]


def read(path: Path) -> list[Corpus]:
    """Read a file of any of the three shapes; raises ValueError, which names it, for another."""
    try:
        corpora = _corpora(path)
        for corpus in corpora:
            _check(corpus)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as err:
        why = f"{type(err).__name__}: {' '.join(str(err).split())[:_LONGEST]}"
        told = f"{path}: neither LoCoMo's, RealMem's nor the harness's shape ({why})"
        raise ValueError(told) from err
    if not any(corpus.queries for corpus in corpora):
        raise ValueError(f"{path}: no question in it has an answer in it")
    return corpora


def _corpora(path: Path) -> list[Corpus]:
    found = json.loads(path.read_text(encoding="utf-8"))
    if isinstance(found, dict) and "dialogues" in found:
        return [_realmem(path.stem, found["dialogues"])]
    rows = found if isinstance(found, list) else [found]
    if rows and "conversation" in rows[0]:
        return [_locomo(row) for row in rows]
    if rows and "docs" in rows[0]:
        return [_plain(path.stem, row) for row in rows]
    raise ValueError("conversation, dialogues or docs are missing")


def _check(corpus: Corpus) -> None:
    """Raise TypeError or ValueError where something else than text, days and numbers stands."""
    texts = [text for doc in corpus.docs for text in (doc.id, doc.text, doc.session, doc.speaker)]
    texts += [text for query in corpus.queries for text in (query.text, query.category)]
    texts += [text for query in corpus.queries for text in query.gold | query.gold_sessions]
    for text in texts:
        if not isinstance(text, str):
            raise TypeError(f"{text!r} is no text")
        text.encode()  # half a surrogate pair is none
    for day in {dated.day for dated in (*corpus.docs, *corpus.queries) if dated.day != ""}:
        date.fromisoformat(day)
    if not all(isinstance(query.before, int) and query.before >= 0 for query in corpus.queries):
        raise TypeError("maxpos is no number of turns")


def as_one_store(corpora: Sequence[Corpus]) -> Corpus:
    """Put all corpora into one; ids and sessions carry the name of theirs."""
    docs = [
        replace(doc, id=f"{corpus.name}/{doc.id}", session=f"{corpus.name}/{doc.session}")
        for corpus in corpora
        for doc in corpus.docs
    ]
    queries = [
        replace(
            query,
            gold=frozenset(f"{corpus.name}/{gold}" for gold in query.gold),
            gold_sessions=frozenset(f"{corpus.name}/{gold}" for gold in query.gold_sessions),
        )
        for corpus in corpora
        for query in corpus.queries
        if query.before == _ALWAYS
    ]
    return Corpus("store", docs, queries, ("session",))


def _locomo(row: Mapping[str, Any]) -> Corpus:
    talk, docs = row["conversation"], []
    for number in sorted(int(key[8:]) for key in talk if re.fullmatch(r"session_\d+", key)):
        day = _locomo_day(talk.get(f"session_{number}_date_time", ""))
        docs += [
            Doc(turn["dia_id"], _locomo_text(turn), f"S{number}", turn["speaker"], day)
            for turn in talk[f"session_{number}"]
        ]
    ids = {doc.id for doc in docs}
    queries = []
    for asked in row["qa"]:
        named = _EVIDENCE.findall(" ".join(asked.get("evidence") or []))
        gold = frozenset(f"D{session}:{turn}" for session, turn in named) & ids
        if gold:
            sessions = frozenset(f"S{turn[1:].split(':')[0]}" for turn in gold)
            kind = _LOCOMO_KINDS[asked["category"]]
            queries.append(Query(asked["question"], gold, sessions, kind))
    return Corpus(str(row["sample_id"]), docs, queries, ("turn", "session"))


def _locomo_text(turn: Mapping[str, Any]) -> str:
    caption = turn.get("blip_caption")
    return f"{turn['text']} [shares {caption}]" if caption else str(turn["text"])


def _locomo_day(text: str) -> str:
    try:  # 1:56 pm on 8 May, 2023: a day without a zone
        said = datetime.strptime(text.rsplit(" on ", maxsplit=1)[-1], "%d %B, %Y")  # noqa: DTZ007 - a day
    except ValueError:
        return ""
    return said.date().isoformat()


def _realmem(name: str, talks: Sequence[Mapping[str, Any]]) -> Corpus:
    docs: list[Doc] = []
    queries = []
    for talk in talks:
        session, day = talk["session_uuid"], talk["current_time"][:10]
        queries += _realmem_queries(talk, day, len(docs))
        docs += [
            Doc(f"{session}#{at}", turn["content"], session, turn["speaker"], day)
            for at, turn in enumerate(talk["dialogue_turns"])
        ]
    return Corpus(name, docs, queries, ("session",))


def _realmem_queries(talk: Mapping[str, Any], day: str, before: int) -> Iterator[Query]:
    turns = talk["dialogue_turns"]
    for turn, after in zip(turns, [*turns[1:], {}], strict=True):
        if turn.get("is_query"):
            told = turn if turn.get("memory_session_uuids") else after
            gold = frozenset(told.get("memory_session_uuids") or []) - {talk["session_uuid"]}
            if gold:
                kind = turn.get("category_name") or "?"
                yield Query(turn["content"], gold, gold, kind, day, before)


def _plain(name: str, row: Mapping[str, Any]) -> Corpus:
    docs = [
        Doc(doc["id"], doc["text"], doc.get("session") or "", doc.get("speaker") or "",
            doc.get("date") or "")
        for doc in row["docs"]
    ]  # fmt: skip
    session = {doc.id: doc.session for doc in docs}
    queries = [
        Query(asked["text"], gold, sessions, asked.get("category") or "?",
              asked.get("date") or "", asked.get("maxpos", _ALWAYS))
        for asked in row["queries"]
        if (gold := frozenset(asked["gold"]))
        and (sessions := frozenset(asked.get("gold_sessions") or _sessions(gold, session)))
    ]  # fmt: skip
    return Corpus(str(row.get("id", name)), docs, queries, ("turn", "session"))


def _sessions(gold: frozenset[str], session: Mapping[str, str]) -> list[str]:
    """Return the sessions of the turns that answer; none where no turn of the file does."""
    return [session[turn] for turn in gold if turn in session]
