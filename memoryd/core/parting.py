"""Parting: whether a text makes up that somebody left, died or split up."""

from collections.abc import Iterable

from memoryd.core.mood import ENDS, cue

# How a text says it, and how else the words may: by another word of the same kind.
_LEFT = (
    cue(r"""left|leav(?:es?|ing)|resign\w*|depart(?:s|ed|ing)?|mov(?:es?|ed|ing)\ (?:out|away)
      |walk(?:s|ed)\ out|laid\ off|let\ go|dismiss\w*|sacked|fired|retire[sd]?|retiring
      |quit\w*|is\ gone|part(?:s|ed)\ ways"""),
    cue(r"""last\ day|notice|farewell|goodbye|good-bye|new\ job|redundan\w*
      |stepp?(?:s|ed|ing)?\ down|going|go(?:es)?|gone|went|mov\w*|over|retire\w*|ex|switch\w*
      |flew|fly\w*|dr[oi]v\w*|out\ of|forgot\w*|remain\w*"""),
)
_DIED = (
    cue(r"""die[sd]?|dying|dead|deaths?|passed\ away|funeral|buried|killed"""),
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
