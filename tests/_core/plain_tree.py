"""The plain definition of a page's columns: the parser's nodes, walked one by one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from turbohtml import CData, DocumentFragment, Element, Text

from honbun._core.names import RAW_TEXT
from honbun.html.parse import _document

if TYPE_CHECKING:
    from turbohtml import Node


@dataclass
class PlainTree:
    """Elements, text and attributes of a page."""

    tag: list[str] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    start: list[int] = field(default_factory=list)
    stop: list[int] = field(default_factory=list)
    text: str = ""
    run: list[tuple[int, str]] = field(default_factory=list)
    """Parent and text of every stretch of text without tags."""
    raw: dict[int, str] = field(default_factory=dict)
    attributes: list[tuple[tuple[str, str], ...]] = field(default_factory=list)


def plain_tree(html: str) -> PlainTree:
    """The columns of a page that is nested less deeply than the limit."""
    tree = PlainTree()
    document = _document(html)
    joined = False  # whether the last node was text, so that more text continues its run

    def walk(node: Node, parent: int) -> None:
        nonlocal joined
        for child in node:
            if isinstance(child, Text | CData):
                if tree.tag[parent] in RAW_TEXT:
                    tree.raw[parent] = tree.raw.get(parent, "") + child.data
                    continue
                tree.text += child.data
                if joined:
                    owner, before = tree.run.pop()
                    tree.run.append((owner, before + child.data))
                elif child.data:
                    tree.run.append((parent, child.data))
                joined = True
                continue
            joined = False
            if isinstance(child, DocumentFragment):  # the content of a <template>
                walk(child, parent)
            elif isinstance(child, Element):
                number = len(tree.tag)
                tree.tag.append(child.tag)
                tree.parent.append(parent)
                tree.start.append(len(tree.text))
                tree.end.append(0)
                tree.stop.append(0)
                tree.attributes.append(
                    tuple((name, child.attr(name) or "") for name in child.attrs)
                )
                walk(child, number)
                tree.end[number] = len(tree.tag)
                tree.stop[number] = len(tree.text)
                joined = False

    walk(document, -1)
    return tree
