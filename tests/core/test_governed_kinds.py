"""Kinds of conditions, orders and pairs beside those of test_governed and test_paired.

Each row: what was said, then texts made of it.
"""

import pytest

from tests.core.recon_kit import Memory, fates, line, propose
from tests.core.test_governed import lands

REFUSED = """
Don't merge anything before Dana has reviewed it. | Merge anything | Merge everything
  | Merges before review
Run it by me before you publish a post. | Publish a post | Publish posts | Always publish posts
I want to approve every invoice before it is paid. | Pay every invoice | Invoices are paid
  | Invoices are paid before approval
Show me the draft first, then send it to Acme. | Send the draft to Acme
  | Send it to Acme first, then show the draft
Get Dana's sign-off before releasing Beacon. | Release Beacon | Releasing Beacon
  | Release Beacon, then get sign-off
Only delete branches after asking me. | Delete branches | Deletes branches
  | Always delete branches
No deploys without my OK. | Deploys are fine | Deploy | Deploys to production
You need my permission to spend more than 100 euros. | Spend more than 100 euros
  | May spend more than 100 euros
Please double check with Tom before changing prices. | Change prices | Changes prices
Ask before you act on anything that costs money. | Act on anything that costs money
Before sending invoices, let me see them. | Send invoices | Sends invoices
If you want to restart the server, ask me first. | Restart the server | Restarts the server
Hold the release until QA signs off. | Release | Release Beacon
Don't call clients unless I say so. | Call clients
Talk to Dana before you contact Acme. | Contact Acme | Contact Acme before talking to Dana
We agreed to test the backup before we migrate the database. | Agreed to migrate the database
  | Migrate the database before testing the backup
We agreed that Tom signs first and then Dana. | Dana signs first and then Tom
Back up the disk, then upgrade. | Upgrade | Upgrade, then back up the disk
First the tests, then the deploy. | Deploy first, then the tests
Book flights only with my approval. | Book flights
You can deploy once the tests are green. | Can deploy | Deploy
Production deploys require Dana's approval. | Deploys to production | Production deploys
Make sure I have seen the contract before you sign it. | Sign the contract
Check with legal before you share the contract with Acme. | Share the contract with Acme
Have Tom review the code before you merge it. | Merge the code | Tom merges the code
Ask me every time you want to install packages. | Install packages | Wants to install packages
I need to sign off on all hires. | Hires | Hire
Await my confirmation before transferring money. | Transfer money
Coffee with milk in the morning, black in the afternoon.
  | Drinks coffee with milk in the afternoon
I call Mum on Sundays and Dad on Saturdays. | Calls Dad on Sundays
Use English with clients and German with the team. | Use German with clients
  | Use English with the team
Dana handles invoices and Tom handles contracts. | Tom handles invoices | Dana handles contracts
My sister is in Rome and my brother is in Oslo. | Sister is in Oslo | In Rome | Is in Oslo
We met Dana in March and Tom in April. | Met Tom in March
Answer Dana at once and Tom within a week. | Answer Dana within a week
I'm for remote work but against open offices. | For open offices | Against remote work
The budget went from 10,000 up to 12,000. | Budget is 10,000
Mornings are for writing, afternoons for calls. | Mornings are for calls | Calls in the morning
Daily updates by mail, weekly ones by phone. | Weekly updates by mail | Daily updates by phone
My daughter is allergic to nuts. | Allergic to nuts | Is allergic to nuts
Tom's car is in the garage. | In the garage
My boss is out until Monday. | Out until Monday | Is out until Monday
Dinner at seven, breakfast at six. | Breakfast at seven
I send mails to Dana and letters to Tom. | Sends letters to Dana
Never book hotels, always book flats. | Always book hotels | Never book flats
I work from nine to five. | Works from five to nine
Whenever you touch the billing code, check with Dana. | Touch the billing code
Nothing goes to production without my review. | Everything goes to production | Goes to production
Never send invoices until I have checked the numbers. | Send invoices | Sends invoices
Please get Tom's OK for each purchase. | Purchases | Buys
Ask Dana if we may use the logo. | May use the logo | Use the logo
Ask me whether to book the train. | Book the train
You must not delete data unless Dana has agreed. | Delete data | Must delete data
We decided to wait for Dana's answer before we sign with Acme. | Decided to sign with Acme
  | Sign with Acme
We decided not to sign with Acme until the audit is done. | Decided to sign with Acme
  | Sign with Acme
We agreed to pay Tom after he delivers the logo. | Agreed to pay Tom
  | Pay Tom before he delivers the logo
Tom should talk to Dana before he orders the desks. | Tom should order the desks
  | Tom orders the desks
I'd like to be asked before anyone edits the wiki. | Edits the wiki | Anyone edits the wiki
Make no changes to the schema before I have approved them. | Make changes to the schema
  | Changes to the schema
Only publish once Dana has signed off. | Publish | Always publish
The release goes out after Dana approves it. | Release goes out
Confirm with me and only then book the hotel. | Book the hotel | Book the hotel and then confirm
Clear it with Tom before touching the router. | Touch the router
We decided for Postgres and against MySQL. | Decided for MySQL | Decided against Postgres
Dana pays for lunch and Tom for dinner. | Tom pays for lunch | Dana pays for dinner
Ship Beacon to Acme and Larkspur to Globex. | Ship Larkspur to Acme
I prefer tea at home but coffee at the office. | Prefers coffee at home
  | Prefers tea at the office
Brief Dana on Monday, Tom on Tuesday and the client on Friday. | Brief Tom on Friday
  | Brief the client on Monday
Rent is 900 euros and the deposit 1800 euros. | Deposit is 900 euros
My mother lives in Rome and I live in Oslo. | Lives in Rome | Mother lives in Oslo
The test server moved from Frankfurt to Paris. | Test server in Frankfurt
I used to work at Acme and now I work at Globex. | Works at Acme | Used to work at Globex
Before the trip you may book flights, ask Dana first. | Book flights
I worked at Acme first, then at Globex, now I'm at Initech.
  | Worked at Globex first, then at Acme | Worked at Initech before Acme
"""
TOLD = """
Don't merge anything before Dana has reviewed it. | Never merge before Dana has reviewed
Run it by me before you publish a post. | Run posts by the operator before publishing
  | Run it by me before publishing a post
I want to approve every invoice before it is paid.
  | Wants to approve every invoice before it is paid | Wants to approve invoices
Show me the draft first, then send it to Acme. | Show the draft first, then send it to Acme
  | Show the draft before sending it to Acme
Get Dana's sign-off before releasing Beacon. | Get Dana's sign-off before releasing Beacon
  | Release of Beacon needs Dana's sign-off
Only delete branches after asking me. | Only delete branches after asking
No deploys without my OK. | No deploys without OK | Never deploy without an OK
You need my permission to spend more than 100 euros.
  | Needs permission to spend more than 100 euros
Please double check with Tom before changing prices.
  | Double check with Tom before changing prices | Check with Tom before price changes
Before sending invoices, let me see them. | Let me see invoices before sending them
  | Wants to see invoices before they are sent
Hold the release until QA signs off. | Hold the release until QA signs off
  | Release only after QA signs off
Don't call clients unless I say so. | Don't call clients unless I say so
Talk to Dana before you contact Acme. | Talk to Dana before contacting Acme | Talk to Dana first
We agreed to test the backup before we migrate the database.
  | Agreed to test the backup before migrating the database | Agreed to test the backup
Back up the disk, then upgrade. | Back up the disk before upgrading | Back up the disk
Book flights only with my approval. | Book flights only with approval
  | Only book flights with approval
You can deploy once the tests are green. | Deploy once the tests are green
  | Deploys only once tests are green
Production deploys require Dana's approval. | Production deploys require Dana's approval
Have Tom review the code before you merge it. | Have Tom review code before merging
  | Code is reviewed by Tom before a merge
I need to sign off on all hires. | Needs to sign off on all hires | Signs off on all hires
Coffee with milk in the morning, black in the afternoon. | Coffee with milk in the morning
I call Mum on Sundays and Dad on Saturdays. | Calls Mum on Sundays | Calls Dad on Saturdays
  | Calls Mum and Dad
Use English with clients and German with the team. | Use English with clients
  | Use German with the team | Uses English with clients, German with the team
Dana handles invoices and Tom handles contracts. | Tom handles contracts | Dana handles invoices
My sister is in Rome and my brother is in Oslo. | Sister is in Rome | Brother is in Oslo
Answer Dana at once and Tom within a week. | Answer Dana at once | Answer Tom within a week
I'm for remote work but against open offices. | Against open offices | For remote work
Mornings are for writing, afternoons for calls. | Mornings are for writing | Afternoons for calls
Daily updates by mail, weekly ones by phone. | Daily updates by mail
My daughter is allergic to nuts. | Daughter is allergic to nuts | Daughter allergic to nuts
Dinner at seven, breakfast at six. | Dinner at seven | Breakfast at six
Never book hotels, always book flats. | Never book hotels | Always book flats
I work from nine to five. | Works from nine to five
I asked Dana about the flight to Rome. | Asked Dana about the flight to Rome
After the call I wrote to Acme and booked a room. | Wrote to Acme after the call | Booked a room
Dana confirmed the launch, then we told Acme. | Dana confirmed the launch | Told Acme
We waited for approval and then shipped Beacon. | Shipped Beacon | Waited for approval
Tom approved the budget on Monday. | Tom approved the budget on Monday | Budget approved by Tom
I review pull requests in the morning before stand-up. | Reviews pull requests in the morning
  | Reviews pull requests before stand-up
I always shower before I go to bed. | Showers before bed
I like to walk before breakfast and read after dinner. | Likes to walk before breakfast
  | Likes to read after dinner
I can't work without music. | Can't work without music
Never leave the house without keys. | Never leaves the house without keys
I drink my coffee without sugar. | Drinks coffee without sugar
Please wait for the tests and tell me the result. | Wait for the tests
We check the logs first when a deploy fails. | Checks the logs first when a deploy fails
I talk to my team in German and to clients in English. | Talks to clients in English
  | Talks to the team in German
Summaries should be short and in English. | Short summaries in English | Summaries in English
I live in Berlin with Dana and our dog. | Lives with Dana in Berlin | Lives in Berlin with a dog
Dana and Tom work on Beacon in Berlin. | Tom works on Beacon in Berlin
My team is in Berlin and Munich. | Team is in Munich
On Fridays I leave at three, otherwise at five. | Leaves at three on Fridays
I was in Rome in May and Oslo in June. | Was in Oslo in June
I use Vim at home and at work. | Uses Vim at work | Uses Vim at home
The office is closed on Mondays and on Tuesdays I work from home. | Works from home on Tuesdays
  | Office is closed on Mondays
Call me on my mobile, not at the office. | Call on mobile
I play tennis with Tom and chess with Dana. | Plays chess with Dana
The plan changed from weekly to daily reports. | Daily reports | Plan changed to daily reports
Whenever you touch the billing code, check with Dana.
  | Check with Dana whenever you touch the billing code
Nothing goes to production without my review. | Nothing goes to production without review
  | No production without review
Please get Tom's OK for each purchase. | Get Tom's OK for each purchase
We decided to wait for Dana's answer before we sign with Acme.
  | Decided to wait for Dana's answer before signing with Acme | Waiting for Dana's answer
We decided not to sign with Acme until the audit is done.
  | Decided not to sign with Acme until the audit is done
We agreed to pay Tom after he delivers the logo. | Agreed to pay Tom after he delivers the logo
  | Pay Tom only after he delivers the logo
I'd like to be asked before anyone edits the wiki.
  | Wants to be asked before anyone edits the wiki
Only publish once Dana has signed off. | Only publish once Dana has signed off
The release goes out after Dana approves it. | Release goes out after Dana's approval
Confirm with me and only then book the hotel. | Confirm before booking the hotel
We decided for Postgres and against MySQL. | Decided for Postgres | Decided against MySQL
I prefer tea at home but coffee at the office. | Prefers tea at home
  | Prefers coffee at the office
Brief Dana on Monday, Tom on Tuesday and the client on Friday. | Brief Dana on Monday
  | Brief Tom on Tuesday | Brief the client on Friday
Rent is 900 euros and the deposit 1800 euros. | Rent is 900 euros
My mother lives in Rome and I live in Oslo. | Lives in Oslo | Mother lives in Rome
Today I met Sarah at the office, then we had lunch with Tom and talked about Beacon.
  | Met Sarah at the office | Lunch with Tom | Talked about Beacon with Tom
I finished the report before lunch and sent it to Dana. | Finished the report before lunch
  | Sent the report to Dana
After dinner I called Mum, before bed I read. | Called Mum after dinner | Reads before bed
Before joining Globex I worked at Acme. | Worked at Acme before joining Globex | Joined Globex
I learned Rust before Go. | Learned Rust before Go | Learned Go after Rust
We signed the contract once the lawyers were done. | Signed the contract
Let me know before Friday whether you can come. | Wants to know before Friday
I need the slides before the board meeting on Monday. | Needs the slides before the board meeting
  | Board meeting on Monday
I always check the weather before I cycle to work. | Cycles to work
I check my mail before I start work at nine. | Starts work at nine
I want to run a marathon before I turn forty. | Wants to run a marathon before forty
We need Dana's approval for the budget. | Budget needs Dana's approval
Dana approved the budget, so we hire Tom. | Hire Tom | Dana approved the budget
I asked for a review and Tom fixed the bug. | Tom fixed the bug
Tom needs a review of the design by Friday. | Tom needs a design review by Friday
I take the bus with my OK-ish knee. | Takes the bus
I work with Dana on the OK button. | Works with Dana on the OK button
Ask Dana for the logs, then restart the server. | Ask Dana for the logs
I work at Globex, my wife at Acme. | Works at Globex | Wife works at Acme
We keep the backups in Paris and the code in Berlin. | Backups in Paris | Code in Berlin
I run on Mondays and swim on Fridays with Dana. | Swims with Dana on Fridays | Runs on Mondays
Beacon is on hold and Larkspur launches in May. | Beacon on hold
My son Max turned five and got a bike from Grandma. | Max got a bike from Grandma
  | Son Max turned five
I'm in Berlin until Friday and in Rome from Monday. | In Berlin until Friday | In Rome from Monday
I'm allergic to nuts and my daughter to milk. | Allergic to nuts
No meetings on Fridays, please, and keep mails short. | No meetings on Fridays | Keep mails short
Don't call me at night and always write in English. | Always write in English
I don't eat meat or fish. | Eats no meat | Eats no fish
I gave up smoking and alcohol in May. | Gave up alcohol in May
Dana is at the office with Tom, I'm at home. | At home | Dana is at the office
I'm against tracking. | Against tracking
I brush up my Italian before the trip to Rome in May. | Trip to Rome in May
I read the guide before our holiday in Oslo in May. | Holiday in Oslo in May
I worked at Acme first, then at Globex, now I'm at Initech.
  | Now at Initech, before at Globex and Acme
"""


def each(rows: str) -> list[tuple[str, str]]:
    """Return what was said with each text of its row."""
    made = [row.split(" | ") for row in rows.replace("\n  |", " |").strip().splitlines()]
    return [(said, text) for said, *texts in made for text in texts]


@pytest.mark.parametrize(("said", "text"), each(REFUSED))
def test_no_text_loses_a_condition_an_order_or_a_pair(said: str, text: str) -> None:
    assert not lands(said, text)


@pytest.mark.parametrize(("said", "text"), each(TOLD))
def test_a_true_rewording_is_told(said: str, text: str) -> None:
    assert lands(said, text)


PUT_OFF = """
Beacon can't launch until legal approves. | Launch waits for legal approval
  | Launch is waiting for legal approval | Beacon's launch waits for legal approval
We don't hire until the funding closes. | Hiring waits for the funding to close
  | Hiring is waiting for the funding to close
"""
NOT_PUT_OFF = """
Beacon can't launch until legal approves. | Beacon launches | Launches
  | Legal approval waits for the launch | Legal waits for the launch
We don't hire until the funding closes. | Hires | Hiring
We don't hire this year. | Hiring waits for the funding
I don't wait until Friday. | Waits until Friday | Waits for Friday
"""


@pytest.mark.parametrize(("said", "text"), each(PUT_OFF))
def test_what_is_not_done_until_something_else_waits_for_it(said: str, text: str) -> None:
    assert _fate(said, text) == "stored"


@pytest.mark.parametrize(("said", "text"), each(NOT_PUT_OFF))
def test_what_waits_for_another_thing_than_was_said_is_no_fact(said: str, text: str) -> None:
    assert _fate(said, text).startswith("dropped:")


def _fate(said: str, text: str) -> str:
    about = "project Beacon" if said.startswith("Beacon") else "person Alex"
    (found,) = fates(Memory().take([propose(text, about=about)], [line(1, said)]))
    return found
