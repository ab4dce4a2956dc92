"""Words that are not the operator's own: of a part given to the assistant, of a book or a song."""

import re

from memoryd.core.regex import regex
from memoryd.llm.offline_words import RELATIONS, TITLE

_BEGINS = (
    r"(?:^|[.!?\n:;]\s*|,\s+|\band )(?:(?:and|so|now|ok|okay|hey|hi|today|please|from now on|"
    r"in this (?:chat|game|conversation)|for this (?:chat|game|conversation)),?\s+)*"
)
# Thanks and praise say what the assistant is, and give it no part to play.
_PRAISE = (
    r"(?!(?:[\w'-]+ ){0,2}(?:star|rock ?star|legend|genius|life-?saver|life saver|gem|angel|hero|"
    r"wizard|champ|champion|godsend|treasure|peach|dear|darling|pro|blessing|saint|miracle|bit|lot|"
    r"help|listener|friend|bot|robot|machine|computer|ai|program|model|tool|marvel|wonder|idiot|"
    r"fool|human|person|one|bird|owl|riser|vegetarian|vegan)\b)"
)
_YOU = r"you(?:'?re| are|'ll be| will be| play| will play|'ll play| get to be)"
_PART = regex(
    rf"\byou are an? {_PRAISE}|"
    rf"{_BEGINS}{_YOU}(?: now| currently| playing| (?:going|gonna|supposed)(?: to)? be| to be|"
    r" to play| acting as)* "
    rf"(?:an? {_PRAISE}\w|my (?:new )?(?:{TITLE}|{RELATIONS}|guide|nurse|coach|tutor|character)\b|"
    rf"the (?:{TITLE}|narrator|guide|dungeon master|game master|host|interviewer|waiter|waitress|"
    r"seller|customer|patient|judge|shop ?keeper)\b|"
    r"(?-i:(?!Claude|ChatGPT|GPT|Gemini|Copilot|Siri|Alexa)[A-Z][a-z]+)(?=[,.!\n]| and\b|$))|"
    rf"{_BEGINS}(?:be|become) (?:an? (?!bit\b|little\b|dear\b|darling\b|star\b|doll\b|good\b)|"
    r"my (?:guide|coach|tutor|doctor|lawyer|therapist|teacher|nurse)\b)|"
    rf"{_BEGINS}(?:play|take(?: on)?) the (?:part|role)\b|"
    rf"{_BEGINS}(?:act|behave|speak|talk|answer|reply|respond) (?:like|as)(?: if you were)? an? "
    r"(?!human|friend|person|adult|grown)|"
    r"\byour (?:role|part|character|persona) is\b",
    re.IGNORECASE,
)


def gives_a_part(text: str) -> bool:
    """Return whether a text makes the assistant somebody: what it says then is of a play."""
    return _PART.search(text) is not None


# What whoever reads it knows from a book, a song, a film or a play, by its first words.
_KNOWN = """
call me ishmael
my name is legion
my name is ozymandias
my name is inigo montoya
my name is slim shady
my name is nobody
i am ozymandias
i am the walrus
i am spartacus
i'm spartacus
i am the captain of my soul
i am the master of my fate
i had a farm in africa
i left my heart in san francisco
i live in a yellow submarine
i was born in a crossfire hurricane
i was born in the usa
i was born by the river
i was born under a wandering star
i love the smell of napalm
i love paris in the springtime
i love new york in june
i love rock and roll
i love rock 'n' roll
i love it when a plan comes together
i like big butts
i like to move it
i like my women like
i don't like mondays
i don't like cricket
i work at the car wash
i have always depended on the kindness of strangers
i've always depended on the kindness of strangers
i got married in a fever
i shot the sheriff
never send to know for whom
never trust anyone over
never tell me the odds
never bring a knife to
never get involved in a land war
never go against a sicilian
always look on the bright side
always be closing
always forgive your enemies
"""
_OPENINGS = tuple(" ".join(line.split()) for line in _KNOWN.splitlines() if line.strip())
_LOOSE = regex(r"[^\w\s'-]+")
_OLD = regex(
    r"\b(?:thou|thee|thy|thine|hath|doth|quoth|shalt|whither|wherefore art)\b", re.IGNORECASE
)
_CREDITED = regex(
    r"\b(?:as|like) (?:the|that|an old) (?:song|saying|poem|line|verse|lyric|proverb|psalm|hymn|"
    r"joke|film|movie|book|bible|poet) (?:goes|has it|puts it|runs|tells)\b|"
    r"\b(?:to quote|quoting|in the words of|as sung by|as they say|as the poet)\b",
    re.IGNORECASE,
)


def is_quotation(sentence: str) -> bool:
    """Return whether a sentence is a well-known one of a book, song or film, or is said to be."""
    plain = " ".join(_LOOSE.sub(" ", sentence).casefold().split())
    known = any(f"{plain} ".startswith(f"{opening} ") for opening in _OPENINGS)
    return known or bool(_OLD.search(sentence) or _CREDITED.search(sentence))
