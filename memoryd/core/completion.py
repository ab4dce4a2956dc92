"""Whether a fact about a project says that it is over: what sends it to the archives."""

import re

_OVER = re.compile(
    r"""(?:
      \b(?:is|are|was|were|got|been|now|all)\s+(?:now\s+|all\s+|officially\s+|finally\s+|fully\s+)*
        (?:finished|completed?|done|delivered|closed|cancell?ed|abandoned|discontinued|over
        |wrapped\ up|shut\ down|wound\ down|archived|retired|handed\ over|signed\ off)
      | \b(?:finished|completed|cancell?ed|abandoned|discontinued|scrapped|wrapped\ up|shut\ down
        |wound\ down|handed\ over|concluded)(?=\s*(?:$|[.,;(]|on\b|in\b|at\b|last\b|this\b|as\b
        |today|yesterday|and\b|\d|the\ project))
      | ^\W*(?:done|over|closed)\W*$ | \bcame\ to\ an\ end
      | \b(?:project|everything)\ (?:has\ )?ended
    )(?!\w)""",
    re.IGNORECASE | re.VERBOSE,
)
# What is finished must be the whole, and not be merely wished, near or doubted.
_NOT_YET = re.compile(
    r"""\b(?:not|n't|never|no|almost|nearly|half|partly|mostly|soon|until|once|when|if|before|after
    |will|would|should|could|may|might|must|can|to\ be|being|planned?|plans?|expected?|hopes?
    |due|by)\b | n't\b | \d+\ ?(?:%|percent|of|/)""",
    re.IGNORECASE | re.VERBOSE,
)
_PART = re.compile(
    r"""\b(?:phase|part|step|sprint|milestone|draft|design|test(?:s|ing)?|task|tasks|module
    |version|v\d|page|feature|review|first|second|third|prototype|beta|alpha|chapter|ticket)\b""",
    re.IGNORECASE | re.VERBOSE,
)


def is_finished(text: str) -> bool:
    """Return whether a fact says that a project as a whole is finished or given up."""
    found = _OVER.search(text)
    if found is None or _PART.search(text):
        return False
    return not _NOT_YET.search(text[: found.end()])
