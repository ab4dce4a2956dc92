"""Offline rules about tastes, habits, names and standing wishes."""

import re

from memoryd.llm.offline_body import is_of_the_body
from memoryd.llm.offline_limit import breaks, plain, tells_of_another
from memoryd.llm.offline_ordinary import is_ordinary
from memoryd.llm.offline_rules import (
    PREFERENCE,
    STATUS,
    UNDATED,
    Rule,
    rule,
    sentence,
    stands_alone,
    third,
)
from memoryd.llm.offline_scene import Draft, Scene
from memoryd.llm.offline_subject import Saying, as_person
from memoryd.llm.offline_tail import is_understood
from memoryd.llm.offline_words import NAME, is_name

_KIND_OF_PERSON = (
    r"early riser|early bird|night owl|morning person|evening person|sprint worker|introvert|"
    r"extrovert|perfectionist|minimalist|vegetarian|vegan|pescatarian|teetotall?er|non-smoker|"
    r"coffee drinker|tea drinker|visual learner|left-hander|light sleeper|heavy sleeper|dog person|"
    r"cat person|foodie|bookworm|homebody|people person|slow reader|list maker|planner"
)
_CONDITION = (
    r"vegetarian|vegan|pescatarian|lactose[- ]intolerant|gluten[- ]intolerant|coeliac|celiac|"
    r"gluten-free|colou?r-?blind|left-handed|dyslexic|diabetic|asthmatic|nearsighted|deaf|"
    r"(?:deathly |severely )?allergic to [\w ,]+|intolerant to [\w ]+|afraid of [\w ]+"
)


def _prefers(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who, what = as_person(saying.subject, scene), plain(match["what"])
    if not who or not stands_alone(what, 14) or _NO_WISH.match(what) or tells_of_another(what):
        return ()
    topic = "nickname" if _CALLED.match(what) else "preference"
    return (Draft(who, f"Prefers {third(what).strip()}", PREFERENCE, (), topic),)


_CALLED = re.compile(rf"to be called {NAME}(?=$|,| (?:now|instead)$)")
_NO_WISH = re.compile(
    r"not to (?:say|tell|answer|disclose|comment)$|the (?:first|second|third|last|latest|new|old|"
    r"other|current|previous|next|original|left|right)\b"
)
_ASIDE = re.compile(
    r"(?:\s*,)?\s+(?:really|indeed|honestly|truly|to be fair)$|"
    r",?\s*\b(?:too|also|as well|itself|to be honest|though|so much|a lot|very much|the most)\b|"
    r",? (?:especially|particularly|because|since)\b.*"
)
_NO_TASTE = re.compile(
    r"^(?:$|to$|neither$|none$|me|us|myself|the|a|an|some|any|all|to (?:know|see|hear|get|have|be|"
    r"learn|think|use|try|start|add|make|"
    r"understand|go|ask|hear|point|meet|say|mention|do|create|explore|discuss)|getting|having|"
    r"seeing|hearing|being|learning about|working on|about|and|but|most|more|when|as|"
    r"(?:\w+ing )?(?:today|now)|new)\b|^\w+ing (?:on|at|this)\b|\b(?:lately|these days|recently|"
    r"right now)\b",
    re.IGNORECASE,
)


_MOCKS = re.compile(r"\bnothing\b|\blike I\b|\bas (?:much|little) as\b|\bnot$", re.IGNORECASE)


def _taste(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    """Return a taste for a thing that stands by itself; "I like the second one" is none."""
    who, said = as_person(saying.subject, scene), plain(match["what"])
    what = _ASIDE.sub("", said).strip(" ,")
    if not who or not _is_taste(what) or not is_understood(_behind_comma(said), scene.kind):
        return ()
    verb = match["verb"]
    if verb == "can not stand":
        verb = "can't stand"
    elif not verb.startswith("is ") and not verb.startswith("do"):
        verb = verb.rstrip("s") + "s"
    verb = re.sub(r"^(?:do|does) not (?:really )?", "does not ", verb)
    verb = re.sub(r"^is (?:a )?", "", verb)
    if re.search(rf"\bonly (?:\w+ )?{match['verb'].split()[0]}", saying.clause):
        verb = f"only {verb}"
    return (Draft(who, sentence(f"{verb} {third(what)}"), PREFERENCE, (), "taste"),)


def _is_taste(what: str) -> bool:
    empty = _NO_TASTE.match(what) or _MOCKS.search(what) or tells_of_another(what)
    return not empty and stands_alone(what, 8)


def _behind_comma(what: str) -> str:
    return "".join(what.partition(",")[1:])


def _trait(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who = as_person(saying.subject, scene)
    what = third(match["what"])
    if not who or not stands_alone(what, 8) or not is_of_the_body(what):
        return ()
    if breaks(what, saying.predicate[match.end() :]):
        return ()
    topic = "diet" if re.match(r"vegetarian|vegan|pescatarian", what) else ""
    return (Draft(who, sentence(what), PREFERENCE, (), topic),)


def _habit(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who, what = as_person(saying.subject, scene), third(match["what"])
    if not who or not stands_alone(re.sub(r"\b(?:their|them)\b", "", what), 10):
        return ()
    if saying.subject.plural or _ON_WORK.match(what):
        return ()  # what "we" do not use is a team's; what one works at is no way of working
    text = re.sub(r"^do(?:es)? not", "does not", what)
    if not saying.subject.first and not text.startswith("does"):
        text = what
    return (Draft(who, sentence(text), PREFERENCE),)


def _works_best(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who, what = as_person(saying.subject, scene), match["what"]
    if not who or not stands_alone(what, 9):
        return ()
    return (Draft(who, sentence(re.sub(r"^works?", "works", what)), PREFERENCE),)


def _rises(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who = as_person(saying.subject, scene)
    verb = match["verb"].split()
    does = "goes" if verb[0].startswith("go") else f"{verb[0].removesuffix('s')}s"
    text = " ".join([does, *verb[1:], match["at"]])
    return (Draft(who, sentence(text), PREFERENCE, (), "rising"),) if who else ()


def _name(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    name = match["name"]
    if not saying.subject.first or not is_name(name) or is_ordinary(name):
        return ()
    return (Draft(scene.speaker, f"Goes by {name}", PREFERENCE, (), "nickname"),)


def _eats(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who = as_person(saying.subject, scene)
    dated = saying.said != saying.predicate
    fact = f"Eats {match['what']} {match['when']}"
    return (Draft(who, fact, PREFERENCE, (), "diet"),) if who and not dated else ()


_NO_WORK_DAY = (
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b|Christmas|Easter|New Year|Thanksgiving|"
    r"Halloween|Good Friday|Boxing Day|Labou?r Day|[A-Z]\w+ (?:Day|Eve)\b"
)
_HOURS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_HOUR = (
    rf"(?:(?:[01]?\d|2[0-4])(?::[0-5]\d)?(?![\d:])(?: ?[ap]m)?|"
    rf"(?:half past |quarter past |quarter to )?(?:{_HOURS})"
    r"(?: (?:fifteen|thirty|forty-five|o'clock))?|noon|midnight)"
)
_ON_WORK = re.compile(rf"do(?:es)? not work on (?:the )?(?!{_NO_WORK_DAY}){NAME}(?: project)?\b")
_LANGUAGE = (
    r"(?:English|German|French|Spanish|Italian|Portuguese|Dutch|Polish|Russian|Ukrainian|Czech|"
    r"Slovak|Swedish|Norwegian|Danish|Finnish|Icelandic|Greek|Turkish|Arabic|Hebrew|Hindi|Urdu|"
    r"Bengali|Tamil|Telugu|Marathi|Punjabi|Gujarati|Kannada|Malayalam|Chinese|Mandarin|Cantonese|"
    r"Japanese|Korean|Vietnamese|Thai|Indonesian|Malay|Swahili|Romanian|Hungarian|Bulgarian|"
    r"Serbian|Croatian|Slovenian|Catalan|Basque|Welsh|Irish|Persian|Farsi|Latin|Esperanto|Tagalog|"
    r"Albanian|Armenian|Georgian|Estonian|Latvian|Lithuanian|Afrikaans|Yoruba|Amharic)"
)
_FLUENT = r"(?:fluent |native |some |basic |a little |a bit of |conversational )?"
_PET = (
    r"(?:dog|cat|puppy|kitten|rabbit|hamster|guinea pig|parrot|budgie|horse|pony|tortoise|turtle|"
    r"goldfish|snake|ferret|gecko|chicken|goat|pet)"
)


def _plainly(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who = as_person(saying.subject, scene)
    verb, what = match["verb"].rstrip("s") + "s", third(match["what"])
    verb = "has" if verb.startswith("ha") else verb
    return (Draft(who, sentence(f"{verb} {what}"), STATUS),) if who else ()


def _birthday(_match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    """Return somebody's birthday in the words for it, not a day on which anything became true."""
    who = as_person(saying.subject, scene)
    what = _DAY_OF_YEAR.search(saying.said)
    return (Draft(who, f"Birthday is {what['day']}", STATUS, (), UNDATED),) if who and what else ()


_MONTHS = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|"
    r"Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?"
)
_DAY_OF_YEAR = re.compile(
    rf"birthday(?: is|'s| falls)?(?: on)?(?: the)? (?P<day>\d{{1,2}}(?:st|nd|rd|th|\.)?(?: of)? "
    rf"{_MONTHS}(?:,? \d{{4}})?|{_MONTHS} \d{{1,2}}(?:st|nd|rd|th)?(?:,? \d{{4}})?|"
    rf"\d{{4}}-\d\d-\d\d|\d{{1,2}}[./]\d{{1,2}}(?:[./]\d{{2,4}})?)\W*$"
)


def _zone(match: re.Match[str], _saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    return (Draft(scene.speaker, f"Timezone is {match['zone']}", STATUS, (), "timezone"),)


def _own(match: re.Match[str], _saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    """Return "my favourite colour is blue": one thing of the speaker's, and its value."""
    what, value = match["own"], third(match["value"])
    if not stands_alone(value, 6):
        return ()
    category = PREFERENCE if what.startswith("favo") else STATUS
    return (Draft(scene.speaker, sentence(f"{what} is {value}"), category, (), f"own {what}"),)


RULES: tuple[Rule, ...] = (
    rule(rf"(?P<verb>speaks?) (?P<what>{_FLUENT}{_LANGUAGE}(?: fluently)?(?:(?:, and|,| and) "
         rf"{_FLUENT}{_LANGUAGE}(?: fluently)?)*)(?=$|[,.])", _plainly),
    rule(rf"(?P<verb>ha(?:ve|s)|owns?) (?P<what>(?:an?|two|three|four|\d) (?:\w+ ){{0,2}}"
         rf"(?:{_PET}|puppies|ponies)s?,? (?:called|named) {NAME}(?:, {NAME}){{0,3}}"
         rf"(?:,? and {NAME})?)(?=$|[,.])", _plainly),
    rule(r"is birthday\b", _birthday),
    rule(r"(?:prefers?) (?P<what>(?:not )?[^.!?]{2,110})$", _prefers, denies=True),
    rule(r"(?P<verb>likes?|loves?|enjoys?|hates?|dislikes?|can not stand|is (?:a (?:big |huge |"
         r"real )?fan of|"
         r"fond of)|(?:do|does) not (?:really )?(?:like|enjoy|drink|eat)) "
         r"(?P<what>[^.!?:()]{2,60})$",
         _taste, denies=True),
    rule(rf"(?:is|has been) (?:(?:now|really|very|such|more of|quite|always|a bit of|a total) "
         rf")*an? "
         rf"(?:(?:real|total|very|big|definite|lifelong|strict|committed) )*"
         rf"(?P<what>{_KIND_OF_PERSON})(?=$|,| who| by nature| (?:now|again)$)", _trait),
    rule(rf"(?:is|has been|been|have been|went|became|turned) (?:now |severely |strictly )*"
         rf"(?P<what>{_CONDITION})(?=$|,| (?:now|again)$)", _trait),
    rule(r"(?P<verb>gets? up|wakes? up|goes to bed|go to bed) (?P<at>(?:early|late|at (?:around |"
         rf"about )?{_HOUR})(?: (?:every day|every morning|each day|on weekdays))?)"
         r"(?=$|,| (?:now|these days|again)$)",
         _rises),
    rule(r"(?P<what>(?:do|does) not (?:smoke|drive|take calls|take meetings|do meetings|do calls|"
         r"answer (?:calls|emails?)|work on|check (?:email|mail)|have a car|use)\b[^.!?]{0,60})$",
         _habit, denies=True),
    rule(r"(?P<what>works? best [\w ]{3,40})$", _works_best),
    rule(rf"(?:goes|go) by (?P<name>{NAME})(?=$| (?:now|again|these days)$)", _name),
    rule(r"(?:eats?|is eating|(?:have )?started eating|(?:went|is) back to eating) (?P<what>meat)"
         r" (?P<when>again|now)$", _eats),
)  # fmt: skip


def _full_name(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    name = match["name"]
    if not is_name(name) or is_ordinary(name):
        return ()
    if name in saying.predicate[match.end() :]:
        return ()  # "Bond, James Bond"
    verb, topic = ("Goes by", "nickname") if match["how"].lower() == "call" else ("Name is", "name")
    return (Draft(scene.speaker, f"{verb} {name}", PREFERENCE if topic == "nickname" else STATUS,
                  (), topic),)  # fmt: skip


def _nickname(match: re.Match[str], _saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    if is_ordinary(match["name"]):
        return ()
    fact = f"Goes by {match['name']}"
    return (Draft(scene.speaker, fact, PREFERENCE, (), "nickname"),)


def _pet(match: re.Match[str], _saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    """Return "my cat is called Tom" as an animal of the speaker's."""
    what, _, name = match[0][3:].replace("'s name is", " is named", 1).partition(" is ")
    return (Draft(scene.speaker, f"Has a {what} {name}", STATUS),)


_ZONE = (
    r"(?P<zone>[A-Z]{2,5}(?:[+-]\d{1,2}(?::\d\d)?)?|[A-Z]\w+/[A-Z]\w+|"
    r"[A-Z]\w+(?: [A-Z]\w+)*(?: [Tt]ime)|[A-Z]\w+)"
)

# Clauses without a subject: standing orders to the assistant, and introductions.
WHOLE: tuple[Rule, ...] = (
    rule(rf"(?:[Yy]ou can |[Ff]rom now on,? (?:please )?|[Pp]lease |[Jj]ust |[Ee]veryone |"
         rf"[Pp]eople |(?:[Mm]y )?[Ff]riends )?"
         rf"(?P<how>[Cc]all)s? me (?P<name>{NAME})"
         rf"(?=$| (?:now|instead|from now on|going forward)$)", _full_name),
    rule(rf"[Mm]y (?:full )?(?P<how>)name is (?P<name>{NAME})(?=$|,)", _full_name),
    rule(rf"[Mm]y nick ?name is (?P<how>)(?P<name>{NAME})(?=$|,)", _nickname),
    rule(rf"[Mm]y {_PET}(?:'s name is| is (?:called|named)) {NAME}(?=$|,)", _pet),
    rule(r"[Mm]y birthday\b", _birthday),
    rule(rf"(?:[Mm]y|[Tt]he) time ?zone is (?:now )?{_ZONE}$", _zone),
    rule(rf"(?:I'm|I am|I work|I live) (?:in|on) (?:the )?{_ZONE} time ?zone$", _zone),
    rule(r"[Mm]y (?P<own>favou?rite \w+(?: \w+)?|native language|mother tongue|nationality|"
         r"home ?town|job title|surname|last name|middle name|first name|pronouns|shoe size|"
         r"star sign) (?:is|are) (?:now )?(?P<value>[^.!?:;]{2,50})$", _own),
)  # fmt: skip
