# ruff: noqa: RUF001 - letters and signs of other scripts are meant
"""Tongues: what in a language other than English denies, turns round or only hopes.

Word lists, so they miss. Latin and Cyrillic words are written as `scripts.shared` gives them:
without accents.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from memoryd.core.language import E_MAIL, common_words
from memoryd.core.regex import regex
from memoryd.core.scripts import shared
from memoryd.core.text import STOP_WORDS
from memoryd.core.value import frozen


@frozen
class Tongue:
    """How a language says no; all are regular expressions.

    no: what denies, once however many of them stand there where `concord` says so. against: each
    turns a clause round as well ("hates", "without", "former"). neutral: holds such a sign and
    denies nothing. hoping: what follows is not so yet. likes, light: say nothing of what it is
    about. cuts: where a clause ends beside punctuation. signs: words that tell the language.
    irregular: forms of one word that share no beginning.
    """

    name: str
    no: re.Pattern[str]
    against: re.Pattern[str]
    neutral: re.Pattern[str]
    hoping: re.Pattern[str]
    likes: re.Pattern[str]
    light: re.Pattern[str]
    cuts: re.Pattern[str]
    signs: frozenset[str]
    irregular: tuple[frozenset[str], ...]
    concord: bool


_MARKS = r"[.!?;:,\n–—()¿¡]+(?:\s|$)"


def _listed(words: str) -> re.Pattern[str]:
    return regex(rf"(?<!\w)(?:{'|'.join(words.split())})(?!\w)")


def _joined(pattern: str) -> re.Pattern[str]:
    """Return a pattern that is written on several lines."""
    return regex("".join(part.strip() for part in pattern.split("\n")))


def _spaced(name: str, *, no: str, concord: bool = True, **more: str) -> Tongue:
    """Return a language of words with spaces; lists of words are given as they are."""
    return Tongue(
        name=name,
        no=_joined(no),
        against=_listed(more["against"]),
        neutral=_joined(more["neutral"]),
        hoping=_joined(more["hoping"]),
        likes=_listed(more["likes"]),
        light=_listed(more["light"]),
        cuts=regex(rf"{_MARKS}|(?<!\w)(?:{'|'.join(more['cuts'].split())})(?!\w)"),
        signs=frozenset(more["signs"].split()),
        irregular=tuple(frozenset(each.split("/")) for each in more["irregular"].split()),
        concord=concord,
    )


def _signed(name: str, **more: str) -> Tongue:
    """Return a language of signs without spaces or with endings that deny."""
    return Tongue(
        name, signs=frozenset(), irregular=(), concord=True,
        **{key: regex(pattern) for key, pattern in more.items()},
    )  # fmt: skip


_GERMAN = _spaced(
    "de", concord=False,
    no=r"(?<!\w)(?:nicht|nie|niemals|kein\w*|nichts|niemand\w*|weder|nirgend\w*)(?!\w)",
    against="""hass\\w* ungern verabscheu\\w* vermeid\\w* meide\\w* verweiger\\w* ohne aufgehort
      fruher\\w* ehemal\\w* ex verzicht\\w* statt""",
    neutral=r"(?<!\w)nicht (?:nur|wahr|zuletzt|umsonst|nein)(?!\w)|(?<!\w)oder nicht(?=\W*$)",
    hoping=r"""(?<!\w)(?:mochte\w*|will|wollen|hoff\w*|plan\w*|uberleg\w*|vielleicht|wurde\w*
      |wunsch\w*|traum\w*|wenn|falls)(?!\w).{0,60}(?<!\w)(?:werden|wurde|ware|sein|zu\w+en)(?!\w)""",
    likes="mag mogen magst gern gerne lieb\\w* gefall\\w* steh\\w*",
    light="""ich du er sie es wir ihr der die das den dem des ein eine einen einem einer und ist bin
      sind war habe hat haben im in am an auf zu mit von mein\\w* sein\\w* ihr\\w* jetzt auch sehr
      mehr so noch schon man mich mir sich bitte dass als bei fur aus wurde werde wird werden""",
    cuts="aber und sondern weil denn sowie wenn doch",
    signs="ich mag keine keinen kein mein meine bitte nie wohne arbeite trinke esse bin und gern",
    irregular="""esse/isst spreche/spricht nehme/nimmt lese/liest sehe/sieht gebe/gibt weiss/wissen
      treffe/trifft helfe/hilft""",
)  # fmt: skip
_SPANISH = _spaced(
    "es",
    no=r"(?<!\w)(?:no|nunca|jamas|tampoco|nadie|ningun\w*|ni)(?!\w)",
    against="""odi[oa] detest\\w* sin evit\\w* dej[eo] dejad[oa] rechaz\\w* solia ex antigu[oa]
      antes""",
    neutral=r"(?<!\w)(?:no (?:solo|solamente|obstante)|antes de(?! las?))(?!\w)|,\s*no\s*(?=\?)",
    hoping=r"""(?<!\w)(?:quier\w*|quisiera|gustaria|esper\w*|quizas?|tal vez|piens\w*|suen\w*|si)
      .{0,60}(?<!\w)(?:ser|hacer\w*|volver\w*|convertir\w*|llegar|fuera|casar\w*)(?!\w)""",
    likes="gust\\w* encant\\w* am[oa]",
    light="""yo el ella la los las lo un una unos unas de del en a al y o que me te le se nos mi mis
      su sus es soy son estoy esta hay he ha tengo tiene con por para muy mas ya les sabe""",
    cuts="pero sino porque aunque y cuando e",
    signs="""me le gusta gustan tengo tiene vivo vive trabajo trabaja soy nunca bebo bebe como
      ya las mis su en quiero quiere ser es dirijo
      dirige prefiero prefiere""",
    irregular="tengo/tiene puedo/puede hago/hace digo/dice voy/va vengo/viene dirijo/dirige",
)  # fmt: skip
_FRENCH = _spaced(
    "fr",
    no=r"""(?<!\w)(?:pas|jamais|aucune?|guere|ni|non)(?!\w)|(?<!\w)n[e']?(?=\W.{0,60}(?<!\w)(?:plus
      |rien|personne)(?!\w))""",
    against="""detest\\w* hais hait sans evit\\w* arret\\w* ancien\\w* refus\\w* autrefois avant
      ex""",
    neutral=r"(?<!\w)(?:pas (?:seulement|mal|que)|n' est-ce pas|avant (?:\d\w*|midi))(?!\w)",
    hoping=r"""(?<!\w)(?:veu[xt]|voudrai[st]|aimerai[st]|esper\w*|pense|peut-etre|song\w*|rev\w*|si)
      (?!\w).{0,60}(?<!\w)(?:devenir|etre|passer|etais|etait|marier)(?!\w)""",
    likes="aim\\w* ador\\w* plai[st]\\w*",
    light="""je j tu il elle on nous vous ils elles le la l les un une des du de d a au aux en dans
      et ou que qui ne n me m se s mon ma mes son sa ses est suis sont ai ont y chez avec pour sur
      tres c ce plus t lui""",
    cuts="mais et parce car donc quand",
    signs="""je j n ne pas les des du chez aime suis est mon ma jamais bois boit travaille habite
      dans et""",
    irregular="veux/veut peux/peut vais/va fais/fait lis/lit",
)  # fmt: skip
_ITALIAN = _spaced(
    "it",
    no=r"(?<!\w)(?:non|mai|niente|nessun\w*|neanche|nemmeno|neppure|ne')(?!\w)",
    against="odi[oa] detest\\w* senza evit\\w* smess\\w* ex rifiut\\w*",
    neutral=r"(?<!\w)(?:non (?:solo|soltanto)|no (?=\?))",
    hoping=r"""(?<!\w)(?:vogli\w*|vuole|vorrei|vorrebbe|sper\w*|forse|pens\w*|sogn\w*|se)(?!\w)
      .{0,60}(?<!\w)(?:diventare|essere|sposar\w*|fossi|fosse)(?!\w)""",
    likes="piac\\w* ador[oa] am[oa]",
    light="""io il lo la i gli le un uno una di del dello della dei in nel nella a al alla e o che
      mi ti si ci mio mia suo sua sono ho ha con per piu molto anche da l d so sa""",
    cuts="ma e bensi perche pero quando",
    signs="""mi gli piace piacciono bevo beve mangio mangia lavoro lavora vivo non mai sono le di il
      vorrei voglio dirigo dirige preferisco preferisce""",
    irregular="voglio/vuole vado/va faccio/fa esco/esce dirigo/dirige",
)  # fmt: skip
_PORTUGUESE = _spaced(
    "pt",
    no=r"(?<!\w)(?:nao|nunca|jamais|nem|ninguem|nenhum\w*|tampouco)(?!\w)",
    against="odei[oa] detest\\w* sem evit\\w* deixei deixou parei parou ex antig[oa] recus\\w*",
    neutral=r"(?<!\w)(?:nao (?:so|apenas|somente|e\s*(?=\?))|nem sempre)(?!\w)|,\s*nao\s*(?=\?)",
    hoping=r"""(?<!\w)(?:quero|quer|queria|gostaria|esper\w*|talvez|penso|pensa\w*|sonh\w*|se)(?!\w)
      .{0,60}(?<!\w)(?:ser|virar|tornar\w*|fosse|casar)(?!\w)""",
    likes="gost\\w* ador\\w* am[oa]",
    light="""eu ele ela o a os as um uma de do da dos das em no na nos nas e ou que me se meu minha
      seu sua sou esta estou tem tenho com por para muito mais ja lhe ao sei sabe""",
    cuts="mas e porque embora quando",
    signs="""nao gosto gosta eu tenho tem moro mora trabalho trabalha nunca bebo bebe meu
      minha de do da em quero quer ser prefiro prefere""",
    irregular="vou/vai faco/faz leio/le vejo/ve",
)  # fmt: skip
_RUSSIAN = _spaced(
    "ru",
    no=r"(?<!\w)(?:не|нет|ни|никогда|никого|никому|ничего|никто|нельзя|никак|нигде)(?!\w)",
    against="""ненави\\w* избега\\w* без бросил\\w* перестал\\w* раньше бывш\\w* отказ\\w*
      терпеть""",
    neutral=r"(?<!\w)не (?:только|раз|прочь)(?!\w)",
    hoping=r"""(?<!\w)(?:хочу|хочет|хотел\w*|надеюсь|надеется|может|мечта\w*|планиру\w*|дума\w*
      |если)(?!\w).{0,60}(?<!\w)(?:стать|быть|стану|станет|стал\w*)(?!\w)""",
    likes="любл\\w* люби\\w* нрав\\w* обожа\\w*",
    light="""я он она мы они и в во на с со у к ко по из за о об это мой моя мои его ее мне меня ему
      ей есть был была уже еще очень больше же""",
    cuts="а но и потому что когда",
    signs="",
    irregular="пью/пьет ем/ест иду/идет еду/едет могу/может",
)  # fmt: skip
_CHINESE = _signed(
    "zh",
    no=r"不|没|沒|未|别|別|勿|从无|毫无|並非|并非",
    against=r"讨厌|討厭|厌恶|厭惡|反感|拒绝|拒絕|避免|戒(?=[了烟酒菸掉])|停止|放弃|放棄|曾经|曾經"
    r"|(?<![\d点點天年月周])以前|前(?=[男女]友|妻|夫|同事|老板|任)",
    neutral=r"不(?:错|錯|断|斷|仅|僅|只|光|但|过(?!敏)|過(?!敏)|久|同(?!意)|管|论|論|好意思|得不|得已|能不|会不|可不"
    r"|客气|丹|列颠)|差不多|对不起|對不起|了不起|特[别別]|[别別](?:的|人|名|称|墅)|[级級性区區分个個告][别別]"
    r"|未(?:来|來|婚妻|婚夫)|[淹沉埋]没|没(?:收|错|关系|问题)|无论|非常|(.)[不没沒]\1|是不是|对不对",
    hoping=r"(?:想|希望|打算|考虑|考慮|可能|也许|也許|或许|如果|要是|梦想|计划|計劃).{0,60}"
    r"(?:成为|成為|当|當|做|变|變|改|结婚|結婚|离婚)",
    likes=r"喜欢|喜歡|喜爱|喜愛|热爱|爱|愛",
    light=r"[我你您他她它们們的了是在和与及也都就很太更最会會能想要可以再有个個一这這那吧啊呢吗嗎过着请請喝抽吸]",
    cuts=r"[。！？；，,.!?;\n]|但是|而且|而是|可是|不过(?!敏)|因为|所以|但",
)
_JAPANESE = _signed(
    "ja",
    no=r"ない|なかった|なく(?:て|なった)?|ません|(?<=[べまらたかさわなじ])ず(?=$|に|、)|ぬ$",
    against=r"嫌い|きらい|苦手|やめ|辞め|止め|避け|拒否|以前|かつて|昔は|元(?=[妻夫彼])",
    neutral=r"少ない|すくない|危ない|汚ない|つまらない|間違いない|かもしれない|しか[^。、]{0,8}(?:ない|ません)"
    r"|な(?:ければ|くては|いと)(?:なら|いけ)?(?:ない|ません)?|ざるを得(?:ない|ません)"
    r"|だけ(?:で|じゃ)(?:は)?なく|(?:じゃ|では)ない(?:か|の|です)?(?=[?？])",
    hoping=r"なりたい|になろう|になるかも|を?目指|になれたら|なりたく|したいと(?:思|考)|しようか",
    likes=r"大好き|好き|好む|好ん|気に入",
    light=r"[私僕俺彼]|女(?=は)|です|ます|でした|ました",
    cuts=r"[。！？；,.!?;\n]|(?<=[がどでてしくずら])、|(?<=[いんすだ])が(?=.)|けれど|けど|ので|のに"
    r"|(?<=なく)(?=.)",
)
_KOREAN = _signed(
    "ko",
    no=r"(?<!\w)(?:안|못)\s|지는?\s?(?:않|못|말|마)\w*|아니(?:다|에요|야|고|라)|아닙\w*|없\w*",
    against=r"싫|끊|그만|피하|피해|거부|예전|옛날|전\s(?:남편|아내)",
    neutral=r"뿐만?\s?아니라|틀림\s?없|상관\s?없|끊임\s?없|지\s?않(?:아요|나요|니)(?=\s?\?)",
    hoping=r"되고\s?싶|될지도|되려고|된다면|되기를|할까|하고\s?싶",
    likes=r"좋아\w*|사랑\w*|싫어\w*",
    light=r"(?<!\w)(?:나는|저는|난|전|내|제|그는|그녀는|있\w*|없\w*|아니\w*|않\w*|안|못|더|이상)(?!\w)",
    cuts=r"[.,!?;\n]|지만|는데|은데|아니라|그리고|하지만|그런데",
)
_BY_SCRIPT = (
    (regex(r"[\u3040-\u30ff]"), _JAPANESE), (regex(r"[\uac00-\ud7af]"), _KOREAN),
    (regex(r"[\u3400-\u9fff]"), _CHINESE), (regex(r"[\u0430-\u045f]"), _RUSSIAN),
)  # fmt: skip
_LATIN = (_GERMAN, _SPANISH, _FRENCH, _ITALIAN, _PORTUGUESE)
_ENGLISH = STOP_WORDS | common_words("en")
_FRIENDS = frozenset("per die son come on war".split())  # words of English as well
_WORD = regex(r"\w+")
_READ = 2_000  # characters that are looked at; a language shows early


@lru_cache(maxsize=256)
def tongues(text: str) -> tuple[Tongue, ...]:
    """Return the languages that a text may be in, mostly one; () for English or unknown."""
    plain = shared(text[:_READ])
    for script, tongue in _BY_SCRIPT:
        if script.search(plain if tongue is _RUSSIAN else text):
            return (tongue,)
    # A word with a capital is a name, as Los Angeles, but for the first.
    found = _WORD.findall(E_MAIL.sub("e", text[:_READ]))
    listed = tuple(
        shared(word) for at, word in enumerate(found) if not at or word[0].islower() or word == "I"
    )
    hits = {each.name: _hits(each, listed) for each in _LATIN}
    most = max(hits.values())
    return tuple(each for each in _LATIN if hits[each.name] == most > 0)


def _hits(tongue: Tongue, listed: Sequence[str]) -> int:
    """Return how many words tell a language; 0 where as many are English and nothing in it."""
    known = (_known(tongue.name) | tongue.signs) - _FRIENDS
    found = [word for word in listed if word in known]
    english = sum(word in _ENGLISH and word not in known and not tongue.light.fullmatch(word)
                  for word in listed)  # fmt: skip
    return len(found) if english < len(found) and not _ENGLISH.issuperset(found) else 0


@lru_cache(maxsize=16)
def _known(language: str) -> frozenset[str]:
    return frozenset(map(shared, common_words(language)))
