"""What is denied within a limit is not denied outright, and no thing is of the opposite kind."""

import pytest

from memoryd.core.admission import CLOSE, Hearing
from memoryd.core.gates import Gate
from tests.core.recon_kit import ZONE, Memory, fates, line, propose

LOST = [
    ("Please do not call me on Sundays.", "Never call"),
    ("Please don't call me when I travel.", "Never call"),
    ("Never call me except in emergencies.", "Never call"),
    ("I do not want calls on Sundays, calls on weekdays are fine.", "Does not want calls"),
    ("I don't want calls before ten.", "Does not want calls"),
    ("I don't want calls before ten.", "Wants no calls"),
    ("I don't drink wine during the week.", "Does not drink wine"),
    ("I don't eat meat on Fridays.", "Does not eat meat"),
    ("I don't like coffee after dinner.", "Does not like coffee"),
    ("I don't like coffee after dinner.", "Dislikes coffee"),
    ("I don't like dogs that bark.", "Does not like dogs"),
    ("I want no reports in August.", "Wants no reports"),
    ("I won't work on Beacon on Friday.", "Does not work on Beacon"),
    ("On Sundays, please do not call me.", "Never call"),
    ("On Sundays I don't take calls.", "Takes no calls"),
    ("Before ten I don't want calls.", "Does not want calls"),
    ("While driving I don't take calls.", "Takes no calls"),
    ("I hate meetings after lunch.", "Hates meetings"),
    ("I avoid sugar in coffee.", "Avoids sugar"),
    ("I don't always drink coffee.", "Does not drink coffee"),
    ("I dislike long e-mails.", "Dislikes e-mails"),
    ("I hate flying over water.", "Hates flying"),
    ("I don't eat meat Fridays.", "Does not eat meat"),
    ("I never work with headphones.", "Never works"),
    ("I can't stand talking over lunch.", "Does not like talking"),
    ("I don't want to be contacted by recruiters.", "Does not want to be contacted"),
    ("I hate long meetings.", "Hates meetings"),
    ("I don't like early calls.", "Does not like calls"),
    ("I don't eat spicy food with my kids.", "Does not eat spicy food"),
    ("I don't drive at night.", "Does not drive"),
    ("In winter I don't cycle.", "Does not cycle"),
    ("We never deploy on Fridays.", "Never deploys"),
    ("Never deploy on Fridays.", "Never deploy"),
    ("Don't push to main without a review.", "Never push to main"),
    ("No meetings on Mondays please.", "No meetings"),
    ("I don't work while travelling.", "Does not work"),
    ("I cannot eat nuts in the evening.", "Cannot eat nuts"),
    ("I never drink before noon.", "Does not drink"),
    ("I don't want e-mails about billing.", "Does not want e-mails"),
    ("I don't want e-mails from Globex.", "Wants no e-mails"),
    ("I don't read news until the evening.", "Does not read news"),
]
OPPOSED = [
    ("I like the new office.", "Likes the old office"),
    ("We're going with option B rather than A.", "Going with option A"),
    ("We're going with option B, not A.", "Going with option A"),
    ("We chose plan 2 over plan 1.", "Chose plan 1"),
    ("We're going with option A instead of B.", "Going with option B"),
    ("I like short reports.", "Likes long reports"),
    ("I drink hot coffee.", "Drinks cold coffee"),
    ("I don't want dark mode in all apps.", "Does not want dark mode"),
    ("I don't like dark mode on every device.", "Does not like dark mode"),
    ("I like cheap hotels.", "Likes expensive hotels"),
    ("I work on the upper floor.", "Works on the lower floor"),
    ("We're going with Hetzner rather than AWS.", "Going with AWS"),
]
KEPT = [
    ("Please do not call me on Sundays.", "Never call on Sundays"),
    ("Please do not call me on Sundays.", "No Sunday calls"),
    ("I don't drink wine during the week.", "Drinks no wine on weekdays"),
    ("I don't eat meat.", "Does not eat meat"),
    ("I don't eat meat at all.", "Does not eat meat"),
    ("I don't eat meat for ethical reasons.", "Does not eat meat"),
    ("I don't drink coffee because it keeps me up at night.", "Does not drink coffee"),
    ("I don't smoke, and I work at Acme.", "Does not smoke"),
    ("I don't have a car at the moment.", "Has no car"),
    ("I don't like meetings.", "Dislikes meetings"),
    ("I don't eat meat. I don't eat meat on Fridays either.", "Does not eat meat"),
    ("I do not live in Berlin.", "Does not live in Berlin"),
    ("I don't work at Acme anymore.", "Does not work at Acme"),
    ("I never drink alcohol.", "Does not drink alcohol"),
    ("I really don't like phone calls, in the morning I run.", "Does not like phone calls"),
    ("I haven't smoked in years.", "Does not smoke"),
    ("I didn't sleep well on Sunday.", "Did not sleep well"),
    ("I like the new office.", "Likes the new office"),
    ("I don't like long meetings.", "Prefers short meetings"),
    ("I don't like long meetings.", "Dislikes long meetings"),
    ("The new office is better than the old office.", "Likes the new office"),
    ("I like short reports.", "Likes short reports"),
    ("We're going with option B rather than A.", "Going with option B"),
    ("We're going with option A rather than B.", "Going with option A"),
    ("I use a new laptop for my old game.", "Uses a new laptop"),
    ("I don't own a car in Berlin, I have no car.", "Has no car"),
    ("I do not like my boss, who is always late.", "Does not like boss"),
    ("I'm not allergic to nuts.", "Not allergic to nuts"),
    ("I hate to say it at lunch but I love Rust.", "Loves Rust"),
    ("I never drink coffee.", "Does not drink coffee"),
    ("I don't like loud music in restaurants.", "Dislikes loud music in restaurants"),
    ("I don't drive.", "Does not drive"),
    ("I don't work at Acme, I work at Globex.", "Does not work at Acme"),
    ("I don't believe in ghosts.", "Does not believe in ghosts"),
    ("I have no siblings.", "Has no siblings"),
    ("I am not a morning person at all.", "Not a morning person"),
    ("I'm not interested in sports.", "Not interested in sports"),
    ("I don't trust Tom with money.", "Does not trust Tom with money"),
    ("I do not drink alcohol for health reasons.", "Does not drink alcohol"),
    ("I don't eat dairy in general.", "Does not eat dairy"),
    ("Tom doesn't like me, on Sundays we play chess.", "Plays chess on Sundays"),
    ("I like old books and new films.", "Likes old books"),
    ("I like old books and new films.", "Likes new films"),
    ("I moved from a small flat to a big house.", "Lives in a big house"),
    ("I sold my old car and bought a new one.", "Bought a new car"),
    ("My new job is great, the old job was boring.", "Old job was boring"),
    ("My first name is Al.", "First name is Al"),
    ("Send weekly reports.", "Wants weekly reports"),
]


def fate(said: str, fact: str) -> list[str]:
    proposal = propose(fact, "m1", category="preference")
    return fates(Memory().take([proposal], [line(1, said)]))


def is_refused_close(said: str, text: str) -> bool:
    """Return whether a text is kept from notes and MEMORY.md."""
    hearing = Hearing((line(1, said),), "Alex", ZONE)
    catalog = Memory().view().catalog
    return isinstance(hearing.admit_close(propose(text, "m1"), catalog, least=CLOSE), Gate)


@pytest.mark.parametrize(("said", "text"), [*LOST, *OPPOSED])
def test_a_text_that_drops_a_limit_or_turns_a_kind_is_refused(said: str, text: str) -> None:
    assert fate(said, text) == ["dropped:turned"]
    assert is_refused_close(said, text)


@pytest.mark.parametrize(("said", "text"), KEPT)
def test_a_text_with_its_limit_or_of_none_is_kept(said: str, text: str) -> None:
    assert fate(said, text) == ["stored"]


@pytest.mark.parametrize(
    ("said", "fact", "about"),
    [
        ("We don't use Jira for Beacon.", "Does not use Jira", "project Beacon"),
        ("On Beacon we don't use Jira.", "Does not use Jira", "project Beacon"),
    ],
)
def test_what_a_fact_is_kept_with_need_not_be_said_again(said: str, fact: str, about: str) -> None:
    assert fates(Memory().take([propose(fact, "m1", about=about)], [line(1, said)])) == ["stored"]


@pytest.mark.parametrize(("said", "fact"), LOST[:8])
def test_a_wish_stands_where_only_a_limited_no_was_said(said: str, fact: str) -> None:
    memory = Memory().hold("people/alex", "Prefers calls over email", "Drinks wine", "Eats meat")
    memory.take([propose(fact, "m1", category="preference")], [line(1, said)])
    assert memory.active() == ["Prefers calls over email", "Drinks wine", "Eats meat"]
