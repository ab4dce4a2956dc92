"""Regex: a regular expression that is compiled when it is first used.

A command that an agent starts uses few of those that its modules know, and compiling them all took
10 to 40 ms of its start.
"""

import re
from typing import Any, AnyStr, Generic, cast


class _Late(Generic[AnyStr]):
    """Stands for a re.Pattern; what is asked of it once is its own from then on."""

    def __init__(self, text: AnyStr, flags: int) -> None:
        self._form: tuple[AnyStr, int] | re.Pattern[AnyStr] = text, flags
        self.pattern: AnyStr = text  # others may be made of it

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever re.Pattern has
        if isinstance(self._form, tuple):
            self._form = re.compile(*self._form)
        found = self.__dict__[name] = getattr(self._form, name)
        return found


def regex(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return a regular expression. A fault in it is found where it is first used."""
    return cast("re.Pattern[AnyStr]", _Late(text, flags))
