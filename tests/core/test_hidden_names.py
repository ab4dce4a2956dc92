# ruff: noqa: RUF001 - these letters are meant
"""A name is heard in every form that it takes, and a plain word is not taken for one."""

import pytest

from memoryd.core.entity import Ref
from memoryd.core.named import Hidden, hidden
from memoryd.core.summary import doubtful_names

PEOPLE = {
    "sarah-whitfield": "Sarah Whitfield", "сара": "Сара Иванова", "игорь": "Игорь", "dana": "דנה",
    "sara-ar": "سارة", "elsisi": "السيد", "ayse": "Ayşe Yılmaz", "anna": "Anna Nowak",
    "petr": "Petr", "ram": "राम", "giorgos": "Γιώργος", "mueller": "Jürgen Müller",
    "bob": "Bob O'Neil", "jean-luc": "Jean-Luc Picard", "zoe": "Zoë", "minsu": "김민수",
    "will": "Will", "rose": "Rose Day", "martin-king": "Martin King", "lee-best": "Lee Best",
    "tim": "Tim",
}  # fmt: skip
OTHERS = {
    "companies/acme-corp": "Acme Corp", "companies/target": "Target", "companies/data": "Data AG",
    "companies/stone": "Stone & Day", "health/back": "Back", "health/migraine": "Migraine",
    "health/knee-surgery": "Knee surgery",
}  # fmt: skip


@pytest.fixture(name="names", scope="module")
def _names() -> Hidden:
    people = {f"people/{slug}": name for slug, name in PEOPLE.items()}
    refs = ((Ref(*ref.split("/")), (name,)) for ref, name in {**people, **OTHERS}.items())
    return hidden(refs, [Ref("projects", "beacon")], ("Alex Day",))


FORMS = [
    # endings
    "Передали Саре", "Бюджет для Сары урезан", "Говорили с Сарой", "Говорили с Ивановой",
    "отдали ивановой", "Сарин бюджет", "Спросили Игоря", "Работаем с Игорем",
    "Μίλησα με τον Γιώργο", "Ο Γιωργος φεύγει", "το σχέδιο του Γιώργου",
    "Ayşe'nin bütçesi kesildi", "Ayşe\N{RIGHT SINGLE QUOTATION MARK}ye sorduk", "Ayşenin izni",
    "Czekamy na Annę", "Budżet dla Anny", "Rozmawiałem z Anną Nowakiem", "mluvil s Petrem",
    "Dali to Petrovi", "Annalla on avain", "Annának nincs kerete", "rozmawiałem z nowakiem",
    "रामने छोड़ा", "राम ने छोड़ा", "रामको बताया", "Müllers Vertrag endet", "민수는 반대",
    # prefixes
    "לדנה אין תקציב", "ודנה עוזבת", "הפרויקט של דנה", "ושלדנה", "الميزانية لسارة", "وسارة ترفض",
    "تحدثنا مع سارة", "وبسارة", "للسيد ميزانية",
    # spellings
    "Mueller quits", "Muller quits", "Bob ONeil quits", "O'Neil quits", "Zoe quits",
    # joined to others
    "SarahWhitfield owns it", "@sarahw approved", "sarahw approved", "swhitfield approved",
    "AcmeCorp pays", "acmecorp.com is down", "JeanLuc quits", "#AskSarah", "the SarahsTeam board",
    "sarah_whitfield", "sarah92 approved", "WhitfieldSarah", "picard.jeanluc",
    # plain words, written as names
    "Waits until Will agrees", "Will agrees", "Asked Rose", "Paid by Target", "They asked King",
    "Blocked. Mr. King said no", "mrs day said no", "Rose Day said no", "rose day said no",
    "J. King said no", "Signed by Data AG", "Slips, as his Back hurts", "Blocked by migraine",
    "Ask the Kings", "Slips for the knee surgery", "They met Stone & Day",
]  # fmt: skip
PLAIN = [
    "The best plan is king", "Best to use REST", "Day one is June 3", "Decided on day one",
    "The data is in S3", "Data is in S3", "The target is June", "Target: June", "Target is June",
    "Moved back to June", "Back to plan B today. Day by day", "It will slip", "the sun rose",
    "Shares days with nobody", "Stone walls", "Kings of the hill", "Time is short",
    "Same as before",
    # other names and words
    "Uses Sarahland maps", "the quilling shop", "Anniversary in May", "Andrea pays",
    "Сарай снесли", "המדינה משלמת", "الميزانية كبيرة", "Γιορτή τον Μάιο",
    "Alex Day decided on REST",
    "GitHub and YouTube", "TargetDate is set", "Danaher pays", "Timing is everything",
    "A new corp", "Willow Creek", "beacon",
]  # fmt: skip


@pytest.mark.parametrize("text", FORMS)
def test_a_name_is_heard_in_all_its_forms(names: Hidden, text: str) -> None:
    assert names.named_in(text)


@pytest.mark.parametrize("text", PLAIN)
def test_other_words_are_no_name(names: Hidden, text: str) -> None:
    assert not names.named_in(text)


def test_a_person_whose_family_is_the_operators_is_heard_by_their_own_name(names: Hidden) -> None:
    assert not names.named_in("They asked Alex Day")
    assert names.named_in("They asked Mrs Day")
    assert names.named_in("They asked Rose Day and Alex Day")


BROKEN = {
    "an open list": "---\naliases: [Wibble, wobble\n---\n# Sarah\n",
    "nothing that closes it": "---\naliases: [Wibble, wobble]\n# Sarah\n",
    "no colon": "---\naliases [Wibble, wobble]\n---\n# Sarah\n",
    "an open quote": '---\naliases: ["Wibble, wobble]\n---\n# Sarah\n',
    "a list of lines": "---\naliases:\n  -Wibble\n  -wobble\n---\n# Sarah\n",
    "another key": "---\nnick: Wibble\naliases: [wobble\n---\n# Sarah\n",
}


@pytest.mark.parametrize("raw", BROKEN.values(), ids=BROKEN.keys())
def test_what_broken_front_matter_may_name_is_heard(raw: str) -> None:
    found = doubtful_names(raw.encode())
    names = hidden([(Ref("people", "sarah"), found)], ())

    assert names.named_in("wibble pays")
    assert names.named_in("Wobbles plan")
    assert not names.named_in("the aliases of the nick are set")


@pytest.mark.parametrize("raw", ["# Sarah\n", "---\naliases: [Wibble]\n---\n# Sarah\n", ""])
def test_front_matter_that_is_whole_names_what_it_says(raw: str) -> None:
    assert doubtful_names(raw.encode()) == ()
