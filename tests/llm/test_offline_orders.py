"""Standing orders and plain wishes that the rules read, and all that is asked for once or said of
others, which they leave alone."""

import pytest

from memoryd.core.passing import is_passing
from memoryd.core.tacit import TacitSection, section_for
from tests.llm.offline_lines import briefly
from tests.llm.test_offline_changes import at_once_and_apart

NOW, LATER = "2026-05-01", "2026-06-01"


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("Never send drafts to the client.", "Never send drafts to the client"),
        ("Please never send drafts to the client.", "Never send drafts to the client"),
        ("Always back up before an upgrade.", "Always back up before an upgrade"),
        ("Always forward invoices to Petra.", "Always forward invoices to Petra"),
        ("Do not share my address with anybody.", "Do not share Alex's address with anybody"),
        ("Please do not share my address with anyone.", "Do not share Alex's address with anyone"),
        ("Don't send anything without asking me.", "Don't send anything without asking Alex"),
        ("Always ask me before you buy anything.", "Always ask Alex before you buy anything"),
        ("Never push to main before you run the tests.",
         "Never push to main before you run the tests"),
        ("Always answer in German when my mother writes.",
         "Always answer in German when Alex's mother writes"),
        ("When you write to clients, always copy Jonas.",
         "Always copy Jonas when you write to clients"),
    ],
)  # fmt: skip
def test_an_order_that_holds_always_is_a_hard_rule(said: str, rule: str) -> None:
    assert briefly(said) == [f"Alex: {rule}"]
    assert section_for(rule) is TacitSection.HARD_RULES
    assert not is_passing(rule, [said])


@pytest.mark.parametrize(
    "said",
    ["Never send drafts to the client?", "If I'm away, never send drafts to the client.",
     "Tom says: never send drafts to the client.", "Tom said never send drafts to the client.",
     "My boss told me to never send drafts.", 'He wrote "never send drafts to the client".',
     "Never send this draft to the client.", "Do not share this file.", "Don't buy milk.",
     "Don't send it to anybody.", "Don't tell anybody.", "Do not worry about anybody.",
     "Don't call me before ten.", "Do not answer now.", "Never again!", "Never look back.",
     "Always look on the bright side.", "Never change a running system.",
     "Always ask politely, she told me.", "I always ask my wife before I buy anything.",
     "We never send drafts.", "Should you always back up before an upgrade?",
     "Imagine: always back up before an upgrade.", "Always answer when Tom asks, says Anna.",
     "When you write to clients, copy this.", "When do you write to clients, always?"],
)  # fmt: skip
def test_what_is_asked_once_quoted_or_a_saying_is_no_rule(said: str) -> None:
    assert briefly(said) == []


ORDER = "Never send mails to strangers"


@pytest.mark.parametrize(
    "said",
    ["Don't ever send mails to strangers, he shouted at me.", f"{ORDER}, she yelled.",
     f"{ORDER}, my boss warned me.", f"{ORDER}, shouted Tom.", f"{ORDER}, replied my boss angrily.",
     f"{ORDER}, Tom added.", f"Tom warned me - {ORDER.lower()}.", f"{ORDER} - my boss.",
     f"My boss keeps yelling; {ORDER.lower()}.", f"{ORDER}, that is what he said.",
     f"{ORDER}, my sister's words.", f"{ORDER}. That's what he shouted at me.",
     f"{ORDER}. Those were his words.", f"{ORDER}. That was my boss's motto.",
     f"“{ORDER}”, he shouted.", f"{ORDER} — he screamed it at me.",
     "From now on, always call clients, he ordered.", f"{ORDER}, was his advice.",
     f"Please {ORDER.lower()}, they begged us.", "Always use metric units, Dana was shouting."],
)  # fmt: skip
def test_what_somebody_else_ordered_is_no_order_of_the_operator(said: str) -> None:
    assert briefly(said) == []


@pytest.mark.parametrize(
    "said",
    [f"{ORDER}.", f"{ORDER}, please.", f"{ORDER}. He shouted at me.", f"{ORDER}, I warn you.",
     f"My boss yelled at me, so {ORDER.lower()}.",
     f"{ORDER}. That is my rule.", f"My boss shouted at me. {ORDER}."],
)  # fmt: skip
def test_their_own_order_is_read_beside_what_others_did(said: str) -> None:
    assert any(ORDER in fact for fact in briefly(said))


def test_who_is_spoken_of_gives_a_reason_and_no_order() -> None:
    said = "Never send mails to Dana, she yelled at me."
    assert briefly(said) == ["Alex: Never send mails to Dana"]


@pytest.mark.parametrize(
    ("said", "wish", "section"),
    [
        ("Please keep your answers short.", "Keep answers short", "Communication Preferences"),
        ("Keep your replies brief and friendly.", "Keep replies brief and friendly",
         "Communication Preferences"),
        ("From now on, keep emails under five lines.", "Keep emails under five lines",
         "Communication Preferences"),
        ("I'd rather text than phone.", "Prefers to text rather than phone",
         "Communication Preferences"),
        ("I would rather call than email.", "Prefers to call rather than email",
         "Communication Preferences"),
        ("I always get up at six.", "Gets up at six", "How I Work"),
        ("I get up at half past six.", "Gets up at half past six", "How I Work"),
        ("I go to bed at ten.", "Goes to bed at ten", "How I Work"),
        ("I never want to fly with Ryanair again.", "Never wants to fly with Ryanair again",
         "How I Work"),
    ],
)  # fmt: skip
def test_a_plain_wish_is_read(said: str, wish: str, section: str) -> None:
    assert briefly(said) == [f"Alex: {wish}"]
    assert section_for(wish) == section


@pytest.mark.parametrize(
    "said",
    ["Please keep it short.", "Please keep your answer short.", "Please keep the change.",
     "Please keep calm.", "Please keep your answers short today.", "Can you keep answers short?",
     "She keeps her answers short.", "Tom asked me to keep my answers short.",
     "I'd rather go than stay.", "I'd rather not say.", "I'd rather die than call.",
     "She'd rather text than phone.", "I'd rather text than phone today.",
     "Would I rather text than phone?", "I'd rather text than phone, he said.",
     "I got up at six.", "I get up at six tomorrow.", "I get up at six today.",
     "I should get up at six.", "Do I always get up at six?", "I don't get up at six.",
     "I wish I could always get up at six.", "I never want to see you again.",
     "I never want to hear about it again.", "I never wanted to fly with Ryanair.",
     "I want to fly with Ryanair.", "We never want to fly with Ryanair again."],
)  # fmt: skip
def test_what_is_no_lasting_wish_of_the_operator_is_left_alone(said: str) -> None:
    assert briefly(said) == []


@pytest.mark.parametrize(
    ("before", "said", "stands"),
    [
        ("I always get up at six.", "I get up at seven these days.", {"Gets up at seven"}),
        ("I get up at six.", "I go to bed at ten.", {"Gets up at six", "Goes to bed at ten"}),
        ("I'd rather text than phone.", "From now on I'd rather phone than text.",
         {"Prefers to phone rather than text"}),
        ("I live in Ulm.", "I moved from Ulm to Bonn.", {"Moved to Bonn"}),
        ("I live in Ulm.", "I moved from Sales to Marketing.", {"Lives in Ulm"}),
        ("I work at Globex.", "I left Globex and work at Initech now.",
         {"Left Globex", "Works at Initech"}),
        ("I work at Globex.", "I left Globex and now work at Initech.",
         {"Left Globex", "Works at Initech"}),
    ],
)  # fmt: skip
def test_a_wish_or_a_place_that_changed_takes_the_place_of_the_old(
    before: str, said: str, stands: set[str]
) -> None:
    for memory in at_once_and_apart(NOW, before, LATER, said):
        assert set(memory.active()) == stands


def test_a_job_that_may_come_is_none() -> None:
    for memory in at_once_and_apart(
        NOW, "I work at Globex.", LATER, "I left Globex and may work at Initech now."
    ):
        assert not any("Initech" in fact for fact in memory.active())
