"""Offline rules about work: jobs that start and end, roles, who reports to whom."""

import re

from memoryd.core.proposal import Mention
from memoryd.core.supersede import contradicts
from memoryd.llm.offline_hours import LATER, PART_OF_DAY, TIMES, aside, is_for_now, is_sent_home
from memoryd.llm.offline_known import holds_job, unless_held
from memoryd.llm.offline_ordinary import is_ordinary
from memoryd.llm.offline_rules import (
    MILESTONE,
    RELATIONSHIP,
    STATUS,
    Rule,
    rule,
    sentence,
    third,
)
from memoryd.llm.offline_scene import COMPANY, PERSON, PROJECT, THING, Draft, Scene
from memoryd.llm.offline_subject import Saying, as_person
from memoryd.llm.offline_text import Clause
from memoryd.llm.offline_words import END, NAME, ORG, TITLE, is_name, is_place

_JOB = r"(?:(?:my|the|his|her|a|an) )?(?:(?:old|new|current|previous|last|first|full-time|day) )*"
_JOB += r"(?:job|position|role|gig|post)"
_EVALUATIVE = re.compile(
    r"^(?:an? )?(?:great|good|bad|terrible|horrible|wonderful|lovely|nice|brilliant|"
    r"difficult|real|best|not|like|such|my|our|your|his|her|their|worst|only|"
    r"main|kind|type|sort|awful|proper|huge|big|little|amazing)\b",
    re.IGNORECASE,
)
_ANY_MORE = re.compile(r"\b(?:any ?(?:more|longer)|since|as of)\b")
_UNDER = (
    rf"(?:,? (?:and )?(?:under|reporting to|reports? to|working (?:for|under)|"
    rf"where (?:my|the) (?:new )?(?:boss|manager) is|with) (?P<boss>{NAME})"
    r"(?P<as> as (?:my )?(?:new )?(?:boss|manager))?)?"
)
_AS = rf"(?:,? as (?:an? |the |their )?(?:new )?(?P<title>{TITLE}))?"


def _company(name: str | None, scene: Scene) -> Mention | None:
    """Return the company of a name; a common word with a capital needs to be known for one."""
    if not name or not is_name(name):
        return None
    unknown = scene.kind(name) is None
    return None if unknown and is_ordinary(name) else Mention(COMPANY, name)


def manager_of(
    boss: Mention, scene: Scene, company: str = "", *, new: bool = False, said: str = ""
) -> Draft:
    """Return the fact, held with the boss, that they manage the speaker.

    company: where, if said; new: in a job that has just begun, so not in the one that ended;
    said: what the speaker does ("reports to"), where nothing else in the fact is his own word.
    """
    at = f" at {company}" if company else ""
    related = (scene.speaker, *([Mention(COMPANY, company)] if company else []))
    manager = "New manager" if new else "Manager"
    told = f", who {said} them" if said and not at else ""
    fact = f"{manager} of {scene.owner}{at}{told}"
    return Draft(boss, fact, RELATIONSHIP, related, "manager")


def _left(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    """Leaving needs proof that it is a job that was left: words of work, or no more words.

    A bare "left" is enough of a company that is known and, of the speaker and of who is known, of
    a name that is no place's; what is quit, resigned from or the like needs to be a company's.
    """
    who, company = as_person(saying.subject, scene), _company(match["org"], scene)
    if not who or not company or scene.kind(company.name) not in (None, COMPANY):
        return ()
    if (match["verb"] == "lost" and not match["job"]) or is_sent_home(saying):
        return ()
    known = scene.kind(company.name) == COMPANY
    proof = match["job"] or (known and match["verb"] not in ("left", "departed"))
    if not (proof or _is_told(match, saying, known=known) or _is_firm(match, saying, known=known)):
        return ()
    fired = match["verb"].startswith("was ")
    verb = match["verb"].removeprefix("was ") if fired else "left"
    glue = " from " if fired else " "
    was_there = _was_there(match, saying)  # who merely does not work there need not have left
    fact = sentence(f"{verb}{glue}{company.name}" if was_there
                    else f"does not work at {company.name}")  # fmt: skip
    kind = MILESTONE if was_there else STATUS
    draft = Draft(who, fact, kind, (company,), "employer", left=company.name)
    return (draft,) if was_there or holds_job(draft, scene) else ()


def _was_there(match: re.Match[str], saying: Saying) -> bool:
    """Return whether words say by themselves that there was a job; "does not work" says none."""
    never = (match["job"] or "").startswith("not ")
    return not never or _ANY_MORE.search(saying.said) is not None


_TO_WORK = re.compile(
    r"\bto (?:join|found|become|freelance|start (?:an?|my|our|his|her))\b|"
    rf"\bfor an? (?:new )?(?:job|start-?up)\b|\bworks? (?:at|for)\b|\bas an? {TITLE}\b|"
    r"\bafter (?:\w+ )+(?:years|months|decades)\b"
)
# So a town is left too, and a husband: it takes a company that is known.
_FOR_GOOD = re.compile(
    r"\bto (?:study|retire|focus)\b|\bfor good\b|\bon \w+ terms\b|, finally$|"
    r"\blast (?:spring|summer|autumn|fall|winter)\b|"
    r"\bat the end of (?!(?:the|my|his|her|our) (?:day|shift|meeting|call|lunch))|"
    r"\bfor (?:\w+ )?reasons\b"
)


def _is_told(match: re.Match[str], saying: Saying, *, known: bool) -> bool:
    """Return whether words beside "left Acme" tell that it was for good, and Acme a firm."""
    by_work = (known or not is_place(match["org"])) and _TO_WORK.search(saying.said)
    return bool(by_work or (known and _FOR_GOOD.search(saying.said)))


def _is_firm(match: re.Match[str], saying: Saying, *, known: bool) -> bool:
    """Return whether "left Acme" says no more than that: no "left Acme for lunch", no place."""
    more = saying.predicate[match.end() :]
    to = re.fullmatch(rf" for (?P<org>{ORG})|, {NAME}", more)
    if more.strip(" ,.!") and not (to and not is_place(to["org"] or "")):
        return False
    named = saying.subject.mention is not None and not is_place(match["org"])
    return (known or named) and not PART_OF_DAY.search(saying.clause)


_TITLED = re.compile(rf"(?P<name>{NAME}), (?:the |our )?(?P<title>{TITLE}) (?P<at>at|of) "
                     rf"(?P<org>{ORG}),")  # fmt: skip


def titles(clause: Clause, scene: Scene) -> tuple[Draft, ...]:
    """Return the role of "Otto Lind, head of sales at Tallow Labs, ..."."""
    match = _TITLED.match(clause.bare)
    if not match or _EVALUATIVE.match(match["title"]):
        return ()
    person, company = scene.person(match["name"]), _company(match["org"], scene)
    if not person or not company:
        return ()
    fact = sentence(f"{match['title']} {match['at']} {company.name}")
    return (Draft(person, fact, STATUS, (company,), "employer"),)


def _parted(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    person = scene.person(match["name"])
    if not saying.subject.first or not person:
        return ()
    fact = f"No longer works with {scene.owner}"
    return (Draft(person, fact, RELATIONSHIP, (scene.speaker,), "tie"),)


def _quit(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who = as_person(saying.subject, scene)
    if not who or is_sent_home(saying):
        return ()
    jobs = scene.employers() if saying.subject.first else frozenset()
    left = next(iter(jobs)) if len(jobs) == 1 else ""
    topic = "employer" if left else ""  # of several jobs, nobody knows which one it was
    return (Draft(who, sentence(third(match["what"])), MILESTONE, (), topic, left=left),)


def _joined(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who, company = as_person(saying.subject, scene), _company(match["org"], scene)
    if not who or not company or scene.kind(company.name) in (PERSON, THING):
        return ()
    if LATER.search(saying.predicate, match.end()):
        return ()  # "got the job at Acme and start in May"
    if scene.kind(company.name) == PROJECT:
        return (_joined_project(who, company.name),)
    verb = "Joined" if match["verb"] == "joined" else "Started at"
    role = f" as {match['title']}" if match["title"] else ""
    boss = scene.person(match["boss"]) if match["boss"] else None
    under = f", reporting to {boss.name}" if boss else ""
    related = (company, *([boss] if boss else []))
    fact = f"{verb} {company.name}{role}{under}"
    # "Joined Greenpeace" may be no job; it must not end one.
    job = verb != "Joined" or role or boss or scene.kind(company.name) == COMPANY
    if not job and saying.predicate[match.end() :].strip():
        return ()  # "I joined Sarah for lunch"
    drafts = [Draft(who, fact, MILESTONE, related, "employer" if job else "")]
    if boss and saying.subject.first:
        drafts.append(manager_of(boss, scene, company.name))
    return tuple(drafts)


def _joined_project(who: Mention, name: str) -> Draft:
    return Draft(who, f"Joined {name}", STATUS, (Mention(PROJECT, name),), "assignment")


def _new_job(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    """Return a new job whose company is not named."""
    who = as_person(saying.subject, scene)
    boss = scene.person(match["boss"]) if match["boss"] else None
    if not who or LATER.search(saying.predicate, match.end()):
        return ()
    fact = f"Started a new {match['job']}" + (f", reporting to {boss.name}" if boss else "")
    drafts = [Draft(who, fact, MILESTONE, (boss,) if boss else (), "employer")]
    if boss and saying.subject.first:
        drafts.append(manager_of(boss, scene, new=True))
    return tuple(drafts)


def _works(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who, company = as_person(saying.subject, scene), _company(match["org"], scene)
    if not who or not company or is_for_now(saying) or _is_task(match, saying):
        return ()
    if scene.kind(company.name) == PERSON:
        boss = Mention(PERSON, company.name)
        tie = manager_of(boss, scene, said="works for")
        return unless_held(tie, scene) if saying.subject.first else ()
    role = f" as {match['title']}" if match["title"] else ""
    beside = aside(saying)
    if beside:  # a second job: neither takes the place of the other
        return (Draft(who, sentence(f"{beside[0]} at {company.name}{role}{beside[1]}"), STATUS,
                      (company,)),)  # fmt: skip
    if " for " in match[0] and not role and scene.kind(company.name) is None:
        return (Draft(who, f"Works for {company.name}", STATUS),)  # a company's name, or a boss's
    return (Draft(who, f"Works at {company.name}{role}", STATUS, (company,), "employer"),)


_TASK = re.compile(r" (?:on (?!.*\bteam\b)|with |as |for )")


def _is_task(match: re.Match[str], saying: Saying) -> bool:
    """Return whether somebody is working for a client: "on the rollout", "on a small contract"."""
    at_it = match[0].startswith("is working") or " for " in match[0]
    return at_it and _TASK.match(saying.predicate, match.end()) is not None


def _now_at(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    """Read "I'm at Acme" as work only where Acme is known for a company, or was worked at."""
    who, org = as_person(saying.subject, scene), match["org"]
    worked = re.compile(rf"(?:[Ll]eft|[Ww]orks? (?:at|for)|[Ff]rom) {re.escape(org)}\b")
    known = scene.kind(org) == COMPANY or bool(
        who and any(worked.search(held.text) for held in scene.facts(who))
    )
    return _works(match, saying, scene) if known else ()


def _works_as(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who = as_person(saying.subject, scene)
    if not who or _EVALUATIVE.match(match["title"]):
        return ()
    return (Draft(who, sentence(match["title"]), STATUS, (), "role"),)


def _role(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who, company = as_person(saying.subject, scene), _company(match["org"], scene)
    if not who or _EVALUATIVE.match(match["title"]) or (match["org"] and not company):
        return ()
    if company and is_for_now(saying):
        return ()
    if not company and match["title"].endswith(("president", "head", "lead")):
        return ()  # of what is the very thing left out
    place = f" {match['at']} {company.name}" if company else ""
    if company and match["at"] == "for" and scene.kind(company.name) != COMPANY:
        return ()
    related = (company,) if company else ()
    topic = "employer" if company else "role"
    turned = not company and re.search(r"\b(?:now|bec[ao]me)\b", saying.clause)
    fact = _turned_to(match["title"], who, scene) if turned else match["title"] + place
    return (Draft(who, sentence(fact), STATUS, related, topic),)


def _turned_to(title: str, who: Mention, scene: Scene) -> str:
    """Return "now a doctor" of who is held to be something else by trade, else "doctor"."""
    now = f"now {'an' if title[0].lower() in 'aeiou' else 'a'} {title}"
    return now if any(contradicts(now, held.text) for held in scene.facts(who)) else title


def _reports(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who, boss = as_person(saying.subject, scene), scene.person(match["boss"])
    if not who or not boss:
        return ()
    if saying.subject.first:
        said = "reports to" if "report" in match[0] else ""
        new = re.search(r"\bnow\b", saying.clause) is not None
        tie = manager_of(boss, scene, match["org"] or "", new=new, said=said)
        return unless_held(tie, scene)
    return (Draft(who, f"Reports to {boss.name}", RELATIONSHIP, (boss,), "manager"),)


def _promoted(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who = as_person(saying.subject, scene)
    to = f" to {match['title']}" if match["title"] else ""
    return (Draft(who, f"Promoted{to}", MILESTONE, (), "role" if to else ""),) if who else ()


def _founded(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who, company = as_person(saying.subject, scene), _company(match["org"], scene)
    if not who or not company or scene.kind(company.name) not in (None, COMPANY):
        return ()
    verb = match["verb"].split(" a ")[0]
    if verb in ("owns", "runs", "own", "run"):
        if scene.kind(company.name) is None and not match["what"]:
            return ()
        verb = verb.rstrip("s") + "s"
    return (Draft(who, sentence(f"{verb} {company.name}"), MILESTONE, (company,)),)


def _used_to(match: re.Match[str], saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    who, company = as_person(saying.subject, scene), _company(match["org"], scene)
    if not who or not company:
        return ()
    left = company.name if saying.subject.first else ""
    return (Draft(who, f"Used to work at {company.name}", STATUS, (company,), "", left=left),)


_OUTING = re.compile(
    r"(?:[a-z]land|[Ww]orld|[Pp]ark|[Cc]amp|[Rr]esort|[Bb]each|[Hh]otel|[Ff]estival)\b"
)


def _last_day(match: re.Match[str], _saying: Saying, scene: Scene) -> tuple[Draft, ...]:
    """Return the end of a job, not of a holiday."""
    company = _company(match["org"], scene)
    if not company or (scene.kind(company.name) is None and _OUTING.search(company.name)):
        return ()
    fact = f"Left {company.name}"
    return (Draft(scene.speaker, fact, MILESTONE, (company,), "employer", left=company.name),)


RULES: tuple[Rule, ...] = (
    rule(rf"no longer works? with (?P<name>{NAME})(?=$|,)", _parted, denies=True),
    rule(rf"(?:do|does) not work with (?P<name>{NAME}) any ?more", _parted, denies=True),
    rule(rf"(?P<verb>left|quit|resigned from|lost|departed|parted ways with|stopped working (?:at|"
         rf"for))"
         rf"(?P<job> {_JOB} (?:at|with)| working (?:at|for)| my team at)? "
         rf"(?P<org>{ORG}){END}", _left, denies=True),
    rule(rf"(?P<verb>resigned)(?P<job> from {_JOB} at| from| at) (?P<org>{ORG}){END}", _left),
    rule(rf"(?P<verb>was (?:laid off|fired|let go|made redundant)|got (?:laid off|fired))"
         rf"(?P<job> from (?:{_JOB} at )?| at | by )(?P<org>{ORG}){END}", _left),
    rule(rf"(?P<verb>is|does|do) (?P<job>no longer (?:working |employed )?(?:at|with)|"
         rf"not work (?:at|for)) (?P<org>{ORG})(?=$| any ?more|,| since| as of)",
         _left, denies=True),
    rule(rf"(?P<verb>no longer) (?P<job>works? (?:at|for)) (?P<org>{ORG}){END}",
         _left, denies=True),
    rule(rf"(?P<verb>had) (?P<job>(?:my|his|her) last day at) (?P<org>{ORG}){END}", _left),
    rule(rf"(?P<what>(?:quit|left|resigned from|lost) (?:my|the|his|her) (?:old )?job){END}",
         _quit),
    rule(r"was (?P<what>laid off|made redundant|let go)(?=$|,)", _quit),
    rule(rf"(?P<verb>joined|started (?:(?:working|work) )?(?:at|for)|started {_JOB} (?:at|with)|"
         rf"got {_JOB} (?:at|with)|accepted {_JOB} (?:at|with)|landed {_JOB} (?:at|with)|"
         rf"took {_JOB} (?:at|with)|(?:have|has) {_JOB} (?:at|with)|got hired (?:by|at)|"
         rf"was hired (?:by|at)|began (?:working|work) (?:at|for)|began {_JOB} (?:at|with))"
         rf" (?P<org>{ORG})(?: today)?{_AS}{_UNDER}{END}", _joined),
    rule(rf"(?:started|got|have|has|began|accepted) (?:my |a )?new (?P<job>job|role|position)"
         rf"{_UNDER}(?=$|,)", _new_job),
    rule(rf"(?:works?|is working|is employed)(?: (?:{TIMES}))? (?:at|for|by) "
         rf"(?P<org>{ORG}){_AS}(?:{END}|(?= (?:{TIMES}))|(?= (?:now|these days)$))", _works),
    rule(rf"is (?:now )?(?:back )?at (?P<org>{ORG})(?P<title>)(?=$|,| again)", _now_at),
    rule(rf"works? as (?:an? |the )(?P<title>{TITLE})(?: (?P<at>at|of|for|in) "
         rf"(?P<org>{ORG}))?{END}",
         _role),
    rule(rf"is (?:now )?(?:the |an? |our )?(?:new )?(?P<title>{TITLE})"
         rf" (?P<at>at|of|for|in) (?P<org>{ORG}){END}", _role),
    rule(rf"(?:is|became|has become) (?:now )?(?:the |an? |our )(?:new )?(?P<title>{TITLE})"
         rf"(?=$|,(?! )| now$)(?P<at>(?!))?(?P<org>(?!))?", _role),
    rule(rf"works? as (?:an? |the )(?P<title>{TITLE})(?=$|,)", _works_as),
    rule(rf"(?:reports? (?:directly )?to|is reporting to|is managed by) (?P<boss>{NAME})"
         rf"(?: (?:at|in) (?P<org>{ORG}))?(?:{END}|(?= now$))", _reports),
    rule(rf"(?:was |got |is )promoted(?: to (?:the |an? )?(?P<title>{TITLE}))?(?=$|,| at\b)",
         _promoted),
    rule(rf"(?P<verb>founded|co-?founded|runs?|owns?|started)"
         rf"(?P<what> (?:a|the|my|her|his) (?:company|startup|business|agency|firm)(?: "
         rf"called)?,?)? "
         rf"(?P<org>{ORG}){END}", _founded),
    rule(rf"used to (?:work|be employed) (?:at|for|by) (?P<org>{ORG}){END}", _used_to),
)  # fmt: skip

# Clauses of the speaker that name no subject: "Today was my last day at Acme."
WHOLE: tuple[Rule, ...] = (
    rule(rf"(?:(?:[Ii]t |[Tt]hat |[Tt]his )?(?:was|is) )?[Mm]y (?:very )?last day at (?P<org>{ORG})"
         rf"(?=$|\s+was$)", _last_day),
    rule(rf"(?P<verb>)[Mm]y new (?:job|role|position) is (?:at|with) "
         rf"(?P<org>{ORG}){_AS}{_UNDER}{END}",
         _joined),
    rule(rf"(?P<verb>)(?:[Aa] )?[Nn]ew job (?:at|with) (?P<org>{ORG}){_AS}{_UNDER}{END}", _joined),
)  # fmt: skip
