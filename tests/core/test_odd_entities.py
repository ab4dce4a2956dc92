"""A model may name odd kinds and names: what no line says makes no folder."""

import pytest

from memoryd.core.proposal import Mention, Proposal
from tests.core.recon_kit import Memory, fates, line

SAID = "Sarah and I run the roses club: gardening in Tmp, Beacon ships in June"
FACT = "Sarah runs the roses club"
BAD = ["dropped:bad_entity"]


def taken(kind: str, name: str, memory: Memory, text: str = SAID) -> list[str]:
    proposal = Proposal(("m1",), Mention(kind, name), FACT, "status")
    return fates(memory.take([proposal], [line(1, text)]))


@pytest.mark.parametrize(
    "kind",
    [
        "area:../../../tmp/pwn", "area:tmp/pwn", "area:/tmp", "area:..", "area:tmp\x00", "area:~",
        "area:secret lair", "area:pwn", "area:the", "area:.memoryd", "area:gardening/../pwn",
        "area:con", "area:gardening pwn", "area:Gärten", "area:" + "gardening " * 40, "area:memory",
        "person\x00", "area:gardening\nroses\x1b[31m",
    ],
)  # fmt: skip
def test_a_folder_that_no_line_and_no_memory_knows_is_not_made(kind: str) -> None:
    memory = Memory()

    assert taken(kind, "Sarah", memory) == BAD
    assert memory.facts == {}


@pytest.mark.parametrize(
    ("kind", "ref"),
    [
        ("area:gardening", "gardening/sarah"),
        ("area:Gardening", "gardening/sarah"),
        ("area:roses club", "roses-club/sarah"),
        ("area:roses-club", "roses-club/sarah"),
        ("area:health", "health/sarah"),
        ("area:people", "people/sarah"),
        ("area:allotment", "allotment/sarah"),
        ("area:side gigs", "side-gigs/sarah"),
    ],
)
def test_a_folder_that_is_known_or_said_is_used(kind: str, ref: str) -> None:
    memory = Memory().hold("allotment/shed", "Leaks").hold("side-gigs/taxes", "Due in May")

    assert taken(kind, "Sarah", memory) == ["stored"]
    assert memory.active(ref) == [FACT]


@pytest.mark.parametrize(
    "name",
    ["Beacon\x00x", "Beacon\x00", "\x1b[31mBeacon", "Bea\x07con", "Beacon\x7f", "Beacon\x85\x9b"],
)
def test_a_name_with_control_characters_is_none(name: str) -> None:
    memory = Memory()

    assert taken("project", name, memory) == BAD
    assert memory.facts == {}


@pytest.mark.parametrize("name", ["Beaconx", "Beacon2", "Beacons3", "Beaco", "Sarahx", "Rosebud"])
def test_a_name_that_is_only_like_one_in_the_lines_is_not_grounded(name: str) -> None:
    memory = Memory()

    assert taken("project", name, memory) == ["dropped:ungrounded_name"]
    assert memory.facts == {}


@pytest.mark.parametrize(
    ("name", "ref"),
    [
        ("Beacon", "projects/beacon"),
        ("beacon", "projects/beacon"),
        ("Bea\u200bcon", "projects/beacon"),
        ("Roses\tClub", "projects/roses-club"),
        ("Roses\nClub", "projects/roses-club"),
        ("RosesClub", "projects/rosesclub"),
        ("Rose Club", "projects/rose-club"),
    ],
)
def test_a_name_that_stands_in_the_lines_is_one(name: str, ref: str) -> None:
    memory = Memory()

    assert taken("project", name, memory) == ["stored"]
    assert memory.active(ref) == [FACT]


@pytest.mark.parametrize(
    "mention",
    [
        Mention("area:../pwn", "Sarah"),
        Mention("area:pwn", "Sarah"),
        Mention("project", "Bea\x00con"),
    ],
)
def test_what_is_related_is_held_to_the_same(mention: Mention) -> None:
    memory = Memory()
    proposal = Proposal(("m1",), Mention("project", "Beacon"), FACT, "status", related=(mention,))
    memory.take([proposal], [line(1, SAID)])

    (fact,) = memory.facts["projects/beacon"]
    assert fact.related == ()
