"""What the offline rules reword passes the gates that keep out what was never said."""

import pytest

from memoryd.core.proposal import Known
from tests.core.recon_kit import Memory, fates
from tests.llm.offline_lines import held, read, said


def _known(memory: Memory) -> tuple[Known, ...]:
    """What a request shows of a memory: the active facts of everybody in it."""
    folders = {"people": "person", "companies": "company", "projects": "project"}
    return tuple(
        Known(ref, folders[ref.split("/")[0]], _name(memory, ref),
              tuple((f.id, f.timestamp, f.fact) for f in facts if f.active))
        for ref, facts in memory.facts.items()
    )  # fmt: skip


def _name(memory: Memory, ref: str) -> str:
    return memory.names.get(ref, (ref.split("/")[1].capitalize(),))[0]


def _tell(memory: Memory, *texts: str, known: tuple[Known, ...] = ()) -> list[str]:
    """Let the rules read what the operator says; return what became of each fact."""
    lines = said(*texts)
    proposals = read(lines, *known, *_known(memory))
    plan = memory.take(list(proposals), list(lines))
    pairs = zip(proposals, fates(plan), strict=False)  # after them stands what code adds itself
    return [f"{p.entity.name}: {p.fact} ({fate})" for p, fate in pairs]


def _stored(*facts: str) -> list[str]:
    return [f"{fact} (stored)" for fact in facts]


TIES = [
    ("Greta is my boss.", "Boss of Alex"),
    ("My boss is Greta.", "Boss of Alex"),
    ("My boss's name is Greta.", "Boss of Alex"),
    ("My new boss is Greta.", "New boss of Alex"),
    ("My supervisor is Greta.", "Supervisor of Alex"),
    ("Greta is my line manager.", "Manager of Alex"),
    ("My team lead is Greta.", "Team lead of Alex"),
    ("My team-lead is Greta.", "Team lead of Alex"),
    ("My teamlead is Greta.", "Teamlead of Alex"),
    ("Greta is my coworker.", "Coworker of Alex"),
    ("My co-worker is Greta.", "Co-worker of Alex"),
    ("My close colleague is Greta.", "Colleague of Alex"),
    ("Greta is my teammate.", "Teammate of Alex"),
    ("Greta is my direct report.", "Direct report of Alex"),
    ("I report to Greta.", "Manager of Alex, who reports to them"),
    ("I'm reporting to Greta.", "Manager of Alex, who reports to them"),
    ("I'm managed by Greta.", "Manager of Alex"),
]
PRIVATE = [
    ("Greta is my wife.", "Wife of Alex"),
    ("My partner is Greta.", "Partner of Alex"),
    ("My spouse is called Greta.", "Spouse of Alex"),
    ("Greta is my girlfriend.", "Girlfriend of Alex"),
    ("My fiancée is Greta.", "Fiancée of Alex"),
    ("My mum is Greta.", "Mum of Alex"),
    ("My mom's name is Greta.", "Mom of Alex"),
    ("My kid is called Greta.", "Kid of Alex"),
    ("I have a daughter named Greta.", "Daughter of Alex"),
    ("Greta is my older sister.", "Older sister of Alex"),
    ("My old friend is Greta.", "Old friend of Alex"),
    ("Greta is my co-founder.", "Co-founder of Alex"),
    ("Greta is my neighbour.", "Neighbour of Alex"),
    ("Greta is no longer my boss.", "Former boss of Alex"),
    ("Greta was my former supervisor.", "Former supervisor of Alex"),
    ("Greta used to be my coworker.", "Former coworker of Alex"),
    ("I don't work with Greta anymore.", "No longer works with Alex"),
    ("Greta always yells at me.", "Yells at Alex"),
]


@pytest.mark.parametrize(("text", "fact"), [*TIES, *PRIVATE])
def test_who_somebody_is_keeps_the_speakers_own_word_and_is_stored(text: str, fact: str) -> None:
    assert _tell(Memory(), text) == _stored(f"Greta: {fact}")


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("My husband is Tom.", "Tom: Husband of Alex"),
        ("My dad is called Karl.", "Karl: Dad of Alex"),
        ("I have two kids, Ada and Ben.", "Alex: Kids: Ada, Ben"),
        ("I work with Ada, Ben and Cy.", "Alex: Colleagues: Ada, Ben, Cy"),
        ("I quit my job at Hooli.", "Alex: Left Hooli"),
        ("I parted ways with Acme Corp.", "Alex: Left Acme Corp"),
        ("I got fired from Acme Corp.", "Alex: Left Acme Corp"),
        ("I was let go.", "Alex: Let go"),
        ("I resigned from my old job.", "Alex: Resigned from their old job"),
        ("I was hired by Acme Corp.", "Alex: Started at Acme Corp"),
        ("I took a role at Acme Corp.", "Alex: Started at Acme Corp"),
        ("I have a new job.", "Alex: Started a new job"),
        ("I accepted a new position.", "Alex: Started a new position"),
        ("I'm employed by Acme Corp.", "Alex: Works at Acme Corp"),
        ("I used to be employed by Acme Corp.", "Alex: Used to work at Acme Corp"),
        ("I'm working for Acme Corp as an engineer.", "Alex: Works at Acme Corp as engineer"),
        ("Dana is managed by Greta.", "Dana: Reports to Greta"),
        ("I relocated to Lisbon.", "Alex: Moved to Lisbon"),
        ("I'm based in Lisbon.", "Alex: Lives in Lisbon"),
        ("I was assigned to the Falke project.", "Alex: On Falke"),
        ("I switched to the Falke team.", "Alex: Moved to Falke"),
        ("Dana is in charge of project Falke.", "Dana: Leads Falke"),
        ("Everyone calls me Lex.", "Alex: Goes by Lex"),
        ("I cannot stand olives.", "Alex: Can't stand olives"),
        ("I don't really like olives.", "Alex: Does not like olives"),
        ("I'm a huge fan of olives.", "Alex: Huge fan of olives"),
        ("I get up at 5.", "Alex: Gets up at 5"),
        ("From now on, don't call me.", "Alex: Don't call Alex"),
        ("We went with REST over SOAP for Falke.", "Falke: Decided on REST, not SOAP"),
        ("Project Falke runs on Django.", "Falke: Uses Django"),
        ("Project Falke goes live tomorrow.", "Falke: Launches tomorrow"),
        ("We plan to ship Falke in May.", "Falke: Launches in May"),
        ("Falke's release is March 16.", "Falke: Launch target March 16"),
        ("I passed my driving test.", "Alex: Passed their driving test"),
    ],
)
def test_what_is_put_in_other_words_is_stored(text: str, fact: str) -> None:
    assert _tell(Memory(), text) == _stored(fact)


def test_working_for_a_person_makes_that_person_the_manager() -> None:
    person = held("person", "Greta", "Lives in Bonn")

    told = _tell(Memory(), "I work for Greta.", known=(person,))

    assert told == _stored("Greta: Manager of Alex, who works for them")


@pytest.mark.parametrize("text", ["I was laid off.", "I quit my job.", "I was made redundant."])
def test_the_end_of_a_tie_is_told_in_the_words_of_the_end_of_the_job(text: str) -> None:
    memory = Memory().hold("people/alex", "Works at Acme Corp")
    memory.hold("people/greta", "Boss of Alex at Acme Corp")

    fate = _tell(memory, "Had lunch with Greta.", text)[-1]

    assert fate.startswith("Greta: No longer works with Alex, who ")
    assert fate.endswith(" (stored)")
    assert memory.active("people/greta") == [fate.removeprefix("Greta: ").removesuffix(" (stored)")]


# "New": of a job whose company was not told, so not the one that is left.
ENDING = [tie for tie in TIES if not tie[1].startswith(("New ", "Teamlead "))]


@pytest.mark.parametrize(("text", "fact"), ENDING)
def test_a_tie_in_any_word_ends_with_the_job(text: str, fact: str) -> None:
    memory = Memory().hold("people/alex", "Works at Acme Corp", related=("companies/acme-corp",))
    memory.hold("companies/acme-corp", "Makes pumps")
    memory.names["companies/acme-corp"] = ("Acme Corp",)
    _tell(memory, text)
    assert memory.active("people/greta") == [fact]

    _tell(memory, "Had lunch with Greta.", "I left Acme Corp.")

    (left,) = memory.active("people/greta")
    assert left.startswith("No longer works with Alex")


@pytest.mark.parametrize(
    ("standing", "text", "told"),
    [
        ("Manager of Alex at Acme Corp", "Greta is my boss.", []),
        ("Boss of Alex", "I report to Greta.", []),
        ("New manager of Alex", "My boss is Greta.", []),
        ("Supervisor of Alex", "I work for Greta.", []),
        ("Boss of Alex", "Greta is my boss.", ["Greta: Boss of Alex (merged)"]),
        ("Former boss of Alex", "Greta is my boss.", ["Greta: Boss of Alex (stored)"]),
        ("Boss of Tom", "Greta is my boss.", ["Greta: Boss of Alex (stored)"]),
        ("Boss of Alex", "Greta is strict.", ["Greta: Strict boss (stored)"]),
        ("Manager of Alex", "My boss Greta is strict.", ["Greta: Strict manager (stored)"]),
    ],
)
def test_a_manager_told_in_another_word_is_not_told_twice(
    standing: str, text: str, told: list[str]
) -> None:
    assert _tell(Memory().hold("people/greta", standing), text) == told


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I love cooking but not baking.", "Loves cooking but not baking"),
        ("I'm an early riser but not in winter.", "Early riser but not in winter"),
        ("I'm allergic to penicillin, but not to aspirin.",
         "Allergic to penicillin but not to aspirin"),
        ("Always cc Dana but not on invoices.", "Always cc Dana but not on invoices"),
        ("I hate onions in everything but soup.", "Hates onions in everything but soup"),
        ("I only like dark chocolate.", "Only likes dark chocolate"),
        ("I don't eat meat on Fridays.", "Does not eat meat on Fridays"),
    ],
)  # fmt: skip
def test_what_is_told_with_its_limit_is_stored(text: str, fact: str) -> None:
    assert _tell(Memory(), text) == _stored(f"Alex: {fact}")


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("I retired in 2016, a year after my dad died in 2015.", "2016-12-31"),
        ("I retired in June two years ago and bought a car in 2025.", "2024-06-30"),
        ("In 2015 I quit smoking and retired.", "2015-12-31"),
        ("I retired on Monday last week.", "2026-01-05"),
    ],
)
def test_the_day_of_its_own_verb_is_stored(text: str, when: str) -> None:
    memory = Memory()
    _tell(memory, text)
    assert [f.timestamp for f in memory.facts["people/alex"] if f.fact == "Retired"] == [when]
