"""Words that name nobody yet when they stand with a capital: a common noun, a figure, a game."""

import re

# Everyday nouns and moods that sayings, jokes and plans put where a name could stand. No given
# name and no well-known firm or town is among them.
_COMMON = frozenset(
    """
    absence abundance abyss agony anger anguish anxiety apathy awe bliss boredom chaos comfort
    confusion danger darkness debt delusion denial despair disbelief disguise dread ecstasy exile
    fear fury gloom gratitude grief guilt happiness hatred heaven hell hiding isolation jealousy
    laziness limbo loneliness luxury madness misery mourning oblivion pain panic paranoia peace
    poverty pride purgatory rage regret sadness shadow shadows shame silence sin slavery solitude
    sorrow squalor style suspense terror turmoil uncertainty vain wonder wonderland dreamland
    paradise captivity secrecy sunshine harmony fantasy
    advice air airport alarm alley apartment app apps arena attic autopilot backlog bakery balcony
    bar base basement beach bed bedroom bench bike blanket board boat book books bottle bottom box
    bread breakfast bridge bug bugs bureau bus cabin cafe cake camp campus canteen car cash castle
    ceiling cellar chair chapter chores cinema city class classroom clinic clothes clouds club coach
    coast coffee college coma concert corner cottage couch council counter countryside court crisis
    customs daycare deadline deadlines debts deck desk detention dinner diner dirt dock door
    dungeon duty earth elevator exams exercise exhaustion exposure factory fair farm fashion fast
    field finals fire fish floor food football forest free freezing front fun fumes funds furniture
    game games garage garden gate gold golf ground gym hall hand hands hangar harbour hardware
    headquarters health height heights hiking hobby holidays home hospital hostel hotel hour hours
    house housing ice income inbox interest internship island jail job jobs journey juice jury
    justice karma kitchen knees lab lake lane language laptop law lecture leisure level levels
    library lie light limit line lobby lockdown lodge lounge love luck lunch lungs machine mail mall
    market mars meditation meeting meetings memory midnight milk minimum mission module monday
    mondays money moon morning mornings motel motion mountains movie movies museum music neptune
    night nights noon nothing ocean office orbit orientation outage overtime page pages paper park
    parking part party passion patience peanut peanuts pilates pizza places plan platform
    playground pleasure pocket pool practice prayer pressure prison production profit progress pub
    purpose quarantine queue rain random reality reception recess rehab rehearsal remote rent
    retreat retirement river road room rooms rumours running rush sales sand school science screen
    season seat security server service session shade shape shelter shift shop shower sick side
    sleep slot smoke snow sofa soup space speed sports spot square stadium stage stairs station
    stealth step storage store street stress studio summit sun supermarket support swimming system
    table tea team tears tears tent terminal test tests theory therapy three time top tower town
    track traffic training transit tree trouble truth tv two uni vacation valley venus video village
    violence virtue void volume wall war warehouse water weather weekend weekends weekly wheels
    white window winter wood woods work workout workouts world worry yard year yoga youth zero zone
    zoo asap
    alcohol caffeine carbs chocolate cigarettes dairy gluten meat nicotine soda sugar beer
    absurd anonymous average awesome bad beautiful big bold bored boring brave broke busy captain
    careful careless cheap clever clumsy cold confused crazy cruel curious cute dead different
    dizzy drunk dull dumb easy empty evil exhausted extra false famous fancy fashioned fat fine
    foolish funny furious gentle genius gifted greedy grumpy guilty hangry happy hard heartless
    honest hopeful hopeless hot hungry idiot impatient insane jaded jealous keen late lazy linear
    little lonely lost loud lucky mad maybe mean messy modern mysterious nervous new nice nuts
    obvious odd old paranoid picky plain poor proud quiet ready real rude sad safe sane scared
    shallow short shy silly simple skeptical sleepy slow small smart sorry special strange strong
    stubborn stupid sure surprised tall tired tough true ugly unlucky upset useless wasted weird
    whatever wicked wild wise wrong young
    """.split()
)
_FORMED = re.compile(
    r"[a-z]{4,}(?:[aiu]tion|(?:i|ful|less)ness|(?:ous|ful)ly|[^l]ement|aholic)s?",
)
# Whom everybody knows of, and nobody has for a boss or a husband.
_FIGURES = frozenset(
    """
    god satan lucifer jesus buddha zeus thor odin santa batman superman spiderman spider-man hulk
    dracula frankenstein godzilla voldemort dumbledore gandalf sauron yoda hercules cinderella
    pinocchio shrek mordor hogwarts narnia gotham atlantis asgard valhalla utopia neverland
    """.split()
)
_PLACEHOLDERS = frozenset(
    ("john doe", "jane doe", "max mustermann", "erika mustermann", "joe bloggs", "foo bar",
     "jane roe", "james bond", "captain america", "iron man", "santa claus", "darth vader",
     "sherlock holmes", "harry potter", "mickey mouse", "donald duck", "peter pan",
     "captain hook", "captain ahab", "doctor who", "slim shady")
)  # fmt: skip
_GAMES = re.compile(
    r"(?:the )?(?:monopoly|skyrim|morrowind|oblivion|minecraft|fortnite|roblox|terraria|sims|"
    r"civ(?:ilization)?|factorio|valheim|warcraft|wow|starcraft|zelda|hyrule|pok[eé]mon|"
    r"animal crossing|stardew(?: valley)?|catan|risk|cluedo|scrabble|gta|elden ring|dark souls|"
    r"witcher|cyberpunk|fallout|d&d|second life|metaverse|vr|runescape|eve online|diablo|halo|"
    r"overwatch|league of legends|dota|the matrix|matrix|westeros|middle-earth|azeroth|tamriel)"
    r"(?: (?:\d+|[IVX]+|online))?",
    re.IGNORECASE,
)


def is_ordinary(name: str) -> bool:
    """Return whether every word of a name is a common word, or the whole a figure of tales."""
    low = name.lower()
    if low in _FIGURES or low in _PLACEHOLDERS or is_game(name):
        return True
    words = [word for word in re.split(r"[\s&-]+", low) if word not in ("of", "the", "")]
    return bool(words) and all(_is_common(word) for word in words)


def is_game(name: str) -> bool:
    """Return whether a name is a game's, or of a world that is played in."""
    return _GAMES.fullmatch(name) is not None


def _is_common(word: str) -> bool:
    return word in _COMMON or word.isdigit() or _FORMED.fullmatch(word) is not None
