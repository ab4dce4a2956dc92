"""A text that is shown, dictated or labelled: what it says need not be so of its author."""

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
# "Make this sound nicer", "Shorten it": the text may stand before or after.
_BETTER = re.compile(
    r"(?:please |could you |can you |just |now )*(?:(?:make|turn|keep|get) (?:this|that|it) (?:"
    r"sound|read|look|flow|more|less|\w+er|polite|formal|informal|casual|into)|"
    r"(?:how would (?:you|i|we) )?(?:put|phrase|say|word|write) (?:this|that|it)(?: in| into| as|"
    r" better| differently| more|$)|"
    r"(?:shorten|reword|tighten|polish|condense|spell-?check|clean up|summari[sz]e|expand) "
    r"(?:this|that|it|these|the (?:following|above|below)))\b",
    re.IGNORECASE,
)
_TO_SEND = re.compile(
    r"(?:here is|here's|this is|below is) what (?:i|we)(?:'m|'d|'ll|'ve| \w+)",
    re.IGNORECASE,
)
# "Write: ...", "Replace the bio with - ...": what follows is to be written, not so.
_DICTATES = re.compile(
    r"(?:please |just |now |and |then |so )*(?:don't |do not |never |you can |i'd )?(?:write|"
    r"replace|change|say|put|draft|send|reply|answer|respond|tell|post|tweet|type|insert|"
    r"paste|print|echo|"
    r"set|make|turn|shorten|reword|summari[sz]e|correct|fix|edit|repeat|quote|title|use|start|end|"
    r"open|close)\b(?!.*\b(?:memory|remember|know|profile|notes?)\b)",
    re.IGNORECASE,
)
_POINTS_ON = re.compile(r"\b(?:this|the following|following|below)$", re.IGNORECASE)
_LABELS = (
    r"options?|variants?|scenarios?|cases?|quotes?|quotations?|titles?|subject(?: line)?|prompts?|"
    r"templates?|inputs?|outputs?|samples?|personas?|role|views?|perspective|point of view|lyrics|"
    r"captions?|translations?|lines?|commit|phrases?|testimonials?|"
    r"reviews?|transcripts?|dialogues?|monologues?|characters?|slogans?|description"
)
_DID = (
    r"\w+ed|got|sent|read|wrote|saw|made|did|had|is|was|are|were|have|has|need|i|we|he|she|they|"
    r"funny|true|long|short|sad|happy|love|big|great|good|new|life"
)
_LABEL = re.compile(
    r"(?!about me$)(?!(?:please )?(?:never|always|do not|don't)\b)(?:(?:for|as|in|from|to) )?"
    rf"(?:(?!(?:{_DID})\b)[\w'/-]+ ){{0,4}}(?:{_TEXT}|(?:{_LABELS})\b)"
    r"(?: (?:#?\d+|[a-z]|one|two|three|text|idea|below)|"
    r" (?:to|for|from|by|about) (?!that|this|say)[\w']+(?: [\w']+)?)?|"
    r"(?:act|scene|verse|chapter) \w+",
    re.IGNORECASE,
)
_DASH = re.compile(r"\s+[\u2013\u2014-]+\s+|\s*\u2014\s*")
_ASSISTANT = r"(?!claude|chatgpt|gpt|assistant|diary|ai\b|memory|copilot|gemini)"
_SALUTATION = re.compile(
    rf"(?:^|(?<=[.?!]) )[ \t]*(?:dear {_ASSISTANT}[^,:!\n]{{1,40}}|to whom it may concern)"
    r"[ \t]*(?:[,:!]|$)",
    re.IGNORECASE | re.MULTILINE,
)
_GREETING = re.compile(
    rf"^[ \t]*(?:hi|hello|hey|good (?:morning|day|evening)) {_ASSISTANT}[\w.]+"
    r"(?: [\w.]+){0,2}[,!][ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_CLOSING = re.compile(
    r"(?:^|(?<=[.!?])[ \t]+)[ \t]*(?:(?:with )?(?:kind|best|warm|kindest|warmest) (?:regards|"
    r"wishes)|regards|(?:yours )?(?:sincerely|faithfully|truly)|respectfully|"
    r"cordially|best|cheers|thanks|love|yours),?(?:[ \t]*\n)?"
    r"[ \t]*(?-i:[A-Z])[\w.]*(?: [\w.]+){0,2}[ \t.]*$",
    re.IGNORECASE | re.MULTILINE,
)
_END = re.compile(r"([.!?…:]+(?=\s|$)|\n+)")


def without_sample(text: str) -> str:
    """Return a line without the text that it shows: all after a question or request about one.

    "What do you think of this bio? I live in Rome." says nothing of where the operator lives; asked
    of "this" text after it, nothing before it does either.
    """
    pieces = _END.split(_without_letter(text))
    for number in range(0, len(pieces), 2):
        body, stop = pieces[number].strip(), "".join(pieces[number + 1 : number + 2])
        asks = "?" in stop or _ASKS.match(body)
        if (asks and _THIS.search(body)) or _BETTER.match(body):
            return ""
        if _HERE.match(body) or _TO_SEND.match(body) or (asks and _NEXT.search(body)):
            return "".join(pieces[:number])
        if _heads_text(body, stop):
            return "".join(pieces[:number])
    return "".join(pieces)


def _heads_text(body: str, stop: str) -> bool:
    """Return whether a piece announces a text: "Option 1 - ...", "My bio." or "Write: ..."."""
    head, *rest = _DASH.split(body, maxsplit=1)
    if _DICTATES.match(head) and (rest or ":" in stop or _POINTS_ON.search(head)):
        return True
    return "?" not in stop and _LABEL.fullmatch(head.strip()) is not None


def _without_letter(text: str) -> str:
    """Return a text without the letter in it, from its salutation to its closing."""
    closing = _CLOSING.search(text)
    opening = _SALUTATION.search(text) or (_GREETING.search(text) if closing else None)
    if not opening:
        return text
    rest = text[closing.end() :] if closing and closing.start() > opening.start() else ""
    return f"{text[: opening.start()]}\n{rest}"
