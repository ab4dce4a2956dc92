"""What an operator says is a secret is masked as the known formats are."""

import pytest

from memoryd.core.redact import redact
from memoryd.core.secret_own import fault

BADGE = r"ACME-[0-9A-F]{8}"


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("my badge is ACME-00C0FFEE.", "my badge is [secret:own]."),
        ("ACME-00C0FFEE and ACME-0BADF00D", "[secret:own] and [secret:own]"),
        ("ACME-\u200b00C0FFEE hides a letter", "[secret:own] hides a letter"),
        ("the ACME badge, acme-00c0ffee in small letters", None),
        ("[secret:own] stays what it is", None),
    ],
)
def test_a_pattern_of_the_operators_masks_what_it_matches(text: str, masked: str | None) -> None:
    found = redact(text, (BADGE,))

    assert found.text == (masked or text)
    assert redact(found.text, (BADGE,)).text == found.text
    assert redact(text).text == text


def test_what_a_known_format_and_a_pattern_both_find_is_one_mask() -> None:
    found = redact("token=ghp_0123456789abcdefghijABCDEFGHIJ012345 is it", (r"ghp_\w+",))

    assert found.text.count("[secret:") == 1
    assert "ghp_" not in found.text


@pytest.mark.parametrize(
    ("pattern", "says"),
    [
        ("ACME-[0-9", "is no regular expression: unterminated character set at position 5"),
        ("(?P<a>x)(?P<a>y)", "is no regular expression"),
        ("[0-9]*", "would match no text at all"),
        ("x|", "would match no text at all"),
        (r"(?:\w+-)+x", "repeats what may be of many lengths"),
        (r"(?:(a|b*)c){2,}", "repeats what may be of many lengths"),
        (r"(?:\w{8,64})+#", "repeats what may be of many lengths"),
        (r"(?:a|ab?)+#", "repeats what may be of many lengths"),
        (r"k(?=(?:\d+,)*z)", "repeats what may be of many lengths"),
    ],
)
def test_a_pattern_that_cannot_be_used_is_refused_with_its_reason(pattern: str, says: str) -> None:
    assert says in (fault(pattern) or "")


@pytest.mark.parametrize(
    "pattern",
    [BADGE, r"(?:[A-Z]{4}-){3}[A-Z]{4}", r"(?i)\bhush\w*", r"(?:ab[cd])+e", r"k(?:\d,)+"],
)
def test_other_patterns_are_good(pattern: str) -> None:
    assert fault(pattern) is None
