"""Choosing lists: score the candidate groups, rank them, and decide which are lists of articles.

The best group is the main list; groups that do not overlap with it are further lists. Everything on
the web repeats something: articles have sections, comments and related links, manuals have
contents. The gate distinguishes these from lists that a reader would subscribe to, by the features
of the list and of the page.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np

from honbun.errors import InputError
from honbun.feeds.candidate_items import CandidateItems, PageColumns
from honbun.feeds.candidates import TitleCandidates, title_candidates
from honbun.feeds.features import all_features
from honbun.feeds.fields import ItemPosition, Items
from honbun.feeds.fields.date import PageDates
from honbun.feeds.groups import group_titles, refine_groups
from honbun.feeds.items import item_spans
from honbun.feeds.links import LinkColumns
from honbun.feeds.model import BIAS, Weights
from honbun.metadata import head, structured
from honbun.scoring import linear_score

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime
    from pathlib import Path

    from numpy.typing import NDArray

    from honbun.feeds.columns import NodeColumns, Numbers
    from honbun.feeds.items import ItemSpans
    from honbun.feeds.links import LinkTarget
    from honbun.html.tree import Tree


@cache
def default_weights() -> Weights:
    """The weights that ship with honbun."""
    file = resources.files("honbun.feeds") / "weights.json"
    return Weights(**json.loads(file.read_text("utf-8")))


def read_weights(path: Path) -> Weights:
    """Read weights from a file, as the training writes them."""
    try:
        return Weights(**json.loads(path.read_text("utf-8")))
    except (ValueError, TypeError, AttributeError) as error:
        raise InputError(f"{path} holds no weights of lists: {error}") from error


_PROMISING = 60
"""Number of best groups that are scored again, together with refined ones."""
_REFINED = 16
_NEARLY_ALL = 0.8
_NEAR = 0.03
"""Maximum difference of scores that are considered equal."""
_MAX_LISTS = 12
"""Maximum number of lists per page."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """The candidate lists of a page with their features and scores."""

    items: CandidateItems
    features: Mapping[str, NDArray[np.float64]]
    scores: NDArray[np.float64]

    def items_of(self, number: int) -> Items:
        """The items of one candidate."""
        page, spans = self.items.page, self.items.spans
        part = slice(*spans.first[number : number + 2].tolist())
        link = page.links.fill_missing(spans, part, self.items.link[part])
        nodes = np.append(page.links.node, -1)[link]
        own = (spans.title_node, spans.element, spans.start, spans.stop)
        columns = [*(column[part].tolist() for column in own), nodes.tolist()]
        return Items(page.columns, page.days, tuple(ItemPosition(*row) for row in zip(*columns)))


def find_candidates(
    columns: NodeColumns,
    language: str | None,
    now: datetime | None,
    weights: Mapping[str, float],
    most: int | None = _PROMISING,
) -> Candidates | None:
    """The best candidates of a page, or all; None where nothing repeats."""
    titles = TitleCandidates(columns, title_candidates(columns))
    grouped = group_titles(titles)
    if not grouped:
        return None
    page = PageColumns(columns, titles, LinkColumns(columns), PageDates(columns, language, now))
    items = CandidateItems(page, item_spans(columns, grouped))
    features = all_features(items)
    scores = np.where(_unfit(features), -np.inf, linear_score(features, weights))
    if not np.isfinite(scores).any():
        return None
    best = [n for n in np.argsort(-scores, kind="stable")[:most].tolist() if np.isfinite(scores[n])]
    others = [
        number
        for number in non_overlapping(items.spans, scores, len(columns))
        if number not in best
    ]
    chosen = [grouped[number] for number in best + others]
    chosen += refine_groups(items, best[:_REFINED], known=chosen)
    items = CandidateItems(page, item_spans(columns, chosen))
    features = all_features(items)
    return Candidates(items, features, linear_score(features, weights))


def _unfit(features: Mapping[str, NDArray[np.float64]]) -> NDArray[np.bool_]:
    """Whether nearly all items of each group lack what every item must have.

    A title that is neither shared with other items nor a mere number; and a link, a date or a
    heading.
    """
    nameless = np.maximum(features["title_same"], features["wordless"])
    stray = np.minimum(features["plain"], features["sections"])
    found: NDArray[np.bool_] = np.maximum(nameless, stray) > _NEARLY_ALL
    return found


def rank_lists(found: Candidates) -> list[int]:
    """The best groups that do not overlap, best first.

    Of two groups with nearly equal scores, the larger one wins if it includes the other: an extra
    item does less harm than a missing one.
    """
    spans, scores = found.items.spans, found.scores.copy()
    best = int(np.argmax(scores))
    own = _title_nodes(spans, best)
    near = np.flatnonzero((scores >= scores[best] - _NEAR) & (spans.counts > len(own)))
    for number in near[np.argsort(spans.counts[near], kind="stable")].tolist():
        if np.isin(own, _title_nodes(spans, number)).all():
            scores[number] = scores.max() + _NEAR
    return list(non_overlapping(spans, scores, len(found.items.page.columns)))


def non_overlapping(spans: ItemSpans, scores: NDArray[np.float64], size: int) -> Iterator[int]:
    """The best groups that do not overlap, by descending score."""
    taken = np.zeros(size, dtype=bool)
    count = 0
    for number in np.argsort(-scores, kind="stable").tolist():
        if not np.isfinite(scores[number]):
            return
        part = slice(*spans.first[number : number + 2].tolist())
        ranges = list(zip(spans.start[part].tolist(), spans.stop[part].tolist()))
        if any(taken[start:stop].any() for start, stop in ranges):
            continue
        for start, stop in ranges:
            taken[start:stop] = True
        yield number
        count += 1
        if count == _MAX_LISTS:
            return


def _title_nodes(spans: ItemSpans, number: int) -> Numbers:
    return spans.title_node[spans.first[number] : spans.first[number + 1]]


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
"""Minimum confidence for a further list; it is shown only on request ..."""
_HEADLINES = 0.4
"""... if this share of its titles is longer than menu entries."""


def select_lists(found: Candidates, weights: Mapping[str, float]) -> tuple[int, ...]:
    """The lists of a page, the main one first; none if that is not a list of articles."""
    columns = found.items.page.columns
    of_page = page_features(columns.sequence.tree, columns.page_target)
    main, *others = rank_lists(found)

    def confident(number: int) -> float:
        features = {name: float(column[number]) for name, column in found.features.items()}
        return confidence({"score": float(found.scores[number]), **features, **of_page}, weights)

    def is_further_list(number: int) -> bool:
        """Whether a group is a list that a user may want instead of the main one."""
        headlines = float(found.features["headline"][number])
        return confident(number) > (_FURTHER if headlines >= _HEADLINES else 0)

    return (main, *filter(is_further_list, others)) if confident(main) > 0 else ()


def confidence(features: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Confidence that a list is a list of articles: positive if it is."""
    return weights.get(BIAS, 0.0) + sum(
        weight * features[name] for name, weight in weights.items() if name != BIAS
    )


def page_features(tree: Tree, page: LinkTarget) -> dict[str, float]:
    """Features of the page itself: its URL and its declarations."""
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
    """Number of links that are small numbers: those of a pager."""
    return sum(
        tree.stop[node] - tree.start[node] < _LONGEST_NUMBER
        and _NUMBER.fullmatch(tree.subtree_text(node)) is not None
        for node in tree.find("a")
    )
