"""Passing: whether words ask for something once, dictate it, quote it or make it up.

None of that tells how the operator wants to work. Word lists, so they miss; on doubt they refuse:
who means it for good says so once more.
"""

import re
from collections.abc import Iterable

from memoryd.core.regex import regex
from memoryd.core.text import content_stems
from memoryd.core.twisted import nearest_sentence

_THINGS = r"""(?:chats?|conversations?|sessions?|threads?|repl(?:y|ies)|answers?|responses?
  |messages?|e-?mails?|letters?|mails?|texts?|files?|documents?|tasks?|questions?|exercises?
  |examples?|tests?
  |trips?|journeys?|flights?|bookings?|orders?|meetings?|calls?|drafts?|essays?|pages?|slides?|posts?
  |pull\ requests?|prs?|commits?|branch(?:es)?|runs?|experiments?|demos?|games?|rounds?|times?
  |visits?
  |weeks?|months?|mornings?|afternoons?|evenings?|nights?|weekends?|occasions?|case|one|project
  |report|presentation|function|script|poem|song|story|party|dinner|lunch|event|purchase)"""
_ONCE = regex(
    rf"""\b(?:in|for|during|on|at|with|about|within|throughout|to|of)\ (?:just\ |only\ )?
      (?:this|the\ (?:next|coming|following|current))\ (?:one\ |single\ |next\ )?(?:\w+\ )?
      {_THINGS}\b
    | \bthis\ (?:time|once|one|week|month|morning|afternoon|evening|weekend)\b(?!\ on)
    | (?<!from\ )\b(?:next|this\ one|this\ single)\ {_THINGS}\b
    | \b(?:just|only)\ (?:this|for\ (?:now|today|once)|today|tonight|tomorrow|once)\b
    | \bfor\ (?:now|today|tonight|once|a\ change|the\ moment|the\ time\ being)\b
    | \b(?:today|tonight|tomorrow)(?:\ only)?\W*$ | \b(?:today|tonight)\ only\b
    | \bonly\ (?:today|tonight|tomorrow)\b
    | \b(?:nur|bloß)\ (?:heute|diesmal|dieses\ mal|morgen)\b | \bdiesmal\b | \bdieses\ Mal\b
    | \b(?:in|für|bei|auf)\ (?:diese[mnrs]?|nächste[mnrs]?)\ (?:\w+\ )?(?:chat|gespräch|antwort
      |nachricht|mail|e-mail|brief|text|reise|aufgabe|frage|fall|woche|test|termin|sitzung)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_A_WHILE = regex(r"\b(?:for )?this (?:week|month|quarter|year)\b", re.IGNORECASE)
_FROM_NOW = regex(
    r"\b(?:from|as of|starting|beginning|since) (?:this|today|tonight|tomorrow|now|next)\b"
    r"|\bab (?:heute|jetzt|dieser|sofort)\b",
    re.IGNORECASE,
)
# What an assistant is to make, or to do with words that are given to it: the words are no wish.
_DICTATES = regex(
    r"""^\W*(?:(?:please|ok|okay|now|can\ you|could\ you|help\ me(?:\ to)?|let's
        |i\ want\ you\ to)\s+)*
      (?:(?:re)?write|draft|compose|translate|rephrase|paraphrase|proofread|correct|fix|edit|polish
        |shorten|improve|complete|finish|continue|type|print|echo|repeat|quote|say|tell\ (?:him|her
        |them)|put|invent|make\ up|imagine|pretend|act\ as|role-?play|simulate|summari[sz]e
        |generate|create|sing|recite|explain\ why|parse|classify|schreib\w*|übersetz\w*|korrigier\w*
        |verfass\w*|formulier\w*|erfind\w*)\b
      [^.!?]*?(?::|["“„']|\b(?:in\ which|where|whose|about|that\ says?|saying|with\ the\ words?
        |who|sentence|story|novel|poem|song|ad|advert\w*|slogan|letter|play|scene|dialogue
        |character|hero\w*|villain|headline|caption|in\ der|in\ dem|satz|geschichte|gedicht)\b)""",
    re.IGNORECASE | re.VERBOSE,
)
_MADE_UP = regex(
    r"""\b(?:in|for|of)\ (?:the|my|a|an|our|this)\ (?:\w+\ )?(?:story|novel|poem|song|play|script|ad
      |advert\w*|scene|game|dream|film|movie|book|letter|joke|fairy\ tale|screenplay|saga)\b
    | \b(?:the|my|a)\ (?:hero(?:ine)?|villain|protagonist|character|narrator|main\ character)\b
    | \bin\ (?:der|dem|einer|einem|meine[mr])\ (?:geschichte|roman|gedicht|lied|spiel|film)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_WHO = (
    r"(?:(?-i:[A-Z])[\w-]+|he|she|they|someone|somebody|everyone|people|my\ \w+|the\ \w+|our\ \w+)"
)
_QUOTED = regex(
    rf"""(?:^|[.,;]\s+|\b(?:and|but|because|then|as|when)\ ){_WHO}[ ]
      (?:(?:always|often|once|just|also)\ )?
      (?:said|says|told|tells|wrote|writes|asked|asks|insist(?:s|ed)|claim(?:s|ed)|thinks?|believes?
        |thought|suggest(?:s|ed)|recommend(?:s|ed)|advis(?:es|ed)|argu(?:es|ed)|warn(?:s|ed)
        |want(?:s|ed)?\ me|expects?\ me|demand(?:s|ed)|keeps?\ saying|shout(?:s|ed))\b
    | \b(?:according\ to|quote:|as\ (?:they|people)\ say|laut)\s
    | ^\W*["“„'][^"”“]+["”“'][^\w]*$""",
    re.IGNORECASE | re.VERBOSE,
)
# Who spoke, as a clause of its own, before or behind the words: "..., he shouted at me".
_SPOKE = r"""(?:said|says|told|tells|wrote|writes|call(?:s|ed)\ out|repl(?:ies|ied)|cr(?:ies|ied)
  |(?:shout|yell|scream|warn|answer|add|whisper|order|insist|demand|mutter|bark|growl|preach
    |instruct|command|explain|recommend|suggest|remind|remark|exclaim)(?:s|ed)
  |(?:urg|hiss|mumbl|declar|announc|advis)(?:es|ed)|(?:beg|snap)(?:s|[gp]ed)
  |(?:is|was|kept|keeps)\ (?:shout|yell|scream|say)ing)"""
_HOW = r"(?:(?:\w+ly|then|always|once|just|also|often)\ )?"
_TO_WHOM = r"(?:\ (?:(?:at|to)\ \w+|me|us|him|her|them|it|back|again|once|today|yesterday|\w+ly))*"
_WORDS = r"""(?:his|her|their|(?:my|the)\ \w+['’]s|(?-i:[A-Z])\w+['’]s)
  \ (?:words?|rules?|motto|advice|orders?|commands?|answer|reply|policy)\b"""
_TAG = regex(
    rf"""(?:^|[,;–—-]\s+)(?P<who>{_WHO})\ {_HOW}{_SPOKE}{_TO_WHOM}
      (?=\W*$|\s*[;:–—-]|,\ (?!so\b|and\b|but\b|because\b|which\b|therefore\b|that['’]s\ why))
    | [,;–—-]\s+{_SPOKE}\ (?P<by>{_WHO}){_TO_WHOM}(?=\W*$|\s*[,;])
    | [,;–—-]\s+(?:so\ )?(?:(?:is|was)\ )?(?P<whose>{_WORDS}) | \s[–—-]\s+(?P<of>my\ \w+)\W*$""",
    re.IGNORECASE | re.VERBOSE,
)
_WHOSE = regex(
    rf"""(?:(?:and|but|so)\ )?(?:that|this|those|these|it|so)(?:['’]s|\ is|\ was|\ were|\ are)?
      \ (?:(?:(?:what|how|all)\ )?{_WHO}\ {_HOW}{_SPOKE}\b | {_WORDS})""",
    re.IGNORECASE | re.VERBOSE,
)
_PRONOUN = regex(r"(?:he|she|they|(?:his|her|their)\b.*)", re.IGNORECASE)
_SOMEBODY = regex(r"(?<=[\w,] )(?:(?-i:[A-Z])\w+|(?:my|our) \w+)", re.IGNORECASE)
# "Answer in German when my mother writes" says when, not what she wrote.
_WHEN = regex(rf"\bwhen(?:ever)?\ {_WHO}\ (?:writes|asks)\b(?!\W*[:\"“„])", re.IGNORECASE)
# A choice among what lies on the table: "I like your answer", "I prefer the second option".
_POINTS = regex(
    r"""\b(?:prefer|like|love|hate|want|enjoy|dislike)(?:s|d)?\ (?:it|this|that|these|those|your|the
      \ (?:first|second|third|last|other|latter|former|new|old)\ (?:one|option|version|idea|answer
      |draft|variant|design|proposal|suggestion))\b
    | \b(?:prefer|like|love|hate)s?\ not\ to\ (?:say|answer|tell|talk|comment)\b""",
    re.IGNORECASE | re.VERBOSE,
)


def is_passing(text: str, said: Iterable[str], *, for_now: bool = False) -> bool:
    """Return whether a text rests on words that are of one occasion, dictated, quoted or made up.

    said: the texts of its lines; what comes first in one may speak of all that follows in it.
    for_now: of a priority, which may be one for "this month" only.
    """
    lines = (line.replace("’", "'") for line in said)
    return all(_is_passing(text, line, for_now=for_now) for line in lines)


def is_reported(sentence: str) -> bool:
    """Return whether a sentence gives somebody else's words and says whose they are.

    "Never call Dana, she shouted at me" gives a reason: who spoke is whom the words are about.
    """
    for tag in _TAG.finditer(sentence):
        who = next(found for found in tag.groups() if found)
        about = _SOMEBODY.findall(sentence[: tag.start()])
        if not (about if _PRONOUN.fullmatch(who) else who in about):
            return True
    return False


def tells_whose_words(sentence: str) -> bool:
    """Return whether a sentence says that what was said before it are another's words."""
    return _WHOSE.match(sentence) is not None


def _is_passing(text: str, line: str, *, for_now: bool) -> bool:
    sentence = nearest_sentence(text, line) or line
    once = _ONCE.search(
        _A_WHILE.sub("", sentence) if for_now else sentence
    ) and not _FROM_NOW.search(sentence)
    return bool(
        once or _DICTATES.search(sentence) or _leads(line, sentence)
        or _MADE_UP.search(sentence) or _QUOTED.search(_WHEN.sub("", sentence))
        or _POINTS.search(sentence) or is_reported(sentence)
    )  # fmt: skip


def _leads(line: str, sentence: str) -> bool:
    """Return whether an order ahead of a sentence, ending in a colon, hands it over as words."""
    ahead = line[: line.find(sentence)].rstrip()
    return ahead.endswith(":") and bool(
        _DICTATES.search(ahead.splitlines()[-1]) and content_stems(ahead)
    )
