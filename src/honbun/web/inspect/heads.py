"""What a list of pages says of each: its title and its address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.errors import HonbunError
from honbun.tree import head

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.page import Page
    from honbun.web.collection import Collection


@dataclass(frozen=True, slots=True)
class Head:
    """What a page is called, and where it stands."""

    title: str | None
    address: str


def head_of(page: Page) -> Head:
    """What a page is called; raises UnreadablePage for what is no web page."""
    tree = page.parse()
    return Head(head.title(tree), page.address(tree))


def heads(collection: Collection) -> Iterator[tuple[int, Head]]:
    """The head of each page that can be read."""
    for number, page in enumerate(collection.pages()):
        try:
            yield number, head_of(page)
        except HonbunError:
            continue  # the rooms will say what is wrong with it
