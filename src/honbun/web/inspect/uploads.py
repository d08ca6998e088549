"""The open collections, and how one is opened: by address, or by uploading files.

The first line of an upload is JSON, `[{"name": "a.html", "size": 120}, ...]`; the bytes of the
files follow. Names are not trusted and never become paths. The files are read in a worker process,
whose time and memory are limited.
"""

from __future__ import annotations

import asyncio
import json
import pickle
import secrets
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory, TemporaryFile
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from honbun.errors import Failure, FetchTimeout, MissingExtra, one_line
from honbun.inputs.assets import NO_ASSETS, ChainedAssets, assets_of
from honbun.inputs.options import DEFAULTS
from honbun.inputs.read import File, read_file
from honbun.runner.limits import Limits
from honbun.runner.map import ordered_map
from honbun.runner.pages import Step
from honbun.web.collections import GIVEN, Collection
from honbun.web.inspect.analysis import Analysis

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator
    from typing import BinaryIO

    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.inputs.fetch.fetcher import Fetcher
    from honbun.inputs.options import ReadOptions
    from honbun.page import Page
    from honbun.web.jobs import Fetches, Threads

_MAX_OPEN = 4
"""Open collections besides the one from the command line: each may hold many pages."""
MAX_BYTES = 50_000_000
"""Size of all files of an upload."""
_MAX_FILES = 5_000
_MAX_LINE = 2_000_000
_MAX_NAME = 200
_MAX_PAGES = 20_000
_MAX_PAGE_BYTES = 500_000_000
"""Size of all pages in the files, which may be compressed."""
_LIMITS = Limits(seconds=60, memory=1 << 30)
"""What reading an upload may take: 50 MB of records are read in a few seconds."""
ENDINGS = (
    *(".html", ".htm", ".xhtml", ".html.gz", ".htm.gz", ".xhtml.gz", ".warc", ".warc.gz"),
    *(".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz", ".parquet", ".json", ".csv", ".tsv"),
    *(".php", ".asp", ".aspx", ".shtml", ".mhtml", ".mht", ".zip", ".wacz", ".arc", ".arc.gz"),
    *(".zst", ".bz2", ".xz"),
)
FILES = {"endings": ",".join(ENDINGS), "megabytes": MAX_BYTES // 1_000_000}
"""What the pages with an upload form say about files."""
_NO_NAMES = "the first line of the body must name the files, in JSON"


class Collections:
    """Open collections by name: the one from the command line, and the last few opened here."""

    def __init__(self, given: Collection | None = None) -> None:
        self._given = Analysis(given) if given is not None else None
        self._opened: OrderedDict[str, Analysis] = OrderedDict()

    @property
    def given(self) -> Collection | None:
        """The collection from the command line."""
        return self._given.collection if self._given else None

    def find(self, name: str) -> Collection | None:
        """The collection of this name, if it is open."""
        analysis = self._find(name)
        return analysis.collection if analysis else None

    def analysis(self, name: str) -> Analysis:
        """A collection and its results; status 404 if it is not open."""
        analysis = self._find(name)
        if analysis is None and name == GIVEN:
            raise HTTPException(
                404, "this server was started without pages: use honbun serve INPUT"
            )
        if analysis is None:
            raise HTTPException(404, "this collection is no longer open: open it again")
        return analysis

    def add(self, collection: Collection) -> str:
        """Add a collection and close the oldest; returns its name, which cannot be guessed."""
        name = secrets.token_urlsafe(12)
        self._opened[name] = Analysis(collection)
        while len(self._opened) > _MAX_OPEN:
            self._close_oldest()
        return name

    def close(self) -> None:
        """Close all collections but the one from the command line; delete its results."""
        while self._opened:
            self._close_oldest()
        if self._given:
            self._given.close()

    def _close_oldest(self) -> None:
        _, analysis = self._opened.popitem(last=False)
        analysis.close()
        analysis.collection.close()

    def _find(self, name: str) -> Analysis | None:
        return self._given if name == GIVEN else self._opened.get(name)


@dataclass(frozen=True, slots=True)
class Opener:
    """Opens collections."""

    collections: Collections
    fetcher: Fetcher
    fetches: Fetches
    threads: Threads
    patience: float
    """Seconds that a client waits for a page."""

    async def fetch(self, url: str) -> str:
        """Fetch a page; returns the name of its collection. Raises FetchError."""
        try:
            async with asyncio.timeout(self.patience):
                page = await self.fetches.run(url, self.fetcher.fetch, url)
        except TimeoutError:
            raise FetchTimeout(f"{url}: no answer within {self.patience:g} seconds") from None
        return self.collections.add(Collection([page], url, NO_ASSETS))

    async def post(self, request: Request) -> Response:
        """Open uploaded files; the response has the name of their collection."""
        if int(request.headers.get("content-length", "0")) > 2 * MAX_BYTES:
            raise _too_large()
        with TemporaryFile() as body:
            await save_body(request.stream(), body)
            collection = await self.threads.run(_read_upload, body)
        name = self.collections.add(collection)
        result = {"collection": name, "pages": len(collection), "failed": len(collection.failures)}
        return JSONResponse(result, 201, {"Location": f"/inspect/{name}"})


@dataclass(frozen=True, slots=True)
class UploadedFile:
    """A file as the first line of an upload names it."""

    name: str
    size: int

    @property
    def ending(self) -> str:
        """The ending that decides how the file is read."""
        return max((end for end in ENDINGS if self.name.lower().endswith(end)), key=len)


async def save_body(body: AsyncIterator[bytes], file: BinaryIO) -> None:
    """Write the body of a request to a file; status 413 if it is too large."""
    left = MAX_BYTES + _MAX_LINE
    async for chunk in body:
        left -= len(chunk)
        if left < 0:
            raise _too_large()
        file.write(chunk)
    file.seek(0)


def read_file_list(body: BinaryIO) -> list[UploadedFile]:
    """The files that the first line names; status 400, 413 or 415 if they are not acceptable."""
    line = body.readline(_MAX_LINE)
    try:
        entries = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise HTTPException(400, _NO_NAMES) from error
    if not isinstance(entries, list) or not entries:
        raise HTTPException(400, _NO_NAMES)
    if len(entries) > _MAX_FILES:
        raise HTTPException(413, f"more than {_MAX_FILES:,} files")
    files = list(map(_uploaded_file, entries))
    if sum(file.size for file in files) > MAX_BYTES:
        raise _too_large()
    return files


def _too_large() -> HTTPException:
    message = f"more than {MAX_BYTES // 1_000_000} MB; honbun serve FILE has no such limit"
    return HTTPException(413, message)


def _uploaded_file(entry: Any) -> UploadedFile:
    match entry:
        case {"name": str(name), "size": int(size)} if size >= 0 and not isinstance(size, bool):
            file = UploadedFile(display_name(name), size)
        case _:
            raise HTTPException(400, _NO_NAMES)
    if not file.name.lower().endswith(ENDINGS):
        raise HTTPException(415, f"neither a page nor a collection of pages: {file.name}")
    return file


def display_name(name: str) -> str:
    """A file name that can be shown: relative, printable, not too long.

    >>> display_name("../../etc/pas\\nswd.html"), display_name("site/a.html"), display_name("/")
    ('etc/pas\\\\nswd.html', 'site/a.html', '')
    """
    parts = [part for part in PurePosixPath(name).parts if part not in ("/", "//", "..", ".")]
    return one_line("/".join(parts))[-_MAX_NAME:]


class UploadedCollection(Collection):
    """A collection that keeps its files, because the assets of WARC files are read on demand."""

    def __init__(self, files: list[File], folder: TemporaryDirectory[str], name: str) -> None:
        self._folder = folder
        archives = [assets_of(file.path) for file in files if not file.is_page]
        pages = _read_apart(files, Path(folder.name) / "pages")
        super().__init__(pages, name, ChainedAssets(*archives))

    def close(self) -> None:
        """Delete the pages and their files."""
        super().close()
        self._folder.cleanup()


def _read_upload(body: BinaryIO) -> Collection:
    """The pages of an upload; status 422 if there is none."""
    uploaded = read_file_list(body)
    more = f" and {len(uploaded) - 1:,} more" if len(uploaded) > 1 else ""
    name = uploaded[0].name + more
    folder = TemporaryDirectory()
    try:
        files = _unpack(body, uploaded, Path(folder.name))
        collection = UploadedCollection(files, folder, name)
    except BaseException as error:
        folder.cleanup()
        if isinstance(error, MissingExtra):
            raise HTTPException(422, f"{name}: {error}") from error
        raise
    if not len(collection):
        collection.close()
        reason = collection.failures[0].message if collection.failures else "no page in it"
        raise HTTPException(422, f"{name}: {reason}")
    return collection


def _unpack(body: BinaryIO, uploaded: Iterable[UploadedFile], folder: Path) -> list[File]:
    """Write each file of an upload to its own file."""
    files = []
    for number, file in enumerate(uploaded):
        path = folder / f"{number}{file.ending}"
        with path.open("wb") as target:
            if _copy(body, target, file.size) != file.size:
                raise HTTPException(400, "the body is shorter than its files")
        files.append(File(path, Path(file.name), file.name))
    return files


def _copy(source: BinaryIO, target: BinaryIO, size: int) -> int:
    """Copy up to `size` bytes; returns how many there were."""
    left = size
    while left and (piece := source.read(min(left, 1 << 20))):
        target.write(piece)
        left -= len(piece)
    return size - left


def _read_apart(files: list[File], path: Path) -> Iterator[Page | Failure]:
    """The pages of some files, which a worker process reads and writes to a file.

    If it exceeds its limits, a Failure follows the pages that it has read until then.
    """
    upload = _Upload(files, path, DEFAULTS, _MAX_PAGE_BYTES)
    step: Step[_Upload, None, None] = Step(_write_pages, None, "read")
    (found,) = ordered_map(step, [upload], 1, limits=_LIMITS, lost=step.lost)
    if path.exists():
        with path.open("rb") as file, suppress(EOFError, pickle.UnpicklingError):
            while True:
                yield pickle.load(file)
    if found is not None:
        yield found


@dataclass(frozen=True, slots=True)
class _Upload:
    """Files to read, and the file that their pages are written to."""

    files: list[File]
    path: Path
    options: ReadOptions
    most: int
    """Bytes of all pages."""
    url: str | None = None

    @property
    def source(self) -> str:
        """The name of the first file."""
        return self.files[0].source


def _write_pages(upload: _Upload, _: None) -> None:
    with upload.path.open("wb") as file:
        for page in _bounded(_pages(upload.files, upload.options), upload.most):
            pickle.dump(page, file, pickle.HIGHEST_PROTOCOL)


def _pages(files: Iterable[File], options: ReadOptions) -> Iterator[Page | Failure]:
    for file in files:
        yield from read_file(file, options)


def _bounded(pages: Iterable[Page | Failure], left: int) -> Iterator[Page | Failure]:
    """The first pages, up to the limits; then a Failure says that there are more."""
    for number, page in enumerate(pages):
        left -= 0 if isinstance(page, Failure) else len(page.html)
        if left < 0 or number == _MAX_PAGES:
            yield Failure(page.source, None, "read", f"only the first {number:,} pages were read")
            return
        yield page
