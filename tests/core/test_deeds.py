"""A model's fact keeps who did it to whom, and how sure that is; else a named gate drops it."""

import pytest

from memoryd.core.admission import Hearing
from memoryd.core.plan import Gate, Outcome
from memoryd.core.turned import turned
from tests.core.recon_kit import ZONE, Memory, line, peer, propose

ANOTHERS = [
    ("Tom owes me 500 euros.", "Owes Tom 500 euros"),
    ("Dana hired me in January.", "Hired Dana in January"),
    ("My wife left me in January.", "Left his wife in January"),
    ("Peter manages me at Acme Corp.", "Manages Peter at Acme Corp"),
    ("I manage Peter at Acme Corp.", "Peter manages Alex at Acme Corp"),
    ("I lent Tom my car.", "Tom lent Alex his car"),
    ("I sold the boat to Peter.", "Peter sold the boat"),
    ("Noor trained me for the marathon.", "Trained Noor for the marathon"),
    ("My sister taught me to sail.", "Taught his sister to sail"),
    ("Noor called me and paid me 300 euros.", "Paid Noor 300 euros"),
    ("Our landlord sued me in May.", "Sued the landlord in May"),
    ("Everyone but me likes standups at nine.", "Likes standups at nine"),
    ("I like tea and Dana loves wine.", "Loves wine"),
    ("Tom borrowed 40 euros from me.", "Borrowed 40 euros from Tom"),
    ("I was hired by Dana in May.", "Hired Dana in May"),
    ("Tom beat me at chess.", "Beat Tom at chess"),
    ("Maria called me about the rent.", "Called Maria about the rent"),
    ("Dana reviews my code before merging.", "Reviews code of Dana before merging"),
    ("People interrupt me in meetings.", "Interrupts people in meetings"),
    ("My team calls me before ten.", "Calls the team before ten"),
    ("Alice Smith is my lawyer.", "Lawyer of Alice Smith"),
    ("Noor's my accountant.", "Accountant of Noor"),
    ("I gave Sarah a book about bees.", "Got a book about bees from Sarah"),
    ("My lawyer is Alice Smith.", "Lawyer of Alice Smith"),
    ("I am the mentor of Priya.", "Priya is the mentor of Alex"),
    ("I'm Priya's tutor.", "Priya is Alex's tutor"),
    ("My landlord Bob Hill raised the rent.", "Landlord of Bob Hill"),
]
UNSURE = [
    ("Maybe I will move to Oslo in May.", "Moves to Oslo in May"),
    ("I may move to Oslo in May.", "Moves to Oslo in May"),
    ("I almost bought the house in Ulm.", "Bought the house in Ulm"),
    ("I doubt that I passed the exam in Bonn.", "Passed the exam in Bonn"),
    ("I don't think I passed the exam in Bonn.", "Passed the exam in Bonn"),
    ("They want me to sell the boat in May.", "Sells the boat in May"),
    ("My doctor told me to stop running.", "Stops running"),
    ("I refused to sign the contract with Acme.", "Signed the contract with Acme"),
    ("I tried to reach Dana about the lease.", "Reached Dana about the lease"),
    ("If I win the lottery I buy a boat.", "Buys a boat"),
    ("I was supposed to fly to Rome.", "Flew to Rome"),
    ("I dreamed that I won the lottery.", "Won the lottery"),
    ("I never eat fish at home.", "Eats fish at home"),
    ("I eat fish at home.", "Does not eat fish at home"),
    ("Did I book the flight to Porto?", "Booked the flight to Porto"),
    ("I would have taken the job at Globex.", "Took the job at Globex"),
    ("The shop moved from Ulm to Bonn.", "Shop moved from Bonn to Ulm"),
]
KEPT = [
    ("Tom owes me 500 euros.", "Tom owes Alex 500 euros"),
    ("Tom owes me 500 euros.", "Is owed 500 euros by Tom"),
    ("Dana hired me in January.", "Hired by Dana in January"),
    ("Dana hired me in January.", "Was hired in January by Dana"),
    ("They promoted me to team lead.", "Promoted to team lead"),
    ("My doctor told me to stop running.", "Told to stop running by his doctor"),
    ("Sarah met me for lunch in Ulm.", "Met Sarah for lunch in Ulm"),
    ("Sarah and I moved to Ulm.", "Moved to Ulm with Sarah"),
    ("My friend Dana and I founded Acme.", "Founded Acme with Dana"),
    ("We hired Dana in May.", "Hired Dana in May"),
    ("Sarah gave me a book about bees.", "Got a book about bees from Sarah"),
    ("Tom sold me his car.", "Bought a car from Tom"),
    ("I lent Tom my car.", "Lent Tom a car"),
    ("I lent Tom 40 euros.", "Tom borrowed 40 euros from Alex"),
    ("I manage Peter at Acme Corp.", "Manages Peter at Acme Corp"),
    ("Alice Smith is my lawyer.", "Alice Smith is Alex's lawyer"),
    ("I am Alice Smith's lawyer.", "Lawyer of Alice Smith"),
    ("Maybe I will move to Oslo in May.", "May move to Oslo in May"),
    ("I want to move to Oslo in May.", "Wants to move to Oslo in May"),
    ("I want to move to Oslo in May.", "Plans to move to Oslo in May"),
    ("I just wanted to tell you that I moved to Oslo.", "Moved to Oslo"),
    ("I never eat fish at home.", "Does not eat fish at home"),
    ("I no longer prefer calls over email.", "Does not prefer calls over email any more"),
    ("I don't smoke any more at work.", "Stopped smoking at work"),
    ("I don't eat fish.", "Does not eat fish"),
    ("I don't like fish.", "Dislikes fish"),
    ("I almost bought the house in Ulm.", "Nearly bought the house in Ulm"),
    ("I like tea and Dana loves wine.", "Likes tea"),
    ("The new job gives me joy.", "The new job gives Alex joy"),
    ("I'm learning Rust and I love it.", "Learns Rust"),
]


def fate(said: str, fact: str) -> tuple[Outcome, Gate | None]:
    plan = Memory().take([propose(fact)], [line(1, said)])
    return plan.decisions[0].outcome, plan.decisions[0].gate


@pytest.mark.parametrize(("said", "fact"), [*ANOTHERS, *UNSURE])
def test_a_fact_that_turns_its_line_around_is_dropped_by_name(said: str, fact: str) -> None:
    assert fate(said, fact) == (Outcome.DROPPED, Gate.TURNED)


@pytest.mark.parametrize(("said", "text"), [*ANOTHERS, *UNSURE])
def test_neither_a_note_nor_memory_md_takes_what_is_turned_around(said: str, text: str) -> None:
    hearing = Hearing((line(1, said),), "Alex", ZONE)
    claim = hearing.admit_close(propose(text), Memory().view().catalog)
    assert isinstance(claim, Gate)


@pytest.mark.parametrize(("said", "fact"), KEPT)
def test_a_fact_in_other_words_is_no_other_fact(said: str, fact: str) -> None:
    assert fate(said, fact)[1] is not Gate.TURNED


@pytest.mark.parametrize(
    ("about", "fact", "gate"),
    [
        ("person Tom", "Owes Alex 500 euros", None),
        ("person Alex", "Owes Tom 500 euros", Gate.TURNED),
        ("person Tom", "Alex owes Tom 500 euros", Gate.TURNED),
    ],
)
def test_who_does_it_is_whom_a_fact_without_a_name_is_stored_with(
    about: str, fact: str, gate: Gate | None
) -> None:
    plan = Memory().take([propose(fact, about=about)], [line(1, "Tom owes me 500 euros.")])
    assert (plan.decisions[0].gate is Gate.TURNED) is (gate is Gate.TURNED)


@pytest.mark.parametrize(
    ("about", "is_turned"), [("person Dana", False), ("person Alex", True)]
)  # fmt: skip
def test_i_is_the_other_party_in_a_line_of_theirs(about: str, *, is_turned: bool) -> None:
    said = peer(1, "I sold the flat in Porto last week, Alex.")
    plan = Memory(names={"people/dana": ("Dana",)}).hold("people/dana", "Lives in Porto").take(
        [propose("Sold the flat in Porto", about=about)], [said]
    )  # fmt: skip
    assert (plan.decisions[0].gate is Gate.TURNED) is is_turned


def test_a_fact_about_a_thing_is_read_as_what_was_done_to_it() -> None:
    plan = Memory().take(
        [propose("Launches in May", about="project Beacon")], [line(1, "We launch Beacon in May.")]
    )
    assert plan.decisions[0].outcome is Outcome.STORED


def test_who_says_i_is_open_where_the_speaker_is_unknown() -> None:
    said = [("I sold the boat.", frozenset[str]())]
    assert not turned("Sold the boat", said, frozenset({"alex"}), frozenset({"alex"}))
