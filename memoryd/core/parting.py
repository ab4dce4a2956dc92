"""Parting: whether a text makes up that somebody left, died or split up."""

from collections.abc import Iterable

from memoryd.core.mood import ENDS, cue

# How a text says it, and how else the words may: by another word of the same kind.
# Who leaves is somebody: "three days left", "left a comment" and "leaves for Rome" are no parting.
_WHO = r"(?:(?-i:[A-Z])[\w'-]+|he|she|they|who|(?:my|his|her|our|their)\ \w+)\ "
_BE = r"(?:(?:has|have|had|is|are|was|were|also|already|just|will|be|been)\ )*"
_LEFT = (
    cue(rf"""(?:{_WHO}{_BE}|^)(?:left|leav(?:es?|ing)|quit\w*)(?!\ (?:for|an?|over|at|on|in|it|this
      |behind|work|early|home)\b)|resign\w*|mov(?:es?|ed|ing)\ (?:out|away)
      |{_WHO}{_BE}(?:departed|walked\ out|retire[sd]?|retiring|gone\ for\ good)
      |laid\ off|dismiss\w*|sacked|fired|part(?:s|ed)\ ways"""),
    cue(r"""last\ day|notice|farewell|goodbye|good-bye|new\ job|redundan\w*|let\ go|left|leav\w*
      |stepp?(?:s|ed|ing)?\ down|going|go(?:es)?|gone|went|mov\w*|over|retire\w*|ex|switch\w*
      |flew|fl(?:y|ies|ying)|flight|dr[oi]v\w*|out\ of|forgot\w*|remain\w*|vacation|holiday\w*"""),
)
_DIED = (
    cue(rf"""{_WHO}{_BE}(?:die[sd]?|dying|dead|passed\ away|buried|killed)|deaths?\ of|funeral"""),
    cue(r"""los[et]\w*|loss|passing|passed|mourn\w*|grie[fv]\w*|late|put\ down|suicide|obituary"""),
)
_SPLIT = (
    cue(
        r"""divorc\w*|separat(?:ed|es|ing|ion)\ from|br(?:eak|oke|oken)\w*\ up|split(?:ting)?\ up"""
    ),
    cue(r"""ex|separat\w*|split\w*|over|apart|leav\w*|left"""),
)


def parts_without_word(text: str, said: Iterable[str]) -> bool:
    """Return whether a text tells of a parting that none of the words said could mean."""
    words = "\n".join(said).replace("’", "'")
    return any(
        told.search(text) and not any(each.search(words) for each in (told, may_mean, *ENDS))
        for told, may_mean in (_LEFT, _DIED, _SPLIT)
    )
