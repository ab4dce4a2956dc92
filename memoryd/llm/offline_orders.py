"""Offline rules about standing orders to the assistant, and what the operator would rather have.

What is asked for once is none: an order stands where its words say always, never or for whom.
"""

import re

from memoryd.core.wishes import compares_ways
from memoryd.llm.offline_rules import PREFERENCE, Rule, named, rule, sentence, stands_alone, third
from memoryd.llm.offline_scene import Draft, Scene
from memoryd.llm.offline_subject import Saying, as_person

_ORDER = (
    r"(?:send|use|reply|answer|keep|call|write|schedule|book|remind|ask|include|put|add|show|"
    r"format|"
    r"respond|address|avoid|text|email|ping|message|check|run|commit|push|summari[sz]e|round|quote|"
    r"translate|suggest|offer|mention|cc|sign|double-check|confirm|interrupt|delete|share|assume|"
    r"order|test|back up|copy|forward|merge|deploy|install|buy|pay|spend|invite|publish|transfer|"
    r"cancel|overwrite|remove|reveal|disclose|accept|decline|approve)"
)
_ASKED = _ORDER.removesuffix(")") + r"|give|start|begin|tell|speak|plan|explain|do|make|create)"
_FROM_NOW = r"(?:[Ff]rom now on|[Gg]oing forward|[Ii]n (?:the )?future|[Aa]s a rule)"
# Whoever it is about, or whatever: not the one thing at hand.
_ALL = r"(?:anybody|anyone|(?:any )?strangers|third parties|without (?:\w+ing|my)\b|ever)"
_TEXTS = (
    r"(?:answers|replies|responses|messages|e-?mails|explanations|summaries|updates|reports|texts)"
)
_SHORT = (
    r"(?:(?:very |really |nice and )?(?:short|brief|concise|simple|plain|formal|informal|polite|"
    r"friendly|factual|direct|detailed|long|crisp|to the point)"
    r"(?: and (?:short|brief|concise|simple|plain|friendly|polite|direct|to the point))?|"
    r"under \w+ (?:words|lines|sentences))"
)
_YOU_DO = re.compile(r"\b(?:before|when|whenever|after|while|until) you\b")


def _standing(match: re.Match[str], _saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    wish, when = match["wish"], match.groupdict().get("when") or ""
    said = f"{wish} when you {when}" if when else wish
    alone = _YOU_DO.sub("", said).removeprefix("answer ")  # the verb points at no answer
    if not stands_alone(alone, 18):
        return ()
    fact = sentence(f"{match['how'] or ''} {named(said, scene.owner)}")
    return (Draft(scene.speaker, fact, PREFERENCE),)


def _keep(match: re.Match[str], _saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    return (Draft(scene.speaker, f"Keep {match['what']} {match['how']}", PREFERENCE),)


def _rather(match: re.Match[str], _saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    """Return which way to be reached comes first; "I'd rather go than stay" is of one occasion."""
    fact = f"Prefers to {match['more']} rather than {match['less'].removeprefix('to ')}"
    ways = compares_ways(fact)
    return (Draft(scene.speaker, fact, PREFERENCE, (), "preference"),) if ways else ()


def _never_again(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who, what = as_person(saying.subject, scene), third(match["what"])
    if not who or saying.subject.plural or not stands_alone(what, 10):
        return ()
    return (Draft(who, f"Never wants to {what}", PREFERENCE),)


RULES: tuple[Rule, ...] = (
    rule(r"never wants? to (?P<what>(?!be sure|know|hear|talk|see)[^.!?,;:]{3,60}?)$",
         _never_again, denies=True),
)  # fmt: skip
# Clauses without a subject.
WHOLE: tuple[Rule, ...] = (
    # Without "please", "always" is as often a proverb: never give up.
    rule(rf"(?P<how>[Aa]lways|[Nn]ever) (?P<wish>{_ORDER}\b.*)$", _standing, denies=True),
    rule(rf"[Pp]lease (?P<how>always|never) (?P<wish>{_ASKED}\b.*)$", _standing, denies=True),
    rule(rf"{_FROM_NOW},? (?:please )?(?P<how>always |never |no more |do not |don't )?"
         rf"(?P<wish>{_ASKED}\b.*)$", _standing, denies=True),
    rule(rf"(?:[Pp]lease )?(?P<how>[Dd]on't|[Dd]o not) ever (?P<wish>{_ASKED}\b.*)$", _standing,
         denies=True),
    rule(rf"(?:[Pp]lease )?(?P<how>[Dd]on't|[Dd]o not) (?P<wish>{_ORDER}\b.*\b{_ALL}.*)$",
         _standing, denies=True),
    rule(rf"[Ww]hen(?:ever)? you (?P<when>[^,]{{3,50}}), (?:please )?(?P<how>always|never) "
         rf"(?P<wish>{_ASKED}\b.*)$", _standing, denies=True),
    rule(rf"(?:{_FROM_NOW},? )?(?:[Pp]lease )?[Kk]eep (?:all |any )?(?:your )?(?P<what>{_TEXTS}) "
         rf"(?P<how>{_SHORT})$", _keep),
    rule(rf"(?:{_FROM_NOW},? )?I(?:'d| would) rather (?P<more>\w+) than (?P<less>\w+)$", _rather),
)  # fmt: skip
