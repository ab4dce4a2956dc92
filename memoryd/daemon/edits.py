"""What is wrong with files that a person saved: logged when it is found, and when it is mended."""

import re
import threading
from collections.abc import Mapping
from typing import Any

import structlog

from memoryd.daemon.entities import named

_PLACE = re.compile(r"(.+?):(\d+):(\d+): (.*)", re.DOTALL)
_TYPED = re.compile(r"""(['"])(?!fact").*\1""", re.DOTALL)  # a value of the file, in quotes

log = structlog.get_logger()


class Edits:
    """Follows what the looks at the files tell. broken: path -> what is wrong, one line."""

    def __init__(self) -> None:
        self.broken: dict[str, str] = {}
        self._looking = threading.Lock()

    def look(self, answer: Mapping[str, Any]) -> None:
        """Take what a verb answered; one that did not look at the files changes nothing."""
        found = answer.get("heartbeat", answer).get("broken")
        if found is None:
            return
        broken = {_place(said)[0]: said for said in found}
        with self._looking:
            before, self.broken = self.broken, broken
        for path, said in broken.items():
            if before.get(path) != said:
                _, line, column, rule = _place(said)
                log.warning(
                    "edit_refused", **named(path), path=path, line_number=line, column=column,
                    rule=_TYPED.sub("...", rule),
                )  # fmt: skip
        for path in before.keys() - broken.keys():
            log.info("edit_mended", **named(path), path=path)


def _place(said: str) -> tuple[str, int, int, str]:
    """Return the path, line, column and rule of what is wrong.

    What is wrong with a file as a whole, a link perhaps, stands at its start, as status says.
    """
    if found := _PLACE.fullmatch(said):
        return found[1], int(found[2]), int(found[3]), found[4]
    path, _, rule = said.partition(": ")
    return path, 1, 1, rule
