"""Ellipsis: what a clause leaves to the one before it: "but Carla does", "Dana and Tom"."""

from memoryd.core.grounding import names_in
from memoryd.core.regex import regex
from memoryd.core.text import content_stems

_AUX = r"(?:do(?:es)?|did|is|are|was|were|has|have|had|can|could|will|would|may|might|should|must)"
_WHO = r"(?P<{}>[A-Z][\w'’-]*(?: [A-Z][\w'’-]*){{0,2}}|(?i:she|he|they|it))"
_DOES = regex(
    rf"(?:{_WHO.format('who')} (?:(?P<verb>(?i:{_AUX}))(?P<no>n['’]t| not)?"
    r"(?: (?:too|also|as well|either))?|too|also|as well|either|not(?: either)?)"
    rf"|(?:so|as|(?P<nor>neither|nor)) (?i:{_AUX}) {_WHO.format('whom')})\W*"
)
_SAYS_NO = regex(r"\b(?:(?:does|do|did)(?:n['’]t| not)|not|no|never)\b|(?<=[a-z])n['’]t\b")
_NOT = regex(r"(?:not|nor) ")
_HOW = regex(r"(?:of|for|to|with|at|in|on|from)\b")
_SUBJECT = regex(r"(?:[A-Z][\w'’-]* ?){1,3}|(?:She|He|They|It) ")


def in_full(clause: str, before: str) -> str:
    """Return a clause that leaves its verb out in full, by the one before it; "" for another."""
    found = _DOES.fullmatch(clause)
    if found is None:
        return ""
    who = found["who"] or found["whom"]
    opens = _SUBJECT.match(before)
    rest = _SAYS_NO.sub("", before[opens.end() :] if opens else before)
    same = not found["verb"] and not found["whom"] and _SAYS_NO.search(before)
    denied = found["no"] or found["nor"] or same or clause.rstrip(" .").endswith(" not")
    return " ".join(f"{who} {'does not ' if denied else ''}{rest}".split())


def joined(names: str, before: str, own: frozenset[str]) -> str:
    """Return what is joined to a clause, "Tom" or "not of Tom", in the words of that clause.

    own: stems of the entity's name.
    """
    named = [name for name in names_in(before) if not content_stems(name) <= own]
    if not named or not names_in(f"x {names}"):
        return names
    head = before[: before.rindex(named[-1])].rstrip()
    denied = _NOT.match(names)
    rest = names[denied.end() :] if denied else names
    how = _HOW.match(rest)
    if how:
        head = head.removesuffix(f" {how[0]}")
    return f"{'not ' if denied and not _SAYS_NO.search(head) else ''}{head} {rest}"
