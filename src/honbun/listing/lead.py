"""Leads: the nodes that an item's title may stand in.

A link, a heading, or any other short piece of text of its own: a diary's date, a bold line, the
term of a definition list. What stands inside a link or a heading speaks through that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from honbun.language.turns import turns

if TYPE_CHECKING:
    from honbun.listing.sheet import Numbers, Sheet

LONGEST = 400
"""Room that a title takes at most; cards that are one link hold more than their title."""
_LONGEST_PLAIN = 160
LONGEST_CARD = 1200
_LONGEST_TURN = 60


def leads(sheet: Sheet) -> Numbers:
    """All leads of a page, in document order."""
    return np.sort(np.concatenate([_links(sheet), _headings(sheet), _plain(sheet)]))


def _sizes(sheet: Sheet, nodes: Numbers) -> Numbers:
    return sheet.widths[sheet.strand.end[nodes]] - sheet.widths[nodes]


def _links(sheet: Sheet) -> Numbers:
    nodes = np.flatnonzero([t is not None and not t.is_picture for t in sheet.targets])
    fitting = _fitting(sheet, nodes, LONGEST_CARD).tolist()
    return np.array([node for node in fitting if not _turns(sheet, node)], dtype=np.int64)


def _turns(sheet: Sheet, node: int) -> bool:
    """Whether a link leads to another part of the list, as "Older posts" do."""
    end = int(sheet.strand.end[node])
    if sheet.heading[node] >= 0 or sheet.widths[end] - sheet.widths[node] > _LONGEST_TURN:
        return False
    return turns(sheet.strand.read([(node, end)]))


def _headings(sheet: Sheet) -> Numbers:
    nodes = np.flatnonzero(sheet.heading == np.arange(len(sheet)))
    return _fitting(sheet, nodes, LONGEST)


def _plain(sheet: Sheet) -> Numbers:
    """Elements with text of their own, outside of links and headings, that begin a line."""
    texts = sheet.texts
    owners = np.unique(sheet.strand.parent[texts])
    owners = owners[(owners >= 0) & (sheet.link[owners] < 0) & (sheet.heading[owners] < 0)]
    owners = owners[sheet.strand.end[owners] > owners + 1]
    return _fitting(sheet, owners, _LONGEST_PLAIN)


def _fitting(sheet: Sheet, nodes: Numbers, longest: int) -> Numbers:
    sizes = _sizes(sheet, nodes)
    return nodes[(sizes > 0) & (sizes <= longest) & ~sheet.hidden[nodes]]
