"""What a list of pages says of each: its title and its address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.guard import outcomes
from honbun.parallel.limits import Limits
from honbun.run import Run
from honbun.tree import head
from honbun.web.drawing import parsed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.failure import Failure
    from honbun.page import Page


@dataclass(frozen=True, slots=True)
class Head:
    """What a page is called, and where it stands."""

    title: str | None
    address: str
    trouble: str | None = None
    """Why the page cannot be read, in one line."""


def heads(pages: Iterable[Page]) -> Iterator[Head | Failure]:
    """What pages are called, in their order, read in a process that they may end."""
    return outcomes(_head, pages, None, Run(limits=Limits()), "read")


def head_of(page: Page) -> Head:
    """What a page is called; raises UnreadablePage where it is none."""
    tree = parsed(page)
    return Head(head.title(tree), page.address(tree))


def _head(page: Page, _: None) -> Head:
    return head_of(page)
