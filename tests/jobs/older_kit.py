"""What a person saves from an editor's older buffer."""

from collections.abc import Callable

Edit = Callable[[str, str], str]


def without(*words: str, of: int = 1) -> Edit:
    """Save a version, 0 the older and 1 the one that stands, without the lines of these words."""

    def edit(*versions: str) -> str:
        rows = versions[of].splitlines(keepends=True)
        return "".join(row for row in rows if not any(word in row for word in words))

    return edit


def older(older: str, _: str) -> str:
    return older
