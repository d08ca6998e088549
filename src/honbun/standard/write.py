"""A document as XML (paper 003, figure 8), well-formed whatever the page held."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.standard.model import Document, Link, Linked, Sentence

_DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n'
_MARKUP = re.compile("[&<>\r]")
_IN_QUOTES = re.compile('[&<>"\r\n\t]')
"""What a parser would take for markup; it also makes a line feed of a carriage return, and a space
of all white space in an attribute."""
_NAMED = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}


def render(document: Document) -> str:
    """The document as an XML file of its own."""
    return _DECLARATION + "".join(_document(document))


def write_xml(documents: Iterable[Document], file: BinaryIO) -> None:
    """Many documents as one XML file, in the order they come."""
    file.write(f"{_DECLARATION}<StandardFormats>\n".encode())
    for document in documents:
        file.write("".join(_document(document)).encode())
    file.write(b"</StandardFormats>\n")


def _document(document: Document) -> Iterator[str]:
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
        yield f"  {_raw(title.text)}\n</Title>\n"
    yield from _links("Out", document.out_links)
    yield from _links("In", document.in_links)
    yield '</Header>\n<Text Type="default">\n'
    for sentence in document.sentences:
        yield from _sentence(sentence)
    yield "</Text>\n</StandardFormat>\n"


def _links(way: str, links: Iterable[Link]) -> Iterator[str]:
    yield f"<{way}Links>\n"
    for link in links:
        yield f"  <{way}Link>\n    {_raw(link.text)}\n    <DocIDs>\n"
        for page in link.pages:
            yield f"      {_linked(page)}\n"
        yield f"    </DocIDs>\n  </{way}Link>\n"
    yield f"</{way}Links>\n"


def _linked(page: Linked) -> str:
    number = "" if page.id is None else f"{page.id:010d}"
    return f'<DocID Url="{_quoted(page.url)}">{number}</DocID>'


def _sentence(sentence: Sentence) -> Iterator[str]:
    yield f'  <S Offset="{sentence.offset}" Length="{sentence.length}"'
    yield f' is_Japanese_Sentence="{sentence.japanese:d}" Id="{sentence.id}">\n'
    yield f"    {_raw(sentence.text)}\n"
    for annotation in sentence.annotations:
        text = _unparsed(annotation.text)
        yield f'    <Annotation Scheme="{_quoted(annotation.scheme)}">{text}</Annotation>\n'
    yield "  </S>\n"


def _raw(text: str) -> str:
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
