"""Mood: how surely something is said, and what of that a text must still show.

Word lists, so they miss; which word a doubt is about is read from where the verb stands.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from memoryd.core.deeds import BASES, Deed, deeds, lemma, told
from memoryd.core.regex import regex
from memoryd.core.states import is_present, said_of, states, word_of
from memoryd.core.text import STOP_WORDS, content_stems, stem


def cue(pattern: str) -> re.Pattern[str]:
    """Return a pattern, written verbosely, that is found at whole words in any case."""
    return regex(rf"\b(?:{pattern})(?!\w)", re.IGNORECASE | re.VERBOSE)


POSSIBLE = r"""maybe|perhaps|possibl[ey]|possibilit\w+|probabl[ey]|might|(?-i:may(?=\ [a-z]))
  |(?-i:^May(?=\ [a-z]))|could
  |consider(?!\w*\ \w+sel(?:f|ves)\b)\w*|wonder\w*|unsure|undecided|tentative\w*|potential\w*
  |tempted|toy(?:ed|ing)\ with
  |(?:not|\w+n't)\ (?:sure|certain|decided|think|believe|expect|know\ (?:if|whether))|doubt\w*
  |leaning|(?:i|we)\ (?:think|believe|guess|suppose|suspect)
  |think(?:ing)?\ (?:about|of)|rumou?r\w*|supposed(?:ly)?|allegedly|apparently|in\ theory
  |feel(?:s|ing)?\ like\ (?:\w+ing|do)|dream\w*\ (?:that|of|about|i)|imagine|pretend\w*|suppose
  |hypothetic\w*|(?:discuss\w*|talk\w*\ (?:about|of|over)|debat\w*)\ \w+ing"""
CONSIDERED = r"""discuss\w*|debat\w*|ask(?:s|ed|ing)?|whether|ideas?|thought|thinks?|thinking
  |options?|question\w*|propos\w*|suggest\w*"""
MEANT = r"""(?:i|we|he|she|they)\ (?:really\ )?(?:should|ought)|(?:i|we)'d\ (?:like|love)
  |would\ (?:like|love)\ to|want\w*\ (?:\w+\ ){0,2}to|hop(?:e|es|ed|ing)|wish\w*|should\ (?:i|we)
  |(?:ask|tell|told|urg|advis|expect|order|begg?|remind|encourag|invit)\w*\ (?:\w+\ ){1,2}to"""
IF = r"""if|unless
  |provided\ (?:that|we|i)|as\ long\ as|in\ case|assuming|depend(?:s|ing)?\ on|whenever"""
LIMIT = r"""(?<!not\ )(?<!n't\ )only|except\w*|unless|apart\ from|other\ than|but\ not|excluding
  |at\ most|at\ least|aside\ from|save\ for"""
MOCK = r"""said\ (?:nobody|no\ one|no-one)|(?:just\ )?kidding|(?:just\ )?joking|yeah,?\ right
  |as\ if|in\ (?:my|your)\ dreams|april\ fools?|sarcas\w+|jk"""
ALMOST = r"""almost|nearly|about\ to|close\ to|on\ the\ verge|tr(?:y|ied|ying)\ to|fail\w*\ to
  |forgot\ to|refus\w*\ to|as\ good\ as|(?:would|could|should)\ have|yet\ to"""


def _shown(said: str, shown: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    return cue(said), cue(f"{said}|{shown}")


# What of a line must show in the text, and by which words it does.
KEPT = tuple(
    _shown(said, shown)
    for said, shown in (
        (POSSIBLE, rf"{CONSIDERED}|plan(?:s|ned|ning)?|believ\w*|opinion|feels?|offer\w*|keen"),
        (MEANT, rf"""{POSSIBLE}|{CONSIDERED}|should|ought|wants?|wanted|likes?|prefers?|hopes?
          |would|plan(?:s|ned|ning)?|intend\w*|please|always|never|must|need\w*|aim\w*|desires?
          |told|tells|advis\w*|urged|expected|ordered|reminded|encourag\w*|invit\w*|goal|dream\w*"""),
        (ALMOST, r"tr(?:y|ies|ied|ying)|fail\w*|attempt\w*|forgot|verge|refus\w*|aim\w*"),
        (IF, rf"{LIMIT}|when|once|condition\w*|subject\ to|pending|while|during"),
        (LIMIT, r"solely|exclusive\w*|limited|minimum|maximum|not|never|no"),
        (r"rarely|seldom|hardly|barely|scarcely|occasional\w*|sometimes",
         r"not|never|no|few|little"),
        (MOCK, MOCK),
    )
)  # fmt: skip
# What is only going to be.
_PLANNED = r"""plan(?:s|ned|ning)?\ (?:to|on|for)|intend\w*\ to|going\ to|aim\w*\ (?:to|for)
  |hop\w*\ to|want\w*\ to|will|(?:is|are)\ to"""
AHEAD = (
    cue(_PLANNED),
    cue(rf"{_PLANNED}|plan\w*|soon|upcoming|future|next|engaged|intention\w*|wish\w*|hope\w*"),
)
QUESTION_SHOWN = cue(
    rf"{POSSIBLE}|{CONSIDERED}|request\w*|inquir\w*|enquir\w*|wants?|wanted|needs?|needed|check\w*"
    r"|how|what|when|where|which|who|why"
)
ASKS = regex(
    r"(?:(?:hey|hi|so|and|but|ok|okay|well|please)\b,?\s+)*(?:can|could|should|shall|will|would|may"
    r"|might|must|do|does|did|is|are|was|were|am|has|have|had|how|what|when|where|which|who|whose"
    r"|why|any)\b",
    re.IGNORECASE,
)
# What somebody who is to be something does, and what he no longer is; beside what a verb loses.
_ASPIRES = _shown(
    r"""appl(?:y|ies|ied|ying)|candidates?|interview\w*|train(?:ing)?\ to|stud(?:y|ying|ies)\ to
      |learning\ to|in\ line|(?:waiting\ )?list\ to|thought\ (?:that\ )?(?:i|we|he|she|they)
      |hopefully|soon[\ -]to|future|wannabe|mostly|partly|feel\w*\ like|run(?:s|ning)?\ for
      |offer(?:s|ed)?|promis(?:e|es|ed)|aspir\w*
      |wants?|wanted|hop(?:e|es|ed|ing)|aim\w*|goals?|ambitions?|dreams?
      |(?:'d|would)\ (?:like|love|be|become|make|rather)""",
    r"training|would|future|in\ training|student|prospective|nominee|plan(?:s|ned|ning)?",
)
_STARTS = regex(r"\b(?:from|starting|starts?|as of|until|once|if|when|next)\b|\d", re.IGNORECASE)
# What others take somebody for.
_NOT_QUITE = _shown(
    r"(?:thinks|believes|assumes|imagines|supposes)(?:\ that)?",
    r"thought|not|no|never",
)
_OF_STATES = (*(KEPT[at] for at in (0, 1, 2, 3, 6)), _ASPIRES, _NOT_QUITE)  # limits: of verbs
OVER = (
    cue(r"""used\ to|former\w*|no\ longer|ex-?|stopped|quit|gave\ up|against|(?:tried|left)\ being
      |(?:turned|turn)\ down|declin\w*|reject\w*"""),
    cue(r"""used\ to|former\w*|ex|no\ longer|once|was|were|had|until|stopped|quit|gave\ up
      |tried|declin\w*|reject\w*|against|previous\w*|past|retired|not"""),
)
# What stands in the text as in its line or in neither: that something is over, or put off.
ENDS = (
    cue(r"""cancel\w*|drop(?:s|ped|ping)?|scrap\w*|abandon\w*|reject\w*|revok\w*|withdr[ae]w\w*
      |declin\w*|quit\w*|ceas\w*|end(?:s|ed|ing)|(?:will|shall|to)\ end
      |undo\w*|undid|revert\w*|remov\w*|delet\w*|veto\w*
      |oppos\w*|against|(?:call|turn)(?:s|ed)?\ (?:off|down)|g[ai]ves?\ up
      |banned|fired|den(?:y|ied)|lost|ditch\w*
      |no\ longer|stop(?:s|ped)?|former\w*|used\ to|replac\w*|fell\ through"""),
    cue(r"postpon\w*|delay\w*|put\ off|push(?:es|ed)?\ back|suspend\w*|paus(?:e|es|ed)|on\ hold"),
)  # fmt: skip
_AHEAD_SHOWN = cue(rf"{_PLANNED}|plan\w*|soon|upcoming|future|next|intention\w*|wish\w*|hope\w*")
_PREFACE = regex(
    r"\b(?:just )?want(?:ed)? to (?:let \w+ know|tell \w+|say|share|mention|ask|give \w+ (?:the|a)"
    r" heads[- ]up)\b",
    re.IGNORECASE,
)
_GLAD = regex(
    r"\bi (?:think|believe|find) (?:it's|it is|it) (?:\w+ )?(?:great|good|nice|wonderful|lovely"
    r"|amazing|fantastic) (?=to be\b|being\b)",
    re.IGNORECASE,
)
_NOT_AT_ALL = regex(
    r"(?<=\w)((?: (?:am|is|are|be|being)|'m|'re|'s)) (?:anything but|far from"
    r"(?! (?:here|home|it|the|my|our|(?-i:[A-Z]))\b))(?= \w)",
    re.IGNORECASE,
)
_NOT_LEFT_UNDONE = regex(
    r"\b(?:(?:do|does|did|wo|must|should)(?:n't| not)|never|not)(?: ever)? "
    r"(?:forget|hesitate|fail|neglect|omit|be (?:afraid|shy))\b"
    r"|\bno (?:secret|doubt|wonder|surprise|question|denying) that\b",
    re.IGNORECASE,
)
_SPARED = regex(
    r"(?:\b(?:no|not|never|nobody|nothing|none)\b|n't\b).*"
    r"\b(?:except|besides|apart from|other than|aside from)\b",
    re.IGNORECASE,
)
_ONLY_WHO = regex(r"\b[Oo]nly (?=(?:[A-Z][\w-]*|my|our)\b)")  # it limits who else does it
_ALL_BUT_ONE = regex(
    r"\b(?:(?:any|every)(?:one|body)|all(?: of \w+)?)(?:,? (?:but|except|besides)| (?:apart|aside)"
    r" from| other than)\b",
    re.IGNORECASE,
)
_INSTEAD_IS = regex(r"\bstopped being (?:[\w'-]+ ){1,4}?to (?=be\b)", re.IGNORECASE)
# What only brings up what follows, which holds whoever knew or said it.
_FACTIVE = regex(
    r"""\b(?:you\ (?:\w+\ |\w+n't\ ){0,2}(?:know|knew|remember|recall|heard)
      |(?:told|tell|telling|remind(?:ed|ing)?)\ you(?:\ all)?|want(?:ed)?\ you\ to\ know
      |mention(?:ed|ing)?(?:\ to\ you)?|forgot\ to\ (?:say|add|tell\ \w+)|let(?:ting)?\ you\ know
      |(?:happy|glad|proud|excited|pleased|thrilled|sorry)\ to\ (?:say|report|announce|tell\ \w+)
      |(?:cannot|can't|would\ you)\ believe|(?:don't|do\ not|never)\ forget|(?:keep|bear)\ in\ mind
      |(?:please|do)\ (?:remember|note)|you\ (?:don't|do\ not|won't)\ mind
      |i\ (?:should|must|have\ to|can\ finally)\ (?:say|add|admit|mention)|now\ that)
      (?:\ (?:yet|already|before))?(?:\ that)?\ (?=(?:i|we|my|our)\b)""",
    re.IGNORECASE | re.VERBOSE,
)
_UNTRUE = r"false|untrue|wrong|incorrect|nonsense|made up|an? (?:\w+ )?(?:lie|myth|fairy tale|joke)"
_ORDER = regex(
    r"(?P<before>(?:(?:please|always|never|do|not|don't) )*)(?P<verb>[a-z]+)", re.IGNORECASE
)
_ASIDE = regex(r"\b(not|never|n't), [^,.;!?]{1,40}, ", re.IGNORECASE)  # "do not, ever, call"
_SO = r"(?:true|so|the\ case|correct)"
_IS_UNTRUE = rf"(?:{_UNTRUE.replace(' ', '[ ]')}|(?:simply\ |just\ )?not\ {_SO})"
_WHAT = r"(?P<what>[^.!?;\n]{1,160}"
_IS_SO = rf"(?:(?:'s|\ is|\ was)\ {_IS_UNTRUE}|\ isn't\ {_SO})(?=\s*(?:[.!;]|$))"
_FROM = r"(?:(?<=^)|(?<=[.!?;]\ ))"
_TAKEN_BACK = tuple(  # what is called false behind it
    regex(pattern, re.IGNORECASE | re.VERBOSE)
    for pattern in (
        rf"{_FROM}(?:the\ (?:\w+\ )?\w+\ )?that\ {_WHAT}?){_IS_SO}",
        rf"{_FROM}{_WHAT})[.?!]\ (?:that|this|it){_IS_SO}",
        rf"{_FROM}{_WHAT}?),\ which{_IS_SO}",
        rf"\bit(?:'s|\ is|\ was)\ not\ so\ that\ {_WHAT})",
    )
)
_BEGINS = regex(r"[.,;:!?()–—\n]")
_ENDS = regex(r"[.;!?\n]")
_CUTS = regex(
    r"[.,;:!?()–—]\s|\s-\s|\b(?:but|because|so|since)\b"
    r"|\band (?=(?:i|we|he|she|they|you|then|also|it)\b)",
    re.IGNORECASE,
)
# What somebody did and does no more, in front of its verb; not "I'm used to working".
_DONE_WITH = regex(
    r"""(?<!\bam\ )(?<!'m\ )(?<!\bis\ )(?<!'s\ )(?<!\bare\ )(?<!'re\ )(?<!\bwas\ )(?<!\bbe\ )
      (?<!\bget\ )(?<!\bgot\ )(?<!\bbeen\ )\bused\ to\ (?:(?!now\b|then\b|still\b)\w+\ ){0,3}do$
      |\b(?:quit|gave\ up|given\ up)\ do$""",
    re.IGNORECASE | re.VERBOSE,
)
_MOVES_ON = regex(
    rf"{_CUTS.pattern}|\b(?:and (?=\w+ed\b|now\b|am\b|went\b)|before|until|when|where|then)\b",
    re.IGNORECASE,
)
_FAR = 8  # words in front of a verb that may still say how surely it is meant
_REACH = 200  # characters around a verb that are looked at
_VERB = "do"  # stands for the verb where only what is in front of it is looked at
_SPELL = regex(  # "was vegan for a week"; not "was promoted and is away for a week"
    r"\b(?:was|were|had been)\b(?! \w+ed\b)(?: (?!and\b)[\w-]+){1,4} for (?:(?:an?|one|two|three"
    r"|four|five|six|ten|some|many|several|few|\d+) ){1,2}"
    r"(?:day|week|month|year|decade|while|time)s?\b",
    re.IGNORECASE,
)
_GOT_IT = regex(
    r"(?:\band|,|\bthen)(?: (?:i|we|then|finally|actually|also|really|even|just)){0,3}"
    r" (?:got|took|accepted|landed|won) (?:it|the (?:job|post|position|role|offer))\b",
    re.IGNORECASE,
)
_WAS = regex(r"\b(?:was|were|had)\b", re.IGNORECASE)
_TILL = regex(r"\b(?:until|till|any ?more|no longer|back then)\b", re.IGNORECASE)
_WAITS = regex(r"\S+ (?:waits|is waiting) for\b", re.IGNORECASE)
_ALONE = r"(?! (?:only|just|merely|simply)\b)"
NO = regex(
    rf"\b(?:not{_ALONE}|no|never|cannot|without|nobody|nothing|none|neither|nor|refus\w*"
    rf"|den(?:y|ied|ies)|avoid\w*|stop(?:s|ped)?|lack(?:s|ed|ing)?|forb[ai]d\w*"
    rf"|prohibit\w*|(?:{_UNTRUE}) that)\b|n't\b{_ALONE}",
    re.IGNORECASE,
)
NO_SHOWN = regex(
    rf"{NO.pattern}|\b(?:quit|former\w*|declin\w*|reject\w*|few|little|hardly|rarely|un\w+ed"
    r"|skip\w*|dislik\w*|hat(?:es?|ed)|lack\w*|fail\w*|miss\w*|only|unable|used to|gave up)\b",
    re.IGNORECASE,
)


def without_preface(said: str) -> str:
    """Return words said without what only leads in: "I just wanted to tell you that ..."."""
    plain = _NOT_AT_ALL.sub(r"\1 not", _GLAD.sub("", _PREFACE.sub("", said)))
    for back in (_ASIDE, *_TAKEN_BACK):
        plain = back.sub(r"\1 " if back is _ASIDE else r"it is false that \g<what>", plain)
    kept: list[str] = []
    done = 0
    for factive in _FACTIVE.finditer(plain):
        if factive.start() < done:
            continue
        begun = [mark.end() for mark in _BEGINS.finditer(plain, done, factive.start())]
        kept.append(plain[done : begun[-1] if begun else done])
        done = factive.end()
        end = _ENDS.search(plain, done)
        if end and end[0] == "?":  # what is asked is whether it is known
            kept.append(f"{plain[done : end.start()]}.")
            done = end.end()
    return "".join([*kept, plain[done:]])


def loses_mood(text: str, said: Iterable[str]) -> bool:
    """Return whether a text states flatly a verb that the words said doubt, wish for or deny.

    Also whether it denies one that they do not, and the same of a state (only_hoped). said: the
    texts of the lines it rests on.
    """
    lines = [without_preface(line.replace("’", "'")) for line in said]
    for ours in told(text, None, frozenset()):
        read = _read(ours, lines)
        if read and _is_flat(ours, text, read):
            return True
    return _orders_denied(text, lines) or only_hoped(text, lines)


def _read(ours: Deed, lines: Iterable[str]) -> list[Deed]:
    """Return where lines have a verb of a text: of the same thing, if it is told of that."""
    verb = frozenset({ours.verb})
    read = [deed for line in lines for deed in deeds(line, verb, frozenset())]
    about = content_stems(_object(ours))
    return [deed for deed in read if about & content_stems(_object(deed))] or read


def _orders_denied(text: str, lines: Iterable[str]) -> bool:
    """Return whether a text asks for what its lines forbid: "Send PDFs" of "don't send me PDFs"."""
    found = _ORDER.match(text)
    if found is None or found["verb"].casefold() in STOP_WORDS:
        return False
    begins = found["before"].rstrip()
    ours = Deed(lemma(found["verb"]), None, frozenset(), begins, text)
    read = _read(ours, lines)
    return bool(read) and _turns_no(ours, text, read)


def only_hoped(text: str, said: Iterable[str]) -> bool:
    """Return whether a text states in a bare word what somebody only hopes, asks or denies to be.

    Also what they are no more, and a no that nobody said. said: as loses_mood.
    """
    lines = [without_preface(line.replace("’", "'")) for line in said]
    for ours, form in states(text):
        read = [spot for line in lines for spot in said_of(ours.verb, line, form)]
        told_of = read and not any(spot.passive for spot in read)
        if told_of and (_is_unsure(ours, text, read) or _turns_no(ours, text, read)):
            return True
    return False


def _is_unsure(ours: Deed, text: str, read: Iterable[Deed]) -> bool:
    """Return whether a text says flatly what somebody is and all words said only hope or ask it."""
    lost = [said for said, shown in (*_OF_STATES, OVER) if not shown.search(text)]
    going = word_of(ours).endswith("ing") and stem(word_of(ours)) == ours.verb
    if not going and not _AHEAD_SHOWN.search(text) and not _STARTS.search(text):
        lost.append(AHEAD[0])
    return all(
        (
            any(said.search(governing(spot.before)) for said in lost)
            and not _GOT_IT.search(spot.whole)
        )
        or _is_asked(spot, text)
        or _was(spot, text)
        for spot in read
    )


def _was(spot: Deed, text: str) -> bool:
    """Return whether somebody was something until some day, and a text does not show that."""
    until = _WAS.search(governing(spot.before)) and _says_until(spot.whole)
    return bool(until) and not OVER[1].search(text)


@lru_cache(maxsize=64)  # one sentence may hold a word thousands of times
def _says_until(sentence: str) -> bool:
    return bool(_TILL.search(sentence) or _SPELL.search(sentence))


@lru_cache(maxsize=64)
def _is_question(sentence: str) -> bool:
    return sentence.rstrip(" \"')").endswith("?")


def _is_asked(spot: Deed, text: str) -> bool:
    asks = _is_question(spot.whole) and ASKS.match(governing(spot.before))
    return bool(asks) and not QUESTION_SHOWN.search(text)


def _is_flat(ours: Deed, text: str, read: Sequence[Deed]) -> bool:
    governed = [governing(deed.before) for deed in read]
    doubted = any(
        all(cue_said.search(words) for words in governed) and not shown.search(text)
        for cue_said, shown in KEPT
    )
    ahead = all(AHEAD[0].search(words) for words in governed) and not AHEAD[1].search(text)
    past = _is_past(ours)
    over = not past and not OVER[1].search(text) and all(_is_over(ours, deed) for deed in read)
    return doubted or over or (ahead and past) or _turns_no(ours, text, read)


def _is_over(ours: Deed, deed: Deed) -> bool:
    """Return whether words said tell of a verb that it is no more so, of what a text tells it."""
    if _DONE_WITH.search(governing(deed.before)) is None:
        return False
    about = content_stems(_object(ours))
    return not about or bool(about & content_stems(_object(deed)))


def _object(deed: Deed) -> str:
    """Return the words behind a verb that belong to it."""
    begins = deed.whole.find(deed.before) + len(deed.before)
    rest = deed.whole[begins : begins + _REACH].lstrip().partition(" ")[2]
    return _MOVES_ON.split(f"{rest} ")[0]


def _is_past(deed: Deed) -> bool:
    """Return whether a verb is written as done: "moved"; not "quit", which may be both."""
    verb = word_of(deed)
    return not is_present(deed) and (verb.endswith("ed") or BASES.get(verb, verb) != verb)


def _turns_no(ours: Deed, text: str, read: Sequence[Deed]) -> bool:
    """Return whether a text affirms what all words said deny, or denies what none of them does."""
    denied = all(denies(deed.before) for deed in read)
    if denied and not NO_SHOWN.search(text) and not _waits(ours, read):
        return True
    says_no = NO.search(ours.before) is not None
    return says_no and not any(
        NO_SHOWN.search(whole) or _ALL_BUT_ONE.search(whole) for whole in {d.whole for d in read}
    )


def _waits(ours: Deed, read: Iterable[Deed]) -> bool:
    """Return whether a deed is told to wait for what it is denied until."""
    waits = _WAITS.match(ours.whole[len(ours.before) :].lstrip())
    return waits is not None and all(" until " in deed.whole[len(deed.before) :] for deed in read)


def denies(before: str) -> bool:
    """Return whether the words in front of a verb deny it; "don't forget to call" does not."""
    said = _NOT_LEFT_UNDONE.sub("", governing(before))
    spared = _SPARED.search(said) is not None  # "no pets except a cat"
    return bool((len(NO.findall(said)) + spared) % 2)


def is_hedged(before: str) -> bool:
    """Return whether the words in front of a verb only doubt, wish or plan what it tells."""
    meant = governing(before)
    return any(said.search(meant) for said, _ in (*KEPT[:4], AHEAD))


def governing(before: str) -> str:
    """Return the words in front of a verb that say how surely it is meant."""
    before = _ONLY_WHO.sub("", _INSTEAD_IS.sub("", before[-2 * _REACH :]))
    return " ".join([*_CUTS.split(f"{before} ")[-1].split()[-_FAR:], _VERB])
