"""What a person is like is no title: only another post takes the place of a post."""

import pytest

from memoryd.core.plan import Gate
from memoryd.core.supersede import contradicts, fits, may_replace
from tests.core.recon_kit import Memory, line, propose
from tests.core.test_same_attribute import sunday

REMARKS = [
    ("Quin is a patient engineer", "Quin is a senior engineer"),
    ("Quin is a senior engineer", "Quin is a patient engineer"),
    ("Is a brilliant engineer", "Is a careful engineer"),
    ("Kind developer", "Fast developer"),
    ("Supportive manager", "Demanding manager when a release is near"),
    ("Is a difficult manager about meetings", "Is a difficult manager about budgets"),
    ("Is a terrible boss", "Is a great boss to her friends"),
    ("Is a strict teacher", "Is a primary school teacher"),
    ("Is a good cook", "Is a slow cook"),
    ("Is a picky eater", "Is a slow eater"),
    ("Is an early riser", "Is a heavy riser"),
    ("Is a better designer than Tom", "Is a product designer"),
    ("Is the best analyst of the team", "Is a data analyst"),
    ("Is a kind, patient engineer", "Is a senior engineer"),
    ("Is a kind patient engineer", "Is a staff engineer"),
    ("Is a very patient engineer", "Is a senior engineer"),
    ("Is a really thorough researcher", "Is a research manager"),
    ("Is a fussy architect", "Is a software architect"),
    ("Is an inspiring manager at Acme", "Is an engineering manager at Acme"),
    ("Is a hands-on manager", "Is a product manager"),
    ("Became a better cook", "Nurse"),
    ("Is now a patient teacher", "Math teacher"),
    ("Became a great driver", "Chef"),
    ("Is a manager who listens", "Is a manager who shouts"),
    ("Is a manager everyone fears", "Is a senior engineer"),
    ("Is an engineer by training", "Is a product manager"),
    ("Is an engineer at heart", "Is a product manager"),
    ("Manager exigeant", "Manager patient"),
    ("Developer sehr schnell", "Senior developer"),
    ("Is a vegan cook", "Is vegetarian"),
    ("Is a self-taught developer", "Is a senior developer"),
    ("Is a doctor at Charité", "Is a disorganized doctor"),
    ("Ist ein geduldiger Manager", "Ist ein strenger Manager"),
    ("Is president of the chess club", "Is an engineer"),
    ("Is difficult about budgets", "Is difficult about meetings"),
    ("Is a loud snorer", "Is a light sleeper"),
]
# The same post in fewer words, or in more.
LESS_SAID = [
    ("Is an engineer", "Is a senior engineer"),
    ("Is a software engineer", "Is a senior software engineer"),
    ("Became a teacher", "Primary school teacher"),
    ("Is a senior but impatient engineer", "Is a senior engineer"),
    ("Is a backend engineer", "Is a senior engineer"),
    ("Is a lead developer", "Is a frontend developer"),
]
# Nobody here knows whether the word is part of a title.
UNKNOWN = [
    ("Is a quantum engineer", "Is a blockchain engineer"),
    ("Is a senior engineer", "Is a wind engineer"),
]
NEW_POSTS = [
    ("Engineering manager at Acme", "Senior engineer at Acme"),
    ("Is a product manager", "Is a product designer"),
    ("Is a staff engineer", "Is a senior engineer"),
    ("Promoted to principal engineer", "Staff engineer"),
    ("Is now a senior software engineer", "Is a junior software engineer"),
    ("Is a senior software engineer", "Is a software engineer"),
    ("Is a machine learning engineer", "Is a data analyst"),
    ("Is a frontend developer", "Is a backend developer"),
    ("Is now an engineering manager", "Senior engineer at Acme"),
    ("Is a senior software engineering manager at Acme", "Is a staff engineer at Acme"),
    ("Became a UX designer", "Is a graphic designer"),
    ("Is CTO", "Is a frontend developer"),
    ("Is head of sales", "Is a sales manager"),
    ("Is VP of Engineering since May", "Is an engineering manager"),
    ("Became a primary school teacher", "Nurse"),
    ("Is now a truck driver", "Cook"),
    ("Is now a senior engineer in Berlin", "Is a data scientist in Rome"),
]
OPPOSITES = [
    ("Is a fast developer", "Is a slow developer"),
    ("Is a late riser", "Is an early riser"),
]


@pytest.mark.parametrize(("new", "old"), [*REMARKS, *LESS_SAID, *UNKNOWN, *OPPOSITES])
def test_no_rule_takes_what_somebody_is_like_for_another_post(new: str, old: str) -> None:
    assert not contradicts(new, old)


@pytest.mark.parametrize(("new", "old"), NEW_POSTS)
def test_another_post_takes_the_place_of_the_post_there_was(new: str, old: str) -> None:
    assert contradicts(new, old)


@pytest.mark.parametrize(("new", "old"), REMARKS)
def test_a_model_does_not_make_one_remark_the_end_of_another(new: str, old: str) -> None:
    assert not may_replace(new, old, names=frozenset({"quin"}))
    assert not fits(new, old, names=frozenset({"quin"}))
    assert [gate for _, gate in sunday(new, old).refused] == [Gate.NOT_SAME_ATTRIBUTE]


@pytest.mark.parametrize(
    ("new", "old"),
    [
        *UNKNOWN, *OPPOSITES, *NEW_POSTS,
        ("Difficult manager, micromanages every commit", "Difficult manager"),
        ("No longer a difficult manager", "Difficult manager"),
        ("Is no strict teacher any more", "Is a strict teacher"),
    ],
)  # fmt: skip
def test_a_model_may_say_that_a_post_or_a_habit_changed(new: str, old: str) -> None:
    assert may_replace(new, old, names=frozenset({"quin"}))


@pytest.mark.parametrize("by", ["rule", "model"])
def test_five_remarks_on_one_manager_stay_five(by: str) -> None:
    memory = Memory(names={"people/bob": ("Bob",)})
    topics = ("budgets", "meetings", "holidays", "reviews", "deadlines")
    told = [f"Bob is a difficult manager about {topic}" for topic in topics]

    for number, text in enumerate(told, start=1):
        held = tuple(f"bob-{n:03d}" for n in range(1, number)) if by == "model" else ()
        asked = propose(text, f"m{number}", about="person Bob", replaces=held)
        memory.take([asked], [line(number, text)])

    assert memory.active("people/bob") == told
