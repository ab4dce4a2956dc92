"""Counts in words, so that one of a thing is never said in the plural."""


def many(number: int, thing: str, things: str | None = None) -> str:
    """Return "1 file", "2 files"; things: the plural of a thing that does not just take an s."""
    return f"{number} {thing if number == 1 else things or f'{thing}s'}"
