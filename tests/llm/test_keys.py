from pathlib import Path

import pytest

from memoryd.config_model import LlmConfig
from memoryd.errors import TerminalLlmError
from memoryd.jobs.proposals import read_extraction
from memoryd.llm.keys import find_key
from memoryd.llm.openai import OpenAI
from tests.fakes_server import anthropic, model_server
from tests.llm.asking import QUESTION, Asking

ANTHROPIC = LlmConfig(provider="anthropic", model="m")
OPENAI = LlmConfig(provider="openai", model="m")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def put(folder: Path, text: str, mode: int = 0o600) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "llm_api_key"
    path.write_text(text)
    path.chmod(mode)
    return path


def test_a_key_comes_from_the_credential_then_the_environment_then_the_file(folder: Path) -> None:
    put(folder, "from-file\n")
    put(folder / "run", "from-credential", 0o440)
    env = {"CREDENTIALS_DIRECTORY": str(folder / "run"), "ANTHROPIC_API_KEY": "from-env"}

    assert find_key(ANTHROPIC, env=env, folder=folder) == "from-credential"
    del env["CREDENTIALS_DIRECTORY"]
    assert find_key(ANTHROPIC, env=env, folder=folder) == "from-env"
    del env["ANTHROPIC_API_KEY"]
    assert find_key(ANTHROPIC, env=env, folder=folder) == "from-file"
    assert find_key(ANTHROPIC, env=env, folder=folder / "no") is None


def test_a_provider_reads_its_own_variable(folder: Path) -> None:
    env = {"ANTHROPIC_API_KEY": "a", "OPENAI_API_KEY": "o", "MINE": "m"}

    assert find_key(OPENAI, env=env, folder=folder) == "o"
    named = LlmConfig(provider="openai", model="m", api_key_env="MINE")
    assert find_key(named, env=env, folder=folder) == "m"
    del env["MINE"]
    assert find_key(named, env=env, folder=folder) is None


def test_an_empty_credential_is_none(folder: Path) -> None:
    put(folder / "run", " \n")
    env = {"CREDENTIALS_DIRECTORY": str(folder / "run"), "ANTHROPIC_API_KEY": "from-env"}

    assert find_key(ANTHROPIC, env=env, folder=folder) == "from-env"


def test_a_key_that_belongs_to_another_provider_is_not_read(folder: Path) -> None:
    put(folder, "from-file")
    put(folder / "run", "from-credential")
    env = {"CREDENTIALS_DIRECTORY": str(folder / "run")}

    assert find_key(OPENAI, env=env, folder=folder, shared=False) is None


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660, 0o610, 0o777])
def test_a_file_that_others_can_read_is_refused_in_one_line(folder: Path, mode: int) -> None:
    path = put(folder, "secret-key", mode)

    with pytest.raises(TerminalLlmError, match=f"chmod 600 {path}") as caught:
        find_key(ANTHROPIC, env={}, folder=folder)

    assert "\n" not in str(caught.value)
    assert "secret-key" not in str(caught.value)


@pytest.mark.parametrize("text", ["two words", "a\nb", "ключ", "a\x00b", "x" * 5000])
def test_a_key_of_odd_characters_is_refused_without_being_shown(folder: Path, text: str) -> None:
    put(folder, text)

    with pytest.raises(TerminalLlmError, match="no key has") as caught:
        find_key(ANTHROPIC, env={}, folder=folder)

    assert text not in str(caught.value)


def test_a_missing_key_says_where_to_put_one(tmp_path: Path) -> None:
    for dialect, variable in ((None, "ANTHROPIC_API_KEY"), (OpenAI, "OPENAI_API_KEY")):
        asking = Asking(tmp_path, "https://models.example", key=None)
        asking.dialect = dialect or asking.dialect
        with pytest.raises(TerminalLlmError, match=f"no key for .*{variable}"):
            asking.adapter().ask(QUESTION, read_extraction)


def test_a_server_on_this_machine_needs_no_key(tmp_path: Path) -> None:
    with model_server(anthropic('{"facts": []}')) as server:
        Asking(tmp_path, server.url, key=None).adapter().ask(QUESTION, read_extraction)

    assert "x-api-key" not in server.sent[0].headers


@pytest.mark.parametrize(
    "url",
    [
        "http://models.example",
        "http://192.0.2.7:8000",
        "http://127.0.0.1.example",
        "http://localhost.example",
    ],
)
def test_a_key_is_never_sent_in_the_clear_to_another_machine(tmp_path: Path, url: str) -> None:
    with pytest.raises(TerminalLlmError, match=r"plain http.*use https"):
        Asking(tmp_path, url).adapter().ask(QUESTION, read_extraction)


def test_what_is_meant_for_this_machine_goes_through_no_proxy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        model_server(anthropic("proxied")) as proxy,
        model_server(anthropic('{"facts": []}')) as server,
    ):
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        monkeypatch.setenv("ALL_PROXY", proxy.url)
        Asking(tmp_path, server.url).adapter().ask(QUESTION, read_extraction)

        assert proxy.sent == []


def test_proxy_settings_that_make_no_sense_are_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALL_PROXY", "nonsense://here")

    with pytest.raises(TerminalLlmError, match="proxy"):
        Asking(tmp_path, "https://models.example").adapter().ask(QUESTION, read_extraction)
