"""The forms of a word are one word to the search, whatever else one of them may mean."""

from datetime import date
from itertools import combinations
from pathlib import Path

import pytest

from memoryd.core.passage import Layer, Passage
from memoryd.search.index import Index
from memoryd.search.lexicon import ONE_WORD
from memoryd.search.words import terms

# Regular forms beside irregular ones, and those that another word shares.
FORMS = """live lives living lived
life lives
leave leaves leaving left
leaf leaves
lie lies lying lied lain
die dies died dying
tie ties tied tying
vie vies vied vying
pie pies
cry cries cried crying
dry dries dried drying
fly flies flying flew flown
fry fries fried frying
try tries tried trying
spy spies spied
sky skies
rise rises rising rose risen
rose roses
wind winds winding wound
wound wounds wounded
shoot shoots shooting shot shots
think thinks thinking thought thoughts
bite bites biting bit bits bitten
bike bikes biking biked bicycle bicycles
shop shops shopping shopped store
lab labs laboratory laboratories
exam exams examination examinations
fridge fridges refrigerator
add adds added adding
free frees freed freeing
staff staffs staffed staffing
bus buses
gas gases
bonus bonuses
campus campuses
focus focuses focused focusing
lens lenses
canvas canvases
atlas atlases
virus viruses
mom moms mum mums mother mothers
dad dads father
grandma grandmas grandmother
colour colours coloured color colors colored
favourite favourites favorite favorites
photo photos photograph photographs photographed photographing
doc docs doctor doctors
car cars automobile automobiles
tv tvs television""".splitlines()


@pytest.mark.parametrize("forms", FORMS)
def test_every_form_of_a_word_finds_every_other(forms: str) -> None:
    apart = [
        (one, other) for one, other in combinations(forms.split(), 2)
        if not set(terms(one)) & set(terms(other))
    ]  # fmt: skip

    assert apart == []


@pytest.mark.parametrize(
    "others",
    ["life leaf", "leaf left", "leaf leave", "life live", "lie like", "lies life", "die diet",
     "tie time", "bus business", "gas gate", "try tree", "sky ski", "lens lend", "roses rising",
     "pie pier", "status state", "wounds wind", "news newt"],
)  # fmt: skip
def test_words_that_only_look_alike_stay_apart(others: str) -> None:
    one, other = others.split()

    assert not set(terms(one)) & set(terms(other))


def test_no_form_of_the_table_takes_the_plain_one_from_its_own() -> None:
    assert not set(ONE_WORD) & set(ONE_WORD.values())


@pytest.mark.parametrize("question", ["where do I live", "live", "living", "lives", "who lived"])
def test_where_somebody_lives_is_found(tmp_path: Path, question: str) -> None:
    texts = ["Nina likes the lemon tart", "Alex lives in Berlin-Kreuzberg", "Five lines of it"]
    with Index.open(tmp_path / "index.db", write=True) as index:
        index.replace("a", "1", [
            Passage("a", at, at, Layer.NOTE, said) for at, said in enumerate(texts)
        ])  # fmt: skip
        found = [hit.passage.text for hit in index.search(question, today=date(2026, 2, 16))]

    assert found == [texts[1]]
