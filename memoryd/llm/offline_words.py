"""The vocabulary of the offline rules: what a name, a company, a title and a relation look like."""

import re

from memoryd.core.text import MARKS


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# A letter that is not plainly lower case: covers capitals of every script, and scripts without.
_UP = r"[^\W\d_a-zß-öø-ÿ]"
_IN = rf"[\w{MARKS}]"  # in a word: letters with the marks of their script
WORD = rf"{_UP}{_IN}*(?:[-.&'](?!(?:s|re|ve|ll|d|m|t)\b){_IN}+)*"
NAME_END = rf"(?!{_IN})"
# Small words inside a name, which may also begin it: van der Berg, de Souza, al-Rashid, d'Angelo.
_SMALL = r"van|von|de|del|della|di|da|dos|du|den|der|la|le|el|al|bin|ibn|bint|abu|ter"
_PART = rf"(?:(?:[A-Z]\.){{1,4}}(?= )|(?:(?:al|el|ad|an|ar|as|ash|at|bin|ben)-|[dl]')?{WORD})"
_TITLES = r"(?:(?:Dr|Prof|Professor|Mr|Mrs|Ms|Mx|Herr|Frau|Sir|Dame|Rev)\b\.? )"
_PARTS = rf"(?:(?:{_SMALL}) ){{0,2}}{_PART}"
NAME = rf"{_TITLES}{{0,2}}{_PARTS}(?: {_PARTS}){{0,3}}"
ORG = rf"(?:{WORD}|\d[\w-]+ {WORD})(?:(?: of| de| &)? {WORD}){{0,4}}"
PROJECT = rf"(?:{WORD}(?:[ ]{WORD}){{0,2}}(?: v?\d[\w.]*\b)?|[a-z]\w*[-_]v?\d[\w.-]*\b)"
# Where a captured name or phrase may stop: the end, or a word that starts something else.
END = (
    r"(?=\s*$|\s*[,.!:(]|\s+(?:after|because|as|to|with|for|in|on|at|and|but|where|which|who|since|"
    r"from|so|when|while|last|this|next|back|again|together|already|too|anymore|any more|"
    r"officially|full-time|constantly|all the time|every day)\b)"
)

RELATIONS = (
    "wife|husband|spouse|fiancée|fiancé|fiance|fiancee|girlfriend|boyfriend|daughter|son|"
    "(?:older |younger |big |little |twin )?(?:sister|brother)|mother|mom|mum|father|dad|aunt|"
    "uncle|cousin|niece|nephew|grandmother|grandma|grandfather|grandpa|granddaughter|grandson|"
    "mother-in-law|father-in-law|sister-in-law|brother-in-law|(?:best |old |close )?friend|"
    "roommate|flatmate|neighbou?r|mentor|business partner|co-?founder|partner|accountant|lawyer|"
    "therapist|doctor|dentist|landlord|landlady|personal trainer|piano teacher|kid|child"
)
MANAGER = "boss|manager|supervisor"
WORK_RELATIONS = (
    f"(?:new |current |direct |line )*(?:{MANAGER}|team[ -]?lead)|"
    "(?:close )?(?:colleague|co-?worker|teammate)|(?:new )?(?:direct report|assistant|intern)"
)
PLURALS = (
    "colleagues|co-?workers|teammates|team members|children|kids|daughters|sons|sisters|brothers|"
    "siblings|parents|grandparents|cousins|co-?founders|business partners|roommates|flatmates|"
    "best friends|closest friends|neighbou?rs|direct reports"
)
SHE = _set(
    "wife girlfriend daughter sister mother mom mum aunt niece grandmother grandma "
                "granddaughter mother-in-law sister-in-law landlady fiancée"
)  # fmt: skip
HE = _set(
    "husband boyfriend son brother father dad uncle nephew grandfather grandpa grandson "
               "father-in-law brother-in-law landlord"
)  # fmt: skip

TITLE = (
    r"(?:[A-Za-z][\w/&-]* ){0,3}(?:engineer|developer|designer|manager|director|VP|CEO|CTO|CFO|COO|"
    r"CPO|CMO|president|head|lead|founder|co-?founder|teacher|nurse|doctor|lawyer|attorney|"
    r"accountant|consultant|analyst|architect|scientist|researcher|professor|writer|editor|"
    r"journalist|photographer|chef|freelancer|contractor|recruiter|marketer|therapist|dentist|"
    r"pharmacist|physician|surgeon|electrician|plumber|carpenter|mechanic|pilot|librarian|"
    r"administrator|strategist|programmer|producer|specialist|coordinator|translator|economist|"
    r"biologist|chemist|physicist|paramedic|veterinarian|intern)"
    r"(?: of (?:[A-Z][\w&-]*)(?: (?:and|&) [A-Z]\w+| [A-Z]\w+)?)?"
)
# Judgements of a person that last, as an adjective or a verb of the present tense.
TRAIT = (
    r"(?:(?:very|really|so|quite|pretty|extremely|incredibly|super|rather|too|a bit|always) )*"
    r"(?:difficult|demanding|strict|supportive|patient|impatient|controlling|unreliable|reliable|"
    r"hands-off|hands-on|moody|generous|stubborn|tough|bossy|overbearing|condescending|passive-"
    r"aggressive|disorganised|disorganized|detail-oriented|meticulous|introverted|extroverted|shy|"
    r"(?:hard|easy|difficult|great|tough|impossible) to work (?:with|for)|"
    r"an? (?:[a-z]+ )?(?:micromanager|control freak|perfectionist|workaholic|people person|"
    r"(?:great|terrible|horrible|difficult|tough|good|bad|wonderful|supportive) "
    r"(?:boss|manager|mentor|listener|leader)))"
)
HABIT = (
    r"(?:(?:constantly|always|often|still|really) )*"
    r"(?:micro-?manages(?: (?:everything|everyone|me|us|the team|every \w+|my \w+))*|"
    r"never listens|(?:takes|steals) (?:the )?credit for (?:my|our|everyone's) work|"
    r"plays favou?rites|yells at (?:people|everyone|me|us)|"
    r"second-guesses (?:everything|everyone|me|us|my \w+|every \w+)|"
    r"hates (?:surprises|meetings|email|emails)|gives clear feedback|"
    r"trusts (?:me|us|the team|people))"
)

_NOT_NAMES = _set(
    "i we you he she it they this that these those there here who what when where why how which "
    "everyone everybody someone somebody nobody people anyone one most some many all both each "
    "every none another other others my our your his her their its the a an no not yes yeah yep "
    "ok okay oh well so and but or then also thanks thank please sorry hi hello hey god great "
    "good nice cool sure sadly luckily fortunately unfortunately honestly basically anyway today "
    "yesterday tomorrow tonight now later monday tuesday wednesday thursday friday saturday "
    "sunday january february march april may june july august september october november december "
    "spring summer autumn fall winter christmas easter halloween thanksgiving new life work "
    "school home church office dinner lunch breakfast weather time things everything something "
    "nothing anything english german french spanish italian chinese japanese korean pto vacation "
    "holiday leave mr mrs ms dr prof mom mum dad grandma grandpa boss team just still after "
    "before during since if in on at for from with by of to as while because although though once "
    "until unless about let lets make made using use having being doing going got get is was are "
    "were be been do does did has have had can could will would should might must shall maybe "
    "perhaps only even really actually finally recently next last first second part step day week "
    "month year"
)
_COMPANY_SUFFIX = re.compile(
    r"\b(?:corp|corporation|inc|ltd|llc|gmbh|ag|co|company|labs?|group|studios?|bank|university|"
    r"college|systems|technologies|tech|media|partners|consulting|solutions|software|industries|"
    r"holdings|ventures|capital|agency|foundation|hospital|school|institute|associates|networks|"
    r"logistics|robotics|analytics|energy|pharma|insurance|airlines|motors|press|works)\.?$",
    re.IGNORECASE,
)
# Enough of the map to tell a move of home from a move of team.
_PLACES = _set(
    "africa america amsterdam antwerp argentina arizona armenia asia athens atlanta auckland "
    "austin australia austria baghdad baku bali bangalore bangkok barcelona basel bavaria beijing "
    "beirut belgium belgrade bergen berlin bern bilbao bogota bologna bonn bordeaux boston "
    "bratislava brazil bremen brighton brisbane bristol brussels bucharest budapest bulgaria "
    "cairo calgary california cambridge canada cardiff casablanca catalonia chicago chile china "
    "cologne colombia colorado copenhagen croatia cuba cyprus czechia dakar dallas damascus "
    "darmstadt delhi denmark denver detroit dortmund dresden dubai dublin durban ecuador "
    "edinburgh egypt england essen estonia ethiopia europe finland florida france frankfurt "
    "freiburg gdansk geneva germany ghana ghent glasgow gothenburg graz greece guadalajara "
    "hamburg hannover hanoi hanover havana hawaii heidelberg helsinki honolulu houston hungary "
    "hyderabad iceland illinois india indonesia innsbruck iran iraq ireland israel istanbul italy "
    "jakarta japan jerusalem johannesburg karachi karlsruhe kenya kiev korea krakow kyiv kyoto "
    "lagos latvia lausanne lebanon leeds leicester leipzig lille linz lisbon lithuania liverpool "
    "ljubljana london lucerne luxembourg lviv lyon madrid mainz malaga malaysia malmo malta "
    "manchester mannheim marrakesh marseille massachusetts melbourne mexico miami michigan milan "
    "minneapolis minnesota minsk monaco montevideo montreal morocco moscow mumbai munich nairobi "
    "nantes naples nashville nepal netherlands nevada nigeria norway nottingham nuremberg odessa "
    "ohio oregon osaka oslo oxford pakistan palermo paris pennsylvania perth peru philadelphia "
    "philippines pisa pittsburgh poland portland porto portugal potsdam poznan prague provence "
    "pune quito reykjavik riga romania rome rotterdam russia salzburg sarajevo scotland seattle "
    "seoul serbia seville shanghai sheffield singapore slovakia slovenia spain stockholm "
    "strasbourg stuttgart sweden switzerland sydney syria taipei taiwan tallinn tbilisi tehran "
    "texas thailand thessaloniki tokyo toronto trieste tunis tunisia turin turkey tuscany uganda "
    "ukraine usa utah utrecht valencia vancouver venice vienna vietnam vilnius wales warsaw "
    "washington wroclaw yokohama zagreb zurich"
)


# Things with names of their own that are neither people nor the operator's projects.
THINGS = _set(
    "git docker kubernetes podman linux windows macos ubuntu debian android ios chrome firefox "
    "safari "
    "python typescript javascript java kotlin ruby elixir rust go golang php swift bash node "
    "node.js "
    "next.js react vue svelte angular django flask fastapi rails postgres postgresql mysql mariadb "
    "sqlite mongodb redis kafka rabbitmq graphql rest grpc aws gcp azure terraform ansible nginx "
    "jenkins jira notion figma excel word outlook gmail google apple microsoft openai anthropic "
    "claude chatgpt gpt gemini copilot cursor vscode vim emacs npm yarn pip webpack vite css html "
    "json "
    "yaml xml api ci cd cli ui ux sql readme"
)
# Joined and left by everybody, and nobody's employer when no more is said.
APPS = _set(
    "slack linkedin instagram facebook twitter whatsapp zoom teams discord github telegram signal "
    "tiktok reddit youtube netflix spotify twitch tinder snapchat pinterest duolingo steam board "
    "call top fire"
)


def untitled(name: str) -> str:
    """Return a person's name without the titles before it: Dr. Lind is Lind."""
    return _TITLED.sub("", name, count=1)


def is_name(text: str) -> bool:
    """Return whether a captured text can name somebody or something."""
    text = _BEGINS_SMALL.sub("", untitled(text))
    words = text.split()
    if not words or len(text) > 60 or _is_small(text[0]):  # noqa: PLR2004 - longer is prose
        return False
    ends = words[:1] if len(words) > 1 and words[-1] != "I" and len(words[-1]) == 1 else words
    return not any(word.lower().strip(".'") in _NOT_NAMES for word in (ends[0], ends[-1]))


def _is_small(letter: str) -> bool:
    return letter.islower() and not "\u10d0" <= letter <= "\u10ff"  # Georgian writes in one case


_TITLED = re.compile(rf"{_TITLES}{{1,3}}(?=\S)")
_BEGINS_SMALL = re.compile(rf"(?:(?:{_SMALL}) |(?:al|el|bin|ben)-|[dl]')+(?={_UP})")


def is_company(name: str) -> bool:
    """Return whether a name says itself that it is a company's."""
    return _COMPANY_SUFFIX.search(name) is not None


def is_place(name: str) -> bool:
    """Return whether a name is a well-known city or country."""
    return name.lower().split(",")[0] in _PLACES


def listed(text: str) -> tuple[str, ...]:
    """Split "Ann, Bob and Cy" into its names; nothing if one part is no name."""
    parts = re.split(r"\s*,\s*(?:and\s+)?|\s+(?:and|&)\s+", text.strip())
    names = tuple(part.strip() for part in parts)
    named = all(re.fullmatch(NAME, name) and is_name(name) for name in names)
    return tuple(map(untitled, names)) if named else ()
