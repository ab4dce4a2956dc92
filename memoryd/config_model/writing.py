"""The configuration as text: what is in force, and the short file that `init` leaves."""

from collections.abc import Collection

import tomli_w

from memoryd.config_model.model import Config

_WITH_FOLDERS = ("claude_code", "pi")  # assistants that keep conversations in a known place
_STARTER = """\
# memoryd's configuration. Every key may be left out; `memoryd config` prints them all.

[operator]
{name}  # who "I" is in your conversations
{timezone}  # days begin and jobs run by this zone; the machine's if left out

[memory]
{root}  # the memory's files: yours to read and to edit

# Conversations are read from the default folders of these assistants, also of one used later.
{sources}
# Any other: one file a conversation, a JSON object a line.
[sources.plain]
paths = []  # ["~/chats/*.jsonl"]

# Who finds facts. Offline: built-in rules, precise and modest; a model finds more.
# The key never stands here: put it into ~/.config/memoryd/llm_api_key, mode 0600.
[llm]
provider = "offline"  # anthropic, or openai and any server that speaks like it
#model = "..."

[budget]
daily_usd = 0.50
monthly_usd = 5.00
"""


def dump(config: Config) -> str:
    """Return every value in force as TOML that loads to the same configuration."""
    return tomli_w.dumps(config.model_dump(mode="json", exclude_none=True))


def starter(
    *, operator_name: str | None, timezone: str | None, root: str, found: Collection[str]
) -> str:
    """Return the text of a first configuration, with its comments.

    found: the keys of [sources] whose default folders exist already; all are read.
    """
    return _STARTER.format(
        name=_setting("name", operator_name, "Alex"),
        timezone=_setting("timezone", timezone, "Europe/Berlin"),
        root=_setting("root", root, "~/life"),
        sources="\n".join(_source(name, found=name in found) for name in _WITH_FOLDERS),
    )


def _setting(key: str, value: str | None, example: str) -> str:
    """Return the key's line, as a comment with an example where there is no value."""
    line = tomli_w.dumps({key: value or example}).rstrip()
    return line if value else f"#{line}"


def _source(name: str, *, found: bool) -> str:
    return f"[sources.{name}]\nenabled = true{'' if found else '  # none found so far'}\n"
