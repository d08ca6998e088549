"""What the tests know of a page: its subtrees, and the steps that work on them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from honbun.listing.faithful.candidates import Candidates
from honbun.listing.faithful.conditions import Reading
from honbun.listing.faithful.lines import Lines
from honbun.listing.faithful.places import Places
from honbun.listing.faithful.recovery import Recovery
from honbun.listing.faithful.subtrees import Subtrees
from honbun.tree.parse import parse
from honbun.tree.strand import strand

if TYPE_CHECKING:
    from collections.abc import Iterable

    from honbun.listing.faithful.candidates import Article
    from honbun.listing.faithful.subtrees import Subtree


@dataclass(frozen=True)
class Made:
    """A page of `<div>`s."""

    html: str

    @cached_property
    def lines(self) -> Lines:
        return Lines(strand(parse(self.html)))

    @cached_property
    def subtrees(self) -> Subtrees:
        return Subtrees(self.lines)

    @cached_property
    def divs(self) -> list[Subtree]:
        tags = self.lines.strand.tag
        return [self.subtrees.of(at) for at, tag in enumerate(tags) if tag == "div"]

    @cached_property
    def places(self) -> Places:
        return Places(self.lines, self.subtrees)

    @cached_property
    def candidates(self) -> Candidates:
        return Candidates(self.subtrees, self.places, Reading(self.lines))

    @cached_property
    def recovery(self) -> Recovery:
        return Recovery(self.subtrees, self.places, Reading(self.lines))

    def read(self, articles: Iterable[Article]) -> list[tuple[str, str]]:
        return [(self.lines.read(each.title), self.lines.read(each.body)) for each in articles]
