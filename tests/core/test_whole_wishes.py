"""A wish ends another only where the whole of what is wished is the same, limits included."""

import pytest

from memoryd.core.supersede import contradicts
from memoryd.core.tacit import TacitSection
from memoryd.core.tacit_change import TacitChange, apply_tacit, without_outdated
from memoryd.core.tacit_lines import NewLine, read_tacit
from tests.core.recon_kit import Memory, line, propose

BESIDE = [
    ("Wants no calls before ten", "Wants calls after ten"),
    ("No meetings before ten", "Prefers meetings after ten"),
    ("Dislikes meetings after lunch", "Likes meetings before lunch"),
    ("Dislikes coffee without sugar", "Likes coffee with sugar"),
    ("Likes coffee with milk", "Dislikes coffee without milk"),
    ("Does not want to work on Sundays", "Wants to work from Sunday to Thursday"),
    ("Does not like to be called at work", "Likes to be called after work"),
    ("Hates flying over water", "Loves flying"),
    ("Does not like driving in the dark", "Likes driving"),
    ("Wants no e-mail during vacation", "Wants e-mail before vacation"),
    ("Does not like working with Tom", "Likes working against Tom"),
    ("Prefers tea to coffee", "Prefers coffee to juice"),
    ("Likes running up hills", "Dislikes running down hills"),
    ("Does not like swimming in the sea", "Likes swimming by the sea"),
    ("Wants reports in German", "Wants no reports in English"),
    ("Does not want to be a manager", "Wants to be managed"),
    ("Does not want to be called Alexander", "Wants to be called Alex"),
    ("Does not want to be contacted by recruiters", "Wants to contact recruiters"),
    ("Does not like to read on screen", "Likes to read"),
    ("Wants no gifts", "Wants gifts for the kids"),
    ("Does not eat meat", "Eats meat substitutes"),
    ("Does not like cooking for one", "Likes cooking"),
    ("Does not drink", "Drinks a lot of water"),
    ("Prefers not to be called", "Prefers calls from family"),
    ("Dislikes being called Al", "Likes being called"),
    ("Wants meetings before lunch", "Does not want meetings after lunch"),
    ("Wants to be called on weekdays", "Does not want to be called on weekends"),
    ("Wants no calls on Mondays", "Wants calls on Tuesdays"),
    ("Prefers e-mail before noon", "Prefers calls after noon"),
    ("Likes coffee before work", "Does not like coffee after work"),
    ("No calls after eight", "Calls before eight are fine"),
    ("Avoids sugar in coffee", "Likes sugar on strawberries"),
    ("Does not want to be reached by phone", "Wants to reach clients by phone"),
    ("Prefers Berlin to Munich", "Prefers Munich to Ulm"),
    ("Prefers Rust to Go", "Prefers Go to Java"),
    ("Prefers meetings over e-mail", "Prefers e-mail over letters"),
    ("Prefers calls to meetings", "Prefers meetings to e-mail"),
    ("Prefers calls over e-mail", "Prefers e-mail over fax"),
    ("Hates walking over bridges", "Loves walking"),
    ("Does not like talking over lunch", "Likes talking"),
    ("Likes e-mail", "Does not like e-mail threads"),
    ("Prefers text messages", "Prefers voice messages from family"),
    ("Prefers not to fly", "Likes to fly kites"),
    ("Hates flying over water", "Hates flying"),
    ("Loves walking over bridges", "Hates walking"),
    ("Likes meetings over lunch", "Hates meetings"),
    ("Does not prefer tea over coffee", "Likes tea"),
    ("Hates calls more than e-mail", "Prefers e-mail"),
    ("Prefers walking to work", "Hates walking"),
    ("Prefers going to concerts", "Prefers concerts"),
    ("Does not like managers", "Likes managing"),
    ("Hates being managed", "Loves managing"),
    ("Likes short meetings before lunch", "Likes long meetings after lunch"),
    ("Prefers short meetings before lunch", "Prefers long meetings after lunch"),
    ("Prefers calls before ten to e-mail", "Prefers e-mail to calls after ten"),
    ("Does not want to be called Dana", "Wants to call Dana"),
    ("Likes working with Tom", "Hates working for Tom"),
    ("Likes gifts from Tom", "Hates gifts for Tom"),
    ("Likes driving to Berlin", "Hates driving from Berlin"),
    ("Likes waking up", "Hates waking"),
    ("Prefers calls when driving", "Wants no calls while driving"),
    ("Prefers tea over coffee", "Prefers coffee over water"),
    ("Likes tea over coffee", "Likes coffee over water"),
    ("Likes tea more than coffee", "Likes coffee more than water"),
    ("Would rather have tea than coffee", "Would rather have coffee than juice"),
    ("Prefers e-mail rather than calls", "Prefers calls rather than fax"),
    ("Likes writing letters", "Does not like letters"),
    ("Prefers texts to calls", "Prefers calls to e-mail"),
    ("Likes swimming under bridges", "Hates swimming near bridges"),
    ("Does not like driving without music", "Likes driving with music"),
    ("Does not like driving without music", "Likes driving"),
    ("Likes trains to Ulm", "Hates trains from Ulm"),
    ("Dislikes meetings about money", "Likes meetings"),
    ("Likes being early", "Hates being late"),
    ("Wants to be promoted", "Does not want to promote Tom"),
    ("Wants to be taught Rust", "Does not want to teach Rust"),
    ("Likes to be told bad news by phone", "Hates telling bad news by phone"),
    ("Hates running up hills", "Likes running down hills"),
    ("I hate meetings after lunch", "I like meetings before lunch"),
]
ENDED = [
    ("Wants reports in English", "Does not want reports in English"),
    ("Prefers flying to driving", "Prefers driving to flying"),
    ("Prefers short meetings before lunch", "Prefers long meetings before lunch"),
    ("Does not want to be called", "Wants to be called"),
    ("Wants to be called", "Prefers not to be called"),
    ("Likes calls before noon", "Does not like calls before noon"),
    ("Wants no calls on Sundays", "Wants calls on Sundays"),
    ("Likes coffee in the morning", "Hates coffee in the morning"),
    ("Likes coffee in the morning", "Hates morning coffee"),
    ("Prefers e-mail over calls", "Prefers calls over e-mail"),
    ("Prefers e-mail to calls", "Prefers calls"),
    ("Prefers calls", "Prefers e-mail to calls"),
    ("Loves tea", "Hates tea"),
    ("Loves flying", "Hates flying"),
    ("No meetings", "Meetings please"),
    ("No calls", "Calls please"),
    ("Wants no reminders", "Wants reminders"),
    ("Likes tea more than coffee", "Likes coffee more than tea"),
    ("Likes tea over coffee", "Prefers coffee to tea"),
    ("Prefers tea over coffee", "Prefers coffee over tea"),
    ("Does not want to receive newsletters", "Wants to receive newsletters"),
]


def told(old: str, new: str) -> list[str]:
    """Return the facts that hold once both were said, one after the other."""
    memory = Memory()
    for n, (text, day) in enumerate(((old, "2026-02-10"), (new, "2026-02-15")), 1):
        said = [line(n, f"I: {text}.", day=day)]
        memory.take([propose(text, f"m{n}", category="preference")], said)
    return memory.active()


def kept(old: str, new: str) -> list[str]:
    """Return the lines of MEMORY.md once both were added, one after the other."""
    raw = None
    for n, text in enumerate((old, new), 1):
        wish = NewLine(TacitSection.HOW_I_WORK, text, f"2026-01-0{n}", f"conversation:plain:a#{n}")
        change = without_outdated(TacitChange((wish,)), read_tacit(raw or b""))
        raw = apply_tacit(raw, change).file
    return [line.text for line in read_tacit(raw or b"")]


@pytest.mark.parametrize(("old", "new"), BESIDE)
def test_two_wishes_that_can_both_be_true_both_stand(old: str, new: str) -> None:
    assert told(old, new) == [old, new]
    assert kept(old, new) == [old, new]


@pytest.mark.parametrize(("old", "new"), BESIDE)
def test_neither_ends_the_other_told_in_the_other_order(old: str, new: str) -> None:
    assert not contradicts(old, new)


@pytest.mark.parametrize(("old", "new"), ENDED)
def test_of_two_wishes_of_one_thing_the_newer_stands(old: str, new: str) -> None:
    assert told(old, new) == [new]
    assert kept(old, new) == [new]
