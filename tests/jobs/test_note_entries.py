"""What a person wrote in their notes shows how they work, as what they said does."""

from pathlib import Path

from memoryd.core.tacit_lines import read_tacit
from tests.jobs.sundays import held, memory_of
from tests.store_kit import Home

NOTE = "# 2026-01-20\n- 10:30am: I prefer calls over email.\n- Dentist at noon\n"


def noted(tmp_path: Path, text: str = NOTE, day: str = "2026-01-20") -> Home:
    home = Home(tmp_path)
    home.say("Hello.")
    home.beat()
    (home.root / "memory").mkdir(exist_ok=True)
    (home.root / f"memory/{day}.md").write_text(text)
    return home


def test_a_preference_in_a_persons_note_stands_in_memory_with_the_notes_line(
    tmp_path: Path,
) -> None:
    home = noted(tmp_path)
    held(home)

    (line,) = read_tacit(memory_of(home).encode())
    assert (line.text, line.day) == ("Prefers calls over email", "2026-01-20")
    assert line.evidence == "conversation:note:2026-01-20#2"


def test_each_note_is_read_once_and_that_of_today_waits(tmp_path: Path) -> None:
    home = noted(tmp_path, day="2026-02-01")
    held(home)
    assert "calls" not in memory_of(home)
    held(home, day="2026-02-08")
    assert "Prefers calls over email" in memory_of(home)
    before = home.everything()
    assert held(home, day="2026-02-08").made == []
    (home.root / "MEMORY.md").read_text()
    assert {k: v for k, v in home.everything().items() if "MEMORY" in k} == {
        k: v for k, v in before.items() if "MEMORY" in k
    }


def test_what_our_own_block_of_a_note_says_is_not_read(tmp_path: Path) -> None:
    ours = NOTE.replace("- 10:30am", "## Key Events\n<!-- memoryd -->\n- 10:30am")
    home = noted(tmp_path, f"{ours}<!-- /memoryd -->\n")
    held(home)

    assert read_tacit(memory_of(home).encode()) == ()
