"""Another owner, another limit, or one of several: no other value of one attribute."""

import pytest

from memoryd.core.entity import Ref
from memoryd.core.fact import Fact
from memoryd.core.ledger import Ledger
from memoryd.core.plan import Gate
from memoryd.core.proposal import Replacement
from memoryd.core.revision import Revised, Standing, revise
from memoryd.core.supersede import contradicts
from memoryd.core.trust import Voice


def sunday(new: str, old: str) -> Revised:
    facts = (Fact("dana-1", old, "2026-01-01"), Fact("dana-2", new, "2026-02-01"))
    standing = Standing(lambda _: Voice.OPERATOR, (), {})
    return revise(Ledger(Ref("people", "dana"), facts), [Replacement("dana-1", "dana-2")], standing)


OTHER_MATTERS = [
    ("Parents live in Rome", "Lives in Berlin"),
    ("Lives in Berlin", "Parents live in Rome"),
    ("The parents moved to Rome", "Lives in Berlin"),
    ("Mother's home is in Rome", "Lives in Berlin"),
    ("His sister lives in Rome", "Lives in Berlin"),
    ("Pia, his sister, lives in Rome", "Lives in Berlin"),
    ("Wife Pia lives in Rome", "Lives in Berlin"),
    ("Mother-in-law lives in Rome", "Mother lives in Berlin"),
    ("The team is based in Rome", "Is based in Berlin"),
    ("Husband works at Initech", "Works at Acme"),
    ("The team's deadline is May 3", "The deadline is April 3"),
    ("Mother's phone number is 456 222", "Phone number is 123 111"),
    ("Dad is 70 years old", "Is 40 years old"),
    ("Brother is vice president at Acme", "Is CTO at Acme"),
    ("Daughter hates pizza", "Loves pizza"),
    ("Phone number is 456 at home", "Phone number is 123 at work"),
    ("Phone number is 456 (mobile)", "Phone number is 123 (private)"),
    ("Private phone is 456 222", "Work phone is 123 111"),
    ("Phone number is 456 at home", "Phone number is 123"),
    ("Private email is a@b.example", "Work email is c@d.example"),
    ("Works at Initech on Fridays", "Works at Acme on Mondays"),
    ("Works at Initech every Friday", "Works at Acme every Monday"),
    ("Works at Initech on weekends", "Works at Acme"),
    ("Lives in Rome on weekends", "Lives in Berlin"),
    ("Lives in Rome in winter", "Lives in Berlin in summer"),
    ("Sister is called Lea", "Sister is called Pia"),
    ("Her brother's name is Leo", "Her brother's name is Max"),
    ("The cat is named Tom", "The cat is named Mia"),
    ("Boss lives in Rome", "Lives in Berlin"),
    ("Landlord's phone is 456 222", "Phone is 123 111"),
    ("Holiday home is in Rome", "Lives in Berlin"),
    ("Colleague lives in Rome", "Colleague lives in Berlin"),
    ("Son Leo lives in Rome", "Son Max lives in Berlin"),
    ("Manager of Noor", "Promoted to senior engineer"),
    ("Promoted to senior engineer", "Manager of Noor"),
    ("Is the manager of Noor", "Is a senior engineer"),
    ("Became the manager of Noor", "Is a senior engineer"),
    ("Manager of Noor at Acme", "Works as a designer"),
    ("Noor's manager", "Promoted to senior engineer"),
]
OF_A_MODEL = [
    ("Has a cat named Tom", "Has a dog named Rex"),
    ("Cat named Tom", "Dog named Rex"),
    ("Has a dog named Tom", "Has a dog named Rex"),
    ("Has a daughter Eva", "Has a son Max"),
    ("Daughter Eva", "Son Max"),
    ("Has a son Leo", "Has a son Max"),
    ("Son Leo", "Son Max"),
    ("Is friends with Ana", "Is friends with Tom"),
    ("Has a meeting on Friday", "Has a meeting on Monday"),
    ("Meeting Friday", "Meeting Monday"),
    ("The deadline of the final is June 3", "The deadline of the draft is May 3"),
    ("Deadline for the final is June 3", "Deadline for the draft is May 3"),
    ("Meeting on Tuesday with Tom", "Meeting on Thursday with Ana"),
    ("Gym on Tue", "Gym on Thu"),
    ("Never works on Monday", "Never works on Sunday"),
    ("Never works Mondays", "Never works Sundays"),
    ("No calls on weekends", "No calls on Mondays"),
    ("Mobile number is 456 222", "Work number is 123 111"),
    ("Has an office in Oslo", "Has an office in Rome"),
    ("Has a contract with Initech", "Has a contract with Acme"),
    ("The team plans a trip in May", "Plans a trip in June"),
]
CHANGES = [
    ("Lives in Rome", "Lives in Berlin"),
    ("Parents live in Rome", "His parents live in Berlin"),
    ("Parents moved to Rome", "Parents live in Berlin"),
    ("Son Max lives in Rome", "Son Max lives in Berlin"),
    ("Launches on April 2", "Launches on March 16"),
    ("Launches in winter", "Launches in summer"),
    ("Work phone is 456 222", "Phone number is 123 111 at work"),
    ("Phone number is 456 222", "Phone number is 123 111"),
    ("Promoted to design manager", "Is a senior engineer"),
    ("Manager of the design team", "Is a senior engineer"),
    ("Manager of marketing at Acme", "Is a designer"),
    ("Head of sales at Acme", "Is a designer"),
    ("Manager of Noor at Acme", "Former manager of Noor at Acme"),
    ("Former colleague of Alex", "Colleague of Alex"),
    ("No longer friend of Alex", "Friend of Alex"),
]
OF_A_MODEL_TOO = [
    ("Deadline is Friday", "Deadline is Monday"),
    ("Weekly sync is now on Friday", "Weekly sync is on Monday"),
    ("Meeting moved to Friday", "Meeting on Monday"),
    ("Son Max finished school", "Son Max goes to school"),
    ("No longer works with Alex", "Colleague of Alex"),
    ("Has a budget of 15K", "Has a budget of 12K"),
    ("The budget of the launch is 15K", "The budget of the launch is 12K"),
]


@pytest.mark.parametrize(("new", "old"), OTHER_MATTERS)
def test_another_owner_or_limit_or_one_of_several_is_another_matter(new: str, old: str) -> None:
    assert not contradicts(new, old)


@pytest.mark.parametrize(("new", "old"), [*OTHER_MATTERS, *OF_A_MODEL])
def test_what_a_model_takes_for_a_change_of_it_is_refused_by_name(new: str, old: str) -> None:
    revised = sunday(new, old)

    assert revised.done == ()
    assert [gate for _, gate in revised.refused] == [Gate.NOT_SAME_ATTRIBUTE]


@pytest.mark.parametrize(("new", "old"), CHANGES)
def test_within_one_owner_and_limit_a_newer_value_still_wins(new: str, old: str) -> None:
    assert contradicts(new, old)


@pytest.mark.parametrize(("new", "old"), [*CHANGES, *OF_A_MODEL_TOO])
def test_a_model_may_still_say_what_is_over(new: str, old: str) -> None:
    assert len(sunday(new, old).done) == 1
