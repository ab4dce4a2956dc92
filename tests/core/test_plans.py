"""A plan that is fixed may be told in the present, as English tells it; not as done."""

import pytest

from tests.core.test_states import fate

PROJECT = "project Beacon"
KEPT = (
    ("Beacon will launch in June.", "Launches in June", PROJECT),
    ("Beacon will launch in June.", "Beacon launches in June", PROJECT),
    ("Beacon is going to launch in June.", "Launches in June", PROJECT),
    ("Beacon is to launch in June.", "Launches in June", PROJECT),
    ("Beacon will launch in June.", "Launching in June", PROJECT),
    ("Beacon will launch in June.", "Will launch in June", PROJECT),
    ("Beacon isn't finished but it will ship in June.", "Ships in June", PROJECT),
    ("Beacon will go live on May 4.", "Goes live on May 4", PROJECT),
    ("Beacon will replace Atlas next year.", "Replaces Atlas next year", PROJECT),
    ("Tom will join us on Monday.", "Joins on Monday", "person Tom"),
    ("Tom will join us on Monday.", "Joining on Monday", "person Tom"),
    ("Dana will visit us in May.", "Visits in May", "person Dana"),
    ("Dana will visit us in May.", "Visiting in May", "person Dana"),
    ("Dana is going to visit us in May.", "Visits in May", "person Dana"),
    ("Dana will start at Acme in May.", "Starts at Acme in May", "person Dana"),
    ("Dana will move to Oslo in May.", "Moves to Oslo in May", "person Dana"),
    ("Dana will move to Oslo in May.", "Moving to Oslo in May", "person Dana"),
    ("Dana will retire in May.", "Retires in May", "person Dana"),
    ("Dana will speak at the meeting.", "Speaks at the meeting", "person Dana"),
    ("I will teach maths in autumn.", "Teaches maths in autumn", "person Alex"),
    ("I'm going to run the marathon in May.", "Runs the marathon in May", "person Alex"),
    ("The lease will end in June.", "Lease ends in June", "person Alex"),
    ("Rent will go up to 900 euros.", "Rent goes up to 900 euros", "person Alex"),
)  # fmt: skip
LOST = (
    ("Beacon will launch in June.", "Launched in June", PROJECT),
    ("Beacon might launch in June.", "Launches in June", PROJECT),
    ("Maybe Beacon will launch in June.", "Launches in June", PROJECT),
    ("Beacon won't launch in June.", "Launches in June", PROJECT),
    ("Beacon will launch in June if it works.", "Launched", PROJECT),
    ("Will Beacon launch in June, I wonder if it will launch?", "Launched in June", PROJECT),
    ("Beacon will go live on May 4.", "Went live on May 4", PROJECT),
    ("Tom will join us on Monday.", "Joined on Monday", "person Tom"),
    ("Tom won't join us on Monday.", "Joins on Monday", "person Tom"),
    ("Tom may join us on Monday.", "Joins on Monday", "person Tom"),
    ("Dana will visit us in May.", "Visited in May", "person Dana"),
    ("Dana would like to visit us in May.", "Visits in May", "person Dana"),
    ("Dana could visit us in May.", "Visiting in May", "person Dana"),
    ("Dana will retire in May.", "Retired", "person Dana"),
    ("I'm going to be a father.", "Father", "person Alex"),
    ("I will get married.", "Married", "person Alex"),
)  # fmt: skip


@pytest.mark.parametrize(("said", "text", "about"), KEPT)
def test_what_is_planned_is_told_in_the_present(said: str, text: str, about: str) -> None:
    assert fate(said, text, about) == "stored"


@pytest.mark.parametrize(("said", "text", "about"), LOST)
def test_what_is_planned_or_doubted_is_not_told_as_done(said: str, text: str, about: str) -> None:
    assert fate(said, text, about) == "dropped:turned"
