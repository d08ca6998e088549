"""A collection of standard documents on disk: XML, JSON Lines or Parquet, a folder or an archive.

What `honbun standard` writes is read back here, one document at a time.
"""

from __future__ import annotations

import re
import zipfile
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import orjson

from honbun.errors import InputError, MissingExtra
from honbun.papers.similar_003.standard import (
    Annotation,
    Document,
    Link,
    Linked,
    Sentence,
    Title,
    read_standards,
)

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Mapping

_ROOTS = (b"<StandardFormat>", b"<StandardFormat ", b"<StandardFormats")
_HEAD = 4096
"""Bytes in which the first element of an XML file is expected."""
_ID = re.compile(rb'<StandardFormat [^>]*\bId="(\d{1,18})"')


def is_collection(path: str | os.PathLike[str]) -> bool:
    """Whether a path holds standard documents; the first file of a folder or archive decides."""
    path = Path(path)
    if path.is_dir():
        return any(map(is_collection, _files(path)[:1]))
    if not path.is_file():
        return False
    name = path.name.lower()
    if name.endswith(".zip"):
        with zipfile.ZipFile(path) as archive:
            return bool(_members(archive))
    if name.endswith(".parquet"):
        return "sentences" in _parquet(path).schema_arrow.names
    if name.endswith((".xml", ".jsonl")):
        head = _head(path)
        return any(root in head for root in _ROOTS) or head.startswith(b'{"id":')
    return False


def read_collection(*paths: str | os.PathLike[str]) -> Iterator[Document]:
    """The documents of files, folders and archives, in order; raises InputError for others."""
    for path in map(Path, paths):
        if path.is_dir():
            for file in _files(path):
                yield from _read(file)
        else:
            yield from _read(path)


def _files(folder: Path) -> list[Path]:
    """The XML files of a folder in the order of their documents' numbers, not of their names."""
    return sorted(folder.rglob("*.xml"), key=lambda path: (_number(_head(path)), path))


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_HEAD)


def _read(path: Path) -> Iterator[Document]:
    name = path.name.lower()
    try:
        if name.endswith(".zip"):
            yield from _read_zip(path)
        elif name.endswith(".parquet"):
            for batch in _parquet(path).iter_batches(batch_size=64):
                yield from map(document, batch.to_pylist())
        elif name.endswith(".jsonl"):
            with path.open("rb") as file:
                yield from (document(orjson.loads(line)) for line in file if line.strip())
        else:
            yield from read_standards(path)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    except (KeyError, TypeError, ValueError, zipfile.BadZipFile) as error:
        raise InputError(f"{path} is no collection of standard documents: {error}") from error


def _members(archive: zipfile.ZipFile) -> list[str]:
    return [name for name in archive.namelist() if name.lower().endswith(".xml")]


def _number(head: bytes) -> int:
    """The number of the first document in the head of an XML file, 0 if it has none."""
    found = _ID.search(head)
    return int(found[1]) if found else 0


def _read_zip(path: Path) -> Iterator[Document]:
    """The documents of the XML files in an archive, in the order of their numbers."""
    with zipfile.ZipFile(path) as archive:
        heads = {}
        for name in _members(archive):
            with archive.open(name) as file:
                heads[name] = _number(file.read(_HEAD))
        for name in sorted(heads, key=lambda name: (heads[name], name)):
            yield from read_standards(archive.read(name))


def _parquet(path: Path) -> Any:
    try:
        from pyarrow import ArrowException, parquet
    except ImportError as error:
        raise MissingExtra("reading Parquet", "parquet") from error
    try:
        return parquet.ParquetFile(path)
    except (ArrowException, OSError) as error:
        raise InputError(f"{path} is not a readable Parquet file ({error})") from error


def document(row: Mapping[str, Any]) -> Document:
    """The document of a row of JSON Lines or Parquet."""
    known = {field.name: row[field.name] for field in fields(Document) if field.name in row}
    title = row.get("title")
    return Document(
        **{
            **known,
            "japanese": bool(row["japanese"]),
            "title": None if title is None else Title(**title),
            "out_links": tuple(map(_link, row["out_links"])),
            "in_links": tuple(map(_link, row["in_links"])),
            "sentences": tuple(map(_sentence, row["sentences"])),
            "cut": tuple(row.get("cut") or ()),
        }
    )


def _link(row: Mapping[str, Any]) -> Link:
    return Link(row["text"], tuple(Linked(**page) for page in row["pages"]))


def _sentence(row: Mapping[str, Any]) -> Sentence:
    flags = {name: bool(row.get(name, True)) for name in ("japanese", "content")}
    notes = tuple(Annotation(**note) for note in row.get("annotations") or ())
    return Sentence(**{**row, **flags, "annotations": notes})


def write_jsonl(documents: Iterable[Document], file: BinaryIO) -> None:
    """Write one JSON object per document."""
    for one in documents:
        file.write(orjson.dumps(one, option=orjson.OPT_APPEND_NEWLINE))
