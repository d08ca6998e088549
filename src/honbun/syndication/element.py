"""XML of feeds: elements whose text and attributes are well-formed whatever they say."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from honbun.syndication.characters import clean

if TYPE_CHECKING:
    from collections.abc import Mapping

# Prefixes are written out in names, and declared on the root as attributes: registering them with
# ElementTree would change what every other user of it in the process writes.
ATOM = "http://www.w3.org/2005/Atom"
CONTENT = "http://purl.org/rss/1.0/modules/content/"
DUBLIN_CORE = "http://purl.org/dc/elements/1.1/"
MEDIA = "http://search.yahoo.com/mrss/"


def root(tag: str, attributes: Mapping[str, str]) -> ET.Element:
    """The outermost element."""
    return ET.Element(tag, dict(attributes))


def add(
    parent: ET.Element, tag: str, text: str | None, attributes: Mapping[str, str] | None = None
) -> None:
    """Add an element; nothing where there is no text, not even an empty one."""
    if text is not None:
        values = {name: clean(value) for name, value in (attributes or {}).items()}
        ET.SubElement(parent, tag, values).text = clean(text)


def link(
    parent: ET.Element, tag: str, href: str | None, relation: str, kind: str | None = None
) -> None:
    """Add a link of Atom's kind, where there is an address; `kind` is its media type."""
    if href:
        add(parent, tag, "", {"rel": relation, "href": href} | ({"type": kind} if kind else {}))


def document(element: ET.Element) -> bytes:
    """The whole as a file."""
    ET.indent(element, " ")
    data: bytes = ET.tostring(element, encoding="utf-8", xml_declaration=True)
    return data + b"\n"
