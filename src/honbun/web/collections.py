"""Collection: the pages that a server was given, and what the rooms say of them."""

from __future__ import annotations

import json
import pickle
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from starlette.exceptions import HTTPException

from honbun.annotation.blocks import BlockColumns, outline
from honbun.annotation.model import digest
from honbun.api import extract
from honbun.content.model import ContentOptions
from honbun.errors import Failure, UnreadablePage
from honbun.html.sniff import sniff
from honbun.metadata import head
from honbun.runner.limits import Limits
from honbun.runner.run import Run
from honbun.runner.spool import Spool
from honbun.runner.worker import ask
from honbun.web.cache import Findings, Kept
from honbun.web.feeds import respond
from honbun.web.snapshot.draw import data, draw

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.content.model import Content
    from honbun.html.tree import Tree
    from honbun.inputs.assets import Asset, Assets
    from honbun.page import Page
    from honbun.web.jobs import Readers, Workers

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Entry:
    """A page in the list of pages."""

    source: str
    address: str
    """As well as it is known before the page is parsed."""


class Collection:
    """Pages by number, from 0, in the order that they were read in."""

    def __init__(self, pages: Iterable[Page | Failure], name: str, companions: Assets) -> None:
        self.name = name
        self.companions = companions
        self.entries: list[Entry] = []
        self.failures: list[Failure] = []
        self._shelf = Spool()
        self._lock = threading.Lock()
        for page in pages:
            if isinstance(page, Failure):
                self.failures.append(page)
            else:
                self.entries.append(
                    Entry(page.source, page.url or page.fallback_url or page.source)
                )
                self._shelf.append(pickle.dumps(page, pickle.HIGHEST_PROTOCOL))
        self.contents: Findings[Content] = Findings(self._judged)

    def __len__(self) -> int:
        return len(self.entries)

    def close(self) -> None:
        """Let go of the pages and of what is known of them."""
        self.contents.close()
        with self._lock:
            self._shelf.close()

    def page(self, number: int) -> Page:
        """A page as it was read."""
        with self._lock:
            packed = self._shelf[number]
        # Packed by ourselves, in this very process.
        return pickle.loads(packed)  # type: ignore[no-any-return]

    def pages(self) -> Iterator[Page]:
        """All pages, in order."""
        return map(self.page, range(len(self)))

    def numbered(
        self, results: Iterable[Result], source: Callable[[Result], str]
    ) -> Iterator[tuple[int, Result]]:
        """Results that come in the order of the pages, of which some may be missing, by number."""
        number = 0
        for result in results:
            while self.entries[number].source != source(result):
                number += 1
            yield number, result
            number += 1

    def _judged(self) -> Iterator[tuple[int, Content]]:
        options = ContentOptions(explain=True)
        run = Run(limits=Limits(), on_failure=self.failures.append)
        contents = extract(self.pages(), options, run=run)
        return self.numbered(contents, lambda content: content.source)


# Drawing: a page as the data that browsers show it from.
#
# It is done in another process (`readers.py`), and what came with the page lies where the server
# reads: so that is asked for.


class Drawn(NamedTuple):
    """How a page looks, and what it is labelled by."""

    digest: str
    url: str
    title: str | None
    blocks: BlockColumns
    body: bytes
    """All of it as JSON, for the browser."""


def parsed(page: Page) -> Tree:
    """The tree of a page; raises UnreadablePage for what is plainly something else."""
    if isinstance(page.html, bytes) and (kind := sniff(page.html)):
        raise UnreadablePage(f"this is {kind}, not a web page")
    return page.parse()


def drawn(page: Page) -> Drawn:
    """A page, drawn where `Answers` are given; raises UnreadablePage where it is none."""
    tree = parsed(page)
    blocks, url, title = outline(tree), page.resolve_url(tree), head.title(tree)
    known = digest(page)
    about = {
        "url": url,
        "source": page.source,
        "title": title,
        "digest": known,
        # Not `asdict`, which copies every cell of every column.
        "blocks": {field.name: getattr(blocks, field.name) for field in fields(blocks)},
    }
    body = json.dumps(about | data(draw(page, tree, _Elsewhere())), separators=(",", ":")).encode()
    return Drawn(known, url, title, blocks, body)


class _Elsewhere:
    """Companions that the server has."""

    def find(self, url: str) -> Asset | None:
        found: Asset | None = ask(url, None)
        return found and replace(found, read=partial(ask, url))


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers who draws a page: what came with it, and the first bytes of that."""

    companions: Assets

    def __call__(self, url: str, most: int | None) -> Any:
        found = self.companions.find(url)
        if most is None:
            return found and replace(found, read=_nothing)
        return found.read(most) if found else b""


def _nothing(most: int) -> bytes:
    """In the place of what cannot be sent."""
    return b""


# `/pages/{collection}/{n}`: a page of a collection as data: how it looks, and its blocks.
#
# Both the annotation tool and inspection draw pages from this.

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
