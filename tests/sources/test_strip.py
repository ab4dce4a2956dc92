import pytest

from memoryd.sources import OWN_MARKER, Skip
from memoryd.sources.strip import human, reply, writable

RECAP = "This session is being continued from a previous conversation that ran out of context."


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("<memory>\n- likes tea\n</memory>\nI moved to Lisbon.", "I moved to Lisbon."),
        ("I moved.\n<memory audience='private'>old</memory>", "I moved."),
        ("Well <memoryd-context seq='4'>a < b\n\n</memoryd-context> I moved.", "Well\nI moved."),
        ("<memory>a <memory> b </memory> c</memory> I moved.", "I moved."),
        ("<MEMORY>\nold\n</MEMORY>\nI moved.", "I moved."),
        ("<Memory audience='private'>old</memory> I moved.", "I moved."),
        ("<System-Reminder>x</SYSTEM-REMINDER>I moved.", "I moved."),
        ("<INSTRUCTIONS>x</INSTRUCTIONS>I moved.", "I moved."),
        ("<memory>a <memory> b </memory> I moved.", "I moved."),
        ("<memory>a</memory> I <memory>b</memory> moved.", "I\nmoved."),
        ("One.<system-reminder>x</system-reminder>Two.", "One.\nTwo."),
        ("<system-reminder>x</system-reminder>\n\nTwo.", "Two."),
        ("<ide_selection>The user selected: I moved to Rome.</ide_selection>\nTwo.", "Two."),
        ("<ide_opened_file>a.md</ide_opened_file>Two.<ide_diagnostics>x</ide_diagnostics>", "Two."),
        ("<user-prompt-submit-hook>My boss is Tom.</user-prompt-submit-hook>\nTwo.", "Two."),
        ("<teammate-message from='a'>I quit.</teammate-message>\nTwo.", "Two."),
        ("I wrote a <hook> and an <ide> tag.", "I wrote a <hook> and an <ide> tag."),
        ("<environment_context>\n<cwd>/</cwd>\n</environment_context>\n\nTwo.", "Two."),
    ],
)
def test_a_block_that_a_program_put_in_is_cut_out(text: str, kept: str) -> None:
    assert human(text) == kept
    assert reply(text) == kept


@pytest.mark.parametrize(
    "text",
    [
        "# AGENTS.md instructions for /home/op\n\n<INSTRUCTIONS>\nBe brief.\n</INSTRUCTIONS>",
        "# AGENTS.md\n\nBe brief.\n\n# MEMORY.md\n\n- likes tea",
        "## /home/op/notes/MEMORY.md\n- likes tea",
        "Contents of /home/op/CLAUDE.md (project instructions):\n\nUse tabs.",
        "=== MEMORY.md ===\nlikes tea",
        '<file path="/home/op/SOUL.md">\nBe kind.\n</file>',
        "<INSTRUCTIONS>\nBe brief.\n</INSTRUCTIONS>",
        "<environment_context>\n<cwd>/home</cwd>\n</environment_context>",
        "<user_instructions>\n\nBe brief.",
        "<system-reminder>\nToday is Sunday.",
        "<memory>\n- likes tea\n</memory>",
        "<MEMORY>\n- likes tea\n</MEMORY>",
        "<System-Reminder>never closed",
    ],
)
def test_a_message_that_is_an_instruction_file_is_not_speech(text: str) -> None:
    assert human(text) is Skip.INJECTED


@pytest.mark.parametrize("tag", ["system-reminder", "environment_context", "ide_selection"])
@pytest.mark.parametrize("end", ["\n", "\r\n", " \n"])
def test_words_before_a_block_that_was_cut_off_are_kept(tag: str, end: str) -> None:
    assert human(f"I live in Berlin.\n<{tag}>{end}I like tea.") == "I live in Berlin."
    assert human(f"<{tag}>a</{tag}>\nI live in Berlin.\n\n<{tag}>") == "I live in Berlin."


def test_words_before_instruction_files_are_kept() -> None:
    text = "I use these two.\n\n# AGENTS.md\nBe brief.\n# MEMORY.md\n- tea"

    assert human(text) == "I use these two."


@pytest.mark.parametrize(
    "text",
    [
        "CLAUDE.md should say that I prefer tabs.",
        "Please add my name to MEMORY.md and AGENTS.md",
        "Notes:\n# MEMORY.md is too long\nshorten it",
        "1 < 2 and <b>bold</b>",
        "What does the <memory> tag do?",
        "What does the <MEMORY> tag do?",
        "What does <system-reminder> do?\nAnd why is it there?",
        "It says:\n<system-reminder> is what\nI mean.",
        "<instructions>Bake it for an hour.</instructions>",
        "</memory> is a closing tag",
        "the <memoryless>x</memoryless> process",
        "Why does it print HEARTBEAT_OK all the time?",
        "HEARTBEAT_OK",
        "[OpenClaw heartbeat poll] stands in my log, why?",
        f"Grep for {OWN_MARKER} in the logs",
        "No response requested by Dana, she said.",
    ],
)
def test_a_person_who_only_speaks_of_such_things_is_heard(text: str) -> None:
    assert human(text) == text


@pytest.mark.parametrize(
    "text",
    ["HEARTBEAT_OK", "**HEARTBEAT_OK**", "`heartbeat_ok`.", "NO_REPLY", " no_reply\n",
     '{"action":"NO_REPLY"}', '{ "action" : "NO_REPLY" }'],
)  # fmt: skip
def test_an_acknowledgement_is_no_answer(text: str) -> None:
    assert reply(text) is Skip.ACK
    assert reply(f"{text} is what I say to a poll.") != Skip.ACK


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", Skip.EMPTY),
        (" \n", Skip.EMPTY),
        ("[OpenClaw heartbeat poll]", Skip.HEARTBEAT),
        ("Read HEARTBEAT.md if it exists. Else say HEARTBEAT_OK.", Skip.HEARTBEAT),
        (f"Find facts.\n{OWN_MARKER}\n[m1] operator: I moved.", Skip.OWN),
        ("Summary unavailable due to size limits", Skip.SYSTEM),
        (f"{RECAP} The summary below covers it.", Skip.RECAP),
    ],
)  # fmt: skip
def test_each_thing_that_no_person_typed_has_its_reason(text: str, reason: Skip) -> None:
    assert human(text) is reason


@pytest.mark.parametrize("text", ["", "Summary unavailable due to size limits."])
def test_an_answer_without_words_of_its_own_is_none(text: str) -> None:
    assert isinstance(reply(text), Skip)


@pytest.mark.timeout(5)
@pytest.mark.parametrize("part", ["<memory>", "<memory ", "</memory>", "# x", "# x\n", "<system-"])
def test_a_megabyte_of_half_tags_takes_no_time(part: str) -> None:
    text = "a " + part * (1_000_000 // len(part)) + "</b>"

    assert isinstance(human(text), str)


@pytest.mark.parametrize(
    ("text", "kept"),
    [("a \ud83d b", "a \ufffd b"), ("a \ud83d\ude00 b", "a \U0001f600 b"),
     ("\udc00\ud800", "\ufffd\ufffd"), ("plain ü", "plain ü")],
    ids=ascii,
)  # fmt: skip
def test_surrogates_become_writable(text: str, kept: str) -> None:
    assert writable(text) == kept
