"""Documents read back from XML, one at a time however large the file.

Only what `write` gives is understood, and files like the paper's own; what else stands in them is
passed over. Files are not trusted: a document type declaration, by which a short file can make a
parser fill the memory or open other files, is refused.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser

from honbun.errors import InputError
from honbun.standard.model import Annotation, Document, Link, Linked, Sentence, Title

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator

_CHUNK = 1 << 16


def read_standard(xml: str | bytes | os.PathLike[str]) -> Document:
    """The document of an XML text, or of the file at a `Path`; the first where there are several.

    Raises InputError for what is no standard format.
    """
    for document in read_standards(xml):
        return document
    raise InputError(f"{_name(xml)} holds no document in the standard format")


def read_standards(xml: str | bytes | os.PathLike[str]) -> Iterator[Document]:
    """All documents of an XML text, or of the file at a `Path`, as they are read."""
    if isinstance(xml, str):
        # A parser believes a text's own word on its encoding, which is that of the file it was.
        return _documents([xml.encode("utf-8", "replace")], _name(xml), "utf-8")
    if isinstance(xml, bytes):
        return _documents([xml], _name(xml))
    return _of_file(Path(xml))


def _name(xml: str | bytes | os.PathLike[str]) -> str:
    return "the text" if isinstance(xml, str | bytes) else str(Path(xml))


def _of_file(path: Path) -> Iterator[Document]:
    try:
        with path.open("rb") as file:
            yield from _documents(_chunks(file), str(path))
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error


def _chunks(file: BinaryIO) -> Iterator[bytes]:
    return iter(lambda: file.read(_CHUNK), b"")


class _Builder(TreeBuilder):
    """Builds the elements of one document after the other."""

    def __init__(self) -> None:
        super().__init__()
        self.done: list[Element] = []
        self._open: list[Element] = []

    def start(self, tag: str, attrs: dict[str, str], /) -> Element:
        element = super().start(tag, attrs)
        self._open.append(element)
        return element

    def end(self, tag: str, /) -> Element:
        element = super().end(tag)
        self._open.pop()
        if tag == "StandardFormat":
            self.done.append(element)
            for above in self._open[-1:]:  # no longer needed there
                above.clear()
        return element

    def doctype(self, name: str, public: str | None, system: str | None, /) -> None:
        raise InputError("a document type declaration is refused")


def _documents(
    chunks: Iterable[bytes], name: str, encoding: str | None = None
) -> Iterator[Document]:
    builder = _Builder()
    parser = XMLParser(target=builder, encoding=encoding)
    try:
        for chunk in chunks:
            # Bit by bit, as a parser goes on to the end of what it was given after a refusal.
            for begin in range(0, len(chunk), _CHUNK):
                parser.feed(chunk[begin : begin + _CHUNK])
                yield from map(_document, builder.done)
                builder.done.clear()
        parser.close()
    except ParseError as error:
        raise InputError(f"{name} is not well-formed XML: {error}") from error
    except (ValueError, LookupError, InputError) as error:
        raise InputError(f"{name} is no standard format: {error}") from error


def _document(element: Element) -> Document:
    title = element.find("Header/Title")
    return Document(
        id=int(element.get("Id", 0)),
        url=element.get("Url", ""),
        encoding=element.get("OriginalEncoding", ""),
        replaced=int(element.get("Undecoded", 0)),
        japanese=element.get("is_Japanese_Page", "1") == "1",
        title=None if title is None else Title(_raw(title), *_place(title)),
        out_links=tuple(map(_link, element.iterfind("Header/OutLinks/OutLink"))),
        in_links=tuple(map(_link, element.iterfind("Header/InLinks/InLink"))),
        sentences=tuple(map(_sentence, element.iterfind("Text/S"))),
        cut=tuple(element.get("Cut", "").split("; ")) if element.get("Cut") else (),
    )


def _link(element: Element) -> Link:
    return Link(_raw(element), tuple(map(_linked, element.iterfind("DocIDs/DocID"))))


def _linked(element: Element) -> Linked:
    return Linked(element.get("Url", ""), int(element.text) if element.text else None)


def _sentence(element: Element) -> Sentence:
    offset, length = _place(element)
    return Sentence(
        id=int(element.get("Id", 0)),
        text=_raw(element),
        offset=offset,
        length=length,
        japanese=element.get("is_Japanese_Sentence") == "1",
        annotations=tuple(
            Annotation(annotation.get("Scheme", ""), annotation.text or "")
            for annotation in element.iterfind("Annotation")
        ),
    )


def _raw(element: Element) -> str:
    return element.findtext("RawString", "")


def _place(element: Element) -> tuple[int, int]:
    return int(element.get("Offset", 0)), int(element.get("Length", 0))
