"""The fact that holds what was asked for stands before the one that says the name again."""

from collections.abc import Iterator
from datetime import date

import pytest

from memoryd.core.passage import Layer, Passage
from memoryd.search.index import Index
from memoryd.search.query import wanted

TODAY = date(2026, 2, 16)
ENTITIES = {
    "people/mara-voss": ["Mara Voss is a sculptor in Ghent", "Signed the lease of a studio",
                         "Exhibited bronze heads at the fair", "Likes cardamom buns",
                         "Sent the minutes of meeting 12"],
    "people/leo-brandt": ["Leo Brandt is the plumber of the house", "Raised his fee to 95 EUR",
                          "Can be reached only by fax",
                          "Leo Brandt knows Mara Voss from a choir in the old town"],
    "companies/quill-press": ["Quill Press prints calendars", "Moved its office to Dockweg 8",
                              "Closed a series A of 3 million", "Has 14 employees"],
    "companies/orbit-holding": ["Orbit Holding is the group that owns Quill Press",
                                "Requires insurance of suppliers"],
    "projects/tide-table": ["The tide table for Quill Press runs on a small server",
                            "Kickoff is set for 9 March", "Opened ticket 3 about slow charts"],
}  # fmt: skip


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    with Index.open(tmp_path_factory.mktemp("facts") / "index.db", write=True) as opened:
        for ref, facts in ENTITIES.items():
            name = ref.rpartition("/")[2].replace("-", " ")
            shared = {"subject": f"{name} {name.title()}", "entity": ref, "day": "2026-01-05"}
            path = f"areas/{ref}/summary.md"
            opened.replace(path, "1", [
                Passage(path, 3, 3, Layer.SUMMARY, f"{facts[0]}.", scene=path, **shared)
            ])  # fmt: skip
            path = f"areas/{ref}/items.json"
            opened.replace(path, "1", [
                Passage(path, at, at, Layer.FACT, said, fact=f"x-{at}", **shared)
                for at, said in enumerate(facts, start=1)
            ])  # fmt: skip
        yield opened


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("what did Mara Voss exhibit", "Exhibited bronze heads at the fair"),
        ("Mara Voss studio", "Signed the lease of a studio"),
        ("did Mara sign a lease", "Signed the lease of a studio"),
        ("Leo Brandt fee", "Raised his fee to 95 EUR"),
        ("how to reach Leo Brandt", "Can be reached only by fax"),
        ("who does Leo Brandt know", "Leo Brandt knows Mara Voss from a choir in the old town"),
        ("Quill Press office address", "Moved its office to Dockweg 8"),
        ("Quill Press funding series", "Closed a series A of 3 million"),
        ("how many employees does Quill Press have", "Has 14 employees"),
        ("tide table kickoff", "Kickoff is set for 9 March"),
        ("when is the kickoff of the tide table", "Kickoff is set for 9 March"),
        ("which server does the tide table run on",
         "The tide table for Quill Press runs on a small server"),
        # verbs that elsewhere only shape a question
        ("who owns Quill Press", "Orbit Holding is the group that owns Quill Press"),
        ("Quill Press owned by", "Orbit Holding is the group that owns Quill Press"),
        ("what does Orbit own", "Orbit Holding is the group that owns Quill Press"),
        ("what does Mara like", "Likes cardamom buns"),
        ("which buns does Mara Voss like best", "Likes cardamom buns"),
        # nothing but the name: what says who that is
        ("Leo Brandt", "Leo Brandt is the plumber of the house"),
        ("who is Mara Voss", "Mara Voss is a sculptor in Ghent"),
        ("Orbit Holding", "Orbit Holding is the group that owns Quill Press"),
    ],
)  # fmt: skip
def test_the_fact_that_was_asked_for_stands_first(index: Index, question: str, first: str) -> None:
    hits = index.search(question, today=TODAY)

    assert hits[0].passage.text.rstrip(".") == first


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("who owns it all", "own"), ("owned by whom", "own"), ("what does the firm own", "own"),
        ("what do they not like", "like"), ("what doesn't my partner's sister like", "like"),
        ("Does Nina like tarts?", "like"), ("what Nina likes", "like"), ("who liked it", "like"),
    ],
)  # fmt: skip
def test_a_verb_that_a_question_asks_with_is_looked_for(text: str, verb: str) -> None:
    assert verb in wanted(text)


@pytest.mark.parametrize(
    "text",
    ["on my own boat", "what does it look like there", "do you have boats like that",
     "what does she feel like doing with boats", "how does the boat smell like",
     "a boat like hers", "did he see boats like this", "their own boats"],
)  # fmt: skip
def test_where_it_only_shapes_the_question_it_is_not(text: str) -> None:
    assert not {"own", "like"} & wanted(text)
