"""Shards: the inputs of a run in parts that several processes or machines read at once.

A part is one archive, or some hundred HTML files. Every page has a number that says where it stands
in the inputs, so that results can be put back into that order, whoever has read it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import file_digest
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from honbun.digest import digest
from honbun.errors import InputError
from honbun.failure import Failure
from honbun.io.inputs import DEFAULTS, File, ReadOptions, check, files, is_file, read_file

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator

    from honbun.page import Page

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

    def mark(self) -> bytes:
        """A digest of its files, their places and contents, and of how they are read."""
        found = [file if isinstance(file, Failure) else _mark(file) for file in self.files]
        return digest(self.ordinal, self.options, found)

    def _read(self, file: File | Failure) -> Iterable[Page | Failure]:
        return (file,) if isinstance(file, Failure) else read_file(file, self.options)


def _mark(file: File) -> tuple[str, str, bytes | str]:
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
