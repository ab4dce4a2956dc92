"""Which held facts a new one makes untrue, and what ends for others when a job ends."""

import re

from memoryd.core.proposal import Mention
from memoryd.llm.offline_rules import RELATIONSHIP
from memoryd.llm.offline_scene import COMPANY, Draft, Entity, Held, Scene, same_company
from memoryd.llm.offline_words import HABIT, NAME, ORG, TRAIT, is_place

# One attribute each: how its facts read, whoever wrote them.
_TOPICS = {
    "role": re.compile(r"^(?:Promoted to |Works as )|^(?!.* (?:at|of \w+ at) )[\w &/-]*"
                       r"(?:engineer|developer|designer|manager|director|lead|VP|C[ETFO]O)$"),
    "nickname": re.compile(r"^(?:Goes by|Wants to be called|Called) "),
    "name": re.compile(r"^(?:Full )?[Nn]ame is "),
    "state": re.compile(r"\b(?:on hold|paused|cancell?ed|blocked|in beta|behind schedule|delayed|"
                        r"ahead of schedule|postponed|in progress|on track)\b", re.IGNORECASE),
    "diet": re.compile(r"\b(?:vegetarian|vegan|pescatarian|eats meat|carnivore)\b", re.IGNORECASE),
    "rising": re.compile(r"^(?:Gets up|Wakes up|Goes to bed)"),
    "manager": re.compile(r"^(?:Reports to|Manager of|Manager is)\b"),
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
_DECIDED = re.compile(r"\b(?:uses?|using|decided|decision|chose|chosen|switched|going with|built on|"
                      r"settled on)\b", re.IGNORECASE)  # fmt: skip
_TASTE = re.compile(
    r"^(?:\w+ )?(?:likes?|loves?|enjoys?|hates?|dislikes?|can't stand|prefers?|fond of|big fan of|"
    r"fan of|a fan of|a big fan of|does not (?:like|enjoy|eat|drink)|doesn't (?:like|eat)) (.+)$",
    re.IGNORECASE,
)
# Choices that exclude one another in one project.
_RIVALS = tuple(
    frozenset(group.split())
    for group in (
        "rest graphql grpc soap trpc json-rpc", "postgres postgresql mysql mariadb sqlite mongodb "
        "dynamodb cockroachdb firestore", "react vue svelte angular solid htmx",
        "aws gcp azure hetzner heroku fly.io vercel netlify digitalocean",
        "python go rust typescript javascript java kotlin ruby elixir php c#",
        "stripe paddle paypal braintree", "kafka rabbitmq nats sqs", "docker podman",
        "kubernetes nomad ecs", "django flask fastapi rails express nestjs", "redis memcached",
        "github gitlab bitbucket", "slack teams discord", "notion confluence",
    )
)  # fmt: skip


def replaced(draft: Draft, scene: Scene) -> tuple[str, ...]:
    """Return the ids of the held facts of the draft's entity that state its attribute's old value."""
    return tuple(
        held.id
        for held in scene.facts(draft.entity)
        if held.id and held.text != draft.fact and _outdated(draft, held)
    )


def _outdated(draft: Draft, held: Held) -> bool:
    match draft.topic:
        case "employer":
            return _job_outdated(draft, held)
        case "home":
            return _HOME.search(held.text) is not None
        case "assignment":
            found = _ASSIGNED.match(held.text)
            return found is not None and not is_place(found[1])
        case "decision":
            return _DECIDED.search(held.text) is not None and _rivals(draft.fact, held.text)
        case "target":
            return _target_outdated(draft.fact, held.text)
        case "taste":
            return _object(draft.fact) != "" and _object(draft.fact) == _object(held.text)
        case "preference":
            return _same_words(draft.fact, held.text)
        case "tie":
            return rests_on_work(held.text, "")
    if draft.topic.startswith("list of "):
        return held.text.startswith(draft.fact.split(":")[0] + ":")
    topic = _TOPICS.get(draft.topic)
    return topic is not None and topic.search(held.text) is not None


def _job_outdated(draft: Draft, held: Held) -> bool:
    found = _EMPLOYED.search(held.text)
    if not found or re.match(r"(?:Left|Used to|Former|Laid off|No longer)\b", held.text):
        return False
    if draft.left:
        return same_company(found["org"], draft.left)
    return True


def _target_outdated(fact: str, held: str) -> bool:
    if fact.startswith("Deadline"):
        return re.search(r"\b(?:deadline|due)\b", held, re.IGNORECASE) is not None
    return re.search(r"\b(?:launch(?:es)?|launch target|ships|goes live|release date)\b", held,
                     re.IGNORECASE) is not None  # fmt: skip


def _rivals(fact: str, held: str) -> bool:
    """Return whether two decisions choose between the same things."""
    new, old = _tokens(fact), _tokens(held)
    named = {word for word in re.findall(r"\b[A-Z][\w.+#-]*", fact)[1:]}
    if any(word.lower() in old for word in named):
        return True
    return any(new & group and old & group for group in _RIVALS)


def _tokens(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[\w+#.-]*[\w+#]", text.lower()))


def _object(text: str) -> str:
    match = _TASTE.match(text)
    return " ".join(match[1].lower().split()) if match else ""


def _same_words(fact: str, held: str) -> bool:
    """Return whether two preferences weigh the same things: calls over email, email over calls."""
    small = {"prefers", "prefer", "over", "to", "than", "rather", "instead", "of", "more", "a", "the"}
    new, old = _tokens(fact) - small, _tokens(held) - small
    return held.lower().startswith("prefer") and bool(new) and new == old


_OTHER_MANAGERS = re.compile(
    r"\b(?:product|project|engineering|account|marketing|sales|office|hr|program|general|store|"
    r"community|operations|it) manager\b",
    re.IGNORECASE,
)
_WORK_TIE = re.compile(
    r"\b(?:manager|manages|boss|supervisor|team lead|colleagues?|co-?workers?|teammates?|"
    r"direct report|works with|reports to)\b|micro-?manage",
    re.IGNORECASE,
)
_LASTING_TRAIT = re.compile(rf"^(?:{TRAIT}|{HABIT})(?:\b|$)", re.IGNORECASE)
_ENDED = re.compile(r"^(?:Former|No longer)\b", re.IGNORECASE)


def rests_on_work(text: str, company: str) -> bool:
    """Return whether a person's fact holds only while they and the speaker work together."""
    if _ENDED.match(text) or _elsewhere(text, company):
        return False
    bare = _OTHER_MANAGERS.sub("", text)
    return bool(_WORK_TIE.search(bare) or _LASTING_TRAIT.match(bare))


def _elsewhere(text: str, company: str) -> bool:
    if text.endswith(" in the new job"):
        return True
    place = re.search(rf"\b(?:at|from) ({ORG})", text)
    return bool(company and place and not same_company(place[1], company))


def endings(draft: Draft, scene: Scene) -> tuple[tuple[Draft, tuple[str, ...]], ...]:
    """Return, for each person tied to the company the speaker left, the ending and what it ends."""
    if not draft.left or draft.entity != scene.speaker:
        return ()
    found = []
    for person in scene.people():
        if _tied(person, draft.left):
            ids = tuple(held.id for held in person.facts
                        if held.id and rests_on_work(held.text, draft.left))  # fmt: skip
            found.append((_ending(person.mention, draft, scene), ids))
    return tuple(found)


def _tied(person: Entity, company: str) -> bool:
    """Return whether work, at that company or at none named, ties a person to the speaker."""
    texts = [held.text for held in person.facts]
    if any(text.startswith("No longer works with") for text in texts):
        return False
    ties = [text for text in texts if _WORK_TIE.search(_OTHER_MANAGERS.sub("", text))
            and not _ENDED.match(text)]  # fmt: skip
    return bool(ties) and not any(_elsewhere(text, company) for text in ties)


def _ending(person: Mention, draft: Draft, scene: Scene) -> Draft:
    company = Mention(COMPANY, draft.left)
    named = draft.left in draft.fact
    reason = f"left {draft.left}" if named else "left the job"
    related = (scene.speaker, company) if named else (scene.speaker,)
    return Draft(person, f"No longer works with {scene.owner}: {reason}", RELATIONSHIP, related)
