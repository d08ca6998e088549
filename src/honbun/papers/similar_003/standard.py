"""Documents in the standard format of paper 003 (4.1), written as XML and read back.

Characters that XML cannot represent are replaced by U+FFFD when a part is created, so that a
document that is written and read back is equal.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser

from honbun.errors import InputError
from honbun.options import option
from honbun.papers.similar_003.compounds import LEAST

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator

_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class StandardOptions:
    """Options of `standard`."""

    japanese_only: bool = option(
        False, "Leave out pages that are not Japanese, as the paper does; otherwise label them."
    )
    analysers: tuple[str, ...] = option(
        (),
        "Annotate every sentence: sudachi, an analyser of an installed package, or module:name. "
        "Repeatable.",
        flag="--analyser",
        metavar="NAME",
    )
    content_only: bool = option(
        False,
        "Write only the sentences in content regions: what an index needs.",
    )
    together: int = LEAST
    """Minimum number of different sentences of the collection that must contain the joined texts of
    neighbouring links for them to be one sentence."""
    in_links: int = 10_000
    """Maximum number of links to a page that are written: every page of a large site links to its
    front page."""


@dataclass(frozen=True, slots=True)
class Linked:
    """A page at the other end of a link."""

    url: str
    id: int | None
    """The number of its document; None if it is not in the collection."""

    def __post_init__(self) -> None:
        _make_writable(self, "url")


@dataclass(frozen=True, slots=True)
class Link:
    """The text of a link, and the pages at the other end of links with this text."""

    text: str
    pages: tuple[Linked, ...]

    def __post_init__(self) -> None:
        _make_writable(self, "text")


@dataclass(frozen=True, slots=True)
class Annotation:
    """The annotation of a sentence by an analyser."""

    scheme: str
    text: str

    def __post_init__(self) -> None:
        _make_writable(self, "scheme", "text")


@dataclass(frozen=True, slots=True)
class Title:
    """The title of a page with its byte range."""

    text: str
    offset: int
    length: int

    def __post_init__(self) -> None:
        _make_writable(self, "text")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a page with its byte range."""

    id: int
    """1 for the first of its page."""
    text: str
    offset: int
    length: int
    """Length in bytes, including tags and character references inside."""
    japanese: bool
    annotations: tuple[Annotation, ...] = ()
    content: bool = True
    """Whether it is in the content region of the page (chapter 5)."""

    def __post_init__(self) -> None:
        _make_writable(self, "text")


@dataclass(frozen=True, slots=True)
class Document:
    """A page in the standard format."""

    id: int
    """The page's number in its collection, 1 for the first."""
    url: str
    encoding: str
    """The encoding of the page's bytes, by its name in the Encoding Standard."""
    replaced: int
    """Characters that could not be decoded; near them, offsets are estimates."""
    japanese: bool
    """Whether the page passes the paper's test for Japanese."""
    title: Title | None
    out_links: tuple[Link, ...]
    in_links: tuple[Link, ...]
    sentences: tuple[Sentence, ...]
    cut: tuple[str, ...] = ()
    """What is missing or was truncated, one phrase each."""
    date: str | None = None
    """The publication date that the page declares, ISO 8601."""

    def __post_init__(self) -> None:
        _make_writable(self, "url", "encoding")
        object.__setattr__(self, "cut", tuple(map(writable, self.cut)))

    @property
    def truncated(self) -> tuple[str, ...]:
        """The same as `cut`, which is a key of the JSON Lines, under the name of other results."""
        return self.cut


def _make_writable(part: object, *fields: str) -> None:
    for field in fields:
        text: str = getattr(part, field)
        if _UNWRITABLE.search(text):
            object.__setattr__(part, field, writable(text))


def writable(text: str) -> str:
    """A text without characters that XML cannot represent.

    >>> writable("a" + chr(0) + "b")
    'a\ufffdb'
    """
    return _UNWRITABLE.sub("\ufffd", text)


_DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n'
_MARKUP = re.compile("[&<>\r]")
_IN_QUOTES = re.compile('[&<>"\r\n\t]')
"""Characters to escape. A parser also turns a carriage return into a line feed, and white space in
an attribute into a space."""
_NAMED = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}


def render(document: Document) -> str:
    """The document as an XML file (paper 003, figure 8)."""
    return _DECLARATION + "".join(_write_document(document))


def write_xml(documents: Iterable[Document], file: BinaryIO) -> None:
    """Write many documents as one XML file."""
    file.write(f"{_DECLARATION}<StandardFormats>\n".encode())
    for document in documents:
        file.write("".join(_write_document(document)).encode())
    file.write(b"</StandardFormats>\n")


def _write_document(document: Document) -> Iterator[str]:
    yield f'<StandardFormat Url="{_quoted(document.url)}" Id="{document.id:010d}"'
    yield f' OriginalEncoding="{_quoted(document.encoding)}"'
    yield f' is_Japanese_Page="{document.japanese:d}"'
    if document.replaced:
        yield f' Undecoded="{document.replaced}"'
    if document.cut:
        yield f' Cut="{_quoted("; ".join(document.cut))}"'
    if document.date:
        yield f' Date="{_quoted(document.date)}"'
    yield ">\n<Header>\n"
    if document.title is not None:
        title = document.title
        yield f'<Title Offset="{title.offset}" Length="{title.length}">\n'
        yield f"  {_write_raw(title.text)}\n</Title>\n"
    yield from _write_links("Out", document.out_links)
    yield from _write_links("In", document.in_links)
    yield '</Header>\n<Text Type="default">\n'
    for sentence in document.sentences:
        yield from _write_sentence(sentence)
    yield "</Text>\n</StandardFormat>\n"


def _write_links(direction: str, links: Iterable[Link]) -> Iterator[str]:
    yield f"<{direction}Links>\n"
    for link in links:
        yield f"  <{direction}Link>\n    {_write_raw(link.text)}\n    <DocIDs>\n"
        for page in link.pages:
            yield f"      {_write_linked(page)}\n"
        yield f"    </DocIDs>\n  </{direction}Link>\n"
    yield f"</{direction}Links>\n"


def _write_linked(page: Linked) -> str:
    number = "" if page.id is None else f"{page.id:010d}"
    return f'<DocID Url="{_quoted(page.url)}">{number}</DocID>'


def _write_sentence(sentence: Sentence) -> Iterator[str]:
    yield f'  <S Offset="{sentence.offset}" Length="{sentence.length}"'
    yield f' is_Japanese_Sentence="{sentence.japanese:d}"'
    yield f' is_Content_Sentence="{sentence.content:d}" Id="{sentence.id}">\n'
    yield f"    {_write_raw(sentence.text)}\n"
    for annotation in sentence.annotations:
        text = _unparsed(annotation.text)
        yield f'    <Annotation Scheme="{_quoted(annotation.scheme)}">{text}</Annotation>\n'
    yield "  </S>\n"


def _write_raw(text: str) -> str:
    return f"<RawString>{_MARKUP.sub(_reference, text)}</RawString>"


def _quoted(text: str) -> str:
    return _IN_QUOTES.sub(_reference, text)


def _unparsed(text: str) -> str:
    """Text as a CDATA section, or several if it contains the end of one.

    >>> _unparsed("a]]>b")
    '<![CDATA[a]]]]><![CDATA[>b]]>'
    """
    text = text.replace("]]>", "]]]]><![CDATA[>").replace("\r", "]]>&#13;<![CDATA[")
    return f"<![CDATA[{text}]]>"


def _reference(found: re.Match[str]) -> str:
    return _NAMED.get(found[0]) or f"&#{ord(found[0])};"


# Documents are read one at a time, however large the file is. Elements that the format does not
# have are ignored. Files are untrusted: a document type declaration, by which a short file can
# exhaust memory or open other files, is refused.

_CHUNK = 1 << 16


def read_standard(xml: str | bytes | os.PathLike[str]) -> Document:
    """The document of an XML text, or of the file at a `Path`; the first of several.

    Raises InputError for other input.
    """
    for document in read_standards(xml):
        return document
    raise InputError(f"{_name(xml)} contains no document in the standard format")


def read_standards(xml: str | bytes | os.PathLike[str]) -> Iterator[Document]:
    """All documents of an XML text, or of the file at a `Path`, as they are read."""
    if isinstance(xml, str):
        # The text may declare the encoding of the file it came from.
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
            # In small pieces, because the parser continues to the end of its input after an error.
            for begin in range(0, len(chunk), _CHUNK):
                parser.feed(chunk[begin : begin + _CHUNK])
                yield from map(_read_document, builder.done)
                builder.done.clear()
        parser.close()
    except ParseError as error:
        raise InputError(f"{name} is not well-formed XML: {error}") from error
    except (ValueError, LookupError, InputError) as error:
        raise InputError(f"{name} is no standard format: {error}") from error


def _read_document(element: Element) -> Document:
    title = element.find("Header/Title")
    return Document(
        id=int(element.get("Id", 0)),
        url=element.get("Url", ""),
        encoding=element.get("OriginalEncoding", ""),
        replaced=int(element.get("Undecoded", 0)),
        japanese=element.get("is_Japanese_Page", "1") == "1",
        title=None if title is None else Title(_read_raw(title), *_place(title)),
        out_links=tuple(map(_link, element.iterfind("Header/OutLinks/OutLink"))),
        in_links=tuple(map(_link, element.iterfind("Header/InLinks/InLink"))),
        sentences=tuple(map(_read_sentence, element.iterfind("Text/S"))),
        cut=tuple(element.get("Cut", "").split("; ")) if element.get("Cut") else (),
        date=element.get("Date"),
    )


def _link(element: Element) -> Link:
    return Link(_read_raw(element), tuple(map(_read_linked, element.iterfind("DocIDs/DocID"))))


def _read_linked(element: Element) -> Linked:
    return Linked(element.get("Url", ""), int(element.text) if element.text else None)


def _read_sentence(element: Element) -> Sentence:
    offset, length = _place(element)
    return Sentence(
        id=int(element.get("Id", 0)),
        text=_read_raw(element),
        offset=offset,
        length=length,
        japanese=element.get("is_Japanese_Sentence") == "1",
        content=element.get("is_Content_Sentence", "1") == "1",
        annotations=tuple(
            Annotation(annotation.get("Scheme", ""), annotation.text or "")
            for annotation in element.iterfind("Annotation")
        ),
    )


def _read_raw(element: Element) -> str:
    return element.findtext("RawString", "")


def _place(element: Element) -> tuple[int, int]:
    return int(element.get("Offset", 0)), int(element.get("Length", 0))


def write_page_xml(documents: Iterable[Document], file: BinaryIO) -> None:
    """Write one document as an XML file."""
    for document in documents:
        file.write(render(document).encode())
