"""What is taken back: a clause that denies what is held of somebody, or affirms what was denied."""

import re

from memoryd.core.attributes import denial
from memoryd.core.wishes import exclude
from memoryd.llm.offline_rules import (
    PREFERENCE,
    STATUS,
    Rule,
    rule,
    sentence,
    stands_alone,
    third,
)
from memoryd.llm.offline_scene import Draft, Scene
from memoryd.llm.offline_subject import Saying, as_person
from memoryd.llm.offline_tail import is_understood

_DENIED = re.compile(
    r"(?P<verb>(?:is|was|do|does|has|have|can) )?(?P<no>not|no longer|never) (?P<what>.+?)"
    r"(?P<more> any ?(?:more|longer))?$"
)
_OVER = re.compile(r"^(?:used to|(?:(?:have|has) )?stopped (?=\w+ing\b)) ?")
_NO_MORE = re.compile(r",? (?:and )?(?:not|no) (?:any ?more|any longer|longer)$")
_STILL = re.compile(r"\b(?:and|still|again|more|less|better|most|best|as much)\b")
_BASES = {
    "being": "be", "liking": "like", "loving": "love", "enjoying": "enjoy", "hating": "hate",
    "preferring": "prefer", "disliking": "dislike", "wanting": "want", "eating": "eat",
    "drinking": "drink", "smoking": "smoke", "using": "use", "working": "work",
}  # fmt: skip
# Behind a comma: it limits what is taken back, so that less than all of it is.
_LIMITS = re.compile(
    r"(?:only|just|at least|especially|mostly|except|unless|when|while|if|until|in|on|at|for|before"
    r"|after|during|by|from|but|or|not)\b"
)


def taken_back(saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    """Return what a clause says against a fact that is held: just that it is over, or so again."""
    return _better(saying, scene) or _denied(saying, scene) or _affirmed(saying, scene)


def _denied(saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    """Return what a clause denies of somebody, where just that is held of them."""
    who = as_person(saying.subject, scene)
    match = _DENIED.match(_plainly(saying.predicate))
    if not who or not match:
        return ()
    held = [old.text for old in scene.facts(who)]
    found = [
        (_denial(match["verb"] or "", match["no"], what, over=bool(more)), judge)
        for what, more in _readings(match, scene)
        for judge in (_just_denies, exclude)
    ]
    # Of "calls, e-mail is better" only what stands in front of the comma is what is denied.
    for fact, judge in found:
        if not (judge is exclude and "," in fact) and any(judge(fact, old) for old in held):
            return (Draft(who, fact, STATUS),)
    return ()


def _just_denies(fact: str, old: str) -> bool:
    no, said = denial(fact)
    return no and denial(old) == (False, said)


def _plainly(predicate: str) -> str:
    """Return "used to like tea", "stopped liking tea" as "no longer like tea"."""
    over = _OVER.match(predicate)
    if not over:
        return predicate
    rest = _NO_MORE.sub("", predicate[over.end() :])
    verb, _, what = rest.partition(" ")
    verb = _BASES.get(verb, "" if over[0].endswith("stopped ") else verb)
    if not verb or verb.endswith("ing") or _STILL.search(what):  # "used to getting up"
        return predicate
    return f"is no longer {what}" if verb == "be" else f"no longer {verb} {what}"


def _readings(match: re.Match[str], scene: Scene) -> list[tuple[str, str]]:
    """Return what is denied and whether it was so before: all that is said, or up to a comma."""
    more = match["more"] or (match["no"] if match["no"] == "no longer" else "")
    found = [(third(match["what"]), more)]
    first, comma, rest = match["what"].partition(",")
    if comma and not _LIMITS.match(rest.strip()) and is_understood(f",{rest}", scene.kind):
        bare = re.sub(r" any ?(?:more|longer)$", "", first)
        found.append((third(bare), more or (first if bare != first else "")))
    return found


def _denial(verb: str, no: str, what: str, *, over: bool) -> str:
    word = "Never" if no == "never" else "No longer" if over else "Not"
    if verb in ("is ", "was "):
        return f"{word} {what}"
    # Of a verb: in the form of nobody's own.
    word = "Does not" if word != "Never" else word
    return f"{word} {what} any more" if over else f"{word} {what}"


# What comes first instead: beside the no to what came first, or said to be so from now on.
_BETTER = (
    r"(?P<new>[\w -]{2,40}?) (?P<is>is|are|works?|suits?)(?: me)? (?:(?:much|a lot|far) )?"
    r"(?:better|best)"
)
_RATHER = re.compile(
    rf"(?:no longer|(?:do|does) not) prefers? [^,]+?(?: any ?(?:more|longer))?, (?:and )?{_BETTER}"
    r"(?: for (?:me|them))?(?: (?:now|these days|nowadays|from now on))?$"
)


def _better(saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    """Return both of "I no longer prefer calls, email is better now"."""
    match = _RATHER.match(saying.predicate)
    if not match or not saying.subject.first or saying.subject.plural:
        return ()
    return (*_denied(saying, scene), *_preferred(match, scene))


def _preferred(match: re.Match[str], scene: Scene) -> tuple[Draft, ...]:
    if not stands_alone(match["new"], 5):
        return ()
    fact = f"{sentence(third(match['new']))} {match['is']} better now"
    return (Draft(scene.speaker, fact, PREFERENCE),)


def _better_now(match: re.Match[str], _saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    """Return "email is better for me these days" where that ends what is held to come first."""
    found = _preferred(match, scene)
    held = [old.text for old in scene.facts(scene.speaker)]
    return tuple(new for new in found if any(exclude(new.fact, old) for old in held))


WHOLE: tuple[Rule, ...] = (
    rule(rf"{_BETTER} for me,? (?:these days|nowadays|from now on)$", _better_now),
)

_AGAIN = re.compile(r"(?P<what>(?P<verb>[a-z]+)(?: [^,.;:]+)?) (?:again|now|these days|once more)$")


def _affirmed(saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    """Return what a clause says is so again, where just that is held to be denied."""
    who, match = as_person(saying.subject, scene), _AGAIN.match(saying.predicate)
    if not who or not match or saying.negated or saying.said != saying.predicate:
        return ()
    fact = sentence(f"{_of_others(match['verb'])}{match['what'][len(match['verb']) :]} again")
    _, said = denial(fact)
    held = any(denial(old.text) == (True, said) for old in scene.facts(who))
    return (Draft(who, third(fact), STATUS),) if held and said else ()


def _of_others(verb: str) -> str:
    return verb if verb.endswith("s") else f"{verb}s"
