"""The kind of a page: article, list, thread, product, documentation or other.

One small forest per kind scores what the page consists of, what was kept of it, what it declares
itself to be, and the form of its URL. The kind with the highest score wins.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, get_args
from urllib.parse import urlsplit

import numpy as np

from honbun._core import kinds
from honbun._core.forest import highest
from honbun.content.model import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from honbun._core.forest import Bins, Forest

KINDS: tuple[Kind, ...] = get_args(Kind)[:-1]
"""The kinds of pages with content, in the order of their forests."""
_TYPES = {
    "article": ("article", "newsarticle", "blogposting", "techarticle", "reportagenewsarticle"),
    "product": ("product", "productgroup", "offer"),
    "list": ("itemlist", "collectionpage", "searchresultspage"),
    "thread": ("discussionforumposting", "qapage", "question"),
    "answers": ("faqpage",),
    "review": ("review", "aggregaterating"),
    "organization": ("organization", "localbusiness"),
    "event or recipe": ("event", "recipe"),
}
"""Types of schema.org that distinguish kinds of pages."""
_OPEN_GRAPH = ("article", "product", "website")
DECLARED = (*_TYPES, *(f"og:{name}" for name in _OPEN_GRAPH))
"""What a page may declare itself to be about."""
_MANY = 20
FEATURES = len(kinds.NAMES) + len(DECLARED) + 6 + kinds.KEPT


@lru_cache(maxsize=1024)
def declared_types(types: tuple[str, ...]) -> NDArray[np.float32]:
    """How many things of each type a page declares itself to be about.

    Pages of a site declare the same, so it is remembered.
    """
    counts = Counter(types)
    values = [min(_MANY, sum(counts[name] for name in names)) for names in _TYPES.values()]
    graph = [name for name in types if name.startswith("og:")]
    values += [any(name in one for one in graph) for name in _OPEN_GRAPH]
    found = np.array(values, dtype=np.float32)
    found.flags.writeable = False
    return found


def declared_features(types: tuple[str, ...], url: str) -> NDArray[np.float32]:
    """What a page declares itself to be, and the form of its URL."""
    path, query = _path(url)
    parts = path.strip("/").split("/")
    last = parts[-1]
    values = [
        float(len(parts) if parts[0] else 0),
        float(len(path)),
        float(sum(map(str.isdigit, path))),
        float(bool(query)),
        float(last.count("-") + last.count("_")),
        float("." in last),
    ]
    return np.concatenate([declared_types(types), np.array(values, dtype=np.float32)])


def choose_kind(
    bins: Bins,
    forests: Sequence[Forest],
    page: NDArray[np.float32],
    sizes: NDArray[np.float32],
    kept: NDArray[np.bool_],
) -> Kind:
    """The kind of a page, given its features and the segments that are kept.

    All forests use the bins.
    """
    if not kept.any():
        return "nothing"
    values = np.concatenate([page, kinds.kept_features(sizes, kept)])[:, None]
    return KINDS[highest(forests, bins.codes(values))]


def _path(url: str) -> tuple[str, str]:
    try:
        address = urlsplit(url)
    except ValueError:
        return "", ""
    return (address.path, address.query) if address.scheme in ("http", "https") else ("", "")
