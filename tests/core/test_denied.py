# ruff: noqa: RUF001 - letters and signs of other scripts are meant
"""A text says yes and no as the words said do, in other languages than English too."""

import pytest

from memoryd.core.admission import CLOSE, Hearing
from memoryd.core.denied import denies_otherwise
from memoryd.core.direction import departs
from memoryd.core.gates import Gate
from memoryd.core.tongues import tongues
from tests.core.recon_kit import ZONE, Memory, fates, line, propose

# What was said, and texts that turn it round; then texts that say the same.
CHINESE = (
    ("我不喜欢开会", "喜欢开会"), ("我喜欢开会", "不喜欢开会"), ("我不住在柏林", "住在柏林"),
    ("我从来不喝酒", "喝酒"), ("我不吃肉", "吃肉"), ("我吃肉", "不吃肉"),
    ("我别打电话", "打电话"), ("我不再喜欢喝茶了。我住在柏林。", "喜欢喝茶"),
    ("我不想去上海出差", "想去上海出差"), ("我讨厌开会", "喜欢开会"),
    ("我喜欢开会", "讨厌开会"), ("我戒酒了", "喝酒"), ("我没有车", "有车"),
    ("我不是医生", "是医生"), ("我不是医生", "医生"), ("我從不喝咖啡", "喝咖啡"),
    ("我以前住在柏林", "住在柏林"), ("我想成为素食者", "素食者"),
)  # fmt: skip
CHINESE_KEPT = (
    ("我不喜欢开会", "不喜欢开会"), ("我不太喜欢开会", "不喜欢开会"),
    ("我不喜欢开会，但是我喜欢写代码", "喜欢写代码"), ("我讨厌开会", "不喜欢开会"),
    ("我喜欢开会", "爱开会"), ("我不得不搬到柏林", "搬到柏林"),
    ("你知道我喜不喜欢开会吗？我喜欢开会", "喜欢开会"), ("我特别喜欢喝茶", "喜欢喝茶"),
    ("我不仅会说英语，还会说法语", "会说英语"), ("我对花生过敏，不能吃花生", "对花生过敏"),
    ("我不住在柏林了，我搬到了乌尔姆", "搬到了乌尔姆"), ("没关系，我住在柏林", "住在柏林"),
    ("我不久前搬到柏林", "搬到柏林"), ("我不吃肉", "不吃肉"), ("我从来不喝酒", "不喝酒"),
    ("我没有车", "没有车"), ("不用电话，请发邮件给我", "请发邮件"),
    ("别打电话，发邮件", "发邮件"), ("我当了素食者", "素食者"),
)  # fmt: skip
# What was said, and texts that turn it round; then texts that say the same.
JAPANESE = (
    ("会議が好きではありません", "会議が好きです"), ("会議は好きじゃない", "会議が好き"),
    ("肉を食べません", "肉を食べる"), ("肉を食べる", "肉を食べない"),
    ("車を持っていない", "車を持っている"), ("お酒は飲みません", "お酒を飲む"),
    ("東京に住んでいません", "東京に住んでいる"), ("会議が嫌いです", "会議が好き"),
    ("コーヒーではなくお茶が好きです", "コーヒーが好き"),
    ("パイロットになりたい", "パイロット"),
)  # fmt: skip
JAPANESE_KEPT = (
    ("会議が好きではありません", "会議が好きではない"), ("肉を食べません", "肉を食べない"),
    ("コーヒーではなくお茶が好きです", "お茶が好き"), ("毎日走らなければならない", "毎日走る"),
    ("会議は嫌いです", "会議が好きではない"), ("東京に住んでいます", "東京に住んでいる"),
    ("肉は食べないが、魚は食べる", "魚を食べる"),
)  # fmt: skip
# What was said, and texts that turn it round; then texts that say the same.
KOREAN = (
    ("회의를 좋아하지 않아요", "회의를 좋아해요"), ("나는 고기를 안 먹어요", "고기를 먹어요"),
    ("고기를 먹지 않는다", "고기를 먹는다"), ("나는 고기를 먹어요", "고기를 안 먹어요"),
    ("저는 차가 없어요", "차가 있다"), ("베를린에 살지 않아요", "베를린에 살아요"),
    ("회의가 싫어요", "회의를 좋아해요"), ("조종사가 되고 싶어요", "조종사"),
)  # fmt: skip
KOREAN_KEPT = (
    ("회의를 좋아하지 않아요", "회의를 좋아하지 않는다"),
    ("고기는 안 먹지만 생선은 먹어요", "생선을 먹는다"),
    ("고기를 안 먹어요", "고기를 먹지 않는다"), ("베를린에 살아요", "베를린에 산다"),
)  # fmt: skip
# What was said, and texts that turn it round; then texts that say the same.
RUSSIAN = (
    ("Я не люблю совещания", "Люблю совещания"), ("Я не люблю совещания", "Любит совещания"),
    ("Я люблю совещания", "Не любит совещания"), ("Я никогда не пью кофе", "Пьёт кофе"),
    ("У меня нет машины", "Есть машина"), ("Я не ем мясо", "Ест мясо"),
    ("Я больше не живу в Берлине", "Живёт в Берлине"),
    ("Я ненавижу совещания", "Любит совещания"), ("Хочу стать пилотом", "Пилот"),
)  # fmt: skip
RUSSIAN_KEPT = (
    ("Я не люблю совещания", "Не любит совещания"),
    ("Я не только программист, но и учитель", "Программист"),
    ("Нет, я живу в Берлине", "Живёт в Берлине"), ("Я не ем мясо, но ем рыбу", "Ест рыбу"),
)  # fmt: skip
# What was said, and texts that turn it round; then texts that say the same.
SPANISH = (
    ("No me gustan las reuniones", "Le gustan las reuniones"),
    ("Me gustan las reuniones", "No le gustan las reuniones"),
    ("Ya no trabajo en Acme", "Trabaja en Acme"), ("Nunca bebo café", "Bebe café"),
    ("No tengo coche", "Tiene coche"), ("Tengo coche", "No tiene coche"),
    ("No como carne", "Come carne"), ("Odio las reuniones", "Le gustan las reuniones"),
    ("Ya no vivo en Berlín", "Vive en Berlín"), ("No soy vegano", "Vegano"),
    ("Quiero ser vegano", "Vegano"),
)  # fmt: skip
SPANISH_KEPT = (
    ("No me gustan las reuniones", "No le gustan las reuniones"),
    ("No como carne pero como pescado", "Come pescado"),
    ("No, vivo en Berlín", "Vive en Berlín"),
    ("No solo trabajo en Acme, también en Globex", "Trabaja en Acme"),
    ("No vivo en Berlín sino en Ulm", "Vive en Ulm"), ("Nunca bebo café", "No bebe café"),
    ("Detesto las reuniones", "No le gustan las reuniones"), ("Soy vegano", "Vegano"),
)  # fmt: skip
# What was said, and texts that turn it round; then texts that say the same.
FRENCH = (
    ("Je n'aime pas les réunions", "Aime les réunions"),
    ("J'aime les réunions", "N'aime pas les réunions"),
    ("Je ne bois jamais de café", "Boit du café"),
    ("Je ne travaille plus chez Acme", "Travaille chez Acme"),
    ("Je n'ai pas de voiture", "A une voiture"),
    ("Je ne mange pas de viande", "Mange de la viande"),
    ("J'habite à Lyon", "N'habite pas à Lyon"),
    ("Je déteste les réunions", "Aime les réunions"),
    ("Je ne suis pas végétarien", "Végétarien"), ("Je voudrais devenir pilote", "Pilote"),
)  # fmt: skip
FRENCH_KEPT = (
    ("Je n'aime pas les réunions", "N'aime pas les réunions"),
    ("Je ne bois que du thé", "Boit du thé"),
    ("Je n'habite pas à Berlin mais à Ulm", "Habite à Ulm"),
    ("Je ne bois jamais de café", "Ne boit pas de café"),
    ("J'aime de plus en plus les réunions", "Aime les réunions"),
    ("Je déteste les réunions", "N'aime pas les réunions"),
    ("Je suis devenu pilote", "Pilote"),
    ("Je voudrais devenir pilote", "Voudrait devenir pilote"),
)  # fmt: skip
# What was said, and texts that turn it round; then texts that say the same.
ITALIAN = (
    ("Non mi piacciono le riunioni", "Gli piacciono le riunioni"),
    ("Mi piacciono le riunioni", "Non gli piacciono le riunioni"),
    ("Non bevo mai caffè", "Beve caffè"), ("Non ho la macchina", "Ha la macchina"),
    ("Non lavoro più da Acme", "Lavora da Acme"), ("Mangio carne", "Non mangia carne"),
    ("Vorrei diventare pilota", "Pilota"),
)  # fmt: skip
ITALIAN_KEPT = (
    ("Non mi piacciono le riunioni", "Non gli piacciono le riunioni"),
    ("Non solo lavoro da Acme, insegno anche", "Lavora da Acme"),
    ("Non bevo mai caffè", "Non beve caffè"), ("Non vivo a Roma ma a Milano", "Vive a Milano"),
)  # fmt: skip
# What was said, and texts that turn it round; then texts that say the same.
PORTUGUESE = (
    ("Não gosto de reuniões", "Gosta de reuniões"),
    ("Gosto de reuniões", "Não gosta de reuniões"), ("Não tenho carro", "Tem carro"),
    ("Já não trabalho na Acme", "Trabalha na Acme"), ("Moro no Porto", "Não mora no Porto"),
    ("Quero ser piloto", "Piloto"),
)  # fmt: skip
PORTUGUESE_KEPT = (
    ("Não gosto de reuniões", "Não gosta de reuniões"), ("Moro no Porto", "Mora no Porto"),
    ("Trabalho no Porto", "Trabalha em Porto"),
    ("Não só trabalho na Acme como dou aulas", "Trabalha na Acme"),
    ("Gosto de reuniões, não é?", "Gosta de reuniões"),
)  # fmt: skip
# What was said, and texts that turn it round; then texts that say the same.
GERMAN = (
    ("Ich mag keine Meetings", "Mag Meetings"), ("Ich mag Meetings", "Mag keine Meetings"),
    ("Ich trinke nie Kaffee", "Trinkt Kaffee"), ("Ich mag keine Meetings", "Likes meetings"),
    ("Ich habe kein Auto", "Hat ein Auto"), ("Ich habe ein Auto", "Hat kein Auto"),
    ("Ich esse kein Fleisch", "Isst Fleisch"),
    ("Ich arbeite nicht mehr bei Acme", "Arbeitet bei Acme"), ("Ich bin kein Arzt", "Arzt"),
    ("Ich hasse Meetings", "Mag Meetings"), ("Ich möchte Veganer werden", "Veganer"),
)  # fmt: skip
GERMAN_KEPT = (
    ("Ich mag keine Meetings", "Mag keine Meetings"),
    ("Ich mag keine Meetings", "Mag Meetings nicht"),
    ("Ich trinke nie Kaffee", "Trinkt keinen Kaffee"),
    ("Ich trinke keinen Kaffee, sondern Tee", "Trinkt Tee"),
    ("Ich wohne nicht in Berlin, sondern in Ulm", "Wohnt in Ulm"),
    ("Ich arbeite nicht nur bei Acme, sondern auch bei Globex", "Arbeitet bei Acme"),
    ("Ich wohne nicht mehr in Berlin", "Wohnte früher in Berlin"),
    ("Ich komme nie ohne Kaffee in Gang", "Kommt mit Kaffee in Gang"),
    ("Ich hasse Meetings", "Mag keine Meetings"),
    ("Ich habe keine Zeit, ich leite Beacon", "Leitet Beacon"),
    ("Ich mag keine Meetings", "Dislikes meetings"), ("Ich mag Meetings", "Likes meetings"),
    ("Ich bin Veganer geworden", "Veganer"),
    ("Ich möchte Veganer werden", "Möchte Veganer werden"),
)  # fmt: skip
TURNED = (*CHINESE, *JAPANESE, *KOREAN, *RUSSIAN, *SPANISH, *FRENCH, *ITALIAN, *PORTUGUESE, *GERMAN)
KEPT = (
    *CHINESE_KEPT,
    *JAPANESE_KEPT,
    *KOREAN_KEPT,
    *RUSSIAN_KEPT,
    *SPANISH_KEPT,
    *FRENCH_KEPT,
    *ITALIAN_KEPT,
    *PORTUGUESE_KEPT,
    *GERMAN_KEPT,
)


@pytest.mark.parametrize(("said", "text"), TURNED)
def test_a_fact_that_turns_a_no_or_a_wish_round_is_dropped(said: str, text: str) -> None:
    assert denies_otherwise(text, [said])
    memory = Memory()
    (fate,) = fates(memory.take([propose(text)], [line(1, said)]))
    assert fate.startswith("dropped")
    assert memory.active() == []


@pytest.mark.parametrize(("said", "text"), KEPT)
def test_a_fact_that_says_yes_or_no_as_the_line_does_is_not_turned(said: str, text: str) -> None:
    assert not denies_otherwise(text, [said])
    (fate,) = fates(Memory().take([propose(text)], [line(1, said)]))
    assert fate != "dropped:turned"


@pytest.mark.parametrize(("said", "text"), [rows[0] for rows in (CHINESE, FRENCH, RUSSIAN, GERMAN)])
def test_notes_and_memory_md_and_summaries_keep_it_too(said: str, text: str) -> None:
    hearing = Hearing((line(1, said),), "Alex", ZONE)
    catalog = Memory().view().catalog
    assert hearing.admit_close(propose(text), catalog, CLOSE) is Gate.UNTRUSTED
    assert not isinstance(hearing.admit_close(propose(said), catalog, CLOSE), Gate)
    assert departs(text, said, frozenset())


@pytest.mark.parametrize("said", [
    "I don't like meetings in Los Angeles", "Rent is 20 euros per month", "No calls please",
    "My son plays chess", "Come to La Paz, no worries", "We go to El Paso and Le Mans on Monday",
    "No more coffee for me", "As far as I know Dana is in Rio de Janeiro", "ok", "",
])  # fmt: skip
def test_english_is_read_as_english(said: str) -> None:
    assert tongues(said) == ()


def test_where_one_line_denies_and_a_later_one_affirms_both_may_be_told() -> None:
    said = ["我不喜欢开会", "现在我喜欢开会了"]
    assert not denies_otherwise("喜欢开会", said)
    assert not denies_otherwise("不喜欢开会", said)
