"""The README says what the program does."""

import re
import tomllib
from pathlib import Path

import pytest

from memoryd.cli.main import VERBS
from memoryd.config_model import parse

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


def test_every_verb_of_the_program_stands_in_the_table_and_no_other() -> None:
    told = re.findall(r"^\| `(\w+)[^`]*` \|", README, re.MULTILINE)

    assert sorted(told) == sorted(VERBS)


def test_every_toml_block_is_a_configuration_that_loads(tmp_path: Path) -> None:
    blocks = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)

    assert blocks
    for block in blocks:
        parse(block, home=tmp_path, name="README.md")
        assert tomllib.loads(block)


@pytest.mark.parametrize("script", ["start", "test", "check"])
def test_every_script_that_it_names_is_there_and_can_be_run(script: str) -> None:
    assert f"./scripts/{script}" in README
    assert (ROOT / "scripts" / script).stat().st_mode & 0o111


def test_the_exit_codes_it_names_are_those_of_the_program() -> None:
    from memoryd.cli import exits  # noqa: PLC0415 - its names are what is compared

    codes = (exits.DONE, exits.FAILED, exits.WRONG_USE, exits.IN_PART, exits.INTERRUPTED)
    assert codes == (0, 1, 2, 3, 130)
    assert "Exit codes: 0 done, 1 failed, 2 wrong use, 3 done in part" in README
