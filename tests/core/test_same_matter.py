"""What a model calls replaced: another value, or the end, of the very thing; nothing beside it."""

import pytest

from memoryd.core.supersede import may_replace

CHANGED_DAYS = [
    *((old, f"{what} {how}") for old, what, day in (
        ("Deadline is March 3", "Deadline", "March 10"),
        ("Trial ends on March 3", "Trial", "May 4"),
        ("Release planned for May", "Release", "June"), ("Visa expires in May", "Visa", "December"),
        ("Lease runs until June", "Lease", "2028"), ("Launch is on March 3", "Launch", "March 10"),
    ) for how in (
        f"extended to {day}", f"was extended to {day}", f"delayed until {day}",
        f"is delayed to {day}", f"slipped to {day}", f"brought forward to {day}",
        f"was pushed back to {day}", f"moved to {day}", f"postponed to {day}",
    )),
    ("Passport expires in May 2026", "Passport renewed until 2036"),
    ("On vacation until Monday", "On vacation until Friday"),
]  # fmt: skip
CHANGED_NUMBERS = [
    *(("Budget is 40k", f"Budget {how}") for how in (
        "doubled to 80k", "tripled to 120k", "was halved to 20k", "went up to 80k",
        "was increased to 50k", "went down to 30k",
    )),
    ("Goes to the gym twice a week", "Goes to the gym three times a week"),
    ("Goes to the gym twice a week", "Goes to the gym once a week now"),
    ("Runs twice a week", "Runs three times a week"),
    ("Sees a therapist once a week", "Sees a therapist every two weeks"),
    ("Works full-time", "Works part-time"), ("Send summaries daily", "Send summaries weekly"),
    ("No meetings before 11", "No meetings before 10"),
    ("Deep work until noon", "Deep work until 1 pm"),
    ("Password manager is 1Password", "Password manager is Bitwarden"),
    ("Uses Slack for chat", "Uses Teams for chat"),
    ("Use metric units", "Use imperial units"),
    ("Phone is an iPhone", "Phone is a Pixel now"), ("Dana is a nurse", "Dana is now a doctor"),
    ("Has an exam on May 3", "Has the exam on May 10 now"),
    ("Has 2 meetings on Monday", "Has 3 meetings on Monday"), ("Has two kids", "Has three kids"),
    ("Office is in Berlin", "Office moved to Porto"), ("Beacon is in beta", "Beacon is now live"),
    ("Emergency contact is Tom", "Emergency contact is now her sister"),
    ("Rent is due on the 3rd", "Rent is due on the 5th"),
    ("Rent is unknown", "Rent went up to 900 euros"),
    ("Uses Gmail for work", "Uses Outlook for work now"),
    ("Uses Python for work", "Now uses Java for work"),
]  # fmt: skip
CAME_TRUE = [
    *((f"{away}{until}", f"{back} from {trip}") for away, trip in (
        ("On vacation", "vacation"), ("On sick leave", "sick leave"),
        ("On maternity leave", "maternity leave"),
        ("Travelling in Japan", "Japan"), ("On a business trip", "the business trip"),
    ) for until in ("", " until May 4") for back in ("Back", "Is back", "Returned")),
    ("Planning a trip to Japan", "Back from Japan"), ("In Rome until Friday", "Back from Rome"),
    ("On leave since June", "Back from leave"), ("On vacation this week", "Back from vacation"),
    ("On vacation until the end of May", "Back from vacation since Monday"),
    ("On vacation in August", "Back from vacation in August"),
    ("Planning a trip to Japan in October", "Back from Japan since October"),
    ("Looking for a new job", "Found a new job at Globex"),
    ("Looking for a flat", "Found a flat in Kreuzberg"),
    ("Looking for a dentist", "Found a dentist, Dr. Keller"),
    ("Looking for a nanny", "Hired a nanny"), ("Hiring a designer", "Hired a designer"),
    ("Migrating to Postgres", "Migrated to Postgres"),
    ("Preparing for the AWS exam", "Passed the AWS exam"),
    ("Studying for the driving test", "Passed the driving test"),
    ("Training for the marathon in April", "Ran the marathon in April"),
    ("Car is in the workshop", "Car is repaired"), ("Has a broken leg", "Leg has healed"),
    ("Owes Ben 50 euros", "Paid Ben the 50 euros back"),
]  # fmt: skip
STILL_TRUE = [
    ("Lease starts in May", "Lease extended to December"),
    ("Lease signed in May", "Lease extended to December"),
    ("Contract is from May 2024", "Contract of Tom was extended to December"),
    ("Meeting is in room 4", "Meeting moved to Tuesday"),
    ("Budget is 40k", "Budget was extended to December"),
    ("Server runs Debian", "Server runs Postgres"),
    ("Goes to the gym twice a week", "Goes to the pool three times a week"),
    ("Runs twice a week", "Swims three times a week"),
    ("Sees a therapist once a week", "Sees a trainer every two weeks"),
    ("Works full-time", "Works part of the weekend"),
    ("Send summaries daily", "Send invoices weekly"),
    ("No meetings before 11", "No calls before 10"),
    ("No meetings before 11", "No meetings after 6"),
    ("No calls on May 3", "No calls on May 4"),
    ("Deep work until noon", "Lunch until 1 pm"),
    ("Uses Slack for chat", "Uses Teams for calls"),
    ("Uses Slack for chat", "Uses Signal for chat"),
    *((f"Dana is {what}", f"Dana {how}") for what in (
        "a nurse", "married to Ben", "from Porto", "a runner",
    ) for how in ("is now a mother", "became a grandmother", "is an aunt now")),
    *((f"{what} is {much}", f"{what} {how}") for what, much in (
        ("Budget", "40k"), ("Rent", "900 euros"), ("Salary", "60k"), ("Offer", "12,000 euros"),
    ) for how in ("is now approved", "went to the board", "fell under review",
                  "is now paid by card", "is now public", "is due on the 3rd",
                  "is due by the 3rd")),
    ("Rent is due on the 3rd", "Rent is 900 euros"),
    *((f"Has {what} on {one}", f"Has {what} on {other}") for what in (
        "an exam", "a dentist appointment", "a meeting with Tom",
    ) for one, other in (("May 3", "May 10"), ("May 3 at 9", "May 3 at 11"))),
    ("Has a meeting at 9", "Has a meeting at 11"),
    ("Has a flight at 9:30", "Has a flight at 18:00"),
    *((f"Uses {one} {why}", f"Uses {other} {why}") for one, other in (
        ("Python", "Java"), ("Gmail", "Outlook"), ("Slack", "Teams"), ("Vim", "Emacs"),
    ) for why in ("for work", "for her work", "for business", "for university", "for projects")),
    ("Uses Python for scripts", "Uses Go for scripts"),
    ("Uses Go at work", "Uses Python for scripts"),
    ("Knows Python", "Knows Go"), ("Certified in AWS", "Certified in Azure"),
    ("In Rome", "Back from Rome"), ("On Beacon", "Back from Beacon"),
    ("At home on Fridays", "Back from home"), ("At Globex", "Back from Globex"),
    ("Looking for a flat for her mother", "Found a flat in Kreuzberg"),
    ("Hiring two designers", "Hired a designer"), ("Waiting for two parcels", "Got a parcel"),
    ("Has a broken arm and leg", "Leg has healed"),
    ("Lives in Rome", "Back from Rome"), ("Has a flat in Rome", "Returned from Rome"),
    ("In Rome until Friday", "Back from lunch with Ana in Rome"), ("In Rome", "Back from Oslo"),
    ("On vacation", "Tom is back from vacation"), ("On sick leave", "Not back from sick leave"),
    ("On vacation until Monday", "Will be back from vacation"),
    ("Vacation is in May", "Back from vacation"),
    *((f"{away} {when}", f"Back from {trip}{said}") for away, trip in (
        ("Planning a trip to Japan", "Japan"), ("On vacation", "vacation"),
        ("Visiting Rome", "Rome"), ("On a business trip", "the business trip"),
        ("Travelling to Japan", "Japan"), ("On parental leave", "parental leave"),
    ) for when, said in (
        ("in October", ""), ("in October", " in January"), ("from June", ""), ("next week", ""),
        ("on Monday", ""), ("in summer", " in spring"), ("in 2027", " in 2026"),
    )),
    ("Planning a trip to Japan", "Back from Japan in 2019"),
    ("Looking for a new job", "Found a new job for Ana"),
    ("Looking for a flat in Berlin", "Found a flat in Hamburg"),
    ("Looking for a designer", "Hired a developer"), ("Hiring a designer", "Met a designer"),
    ("Plans to move to Hamburg", "Moved in with her sister"),
    ("Migrating to Postgres", "Migrated the users to Postgres"),
    ("Preparing for the AWS exam", "Passed the driving test"),
    ("Preparing for the AWS exam", "Failed the AWS exam"),
    ("Owns a car", "Car was repaired"),
    ("Owes Ben 50 euros", "Paid Ben 20 euros back"), ("Owes Ben 50 euros", "Paid Tom back"),
    ("Keeps the books short", "No longer wants a dog"), ("Has a dog", "No longer wants a dog"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new"), [*CHANGED_DAYS, *CHANGED_NUMBERS, *CAME_TRUE])
def test_a_model_may_retire_what_has_another_value_or_came_to_its_end(old: str, new: str) -> None:
    assert may_replace(new, old, names=frozenset({"quin"}))


@pytest.mark.parametrize(("old", "new"), STILL_TRUE)
def test_a_model_may_not_retire_another_matter_in_like_words(old: str, new: str) -> None:
    assert not may_replace(new, old, names=frozenset({"quin"}))
