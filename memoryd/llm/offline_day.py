"""The rules' review of a day: what the operator plainly says happened, was decided, or runs."""

import re
from collections.abc import Iterator
from itertools import chain

from memoryd.clock import local_day
from memoryd.core.own_names import Names, names_of
from memoryd.core.proposal import DayRequest, DayReview, Noted
from memoryd.core.turn import Line, Role
from memoryd.llm.offline_text import clauses

_PERSON = "person"
_MOST = 160  # characters; what is longer is a tale, no entry
_LEAST = 3  # words
_DECISION = re.compile(
    r"\b(?:decided|chose|chosen|agreed (?:on|to|that)|settled on|opted for|picked|went with"
    r"|going with|will use|we use|postponed|put off|called off|cancell?ed|dropped|scrapped"
    r"|approved|rejected)\b",
    re.IGNORECASE,
)
_EVENT = re.compile(
    r"^(?:(?:I|we)(?:'ve| have)? (?:just |also |finally )?)?(?:had (?:a|an|the|my|our) .{0,30})?"
    r"(?:(?:long|short|good|great|quick|first|final|last|weekly|big|productive) )*"
    r"(?:call|meeting|interview|demo|workshop|lunch|dinner|appointment|visit|review|standup|launch)"
    r" (?:about|with|on|for|at)\b"
    r"|\b(?:met|launched|shipped|released|deployed|merged|published|signed|hired|fired|promoted"
    r"|finished|completed|delivered|closed|opened|started|joined|left|quit|moved|bought|sold"
    r"|visited|presented|interviewed|graduated|got (?:married|engaged|promoted|a|an|the|my)"
    r"|was born|passed|won|lost|broke|fixed|booked|scheduled|took (?:his|her|their|our) first)\b",
    re.IGNORECASE,
)
_PROCESS = re.compile(
    r"\b(?:is|are|still) (?:still |now )?(?:running|in progress|under way|underway|ongoing"
    r"|building|deploying|waiting (?:for|on)|blocked (?:by|on))\b"
    r"|\b\d+ ?(?:/|of) ?\d+ (?:\w+ )?(?:are |is )?done\b",
    re.IGNORECASE,
)
_MINE = re.compile(r"^(?:I|we)(?:'ve| have| just)? (?=[a-z])", re.IGNORECASE)


def review(request: DayRequest) -> DayReview:
    """Return what the operator's own lines say of their day; no fact and no reference is added.

    The heartbeat's rules have read the same lines for facts, and code finds the references.
    """
    spoken = [line for line in request.lines if line.turn.role is Role.OPERATOR]
    people = [known.name for known in request.known if known.kind == _PERSON]
    things = [known.name for known in request.known if known.kind != _PERSON]
    names = names_of([request.operator], things, people)
    found = list(chain.from_iterable(_noted(line, request, names) for line in spoken))
    return DayReview(
        events=tuple(noted for kind, noted in found if kind == "event"),
        decisions=tuple(noted for kind, noted in found if kind == "decision"),
        processes=tuple(noted for kind, noted in found if kind == "process"),
    )


def _noted(line: Line, request: DayRequest, names: Names) -> Iterator[tuple[str, Noted]]:
    for clause in clauses(line.turn.text, local_day(line.turn.time, request.zone), names):
        said = " ".join(filter(None, (clause.text + clause.rest, clause.limit)))
        text = _MINE.sub("", said)
        if len(text) > _MOST or len(text.split()) < _LEAST:
            continue
        noted = Noted(text[0].upper() + text[1:], (line.id,))
        if _DECISION.search(clause.text):
            yield "decision", noted
        elif _PROCESS.search(clause.text):
            yield "process", noted
        elif _EVENT.search(clause.text):
            yield "event", noted
