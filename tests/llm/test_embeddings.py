"""Vectors from a server: through the call that spends, in order, or an error of one line."""

import math
from pathlib import Path
from typing import Any

import pytest

from memoryd.config_model.model import Budget
from memoryd.errors import BudgetError, LlmError, TerminalLlmError, TransientLlmError
from memoryd.llm.embeddings import Embeddings, ServerEmbedder
from tests.fakes_server import Step, model_server, reply
from tests.llm.asking import Asking

MODEL = "text-embedding-test"


def answer(*rows: Any, usage: Any = None, order: int = 1) -> Step:
    data = [{"index": number, "embedding": row} for number, row in enumerate(rows)][::order]
    return reply(200, {"data": data, "usage": usage or {"prompt_tokens": 7, "total_tokens": 7}})


def embedder(asking: Asking) -> ServerEmbedder:
    def make(dialect: Embeddings) -> Any:
        asking.dialect = lambda: dialect
        return asking.adapter()

    return ServerEmbedder(MODEL, make)


def test_vectors_come_in_the_order_of_the_texts(tmp_path: Path) -> None:
    with model_server(answer([1, 0.5], [0, 2], order=-1)) as server:
        rows = embedder(Asking(tmp_path, server.url, model=MODEL)).embed(["a", "b"])
    assert rows == [[1, 0.5], [0, 2]]
    assert server.sent[0].path == "/v1/embeddings"
    assert server.sent[0].body == {"model": MODEL, "input": ["a", "b"]}
    assert server.sent[0].headers["authorization"].startswith("Bearer ")


def test_what_it_cost_stands_in_the_ledger(tmp_path: Path) -> None:
    asking = Asking(tmp_path, "", model=MODEL)
    with model_server(answer([1.0])) as server:
        asking.url = server.url
        embedder(asking).embed(["a"])
    (row,) = asking.rows()
    assert (row["purpose"], row["input_tokens"], row["output_tokens"]) == ("embedding", 7, 0)


def test_a_cap_that_would_be_passed_stops_the_call(tmp_path: Path) -> None:
    with model_server(answer([1.0])) as server:
        asking = Asking(tmp_path, server.url, model=MODEL, caps=Budget(daily_tokens=10))
        with pytest.raises(BudgetError):
            embedder(asking).embed(["word " * 1000])
    assert server.sent == []


def test_many_texts_are_sent_in_parts_and_long_ones_are_cut(tmp_path: Path) -> None:
    whole = answer(*[[1.0, 2.0]] * 64)
    with model_server(whole, answer([3.0, 4.0])) as server:
        rows = embedder(Asking(tmp_path, server.url, model=MODEL)).embed(["x" * 9000] * 65)
    assert len(rows) == 65
    assert [len(sent.body["input"]) for sent in server.sent] == [64, 1]
    assert max(len(text) for text in server.sent[0].body["input"]) == 6000


@pytest.mark.parametrize("text", ["", "\ud800", "\x00"])
def test_any_text_can_be_sent(tmp_path: Path, text: str) -> None:
    with model_server(answer([1.0])) as server:
        assert embedder(Asking(tmp_path, server.url, model=MODEL)).embed([text]) == [[1.0]]
        assert server.sent[0].body["input"][0]


WRONG: dict[str, Any] = {
    "no data": {"usage": {}},
    "data is no list": {"data": {"index": 0}},
    "no index": {"data": [{"embedding": [1.0]}]},
    "an index twice": {"data": [{"index": 0, "embedding": [1.0]}] * 2},
    "no vector": {"data": [{"index": 0}]},
    "an empty vector": {"data": [{"index": 0, "embedding": []}]},
    "words": {"data": [{"index": 0, "embedding": ["1"]}]},
    "truth": {"data": [{"index": 0, "embedding": [True]}]},
    "no number": {"data": [{"index": 0, "embedding": [math.nan]}]},
    "uneven": {"data": [{"index": 0, "embedding": [1.0]}, {"index": 1, "embedding": [1.0, 2.0]}]},
    "too many": {"data": [{"index": n, "embedding": [1.0]} for n in range(2)]},
    "none": {"data": []},
}


@pytest.mark.parametrize("body", WRONG.values(), ids=WRONG.keys())
def test_an_answer_without_the_vectors_is_an_error_for_now(tmp_path: Path, body: Any) -> None:
    with model_server(reply(200, body)) as server, pytest.raises(TransientLlmError) as caught:
        embedder(Asking(tmp_path, server.url, model=MODEL)).embed(["private words"])
    assert "private" not in str(caught.value)


@pytest.mark.parametrize(
    ("status", "error"), [(401, TerminalLlmError), (404, TerminalLlmError), (500, LlmError)]
)
def test_a_server_that_refuses_is_said_as_for_any_model(
    tmp_path: Path, status: int, error: type[LlmError]
) -> None:
    refusal = reply(status, {"error": {"message": "no"}})
    with model_server(refusal) as server, pytest.raises(error):
        embedder(Asking(tmp_path, server.url, model=MODEL)).embed(["x"])
