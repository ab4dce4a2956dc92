"""The unit file, as systemd itself reads it."""

import shutil
import subprocess
from pathlib import Path

import pytest

UNIT = Path(__file__).parents[2] / "systemd/memoryd.service"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_finds_nothing_to_say_about_the_unit(home: Path) -> None:
    program = home / ".local/bin/memoryd"
    program.parent.mkdir(parents=True)
    program.touch(mode=0o755)
    (home / "run").mkdir()

    said = subprocess.run(
        ["systemd-analyze", "--user", "verify", UNIT],
        env={"HOME": str(home), "XDG_RUNTIME_DIR": str(home / "run"), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (said.returncode, said.stdout, said.stderr) == (0, "", "")
