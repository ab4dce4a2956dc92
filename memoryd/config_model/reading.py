"""From the file to a Config, with all its problems at once."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

from pydantic import ValidationError

from memoryd.config_model.model import Config, Job
from memoryd.config_model.problems import problems_of
from memoryd.errors import ConfigError
from memoryd.paths import Paths


def load(path: Path | None = None, *, env: Mapping[str, str]) -> Config:
    """Read the file (the one in the XDG config folder by default); defaults where it is missing.

    Raises ConfigError with every problem of the file.
    """
    paths = Paths.of(env)
    file = path or paths.config_file
    if file.exists() and not (file.is_file() or file.is_dir()):
        raise ConfigError([f"{file.name}: is no plain file; put a file there"])
    try:
        text = file.read_text("utf-8-sig")  # some editors leave a mark at the start
    except FileNotFoundError:
        text = ""
    except UnicodeDecodeError as err:
        raise ConfigError([f"{file.name}: not UTF-8 text; save it as UTF-8"]) from err
    except OSError as err:
        raise ConfigError([f"{file.name}: cannot be read: {err.strerror}"]) from err
    return parse(text, home=paths.home, name=file.name)


def parse(text: str, *, home: Path, name: str) -> Config:
    """Read a file's text; name is what the problems call it.

    Raises ConfigError with every problem of the text.
    """
    try:
        config = Config.model_validate(_toml(text, name), context={"home": home})
    except ValidationError as err:
        lines = problems_of(err)
        raise ConfigError([f"{name}: {line}" for line in lines]) from err
    lines = list(_without_command(config))
    if lines:
        raise ConfigError([f"{name}: {line}" for line in lines])
    return config


def _toml(text: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as err:
        what, line, column = _syntax_problem(str(err), text)
        raise ConfigError([f"{name}:{line}:{column}: not TOML: {what}"]) from err
    except (ValueError, RecursionError) as err:  # a number of 4,301 digits, a list 1,000 deep
        raise ConfigError([f"{name}: not TOML: a value is too large or too deep"]) from err


def _syntax_problem(message: str, text: str) -> tuple[str, int, int]:
    """Split `Invalid value (at line 12, column 5)`; the end of the document has a place too."""
    found = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", message)
    if found:
        again = found[1].startswith("Cannot declare") and found[1].endswith("twice")
        hint = ": it stands above" if again else ""
        return found[1] + hint, int(found[2]), int(found[3])
    lines = text.split("\n")
    return message.removesuffix(" (at end of document)"), len(lines), len(lines[-1]) + 1


def _without_command(config: Config) -> Iterator[str]:
    if config.llm.provider == "command" and not config.llm.command:
        yield '[llm] command is missing; write the program and its options: ["program", "-x"]'
    for job in get_args(Job):
        model = config.llm_for(job)
        own = getattr(config.llm, job).provider is not None
        if own and model.provider == "command" and not model.command:
            yield f"[llm.{job}] command is missing; [llm] holds none for this provider"
