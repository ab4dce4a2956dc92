"""The table of origins, cell by cell; who speaks; and whose words a message holds."""

import re
from datetime import UTC, datetime

import pytest

from memoryd.core.cues import is_preference, is_request, is_sensitive
from memoryd.core.quoting import spoken
from memoryd.core.trust import (
    Kind,
    Verdict,
    Voice,
    highest,
    judge,
    lowest,
    may_supersede,
    origin_of,
    voice_of,
)
from memoryd.core.turn import Role, Turn
from tests.pace import grows_in_line

ALLOW, NOTE, REVIEW, REFUSE = Verdict.ALLOW, Verdict.ATTRIBUTE, Verdict.REVIEW, Verdict.REFUSE
_KINDS = (Kind.FACT, Kind.OPERATOR_PREFERENCE, Kind.TACIT, Kind.SUPERSEDE_OPERATOR, Kind.SENSITIVE)
_TABLE = {
    Voice.OPERATOR: (ALLOW, ALLOW, ALLOW, ALLOW, ALLOW),
    Voice.PEER: (ALLOW, NOTE, REFUSE, REFUSE, REVIEW),
    Voice.REMEMBER: (ALLOW, REFUSE, REFUSE, REFUSE, REVIEW),
    Voice.OTHER: (NOTE, NOTE, REFUSE, REFUSE, REVIEW),
}


@pytest.mark.parametrize(
    ("voice", "kind", "verdict"),
    [(voice, kind, row[n]) for voice, row in _TABLE.items() for n, kind in enumerate(_KINDS)],
)
def test_each_voice_may_become_what_the_table_says(
    voice: Voice, kind: Kind, verdict: Verdict
) -> None:
    assert judge(voice, kind) is verdict


@pytest.mark.parametrize("standing", list(Voice))
def test_the_operators_word_falls_to_theirs_alone(standing: Voice) -> None:
    free = {voice for voice in Voice if may_supersede(voice, standing)}

    facts = {Voice.OPERATOR, Voice.PEER, Voice.REMEMBER}
    assert free == ({Voice.OPERATOR} if standing is Voice.OPERATOR else facts)


def turn(role: str, channel: str | None = None, text: str = "x") -> Turn:
    return Turn(
        "plain", "s", "1", datetime(2026, 1, 1, tzinfo=UTC), Role(role), text, None, channel
    )


@pytest.mark.parametrize(
    ("role", "channel", "voice", "origin"),
    [
        ("operator", None, Voice.OPERATOR, "conversation"),
        ("operator", "telegram:direct", Voice.OPERATOR, "conversation"),
        ("operator", "telegram:group", Voice.OTHER, "group"),
        ("operator", "slack:ops", Voice.OPERATOR, "group"),
        ("operator", "telegram:direct:group", Voice.OTHER, "group"),
        ("operator", "", Voice.OTHER, "group"),
        ("member", "telegram:direct", Voice.PEER, "conversation"),
        ("member", "telegram:group", Voice.OTHER, "group"),
        ("member", "slack:ops", Voice.OTHER, "group"),
        ("member", None, Voice.OTHER, "group"),
        ("assistant", None, Voice.OTHER, "conversation"),
        ("assistant", "slack:ops", Voice.OTHER, "group"),
        ("tool", None, Voice.OTHER, "tool"),
        ("file", "telegram:direct", Voice.OTHER, "file"),
        ("email", "slack:ops", Voice.OTHER, "email"),
        ("web", None, Voice.OTHER, "web"),
    ],
)
def test_a_voice_is_who_spoke_and_where(
    role: str, channel: str | None, voice: Voice, origin: str
) -> None:
    said = turn(role, channel)

    assert voice_of(said, ["slack:ops"]) is voice
    assert origin_of(said) == origin


def test_derived_text_takes_the_lowest_of_its_voices() -> None:
    assert lowest([Voice.OPERATOR, Voice.PEER]) is Voice.PEER
    assert lowest([Voice.OTHER, Voice.OPERATOR]) is Voice.OTHER
    assert lowest([Voice.REMEMBER, Voice.PEER]) is Voice.REMEMBER
    assert lowest([]) is Voice.OTHER


def test_a_fact_that_two_voices_state_is_that_of_the_higher() -> None:
    assert highest([Voice.OTHER, Voice.PEER]) is Voice.PEER
    assert highest([Voice.PEER, Voice.OPERATOR]) is Voice.OPERATOR
    assert highest([]) is Voice.OPERATOR


FOREIGN = "Falke may deploy on Fridays"


@pytest.mark.parametrize(
    "text",
    [
        f"> {FOREIGN}\nwhat do you think?",
        f"```\n{FOREIGN}\n```\nis that a risk?",
        f"~~~\n{FOREIGN}",
        f'is this spam? """{FOREIGN}"""',
        f"Summarise this for me: <<< {FOREIGN} >>>",
        f"<email>{FOREIGN}</email> summarise",
        f"[quote=Ray]{FOREIGN}[/quote] really?",
        f"Translate: '{FOREIGN}'",
        f"Fasse zusammen: {FOREIGN}",
        f"Übersetze bitte: „{FOREIGN}“",
        f"What does this mean? «{FOREIGN}»",
        f"请翻译\uff1a“{FOREIGN}”",
        f"Ray wrote '{FOREIGN}' again",
        f'I got this mail today. "{FOREIGN}"',
        f"Here's the ticket:\n\n{FOREIGN}.",
        f"Check this email\n\nDear Alex,\n{FOREIGN}.\nBest, Ray",
        f"pasted from the wiki: {FOREIGN}",
        f"FYI, forwarded from Leo: {FOREIGN}",
        f"FYI from Leo: {FOREIGN}",
        f"FYI, what Leo posted: {FOREIGN}",
        f"FYI:\n\n{FOREIGN}.",
        f"Fyi\n\n{FOREIGN}.",
        f"fwd: {FOREIGN}",
        f"Copy of the mail below\n{FOREIGN}",
        f"From: Ray\nTo: Alex\n\n{FOREIGN}",
        f"---------- Forwarded message ---------\n{FOREIGN}",
        f"On Mon, Feb 2, 2026 at 9:00 Ray <r@x.example> wrote:\n{FOREIGN}",
        f"[09:14] Ray: {FOREIGN}\n[09:15] Tom: ok",
        f"The page says: {FOREIGN}",
        f"Look what Ray sent me: {FOREIGN}",
        f"Text from the web page -> {FOREIGN}",
        f"The README reads:\n---\n{FOREIGN}\n---",
    ],
)
def test_what_is_pasted_quoted_or_handed_over_is_not_the_writers(text: str) -> None:
    taken = spoken(text)

    assert "Fridays" not in taken.own
    assert any("Fridays" in other for other in taken.others)


@pytest.mark.parametrize(
    "text",
    [
        "The dog answers to 'Nul' and the boat is 'Prn', no joke.",
        "In class we saw how 'forget your rules' fooled a chat bot.",
        "Decision: no release without a run of the memory tests.",
        "My colleagues are: Ann, Bo, Cy and Di",
        "We decided two things:\n- REST for Beacon\n- launch in March",
        "Remember: I never eat pork",
        "Note: the standup moved to 9:30",
        "FYI: I'm allergic to peanuts.",
        "FYI - I'm allergic to peanuts.",
        "fyi: Dana moved to Lisbon",
        "FYI, two things: I moved to Bonn, and I'm vegan.",
        "Just FYI: my office is in Bonn now.\nI start on Monday.",
        "Nora's rules for the cabin: shoes off, stove out at ten.",
        "We quoted the bakery 4k: shop page and ordering.",
        "I'm reading \"The Left Hand of Darkness\", it's great, don't you think?",
        "the partners' meeting and Dana's plan",
        "x < y and y > z, rock 'n' roll of the '90s",
    ],
)
def test_what_the_operator_says_stays_theirs(text: str) -> None:
    assert (spoken(text).own, spoken(text).others) == (text, ())


@pytest.mark.parametrize(
    "piece", [" 'a", ' "a', "<a ", "a: b ", "\n", " ", "```\n", "\u201c", "- "]
)
def test_a_long_message_of_any_make_is_taken_apart_in_proportion_to_its_length(piece: str) -> None:
    assert grows_in_line(lambda size: spoken(piece * (size // len(piece))), 200_000)


@pytest.mark.parametrize(
    "text",
    [
        "Our bank details changed",
        "the new IBAN is",
        "wire the money",
        "Ray may approve",
        "password is x",
        "grant Ray admin access",
        "she has root access",
        "consented to sharing",
        "p\u0430ssport",
        "\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff44 is x",
        "my new phone is 555",
        "Bitte die Überweisung",
        "以后所有转账都不需要",
        "forward every invoice to x",
        "branch protection off",
        "api key",
    ],
)
def test_money_access_and_identity_are_sensitive(text: str) -> None:
    assert is_sensitive(text)


@pytest.mark.parametrize(
    "text",
    ["Dana moved to Lisbon, same phone number", "likes the walk by the river",
     "PR #127 opened", "room 4, Sunday 18:00", "trusts her sister", "Даша runs procurement"],
)  # fmt: skip
def test_everyday_talk_is_not(text: str) -> None:
    assert not is_sensitive(text)


_DEBTS = """
Owes Dana 500 euros|Agreed to pay Dana 900 dollars monthly|Lent Dana 2000 euros in May
Debt to Dana is 500 euros|Took out a loan of 9000 euros|Alex owes Dana half the rent|Owed 300 to Ray
Owes money to the landlord|Is in debt|Has 12,000 in student loans|Repaid Dana in June
Paid Dana back last week|Lent Dana 2000|Lent her brother money|Borrowed 50 from Ray
Borrowed the deposit from Tom|Will transfer 500 to Dana|Transferred her 1,200 for the tickets
Paid the rent for March|Pays 900 a month to Tom|Sent Dana the money|Gave Dana cash for the taxi
Gave Ray 200 for the flights|Paid off the car|Has a mortgage on the house
Was reimbursed for the trip
Earns 4000 a month|Charges 90 per hour|The rent is 900|Is behind on payments|In arrears since May
The deal is worth £40,000|Quoted ¥3000|It cost 300$|Sold the car for 9 000 €|Made 20k USD last year
The fee is CHF 300|Receives five hundred euros monthly|Won a thousand dollars
Gets 500 pounds a month
Promised a donation of 100 bucks|Schuldet Dana 500 Euro|Hat Schulden|Alex hat ein Darlehen
A une dette envers Dana|Tiene una deuda con Dana|Ha un prestito|欠款五百|долг перед Даной
"""
_ACCESSES = """
Gave Dana admin access to Beacon|Has the keys to the office safe|Has access to the staging server
Was given access to Beacon|Dana got access to the repository|Granted Ray write rights on Falke
Lost access to the mailbox|Dana is an admin of the workspace|Made Dana admin
Is now the owner of the repo
Added Ray as a maintainer on the main repository|Has the editor role in the shared drive
Knows the Wi-Fi code|The door code is 4711|Keeps the alarm code in a drawer|Her PIN is 4711
Shared the recovery codes with Tom|Has a spare key|Handed Ray the keys|Gave Dana the office key
Got the key to the flat|Has the ssh key|The user name is dana7|May log in to production
Dana is allowed to use the shared account|Can sign contracts for Globex|Gave the go-ahead for launch
Got the green light for Beacon|Has power of attorney|Dana acts on his behalf
Has no permission to deploy
Knows the password|Hat Zugriff auf das Konto|A accès au serveur|Tiene acceso al servidor
"""
_IDENTITIES = """
Passport expires in May|Lost her driver's license|National insurance number starts with QQ
Her mother's maiden name is Holm|The e-mail is now d@x.example|Her number is now 555 0100
"""


@pytest.mark.parametrize(
    "text",
    [row for rows in (_DEBTS, _ACCESSES, _IDENTITIES) for row in re.split(r"[|\n]", rows.strip())],
)
def test_a_sum_a_debt_a_key_or_a_right_is_sensitive_however_it_is_put(text: str) -> None:
    assert is_sensitive(text)


_HARMLESS = """
Works as a key account manager|Pays attention to detail|Has a key role in the launch
Key contact at Acme
Plays in the key of G|Plays keyboards|Her key strength is patience|Patience is the key to success
Paid a visit to her aunt|Paid tribute to her teacher|Hard work paid off|Is on paid leave in March
The training will pay off through the season|Owes Dana a call|Owes her success to her coach
Owes Ray an apology|Owes Tom a big favour|The delay is owing to rain|Works on technical debt
Borrowed a book from Dana|Lent Ray her bike|Gave up sweets for Lent|The painting is on loan
Sent Dana 3 photos|Gave Ray two tickets|Transferred to Berlin in 2025|Transferred to the Oslo office
Took 20 photos|Gave a talk on 12 May|Gave birth in 2024|Lost 5 pounds|Lifts 100 pounds
Caught a fish of 20 pounds of weight|Runs 10k on Sundays|Watched the Euros|Euro 2024 was in Germany
Writes Swift and Kotlin|Volunteers at a food bank|Lives by the river bank
The flat has step-free access
The house has access to the beach|Needs wheelchair access|Works as an office administrator
Works in admin|Hired an admin assistant|Plays the lead role in a musical
Her role is product designer
Took on the role of captain|Got a new role at Globex|Got a dog|Given name is Ines|Has two children
Her birthday is on 4 May|Rents a flat in Lisbon
Says good access to quality education is key|Wants access to affordable housing
Owes Dana one|The door code is changed weekly|Likes the colour green|Is light on her feet
Lost the match
"""


@pytest.mark.parametrize("text", re.split(r"[|\n]", _HARMLESS.strip()))
def test_words_that_only_sound_like_money_or_access_are_not(text: str) -> None:
    assert not is_sensitive(text)


@pytest.mark.parametrize(
    "text",
    [
        "From now on forward every invoice",
        "please note that",
        "Agents must record this",
        "Bitte merke dir dauerhaft",
        "请记住\uff1a以后",
        "# TODO(agent): recall this",
        "you should trust me",
        "- store that he agreed",
        "\uff30\uff4c\uff45\uff41\uff53\uff45 send it",
        '{"id": "x", "status": "superseded"}',
        "Meet Dana and then delete all of it",
        "I need you to send the files",
        "Ask Alex to forward the report",
        "Tell the bot to just run it",
    ],
)
def test_a_request_is_heard(text: str) -> None:
    assert is_request(text)


@pytest.mark.parametrize(
    "text",
    [
        "Dana joined on Thursday",
        "The office is closed",
        "12 degrees",
        "Maria and I run a shop in Rome.",
        "We want to use Postgres for Beacon.",
        "I work at Meridian and I prefer calls. Alex prefers mornings.",
        "Dana and Ray share an office",
        "Ines and Tom call each other every week",
        "They plan to open a second shop",
        "Nora likes to book early",
        "We decided to use REST",
    ],
)
def test_a_statement_is_no_request(text: str) -> None:
    assert not is_request(text)


@pytest.mark.parametrize("text", ["Prefers tea", "Loves long mails", "Always reply in French"])
def test_a_preference_is_one_whatever_it_is_labelled(text: str) -> None:
    assert is_preference(text)
    assert not is_preference("Works at Acme")
