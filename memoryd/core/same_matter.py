"""Whether a fact says something else of the very thing that an older fact is about.

For what a model takes for a change. What is not plainly one thing stands side by side.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import islice

from memoryd.core.attributes import denial, is_negative
from memoryd.core.deeds import lemma
from memoryd.core.outcomes import as_no_longer, is_another
from memoryd.core.outright import is_hedged, is_outright
from memoryd.core.owners import TIME, is_light, limits, of_others, one_of_several, others
from memoryd.core.regex import regex
from memoryd.core.text import PLAIN_OPENINGS, STOP_WORDS, content_stems, normal, stem, tokens, words
from memoryd.core.traits import names_job, traits
from memoryd.core.value import frozen
from memoryd.core.wishes import KINDS

_DAYS = regex(
    r"\b(?:(?:mon|tue|wed|thu|fri|sat|sun)(?=(?:s|nes|rs|ur)?(?:days?)?\b)|week(?:end|day))"
)
# Said of a thing that has another day or number now.
_SHIFTS = frozenset(
    """moved shifted postponed rescheduled changed pushed brought extended delayed slipped renewed
    raised cut reduced increased lowered doubled tripled halved grew rose fell went became
    """.split()
)
_CHANGED = regex(rf"\b(?:{'|'.join(sorted(_SHIFTS))}|now|switched|replaced|instead|promoted)\b")
_ONE_DAY = regex(r"\b(?:deadline|due|launch(?:es)?|release)\b")  # there is one of its kind
# What is bounded by an hour or a day: "no meetings before 11".
_BOUND = regex(
    r"\b(?P<how>before|after|until|till) (?:noon|midnight|\d[\d:.]*(?: ?[ap]\.?m\b\.?)?"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?![\w:-])"
)
_WHEN = regex(rf"\b(?:on|at) (?:the )?(?:(?:{TIME.pattern})\b(?: \d+)?|\d[\d:.]*)")
_PART = regex(r"\b(?:of|for|about) (?:the |an? |his |her |their )?(?P<v>[^\W\d_][\w-]*)")
# What a body, a life or a rule rests on: it goes for nothing less than its own end.
_PROTECTED = regex(
    r"""\b(?:allerg\w+|anaphyla\w+|\w*intoleran\w+|co?eliac|diabet\w+|epilep\w+|asthma\w*|pregnan\w+
      |medic(?:ation|ine|al)\w*|insulin|prescri\w+|blood\ \w+|pacemaker|heart\ \w+|epipen|chronic
      |disease|disorder|surgery|disab\w+|wheelchair|deaf|blind|phobi\w+|sober|alcoholic
      |vegan|vegetarian|pescatarian|halal|kosher|gluten|lactose|diet\w*
      |(?:eats?|drinks?|takes?)\ no|(?:not|\w+n't|cannot|no\ longer)\ (?:eat|drink|take|tolerate)s?
      |born|birth\w*|never|always)\b""",
    re.IGNORECASE | re.VERBOSE,
)
# Words that say that a thing is over; what ended is named beside them.
_ENDED = regex(
    r"""\b(?:(?:was|were|is|are|has|have|been|got|now|finally|just)\ )*(?:sold|finished|completed?
      |done|over|closed|ended|cancell?ed|called\ off|dropped|scrapped|abandoned|stopped|quit|left
      |gave\ up|lost|died|returned(?!\ from)|gave\ away|graduated\ from|expired|resolved|fixed
      |solved|paid(?:\ (?:off|back))?|recovered\ from|retired(?:\ from)?|shut\ down|no\ longer
      |not|no|never|n't|broke\ up\ with|divorced(?:\ from)?|does\ not|do\ not|doesn't|don't)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_COLON = regex(r"^([\w ]{2,30}):\s+")
_NEWER = frozenset("new current latest".split())
_HEADS = frozenset("title role post position job date day".split())
_MOST_ENDS = 8  # a fact says one thing; a text of nothing but "not" says none
_DENIED = regex(r"\b(?:not|no|never|longer)$|n't$", re.IGNORECASE)
# What is planned, sought or waited for, and words for having it.
_SOUGHT = regex(
    r"\b(?:wants?|plans?|hopes?|intends?|aims?|going) to\b|\bwill\b|\bwould like\b"
    r"|\b(?:looking|searching|waiting|applied|applying|training|studying) for\b"
    r"|\b(?:planning|preparing|hiring|migrating)\b",
    re.IGNORECASE,
)
_GOT = frozenset(map(lemma, "got found received gave held did finally hired passed ran".split()))
_WHICH = regex(r",.*| (?:at|in|called|named) .*")  # what is said of a thing that was found
# Who is away, and who is back.
_BACK = regex(
    r"\b(?:(?:is|are|was|has|have|just|now) )*(?:back|returned) from (?P<v>.+)", re.IGNORECASE
)
_AWAY = content_stems("travelling traveling planning trip visiting away business")
_IS_AWAY = regex(
    r"^(?:is )?(?:away|travell?ing|visiting|planning"
    r"|(?:on|in|at)\b.* (?:vacation|holidays?|leave|trip|sabbatical|until|till))\b",
    re.IGNORECASE,
)
# A time that does not say when somebody leaves: "until the end of May", "since June", "this week".
_RUNS_ON = regex(
    r"\b(?:until|till|since|this) (?:(?:the|end|of|early|mid|late|next|last) )*\S+", re.IGNORECASE
)
_MENDED = regex(r"\b(?:repaired|mended|healed)\b", re.IGNORECASE)
_BROKEN = regex(r"\b(?:workshop|garage|repairs?|broken?|broke|damaged|defective)\b", re.IGNORECASE)
_PAID_BACK = regex(r"^(paid\b.*) back$", re.IGNORECASE)
_COPULA = _SHIFTS | frozenset(
    """is are was were be will has have had been being remains stays now set dropped becomes planned
    scheduled due""".split()
)
_UNTIL = frozenset("ends expires runs lasts".split())  # of a day: it says how long a thing is
_JOINS = frozenset("on at in from to by with until since after before as".split())
_ARTICLES = frozenset({"a", "an", "the"})
_BEFORE_VALUE = (
    _ARTICLES
    | _SHIFTS
    | frozenset(
        """be now on by until to about around for still set due planned scheduled forward back up
    down""".split()
    )
)
_OF = frozenset("of for about".split())
# Of a thing one of these holds at a time: "hosted on AWS".
_HELD_ONCE = frozenset("hosted owned led run managed maintained funded located".split())
_ONLY = regex(r"\b(?:only|except|but|unless|if|when|apart from|other than)\b")
_NUMBER = regex(
    r"\d[\d.,]*\w{0,4}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty"
    r"|hundred|no|once|twice|thrice|times|every|daily|weekly|monthly|full|part"
)
_ORDINAL = regex(r"\d{1,2}(?:st|nd|rd|th)|first|last|fifteenth")
_BEFORE_DAY = frozenset("on by until".split())
_TIMES = frozenset("today tomorrow yesterday last next week month year day ago".split())


def is_protected(text: str) -> bool:
    """Return whether a fact is of safety, health, diet or birth, or of what is never or always."""
    return _PROTECTED.search(normal(text)) is not None


@frozen
class _Told:
    """A fact taken apart: head, stems of what it is about (() the entity); verb; rest behind it."""

    head: frozenset[str]
    verb: str
    rest: tuple[str, ...]

    @property
    def is_state(self) -> bool:
        """Whether it says what its head is, rather than what somebody does."""
        return self.verb in _COPULA or self.verb in ("", ":")


def is_same_matter(new: str, old: str, names: Iterable[str]) -> bool:
    """Return whether two facts that are not apart tell of one attribute of one thing.

    Or the newer one says that what the older one tells is over. names: words of the entity's.
    """
    own, new = content_stems(" ".join(names)), as_no_longer(new)
    if _differs_in_bound(new, old):
        return True
    if is_negative(old):
        return _takes_back(new, old)
    if is_negative(new):
        return _ends(new, old, own)
    rules = (_ends, _is_mended, _is_back, _says_more, _comes_true, _has_another_value)
    return any(holds(new, old, own) for holds in rules) or _is_next_post(new, old)


def _has_another_value(new: str, old: str, own: frozenset[str]) -> bool:
    """Return whether two facts give one thing values of a kind, or the newer says it changed."""
    ours, theirs = _taken_apart(new, own), _taken_apart(old, own)
    if ours.head != theirs.head:
        return False
    kinds = {_kind(ours), _kind(theirs)}
    changed = _CHANGED.search(normal(new)) is not None
    if ours.head and ours.is_state and theirs.is_state:
        if others(new) != others(old) and not {"a", "an"}.isdisjoint(ours.rest):
            return False  # a nurse can be a mother
        mixed = "word" in kinds and _kind(theirs) != "number"  # approved or not, 40k stays 40k
        return len(kinds) == 1 or (mixed and changed)
    is_moved = not _SHIFTS.isdisjoint((ours.verb, *ours.rest[:1]))
    if ours.head and theirs.verb in _UNTIL and is_moved and kinds == {"day"}:
        return True
    # One can have an office in two towns, and an exam on two days.
    again = not changed and _WHEN.findall(normal(new)) != _WHEN.findall(normal(old))
    several = ours.verb == "has" and (again or _differ(_named(new) - own, _named(old) - own))
    return not several and _differs_in_value(ours, theirs)


def _differs_in_bound(new: str, old: str) -> bool:
    """Return whether two facts say one thing until, before or after another hour or day."""
    ours, theirs = (_BOUND.sub(r"\g<how>", normal(text)) for text in (new, old))
    return words(ours) == words(theirs) and ours != normal(new) and theirs != normal(old)


def _ends(new: str, old: str, own: frozenset[str]) -> bool:
    """Return whether a fact says outright that the whole of what an older one tells is over."""
    new = _PAID_BACK.sub(r"\1", new)
    for match in islice(_ENDED.finditer(new), _MOST_ENDS):
        before, after = new[: match.start()], new[match.end() :]
        if not is_outright(before, match[0], after):
            continue
        denied = _DENIED.search(match[0]) is not None  # then a day is what is denied
        ended = {stem(word) for word in words(f"{before} {after}")
                 if word not in STOP_WORDS and (denied or not _is_time(word))} - own  # fmt: skip
        if ended and ended <= content_stems(old) and _is_whole(ended, old):
            return True
    return False


def _is_mended(new: str, old: str, own: frozenset[str]) -> bool:
    """Return whether a fact says outright that what an older one calls broken is whole again."""
    match = _MENDED.search(new)
    if match is None or not _BROKEN.search(old):
        return False
    mended = content_stems(new[: match.start()]) - own
    outright = is_outright(new[: match.start()], match[0], new[match.end() :])
    return outright and bool(mended) and mended == content_stems(_BROKEN.sub(" ", old)) - own


def _is_back(new: str, old: str, own: frozenset[str]) -> bool:
    """Return whether a fact says outright that somebody is back from where they were."""
    match = _BACK.search(new)
    if match is None or not _IS_AWAY.search(old) or content_stems(new[: match.start()]) - own:
        return False
    if not is_outright(new[: match.start()], match[0]):
        return False
    now = [words(_RUNS_ON.sub(" ", text)) for text in (match["v"], old)]
    times = [frozenset(filter(_is_time, said)) for said in (*now, words(match["v"]), words(old))]
    if not (times[1] <= times[2] and times[0] <= times[3]):
        return False  # a trip in October is not over with one in May
    left, away = (
        {stem(w) for w in said if w not in STOP_WORDS and not (_is_time(w) or w.isdigit())} - own
        for said in now
    )
    return bool(left) and left <= away and away - _AWAY <= left


def _is_whole(ended: frozenset[str] | set[str], old: str) -> bool:
    """Return whether no word right behind what ended makes it another: a launch party."""
    listed = words(old)
    spots = [at for at, word in enumerate(listed) if stem(word) in ended]
    behind = listed[spots[-1] + 1] if spots[-1] + 1 < len(listed) else ""
    return not behind or behind in STOP_WORDS or _is_time(behind)


def _comes_true(new: str, old: str, own: frozenset[str]) -> bool:
    """Return whether a fact says outright that what an older one plans or seeks is done."""
    if not _SOUGHT.search(old) or is_hedged(new) or _SOUGHT.search(new):
        return False
    if _differ(_named(new) - own, _named(old) - own):
        return False
    if lemma(words(new)[0]) in _GOT:
        bare = _WHICH.sub("", new)
        if bare != new and old.count(" for ") > 1:
            return False  # a flat for her mother
        new = bare
        if not set(words(new)[1:]) - STOP_WORDS <= set(words(old)):
            return False  # one of several
    done, sought = (
        {lemma(w) for w in words(text) if w not in STOP_WORDS and not _is_time(w)}
        for text in (new, old)
    )
    thing = done - {stem(word) for word in own} - _GOT
    return bool(thing) and thing <= sought and _is_whole({stem(w) for w in words(new)}, old)


def _is_next_post(new: str, old: str) -> bool:
    """Return whether somebody who has a post is said to have another now, at no other place."""
    if not (names_job(new) and names_job(old) and _CHANGED.search(normal(new))):
        return False
    return not _differ(_named(new), _named(old))


def _takes_back(new: str, old: str) -> bool:
    """Return whether a fact says, without a limit, what an older one denies, or denies it again."""
    no, denied = denial(old)
    if is_negative(new) or not (no and denied) or _ONLY.search(normal(new)) or limits(new):
        return False
    return set(denied) <= set(denial(new)[1])


def _says_more(new: str, old: str, own: frozenset[str]) -> bool:
    """Return whether a fact says all that an older one says, and narrows none of it."""
    said, told = (" ".join(w for w in words(text) if w not in _ARTICLES and stem(w) not in own)
                  for text in (old, new))  # fmt: skip
    narrowed = _ONLY.search(normal(new)) or limits(new) != limits(old)
    return bool(said) and f"{told} ".startswith(f"{said} ") and not narrowed


def _differs_in_value(ours: _Told, theirs: _Told) -> bool:
    """Return whether two facts of one verb differ in a number only, or in what is one at a time."""
    if ours.verb != theirs.verb:
        return False
    if (
        ours.is_state
        and ours.rest[:1] in (("a",), ("an",))
        and theirs.rest[:1] in (("a",), ("an",))
    ):
        return _noun(ours.rest) == _noun(theirs.rest)
    headed = bool(ours.head)
    frames = [_frame(told.rest, times=headed) for told in (ours, theirs)]
    values = [
        set(told.rest) - set(frame) for told, frame in zip((ours, theirs), frames, strict=True)
    ]
    if ours.verb in _HELD_ONCE:
        return bool(ours.rest and theirs.rest) and ours.rest[0] == theirs.rest[0]
    present = ours.verb.endswith("s")
    return (
        present
        and bool(values[0] and values[1] and (headed or frames[0]))
        and frames[0] == frames[1]
    )


def _noun(rest: Sequence[str]) -> str:
    """Return the noun for what somebody is: engineer of "a wind engineer at Acme"."""
    ends = next((at for at, word in enumerate(rest) if at and word in STOP_WORDS), len(rest))
    return rest[ends - 1]


def _frame(rest: Sequence[str], *, times: bool) -> tuple[str, ...]:
    """Return the stems of the words of a fact that are no number, nor, with times, a day."""
    rest = [word for word in rest if not (times and _is_time(word))]
    return tuple(stem(w) for w in rest if not _NUMBER.fullmatch(w) and w not in STOP_WORDS)


def _kind(told: _Told) -> str:
    """Return of which kind the value is that a thing has: a number, a day, a place or a word."""
    rest = [word for word in told.rest if word not in _BEFORE_VALUE]
    placed, rest = rest[:1] in (["in"], ["at"]), [word for word in rest if word not in ("in", "at")]
    if any(_is_time(word) for word in rest[: 2 if rest and rest[0].isdigit() else 1]):
        return "day"
    if rest and _ORDINAL.fullmatch(rest[0]) and not _BEFORE_DAY.isdisjoint(told.rest):
        return "day"  # of each month
    if rest and _NUMBER.fullmatch(rest[0]):
        return "number"
    return "place" if placed else "word"


def _taken_apart(text: str, own: frozenset[str]) -> _Told:
    listed = [token[0] for token in tokens(_COLON.sub(r"\1 is ", text))]
    small = [word.casefold() for word in listed]
    at = 0
    while at < len(small) and not _is_verb(small, at):
        at += 1
    opened = small[:at]
    head = {
        stem(w)
        for w in opened
        if w not in STOP_WORDS | _NEWER and (w in _HEADS or w in PLAIN_OPENINGS or not is_light(w))
    }
    verb = small[at] if at < len(small) and small[at] not in _JOINS else ""
    return _Told(frozenset(head) - own, verb, tuple(small[at + bool(verb) :]))


def _is_verb(small: Sequence[str], at: int) -> bool:
    """Return whether what a fact is about ends before a word: a verb, "on Monday", "in May"."""
    word, after = small[at], small[at + 1] if at + 1 < len(small) else ""
    if word in _COPULA or (word in _JOINS and at > 0):
        return True
    looks = word.endswith(("s", "ed")) and not word.endswith(("ss", "us", "'s"))
    return looks and after not in _COPULA | _OF and word not in PLAIN_OPENINGS


def _is_time(word: str) -> bool:
    return TIME.fullmatch(word) is not None or word in _TIMES


def plain_stems(text: str) -> frozenset[str]:
    """Return the stems of the words that name nobody and nothing: written small, no number."""
    small = [token for token in text.split() if not any(c.isupper() or c.isdigit() for c in token)]
    opening = text.split(" ", 1)[0].casefold()
    return content_stems(" ".join([*small, opening] if opening in PLAIN_OPENINGS else small))


def remarks(new: str, old: str) -> bool:
    """Return whether one tells what somebody is like, and the new one does not say it is over."""
    ours, theirs = traits(new), traits(old)
    if is_negative(new):
        return bool(ours - theirs)
    if content_stems(old) <= content_stems(new) or any(ours ^ theirs == kinds for kinds in KINDS):
        return False  # it says all that the old one says, or that it is the other way round now
    return bool(ours or (theirs and names_job(new)))


def is_apart(new: str, old: str, names: Iterable[str]) -> bool:
    """Return whether two facts speak of two owners, two parts, two days or two of several."""
    own, new = content_stems(" ".join(names)), as_no_longer(new)
    ours, theirs = others(new), others(old)
    if is_another(new, old):
        return True
    if ours != theirs and ((ours and theirs) or of_others(new) or of_others(old)):
        return True
    if one_of_several(new) and _differ(_named(new) - own - ours, _named(old) - own - theirs):
        return True
    days = [frozenset(_DAYS.findall(_BOUND.sub(" ", normal(text)))) for text in (new, old)]
    if _differ(*days) and not (_CHANGED.search(normal(new)) or _ONE_DAY.search(normal(new))):
        return True
    parts = [content_stems(" ".join(_PART.findall(normal(text)))) - own for text in (new, old)]
    return _differ(*parts) or _differ(_places(new), _places(old))


def _places(text: str) -> frozenset[str]:
    return frozenset(limit for limit in limits(text) if not _DAYS.match(limit))


def _differ(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one and other and not one & other)


def _named(text: str) -> frozenset[str]:
    """Return the stems of the names in a fact, but for its opening word."""
    return content_stems(" ".join(re.findall(r"(?<!^)\b[A-Z][\w-]*", text)))
