"""All inputs as one stream of pages.

An input is an http(s) URL, `-`, a folder or a file. A file is read by what it holds (`sniff.py`);
compressed files are unpacked first. Inputs that cannot be read at all (a missing path, a table
without pages) raise InputError before the first page; everything else that goes wrong becomes a
Failure in place of a page, and a file without pages one to SKIP.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from honbun.errors import Failure, HonbunError, InputError, UnreadablePage, log_failure
from honbun.inputs.fetch.pages import Journal, PageFetcher
from honbun.inputs.files import error_message, open_regular, printable, walk
from honbun.inputs.options import DEFAULTS, ReadOptions
from honbun.inputs.sniff import HEAD, KINDS, named_kind, refusal, sniff
from honbun.inputs.source import Source
from honbun.inputs.unpack import Stream, coding_of, stream, unpacked
from honbun.inputs.url_lists import plain_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import BinaryIO

    from honbun.page import Page

    Input = str | os.PathLike[str]

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*)://", re.IGNORECASE)
_WEB = ("http", "https")
_MAX_CODINGS = 2
"""A file may be compressed twice by mistake; more layers are made to explode."""


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
    inputs = list(inputs)
    for name, url in (("base URL", options.base_url), ("URL", options.url)):
        if url is not None and _scheme(url) not in _WEB:
            raise InputError(f"the {name} must begin with http:// or https://: {url}")
    if options.url is not None and (len(inputs) != 1 or is_folder(inputs[0])):
        raise InputError("--url is the address of one file; use --base-url for several")
    for one in inputs:
        scheme = _scheme(one)
        if one == "-":
            if sys.stdin is None:
                raise InputError("standard input is closed")
        elif scheme and scheme not in _WEB:
            raise InputError(f"only http and https URLs can be fetched: {one}")
        elif not scheme:
            _check_path(Path(one), options)


def _check_path(path: Path, options: ReadOptions) -> None:
    name = printable(path)
    if not path.exists():
        raise InputError(f"no such file or folder: {name}")
    if path.is_dir():
        return
    if not path.is_file():
        raise InputError(f"not a regular file: {name}; a pipe is read as standard input: -")
    try:
        with open_regular(path) as file:
            _check_file(file, name, options)
    except (UnreadablePage, OSError):
        pass  # reported when it is read
    except InputError as error:
        raise InputError(f"{name}: {error}") from error


def _check_file(file: BinaryIO, name: str, options: ReadOptions) -> None:
    """Raise what is wrong with a whole file: a missing library, a table without pages."""
    source, kind = _opened(Source(file, b"", name, PurePosixPath(name), options))
    if kind == "parquet" and source.file.seekable():
        from honbun.inputs.parquet import check_parquet

        check_parquet(source.file, options)
    if kind in ("warc", "arc"):
        from honbun.inputs.warc import require_fastwarc

        require_fastwarc()


def _read(
    inputs: tuple[Input, ...], options: ReadOptions, journal: Journal | None
) -> Iterator[Page | Failure]:
    with closing(PageFetcher(options, journal)) as fetch:
        for one in inputs:
            if one == "-":
                yield from _read_stdin(options, fetch)
            elif _scheme(one) in _WEB:
                yield from _read_url(os.fspath(one), options, fetch)
            else:
                for file in files(Path(one), follow_links=options.follow_links):
                    yield from read_file(file, options, fetch)


def _read_stdin(options: ReadOptions, fetch: PageFetcher) -> Iterator[Page | Failure]:
    file = stream(sys.stdin.buffer)
    where = options.url or options.base_url
    source = Source(file, b"", "-", PurePosixPath("-"), replace(options, url=where))
    yield from read_source(replace(source, fetch=fetch if options.fetch else None))


def _read_url(url: str, options: ReadOptions, fetch: PageFetcher) -> Iterator[Page | Failure]:
    """The page at a URL, or with `--fetch` the pages that a list there names."""
    if not options.fetch:
        yield fetch.page(url)
        return
    found = fetch.file(url)
    if not isinstance(found, Failure):
        file = plain_file(found)
        head = file.peek(HEAD)  # type: ignore[attr-defined]
        if sniff(head, url) in ("sitemap", "urls"):
            name = PurePosixPath(url)
            yield from read_source(Source(file, head, url, name, options, fetch=fetch))
            return
        found = fetch.page(url)
    yield found


@dataclass(frozen=True, slots=True)
class File:
    """A file with one page or many."""

    path: Path
    relative: Path
    """Its path in the input folder, or its name if the file itself is the input."""
    source: str
    """The source of its pages, for people."""
    folder: str = ""
    """The name of the input folder; empty if the file itself is the input."""

    @property
    def kind(self) -> str:
        """What the file holds, by its first bytes, else by its name."""
        try:
            with open_regular(self.path) as file:
                return _opened(self._source(file, DEFAULTS))[1]
        except (HonbunError, OSError):
            return named_kind(self.relative.name) or "empty"

    @property
    def is_page(self) -> bool:
        """Whether it holds at most one page, not an archive of many."""
        kind = self.kind
        return kind not in KINDS or KINDS[kind].one_page or not KINDS[kind].reader

    def _source(self, file: BinaryIO, options: ReadOptions) -> Source:
        return Source(
            file,
            b"",
            self.source,
            self.relative,
            options,
            self.folder,
            promised=not self.folder or named_kind(self.relative.name) is not None,
        )

    def read(self, options: ReadOptions, fetch: PageFetcher | None) -> Iterator[Page | Failure]:
        """Its pages."""
        with open_regular(self.path) as file:
            source = self._source(file, options)
            yield from read_source(replace(source, fetch=fetch if options.fetch else None))


def files(path: Path, *, follow_links: bool = False) -> Iterator[File | Failure]:
    """The file at a path, or the files in the folder there."""
    if not path.is_dir():
        yield File(path, Path(path.name), printable(path))
        return
    folder = path.resolve().name or "/"
    for found in walk(path, follow_links=follow_links):
        if isinstance(found, Failure):
            yield found
        else:
            yield File(found, found.relative_to(path), printable(found), folder)


def read_file(
    file: File | Failure, options: ReadOptions, fetch: PageFetcher | None = None
) -> Iterator[Page | Failure]:
    """The pages of a file, with a Failure in place of each that cannot be read."""
    if isinstance(file, Failure):
        yield file
        return
    try:
        yield from file.read(options, fetch)
    except (HonbunError, OSError) as error:
        yield Failure(file.source, None, "read", error_message(error))


def read_source(source: Source) -> Iterator[Page | Failure]:
    """The pages of a file, by what it holds."""
    try:
        source, kind = _opened(source)
    except UnreadablePage as error:
        yield source.failure(str(error))
        return
    if kind in ("text", "empty") and source.promised:
        kind = "html"  # a page of text: the user said that it is one
    if kind in KINDS and KINDS[kind].reader:
        yield from KINDS[kind].load()(source)
    else:
        yield source.refused(refusal(kind))


def _opened(source: Source) -> tuple[Source, str]:
    """A source with its plain bytes and its head, and what it holds."""
    file, outer = source.file, None
    for layer in range(_MAX_CODINGS + 1):
        try:
            head = _head(file)
        except UnreadablePage:
            # The first member is damaged; the records behind it are found.
            if named_kind(source.relative.name) == "warc" and source.file.seekable():
                return source, "warc"
            raise
        coding = coding_of(head)
        if coding is None:
            kind = sniff(head, source.relative.name)
            # Members of gzip are needed to find the records behind damage.
            if kind == "warc" and layer == 1 and outer == "gzip" and source.file.seekable():
                return replace(source, head=head), kind
            return replace(source, file=file, head=head), kind
        file, outer = unpacked(file, coding), coding
    raise UnreadablePage(f"the file is compressed more than {_MAX_CODINGS} times")


def _head(file: BinaryIO) -> bytes:
    """The first bytes of a file that was not read yet."""
    if isinstance(file, Stream):
        head = file.peek(HEAD)
        return head or file.read(1)  # raises the error of a file that cannot be unpacked at all
    file.seek(0)
    head = file.read(HEAD)
    file.seek(0)
    return head


def is_file(one: Input) -> bool:
    """Whether an input is a file or folder, not stdin or a URL.

    >>> is_file("pages/"), is_file("-"), is_file("https://example.org/")
    (True, False, False)
    """
    return one != "-" and _scheme(one) is None


def is_folder(one: Input) -> bool:
    """Whether an input is a folder."""
    return is_file(one) and Path(one).is_dir()


def _scheme(one: Input) -> str | None:
    found = _SCHEME.match(one) if isinstance(one, str) else None
    return found[1].lower() if found else None
