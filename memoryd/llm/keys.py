"""Where a provider's key is found: a systemd credential, the environment, or a private file."""

import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path

from memoryd.config_model import LlmConfig
from memoryd.errors import TerminalLlmError

_NAME = "llm_api_key"
_VARIABLES = {"anthropic": "ANTHROPIC_API_KEY", "openai": "OPENAI_API_KEY"}
_MAX_BYTES = 4096


def find_key(
    config: LlmConfig, *, env: Mapping[str, str], folder: Path, shared: bool = True
) -> str | None:
    """Return the key for a model, None when there is none.

    folder: memoryd's own in the XDG configuration folder; shared: whether the credential and the
    file, which name no provider, belong to this one. The variable that api_key_env names comes
    first, as the most particular. Raises TerminalLlmError for a file others may read.
    """
    places = [_of_variable(config.api_key_env, env)]
    if shared:
        places.append(_of_credential(env))
    if config.api_key_env is None:
        places.append(_of_variable(_VARIABLES.get(config.provider), env))
    found = next(filter(None, places), None)
    if found is None and shared:
        found = _of_file(folder / _NAME)
    return found


def missing(config: LlmConfig) -> TerminalLlmError:
    """Return the error for a model without a key: one line that says where to put it."""
    variable = config.api_key_env or _VARIABLES[config.provider]
    return TerminalLlmError(
        f"no key for {config.provider}: set {variable}, or put the key into the systemd credential "
        f"{_NAME} or the file ~/.config/memoryd/{_NAME} (mode 0600)"
    )


def _of_variable(name: str | None, env: Mapping[str, str]) -> str | None:
    return _checked(env.get(name, ""), name) if name else None


def _of_credential(env: Mapping[str, str]) -> str | None:
    # systemd's own protection: a folder that only the service sees
    folder = env.get("CREDENTIALS_DIRECTORY")
    return _checked(_read(Path(folder) / _NAME), "the credential") if folder else None


def _of_file(path: Path) -> str | None:
    try:
        status = path.stat()
    except OSError:
        return None
    if not stat.S_ISREG(status.st_mode):
        raise TerminalLlmError(f"{path} is no plain file and is not used; put a file there")
    if status.st_mode & (stat.S_IRWXG | stat.S_IRWXO) or status.st_uid not in {os.getuid(), 0}:
        raise TerminalLlmError(f"{path} can be read by others and is not used; chmod 600 {path}")
    return _checked(_read(path), path)


def _read(path: Path) -> str:
    try:
        with path.open("rb") as handle:
            return handle.read(_MAX_BYTES + 1).decode("utf-8-sig", "replace")
    except FileNotFoundError:
        return ""
    except OSError as err:
        raise TerminalLlmError(f"cannot read the key in {path}: {err.strerror}") from err


def _checked(text: str, place: object) -> str | None:
    key = text.strip()
    if key and not re.fullmatch(rf"[!-~]{{1,{_MAX_BYTES}}}", key):
        raise TerminalLlmError(f"the key in {place} holds characters that no key has; copy it anew")
    return key or None
