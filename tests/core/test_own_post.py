"""Whoever leaves a company has no post there any more, in whatever words the post is told."""

import pytest

from tests.core.recon_kit import Memory, line, propose

LEAVINGS = [
    ("Left Initech", "I quit Initech."),
    ("Laid off from Initech", "I was laid off from Initech."),
    ("No longer works at Initech", "I no longer work at Initech."),
]


def _after_leaving(post: str, fact: str, text: str) -> list[str]:
    memory = Memory().hold("people/alex", post, day="2026-01-05")
    memory.take([propose(fact)], [line(1, text)])
    return memory.active()


@pytest.mark.parametrize(("fact", "text"), LEAVINGS)
@pytest.mark.parametrize(
    "post",
    [
        "Backend engineer at Initech", "Is a backend engineer at Initech", "Nurse at Initech",
        "Works as a backend engineer at Initech", "Tech lead at Initech", "CTO of Initech",
        "Head of sales at Initech", "VP of Engineering at Initech", "Intern at Initech",
        "Data scientist for Initech", "Product owner at Initech", "I'm a designer at Initech",
        "I am a senior designer at Initech", "Alex is a teacher at Initech",
        "Senior software engineering manager at Initech", "Software engineer II at Initech",
        "Contractor for Initech, three days a week", "Chef at Initech in Berlin",
        "Works in marketing at Initech", "Works remotely for Initech", "Has a job at Initech",
        "Full-time job at Initech", "In sales at Initech", "On the platform team at Initech",
        "Works at Initech as engineer", "Hired as an analyst at Initech",
        "Currently a research assistant at Initech", "Recruiter (part-time) at Initech",
    ],
)  # fmt: skip
def test_a_post_at_the_company_ends_with_the_leaving(post: str, fact: str, text: str) -> None:
    assert _after_leaving(post, fact, text) == [fact]


@pytest.mark.parametrize(("fact", "text"), LEAVINGS)
@pytest.mark.parametrize(
    "other",
    [
        "Backend engineer at Tallow", "Founder of Initech", "Co-founder of Initech",
        "Met Sarah at Initech", "Learned Rust at Initech", "Owns shares of Initech",
        "Friend of a designer at Initech", "Was an engineer at Initech in 2020",
        "Former engineer at Initech", "Sister works at Initech", "Brother is a nurse at Initech",
        "Has friends at Initech", "Customer of Initech", "Likes the food at Initech",
        "Interviewed at Initech", "Backend engineer", "Promoted at Initech in 2024",
        "Knows the CTO of Initech",
        "Engineer at Tallow, a supplier of Initech", "Was hired as an engineer at Initech in 2019",
    ],
)  # fmt: skip
def test_what_is_no_post_there_stays(other: str, fact: str, text: str) -> None:
    assert other in _after_leaving(other, fact, text)


def test_the_post_of_somebody_else_there_stays() -> None:
    memory = Memory(names={"people/sarah": ("Sarah",)}).hold("people/alex", "Designer at Initech")
    memory.hold("people/sarah", "CTO of Initech", "Manager of Alex at Initech",
                related=("people/alex",))  # fmt: skip

    memory.take([propose("Left Initech")], [line(1, "I quit Initech.")])

    assert "CTO of Initech" in memory.active("people/sarah")
    assert "Manager of Alex at Initech" not in memory.active("people/sarah")
