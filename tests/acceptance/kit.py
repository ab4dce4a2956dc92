"""The program as a person runs it, and a model that reads the lines it is shown."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.fakes_server import Handler, Step, anthropic, openai

SHARED = Path(__file__).parents[2].parent / "shared"
LINE = re.compile(r"^\[(m\d+)\] (\d{4}-\d\d-\d\d) (\d\d:\d\d) ([^:]+): (.*)$", re.MULTILINE)
Shown = tuple[str, str, str, str, str]  # id, day, time, who, text
CHATS = """
[operator]
name = "Alex"
timezone = "UTC"
[sources.plain]
paths = ["~/chats/*.jsonl"]
"""


@dataclass(frozen=True)
class Person:
    """A home of its own, and the program started there."""

    home: Path

    def config(self, text: str) -> None:
        path = self.home / ".config/memoryd/config.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    @property
    def env(self) -> dict[str, str]:
        return {"HOME": str(self.home), "PATH": os.environ["PATH"], "ANTHROPIC_API_KEY": "not-real",
                "OPENAI_API_KEY": "not-real"}  # fmt: skip

    def start(self, *words: str) -> "subprocess.Popen[str]":
        return subprocess.Popen([sys.executable, "-m", "memoryd", *words], env=self.env, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip

    def run(self, *words: str, code: int = 0) -> str:
        process = self.start(*words)
        out, err = process.communicate(timeout=120)
        assert process.returncode == code, err
        return out

    def json(self, *words: str, code: int = 0) -> Any:
        return json.loads(self.run(*words, "--json", code=code))

    def files(self, folder: str = "life", *, lines: bool = True) -> dict[str, bytes]:
        """Every file of the memory but the machinery's own, and the conversation lines."""
        root = self.home / folder
        return {
            name: path.read_bytes()
            for path in sorted(root.rglob("*"))
            if path.is_file()
            and (not (name := path.relative_to(root).as_posix()).startswith(".memoryd")
                 or (lines and "/lines/" in name))
        }  # fmt: skip

    def everything(self) -> dict[str, tuple[int, int, int]]:
        """Every file and folder with its inode, size and time: to see that nothing is written."""
        found = {}
        for path in sorted(self.home.rglob("*")):
            stat = path.lstat()
            found[str(path)] = (stat.st_ino, stat.st_size, stat.st_mtime_ns)
        return found


def reading(propose: Callable[[list[Shown]], list[dict[str, Any]]], dialect: str) -> Step:
    """A model that reads the lines it is shown and answers with the facts `propose` makes."""

    def step(handler: Handler) -> None:
        prompt = handler.server.sent[-1].body["messages"][-1]["content"]
        lines = [match.groups() for match in LINE.finditer(prompt)]
        answer = json.dumps({"facts": propose(lines)})  # type: ignore[arg-type]
        (anthropic if dialect == "anthropic" else openai)(answer)(handler)

    return step


def first_words(lines: list[Shown]) -> list[dict[str, Any]]:
    """Propose, for each longer line of the operator, its first words as a fact about them."""
    found = []
    for line_id, _, _, who, text in lines:
        words = re.findall(r"[a-z]{3,}", text.lower())
        if who == "operator" and len(words) >= 6:
            found.append({"lines": [line_id], "entity": {"kind": "person", "name": "Alex"},
                          "fact": " ".join(words[:8]), "category": "status", "when": None,
                          "replaces": [], "related": []})  # fmt: skip
    return found
