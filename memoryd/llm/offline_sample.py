"""A text that is shown to be judged or bettered: what it says need not be so of its author."""

import re

_TEXT = (
    r"(?:bio(?:graphy)?|drafts?|paragraphs?|about[- ]me|intro(?:duction)?|self-introduction|texts?|"
    r"sentences?|e-?mails?|(?:cover )?letters?|messages?|posts?|tweets?|captions?|essays?|poems?|"
    r"stor(?:y|ies)|statements?|profile(?: text)?|cv|r[eé]sum[eé]|copy|wording|summar(?:y|ies)|"
    r"headlines?|taglines?|speech|toast|pitch|blurb|section|passage|scripts?|version|example)\b"
)
_WORDS = r"(?: \w+){0,3}?"
_THIS = re.compile(rf"\b(?:this|these|that|the above){_WORDS} {_TEXT}", re.IGNORECASE)
_NEXT = re.compile(
    rf"\b(?:the following|following|the below){_WORDS} {_TEXT}|"
    rf"\b(?:think of|feedback on|opinion (?:on|of)|thoughts on|review|improve|edit|polish|shorten|"
    rf"check|rate|critique|correct|fix|look (?:at|over)|tighten|simplify|comment on|grade|read|"
    rf"do you like|how(?:'s| is| about| does)|is){_WORDS} (?:my|our|a){_WORDS} {_TEXT}|"
    r"\b(?:how(?:'s| is| about)|what about|think of) this$|"
    r"\bdoes this (?:sound|read|flow|look)\b|\bis this (?:grammatical|correct|better|good) ?\w*$",
    re.IGNORECASE,
)
_HERE = re.compile(
    rf"(?:here is|here's|here are|below is|below are){_WORDS} {_TEXT}|"
    rf"this is (?:my|our|the|a){_WORDS} (?:bio|draft|paragraph|intro|cover letter|about[- ]me)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"(?:please |could you |can you |just )*(?:review|improve|edit|polish|shorten|rate|critique|"
    r"correct|fix|check|tighten|simplify|read|grade|comment on|look (?:at|over)|any (?:thoughts|"
    r"feedback|comments)|thoughts|feedback|i(?:'d| would) like|i need (?:feedback|help|comments)|"
    r"tell me what you think|let me know what you think|give me|help me|make)\b",
    re.IGNORECASE,
)
_END = re.compile(r"([.!?…:]+(?=\s|$)|\n+)")


def without_sample(text: str) -> str:
    """Return a line without the text that it shows: all after a question or request about one.

    "What do you think of this bio? I live in Rome." says nothing of where the operator lives; asked
    of "this" text after it, nothing before it does either.
    """
    pieces = _END.split(text)
    for number in range(0, len(pieces), 2):
        body = pieces[number].strip()
        asks = "?" in "".join(pieces[number + 1 : number + 2]) or _ASKS.match(body)
        if asks and _THIS.search(body):
            return ""
        if _HERE.match(body) or (asks and _NEXT.search(body)):
            return "".join(pieces[:number])
    return text
