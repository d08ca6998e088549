"""Pages that harm the process that reads them."""

from __future__ import annotations

import multiprocessing
from typing import TYPE_CHECKING

from honbun.page import Page
from tests.runner.actions import do

if TYPE_CHECKING:
    from honbun.html.decode import Decoded


class Trap(Page):
    """A page that does to its reader what its name says."""

    __slots__ = ()

    def decode(self) -> Decoded:
        assert multiprocessing.parent_process() is not None, "read in the server itself"
        do(self.source)
        return super().decode()
