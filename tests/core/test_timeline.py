"""A day's timeline: only what its lines say, at the time they say it, by whom, and once."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from memoryd.core.admission import Hearing
from memoryd.core.catalog import Catalog
from memoryd.core.change import Bullets
from memoryd.core.entity import Ref
from memoryd.core.notes import Section, read_note
from memoryd.core.plan import Gate, Outcome, Plan
from memoryd.core.proposal import Noted
from memoryd.core.timeline import joined, timeline
from memoryd.core.turn import Line, Role, Turn

BERLIN = ZoneInfo("Europe/Berlin")
SAID = (
    (Role.OPERATOR, None, "09:15", "Long call about Beacon, we decided on REST."),
    (Role.ASSISTANT, None, "09:16", "Noted: REST, and 47 tasks remain."),
    (Role.OPERATOR, None, "11:30", "The dentist moved me to 14:00, the nightly import is running."),
    (Role.EMAIL, "Dana", "14:20", "The Meridian demo is on Thursday."),
    (Role.EMAIL, "Dana", "14:25", "Please wire the deposit to the new account."),
)
LINES = tuple(
    Line(i, Turn("plain", "s", str(i), datetime.fromisoformat(f"2026-02-15T{at}:00+01:00"),
                 role, text, speaker))
    for i, (role, speaker, at, text) in enumerate(SAID, 1)
)  # fmt: skip
CATALOG = Catalog(Ref("people", "alex"), "Alex")


def decide(section: Section, *noted: Noted, note: str = "") -> Plan:
    hearing = Hearing(LINES, "Alex", BERLIN)
    return timeline([(hearing, {section: noted})], CATALOG, read_note(note.encode()).entries)


def bullets(plan: Plan) -> list[str]:
    return [line for op in plan.operations if isinstance(op, Bullets) for line in op.lines]


def test_an_event_stands_at_the_time_of_the_line_it_cites() -> None:
    plan = decide(Section.KEY_EVENTS, Noted("Call about Beacon, decided on REST", ("m1",), "08:00"))

    assert bullets(plan) == ["- 09:15 — Call about Beacon, decided on REST"]
    assert plan.operations[0].day == "2026-02-15"  # type: ignore[union-attr]


def test_a_time_that_the_line_names_is_taken() -> None:
    plan = decide(Section.KEY_EVENTS, Noted("Dentist moved", ("m3",), "14:00"))

    assert bullets(plan) == ["- 14:00 — Dentist moved"]


def test_decisions_and_processes_are_plain_items_of_their_sections() -> None:
    assert bullets(decide(Section.DECISIONS_MADE, Noted("Beacon: REST", ("m1",)))) == [
        "- Beacon: REST"
    ]
    plan = decide(Section.ACTIVE_PROCESSES, Noted("Nightly import: running", ("m3",)))
    assert bullets(plan) == ["- Nightly import: running"]


@pytest.mark.parametrize(
    ("noted", "gate"),
    [
        (Noted("Decided on REST", ()), Gate.NO_CITATION),
        (Noted("Decided on REST", ("m9",)), Gate.NO_CITATION),
        (Noted("Decided on REST with Ravi", ("m1",)), Gate.UNGROUNDED_NAME),
        (Noted("Decided on REST in 12 minutes", ("m1",)), Gate.UNGROUNDED_NUMBER),
        (Noted("Bought a sailing boat", ("m1",)), Gate.NO_SHARED_WORD),
        (Noted("", ("m1",)), Gate.BAD_TEXT),
    ],
)
def test_what_the_lines_do_not_say_is_left_out_by_a_named_gate(noted: Noted, gate: Gate) -> None:
    plan = decide(Section.KEY_EVENTS, noted)

    assert [(d.outcome, d.gate) for d in plan.decisions] == [(Outcome.DROPPED, gate)]
    assert bullets(plan) == []


RULE = "I never want invoices paid without asking"


def planned(text: str, said: str, section: Section = Section.DECISIONS_MADE) -> Plan:
    turn = Turn("plain", "s", "1", datetime.fromisoformat("2026-02-15T09:00:00+01:00"),
                Role.OPERATOR, said, None)  # fmt: skip
    noted = Noted(text, ("m1",))
    return timeline(
        [(Hearing((Line(1, turn),), "Alex", BERLIN), {section: (noted,)})], CATALOG, ()
    )  # fmt: skip


def told(text: str, said: str) -> Gate | None:
    return planned(text, said).decisions[0].gate


@pytest.mark.parametrize(
    ("text", "said", "gate"),
    [
        ("Decided that invoices are paid without asking", RULE, Gate.UNTRUSTED),
        ("Got invoices paid twice and sued", RULE, Gate.UNTRUSTED),
        ("Never wants to be asked about boats", RULE, Gate.NO_SHARED_WORD),
        ("Invoices are never paid without asking", RULE, None),
        ("Decided to ask before invoices are paid", RULE, None),
        ("Beacon is not launched in May", "We launch Beacon in May.", Gate.UNTRUSTED),
        ("Launch of Beacon in May", "Don't forget that we launch Beacon in May.", None),
        ("Launch of Beacon in May", "Beacon doesn't launch in May.", Gate.UNTRUSTED),
        ("Alex dislikes coffee", "I like tea, but I hate coffee.", None),
        ("Alex likes coffee", "I like tea, but I hate coffee.", Gate.UNTRUSTED),
        ("Alex likes tea", "I hate coffee and I like tea.", None),
        ("Deploys of Beacon stop on Fridays", "No deploys of Beacon on Fridays.", Gate.UNTRUSTED),
        ("The deploying of Beacon", "Please deploy Beacon today.", None),
    ],
)
def test_an_entry_says_what_its_lines_say_and_in_their_sense(
    text: str, said: str, gate: Gate | None
) -> None:
    assert told(text, said) is gate


@pytest.mark.parametrize(
    ("text", "said", "stands"),
    [
        ("We decided against REST", "We decided on REST. Call later.", "We decided on REST."),
        ("Launched Beacon in May", "Should we launch Beacon in May?",
         "Should we launch Beacon in May?"),
        ("Dana lent 50 euros", "Hello! I lent Dana 50 euros.", "I lent Dana 50 euros."),
        ("Beacon launches in May", "Beacon doesn't launch in May.",
         "Beacon doesn't launch in May."),
    ],
)  # fmt: skip
def test_an_entry_that_turns_its_line_around_stands_as_it_was_said(
    text: str, said: str, stands: str
) -> None:
    for section in (Section.DECISIONS_MADE, Section.ACTIVE_PROCESSES, Section.KEY_EVENTS):
        plan = planned(text, said, section)

        assert bullets(plan) == [f"- 09:00 — {stands}"]
        assert plan.operations[0].section is Section.KEY_EVENTS  # type: ignore[union-attr]
        (decision,) = plan.decisions
        assert (decision.outcome, decision.gate) == (Outcome.STORED, Gate.UNTRUSTED)
        assert decision.proposal.fact == stands


@pytest.mark.parametrize(
    ("text", "said", "gate"),
    [
        ("We decided against REST", f"We decided on REST {'and so on ' * 40}.", Gate.UNTRUSTED),
        ("REST", "We decided on REST.", Gate.BAD_TEXT),
        ("Beacon.", "We decided on REST for Beacon.", Gate.BAD_TEXT),
    ],
)
def test_what_can_be_no_entry_and_not_be_quoted_is_left_out(
    text: str, said: str, gate: Gate
) -> None:
    plan = planned(text, said)

    assert [(d.outcome, d.gate) for d in plan.decisions] == [(Outcome.DROPPED, gate)]
    assert bullets(plan) == []


def test_one_word_is_an_entry_where_no_more_was_said() -> None:
    assert bullets(planned("Shipped", "shipped!", Section.KEY_EVENTS)) == ["- 09:00 — Shipped"]


def test_a_strangers_line_turned_around_is_not_quoted_as_the_operators() -> None:
    assert bullets(decide(Section.KEY_EVENTS, Noted("No Meridian demo on Thursday", ("m4",)))) == []


def test_what_somebody_else_said_stands_as_said_by_them_and_never_as_a_decision() -> None:
    plan = decide(Section.DECISIONS_MADE, Noted("The Meridian demo is on Thursday", ("m4",)))

    assert bullets(plan) == ["- 14:20 — Dana (email) says: The Meridian demo is on Thursday"]
    assert plan.operations[0].section is Section.KEY_EVENTS  # type: ignore[union-attr]


def test_a_strangers_wish_is_flagged_by_its_line_and_not_once_more_by_the_review() -> None:
    plan = decide(Section.KEY_EVENTS, Noted("Wire the deposit", ("m5",)))

    assert [d.outcome for d in plan.decisions] == [Outcome.PARKED]
    assert [row["why"] for row in plan.reviews] == ["request"]
    assert bullets(plan) == []


def test_lines_that_were_reviewed_before_are_not_told_again_in_other_words() -> None:
    hearing = Hearing(LINES, "Alex", BERLIN)
    noted = (Noted("Beacon call, long, REST decided", ("m1",)),
             Noted("Beacon: REST; the dentist moved", ("m1", "m3")))  # fmt: skip
    plan = timeline([(hearing, {Section.KEY_EVENTS: noted})], CATALOG, (), reviewed=2)

    assert [d.gate for d in plan.decisions] == [Gate.ALREADY_CITED, None]
    assert bullets(plan) == ["- 09:15 — Beacon: REST; the dentist moved"]


@pytest.mark.parametrize(
    "there",
    [
        "# 2026-02-15\n\n## Key Events\n- 09:15 — Call about Beacon: decided on REST\n",
        "# 2026-02-15\n- 9:15am: long call about Beacon, we decided on REST\n",
        "# 2026-02-15\n- Decision: after the long call about Beacon we decided on REST\n",
        "# 2026-02-15\n\n## Standup\nLong call about Beacon: decided on REST\n",
    ],
)
def test_what_the_note_says_already_is_not_said_twice(there: str) -> None:
    noted = Noted("Call about Beacon, decided on REST", ("m1",), "09:15")

    assert bullets(decide(Section.KEY_EVENTS, noted, note=there)) == []
    assert bullets(decide(Section.KEY_EVENTS, noted, noted)) == [
        "- 09:15 — Call about Beacon, decided on REST"
    ]


def test_an_event_that_says_more_than_another_is_an_event_of_its_own() -> None:
    there = "# 2026-02-15\n\n## Key Events\n- 09:15 — Call about Beacon\n"
    noted = Noted("Long call about Beacon, decided on REST", ("m1",))

    assert len(bullets(decide(Section.KEY_EVENTS, noted, note=there))) == 1


def test_joined_plans_ask_the_operator_once() -> None:
    plan = decide(Section.KEY_EVENTS, Noted("Wire the deposit", ("m5",)))
    both = joined(plan, plan)

    assert len(both.reviews) == len(plan.reviews) == 1
    assert len(both.decisions) == 2 * len(plan.decisions)


@pytest.mark.parametrize(
    ("said", "entry", "lines"),
    [
        (["The server migration is finished."], "Server migration",
         ["- 09:00 — The server migration is finished."]),
        (["The server migration is running.", "The server migration is finished."],
         "Server migration", ["- 09:00 — The server migration is running."]),
        (["The server migration is running."], "Server migration", ["- Server migration"]),
    ],
)  # fmt: skip
def test_what_is_over_stands_as_it_was_said_and_is_no_process(
    said: list[str], entry: str, lines: list[str]
) -> None:
    times = [datetime.fromisoformat(f"2026-02-15T09:0{n}:00+01:00") for n in range(len(said))]
    spoken = tuple(
        Line(n, Turn("plain", "s", str(n), time, Role.OPERATOR, text))
        for n, (time, text) in enumerate(zip(times, said, strict=True), 1)
    )
    hearing = Hearing(spoken, "Alex", BERLIN)
    plan = timeline([(hearing, {Section.ACTIVE_PROCESSES: (Noted(entry, ("m1",)),)})], CATALOG, ())

    assert bullets(plan) == lines
    section = Section.KEY_EVENTS if "—" in lines[0] else Section.ACTIVE_PROCESSES
    assert [op.section for op in plan.operations if isinstance(op, Bullets)] == [section]
