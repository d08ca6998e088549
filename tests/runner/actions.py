"""What an item can do to the process that works on it."""

from __future__ import annotations

import ctypes
import faulthandler
import os
import signal
import time
from itertools import repeat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_held: list[bytearray] = []


def _spin() -> None:
    all(repeat(1))  # in C, without releasing the interpreter


def _segfault() -> None:
    faulthandler.disable()  # pytest enables it, and it would print
    ctypes.string_at(0)


def _exit() -> None:
    os._exit(3)


def _system_exit() -> None:
    raise SystemExit(4)


def _kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _allocate() -> None:
    held = []
    while True:
        held.append(bytearray(1 << 20))


def _recurse() -> None:
    _recurse()


def _raise() -> None:
    raise ValueError("a bad day")


def _leak() -> None:
    # Larger than what a forked process may have free already.
    _held.append(bytearray(120 << 20))


ACTIONS: dict[str, Callable[[], None]] = {
    "sleep": lambda: time.sleep(600),
    "spin": _spin,
    "segfault": _segfault,
    "exit": _exit,
    "system exit": _system_exit,
    "kill": _kill,
    "allocate": _allocate,
    "recurse": _recurse,
    "raise": _raise,
    "leak": _leak,
}


def do(action: str) -> None:
    """Do it; any other text does nothing."""
    if action in ACTIONS:
        ACTIONS[action]()


def done(action: str) -> str:
    """The result of an action that its process survives."""
    do(action)
    return f"done: {action}"


def lost(action: str, message: str) -> str:
    """The result of an action that ended its process."""
    return f"{action}: {message}"


def nested(depth: int) -> object:
    """A result that is nested `depth` deep."""
    found: object = None
    for _ in range(depth):
        found = [found]
    return found


def process(action: str) -> int:
    """The process that did it."""
    do(action)
    return os.getpid()
