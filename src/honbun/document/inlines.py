"""Inline markup as a small tree: emphasis, code, links, formulas, pictures, line breaks.

The compiled core marks inline elements in the text of a piece with control characters
(`_core/flow.pyx`). Everything else of the page's markup is gone by then, so no script, style,
handler or unknown element can come through.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

_MARKED = re.compile("[\x01-\x05]")
_TOKEN = re.compile("\x01([a-z]+)([0-9]+)\x02|(\x03)|(\x04)|\x05([0-9]+)\x02|([^\x01-\x05]+)")
_JOINED = frozenset({"a", "b", "em", "i", "strong"})
"""Marks that are one where two of them meet: nobody sees where the second begins."""


@dataclass(slots=True)
class Mark:
    """An inline element and what it holds."""

    tag: str
    href: str | None = None
    children: list[Inline] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in the text."""

    src: str
    alt: str


@dataclass(frozen=True, slots=True)
class LineBreak:
    """A break that the page asks for."""


Inline = str | Mark | Picture | LineBreak
BREAK = LineBreak()


def read_inlines(
    marked: str,
    href: Callable[[int], str | None],
    picture: Callable[[int], Picture | None],
) -> list[Inline]:
    """The inline tree of a piece; links and pictures are looked up by node."""
    if not _MARKED.search(marked):
        return [marked] if marked else []
    root: list[Inline] = []
    open_: list[list[Inline]] = [root]
    tags: list[str] = []
    unscripted = 0
    for tag, node, closes, breaks, image, text in _TOKEN.findall(marked):
        siblings = open_[-1]
        if text:
            siblings.append(text)
        elif tag:
            unscripted += tag == "noscript"
            tags.append(tag)
            open_.append(_opened(siblings, tag, href(int(node)) if tag == "a" else None))
        elif closes:
            unscripted -= tags.pop() == "noscript"
            open_.pop()
        elif breaks:
            siblings.append(BREAK)
        elif not (unscripted and _ends_with_picture(siblings)) and (shown := picture(int(image))):
            siblings.append(shown)  # else the same once more for readers without scripts
    return _with_ruby_parentheses(root) if "\x01rt" in marked else root


def _with_ruby_parentheses(inlines: list[Inline]) -> list[Inline]:
    """Readings of characters between parentheses where the page has none: 漢字(かんじ).

    Browsers do not show <rp>, so HTML keeps the reading above the characters.
    """
    has_own = any(isinstance(inline, Mark) and inline.tag == "rp" for inline in inlines)
    found: list[Inline] = []
    for inline in inlines:
        if not isinstance(inline, Mark):
            found.append(inline)
            continue
        inner = Mark(inline.tag, inline.href, _with_ruby_parentheses(inline.children))
        if inline.tag == "rt" and not has_own:
            found += [Mark("rp", None, ["("]), inner, Mark("rp", None, [")"])]
        else:
            found.append(inner)
    return found


def _ends_with_picture(inlines: Sequence[Inline]) -> bool:
    """Whether the last that a reader sees of it is a picture."""
    for inline in reversed(inlines):
        if isinstance(inline, Mark) and inline.children:
            return _ends_with_picture(inline.children)
        if not isinstance(inline, str) or not inline.isspace():
            return isinstance(inline, Picture)
    return False


def _opened(siblings: list[Inline], tag: str, href: str | None) -> list[Inline]:
    """The children of a mark that begins here; a link that leads nowhere marks nothing."""
    if (tag == "a" and href is None) or tag == "noscript":
        return siblings
    last = siblings[-1] if siblings else None
    if isinstance(last, Mark) and tag in _JOINED and (last.tag, last.href) == (tag, href):
        return last.children
    mark = Mark(tag, href)
    siblings.append(mark)
    return mark.children


def shows(inlines: Iterable[Inline]) -> bool:
    """Whether a reader sees anything of it."""
    for inline in inlines:
        if isinstance(inline, str):
            if not inline.isspace():
                return True
        elif isinstance(inline, Picture) or (isinstance(inline, Mark) and shows(inline.children)):
            return True
    return False


def plain(inlines: Iterable[Inline]) -> str:
    """The text alone; a break is a line feed."""
    return "".join(_plain(inlines))


def _plain(inlines: Iterable[Inline]) -> Iterator[str]:
    for inline in inlines:
        if isinstance(inline, str):
            yield inline
        elif isinstance(inline, Mark):
            yield from _plain(inline.children)
        elif isinstance(inline, LineBreak):
            yield "\n"


def without(inlines: Sequence[Inline], *, links: bool, images: bool) -> list[Inline]:
    """The inlines without links (their text stays) or images."""
    found: list[Inline] = []
    for inline in inlines:
        if isinstance(inline, Mark):
            inner = without(inline.children, links=links, images=images)
            if links and inline.tag == "a":
                found += inner
            elif inner:
                found.append(Mark(inline.tag, inline.href, inner))
        elif not (images and isinstance(inline, Picture)):
            found.append(inline)
    return found
