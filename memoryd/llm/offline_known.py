"""Which held facts a new one makes untrue, and what ends for others when a job ends."""

import re
from collections.abc import Callable

from memoryd.core.attributes import is_aside
from memoryd.core.proposal import Mention
from memoryd.core.supersede import RIVALS
from memoryd.core.titles import another_post, title_of
from memoryd.llm.offline_rules import RELATIONSHIP
from memoryd.llm.offline_scene import COMPANY, Draft, Entity, Held, Scene, same_company
from memoryd.llm.offline_words import HABIT, MANAGER, NAME, ORG, TRAIT, is_place

# One attribute each: how its facts read, whoever wrote them.
_TOPICS = {
    "role": re.compile(r"^(?:Promoted to |Works as )|^(?!.* (?:at|of \w+ at) )[\w &/-]*"
                       r"(?:engineer|developer|designer|manager|director|lead|VP|C[ETFO]O)$"),
    "nickname": re.compile(r"^(?:Goes by|(?:Wants|Likes|Prefers) to be called (?=[^\W\d_a-z])|"
                           r"Called) "),
    "name": re.compile(r"^(?:Full )?[Nn]ame is "),
    "state": re.compile(r"\b(?:on hold|paused|cancell?ed|blocked|in beta|behind schedule|delayed|"
                        r"ahead of schedule|postponed|in progress|on track)\b", re.IGNORECASE),
    "diet": re.compile(r"\b(?:vegetarian|vegan|pescatarian|eats meat|carnivore)\b", re.IGNORECASE),
    "priority": re.compile(r"^(?:\w+ )?(?:top|main|first|highest|biggest|number[- ]one) "
                           r"(?:priority|focus) is |^[\w ]+ comes first\b", re.IGNORECASE),
    "timezone": re.compile(r"^Timezone is "),
    "rising": re.compile(r"^(?:Gets up|Wakes up|Goes to bed)"),
    "manager": re.compile(rf"^(?:Reports to|(?:{MANAGER}) of|Manager is)\b", re.IGNORECASE),
}  # fmt: skip
_EMPLOYED = re.compile(
    rf"(?:\b(?:[Ww]orks?|[Ss]tarted|[Jj]oined|[Ee]mployed|[Nn]ew job|[Jj]ob|[Pp]osition)\b"
    rf"[\w ]{{0,40}}? (?:at|for|with|by)|^Joined|^[\w &/-]+ at) (?P<org>{ORG})"
)
_HOME = re.compile(rf"\b(?:[Ll]ives?|[Mm]oved|[Bb]ased|[Hh]ome is|[Rr]elocated) (?:in|to) ({NAME})")
_ASSIGNED = re.compile(
    rf"^(?:[Ii]s |[Ww]orks |[Ww]orking |[Aa]ssigned )?(?:[Oo]n|[Tt]o|[Mm]oved to|[Jj]oined) "
    rf"(?:the |project )?({NAME}|[\w-]+)"
)
_DECIDED = re.compile(r"\b(?:uses?|using|decided|decision|chose|chosen|switched|going with|built "
r"on|"
                      r"settled on)\b", re.IGNORECASE)  # fmt: skip
_LAUNCH = re.compile(
    r"\b(?:launch(?:es)?|launch target|ships|goes live|release date)\b", re.IGNORECASE
)
_TASTE = re.compile(
    r"^(?:\w+ )?(?:likes?|loves?|enjoys?|hates?|dislikes?|can't stand|prefers?|fond of|big fan of|"
    r"fan of|a fan of|a big fan of|does not (?:like|enjoy|eat|drink)|doesn't (?:like|eat)) (.+)$",
    re.IGNORECASE,
)


def replaced(draft: Draft, scene: Scene) -> tuple[str, ...]:
    """Return the ids of the entity's held facts that state the same attribute's old value."""
    return tuple(
        held.id
        for held in scene.facts(draft.entity)
        if held.id and held.text != draft.fact and _outdated(draft, held)
    )


def _outdated(draft: Draft, held: Held) -> bool:
    if draft.topic.startswith("list of "):
        return held.text.startswith(draft.fact.split(":")[0] + ":")
    if draft.topic.startswith("own "):
        return held.text.startswith(draft.fact.split(" is ")[0] + " is ")
    if draft.topic in _TOPICS:
        is_of_it = _TOPICS[draft.topic].search(held.text) is not None
        return is_of_it and (draft.topic != "role" or _another_role(draft.fact, held.text))
    judge = _JUDGES.get(draft.topic)
    return judge is not None and judge(draft, held)


def _another_role(new: str, old: str) -> bool:
    titles = title_of(new), title_of(old)
    return all(titles) and another_post(*titles)


def manager_word(person: Mention, scene: Scene) -> str:
    """Return what a person is held to be to the speaker, as told: boss, manager; "" if neither."""
    of = re.compile(rf"(?:New )?({MANAGER}) of {re.escape(scene.owner)}\b", re.IGNORECASE)
    ties = [held.text for held in scene.facts(person)
            if of.match(held.text) or _ENDED.match(held.text)]  # fmt: skip
    last = of.match(ties[-1]) if ties else None
    return last[1].lower() if last else ""


def unless_held(draft: Draft, scene: Scene) -> tuple[Draft, ...]:
    """Return the tie to a manager, () where a held fact says no less of it in other words."""
    more = len(draft.related) > 1 or draft.fact.startswith("New ")
    same = any(held.text == draft.fact for held in scene.facts(draft.entity))
    told = not more and not same and manager_word(draft.entity, scene) != ""
    return () if told else (draft,)


def holds_job(draft: Draft, scene: Scene) -> bool:
    """Return whether somebody is held to work at the company that a draft says was left."""
    return any(_job_outdated(draft, held) for held in scene.facts(draft.entity))


def _job_outdated(draft: Draft, held: Held) -> bool:
    found = _EMPLOYED.search(held.text)
    over = re.match(r"(?:Left|Used to|Former|Laid off|No longer)\b", held.text)
    if not found or over or is_aside(held.text):
        return False
    if draft.left:
        return same_company(found["org"], draft.left)
    return True


def _assignment_outdated(_draft: Draft, held: Held) -> bool:
    found = _ASSIGNED.match(held.text)
    return found is not None and not is_place(found[1])


def _target_outdated(draft: Draft, held: Held) -> bool:
    if draft.fact.startswith("Deadline"):
        return re.search(r"\b(?:deadline|due)\b", held.text, re.IGNORECASE) is not None
    return _LAUNCH.search(held.text) is not None


def _rivals(draft: Draft, held: Held) -> bool:
    """Return whether two decisions choose between the same things."""
    if not _DECIDED.search(held.text):
        return False
    new, old = _tokens(draft.fact), _tokens(held.text)
    named = set(re.findall(r"\b[A-Z][\w.+#-]*", draft.fact)[1:])
    if any(word.lower() in old for word in named):
        return True
    return any(new & group and old & group for group in RIVALS)


def _tokens(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[\w+#.-]*[\w+#]", text.lower()))


def _object(text: str) -> str:
    match = _TASTE.match(text)
    return " ".join(match[1].lower().split()) if match else ""


def _same_object(draft: Draft, held: Held) -> bool:
    return _object(draft.fact) != "" and _object(draft.fact) == _object(held.text)


_SMALL = frozenset(("prefers", "prefer", "over", "to", "than", "rather", "instead", "of", "more",
                    "a", "the"))  # fmt: skip


def _same_words(draft: Draft, held: Held) -> bool:
    """Return whether two preferences weigh the same things: calls over email, email over calls."""
    new, old = _tokens(draft.fact) - _SMALL, _tokens(held.text) - _SMALL
    return held.text.lower().startswith("prefer") and bool(new) and new == old


_OTHER_MANAGERS = re.compile(
    r"\b(?:product|project|engineering|account|marketing|sales|office|hr|program|general|store|"
    r"community|operations|it) manager\b",
    re.IGNORECASE,
)
_WORK_TIE = re.compile(
    r"\b(?:manager|manages|boss|supervisor|team[ -]?lead|colleagues?|co-?workers?|teammates?|"
    r"direct report|works with|reports to)\b|micro-?manage",
    re.IGNORECASE,
)
_NEW_MANAGER = re.compile(rf"New (?:{MANAGER}) of ")
_LASTING_TRAIT = re.compile(rf"^(?:{TRAIT}|{HABIT})(?:\b|$)", re.IGNORECASE)
_ENDED = re.compile(r"^(?:Former|No longer)\b", re.IGNORECASE)


def rests_on_work(text: str, company: str) -> bool:
    """Return whether a person's fact holds only while they and the speaker work together."""
    if _ENDED.match(text) or _elsewhere(text, company):
        return False
    bare = _OTHER_MANAGERS.sub("", text)
    return bool(_WORK_TIE.search(bare) or _LASTING_TRAIT.match(bare))


def _elsewhere(text: str, company: str) -> bool:
    place = re.search(rf"\b(?:at|from) ({ORG})", text)
    if _NEW_MANAGER.match(text) and not place:
        return True  # of a job whose company was not told: not this one
    return bool(company and place and not same_company(place[1], company))


_JUDGES: dict[str, Callable[[Draft, Held], bool]] = {
    "employer": _job_outdated,
    "home": lambda _draft, held: _HOME.search(held.text) is not None,
    "assignment": _assignment_outdated,
    "decision": _rivals,
    "target": _target_outdated,
    "taste": _same_object,
    "preference": _same_words,
    "tie": lambda _draft, held: rests_on_work(held.text, ""),
}


def endings(draft: Draft, scene: Scene) -> tuple[tuple[Draft, tuple[str, ...]], ...]:
    """Return, for each person tied to the company the speaker left, the ending and what it ends."""
    if not draft.left or draft.entity != scene.speaker:
        return ()
    found = []
    for person in scene.people():
        if _tied(person, draft.left, scene):
            ids = tuple(held.id for held in person.facts
                        if held.id and rests_on_work(held.text, draft.left))  # fmt: skip
            found.append((_ending(person.mention, draft, scene), ids))
    return tuple(found)


def _tied(person: Entity, company: str, scene: Scene) -> bool:
    """Return whether work at that company ties a person to the speaker.

    A tie that names no company is one of the job held, if any job is held.
    """
    texts = [held.text for held in person.facts]
    if any(text.startswith("No longer works with") for text in texts):
        return False
    ties = [text for text in texts if _WORK_TIE.search(_OTHER_MANAGERS.sub("", text))
            and not _ENDED.match(text)]  # fmt: skip
    if not ties or any(_elsewhere(text, company) for text in ties):
        return False
    employers = scene.employers()
    here = not employers or any(same_company(name, company) for name in employers)
    return here or any(re.search(rf"\b(?:at|from) {ORG}", text) for text in ties)


def _ending(person: Mention, draft: Draft, scene: Scene) -> Draft:
    company = Mention(COMPANY, draft.left)
    named = draft.left in draft.fact
    reason = f"left {draft.left}" if named else f"{draft.fact[0].lower()}{draft.fact[1:]}"
    related = (scene.speaker, company) if named else (scene.speaker,)
    # As core.roles has it: "Alex: left Acme Corp" would read as if the other had left.
    return Draft(person, f"No longer works with {scene.owner}, who {reason}", RELATIONSHIP, related)
