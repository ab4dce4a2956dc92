"""What one can be allergic to, intolerant to or afraid of; of the rest people only say so."""

import re

_FOOD = """
nut peanut walnut hazelnut chestnut coconut almond cashew pistachio pecan sesame soy soya wheat rye
barley oat gluten corn milk dairy lactose cheese casein whey butter cream egg fish shellfish seafood
shrimp prawn crab lobster mussel oyster clam squid salmon tuna meat beef pork chicken poultry
gelatin gelatine fruit vegetable apple pear peach cherry plum apricot kiwi banana mango pineapple
melon berry strawberry raspberry blueberry blackberry citrus orange lemon lime grape avocado tomato
potato carrot celery onion garlic mustard pepper paprika chili chilli cinnamon spice vanilla
chocolate cocoa coffee caffeine tea alcohol wine beer yeast mushroom fructose fructan sorbitol
histamine sulfite sulphite msg additive preservative dye colouring coloring honey legume lentil
bean pea chickpea lupin sugar sweetener aspartame
"""
_AROUND = """
pollen grass hay tree birch hazel oak ragweed mugwort flower lily dust mite dander fur feather wool
hair cat dog horse rabbit hamster pig pet animal rodent bird bee wasp hornet insect mosquito ant
flea cockroach sting bite venom mould mold latex nickel metal cobalt rubber plaster adhesive
perfume fragrance detergent soap shampoo cosmetic makeup make-up sunscreen formaldehyde chlorine
smoke iodine ivy sunlight sun cold
"""
_MEDICINE = """
penicillin antibiotic sulfa sulfonamide aspirin paracetamol acetaminophen codeine morphine opioid
nsaid anaesthetic anesthetic anaesthesia anesthesia vaccine insulin medication medicine drug
"""
_FEARED = """
height spider snake flying dog cat horse needle injection syringe dark water sea ocean swimming
drowning clown crowd lightning thunder thunderstorm storm blood dentist elevator lift space bee wasp
mouse mice rat bird pigeon insect bug moth speaking death dying driving ghost germ shark fire
"""
_ALLERGENS = frozenset(f"{_FOOD} {_AROUND} {_MEDICINE}".split())
_DRUG = re.compile(r"[a-z]{3,}(?:cillin|mycin|cycline|oxacin|caine|profen|azole|statin)s?")
_SAID = re.compile(
    r"(?:deathly |severely )?(?P<how>allergic|intolerant|afraid) (?:to|of) (?P<of>.+)"
)


def is_of_the_body(condition: str) -> bool:
    """Return whether a condition, as a rule reads it, can be meant as it is said.

    True of what names no cause ("vegetarian"). Of a list each part must be a cause by its last
    word: "cat hair and bee stings".
    """
    match = _SAID.match(condition.lower())
    if match is None:
        return True
    known = frozenset(_FEARED.split()) if match["how"] == "afraid" else _ALLERGENS
    parts = re.split(r",? (?:and|or) |, ?", match["of"].strip(" ,"))
    return all(part and _is_cause(part.split()[-1], known) for part in parts)


def _is_cause(word: str, known: frozenset[str]) -> bool:
    forms = {word, word.removesuffix("s"), word.removesuffix("es"), f"{word.removesuffix('ies')}y"}
    return bool(forms & known) or (known is _ALLERGENS and _DRUG.fullmatch(word) is not None)
