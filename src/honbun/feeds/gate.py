"""The gate: whether the best list of a page is a list of articles at all.

Everything on the web repeats something: articles have sections, comments and links to others,
manuals have contents, and somebody's links are a list as well. What tells them from what a reader
would subscribe to are the measures of the list, and what the page is itself: an address made as
those of its items, or a declaration that it is an article.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from honbun.feeds.model import BIAS
from honbun.feeds.ranking import ranked
from honbun.metadata import head, structured

if TYPE_CHECKING:
    from collections.abc import Mapping

    from honbun.feeds.links import Target
    from honbun.feeds.ranking import Candidates
    from honbun.html.tree import Tree

_ARTICLES = frozenset(
    "article newsarticle blogposting product recipe reportagenewsarticle techarticle".split()
)
_LISTS = frozenset(
    "collectionpage itemlist blog searchresultspage offercatalog medialist imagegallery".split()
)
_LONGEST_NUMBER = 40
_ENDING = re.compile(r"\.\w+$")
_NUMBER = re.compile(r"\s*\d{1,3}\s*")
_WORD = re.compile(r"[^\W_]+")


_FURTHER = -3.0
"""A list beside the main one may be less sure: nobody is given it who did not ask ..."""
_HEADLINES = 0.4
"""... if this share of its titles is more than the words of a menu."""


def judged(found: Candidates, weights: Mapping[str, float]) -> tuple[int, ...]:
    """The lists of a page, the main one first; none where that is no list of articles."""
    sheet = found.items.scene.sheet
    facts = page_facts(sheet.strand.tree, sheet.page)
    main, *others = ranked(found)
    sure = {
        number: verdict({**_measures(found, number), **facts}, weights)
        for number in (main, *others)
    }
    if sure[main] <= 0:
        return ()
    return (main, *(each for each in others if _stands_beside(found, each, sure[each])))


def _stands_beside(found: Candidates, number: int, sure: float) -> bool:
    """Whether a group is a list that somebody may want instead of the main one."""
    headlines = float(found.measures["headline"][number])
    return sure > 0 or (sure > _FURTHER and headlines >= _HEADLINES)


def verdict(measures: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """How sure it is that a list is one of articles: above 0 it is."""
    return weights.get(BIAS, 0.0) + sum(
        weight * measures[name] for name, weight in weights.items() if name != BIAS
    )


def _measures(found: Candidates, number: int) -> dict[str, float]:
    measures = {name: float(column[number]) for name, column in found.measures.items()}
    return {"score": float(found.scores[number]), **measures}


def page_facts(tree: Tree, page: Target) -> dict[str, float]:
    """What the page is by its own address and declarations."""
    last = _ENDING.sub("", page.path.rpartition("/")[2])
    kinds = set(structured.object_types(structured.json_ld(tree)))
    meta = head.meta(tree)
    return {
        "page_slug": float(len(_WORD.findall(last)) >= 3),
        "page_number": float(sum(map(str.isdigit, page.path)) >= 4),
        "page_root": float(not page.path),
        "page_article": float(meta.get("og:type", "").lower() in ("article", "product")),
        "page_dated": float("article:published_time" in meta),
        "page_listed": float(bool(kinds & _LISTS)),
        "page_pages": float(_numbered(tree) > 1),
        "page_form": float(bool(tree.find("textarea"))),
        "page_declared": float(bool(kinds & _ARTICLES)),
    }


def _numbered(tree: Tree) -> int:
    """How many links say nothing but a small number: those turn the pages of a list."""
    return sum(
        tree.stop[node] - tree.start[node] < _LONGEST_NUMBER
        and _NUMBER.fullmatch(tree.subtree_text(node)) is not None
        for node in tree.find("a")
    )
