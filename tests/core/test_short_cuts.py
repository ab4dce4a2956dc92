"""Where plain ASCII takes a shorter way, the answer is that of the long one."""

import re
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.core import asked_rules, when
from memoryd.core.date_words import may_hold
from memoryd.core.entity import slugify
from memoryd.core.visible import _STRAY_JOINER, _invisible, one_line
from memoryd.errors import SlugError
from memoryd.search import words
from memoryd.store.layout import _canonical

ASCII = st.characters(max_codepoint=127)


def _drawn(data: st.DataObject, pattern: str) -> re.Match[str] | None:
    """Return what a rule finds in a text that was made for its pattern."""
    plain = re.sub(r"\(\?<?[!=][^()]*\)", "", pattern)  # what stands around it
    made = st.from_regex(re.compile(plain, re.IGNORECASE), alphabet=st.characters())
    return re.search(pattern, data.draw(made), re.IGNORECASE)


@pytest.mark.parametrize("number", range(len(when._RULES)))
@given(data=st.data())
def test_each_date_phrase_in_ascii_has_a_hint(number: int, data: st.DataObject) -> None:
    match = _drawn(data, when._RULES[number][1])

    assert match is None or not match[0].isascii() or may_hold(match[0])


@pytest.mark.parametrize("number", range(len(when._RULES) + len(asked_rules.rules())))
@settings(max_examples=25)
@given(data=st.data())
def test_a_rule_finds_nothing_where_none_of_its_hints_stands(
    number: int, data: st.DataObject
) -> None:
    rule = [*when._RULES, *asked_rules.rules()][number]
    _, pattern, resolve = rule
    match = _drawn(data, pattern)
    text = match.string if match else ""

    all_of_it = when._spans(when._compiled(pattern), resolve, text, date(2026, 2, 15))
    assert list(all_of_it) == list(when.found_by([rule], text, date(2026, 2, 15)))


@given(st.text())
def test_a_text_without_a_hint_has_no_days(text: str) -> None:
    if not may_hold(text):
        for _, pattern, resolve in when._RULES:
            found = when._spans(when._compiled(pattern), resolve, text, date(2026, 2, 15))
            assert list(found) == []


@given(st.text(ASCII))
def test_an_ascii_token_has_the_parts_of_any_token(text: str) -> None:
    assert words._PLAIN_PARTS.findall(text) == words._parts().findall(text)
    assert words._run().search(text) is None


@given(st.text(ASCII))
def test_an_ascii_line_is_made_as_any_line(text: str) -> None:
    spaced = "".join(" " if char.isspace() else char for char in text if not _invisible(char))

    assert one_line(text) == " ".join(_STRAY_JOINER.sub("", spaced).split())


@given(st.text("ab0-", max_size=70) | st.text(max_size=5) | st.sampled_from(["con", "items"]))
def test_a_plain_name_is_a_slug_as_any_is(name: str) -> None:
    try:
        expected = slugify(name) in (name, f"{name}-x")
    except SlugError:
        expected = False

    assert _canonical(name) == expected
