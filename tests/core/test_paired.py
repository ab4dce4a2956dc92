"""A sentence of a summary keeps together what was, two sides, amounts and their partners."""

import pytest

from memoryd.core.decay import Heat
from memoryd.core.fact import Fact
from memoryd.core.rewrite import Known, Versions, rewrite

BROTHER = ("Brother of Carla",)
MEAT = ("Does not eat meat", "Brother of Carla")
MONEY = ("Lent Tom 300 euros", "Owes Dana 50 euros")
FORMER = ("Former manager of Tom", "Manages 12 people")
TWO = ("Former manager of Tom", "Manager of Dana")
NOT = ("Is not the manager of Tom", "Is the manager of Dana")
CALLS = ("Prefers calls over email",)
OFFICE = ("Said that Globex may close the Berlin office", "Works at Globex")
OWNED = ("Owned by Acme", "Acme pays Globex 300 euros a month")
AGE = ("Older than Tom", "Taller than Dana")

LIES = [
    # what was
    (FORMER, "Ann is Tom's manager."), (FORMER, "Ann manages Tom."),
    (FORMER, "Ann is the manager of Tom."), (FORMER, "Ann manages Tom and 12 people."),
    (FORMER, "Ann, Tom's manager, manages 12 people."), (FORMER, "She manages Tom."),
    (FORMER, "Tom's manager is Ann."), (TWO, "Ann is the manager of Tom and Dana."),
    (TWO, "Ann is the manager of Dana and Tom."), (TWO, "Ann manages Dana and Tom."),
    (("Ex-wife of Tom",), "Ann is Tom's wife."), (("Retired teacher",), "Ann is a teacher."),
    (("Previously head of sales at Acme",), "Ann is head of sales at Acme."),
    (("Used to play chess with Tom",), "Ann plays chess with Tom."),
    (("Past president of the chess club",), "Ann is president of the chess club."),
    (("Vice president of Acme",), "Ann is president of Acme."),
    (("Deputy head of Acme",), "Ann is the head of Acme."),
    (("Mother-in-law of Carla",), "Ann is Carla's mother."),
    (("Half-sister of Carla",), "Ann is Carla's sister."),
    (("Acting director of Acme",), "Ann is director of Acme."),
    # two sides of a tie
    (BROTHER, "Carla is Ann's brother."), (BROTHER, "Carla is the brother of Ann."),
    (BROTHER, "Her brother is Carla."), (BROTHER, "Ann's brother Carla."),
    (BROTHER, "Carla, Ann's brother."), (BROTHER, "Her brother Carla."),
    (("Husband of Carla",), "Carla is Ann's husband."),
    (("Fan of Tom",), "Tom is a fan of Ann."), (("Fond of Tom",), "Tom is fond of Ann."),
    (("Guardian of Tom",), "Tom is Ann's guardian."),
    (("Successor of Tom",), "Tom is the successor of Ann."),
    (("Member of Acme",), "Acme is a member of Ann."),
    (("Godmother of Tom",), "Tom is Ann's godmother."),
    (("Is Tom's apprentice",), "Tom is Ann's apprentice."),
    (("Managed by Tom",), "Tom is managed by Ann."), (("Managed by Tom",), "Ann managed Tom."),
    (("Was hired by Tom",), "Tom was hired by Ann."),
    (("Was told by Tom to rest",), "Tom was told by Ann to rest."),
    # of a comparison
    (AGE, "Tom is older than Ann."), (AGE, "Tom is older than her."), (AGE, "Tom is older."),
    (AGE, "Dana is taller than Ann."), (AGE, "Ann is older than Dana."),
    (AGE, "Ann is taller than Tom."), (AGE, "Tom, older than Ann."),
    (CALLS, "Ann prefers email."), (CALLS, "She prefers email."),
    (CALLS, "Ann prefers email over calls."), (CALLS, "Ann prefers email to calls."),
    (CALLS, "Ann prefers email rather than calls."),
    (("Likes tea more than coffee",), "Ann likes coffee more than tea."),
    (("Trusts Tom more than Dana",), "Ann trusts Dana more than Tom."),
    (("Trusts Tom more than Dana",), "Ann trusts Dana."),
    (("Cycles rather than drives to work",), "Ann drives to work."),
    (("Takes the train instead of the car",), "Ann takes the car."),
    (("Earns more than Tom",), "Tom earns more than Ann."),
    (("Chose Postgres over MySQL",), "Ann chose MySQL."),
    # whose
    (MEAT, "Ann eats no meat but Carla does."), (MEAT, "Ann does not eat meat, Carla does."),
    (MEAT, "Ann does not eat meat and neither does Carla."), (MEAT, "Carla does not eat meat."),
    (("Plays chess", "Brother of Carla"), "Ann plays chess and so does Carla."),
    (("Plays chess", "Brother of Carla"), "Ann plays chess, Carla too."),
    (("Plays chess", "Brother of Carla"), "Ann plays chess but Carla doesn't."),
    (NOT, "Ann is the manager of Dana and Tom."), (NOT, "Ann is the manager of Tom."),
    (NOT, "Ann is not the manager of Dana."), (NOT, "Ann is not the manager of Dana and Tom."),
    (OFFICE, "Ann may close the Berlin office."), (OFFICE, "She may close the Berlin office."),
    (OFFICE, "Globex may close the Berlin office."),
    (("Thinks that Tom likes jazz",), "Tom likes jazz."),
    (("Heard that Acme was sold",), "Acme was sold."),
    (("Was told that Tom will leave Acme",), "Ann will leave Acme."),
    (("Thinks that Tom should lead Beacon",), "Ann should lead Beacon."),
    (("Wife works at Globex",), "Ann works at Globex."),
    (("Brother is a doctor",), "Ann is a doctor."),
    (("Her boss may sell the company",), "Ann may sell the company."),
    # amounts
    (MONEY, "Ann owes Dana 300 euros."), (MONEY, "Ann lent Tom 50 euros."),
    (MONEY, "Ann owes Dana €300."), (MONEY, "Ann owes Tom 300 euros."),
    (("Lent Tom 300 euros and Dana 50 euros",), "Ann lent Dana 300 euros."),
    (("Manages 12 people", "Trains 3 people"), "Ann manages 3 people."),
    (("Runs 10 km a day", "Swims 2 km a day"), "Ann swims 10 km a day."),
    (("Has 2 sons", "Has 3 daughters"), "Ann has 3 sons."),
]  # fmt: skip
TRUE = [
    (FORMER, "Ann was Tom's manager."), (FORMER, "Ann is a former manager of Tom."),
    (FORMER, "Ann is Tom's former manager."),
    (FORMER, "Ann used to manage Tom."), (FORMER, "She manages 12 people."),
    (FORMER, "Ann, Tom's former manager, manages 12 people."),
    (TWO, "Ann is the manager of Dana and a former manager of Tom."),
    (TWO, "Ann is Dana's manager."), (TWO, "Ann manages Dana."),
    (("Manager of Dana and Tom",), "Ann is the manager of Dana and Tom."),
    (("Manager of Dana", "Manager of Tom"), "Ann is the manager of Dana and Tom."),
    (("Works with Tom and Dana in Berlin",), "Ann works with Tom and Dana in Berlin."),
    (("Joined Acme in 2024", "Joined Globex in 2025"),
     "Ann joined Acme in 2024 and Globex in 2025."),
    (("Works at Acme, formerly at Globex",), "Ann works at Acme."),
    (("Retired teacher",), "Ann is a retired teacher."),
    (("Vice president of Acme",), "Ann is vice president of Acme."),
    (("Mother-in-law of Carla",), "Ann is Carla's mother-in-law."),
    (BROTHER, "Ann is Carla's brother."), (BROTHER, "Ann is the brother of Carla."),
    (("Sister of Idris",), "Idris's sister."),
    (("Colleague of Tom",), "Tom is a colleague of Ann."),
    (("Friend of Tom",), "Tom is Ann's friend."), (("Cousin of Tom",), "Tom is her cousin."),
    (("Fan of Tom",), "Ann is a fan of Tom."), (("Fond of Tom",), "She is fond of Tom."),
    (("Married to Tom",), "Tom is married to Ann."),
    (("Managed by Tom",), "Ann is managed by Tom."), (("Was hired by Tom",), "Tom hired Ann."),
    (("Met Tom in Berlin",), "Ann met Tom in Berlin."),
    (AGE, "Ann is older than Tom."), (AGE, "She is taller than Dana."),
    (AGE, "Ann is older than Tom and taller than Dana."),
    (CALLS, "Ann prefers calls over email."), (CALLS, "Ann prefers calls to email."),
    (CALLS, "Ann prefers calls."),
    (("Likes tea more than coffee",), "Ann likes tea more than coffee."),
    (("Prefers calls over email", "Answers email at noon"), "Ann answers email at noon."),
    (("Drinks more than three coffees a day",), "Ann drinks more than three coffees a day."),
    (("Takes the train instead of the car",), "Ann takes the train."),
    (("Moved to Berlin over Easter",), "Ann moved to Berlin over Easter."),
    (("Does not eat meat", "Carla eats meat"), "Ann does not eat meat but Carla does."),
    (("Plays chess", "Carla plays chess"), "Ann plays chess and so does Carla."),
    (NOT, "Ann is the manager of Dana."), (NOT, "Ann is not the manager of Tom."),
    (NOT, "Ann is the manager of Dana but not of Tom."),
    (OFFICE, "Ann said that Globex may close the Berlin office."), (OFFICE, "Ann works at Globex."),
    (OFFICE, "Ann said Globex may close the Berlin office."),
    (("Thinks that Tom likes jazz",), "Ann thinks Tom likes jazz."),
    (("Told Tom a joke",), "Ann told Tom a joke."),
    (("Wife works at Globex",), "Ann's wife works at Globex."),
    (("Brother is a doctor",), "Her brother is a doctor."),
    (MONEY, "Ann owes Dana 50 euros."), (MONEY, "Ann lent Tom 300 euros."),
    (MONEY, "Ann owes Dana 50 euros and lent Tom 300 euros."), (MONEY, "She owes Dana €50."),
    (("Lent Tom 300 euros and Dana 50 euros",), "Ann lent Dana 50 euros."),
    (("Lent Tom 300 euros and Dana 50 euros",), "Ann lent Tom 300 euros and Dana 50 euros."),
    (("Manages 12 people", "Trains 3 people"), "Ann manages 12 people and trains 3."),
    (("Has two sons and three daughters",), "Ann has two sons and three daughters."),
]  # fmt: skip
OF_A_PROJECT = [
    (OWNED, "Acme is owned by Beacon.", False),
    (OWNED, "Beacon is owned by Acme.", True),
    (OWNED, "Beacon owns Acme.", False),
    (OWNED, "It is owned by Acme.", True),
    (OWNED, "Beacon, owned by Acme.", True),
    (OWNED, "Beacon pays Globex 300 euros a month.", False),
    (OWNED, "Globex pays Acme 300 euros a month.", False),
    (OWNED, "Acme pays Globex 300 euros a month.", True),
    (("Built by Tom",), "Tom is built by Beacon.", False),
    (("Built by Tom",), "Beacon is built by Tom.", True),
    (("Part of Atlas",), "Atlas is part of Beacon.", False),
    (("Part of Atlas",), "Beacon is part of Atlas.", True),
    (("Faster than Atlas",), "Atlas is faster than Beacon.", False),
    (("Faster than Atlas",), "It is faster than Atlas.", True),
    (("Uses Postgres instead of MySQL",), "Beacon uses MySQL.", False),
    (("Uses Postgres instead of MySQL",), "Beacon uses Postgres.", True),
]


def stands(name: str, texts: tuple[str, ...], sentence: str) -> bool:
    """Return whether a sentence that a model wrote of facts stands in the summary."""
    facts = tuple(Fact(f"x-{n:03d}", text, "2026-01-28") for n, text in enumerate(texts, start=1))
    others = ("Tom", "Dana", "Carla", "Acme", "Globex", "Atlas", "Idris")
    about = Known(name, facts, {fact.id: Heat.HOT for fact in facts}, (name, *others))
    raw, report = rewrite(Versions.of(None, None), about, sentence)
    lines = raw.decode().splitlines()
    assert len(report.left_out) == (sentence not in lines)
    return sentence in lines


@pytest.mark.parametrize(("facts", "sentence"), LIES)
def test_what_parts_or_swaps_what_belongs_together_is_left_out(
    facts: tuple[str, ...], sentence: str
) -> None:
    assert not stands("Ann", facts, sentence)


@pytest.mark.parametrize(("facts", "sentence"), TRUE)
def test_a_truthful_rewording_stands(facts: tuple[str, ...], sentence: str) -> None:
    assert stands("Ann", facts, sentence)


@pytest.mark.parametrize(("facts", "sentence", "true"), OF_A_PROJECT)
def test_it_is_so_of_a_thing(facts: tuple[str, ...], sentence: str, *, true: bool) -> None:
    assert stands("Beacon", facts, sentence) is true
