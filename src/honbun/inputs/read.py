"""All inputs as one stream of pages.

The form of an input decides how it is read: an http(s) URL, `-`, a folder, or a file by its ending.
Inputs that cannot be read at all (a missing path, a table without pages) raise InputError before
the first page; everything else that goes wrong becomes a Failure in place of a page.
"""

from __future__ import annotations

import os
import pickle
import re
import sys
from contextlib import ExitStack
from dataclasses import dataclass, replace
from hashlib import blake2b, file_digest
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from honbun.errors import Failure, FetchError, HonbunError, InputError, log_failure
from honbun.inputs.files import error_message, printable, read_html, relative_url, walk
from honbun.inputs.options import DEFAULTS, ReadOptions
from honbun.inputs.rows import read_jsonl, read_standard_input

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from honbun.inputs.fetch.fetcher import Fetcher
    from honbun.page import Page

    Input = str | os.PathLike[str]

FileFormat = Literal["html", "warc", "jsonl", "parquet"]
_FORMATS: dict[str, FileFormat] = {
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".warc": "warc",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
}
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*)://", re.IGNORECASE)
_WEB = ("http", "https")
_SHARD_FILES = 256
"""HTML files in one shard: some seconds of work, some megabytes of pages."""
_SHARD_BITS = 32
"""Low bits of a page's number, which count pages in a shard; the bits above count shards."""


class Journal(Protocol):
    """Results of an earlier run by key, such as `honbun.stores.journal.Journal`."""

    def get(self, key: bytes) -> bytes | None:
        """The stored result, if there is one."""

    def put(self, key: bytes, value: bytes) -> None:
        """Store a result."""


def read(
    *inputs: Input,
    options: ReadOptions = DEFAULTS,
    journal: Journal | None = None,
    on_failure: Callable[[Failure], None] = log_failure,
) -> Iterator[Page]:
    """The pages of all inputs, in order; Failures go to `on_failure`.

    Raises InputError immediately, not at the first page, if an input cannot be read at all. Fetched
    pages are stored in the `journal` and not fetched again.
    """
    check(inputs, options)
    return _only_pages(_read(inputs, options, journal), on_failure)


def _only_pages(
    found: Iterator[Page | Failure], on_failure: Callable[[Failure], None]
) -> Iterator[Page]:
    for page in found:
        if isinstance(page, Failure):
            on_failure(page)
        else:
            yield page


def read_all(*inputs: Input, options: ReadOptions = DEFAULTS) -> Iterator[Page | Failure]:
    """As `read`, with a Failure in place of each page that cannot be read."""
    check(inputs, options)
    return _read(inputs, options, None)


def check(inputs: Iterable[Input], options: ReadOptions) -> None:
    """Raise InputError if an input cannot be read at all."""
    if options.base_url is not None and _scheme(options.base_url) not in _WEB:
        raise InputError(f"the base URL must begin with http:// or https://: {options.base_url}")
    for one in inputs:
        scheme = _scheme(one)
        if one == "-":
            if sys.stdin is None:
                raise InputError("standard input is closed")
        elif scheme and scheme not in _WEB:
            raise InputError(f"only http and https URLs can be fetched: {one}")
        elif not scheme:
            _check_path(Path(one))


def _check_path(path: Path) -> None:
    if not path.exists():
        raise InputError(f"no such file or folder: {printable(path)}")
    format_ = None if path.is_dir() else file_format(path)
    if format_ == "parquet":
        from honbun.inputs.parquet import check_parquet

        try:
            check_parquet(path)
        except InputError as error:
            raise InputError(f"{printable(path)}: {error}") from error
    if format_ == "warc":
        from honbun.inputs.warc import require_fastwarc

        require_fastwarc()


def _read(
    inputs: tuple[Input, ...], options: ReadOptions, journal: Journal | None
) -> Iterator[Page | Failure]:
    with ExitStack() as stack:
        fetcher: Fetcher | None = None
        for one in inputs:
            if one == "-":
                yield from read_standard_input(
                    sys.stdin.buffer, options.max_bytes, options.base_url
                )
            elif _scheme(one) in _WEB:
                url = os.fspath(one)
                key = _fetch_key(url, options)
                if journal and (stored := journal.get(key)):
                    yield pickle.loads(stored)
                    continue
                fetcher = fetcher or stack.enter_context(_fetcher(options))
                fetched = _fetch(url, fetcher)
                if journal and not isinstance(fetched, Failure):
                    journal.put(key, pickle.dumps(fetched))
                yield fetched
            else:
                for file in files(Path(one)):
                    yield from read_file(file, options)


def _fetcher(options: ReadOptions) -> Fetcher:
    from honbun.inputs.fetch.fetcher import Fetcher

    return Fetcher(options)


def _fetch(url: str, fetcher: Fetcher) -> Page | Failure:
    try:
        return fetcher.fetch(url)
    except FetchError as error:
        return Failure(url, url, "fetch", str(error))


def _fetch_key(url: str, options: ReadOptions) -> bytes:
    name = repr(("fetch", url, options)).encode("utf-8", "surrogatepass")
    return blake2b(name, digest_size=20).digest()


@dataclass(frozen=True, slots=True)
class File:
    """A file with one page or many."""

    path: Path
    relative: Path
    """Its path in the input folder, or its name if the file itself is the input."""
    source: str
    """The source of its pages, for people."""

    @property
    def is_page(self) -> bool:
        """Whether it holds one page, not an archive of many."""
        return file_format(self.path) in ("html", None)


def files(path: Path) -> Iterator[File | Failure]:
    """The file at a path, or the files with pages in the folder there."""
    if not path.is_dir():
        yield File(path, Path(path.name), printable(path))
        return
    for found in walk(path):
        if isinstance(found, Failure):
            yield found
        elif file_format(found):
            yield File(found, found.relative_to(path), printable(found))


def read_file(file: File | Failure, options: ReadOptions) -> Iterator[Page | Failure]:
    """The pages of a file, with a Failure in place of each that cannot be read."""
    if isinstance(file, Failure):
        yield file
        return
    path, source = file.path, file.source
    try:
        match file_format(path):
            case "jsonl":
                yield from read_jsonl(path, source, options.max_bytes)
            case "warc":
                from honbun.inputs.warc import read_warc

                yield from read_warc(path, source, options.max_bytes)
            case "parquet":
                from honbun.inputs.parquet import read_parquet

                yield from read_parquet(path, source, options.max_bytes)
            case _:
                url = relative_url(file.relative, options.base_url)
                yield read_html(path, source, url, options.max_bytes)
    except (HonbunError, OSError) as error:
        yield Failure(source, None, "read", error_message(error))


def file_format(path: Path) -> FileFormat | None:
    """The format of a file by its ending, None for an unknown ending.

    >>> file_format(Path("crawl.WARC.gz")), file_format(Path("page.php"))
    ('warc', None)
    """
    plain = path.with_suffix("") if path.suffix.lower() == ".gz" else path
    found = _FORMATS.get(plain.suffix.lower())
    return None if found == "parquet" and plain is not path else found


def is_file(one: Input) -> bool:
    """Whether an input is a file or folder, not stdin or a URL.

    >>> is_file("pages/"), is_file("-"), is_file("https://example.org/")
    (True, False, False)
    """
    return one != "-" and _scheme(one) is None


def _scheme(one: Input) -> str | None:
    found = _SCHEME.match(one) if isinstance(one, str) else None
    return found[1].lower() if found else None


@dataclass(frozen=True, slots=True)
class Shard:
    """A part of the inputs for one process: one archive, or some hundred HTML files.

    Every page has a number that gives its position in the inputs, so that results can be put into
    that order again.
    """

    ordinal: int
    """Its position among the shards."""
    files: tuple[File | Failure, ...]
    """Its files, by absolute paths, and Failures of folders that cannot be read."""
    options: ReadOptions

    def pages(self) -> Iterator[tuple[int, Page | Failure]]:
        """Its pages with their numbers, and a Failure in place of each that cannot be read."""
        found = chain.from_iterable(read_file(file, self.options) for file in self.files)
        return enumerate(found, self.ordinal << _SHARD_BITS)

    def key(self) -> tuple[object, ...]:
        """Its position, options and files with digests: the same key means the same pages."""
        found = [file if isinstance(file, Failure) else _file_key(file) for file in self.files]
        return self.ordinal, self.options, found


def _file_key(file: File) -> tuple[str, str, bytes | str]:
    try:
        with file.path.open("rb") as opened:
            contents: bytes | str = file_digest(opened, "blake2b").digest()
    except OSError as error:
        contents = str(error)
    return file.source, str(file.relative), contents


def shards(inputs: Iterable[Input], options: ReadOptions = DEFAULTS) -> list[Shard]:
    """The shards of files and folders, in order.

    Raises InputError if an input cannot be read at all, and for stdin and URLs, which only one
    process can read.
    """
    inputs = list(inputs)
    for one in inputs:
        if not is_file(one):
            name = "standard input" if one == "-" else one
            raise InputError(f"{name}: engines read files and folders only; save the pages first")
    check(inputs, options)
    found = chain.from_iterable(files(Path(one)) for one in inputs)
    return [Shard(ordinal, part, options) for ordinal, part in enumerate(_split(found))]


def _split(found: Iterable[File | Failure]) -> Iterator[tuple[File | Failure, ...]]:
    waiting: list[File | Failure] = []
    for file in found:
        archive = isinstance(file, File) and not file.is_page
        if waiting and (archive or len(waiting) == _SHARD_FILES):
            yield tuple(waiting)
            waiting = []
        absolute = file if isinstance(file, Failure) else replace(file, path=file.path.absolute())
        if archive:
            yield (absolute,)
        else:
            waiting.append(absolute)
    if waiting:
        yield tuple(waiting)
