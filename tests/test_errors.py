"""The tree of errors stands in one place, and its drawing names all of it."""

import ast
import inspect
from pathlib import Path

from memoryd import errors

KNOWN = {
    name for name, kind in vars(errors).items()
    if inspect.isclass(kind) and issubclass(kind, errors.MemorydError)
}  # fmt: skip


def test_no_other_module_grows_a_branch_of_its_own() -> None:
    here = Path(errors.__file__)
    found = [
        f"{path.name}: {node.name}"
        for path in sorted(here.parent.rglob("*.py")) if path != here
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")  # one that never leaves
        and KNOWN & {base.id for base in node.bases if isinstance(base, ast.Name)}
    ]  # fmt: skip

    assert found == []


def test_the_drawing_names_every_error() -> None:
    assert [name for name in sorted(KNOWN) if name not in (errors.__doc__ or "")] == []
