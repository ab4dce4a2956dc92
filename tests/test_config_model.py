"""The configuration: defaults, what each value may be, and how its problems are told."""

import os
import re
import tomllib
from datetime import time, timedelta
from pathlib import Path
from typing import Any

import pytest

from memoryd.config_model import Config, Weekly, dump, load, parse, starter
from memoryd.config_model.problems import tables
from memoryd.errors import ConfigError

HOME = Path("/home/alex")
EVERY_KEY = Path(__file__).parents[1] / "config/memoryd.toml"


def parsed(text: str) -> Config:
    return parse(text, home=HOME, name="config.toml")


def problems(text: str) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        parsed(text)
    return [line.removeprefix("config.toml: ") for line in caught.value.problems]


# Defaults and single values


def test_an_empty_file_means_the_defaults() -> None:
    empty = parsed("")

    assert empty.memory.root == HOME / "life"
    assert empty.memory.workspace is None
    assert empty.llm.provider == "offline"
    assert (empty.budget.daily_usd, empty.budget.monthly_usd) == (0.5, 5.0)
    assert empty.schedule.heartbeat == timedelta(minutes=30)
    assert (empty.schedule.nightly, empty.schedule.synthesis) == (time(23), Weekly("sun", time(4)))
    assert empty.privacy.group_visible == ("projects", "resources")
    assert empty.trust.channels == ()


def test_a_missing_file_means_the_defaults(home: Path) -> None:
    assert load(env=os.environ) == parse("", home=home, name="config.toml")


def test_the_file_stands_in_the_xdg_config_folder(tmp_path: Path) -> None:
    (tmp_path / "memoryd").mkdir()
    (tmp_path / "memoryd/config.toml").write_text('[operator]\nname = "Alex"')

    assert load(env={"HOME": "/h", "XDG_CONFIG_HOME": str(tmp_path)}).operator.name == "Alex"


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("5m", 5),
        ("30m", 30),
        ("90m", 90),
        ("2h", 120),
        ("1h30m", 90),
        ("1h 30m", 90),
        ("24h", 1440),
    ],
)
def test_a_heartbeat_is_a_length_of_time(text: str, length: int) -> None:
    assert parsed(f'[schedule]\nheartbeat = "{text}"').schedule.heartbeat == timedelta(
        minutes=length
    )


@pytest.mark.parametrize("value", ['"4m"', '"25h"', '"24h1m"', '"0m"', '"9999h"'])
def test_a_heartbeat_is_neither_hasty_nor_forgotten(value: str) -> None:
    assert problems(f"[schedule]\nheartbeat = {value}") == [
        f"[schedule] heartbeat {value} is out of range; use 5m to 24h"
    ]


@pytest.mark.parametrize(
    "value",
    ['"30"', "30", '""', '"30s"', '"m30"', '"-5m"', '"\N{FULLWIDTH DIGIT THREE}0m"', "true"],
)
def test_what_is_no_duration_is_refused(value: str) -> None:
    assert problems(f"[schedule]\nheartbeat = {value}") == [
        f"[schedule] heartbeat {value} is no duration; write 30m or 2h"
    ]


@pytest.mark.parametrize(
    ("value", "at"),
    [
        ('"23:00"', time(23)),
        ('"00:30"', time(0, 30)),
        ('"7:05"', time(7, 5)),
        ("22:15:00", time(22, 15)),
    ],
)
def test_a_night_begins_at_a_time_of_day(value: str, at: time) -> None:
    assert parsed(f"[schedule]\nnightly = {value}").schedule.nightly == at


@pytest.mark.parametrize("value", ['"25:00"', '"24:00"', '"12:60"', '"11pm"', "23", '"2300"', '""'])
def test_what_is_no_time_of_day_is_refused(value: str) -> None:
    assert problems(f"[schedule]\nnightly = {value}") == [
        f"[schedule] nightly {value} is no time of day; write HH:MM"
    ]


@pytest.mark.parametrize("text", ["sun 04:00", "Sun 4:00", "SUNDAY 04:00", " sunday  04:00 "])
def test_a_week_turns_on_a_named_day(text: str) -> None:
    assert parsed(f'[schedule]\nsynthesis = "{text}"').schedule.synthesis == Weekly("sun", time(4))


@pytest.mark.parametrize(
    "value", ['"0 04:00"', '"7 04:00"', '"sun"', '"04:00"', '"sund 04:00"', "4"]
)
def test_a_day_by_number_or_half_a_name_is_refused(value: str) -> None:
    assert problems(f"[schedule]\nsynthesis = {value}") == [
        f"[schedule] synthesis {value} is no day and time; write sun 04:00"
    ]


@pytest.mark.parametrize(
    ("key", "text", "instead"),
    [
        ("synthesis", "0 4 * * 0", "sun 04:00"),
        ("synthesis", "0 4 * * 7", "sun 04:00"),
        ("synthesis", "0 4 * * 1", "mon 04:00"),
        ("synthesis", "5 16 ? * 6", "sat 16:05"),
        ("synthesis", "30 23 * * SUN", "sun 23:30"),
        ("synthesis", " 00  04  *  *  wed ", "wed 04:00"),
        ("synthesis", "@weekly", "sun 00:00"),
        ("synthesis", "0 4 * * *", "one day and its time, such as sun 04:00"),
        ("synthesis", "0 4 * * 0,3", "one day and its time, such as sun 04:00"),
        ("synthesis", "0 4 * * 1-5", "one day and its time, such as sun 04:00"),
        ("synthesis", "0 4 * * 8", "one day and its time, such as sun 04:00"),
        ("synthesis", "0 4 1 * 0", "one day and its time, such as sun 04:00"),
        ("synthesis", "0 24 * * 0", "one day and its time, such as sun 04:00"),
        ("synthesis", "*/5 4 * * 0", "one day and its time, such as sun 04:00"),
        ("synthesis", "@monthly", "one day and its time, such as sun 04:00"),
        ("nightly", "0 23 * * *", "23:00"),
        ("nightly", "30 0 * * ?", "00:30"),
        ("nightly", "@midnight", "00:00"),
        ("nightly", "@daily", "00:00"),
        ("nightly", "0 23 * * 0", "HH:MM, of every day"),
        ("nightly", "0 23,1 * * *", "HH:MM, of every day"),
        ("heartbeat", "*/30 * * * *", "30m"),
        ("heartbeat", "0 */2 * * *", "2h"),
        ("heartbeat", "15 * * * *", "1h"),
        ("heartbeat", "@hourly", "1h"),
        ("heartbeat", "*/7 * * * *", "30m or 2h"),  # from 56 to 0 it is 4 minutes
        ("heartbeat", "*/0 * * * *", "30m or 2h"),
        ("heartbeat", "*/2 * * * *", "30m or 2h"),  # too often
        ("heartbeat", "*/30 9-17 * * *", "30m or 2h"),
        ("heartbeat", "0,30 * * * *", "30m or 2h"),
    ],
)
def test_crontab_text_is_refused_with_what_to_write(key: str, text: str, instead: str) -> None:
    said = f'[schedule] {key} "{text}" is crontab text; write {instead}'
    assert problems(f'[schedule]\n{key} = "{text}"') == [said]
    if " or " not in instead and "," not in instead:
        assert parsed(f'[schedule]\n{key} = "{instead}"')


@pytest.mark.parametrize(
    ("text", "path"),
    [("~/m", HOME / "m"), ("/srv/m", "/srv/m"), ("~/ä b", HOME / "ä b")],
)
def test_a_tilde_is_the_home_folder(text: str, path: Path | str) -> None:
    assert parsed(f'[memory]\nroot = "{text}"').memory.root == Path(path)


@pytest.mark.parametrize("key", ["root", "workspace"])
@pytest.mark.parametrize(
    "text",
    ["/", "//", "~", "~/", "~/life/..", str(HOME), "/etc", "/etc/memory",
     "/usr/share/x", "/tmp", "/home", "/var", "/srv/../proc/1", "/dev/shm", "/root", "/boot/"],  # noqa: S108 - nothing is made there
)  # fmt: skip
def test_a_memory_never_fills_the_home_or_a_place_of_the_system(text: str, key: str) -> None:
    assert problems(f'[memory]\n{key} = "{text}"') == [
        f"[memory] {key} must be a folder of its own, such as ~/life"
    ]


@pytest.mark.parametrize("text", ["/media/m", "/var/lib/m", "/srv/m", "~/.openclaw/workspace"])
def test_a_memory_may_lie_in_a_folder_of_its_own(text: str) -> None:
    parsed(f'[memory]\nroot = "{text}"')


@pytest.mark.parametrize(
    "text", ["areas/people", "/projects", "..", ".", ".git", "people/sarah", "projects/", "a\\\\b"]
)
def test_what_a_group_may_see_is_named_by_plain_folders(text: str) -> None:
    (problem,) = problems(f'[privacy]\ngroup_visible = ["projects", "{text}"]')

    assert problem.startswith("[privacy] group_visible")
    assert 'must hold plain names of folders, such as "projects"' in problem


@pytest.mark.parametrize(
    "text", ["life", "./life", "../life", "~alex/life", "$HOME/life", "C:/life"]
)
def test_a_relative_path_is_refused(text: str) -> None:
    assert problems(f'[memory]\nworkspace = "{text}"') == [
        "[memory] workspace must be a full path; start it with / or ~/"
    ]


@pytest.mark.parametrize(
    ("written_as", "kept"),
    [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("http://127.0.0.1:8080/v1/", "http://127.0.0.1:8080"),
        ("https://openrouter.ai/api/v1", "https://openrouter.ai/api"),
        ("http://[::1]:11434/", "http://[::1]:11434"),
    ],
)
def test_an_address_loses_the_part_the_adapter_adds(written_as: str, kept: str) -> None:
    assert parsed(f'[llm]\nbase_url = "{written_as}"').llm.base_url == kept


@pytest.mark.parametrize(
    "text", ["localhost:11434", "ftp://h", "http://", "http://h:port", "http://[::1", "http://h:0"]
)
def test_what_is_no_address_is_refused(text: str) -> None:
    assert problems(f'[llm]\nbase_url = "{text}"') == [
        "[llm] base_url must be an address such as http://127.0.0.1:11434"
    ]


def test_a_source_is_read_where_it_is_enabled_and_has_paths() -> None:
    sources = parsed('[sources.pi]\nenabled = false\n[sources.codex]\npaths = ["/c"]').sources

    active = {name for name in type(sources).model_fields if getattr(sources, name).active}
    assert active == {"claude_code", "codex"}
    assert sources.claude_code.paths == (HOME / ".claude/projects",)


def test_nothing_of_a_configuration_can_be_changed() -> None:
    with pytest.raises(ValueError, match="frozen"):
        parsed("").memory.root = Path("/")


# The model of each job


def test_a_job_takes_its_own_keys_over_the_shared_ones() -> None:
    text = """
        [llm]
        provider = "anthropic"
        model = "small"
        api_key_env = "ANTHROPIC_API_KEY"
        [llm.synthesis]
        model = "large"
        timeout_seconds = 300
    """
    config = parsed(text)

    nightly, synthesis = config.llm_for("nightly"), config.llm_for("synthesis")
    assert (nightly.model, nightly.timeout_seconds) == ("small", 120)
    assert (synthesis.model, synthesis.timeout_seconds) == ("large", 300)
    assert synthesis.api_key_env == "ANTHROPIC_API_KEY"


def test_no_key_or_address_goes_to_another_provider() -> None:
    text = """
        [llm]
        provider = "anthropic"
        base_url = "https://api.example.org"
        model = "small"
        api_key_env = "ANTHROPIC_API_KEY"
        max_output_tokens = 999
        [llm.heartbeat]
        provider = "ollama"
    """
    heartbeat = parsed(text).llm_for("heartbeat")

    assert (heartbeat.base_url, heartbeat.model, heartbeat.api_key_env) == (None, None, None)
    assert heartbeat.max_output_tokens == 999


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            '[llm]\nprovider = "command"',
            '[llm] command is missing; write the program and its options: ["program", "-x"]',
        ),
        (
            '[llm]\ncommand = ["x"]\n[llm.nightly]\nprovider = "command"',
            "[llm.nightly] command is missing; [llm] holds none for this provider",
        ),
    ],
)
def test_the_provider_command_needs_a_command(text: str, problem: str) -> None:
    assert problems(text) == [problem]


# Problems


@pytest.mark.parametrize(
    ("text", "place", "near"),
    [
        ('[memory]\nrot = "/x"', "[memory] rot", "root"),
        ('[memory]\nROOT = "/x"', "[memory] ROOT", "root"),
        ("[memory]\nkeep-lines = true", "[memory] keep-lines", "keep_lines"),
        ("[memmory]", "[memmory]", "[memory]"),
        ("[source.pi]", "[source]", "[sources]"),
        ('[sources."p i"]', '[sources."p i"]', "[sources.pi]"),
        ("[sources.claudecode]", "[sources.claudecode]", "[sources.claude_code]"),
        ("[llm.nigthly]", "[llm.nigthly]", "[llm.nightly]"),
        ('root = "/x"', "root", "[memory] root"),
        ('[memory]\ntimezone = "UTC"', "[memory] timezone", "[operator] timezone"),
        ("[prices.'m.1']\ninput=1\noutput=1\ninputs=1", '[prices."m.1"] inputs', "input"),
        ('[llm]\nprovider = "antropic"', '[llm] provider "antropic"', "anthropic"),
    ],
)
def test_what_is_unknown_is_refused_with_the_nearest_name(text: str, place: str, near: str) -> None:
    assert problems(text) == [f"{place} is unknown; did you mean {near}?"]


PROVIDERS = "anthropic, openai, ollama, command, offline"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[trust]\nx = 1", "[trust] x is unknown; known are channels"),
        ("[search]\nengine = 5", "[search] engine 5 is unknown; known are fts5, tantivy"),
        ("[llm]\nprovider = 1", f"[llm] provider 1 is unknown; known are {PROVIDERS}"),
    ],
)
def test_where_no_name_is_near_all_are_told(text: str, problem: str) -> None:
    assert problems(text) == [problem]


HIDDEN = "must not hold U+{}, which does not show; type it again"
NO_ZONE = "[operator] timezone is no time zone; use an IANA name such as Europe/Berlin"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("memory = 3", "[memory] must be a table"),
        ("[[llm]]", "[llm] must be a table"),
        ("prices = 3", "[prices] must be a table"),
        ("[prices]\nm = 3", "[prices.m] must be a table"),
        ("[prices.m]\ninput = 1", "[prices.m] output is missing"),
        ("[memory]\nroot = 3", "[memory] root must be text in quotes"),
        ("[memory]\nkeep_lines = 1", "[memory] keep_lines must be true or false"),
        ('[llm]\nmodel = " "', "[llm] model must be one line of text, not empty"),
        ('[llm]\nmodel = "a\\nb"', "[llm] model must be one line of text, not empty"),
        ("[llm]\nmax_output_tokens = true", "[llm] max_output_tokens must be a whole number"),
        ("[llm]\nmax_output_tokens = 0", "[llm] max_output_tokens must be at least 1"),
        ("[llm]\ntimeout_seconds = 0", "[llm] timeout_seconds must be more than 0"),
        ("[llm]\ntimeout_seconds = 1e9", "[llm] timeout_seconds must be at most 3600"),
        ("[llm]\ncommand = []", "[llm] command must not be empty"),
        ('[llm]\ncommand = "x -y"', '[llm] command must be a list, such as ["..."]'),
        ("[budget]\ndaily_usd = nan", "[budget] daily_usd must be a finite number"),
        ("[budget]\ndaily_usd = -1", "[budget] daily_usd must be at least 0"),
        ('[budget]\ndaily_usd = "1"', "[budget] daily_usd must be a number"),
        ('[memory]\nroot = "/x\\u0000"', "[memory] root " + HIDDEN.format("0000")),
        ('[operator]\nname = "Al\\u202Eex"', "[operator] name " + HIDDEN.format("202E")),
        ('[operator]\nname = "Al\\tex"', "[operator] name " + HIDDEN.format("0009")),
        ('[operator]\nname = "Al\\u00A0ex"', "[operator] name " + HIDDEN.format("00A0")),
        ('[operator]\nname = "Al\\u2028ex"', "[operator] name must be one line of text, not empty"),
        ('[operator]\nname = "?!"', "[operator] name must hold a letter or digit"),
        ('[operator]\ntimezone = "CEST+9"', NO_ZONE),
        ('[operator]\ntimezone = "../x"', NO_ZONE),
        (
            '[sources.plain]\npaths = ["/a", "b"]',
            "[sources.plain] paths, entry 2, must be a full path; start it with / or ~/",
        ),
        (
            '[privacy]\nsecret_patterns = ["ACME-[0-9"]',
            (
                '[privacy] secret_patterns, entry 1, "ACME-[0-9" is no regular expression: '
                "unterminated character set at position 5"
            ),
        ),
        ("[trust]\nchannels = [1]", "[trust] channels, entry 1, must be text in quotes"),
    ],
)
def test_a_wrong_value_is_refused_with_its_rule(text: str, problem: str) -> None:
    assert problems(text) == [problem]


def test_all_problems_are_told_at_once() -> None:
    text = '[memory]\nrot = 1\nkeep_lines = "no"\n[schedule]\nnightly = "25:00"\n[lmm]\n'

    assert problems(text) == [
        "[memory] keep_lines must be true or false",
        "[memory] rot is unknown; did you mean root?",
        '[schedule] nightly "25:00" is no time of day; write HH:MM',
        "[lmm] is unknown; did you mean [llm]?",
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[memory]\nroot = \n", "config.toml:2:8: not TOML: Invalid value"),
        ('root = "x', "config.toml:1:10: not TOML: Unterminated string"),
        (
            "[memory]\n[memory]",
            "config.toml:2:8: not TOML: Cannot declare ('memory',) twice: it stands above",
        ),
        (f"a = {'9' * 5000}", "config.toml: not TOML: a value is too large or too deep"),
        (f"a = {'[' * 5000}", "config.toml: not TOML: a value is too large or too deep"),
    ],
)
def test_what_is_no_toml_is_refused_at_its_place(text: str, problem: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parsed(text)

    assert caught.value.problems == [problem]


@pytest.mark.parametrize(
    "text",
    [
        'api_key = "sk-1"',
        '[llm]\napi_key = "sk-1"',
        '[llm]\nAPI-Key = "sk-1"',
        '[llm.nightly]\ntoken = "sk-1"',
        '[llm]\n"openai.api.key" = "sk-1"',
        '[trust]\nsecret = ["sk-1"]',
        '[operator]\npassword = "sk-1"',
        '[prices.m]\ninput = 1\noutput = 1\naccess_token = "sk-1"',
    ],
)
def test_a_key_in_the_file_is_told_where_it_belongs(text: str) -> None:
    (problem,) = problems(text)

    assert "does not belong in this file; put the key into the systemd credential" in problem
    assert "sk-1" not in problem


@pytest.mark.parametrize(
    "text",
    [
        '[llm]\nprovider = "{key}"',
        '[llm]\napi_key_env = "{key}"',
        '[llm]\nbase_url = "https://user:{key}@h"',
        '[llm]\nbase_url = "https://{key}@h"',
        '[llm]\nbase_url = "https://h/?key={key}"',
        '[llm]\nbase_url = "{key}"',
        '[schedule]\nnightly = "{key}"',
        '[memory]\nroot = "{key}"',
        '[foo]\nbar = "{key}"',
    ],
)
def test_a_key_in_a_wrong_place_is_not_repeated(text: str) -> None:
    key = "sk-" + "abcdefgh" * 4

    assert key not in str(problems(text.format(key=key)))


# The files


def test_the_file_with_every_key_holds_the_defaults() -> None:
    assert parsed(EVERY_KEY.read_text()) == parsed("")


def uncommented(text: str) -> str:
    lines = text.splitlines()
    return "\n".join(x[1:] if x.startswith("#") and not x.startswith("# ") else x for x in lines)


def keys(table: dict[str, Any], at: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    found = set()
    for key, value in table.items():
        place = (*at, "*" if at == ("prices",) else key)
        found |= keys(value, place) if isinstance(value, dict) else {place}
    return found


def test_the_file_with_every_key_has_every_key_and_no_other() -> None:
    text = uncommented(EVERY_KEY.read_text())
    places = dict(tables())
    known = {(*at, name) for at, names in places.items() for name in names}

    assert keys(tomllib.loads(text)) == known - set(places)
    parsed(text)


def unexplained(text: str) -> set[str]:
    """Return the keys without a sentence of their own right above them."""
    bare, table, said = set(), "", False
    for line in text.splitlines():
        if header := re.fullmatch(r"#?\[(.+)\]", line):
            table = header[1]
        elif (name := re.match(r"#?(\w+) = ", line)) and not said:
            bare.add(f"{table}.{name[1]}")
        said = line.startswith("# ")
    return bare


def test_the_file_with_every_key_explains_each() -> None:
    assert unexplained(EVERY_KEY.read_text()) == set()


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("[llm]\n# Who.\nprovider = 1\n\n[llm.nightly]\n#provider = 2", {"llm.nightly.provider"}),
        ("[llm]\n# Who.\nprovider = 1\n\n[llm.nightly]\n# Who.\n#provider = 2", set()),
        ("# Here.\n[llm]\n#provider = 1", {"llm.provider"}),
        ("[llm]\n# Who.\n#provider = 1\nmodel = 2", {"llm.model"}),
        ("[llm]\n# Who.\n\nmodel = 1", {"llm.model"}),
    ],
)
def test_a_key_without_a_word_is_noticed(text: str, bare: set[str]) -> None:
    assert unexplained(text) == bare


def test_what_is_in_force_loads_to_the_same() -> None:
    config = parsed(uncommented(EVERY_KEY.read_text()))

    assert parsed(dump(config)) == config
    assert parsed(dump(parsed(""))) == parsed("")


@pytest.mark.parametrize("name", ["Alex", 'Al "ex" \\ O\'Neil', "Zoë # 3", "{name}", None])
def test_a_first_configuration_loads_as_it_was_answered(name: str | None) -> None:
    text = starter(operator_name=name, timezone="Asia/Tokyo", root="~/a {b}", found={"pi"})
    config = parsed(text)

    assert config.operator.name == name
    assert (config.operator.timezone, config.memory.root) == ("Asia/Tokyo", HOME / "a {b}")
    assert (config.sources.pi.active, config.sources.claude_code.active) == (True, True)


def test_a_first_configuration_shows_what_was_not_answered() -> None:
    text = starter(operator_name=None, timezone=None, root="~/life", found=())

    assert '\n#name = "Alex"' in text
    assert parsed(uncommented(text)).operator.timezone == "Europe/Berlin"
