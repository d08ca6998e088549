"""Shards: the inputs in parts, for engines whose processes read them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import file_digest
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from honbun.errors import Failure, HonbunError, InputError
from honbun.inputs.files import open_regular
from honbun.inputs.options import DEFAULTS, ReadOptions
from honbun.inputs.read import File, check, files, is_file, read_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.inputs.read import Input
    from honbun.page import Page

_SHARD_FILES = 256
"""HTML files in one shard: some seconds of work, some megabytes of pages."""
_SHARD_BITS = 32
"""Low bits of a page's number, which count pages in a shard; the bits above count shards."""


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
        with open_regular(file.path) as opened:
            contents: bytes | str = file_digest(opened, "blake2b").digest()  # type: ignore[arg-type]
    except (HonbunError, OSError) as error:
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
    if options.fetch:
        raise InputError("engines do not fetch: leave out --fetch, or --engine")
    check(inputs, options)
    found = chain.from_iterable(
        files(Path(one), follow_links=options.follow_links) for one in inputs
    )
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
