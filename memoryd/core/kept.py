"""Kept: what rules worked out of single texts, which they hold on to for the texts that follow."""

import sys
from functools import lru_cache

_Keeps = type(lru_cache(maxsize=1)(len))  # functools gives this type no public name


def forget() -> None:
    """Let go of it: the next job, or the next entity, has other texts.

    All rules of the core that keep a bounded number of answers are meant; their tables stay. Held
    until the end of a Sunday of 1,000 entities that was 10 MB, between which the memory that was
    free could not be given back to the system.
    """
    # Whole lists at once: another thread may load a module meanwhile.
    for name in list(sys.modules):
        if not name.startswith("memoryd.core."):
            continue
        for rule in list(vars(sys.modules[name]).values()):
            if isinstance(rule, _Keeps) and rule.cache_info().maxsize is not None:
                rule.cache_clear()
