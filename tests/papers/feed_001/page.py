"""A test page with its subtrees and the steps that process them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from honbun.html.nodes import node_sequence
from honbun.html.parse import parse
from honbun.papers.feed_001.articles import Recovery
from honbun.papers.feed_001.clusters import Candidates
from honbun.papers.feed_001.conditions import Places, Reading
from honbun.papers.feed_001.lines import Lines
from honbun.papers.feed_001.subtrees import Subtrees

if TYPE_CHECKING:
    from collections.abc import Iterable

    from honbun.papers.feed_001.clusters import Article
    from honbun.papers.feed_001.subtrees import Subtree


@dataclass(frozen=True)
class DivPage:
    """A page of `<div>`s."""

    html: str

    @cached_property
    def lines(self) -> Lines:
        return Lines(node_sequence(parse(self.html)))

    @cached_property
    def subtrees(self) -> Subtrees:
        return Subtrees(self.lines)

    @cached_property
    def divs(self) -> list[Subtree]:
        tags = self.lines.sequence.tag
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
