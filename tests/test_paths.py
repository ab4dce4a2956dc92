"""Where memoryd's own files are."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.errors import UsageError
from memoryd.paths import MAX_SOCKET_BYTES, Paths


def test_places_follow_the_xdg_variables() -> None:
    env = {"HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s", "XDG_RUNTIME_DIR": "/r"}

    assert Paths.of(env) == Paths(
        home=Path("/h"),
        config_file=Path("/c/memoryd/config.toml"),
        state_dir=Path("/s/memoryd"),
        socket=Path("/r/memoryd/sock"),
    )


@pytest.mark.parametrize("value", ["", "relative/folder"])
def test_an_xdg_variable_that_is_no_full_path_is_ignored(value: str) -> None:
    names = ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR")
    paths = Paths.of({"HOME": "/h", **dict.fromkeys(names, value)})

    assert paths.config_file == Path("/h/.config/memoryd/config.toml")
    assert paths.socket == Path("/h/.local/state/memoryd/sock")


@pytest.mark.parametrize("env", [{}, {"HOME": ""}, {"HOME": "alex"}])
def test_without_a_home_nothing_is_guessed(env: dict[str, str]) -> None:
    with pytest.raises(UsageError, match="HOME is not set"):
        Paths.of(env)


@given(st.integers(0, 200), st.integers(0, 200))
def test_a_socket_can_always_be_bound(runtime: int, state: int) -> None:
    env = {
        "HOME": "/h",
        "XDG_RUNTIME_DIR": "/" + "r" * runtime,
        "XDG_STATE_HOME": "/" + "s" * state,
    }

    assert len(os.fsencode(Paths.of(env).socket)) <= MAX_SOCKET_BYTES


@pytest.mark.parametrize(("size", "in_place"), [(107, True), (108, False)])
def test_a_socket_stands_in_its_place_up_to_the_kernels_limit(*, size: int, in_place: bool) -> None:
    runtime = "/" + "r" * (size - len("//memoryd/sock"))
    place = Path(runtime, "memoryd/sock")

    assert (Paths.of({"HOME": "/h", "XDG_RUNTIME_DIR": runtime}).socket == place) is in_place


def test_two_states_with_long_names_have_two_sockets() -> None:
    sockets = {Paths.of({"HOME": f"/{'h' * 120}{x}"}).socket for x in range(9)}

    assert len(sockets) == 9
