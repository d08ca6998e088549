"""Everything a user may name as an input, read as one stream of pages.

The form of an input decides: an http(s) URL, `-`, a folder, or a file by its ending. What is
certainly wrong (a path that does not exist, a table without pages) is told before the first page
is read; what turns out wrong later costs one page and is told as a Failure.
"""

from __future__ import annotations

import os
import pickle
import re
import sys
from contextlib import ExitStack
from dataclasses import dataclass, replace
from hashlib import file_digest
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from honbun.errors import Failure, FetchError, HonbunError, InputError, log_failure
from honbun.inputs.files import error_message, printable, read_html, relative_url, walk
from honbun.inputs.options import DEFAULTS, ReadOptions
from honbun.inputs.rows import read_jsonl, read_standard_input
from honbun.runner.resume import digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from honbun.inputs.fetch.fetcher import Fetcher
    from honbun.page import Page
    from honbun.runner.run import Journal

_KINDS = {
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


def read(
    *inputs: str | os.PathLike[str],
    options: ReadOptions = DEFAULTS,
    journal: Journal | None = None,
    on_failure: Callable[[Failure], None] = log_failure,
) -> Iterator[Page]:
    """The pages of all inputs, in order; those that cannot be read are told to `on_failure`.

    Raises InputError at once, not at the first page, when an input names nothing we can read. A
    page that was fetched from the web is kept in the `journal`, and not fetched again.
    """
    check(inputs, options)
    return _only_pages(_read_all(inputs, options, journal), on_failure)


def _only_pages(
    found: Iterator[Page | Failure], on_failure: Callable[[Failure], None]
) -> Iterator[Page]:
    for page in found:
        if isinstance(page, Failure):
            on_failure(page)
        else:
            yield page


def read_all(
    *inputs: str | os.PathLike[str], options: ReadOptions = DEFAULTS
) -> Iterator[Page | Failure]:
    """The pages of all inputs, in order, and a Failure in the place of each that cannot be read.

    Raises InputError at once, not at the first page, when an input names nothing we can read.
    """
    check(inputs, options)
    return _read_all(inputs, options, None)


def check(inputs: Iterable[str | os.PathLike[str]], options: ReadOptions) -> None:
    """Raise InputError when an input names nothing we can read."""
    if options.base_url is not None and _scheme(options.base_url) not in _WEB:
        raise InputError(f"the base URL must begin with http:// or https://: {options.base_url}")
    for given in inputs:
        _check(given)


def _check(given: str | os.PathLike[str]) -> None:
    scheme = _scheme(given)
    if given == "-":
        if sys.stdin is None:
            raise InputError("standard input is closed")
        return
    if scheme in _WEB:
        from honbun.inputs.fetch.fetcher import require_fetch

        require_fetch()
        return
    if scheme:
        raise InputError(f"only http and https URLs can be fetched: {given}")
    path = Path(given)
    if not path.exists():
        raise InputError(f"no such file or folder: {printable(path)}")
    kind = None if path.is_dir() else _kind(path)
    if kind == "parquet":
        from honbun.inputs.parquet import check_parquet

        try:
            check_parquet(path)
        except InputError as error:
            raise InputError(f"{printable(path)}: {error}") from error
    if kind == "warc":
        from honbun.inputs.warc import require_fastwarc

        require_fastwarc()


def _read_all(
    inputs: tuple[str | os.PathLike[str], ...], options: ReadOptions, journal: Journal | None
) -> Iterator[Page | Failure]:
    with ExitStack() as stack:
        fetcher: Fetcher | None = None
        for given in inputs:
            if given == "-":
                yield from read_standard_input(
                    sys.stdin.buffer, options.max_bytes, options.base_url
                )
            elif _scheme(given) in _WEB:
                url = os.fspath(given)
                key = digest("fetch", url, options)
                if journal and (stored := journal.get(key)):
                    yield pickle.loads(stored)
                    continue
                fetcher = fetcher or stack.enter_context(_fetcher(options))
                fetched = _fetch(url, fetcher)
                if journal and not isinstance(fetched, Failure):
                    journal.put(key, pickle.dumps(fetched))
                yield fetched
            else:
                for found in files(Path(given)):
                    if isinstance(found, Failure):
                        yield found
                    else:
                        yield from read_file(found, options)


@dataclass(frozen=True, slots=True)
class File:
    """A file with one page or many."""

    path: Path
    relative: Path
    """Its path in the folder that was named, or its bare name."""
    source: str
    """What its pages are told to be from."""

    @property
    def is_page(self) -> bool:
        """Whether it holds one page; else an archive of many."""
        return _kind(self.path) in ("html", None)


def files(path: Path) -> Iterator[File | Failure]:
    """The file at a path, or those of the folder there that hold pages."""
    if not path.is_dir():
        yield File(path, Path(path.name), printable(path))
        return
    for found in walk(path):
        if isinstance(found, Failure):
            yield found
        elif _kind(found):
            yield File(found, found.relative_to(path), printable(found))


def read_file(file: File, options: ReadOptions) -> Iterator[Page | Failure]:
    """The pages of a file, and a Failure in the place of each that cannot be read."""
    path, source = file.path, file.source
    kind = _kind(path)
    try:
        if kind == "jsonl":
            yield from read_jsonl(path, source, options.max_bytes)
        elif kind == "warc":
            from honbun.inputs.warc import read_warc

            yield from read_warc(path, source, options.max_bytes)
        elif kind == "parquet":
            from honbun.inputs.parquet import read_parquet

            yield from read_parquet(path, source, options.max_bytes)
        else:
            place = relative_url(file.relative, options.base_url)
            yield read_html(path, source, place, options.max_bytes)
    except (HonbunError, OSError) as error:
        yield Failure(source, None, "read", error_message(error))


def _fetcher(options: ReadOptions) -> Fetcher:
    from honbun.inputs.fetch.fetcher import Fetcher

    return Fetcher(options)


def _fetch(url: str, fetcher: Fetcher) -> Page | Failure:
    try:
        return fetcher.fetch(url)
    except FetchError as error:
        return Failure(url, url, "fetch", str(error))


def _kind(path: Path) -> str | None:
    """What a file holds by its ending, None when the ending says nothing.

    >>> _kind(Path("crawl.WARC.gz")), _kind(Path("page.php"))
    ('warc', None)
    """
    plain = path.with_suffix("") if path.suffix.lower() == ".gz" else path
    kind = _KINDS.get(plain.suffix.lower())
    return None if kind == "parquet" and plain is not path else kind


def is_file(given: str | os.PathLike[str]) -> bool:
    """Whether an input is a file or folder, not standard input or an address.

    >>> is_file("pages/"), is_file("-"), is_file("https://example.org/")
    (True, False, False)
    """
    return given != "-" and _scheme(given) is None


def _scheme(given: str | os.PathLike[str]) -> str | None:
    found = _SCHEME.match(given) if isinstance(given, str) else None
    return found[1].lower() if found else None


# Shards: the inputs of a run in parts that several processes or machines read at once.
#
# A part is one archive, or some hundred HTML files. Every page has a number that says where it
# stands in the inputs, so that results can be put back into that order, whoever has read it.

_FILES = 256
"""HTML files in one shard: some seconds of work, some megabytes of pages."""
_BITS = 32
"""Of a page's number that tell its place in the shard; those above them tell the shard."""


@dataclass(frozen=True, slots=True)
class Shard:
    """A part of the inputs."""

    ordinal: int
    """Its place among the shards."""
    files: tuple[File | Failure, ...]
    """What it reads, by absolute paths, and in their places the folders that cannot be read."""
    options: ReadOptions

    def pages(self) -> Iterator[tuple[int, Page | Failure]]:
        """Its pages, each with its number, and a Failure in the place of each that is unreadable.

        Numbers grow in the order of the inputs; no two pages of a run have the same.
        """
        found = chain.from_iterable(map(self._read, self.files))
        return enumerate(found, self.ordinal << _BITS)

    def key(self) -> tuple[object, ...]:
        """Its number, options and files with digests: the same key means the same pages."""
        found = [file if isinstance(file, Failure) else _file_key(file) for file in self.files]
        return self.ordinal, self.options, found

    def _read(self, file: File | Failure) -> Iterable[Page | Failure]:
        return (file,) if isinstance(file, Failure) else read_file(file, self.options)


def _file_key(file: File) -> tuple[str, str, bytes | str]:
    try:
        with file.path.open("rb") as opened:
            contents: bytes | str = file_digest(opened, "blake2b").digest()
    except OSError as error:
        contents = str(error)
    return file.source, str(file.relative), contents


def shards(
    inputs: Iterable[str | os.PathLike[str]], options: ReadOptions = DEFAULTS
) -> list[Shard]:
    """The shards of some files and folders, in order.

    Raises InputError where an input names nothing we can read, and for standard input and
    addresses: they are one stream, which only one process can read.
    """
    inputs = list(inputs)
    for given in inputs:
        if not is_file(given):
            name = "standard input" if given == "-" else given
            raise InputError(f"{name}: engines read files and folders only; save the pages first")
    check(inputs, options)
    found = chain.from_iterable(files(Path(given)) for given in inputs)
    return [Shard(ordinal, part, options) for ordinal, part in enumerate(_parts(found))]


def _parts(found: Iterable[File | Failure]) -> Iterator[tuple[File | Failure, ...]]:
    waiting: list[File | Failure] = []
    for file in found:
        archive = isinstance(file, File) and not file.is_page
        if waiting and (archive or len(waiting) == _FILES):
            yield tuple(waiting)
            waiting = []
        placed = file if isinstance(file, Failure) else replace(file, path=file.path.absolute())
        if archive:
            yield (placed,)
        else:
            waiting.append(placed)
    if waiting:
        yield tuple(waiting)
