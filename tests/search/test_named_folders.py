"""An entity named by its ref or its folder is found first, whole, whatever else holds the words."""

from collections.abc import Iterator
from datetime import date

import pytest

from memoryd.core.passage import Layer, Passage
from memoryd.search.index import Index

TODAY = date(2026, 2, 16)
FACTS = {
    "areas/people/mom": ["Birthday on 14 April", "Takes ramipril"],
    "areas/people/mom-2": ["Mom of people next door"],
    "areas/companies/lumen-labs": ["Builds software"],
    "areas/boats/emma": ["Lies in Kiel"],
    "projects/beacon": ["Uses REST", "Deploys run on Thursdays", "Beta launched"],
    "resources/recipes": ["Ramen broth simmers"],
    "archives/old-shop": ["Was closed in 2019"],
}
TALK = ["Beacon GA first, of all projects", "The people there like mom", "beacon projects beacon",
        "companies such as lumen labs labs", "Emma and her boats", "recipes, resources",
        "the old shop of the archives"]  # fmt: skip


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    with Index.open(tmp_path_factory.mktemp("named") / "index.db", write=True) as opened:
        for folder, facts in FACTS.items():
            ref = folder.removeprefix("areas/")
            shared = Passage("", 1, 1, Layer.FACT, "", subject=ref.rpartition("/")[2], entity=ref)
            put(opened, f"{folder}/summary.md", [f"The {ref} summary"], shared)
            put(opened, f"{folder}/items.json", facts, shared)
        put(opened, "memory/a.md", TALK, Passage("", 1, 1, Layer.NOTE, ""))
        yield opened


def put(index: Index, path: str, texts: list[str], shared: Passage) -> None:
    index.replace(path, "1", [
        Passage(path, at, at, shared.layer, said, subject=shared.subject, entity=shared.entity)
        for at, said in enumerate(texts, start=1)
    ])  # fmt: skip


@pytest.mark.parametrize(
    "wording",
    ["{}", "{}/", "life/{}", "/home/alex/life/{}/", "what is in {}?", "show me {}.", "`{}`",
     "({})", "about {}: all"],
)  # fmt: skip
@pytest.mark.parametrize("folder", FACTS)
def test_a_folder_that_is_named_is_told_first(index: Index, folder: str, wording: str) -> None:
    for name in dict.fromkeys((folder, folder.removeprefix("areas/"))):
        hits = index.search(wording.format(name), today=TODAY)
        told = [hit.passage.text for hit in hits]
        facts = FACTS[folder]
        assert sorted(told[: len(facts)]) == sorted(facts), name
        assert told[len(facts)] == f"The {folder.removeprefix('areas/')} summary", name


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("projects beacon", "beacon projects beacon"),  # words
        ("beacon", None), ("mom", None),
        ("projects/none", None), ("people/", None), ("and/or", None), ("24/7", None),
        ("projects/beacon/summary.md", "The projects/beacon summary"),
        ("people/mom-2", "Mom of people next door"),
    ],
)  # fmt: skip
def test_words_and_other_paths_are_what_they_were(
    index: Index, question: str, first: str | None
) -> None:
    hits = index.search(question, today=TODAY)

    assert first is None or hits[0].passage.text == first
    assert first is not None or all(hit.score < 500 for hit in hits)
