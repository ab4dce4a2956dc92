"""Every error memoryd raises on purpose, as one tree that says who can act.

MemorydError
├── UsageError            the caller asked for something that does not exist or cannot be (exit 2)
│   ├── ConfigError       the TOML file has problems; all of them are listed
│   └── UnseenError       a group asked for what it may not know of, is not there or cannot be kept
├── DataError             a value breaks a rule of the memory's own format
│   ├── SlugError         a name cannot become an entity's folder
│   ├── TransitionError   a fact cannot change in that way
│   └── CorruptFileError  a file does not parse or breaks a rule: file, line, column, rule
├── StoreError            the disk or the lock
│   ├── LockedError       another writer holds the lock
│   ├── ReadOnlyStoreError  the disk refused a write; nothing was acknowledged
│   ├── ChainError        the audit chain does not verify
│   └── BrokenIndexError  the search index is to be built anew
├── UnansweredError       the daemon is there, and does not answer in time
├── UnshownError          standard output takes nothing
├── EmbeddingError        no vectors at present; an answer by words is still right
├── SourceError           a transcript cannot be read
└── LlmError              the model adapter
    ├── TransientLlmError   worth another try later: time-out, 429, 5xx, reset
    │   └── HeldError       no call was made: an earlier one failed, its wait is not over
    ├── TerminalLlmError    a person must act: key, model name, quota
    ├── UnreadableAnswerError  the answer is not JSON of the schema, after one re-ask
    │   └── TooLongError    ask with less: the question does not fit, or its answer came cut
    └── BudgetError         the cap of the day or month would be passed
"""

import errno
import os

_CLOSED = (errno.EACCES, errno.EPERM, errno.EROFS)
_FULL = (errno.ENOSPC, errno.EDQUOT)


def why_refused(err: OSError, *, doing: str = "write") -> str:
    """Return what the system said of a place, and what to do there. doing: write or read."""
    why = os.strerror(err.errno or 0).lower()
    if err.errno in _CLOSED:
        return f"{why}; make it {'readable' if doing == 'read' else 'writable'}"
    return f"{why}; make room there" if err.errno in _FULL else why


class MemorydError(Exception):
    """An error whose message is one line for a person: what, and what to do."""


class UnansweredError(MemorydError):
    """The daemon is there, and does not answer in time."""


class UsageError(MemorydError):
    """The caller asked for something that cannot be done as asked."""


class ConfigError(UsageError):
    """The configuration has problems.

    problems: one line each, all that were found.
    """

    def __init__(self, problems: list[str]) -> None:
        """Keep every problem, and join them for the one-line message."""
        self.problems = problems
        super().__init__("; ".join(problems))


class UnseenError(UsageError):
    """A group asked for what it may not know of, what is not there, or what cannot be kept.

    The words rest on what it asked alone, whatever the memory holds: it may be told them.
    """


class DataError(MemorydError):
    """A value breaks a rule of the memory's own format."""


class SlugError(DataError):
    """A name has no letter or digit that could name a folder."""


class TransitionError(DataError):
    """A fact or ledger cannot change in the way that was asked."""


class CorruptFileError(DataError):
    """A file of the memory does not parse or breaks a rule.

    path: as shown to a person; line, column: 1-based; rule: one plain sentence.
    """

    def __init__(self, path: str, line: int, column: int, rule: str) -> None:
        """Build the `file:line:col: rule` message that status, check and the log show."""
        self.path, self.line, self.column, self.rule = path, line, column, rule
        super().__init__(f"{path}:{line}:{column}: {rule}")


class StoreError(MemorydError):
    """The disk or the lock."""


class LockedError(StoreError):
    """Another writer holds the lock on this root."""


class ReadOnlyStoreError(StoreError):
    """The disk refused a write (full, read-only, no permission); nothing was acknowledged."""


class ChainError(StoreError):
    """The audit chain does not verify."""


class BrokenIndexError(StoreError):
    """The index is missing, damaged or of another version: build it anew from the files."""


class UnshownError(MemorydError):
    """Standard output takes nothing: what was to be shown is not."""

    def __init__(self, err: OSError) -> None:
        """Say what the system said of it, and what to do."""
        why = why_refused(err)
        hint = "" if ";" in why else "; send it to a terminal or a file"
        super().__init__(f"standard output cannot be written: {why}{hint}")


class EmbeddingError(MemorydError):
    """No vectors can be had at present; an answer by words is still right."""


class SourceError(MemorydError):
    """A transcript cannot be read."""


class LlmError(MemorydError):
    """The model adapter could not bring a usable answer.

    this_question: it may lie in what was asked; another question may be answered.
    """

    this_question = False

    def __init__(self, message: str, *, this_question: bool = False) -> None:
        """Keep what may be wrong with the question beside the one-line message."""
        self.this_question = this_question or type(self).this_question
        super().__init__(message)


class TransientLlmError(LlmError):
    """Worth another try later: time-out, 429, 5xx, reset."""


class HeldError(TransientLlmError):
    """No call was made: an earlier one failed, and the time to try again has not come."""


class TerminalLlmError(LlmError):
    """A person must act: key, model name, quota."""


class UnreadableAnswerError(LlmError):
    """The answer is not JSON of the schema, after repair and one re-ask."""

    this_question = True


class TooLongError(UnreadableAnswerError):
    """Ask with less: the question is too long for the model, or its answer came cut."""


class BudgetError(LlmError):
    """The cap of the day or month would be passed by this call."""
