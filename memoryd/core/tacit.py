"""MEMORY.md: its sections, and the marked block that tells an assistant how memory works."""

import hashlib
import re
from collections.abc import Sequence
from enum import StrEnum

from memoryd.core import blocks, sections
from memoryd.core.regex import regex


class TacitSection(StrEnum):
    """The sections of MEMORY.md."""

    HOW_I_WORK = "How I Work"
    COMMUNICATION = "Communication Preferences"
    SERVICES = "Services & Access"
    HARD_RULES = "Hard Rules"
    LESSONS = "Lessons Learned"
    PRIORITIES = "Project Priorities"
    THREE_LAYERS = "Memory — Three Layers"


BY_KEY = sections.keyed(TacitSection)

_RULES = """\
memoryd keeps what is worth knowing in three layers of plain files.

- How the operator works: `{memory}` (this file).
- What happened, day by day: `{notes}/YYYY-MM-DD.md`.
- What is known: a folder for each project (`{root}/projects/`), person (`{root}/areas/people/`), \
company (`{root}/areas/companies/`) and subject (`{root}/resources/`); what is finished lies in \
`{root}/archives/`.

To recall something, stop at the first step that answers:

1. `summary.md` in the folder: the short, current picture.
2. `items.json` beside it: every fact with its date; only `"status": "active"` holds today.
3. Search everything: the tool `memory_search`, or `memoryd search WORDS`.

Rules:

- Save what should last with the tool `memory_remember`, or `memoryd remember "TEXT"`; \
do not write the files yourself.
- A fact that no longer holds is superseded by the new one, never deleted.
- On Sunday each `summary.md` is written anew from the active facts.
- This file, `USER.md` and the daily notes are private: in a group, do not quote or use them.
- The operator may edit every file; what a person wrote wins.
"""

# What an assistant can be told to do; "never eats" and "don't like" tell of the operator.
_ACT = r"""(?:(?:re)?schedule|book|send|share|call|phone|ring|e-?mail|message|text|reply|respond
  |answer|delete|remove|overwrite|erase|(?:force-?)?push|merge|deploy|commit|rebase|post|publish
  |tweet|buy|order|pay|spend|transfer|forward|invite|contact|ask|tell|mention|quote|install|run
  |execute|edit|change|touch|approve|accept|decline|cancel|move|include|attach|suggest|recommend
  |assume|interrupt|wake|remind|confirm|check|verify|test|back\ up|store|save|log|disclose|reveal
  |promise|agree|skip|rename|summari[sz]e|cc|bcc|copy|give|show|guess|invent|use|add|write|put|sign
  |translate|address|propose|offer|place)(?![\w'])"""
_DOES = regex(_ACT, re.VERBOSE)
_ORDER = regex(
    rf"""^(?:(?:please|from\ now\ on|and|also|rule:|important:)[,\s]+)*
      (?:never|always|don't|dont|do\ not|under\ no\ circumstances|at\ no\ time)\s+
      (?:(?:ever|again|just|simply|automatically|silently|directly|first)\s+)?{_ACT}
    | \b(?:you|(?:the\ |my\ |an?\ )?(?:assistants?|agents?|bot))\s+(?:(?:must|should|may|shall|can)
      \s+(?:never|always|not)|mustn't|shouldn't|(?:(?:is|are)\ )?(?:not|never|always)\ to)\b
    | \b(?:the\ |my\ )?(?:assistants?|agents?|bot)\s+(?:never|always)\ to\b
    | \btold\ (?:the\ |my\ )?(?:assistants?|agents?|bot)\s+(?:never|always|not)\ to\b""",
    re.IGNORECASE | re.VERBOSE,
)
# Calls between programs, messages of programs, what a person calls something, what is no letter.
_OTHER_SENSES = regex(
    r"""\b(?:function|api|system|method|procedure|rpc|tool|model|database|service|http|sys|margin)
      [\s-]calls?\b
    | \bcalls?\s(?:stacks?|sites?|graphs?|cent(?:er|re)s?|for\ papers)\b
    | \b(?:commit|error|log|status|warning|protobuf|queue)\s(?:messages?|text)\b
    | \bmessage\s(?:queues?|bus|brokers?|formats?|schemas?)\b
    | \b(?:response|reply)\s(?:times?|codes?|bod(?:y|ies)|headers?|caches?)\b
    | \be-?mail\s(?:servers?|clients?|parsers?|marketing|campaigns?|templates?)\b
    | \bcalls\s(?:his|her|their|it|the|a|an|this|that|all|every|him|them)\b
    | \bmeeting\srooms?\b | \bphone\s(?:apps?|cases?|cameras?|repairs?)\b""",
    re.IGNORECASE | re.VERBOSE,
)
# What is said to come first now: a line on what is worked at.
_FIRST = regex(
    r"^(?:current |absolute )?(?:top|main|first|highest|biggest|number[- ]one)"
    r" (?:priority|focus) is\b|^[\w -]{2,60} comes first(?: this \w+| until [\w .]+)?$",
    re.IGNORECASE,
)
_REACH = regex(
    r"""\b(?:calls?|phoned?|e-?mails?|e-?mailed|voice\ ?(?:mails?|notes?)|messages?|messaged
      |messaging|dms?|sms|(?-i:Slack)|telegram|whatsapp|repl(?:y|ies)|respon(?:d|se|ses)|meetings?
      |stand-?ups?|one-on-ones?|1:1s?|notifications?|notified|reminders?|reminded|pinged|pings?|tone|emojis?
      |small\ talk|greetings?|pleasantries|jargon|bluntly|concise|concisely|(?:in)?formally|tl;dr
      |bullet\ points?|be\ (?:called|reached|contacted|addressed|interrupted|disturbed))\b
    | \b(?:brief|short|long|detailed|written|direct|honest|plain|straight|weekly|daily|status)
      \ (?:updates?|summar(?:y|ies)|feedback|explanations?|answers?|texts?|paragraphs?|reports?)\b
    | \b(?:in)?formal\ (?:english|language|style|address|wording|writing)\b
    | \b(?:be|being|keep\ (?:it|things|them|answers|explanations|summaries|updates|texts)|kept)
      \ (?:very\ |nice\ and\ )?(?:brief|short|direct|concise|simple|plain|formal|to\ the\ point)\b
    | \b(?:prefers|likes|wants|hates|dislikes)\ (?:brief|brevity|texts|texting|directness)\b
    | \b(?:write|writing|speak|talk|text)\ (?:to|with)\ (?:me|him|her|them|the\ operator)\b
    | \baddress\ (?:me|him|her|them)\b | ^answers?\ in\b""",
    re.IGNORECASE | re.VERBOSE,
)


def rules_text(*, root: str, notes: str, memory: str) -> str:
    """Return the rules for assistants; the paths are written as given, such as ~/life."""
    return _RULES.format(root=root.rstrip("/"), notes=notes.rstrip("/"), memory=memory)


def with_rules(raw: bytes | None, rules: str) -> bytes:
    """Return MEMORY.md with the rules in a marked block of the section on the three layers.

    Rules of an earlier version are replaced, unless a person edited them: theirs stand. Every
    other byte stays. raw None (or empty) begins the file.
    """
    file = raw or b"# MEMORY.md\n"
    document = blocks.read(file)
    lines = rules.splitlines()
    sealed = [f"<!-- memoryd {_seal(lines)} -->", *lines]
    parts = sections.parts_of(document, BY_KEY, TacitSection.THREE_LAYERS)
    for part in parts:
        for block in document.blocks(part.heading.content, part.end):
            if block.seal is not None:
                if not is_rules(document, block):
                    return file
                return document.replace(block.opened, block.closed, sealed)
    if parts:
        at = document.text_end(parts[0].heading.content, parts[0].own)
        return document.insert(at, [*sealed, blocks.CLOSE])
    at = document.text_end(0, len(document.lines))
    heading = f"## {TacitSection.THREE_LAYERS}"
    return document.insert(at, ([""] if at else []) + [heading, *sealed, blocks.CLOSE])


def is_rules(document: blocks.Document, block: blocks.Block) -> bool:
    """Return whether a block holds rules as memoryd wrote them, without a person's edit."""
    return block.seal == _seal(document.texts[block.opened + 1 : block.closed])


def is_act(word: str) -> bool:
    """Return whether a word, small, is what an assistant can be told to do."""
    return _DOES.fullmatch(word) is not None


def section_for(text: str) -> TacitSection:
    """Return where a preference of the operator stands when no model says where.

    An order to the assistant that holds always is a hard rule; how to reach the operator and write
    to them is communication; what comes first now is a priority; all else is how they work. In
    doubt it is the last.
    """
    plain = _OTHER_SENSES.sub(" ", " ".join(text.replace("’", "'").split()))
    if _ORDER.search(plain):
        return TacitSection.HARD_RULES
    if _FIRST.search(plain):
        return TacitSection.PRIORITIES
    return TacitSection.COMMUNICATION if _REACH.search(plain) else TacitSection.HOW_I_WORK


def _seal(lines: Sequence[str]) -> str:
    """Return the digest by which an edit is noticed; line ends and trailing spaces are no edit."""
    text = "\n".join(line.rstrip() for line in lines)
    return hashlib.sha256(text.encode()).hexdigest()[:8]
