"""What of an operator's line is plainly stated: clauses without quotes, questions or maybes."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from memoryd.core.own_names import Names
from memoryd.core.passing import is_reported, tells_whose_words
from memoryd.core.pasted import NOBODY, parted
from memoryd.core.value import replace
from memoryd.core.when import Span, begins, dates_in, names_no_day
from memoryd.llm.offline_ahead import begins_ahead, is_ahead, is_coming, opening, opens_ahead
from memoryd.llm.offline_borrowed import gives_a_part, is_quotation
from memoryd.llm.offline_dated import Part, apart, goes_on_from, is_adrift, owned, whole
from memoryd.llm.offline_sample import without_sample
from memoryd.llm.offline_tail import is_limit, limits, takes_back, undoes
from memoryd.llm.offline_tale import TALE, WITHIN_ONE, is_unreal_setting

MAX_LINE = 4000  # what is longer was pasted, not typed
MAX_CLAUSE = 240  # bounds the work of every rule


@dataclass(frozen=True, slots=True)
class Clause:
    """One statement. text: as said, without lead-ins; bare: also without its date phrases.

    when: the ISO day of its one past date phrase, the last that "in May" can mean, for by then it
    was so; opens: it begins a sentence; ahead: its day is yet to come, so it tells what will be;
    coming: it is so by its present verb, "is in June", but for a taste of every June; tale: a
    sentence before it told of a film or a book, so names in it may be of that; adrift: it has dates
    and none is its verb's own; goes_on, rest, limit, contrast: as of `Part`.
    """

    text: str
    bare: str
    when: str | None
    opens: bool
    dates: tuple[Span, ...] = ()
    ahead: bool = False
    coming: bool = False
    tale: bool = False
    adrift: bool = False
    goes_on: bool = False
    rest: str = ""
    limit: str = ""
    contrast: str = ""


def clauses(text: str, anchor: date, names: Names = NOBODY) -> Iterator[Clause]:
    """Yield the statements of a line said on `anchor`, in order.

    Quotes, code, forwarded or pasted text, questions, requests, hypotheticals, jokes and the talk
    of others are left out. names: what the one who says "I" is called, and whom memory knows.
    """
    own = _own_words(text, names)
    if len(own) > MAX_LINE or _UNREAL.search(own) or gives_a_part(own):
        return
    tale = False
    for sentence, after in pairwise((*_sentences(without_sample(own)), "")):
        if not _is_not_stated(sentence):
            for clause in _stated(sentence, after, anchor):
                yield replace(clause, tale=tale)
        tale = tale or TALE.search(sentence) is not None


def _is_not_stated(sentence: str) -> bool:
    asks = _ASKS.match(_lead_out(sentence))
    return bool(asks) or _is_unsure(sentence) or is_quotation(sentence)


def _stated(sentence: str, after: str, anchor: date) -> Iterator[Clause]:
    """Yield the clauses of a sentence that no later part of it undoes; after: the next sentence."""
    parts = _parts(sentence, after, anchor)
    first = _clause(replace(parts[0], text=parts[0].text[:MAX_CLAUSE]), anchor, opens=True)
    if len(parts) > 1 and is_unreal_setting(first.bare):
        return
    # "Tomorrow I start at Acme and my boss is James": the day that opens a sentence rules it.
    ahead = opens_ahead(parts[0].text, first.dates, anchor)
    dated, before = opening(parts[0].text, first.dates) is not None, first
    for number, part in enumerate(parts):
        if number + 1 < len(parts) and undoes(parts[number + 1].text, part.text):
            continue
        if len(part.text) <= MAX_CLAUSE and not _is_doubtful(part.text, anchor):
            clause = _clause(part, anchor, opens=False) if number else first
            if not clause.dates and goes_on_from(before.text, clause.text, dated=dated):
                clause = replace(clause, when=before.when, adrift=before.adrift)
            before = clause
            coming = clause.coming or (dated and first.coming)
            yield replace(clause, ahead=ahead or clause.ahead, coming=coming)


def _parts(sentence: str, after: str, anchor: date) -> list[Part]:
    """Split a sentence into clauses; "Last week," stays with the clause it dates."""
    texts, joins = _broken(sentence)
    first, *others = texts
    if others and len(first) <= MAX_CLAUSE and not _bare(first, anchor):
        texts, joins = [f"{first}, {others[0]}", *others[1:]], joins[1:]
    found = []
    follow = [*zip(joins, texts[1:], strict=True), _next(after)]
    for text, (join, behind) in zip(texts, follow, strict=True):
        parts = [*apart(text, anchor)] if len(text) <= MAX_CLAUSE else [Part(text)]
        found += [*parts[:-1], _followed(parts[-1], join, behind)]
    return found


def _next(sentence: str) -> tuple[str, str]:
    """Return what a sentence says of the one before it, where it begins with "but" or limits it."""
    but = _BUT_NEXT.match(sentence)
    begins = but.end() if but else 0
    return (_NEXT, sentence[begins:]) if but or limits(sentence) else ("", "")


def _broken(sentence: str) -> tuple[list[str], list[str]]:
    """Return the clauses of a sentence, and the words between them."""
    texts, joins, at = [], [], 0
    for match in _CLAUSE_BREAK.finditer(sentence):
        texts.append(sentence[at : match.start()])
        joins.append(match[0].strip(" ,").lower())
        at = match.end()
    return [*texts, sentence[at:]], joins


def _followed(part: Part, join: str, behind: str) -> Part:
    """Return a part with what stands behind it after "but"."""
    if join not in ("but", "though", "although", _NEXT):
        return part
    if join != _NEXT and is_limit(behind):
        return replace(part, limit=f"{join} {behind}")
    return replace(part, contrast=behind)


def _bare(text: str, anchor: date) -> str:
    return _clause(Part(text), anchor, opens=True).bare


def _clause(part: Part, anchor: date, *, opens: bool) -> Clause:
    text = part.text
    spans = whole(dates_in(text, anchor), text)
    own = owned(spans, text)
    past = [span for span in own if span.last <= anchor]
    return Clause(
        text=_lead_out(text),
        bare=_lead_out(_without(spans, text)),
        when=_day(past[0], text) if len(past) == len(own) == 1 else None,
        opens=opens,
        dates=spans,
        ahead=begins_ahead(text) or any(is_ahead(span, text, anchor) for span in spans),
        coming=is_coming(own, text, anchor),
        adrift=is_adrift(spans, text),
        goes_on=part.goes_on,
        rest=part.rest,
        limit=part.limit,
        contrast=part.contrast,
    )


def _is_doubtful(part: str, anchor: date) -> bool:
    unsure = _UNSURE_CLAUSE.search(part) or WITHIN_ONE.search(part)
    return unsure is not None or names_no_day(part, anchor)


def _without(spans: tuple[Span, ...], text: str) -> str:
    for span in reversed(spans):
        before = _DATE_LEAD.sub("", text[: span.start])
        text = f"{before} {text[span.end :]}"
    return text


def _day(span: Span, text: str) -> str:
    return (span.first if begins(span, text) else span.last).isoformat()


_DENIAL = re.compile(
    r"(?:,| and|, and) not (?:(?:in|at|for|on|to|with) )?(?:[A-Z][\w.-]*)(?: [A-Z][\w.-]*){0,3}"
    r"(?: any ?more)?$"
)


def without_denial(clause: Clause) -> Clause | None:
    """Return the clause "I live in Rome" of "I live in Rome, not Berlin", None where none is."""
    text, bare = (_DENIAL.sub("", part) for part in (clause.text, clause.bare))
    return replace(clause, text=text, bare=bare) if bare != clause.bare else None


_DATE_LEAD = re.compile(
    r"(?:\b(?:on|in|since|during|from|of|back|early|late|earlier|around|starting|the)\s+)*$",
    re.IGNORECASE,
)
_BLOCKS = re.compile(
    r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|<(?P<tag>[A-Za-z][\w-]*)\b[^<>]*>.*?</(?P=tag)>"
    r"|<[^<>\n]*>",
    re.DOTALL,
)
_FORWARDED = re.compile(
    r"^[ \t]*(?:-{2,}.*(?:forwarded|original message).*|begin forwarded message.*|"
    r"(?:from|to|subject|sent|date|cc):.*|on .{0,120}\bwrote:|.{0,80}\b(?:says|said|wrote|writes|"
    r"e-?mail|message|text|transcript|article|note|post|draft|paragraph|document|following|below|"
    r"this|here):)[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_LEADS = (
    "update|news|fyi|note|ps|p\\.s\\.|btw|by the way|(?:good|great|big|bad|sad) news|quick update|"
    "small update|life update|for the record|for context|context|background|reminder|"
    "heads up|fun fact|correction|small correction"
)
# What counts or sorts the writer's own statements; as a lead-in it would be cut without its colon.
_HEADS = (
    "(?:one|two|three|four|five|a few|some|several|a couple of|other|more) (?:more |other |quick "
    "|small )?(?:things?|facts?|updates?|notes?|points?|news)|to-?do|goals?|about me|work|home|"
    "family|health|food|diet"
)
_SPOKEN = re.compile(
    rf"^[ \t]*(?!(?:{_LEADS}|{_HEADS}|decision|decided):)[\w .()-]{{1,40}}:[ \t]", re.IGNORECASE
)
_NAMED = re.compile(r"[ \t]*[*_]{0,3}(?P<name>[\w .'-]{1,40}?)[*_]{0,3}:[*_]{0,3}[ \t]+")
_QUOTED = re.compile(
    r"\"[^\"\n]{0,1500}(?:\"|$)|“[^”\n]*(?:”|$)|„[^“”\n]*[“”]|«[^»\n]*»|「[^」\n]*」|『[^』\n]*』|"
    r"(?<![\w])'[^'\n]+(?:'\w[^'\n]*)*'(?!\w)",
    re.MULTILINE,
)
_CODE = re.compile(
    r"[{}<>=|\\$]|\(\)|://|--\w|\w/\w+/|\w_\w+_|::|^\s*(?:at|import|def|class) \w+[.(]"
)
_BULLET = re.compile(r"^[ \t]*(?:[-*•+]|\d{1,2}[.)])[ \t]+")


def _own_words(text: str, names: Names) -> str:
    """Drop code, tags, quotations and what was pasted or forwarded; straighten apostrophes."""
    text = unicodedata.normalize("NFC", text).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    text = text.replace("\u00a0", " ")
    if len(text) > MAX_LINE:
        return text
    text, _ = parted(_BLOCKS.sub("\n\n", text), names)
    forwarded = _FORWARDED.search(text)
    if forwarded:
        text = text[: forwarded.start()]
    rows = (row for row in text.split("\n") if not row.lstrip().startswith((">", "|", "#", "$ ")))
    said = (_without_own_name(_BULLET.sub("", row), names) for row in rows)
    kept = (row for row in said if not _SPOKEN.match(row))
    return _QUOTED.sub(_unquote, "\n".join(kept)).replace("`", "")


def _without_own_name(row: str, names: Names) -> str:
    """Return a row of a chat without the name of the one whose words are read."""
    named = _NAMED.match(row)
    return row[named.end() :] if named and names.is_own(named["name"]) else row


def _unquote(match: re.Match[str]) -> str:
    inner = match.group()[1:-1]
    # One capitalised word in quotes is a name ("Beacon"), more is somebody's words.
    return inner if re.fullmatch(r"[A-Z][\w-]+", inner) else "\N{OBJECT REPLACEMENT CHARACTER}"


_SENTENCE_END = re.compile(
    r"(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bMrs)(?<!\bMx)(?<!\bProf)(?<!\bRev)(?<!\bvs)"
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\bSt)"
    r"((?:[.!?…]+[\"')]*(?=\s|$))|[\u0964\u3002\uff01\uff1f]|\n+)"
)
# The dot of an initial ends no sentence: "J.R.R. Lind", "is J. Lind", but "plan B. Tom left".
_LETTERED = (
    r"plan|option|vitamin|grade|type|an?|the|group|team|section|class|part|room|gate|series|phase|"
    r"letter|level|hepatitis|variant|model|point|column|block|hall|line|key|got|version"
)
_INITIAL = re.compile(
    r"(?:(?<=\b[A-Z]\.[A-Z])|(?<=\b[A-Z]\. [A-Z])|"
    rf"(?P<led>(?:^|[.!?]\s+|\b(?!(?:{_LETTERED})\b)\w+ )[A-HJ-Z]))\."
    r"(?= (?!(?:I|We|My|Our|The|She|He|It|They|You|And|But|So|Then|What|How|This|That|No|Yes)\b)"
    r"[A-Z])",
    re.MULTILINE,
)
_DOT = "\N{ONE DOT LEADER}"
_SUFFIX_DOT = re.compile(r"\b(Inc|Ltd|Corp|Co)\.(?=,? [a-z])")


def _sentences(text: str) -> Iterator[str]:
    """Yield the sentences that are no questions and hold no code."""
    text = _INITIAL.sub(lambda m: f"{m['led'] or ''}{_DOT}", _SUFFIX_DOT.sub(r"\1", text))
    pieces = [piece.replace(_DOT, ".") for piece in _SENTENCE_END.split(text)]
    bodies, stops = pieces[::2], [*pieces[1::2], ""]
    spoken = [" ".join(body.split()) for body in bodies]
    after = [*(text for text in spoken if text), ""]
    for body, said, stop in zip(bodies, spoken, stops, strict=True):
        if not said:
            continue
        after = after[1:]
        asks = "?" in stop or "\uff1f" in stop
        left = takes_back(after[0]) or _is_anothers_order(said, after[0])
        if not asks and not _CODE.search(body) and not left:
            yield said


# Somewhere in such a text the operator speaks of what is not so: no sentence of it can be trusted.
_UNREAL = re.compile(
    r"\b(?:imagine|suppose|supposing|pretend|hypothetical(?:ly)?|let's say|say that i|role-?play|"
    r"fiction(?:al)?|kidding|joking|jk|sarcasm|act as|translate|proofread|rewrite|"
    r"rephrase|paraphrase|(?:my|the|a|this) (?:novel|short story|screenplay|protagonist|character)|"
    r"for example,? if|i dreamt|i dreamed|april fools?|i lied|i was lying|d&d|dungeons and dragons|"
    r"larp(?:ing)?|i(?:'m| am) playing an? \w+(?: \w+)? (?:named|called))\b|(?<!\w)/s\b",
    re.IGNORECASE,
)
_UNSURE_SENTENCE = re.compile(
    r"\b(?:if|unless|whether|wish|wishes|hope|hopes|hoping|dream|dreams|dreaming|lol|haha+|lmao|"
    r"rofl|rumou?rs?|heard|said|says|saying|told|tells?|claims?|claimed|thinks?|thought|guess|"
    r"guessing|asks?|asked|wrote|writes|mentioned|mentions|insists?|according to|apparently|"
    r"supposedly|allegedly|for (?:instance|example)|convinced|suspects?|assum(?:e|ing)|believes?|"
    r"worried that|afraid that|not sure|"
    r"as though|pretended|how it feels)\b|[😂🤣😜😉🙃]|"
    r"^(?:oh,? (?:sure|great|joy|yes)|yeah,? right|sure,|wow\b|of course,|just great)|"
    r"^(?:great|brilliant|fantastic|wonderful|lovely|nice),? i (?:just |really |so )?(?:love|like|"
    r"enjoy)\b|\b(?:goes|go|went|(?:is|was|were|'s|am)(?: all)? like),? (?=(?:i|i'm|we|my)\b)|"
    r",? (?:do|don't|did|didn't|is|isn't|am|are|aren't|was|wasn't) (?:i|we|you|he|she|it|they)$|"
    r"\bnot$",
    re.IGNORECASE,
)
# In an order these are no hearsay: "always ask me first", "when my mother writes".
_ORDERS = re.compile(r"(?:please |from now on,? )*(?:always|never|do not|don't)\b", re.IGNORECASE)
_ORDERS_ONE = re.compile(
    rf"(?:^|[,;:\u2013\u2014-]\s+){_ORDERS.pattern}|^keep\b|\bfrom now on\b", re.IGNORECASE
)
_ORDERED = re.compile(
    r"\b(?:always|never|do not|don't|from now on,?) (?:ask|tell)\b|"
    r"\bwhen(?:ever)? (?:my \w+|[A-Z]\w+|somebody|someone|anybody|anyone) (?:writes|asks)\b",
    re.IGNORECASE,
)


def _is_anothers_order(sentence: str, after: str) -> bool:
    """Return whether a sentence orders something in the words of somebody who is named for them."""
    return _ORDERS_ONE.search(sentence) is not None and (
        is_reported(sentence) or tells_whose_words(after)
    )


def _is_unsure(sentence: str) -> bool:
    plain = _ORDERED.sub("", sentence) if _ORDERS.match(sentence) else sentence
    return _UNSURE_SENTENCE.search(plain) is not None


_UNSURE_CLAUSE = re.compile(
    r"\b(?:would(?! rather \w+ than \w+$)|could|should|might|maybe|perhaps|probably|possibly|"
    r"likely|may(?= \w+ (?:be|have))|"
    r"considering|thinking (?:of|about)|tempted|about to|almost|nearly|nobody|no one|"
    r"(?<!never )want(?:s|ed|ing)? to|need(?:s|ed)? to|ha(?:ve|s) to|trying to|tried to|try to|"
    r"supposed to|looking (?:to|for|forward)|seems?|seemed|feels? like|felt like|as an example)\b|"
    r"\b(?:i|we|you|he|she|they|it)'d\b(?! rather \w+ than \w+$)|"
    r"\N{OBJECT REPLACEMENT CHARACTER}|\?",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"(?:as an? \w+(?=,)|please(?! (?:always|never|(?-i:call me [A-Z])"
    r"|keep (?:all |any )?(?:your )?\w+s\b|(?:do not|don't)\b))|can|could|would|will|do(?! not\b)|"
    r"does|did|is|are|was|were|am|have|has|should|shall|what|what's|why|how|how's|who|whose|which|where|"
    r"when (?:did|do|does|is|was|will)|let's|let me|lets|write|help|remind|tell|find|draft|give|"
    r"show|explain|suggest|create|make|"
    r"send|book|plan|add|remove|update|fix|check|look|search|list|compare|generate|describe|"
    r"recommend|summari[sz]e|remember to|don't forget|i need you|i want you)\b",
    re.IGNORECASE,
)
_VERB = (
    r"(?:left|quit|joined|started|moved|got|bought|graduated|launched|shipped|released|live[sd]?|"
    r"works?|prefers?|likes|loves|hates|is|was|has|became|adopted|retired|"
    r"micro-?manages|plays favou?rites|yells|trusts|takes credit)"
)
_CLAUSE_BREAK = re.compile(
    r":\s+(?=(?:I|I'm|I've|we|we've|my|our)\b)|"
    r"\s*;\s*|\s+[\u2013\u2014-]+\s+|\s*\u2014\s*|"
    r",?\s+(?:but|because|although|though|while|whereas)\s+|,\s+so\s+|"
    r",?\s+(?:and\s+)(?=(?:I|I'm|I've|we|we're|we've|she|he|they|my|our|it|it's)\b)|"
    rf",?\s+and\s+(?=[A-Z]\w+(?:'s \w+)?\s+{_VERB}\b)|"
    r",\s+(?=(?:I|I'm|I've|we|we've|she|she's|he|he's|they|it|it's)\b)|"
    rf",?\s+and\s+(?=(?:now\s+|just\s+|then\s+)*{_VERB}\b)"
)
_BUT_NEXT = re.compile(r"(?:but|though|although|yet|still),?\s+", re.IGNORECASE)
_NEXT = "."  # joins a clause and the sentence behind it
_LEAD = re.compile(
    rf"^(?:(?:{_LEADS})\s*[:,\u2013\u2014-]?|well|so|oh|ah|hey|hi|hello|yeah|yes|no|nope|ok|okay|"
    r"also|and|but|then|anyway|finally|actually|honestly|just|now|thanks|thank you|great|nice|cool|"
    r"sadly|luckily|fortunately|unfortunately|in fact|as you know|as of|it's official|guess what|"
    r"you know|i'm (?:happy|glad|excited|proud|sorry|sad) to (?:report|say|announce)(?: that)?|"
    r"remember(?: that)?|note that|for what it's worth|in general|generally|usually|personally|"
    r"one more thing|another thing|first|second|lastly|turns out(?: that)?|more importantly|"
    r"good morning|morning|evening|hm+)(?=[\s,:!.\u2013\u2014-])[\s,:!.\u2013\u2014-]*",
    re.IGNORECASE,
)


def _lead_out(text: str) -> str:
    """Drop the words people start with: "By the way, ...", "Oh, and ..."."""
    text = text.strip(" ,.!:\t")
    for _ in range(4):
        shorter = _LEAD.sub("", text, count=1)
        if shorter == text:
            break
        text = shorter
    return " ".join(text.split()).replace(" ,", ",").strip(" ,.!:")
