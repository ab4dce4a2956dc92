"""English word lists: forms of one word that no rule joins, words that ask, words of time."""

from memoryd.core.text import STOP_WORDS


def _forms(table: str) -> dict[str, str]:
    rows = (row.split(":") for row in " ".join(table.split()).split(";"))
    return {form: word.strip() for word, forms in rows for form in forms.split()}


# Irregular forms, short forms and spellings of one word; a synonym is not one of them.
ONE_WORD = _forms("""
    go: goes went gone going; buy: bought; bring: brought; think: thought thoughts; teach: taught;
    catch: caught; seek: sought; fight: fought; begin: began begun; drink: drank drunk; sing: sang
    sung; swim: swam swum; run: ran; give: gave given; take: took taken; make: made; see: saw seen;
    get: got gotten; write: wrote written; drive: drove driven; ride: rode ridden; eat: ate eaten;
    fall: fell fallen; feel: felt; find: found; fly: flew flown; forget: forgot forgotten; grow:
    grew grown; hear: heard; hold: held; keep: kept; know: knew known; leave: left; lead: led; lose:
    lost; mean: meant; meet: met; pay: paid; say: said; sell: sold; send: sent; show: shown; sit:
    sat; sleep: slept; speak: spoke spoken; spend: spent; stand: stood; steal: stole stolen; tell:
    told; throw: threw thrown; understand: understood; wake: woke woken; wear: wore worn; win: won;
    choose: chose chosen; break: broke broken; build: built; come: came; draw: drew drawn; become:
    became; child: children kid kids; person: people; man: men; woman: women; foot: feet; tooth:
    teeth; mouse: mice; wife: wives; knife: knives; half: halves; shelf: shelves; wolf: wolves;
    good: better best; bad: worse worst; hang: hung; hide: hid hidden; light: lit; lay: laid; lie:
    lain; rise: risen; shake: shook shaken; shoot: shot shots; sink: sank sunk; spin: spun; stick:
    stuck; strike: struck; swear: swore sworn; tear: tore torn; bite: bit bits bitten; blow: blew
    blown; deal: dealt; dig: dug; dream: dreamt; feed: fed; freeze: froze frozen; learn: learnt;
    bend: bent; burn: burnt; lend: lent; bind: bound; shine: shone; sweep: swept; weep: wept; creep:
    crept; kneel: knelt; do: did done does; have: has had; mother: mom moms mum mums mommy mama
    mamas; father: dad dads daddy papa papas; grandmother: grandma grandmas; grandfather: grandpa
    grandpas; picture: photo photos pic pics photograph photographs photographed photographing
    photography image images; favorite: fav favs fave faves favourite favourites; film: movie
    movies; business: biz; bicycle: bike bikes biking biked; television: tv tvs; color: colour
    colours coloured; doctor: doc docs; store: shop shops shopping shopped; vacation: holiday
    holidays; car: automobile automobiles; mathematics: math maths; application: app apps;
    laboratory: lab labs; refrigerator: fridge fridges; exam: examination examinations; add: added
    adding; free: freed freeing; staff: staffed staffing; bus: buses; gas: gases; lens: lenses;
    canvas: canvases; atlas: atlases
""")
# Forms of two words each: whoever means either finds them.
TWO_WORDS = {
    "lives": ("live", "life"), "leaves": ("leave", "leaf"), "rose": ("rise", "rose"),
    "wound": ("wind", "wound"),
}  # fmt: skip
# What only shapes a question; searched for when nothing else was asked.
SHAPING = STOP_WORDS | frozenset(
    """according along ca certain d different ever go goes going happen happened having kind like
    ll m many mention mentioned might much must often ought particular re recent recently s said
    say shall since sort t tell type upon us ve within without wo""".split()
)
TIME_WORDS = frozenset(
    """today yesterday tomorrow tonight ago last next week weekend month year monday tuesday
    wednesday thursday friday saturday sunday january february march april may june july august
    september october november december recently morning night since day days weeks months years
    soon""".split()
)
