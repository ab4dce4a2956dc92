"""Nobody leaves, dies or splits up in a note whose lines do not say so."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from memoryd.core.admission import Hearing
from memoryd.core.catalog import Catalog
from memoryd.core.change import Bullets
from memoryd.core.entity import Ref
from memoryd.core.notes import Section
from memoryd.core.parting import parts_without_word
from memoryd.core.proposal import Noted
from memoryd.core.timeline import timeline
from memoryd.core.turn import Line, Role, Turn

LIVES = "Dana lives in Berlin. Dana is vegetarian."
SARAH = "My manager is Sarah. She works at Acme Corp."

INVENTED = (
    (LIVES, "Dana left Berlin"),
    (LIVES, "Dana is moving out of Berlin"),
    (LIVES, "Dana died in Berlin"),
    (SARAH, "Sarah left Acme Corp"),
    (SARAH, "Sarah resigned at Acme Corp"),
    (SARAH, "Sarah was dismissed by Acme Corp"),
    (SARAH, "Sarah retires from Acme Corp"),
    ("Tom is married to Julia.", "Tom divorced Julia"),
    ("Tom is married to Julia.", "Tom and Julia broke up"),
    ("Tom and Julia met us for dinner.", "Tom and Julia split up after dinner"),
)
SAID = (
    ("I handed in my notice at Acme today.", "Resigned from Acme"),
    ("It was Sarah's last day at Acme.", "Sarah left Acme"),
    ("Dana moved to Munich last week.", "Dana left for Munich"),
    ("Sarah was let go by Acme.", "Sarah was dismissed by Acme"),
    ("Sarah no longer works at Acme.", "Sarah left Acme"),
    ("Our cat passed away this morning.", "The cat died"),
    ("We buried grandma on Friday.", "Grandma's funeral on Friday"),
    ("I lost my father last year.", "Father died last year"),
    ("Tom and Julia are getting a divorce.", "Tom and Julia are divorcing"),
    ("Tom is separated from Julia.", "Tom split up with Julia"),
    ("My train goes at six.", "Train leaves at six"),
    ("Dana flies to Rome on Friday.", "Dana leaves for Rome on Friday"),
    ("The Beacon server crashed last night.", "The Beacon server died last night"),
    ("We shut down the old build server.", "Retired the old build server"),
    ("Dana commented on the PR", "Dana left a comment on the PR"),
    ("We ship in three days.", "Three days left until the ship date"),
    ("Sarah is on vacation.", "Sarah is on leave"),
    ("My flight to Rome is at 7 am.", "Flight to Rome leaves at 7 am"),
    ("The phone battery is empty.", "The phone battery is dead"),
    ("I called Dana about the invoice.", "Called Dana about the invoice"),
)


@pytest.mark.parametrize(("said", "text"), INVENTED)
def test_a_parting_that_the_words_do_not_tell_is_found(said: str, text: str) -> None:
    assert parts_without_word(text, [said])


@pytest.mark.parametrize(("said", "text"), SAID)
def test_a_parting_in_other_words_is_none_that_was_made_up(said: str, text: str) -> None:
    assert not parts_without_word(text, [said])


@pytest.mark.parametrize(("said", "text"), INVENTED)
@pytest.mark.parametrize("section", [Section.KEY_EVENTS, Section.DECISIONS_MADE])
def test_a_note_tells_none_that_a_model_made_up(section: Section, said: str, text: str) -> None:
    zone = ZoneInfo("Europe/Berlin")
    time = datetime.fromisoformat("2026-02-15T09:15:00+01:00")
    lines = (Line(1, Turn("plain", "s", "1", time, Role.OPERATOR, said)),)
    noted = {section: (Noted(text, ("m1",), "09:15"),)}
    plan = timeline(
        [(Hearing(lines, "Alex", zone), noted)], Catalog(Ref("people", "alex"), "Alex"), ()
    )

    written = [line for op in plan.operations if isinstance(op, Bullets) for line in op.lines]
    assert not any(text in line for line in written)
