"""Node: an element as it is written, and the habits of a site in writing markup."""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MARK = "data-mark"
_VOID = frozenset("img br hr input meta link".split())
_OMITTED = frozenset("p li td tr dt dd option".split())
_KEPT = frozenset({"pre", "textarea", "script", "style"})
INLINE = frozenset(
    "a b i em strong span font time small code img abbr cite label u sup s br".split()
)

Child = "Node | str | None | Iterable[Child]"


@dataclass(frozen=True, slots=True)
class Node:
    """An element. `role` is what its text is: a part of the content, or `none`."""

    tag: str
    attributes: tuple[tuple[str, str], ...]
    children: tuple[Node | str, ...]
    role: str = ""

    def marked(self, role: str) -> Node:
        return replace(self, role=role)


@dataclass(frozen=True, slots=True)
class Hand:
    """How a site writes its markup."""

    upper: bool = False
    unclosed: bool = False
    bare: bool = False
    """Attribute values without quotation marks where that is possible."""
    gap: str = "\n"
    """White space between elements."""


def flat(children: Iterable[object]) -> tuple[Node | str, ...]:
    """Children without gaps and nesting."""
    found: list[Node | str] = []
    for child in children:
        if isinstance(child, (Node, str)):
            found.append(child)
        elif isinstance(child, (list, tuple)):
            found += flat(child)
    return tuple(found)


def el(tag: str, *children: object, role: str = "", **attributes: str) -> Node:
    """An element; `class_` and the like lose their underscore, empty attributes are left out."""
    pairs = tuple((k.rstrip("_").replace("_", "-"), v) for k, v in attributes.items() if v)
    return Node(tag, pairs, flat(children), role)


def write(root: Node, hand: Hand, marks: bool) -> str:
    """The element as markup, with its marks or without."""
    pieces: list[str] = []
    _write(root, hand, marks, pieces, "")
    return "".join(pieces)


def _write(node: Node, hand: Hand, marks: bool, out: list[str], after: Node | str) -> None:
    """`after` is what follows the element: text would end up in it if it were not closed."""
    tag = node.tag.upper() if hand.upper else node.tag
    out.append(f"<{tag}{_attributes(node, hand, marks)}>")
    if node.tag in _VOID:
        return
    gap = "" if node.tag in _KEPT else hand.gap
    for child, following in zip(node.children, (*node.children[1:], node)):
        if isinstance(child, str):
            out.append(child if node.tag in ("script", "style") else escape(child, quote=False))
            continue
        if child.tag not in INLINE:
            out.append(gap)
        _write(child, hand, marks, out, following)
    open_ended = hand.unclosed and node.tag in _OMITTED
    if not open_ended or isinstance(after, str) or after.tag in INLINE:
        out.append(f"</{tag}>")


def _attributes(node: Node, hand: Hand, marks: bool) -> str:
    pairs = [*node.attributes, *([(MARK, node.role)] if marks and node.role else [])]
    written = ""
    for name, value in pairs:
        if hand.bare and value.isalnum():
            written += f" {name}={value}"
        else:
            written += f' {name}="{escape(value)}"'
    return written
