"""`/pages/{collection}/{n}`: a page of a collection as data: how it looks, and its blocks.

Both the annotation tool and inspection draw pages from this.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException

from honbun.errors import UnreadablePage
from honbun.web.conditional import respond
from honbun.web.drawing import Answers, drawn
from honbun.web.kept import Kept

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.annotation.places import BlockColumns
    from honbun.page import Page
    from honbun.web.collection import Collection
    from honbun.web.readers import Readers
    from honbun.web.workers import Workers

Find = Callable[[str], "Collection | None"]
"""The collection of a name, if it is there: `given`, or one that was opened later."""

GIVEN = "given"
"""The name of the collection that the command line gave."""
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

    @property
    def size(self) -> int:
        """Bytes that it holds, about: the blocks are there twice."""
        return len(self.page.html) + 2 * len(self.body)


class Pages:
    """Pages of all collections, prepared by workers when they are asked for."""

    def __init__(self, find: Find, workers: Workers, readers: Readers) -> None:
        self._find = find
        self.readers = readers
        self._kept: Kept[Prepared] = Kept(find, workers, lambda prepared: prepared.size)

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
        try:
            return await self._kept.get(name, n, partial(self._prepare, collection, n))
        except UnreadablePage as error:
            raise HTTPException(422, f"the page cannot be read: {error}") from error

    def _prepare(self, collection: Collection, n: int) -> Prepared:
        page = collection.page(n)
        asked = Answers(collection.companions)
        return Prepared(page, *self.readers.show(drawn, page, asked=asked))


def number(request: Request) -> int:
    """The number in a path; a status of 404 for what is none."""
    text = request.path_params["n"]
    if not _NUMBER.fullmatch(text):
        raise HTTPException(404, "pages have numbers, from 0")
    return int(text)
