"""What is embedded of a passage, and the key by which its vector is found again.

Who speaks, or whom it is about, and the day belong to it: the bare words are found clearly less.
"""

from datetime import date

from memoryd.core.digest import blake2b
from memoryd.core.passage import Passage

_MONTHS = (
    "January February March April May June July August September October November December".split()
)


def meant(passage: Passage) -> str:
    """Return the text whose vector stands for a passage. Another wording needs a new VERSION."""
    # Names differ from the folder's often in nothing but case: "sarah Sarah".
    about = {word.casefold(): word for word in passage.subject.split()}
    head = passage.speaker or " ".join(about.values())
    day = _spelled(passage.day)
    head = f"{head} ({day})" if head and day else head or day
    return f"{head}: {passage.text}" if head else passage.text


def key_of(text: str) -> bytes:
    """Return the 16 bytes by which the vector of a text is found again."""
    return blake2b(text.encode("utf-8", "surrogatepass"), 16)


def _spelled(day: str | None) -> str:
    try:
        said = date.fromisoformat(day or "")
    except ValueError:
        return day or ""
    return f"{said.day} {_MONTHS[said.month - 1]} {said.year}"
