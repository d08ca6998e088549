"""Drawing: a page as the data that browsers show it from.

It is done in another process (`readers.py`), and what came with the page lies where the server
reads: so that is asked for.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from honbun.annotation.model import digest
from honbun.annotation.places import BlockColumns, outline
from honbun.errors import UnreadablePage
from honbun.facsimile.data import data
from honbun.facsimile.draw import draw
from honbun.parallel.worker import ask
from honbun.tree import head
from honbun.tree.sniff import foreign

if TYPE_CHECKING:
    from honbun.facsimile.companions import Companion, Companions
    from honbun.page import Page
    from honbun.tree.tree import Tree


class Drawn(NamedTuple):
    """How a page looks, and what it is labelled by."""

    digest: str
    url: str
    title: str | None
    blocks: BlockColumns
    body: bytes
    """All of it as JSON, for the browser."""


def parsed(page: Page) -> Tree:
    """The tree of a page; raises UnreadablePage for what is plainly something else."""
    if isinstance(page.html, bytes) and (kind := foreign(page.html)):
        raise UnreadablePage(f"this is {kind}, not a web page")
    return page.parse()


def drawn(page: Page) -> Drawn:
    """A page, drawn where `Answers` are given; raises UnreadablePage where it is none."""
    tree = parsed(page)
    blocks, url, title = outline(tree), page.address(tree), head.title(tree)
    known = digest(page)
    about = {
        "url": url,
        "source": page.source,
        "title": title,
        "digest": known,
        # Not `asdict`, which copies every cell of every column.
        "blocks": {field.name: getattr(blocks, field.name) for field in fields(blocks)},
    }
    body = json.dumps(about | data(draw(page, tree, _Elsewhere())), separators=(",", ":")).encode()
    return Drawn(known, url, title, blocks, body)


class _Elsewhere:
    """Companions that the server has."""

    def find(self, url: str) -> Companion | None:
        found: Companion | None = ask(url, None)
        return found and replace(found, read=partial(ask, url))


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers who draws a page: what came with it, and the first bytes of that."""

    companions: Companions

    def __call__(self, url: str, most: int | None) -> Any:
        found = self.companions.find(url)
        if most is None:
            return found and replace(found, read=_nothing)
        return found.read(most) if found else b""


def _nothing(most: int) -> bytes:
    """In the place of what cannot be sent."""
    return b""
