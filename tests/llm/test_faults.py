"""Every way a server can fail: an answer or a typed error, in bounded time, written down."""

import gzip
import json
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from memoryd.errors import (
    LlmError,
    TerminalLlmError,
    TooLongError,
    TransientLlmError,
    UnreadableAnswerError,
)
from memoryd.jobs import extraction
from memoryd.jobs.proposals import read_extraction
from memoryd.llm.http import MAX_BODY
from memoryd.llm.openai import OpenAI
from tests.fakes_server import (
    Step,
    anthropic,
    drip,
    hang,
    model_server,
    openai,
    reply,
    reset,
)
from tests.llm.asking import KEY, QUESTION, Asking

FACT = {"lines": ["m1"], "entity": {"kind": "person", "name": "Dana"}, "fact": "Plays tennis",
        "category": "preference", "when": None, "replaces": [], "related": []}  # fmt: skip
GOOD = json.dumps({"facts": [FACT]})
INSTRUCTION = Path(extraction.__file__).parent / "prompts/extraction.md"
CAT = {"kind": "cat", "name": "Tom"}
BOMB = gzip.compress(b" " * 50_000_000)
OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


def error(status: int, kind: str = "api_error", message: str = "no", **headers: str) -> Step:
    return reply(status, {"type": "error", "error": {"type": kind, "message": message}}, **headers)


def then_good(step: Step) -> tuple[Step, ...]:
    return step, anthropic(GOOD)


def body_of(text: str) -> bytes:
    usage = {"input_tokens": 10, "output_tokens": 5}
    block = {"type": "text", "text": text}
    return json.dumps({"content": [block], "stop_reason": "end_turn", "usage": usage}).encode()


@dataclass(frozen=True)
class Case:
    """Steps of the server, the error (None: an answer with `facts`), and the rows' outcomes."""

    script: tuple[Step, ...]
    error: type[LlmError] | None
    outcomes: tuple[str, ...]
    facts: int = 1


def mends(step: Step) -> Case:
    return Case(then_good(step), None, ("transient", "ok"))


def stays(step: Step) -> Case:
    return Case((step,), TransientLlmError, ("transient",) * 3)


def ends(step: Step) -> Case:
    return Case((step,), TransientLlmError, ("transient",))


def person(step: Step) -> Case:
    return Case((step,), TerminalLlmError, ("terminal",))


def too_long(step: Step) -> Case:
    return Case((step,), TooLongError, ("too_long",))


def refuses(step: Step) -> Case:
    return Case((step,), UnreadableAnswerError, ("refused",))


def unread(text: str) -> Case:
    return Case((anthropic(text),), UnreadableAnswerError, ("unreadable",))


def reads(text: str, facts: int = 1) -> Case:
    return Case((anthropic(text),), None, ("ok",), facts)


def cut(text: str, facts: int) -> Case:
    return Case((anthropic(text, "max_tokens"),), None, ("cut",), facts)


def two(change: Callable[[dict[str, object]], object]) -> str:
    return json.dumps({"facts": [FACT, change(dict(FACT))]})


CASES = {
    # transport
    "refuses a moment, then answers": mends(reset()),
    "resets every time": stays(reset()),
    "resets in the middle of its answer": stays(reset(after=OK + b'Content-Length: 99\r\n\r\n{"')),
    "ends before the length it stated": stays(reset(after=OK + b"Content-Length: 9\r\n\r\n{}")),
    "sends no HTTP": stays(reset(after=b"SSH-2.0-OpenSSH_9.2\r\n")),
    "sends a broken chunk": stays(
        lambda h: h.connection.sendall(OK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n")
    ),
    "says nothing": Case((hang(),), TransientLlmError, ("transient",) * 2),
    "drips its body": Case(
        (drip(OK + b"Content-Length: 900\r\n\r\n"),), TransientLlmError, ("transient",) * 2
    ),
    "drips its headers": Case(
        (drip(b"HTTP/1.1 200 OK\r\nX-Slow: ", b"a"),), TransientLlmError, ("transient",) * 2
    ),
    "sends 50 MB": ends(reply(200, b" " * 50_000_000)),
    "sends a gzip bomb": ends(reply(200, BOMB, Content_Encoding="gzip")),
    "sends broken gzip": stays(reply(200, b"no gzip", Content_Encoding="gzip")),
    "packs its answer": Case(
        (reply(200, gzip.compress(body_of(GOOD)), Content_Encoding="gzip"),), None, ("ok",)
    ),
    # statuses
    "429 without a word": stays(error(429, "rate_limit_error")),
    "429, then well": mends(error(429, "rate_limit_error")),
    "429 for seconds": mends(error(429, retry_after="2")),
    "429 for milliseconds": mends(error(429, retry_after_ms="300")),
    "429 until a date": mends(
        error(429, retry_after="Sun, 15 Feb 2026 11:00:05 GMT",
              date="Sun, 15 Feb 2026 11:00:00 GMT")
    ),
    "429 for an absurd time": ends(error(429, retry_after="86399999")),
    "429 for nonsense": stays(error(429, retry_after="soon")),
    "429 until a date that is none": stays(error(429, retry_after="99 Foo 20266 99:99")),
    "429 for a negative time": stays(error(429, retry_after="-5")),
    "429 for an infinite time": stays(error(429, retry_after="inf")),
    "429 without credit": person(error(429, "insufficient_quota")),
    "429 that must not be tried again": ends(error(429, x_should_retry="false")),
    "408": stays(error(408)),
    "409": stays(error(409)),
    "500": stays(error(500)),
    "503 as a web page": stays(reply(503, b"<html>", kind="text/html")),
    "529": stays(error(529, "overloaded_error")),
    "529, then well": mends(error(529, "overloaded_error")),
    "400": person(error(400, "invalid_request_error", "messages: wrong")),
    "400 without credit": person(error(400, message="Your credit balance is too low")),
    "400 of a prompt too long": too_long(error(400, message="prompt is too long: 9 > 8 tokens")),
    "400 for what was said": refuses(error(400, "content_filter", "content management policy")),
    "400 for a prompt that was flagged": refuses(error(400, "invalid_prompt", "was flagged")),
    "400 by a policy": refuses(error(400, "content_policy_violation")),
    "403 for what was said": refuses(error(403, "moderation_blocked")),
    "401": person(error(401, "authentication_error")),
    "402": person(error(402)),
    "403": person(error(403)),
    "404": person(error(404, "not_found_error")),
    "404 as a web page": person(reply(404, b"<html>", kind="text/html")),
    "413": too_long(error(413, "request_too_large")),
    "422": person(error(422)),
    "a status nobody knows": person(reply(499, b"?")),
    "200 as a web page": stays(reply(200, b"<html>", kind="text/html")),
    "200 with an empty body": stays(reply(200)),
    "200 with half of its JSON": stays(reply(200, body_of(GOOD)[:-20])),
    "200 in bad UTF-8": stays(reply(200, b'{"content": "\xff\xfe"}')),
    "200 nested too deep": stays(reply(200, b"[" * 200_000)),
    "200 with a number of 9,999 digits": stays(reply(200, b"9" * 9_999)),
    "200 of another provider": stays(openai(GOOD)),
    "200 with an error inside": stays(reply(200, {"error": "overloaded"})),
    "204": person(reply(204)),
    # what the model says
    "fences": reads(f"```json\n{GOOD}\n```"),
    "prose around a fence": reads(f"Here:\n```json\n{GOOD}\n```\nExplanation: one fact {{x}}."),
    "no facts": reads('{"facts": []}', 0),
    "an empty answer": unread(""),
    "prose": unread("I could not find anything worth keeping."),
    "another schema": unread('{"items": [1]}'),
    "facts that are no list": unread('{"facts": {"a": 1}}'),
    "facts that are texts": unread('{"facts": ["Works on tennis"]}'),
    "a repeated key": unread('{"facts": [], "facts": []}'),
    "NaN": unread('{"facts": [NaN]}'),
    "nested too deep": unread('{"facts": ' + "[" * 100_000),
    "an unpaired surrogate": reads(two(lambda fact: fact | {"fact": "x\ud800"})),
    "one row of two is wrong": reads(two(lambda fact: fact | {"entity": "Dana"})),
    "a kind that does not exist": reads(two(lambda f: f | {"entity": CAT})),
    "more keys than asked for": reads(two(lambda fact: fact | {"confidence": 0.9}), 2),
    "a date in the future": reads(two(lambda fact: fact | {"when": "2999-01-01"}), 2),
    "ids that nobody knows": reads(two(lambda fact: fact | {"replaces": ["sarah-099"]}), 2),
    "10,000 facts": unread(json.dumps({"facts": [FACT] * 10_000})),
    "more facts than one answer may hold": cut(json.dumps({"facts": [FACT] * 300}), 200),
    "its own instruction": unread(INSTRUCTION.read_text("utf-8")),
    "the schema, then the answer": unread('{"facts": [{"lines": ["..."]}]}\n' + GOOD),
    "cut, and reads well": cut(GOOD, 1),
    "cut in its second fact": cut(two(dict)[:-30], 1),
    "cut before its first fact": Case((anthropic(GOOD[:20], "max_tokens"),),
                                      TooLongError, ("unreadable",)),
    "refuses": Case((anthropic("", "refusal"),), UnreadableAnswerError, ("refused",)),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_a_fault_ends_in_an_answer_or_one_clear_error(case: Case, tmp_path: Path) -> None:
    with model_server(*case.script) as server:
        asking = Asking(tmp_path, server.url, timeout=1.5)
        found: int | LlmError
        try:
            found = len(asking.adapter().ask(QUESTION, read_extraction).facts)
        except LlmError as err:
            found = err

    if case.error is None:
        assert found == case.facts
    else:
        assert type(found) is case.error or isinstance(found, case.error)
        assert "\n" not in str(found)
        assert KEY not in str(found)
    assert tuple(asking.outcomes()) == case.outcomes
    assert len(server.sent) == len(case.outcomes)
    assert KEY not in asking.path.read_text("utf-8")
    assert asking.path.stat().st_mode & 0o777 == 0o600
    assert all(wait <= 60 for wait in asking.waits.seconds)


def test_a_key_never_follows_a_redirect(tmp_path: Path) -> None:
    with model_server(anthropic(GOOD)) as elsewhere:
        moved = [reply(status, location=elsewhere.url + "/v1/messages")
                 for status in (301, 302, 303, 307, 308)]  # fmt: skip
        for step in moved:
            with model_server(step) as server:
                asking = Asking(tmp_path, server.url)
                with pytest.raises(TerminalLlmError, match="redirect"):
                    asking.adapter().ask(QUESTION, read_extraction)
        assert elsewhere.sent == []


def test_a_server_that_is_not_there_costs_nothing(tmp_path: Path) -> None:
    with model_server(anthropic(GOOD)) as server:
        gone = server.url
    asking = Asking(tmp_path, gone)

    with pytest.raises(TransientLlmError, match="cannot be reached, 3 times"):
        asking.adapter().ask(QUESTION, read_extraction)

    assert [row["cost_usd"] for row in asking.rows()] == [0.0] * 3


def test_waits_between_tries_grow_and_follow_the_server(tmp_path: Path) -> None:
    with model_server(error(500)) as server:
        asking = Asking(tmp_path, server.url)
        with pytest.raises(TransientLlmError):
            asking.adapter().ask(QUESTION, read_extraction)
    with model_server(error(429, retry_after="7"), error(429, retry_after_ms="250"),
                      anthropic(GOOD)) as server:  # fmt: skip
        told = Asking(tmp_path / "b", server.url)
        told.adapter().ask(QUESTION, read_extraction)

    first, second = asking.waits.seconds
    assert 0.5 <= first < second <= 8
    assert told.waits.seconds == [7.0, 0.25]


def test_an_error_repeats_nothing_that_the_server_said(tmp_path: Path) -> None:
    said = error(400, "invalid_request_error", f"bad prompt: user said hello, key {KEY}")
    with model_server(said) as server:
        asking = Asking(tmp_path, server.url, dialect=OpenAI)
        with pytest.raises(TerminalLlmError) as caught:
            asking.adapter().ask(QUESTION, read_extraction)

    text = str(caught.value) + asking.path.read_text("utf-8")
    assert "hello" not in text
    assert KEY not in text
    assert "invalid_request_error" in text


def test_a_gzip_bomb_never_unfolds_in_memory(tmp_path: Path) -> None:
    with model_server(reply(200, BOMB, Content_Encoding="gzip")) as server:
        asking = Asking(tmp_path, server.url)
        tracemalloc.start()
        with pytest.raises(TransientLlmError, match="more than 8 MB"):
            asking.adapter().ask(QUESTION, read_extraction)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()

    assert peak < 3 * MAX_BODY
