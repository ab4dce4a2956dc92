"""The table of origins, cell by cell; who speaks; and whose words a message holds."""

import time
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
def test_a_long_message_of_any_make_is_taken_apart_in_no_time(piece: str) -> None:
    text = piece * (200_000 // len(piece))
    began = time.process_time()

    spoken(text)

    assert time.process_time() - began < 2


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
