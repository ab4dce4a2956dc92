"""Headed: what the headings of a file say of the lines below them, and what stands in no line.

That is code, and a heading with nothing below it.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from functools import partial
from itertools import takewhile

from memoryd.core import blocks, sections


class Headed:
    """The headings of one file as a reader means them."""

    def __init__(self, document: blocks.Document, said: Callable[[blocks.Heading], str]) -> None:
        """Take a file. said: what a heading says, "" for one that only gives a place."""
        self._document = document
        self._said = [(heading, said(heading)) for heading in document.headings]
        self._starts = [heading.start for heading in document.headings]
        self._chains = list(self._chained())

    def heads(self, at: int) -> tuple[str, ...]:
        """Return the headings above a line (from 0) that say something, the outermost first."""
        number = bisect_right(self._starts, at)
        return self._chains[number - 1] if number else ()

    def code(self) -> Iterator[sections.Item]:
        """Yield the code of each fence, its lines as they are; start and end are the fence's."""
        for fence in self._document.fences:
            text = "\n".join(self._document.texts[fence.start + 1 : fence.stop - 1])
            if text.strip():
                yield sections.Item(text, fence.start, fence.stop)

    def lone(self) -> Iterator[sections.Item]:
        """Yield the headings that say something while nothing below them does."""
        told = sorted([item.start for item in sections.items(self._document)]
                      + [fence.start for fence in self._document.fences])  # fmt: skip
        ends = [*self._starts, len(self._document.texts)]
        for number, (heading, said) in enumerate(self._said):
            if not said:
                continue
            deeper = list(takewhile(partial(_is_below, heading), self._said[number + 1 :]))
            end = ends[number + 1 + len(deeper)]
            filled = bisect_left(told, heading.content) < bisect_left(told, end)
            if not filled and not any(text for _, text in deeper):
                yield sections.Item(said, heading.start, heading.content)

    def _chained(self) -> Iterator[tuple[str, ...]]:
        open_: list[tuple[int, str]] = []
        for heading, said in self._said:
            while open_ and open_[-1][0] >= heading.level:
                open_.pop()
            open_.append((heading.level, said))
            yield tuple(dict.fromkeys(text for _, text in open_ if text))


def _is_below(over: blocks.Heading, pair: tuple[blocks.Heading, str]) -> bool:
    return pair[0].level > over.level
