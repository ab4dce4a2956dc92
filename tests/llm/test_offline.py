"""The rules that stand in for a model: what they read, and above all what they leave alone."""

import json
from datetime import UTC, datetime
from importlib import resources
from zoneinfo import ZoneInfo

import pytest

from memoryd.core.proposal import ExtractionRequest, Known, Mention, Proposal
from memoryd.core.turn import Line, Role, Turn
from memoryd.llm.offline import Offline

NOON = datetime(2026, 1, 14, 12, tzinfo=UTC)  # a Wednesday
FOLDERS = {"person": "people", "company": "companies", "project": "projects"}


def said(*texts: str, role: Role = Role.OPERATOR, **turn: str) -> tuple[Line, ...]:
    return tuple(
        Line(seq, Turn("plain", "s", str(seq), NOON, role, text, **turn))
        for seq, text in enumerate(texts, start=1)
    )


def read(lines: tuple[Line, ...], *known: Known, operator: str = "Alex") -> tuple[Proposal, ...]:
    request = ExtractionRequest(operator, ZoneInfo("UTC"), lines, known)
    return Offline().extract(request).facts


def held(kind: str, name: str, *facts: str) -> Known:
    slug = name.lower().replace(" ", "-")
    rows = ((f"{slug}-{n:03}", "2025-06-15", text) for n, text in enumerate(facts, start=1))
    return Known(f"{FOLDERS[kind]}/{slug}", kind, name, tuple(rows))


def briefly(*texts: str) -> list[str]:
    return [f"{p.entity.name}: {p.fact}" for p in read(said(*texts))]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I left Acme Corp.", ["Alex: Left Acme Corp"]),
        ("I just left my job at Hooli.", ["Alex: Left Hooli"]),
        ("I no longer work at Acme Corp", ["Alex: Left Acme Corp"]),
        ("I don't work at Acme Corp anymore", ["Alex: Left Acme Corp"]),
        ("Today was my last day at Acme Corp!", ["Alex: Left Acme Corp"]),
        ("I was laid off from Globex", ["Alex: Laid off from Globex"]),
        ("I quit my job", ["Alex: Quit their job"]),
        ("I joined Stripe as a senior engineer", ["Alex: Joined Stripe as senior engineer"]),
        ("I work for Initech", ["Alex: Works for Initech"]),
        ("I work at Initech as a product manager", ["Alex: Works at Initech as product manager"]),
        ("I'm now at Tallow Labs", ["Alex: Works at Tallow Labs"]),
        ("I resigned from Hooli", ["Alex: Left Hooli"]),
        ("I left Hooli after three years", ["Alex: Left Hooli"]),
        ("I was laid off", ["Alex: Laid off"]),
        ("I report to James at Tallow Labs", ["James: Manager of Alex at Tallow Labs"]),
        ("Dana reports to Sarah", ["Dana: Reports to Sarah"]),
        ("I work as a nurse", ["Alex: Nurse"]),
        ("I work as a nurse at Bern Hospital", ["Alex: Nurse at Bern Hospital"]),
        ("Dana is our new CTO", ["Dana: CTO"]),
        ("I'm the president", []),
        ("I got promoted", ["Alex: Promoted"]),
        ("I founded Tallow Labs", ["Alex: Founded Tallow Labs"]),
        ("Dana runs Meridian Labs", ["Dana: Runs Meridian Labs"]),
        ("Dana founded a company called Meridian", ["Dana: Founded Meridian"]),
        (
            "My new job is at Tallow Labs under James",
            [
                "Alex: Started at Tallow Labs, reporting to James",
                "James: Manager of Alex at Tallow Labs",
            ],
        ),
        (
            "I've left Acme Corp and joined Tallow Labs, reporting to James.",
            [
                "Alex: Left Acme Corp",
                "Alex: Joined Tallow Labs, reporting to James",
                "James: Manager of Alex at Tallow Labs",
            ],
        ),
        (
            "Started new job, reporting to James",
            [
                "Alex: Started a new job, reporting to James",
                "James: Manager of Alex in the new job",
            ],
        ),
        (
            "I started a new job at Tallow Labs last Monday under James",
            ["Alex: Started at Tallow Labs, reporting to James"],
        ),
        ("Dana works at Meridian Labs", ["Dana: Works at Meridian Labs"]),
        ("Dana left Meridian Labs", ["Dana: Left Meridian Labs"]),
        (
            "Dana Reyes is VP of Engineering at Meridian Labs.",
            ["Dana Reyes: VP of Engineering at Meridian Labs"],
        ),
        ("Tom was promoted to VP of Sales", ["Tom: Promoted to VP of Sales"]),
        ("I'm a teacher", ["Alex: Teacher"]),
        ("I used to work at Acme Corp", ["Alex: Used to work at Acme Corp"]),
        (
            "Sarah used to be my manager at Acme Corp",
            ["Sarah: Former manager of Alex at Acme Corp"],
        ),
    ],
)
def test_jobs_and_roles_are_read(text: str, facts: list[str]) -> None:
    assert briefly(text)[: len(facts)] == facts


@pytest.mark.parametrize(
    ("texts", "facts"),
    [
        (["My boss is Sarah."], ["Sarah: Manager of Alex"]),
        (["Sarah is my manager at Acme Corp"], ["Sarah: Manager of Alex at Acme Corp"]),
        (
            ["My boss, Nina, is demanding; she micromanages."],
            ["Nina: Manager of Alex", "Nina: Demanding manager, micromanages"],
        ),
        (
            ["Sarah is my manager", "She is very difficult"],
            ["Sarah: Manager of Alex", "Sarah: Difficult manager"],
        ),
        (["Maria is my business partner"], ["Maria: Business partner of Alex"]),
        (["Emma, my daughter, took her first steps."],
         ["Emma: Daughter of Alex", "Emma: Took her first steps"]),
        (["My sister is called Clara and lives in Lyon"],
         ["Clara: Sister of Alex", "Clara: Lives in Lyon"]),
        (["My husband's name is Tom. He loves hiking."],
         ["Tom: Husband of Alex", "Tom: Loves hiking"]),
        (["José is my brother"], ["José: Brother of Alex"]),
        (["李明 is my manager at Acme Corp"], ["李明: Manager of Alex at Acme Corp"]),
        (["Maria's company hired two developers."], ["Maria: Company hired two developers"]),
        (["Good news: Emma started kindergarten!"], ["Emma: Started kindergarten"]),
        (["Meridian Labs raised a seed round"], ["Meridian Labs: Raised a seed round"]),
        (["Noor is on Alpha", "Noor moved to Beta"], ["Noor: On Alpha", "Noor: Moved to Beta"]),
        (["Noor is on the Alpha team"], ["Noor: On Alpha"]),
        (["Noor was moved to the Beta project"], ["Noor: Moved to Beta"]),
        (["Dana leads project Beacon"], ["Dana: Leads Beacon"]),
        (["My son Leo turned three yesterday"], ["Leo: Son of Alex", "Leo: Turned three"]),
        (["Tom got married to Nora last week"], ["Tom: Got married to Nora"]),
        (["Tom is no longer my manager"], ["Tom: Former manager of Alex"]),
        (["I work with Ann and Bob"], ["Alex: Colleagues: Ann, Bob"]),
        (["I have two sisters, Ann and Bea"], ["Alex: Sisters: Ann, Bea"]),
        (["Sarah is my boss", "I work for Sarah"], ["Sarah: Manager of Alex"]),
        (["Tallow Labs laid off ten people"], ["Tallow Labs: Laid off ten people"]),
        (["I passed my driving test"], ["Alex: Passed their driving test"]),
        (["Yesterday I joined a chess club"], ["Alex: Joined a chess club"]),
        (["We bought a house in Leipzig"], ["Alex: Bought a house in Leipzig"]),
        (["I graduated from MIT in 2019"], ["Alex: Graduated from MIT"]),
        (["I moved to Lisbon last month."], ["Alex: Moved to Lisbon"]),
        (["I live in Berlin"], ["Alex: Lives in Berlin"]),
        (["My name is Alexander. Call me Al"], ["Alex: Name is Alexander", "Alex: Goes by Al"]),
    ],
)  # fmt: skip
def test_people_homes_and_events_are_read(texts: list[str], facts: list[str]) -> None:
    assert briefly(*texts) == facts


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("We decided on REST for Beacon.", "Beacon: Decided on REST"),
        ("For Beacon we decided to use REST instead of GraphQL.",
         "Beacon: Decided on REST, not GraphQL"),
        ("Beacon uses REST, not GraphQL", "Beacon: Uses REST, not GraphQL"),
        ("We decided to use REST instead of GraphQL for Beacon",
         "Beacon: Decided on REST, not GraphQL"),
        ("We're going with Postgres for Beacon.", "Beacon: Decided on Postgres"),
        ("We chose REST over GraphQL for beacon-2", "beacon-2: Decided on REST, not GraphQL"),
        ("beacon-3 uses gRPC, not REST", "beacon-3: Uses gRPC, not REST"),
        ("We switched Beacon from GraphQL to REST", "Beacon: Switched from GraphQL to REST"),
        ("Beacon launches on March 15", "Beacon: Launches on March 15"),
        ("The launch date for Beacon is March 15.", "Beacon: Launch target March 15"),
        ("Beacon's deadline is April 1", "Beacon: Deadline April 1"),
        ("We shipped Beacon v2 today", "Beacon: Shipped v2"),
        ("Project Beacon is on hold", "Beacon: On hold"),
        ("Beacon went live this morning", "Beacon: Went live"),
        ("Beacon is built on Postgres, not MySQL", "Beacon: Uses Postgres, not MySQL"),
        ("Beacon will use REST instead of GraphQL", "Beacon: Decided on REST, not GraphQL"),
        ("We're launching Beacon on March 15", "Beacon: Launches on March 15"),
        ("We switched from GraphQL to REST for Beacon", "Beacon: Switched from GraphQL to REST"),
    ],
)  # fmt: skip
def test_decisions_targets_and_states_of_projects_are_read(text: str, fact: str) -> None:
    assert briefly(text) == [fact]
    assert [p.entity.kind for p in read(said(text))] == ["project"]


@pytest.mark.parametrize(
    ("texts", "facts"),
    [
        (["Project Beacon is on hold", "We decided on Postgres"],
         ["Beacon: On hold", "Beacon: Decided on Postgres"]),
        (["Project Beacon is going well.", "The deadline is March 15"],
         ["Beacon: Deadline March 15"]),
        (["Project Beacon is on hold.", "We cancelled Beacon."],
         ["Beacon: On hold", "Beacon: Cancelled"]),
        (["Project Beacon is on hold.", "Good.", "Right.", "We decided on Postgres"],
         ["Beacon: On hold"]),
    ],
)  # fmt: skip
def test_a_project_just_named_is_what_we_decide_about(texts: list[str], facts: list[str]) -> None:
    assert briefly(*texts) == facts


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I prefer calls over email", "Prefers calls over email"),
        ("I like brief messages", "Likes brief messages"),
        ("I hate long emails", "Hates long emails"),
        ("I can't stand phone calls", "Can't stand phone calls"),
        ("I'm an early riser", "Early riser"),
        ("I'm left-handed", "Left-handed"),
        ("I don't take calls after 6", "Does not take calls after 6"),
        ("I go by Sasha", "Goes by Sasha"),
        ("Everyone calls me Sasha", "Goes by Sasha"),
        ("I prefer my coffee black", "Prefers their coffee black"),
        ("I hate email before I've had my tea", "Hates email before they have had their tea"),
        ("I'm a huge fan of board games", "Huge fan of board games"),
        ("I'm vegetarian", "Vegetarian"),
        ("I'm allergic to shellfish", "Allergic to shellfish"),
        ("I don't drink coffee", "Does not drink coffee"),
        ("I get up at 5 every day", "Gets up at 5 every day"),
        ("Please always send short answers", "Always send short answers"),
        ("Never schedule meetings before 10", "Never schedule meetings before 10"),
        ("From now on, call me before noon only", "Call Alex before noon only"),
    ],
)
def test_standing_preferences_are_read(text: str, fact: str) -> None:
    assert briefly(text) == [f"Alex: {fact}"]
    assert [p.category for p in read(said(text))] == ["preference"]


@pytest.mark.parametrize(
    "text",
    [
        "Did I leave Acme Corp last week?",
        "Are you sure we decided on REST for Beacon?",
        "If I left Acme Corp, I'd move to Berlin.",
        "Maybe I left Acme Corp too early",
        "I wish I lived in Berlin",
        "I want to move to Berlin",
        "I might join Stripe next month",
        "I would prefer tea",
        "We should use REST for Beacon",
        "I almost quit my job at Acme Corp",
        "I'm going to quit my job at Acme Corp",
        "Imagine I left Acme Corp. I live in Paris now.",
        "Let's pretend my boss is Sarah",
        "My character's boss is Sarah",
        "I moved to Mars. Just kidding.",
        "I left Acme Corp lol",
        "I'm not vegetarian",
        "I don't live in Berlin",
        "Sarah is not my manager",
        "We haven't decided on REST for Beacon",
        "Dana said she moved to Berlin",
        "Sarah told me that Maria is my manager",
        "I think Sarah is difficult",
        "My colleague mentioned that Acme Corp raised a seed round",
        "Please tell Sarah that I left Acme Corp",
        "Write a birthday poem for my daughter Emma",
        "Remind me to call my wife Emma",
        "Use REST for Beacon",
        "Translate: I live in Berlin",
    ],
)
def test_questions_maybes_requests_jokes_and_hearsay_give_nothing(text: str) -> None:
    assert briefly(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "> I left Acme Corp",
        'She wrote: "I left Acme Corp yesterday"',
        '"My boss is Sarah"',
        "“I'm vegetarian”",
        "```\nI left Acme Corp\n```",
        "```\nI left Acme Corp",
        "<memory>I live in Berlin</memory>",
        "Dana: I left Acme Corp yesterday",
        "Forwarded message:\nFrom: Dana\nI left Acme Corp",
        "---------- Forwarded message ----------\nI left Acme Corp",
        "On Mon, Dana wrote:\nI live in Rome",
        "Here's the email:\nHi, I left Acme Corp. Dana",
        "I left Acme Corp. " + "x" * 5000,
    ],
)
def test_quoted_pasted_and_forwarded_words_are_not_the_operators(text: str) -> None:
    assert briefly(text) == []


def test_own_words_around_a_quotation_are_still_read() -> None:
    text = "<memory>I live in Rome</memory>\nI live in Berlin.\n> I live in Paris"
    assert briefly(text) == ["Alex: Lives in Berlin"]


@pytest.mark.parametrize(
    "text",
    [
        "I left the house at 5",
        "I left Sarah a message",
        "I like the second option",
        "I love this idea",
        "I prefer that",
        "I quit Facebook",
        "I joined the call",
        "I joined Sarah for lunch",
        "I moved to the next step",
        "I moved to Settings",
        "I'm on Slack",
        "I'm done",
        "I'm the worst manager",
        "Never mind",
        "Never give up",
        "Call me tomorrow",
        "Call me Monday",
        "We decided on pizza",
        "We use React",
        "We launched the build",
        "Everything is done",
        "The build is blocked",
        "Git is difficult to work with",
        "TypeScript uses structural typing, not nominal",
        "Sarah is late",
        "Tom is on Zoom",
        "Sounds like good advice",
        "My boss is out today",
        "She micromanages",
        "I'm deaf to that",
        "Alhamdulillah, my son is much better",
        "Ich wohne in Berlin",
        "Vivo a Roma. Il mio capo è Marco.",
        "我住在北京",
    ],
)
def test_near_misses_give_nothing(text: str) -> None:
    assert briefly(text) == []


def test_twenty_turns_of_small_talk_give_nothing() -> None:
    talk = (
        "Good morning!", "How did you sleep?", "Fine, thanks.", "What a rainy day.",
        "Coffee time.", "Ha, nice one.", "I had lunch with Tom.", "It was good.", "Back now.",
        "Where were we?", "Right.", "Let me think.", "Hmm, not sure.", "That works.", "Great job!",
        "I'm a bit tired.", "See you later.", "Almost weekend.", "I watched a film yesterday.",
        "Good night!",
    )  # fmt: skip
    assert briefly(*talk) == []


def test_all_names_of_a_list_stand_in_one_fact() -> None:
    (proposal,) = read(said("My colleagues are Ann, Bob, Cy, Dee, Eve, Fay and Gus"))
    assert proposal.fact == "Colleagues: Ann, Bob, Cy, Dee, Eve, Fay, Gus"
    assert [mention.name for mention in proposal.related] == [
        "Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus",
    ]  # fmt: skip


def test_a_pronoun_with_two_people_to_mean_gives_nothing() -> None:
    assert "Micromanages" not in str(
        briefly("Sarah is my manager", "I met Tom.", "She yells at me")
    )
    assert briefly("My husband is Tom. She micromanages.") == ["Tom: Husband of Alex"]


def test_only_the_operators_lines_and_a_direct_partners_are_read() -> None:
    text = "I am vegetarian"
    assert read(said(text, role=Role.ASSISTANT)) == ()
    assert read(said(text, role=Role.TOOL)) == ()
    assert read(said(text, role=Role.EMAIL)) == ()
    group = {"speaker": "Ines", "channel": "telegram:group"}
    assert read(said(text, role=Role.MEMBER, **group)) == ()
    direct = {"speaker": "Ines", "channel": "telegram:direct"}
    (proposal,) = read(said(text, role=Role.MEMBER, **direct))
    assert proposal.entity == Mention("person", "Ines")


def test_the_other_party_never_replaces_what_the_operator_said() -> None:
    lines = said("I moved to Lisbon", role=Role.MEMBER, speaker="Ines", channel="x:direct")
    (proposal,) = read(lines, held("person", "Ines", "Lives in Berlin"))
    assert proposal.replaces == ()


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("I left Acme Corp yesterday", "2026-01-13"),
        ("Last week, I left Acme Corp", "2026-01-05"),
        ("I left Acme Corp on 2025-12-31", "2025-12-31"),
        ("I left Acme Corp", None),
        ("Beacon launches on March 15", None),
    ],
)
def test_a_past_date_in_the_clause_dates_the_fact(text: str, when: str | None) -> None:
    assert [p.when for p in read(said(text))] == [when]


def test_a_fact_cites_the_line_that_states_it() -> None:
    facts = read(said("Hello!", "I live in Berlin", "Thanks"))
    assert [p.lines for p in facts] == [("m2",)]


@pytest.mark.parametrize(
    ("text", "known", "replaces"),
    [
        ("I moved to Lisbon", held("person", "Alex", "Lives in Berlin", "Vegetarian"),
         ("alex-001",)),
        ("I hate Chinese food", held("person", "Alex", "Loves Chinese food", "Loves tea"),
         ("alex-001",)),
        ("I prefer calls over email", held("person", "Alex", "Prefers email over calls"),
         ("alex-001",)),
        ("I'm vegan now", held("person", "Alex", "Vegetarian"), ("alex-001",)),
        ("I started at Tallow Labs", held("person", "Alex", "Works at Acme Corp", "Early riser"),
         ("alex-001",)),
        ("Call me Al", held("person", "Alex", "Goes by Lex", "Name is Alexander"), ("alex-001",)),
        ("My colleagues are Ann and Cy", held("person", "Alex", "Colleagues: Ann, Bob"),
         ("alex-001",)),
        ("Tom is no longer my manager", held("person", "Tom", "Manager of Alex", "Lives in Bonn"),
         ("tom-001",)),
        ("I quit my job", held("person", "Alex", "Works at Acme Corp"), ("alex-001",)),
        ("Beacon's deadline is May 2", held("project", "Beacon", "Deadline May 1", "Launches May 9"),
         ("beacon-001",)),
        ("We launched Beacon", held("project", "Beacon", "Launches on March 1"), ("beacon-001",)),
        ("Beacon uses Redis, not Memcached", held("project", "Beacon", "Uses Postgres"), ()),
        ("Noor moved to Berlin", held("person", "Noor", "On Alpha"), ()),
        ("Noor moved to Beta", held("person", "Noor", "On Alpha", "Lives in Bonn"), ("noor-001",)),
        ("Beacon uses REST, not GraphQL",
         held("project", "Beacon", "Uses GraphQL", "Uses Postgres for storage"), ("beacon-001",)),
        ("Beacon launches on April 2", held("project", "Beacon", "Launches on March 1", "On hold"),
         ("beacon-001",)),
        ("Beacon is cancelled", held("project", "Beacon", "Launches on March 1", "On hold"),
         ("beacon-002",)),
        ("I live in Berlin", held("person", "Alex", "Lives in Berlin"), ()),
    ],
)  # fmt: skip
def test_a_newer_value_replaces_the_older_of_the_same_attribute(
    text: str, known: Known, replaces: tuple[str, ...]
) -> None:
    (proposal,) = read(said(text), known)
    assert proposal.replaces == replaces


def test_leaving_a_company_ends_what_rested_on_working_there() -> None:
    known = (
        held("person", "Alex", "Works at Acme Corp"),
        held("company", "Acme Corp"),
        held("person", "Sarah", "Manager at Acme Corp", "Difficult manager, micromanages",
             "Has two cats", "VP of Engineering at Acme Corp"),
        held("person", "Ann", "Colleague of Alex"),
        held("person", "James", "Manager of Alex at Tallow Labs"),
        held("person", "Maria", "Business partner of Alex", "Product manager at Meridian"),
    )  # fmt: skip
    ended = {p.entity.name: p for p in read(said("I left Acme last Friday"), *known)}
    assert set(ended) == {"Alex", "Sarah", "Ann"}
    assert ended["Sarah"].fact == "No longer works with Alex: left Acme"
    assert ended["Sarah"].replaces == ("sarah-001", "sarah-002")
    assert ended["Sarah"].when == "2026-01-09"
    assert ended["Sarah"].lines == ended["Alex"].lines == ("m1",)
    assert ended["Ann"].replaces == ("ann-001",)


def test_a_job_left_in_the_batch_it_was_told_in_ends_its_ties_too() -> None:
    told = briefly("Sarah is my manager at Acme Corp.", "Started a new job, reporting to James.",
                   "I left Acme Corp.")  # fmt: skip
    assert told[-2:] == ["Alex: Left Acme Corp", "Sarah: No longer works with Alex: left Acme Corp"]


def test_a_tie_ended_once_is_not_ended_again() -> None:
    known = held("person", "Sarah", "Manager at Acme Corp", "No longer works with Alex: left Acme")
    assert [p.entity.name for p in read(said("I left Acme Corp"), known)] == ["Alex"]


def test_a_person_of_another_job_is_not_ended_by_leaving_this_one() -> None:
    known = (
        held("person", "Alex", "Works at Acme Corp"),
        held("company", "Hooli"),
        held("person", "Ann", "Colleague of Alex"),
    )
    assert [p.entity.name for p in read(said("I left Hooli"), *known)] == ["Alex"]


def test_an_unnamed_operator_is_called_the_operator() -> None:
    (proposal,) = read(said("My boss is Sarah"), operator="operator")
    assert proposal.fact == "Manager of the operator"
    assert proposal.related == (Mention("person", "operator"),)


def test_the_same_request_has_the_same_answer() -> None:
    lines = said("Sarah is my manager", "Beacon uses REST, not GraphQL", "I left Acme Corp")
    assert read(lines) == read(lines)


@pytest.mark.parametrize(
    "text", ["I prefer " + "a " * 1900, "A " * 1900, '"' * 3900, "We decided on " + "REST " * 700,
             "My colleagues are " + "Ann, " * 700, " and I left" * 350, "a. " * 1300],
)  # fmt: skip
def test_hostile_lines_cost_little(text: str) -> None:
    read(said(text))  # the test's own time limit is the measure


STORY = {
    "story-2026-01-05-acme": [
        ("Sarah", "Manager of Alex at Acme Corp", None, []),
        ("Sarah", "Difficult manager, micromanages every commit", None, []),
    ],
    "story-2026-01-08-habits": [
        ("Alex", "Early riser", None, []),
        ("Alex", "Prefers calls over email", None, []),
    ],
    "story-2026-01-10-maria": [
        ("Maria", "Business partner of Alex", None, []),
        ("Maria", "Company hired two more developers", None, []),
    ],
    "story-2026-01-13-beacon": [
        ("Beacon", "Decided on REST, not GraphQL", None, []),
        ("Beacon", "Launches on March 16", None, []),
    ],
    "story-2026-01-16-leaving": [
        ("Alex", "Left Acme Corp", "2026-01-16", []),
        ("Sarah", "No longer works with Alex: left Acme Corp", "2026-01-16",
         ["Manager of Alex at Acme Corp", "Difficult manager, micromanages every commit"]),
    ],
    "story-2026-01-18-emma": [
        ("Emma", "Daughter of Alex", None, []),
        ("Emma", "Took her first steps", "2026-01-17", []),
    ],
    "story-2026-01-20-newjob": [
        ("Alex", "Started at Tallow Lane Labs, reporting to James", "2026-01-19", []),
        ("James", "Manager of Alex at Tallow Lane Labs", None, []),
        ("James", "Supportive manager", None, []),
    ],
    "story-2026-01-23-smalltalk": [],
    "story-2026-01-27-beacon-date": [
        ("Beacon", "Launches on April 2", None, ["Launches on March 16"]),
    ],
    "story-2026-01-31-weekend": [
        ("Alex", "Does not drink coffee after lunch", None, []),
        ("Alex", "Never schedule calls on Saturdays", None, []),
    ],
}  # fmt: skip


def story() -> dict[str, tuple[Line, ...]]:
    """Return the bundled sample sessions in order, by name."""
    folder = resources.files("memoryd.jobs") / "demo"
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".jsonl")), key=lambda f: f.name)
    return {
        file.name.removesuffix(".jsonl"): tuple(
            Line(seq, Turn("plain", file.name, str(seq), datetime.fromisoformat(row["time"]),
                           Role(row["role"]), row["text"]))
            for seq, row in enumerate(map(json.loads, file.read_text().splitlines()), start=1)
        )
        for file in files
    }  # fmt: skip


def test_the_bundled_story_yields_exactly_its_facts() -> None:
    entities: dict[Mention, list[tuple[str, str, str]]] = {}
    found = {}
    for name, lines in story().items():
        known = tuple(
            Known(f"{FOLDERS[m.kind]}/{m.name.lower()}", m.kind, m.name, tuple(facts))
            for m, facts in entities.items()
        )
        request = ExtractionRequest("Alex", ZoneInfo("Europe/Berlin"), lines, known)
        texts = {number: text for facts in entities.values() for number, _, text in facts}
        found[name] = []
        for p in Offline().extract(request).facts:
            ended = [texts[number] for number in p.replaces]
            found[name].append((p.entity.name, p.fact, p.when, ended))
            facts = entities.setdefault(p.entity, [])
            facts.append((f"{p.entity.name.lower()}-{len(facts):03}", p.when or "", p.fact))
    assert found == STORY
