"""What items may do to the process that works on them."""

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

_kept: list[bytearray] = []


def _sleep() -> None:
    time.sleep(600)


def _spin() -> None:
    all(repeat(1))  # in C, without letting go of the interpreter


def _segfault() -> None:
    faulthandler.disable()  # what pytest would say about it
    ctypes.string_at(0)


def _exit() -> None:
    os._exit(3)


def _leave() -> None:
    raise SystemExit(4)


def _be_killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _eat() -> None:
    held = []
    while True:
        held.append(bytearray(1 << 20))


def _recurse() -> None:
    _recurse()


def _raise() -> None:
    raise ValueError("a bad day")


def _keep() -> None:
    # Too large to be taken from what the process holds and does not use, or to be made up for by
    # what it gives back: it was forked from one that does much.
    _kept.append(bytearray(120 << 20))


DEEDS: dict[str, Callable[[], None]] = {
    "sleep": _sleep,
    "spin": _spin,
    "segfault": _segfault,
    "exit": _exit,
    "leave": _leave,
    "be killed": _be_killed,
    "eat": _eat,
    "recurse": _recurse,
    "raise": _raise,
    "keep": _keep,
}


def do(deed: str) -> None:
    """Do it, unless it is the name of nothing."""
    if deed in DEEDS:
        DEEDS[deed]()


def done(deed: str) -> str:
    """What comes of a deed that is survived."""
    do(deed)
    return f"done: {deed}"


def lost(deed: str, message: str) -> str:
    """What is told of a deed that is not."""
    return f"{deed}: {message}"


def nested(depth: int) -> object:
    """A result that goes `depth` deep."""
    found: object = None
    for _ in range(depth):
        found = [found]
    return found


def process(deed: str) -> int:
    """Which process did it."""
    do(deed)
    return os.getpid()
