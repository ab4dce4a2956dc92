"""Value: classes of plain fields, made at a tenth of the cost of the standard library's.

`dataclasses` compiles up to six methods of each class where it is defined, and loads what inspects
code: together a fifth of what an agent waits for at a start. Here the methods are shared, and only
a class that is used has its `__init__` compiled.
"""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, cast, dataclass_transform

_Class = TypeVar("_Class")
_Kept = TypeVar("_Kept")


class _Factory:
    """The default of a field that each object has of its own."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make


def field(*, default_factory: Callable[[], Any]) -> Any:  # noqa: ANN401 - stands for a field's type
    """Return the default of a field that is made anew for each object."""
    return _Factory(default_factory)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[_Class]) -> type[_Class]:
    """Make a class of annotated fields: they have slots, stay as they are, and are its equality."""
    return _made(cls, {"__hash__": _hash, "__setattr__": _refuse, "__delattr__": _refuse})


@dataclass_transform(field_specifiers=(field,))
def mutable(cls: type[_Class]) -> type[_Class]:
    """Make a class of annotated fields that may be set: it has equality, and no hash."""
    return _made(cls, {"__hash__": None})


def replace(of: _Kept, **changes: Any) -> _Kept:  # noqa: ANN401 - as the fields are
    """Return a copy with some fields changed; of such a class, or of a dataclass."""
    return type(of)(**{**as_dict(of), **changes})


def as_dict(of: object) -> dict[str, Any]:
    """Return the fields by name, in their order, as they are."""
    names: tuple[str, ...] = type(of).__match_args__  # type: ignore[attr-defined]  # ours have it
    return {name: getattr(of, name) for name in names}


def _made(cls: type[_Class], methods: Mapping[str, Any]) -> type[_Class]:
    """Return the class anew, as slots cannot be added to one; what it defines itself stays."""
    names = tuple(cls.__annotations__)
    body = dict(cls.__dict__)
    defaults = {name: body.pop(name) for name in names if name in body}
    for name in ("__dict__", "__weakref__"):
        body.pop(name, None)
    key = attrgetter(*names)
    shared = {"__slots__": names, "__match_args__": names, "_key": staticmethod(key),
              "__eq__": _eq, "__repr__": _repr, **methods}  # fmt: skip
    made: Any = type(cls.__name__, cls.__bases__, {**shared, **body})
    made.__qualname__ = cls.__qualname__

    def init(self: object, *given: object, **named: object) -> None:
        made.__init__ = _init(names, defaults, frozen=methods["__hash__"] is not None)
        made.__init__(self, *given, **named)

    made.__init__ = init  # until the first object is made
    return cast("type[_Class]", made)


def _init(names: tuple[str, ...], defaults: Mapping[str, Any], *, frozen: bool) -> Any:  # noqa: ANN401 - any method
    """Compile what sets the fields, in their order, from arguments of the same names."""
    known = {f"_of_{name}": default for name, default in defaults.items()}
    known |= {f"_make_{name}": default.make for name, default in defaults.items()
              if isinstance(default, _Factory)}  # fmt: skip
    taken = ", ".join(f"{name}=_of_{name}" if name in defaults else name for name in names)
    lines = []
    for name in names:
        made = f"_make_{name}() if {name} is _of_{name} else {name}"
        given = made if f"_make_{name}" in known else name
        lines.append(f" _set(self, {name!r}, {given})" if frozen else f" self.{name} = {given}")
    code = "\n".join([f"def __init__(self, {taken}):", *lines])
    found: dict[str, Any] = {}
    exec(code, {**known, "_set": object.__setattr__}, found)  # noqa: S102 - names of our classes
    return found["__init__"]


def _eq(self: Any, other: Any) -> Any:  # noqa: ANN401 - any such class, as below
    return self._key(self) == self._key(other) if other.__class__ is type(self) else NotImplemented


def _hash(self: Any) -> int:  # noqa: ANN401 - as above
    return hash(self._key(self))


def _repr(self: object) -> str:
    told = ", ".join(f"{name}={kept!r}" for name, kept in as_dict(self).items())
    return f"{type(self).__qualname__}({told})"


def _refuse(self: object, name: str, *_: object) -> NoReturn:
    raise AttributeError(f"{type(self).__name__}.{name} cannot be set: make another with replace()")
