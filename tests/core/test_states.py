"""What somebody only wishes, hopes or asks to be, or is no more, is not told as what they are."""

import pytest

from memoryd.core.admission import CLOSE, Hearing
from memoryd.core.gates import Gate
from tests.core.recon_kit import ZONE, Memory, fates, line, propose

WAYS = (
    "I want to become {}", "I wish I were {}", "I'm thinking of becoming {}",
    "I hope to be {} one day", "I might become {}", "I'd like to be {}", "I would love to be {}",
    "I plan to become {}", "I'm trying to become {}", "My dream is to be {}",
    "Should I become {}?", "I'm not {}", "I almost became {}", "If I moved I'd be {}",
    "Imagine I were {}", "Maybe I'll be {}", "I used to be {}", "I'm considering becoming {}",
    "I will be {} if it works", "I have always wanted to be {}", "Am I {}?",
    "I could see myself as {} hm", "I'm no longer {}", "I'll never be {}", "I'm going to be {}",
    "I was nearly {}", "Not sure if I'm {}", "My goal is to be {}",
)  # fmt: skip
STATES = (
    ("vegan", "Vegan"), ("a manager", "Manager"), ("a manager", "Is a manager"),
    ("a pilot", "Pilot"), ("a nurse at Acme", "Nurse at Acme"), ("vegetarian", "Is vegetarian"),
    ("a senior editor at Acme", "Senior editor at Acme"), ("head of sales", "Head of sales"),
    ("fluent in Spanish", "Fluent in Spanish"), ("self-employed", "Self-employed"),
    ("the owner of a bakery", "Owner of a bakery"), ("married", "Married"),
)  # fmt: skip
FLAT = (
    ("I'm considering a divorce", "Divorced"), ("We want to get married", "Married"),
    ("Thinking about quitting", "Quit"), ("Thinking of quitting my job", "Quit"),
    ("I want to quit smoking", "Quit smoking"), ("I'm trying to get pregnant", "Pregnant"),
    ("I applied for the manager post", "Manager"), ("I was offered the manager job", "Manager"),
    ("I'm interviewing to be a nurse", "Nurse"), ("I'm training to be a pilot", "Pilot"),
    ("She hopes to be manager", "Manager"), ("Dana hopes to be manager", "Manager"),
    ("Can't wait to be retired", "Retired"), ("I'm vegan", "Not vegan"),
    ("I'm a nurse", "No longer a nurse"), ("thinking of going vegan", "Vegan"),
    ("considering going freelance", "Freelance"), ("I want to go freelance", "Freelance"),
    ("we might get engaged", "Engaged"), ("I'm not allergic to nuts", "Allergic to nuts"),
    ("I think I may be allergic to nuts", "Allergic to nuts"),
    ("I don't want to be a manager", "Manager"), ("I refuse to be a manager", "Manager"),
    ("I'd rather be a teacher", "Teacher"), ("I dream of being a teacher", "Teacher"),
    ("I would make a good teacher", "Teacher"), ("I'd love to be your manager", "Manager"),
    ("I have been thinking about becoming vegan", "Vegan"),
    ("One day I want to be a published author", "Published author"),
    ("I'm hoping to be made partner", "Partner"), ("We're hoping to become parents", "Parents"),
    ("Tom wants to be a vet", "Vet"), ("I'm studying to become a doctor", "Doctor"),
    ("I'd like to go part-time", "Part-time"), ("I may go part-time", "Part-time"),
    ("Thinking about going back to being single", "Single"),
    ("I wish I weren't single", "Single"), ("I wish I were taller", "Taller"),
    ("Would be nice to be debt-free", "Debt-free"),
    ("I want to be debt-free by 2027", "Debt-free"),
    ("I've decided against becoming a manager", "Manager"),
    ("I turned down becoming manager", "Manager"), ("I can't become a manager", "Manager"),
    ("I'd never be a manager", "Manager"), ("I pretend to be a vegan", "Vegan"),
    ("I'm supposed to be the manager", "Manager"),
    ("They say I should become a teacher", "Teacher"),
    ("My mum wants me to be a doctor", "Doctor"), ("My doctor told me to go vegan", "Vegan"),
    ("I'm half-thinking of turning vegetarian", "Vegetarian"),
    ("I feel like becoming vegan", "Vegan"), ("I intend to be a father soon", "Father"),
    ("We plan to get engaged", "Engaged"), ("I want to get divorced", "Divorced"),
    ("I'm about to be promoted", "Promoted"), ("I hope to get promoted", "Promoted to lead"),
    ("I hope to be promoted to lead", "Lead"),
    ("I'm on the waiting list to become a tenant", "Tenant"), ("I tried being vegan", "Vegan"),
    ("If only I were rich", "Rich"), ("Imagine me as a manager", "Manager"),
    ("I don't consider myself vegan", "Vegan"), ("I doubt I'm diabetic", "Diabetic"),
    ("We may be pregnant", "Pregnant"), ("I could be allergic to nuts", "Allergic to nuts"),
    ("Do you think I'm allergic to nuts?", "Allergic to nuts"),
    ("I thought I was allergic to nuts but I'm not", "Allergic to nuts"),
    ("want to quit", "Quit"), ("tempted to quit", "Quit"), ("I feel like quitting", "Quit"),
    ("I should quit", "Quit"), ("I've been wanting to move", "Moved"),
    ("planning on moving to Oslo", "Moved to Oslo"), ("we want to buy a house", "Bought a house"),
    ("I'm applying for a nurse position", "Nurse"), ("I almost got fired", "Fired"),
    ("I might get fired", "Fired"), ("I hope to graduate in May", "Graduated"),
    ("I'd like to be a Berliner", "Berliner"), ("I'm learning to be patient", "Patient"),
    ("Hopefully a manager soon", "Manager"), ("Soon to be married", "Married"),
    ("Soon-to-be manager here", "Manager"), ("Aspiring writer here", "Writer"),
    ("Future nurse", "Nurse"), ("Wannabe vegan", "Vegan"), ("Not vegan", "Vegan"),
    ("not a manager yet", "Manager"), ("Still not a manager", "Manager"),
    ("I'm an ex-manager", "Manager"), ("I'm a former nurse", "Nurse"),
    ("I'm almost vegan", "Vegan"), ("I'm mostly vegan", "Vegan"),
    ("I'm not really a manager", "Manager"), ("I was a manager until May", "Manager"),
    ("I was vegan for years, not any more", "Vegan"), ("I stopped being vegan", "Vegan"),
    ("I gave up being vegan", "Vegan"), ("I left being a nurse behind", "Nurse"),
    ("I'm far from fluent in French.", "Fluent in French"),
    ("I'm far from being a manager.", "Manager"),
    ("I'm anything but a morning person.", "Morning person"),
    ("I'm anything but vegan.", "Vegan"),
    ("My mother thinks I'm a doctor.", "Doctor"),
    ("My mother believes that I'm a doctor.", "Doctor"),
    ("Dana assumes I'm vegan.", "Vegan"),
    ("I was vegan for a week.", "Vegan"),
    ("I was a nurse for ten years.", "Nurse"),
    ("I was a manager for a few months.", "Manager"),
    ("I applied for team lead and Tom got it.", "Team lead"),
    ("I applied for team lead but never got it.", "Team lead"),
    ("I applied for team lead.", "Team lead"),
    ("I got offered the CTO job and declined.", "CTO"),
    ("I'm considering becoming vegan.", "Vegan"),
    ("I don't consider myself an introvert.", "Introvert"),
    ("I think I'm a father.", "Father"),
    ("I think it would be great to be a father.", "Father"),
    ("I stopped being a manager to be an engineer again.", "Manager"),
    ("I quit to become a pilot one day, I hope to be a pilot.", "Pilot"),
    ("I'm not a morning person", "Morning person"),
)  # fmt: skip
TRUE = (
    ("I'm vegan", "Vegan"), ("I'm a vegan now", "Vegan"), ("I became vegan in May", "Vegan"),
    ("I've gone vegan", "Vegan"), ("I'm going vegan", "Going vegan"),
    ("I've been vegan for years", "Vegan"), ("I finally became a manager", "Manager"),
    ("They made me manager", "Manager"), ("I was promoted to manager", "Manager"),
    ("I got promoted to senior manager at Acme", "Senior manager at Acme"),
    ("I'm a nurse at Acme", "Nurse at Acme"), ("As a nurse I work nights", "Nurse"),
    ("As a vegan I avoid cheese", "Vegan"), ("I'm only an intern", "Intern"),
    ("I'm an intern at Acme and want to become an engineer", "Intern at Acme"),
    ("I want to become a manager", "Wants to become a manager"),
    ("I want to become vegan", "Wants to become vegan"),
    ("I hope to be manager", "Hopes to be manager"),
    ("I wish I were vegan", "Wishes to be vegan"),
    ("thinking of going vegan", "Considering going vegan"),
    ("thinking of going vegan", "Thinks about going vegan"),
    ("we want to get married", "Wants to get married"), ("we got married in May", "Married"),
    ("We're getting divorced", "Getting divorced"), ("I quit", "Quit"),
    ("I quit my job yesterday", "Quit job"), ("I'm allergic to nuts", "Allergic to nuts"),
    ("I'm not vegan", "Not vegan"), ("I'm no longer vegan", "No longer vegan"),
    ("I used to be vegan", "Former vegan"), ("I used to be vegan", "Was vegan"),
    ("If you cook for me: I'm vegan", "Vegan"),
    ("I'm vegan, could you suggest a recipe?", "Vegan"), ("Did you know I'm vegan?", "Vegan"),
    ("Did I mention that I'm a nurse?", "Nurse"),
    ("You might remember that I run the Ulm office", "Runs the Ulm office"),
    ("I never told you that I own a bakery", "Owns a bakery"),
    ("I forgot to mention I lead Beacon", "Leads Beacon"),
    ("I can't believe I lead Beacon now!", "Leads Beacon"),
    ("I hope you know that I lead Beacon", "Leads Beacon"),
    ("I want you to know that I lead Beacon", "Leads Beacon"),
    ("Maybe I should mention that I run the Ulm office", "Runs the Ulm office"),
    ("I don't think I told you I own a bakery", "Owns a bakery"),
    ("Not sure I told you that I lead the Beacon project", "Leads the Beacon project"),
    ("Did I tell you that I lead the Beacon project now?", "Leads the Beacon project"),
    ("I'm happy to announce that I lead Beacon", "Leads Beacon"),
    ("I'm the manager here", "Manager"), ("I'm a single mother of two", "Single mother of two"),
    ("I'm fluent in Spanish", "Fluent in Spanish"), ("I retired last year", "Retired"),
    ("We're engaged!", "Engaged"),
    ("My sister is a nurse and I want to become one", "Sister is a nurse"),
    ("I'll be manager from May on", "Manager from May"), ("I will be manager", "Future manager"),
    ("I'm pregnant", "Pregnant"), ("I'm self-employed", "Self-employed"),
    ("I'm the head of sales", "Head of sales"), ("I own a bakery", "Owner of a bakery"),
    ("I'm married to Tom", "Married to Tom"),
    ("Meeting with Dana at ten, hope to see you at the meeting", "Meeting with Dana"),
    ("I hope the meeting with Dana goes well", "Meeting with Dana"),
    ("I'd like to discuss my salary", "Discuss salary"),
    ("I want to show you our bakery", "Bakery"), ("I want two cats", "Wants two cats"),
    ("I have two cats and want a dog", "Two cats"),
    ("I think my flight is on Monday", "Flight may be on Monday"),
    ("Could you book a table? I'm vegetarian", "Vegetarian"),
    ("Since I'm a nurse I can't take calls", "Nurse"), ("I'm a pilot, not a nurse", "Pilot"),
    ("Not a nurse, a pilot", "Pilot"), ("I can't eat nuts, I'm allergic", "Allergic to nuts"),
    ("I don't drink because I'm pregnant", "Pregnant"), ("No, I'm a teacher", "Teacher"),
    ("I never liked meat, so I'm vegan", "Vegan"), ("I'm a vegan and don't eat cheese", "Vegan"),
    ("I don't work there any more, I'm freelance", "Freelance"),
    ("Sarah left, I'm leading the Beacon project now", "Leads Beacon"),
    ("I run the Ulm office with Dana", "Runs the Ulm office with Dana"),
    ("I own a bakery in Ulm", "Owns a bakery in Ulm"),
    ("I've taken over the lead of Beacon", "Leads Beacon"),
    ("I coach the youth team", "Coaches the youth team"),
    ("I'm heading the Ulm office", "Heads the Ulm office"), ("I teach maths", "Teaches maths"),
    ("I hate meetings", "Hates meetings"), ("I can't stand meetings", "Dislikes meetings"),
    ("I like cats", "Likes cats"), ("I have cats", "Owns cats"), ("I've got cats", "Has cats"),
    ("I love dogs", "Loves dogs"), ("I manage teams", "Leads teams"),
    ("I went for Postgres", "Chose Postgres"), ("I spoke to Dana", "Spoke to Dana"),
    ("I'm a former nurse", "Former nurse"), ("I'm mostly vegan", "Mostly vegan"),
    ("I'm a soon-to-be father", "Soon-to-be father"), ("aspiring writer here", "Aspiring writer"),
    ("I stopped being vegan", "Stopped being vegan"),
    ("I stopped being vegan", "No longer vegan"),
    ("I want to be debt-free by 2027", "Wants to be debt-free by 2027"),
    ("We're getting married in May", "Getting married in May"),
    ("I was a manager until May", "Was a manager until May"),
    ("Dana has been a nurse since 2010 and I want her to be on our team", "Nurse since 2010"),
    ("I've been promoted to lead", "Promoted to lead"),
    ("It's official: manager at Acme!", "Manager at Acme"),
    ("Vegan for ten years now", "Vegan for ten years"),
    ("I, a lifelong vegan, hate cheese", "Lifelong vegan"),
    ("Being a nurse, I get up early", "Nurse"), ("My job as a nurse is hard", "Nurse"),
    ("I work as a nurse but would like to be a doctor", "Works as a nurse"),
    ("I work as a nurse but would like to be a doctor", "Nurse"),
    ("I'm a nurse; I might become a doctor", "Nurse"), ("My wife is a pilot", "Wife is a pilot"),
    ("I have diabetes", "Has diabetes"), ("I'm diabetic so no sugar please", "Diabetic"),
    ("I'm not only a nurse but also a teacher", "Nurse"), ("I'm not just a manager", "Manager"),
    ("I can't eat that, I'm vegan", "Vegan"), ("Don't forget I'm vegan", "Vegan"),
    ("Don't forget that I'm allergic to nuts", "Allergic to nuts"),
    ("Please remember I'm vegan", "Vegan"),
    ("Remember that I'm allergic to nuts", "Allergic to nuts"),
    ("I think you know I'm married", "Married"), ("I'm happily married", "Married"),
    ("I'm happily married", "Happily married"),
    ("Never been happier, married at last", "Married"),
    ("I am the new head of sales", "Head of sales"),
    ("I was appointed head of sales", "Head of sales"), ("I was hired as an editor", "Editor"),
    ("I've just been made partner", "Partner"),
    ("As of today I'm self-employed", "Self-employed"),
    ("I can finally say I'm debt-free", "Debt-free"),
    ("No idea why but I'm left-handed", "Left-handed"), ("I'm left-handed", "Left-handed"),
    ("I'm a night owl, not an early bird", "Night owl"), ("If it helps, I'm a lawyer", "Lawyer"),
    ("Just so you know, I'm a lawyer", "Lawyer"),
    ("I want the aisle seat because I'm tall", "Tall"),
    ("I'd like a table for two, I'm vegetarian", "Vegetarian"),
    ("I hope that's fine, I'm vegetarian", "Vegetarian"),
    ("Hope you don't mind that I'm vegetarian", "Vegetarian"),
    ("I wish you knew that I'm a lawyer", "Lawyer"),
    ("I want to mention that I'm a lawyer", "Lawyer"), ("I should say I'm a lawyer", "Lawyer"),
    ("I must admit I'm a night owl", "Night owl"), ("I'd say I'm an introvert", "Introvert"),
    ("I would describe myself as an introvert", "Introvert"),
    ("Turns out I'm allergic to nuts", "Allergic to nuts"),
    ("You should know that I'm allergic to nuts", "Allergic to nuts"),
    ("I want to travel more now that I'm retired", "Retired"),
    ("Would you believe I'm a grandmother?", "Grandmother"),
    ("What can I cook? I'm vegan", "Vegan"), ("Can a vegan like me eat that?", "Vegan"),
    ("I still lead Beacon", "Leads Beacon"),
    ("I lead Beacon and Atlas", "Leads Beacon and Atlas"),
    ("Since Monday I've been leading Beacon", "Leads Beacon"),
    ("I'm the one leading Beacon", "Leads Beacon"), ("I took the lead on Beacon", "Leads Beacon"),
    ("I'm lead on Beacon", "Leads Beacon"), ("I got to lead Beacon!", "Leads Beacon"),
    ("Guess what: I lead Beacon now", "Leads Beacon"),
    ("Finally I get to run the Ulm office", "Runs the Ulm office"),
    ("I run our office in Ulm", "Runs the Ulm office"),
    ("My husband and I own a bakery", "Owns a bakery with husband"),
    ("We own a bakery", "Owns a bakery"), ("I'm a bakery owner", "Owns a bakery"),
    ("I also lead Beacon", "Also leads Beacon"),
    ("I don't just lead Beacon, I built it", "Leads Beacon"),
    ("Not only do I lead Beacon", "Leads Beacon"),
    ("I don't only run the Ulm office", "Runs the Ulm office"),
    ("I applied for team lead and got it.", "Team lead"),
    ("I applied for team lead, and I finally got the job.", "Team lead"),
    ("I got offered the CTO job and took it.", "CTO"),
    ("I was offered the manager job and accepted it.", "Manager"),
    ("I interviewed to be a nurse and got the job.", "Nurse"),
    ("I consider myself an introvert.", "Introvert"),
    ("We consider ourselves vegans.", "Vegans"),
    ("I think it's great to be a father.", "Father"),
    ("I think it is wonderful to be retired.", "Retired"),
    ("I stopped being a manager to be an engineer again.", "Engineer"),
    ("I've been vegan for a week.", "Vegan"),
    ("I have been a nurse for ten years.", "Nurse"),
    ("I was promoted to manager and am away for a week.", "Manager"),
    ("I was made manager for good.", "Manager"),
    ("I'm a manager far from home.", "Manager"),
    ("Everyone thinks I'm shy.", "Thought to be shy"),
    ("I'm far from fluent in French.", "Not fluent in French"),
    ("I'm far from fluent in French.", "Far from fluent in French"),
    ("I'm anything but a morning person.", "Not a morning person"),
    ("I was vegan for a week.", "Was vegan for a week"),
    ("I was vegan for a week.", "Once vegan"),
    ("I moved far from Ulm, I'm a nurse.", "Nurse"),
    ("I'm a morning person", "Morning person"),
)  # fmt: skip


def fate(said: str, text: str, about: str = "person Alex") -> str:
    (found,) = fates(Memory().take([propose(text, about=about)], [line(1, said)]))
    return found


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("state", "text"), STATES)
def test_what_is_not_so_yet_is_no_fact(way: str, state: str, text: str) -> None:
    assert fate(way.format(state), text) == "dropped:turned"


@pytest.mark.parametrize(("said", "text"), FLAT)
def test_a_wish_a_doubt_or_a_no_in_other_words_is_no_fact(said: str, text: str) -> None:
    assert fate(said, text) == "dropped:turned"


@pytest.mark.parametrize(("said", "text"), [
    ("Dana hopes to be a nurse", "Dana is a nurse"), ("Dana wants to become vegan", "Vegan"),
    ("Dana hopes to be manager", "Manager"), ("Dana is not a nurse", "Dana is a nurse"),
])  # fmt: skip
def test_so_it_is_of_others(said: str, text: str) -> None:
    assert fate(said, text, "person Dana") == "dropped:turned"


@pytest.mark.parametrize(("said", "text"), TRUE)
def test_what_says_the_same_in_other_words_is_kept(said: str, text: str) -> None:
    assert fate(said, text) == "stored"


@pytest.mark.parametrize(("said", "text"), [
    ("I lead Beacon", "Leads Beacon"), ("I'm leading the Beacon project now", "Leads Beacon"),
    ("I run the Ulm office", "Runs the Ulm office"), ("I own a bakery", "Owns a bakery"),
    ("I coach Tom", "Coaches Tom"), ("I head sales at Acme", "Heads sales at Acme"),
])  # fmt: skip
@pytest.mark.parametrize("name", ["Alex", "operator", "Alex Weber", "Alexander", "Lex"])
def test_what_the_operator_does_is_theirs_under_any_name_of_theirs(
    said: str, text: str, name: str
) -> None:
    memory = Memory().hold("people/alex", "Likes tea")
    memory.names["people/alex"] = ("Alex", "Lex")
    named = line(1, "I am Alex Weber, Alexander in full, Lex to my friends")
    plan = memory.take([propose(text, "m2", about=f"person {name}")], [named, line(2, said)])
    assert fates(plan) == ["stored"]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("state", "text"), [row for row in STATES if " " in row[1]])
def test_notes_and_memory_md_are_judged_alike(way: str, state: str, text: str) -> None:
    hearing = Hearing((line(1, way.format(state)),), "Alex", ZONE)
    found = hearing.admit_close(propose(text), Memory().view().catalog, CLOSE)
    assert found is Gate.UNTRUSTED
