"""Gates: what can become of a proposal, and why one is not stored as offered."""

from enum import StrEnum


class Outcome(StrEnum):
    """What became of a proposal."""

    STORED = "stored"
    MERGED = "merged"
    ATTRIBUTED = "attributed"
    PARKED = "parked"
    DROPPED = "dropped"


class Gate(StrEnum):
    """Why a proposal was not stored as offered."""

    NO_CITATION = "no_citation"  # cites nothing, or only lines that were not shown
    NO_SHARED_WORD = "no_shared_word"  # no content word in a cited line, or too few in its session
    OTHER_LANGUAGE = "other_language"  # than the cited lines
    UNGROUNDED_NAME = "ungrounded_name"
    UNGROUNDED_NUMBER = "ungrounded_number"
    BAD_ENTITY = "bad_entity"
    BAD_TEXT = "bad_text"
    TURNED = "turned"  # another's deed, or a doubt, wish or no of the lines left out
    PASSING = "passing"  # of MEMORY.md: asked for one occasion, dictated, quoted or made up
    WIDENED = "widened"  # of MEMORY.md: a limit, reason, thing or owner that no cited line says
    UNTRUSTED = "untrusted"
    SENSITIVE = "sensitive"
    TOMBSTONED = "tombstoned"  # a person deleted it
    ALREADY_CITED = "already_cited"  # a night takes no fact from a line that gave something before
    CAP = "cap"  # more replacements in one run than is plausible
    NOT_SAME_ATTRIBUTE = "not_same_attribute"  # of a replacement; the fact itself is stored
    UNKNOWN_FACT = "unknown_fact"  # a replacement names an id that the entity does not have
