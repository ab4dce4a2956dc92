"""A newer fact retires an older one only where it says outright that this is otherwise."""

import pytest

from memoryd.core.attributes import is_felt
from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.leaving import left_by, left_company
from memoryd.core.ledger import Ledger
from memoryd.core.roles import Company, ends_role, may_end, rested, rested_on_tie
from memoryd.core.supersede import contradicts, may_replace

ANN = frozenset({"ann", "lee"})
BEACON = frozenset({"beacon"})
ACME = Company("companies/acme", "Acme")
HOME, JOB, LAUNCH = "Lives in Berlin", "Works at Globex", "Launches on March 3, 2027"
UNSAID = [
    *((HOME, new) for new in (
        "Would like to live in Rome", "Wants to live in Rome", "Hopes to live in Rome",
        "Might live in Rome next year", "Does not live in Rome", "Never lives in Rome",
        "Cannot live in Rome, as she hates the heat", "Could live in Rome", "May live in Rome",
        "Should live in Rome", "Dreams of living in Rome", "Thinks about living in Rome",
        "Pretends to live in Rome", "Refused to live in Rome", "Misses living in Rome",
        "Got an offer to live in Rome", "Plans to live in Rome from 2028", "Will live in Rome",
        "If promoted lives in Rome", "Lives in Rome if promoted", "Lives in Rome?",
        "Lives in Rome, apparently", "According to Tom, lives in Rome", "Says she lives in Rome",
        "It is not true that she lives in Rome", "Was living in Rome", "No longer lives in Rome",
        "Tom lives in Rome", "tom lives in Rome", "Says Tom lives in Rome",
        "Pia and Tom live in Rome",
        "Lives in Rome during the summer", "Lives in Rome over the winter", "Lives in Rome for now",
        "Lives in Rome for two months", "Lives in Rome on weekends", "Temporarily lives in Rome",
        "Lives in Kreuzberg, Berlin", "Lives in Kreuzberg in Berlin", "Lives in Kreuzberg (Berlin)",
        "Lives in Room 12", "Lives in Apartment 4B", "Lives in Tom's flat",
        "Moved to Rome and back", "Considers moving to Rome",
        "Lives in Rome until June", "Lives in Rome while her flat is renovated",
        "Joked that she lives in Rome", "Lives in Rome in the book", "Once lived in Rome",
        "Decided not to move to Rome", "Moved to Linux", "Moved to Slack for the support chat",
    )),
    ("Joined Greenpeace in 2019", "Started at Volvo"), ("Joined Amnesty", "Works at Volvo"),
    *((JOB, new) for new in (
        "Would like to work at Initech", "Does not work at Initech", "Wants to work at Initech",
        "Rejected an offer to work at Initech", "Applied to work at Initech",
        "Might work at Initech", "Will work at Initech from 2028", "Tom works at Initech",
        "Works at Initech's offices as a Globex consultant", "Was asked to work at Initech",
        "Knows Tom, who works at Initech", "Has a brother who works at Initech",
        "Works at Initech as a volunteer", "Heard that Pia works at Initech",
    )),
    ("Married to Tom", "Was married to Ben"),
    ("Title is CTO", "Title of Tom is CEO"),
    ("Title is CTO", "Tom is CEO"),
    ("Email is ann@x.org", "Old email is old@x.org"),
    ("Favorite color is blue", "Favorite color is not red"),
    ("Birthday is May 3", "Birthday is not May 9"),
    ("Likes calls", "Might not like calls"),
    ("Prefers calls over email", "If in sales, prefers email over calls"),
]  # fmt: skip
UNSAID_OF_A_PROJECT = [
    *((LAUNCH, new) for new in (
        "Rumoured to launch on May 3, 2027", "Does not launch on May 3, 2027",
        "Might launch on May 3, 2027 if QA is slow", "Could launch on May 3, 2027",
        "Hopes to launch on May 3, 2027", "Tom wants it to launch on May 3, 2027",
        "Beta launches on May 3, 2027", "Beacon Lite launches on May 3, 2027",
        "Competitor launches on May 3, 2027", "Launches on May 3, 2027 in Japan",
        "In Japan, Beacon launches on May 3, 2027", "Launches for customers on May 3, 2027",
        "Launch was planned for May 3", "Soft launch is May 3", "Launch of the beta is on May 3",
        "Launches on May 3 on Android", "Tom says Beacon launches on May 3",
    )),
    ("Uses GraphQL", "Might use REST instead of GraphQL"),
    ("Uses GraphQL", "Does not use REST instead of GraphQL"),
    ("Uses GraphQL", "Proposed to switch from GraphQL to REST"),
]  # fmt: skip
SAID = [
    *((HOME, new) for new in (
        "Lives in Rome", "Now lives in Rome", "Ann lives in Rome", "Ann Lee lives in Rome now",
        "Moved to Rome", "Just moved to Rome", "Recently moved to Rome", "Is based in Rome",
        "Relocated to Rome", "Does not smoke and lives in Rome", "Moved to live in Rome",
        "Since May lives in Rome", "Is now based in Rome",
        "Moved from Berlin to Rome", "Lives in Rome with Tom", "Lives in Trastevere, Rome",
        "Does not live in Oslo but lives in Rome", "Happily lives in Rome",
        "Continues to live in Rome",
    )),
    *((JOB, new) for new in (
        "Works at Initech", "Now works at Initech", "Started a new job at Initech",
        "Joined Initech as a designer", "Software engineer working at Initech",
        "Ann now works for Initech", "Started to work at Initech",
    )),
    ("Lives in Kreuzberg, Berlin", "Lives in Mitte, Berlin"),
    ("Ann lives in Berlin", "Lives in Rome"),
    ("Title is CTO", "Title is CEO"),
    ("Is CTO at Newco", "Is now CEO at Newco"),
    ("Phone number is 123 111", "New phone number is 456 222"),
    ("Email is ann@x.org", "New email is a@y.org"),
    ("Favorite color is blue", "Favorite color is red"),
    ("Is married", "Got divorced"),
    ("Likes calls", "No longer likes calls"),
    ("Reports to Tom", "Reports to Pia"),
    ("Is allergic to nuts", "No longer allergic to nuts"),
]  # fmt: skip
SAID_OF_A_PROJECT = [
    *((LAUNCH, new) for new in (
        "Launches on May 3, 2027", "Beacon launches on May 3, 2027", "Launch moved to May 3",
        "Will launch on May 3, 2027", "Is set to launch on May 3", "Launched on May 3",
        "Launch is now planned for May 3", "New launch date is May 3",
        "Launch postponed to May 3", "Launch slipped to May 3",
    )),
    ("Launches on March 3 in Japan", "Launches on May 3 in Japan"),
    ("Deadline is March 3", "The deadline was moved to May 3"),
    ("Uses GraphQL", "Uses REST instead of GraphQL"),
    ("Uses GraphQL", "Will use REST instead of GraphQL"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new"), UNSAID)
def test_what_is_not_said_outright_of_the_one_retires_nothing(old: str, new: str) -> None:
    assert not contradicts(new, old, ANN)
    assert not may_replace(new, old, names=ANN)


@pytest.mark.parametrize(("old", "new"), UNSAID_OF_A_PROJECT)
def test_what_is_not_said_outright_of_the_whole_retires_nothing(old: str, new: str) -> None:
    assert not contradicts(new, old, BEACON)
    assert not may_replace(new, old, names=BEACON)


@pytest.mark.parametrize(("old", "new"), SAID)
def test_what_is_said_outright_of_the_one_retires_what_was(old: str, new: str) -> None:
    assert contradicts(new, old, ANN)


@pytest.mark.parametrize(("old", "new"), SAID_OF_A_PROJECT)
def test_what_is_said_outright_of_the_whole_retires_what_was(old: str, new: str) -> None:
    assert contradicts(new, old, BEACON)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        *(("Is allergic to peanuts", new) for new in (
            "Ate peanuts with Tom", "Is allergic to milk", "Is not allergic to milk",
            "Is not allergic to peanut oil", "Might not be allergic to peanuts",
            "Hopes he is no longer allergic to peanuts", "Thinks he is not allergic to peanuts",
            "Tom is not allergic to peanuts", "Sold the peanuts", "Likes peanuts",
        )),
        ("Does not eat meat", "Eats meat at Christmas only"),
        ("Does not eat meat", "Cooks meat for Tom"),
        ("Takes insulin twice a day", "Takes insulin on Mondays"),
        ("Has a pacemaker", "Lost the pacemaker manual"),
        ("Never signs without a lawyer", "Signs on Mondays"),
        ("Always flies with Tom", "Flies with Pia"),
        ("Born on May 3, 1990", "Born on May 9, 1990"),
        ("Birthday is May 3", "Birthday is May 9"),
        ("Budget is 40,000 euros", "Marketing budget is 5,000 euros"),
        ("Budget is 40,000 euros", "Budget of the design is 5,000 euros"),
        ("Budget is 40,000 euros", "Budget is not 90,000 euros"),
        ("Budget is 40,000 euros", "Budget might be 90,000 euros"),
        ("Budget is 40,000 euros", "Tom thinks the budget is 90,000 euros"),
        ("Budget is 40,000 euros", "Budget is approved by Tom"),
        ("Deadline is March 3", "Deadline of the design is February 1"),
        ("Deadline is March 3", "Deadline for feedback is May 3"),
        ("Deadline is March 3", "Deadline is not May 3"),
        ("Phone number is 555-1234", "Phone number of Tom is 555-9999"),
        ("Phone number is 555-1234", "Phone number is not 555-9999"),
        ("Favorite color is blue", "Favorite color was red"),
        ("Launch party on May 3", "The launch was cancelled"),
        ("Owns a car", "Wants to sell the car"),
        ("Owns a car", "Tom sold the car"),
        ("Wants to buy a car", "Tom bought a car"),
        ("Is looking for a flat", "Found a flat tyre"),
        ("Designer at Acme", "Is now advisor at Initech"),
        ("Beacon has 200 users", "Beacon had 100 users in May"),
        ("Contract ends in May", "Contract of Tom ends in June"),
        ("Likes tea", "Hates tea, says Tom"),
        ("Uses Slack", "Tom switched from Slack to Teams"),
        ("Plays chess", "No longer plays chess on Mondays"),
        ("Plays chess with Ann", "Plays chess with Tom"),
        ("Paid 300 euros to Tom", "Paid 200 euros to Tom"),
        ("Leads Beacon", "Leads Atlas"),
        ("Uses REST", "Uses GraphQL for the admin page"),
        ("Hosted on AWS", "Backups are hosted on Hetzner"),
        ("Status is on hold", "Status of the docs is done"),
    ],
)  # fmt: skip
def test_a_model_may_not_retire_what_the_newer_fact_leaves_true(old: str, new: str) -> None:
    assert not may_replace(new, old, names=frozenset({"quin"}))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Is allergic to peanuts", "Is no longer allergic to peanuts"),
        ("Does not eat meat", "Eats meat"),
        ("Never signs without a lawyer", "Signs without a lawyer"),
        ("Budget is 40,000 euros", "Budget is 50,000 euros"),
        ("Budget is 40,000 euros", "Budget was raised to 50,000 euros"),
        ("Marketing budget is 4,000 euros", "Marketing budget is 5,000 euros"),
        ("The office is in Berlin", "The office is in Rome"),
        ("Status is on hold", "Status is done"),
        ("Manages 12 people", "Manages 15 people"),
        ("Owns a car", "Sold the car in May"),
        ("Plans a trip to Rome", "The trip to Rome was cancelled"),
        ("Son Max goes to school", "Son Max finished school"),
        ("Plays chess on Mondays", "No longer plays chess"),
        ("Does not own a car", "Owns a red car"),
        ("Hosted on AWS", "Hosted on Hetzner"),
        ("Plays chess", "Plays chess with Tom"),
        ("Phone is 123 111", "New phone: 456 222"),
        ("Is a designer at Acme", "Is now design lead at Acme"),
        ("Wants to buy a car", "Bought a car"),
        ("Is looking for a flat", "Found a flat"),
        ("Plans to move to Rome", "Moved to Rome"),
        ("Contract ends in May", "Contract ends in June"),
        ("Smokes", "Quit smoking"),
    ],
)
def test_a_model_may_retire_what_changed_or_is_over(old: str, new: str) -> None:
    assert may_replace(new, old, names=frozenset({"quin"}))


@pytest.mark.parametrize(
    "text",
    [
        "Husband left Acme", "His boss quit Acme", "The team left Acme", "Left the Acme choir",
        "Left Acme's office at noon", "Left Acme's board", "Left the Acme meeting",
        "Left Acme at noon", "Left Acme for lunch", "Left Acme for a meeting", "Left Acme early",
        "Left Acme on parental leave", "Resigned from the choir", "Was fired from the band",
        "Resigned from the board of Acme", "Fired Tom", "Dismissed Tom", "Decided to quit Acme",
        "Rumoured to have left Acme", "Says she left Acme", "Left the company car at home",
        "Retired from football", "Was not fired from Acme", "Left the team",
    ],
)  # fmt: skip
def test_who_did_not_leave_the_employer_keeps_the_job(text: str) -> None:
    assert not ends_role(text)
    assert left_company(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Left Acme", "Left Acme last week", "Left Acme two weeks ago", "Left Acme for Newco",
        "Left Acme for a startup", "Left Acme for good", "Quit Acme to join Initech",
        "Quit Acme because of Tom", "Has left Acme", "Ann left Acme", "Was laid off by Acme",
        "Got fired from Acme", "Resigned from Acme yesterday", "Left Acme in early May",
        "No longer works at Acme", "Left Acme voluntarily",
    ],
)  # fmt: skip
def test_who_left_the_employer_has_left(text: str) -> None:
    assert ends_role(text)
    assert left_company(text) == "Acme"
    assert left_by(text, ANN)


@pytest.mark.parametrize("text", ["Tom left Acme", "Tom resigned", "Tom was fired from Acme"])
def test_who_else_left_is_told_by_name(text: str) -> None:
    assert not left_by(text, ANN)
    assert left_by(text, frozenset({"tom"}))


@pytest.mark.parametrize(
    ("held", "ended", "goes"),
    [
        ("Manager of Alex at Acme", "Former manager of Tom", False),
        ("Manages Alex", "Is no longer Tom's manager", False),
        ("Manager of Alex at Acme", "Is no longer manager of Beacon", False),
        ("Manager of Alex at Acme", "Former manager of Alex", True),
        ("Former manager of Alex at Acme", "No longer Alex's manager", True),
        ("Likes tea", "Former manager of Tom", True),
    ],
)
def test_what_is_said_of_a_manager_stands_while_somebody_is_led(
    held: str, ended: str, *, goes: bool
) -> None:
    said = (held, "Difficult manager", ended)
    facts = tuple(Fact(f"x-{n}", text, "2026-01-01") for n, text in enumerate(said))

    found = rested_on_tie(Ledger(Ref("people", "x"), facts), facts[2])

    assert ("x-1" in [fact.id for fact in found]) is goes


@pytest.mark.parametrize(
    ("old", "goes"),
    [("Manager of Tom at Acme", True), ("Manager of Tom at Globex", False),
     ("Colleague of Pia at Globex", False), ("Reports to Pia", True)],
)  # fmt: skip
def test_a_tie_at_another_company_outlives_the_one_that_was_left(old: str, *, goes: bool) -> None:
    facts = (Fact("x-1", old, "2026-01-01"), Fact("x-2", "Left Acme", "2026-02-01"))

    found = rested(Ledger(Ref("people", "x"), facts), facts[1], ACME, own=True)

    assert bool(found) is goes


@pytest.mark.parametrize(
    ("new", "old", "may"),
    [
        ("Former manager of Tom", "Manager of Alex", False),
        ("Former manager of Tom", "Weekly one-on-ones with Dana", False),
        ("Former manager of Tom", "Weekly one-on-ones with Tom", True),
        ("No longer works with Alex", "Colleague of Alex", True),
        ("No longer works with Alex", "Colleague of Tom", False),
        ("Left Acme", "Works with Tom at Globex", False),
        ("Tom left Acme", "Works with Pia at Acme", False),
        ("Left Acme", "Works with Pia at Acme", True),
        ("Left Acme", "Difficult manager", True),
        ("Resigned from the choir", "Difficult manager", False),
    ],
)
def test_only_the_same_tie_may_end_what_rested_on_it(new: str, old: str, *, may: bool) -> None:
    assert may_end(new, old, ANN) is may


@pytest.mark.parametrize("text", ["Would like to live in Rome", "Might like tea", "Hates calls"])
def test_what_is_only_wished_is_a_preference_still(text: str) -> None:
    assert is_felt(text)
