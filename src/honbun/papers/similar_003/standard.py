"""Document: a page in the standard format of paper 003 (4.1), and its parts.

All texts can be written as XML: characters that XML has no way to write are replaced by U+FFFD when
a part is made. So what is written and read back is what there was, whatever that was.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser

import orjson

from honbun.errors import InputError
from honbun.options import option
from honbun.papers.similar_003.compounds import LEAST

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator

_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class StandardOptions:
    """What is put into documents."""

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
    together: int = LEAST
    """Different sentences of the collection in which the texts of neighbouring links must stand
    together to be one sentence here too."""
    in_links: int = 10_000
    """Links to a page that are told, the first ones of the collection: a front page that every page
    of a large site leads to would fill the memory."""


@dataclass(frozen=True, slots=True)
class Linked:
    """A page at the other end of a link."""

    url: str
    id: int | None
    """The number of its document; None where it is no page of the collection."""

    def __post_init__(self) -> None:
        _make_writable(self, "url")


@dataclass(frozen=True, slots=True)
class Link:
    """The text of a link, and the pages that links with this text lead to or come from."""

    text: str
    pages: tuple[Linked, ...]

    def __post_init__(self) -> None:
        _make_writable(self, "text")


@dataclass(frozen=True, slots=True)
class Annotation:
    """What an analyser says about a sentence."""

    scheme: str
    text: str

    def __post_init__(self) -> None:
        _make_writable(self, "scheme", "text")


@dataclass(frozen=True, slots=True)
class Title:
    """The title of a page, and where in its bytes it stands."""

    text: str
    offset: int
    length: int

    def __post_init__(self) -> None:
        _make_writable(self, "text")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a page, and where in its bytes it stands."""

    id: int
    """1 for the first of its page."""
    text: str
    offset: int
    length: int
    """Bytes of the page, tags and character references in between included."""
    japanese: bool
    annotations: tuple[Annotation, ...] = ()

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
    """What of the page is missing or was not taken as it stands, a phrase for each."""

    def __post_init__(self) -> None:
        _make_writable(self, "url", "encoding")
        object.__setattr__(self, "cut", tuple(map(writable, self.cut)))


def _make_writable(part: object, *fields: str) -> None:
    for field in fields:
        text: str = getattr(part, field)
        if _UNWRITABLE.search(text):
            object.__setattr__(part, field, writable(text))


def writable(text: str) -> str:
    """A text without characters that XML has no way to write.

    >>> writable("a" + chr(0) + "b")
    'a\ufffdb'
    """
    return _UNWRITABLE.sub("\ufffd", text)


# A document as XML (paper 003, figure 8), well-formed whatever the page held.

_DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n'
_MARKUP = re.compile("[&<>\r]")
_IN_QUOTES = re.compile('[&<>"\r\n\t]')
"""What a parser would take for markup; it also makes a line feed of a carriage return, and a space
of all white space in an attribute."""
_NAMED = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}


def render(document: Document) -> str:
    """The document as an XML file of its own."""
    return _DECLARATION + "".join(_document_write(document))


def write_xml(documents: Iterable[Document], file: BinaryIO) -> None:
    """Many documents as one XML file, in the order they come."""
    file.write(f"{_DECLARATION}<StandardFormats>\n".encode())
    for document in documents:
        file.write("".join(_document_write(document)).encode())
    file.write(b"</StandardFormats>\n")


def _document_write(document: Document) -> Iterator[str]:
    yield f'<StandardFormat Url="{_quoted(document.url)}" Id="{document.id:010d}"'
    yield f' OriginalEncoding="{_quoted(document.encoding)}"'
    yield f' is_Japanese_Page="{document.japanese:d}"'
    if document.replaced:
        yield f' Undecoded="{document.replaced}"'
    if document.cut:
        yield f' Cut="{_quoted("; ".join(document.cut))}"'
    yield ">\n<Header>\n"
    if document.title is not None:
        title = document.title
        yield f'<Title Offset="{title.offset}" Length="{title.length}">\n'
        yield f"  {_raw_write(title.text)}\n</Title>\n"
    yield from _links("Out", document.out_links)
    yield from _links("In", document.in_links)
    yield '</Header>\n<Text Type="default">\n'
    for sentence in document.sentences:
        yield from _sentence_write(sentence)
    yield "</Text>\n</StandardFormat>\n"


def _links(way: str, links: Iterable[Link]) -> Iterator[str]:
    yield f"<{way}Links>\n"
    for link in links:
        yield f"  <{way}Link>\n    {_raw_write(link.text)}\n    <DocIDs>\n"
        for page in link.pages:
            yield f"      {_linked_write(page)}\n"
        yield f"    </DocIDs>\n  </{way}Link>\n"
    yield f"</{way}Links>\n"


def _linked_write(page: Linked) -> str:
    number = "" if page.id is None else f"{page.id:010d}"
    return f'<DocID Url="{_quoted(page.url)}">{number}</DocID>'


def _sentence_write(sentence: Sentence) -> Iterator[str]:
    yield f'  <S Offset="{sentence.offset}" Length="{sentence.length}"'
    yield f' is_Japanese_Sentence="{sentence.japanese:d}" Id="{sentence.id}">\n'
    yield f"    {_raw_write(sentence.text)}\n"
    for annotation in sentence.annotations:
        text = _unparsed(annotation.text)
        yield f'    <Annotation Scheme="{_quoted(annotation.scheme)}">{text}</Annotation>\n'
    yield "  </S>\n"


def _raw_write(text: str) -> str:
    return f"<RawString>{_MARKUP.sub(_reference, text)}</RawString>"


def _quoted(text: str) -> str:
    return _IN_QUOTES.sub(_reference, text)


def _unparsed(text: str) -> str:
    """Text as a CDATA section, or as several where it holds what none can.

    >>> _unparsed("a]]>b")
    '<![CDATA[a]]]]><![CDATA[>b]]>'
    """
    text = text.replace("]]>", "]]]]><![CDATA[>").replace("\r", "]]>&#13;<![CDATA[")
    return f"<![CDATA[{text}]]>"


def _reference(found: re.Match[str]) -> str:
    return _NAMED.get(found[0]) or f"&#{ord(found[0])};"


# Documents read back from XML, one at a time however large the file.
#
# Only what `write` gives is understood, and files like the paper's own; what else stands in them
# is passed over. Files are not trusted: a document type declaration, by which a short file can
# make a parser fill the memory or open other files, is refused.

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
                yield from map(_document_read, builder.done)
                builder.done.clear()
        parser.close()
    except ParseError as error:
        raise InputError(f"{name} is not well-formed XML: {error}") from error
    except (ValueError, LookupError, InputError) as error:
        raise InputError(f"{name} is no standard format: {error}") from error


def _document_read(element: Element) -> Document:
    title = element.find("Header/Title")
    return Document(
        id=int(element.get("Id", 0)),
        url=element.get("Url", ""),
        encoding=element.get("OriginalEncoding", ""),
        replaced=int(element.get("Undecoded", 0)),
        japanese=element.get("is_Japanese_Page", "1") == "1",
        title=None if title is None else Title(_raw_read(title), *_place(title)),
        out_links=tuple(map(_link, element.iterfind("Header/OutLinks/OutLink"))),
        in_links=tuple(map(_link, element.iterfind("Header/InLinks/InLink"))),
        sentences=tuple(map(_sentence_read, element.iterfind("Text/S"))),
        cut=tuple(element.get("Cut", "").split("; ")) if element.get("Cut") else (),
    )


def _link(element: Element) -> Link:
    return Link(_raw_read(element), tuple(map(_linked_read, element.iterfind("DocIDs/DocID"))))


def _linked_read(element: Element) -> Linked:
    return Linked(element.get("Url", ""), int(element.text) if element.text else None)


def _sentence_read(element: Element) -> Sentence:
    offset, length = _place(element)
    return Sentence(
        id=int(element.get("Id", 0)),
        text=_raw_read(element),
        offset=offset,
        length=length,
        japanese=element.get("is_Japanese_Sentence") == "1",
        annotations=tuple(
            Annotation(annotation.get("Scheme", ""), annotation.text or "")
            for annotation in element.iterfind("Annotation")
        ),
    )


def _raw_read(element: Element) -> str:
    return element.findtext("RawString", "")


def _place(element: Element) -> tuple[int, int]:
    return int(element.get("Offset", 0)), int(element.get("Length", 0))


def write_page_xml(documents: Iterable[Document], file: BinaryIO) -> None:
    """Write one document as an XML file."""
    for document in documents:
        file.write(render(document).encode())


def write_jsonl(documents: Iterable[Document], file: BinaryIO) -> None:
    """Write one JSON object per document."""
    for document in documents:
        file.write(orjson.dumps(document, option=orjson.OPT_APPEND_NEWLINE))
