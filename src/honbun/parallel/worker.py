"""The child's side of a crew: takes chunks of items, and answers each by itself."""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import signal
import sys
import threading
from contextlib import suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TypeVar

from honbun.parallel.fuse import Fuse
from honbun.parallel.memory import Allowance
from honbun.parallel.task import answered

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

    from honbun.parallel.limits import Limits

Item = TypeVar("Item")

READY = b"R"
"""Sent by a worker that has started: from now on it is at its first item."""
LEAVING = b""
"""Sent by a worker that ends after the item before: it has grown too large to go on."""
ASKING = b"A"
"""How a question begins that a worker has about the item it is at."""

_LINE: ContextVar[Connection[Any, Any]] = ContextVar("_LINE")
"""In a worker, the pipe to its parent."""


def ask(*what: object) -> Any:
    """In a worker, what the parent knows: `Task` says whom it asks."""
    line = _LINE.get()
    line.send_bytes(ASKING + pickle.dumps(what, pickle.HIGHEST_PROTOCOL))
    return pickle.loads(line.recv_bytes())


def work(
    function: Callable[[Item], object],
    parent: Connection[Any, Any],
    limits: Limits | None,
    of_main: bool,
) -> None:
    """Answer what the parent sends until it sends no more.

    `of_main` says whether it is the main thread of the parent that has started this process.
    """
    _LINE.set(parent)
    _settle_in(of_main)
    allowance = Allowance(limits.memory if limits else None)
    fuse = Fuse(limits.seconds if limits and not of_main else None)
    with suppress(EOFError, OSError):  # the parent has closed its end, or is gone
        parent.send_bytes(READY)
        while True:
            items = pickle.loads(parent.recv_bytes())
            items.reverse()
            while items:
                with allowance, fuse:
                    # What it was made from is let go before it is sent.
                    answer = answered(function, items.pop(), limits)
                parent.send_bytes(answer)
                if allowance.is_kept():
                    parent.send_bytes(LEAVING)
                    return


def _settle_in(of_main: bool) -> None:
    """Be a process of its own, and no orphan."""
    # Ctrl-C reaches it too, and ends it without a word: the parent says what there is to say.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform == "linux" and of_main:
        _die_with_parent()
    else:
        threading.Thread(target=_watch_parent, daemon=True).start()
    gc.freeze()  # what was inherited is not looked through: its pages stay shared


def _die_with_parent() -> None:
    """Ask Linux to end this process when its parent is gone, whatever native code it is in.

    For Linux the parent is the thread that has forked us. The main thread is there as long as the
    program; another may be gone while the program still asks for results.
    """
    import ctypes

    set_parent_death_signal = 1
    ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL, 0, 0, 0)
    parent = multiprocessing.parent_process()
    if parent is not None and parent.pid != os.getppid():
        os._exit(1)  # it was gone before that


def _watch_parent() -> None:
    """End this process when its parent is gone, as soon as Python comes to run.

    It inherits the pipes of the others, so that their ends would not tell it.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
