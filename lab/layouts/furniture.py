"""Furniture: which pieces stand where on the pages of a site."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lab.layouts import menus, parts, widgets
from lab.layouts.node import Node
from lab.layouts.parts import NONE

if TYPE_CHECKING:
    from lab.layouts.model import View

_SHARES = {
    "top": "cookies .2 drawer .15 tools .4 logo .9 search .4 menu .85 ticker .15 submenu .12 "
    "advert .15",
    "before": "sticky .06 crumbs .5 share .15 advert .1 ticker .05 promo .06",
    "inside": "advert .3 read_on .25 newsletter .08 promo .06 related .06",
    "after": "page_numbers .06 tags .35 share .4 notice .45 biography .2 neighbours .3 "
    "newsletter .15 advert .2 related .65 comments .4 popular .2 promo .08",
    "under": "newsletter .15 advert .2 notice .1",
    "side": "search .2 about .2 calendar .12 latest .45 popular .45 categories .3 archive .2 "
    "newsletter .15 advert .35 promo .2 talk .1 submenu .2 menu .1",
    "bottom": "latest .12 submenu .25 newsletter .1 footer .95 drawer .08 noscript .1 cookies .1",
}
"""Places on a page, and the share of sites that have a piece there. Lists have `under`."""
_LIGHT, _HEAVY = (0.2, 0.5, 0.8), (0.4, 0.7, 0.9, 1.0, 1.2)
"""How much furniture a site has, against these shares."""
_OWN = {"docs": ["chapters"], "wiki": ["chapters"], "cards": ["filters"], "product": ["filters"]}
"""What stands beside the pages of a kind."""
_SPARSE = ("links", "mail", "docs", "wiki", "brief", "notice")


def slot(view: View, place: str) -> list[Node]:
    """The furniture of a place on the page: the site's pieces, in the site's order."""
    if view.bare:
        return []
    dice, words = view.site.dice, _SHARES[place].split()
    density = dice.choice("density", _LIGHT if view.site.kind in _SPARSE else _HEAVY)
    chosen = [
        name
        for name, share in zip(words[::2], words[1::2])
        if dice.chance(f"{place} has {name}", float(share) * density)
    ]
    if place == "side":
        chosen += _OWN.get(view.site.kind, [])
    if place in ("after", "side"):
        chosen = dice.sample(f"{place} order", chosen, len(chosen))
    pieces = (getattr(menus, name, None) or getattr(widgets, name) for name in chosen)
    return [node for piece in pieces if (node := piece(view))]


def further(view: View) -> list[Node]:
    """Other articles in full below this one, written like it: no content all the same."""
    site = view.site
    found = []
    for other in view.others(site.dice.number("further size", 1, 4)):
        one = replace(view, article=other)
        article = site.box("article", parts.title(one), parts.meta(one), *parts.body(one))
        found.append(_unmarked(article).marked(NONE))
    return found


def _unmarked(node: Node) -> Node:
    children = (_unmarked(one) if isinstance(one, Node) else one for one in node.children)
    return replace(node, children=tuple(children), role="")
