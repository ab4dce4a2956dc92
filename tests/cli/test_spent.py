"""What status says of the cost: what was counted, what was only estimated, what came cut off."""

import pytest

from tests.cli.talking import Person
from tests.fakes_server import Step, model_server, openai, reply, reset

UNCOUNTED = {"choices": [{"finish_reason": "stop", "message": {"content": '{"facts": []}'}}]}
PRICE = "[prices]\n'gpt-6-luna' = {input = 2, output = 10}"


@pytest.mark.parametrize(
    ("step", "said", "unsaid"),
    [
        (reset(), "of it estimated: the server did not say", "cut off"),
        (reply(200, UNCOUNTED), "of it estimated: the server did not say", "cut off"),
        (openai('{"facts": []}', stop="length"), "1 answer came cut off today", "estimated"),
        (openai('{"facts": []}', usage={"prompt_tokens": 900, "completion_tokens": 9}),
         "$0.00", "estimated"),
    ],
    ids=["broken", "uncounted", "cut", "whole"],
)  # fmt: skip
def test_an_estimate_and_a_cut_answer_are_called_so(
    person: Person, step: Step, said: str, unsaid: str
) -> None:
    with model_server(step) as server:
        person.has_model(server.url, PRICE)
        person.says("Sarah is my manager at Acme Corp.")
        person.types("heartbeat")

    told = person.types("status").out

    assert said in told
    assert unsaid not in told
