"""Builders of pairs."""

from __future__ import annotations

from hypothesis import strategies as st

from honbun.similar.model import Extent, Linked, Pair, Relation, Shared

IDENTICAL = (Relation.MIRROR, Relation.COPY, Relation.FORM)
CONTAINED = (Relation.ARCHIVE, Relation.LINK_LIST)


def pair(
    a: str,
    b: str,
    relation: Relation = Relation.COPY,
    *shared: tuple[str, str],
    overlap: float = 0.5,
    containment: float = 0.5,
    direction: Linked | None = None,
    linked: Linked | None = None,
    because: tuple[str, ...] = (),
    date_a: str | None = None,
    date_b: str | None = None,
) -> Pair:
    """A pair with some fields set; its extent follows from its relation."""
    return Pair(
        a=a,
        b=b,
        overlap=overlap,
        containment=containment,
        overlap_all=overlap,
        url_similarity=0.0,
        linked=linked,
        extent=extent_of(relation),
        relation=relation,
        because=because,
        direction=direction,
        shared=tuple(Shared(*sentence) for sentence in shared),
        date_a=date_a,
        date_b=date_b,
    )


def extent_of(relation: Relation) -> Extent:
    if relation in IDENTICAL:
        return Extent.IDENTICAL
    return Extent.CONTAINED if relation in CONTAINED else Extent.PARTIAL


NAMES = st.sampled_from([f"https://{name}.example/" for name in "abcdefgh"])
SHARES = st.floats(0.01, 1)
PAIRS = st.builds(
    lambda a, b, relation, overlap, more, direction: pair(
        a, b, relation, overlap=overlap, containment=max(overlap, more), direction=direction
    ),
    NAMES,
    NAMES,
    st.sampled_from(Relation),
    SHARES,
    SHARES,
    st.none() | st.sampled_from(Linked),
)
"""Any pair of a few pages, including a page with itself."""
