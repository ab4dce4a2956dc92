"""direct: what an assistant asks to keep, through the daemon where one runs, else under the lock.

As light as the rest of what an agent starts: no pydantic, no model adapter.
"""

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from memoryd import clock
from memoryd.config import Settings, read_settings
from memoryd.core.turn import Audience
from memoryd.errors import LockedError, MemorydError, UnseenError, UsageError
from memoryd.jobs.context import Run
from memoryd.jobs.in_force import apart
from memoryd.jobs.remember import about_in_group, remember_of_assistant
from memoryd.jobs.remote import call
from memoryd.paths import Paths
from memoryd.store import Layout, MemoryStore, locate

VERB = "remember_of_assistant"  # the daemon's name for it
_ANSWER = 60.0  # seconds for the daemon, which may be about to stop or at a long commit
_PATIENCE = 60.0  # seconds in all, for other writers
_TRIES, _PAUSE = 3, 0.2  # where the daemon goes away before it answers; seconds between
_LOCK = 1.0  # seconds for the lock, before the daemon is looked for again


def remember_for_assistant(
    env: Mapping[str, str], config_file: Path | None, params: Mapping[str, Any]
) -> dict[str, Any]:
    """Keep what a tool call states, and return jobs.remember.remember_of_assistant's answer.

    A group may name what it may know of, also by name alone, as on the command line: UnseenError
    for anything else. Raises UsageError and StoreError, LockedError where others write for a whole
    minute, UsageError where the daemon would write to another memory than the configuration names.
    """
    paths = Paths.of(env)
    params = _as_heard(env, config_file, params)
    deadline = time.monotonic() + _PATIENCE
    own = config_file in (None, paths.config_file)  # another memory is not the daemon's
    failed = 0
    while True:
        try:
            answer = _by_the_daemon(env, paths, params) if own else None
            if answer is None:
                answer = _under_the_lock(read_settings(config_file, env=env), paths, params)
        except LockedError:  # a daemon that is starting has it before it listens
            if time.monotonic() >= deadline:
                raise
        except MemorydError as err:
            # A daemon that stops, or is too busy. What it may have kept is not kept twice.
            failed += 1
            if type(err) is not MemorydError or failed >= _TRIES:
                raise
            time.sleep(_PAUSE)
        else:
            return answer


def _by_the_daemon(
    env: Mapping[str, str], paths: Paths, params: Mapping[str, Any]
) -> dict[str, Any] | None:
    """Return the daemon's answer, None where none runs."""
    found = apart(env)
    if found and found.other_memory:
        raise UsageError(found.line)
    return call(paths.socket, VERB, params, timeout=_ANSWER)


def _as_heard(
    env: Mapping[str, str], config_file: Path | None, params: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Return what is asked, with the entity that a group means looked up among those it may know.

    Raises UnseenError, in words that rest on these alone.
    """
    if params.get("audience") == Audience.PRIVATE.value or params.get("about") is None:
        return params
    settings = read_settings(config_file, env=env)
    store = MemoryStore.reader(_place(settings, Paths.of(env)))
    try:
        about = about_in_group(
            store, str(params["about"]), settings.group_visible, settings.operator_name
        )
    except UsageError as err:
        raise UnseenError(str(err)) from err
    return {**params, "about": about}


def _place(settings: Settings, paths: Paths) -> Layout:
    return locate(settings.root, workspace=settings.workspace, state=paths.state_dir)


def _under_the_lock(settings: Settings, paths: Paths, params: Mapping[str, Any]) -> dict[str, Any]:
    run = run_of(settings)
    with MemoryStore.writer(_place(settings, paths), wait=_LOCK, now=run.stamp) as store:
        return remember_of_assistant(store, params, run)


def run_of(settings: Settings) -> Run:
    """Return a run on the operator's clock."""
    return Run(
        id=os.urandom(8).hex(),
        now=clock.now(),
        zone=clock.zone(settings.timezone),
        operator=settings.operator_name,
        channels=settings.trust_channels,
        layers=settings.layers,
    )
