"""Opened: the collections that can be looked at: the one given, and the last few opened here."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory, TemporaryFile
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from honbun.errors import Failure, FetchTimeout, MissingExtra, one_line
from honbun.inputs.assets import NO_ASSETS, ChainedAssets, assets_of
from honbun.inputs.options import DEFAULTS
from honbun.inputs.read import File, read_file
from honbun.web.collections import GIVEN, Collection
from honbun.web.inspect.results import Rooms

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator
    from typing import BinaryIO

    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.inputs.fetch.fetcher import Fetcher
    from honbun.page import Page
    from honbun.web.jobs import Fetching, Workers
    from honbun.web.security import Limits

_MOST = 4
"""Collections kept beside the one given: each may hold many pages."""


class Opened:
    """Collections by name; of those that were opened here only the last few."""

    def __init__(self, given: Collection | None = None) -> None:
        self._given = Rooms(given) if given is not None else None
        self._rooms: OrderedDict[str, Rooms] = OrderedDict()

    @property
    def given(self) -> Collection | None:
        """The collection that the server was given."""
        return self._given.collection if self._given else None

    def find(self, name: str) -> Collection | None:
        """The collection of a name, if it is there."""
        rooms = self._find(name)
        return rooms.collection if rooms else None

    def rooms(self, name: str) -> Rooms:
        """What is known of a collection; a status of 404 for one that is not there."""
        rooms = self._find(name)
        if rooms is None and name == GIVEN:
            raise HTTPException(
                404, "this server was given no pages: start it with honbun serve INPUT"
            )
        if rooms is None:
            raise HTTPException(404, "there is no such collection here any more: open it again")
        return rooms

    def add(self, collection: Collection) -> str:
        """Take a collection in, and forget the oldest; gives its name, which nobody can guess."""
        name = secrets.token_urlsafe(12)
        self._rooms[name] = Rooms(collection)
        while len(self._rooms) > _MOST:
            self._forget_oldest()
        return name

    def close(self) -> None:
        """Forget all that was opened here, and what was found out about the one given."""
        while self._rooms:
            self._forget_oldest()
        if self._given:
            self._given.close()

    def _forget_oldest(self) -> None:
        _, rooms = self._rooms.popitem(last=False)
        rooms.close()
        rooms.collection.close()

    def _find(self, name: str) -> Rooms | None:
        return self._given if name == GIVEN else self._rooms.get(name)


# Files that are opened in the browser, as they come over the wire.
#
# The first line of the body is JSON, `[{"name": "a.html", "size": 120}, ...]`; the bytes of the
# files follow, one after the other. So many files come in one request, and the names, which are
# those of strangers, never become paths: only their ending decides how a file is read.

MOST_BYTES = 50_000_000
"""Of all files that are opened at once."""
_MOST_FILES = 5_000
_LONGEST_LINE = 2_000_000
_LONGEST_NAME = 200
ENDINGS = (
    *(".html", ".htm", ".xhtml", ".html.gz", ".htm.gz", ".xhtml.gz", ".warc", ".warc.gz"),
    *(".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz", ".parquet"),
)
_UNNAMED = "the first line of the body names the files, in JSON"


@dataclass(frozen=True, slots=True)
class Announced:
    """A file as the first line names it."""

    name: str
    size: int

    @property
    def ending(self) -> str:
        """What it is read by."""
        return max((end for end in ENDINGS if self.name.lower().endswith(end)), key=len)


async def spool(body: AsyncIterator[bytes], file: BinaryIO) -> None:
    """Write a body to a file; a status of 413 for one that is too large."""
    left = MOST_BYTES + _LONGEST_LINE
    async for chunk in body:
        left -= len(chunk)
        if left < 0:
            raise too_large()
        file.write(chunk)
    file.seek(0)


def announced_upload(body: BinaryIO) -> list[Announced]:
    """The files that the first line names; a status of 400, 413 or 415 for bad ones."""
    line = body.readline(_LONGEST_LINE)
    try:
        told = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise HTTPException(400, _UNNAMED) from error
    if not isinstance(told, list) or not told:
        raise HTTPException(400, _UNNAMED)
    if len(told) > _MOST_FILES:
        raise HTTPException(413, f"more than {_MOST_FILES:,} files")
    files = list(map(_announced, told))
    if sum(file.size for file in files) > MOST_BYTES:
        raise too_large()
    return files


def too_large() -> HTTPException:
    """What is said of more than can be opened at once."""
    return HTTPException(413, f"more than {MOST_BYTES // 1_000_000} MB; honbun serve FILE has room")


def _announced(told: Any) -> Announced:
    match told:
        case {"name": str(name), "size": int(size)} if size >= 0 and not isinstance(size, bool):
            file = Announced(_tidy(name), size)
        case _:
            raise HTTPException(400, _UNNAMED)
    if not file.name.lower().endswith(ENDINGS):
        raise HTTPException(415, f"neither a page nor a collection of pages: {file.name}")
    return file


def _tidy(name: str) -> str:
    """A name as it is shown and told: relative, printable, not too long.

    >>> _tidy("../../etc/pas\\nswd.html"), _tidy("site/a.html"), _tidy("/")
    ('etc/pas\\\\nswd.html', 'site/a.html', '')
    """
    parts = [part for part in PurePosixPath(name).parts if part not in ("/", "//", "..", ".")]
    return one_line("/".join(parts))[-_LONGEST_NAME:]


# What somebody opens, an address or files, as a collection.

_MOST_PAGES = 20_000
_MOST_TEXT = 500_000_000
"""Bytes of pages that are taken out of files, which may be packed tightly."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Opens collections."""

    opened: Opened
    fetcher: Fetcher
    fetching: Fetching
    working: Workers
    limits: Limits
    patience: float
    """Seconds that a client waits for a page."""

    async def address(self, page: str) -> str:
        """The name of a collection of one page, fetched; raises FetchError where that fails."""
        try:
            async with asyncio.timeout(self.patience):
                found = await self.fetching.do(page, partial(self.fetcher.fetch, page))
        except TimeoutError:
            raise FetchTimeout(f"{page}: no answer within {self.patience:g} seconds") from None
        return self.opened.add(Collection([found], page, NO_ASSETS))

    async def post(self, request: Request) -> Response:
        """Open the files of a request; says under which name they are to be had."""
        self.limits.admit(request)
        if int(request.headers.get("content-length", "0")) > 2 * MOST_BYTES:
            raise too_large()
        with TemporaryFile() as body:
            await spool(request.stream(), body)
            collection = await self.working.do(partial(_collection, body))
        name = self.opened.add(collection)
        told = {"collection": name, "pages": len(collection), "failed": len(collection.failures)}
        return JSONResponse(told, 201, {"Location": f"/inspect/{name}"})


class Unpacked(Collection):
    """A collection whose files are kept as long as it is: the style sheets of an archive's pages,
    and their pictures, are read from it when they are shown."""

    def __init__(self, files: list[File], folder: TemporaryDirectory[str], name: str) -> None:
        self._folder = folder
        archives = [assets_of(file.path) for file in files if not file.is_page]
        super().__init__(_bounded(_pages(files)), name, ChainedAssets(*archives))

    def close(self) -> None:
        """Let go of the pages, and of their files."""
        super().close()
        self._folder.cleanup()


def _collection(body: BinaryIO) -> Collection:
    """The pages of a body; a status of 422 where there is none."""
    announced = announced_upload(body)
    called = _called(announced)
    folder = TemporaryDirectory()
    try:
        files = _unpacked(body, announced, Path(folder.name))
        collection = Unpacked(files, folder, called)
    except BaseException as error:
        folder.cleanup()
        if isinstance(error, MissingExtra):
            raise HTTPException(422, f"{called}: {error}") from error
        raise
    if not len(collection):
        collection.close()
        why = collection.failures[0].message if collection.failures else "no page in it"
        raise HTTPException(422, f"{called}: {why}")
    return collection


def _unpacked(body: BinaryIO, files: Iterable[Announced], folder: Path) -> list[File]:
    """The files of a body, each in a file of its own."""
    found = []
    for number, file in enumerate(files):
        path = folder / f"{number}{file.ending}"
        with path.open("wb") as target:
            if _copy(body, target, file.size) != file.size:
                raise HTTPException(400, "the body is shorter than its files")
        found.append(File(path, Path(file.name), file.name))
    return found


def _copy(source: BinaryIO, target: BinaryIO, size: int) -> int:
    """Copy so many bytes, or as many as there are; says how many."""
    left = size
    while left and (piece := source.read(min(left, 1 << 20))):
        target.write(piece)
        left -= len(piece)
    return size - left


def _pages(files: Iterable[File]) -> Iterator[Page | Failure]:
    for file in files:
        yield from read_file(file, DEFAULTS)


def _bounded(pages: Iterable[Page | Failure]) -> Iterator[Page | Failure]:
    """As many pages as a server holds for somebody; the rest is told as a failure."""
    left = _MOST_TEXT
    for number, page in enumerate(pages):
        left -= 0 if isinstance(page, Failure) else len(page.html)
        if left < 0 or number == _MOST_PAGES:
            yield Failure(page.source, None, "read", f"only the first {number:,} pages were taken")
            return
        yield page


def _called(files: list[Announced]) -> str:
    """What a collection of files is called."""
    more = f" and {len(files) - 1:,} more" if len(files) > 1 else ""
    return files[0].name + more
