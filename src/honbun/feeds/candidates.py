"""Candidate lists: title candidates, grouped in many ways.

A title candidate is a link, a heading, or another short text: the date of a diary entry, a bold
line, the term of a definition list. Texts inside a link or a heading are represented by it.
Candidates that are alike form a group, and each group may be the titles of one list.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from honbun.feeds.columns import width
from honbun.feeds.fields.date import contains_date, is_date
from honbun.html.blocks import HEADINGS
from honbun.text.phrases import is_page_turn

if TYPE_CHECKING:
    from honbun.feeds.columns import Flags, NodeColumns, Numbers

LONGEST = 400
"""Maximum width of a title; a card that is one link contains more than its title."""
_LONGEST_PLAIN = 160
LONGEST_CARD = 1200
_LONGEST_TURN = 60


def title_candidates(columns: NodeColumns) -> Numbers:
    """The nodes of all title candidates, in document order."""
    return np.sort(np.concatenate([_links(columns), _headings(columns), _plain(columns)]))


def _links(columns: NodeColumns) -> Numbers:
    nodes = np.flatnonzero([t is not None and not t.is_picture for t in columns.targets])
    fitting = _fitting(columns, nodes, LONGEST_CARD)
    return fitting[~_is_pager(columns, fitting)]


def _is_pager(columns: NodeColumns, links: Numbers) -> Flags:
    """Whether each link leads to another page of the list, such as "Older posts"."""
    found = (columns.heading[links] < 0) & (columns.text_width[links] <= _LONGEST_TURN)
    texts = [columns.text_of(at) for at in links[found].tolist()]
    turns = {text: is_page_turn(text) for text in set(texts)}
    found[found] = [turns[text] for text in texts]
    return found


def _headings(columns: NodeColumns) -> Numbers:
    nodes = np.flatnonzero(columns.heading == np.arange(len(columns)))
    return _fitting(columns, nodes, LONGEST)


def _plain(columns: NodeColumns) -> Numbers:
    """Elements with text of their own, outside links and headings."""
    texts = columns.texts
    owners = np.unique(columns.sequence.parent[texts])
    owners = owners[(owners >= 0) & (columns.link[owners] < 0) & (columns.heading[owners] < 0)]
    return _fitting(columns, owners, _LONGEST_PLAIN)


def _fitting(columns: NodeColumns, nodes: Numbers, longest: int) -> Numbers:
    text_width = columns.text_width[nodes]
    return nodes[(text_width > 0) & (text_width <= longest) & ~columns.hidden[nodes]]


_ADDRESS = re.compile(r"(?:https?://|www\.)\S+$", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{2,}")
_LONGEST_DATED = 200
"""Maximum length of a title that is searched for a date."""


@dataclass(frozen=True)
class TitleCandidates:
    """The title candidates of a page, with columns of their properties."""

    columns: NodeColumns
    node: Numbers

    def __len__(self) -> int:
        return len(self.node)

    def place(self, title_nodes: Numbers) -> Numbers:
        """The indices of some title candidates."""
        return np.searchsorted(self.node, title_nodes)

    @cached_property
    def source(self) -> Numbers:
        """The node that each title is read from: a heading inside a link, else the candidate
        itself."""
        columns, node = self.columns, self.node
        headings = np.flatnonzero(columns.tagged(HEADINGS) & (columns.text_width > 0))
        inner = np.append(headings, len(columns))[np.searchsorted(headings, node, side="right")]
        holds = columns.tagged({"a"})[node] & (inner < columns.sequence.end[node])
        return np.where(holds, inner, node)

    @cached_property
    def title(self) -> list[str]:
        """The text of each title."""
        return [self.columns.text_of(at) for at in self.source.tolist()]

    @cached_property
    def width(self) -> Numbers:
        """The width of each title."""
        return np.array([width(title) for title in self.title], dtype=np.int64)

    @cached_property
    def number(self) -> Numbers:
        """An id for each distinct title."""
        numbers: dict[str, int] = {}
        return np.array([numbers.setdefault(t, len(numbers)) for t in self.title], dtype=np.int64)

    @cached_property
    def rank(self) -> Numbers:
        """The alphabetical rank of each title."""
        folded = [title.casefold().lstrip("\"'“‘(「『") for title in self.title]
        return np.unique(np.array(folded, dtype=object), return_inverse=True)[1]

    @cached_property
    def is_date(self) -> Flags:
        """Whether each title is nothing but a date."""
        dated = zip(self.title, self.has_date.tolist())
        return np.array([has_date and is_date(title) for title, has_date in dated], dtype=bool)

    @cached_property
    def has_date(self) -> Flags:
        """Whether each title contains a date."""
        found = [len(title) < _LONGEST_DATED and contains_date(title) for title in self.title]
        return np.array(found, dtype=bool)

    @cached_property
    def wordless(self) -> Flags:
        """Whether each title has neither a word nor a date: a number, a year, a symbol, a URL."""
        bare = [not _WORD.search(t) or bool(_ADDRESS.match(t)) for t in self.title]
        return np.array(bare, dtype=bool) & ~self.has_date

    @cached_property
    def headed(self) -> Flags:
        """Whether each candidate is, contains or is inside a heading."""
        found: Flags = (self.columns.heading[self.node] >= 0) | (self.source != self.node)
        return found
