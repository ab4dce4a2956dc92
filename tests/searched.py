"""A home whose memory is searched, as the daemon does, but by words alone."""

from datetime import datetime
from typing import Any

from memoryd.core.turn import Audience
from memoryd.jobs.freshness import Scope
from memoryd.jobs.search import Finder, Query
from tests.store_kit import UTC_ZONE, Home

NOW = datetime.fromisoformat("2026-02-16T09:00:00+00:00")
SCOPE = Scope(UTC_ZONE, "Alex", ("projects", "resources"))


class Searched(Home):
    """Asks a new finder each question: the index lies on the disk in between."""

    def find(self, words: str, audience: str = "private", **more: Any) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.answer(words, audience, **more)["results"]
        return rows

    def answer(self, words: str, audience: str = "private", **more: Any) -> dict[str, Any]:
        finder = Finder(self.reader(), SCOPE, None)
        try:
            return finder.search(Query(words, NOW, Audience(audience), **more))
        finally:
            finder.close()
