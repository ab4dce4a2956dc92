"""Which of our priorities are over with what was said of them, or with the project they speak of.

They are in the operator's own words, so no project's line takes their place: "Q2 goal: get the
pilot signed" stands until something shows that it is done.
"""

import re
from collections.abc import Iterable, Iterator

from memoryd.core.priority_end import is_said_over
from memoryd.core.regex import regex
from memoryd.core.stale import Subject, is_to_do
from memoryd.core.tacit_lines import TacitLine
from memoryd.core.value import replace

# "Beacon launch" ends with Beacon; "Beacon support" may go on.
_PART = (
    r"(?:['’]s)?(?:\s+(?:first|second|last|final|next))?\s+(?:launch|release|roll-?out|migration"
    r"|rewrite|redesign|refactor(?:ing)?|mvp|beta|pilot|demo|prototype|phase|milestone|deadline"
    r"|work|build|delivery|implementation|development|version|v?\d[\d.]*)\b"
)
# What stands before a project that is to be done, beside what a person's own line is read by.
_ASIDE = regex(
    r"^(?:[^:]{1,40}:\s+|(?:the )?(?:(?:main|top|current|first|biggest|only) )*"
    r"(?:focus|priority|goal|aim) (?:is|remains) (?:on |to )?"
    r"|(?:works?|working|wants?|hopes?|aims?) (?:on |to )?"
    r"|(?:get|gets|getting|have|having) )+",
    re.IGNORECASE,
)
_FIRST = regex(
    r"^(?:the |my |our )?(?P<name>\S.*?)(?: project)? (?:takes? (?:priority|precedence)"
    r"|has priority|(?:in|into|to) production|done|live|out|shipped|finished|signed|approved|built"
    r"|delivered|ready|every \w+|(?:comes|goes) first)\b",
    re.IGNORECASE,
)


def is_over_with(line: TacitLine, project: Subject) -> bool:
    """Return whether a priority of ours takes a project for being at work that has ended since.

    An end of the line's own day counts, unless both rest on the same words.
    """
    if not project.ended:
        return False
    end = project.end
    if end and (end.day < (line.day or "") or end.source == line.evidence):
        return False
    return any(is_to_do(reading, project) for reading in _readings(line, project.names))


def is_told_over(
    text: str, day: str, told: Iterable[tuple[str, str]], names: Iterable[str] = ()
) -> bool:
    """Return whether something says of what a priority is about that it is over.

    day: of the priority, ISO; told: (ISO day, text), of which those of that day and later count;
    names: of the project of which it is told, if of one: its facts do not repeat its name.
    """
    since = [said for on, said in told if on >= day]
    named = [f"{name} {said[:1].lower()}{said[1:]}" for name in names for said in since]
    return is_said_over(text, [*since, *named])


def _readings(line: TacitLine, names: Iterable[str]) -> Iterator[TacitLine]:
    """Yield a line as it is, without what leads up to a project, and with a part as the whole."""
    texts = {line.text: None}
    for name in names:
        whole = re.sub(rf"(\b{re.escape(name)}){_PART}", r"\1", line.text, flags=re.IGNORECASE)
        texts |= {whole: None, _ASIDE.sub("", whole): None}
    for text in tuple(texts):
        if first := _FIRST.match(text):
            texts |= {first["name"]: None, f"{first['name']} comes first": None}
    yield from (replace(line, text=text) for text in texts if text)
