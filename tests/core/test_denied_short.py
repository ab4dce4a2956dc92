# ruff: noqa: RUF001 - signs of other scripts are meant
"""A no that leaves out its verb, or opens a short sentence, turns what it stands with."""

import pytest

from tests.core.test_states import fate

DENIED = (
    ("Ich wohne in Ulm, nicht in Bonn.", "Wohnt in Bonn"),
    ("Ich arbeite bei Globex und nicht bei Acme.", "Arbeitet bei Acme"),
    ("Ich esse Fisch, kein Fleisch.", "Isst Fleisch"),
    ("Ich trinke Tee, aber keinen Kaffee.", "Trinkt Kaffee"),
    ("Vivo en Sevilla, no en Madrid.", "Vive en Madrid"),
    ("Vivo en Sevilla y no en Madrid.", "Vive en Madrid"),
    ("Moro em Lisboa e não no Porto.", "Mora no Porto"),
    ("Moro em Lisboa, não no Porto.", "Mora no Porto"),
    ("J'habite à Nice, pas à Lyon.", "Habite à Lyon"),
    ("Vivo a Milano, non a Roma.", "Vive a Roma"),
    ("Я живу в Казани, не в Москве.", "Живёт в Москве"),
    ("Não como carne.", "Come carne"),
    ("No como carne.", "Come carne"),
    ("No bebo vino.", "Bebe vino"),
    ("Eu não bebo vinho.", "Bebe vinho"),
    ("저는 고기를 안 먹어요.", "고기를 먹는다"),
    ("커피를 안 마셔요.", "커피를 마신다"),
    ("저는 운전을 못 해요.", "운전을 한다"),
    ("東京じゃなくて大阪に住んでいます。", "東京に住んでいる"),
)
KEPT = (
    ("Ich wohne in Ulm, nicht in Bonn.", "Wohnt in Ulm"),
    ("Ich wohne in Ulm, nicht in Bonn.", "Wohnt in Ulm, nicht in Bonn"),
    ("Ich wohne in Ulm, nicht in Bonn.", "Wohnt nicht in Bonn"),
    ("Ich arbeite bei Globex und nicht bei Acme.", "Arbeitet bei Globex"),
    ("Ich esse Fisch, kein Fleisch.", "Isst Fisch"),
    ("Ich trinke Tee, aber keinen Kaffee.", "Trinkt Tee"),
    ("Nicht in Bonn, sondern in Ulm wohne ich.", "Wohnt in Ulm"),
    ("Vivo en Sevilla, no en Madrid.", "Vive en Sevilla"),
    ("Vivo en Sevilla, no en Madrid.", "Vive en Sevilla, no en Madrid"),
    ("Moro em Lisboa, não no Porto.", "Mora em Lisboa"),
    ("J'habite à Nice, pas à Lyon.", "Habite à Nice"),
    ("Vivo a Milano, non a Roma.", "Vive a Milano"),
    ("Я живу в Казани, не в Москве.", "Живёт в Казани"),
    ("Não como carne.", "Não come carne"),
    ("No bebo vino.", "No bebe vino"),
    ("Trabalho no Porto.", "Trabalha no Porto"),
    ("No sábado trabalho no Porto.", "Trabalha no Porto"),
    ("Como carne no Porto.", "Come carne no Porto"),
    ("Bebo vino en Sevilla.", "Bebe vino en Sevilla"),
    ("저는 고기를 안 먹어요.", "고기를 안 먹는다"),
    ("저는 고기를 먹어요.", "고기를 먹는다"),
    ("저는 운전을 해요.", "운전을 한다"),
    ("커피를 마시지만 차는 안 마셔요.", "커피를 마신다"),
    ("저는 서울이 아니라 부산에 살아요.", "부산에 산다"),
    ("東京じゃなくて大阪に住んでいます。", "大阪に住んでいる"),
    ("我住在上海，不住在北京。", "住在上海"),
    ("No puedo ir el martes, trabajo en Sevilla.", "Trabaja en Sevilla"),
    ("Non mangio carne, mangio pesce.", "Mangia pesce"),
    ("Ich rauche nicht, ich trinke Wein.", "Trinkt Wein"),
    ("Nein, ich wohne in Ulm.", "Wohnt in Ulm"),
    ("No, vivo en Sevilla.", "Vive en Sevilla"),
    ("Non, j'habite à Nice.", "Habite à Nice"),
    ("Não, moro em Lisboa.", "Mora em Lisboa"),
    ("Non vivo più a Roma ma a Milano.", "Vive a Milano"),
    ("Je n'habite plus à Lyon mais à Nice.", "Habite à Nice"),
    ("Ich wohne nicht mehr in Bonn, sondern in Ulm.", "Wohnt in Ulm"),
)


@pytest.mark.parametrize(("said", "text"), DENIED)
def test_what_a_short_no_denies_is_no_fact(said: str, text: str) -> None:
    assert fate(said, text) == "dropped:turned"


@pytest.mark.parametrize(("said", "text"), KEPT)
def test_what_stands_beside_a_short_no_is_kept(said: str, text: str) -> None:
    assert fate(said, text) == "stored"
