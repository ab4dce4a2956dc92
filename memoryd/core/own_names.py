"""Own names: who the writer of a text is, and which names in it can be a speaker's."""

from collections.abc import Iterable

from memoryd.core.catalog import Catalog
from memoryd.core.date_words import MONTHS, WEEKDAYS
from memoryd.core.entity import match_key
from memoryd.core.plain_words import is_common
from memoryd.core.regex import regex
from memoryd.core.text import PLAIN_OPENINGS, STOP_WORDS, words
from memoryd.core.titles import JOBS
from memoryd.core.value import frozen

_ME = frozenset("me myself i you operator theoperator".split())  # "You" in one's own chat export
# What people put before a colon that is no speaker, and what no line is from.
_LABELS = frozenset(
    """note notes todo todos update updates ps pps fyi btw nb tldr tl aside correction reminder
    warning question answer result results conclusion summary recap context background status
    decision decided preference preferences favourite favourites favorite favorites confession
    profile bio location birthday anniversary breakfast lunch dinner supper brunch hobbies allergy
    allergies things hint tip review standup retro interview trip visit appointment motto problem
    issue finally honestly yesterday tomorrow tonight today headline news edit hi hello hey dear
    thanks sorry welcome greetings hallo salut bonjour hola ciao re subject betreff about regarding
    concerning german english french spanish italian dutch portuguese russian chinese japanese
    korean arabic polish swedish norwegian danish finnish turkish commute workout therapy sauna
    christmas easter halloween netflix spotify linux windows python docker kubernetes postgres git
    typescript javascript java php ruby golang react slack teams zoom notion jira figma github
    diet vegetarian skills education experience interests languages housing finance finances
    medication symptoms insurance weekday weekdays nickname pronouns tea coffee wifi api ui cli
    http https remember remembered imagine suppose please translate rephrase explain ask tell say
    reply remind save keep store write read fix improve check quick big small short long two three
    childhood university career marathon groceries exercise religion politics running cycling
    swimming cooking reading writing parenting gardening camping dating typing coding driving
    weekend weekends weekday birthdays cats dogs plants books films movies podcasts games sports
    clothes shoes gadgets laptop computer desk car bike motorbike flat apartment house garden
    kitchen bathroom bedroom neighbours neighbourhood commute schedule calendar routine mornings
    evenings nights sleep dreams fears goals plans wishes habits tastes likes dislikes strengths
    weaknesses achievements experiment experiments progress blockers agenda minutes actions
    objective objectives requirements constraint constraints assumption assumptions scope risk
    risks pros cons verdict opinion disclaimer spoiler edit editor database backend frontend
    hardware software phone tablet email mail password wedding honeymoon pregnancy surgery illness
    diagnosis vaccine vaccines glasses weight height size nationality citizenship visa passport
    ethnicity gender sex pronoun zodiac username handle homepage website blog portfolio resume cv
    employer employment salary income taxes rent mortgage savings investments pension stocks
    crypto credit debts donations charities volunteering politics vote church faith meditation
    yoga pilates gym tennis football soccer basketball volleyball badminton climbing hiking skiing
    snowboarding sailing rowing chess poker piano guitar violin drums singing choir band vinyl
    important urgent serious confidential attention okay ok mood secret truth wichtig notiz hinweis
    achtung merke frage antwort übrigens nachtrag korrektur beispiel nota importante recordatorio
    remarque rappel attention précision nb let opmerking belangrijk
    setup step task topic script scripts hook intro outro frequency users vendors products
    dependent independent variable fundraising sponsorship overview features
    sarcasm joke joking irony quote unquote wip done draft
    vegetables smoking alcohol sushi feedback roadmap sprint backlog architecture testing monitoring
    pharmacy migraine migraines asthma diabetes insulin ibuprofen vegan keto gluten lactose peanuts
    shellfish penicillin kindergarten daycare thesis commuting bicycle motorcycle caravan karate
    judo triathlon report reports list peeve meetup offsite onboarding launch rollout outage
    reorganisation refactoring deploy deploys invoice invoices receipt receipts recipe recipes
    corp corporation inc ltd llc gmbh ag labs university systems software
    solutions industries holdings""".split()
)
# Ordinary words that are first names still more often than they stand before a colon.
_GIVEN = frozenset(
    """mark max jan frank bill jack rose bob rob pat sue heather lily daisy violet holly penny carol
    victor miles gene dale glen dean drew will grace""".split()
)
_ENDING = regex(
    r".{3,}(?:tion|(?<!cle)ment|ness|ship|ism|ology|works?|hood|ies|tics|graphy|ation|ogue)s?"
)
_PARTICLE = frozenset("van von de del della di da dos du den der la le el al bin ibn bint".split())
# Whom one names by what they are: "Mum: ...", "My boss: ...", "Customer: ...".
_PERSON = regex(
    r"(?:(?:my|our|the|his|her|their) )?(?:(?:new|old|ex|former|little|big|older|younger)[ -])?"
    r"(?:mum|mom|mam|mama|mummy|dad|papa|daddy|mother|father|parents|sister|brother|son|daughter"
    r"|wife|husband|partner|girlfriend|boyfriend|fiancée?|aunt|uncle|cousin|niece|nephew|grandm\w+"
    r"|grandp\w+|nan|gran|friend|best friend|colleague|co-?worker|teammate|boss|manager|landlord"
    r"|landlady|neighbou?r|flatmate|roommate|user|customer|client|caller|patient|candidate"
    r"|interviewe[re]|host|guest|speaker|narrator|assistant|bot|ai|human|person|agent|recruiter"
    r"|teacher|student|doctor|therapist|lawyer|accountant|seller|buyer|sender|him|her|he|she|they"
    r"|them|someone|somebody|stranger|anonymous|moderator|admin|mutter|vater|chef(?:in)?|kundin"
    r"|kunde)(?:[ -]?(?:\d{1,2}|[a-z]))?",
)
_JOB = regex(rf"(?:{JOBS})")
_HANDLE = regex(r"@[\w.-]+|\+\d[\d ()./-]{6,20}|[\w.+-]+@[\w-]+\.[\w.-]+")
_DIGITS = "0123456789"
_MOST = 4  # words of a name


@frozen
class Names:
    """Who is who. own: the small words of each name of the writer's.

    things, people: keys of the names that memory knows, of what is no person and of who is one.
    """

    own: frozenset[frozenset[str]] = frozenset()
    things: frozenset[str] = frozenset()
    people: frozenset[str] = frozenset()

    def said_by(self, name: str) -> "Names":
        """Return the same for a text of somebody else, "" where nobody tells their name."""
        return Names(_small([name]), self.things, self.people)

    def is_own(self, name: str) -> bool:
        """Return whether a name is the writer's, in full or in part."""
        said = frozenset(words(name))
        if match_key(name) in _ME:
            return True
        return bool(said) and any(own and (said <= own or own <= said) for own in self.own)

    def is_known(self, name: str) -> bool:
        """Return whether memory knows a person of that name."""
        return match_key(name) in self.people

    def is_heading(self, name: str) -> bool:
        """Return whether a name in a line of its own may be a heading: it has an ordinary word."""
        return not self.is_known(name) and any(map(_is_ordinary, words(name)))

    def is_person(self, name: str, *, sure: bool = False) -> bool:
        """Return whether a name can be that of another person who speaks.

        sure: it stands beside a time of day, so that an ordinary word can be a name (Robin).
        """
        key, parts = match_key(name), name.replace(",", " ").split()
        if key in self.people or _HANDLE.fullmatch(name) or _PERSON.fullmatch(name.casefold()):
            return True
        if len(parts) > _MOST or key in self.things or key in _LABELS:
            return False
        if not key[1 - sure :]:  # a letter is a name beside a time only
            return False
        if len(parts) > 1 and not all(map(_is_capital, parts)):
            return False
        small = [bare for part in parts for word in words(part) if (bare := word.rstrip(_DIGITS))]
        if not small or _is_label(small[0]) or _is_label(small[-1]):
            return False
        return _is_given(small, sure=sure)


def names_of(own: Iterable[str], things: Iterable[str] = (), people: Iterable[str] = ()) -> Names:
    """Return names of the writer, of things and of other people, as they are written."""
    return Names(_small(own), frozenset(map(match_key, things)), frozenset(map(match_key, people)))


def called_in(catalog: Catalog) -> Names:
    """Return the names of the operator in a memory, and those of all others in it."""
    mine = catalog.names.get(catalog.operator, ())
    known: dict[bool, list[str]] = {True: [], False: []}
    for ref, names in catalog.names.items():
        if ref != catalog.operator:
            known[ref.folder == catalog.operator.folder] += (ref.slug, *names)
    return names_of((catalog.operator_name, *mine), known[False], known[True])


def _small(names: Iterable[str]) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(words(name)) for name in names) - {frozenset()}


def _is_given(small: list[str], *, sure: bool) -> bool:
    if len(small) == 1 and _JOB.fullmatch(small[0]):
        return False
    return sure or small[0] in _GIVEN or not all(map(_is_ordinary, small))


def _is_capital(part: str) -> bool:
    return not part[0].islower() or part.casefold() in _PARTICLE or part[1:2] in ("'", "’", "-")


def _is_label(word: str) -> bool:
    return (
        word in _LABELS or word in STOP_WORDS or word in PLAIN_OPENINGS
        or word in MONTHS or word in WEEKDAYS or _ENDING.fullmatch(word) is not None
    )  # fmt: skip


def _is_ordinary(word: str) -> bool:
    return is_common(word) or _is_label(word)
