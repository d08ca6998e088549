"""Anchors and permalinks of posts."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from honbun.html.links import safe_url
from honbun.posts.fields.names import common_prefix
from honbun.posts.pages import without_fragment
from honbun.text.unicode import collapse

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from honbun.posts.fields.cells import Cell, Position, Span
    from honbun.posts.keys import NodeKeys

_PREFIX = re.compile(r".*[^0-9a-zA-Z]|[^0-9]*")
_NEAR = 12
"""Number of nodes at the start of a post that may have its anchor."""
_LEAST = 0.8
"""Minimum share of posts with a distinct link at a position for these to be permalinks."""


def anchor_names(keys: NodeKeys, posts: Sequence[Sequence[Span]]) -> list[str | None]:
    """The anchor at the start of each post, where all are different."""
    found = [_name(keys, spans) for spans in posts]
    known = [name for name in found if name]
    return list(found) if len(set(known)) == len(known) else [None] * len(found)


def without_common_prefix(names: Sequence[str | None]) -> list[str | None]:
    """Anchor names without their common prefix.

    >>> without_common_prefix(["post_12", "post_13", None])
    ['12', '13', None]
    """
    known = [name for name in names if name]
    shared = _PREFIX.match(common_prefix(known)) if len(known) > 1 else None
    start = shared.end() if shared else 0
    return [name[start:] if name else None for name in names]


def _name(keys: NodeKeys, spans: Sequence[Span]) -> str | None:
    sequence = keys.sequence
    start, stop = spans[0]
    nodes = [*_wrappers(keys, start, stop), *range(start, min(stop, start + _NEAR))]
    for at in nodes:
        if sequence.run[at] < 0:
            node = int(sequence.node[at])
            name = sequence.tree.attribute(node, "id")
            if not name and sequence.tag[at] == "a":
                name = sequence.tree.attribute(node, "name")
            # A name with control characters is ignored: no output may contain it.
            if name and not any(map(str.isspace, name)) and collapse(name) == name:
                return name
    return None


def _wrappers(keys: NodeKeys, start: int, stop: int) -> list[int]:
    """The elements around a post that contain nothing else; they may have its anchor."""
    sequence = keys.sequence
    sizes = sequence.sizes
    found: list[int] = []
    above = int(sequence.parent[start])
    while (
        above > 0
        and sizes[above] == sizes[start]
        and sizes[sequence.end[above]] == sizes[stop]
        and len(found) < _NEAR
    ):
        found.append(above)
        above = int(sequence.parent[above])
    return found


def find_permalinks(
    posts: Sequence[Sequence[Cell]],
    names: Sequence[str | None],
    shown: Sequence[Collection[int]],
    url: str,
    base: str,
) -> list[str | None]:
    """The URL of each post: a link at its date or number, else its anchor."""
    positions: dict[Position, dict[int, str]] = defaultdict(dict)
    for number, (post, known) in enumerate(zip(posts, shown)):
        for cell in post:
            if cell.href and (address := safe_url(base, cell.href)) and _is_http(address):
                for position in cell.positions:
                    where = (*position, cell.at in known)
                    positions[where].setdefault(number, address)
    best: tuple[float, dict[int, str]] = (0.0, {})
    for position, found in positions.items():
        own = len(set(found.values())) == len(found)
        if own and len(found) >= max(_LEAST * len(posts), 2):
            score = _score(found, names, url) + 2 * bool(position[-1])
            best = max(best, (score, found), key=lambda each: each[0])
    score, found = best
    linked = found if score >= 2 else {}
    page = without_fragment(url)
    return [
        linked.get(number) or (f"{page}#{name}" if name and _is_http(page) else None)
        for number, name in enumerate(names)
    ]


def _is_http(address: str) -> bool:
    return address.startswith(("http://", "https://"))


def _score(found: dict[int, str], names: Sequence[str | None], url: str) -> float:
    """The score of links as permalinks: they contain the anchors' names, or lead to the same
    page."""
    try:
        path = urlsplit(url).path
    except ValueError:  # "http://[" and the like
        path = None
    hits = sum(
        bool(names[number] and (names[number] or "") in address)
        or ((parts := urlsplit(address)).path == path and bool(parts.fragment))
        for number, address in found.items()
    )
    return 2.0 * hits / len(found)
