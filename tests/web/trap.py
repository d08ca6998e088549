"""A page that harms whoever reads it."""

from __future__ import annotations

import multiprocessing
from typing import TYPE_CHECKING

from honbun.page import Page
from tests.runner.actions import do

if TYPE_CHECKING:
    from honbun.html.decode import Decoded


class Trap(Page):
    """A page that does to its reader what it is called by."""

    __slots__ = ()

    def decode(self) -> Decoded:
        assert multiprocessing.parent_process() is not None, "read in the server itself"
        do(self.source)
        return super().decode()
