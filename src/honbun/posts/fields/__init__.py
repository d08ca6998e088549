"""All fields of the posts of one page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.document.excerpts import read_excerpts
from honbun.html.links import base_url
from honbun.html.xpath import RangeXPaths
from honbun.posts.fields import author, body, date, message, number, permalink, reply, signature
from honbun.posts.fields.cells import cells
from honbun.posts.model import Post

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from honbun.posts.fields.cells import Span
    from honbun.posts.keys import NodeKeys


def build_posts(
    keys: NodeKeys,
    spans: Sequence[Sequence[Span]],
    url: str,
    language: str | None,
    now: datetime | None,
) -> tuple[Post, ...]:
    """Read all fields of the posts at these node ranges.

    `now` is when the page was fetched, the reference of "3 hours ago".
    """
    texts = [cells(keys, each) for each in spans]
    dates = date.find_dates(texts, language, now)
    sizes = [_size(keys, each) for each in spans]
    authors = author.find_authors(texts, dates, [_captions(keys, each) for each in spans], sizes)
    numbers = number.find_numbers(texts)
    shown = [{each.at for each in pair if each} for pair in zip(dates, numbers)]
    facts = [nodes | {name.at} if name else nodes for nodes, name in zip(shown, authors)]
    names = permalink.anchor_names(keys, spans)
    base = base_url(keys.sequence.tree, url)
    links = permalink.find_permalinks(texts, names, shown, url, base)
    shown_names = [name.text if name else None for name in authors]
    messages = body.find_bodies(keys, spans, facts)
    lines = body.line_spans(keys, [one.spans for one in messages])
    lines_read = [[keys.sequence.read([line]) for line in each] for each in lines]
    tails = signature.cut_tails(messages, lines, lines_read, shown_names)
    bodies = message.shape_messages(
        read_excerpts(keys.sequence, [tail.body for tail in tails], url=url, base=base),
        shown_names,
        [found.text if found else None for found in numbers],
        keys.kind_of,
    )
    numbers_shown = [
        found.text if found else name
        for found, name in zip(numbers, permalink.without_common_prefix(names))
    ]
    parents = reply.find_parents(keys, spans)
    if any(parent is not None for parent in parents):
        numbers_shown = [name or str(index + 1) for index, name in enumerate(numbers_shown)]
    paths = RangeXPaths(keys.sequence)
    return tuple(
        Post(
            index=index,
            text=keys.sequence.read(each),
            body=bodies[index],
            signature=keys.sequence.read(tails[index].rest) or None,
            author=shown_names[index],
            date=dated.text if (dated := dates[index]) else None,
            published=dated.value if dated else None,
            number=numbers_shown[index],
            reply_to=numbers_shown[parent] if (parent := parents[index]) is not None else None,
            permalink=links[index],
            xpaths=paths.of(each),
        )
        for index, each in enumerate(spans)
    )


def _captions(keys: NodeKeys, spans: Sequence[Span]) -> frozenset[str]:
    """The alternative texts of a post's images."""
    sequence = keys.sequence
    pictures = [at for a, b in spans for at in range(a, b) if sequence.tag[at] == "img"]
    values = sequence.tree.values(sequence.node[pictures].tolist(), "alt") if pictures else []
    return frozenset(value.strip() for value in values if value and value.strip())


def _size(keys: NodeKeys, spans: Sequence[Span]) -> int:
    return sum(int(keys.sequence.sizes[b] - keys.sequence.sizes[a]) for a, b in spans)
