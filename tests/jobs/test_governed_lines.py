"""No Sunday and no night tells a deed without what governs it, or turns a decision round."""

from pathlib import Path

import pytest

from memoryd.core.proposal import DayReview, Noted, TacitAnswer, TacitProposal, TacitRequest
from memoryd.core.value import replace
from tests.jobs.nights_kit import Nights
from tests.jobs.sundays import Scribe, held, memory_of
from tests.store_kit import Home

MAIN = "Always ask me before you push to main."
ACME = "We decided to ask Dana before we pay the invoices of Acme."
REST = "We decided on REST for Beacon and against GraphQL."
MOVED = "Moved the launch of Beacon from May 3 to June 9."


def memory_after(base: Path, said: str, text: str) -> str:
    """Return MEMORY.md after a Sunday whose model proposes a line of what was said."""
    home = Home(base)
    home.say(said)
    home.beat()

    def propose(request: TacitRequest) -> TacitAnswer:
        return TacitAnswer((TacitProposal("Hard Rules", text, (request.lines[0].id,)),))

    held(home, Scribe(ways=propose))
    return memory_of(home)


def decided_after(base: Path, said: str, text: str) -> str:
    """Return the note after a night whose model proposes a decision of what was said."""
    nights = Nights(base)
    nights.says(said)

    def decide(found: DayReview) -> DayReview:
        line = nights.reviewer.requests[-1].lines[0].id
        return replace(found, decisions=(Noted(text, (line,)),))

    nights.reviewer.edit = decide
    nights.night()
    return nights.note()


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (MAIN, "Always push to main"),
        (MAIN, "Always push to main before asking"),
        ("Ask me before you delete old files.", "Delete old files before asking"),
        ("Answer e-mails within two days, newsletters never.", "Always answer newsletters"),
    ],
)
def test_no_hard_rule_permits_what_was_to_be_asked(tmp_path: Path, said: str, text: str) -> None:
    assert f"- {text}" not in memory_after(tmp_path, said, text)


@pytest.mark.parametrize(
    "text", ["Always ask before pushing to main", "Never push to main without asking"]
)
def test_a_hard_rule_with_its_condition_stands(tmp_path: Path, text: str) -> None:
    assert f"- {text} (" in memory_after(tmp_path, MAIN, text)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (ACME, "Decided to pay the invoices of Acme"),
        (ACME, "Pay the invoices of Acme before asking Dana"),
        (REST, "Decided on GraphQL and against REST"),
        (MOVED, "Launch of Beacon on May 3"),
        (MOVED, "Beacon launched on June 9"),
    ],
)
def test_a_decision_turned_round_gives_way_to_what_was_said(
    tmp_path: Path, said: str, text: str
) -> None:
    note = decided_after(tmp_path, said, text)
    assert text not in note
    assert said.rstrip(".") in note


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (ACME, "Decided to ask Dana before paying the invoices of Acme"),
        (REST, "Decided on REST for Beacon"),
        (MOVED, "Launch of Beacon moved to June 9"),
    ],
)
def test_a_decision_in_other_words_stands(tmp_path: Path, said: str, text: str) -> None:
    assert text in decided_after(tmp_path, said, text)
