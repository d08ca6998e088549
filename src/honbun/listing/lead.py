"""Leads: the nodes that an item's title may stand in.

A link, a heading, or any other short piece of text of its own: a diary's date, a bold line, the
term of a definition list. What stands inside a link or a heading speaks through that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from honbun.language.turns import turns

if TYPE_CHECKING:
    from honbun.listing.sheet import Flags, Numbers, Sheet

LONGEST = 400
"""Room that a title takes at most; cards that are one link hold more than their title."""
_LONGEST_PLAIN = 160
LONGEST_CARD = 1200
_LONGEST_TURN = 60


def leads(sheet: Sheet) -> Numbers:
    """All leads of a page, in document order."""
    return np.sort(np.concatenate([_links(sheet), _headings(sheet), _plain(sheet)]))


def _links(sheet: Sheet) -> Numbers:
    nodes = np.flatnonzero([t is not None and not t.is_picture for t in sheet.targets])
    fitting = _fitting(sheet, nodes, LONGEST_CARD)
    return fitting[~_turn(sheet, fitting)]


def _turn(sheet: Sheet, links: Numbers) -> Flags:
    """Whether each link leads to another part of the list, as "Older posts" do."""
    found = (sheet.heading[links] < 0) & (sheet.room[links] <= _LONGEST_TURN)
    told: dict[str, bool] = {}
    for place in np.flatnonzero(found).tolist():
        text = sheet.said(int(links[place]))
        if text not in told:
            told[text] = turns(text)
        found[place] = told[text]
    return found


def _headings(sheet: Sheet) -> Numbers:
    nodes = np.flatnonzero(sheet.heading == np.arange(len(sheet)))
    return _fitting(sheet, nodes, LONGEST)


def _plain(sheet: Sheet) -> Numbers:
    """Elements with text of their own, outside of links and headings."""
    texts = sheet.texts
    owners = np.unique(sheet.strand.parent[texts])
    owners = owners[(owners >= 0) & (sheet.link[owners] < 0) & (sheet.heading[owners] < 0)]
    return _fitting(sheet, owners, _LONGEST_PLAIN)


def _fitting(sheet: Sheet, nodes: Numbers, longest: int) -> Numbers:
    room = sheet.room[nodes]
    return nodes[(room > 0) & (room <= longest) & ~sheet.hidden[nodes]]
