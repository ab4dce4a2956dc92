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
    ("我以前住在柏林", "住在柏林"), ("我想成为素食者", "素食者"), ("我不会开车", "会开车"),
    ("我没结婚", "结婚了"), ("我不抽烟", "抽烟"), ("我对海鲜不过敏", "对海鲜过敏"),
    ("我从没去过日本", "去过日本"), ("我不在Acme工作了", "在Acme工作"),
    ("我不用Slack", "用Slack"), ("请不要给我打电话", "给我打电话"), ("我不是素食者", "素食者"),
    ("我喜欢早起", "不喜欢早起"), ("我住在上海", "不住在上海"), ("我还没有孩子", "有孩子"),
    ("我不愿意加班", "愿意加班"), ("我並不喜歡開會", "喜歡開會"), ("我可不想搬家", "想搬家"),
    ("他不是我的经理", "我的经理"),
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
    ("别打电话，发邮件", "发邮件"), ("我当了素食者", "素食者"), ("我不会开车", "不会开车"),
    ("我在Acme工作", "在Acme工作"), ("请不要给我打电话", "不要打电话"),
    ("我喜欢早起，不喜欢熬夜", "喜欢早起"), ("我不但喜欢茶，也喜欢咖啡", "喜欢茶"),
    ("我家离公司不远，我住在上海", "住在上海"), ("我住在上海，不过老家在北京", "住在上海"),
    ("这个周末不错，我去了杭州", "去了杭州"), ("我差不多每天都跑步", "每天跑步"),
    ("我要不要换工作还没决定，但我现在在Acme工作", "在Acme工作"),
    ("别人都叫我小王，我喜欢茶", "喜欢茶"), ("我是不是告诉过你我喜欢茶", "喜欢茶"),
    ("我不吃肉，只吃蔬菜", "只吃蔬菜"),
)  # fmt: skip
JAPANESE = (
    ("会議が好きではありません", "会議が好きです"), ("会議は好きじゃない", "会議が好き"),
    ("肉を食べません", "肉を食べる"), ("肉を食べる", "肉を食べない"),
    ("車を持っていない", "車を持っている"), ("お酒は飲みません", "お酒を飲む"),
    ("東京に住んでいません", "東京に住んでいる"), ("会議が嫌いです", "会議が好き"),
    ("コーヒーではなくお茶が好きです", "コーヒーが好き"),
    ("パイロットになりたい", "パイロット"), ("私は魚が食べられない", "魚が食べられる"),
    ("肉は食べない", "肉を食べる"), ("車は持っていません", "車を持っている"),
    ("朝型ではない", "朝型"), ("電話は好きじゃない", "電話が好き"),
    ("運転できない", "運転できる"), ("結婚していません", "結婚している"),
    ("東京に住んでいる", "東京に住んでいない"), ("まだ子供はいない", "子供がいる"),
)  # fmt: skip
JAPANESE_KEPT = (
    ("会議が好きではありません", "会議が好きではない"), ("肉を食べません", "肉を食べない"),
    ("コーヒーではなくお茶が好きです", "お茶が好き"), ("毎日走らなければならない", "毎日走る"),
    ("会議は嫌いです", "会議が好きではない"), ("東京に住んでいます", "東京に住んでいる"),
    ("肉は食べないが、魚は食べる", "魚を食べる"), ("毎朝走っています", "毎朝走る"),
    ("コーヒーしか飲まない", "コーヒーを飲む"),
    ("東京に住んでいるけど、大阪は好きじゃない", "東京に住んでいる"),
    ("甘いものは食べないけど、果物は食べる", "果物を食べる"),
    ("車がないので電車を使う", "電車を使う"),
)  # fmt: skip
KOREAN = (
    ("회의를 좋아하지 않아요", "회의를 좋아해요"), ("나는 고기를 안 먹어요", "고기를 먹어요"),
    ("고기를 먹지 않는다", "고기를 먹는다"), ("나는 고기를 먹어요", "고기를 안 먹어요"),
    ("저는 차가 없어요", "차가 있다"), ("베를린에 살지 않아요", "베를린에 살아요"),
    ("회의가 싫어요", "회의를 좋아해요"), ("조종사가 되고 싶어요", "조종사"),
    ("저는 커피를 마시지 않습니다", "커피를 마십니다"), ("운전을 못 해요", "운전을 해요"),
    ("결혼 안 했어요", "결혼했어요"), ("저는 채식주의자가 아닙니다", "채식주의자입니다"),
    ("서울에 살고 있어요", "서울에 살고 있지 않아요"),
)  # fmt: skip
KOREAN_KEPT = (
    ("회의를 좋아하지 않아요", "회의를 좋아하지 않는다"),
    ("고기는 안 먹지만 생선은 먹어요", "생선을 먹는다"),
    ("고기를 안 먹어요", "고기를 먹지 않는다"), ("베를린에 살아요", "베를린에 산다"),
    ("서울에 살지만 부산은 안 좋아해요", "서울에 산다"),
    ("커피를 좋아해요", "커피를 좋아한다"),
)  # fmt: skip
RUSSIAN = (
    ("Я не люблю совещания", "Люблю совещания"), ("Я не люблю совещания", "Любит совещания"),
    ("Я люблю совещания", "Не любит совещания"), ("Я никогда не пью кофе", "Пьёт кофе"),
    ("У меня нет машины", "Есть машина"), ("Я не ем мясо", "Ест мясо"),
    ("Я больше не живу в Берлине", "Живёт в Берлине"),
    ("Я ненавижу совещания", "Любит совещания"), ("Хочу стать пилотом", "Пилот"),
    ("Я не пью алкоголь", "Пьёт алкоголь"), ("Я не женат", "Женат"),
    ("Я не вегетарианец", "Вегетарианец"), ("У меня нет детей", "Есть дети"),
    ("Мне не нравятся звонки", "Нравятся звонки"), ("Я не умею водить", "Умеет водить"),
    ("Я живу в Москве", "Не живёт в Москве"),
    ("Я больше не работаю в Acme", "Работает в Acme"),
)  # fmt: skip
RUSSIAN_KEPT = (
    ("Я не люблю совещания", "Не любит совещания"),
    ("Я не только программист, но и учитель", "Программист"),
    ("Нет, я живу в Берлине", "Живёт в Берлине"), ("Я не ем мясо, но ем рыбу", "Ест рыбу"),
    ("Я живу в Москве, а не в Питере", "Живёт в Москве"),
    ("Я не курю, но пью кофе", "Пьёт кофе"), ("Мне очень нравится чай", "Нравится чай"),
    ("Я женат", "Женат"), ("Я ничего не имею против звонков", "Не против звонков"),
)  # fmt: skip
SPANISH = (
    ("No me gustan las reuniones", "Le gustan las reuniones"),
    ("Me gustan las reuniones", "No le gustan las reuniones"),
    ("Ya no trabajo en Acme", "Trabaja en Acme"), ("Nunca bebo café", "Bebe café"),
    ("No tengo coche", "Tiene coche"), ("Tengo coche", "No tiene coche"),
    ("No como carne", "Come carne"), ("Odio las reuniones", "Le gustan las reuniones"),
    ("Ya no vivo en Berlín", "Vive en Berlín"), ("No soy vegano", "Vegano"),
    ("Quiero ser vegano", "Vegano"), ("No soy alérgico a las nueces", "Alérgico a las nueces"),
    ("Ya no fumo", "Fuma"), ("Nunca trabajo los lunes", "Trabaja los lunes"),
    ("Tengo hijos", "No tiene hijos"), ("No tengo hijos", "Tiene hijos"),
    ("No quiero llamadas", "Quiere llamadas"),
)  # fmt: skip
SPANISH_KEPT = (
    ("No me gustan las reuniones", "No le gustan las reuniones"),
    ("No como carne pero como pescado", "Come pescado"),
    ("No, vivo en Berlín", "Vive en Berlín"),
    ("No solo trabajo en Acme, también en Globex", "Trabaja en Acme"),
    ("No vivo en Berlín sino en Ulm", "Vive en Ulm"), ("Nunca bebo café", "No bebe café"),
    ("Detesto las reuniones", "No le gustan las reuniones"), ("Soy vegano", "Vegano"),
    ("Soy alérgico a las nueces", "Alérgico a las nueces"),
    ("No fumo y trabajo los lunes", "Trabaja los lunes"),
    ("Prefiero llamadas, no correos", "Prefiere llamadas"),
    ("Vivo en Madrid, no en Sevilla", "Vive en Madrid"),
    ("No hay problema, trabajo los lunes", "Trabaja los lunes"),
    ("Dirijo el equipo de Ulm", "Dirige el equipo de Ulm"),
    ("Trabajo en Acme desde mayo", "Trabaja en Acme desde mayo"),
    ("Je dirige le bureau de Lyon", "Dirige le bureau de Lyon"),
)  # fmt: skip
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
    ("Je ne suis pas marié", "Marié"), ("Je ne fume pas", "Fume"),
    ("Je ne sais pas conduire", "Sait conduire"), ("Je n'ai pas d'enfants", "A des enfants"),
    ("Je ne veux pas d'appels", "Veut des appels"),
    ("Je suis allergique aux noix", "N'est pas allergique aux noix"),
    ("J'aime pas les appels", "Aime les appels"),
)  # fmt: skip
FRENCH_KEPT = (
    ("Je n'aime pas les réunions", "N'aime pas les réunions"),
    ("Je ne bois que du thé", "Boit du thé"),
    ("Je n'habite pas à Berlin mais à Ulm", "Habite à Ulm"),
    ("Je ne bois jamais de café", "Ne boit pas de café"),
    ("J'aime de plus en plus les réunions", "Aime les réunions"),
    ("Je déteste les réunions", "N'aime pas les réunions"),
    ("Je suis devenu pilote", "Pilote"),
    ("Je voudrais devenir pilote", "Voudrait devenir pilote"), ("Je suis marié", "Marié"),
    ("Je ne fume pas et je travaille le lundi", "Travaille le lundi"),
    ("Je préfère les appels, pas les mails", "Préfère les appels"),
    ("Pas de souci, j'habite à Lyon", "Habite à Lyon"),
    ("Je ne travaille que le lundi", "Travaille le lundi"),
)  # fmt: skip
ITALIAN = (
    ("Non mi piacciono le riunioni", "Gli piacciono le riunioni"),
    ("Mi piacciono le riunioni", "Non gli piacciono le riunioni"),
    ("Non bevo mai caffè", "Beve caffè"), ("Non ho la macchina", "Ha la macchina"),
    ("Non lavoro più da Acme", "Lavora da Acme"), ("Mangio carne", "Non mangia carne"),
    ("Vorrei diventare pilota", "Pilota"), ("Non sono sposato", "Sposato"),
    ("Non fumo", "Fuma"), ("Non so guidare", "Sa guidare"), ("Non ho figli", "Ha figli"),
    ("Non voglio chiamate", "Vuole chiamate"), ("Lavoro il lunedì", "Non lavora il lunedì"),
)  # fmt: skip
ITALIAN_KEPT = (
    ("Non mi piacciono le riunioni", "Non gli piacciono le riunioni"),
    ("Non solo lavoro da Acme, insegno anche", "Lavora da Acme"),
    ("Non bevo mai caffè", "Non beve caffè"), ("Non vivo a Roma ma a Milano", "Vive a Milano"),
    ("Sono sposato", "Sposato"), ("Non fumo e lavoro il lunedì", "Lavora il lunedì"),
    ("Abito a Roma, non a Milano", "Abita a Roma"),
    ("Dirigo l'ufficio di Roma", "Dirige l'ufficio di Roma"),
)  # fmt: skip
PORTUGUESE = (
    ("Não gosto de reuniões", "Gosta de reuniões"),
    ("Gosto de reuniões", "Não gosta de reuniões"), ("Não tenho carro", "Tem carro"),
    ("Já não trabalho na Acme", "Trabalha na Acme"), ("Moro no Porto", "Não mora no Porto"),
    ("Quero ser piloto", "Piloto"), ("Não sou casado", "Casado"), ("Não fumo", "Fuma"),
    ("Não sei dirigir", "Sabe dirigir"), ("Não tenho filhos", "Tem filhos"),
    ("Não quero ligações", "Quer ligações"),
    ("Eu trabalho às segundas", "Não trabalha às segundas"),
)  # fmt: skip
PORTUGUESE_KEPT = (
    ("Não gosto de reuniões", "Não gosta de reuniões"), ("Moro no Porto", "Mora no Porto"),
    ("Trabalho no Porto", "Trabalha em Porto"),
    ("Não só trabalho na Acme como dou aulas", "Trabalha na Acme"),
    ("Gosto de reuniões, não é?", "Gosta de reuniões"),
    ("Moro no Porto, não em Lisboa", "Mora no Porto"),
    ("Não fumo e trabalho às segundas", "Trabalha às segundas"),
    ("Dirijo o escritório do Porto", "Dirige o escritório do Porto"),
)  # fmt: skip
GERMAN = (
    ("Ich mag keine Meetings", "Mag Meetings"), ("Ich mag Meetings", "Mag keine Meetings"),
    ("Ich trinke nie Kaffee", "Trinkt Kaffee"), ("Ich mag keine Meetings", "Likes meetings"),
    ("Ich habe kein Auto", "Hat ein Auto"), ("Ich habe ein Auto", "Hat kein Auto"),
    ("Ich esse kein Fleisch", "Isst Fleisch"),
    ("Ich arbeite nicht mehr bei Acme", "Arbeitet bei Acme"), ("Ich bin kein Arzt", "Arzt"),
    ("Ich hasse Meetings", "Mag Meetings"), ("Ich möchte Veganer werden", "Veganer"),
    ("Ich bin nicht verheiratet", "Verheiratet"), ("Ich rauche nicht", "Raucht"),
    ("Ich kann nicht Auto fahren", "Kann Auto fahren"),
    ("Ich habe keine Kinder", "Hat Kinder"), ("Ich will keine Anrufe", "Will Anrufe"),
    ("Ich bin allergisch gegen Nüsse", "Nicht allergisch gegen Nüsse"),
    ("Ich bin keine Vegetarierin", "Vegetarierin"), ("Bitte keine Anrufe", "Anrufe bitte"),
    ("Ich arbeite montags nicht", "Arbeitet montags"),
    ("Ich arbeite montags", "Arbeitet montags nicht"),
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
    ("Ich bin verheiratet", "Verheiratet"),
    ("Ich rauche nicht und arbeite montags", "Arbeitet montags"),
    ("Ich wohne in Ulm, nicht in Bonn", "Wohnt in Ulm"),
    ("Kein Problem, ich leite Beacon", "Leitet Beacon"),
    ("Ich leite das Büro in Ulm", "Leitet das Büro in Ulm"),
    ("Ich besitze eine Bäckerei", "Besitzt eine Bäckerei"),
    ("Ich bin Leiter von Beacon", "Leiter von Beacon"), ("Ich esse Fleisch", "Isst Fleisch"),
    ("Ich will keine Anrufe", "Will keine Anrufe"),
    ("Bitte keine Anrufe, schreib mir Mails", "Keine Anrufe"),
    ("Ich spreche Spanisch", "Spricht Spanisch"),
    ("Ich fahre einen Volvo", "Fährt einen Volvo"),
    ("Ich habe zwei Kinder", "Hat zwei Kinder"),
    ("Ich möchte nach Oslo ziehen", "Möchte nach Oslo ziehen"),
    ("Ich gehe nicht ohne meinen Hund aus", "Hat einen Hund"),
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
