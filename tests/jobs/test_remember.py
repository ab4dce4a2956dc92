"""remember, where the command line does not reach."""

import json
from pathlib import Path

import pytest

from memoryd.errors import UsageError
from memoryd.jobs.remember import remember
from tests.store_kit import Home


@pytest.fixture
def home_of(tmp_path: Path) -> Home:
    return Home(tmp_path)


def keep(home: Home, text: str, about: str | None = None, day: str = "2026-02-01") -> dict:
    with home.writer() as store:
        return remember(store, text, about=about, run=home.run(day))


def test_of_two_entities_with_like_names_the_one_that_was_named_is_meant(home_of: Home) -> None:
    for name in ("beacon-2", "beacon2"):
        (home_of.root / "projects" / name).mkdir(parents=True)

    assert keep(home_of, "Ships in June", "projects/beacon2")["ref"] == "projects/beacon2"
    assert keep(home_of, "Uses Rust", "projects/beacon-2")["ref"] == "projects/beacon-2"


def test_the_entities_that_a_text_names_are_related(home_of: Home) -> None:
    keep(home_of, "Makes anvils", "companies/acme-corp")
    keep(home_of, "Sings", "people/dana")
    keep(home_of, "Leads Beacon with Dana, for Acme Corp", "people/sarah")

    (fact,) = home_of.items("people/sarah")
    assert fact["relatedEntities"] == ["companies/acme-corp", "people/dana"]


def test_an_older_statement_does_not_replace_a_newer_one(home_of: Home) -> None:
    keep(home_of, "Lives in Berlin", "people/sarah", day="2026-02-01")
    keep(home_of, "Lives in Rome", "people/sarah", day="2024-02-01")

    assert [(f["fact"], f["status"]) for f in home_of.items()] == [
        ("Lives in Berlin", "active"),
        ("Lives in Rome", "superseded"),
    ]


def test_what_it_did_is_told(home_of: Home) -> None:
    keep(home_of, "Lives in Rome", "people/sarah")

    told = keep(home_of, "Lives in Berlin", "sarah", day="2026-03-01")

    assert told == {
        "outcome": "stored",
        "ref": "people/sarah",
        "id": "sarah-002",
        "fact": "Lives in Berlin",
        "path": "areas/people/sarah/items.json",
        "superseded": [{"ref": "people/sarah", "id": "sarah-001", "fact": "Lives in Rome"}],
        "created": False,
        "secrets": 0,
        "waiting": [],
        "closed": [],
    }


@pytest.mark.parametrize("text", ["...", "the", "🦀"])
def test_a_text_without_a_word_that_means_something_is_refused(home_of: Home, text: str) -> None:
    with pytest.raises(UsageError, match="nothing to keep"):
        keep(home_of, text)
    assert not (home_of.root / "areas").exists()


def test_a_fact_of_600_characters_is_kept_and_one_more_is_not(home_of: Home) -> None:
    assert keep(home_of, "x" * 600)["outcome"] == "stored"
    with pytest.raises(UsageError, match="601"):
        keep(home_of, "y" * 601)


@pytest.mark.parametrize(
    ("text", "ref", "fact"),
    [
        ("Sarah is my manager", "people/sarah", "Manager of Alex"),
        ("My boss is Tom", "people/tom", "Boss of Alex"),
        ("Dana loves jazz", "people/dana", "Loves jazz"),
        ("We decided on REST for Beacon", "projects/beacon", "Decided on REST"),
        # What the reading leaves out is not lost.
        ("Sarah is my manager since 2019", "people/sarah", "Sarah is my manager since 2019"),
        # Of the operator, of several, or of nobody that can be told: as it was typed, theirs.
        ("I prefer tea", "people/alex", "I prefer tea"),
        ("I live in Rome", "people/alex", "I live in Rome"),
        ("Sarah is my manager, and Tom loves jazz", "people/alex",
         "Sarah is my manager, and Tom loves jazz"),
        ("The moon is far", "people/alex", "The moon is far"),
    ],
)  # fmt: skip
def test_a_statement_goes_where_a_conversation_would_put_it(
    home_of: Home, text: str, ref: str, fact: str
) -> None:
    told = keep(home_of, text)

    assert (told["ref"], told["fact"]) == (ref, fact)
    rows = json.loads((home_of.root / told["path"]).read_text())
    assert [row["fact"] for row in rows] == [fact]


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("Sarah has two children.", "people/sarah"),
        ("Sarah plays chess", "people/sarah"),
        ("Sarah's phone is on silent", "people/sarah"),
        ("Lee Sarah Berg plays chess", "people/alex"),
        ("Sarah and I met in Rome", "people/alex"),
        ("Sarah this is for you", "people/alex"),
        ("Sarah pie needs three eggs", "people/alex"),
        ("Sarah is my manager, and Tom loves jazz", "people/alex"),
        ("Sarahs are many", "people/alex"),
        ("sarah has two children", "people/alex"),
        ("Emma turned one", "people/alex"),
    ],
)
def test_what_opens_with_a_known_name_is_about_who_bears_it_where_no_rule_reads_it(
    home_of: Home, text: str, ref: str
) -> None:
    keep(home_of, "Sings", "people/Sarah")

    told = keep(home_of, text)

    assert (told["ref"], told["fact"]) == (ref, text)


def test_a_statement_is_about_the_one_that_bears_the_name_already(home_of: Home) -> None:
    keep(home_of, "Sings", "people/Sarah Lopez")
    summary = home_of.root / "areas/people/sarah-lopez/summary.md"
    summary.write_text("---\naliases: [Sarah]\n---\n# Sarah Lopez\n")

    told = keep(home_of, "Sarah is my manager")

    assert (told["ref"], told["created"]) == ("people/sarah-lopez", False)
    assert keep(home_of, "Sarah is my manager")["outcome"] == "merged"


def test_a_name_that_is_unknown_is_told_how_to_begin_it(home_of: Home) -> None:
    with pytest.raises(UsageError, match="people/dana-lee, companies/dana-lee, projects/dana-lee"):
        keep(home_of, "Sings", "Dana Lee")


@pytest.mark.parametrize("around", ["{}", " {} ", "{}.", "{} {}", '"{}"', "-> {}"])
def test_nothing_but_a_secret_is_refused_and_not_repeated(home_of: Home, around: str) -> None:
    secret = "sk-ant-" + "api03-" + "Zx8Kq2Lm9Vb4Nw7Rt1Yp" * 2
    for about in (None, "people/dana"):
        with pytest.raises(UsageError, match="nothing but a password or key") as caught:
            keep(home_of, around.format(secret, secret), about)
        assert secret not in str(caught.value)
    assert not (home_of.root / "areas").exists()
