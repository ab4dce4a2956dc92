"""What a person took out of a summary or put right there stays out, whatever its words are."""

import pytest

from memoryd.core.decay import Heat
from memoryd.core.fact import Fact
from memoryd.core.rewrite import Known, Report, Versions, Why, rewrite
from memoryd.core.value import replace

TOLD = "Ann works at Globex. She lives in Berlin. She likes hiking. Ann manages 12 people."
FACTS = ("Works at Globex", "Lives in Berlin", "Likes hiking", "Manages 12 people")
LAST = """# Ann

Ann works at Globex.
She lives in Berlin.
She likes hiking.
Ann manages 12 people.
"""


def known(*texts: str) -> Known:
    facts = tuple(Fact(f"ann-{n:03d}", text, "2026-01-28") for n, text in enumerate(texts, start=1))
    return Known("Ann", facts, {fact.id: Heat.HOT for fact in facts}, ("Ann", "Alex"))


def sunday(
    text: str, proposed: str | None, *facts: str, deleted: frozenset[str] = frozenset(),
    last: str = LAST,
) -> tuple[str, Report]:  # fmt: skip
    versions = replace(Versions.of(text.encode(), last.encode()), deleted=deleted)
    raw, report = rewrite(versions, known(*(facts or FACTS)), proposed)
    return raw.decode(), report


def without(line: str) -> str:
    return LAST.replace(f"{line}\n", "")


def said_by_us(file: str) -> str:
    return file.partition("<!-- keep -->")[0]


# (what a person took out, the sentence of the next text, what of the taken out it must not tell)
REWORDED = [
    ("She lives in Berlin.", "Ann lives in Berlin.", "Berlin"),
    ("She lives in Berlin.", "She currently lives in Berlin.", "Berlin"),
    ("She lives in Berlin.", "Ann works at Globex and lives in Berlin.", "Berlin"),
    ("She lives in Berlin.", "Ann, who lives in Berlin, likes hiking.", "Berlin"),
    ("She lives in Berlin.", "Living in Berlin, Ann likes hiking.", "Berlin"),
    ("She lives in Berlin.", "Berlin is where she lives.", "Berlin"),
    ("She lives in Berlin.", "Ann lives and works in Berlin.", "Berlin"),
    ("She lives in Berlin.", "Ann is in Berlin.", "Berlin"),
    ("She lives in Berlin.", "Ann likes hiking in Berlin.", "Berlin"),
    ("She lives in Berlin.", "Ann manages 12 people in Berlin.", "Berlin"),
    ("She lives in Berlin.", "Ann lived in Berlin.", "Berlin"),
    ("Ann manages 12 people.", "She works at Globex, where she manages 12 people.", "12"),
    ("Ann manages 12 people.", "She manages twelve people.", "twelve"),
    ("Ann manages 12 people.", "12 people are managed by Ann.", "12"),
    ("Ann works at Globex.", "Ann lives in Berlin and works at Globex.", "Globex"),
    ("Ann works at Globex.", "At Globex, Ann manages 12 people.", "Globex"),
    ("She likes hiking.", "Ann likes hiking and lives in Berlin.", "hiking"),
    ("She likes hiking.", "Hiking is liked by Ann.", "iking"),
]


@pytest.mark.parametrize(("line", "again", "what"), REWORDED)
def test_what_was_deleted_does_not_return_in_other_words(line: str, again: str, what: str) -> None:
    file, report = sunday(without(line), f"{again} {TOLD}")
    later, second = sunday(file, f"{again} {TOLD}", last=file,
                           deleted=frozenset(report.remembered))  # fmt: skip

    for text, done in ((file, report), (later, second)):
        assert what not in text
        assert (again, Why.RETOLD) in done.left_out
        others = [word for word in ("Globex", "Berlin", "hiking", "12") if word not in line]
        assert all(word in text for word in others)
    assert report.taken_out == (line,)


OWN = [
    ("Ann manages 15 people.", "Ann manages 12 people.", "12", "She manages 12 people at Globex."),
    ("She does not live in Berlin.", "She lives in Berlin.", "Berlin",
     "Ann works at Globex and lives in Berlin."),
    ("She lives in Rome.", "She lives in Berlin.", "Berlin", "Ann lives in Berlin."),
    ("Ann no longer lives in Berlin.", "She lives in Berlin.", "Berlin", "Ann lives in Berlin."),
    ("She doesn't like hiking.", "She likes hiking.", "hiking", "Ann likes hiking."),
    ("Ann never worked at Globex.", "Ann works at Globex.", "Globex", "Ann works at Globex."),
]  # fmt: skip


@pytest.mark.parametrize("row", OWN)
@pytest.mark.parametrize("beside", [False, True], ids=["instead", "beside"])
@pytest.mark.parametrize("proposed", ["model", None])
def test_a_person_s_own_sentence_that_corrects_a_fact_keeps_ours_out(
    row: tuple[str, str, str, str], proposed: str | None, *, beside: bool
) -> None:
    own, ours, what, again = row
    text = f"{LAST}\n{own}\n" if beside else LAST.replace(ours, own)
    said = f"{again} {TOLD}" if proposed else None
    file, report = sunday(text, said)
    later, second = sunday(file, said, last=file, deleted=frozenset(report.remembered))

    assert own in file
    assert own in later
    assert what not in said_by_us(file)
    assert what not in said_by_us(later)
    assert bool(report.corrected) is beside
    assert second.corrected == ()


def test_a_sentence_on_what_the_fact_is_about_corrects_it_also_with_whose_it_is() -> None:
    last = "# Ann\n\nManager is Sarah.\n"
    file, report = sunday(f"{last}\nHer manager is James.\n", None, "Manager is Sarah", last=last)

    assert report.corrected == ("Manager is Sarah",)
    assert "Sarah" not in said_by_us(file)


# (a fact, a sentence that a person adds beside ours with a word more than that it is otherwise)
WITH_A_WORD_MORE = [
    ("Works at Acme", "She does not work at Acme any more, she retired."),
    ("Takes 10 mg twice a day", "She takes 20 mg twice a day."),
    ("Swims 2 km every day", "She swims 3 km every day."),
    ("Works at Acme", "She does not work at Acme (she retired in May)."),
    ("Works at Acme", "She no longer works at Acme because she retired."),
    ("Works at Acme", "She does not work at Acme, she is with Initech now."),
    ("Lives in Rome", "Ann does not live in Rome but in Potsdam."),
    ("Lives in Rome", "Ann lives in Potsdam."),
    ("Birthday is May 3", "Her birthday is May 4, not May 3."),
    ("Birthday is May 3", "Her birthday is not May 3 but May 4."),
    ("Takes 5 mg of Ramipril", "She takes 10 mg of Ramipril twice a day."),
    ("Takes 5 mg of Ramipril", "She takes 10 mg of Ramipril daily."),
    ("Takes 5 mg of Ramipril", "She takes 10 mg of Ramipril now, and 20 mg of a statin."),
    ("Has an exam on May 3", "She has an exam on May 10, not May 3."),
    ("Vegan", "She is no longer vegan and eats fish."),
    ("Drinks coffee", "She does not drink coffee, only tea."),
    ("Smokes", "She does not smoke, she hates it."),
    ("Allergic to milk", "She is allergic to nuts, not to milk."),
    ("Has 2 children", "She has 3 children: Max, Ana and Ben."),
    ("Has two children", "She has three children, the last was born in May."),
    ("Has two children", "She has no children."),
    ("Does not eat meat", "She eats meat, and fish too."),
]


@pytest.mark.parametrize(("fact", "own"), WITH_A_WORD_MORE)
def test_a_correction_with_a_word_more_keeps_the_false_sentence_out(fact: str, own: str) -> None:
    facts = (fact, "Plays the cello")
    last = f"# Ann\n\n{fact}.\nPlays the cello.\n"
    file, report = sunday(f"{last}\n{own}\n", None, *facts, last=last)
    later, second = sunday(file, None, *facts, "Has a boat", last=file,
                           deleted=frozenset(report.remembered))  # fmt: skip

    assert report.corrected == (fact,)
    assert second.corrected == ()
    for text in (file, later):
        assert f"{fact}." not in said_by_us(text)
        assert "Plays the cello." in said_by_us(text)
        assert own in text


# (a fact, a sentence that a person adds beside ours which leaves it true)
WITH_A_DETAIL_MORE = [
    ("Works at Acme", "She does not work at Acme on Fridays."),
    ("Works at Acme", "She does not work at Acme, at least not on Fridays."),
    ("Works at Acme", "She not only works at Acme but also teaches."),
    ("Works at Acme", "If she no longer works at Acme, ask Tom."),
    ("Works at Acme", "When she does not work at Acme, she paints."),
    ("Works at Acme", "She works at Acme until June."),
    ("Works at Acme", "She lives with Tom, who does not work at Acme."),
    ("Works at Acme", "She has a twin and he does not work at Acme."),
    ("Lives in Potsdam", "Ann does not live in Berlin but in Potsdam."),
    ("Drinks coffee", "She does not drink coffee, only in the morning."),
    ("Drinks coffee", "She does not drink coffee when she is ill."),
    ("Likes hiking", "She did not like hiking, but now she does."),
    ("Likes hiking", "She likes climbing and sailing too."),
    ("Likes hiking", "She likes hiking in the Alps, not in winter."),
    ("Plays tennis", "She plays the piano, not badly."),
    ("Speaks French", "She speaks French, but not at work."),
    ("Birthday is May 3", "Her birthday is May 3, not May 4."),
    ("Birthday is May 3", "Her birthday is not May 4 but May 3."),
    ("Birthday is May 3", "Her birthday is not May 4."),
    ("Vegan", "She has been vegan since May, not June."),
    ("Allergic to milk", "She is allergic to milk, not to nuts."),
    ("Allergic to milk", "She is allergic to nuts too."),
    ("Takes 5 mg of Ramipril", "She takes 10 mg of Ramipril in the evening."),
    ("Takes 5 mg of Ramipril", "She takes 5 mg of Ramipril in the morning and 10 in the evening."),
    ("Takes 5 mg of Ramipril", "She takes 5 mg of Ramipril twice a day."),
    ("Takes 5 mg of Ramipril", "She does not take 10 mg of Ramipril."),
    ("Takes 5 mg of Ramipril", "She takes 10 mg of Ramipril, but only on Sundays."),
    ("Takes 5 mg of Ramipril", "She took 10 mg of Ramipril, now she takes 5."),
    ("Works 40 hours", "She works 8 hours a day."),
    ("Has 2 children", "She has 3 more children with Ben."),
    ("Has two children", "She has two children, Max and Ana."),
    ("Has an exam on May 3", "She has an exam on May 10."),
    ("Has a meeting at 9", "She has a meeting at 11."),
    ("Has a son", "She has a daughter, not yet at school."),
    ("Does not smoke", "She no longer smokes, since May 2020."),
    ("Does not smoke", "She used to smoke."),
    ("Budget is 40k", "The budget was 30k, now it is 40k."),
    ("Budget is 40k", "The budget was 30k."),
]


@pytest.mark.parametrize(("fact", "own"), WITH_A_DETAIL_MORE)
def test_a_sentence_that_adds_a_detail_leaves_the_true_sentence_told(fact: str, own: str) -> None:
    last = f"# Ann\n\n{fact}.\nPlays the cello.\n"
    file, report = sunday(f"{last}\n{own}\n", None, fact, "Plays the cello", last=last)

    assert report.corrected == ()
    assert f"{fact}." in said_by_us(file)


NO_CORRECTION = [
    "Tom does not live in Berlin.", "Ann lives in Berlin with her dog.", "Ann has 15 cousins.",
    "She does not like cheese.", "Ann does not live with Tom.", "Globex has 300 people.",
    "Tom manages 15 people.", "She likes hiking in the Alps.",
]  # fmt: skip


@pytest.mark.parametrize("own", NO_CORRECTION)
def test_a_person_s_sentence_on_something_else_keeps_nothing_out(own: str) -> None:
    file, report = sunday(f"{LAST}\n{own}\n", TOLD)

    assert report.corrected == ()
    assert report.left_out == ()
    assert said_by_us(file) == f"{LAST}\n"


# (facts, a sentence that a person adds beside ours, on somebody or something else, or narrower)
ADDED = [
    (("Budget is 40k", "Lead is Ben"), "Marketing has a budget of 10k."),
    (("Budget is 40k", "Lead is Ben"), "The budget was 30k last year."),
    (("Budget is 40k", "Lead is Ben"), "Dana's budget is 5k."),
    (("Drinks coffee", "Lives in Porto"), "Does not drink coffee after 3 pm."),
    (("Works at Globex", "Lives in Porto"), "She never works weekends at Globex."),
    (("Works at Globex", "Lives in Porto"), "Her brother does not live in Porto."),
    (("Works at Globex", "Lives in Porto"), "Her brother Idris does not live in Porto any more."),
    (("Works at Globex", "Lives in Berlin"), "No longer lives in the old flat in Berlin."),
    (("Speaks French", "Lives in Berlin"), "Does not speak French at work."),
    (("Likes tea", "Lives in Berlin"), "Likes tea but not green tea."),
    (("Rent is 1,200 euros", "Lives in Berlin"), "Her garage costs another 100 euros rent."),
    (("Manager is Sarah", "Works at Globex"), "Sarah is not the manager of Omar."),
    (("Allergic to peanuts", "Lives in Berlin"), "Allergic to peanuts, but not to walnuts."),
    (("Allergic to peanuts", "Lives in Berlin"), "Her son is not allergic to peanuts."),
    (("Allergic to peanuts", "Lives in Berlin"), "Leo is not allergic to peanuts."),
    (("Vegetarian", "Lives in Berlin"), "Her husband is not vegetarian."),
    (("Has 2 kids", "Lives in Berlin"), "Has 3 nieces and 2 kids."),
    (("Takes 5 mg of ramipril", "Lives in Berlin"), "Ramipril: her mother takes 10 mg."),
    (("Works 4 days a week", "Lives in Berlin"), "Her husband works 5 days a week."),
    (("Lives in Berlin", "Likes hiking"), "Her sister lives in Rome."),
    (("Lives in Berlin", "Likes hiking"), "My parents live in Rome."),
    (("Works at Globex", "Likes hiking"), "Her wife works at Initech."),
]


@pytest.mark.parametrize(("facts", "own"), ADDED)
def test_a_sentence_beside_ours_on_another_matter_keeps_no_fact_out(
    facts: tuple[str, ...], own: str
) -> None:
    last = "# Ann\n\n" + "".join(f"{fact}.\n" for fact in facts)
    file, report = sunday(f"{last}\n{own}\n", None, *facts, last=last)

    assert report.corrected == ()
    assert all(fact in said_by_us(file) for fact in facts)


ACCEPTED = [
    ("Ann works at Globex and likes hiking.", ()),
    ("She likes hiking and manages 12 people.", ()),
    ("Ann moved to Bonn.", ("Moved to Bonn",)),
    ("Ann likes Berlin.", ("Likes Berlin",)),
    ("Ann met Tom in Berlin in May.", ("Met Tom in Berlin in May",)),
    ("Ann lives in Berlin with Tom.", ("Lives in Berlin with Tom",)),
    ("She lives in a houseboat.", ("Lives in a houseboat",)),
    ("Ann likes hiking and the zoo of Berlin.", ("Likes the zoo of Berlin",)),
]


@pytest.mark.parametrize(("sentence", "more"), ACCEPTED)
def test_what_the_other_facts_say_is_told(sentence: str, more: tuple[str, ...]) -> None:
    file, report = sunday(without("She lives in Berlin."), f"{sentence} {TOLD}", *FACTS, *more)

    assert sentence in file
    assert [why for text, why in report.left_out if text == sentence] == []


@pytest.mark.parametrize("again", ["Lives in Berlin", "Lives in Berlin again since May"])
@pytest.mark.parametrize("proposed", ["model", None])
def test_a_new_fact_that_says_the_same_again_is_told(again: str, proposed: str | None) -> None:
    file, report = sunday(without("She lives in Berlin."), TOLD)
    gone = frozenset(report.remembered)
    said = f"Ann works at Globex. {again}." if proposed else None
    later, second = sunday(file, said, *FACTS, again, last=file, deleted=gone)

    assert "Berlin" not in file
    assert f"{again}." in later
    assert "ann-005" not in second.withheld


def test_a_fact_that_another_sentence_still_tells_was_not_deleted() -> None:
    stays = "Ann likes hiking and lives in Berlin."
    text = f"{without('She lives in Berlin.')}{stays}\n"
    file, report = sunday(text, stays, last=f"{LAST}{stays}\n")

    assert stays in file
    assert report.withheld == ()


def test_what_a_person_wrote_back_themselves_may_be_told() -> None:
    file, report = sunday(without("She lives in Berlin."), TOLD)
    back = f"{file}\nAnn lives in Berlin.\n"
    later, second = sunday(back, "Ann works at Globex and lives in Berlin.", last=file,
                           deleted=frozenset(report.remembered))  # fmt: skip

    assert "Ann works at Globex and lives in Berlin." in later
    assert second.left_out == ()


def test_facts_deleted_by_their_words_before_ids_were_kept_stay_out() -> None:
    file, report = sunday(without("She lives in Berlin."), TOLD)
    later, second = sunday(file, "Ann lives in Berlin.", last=file,
                           deleted=frozenset(report.deleted))  # fmt: skip

    assert "Berlin" not in later
    assert set(report.remembered) > set(report.deleted)
    assert set(second.remembered) >= {mark for mark in report.remembered if "fact" in mark}


def test_what_was_and_is_told_no_more_does_not_return_either() -> None:
    over = Fact("ann-001", "Works at Acme", "2024-05-01", status="superseded",
                superseded_by="ann-002")  # fmt: skip
    facts = (over, Fact("ann-002", "Works at Globex", "2026-01-28"))
    about = Known("Ann", facts, {"ann-002": Heat.HOT}, ("Ann",))
    last = "# Ann\n\nAnn works at Globex.\nFormerly worked at Acme.\n"
    text = "# Ann\n\nAnn works at Globex.\n"
    versions = Versions.of(text.encode(), last.encode())
    raw, report = rewrite(versions, about, "Ann works at Globex. She used to work at Acme.")
    deleted = frozenset(report.remembered)
    later, _ = rewrite(replace(Versions.of(raw, raw), deleted=deleted), about,
                       "Ann works at Globex. She formerly worked at Acme.")  # fmt: skip

    assert b"Acme" not in raw
    assert b"Acme" not in later
