"""The stages of `extract_page`, and a stopwatch for them.

A stage is one or more functions of the package. They are wrapped where they are used, and the time
of a function that another stage calls counts for that stage only.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from functools import wraps
from importlib import import_module
from time import process_time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

STAGES = (
    ("decode, limits", "honbun.page:Page.decode"),
    ("decode, limits", "honbun.page:Page.parse"),
    ("parse (turbohtml)", "turbohtml:parse"),
    ("columns: serialise, scan", "honbun.html.parse:parse"),
    ("blocks and their texts", "honbun.html.blocks:split"),
    ("blocks and their texts", "honbun.html.blocks:Blocks.texts"),
    ("segments", "honbun._core.segments:Segments"),
    ("features", "honbun.content.record:ParsedPage.layout"),
    ("features", "honbun.content.record:ParsedPage.codes"),
    ("forests", "honbun.content.scoring:Model.scores"),
    ("dates, authors", "honbun.metadata.visible:visible_candidates"),
    ("dates, authors", "honbun.metadata.choose:choose_metadata"),
    ("judging", "honbun.content.judge:judge"),
    ("metadata, addresses", "honbun.metadata.declared:declared_metadata"),
    ("metadata, addresses", "honbun.html.links:base_url"),
    ("metadata, addresses", "honbun.page:Page.resolve_url"),
    ("metadata, addresses", "honbun.page:Page.truncations"),
    ("XPaths, assembly", "honbun.content.pipeline:assemble"),
)
"""Stage and function, as `module:name`. Rename a function here when it is renamed there."""
NAMES = tuple(dict.fromkeys(stage for stage, _ in STAGES))
READING = NAMES[:4]
"""The stages from bytes to blocks."""


class Stopwatch:
    """CPU seconds of each stage, without those of the stages that it calls."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._open: list[str] = []
        self._since = 0.0

    def wrap(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, timed."""

        @wraps(function)
        def timed(*arguments: Any, **named: Any) -> Any:
            self._book()
            self._open.append(stage)
            try:
                return function(*arguments, **named)
            finally:
                self._book()
                self._open.pop()

        return timed

    def _book(self) -> None:
        now = process_time()
        if self._open:
            self.seconds[self._open[-1]] += now - self._since
        self._since = now

    def install(self) -> None:
        """Wrap all stages, for the rest of this process."""
        for stage, place in STAGES:
            module, _, name = place.partition(":")
            owner: Any = import_module(module)
            *outer, name = name.split(".")
            for part in outer:
                owner = getattr(owner, part)
            function = getattr(owner, name)
            timed = self.wrap(stage, function)
            setattr(owner, name, timed)
            if not outer:
                _replace(function, timed)


def _replace(function: object, timed: object) -> None:
    """Replace a function in every module that has imported it by name."""
    for module in [*sys.modules.values()]:
        if getattr(module, "__name__", "").startswith("honbun"):
            for name, value in [*vars(module).items()]:
                if value is function:
                    setattr(module, name, timed)
