"""Plain words: English words that are names as well, and mostly are not meant as one.

Who is called so is heard only where the word is written as a name is.
"""

from memoryd.core.text import PLAIN_OPENINGS, STOP_WORDS

_PLURAL = "s"
_COMMON = frozenset(
    """able academy access account act action active add address age agent aid air alarm alert
    allied alpha amber amp anchor angel angle answer apex apple apply april arc arch archer area
    arm armor army arrow art ash ask asset atlas atom auction audio august author auto autumn
    award aware away axe axis baby back bacon bad bag baker balance ball band bank banks bar
    bard bark barn baron base basic basin basis basket bass batch bath battle bay beach beacon
    beam bean bear beard beat beck bed bee beer bell belt bench bend berry best beta better big
    bill bin bird birth bishop bit bitter black blade blaze bless blind block blood bloom
    blossom blue board boat body bold bolt bond bone bonus book boost boot booth border boss
    bottle bottom bound bow bowl bowler box boy brain brand brass brave bread break breeze brick
    bride bridge bridges bright brisk broad brook brooks brother brown brush buck bud budget bug
    build builder bulk bull bun burn burns bus bush business busy butcher butler butter button
    buy buyer buzz cab cabin cable cage cake call calm camera camp campus can canal candle cane
    cannon canon canvas cap cape capital car card cards care career cargo carpenter carrier
    carry cart carter case cash cast castle casual catch cause cave cell cello cement cent
    center central chain chair chamber chambers champion chance change channel chapel chapter
    charge charity charm chart chase chat cheap check cheer cheese chef cherry chess chest chief
    child choice church circle circuit city civil claim clan class clay clean clear clerk cliff
    climb clinic clip clock close cloth cloud clover club coach coal coast coat code coffee coin
    cold college color colt column comb comet comfort common company compass complex concord
    condition cone contact content contract control cook cookie cool cooper cop copper copy
    coral cord core cork corn corner cost cotton couch council count counter county couple
    course court cousin cover cow crab craft crane crash crawl cream create credit creek crew
    crisp crook crop cross crow crowd crown cruise cry crystal cube cup curb cure current curry
    curve custom cut cycle dairy dam dance danger dare dark dash data date dawn day days dead
    deal dean dear debt decent deck deep deer default degree delivery delta demo den dent depth
    desert design desk dew dial diamond diet digital dine direct dish disk dive divine dock
    doctor doe dog doll dollar dome door dot double dough dove downs draft dragon drain drake
    draw dream dress drew drift drill drink drive driver drop drum dry duck due duke dull dusk
    dust dutch duty eagle ear early earn earth ease east easy echo edge edit effect egg elder
    elect electric elf elite elm ember emerald empire end energy engine english enough enter
    entry envoy equal equity era error escort essay estate even event ever exact exam example
    excel exit express eye eyes fable fabric face fact factor fair fairy faith falcon fall falls
    fame family fan far fare farm farmer fast fat fate favor fear feather fee feed feel fellow
    fence fern ferry fest fever fiber fiddle field fields fig fight figure file fill film final
    finance find fine finger finish fire firm first fish fisher fit five fix flag flame flash
    flat fleet flesh flex flight flint float flock flood floor flour flow flower flowers fluid
    fly focus fog fold folk food fool foot force ford foreman forest forge fork form fort
    fortune forum forward foster fountain fowler fox frame france frank free freedom freeman
    freeze french fresh friday friend front frost fruit fry fuel full fun fund funny furnace
    fury fuse fusion future gable gain galaxy gale gall game gap garage garden gardener garment
    garnet gas gate gates gauge gay gear gem general genius gentle giant gift gilt ginger girl
    glad glass gleam globe glory glove glow glue go goal goat god gold golden good goods goose
    gore grace grade grain grand grange grant grape graph grass grave graves gravel gray great
    green grey grid grill grim grip grit groom gross ground group grove grow growth guard guess
    guest guide guild guitar gulf gull gum gun guy gym habit hack hail hair half hall ham hammer
    hand hands handy hang happy harbor hard hare harm harmony harper harvest hash hat hatch
    haven hawk hay haze head heal health heart hearth heat heaven heavy hedge heel held help
    hemp hen herald herb herd hero heron hide high hike hill hills hind hint hip hire hit hive
    hobby hoe hold holder hole holiday hollow holm holy home honest honey honor hood hook hope
    horn horse hose host hot hotel hound hour house hub hug human hunt hunter hurry hurt hut ice
    icon idea ideal idle image impact inch income index info ink inn insight insurance intel
    invest iron island ivory jam january jar jazz jeans jet jewel job jobs join joint joke jolly
    journey joy judge juice july jump june junior jury just justice keen keep keeper kettle key
    keys kick kid kidney kin kind king kings kiss kit kitchen kite knee knife knight knock knot
    lab labor lace lad ladder lady lake lamb lamp land lands landing lane language lark lash
    last late latin laugh launch laundry laurel law lawn laws lawyer lay layer lead leader leaf
    league leak lean leap learn lease leather leave left leg legal legend lemon lens lesson
    level lever liberty library life lift light lily lime limit line linen link links lion lip
    list listen little live liver load loaf loan lobby local lock locke lodge loft log logic
    lone long look loop lord loss lot lotus loud love low loyal luck lucky lumber lunch lung
    magic magnet maid mail main major make maker mall man manager manor maple marble march
    margin marine mark market marks marlin marshal mars mart mask mason mass mast master match
    mate math matrix matter maven max may mayor mead meadow meadows meal mean media medical meek
    melody melon member memory mental menu merchant mercury mercy merit merry mesh metal meter
    metro micro middle midnight might mild mile miles milk mill miller mills mind mine miner
    mint minute miracle mirror mist mix mobile model modern moment monday money monk month moody
    moon moose more morning moss most motion motor mount mountain mouse mouth move mud music
    myth nail name narrow nation native nature navy near neat neck need needle nerve nest net
    network never new news next nice night nine noble node noise noon normal north nose note
    notes nova novel number nurse nut oak oasis oat object ocean odd offer office oil old olive
    onion only open opera optic option oracle orange orbit orchard orchid order organ origin
    oval oven owl own owner oxygen pace pack packer page pages pain paint painter pair palace
    pale palm pan panda pane panel paper parcel pardon park parker parks parrot part partner
    parts party pass past paste pastor patch path patience patient patrol pay peace peach peak
    pear pearl pebble peel pen pencil penny people pepper perch perfect period person pet petal
    phase phone photo piano pick piece pier pig pike pilgrim pilot pin pine pink pint pioneer
    pipe piper pit pitch pixel pizza place plain plan plane planet plank plant plastic plate
    platinum play player plaza pleasant plot plow plum plus point pole police pond pony pool
    pooler poor pop pope poppy port porter portal post potter pound powder power powers prairie
    praise pray premier press price pride priest primary prime prince print prior prize pro
    process product profit project proof proper prosper proud public pulse pump punch purple
    purse push quality quarter queen quest quick quiet quill quilt quote race rack radar radio
    raft rail rain rains raise ram ramp ranch range ranger rank rapid rare rash rat rate raven
    ray razor reach read reader reading ready real realm reason rebel record red reed reef reeve
    regal relay relic remedy rent rental repair report rest return rice rich ride rider ridge
    right ring rise rising risk rite river rivers road roads roast rock rocket rod rogue role
    roll roof room roost root rope rose rough round rouse route rover row royal ruby rule run
    rush russet rust rusty sack sad saddle safe safety saffron sage sail saint salad sale sales
    salmon salt same sample sand sands sandy satin saturday sauce save saw say scale scarlet
    scene school science scope score scout screen sea seal search season seat second secret
    section secure security see seed select self sell senior sense series server service settle
    seven severe shade shadow shaft shape share shark sharp shaw shed sheep sheet shelf shell
    shelter shepherd shield shift shine ship shirt shoe shop shore short shot shoulder show
    shower shrimp sick side sight sign signal silk silver simple single sink six size skill skin
    skipper sky slack slate sleep slide slim slip slope slow small smart smoke smooth snake snap
    snow soap social soft soil solar sole solid son song sonic soul sound south space spare
    spark sparks sparrow speak spear special speck speed spell spice spike spin spirit splash
    sport spot spray spring springs spruce square stable stack staff stage stake stamp stand
    standard staple star starling start state station steady steel steep steer stem step stern
    steward stick still sting stock stone stones storage store storm story stout straight strand
    stranger straw stream street strength stretch strike string strong student studio study
    style sugar suit summer summit sun sunday sunny sunrise super supply support sure surface
    surge swallow swan sweet swift swim sword symbol system table tablet tail tailor talent talk
    tall tank tap target task taste tax taxes tea teach teacher team teeth temple ten tender
    tennis tent term terrace test text thatch theatre theme thick thin thorn thought thrift
    throne thunder thursday ticket tide tidy tie tiger tile till timber time times tin tip tire
    title toast today token toll tomb tone tongue tool tools tooth top topaz torch total touch
    tour tower towers town toy trace track trade trader trail train training trance transit trap
    travel treasure treat tree trend trial tribe trick trim trinity trip triumph true trump
    trunk trust truth try tub tuesday tulip tuna tune turkey turn turner turtle twin two type
    uncle under union unit unity universal upper urban use user valley value van vault velvet
    venture venus verge vice victory video view villa village vine vintage violet viper virtue
    vision visit vista vital viva vogue voice void volt vote wade wage wagon waist wait wake
    walk walker wall wallet walls walnut war ward ware warm warp wash watch water waters wave
    way wealth weather weaver web wedding wednesday weed week weight well welsh west whale wharf
    wheat wheel wheeler whiskey white whole wide wife wild will willow win wind window wine wing
    wings winner winter wire wise wish wit witness wolf woman wonder wood woods wool word words
    work worker works world worth writer yard year years yellow yield young youth zebra zenith
    zero zinc zone zoom""".split()
)

_ALL = _COMMON | STOP_WORDS | PLAIN_OPENINGS


def is_common(word: str) -> bool:
    """Return whether a folded word, or what it is the plural of, is one of any text."""
    return word in _ALL or word.removesuffix(_PLURAL) in _ALL
