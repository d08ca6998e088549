"""What a list of pages says of each: its title and its address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.errors import HonbunError
from honbun.failure import one_line
from honbun.tree import head
from honbun.web.pages import parsed

if TYPE_CHECKING:
    from honbun.page import Page


@dataclass(frozen=True, slots=True)
class Head:
    """What a page is called, and where it stands."""

    title: str | None
    address: str
    trouble: str | None = None
    """Why the page cannot be read, in one line."""


def head_of(page: Page) -> Head:
    """What a page is called; of one that cannot be read the address is as it was given."""
    try:
        tree = parsed(page)
    except HonbunError as error:
        return Head(None, page.url or page.place or page.source, one_line(str(error)))
    return Head(head.title(tree), page.address(tree))
