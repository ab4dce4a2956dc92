"""What stands in a message without anyone having said it: memory, reminders, instruction files."""

import re

from memoryd.sources.shapes import Skip

OWN_MARKER = "<!-- memoryd-extraction -->"  # a line of every prompt that memoryd itself sends
_INJECTED_TAGS = (
    "memory",  # memoryd's own fence; kept, a fact would be learned again from every recall
    "memoryd-context",
    "system-reminder",
    "environment_context",
    "user_instructions",
    "INSTRUCTIONS",
    "teammate-message",
    "new-diagnostics",
    r"ide_[a-z_]{1,40}",  # what is open or selected in an editor
    r"(?:[a-z]{2,20}-){1,4}hook",  # what a hook of the assistant says
)
# In capitals or not, but for INSTRUCTIONS: people do write <instructions>.
_CASE = {tag: re.IGNORECASE if tag.islower() else re.NOFLAG for tag in _INJECTED_TAGS}
_TOKENS = tuple(
    re.compile(rf"<(/?){tag}(?:\s[^<>]{{0,300}})?>", case) for tag, case in _CASE.items()
)
_UNCLOSED = tuple(  # people do write a lone <memory>, and speak of a tag inside a line
    re.compile(rf"\A<{tag}>|^[ \t]*<{tag}>[ \t\r]*$", case | re.MULTILINE)
    for tag, case in _CASE.items()
    if tag not in _INJECTED_TAGS[:2]
)
_FILES = r"(?:AGENTS|CLAUDE|GEMINI|MEMORY|SOUL|USER|TOOLS|IDENTITY|HEARTBEAT|BOOTSTRAP)\.md"
_FILE_HEADING = re.compile(
    rf"^(?:#{{1,6}}|={{3,}}|-{{3,}}|Contents of|<file\b)[^\n]{{0,200}}?\b{_FILES}\b", re.MULTILINE
)
_HEARTBEAT = re.compile(r"(?i)\[OpenClaw heartbeat poll\]\Z|Read HEARTBEAT\.md if it exists")
_ACKS = ("heartbeat_ok", "no_reply", '{"action":"no_reply"}')
_STUBS = ("summary unavailable due to size limits", "no response requested")
_RECAP = "This session is being continued from a previous conversation that ran out of context"


def writable(text: str) -> str:
    """Return a text that UTF-8 can hold: surrogate pairs joined, lone surrogates replaced."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def human(text: str) -> str | Skip:
    """Return what a person typed, without what programs put around it; a Skip if nothing is."""
    text = writable(text).strip()
    if OWN_MARKER in text and OWN_MARKER in map(str.strip, text.splitlines()):
        return Skip.OWN
    if text.startswith(_RECAP):
        return Skip.RECAP
    if _HEARTBEAT.match(text):
        return Skip.HEARTBEAT
    kept = _without_files(_without_unclosed(_cut(text)))
    if text and not kept:
        return Skip.INJECTED
    return _worded(kept)


def reply(text: str) -> str | Skip:
    """Return what an assistant said; a Skip for acknowledgements and the program's stubs."""
    text = _cut(writable(text).strip())
    if "".join(text[:60].lower().split()).strip("*_`'.!") in _ACKS:
        return Skip.ACK
    return _worded(text)


def label(value: object) -> str | None:
    """Return a speaker's or channel's name on one line, so that it cannot pose as a line."""
    return (" ".join(writable(value).split())[:100] or None) if isinstance(value, str) else None


def _worded(text: str) -> str | Skip:
    if text[:60].lower().rstrip(" .") in _STUBS:
        return Skip.SYSTEM
    return text or Skip.EMPTY


def _without_files(text: str) -> str:
    """Keep what stands before instruction files: one at the very start, or several in a row."""
    found = _FILE_HEADING.finditer(text)
    first = next(found, None)
    if first is not None and (first.start() == 0 or next(found, None) is not None):
        return text[: first.start()].rstrip()
    return text


def _without_unclosed(text: str) -> str:
    """Keep what stands before a block whose end was cut off."""
    found = (match.start() for tag in _UNCLOSED if (match := tag.search(text)))
    return text[: min(found, default=len(text))].rstrip()


def _cut(text: str) -> str:
    for token in _TOKENS:
        if "</" in text:
            text = _cut_tag(text, token)
    return text


def _cut_tag(text: str, token: re.Pattern[str]) -> str:
    """Cut the outermost closed spans of a tag, in time linear in the text."""
    kept, depth, opened, closed = [0], 0, 0, 0
    for match in token.finditer(text):
        if not match[1]:
            opened = opened if depth else match.start()
            depth += 1
        elif depth:
            depth, closed = depth - 1, match.end()
            if not depth:
                kept += [opened, closed]
    if depth and closed > opened:  # an opener inside the block was never closed
        kept += [opened, closed]
    kept.append(len(text))
    parts = (text[a:b].strip() for a, b in zip(kept[::2], kept[1::2], strict=True))
    return "\n".join(filter(None, parts)) if len(kept) > 2 else text  # noqa: PLR2004 - any cut
