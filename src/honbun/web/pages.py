"""`/pages/{collection}/{n}`: a page of a collection as data: how it looks, and its blocks.

Both the annotation tool and inspection draw pages from this. To parse and draw a page takes a
while, and several views ask for the same page at once, so the last few are kept.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException

from honbun.annotation.model import digest
from honbun.annotation.places import BlockColumns, outline
from honbun.errors import UnreadablePage
from honbun.facsimile.data import data
from honbun.facsimile.draw import draw
from honbun.tree import head
from honbun.web.conditional import respond

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.page import Page
    from honbun.web.collection import Collection
    from honbun.web.workers import Workers

Find = Callable[[str], "Collection | None"]
"""The collection of a name, if it is there: `given`, or one that was opened later."""

GIVEN = "given"
"""The name of the collection that the command line gave."""
_KEPT = 8
"""Pages kept: the one that is looked at, its neighbours, and those of a second person."""
_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Prepared:
    """A page that is ready to be shown."""

    page: Page
    digest: str
    url: str
    title: str | None
    blocks: BlockColumns
    body: bytes
    """All of it as JSON, for the browser."""


class Pages:
    """Pages of all collections, prepared by workers when they are asked for."""

    def __init__(self, find: Find, workers: Workers) -> None:
        self._find = find
        self._workers = workers
        self._kept: OrderedDict[tuple[str, int], asyncio.Task[Prepared]] = OrderedDict()

    async def get(self, request: Request) -> Response:
        """The page as JSON, or 304 where the browser has it."""
        name = request.path_params["collection"]
        prepared = await self.prepared(name, number(request))
        # It is asked for again each time: another program may be behind this address by then.
        return respond(request, prepared.body, "application/json", {"Cache-Control": "no-cache"})

    async def prepared(self, name: str, n: int) -> Prepared:
        """A page, ready to be shown; a status of 404 where there is none, 422 if unreadable."""
        collection = self._find(name)
        if collection is None:
            raise HTTPException(404, "there is no such collection here any more")
        if n >= len(collection):
            raise HTTPException(404, f"the collection has {len(collection):,} pages, from 0")
        task = self._task(collection, name, n)
        try:
            # Shielded: who leaves must not take the page from the others who wait for it.
            return await asyncio.shield(task)
        except UnreadablePage as error:
            raise HTTPException(422, f"the page cannot be read: {error}") from error

    def _task(self, collection: Collection, name: str, n: int) -> asyncio.Task[Prepared]:
        key = name, n
        task = self._kept.pop(key, None)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            work = self._workers.do(partial(_prepare, collection, n))
            task = asyncio.create_task(work)
        self._kept[key] = task
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return task


def number(request: Request) -> int:
    """The number in a path; a status of 404 for what is none."""
    text = request.path_params["n"]
    if not _NUMBER.fullmatch(text):
        raise HTTPException(404, "pages have numbers, from 0")
    return int(text)


def _prepare(collection: Collection, n: int) -> Prepared:
    page = collection.page(n)
    tree = page.parse()
    blocks, url, title = outline(tree), page.address(tree), head.title(tree)
    known = digest(page)
    about = {
        "url": url,
        "source": page.source,
        "title": title,
        "digest": known,
        # Not `asdict`, which copies every cell of every column.
        "blocks": {field.name: getattr(blocks, field.name) for field in fields(blocks)},
    }
    drawn = data(draw(page, tree, collection.companions))
    body = json.dumps(about | drawn, separators=(",", ":")).encode()
    return Prepared(page, known, url, title, blocks, body)
