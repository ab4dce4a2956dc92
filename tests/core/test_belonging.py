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
    # neighbours of all kinds
    (("Brother of Carla",), "Carla is a brother."),
    (("Brother of Carla",), "Carla is her brother."),
    (("Taught by Tom",), "Ann taught Tom."),
    (("Taught by Tom",), "Tom was taught by her."),
    (("Older sister of Carla",), "Carla is Ann's older sister."),
    (("Has known Tom longer than Dana",), "Ann has known Dana longer than Tom."),
    (("Likes dogs better than cats",), "Ann likes cats better than dogs."),
    (("Prefers tea to coffee",), "Ann prefers coffee to tea."),
    (("Prefers tea to coffee",), "Ann prefers coffee."),
    (("Would rather walk than drive",), "Ann would rather drive than walk."),
    (("Is not as tall as Tom",), "Tom is not as tall as Ann."),
    (("As tall as Tom",), "Ann is taller."),
    (("Younger than Tom by 3 years",), "Tom is younger than Ann by 3 years."),
    (("Tom is older than her",), "Ann is older than Tom."),
    (("Tom is her manager",), "Ann is Tom's manager."),
    (("Tom lent her 300 euros",), "Ann lent Tom 300 euros."),
    (("Gets 300 euros a month from Tom",), "Tom gets 300 euros a month from Ann."),
    (("Pays Tom 300 euros for rent",), "Tom pays Ann 300 euros for rent."),
    (("Bought a car from Tom",), "Tom bought a car from Ann."),
    (("Bought a car from Tom",), "Ann sold a car to Tom."),
    (("Was Tom's manager",), "Ann is Tom's manager."),
    (("Was the manager of Tom until 2024",), "Ann is the manager of Tom."),
    (("Formerly worked at Globex",), "Ann works at Globex."),
    (("Ex-husband of Carla",), "Ann, Carla's husband."),
    (("Not allowed to eat nuts",), "Ann is allowed to eat nuts."),
    (("May not eat nuts",), "Ann may eat nuts."),
    (("Tom does not eat meat", "Likes fish"), "Ann does not eat meat."),
    (("Tom does not eat meat", "Likes fish"), "Ann does not eat meat and likes fish."),
    (("Neither Tom nor Dana eats meat", "Likes fish"), "Ann eats meat."),
    (("Lets Tom use the car",), "Tom lets Ann use the car."),
    (("Asked Tom to call Dana",), "Ann asked Dana to call Tom."),
    (("Asked Tom to call Dana",), "Tom asked Ann to call Dana."),
    (("Promised Tom 300 euros",), "Tom promised Ann 300 euros."),
    (("Tom may use her car",), "Ann may use Tom's car."),
    (("Pays 300 euros to Dana and 50 to Tom",), "Ann pays 300 euros to Tom."),
    (("Has three dogs and two cats",), "Ann has two dogs."),
    (("Has three dogs and two cats",), "Ann has three cats."),
    (("Has 3 dogs and 2 cats",), "Ann has 2 dogs and 3 cats."),
    (("Sold 40 tickets for 300 euros",), "Ann sold 300 tickets for 40 euros."),
    (("Granddaughter of Carla",), "Carla is the granddaughter of Ann."),
    (("Named after Carla",), "Carla is named after Ann."),
    (("In love with Tom",), "Tom is in love with Ann."),
    (("Jealous of Tom",), "Tom is jealous of Ann."),
    (("Depends on Tom",), "Tom depends on Ann."),
    (("Lives with Tom's mother",), "Ann lives with Tom."),
    (("Admires Tom",), "Tom admires Ann."),
    (("Allergic to nuts, unlike Tom",), "Ann and Tom are allergic to nuts."),
    (("Allergic to nuts, unlike Tom",), "Tom is allergic to nuts."),
    (("Colleague of Tom and manager of Dana",), "Ann is the manager of Tom."),
    (("Colleague of Tom and manager of Dana",), "Ann manages Tom."),
    (("Ahead of Tom in the league",), "Tom is ahead of Ann in the league."),
    (("Lost to Tom at chess",), "Tom lost to Ann at chess."),
    (("Beat Tom at chess",), "Tom beat Ann at chess."),
    (("Moved from Rome to Berlin",), "Ann moved from Berlin to Rome."),
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
    (("Older sister of Carla",), "Ann is Carla's older sister."),
    (("Likes dogs better than cats",), "Ann likes dogs better than cats."),
    (("Prefers tea to coffee",), "Ann prefers tea to coffee."),
    (("Would rather walk than drive",), "Ann would rather walk than drive."),
    (("Tom is older than her",), "Tom is older than Ann."),
    (("Tom is her manager",), "Tom is Ann's manager."),
    (("Tom is her manager",), "Ann's manager is Tom."),
    (("Tom lent her 300 euros",), "Tom lent Ann 300 euros."),
    (("Gets 300 euros a month from Tom",), "Ann gets 300 euros a month from Tom."),
    (("Bought a car from Tom",), "Ann bought a car from Tom."),
    (("Was Tom's manager",), "Ann was Tom's manager."),
    (("Formerly worked at Globex",), "Ann formerly worked at Globex."),
    (("Formerly worked at Globex", "Works at Acme"),
     "Ann works at Acme and formerly worked at Globex."),
    (("Formerly worked at Globex", "Works at Acme"),
     "Ann works at Acme; she used to work at Globex."),
    (("Tom does not eat meat", "Likes fish"), "Ann likes fish."),
    (("Tom does not eat meat", "Likes fish"), "Tom does not eat meat, but Ann likes fish."),
    (("Asked Tom to call Dana",), "Ann asked Tom to call Dana."),
    (("Tom may use her car",), "Tom may use Ann's car."),
    (("Pays 300 euros to Dana and 50 to Tom",), "Ann pays Dana 300 euros."),
    (("Has three dogs and two cats",), "Ann has three dogs and two cats."),
    (("Has three dogs and two cats",), "She has two cats and three dogs."),
    (("Has 3 dogs and 2 cats",), "Ann has 2 cats and 3 dogs."),
    (("In love with Tom",), "Ann is in love with Tom."),
    (("Jealous of Tom",), "Ann is jealous of Tom."),
    (("Depends on Tom",), "Ann depends on Tom."),
    (("Colleague of Tom and manager of Dana",),
     "Ann is a colleague of Tom and the manager of Dana."),
    (("Colleague of Tom and manager of Dana",), "Ann is Tom's colleague and Dana's manager."),
    (("Moved from Rome to Berlin",), "Ann moved from Rome to Berlin."),
    (("Lives in Berlin", "Works at Acme as an engineer"),
     "Ann lives in Berlin, where she works at Acme as an engineer."),
    (("Lives in Berlin", "Works at Acme as an engineer"),
     "An engineer at Acme, Ann lives in Berlin."),
    (("Lives in Berlin", "Works at Acme as an engineer"),
     "Ann, an engineer at Acme, lives in Berlin."),
    (("Works with Tom on Atlas", "Brother of Carla"),
     "Carla's brother, Ann works with Tom on Atlas."),
    (("Works with Tom on Atlas", "Brother of Carla"),
     "Ann, Carla's brother, works with Tom on Atlas."),
    (("Mother of Tom, Dana and Carla",), "Ann is the mother of Tom, Dana and Carla."),
    (("Speaks German, French and Italian",), "Ann speaks German, French and Italian."),
    (("Speaks German, French and Italian",), "She speaks Italian, German and French."),
    (("Plays chess with Tom and Dana on Fridays",),
     "Ann plays chess with Tom and Dana on Fridays."),
    (("Allergic to nuts",), "Ann is allergic to nuts."),
    (("Head of sales at Acme",), "Ann heads sales at Acme."),
    (("Head of sales at Acme",), "Ann is Acme's head of sales."),
    (("Retired teacher", "Has two cats"), "A retired teacher, Ann has two cats."),
    (("Manager of Alex at Acme Corp",), "Ann manages Alex at Acme Corp."),
    (("Said the budget is fine",), "Ann said the budget is fine."),
    (("Likes tea", "Likes coffee"), "Ann likes tea and coffee."),
    (("Met Tom in Rome", "Met Dana in Rome"), "Ann met Tom and Dana in Rome."),
    (("Lived in Rome before moving to Berlin",), "Ann lived in Rome before moving to Berlin."),
    (("Wife is a doctor", "Has two cats"), "Ann has two cats and her wife is a doctor."),
    (("Manages more people than Tom",), "Ann manages more people than Tom."),
    (("Deeply cares for her pets",), "She deeply cares for her pets."),
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
