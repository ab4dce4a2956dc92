"""Words for what people are by trade, and which words before one belong to a title.

A word that is not known to belong to one is taken for what somebody is like: a patient engineer is
an engineer still, whatever else they are.
"""

from memoryd.core.regex import regex

JOBS = (
    r"engineer|developer|programmer|designer|architect|scientist|researcher|analyst|tester|manager"
    r"|director|officer|executive|president|s?vp|evp|c[a-z]{1,2}o|head|chief|lead|leader|supervisor"
    r"|consultant|contractor|freelancer|employee|intern|trainee|apprentice|assistant|associate"
    r"|specialist|strategist|coordinator|administrator|admin|secretary|receptionist|representative"
    r"|rep|agent|clerk|cashier|sales(?:person|man|woman)|recruiter|marketer|buyer|planner|adviser"
    r"|advisor|auditor|accountant|banker|trader|broker|lawyer|attorney|paralegal|doctor|physician"
    r"|surgeon|nurse|paramedic|pharmacist|therapist|dentist|vet|veterinarian|teacher|lecturer"
    r"|professor|tutor|postdoc|librarian|curator|editor|writer|journalist|reporter|translator"
    r"|interpreter|photographer|producer|economist|biologist|chemist|physicist|technician|mechanic"
    r"|electrician|plumber|carpenter|welder|driver|pilot|courier|guard|janitor|cleaner|chef|cook"
    r"|baker|waiter|waitress|barista|bartender|(?:product|process) owner|scrum master|staff"
)
_RANKS = """senior sr junior jr staff principal lead chief mid-level associate assistant deputy vice
    executive head graduate apprentice trainee"""
# What a trade is about. None that people are as well: a technical, creative or general manager.
_FIELDS = """
    account accounting admin advertising aerospace ai analytics android application
    applications area art asset automation automotive back-end backend bank banking biomedical
    branch brand broadcast building bus business campaign casting category chemical civil
    claims climate clinical cloud commerce communications community company compliance
    computer computing construction content contract contracts copy corporate credit crypto
    customer data database delivery design development devops digital district e-commerce
    electrical electronics embedded emergency energy engineering enterprise environmental
    equity estate event events experience facilities factory family farm fashion film finance
    financial firmware fleet floor food forensic front-end frontend full-stack fullstack fund
    game gameplay games graphic graphics growth hardware healthcare history hospital hotel hr
    industrial information infrastructure innovation insurance integration intelligence
    interaction interior investment investor ios it java javascript kernel kindergarten
    kitchen lab laboratory landscape language law learning legal lighting line linux loan
    logistics machine maintenance management manufacturing marine marketing math maths
    mechanical mechatronics media medical merchandise ml mobile music network news nursing
    office operating operations optical paediatric pastry payments payroll pediatric
    performance petroleum pharmacy photo physics plant platform policy portfolio press pricing
    printing process procurement product production program programme project property
    purchasing python qa quality quantitative radio rail reception records recruiting
    recruitment regional relations reliability research resources restaurant retail revenue
    risk robotics rust safety sales school science security seo service services shift shop
    site social software solution solutions sound sports sre stage stock storage store
    strategy structural student success supply support surgery system systems talent tax taxi
    team tech technology telecom test testing theatre ticket tour traffic train training
    transport travel treasury truck tv typescript ui university user ux video visual warehouse
    water wealth web website wedding yoga youth"""
_PHRASES = regex(r"(?:high|primary|secondary|middle) school|human resources|people operations")
_TITLE_WORDS = frozenset(f"{_RANKS} {_FIELDS}".split())
_RANK = frozenset([*_RANKS.split(), "i", "ii", "iii", "iv", "v", *"123456789"])
_BEFORE = r"(?P<before>(?:[\w'/&-]+ ){0,4}?)"
_LEVEL = r"(?: (?:i{1,3}|iv|v|\d)\b)?"
# Each with what stands before the job, of which in_title decides.
TRADE = rf"{_BEFORE}(?:{JOBS}){_LEVEL}"
TITLE = (
    r"(?:(?:head|director) of (?:[\w&/-]+ ){0,3}?[\w&/-]+"
    r"|(?:s?vp|evp|cto|ceo|cfo|coo|(?:vice )?president|lead(?= (?:of|for|on|at)\b|$)"
    rf"|{_BEFORE}(?:engineer|developer|designer|manager|analyst|scientist|architect|consultant"
    rf"|researcher|officer|editor)){_LEVEL})"
)
_WHOLE = regex(
    r"(?:(?:is|works as|promoted to|now|became) )*(?:(?:an?|the) )?"
    rf"(?P<title>{TRADE})(?: (?:at|of|for|in|on) .+)?"
)


def in_title(before: str) -> bool:
    """Return whether all words before a job are known to belong to its title."""
    plain = _PHRASES.sub("school", before.casefold())
    return _TITLE_WORDS.issuperset(plain.split())


def another_post(new: str, old: str) -> bool:
    """Return whether a title, in words of a value, takes the place of an older one.

    An engineer may be a senior one and a backend one at once: only another job, another rank or
    another field is another post, and fewer words are none.
    """
    mine, theirs = new.split(), old.split()
    if set(mine) <= set(theirs):
        return False
    if set(theirs) <= set(mine) or _job(mine) != _job(theirs):
        return True
    ranks = [_RANK.intersection(title[:-1]) for title in (mine, theirs)]
    fields = [set(title[:-1]) - _RANK for title in (mine, theirs)]
    return any(one and other and one != other for one, other in (ranks, fields))


def _job(title: list[str]) -> str:
    named = [word for word in title if word not in _RANK]
    return (named or title)[-1]


def title_of(text: str) -> str:
    """Return the title that a whole fact states, folded; "" where it states none that is known."""
    match = _WHOLE.fullmatch(text.casefold())
    return match["title"] if match and in_title(match["before"]) else ""
