"""Kept: what rules worked out of single texts, which they hold on to for the texts that follow."""

import sys


def forget() -> None:
    """Let go of it: the next job, or the next entity, has other texts.

    All rules of the core that keep a bounded number of answers are meant; their tables stay. Held
    until the end of a Sunday of 1,000 entities that was 10 MB, between which the memory that was
    free could not be given back to the system.
    """
    for name in [name for name in sys.modules if name.startswith("memoryd.core.")]:
        for rule in list(vars(sys.modules[name]).values()):
            if hasattr(rule, "cache_clear") and rule.cache_info().maxsize is not None:
                rule.cache_clear()
