"""One person at the command line: words in, exit code and both outputs out."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from memoryd.cli.main import main

CONFIG = """\
[operator]
name = "Alex"
timezone = "Europe/Berlin"
[sources.plain]
paths = ["~/chats"]
"""


@dataclass(frozen=True)
class Said:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Person:
    def __init__(self, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.home, self._capsys = home, capsys
        self.life = home / "life"
        self.config_file = home / "xdg_config_home/memoryd/config.toml"

    def types(self, *words: str) -> Said:
        code = main(list(words))
        out, err = self._capsys.readouterr()
        return Said(code, out, err)

    def has_config(self, text: str = CONFIG) -> None:
        self.config_file.parent.mkdir(parents=True, exist_ok=True)
        with self.config_file.open("w") as handle:
            handle.write(text)

    def has_model(self, url: str, *more: str) -> None:
        """Name a model whose server listens at an address."""
        llm = f'[llm]\nprovider = "openai"\nmodel = "gpt-6-luna"\nbase_url = "{url}"\n'
        self.has_config("\n".join([CONFIG + llm, *more]))

    def says(self, *texts: str, day: str = "2026-01-05", session: str = "a") -> None:
        chats = self.home / "chats"
        chats.mkdir(exist_ok=True)
        with (chats / f"{session}.jsonl").open("a") as handle:
            for text in texts:
                row = {"time": f"{day}T09:15:00+01:00", "role": "operator", "text": text}
                handle.write(json.dumps(row) + "\n")

    def has_file(self, path: str, text: str) -> Path:
        place = self.life / path
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("w") as handle:
            handle.write(text)
        return place

    def has_facts(self, ref: str, *rows: dict[str, Any]) -> Path:
        whole = [{"category": "status", "status": "active", **row} for row in rows]
        return self.has_file(f"{ref}/items.json", json.dumps(whole, indent=2))

    def files(self) -> dict[str, tuple[int, int]]:
        return {str(p): (p.lstat().st_size, p.lstat().st_mtime_ns) for p in self.home.rglob("*")}
