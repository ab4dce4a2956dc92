"""What the offline rules read in plain statements."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from memoryd.core.proposal import Mention
from tests.llm.offline_lines import briefly, read, said


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
            "Started a new position, reporting to Ingrid",
            [
                "Alex: Started a new position, reporting to Ingrid",
                "Ingrid: New manager of Alex",
            ],
        ),
        (
            "I started a new job at Tallow Labs last Monday under James",
            ["Alex: Started at Tallow Labs, reporting to James"],
        ),
        ("Dana works at Meridian Labs", ["Dana: Works at Meridian Labs"]),
        ("Dana left Meridian Labs", ["Dana: Left Meridian Labs"]),
        (
            "Dana Kessler is VP of Product at Tallow Labs.",
            ["Dana Kessler: VP of Product at Tallow Labs"],
        ),
        ("Tom was promoted to VP of Sales", ["Tom: Promoted to VP of Sales"]),
        (
            "I got a new job at Tallow Labs, my new boss is James.",
            ["James: New boss of Alex", "Alex: Started at Tallow Labs"],
        ),
        ("I no longer work with Sarah", ["Sarah: No longer works with Alex"]),
        ("I've changed jobs: I now work at Tallow Labs", ["Alex: Works at Tallow Labs"]),
        (
            "Dana Kessler, VP of Product at Tallow Labs, joined the call",
            ["Dana Kessler: VP of Product at Tallow Labs"],
        ),
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
        (["My boss is Sarah."], ["Sarah: Boss of Alex"]),
        (["Sarah is my manager at Acme Corp"], ["Sarah: Manager of Alex at Acme Corp"]),
        (
            ["My boss, Nina, is demanding; she micromanages."],
            ["Nina: Boss of Alex", "Nina: Demanding boss, micromanages"],
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
        (["Nadia's restaurant opened a bar."], ["Nadia: Restaurant opened a bar"]),
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
        (["Sarah is my boss", "I work for Sarah"], ["Sarah: Boss of Alex"]),
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
        ("We decided on Kafka for Beacon.", "Beacon: Decided on Kafka"),
        ("For Beacon we decided to use Kafka instead of Redis.",
         "Beacon: Decided on Kafka, not Redis"),
        ("Beacon uses REST, not GraphQL", "Beacon: Uses REST, not GraphQL"),
        ("We decided to use Svelte instead of React for Beacon",
         "Beacon: Decided on Svelte, not React"),
        ("We're going with Postgres for Beacon.", "Beacon: Decided on Postgres"),
        ("We chose REST over GraphQL for beacon-2", "beacon-2: Decided on REST, not GraphQL"),
        ("beacon-3 uses gRPC, not REST", "beacon-3: Uses gRPC, not REST"),
        ("We switched Beacon from GraphQL to REST", "Beacon: Switched from GraphQL to REST"),
        ("Beacon launches on March 15", "Beacon: Launches on March 15"),
        ("The launch date for Lantern is June 3.", "Lantern: Launch target June 3"),
        ("Decision: REST for Beacon, not GraphQL", "Beacon: Decided on REST, not GraphQL"),
        ("Decided to use Podman instead of Docker for Beacon",
         "Beacon: Decided on Podman, not Docker"),
        ("We've settled on REST for the Beacon API.", "Beacon: Decided on REST"),
        ("We're targeting March 15 for Beacon", "Beacon: Launches March 15"),
        ("Beacon is targeted for launch on March 15", "Beacon: Launches March 15"),
        ("Beacon launch moved to April 2", "Beacon: Launches April 2"),
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
        ("I work best in the morning", "Works best in the morning"),
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


def test_all_names_of_a_list_stand_in_one_fact() -> None:
    (proposal,) = read(said("My colleagues are Ann, Bob, Cy, Dee, Eve, Fay and Gus"))
    assert proposal.fact == "Colleagues: Ann, Bob, Cy, Dee, Eve, Fay, Gus"
    assert [mention.name for mention in proposal.related] == [
        "Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("I left Acme Corp yesterday", "2026-01-13"),
        ("Last week, I left Acme Corp", "2026-01-11"),
        ("I left Acme Corp in May 2025", "2025-05-31"),
        ("I left Acme Corp in 2019", "2019-12-31"),
        ("I left Acme Corp this week", None),
        ("I live in Berlin since May 2025", "2025-05-01"),
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


def test_an_unnamed_operator_is_called_the_operator() -> None:
    (proposal,) = read(said("My boss is Sarah"), operator="operator")
    assert proposal.fact == "Boss of the operator"
    assert proposal.related == (Mention("person", "operator"),)


_LINES = (
    "Sarah is my manager, Tom and Ann are my colleagues",
    "Beacon uses REST, not GraphQL",
    "I like tea, jazz and long walks",
    "I left Acme Corp and joined Stripe",
)
_READ = """
import sys
from tests.llm.offline_lines import read, said
print(read(said(*sys.argv[1:])))
"""


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_same_request_has_the_same_answer_in_every_process(seed: str) -> None:
    # Words have another order in a set from one seed to the next: no rule may go by that.
    env = {**os.environ, "PYTHONHASHSEED": seed}
    command = [sys.executable, "-c", _READ, *_LINES]
    project = Path(__file__).parents[2]

    told = subprocess.run(command, cwd=project, env=env, capture_output=True, text=True, check=True)

    assert told.stdout == f"{read(said(*_LINES))}\n"
