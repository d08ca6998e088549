"""`/pages/{collection}/{n}`: a page of a collection as data: how it looks, and its blocks.

Both the annotation tool and inspection draw pages from this.
"""

from __future__ import annotations

import json
import re
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
from honbun.tree.sniff import foreign
from honbun.web.conditional import respond
from honbun.web.kept import Kept

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.page import Page
    from honbun.tree.tree import Tree
    from honbun.web.collection import Collection
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

    def __init__(self, find: Find, workers: Workers) -> None:
        self._find = find
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
            return await self._kept.get(name, n, partial(_prepare, collection, n))
        except UnreadablePage as error:
            raise HTTPException(422, f"the page cannot be read: {error}") from error


def number(request: Request) -> int:
    """The number in a path; a status of 404 for what is none."""
    text = request.path_params["n"]
    if not _NUMBER.fullmatch(text):
        raise HTTPException(404, "pages have numbers, from 0")
    return int(text)


def parsed(page: Page) -> Tree:
    """The tree of a page; raises UnreadablePage for what is plainly something else."""
    if isinstance(page.html, bytes) and (kind := foreign(page.html)):
        raise UnreadablePage(f"this is {kind}, not a web page")
    return page.parse()


def _prepare(collection: Collection, n: int) -> Prepared:
    page = collection.page(n)
    tree = parsed(page)
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
