"""The `honbun` command, reporting events through a pipe, one letter each.

p: a page is processed. w: a result is written. r: before and after an output is moved to its place.
s: before and after a memory or state is saved.
"""

from __future__ import annotations

import importlib
import os
import sys
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from honbun.api import extract
from honbun.cli.app import main as command
from honbun.outputs import render
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from multiprocessing.connection import Connection

_ROOT = Path(__file__).parents[2]
_STEPS = (
    "honbun.content.pipeline:read_record",
    "honbun.content.pipeline:extract_page",
    "honbun.posts.pipeline:segment",
    "honbun.papers.similar_003.documents:read",
    "honbun.similar.pipeline:_read",
)
_RESULTS = ("honbun.cli.progress:Report.writing", "honbun.cli.progress:Report.comparing")
_MOVES = ("honbun.runner.tempfiles:move",)
_SAVES = ("honbun.stores.site_memory:SiteMemory.save", "honbun.stores.seen_posts:SeenPosts.save")
_SLOW = (
    "duckdb",
    "honbun.cli.extract",
    "honbun.cli.posts",
    "honbun.cli.similar",
    "honbun.content.on_engine",
    "honbun.inputs.mirrors",
    "honbun.inputs.read",
    "honbun.outputs.pairs",
    "honbun.outputs.posts",
    "honbun.similar.reading",
    "honbun.similar.store",
    "ibis.backends.duckdb",
    "pandas",
    "pyarrow.parquet",
)
# Once, for all processes: modules, and the models and lists that a page needs.
for _name in (*_STEPS, *_RESULTS, *_MOVES, *_SAVES, *_SLOW):
    importlib.import_module(_name.partition(":")[0])
render(
    "content",
    "jsonl",
    extract([Page("<p>Boats lie in the harbour." * 50, url="https://a.example/")]),
)


def drive(
    arguments: Sequence[str], pipe: Connection, errors: str, before: Callable[[], None] | None
) -> None:
    """Run the command with these arguments in this process."""
    os.chdir(_ROOT)
    for descriptor, path in ((0, os.devnull), (1, os.devnull), (2, errors)):
        os.dup2(os.open(path, os.O_RDWR | os.O_CREAT), descriptor)
    _report_to(pipe.fileno())
    sys.argv = ["honbun", *arguments]
    if before is not None:
        before()
    command()


def _report_to(pipe: int) -> None:
    def report(letter: str) -> None:
        os.write(pipe, letter.encode())

    def page(step: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(step)
        def reporting(*arguments: Any, **named: Any) -> Any:
            report("p")
            return step(*arguments, **named)

        return reporting

    def results(method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        def reporting(*arguments: Any) -> Iterator[Any]:
            for result in method(*arguments):
                report("w")
                yield result

        return reporting

    def twice(letter: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        def around(function: Callable[..., Any]) -> Callable[..., Any]:
            @wraps(function)
            def reporting(*arguments: Any) -> Any:
                report(letter)
                result = function(*arguments)
                report(letter)
                return result

            return reporting

        return around

    for names, wrap in (
        (_STEPS, page),
        (_RESULTS, results),
        (_MOVES, twice("r")),
        (_SAVES, twice("s")),
    ):
        for name in names:
            _replace(name, wrap)


def _replace(name: str, wrap: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
    module, _, path = name.partition(":")
    *outer, last = path.split(".")
    place = importlib.import_module(module)
    for part in outer:
        place = getattr(place, part)
    setattr(place, last, wrap(getattr(place, last)))
