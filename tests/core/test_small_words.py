# ruff: noqa: RUF001 - these letters are meant
"""A small word of another language is heard as somebody's name only where it is written as one."""

import pytest

from memoryd.core.entity import Ref
from memoryd.core.named import hidden

PLAIN = {
    "Rahul Das": ("Das Dach wird mit Lärchenholz gedeckt", "Der Server läuft und das reicht",
                  "das Dach ist dicht", "Beschlossen: Das Dach wird gedeckt"),
    "Anh Le": ("Le serveur est dans le placard du bureau", "le serveur", "Le serveur tombe"),
    "Per Hansson": ("The gateway allows 40 requests per second", "Rate is 3 per user",
                    "Il y a une réunion par semaine", "per gli altri è più caro"),
    "Dan Brown": ("Il est dans le placard", "Dans le placard est un serveur", "dans le bureau"),
    "Wei Du": ("Le placard du bureau est plein", "Du brauchst es nicht", "la clé du serveur"),
    "Les Paul": ("Les notes sont dans le dossier", "les serveurs sont prêts"),
    "Una Healy": ("Es una hoja de cálculo", "Una hoja de cálculo para el presupuesto"),
    "Ella Fitz": ("Ella revisa los cambios", "los cambios que ella revisa"),
    "Mia Wong": ("A mia cura è la cantina", "Il budget e la mia cura"),
    "Sara Rossi": ("Il budget sarà pronto", "Sarà pronto per il budget"),
    "Jing Ma": ("Ma il server è pronto", "lento ma sicuro"),
    "Ines De": ("De server is van het kantoor", "La copia de seguridad"),
    "Jan Van": ("Het kantoor van de stad",),
    "Hung Do": ("O custo do servidor", "do escritório para a rua"),
    "Siv Av": ("Servern är av plåt och står på vinden",),
    "Ute Klein": ("Servern är ute på vinden och det är kallt",),
    "Вера Иванова": ("Высокая вера в успех проекта", "у нас вера есть"),
    "Надежда Петрова": ("Есть надежда на успех",),
    "Слава": ("Работает, слава богу",),
    "한": ("정비는 한 달에 한 번",),
    "Kim 전": ("설치 전 점검",),
}  # fmt: skip
NAMED = {
    "Rahul Das": ("Waits for Das", "rahul das quits", "Das Dach zahlt Rahul Das",
                  "Er hat das mit Herr Das beschlossen", "Rahul quits", "ask rahul"),
    "Anh Le": ("Le serveur est de Anh Le", "anh le quits", "Waits for Le", "Mr. Le quits"),
    "Per Hansson": ("Asked Per", "per hansson quits", "Hansson quits", "Per Hansson quits"),
    "Dan Brown": ("Dan's laptop", "ask dan", "Dan quits", "Le bureau de Dan", "Asked Dans brother"),
    "Wei Du": ("Asked Du", "Wei Du quits", "wei du quits"),
    "Les Paul": ("Asked Les", "Les leads the rollout", "Les Paul quits", "les paul quits"),
    "Una Healy": ("Una leads the rollout", "Una quits", "ask una", "Mia, Una: owners"),
    "Ella Fitz": ("Ella leads the rollout", "ask ella", "Los cambios de Ella", "Ella quits"),
    "Mia Wong": ("Mia leads the rollout", "Mia quits", "ask mia", "Il server di Mia", "Mia's idea"),
    "Sara Rossi": ("Sara quits", "ask sara", "Il server di Sara", "Sara sarà pronta"),
    "Ute Klein": ("Ute leitet den Umzug", "ask ute", "Ute quits"),
    "Вера Иванова": ("Спросили Веру", "Вера ушла", "Сказали Вере", "вера иванова ушла"),
    "Надежда Петрова": ("Ждем Надежду", "Надежда ушла"),
    "Kim 전": ("Kim 전 quits",),
}  # fmt: skip


def heard_in(name: str, text: str) -> bool:
    ref = Ref("people", name.lower().replace(" ", "-"))
    return hidden([(ref, (name,))], [Ref("projects", "beacon")]).named_in(text)


@pytest.mark.parametrize(
    ("name", "text"), [(n, text) for n, said in PLAIN.items() for text in said]
)
def test_a_small_word_is_no_name_in_its_language(name: str, text: str) -> None:
    assert not heard_in(name, text)


@pytest.mark.parametrize(
    ("name", "text"), [(n, text) for n, said in NAMED.items() for text in said]
)
def test_written_as_a_name_it_is_heard(name: str, text: str) -> None:
    assert heard_in(name, text)
