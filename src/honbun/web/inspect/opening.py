"""What somebody opens, an address or files, as a collection."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from honbun.errors import FetchTimeout, MissingExtra
from honbun.facsimile.companions import NO_COMPANIONS
from honbun.failure import Failure
from honbun.io.companions import Several, companions_of
from honbun.io.inputs import DEFAULTS, File, read_file
from honbun.web.collection import Collection
from honbun.web.inspect import upload

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.io.fetch import Fetcher
    from honbun.page import Page
    from honbun.web.fetching import Fetching
    from honbun.web.inspect.opened import Opened
    from honbun.web.limits import Limits
    from honbun.web.workers import Workers

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
        return self.opened.add(Collection([found], page, NO_COMPANIONS))

    async def post(self, request: Request) -> Response:
        """Open the files of a request; says under which name they are to be had."""
        self.limits.admit(request)
        if int(request.headers.get("content-length", "0")) > 2 * upload.MOST_BYTES:
            raise upload.too_large()
        with TemporaryFile() as body:
            await upload.spool(request.stream(), body)
            collection = await self.working.do(partial(_collection, body))
        name = self.opened.add(collection)
        told = {"collection": name, "pages": len(collection), "failed": len(collection.failures)}
        return JSONResponse(told, 201, {"Location": f"/inspect/{name}"})


class Unpacked(Collection):
    """A collection whose files are kept as long as it is: the style sheets of an archive's pages,
    and their pictures, are read from it when they are shown."""

    def __init__(self, files: list[File], folder: TemporaryDirectory[str], name: str) -> None:
        self._folder = folder
        archives = [companions_of(file.path) for file in files if not file.is_page]
        super().__init__(_bounded(_pages(files)), name, Several(*archives))

    def close(self) -> None:
        """Let go of the pages, and of their files."""
        super().close()
        self._folder.cleanup()


def _collection(body: BinaryIO) -> Collection:
    """The pages of a body; a status of 422 where there is none."""
    announced = upload.announced(body)
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


def _unpacked(body: BinaryIO, files: Iterable[upload.Announced], folder: Path) -> list[File]:
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


def _called(files: list[upload.Announced]) -> str:
    """What a collection of files is called."""
    more = f" and {len(files) - 1:,} more" if len(files) > 1 else ""
    return files[0].name + more
