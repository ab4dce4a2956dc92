"""summary.md: its name and aliases are read from whatever a person left there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.core.blocks import one_line
from memoryd.core.summary import Summary, birth, read_summary


@pytest.mark.parametrize(
    ("raw", "summary"),
    [
        (b"# Ines\n\nRuns the shop.\n", Summary("Ines", (), "Runs the shop.")),
        (b"\xef\xbb\xbf# Ines\r\n\r\nOne.\r\nTwo.", Summary("Ines", (), "One.\nTwo.")),
        (b"# Caf\xe9 #\nx", Summary("Café", (), "x")),
        (b"Ines\n====\nx\n", Summary("Ines", (), "x")),
        (b"---\naliases: [I]\n---\n# Ines\n", Summary("Ines", ("I",), "")),
        (b"---\naliases: I\n...\nNo heading.\n", Summary(None, ("I",), "No heading.")),
        (b"---\n---\n# Ines\n", Summary("Ines", (), "")),
        (b"---\n# a comment\ntags: x\n---\n# Ines\n", Summary("Ines", (), "")),
        (b"```\n# no name\n```\n", Summary(None, (), "```\n# no name\n```")),
        (b"## Ines\n", Summary(None, (), "## Ines")),
        (b"#\n", Summary(None, (), "")),
        (b"", Summary(None, (), "")),
        (
            b"# Ines\nours\n<!-- keep -->\nmine\n<!-- /keep -->\n",
            Summary("Ines", (), "ours\n<!-- keep -->\nmine\n<!-- /keep -->"),
        ),
    ],
)
def test_name_and_body_are_read(raw: bytes, summary: Summary) -> None:
    assert read_summary(raw) == summary


@pytest.mark.parametrize(
    ("yaml", "aliases"),
    [
        ("aliases: [Ines, Ms Ruiz]", ("Ines", "Ms Ruiz")),
        ("aliases: [ 'Ines' , \"Ms Ruiz\", ]  # two", ("Ines", "Ms Ruiz")),
        ("aliases: [\n  Ines,\n  Ms Ruiz\n]", ("Ines", "Ms Ruiz")),
        ("aliases:\n  [Ines]", ("Ines",)),
        ("aliases:\n  - Ines\n  - Ms Ruiz # formal", ("Ines", "Ms Ruiz")),
        ("aliases:\n- 'Ines'\n\n# formal\n- \"Ms Ruiz\"\ntags: [x]", ("Ines", "Ms Ruiz")),
        ("aliases:   # none yet\n  - Ines", ("Ines",)),
        ("aliases: Ines", ("Ines",)),
        ("aliases:\n  Ines", ("Ines",)),
        ('"aliases": "Ruiz, Ines"', ("Ruiz, Ines",)),
        ("Aliases: Ines", ("Ines",)),
        ("aliases: 'Ines''s # shop' # x", ("Ines's # shop",)),
        ('aliases: "In\\u00e9s \\"I\\""', ('Inés "I"',)),
        ("aliases: [O'Neill, C#, 李明, 007]", ("O'Neill", "C#", "李明", "007")),
        ("aliases: [Ines, Ines, '', ~, null]", ("Ines",)),
        ("aliases: ['I\u200bnes', \"a\\nb\"]", ("Ines", "a b")),
        ("aliases:", ()),
        ("aliases: []", ()),
        ("aliases: ~", ()),
        ("alias: Ines\ntags:\n  a: b: c\ndescription: |\n  any 'text\nurl: http://x", ()),
    ],
)
def test_aliases_are_read_in_every_form_a_person_writes(yaml: str, aliases: tuple) -> None:
    for newline in ("\n", "\r\n"):
        raw = f"---\n{yaml}\n---\n# N\n".replace("\n", newline).encode()

        assert read_summary(raw) == Summary("N", aliases, "")


@pytest.mark.parametrize(
    ("yaml", "line"),
    [
        ("aliases: [Ines", 2),
        ("aliases: [Ines] more", 2),
        ("aliases: [[Ines]]", 2),
        ("aliases: {a: b}", 2),
        ("aliases: 'Ines", 2),
        ('aliases: "a", "b"', 2),
        ('aliases: "\\q"', 2),
        ("aliases: Ines: the baker", 2),
        ("aliases:\n  - Ines\n  Ruiz", 2),
        ("aliases:\n  name: Ines", 2),
        ("aliases: |\n  Ines", 2),
        ("tags: [a\naliases: Ines", 2),
        ("aliases: Ines\ntitle: 'a", 3),
        ("aliases: Ines\ntitle: Shop: the first", 3),
        ("aliases: Ines\njust words", 3),
        ("tags: x\naliases:Ines", 3),
        ("tags: x\n\taliases: Ines", 3),
    ],
)
def test_broken_front_matter_gives_no_aliases_and_one_line_of_trouble(yaml: str, line: int) -> None:
    summary = read_summary(f"---\n{yaml}\n---\n# Ines\n\nText.\n".encode())

    assert (summary.name, summary.aliases, summary.body) == ("Ines", (), "Text.")
    assert summary.trouble
    assert summary.trouble.startswith(f"line {line}: ")
    assert "Ines" not in summary.trouble


@pytest.mark.parametrize("raw", [b"---\naliases: [I]\n# Ines\n", b"---\n?!\n---\n", b"---"])
def test_front_matter_without_end_or_key_is_trouble(raw: bytes) -> None:
    assert read_summary(raw).trouble.startswith("line 1: ")


@pytest.mark.parametrize(
    ("name", "heading"),
    [
        ("Ines Ruiz", "# Ines Ruiz\n"),
        ("李明", "# 李明\n"),
        ("Ines\n## Hard rules\u202e", "# Ines ## Hard rules\n"),
        ("C #", "# C \\#\n"),
        ("C#", "# C#\n"),
        ("a <!-- b --> </c>", "# a &lt;!-- b --&gt; &lt;/c>\n"),
        ("AC\\DC", "# AC\\\\DC\n"),
    ],
)
def test_a_new_entity_is_its_name_as_a_heading(name: str, heading: str) -> None:
    assert birth(name).decode() == heading


@given(st.text("ab \\#<>!-&lt;[]*_`\n\u200b\ud83dé明", max_size=12))
def test_a_name_comes_back_as_it_was_written(name: str) -> None:
    summary = read_summary(birth(name))

    assert (summary.name or "", summary.body) == (one_line(name), "")


@given(
    st.lists(
        st.sampled_from(
            [
                b"---",
                b"aliases:",
                b"aliases: [a",
                b"  - b",
                b"'",
                b'"',
                b"# N",
                b"\xff",
                b"]",
                b"x:",
            ]
        )
    ),
    st.sampled_from([b"\n", b"\r\n", b"", b" ", b"\r"]),
)
def test_no_bytes_make_reading_raise(parts: list[bytes], joint: bytes) -> None:
    summary = read_summary(joint.join(parts))

    assert summary.trouble is None or not summary.aliases
