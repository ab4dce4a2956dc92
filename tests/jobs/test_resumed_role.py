"""A role taken up again is told as it is: no former one, and nothing that is no longer relevant."""

from pathlib import Path

import pytest

from tests.jobs.sundays import held, text_of
from tests.store_kit import Home

STORIES = [
    ("Manager of Alex at Acme Corp", "No longer works with Alex", "New manager of Alex"),
    ("Manager of Alex at Acme Corp", "No longer works with Alex, who left Acme Corp",
     "Manager of Alex at Acme Corp again"),
    ("Colleague of Alex", "No longer works with Alex", "Colleague of Alex at Globex"),
    ("Boss of Alex", "Former boss of Alex", "Is Alex's boss again"),
    ("Works at Acme Corp", "Left Acme Corp", "Works at Acme Corp again"),
    ("Works at Acme Corp as a designer", "Quit Acme Corp", "Back at Acme Corp"),
    ("Works for Acme Corp", "Was fired from Acme Corp", "Rejoined Acme Corp"),
]  # fmt: skip


@pytest.mark.parametrize(("role", "end", "again"), STORIES)
def test_of_a_role_taken_up_again_the_summary_tells_no_end(
    tmp_path: Path, role: str, end: str, again: str
) -> None:
    life = Home(tmp_path)
    texts = []
    for n, (day, text) in enumerate(
        zip(("2026-01-05", "2026-01-12", "2026-01-20"), (role, end, again), strict=True)
    ):
        life.say(f"@person Sarah: {text}", session=day, day=day)
        life.beat()
        held(life, day=f"2026-01-{11 + 7 * n}")
        texts.append(text_of(life, "people/sarah"))

    assert [f"{role}." in texts[0], "ormer" in texts[1], f"{again}." in texts[2]] == [True] * 3
    assert not any(word in texts[2] for word in ("ormer", "o longer", "Left", "Quit", "fired"))
