"""Who it is stands first in a summary, however long nobody spoke of it, and nothing is bare."""

import pytest

from memoryd.core.decay import Heat
from memoryd.core.fact import Fact, Status
from memoryd.core.outline import outline
from memoryd.core.rewrite import Known, Versions, rewrite
from memoryd.core.summary import take_apart

HOT, WARM, COLD = Heat


def fact(number: int, text: str, category: str = "status", day: str = "2026-01-10") -> Fact:
    return Fact(f"noor-{number:03d}", text, day, category=category)


MOVED = (fact(1, "Moved to Lisbon", day="2026-02-16"), HOT)
DINNER = (fact(2, "Had dinner with Idris", "relationship", "2026-02-10"), WARM)
PARTNER = (fact(3, "Business partner of Idris", "relationship"), COLD)
SISTER = (fact(4, "Sister of Idris", "relationship", "2020-01-01"), COLD)
MANAGER = (
    Fact("noor-005", "Manager of Idris at Velo Works", "2025-01-05", category="relationship",
         status=Status.SUPERSEDED, superseded_by="noor-006"),
    COLD,
)  # fmt: skip
ENDED = (fact(6, "No longer works with Idris, who left Velo Works", "relationship"), COLD)
JOB = (fact(7, "Works at Velo Works"), COLD)
CLOCKS = (fact(8, "Repairs clocks"), COLD)
NOT_NOW = "No longer relevant: No longer works with Idris, who left Velo Works."
FORMER = "Former manager of Idris at Velo Works (until 2026-01-10)."
Told = tuple[Fact, Heat]


def known(*told: Told) -> Known:
    ranked = sorted(told, key=lambda row: list(Heat).index(row[1]))
    return Known("Noor", tuple(f for f, _ in told), {f.id: heat for f, heat in ranked if f.active})


def text_of(raw: bytes) -> list[str]:
    return [row.text for row in take_apart(raw).rows if row.text]


@pytest.mark.parametrize(
    ("told", "lines"),
    [
        ((MOVED, PARTNER), ["Business partner of Idris.", "Moved to Lisbon."]),
        ((MOVED, JOB), ["Works at Velo Works.", "Moved to Lisbon."]),
        ((MOVED, MANAGER, ENDED), [FORMER, NOT_NOW, "Moved to Lisbon."]),
        ((MOVED, DINNER, SISTER),
         ["Sister of Idris.", "Had dinner with Idris.", "Moved to Lisbon."]),
        ((MOVED, SISTER, MANAGER, ENDED),
         ["Sister of Idris.", FORMER, NOT_NOW, "Moved to Lisbon."]),
        ((MOVED, SISTER, PARTNER, JOB),
         ["Business partner of Idris.", "Sister of Idris.", "Moved to Lisbon."]),
        ((MOVED, CLOCKS), ["Moved to Lisbon."]),
        ((CLOCKS, SISTER), ["Sister of Idris.", "Repairs clocks."]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("proposed", [None, "Moved to Lisbon."])
def test_who_it_is_stands_first_cold_or_not(
    told: tuple[Told, ...], lines: list[str], proposed: str | None
) -> None:
    raw, _ = rewrite(Versions.of(None, None), known(*told), proposed)

    assert sorted(text_of(raw)) == sorted(lines)
    assert text_of(raw)[0] == lines[0]
    if proposed is None:
        assert text_of(raw) == lines
        assert outline("Noor", known(*told).facts, known(*told).heats).splitlines() == lines
    assert rewrite(Versions.of(raw, raw), known(*told), proposed)[0] == raw


@pytest.mark.parametrize(
    ("told", "deleted", "lines"),
    [
        ((MOVED, PARTNER), "Moved to Lisbon.", ["Business partner of Idris."]),
        ((MOVED, CLOCKS), "Moved to Lisbon.", ["Repairs clocks."]),
        ((MOVED, MANAGER, ENDED), "Moved to Lisbon.", [FORMER, NOT_NOW]),
        ((MOVED, CLOCKS, JOB), "Works at Velo Works.", ["Moved to Lisbon."]),
        ((CLOCKS, JOB), "Works at Velo Works.", ["Repairs clocks."]),
        ((MOVED,), "Moved to Lisbon.", []),
    ],
)
@pytest.mark.parametrize("proposed", [None, "Moved to Lisbon."])
def test_where_a_person_deleted_the_rest_a_line_or_two_still_say_who_it_is(
    told: tuple[Told, ...], deleted: str, lines: list[str], proposed: str | None
) -> None:
    about = known(*told)
    before = "\n".join(sorted({deleted, "Moved to Lisbon."}))
    last = f"# Noor\n\n{before}\n".encode()
    present = last.replace(f"{deleted}\n".encode(), b"")
    raw, report = rewrite(Versions.of(present, last), about, proposed)
    again, _ = rewrite(Versions(raw, raw, raw, (), frozenset(report.deleted)), about, proposed)

    assert text_of(raw) == lines
    assert again == raw


def test_a_text_that_a_person_keeps_is_enough() -> None:
    present = b"# Noor\n\n<!-- keep -->\nPlays the cello.\n<!-- /keep -->\n"
    last = b"# Noor\n\nMoved to Lisbon.\n"

    assert text_of(rewrite(Versions.of(present, last), known(MOVED, CLOCKS), None)[0]) == []
