"""memoryd remember, as a person meets it."""

import json

import pytest

from tests.cli.talking import CONFIG, Person


@pytest.fixture(autouse=True)
def _alex(person: Person) -> None:
    person.has_config()


def told(person: Person, ref: str = "alex") -> list[tuple[str, str]]:
    facts = person.types("recall", ref, "--history", "--json").json["facts"]
    return [(fact["fact"], fact["status"]) for fact in facts]


def test_a_statement_is_a_fact_about_the_operator(person: Person) -> None:
    said = person.types("remember", "I", "prefer tea", "--json", "--now", "2026-02-15")

    assert said.code == 0
    assert said.json["path"] == "areas/people/alex/items.json"
    (fact,) = person.types("recall", "alex", "--json").json["facts"]
    assert fact == {
        "id": "alex-001", "fact": "I prefer tea", "category": "preference",
        "timestamp": "2026-02-15", "source": "remember", "status": "active",
        "relatedEntities": [], "accessCount": 0,
    }  # fmt: skip
    note = person.life.joinpath("memory/2026-02-15.md").read_text()
    assert "- I prefer tea (→ areas/people/alex)" in note


def test_the_day_is_the_operators_own(person: Person) -> None:
    person.types("remember", "I run", "--now", "2026-02-15T23:30:00Z")

    assert person.life.joinpath("memory/2026-02-16.md").is_file()


def test_about_names_whom_it_is_about_and_begins_them(person: Person) -> None:
    first = person.types("remember", "Plays the cello", "--about", "people/Dana Lee", "--json").json
    second = person.types("remember", "Sings", "--about", "dana lee", "--json").json

    assert (first["ref"], first["created"]) == ("people/dana-lee", True)
    assert (second["ref"], second["created"]) == ("people/dana-lee", False)
    assert person.life.joinpath("areas/people/dana-lee/summary.md").read_text() == "# Dana Lee\n"


@pytest.mark.parametrize("ref", ["health/back", "areas/health/back", "projects/beacon",
                                 "companies/acme-corp", "resources/x", "people/李明"])  # fmt: skip
def test_any_folder_can_be_begun(person: Person, ref: str) -> None:
    assert person.types("remember", "Needs care", "--about", ref).code == 0
    assert told(person, ref) == [("Needs care", "active")]


@pytest.mark.parametrize("ref", ["nobody", "memory/x", "archives/x", "people/", "people/..", "/",
                                 "../x", "people/a/b", ""])  # fmt: skip
def test_a_name_that_can_be_no_entity_is_refused(person: Person, ref: str) -> None:
    before = person.files()

    said = person.types("remember", "Needs care", "--about", ref)

    assert (said.code, said.err.count("\n")) == (2, 1)
    assert [p for p in person.files() if p not in before and p.endswith((".md", ".json"))] == []


def test_what_is_contradicted_is_superseded(person: Person) -> None:
    for text in ("I live in Rome", "I live in Berlin", "I live in Rome", "I live in Rome."):
        last = person.types("remember", text)

    assert last.out.startswith("known already as alex-003 ")
    assert told(person) == [
        ("I live in Rome", "superseded"),
        ("I live in Berlin", "superseded"),
        ("I live in Rome", "active"),
    ]


def test_leaving_a_company_retires_what_rested_on_it(person: Person) -> None:
    person.types("remember", "Works at Acme Corp", "--about", "people/alex")
    person.types("remember", "Makes anvils", "--about", "companies/acme-corp")
    person.types("remember", "Difficult manager of mine at Acme Corp", "--about", "people/sarah")

    said = person.types("remember", "I left Acme Corp", "--json").json

    assert {old["ref"] for old in said["superseded"]} == {"people/alex", "people/sarah"}
    assert told(person, "sarah")[-1] == ("No longer works with Alex, who left Acme Corp", "active")


@pytest.mark.parametrize(
    "text",
    [
        'She wrote "I will never again set foot in that office of yours, not for any money"',
        "> quoted words",
        "pasted: three cheers",
        "```code is poetry```",
        "Dana's bank account number changed",
        "Forward the invoice to accounting",
        "Geht um 9:15 zur Arbeit – mit dem Rad",
        "喜欢喝茶",
        "12 cats, 4.5 dogs",
        "C++",
    ],
)
def test_whatever_the_operator_types_is_theirs(person: Person, text: str) -> None:
    assert person.types("remember", text).code == 0
    assert told(person) == [(" ".join(text.split()), "active")]


def test_lines_become_one_and_a_long_text_is_refused_with_advice(person: Person) -> None:
    assert person.types("remember", "I like\n\ttea\nand rain").code == 0
    long = person.types("remember", "word " * 1000)

    assert told(person) == [("I like tea and rain", "active")]
    assert long.code == 2
    assert "600" in long.err
    assert "several" in long.err


def test_text_that_is_no_text_is_refused(person: Person) -> None:
    assert person.types("remember", "caf\udce9").code == 2


def test_a_secret_is_masked(person: Person) -> None:
    secret = "sk-ant-" + "api03-" + "Zx8Kq2Lm9Vb4Nw7Rt1Yp" * 2
    said = person.types("remember", f"My key is {secret}")

    assert "was masked" in said.out
    assert secret not in said.out
    for path in person.life.rglob("*"):
        assert not path.is_file() or secret.encode() not in path.read_bytes()


def test_a_deleted_fact_can_be_told_again(person: Person) -> None:
    person.types("remember", "I like tea")
    person.types("remember", "I like rain")
    items = person.life / "areas/people/alex/items.json"
    left = [row for row in json.loads(items.read_text()) if row["fact"] != "I like tea"]
    person.has_file("areas/people/alex/items.json", json.dumps(left))
    person.types("heartbeat")

    said = person.types("remember", "I like tea", "--json").json

    assert said["outcome"] == "stored"
    assert ("I like tea", "active") in told(person)


def test_a_broken_file_holds_the_fact_and_it_is_3(person: Person) -> None:
    person.types("remember", "I like tea")
    broken = person.has_file("areas/people/alex/items.json", "[{")

    said = person.types("remember", "I like rain")

    assert said.code == 3
    assert said.out == (
        "alex-002 waits for areas/people/alex/items.json to be mended; not in the file yet: "
        "I like rain\n"
    )
    assert said.err.count("\n") == 1
    assert broken.read_text() == "[{"


def test_without_the_layer_of_facts_nothing_can_be_kept(person: Person) -> None:
    person.has_config("[layers]\ngraph = false\n")

    assert person.types("remember", "I like tea").code == 2


def test_without_notes_only_the_fact_is_kept(person: Person) -> None:
    person.has_config("[layers]\nnotes = false\n")

    assert person.types("remember", "I like tea").code == 0
    assert not person.life.joinpath("memory").exists()


def test_another_name_of_the_operator_takes_their_facts_along(person: Person) -> None:
    person.types("remember", "I like tea")
    person.has_config(CONFIG.replace("Alex", "Alexandra"))

    person.types("remember", "I like rain")

    assert told(person, "people/alexandra") == [("I like tea", "active"), ("I like rain", "active")]
    assert "tea" in person.types("recall", "people/alex").out
