"""Films, books, games, plays, dreams: what happens in one happens to nobody."""

import re

from memoryd.llm.offline_words import NAME, is_place

_WORKS = (
    r"(?:(?:video|board|card|computer|role-?playing) ?games?|games?|movies?|films?|scripts?|"
    r"screenplays?|plays?|musicals?|operas?|episodes?|chapters?|seasons?|finales?|series|shows?|"
    r"sitcoms?|soaps?|novels?|books?|comics?|mangas?|animes?|stor(?:y|ies)|tales?|dreams?|"
    r"nightmares?|simulat(?:or|ion)s?|exercises?|rehearsals?|flashbacks?|scenes?|sequels?|"
    r"trailers?|campaigns?|quests?|levels?|role-?plays?|mocks?|scenarios?|examples?|fixtures?|"
    r"seed data|unit tests?|test data|demos?|mock-?ups?|samples?|templates?|skits?|sketch(?:es)?|"
    r"ads?|commercials?|parod(?:y|ies)|fantas(?:y|ies)|universes?|timelines?|cutscenes?|lyrics|"
    r"songs?|poems?|riddles?|jokes?|quiz(?:zes)?)"
)
# The end of the phrase, so that "in the film industry" is work.
_STOPS = (
    r"(?=\s*$|\s*[,.!;:()]|\s+(?:and|but|where|when|that|which|called|named|of|with|by|at|we|i|"
    r"last|this|again|yesterday|today|idea)\b)"
)
_COUNTED = r"(?:season|episode|chapter|act|level|scene|part|book|volume|series)"
WITHIN_ONE = re.compile(
    rf"\b(?:in|during|inside|within) (?:(?:the|a|an|my|our|this|that|his|her|their|some) )?"
    rf"(?:[\w-]+ ){{0,2}}?{_WORKS}{_STOPS}|"
    rf"\b(?:in|during|at the end of) {_COUNTED} (?:\d+|[ivx]+|one|two|three|four|five|six|ten)\b|"
    r"\bin (?:the )?(?:game|movie|film|book|show)s?\b(?= [A-Z])",
    re.IGNORECASE,
)
_SHOWN = (
    r"(?:shows?|series|chapters?|episodes?|seasons?|movies?|films?|novels?|books?|mangas?|animes?|"
    r"sitcoms?|dramas?|finales?|audiobooks?|comics?|plays?|musicals?)"
)
TALE = re.compile(
    rf"\b(?:[Ww]atch(?:ed|ing)?|[Bb]inge\w*|(?:[Rr]e)?[Rr]ead(?:ing)?|[Ff]inish(?:ed|ing)|"
    rf"[Ss]tart(?:ed|ing)|[Ff]avou?rite|[Ss]aw|[Hh]alfway through|[Ss]poilers?)\b[^.!?]{{0,40}}\b"
    rf"{_SHOWN}\b|\b(?:[Ww]atched|[Ww]atching|[Rr]e-?watch\w*|[Bb]inged|[Bb]inging|[Rr]e-?read\w*|"
    rf"[Rr]eading) (?:the )?{NAME}|\b[Bb]inge\b|\b[Ss]poilers?\b"
)
_FRAGMENT = re.compile(
    r"(?:in|on|at|inside|under|within|as|per|by|far|from|for|with|oh,? (?:sure|great|joy|yes)|"
    r"sure|yeah,? right|wow|of course|no way)\b",
    re.IGNORECASE,
)
_MONTHS = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*|spring|summer|autumn|fall|winter"
# Openings before "I ..." that leave it as it is: a time, a reason, a transition.
_PLAIN = re.compile(
    rf"(?:as (?:always|usual|of|you|it|i|we|for|a result|a rule|a matter|promised|planned|"
    rf"mentioned|expected)\b|"
    r"at (?:last|first|least|home|work|the|this|my|our|school|present|night|age|\d+)\b|"
    rf"in (?:general|short|particular|summary|addition|fact|other|case|total|\d+|"
    rf"(?:early |mid |late )?(?:{_MONTHS})\b|my (?:\w+ )?(?:job|role|family|team|"
    r"spare|free|twenties|thirties|view|case|opinion|experience|"
    r"time|life|own)|the (?:end|meantime|meanwhile|morning|mornings|evening|"
    r"evenings|afternoon|afternoons|office|past|last|beginning|summer|winter|spring|autumn|fall|"
    r"team|family|kitchen)|"
    r"our (?:team|family|house|home|office))\b|"
    r"on (?:the (?:other|plus|one|bright|side|whole|weekend|weekends|team|project)|top|a \w+ note|"
    r"average|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends|weekdays|my|our|project|that|"
    r"balance)\b|"
    r"(?:by|for) (?:the|now|work|love|my|our|this|that|years|months|context|what|family|health|"
    r"breakfast|lunch|dinner|me|us|\w+ (?:years|months|weeks|reasons))\b|"
    r"from (?:now|then|today|that|here|my|the)\b|with (?:that|my|our|the|great|a|all|this)\b|"
    r"far (?:away|too)\b|within\b|under (?:my|the|our)\b|inside\b)",
    re.IGNORECASE,
)
_AT_NAME = re.compile(rf"(?:(?:at|for|with|from|by)(?: the)?|on [Pp]roject) {NAME}$")
_IN_NAME = re.compile(rf"[Ii]n (?P<name>{NAME})$")


def is_unreal_setting(opening: str) -> bool:
    """Return whether the words before ", I ..." set it in a work, a joke or nowhere known."""
    text = opening.strip(" ,.!:")
    if not _FRAGMENT.match(text) or " " not in text:
        return False  # one word is what a date left over, as "As of May" leaves "As"
    place = _IN_NAME.match(text)
    if place:
        return not is_place(place["name"])
    if WITHIN_ONE.search(text):
        return True
    at = _AT_NAME.match(text[:1].lower() + text[1:])
    return not (_PLAIN.match(text) or at)
