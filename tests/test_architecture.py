"""Rules of the code's shape that no linter keeps, and the seal around the tests themselves."""

import ast
import os
import re
import socket
import tomllib
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from tokenize import COMMENT, generate_tokens

import pytest

PROJECT = Path(__file__).parents[1]
MODULES = sorted((PROJECT / "memoryd").rglob("*.py"))
TESTS = sorted((PROJECT / "tests").rglob("*.py"))
MAX_FILE, MAX_FUNCTION = 400, 40
# The first two skip validation; the others write in place and leave half a file after a crash.
MARK = re.compile(r"#\s*(?:noqa|type:\s*ignore)\b", re.IGNORECASE)
REASONED = re.compile(
    MARK.pattern + r"(?:: ?[A-Z\d, ]+|\[[\w,-]+\])?\s+[-#]\s+\S.*\w", re.IGNORECASE
)
BANNED_CALLS = {"model_copy", "model_construct", "write_text", "write_bytes"}


def shape_problems(source: str, *, in_store: bool = False) -> list[str]:
    tree = ast.parse(source)
    found = [] if ast.get_docstring(tree) else ["no docstring"]
    if source.count("\n") > MAX_FILE:
        found.append(f"{source.count(chr(10))} lines")
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or 0) - node.lineno + 1
            found += [f"{node.name} has {length} lines"] * (length > MAX_FUNCTION)
        name = called_name(node)
        if name in BANNED_CALLS and not in_store:
            found.append(f"calls {name}")
    return found


def called_name(node: ast.AST) -> str | None:
    if not isinstance(node, ast.Call):
        return None
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else None


def imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imports_mock(source: str) -> bool:
    return any(f"{name}.".startswith(("unittest.mock.", "mock.")) for name in imported(source))


def unreasoned(source: str) -> list[int]:
    """Return the lines whose mark for a checker has no reason beside it."""
    comments = (t for t in generate_tokens(StringIO(source).readline) if t.type == COMMENT)
    return [t.start[0] for t in comments if MARK.match(t.string) and not REASONED.match(t.string)]


def name_of(path: Path) -> str:
    return str(path.relative_to(PROJECT))


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_says_its_duty_and_stays_small(path: Path) -> None:
    in_store = "store" in path.relative_to(PROJECT).parts

    assert shape_problems(path.read_text("utf-8"), in_store=in_store) == []


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_checker_is_silenced_only_for_a_reason(path: Path) -> None:
    assert unreasoned(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa", "# noqa: PLC0415", "# noqa: S101, E501", "# noqa: S101 -", "#noqa:B007",
        "# type: ignore", "# type: ignore[arg-type]", "# type: ignore[misc]  #",
    ],
)  # fmt: skip
def test_a_mark_without_a_reason_is_noticed(comment: str) -> None:
    assert unreasoned(f"x = 1  {comment}\n") == [1]


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa: PLC0415 - see above", "# noqa: PTH123, SIM115 - until the end",
        "# type: ignore[misc]  # it has no types", "# says nothing of noqa",
    ],
)  # fmt: skip
def test_a_mark_with_its_reason_is_let_be(comment: str) -> None:
    assert unreasoned(f"x = 1  {comment}\n") == []


@pytest.mark.parametrize("path", [*MODULES, *TESTS], ids=name_of)
def test_nothing_is_tested_with_a_mock_library(path: Path) -> None:
    assert not imports_mock(path.read_text("utf-8"))


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("x = 1\n", "no docstring"),
        ('"""Duty."""\n' + "x = 1\n" * 400, "401 lines"),
        ('"""Duty."""\ndef f():\n' + "    x = 1\n" * 40, "f has 41 lines"),
        ('"""Duty."""\nclass A:\n  async def f():\n' + "    x = 1\n" * 40, "f has 41 lines"),
        ('"""Duty."""\npath.write_text("x")\n', "calls write_text"),
        ('"""Duty."""\nwrite_bytes(b"x")\n', "calls write_bytes"),
        ('"""Duty."""\nfact.model_copy(update={})\n', "calls model_copy"),
        ('"""Duty."""\nFact.model_construct()\n', "calls model_construct"),
    ],
)
def test_a_breach_of_shape_is_noticed(source: str, problem: str) -> None:
    assert shape_problems(source) == [problem]


@pytest.mark.parametrize(
    "source",
    [
        "import unittest.mock",
        "from unittest import mock",
        "from unittest.mock import patch",
        "def f():\n    import mock",
    ],
)
def test_a_mock_library_is_noticed(source: str) -> None:
    assert imports_mock(source)


def test_a_test_sees_an_empty_home(home: Path) -> None:
    assert os.environ["HOME"] == str(home)
    assert list(home.iterdir()) == []
    xdg = [value for name, value in os.environ.items() if name.startswith("XDG_")]
    assert all(Path(value).is_relative_to(home) for value in xdg)


@pytest.mark.parametrize("address", [("192.0.2.1", 80), ("2001:db8::1", 80, 0, 0)])
def test_a_test_cannot_reach_another_machine(address: tuple[str, int]) -> None:
    family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
    with socket.socket(family) as here, pytest.raises(RuntimeError, match="sealed"):
        here.connect(address)


def test_a_test_cannot_look_up_a_name() -> None:
    with pytest.raises(RuntimeError, match="sealed"):
        socket.create_connection(("example.org", 80))


def test_a_test_may_speak_to_itself(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname()).close()
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        server.bind(str(tmp_path / "s"))
        server.listen()
        client.connect(str(tmp_path / "s"))


def test_each_part_of_the_store_is_kept_from_the_others() -> None:
    contracts = tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["importlinter"]
    (private,) = [row for row in contracts["contracts"] if row["id"] == "private-store"]
    parts = {path.stem for path in (PROJECT / "memoryd/store").glob("*.py")} - {"__init__"}

    assert {name.removeprefix("memoryd.store.") for name in private["protected_modules"]} == parts
