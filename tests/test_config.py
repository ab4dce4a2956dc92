"""The light reader: the settings that reading needs, and never another word than the full one's."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from memoryd import config
from memoryd.config import Settings, read_settings
from memoryd.config_model import load
from memoryd.config_model.problems import tables
from memoryd.errors import ConfigError

HOME = Path("/home/alex")


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "config.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_the_light_reader_takes_what_reading_needs(tmp_path: Path) -> None:
    text = """
        operator = { name = "Alex", timezone = "Europe/Berlin" }
        memory = { root = "~/m", workspace = "/w" }
        layers = { notes = false }
        privacy = { group_visible = [], secret_patterns = ["ACME-[0-9]+"] }
        trust = { channels = ["discord:group"] }
    """
    path = written(tmp_path, text)

    assert read_settings(path, env={"HOME": "/home/alex"}) == Settings(
        config_file=path,
        root=HOME / "m",
        workspace=Path("/w"),
        operator_name="Alex",
        timezone="Europe/Berlin",
        layers=frozenset({"tacit", "graph", "search"}),
        group_visible=(),
        trust_channels=("discord:group",),
        secret_patterns=("ACME-[0-9]+",),
    )


def test_without_a_file_the_light_reader_has_the_defaults_too(home: Path) -> None:
    env = {"HOME": str(home)}
    missing = home / ".config/memoryd/config.toml"

    assert read_settings(env=env) == config._through_the_model(missing, env)


def test_reading_goes_on_when_only_the_jobs_keys_are_wrong(tmp_path: Path) -> None:
    path = written(tmp_path, '[memory]\nroot = "/m"\n[schedule]\nnightly = "25:00"\n[llm]\nx = 1')

    assert read_settings(path, env={"HOME": "/h"}).root == Path("/m")


def test_the_light_reader_knows_every_key_of_its_tables() -> None:
    full = {at[0]: names for at, names in tables() if len(at) == 1}

    assert {name: list(checks) for name, checks in config._CHECKED.items()} == {
        name: full[name] for name in config._CHECKED
    }
    assert set(full) == set(config._CHECKED) | config._UNREAD


ODD = [
    "",
    "Alex",
    " Alex ",
    "?!",
    "a\nb",
    "UTC",
    "Mars/Base",
    "~/x",
    "/x",
    "x",
    "~y",
    "/",
    "~",
    "/etc/x",
    ".x",
    "a/b",
    True,
    3,
]
KEYS = [(section, key) for section, checks in config._CHECKED.items() for key in [*checks, "rot"]]


@pytest.mark.parametrize(("section", "key"), KEYS)
def test_the_light_reader_and_the_full_one_agree_on_a_value(
    section: str, key: str, tmp_path: Path
) -> None:
    for value in [*ODD, *([value, "projects"] for value in ODD)]:
        agree({section: {key: value}}, tmp_path)


@pytest.mark.parametrize(
    "document",
    [{}, {"root": "/x"}, {"memory": 3}, {"memory": []}, {"memmory": {}}, {"layers": {"x": {}}}],
)
def test_the_light_reader_and_the_full_one_agree_on_the_tables(
    document: dict[str, Any], tmp_path: Path
) -> None:
    agree(document, tmp_path)


def agree(document: dict[str, Any], folder: Path) -> None:
    path = written(folder, tomli_w.dumps(document))
    env = {"HOME": str(HOME)}

    assert outcome(read_settings, path, env) == outcome(config._through_the_model, path, env)


def outcome(read: Any, path: Path, env: dict[str, str]) -> Settings | list[str]:
    try:
        return read(path, env=env)
    except ConfigError as err:
        return err.problems


def loaded_modules(text: str, folder: Path) -> set[str]:
    path = written(folder, text)
    program = (
        "import sys, pathlib; before = set(sys.modules); from memoryd.config import read_settings;"
        "read_settings(pathlib.Path(sys.argv[1]), env={'HOME': '/h'});"
        "print(*(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, path], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_reading_a_good_file_loads_nothing_heavy(tmp_path: Path) -> None:
    heavy = {"pydantic", "structlog", "httpx", "asyncio", "_hashlib"}

    assert not loaded_modules('[operator]\nname = "Alex"\n[memory]\nroot = "~/m"', tmp_path) & heavy


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"[operator]\nname = '\xff'", "config.toml: not UTF-8 text; save it as UTF-8"),
        (None, "config.toml: cannot be read: Is a directory"),
    ],
)
def test_a_file_that_cannot_be_read_is_an_error(
    content: bytes | None, problem: str, tmp_path: Path
) -> None:
    path = written(tmp_path, content) if content else tmp_path / "config.toml"
    if content is None:
        path.mkdir()

    for read in (load, read_settings):
        with pytest.raises(ConfigError) as caught:
            read(path, env={"HOME": "/h"})
        assert caught.value.problems == [problem]


@pytest.mark.parametrize(
    "text", [b"\xef\xbb\xbf[memory]\nroot = '/m'", b"[memory]\r\nroot = '/m'\r\n"]
)
def test_marks_and_line_ends_of_other_systems_are_read(text: bytes, tmp_path: Path) -> None:
    path = written(tmp_path, text)

    assert load(path, env={"HOME": "/h"}).memory.root == Path("/m")
    assert read_settings(path, env={"HOME": "/h"}).root == Path("/m")
