"""The text of a summary: short plain sentences by rules, and whether a proposed text is one."""

import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from memoryd.core import blocks
from memoryd.core.attributes import attributes
from memoryd.core.count import many
from memoryd.core.decay import Heat
from memoryd.core.fact import Category, Fact
from memoryd.core.fuller import is_told_by
from memoryd.core.notes import bullet
from memoryd.core.regex import regex
from memoryd.core.roles import ends_role, rests_on_role
from memoryd.core.text import normal
from memoryd.core.titles import JOBS, title_of

MOST = 2_000  # characters of a summary; only hot facts may take it further
FULL = 6_000  # characters that nothing may take it beyond: it is read with every question
FEWEST = 2  # lines of an entity whose facts are all cold
_STOP = regex(r"[.!?…]+[\"'”’)\]]*\s+(?=\S)|[。！？]++[」』”]?+\s*(?=\S)")  # noqa: RUF001 - CJK
# What a full stop does not end: "Dr. Ruiz", "e.g. tea", "J. Ruiz", "am 3. Oktober".
_NO_STOP = regex(
    r"(?:^|[\s(])(?:dr|mr|mrs|ms|prof|st|e\.g|i\.e|vs|approx|ca|bzw|z\.\s?b|d\.\s?h|no|nr"
    r"|[^\W\d_]|\d{1,3}\\?)\.$",
    re.IGNORECASE,
)
_ENDED = regex(r"[.!?…。！？][\"'”’」』)\]]*$")  # noqa: RUF001 - full width stops
_EAST = regex(r"[\u3040-\u30ff\u3400-\u9fff]$")
_COMMENT = regex(r"<!--.*?(?:-->|$)", re.DOTALL)
_NO_TEXT = regex(r"\s*(?:#{1,6}(?:\s|$)|`{3}|~{3}|<!--|\W*$)")
_SAYS = regex(r"\w")
_MORE = regex(r"\d+ more facts? in items\\?\.json\.")
_PARTS = 20  # stops that one sentence may have
_MARK = regex(r"^(?:[-*+•>]\s+)+")
_NUMBER = regex(r"^\d{1,2}[.)]\s+")
_PREAMBLE = regex(r"\b(?:summary|overview|snapshot)\b[^.]*:$", re.IGNORECASE)

_NOTHING = regex(
    r"""\W*(?:todo|tbd|tba|fixme|n/?a|none|null|nil|undefined|placeholder|summary|string|text
      |unknown|empty|no\ (?:new\ )?(?:summary|information|data|facts|content|updates?)
      (?:\ (?:is|was|are))?(?:\ (?:yet|available|provided|found|given|known|to\ (?:show|report)))*
      |nothing\ (?:is\ )?(?:known|to\ (?:summari[sz]e|report|say))(?:\ yet)?
      |(?:the\ )?summary\ (?:goes|comes|will\ be)\ here|to\ be\ (?:written|added|filled\ in)
      |(?:insert|write|add|your)\ (?:\w+\ ){0,2}summary(?:\ here)?)\W*""",
    re.IGNORECASE | re.VERBOSE,
)
_PLACEHOLDER = regex(
    r"""^\W*(?:todo|tbd|fixme)\s*: | lorem\ ipsum | \{\{.*?\}\}
    | ^\s*[\[<(](?:\w+\ ){0,3}(?:summary|text|content|name|placeholder)(?:\ \w+){0,3}[\])>]\W*$
    | \[(?:insert|your|add|todo|name)\b[^\]]*\]""",
    re.IGNORECASE | re.VERBOSE | re.MULTILINE,
)
_DECLINED = regex(
    r"""^\W*(?:i['’]?\s?a?m\ (?:very\ |so\ |really\ )?sorry|sorry\b|i\ apologi[sz]e|my\ apologies
      |apologies\b|unfortunately,?\ (?:i|we|there|no)\b
      |i\ (?:can(?:['’]t|not|\ not)|am\ (?:unable|not\ able)|won['’]t|will\ not
        |do(?:n['’]t|\ not)\ (?:have|see|find)|could(?:n['’]t|\ not)|must\ decline|need\ more)
      |i['’]m\ (?:unable|not\ able|afraid)
      |(?:es\ )?tut\ mir\ leid|(?:ich\ kann|ich\ darf)\b.*\bnicht\b|als\ (?:ki|sprachmodell)\b
      |(?:je\ suis\ )?désolé|en\ tant\ qu['’](?:ia|intelligence)|lo\ siento|como\ (?:ia|modelo\ de)
      |mi\ dispiace|sinto\ muito|desculpe|抱歉|对不起|對不起|很遗憾|我无法
      |作为(?:一个)?(?:ai|人工智能)|申し訳|すみません|죄송|извините|к\ сожалению)
    | \bas\ an?\ (?:(?:ai|large)\ )?language\ model\b
    | \bas\ an\ (?:ai|artificial\ intelligence)\b(?:\ (?:assistant|model|system))?,?\ (?:i|it|we)\b
    | \bi\ (?:cannot|can['’]t|am\ unable\ to|won['’]t)\ (?:help|assist|comply|provide|create
      |generate|write|summari[sz]e|do\ that|fulfil+)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_CUT = regex(
    r"(?:[,;:(\[–-]|\b(?:and|or|the|an?|who|which|but|because|und|oder|et))\s*$",
    re.IGNORECASE,
)
_WHO = frozenset({"role", "post", "trade", "turned", "employer", "joined", "manager", "marital"})
# What somebody was. A former wife is still that to somebody; a former manager is not.
_WAS = regex(
    r"(?:(?:is|was|now|an?|the|my|his|her|their) )*(?:"
    r"(?:former(?:ly)?|ex|previous(?:ly)?|retired|used to be|no longer|was|were)[ -]"
    rf"(?:[\w/&-]+ ){{0,4}}?(?:{JOBS})\b|(?:used to work|worked) (?:as|at|for|with|under)\b)",
    re.IGNORECASE,
)
_TIE = regex(
    r"\b(?:no longer|former(?:ly)?|ex-|not\b.*\bany ?more|broke up|divorced)\b", re.IGNORECASE
)
_JOB = (
    r"(?:(?:senior|junior|lead|team|line|direct|engineering|product|project|general|account|sales"
    r"|chief|staff|principal|close|work|deputy|assistant|software|head) )*"
    r"(?:manager|boss|supervisor|lead|leader|head|director|colleague|co-?worker|teammate|employee"
    r"|employer|report|mentor|mentee|assistant|engineer|developer|designer|analyst|architect"
    r"|consultant|researcher|officer|editor|intern|president|partner|founder|client|customer"
    r"|landlord|tenant|neighbou?r|husband|wife|girlfriend|boyfriend|teacher|tutor|coach)"
)
_IS_THE = regex(r"^(?:is|was) (?:an? |the )?", re.IGNORECASE)
_NOUN = regex(
    rf"(?:is |was )?(?:an? |the |my |his |her |their )?(?:(?P<owner>[\w-]+)['’]s )?"
    rf"(?P<job>{_JOB})\b(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_PAST = {
    "works": "worked", "working": "worked", "work": "worked", "reports": "reported",
    "reporting": "reported", "manages": "managed", "managing": "managed", "leads": "led",
    "supervises": "supervised", "employed": "employed",
}  # fmt: skip
_KIN = regex(
    r"(?:is |was )?(?:an? |the |my |his |her |their )?(?:[\w-]+['’]s )?(?:(?:best|close|old|good"
    r"|elder|older|younger|twin|half|step|business|life|long-?time|former|ex)[ -]?)*"
    r"(?:sister|brother|sibling|mother|father|parent|mum|mom|dad|son|daughter|child|wife|husband|spouse|partner|fianc[ée]e?|cousin|aunt|uncle|niece|nephew"
    r"|grand\w+|friend|neighbou?r|roommate|flatmate|\S+-in-law)\b(?!['’])",
    re.IGNORECASE,
)
_DOES = regex(rf"(?:is |was )?(?P<verb>{'|'.join(_PAST)})\b(?P<rest>.*)", re.IGNORECASE)


class Refusal(StrEnum):
    """Why a proposed text is none, or was not used."""

    EMPTY = "empty"
    PLACEHOLDER = "placeholder"
    DECLINED = "declined"
    MARKUP = "markup"
    CUT = "cut"
    TOO_LONG = "too long"
    UNGROUNDED = "ungrounded"


def refusal(text: str, name: str) -> Refusal | None:
    """Return why a text proposed for the entity of that name cannot be its summary, or None."""
    shown = blocks.one_line(text)
    if not shown:
        return Refusal.EMPTY
    bare = normal(text).strip(' #*_:"') == normal(name)
    if bare or _NOTHING.fullmatch(shown) or _PLACEHOLDER.search(text):
        return Refusal.PLACEHOLDER
    if _DECLINED.search(shown.lstrip("#*_ \"'")):
        return Refusal.DECLINED
    said = lines(text)
    if not said or _is_json(text):
        return Refusal.MARKUP
    if _CUT.search(shown):
        return Refusal.CUT
    return Refusal.TOO_LONG if sum(map(len, said)) > MOST else None


def lines(text: str) -> tuple[str, ...]:
    """Return the sentences of a Markdown text, each as one line that opens no structure.

    Headings, comments, fences, rules and list marks go: a summary is one plain paragraph.
    """
    rows = [_MARK.sub("", row.strip()) for row in _COMMENT.sub("", text).splitlines()]
    if sum(bool(_NUMBER.match(row)) for row in rows) > 1:
        rows = [_NUMBER.sub("", row) for row in rows]
    plain = (row for row in rows if not _NO_TEXT.match(row) and not _PREAMBLE.search(row))
    return tuple(line for row in plain for line in quoted(row))


def quoted(text: str) -> tuple[str, ...]:
    """Return any text as lines of one sentence each: what a fact looks like in a summary."""
    parts = (part.lstrip("• ") for part in parted(blocks.one_line(text).lstrip("• ")))
    return tuple(_sentence(part) for part in parts if _SAYS.search(part))


def key(sentence: str) -> str:
    """Return what two spellings of one sentence share."""
    return normal(_MARK.sub("", sentence.strip()))


def is_made_of(text: str, sentences: Container[str]) -> bool:
    """Return whether a text is nothing but sentences of these keys, wherever they are parted.

    Where a full stop ends one ("on April 12. Likes tea") only the sentences themselves tell.
    """
    shown = _MARK.sub("", blocks.one_line(text))
    stops = [stop.end() for stop in _STOP.finditer(shown)]
    starts = {0} if shown else set[int]()
    for at, end in enumerate([*stops, len(shown)]):
        tried = [0, *stops[:at]][-_PARTS:]
        if any(start in starts and key(_sentence(shown[start:end].rstrip())) in sentences
               for start in tried):  # fmt: skip
            starts.add(end)
    return len(shown) in starts


def more_in_file(number: int) -> str:
    """Return the last line of a summary that has no room for so many facts."""
    return f"{many(number, 'more fact')} in items.json."


def says_more(line: str) -> bool:
    """Return whether a line is one of more_in_file."""
    return bool(_MORE.fullmatch(line.strip()))


def is_about_who(fact: Fact) -> bool:
    """Return whether a fact says who somebody or something is: a relationship or a role."""
    return fact.category == Category.RELATIONSHIP or _says_who(fact.fact)


def _says_who(text: str) -> bool:
    if rests_on_role(text) or title_of(blocks.one_line(text).rstrip(" .!;")):
        return True
    return any(a.slot in _WHO or a.slot.startswith("tie:") for a in attributes(text))


def who_it_is(name: str, facts: Iterable[Fact]) -> list[Fact]:
    """Return the active facts that say who it is, or was, the plainest first, then the newest.

    What somebody is of another stands before where they work, this before what they were, and this
    before what else is known of how two relate.
    """

    def rank(fact: Fact) -> int:
        if _was(name, fact.fact):
            return 2
        if _names_tie(name, fact.fact):
            return 0
        return 1 if fact.category != Category.RELATIONSHIP else 3

    who = [f for f in facts if f.active and (
        is_about_who(f) or _names_tie(name, f.fact) or _was(name, f.fact))]  # fmt: skip
    return sorted(sorted(who, key=lambda f: f.day, reverse=True), key=rank)


def _was(name: str, text: str) -> bool:
    """Return whether a text says what somebody was, and not who they are to somebody still."""
    about = _about(name, text)
    return _KIN.match(about) is None and (ends_role(text) or _WAS.match(about) is not None)


def _names_tie(name: str, text: str) -> bool:
    about = _about(name, text)
    return bool(_KIN.match(about) or _NOUN.fullmatch(about))


def with_who(name: str, facts: Sequence[Fact], heats: Mapping[str, Heat]) -> Mapping[str, Heat]:
    """Return the tiers with none below warm for the one or two facts that say who it is.

    Of an entity of which all is cold they stay as they are.
    """
    first = {f.id for f in who_it_is(name, facts)[:FEWEST] if heats.get(f.id) is Heat.COLD}
    if not first or all(heat is Heat.COLD for heat in heats.values()):
        return heats
    told = {i: heat for i, heat in heats.items() if heat is not Heat.COLD}
    cold = {i: Heat.COLD for i, heat in heats.items() if heat is Heat.COLD and i not in first}
    return told | {i: Heat.WARM for i in heats if i in first} | cold


def without_what_resumed(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Return the facts without the endings that were taken back, and without what these ended.

    Who is the manager again is no former one: neither is told, of today or of the past.
    """
    by_id = {fact.id: fact for fact in facts}
    after = ((fact, by_id.get(fact.superseded_by or "")) for fact in facts if not fact.active)
    back = {fact.id for fact, by in after
            if by and ends_role(fact.fact) and not ends_role(by.fact)}  # fmt: skip
    return tuple(f for f in facts if f.id not in back and f.superseded_by not in back)


def outline(name: str, facts: Sequence[Fact], heats: Mapping[str, Heat]) -> str:
    """Return the rules' own summary, a sentence a line; "" when nothing is to be said.

    facts: all of them; heats: the tier of each active one, hottest first. What another of the same
    line says too is told once. Who it is comes first, cold or not, then what ended, then the other
    hot facts up to FULL characters, then warm ones up to MOST. Where all is cold, one or two lines
    say who it is.
    """
    heats = with_who(name, facts, heats)
    by_id = {fact.id: fact for fact in facts}
    told = told_once(name, (by_id[i] for i, heat in heats.items() if heat is not Heat.COLD))
    if not told:
        return "\n".join(when_all_is_cold(name, facts, heats)[:FEWEST])
    top = who_it_is(name, told)[:FEWEST]
    who = [fact for fact in told if is_about_who(fact) and not ends_role(fact.fact)]
    ended = [fact for fact in told if ends_role(fact.fact)]
    about = [*top, *(fact for fact in (*who, *ended) if fact not in top)]
    first = {fact.id for fact in about}
    made: list[str] = []
    for fact in (*about, *(fact for fact in told if fact.id not in first)):
        more = said_of(name, fact, facts)
        if size((*made, *more)) <= (FULL if heats[fact.id] is Heat.HOT else MOST):
            made += more
    return "\n".join(dict.fromkeys(made))


def told_once(name: str, facts: Iterable[Fact]) -> list[Fact]:
    """Return facts without those of which another of the same line says all."""
    held = list(facts)
    beside: dict[str | None, list[Fact]] = {}
    for fact in held:
        if ":" in (fact.source or ""):  # else it names no line
            beside.setdefault(fact.source, []).append(fact)
    return [fact for fact in held if not any(
        is_told_by(fact, other, name) for other in beside.get(fact.source, ()))]  # fmt: skip


def when_all_is_cold(name: str, facts: Sequence[Fact], active: Iterable[str]) -> list[str]:
    """Return the lines of the active facts of these ids: those on who it is, then the newest.

    What it was is told only where none says who it is, and what else is said of that comes last.
    """
    ids = frozenset(active)
    held = told_once(name, (fact for fact in facts if fact.id in ids))
    newest = sorted(held, key=lambda fact: fact.day, reverse=True)
    who = who_it_is(name, newest)
    was = [fact for fact in who if _was(name, fact.fact)]
    now = [fact for fact in who if fact not in was]
    is_told = any(_says_who(fact.fact) or _names_tie(name, fact.fact) for fact in now)
    shown = now if is_told else who
    rest = (fact for fact in newest if fact not in who)
    said = [(fact in was, said_of(name, fact, facts)) for fact in (*shown, *rest)]
    first = [line for over, more in said for line in (more[:1] if over else more)]
    return [*first, *(line for over, more in said if over for line in more[1:])]


def size(said: Iterable[str]) -> int:
    """Return the characters of some lines."""
    return sum(len(line) + 1 for line in said)


def said_of(name: str, fact: Fact, facts: Sequence[Fact]) -> list[str]:
    """Return the lines of one of these facts; of an ending one also what it ended."""
    return list(_of_one(name, fact, facts))


def _of_one(name: str, fact: Fact, facts: Sequence[Fact]) -> Iterator[str]:
    over = [f for f in facts if f.superseded_by == fact.id and not f.active]
    if not over or not ends_role(fact.fact):
        yield from quoted(fact.fact)
        return
    roles = [old for old in over if is_about_who(old)]
    named = [old for old in roles if _former(name, old.fact)]
    end = _IS_THE.sub("", _about(name, fact.fact)).casefold()
    told_so = False
    for old in named or sorted(roles, key=lambda role: role.day)[-1:]:
        said = _former(name, old.fact) or f"Formerly: {blocks.one_line(old.fact).rstrip(' .!;')}"
        told_so |= said.casefold() == end
        yield _sentence(f"{said} (until {fact.day})")
    if told_so:
        return
    if _TIE.search(fact.fact):
        yield _sentence(f"No longer relevant: {fact.fact}")
    else:
        yield from quoted(fact.fact)


def _former(name: str, text: str) -> str | None:
    """Return a role that ended, said as such; None for one in words not known here."""
    about = _about(name, text)
    if noun := _NOUN.fullmatch(about):
        owner = f" of {noun['owner']}" if noun["owner"] else ""
        job = noun["job"][0].lower() + noun["job"][1:] if noun["job"][1:].islower() else noun["job"]
        return f"Former {job}{owner}{noun['rest']}"
    if does := _DOES.fullmatch(about):
        return f"Formerly {_PAST[does['verb'].lower()]}{does['rest']}"
    return None


def _about(name: str, text: str) -> str:
    """Return what a text says of somebody, without the name at its start."""
    plain = blocks.one_line(text).rstrip(" .!;")
    return re.sub(
        rf"^(?:{re.escape(name)}|operator|she|he|they|it) ", "", plain, flags=re.IGNORECASE
    )


def parted(text: str) -> Iterator[str]:
    """Yield the sentences of one line of text as they are written."""
    start = 0
    for stop in _STOP.finditer(text):
        plain = stop[0].startswith(".") and not stop[0].startswith("..")
        goes_on = text[stop.end()].islower() or _NO_STOP.search(text[start : stop.start() + 1])
        if not (plain and goes_on):
            yield text[start : stop.end()].rstrip()
            start = stop.end()
    if text[start:]:
        yield text[start:]


def _sentence(text: str) -> str:
    """Return a text as one line that opens no structure and ends like a sentence."""
    if not _ENDED.search(text):
        text += "。" if _EAST.search(text) else "."
    return bullet(text).removeprefix("- ")


def _is_json(text: str) -> bool:
    bare = re.sub(r"^\s*`{3}\w*|`{3}\s*$", "", text).strip()
    if bare[:1] not in {"{", "["}:
        return False
    try:
        json.loads(bare)
    except ValueError:
        return bare.startswith(('{"', '[{"', '["'))
    return True
