"""Anchors: the name that a page gives each post, and the address that leads to it."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING
from urllib.parse import urldefrag, urlsplit

from honbun.html.links import safe_url
from honbun.posts.fields.author import common_prefix
from honbun.text.unicode import collapse

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from honbun.posts.fields.cells import Cell, Position, Span
    from honbun.posts.keys import NodeKeys

_PREFIX = re.compile(r".*[^0-9a-zA-Z]|[^0-9]*")
_NEAR = 12
"""Nodes from the start of a post among which its anchor is."""
_LEAST = 0.8
"""Share of posts that must have a link of their own at a place for it to be the permalink's."""


def anchor_names(keys: NodeKeys, posts: Sequence[Sequence[Span]]) -> list[str | None]:
    """The name of an anchor at the start of each post, where each has another."""
    found = [_name(keys, spans) for spans in posts]
    told = [name for name in found if name]
    return list(found) if len(set(told)) == len(told) else [None] * len(found)


def without_common_prefix(names: Sequence[str | None]) -> list[str | None]:
    """Names of anchors without what all of them begin with.

    >>> without_common_prefix(["post_12", "post_13", None])
    ['12', '13', None]
    """
    told = [name for name in names if name]
    shared = _PREFIX.match(common_prefix(told)) if len(told) > 1 else None
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
            # What no output may hold names nothing: a terminal would obey it.
            if name and not any(map(str.isspace, name)) and collapse(name) == name:
                return name
    return None


def _wrappers(keys: NodeKeys, start: int, stop: int) -> list[int]:
    """The elements around a post that hold no other text: they have its name as often."""
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
    """The address that leads to each post: a link at its date or number, else its anchor."""
    positions: dict[Position, dict[int, str]] = defaultdict(dict)
    for number, (post, told) in enumerate(zip(posts, shown)):
        for cell in post:
            if cell.href and (address := safe_url(base, cell.href)) and _leads_here(address):
                for position in cell.positions:
                    where = (*position, cell.at in told)
                    positions[where].setdefault(number, address)
    best: tuple[float, dict[int, str]] = (0.0, {})
    for position, found in positions.items():
        own = len(set(found.values())) == len(found)
        if own and len(found) >= max(_LEAST * len(posts), 2):
            worth = _worth(found, names, url) + 2 * bool(position[-1])
            best = max(best, (worth, found), key=lambda each: each[0])
    worth, found = best
    linked = found if worth >= 2 else {}
    page = urldefrag(url).url
    return [
        linked.get(number) or (f"{page}#{name}" if name and _leads_here(page) else None)
        for number, name in enumerate(names)
    ]


def _leads_here(address: str) -> bool:
    return address.startswith(("http://", "https://"))


def _worth(found: dict[int, str], names: Sequence[str | None], url: str) -> float:
    """How likely addresses are those of the posts: they name the anchors, or stay on the page."""
    here = urlsplit(url)
    hits = sum(
        bool(names[number] and (names[number] or "") in address)
        or ((parts := urlsplit(address)).path == here.path and bool(parts.fragment))
        for number, address in found.items()
    )
    return 2.0 * hits / len(found)
