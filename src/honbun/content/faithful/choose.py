"""The papers' choice: a block that no other page has is content."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from honbun.content.faithful.compare import repeated
from honbun.content.reason import ALL_REPEATED, ONLY_PAGE, nothing_to_read
from honbun.content.ruling import Evidence, Ruling, packed
from honbun.content.why import Why

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.content.gather import Gathered
    from honbun.content.measure.outline import Outline
    from honbun.content.model import ContentOptions


def rulings(gathered: Gathered, options: ContentOptions) -> Iterator[tuple[int, Ruling]]:
    """The ruling on every page, with its number, in order."""
    same = _same(gathered)
    others = repeated(gathered.vectors, options.threshold, same).others
    ends = np.cumsum(gathered.vectors.blocks_per_page)
    for number, page in enumerate(gathered.pages):
        outline = gathered.outline(number)
        counts = others[ends[number - 1] if number else 0 : ends[number]].tolist()
        kept = [shown and not count for shown, count in zip(outline.shown, counts)]
        reason = nothing_to_read(outline, page.framed)
        if reason is None and not any(t for t, keep in zip(outline.text, kept) if keep):
            reason = ALL_REPEATED
        if reason is None and not any(same):
            reason = ONLY_PAGE
        yield (
            number,
            Ruling(
                rules=packed(Why.UNIQUE if keep else Why.REPEATED for keep in kept),
                evidence=_evidence(outline, counts) if options.explain else None,
                title=None,
                date=None,
                method="collection",
                reason=reason,
                order=None,
            ),
        )


def _same(gathered: Gathered) -> list[int]:
    """For each page the first that is told to be the same: itself, for most."""
    first: dict[str, int] = {}
    groups = (gathered.copies.of(page.url) for page in gathered.pages)
    return [
        number if group is None else first.setdefault(group, number)
        for number, group in enumerate(groups)
    ]


def _evidence(outline: Outline, counts: Sequence[int]) -> list[Evidence]:
    return [Evidence(count, (), None) for count, shown in zip(counts, outline.shown) if shown]
