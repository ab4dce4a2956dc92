"""Whether a fact about a project says that it is over (it goes to the archives) or goes on."""

import re
from collections.abc import Iterator

from memoryd.core.fact import Fact
from memoryd.core.regex import regex
from memoryd.core.value import replace

# When a thing came out; "in Germany" or "on staging" is not all of it.
_DAY = r"""(?:now|today|yesterday|at\ last|(?:last|this)\ \w+|since(?:\ \S+)?
  |(?:on|in|at)\ (?:the\ )?(?:\d[\w.-]*|(?:early|mid|late)\b|(?:jan|feb|mar|apr|may|june?|july?
  |aug|sep|oct|nov|dec|spring|summer|autumn|fall|winter|q[1-4]
  |(?:mon|tue|wed|thu|fri|sat|sun)\w*day)
  \w*)[\w\ ,.-]*+)"""
_OVER = regex(
    rf"""(?:
      \b(?:is|are|was|were|got|been|now|all)\s+(?:(?:now|all|officially|finally|fully)\s+){{0,4}}
        (?:finished|completed?|done|delivered|closed|cancell?ed|abandoned|discontinued|shipped
        |over(?=\s*(?:$|[.,;:!()]|and\b|now\b|since\b|as\b|on\b|in\b|at\ last\b|today|yesterday))
        |wrapped\ up|shut\ down|wound\ down|archived|retired|handed\ over|signed\ off)
      | \b(?:finished|completed|cancell?ed|abandoned|discontinued|scrapped|wrapped\ up|shut\ down
        |wound\ down|handed\ over|concluded)(?=\s*(?:$|[.,;(]|on\b|in\b|at\b|last\b|this\b|as\b
        |today|yesterday|and\b|\d|the\ project))
      | ^\W*(?:(?:all|now|fully|finally|officially)\ )*
        (?:done|over|closed|complete|shipped|delivered|archived|retired)
        (?:\ (?:now|today|yesterday|last\ \w+|this\ \w+|at\ last|(?:on|in)\ [\w\ ,.-]++))?\W*$
      | (?:^\W*|\b(?:is|are|was|were|has|have|been|got|now)\ )
        (?:(?:is|are|was|were|has|have|been|now|all|officially|finally|fully|successfully|just)
        \ ){{0,4}}
        (?:launched|released|(?:went\ |gone\ )?live)
        (?=\s*(?:\ {_DAY})?\s*(?:$|[.;!(]|,\ ?(?!and\ )|\ (?:and|but|as|after)\b))
      | \bcame\ to\ an\ end
      | \b(?:project|everything)\ (?:has\ )?ended
    )(?!\w)""",
    re.IGNORECASE | re.VERBOSE,
)
# What is finished must be the whole, and not be merely wished, near or doubted.
_NOT_YET = regex(
    r"""\b(?:not|n't|never|no|almost|nearly|half|partly|mostly|soon|until|once|when|if|before|after
    |will|would|should|could|(?-i:may)|(?-i:May(?=\ [a-z]))|might|must|can|to\ be|being
    |planned?|plans?|expected?|hopes?
    |due|by|far\ from|nowhere\ near|hardly|barely|scarcely|virtually|practically
    |close\ to|maybe|perhaps|possibly|probably|supposed(?:ly)?|allegedly|apparently|hopefully
    |wish(?:es|ed)?|hop(?:ed|ing)|thought(?!\ lead)|think(?!\ tank)|guess(?:es|ed)?
    |believe[sd]?|assum(?:e|es|ed|ing)|doubt(?:s|ed)?
    |suspect|imagined?|pretend\w*|claim(?:s|ed)\ (?:that|to)|dream(?:s|t|ed)\ (?:that|of)
    |wonder(?:s|ed)?
    |seems?|whether|unless|wants?|wanted|needs?\ (?:to|the|it|this|that|my|our))\b
    | n['’]t\b | \d\ ?(?:%|percent|of|/)""",
    re.IGNORECASE | re.VERBOSE,
)
_PART = regex(
    r"""\b(?:phase|part|step|sprint|milestone|draft|design|test(?:s|ing)?|task|tasks|module
    |version|v\d|page|feature|review|first|second|third|prototype|beta|alpha|chapter|ticket)\b""",
    re.IGNORECASE | re.VERBOSE,
)
# What is said behind it: it is not the whole, or it was finished for the day only.
_GOES_ON = regex(
    r"""^\W*(?:for\ (?:today|tonight|now|the\ (?:day|week|weekend|moment|time\ being)|this\ \w+)
      |with(?!out\b)|to\b)
    | \b(?:but|except|apart\ from|aside\ from|besides|though|although|however|only|still|remain\w*
      |other\ than|(?:goes|go|going|carries|carry|moves|lives|live)\ on|continu\w+|ongoing|pending
      |missing|left\ to|maintenance|follow-?ups?)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_RESUMED = regex(
    r"""\b(?:restart|reopen|re-open|resum|reviv|resurrect|reactivat|unarchiv)ed
      (?=\s*(?:$|[.,;!(]|(?:on|in|as|by|after|last|this|work|today|yesterday|the\ project)\b))
    | \b(?:picked|took|taken|taking|picking)\b(?:\ \S+){0,4}?\ up\ again\b
    | \b(?:active|alive|open|underway|under\ way|on|running|going|in\ progress|in\ development
      |working\ on(?:\ \S+){1,4}?|works?\ on(?:\ \S+){1,4}?|work\ (?:has\ )?(?:started|begun|began))
      \ (?:once\ )?again\b | \bback\ (?:in\ (?:progress|development|work)|on\ track|to\ life)\b
    | \bis\ back\W*$ | \bno\ longer\ (?:finished|done|closed|archived|cancell?ed)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_NO_LONGER = regex(r"\bno longer\b", re.IGNORECASE)
_AT_WORK = "at work again since then"
_SENTENCE = regex(r"[.!?\n]+(?:\s|$)")


def is_finished(text: str) -> bool:
    """Return whether a fact says that a project as a whole is finished or given up."""
    found = _OVER.search(text)
    if found is None or _PART.search(text):
        return False
    return is_whole(text, found.span())


def finds_end(text: str) -> tuple[int, int] | None:
    """Return where a text says that something is over, as a project would be; None: nowhere."""
    found = _OVER.search(text)
    return found.span() if found else None


def ends_in(text: str) -> Iterator[tuple[int, int]]:
    """Yield each place where a text says that something is over, as finds_end."""
    return (found.span() for found in _OVER.finditer(text))


def is_of_a_part(text: str) -> bool:
    """Return whether a text speaks of a part of a project: a phase, a draft, a beta."""
    return _PART.search(text) is not None


def is_whole(text: str, end: tuple[int, int]) -> bool:
    """Return whether the end of something that a text speaks of there is come, and of all of it."""
    return not _NOT_YET.search(text[: end[1]]) and not _GOES_ON.search(text[end[1] :])


def goes_on(said: str) -> bool:
    """Return whether what somebody said of an end also says that more of it is to come.

    A fact may hold only the first half of "it is done, but maintenance goes on".
    """
    parts = _SENTENCE.split(said)
    return any(_goes_on(part, found) for part in parts if (found := _OVER.search(part)))


def _goes_on(text: str, found: re.Match[str]) -> bool:
    return _GOES_ON.search(text[found.end() :]) is not None


def is_resumed(text: str) -> bool:
    """Return whether a fact says that work on a project which was over has begun again."""
    found = _RESUMED.search(text)
    return found is not None and not _NOT_YET.search(_NO_LONGER.sub("", text[: found.end()]))


def as_over_once(fact: Fact) -> Fact:
    """Return what says that a project is over as it is told once the project is at work again.

    No fact need say that it was taken up: that it is at work is told, and no more.
    """
    return replace(fact, fact=f"{fact.fact.rstrip(' .!;')} ({fact.day}), and {_AT_WORK}")
