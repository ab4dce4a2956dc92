"""Which facts contradict each other: one entity, one attribute, another value.

Precision before recall: what two wordings do not plainly say about one thing stands side by side
until a model or a person says otherwise.
"""

from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence

from memoryd.core.attributes import Attribute, attributes, denial, is_negative
from memoryd.core.entity import match_key
from memoryd.core.fact import Fact
from memoryd.core.outcomes import came_to_its_end
from memoryd.core.outright import is_hedged, is_outright, is_sure
from memoryd.core.owners import TIME
from memoryd.core.regex import regex
from memoryd.core.roles import may_end, resumes, tie
from memoryd.core.same_matter import (
    is_apart,
    is_protected,
    is_same_matter,
    plain_stems,
    remarks,
)
from memoryd.core.several import goes_whole
from memoryd.core.text import PLAIN_OPENINGS, STOP_WORDS, content_stems, normal, stem, words
from memoryd.core.titles import another_post
from memoryd.core.told_apart import namesakes
from memoryd.core.wishes import exclude

__all__ = ["RIVALS", "Attribute", "attributes", "contradicted", "contradicts", "fits",
           "may_replace"]  # fmt: skip

# A newer value under the first takes the place of an older one under the second.
_REPLACES = {
    "home": frozenset({"home", "moved-to"}),
    "moved-to": frozenset({"home", "moved-to", "assignment", "moved"}),
    "moved": frozenset({"assignment", "moved"}),
    "transferred": frozenset({"assignment", "moved"}),
    "joined": frozenset({"employer", "joined"}),
    "employer": frozenset({"employer"}),  # who joined a club has left none by a new job
    "role": frozenset({"role", "post"}),
    "post": frozenset({"role", "post"}),
    "turned": frozenset({"turned", "trade"}),
    "trade": frozenset[str](),  # one can be a teacher and a writer
    "birthday": frozenset[str](),  # of two days one was always wrong: a person says which
    "assignment": frozenset[str](),  # one can be on two projects; only a move ends one
}
_POSTS = ("role", "post", "trade", "turned")
# What is given up must be a name or a technical word, as written: "REST instead of GraphQL".
_INSTEAD = regex(
    r"(?:\b(?i:instead of|rather than|replac(?:es|ed|ing)|no longer (?:uses?|using|on|with)|dropped"
    r"|abandoned|(?:switched|moved|migrated|switching) (?:away )?from"
    r"|(?:decided|chose|picked|went|going|decision)\b[^.;]{0,60}\bover)\s+|,?\s(?:and )?not\s+)"
    r"(?:the )?(?P<v>[A-Z][\w.+#-]*)(?=[\s,.;)]|$)"
)
_USE = regex(
    r"\b(?:us(?:es?|ed|ing)|is|are|be|on|with|has|have|runs?|built|plans?|planned|decided|chose"
    r"|picked|adopt(?:s|ed)?|go(?:es|ing)?|went|written|based|works?|working)\b"
)
_WHO_DROPS = regex(
    r"(?P<who>[A-Z][\w-]*) (?:has |have |is |now )*(?:uses|using|used|switched|moved|migrated"
    r"|dropped|abandoned|replaced|chose|picked|works|went)\b"
)
_CAME_FIRST = regex(r"(?P<v>[^,.;]+?) came first\b")
_DID = regex(r"\b(?:review|wrote|read|learn|stud|teach|taught|present|document|test|fix)\w*\b")
_USED_FOR = regex(r"uses? (?P<v>\S+) (?P<why>(?:for|as|units)\b.*)")
_ROOMY = regex(r"for (?:\w+ )?(?:work|business|job|school|university|projects|everything)")
_NOW = regex(r"\bnow | now\b")
_NEAR = 3  # words between a verb and what it uses
# Choices that exclude one another in one project.
RIVALS = tuple(
    frozenset(group.split())
    for group in (
        "rest graphql grpc soap trpc json-rpc",
        "postgres postgresql mysql mariadb sqlite mongodb dynamodb cockroachdb firestore",
        "react vue svelte angular solid htmx",
        "aws gcp azure hetzner heroku fly.io vercel netlify digitalocean",
        "python go rust typescript javascript java kotlin ruby elixir php c#",
        "stripe paddle paypal braintree", "kafka rabbitmq nats sqs", "docker podman",
        "kubernetes nomad ecs", "django flask fastapi rails express nestjs", "redis memcached",
        "github gitlab bitbucket", "slack teams discord", "notion confluence",
        "linux windows macos mac", "android ios iphone", "firefox chrome safari brave edge",
        "gmail outlook fastmail protonmail", "vim neovim emacs vscode", "jira linear trello asana",
        "zoom webex", "obsidian evernote", "spotify tidal", "zsh bash fish",
        "metric imperial",
    )
)  # fmt: skip
_TOOLS = frozenset().union(*RIVALS)
_SWITCHED = regex(
    r"\b(?i:(?:switch|mov|migrat|port|chang)(?:es|e|ed|ing)(?: \S+){0,4}? (?:over )?to) "
    r"(?P<v>[A-Z][\w.+#-]*)"
)
UNSETTLED = ("moved-to", "transferred", "joined")  # a home, a team or a job
_ARTICLES = frozenset({"a", "an", "the"})
CALLED = ("name", "nickname")
_SELF = frozenset({"operator", "user", "speaker", "full", "real", "first", "last"})
_LEAST_NAME = 4  # "Ann" and "Ana" are two people


def contradicts(new: str, old: str, names: Container[str] | None = None) -> bool:
    """Return whether a newer fact of the same entity gives an attribute another value.

    Also when it names what the old fact states as given up: "uses REST instead of GraphQL".
    names: as contradicted.
    """
    return bool(contradicted(_text(new), [_text(old)], {}, names=names))


def _text(text: str) -> Fact:
    return Fact("", text, "")


def contradicted(
    new: Fact, standing: Sequence[Fact], groups: Mapping[str, str], *,
    names: Container[str] | None = None,
    near: Callable[[str, Sequence[Fact]], Iterable[Fact]] | None = None,
) -> list[Fact]:  # fmt: skip
    """Return the facts that a new one of the same entity makes untrue; none of two namesakes.

    names: folded words, or stems, of the entity's names: whoever else a fact names as its subject
    is another. None where they are not known: then whom an older fact is of is the entity.
    near: tells of the standing facts those that a text could make untrue, see core.rivals; no other
    is looked at.

    groups: match_key of each known project and company -> its folder. "Moved to X" and "joined X"
    mean a home, a team or a job by what X is; where that is not known, a home at most, of who
    works on nothing.
    """
    slots = {a.slot for fact in standing for a in attributes(fact.fact)}
    stated = beside_others(settled(new, groups, names or ()), slots)
    looked_at = standing if near is None else near(new.fact, standing)
    found = [old for old in looked_at if _is_made_untrue(new, stated, old, groups, names)]
    if found and tie(new.fact) is None and namesakes(f.fact for f in standing):
        return []
    return found


def _is_made_untrue(
    new: Fact, stated: Sequence[Attribute], old: Fact, groups: Mapping[str, str],
    names: Container[str] | None,
) -> bool:  # fmt: skip
    held = settled(old, groups, names or ())
    if names is None:
        of = frozenset(word for a in held if not a.is_of_others for word in a.who)
        stated, held = ([a.told_by(of) for a in each] for each in (stated, held))
    return makes_untrue(new, stated, old, held, names)


def settled(fact: Fact, groups: Mapping[str, str], names: Container[str] = ()) -> list[Attribute]:
    """Return what a fact states of an entity of these names; groups: as contradicted."""
    return [_settled(a.told_by(names), fact, groups) for a in attributes(fact.fact)]


def beside_others(stated: Iterable[Attribute], slots: Container[str]) -> list[Attribute]:
    """Return what a new fact states, beside older ones that speak of these slots."""
    return [a for a in (_by_company(a, slots) for a in stated) if a is not None]


def makes_untrue(
    new: Fact, stated: Iterable[Attribute], old: Fact, held: Sequence[Attribute],
    names: Container[str] | None = None,
) -> bool:  # fmt: skip
    """Return whether a new fact, which states these attributes, makes one older one untrue.

    All that it says: see core.several. names: as contradicted.
    """
    said, slots = list(stated), {(a.slot, a.value): a for a in held}

    def is_untrue(fact: Fact, states: Iterable[Attribute]) -> bool:
        return _undoes(new, fact, names) or any(_other_value(a, b) for a in said for b in states)

    def is_clause_untrue(clause: Fact) -> bool:
        one = (a.told_by(names or ()) for a in attributes(clause.fact))
        # A home or a team is what the whole fact was read as.
        return is_untrue(clause, [slots.get((a.slot, a.value), a) for a in one])

    return is_untrue(old, held) and goes_whole(old, new, is_clause_untrue)


def _settled(stated: Attribute, fact: Fact, groups: Mapping[str, str]) -> Attribute:
    """Return what "moved to X" or "joined X" says, where X is known to be a group."""
    if stated.slot not in UNSETTLED:
        return stated
    key = match_key(stated.value)
    folder = groups.get(key)
    for ref in fact.related or ():
        place, _, slug = ref.partition("/")
        if place in ("projects", "companies") and match_key(slug) == key:
            folder = place
    if stated.slot == "joined":
        return stated.under("employer") if folder == "companies" or stated.place else stated
    return stated.under("moved") if folder else stated


def _by_company(stated: Attribute, slots: Container[str]) -> Attribute | None:
    """Return what an unsettled "moved to X" says beside the entity's other facts, if anything."""
    if stated.slot in ("joined", "transferred"):
        return None  # a club as likely as a company, a branch as likely as a team
    if stated.slot != "moved-to":
        return stated
    if _is_to_a_tool(stated) or "assignment" in slots or "moved" in slots:
        return None  # a town as likely as a team
    return stated.under("home")


def _is_to_a_tool(stated: Attribute) -> bool:
    """Return whether somebody moved to Linux or Slack: no home and no team."""
    return stated.slot == "moved-to" and not _TOOLS.isdisjoint(stated.value.split()[:1])


def _other_value(new: Attribute, old: Attribute) -> bool:
    is_rival = old.slot in slots_replaced(new.slot)
    if not is_rival or not new.compatible(old) or same_value(old.value, new.value):
        return False
    if _is_inside(new, old) or _is_inside(old, new):
        return False
    return new.slot not in _POSTS or another_post(new.value, old.value)


def _is_inside(one: Attribute, other: Attribute) -> bool:
    """Return whether a home lies in another: Kreuzberg, Berlin in Berlin."""
    place = set(other.value.split())
    return one.slot.startswith(("home", "moved-to")) and (
        place <= one.within or place < set(one.value.split())
    )


def slots_replaced(slot: str) -> frozenset[str]:
    """Return the slots whose older values a newer one under this slot takes the place of."""
    return _REPLACES.get(slot, frozenset({slot}))


def same_value(one: str, other: str) -> bool:
    return one == other or one.startswith(f"{other} ") or other.startswith(f"{one} ")


def _undoes(new: Fact, old: Fact, names: Container[str] | None) -> bool:
    """Return whether the new fact says no to the old one, or yes to what the old one denies."""
    if not is_sure(new.fact):
        return False
    if exclude(new.fact, old.fact) or _outlives(new.fact, old.fact):
        return True
    gives_up = _gives_up(new.fact, old.fact) and _is_theirs(new.fact, old.fact, names)
    if gives_up or (new.day >= old.day and resumes(new.fact, old.fact)):
        return True
    (no, said), (was_no, was_said) = denial(new.fact), denial(old.fact)
    return no != was_no and said == was_said != ()


def was_first(text: str) -> tuple[str, ...]:
    """Return the words for what a fact says came first and does no more, () where it says none."""
    match = _CAME_FIRST.match(text)
    return words(match["v"]) if match else ()


def _outlives(new: str, old: str) -> bool:
    """Return whether the old fact calls first what the new one says is so no more."""
    named = frozenset(was_first(new))
    is_first = any(stated.slot == "priority" for stated in attributes(old))
    return bool(named) and is_first and named <= frozenset(words(old))


def _gives_up(new: str, old: str) -> bool:
    """Return whether the new fact drops a thing by name that the old one states in use."""
    for match in _INSTEAD.finditer(new):
        if not is_outright(new[: match.start()], match[0], new[match.end() :], planned=True):
            continue
        dropped = match["v"].rstrip(".").casefold()
        given_up = frozenset(dropped_by(old))
        if dropped not in words(old) or dropped in given_up or TIME.fullmatch(dropped):
            continue
        return _in_use(dropped, old) or bool(
            plain_stems(new[: match.start()]) & plain_stems(old) - content_stems(dropped)
        )
    return _switches(new, old)


def _is_theirs(new: str, old: str, names: Container[str] | None) -> bool:
    """Return whether it may be the entity that a fact says gave up a thing, where it says who."""
    opening = _WHO_DROPS.match(new)
    if names is None or opening is None or opening["who"].casefold() in PLAIN_OPENINGS:
        return True
    who = opening["who"].casefold()
    return who in names or stem(who) in names or who in words(old)


def dropped_by(text: str) -> tuple[str, ...]:
    """Return the things that a fact names as given up, folded."""
    return tuple(match["v"].rstrip(".").casefold() for match in _INSTEAD.finditer(text))


def _switches(new: str, old: str) -> bool:
    """Return whether the new fact says that something changed to a rival of what the old uses."""
    return any(_in_use(rival, old) for rival in switched_from(new))


def switched_from(text: str) -> frozenset[str]:
    """Return the rivals of the thing to which a fact says that something changed."""
    match = _SWITCHED.search(text)
    if match and not is_outright(text[: match.start()], match[0], planned=True):
        return frozenset()
    chosen = match["v"].rstrip(".").casefold() if match else ""
    return frozenset().union(*(group for group in RIVALS if chosen in group)) - {chosen}


def _in_use(thing: str, text: str) -> bool:
    listed = spoken_words(text)
    spots = [i for i, word in enumerate(listed) if word.strip(",.;:()") == thing]
    near = (listed[max(0, i - _NEAR) : i] for i in spots)
    uses = any(_USE.search(" ".join(words_before)) for words_before in near)
    return uses and not _DID.search(normal(text)) and not any(
        a.slot.startswith("feeling:") for a in attributes(text)
    )  # fmt: skip


def spoken_words(text: str) -> list[str]:
    """Return the words of a fact as they are written, folded, with what stands at them."""
    return normal(text).replace("'s", "").split()


def may_replace(new: str, old: str, *, names: Collection[str]) -> bool:
    """Return whether a proposed replacement is of the same attribute of the same subject.

    Or it says that the very thing is over. What safety or a life rests on goes for nothing less
    than its own end. names: folded words of the entity's names.
    """
    if contradicts(new, old, names or None) or came_to_its_end(new, old):
        return True
    if is_protected(old) or remarks(new, old) or (is_hedged(new) and not is_hedged(old)):
        return False
    ours, theirs = ([a.told_by(names) for a in attributes(text)] for text in (new, old))
    for one in ours:
        slots = frozenset() if _is_to_a_tool(one) else slots_replaced(one.slot) | {one.slot}
        if any(other.slot in slots and _may_be_one(one, other) for other in theirs):
            return True
    if (ours and theirs) or is_apart(new, old, names):
        return False
    return is_same_matter(new, old, names) or _is_rival_choice(new, old)


def _is_rival_choice(new: str, old: str) -> bool:
    """Return whether two facts name rivals for one purpose; of one with room for both: for now."""
    plain = _NOW.sub("", normal(new))
    ours, theirs = _USED_FOR.match(plain), _USED_FOR.match(normal(old))
    if ours is None or theirs is None or ours["why"] != theirs["why"]:
        return False
    both = {ours["v"], theirs["v"]}
    rivals = next((group for group in RIVALS if both <= group), frozenset())
    roomy = "python" in rivals or _ROOMY.fullmatch(ours["why"])
    return bool(rivals) and (plain != normal(new) or not roomy)


def _may_be_one(one: Attribute, other: Attribute) -> bool:
    return one.compatible(other) and not (_is_inside(one, other) or _is_inside(other, one))


def fits(new: str, old: str, *, names: frozenset[str]) -> bool:
    """Return whether a proposed replacement is of one attribute, or of what rested on a role."""
    return may_replace(new, old, names=names) or may_end(new, old, names)


def same_statement(one: str, other: str) -> bool:
    """Return whether two facts say the same: equal words, or one name with a typing error."""
    if normal(one) == normal(other) or (bare(one) and bare(one) == bare(other)):
        return is_negative(one) == is_negative(other)
    names = [next((a for a in attributes(t) if a.slot in CALLED), None) for t in (one, other)]
    if names[0] is None or names[1] is None or names[0].slot != names[1].slot:
        return False
    rest = [
        {w for w in words(text) if w not in STOP_WORDS} - set(name.value.split()) - _SELF - {"name"}
        for text, name in ((one, names[0]), (other, names[1]))
    ]
    return rest[0] == rest[1] and _near(names[0].value, names[1].value)


def bare(text: str) -> tuple[str, ...]:
    """Return the words of a fact without articles."""
    return tuple(word for word in words(text) if word not in _ARTICLES)


def _near(one: str, other: str) -> bool:
    """Return whether two names differ by at most one edit or one swap of neighbours."""
    digits = [[c for c in name if c.isdigit()] for name in (one, other)]
    if one == other or min(len(one), len(other)) < _LEAST_NAME or digits[0] != digits[1]:
        return one == other
    if len(one) == len(other):
        diff = [i for i in range(len(one)) if one[i] != other[i]]
        return len(diff) == 1 or _swapped(one, other, diff)
    short, long = sorted((one, other), key=len)
    return len(long) - len(short) == 1 and any(
        long[:i] + long[i + 1 :] == short for i in range(len(long))
    )


def _swapped(one: str, other: str, diff: Sequence[int]) -> bool:
    if len(diff) != 2 or diff[1] != diff[0] + 1:  # noqa: PLR2004 - a pair
        return False
    first, second = diff
    return one[first] == other[second] and one[second] == other[first]
