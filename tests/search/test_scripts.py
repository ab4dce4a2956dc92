# ruff: noqa: RUF001 - the letters of these scripts are meant
"""Daily notes in other scripts than Latin, written by hand, and the questions people ask of them.

Each question must bring its own note first, among all the others.
"""

from datetime import date, datetime
from pathlib import Path

import pytest

from memoryd.core.turn import Audience
from memoryd.jobs.freshness import Scope
from memoryd.jobs.search import Finder, Query
from memoryd.search.words import asked, terms
from tests.store_kit import UTC_ZONE, Home

NOW = datetime.fromisoformat("2026-02-16T09:00:00+00:00")
SCOPE = Scope(UTC_ZONE, "Alex", ("projects", "resources"))
NOTES: dict[str, list[str]] = {
    # Chinese
    "上午和王芳商量北山书店的会员折扣，决定八折起": [
        "北山书店 折扣", "会员打几折？", "我们和王芳商量了什么", "王芳", "芳", "书店的会员",
    ],
    "李明把仓库的钥匙交给了保安": ["钥匙在谁那里？", "李明把什么交给了保安", "仓库钥匙", "钥"],
    "妈妈生日，晚上去吃了火锅": ["妈妈什么时候生日", "我们在哪里吃火锅", "火锅", "锅"],
    "服务器迁移推迟到三月，原因是磁盘不够": ["服务器为什么推迟迁移？", "磁盘", "迁移到几月"],
    "牙医说下颗智齿要拔": ["智齿", "牙医怎么说的", "牙"],
    # Japanese
    "田中さんと新しい倉庫の家賃について話した。月十二万円": [
        "倉庫の家賃はいくら？", "田中さん", "家賃", "田中さんと何を話しましたか",
    ],
    "ﾊﾟｿｺﾝを修理に出した": ["パソコンの修理", "ぱそこん", "パソコン", "修"],
    "子供の運動会は雨で延期になった": ["運動会はいつ？", "運動会が延期になった理由", "雨"],
    "カレーを隣の佐藤さんに分けた": ["カレーを誰に分けた？", "佐藤", "カレー", "かれー", "隣"],
    # Korean
    "김민수와 새 사무실 임대료를 논의했다. 월 이백만 원": [
        "사무실 임대료가 얼마야?", "김민수", "김민수가 뭐라고 했지", "임대료는",
    ],
    "어머니 생신 선물로 스카프를 샀다": ["어머니 선물로 뭘 샀지?", "스카프를 언제 샀어", "생신"],
    "치과 예약을 목요일로 옮겼다": ["치과 예약", "치과는 언제", "목요일", "과"],
    # Thai
    "คุยกับสมชายเรื่องค่าเช่าโกดังใหม่ เดือนละสองหมื่นบาท": [
        "ค่าเช่าโกดังเท่าไหร่", "สมชาย", "โกดัง", "สมชายพูดเรื่องอะไร",
    ],
    "ซื้อผ้าพันคอเป็นของขวัญวันเกิดให้แม่": ["ของขวัญวันเกิดแม่", "ผ้าพันคอ", "แม่ได้อะไร"],
    "หมอฟันให้ถอนฟันคุด นัดวันที่ ๑๒": ["ฟันคุด", "หมอฟัน", "ฟัน", "นัดวันที่ 12"],
    # several scripts in one note
    "Beacon项目的API用REST，截止日期是3月15日": [
        "Beacon API", "beacon项目 截止日期", "项目的api", "3月15日",
    ],
    "Danaと打ち合わせ、iPhone15を2台注文": [
        "iphone15", "Danaと打ち合わせ", "注文 iPhone", "iPhone 15", "ＩＰＨＯＮＥ１５",
    ],
    "Slack에서 Kim이 PR #482를 머지했다": ["PR 482", "#482", "kim slack", "머지", "slack에서"],
    "ประชุม Zoom กับ Meridian เรื่อง invoice": ["zoom meridian", "Meridian เรื่อง", "ประชุม"],
    "Ｋｅｓｔｒｅｌの請求書番号は４７１１": [
        "kestrel 4711", "kestrelの請求書", "4711", "請求書番号",
    ],
    # Arabic, Persian, Hebrew
    "اجتمعت مع أحمد حول إيجار المستودع الجديد": [
        "أحمد", "احمد", "ايجار المستودع", "مستودع", "إيجارُ المُستودَع", "بالمستودع",
    ],
    "اشتريت وشاحاً هدية لعيد ميلاد أمي": ["هدية امي", "وشاح", "عيد ميلاد", "الهدية", "هديه"],
    "رسید شمارهٔ ۴۷۱۹ را به کتایون دادم": ["رسید 4719", "كتايون", "شماره ٤٧١٩"],
    "דיברתי עם יעל על שכר הדירה של המחסן החדש": [
        "יעל", "מחסן", "המחסן", "שכר דירה", "שָׂכָר הַדִּירָה", "מה נאמר על מחסן",
    ],
    "קניתי צעיף מתנה ליום ההולדת של אמא": ["צעיף", "מתנה לאמא", "יום הולדת", "הצעיף"],
    # Devanagari
    "राजेश से नए गोदाम के किराए पर बात हुई": ["राजेश", "गोदाम का किराया", "गोदाम", "किराए"],
    "माँ के जन्मदिन के लिए दुपट्टा खरीदा": ["जन्मदिन", "मां का जन्मदिन", "दुपट्टे", "दुपट्टा"],
    "फ़ोन ठीक कराया, रसीद ४७२७": ["फोन", "फ़ोन", "रसीद 4727"],
    # Cyrillic, Greek
    "Обсудили с Иваном аренду нового склада, двести тысяч в месяц": [
        "Иван", "аренда склада", "сколько стоит аренда", "склад", "что сказал Иван", "ИВАНУ",
    ],
    "Купил маме шарф на день рождения": ["шарф", "мама шарф", "день рождения мамы", "шарфы"],
    "Ёлку поставили в субботу": ["елка", "ёлку", "суббота"],
    "Зустріч із Олексієм щодо бюджету Львова": ["Олексій", "бюджет", "бюджет Львів"],
    "Συνάντηση με τον Γιώργο για την αποθήκη στην Αθήνα": ["Γιωργο", "αποθηκη", "ΑΘΗΝΑ", "Γιώργος"],
    # Latin with more letters than English
    "Đà Nẵng: đặt khách sạn cho tuần sau": ["da nang", "Đà Nẵng", "khach san", "khách sạn"],
    "Żółta łódka została sprzedana w Łodzi": ["zolta lodka", "lodzi", "żółta łódka"],
    "Smørrebrød med Søren på Åboulevarden": ["soren", "Søren", "smorrebrod", "aboulevarden"],
    "Straße nach Düsseldorf gesperrt, Müller kommt später": [
        "strasse dusseldorf", "Düsseldorf", "muller", "STRASSE",
    ],
    "İzmir'de Işıl ile çay içtik": ["izmir", "Isil", "ışıl", "cay", "İZMİR"],
    "L'œuvre de François à l'école": ["oeuvre", "francois ecole", "L'école", "œuvre"],
    "Ñandú visto en el corazón de la pampa": ["nandu", "corazon", "Ñandú"],
    "Þórður kom til Reykjavíkur": ["thordur", "Þórður", "reykjavikur"],
    # others
    "თბილისში შევხვდი ნინოს": ["ნინოს", "თბილისში"],
    "Հանդիպեցի Արամին Երևանում": ["Արամին", "Երեւանում", "երևանում"],
    "ຊື້ເຄື່ອງຢູ່ຕະຫຼາດເຊົ້າ": ["ຕະຫຼາດ", "ຕະຫຼາດເຊົ້າ"],
    "ជួបជាមួយសុខានៅភ្នំពេញ": ["ភ្នំពេញ", "សុខា"],
    "မနေ့က ရန်ကုန်မှာ မိုးရွာတယ်": ["ရန်ကုန်", "မိုး"],
    "நேற்று சென்னையில் மழை": ["சென்னையில்", "மழை"],
    "አዲስ አበባ ስብሰባ ነበር": ["አዲስ አበባ", "ስብሰባ"],
}  # fmt: skip


@pytest.fixture(scope="module")
def finder(tmp_path_factory: pytest.TempPathFactory) -> Finder:
    home = Home(tmp_path_factory.mktemp("notes"))
    with home.writer():
        (home.root / "memory").mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(NOTES):
        path(home.root, number).write_text(f"# {day(number)}\n\n- 10:30: {text}\n")
    return Finder(home.reader(), SCOPE, None)


def day(number: int) -> str:
    return date.fromordinal(date(2025, 6, 1).toordinal() + number).isoformat()


def path(root: Path, number: int) -> Path:
    return root / "memory" / f"{day(number)}.md"


@pytest.mark.parametrize(("text", "questions"), NOTES.items(), ids=range(len(NOTES)))
def test_a_question_in_any_script_finds_its_note(
    finder: Finder, text: str, questions: list[str]
) -> None:
    number = list(NOTES).index(text)
    missed = {}
    for question in questions:
        found = finder.search(Query(question, NOW, Audience.PRIVATE))["results"]
        if [row["path"] for row in found[:1]] != [f"memory/{day(number)}.md"]:
            missed[question] = [row["snippet"] for row in found[:2]]
    assert missed == {}


@pytest.mark.parametrize(
    "spellings",
    [
        ("ﾊﾟｿｺﾝ", "パソコン", "ぱそこん"),
        ("Ｄａｎａ１２", "dana12"),
        ("José", "Jose\u0301", "JOSE"),
        ("Łódź", "lodz"),
        ("Straße", "strasse"),
        ("Ærø", "aero"),
        ("أحمد", "احمد", "أَحْمَد", "أحـمد"),
        ("كتاب", "کتاب"),
        ("שָׁלוֹם", "שלום"),
        ("फ़ोन", "फ\u093cोन", "फोन"),
        ("माँ", "मां"),
        ("٤٧", "۴۷", "४७", "๔๗", "４７", "47"),
        ("Ёлка", "елка"),
        ("Αθήνα", "ΑΘΗΝΑ"),
    ],
)
def test_spellings_of_one_word_are_one_term(spellings: tuple[str, ...]) -> None:
    assert len({tuple(terms(word)) for word in spellings}) == 1
    assert asked(spellings[0])


@pytest.mark.parametrize(
    "forms",
    [
        ("склад", "склада", "складу", "складом", "складах"),
        ("Иван", "Ивана", "Иваном", "Ивану"),
        ("المستودع", "مستودع", "بالمستودع", "والمستودع", "للمستودع"),
    ],
)
def test_endings_and_articles_do_not_part_a_word_from_itself(forms: tuple[str, ...]) -> None:
    assert len({terms(word)[0] for word in forms}) == 1


@pytest.mark.parametrize("words", ["الله", "ال", "и", "я", "мы", "הר", "לב", "ש"])
def test_a_short_word_stays_what_it_is(words: str) -> None:
    assert terms(words) == [words]
