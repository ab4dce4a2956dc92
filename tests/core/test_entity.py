"""Names and refs: any script, one folder each, and no way out of the tree."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.core.entity import (
    MAX_BYTES,
    MAX_CHARS,
    Ref,
    folder_of,
    kind_of,
    match_key,
    new_ref,
    parse_ref,
    ref_of,
    slugify,
)
from memoryd.core.proposal import Mention
from memoryd.errors import SlugError


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Sarah", "sarah"),
        ("Acme Corp", "acme-corp"),
        ("acme_corp", "acme-corp"),
        ("O'Brien & Sons", "obrien-sons"),
        ("李明", "李明"),
        ("王芳 (Beijing)", "王芳-beijing"),
        ("José", "josé"),
        (unicodedata.normalize("NFD", "José"), "josé"),
        ("🦀", "crab"),
        ("🦀 Rust", "rust"),
        ("../../etc", "etc"),
        ("..\\..\\windows", "windows"),
        ("/etc/passwd", "etc-passwd"),
        (".git", "git-x"),
        ("con", "con-x"),
        ("CON.", "con-x"),
        ("Com7", "com7-x"),
        ("items", "items-x"),
        ("People", "people-x"),
        ("a\x00b\nc", "a-b-c"),
        ("<!-- x -->", "x"),
        ("## Hard Rules", "hard-rules"),
        ("beacon-2", "beacon-2"),
    ],
)
def test_a_name_becomes_a_folder_that_any_system_takes(name: str, slug: str) -> None:
    assert slugify(name) == slug
    assert parse_ref(f"people/{slug}") == Ref("people", slug)


@pytest.mark.parametrize("name", ["", " ", "..", "///", "\x00", "\u200b\u202e", "!?", "\u0301"])
def test_a_name_of_nothing_is_refused_without_repeating_it(name: str) -> None:
    with pytest.raises(SlugError):
        slugify(name)


@given(st.text(max_size=400))
def test_whatever_the_name_its_slug_is_short_safe_and_settled(name: str) -> None:
    try:
        slug = slugify(name)
    except SlugError:
        return

    assert len(slug) <= MAX_CHARS
    assert len(slug.encode()) <= MAX_BYTES
    assert not set(slug) & set('/\\.\0 \n:*?"<>|')
    assert not slug.startswith("-")
    assert slugify(slug) == slug
    assert unicodedata.is_normalized("NFC", slug)


@pytest.mark.parametrize("name", ["x" * 300, "漢" * 300, "\U00020000" * 300, "é" * 300])
def test_long_names_that_begin_alike_get_folders_of_their_own_within_the_limits(name: str) -> None:
    taken: set[Ref] = set()
    for _ in range(12):
        ref = new_ref(Mention("person", name), frozenset(taken))
        assert ref not in taken
        assert len(ref.slug) <= MAX_CHARS
        assert len(ref.slug.encode()) <= MAX_BYTES
        taken.add(ref)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Acme Corp", "ACME corp"), ("Acme Corp", "acme_corp"), ("\uff24\uff41\uff4e\uff41", "dana"),
     ("José", unicodedata.normalize("NFD", "JOSÉ")), ("Dr. Lee", "Lee"), ("Beacon 2", "beacon-2"),
     ("🦀", "🦀")],
)  # fmt: skip
def test_two_spellings_of_one_name_match(one: str, other: str) -> None:
    assert match_key(one) == match_key(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [("beacon-2", "beacon-3"), ("v1.2", "v12"), ("Dana", "Dana Lee"), ("Jose", "José"),
     ("Beacon", "Beacons"), ("🦀", "🦞"), ("Dana", "D\u0430na")],
)  # fmt: skip
def test_names_that_only_look_alike_do_not_match(one: str, other: str) -> None:
    assert match_key(one) != match_key(other)


@pytest.mark.parametrize(
    ("kind", "folder"),
    [("person", "people"), ("company", "companies"), ("project", "projects"),
     ("resource", "resources"), ("area:health", "health"), ("area:People", "people"),
     ("area:../../etc", "etc"), ("area:con", "con-x")],
)  # fmt: skip
def test_a_kind_names_a_folder(kind: str, folder: str) -> None:
    assert folder_of(kind) == folder
    assert folder_of(kind_of(folder)) == folder


@pytest.mark.parametrize(
    "kind",
    ["", "people", "area:", "area:..", "area:archives", "area:memory", "area:.memoryd", "x/y"],
)
def test_any_other_kind_is_refused(kind: str) -> None:
    with pytest.raises(SlugError):
        folder_of(kind)


@pytest.mark.parametrize(
    ("path", "ref"),
    [("areas/people/sarah/items.json", "people/sarah"), ("projects/beacon/items.json",
     "projects/beacon"), ("archives/projects/old/items.json", "projects/old"),
     ("archives/old/items.json", "archives/old")],
)  # fmt: skip
def test_a_path_names_its_entity(path: str, ref: str) -> None:
    assert str(ref_of(path)) == ref


def test_people_live_under_areas_and_projects_at_the_top() -> None:
    assert Ref("people", "sarah").path == "areas/people/sarah"
    assert Ref("health", "knee").path == "areas/health/knee"
    assert Ref("projects", "beacon").path == "projects/beacon"


@pytest.mark.parametrize("text", ["sarah", "people/", "people/Sarah", "a/b/c", "people/../x", ""])
def test_what_is_no_ref_is_refused(text: str) -> None:
    with pytest.raises(SlugError):
        parse_ref(text)
