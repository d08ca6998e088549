"""Collections of readings, drawn at random, and what an engine makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from honbun.relation import schema
from honbun.relation.base import join
from honbun.relation.comparison import compare
from honbun.relation.dataflow import answer
from honbun.relation.long import Long
from honbun.relation.model import SimilarOptions
from honbun.relation.reading import Link, Reading

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from honbun.relation.comparison import Comparison
    from honbun.tables.engine import Engine

TEXTS = [
    "湖の北の岸には古い灯台が立っていて、夜になると灯がともる。",
    "湖の北の岸に古い灯台が立っていて、夜になると灯がともる。",
    "湖の北の岸には古い灯台が立っており、夜には灯がともる。",
    "湖の南の岸には新しい灯台が立ち、昼でも灯がともる。",
    "The ferry left the harbour at nine and nobody waved to it.",
    "The ferry left the harbour at ten and nobody waved to it.",
    "Die Fähre fuhr um neun Uhr ab, und niemand winkte ihr nach.",
    "등대는 호수의 북쪽 물가에 서 있고 밤이 되면 불이 켜진다.",
]
"""What sentences say: some are near to each other, by a half or by less."""
SITES = ["", "a.example", "b.example", "c.example", "d.example", "e.example"]
PARTS = ["the-old-lighthouse", "ferry-at-nine", "kh23102"]
_NUMBERS = st.integers(0, 12)


@st.composite
def said(draw: st.DrawFn) -> list[Long]:
    """The sentences that pages may have; those with a band in common may be near."""
    count = draw(st.integers(3, 10))
    return [
        Long(
            # The order of the numbers is not that of the texts, and some are negative.
            sentence=(number * 7919 - 20_000) * (1 << 45),
            width=draw(st.sampled_from([40, 41, 60, 99, 100, 250])),
            start=0,
            quoted=False,
            text=draw(st.sampled_from(TEXTS)) + "。" * number,
            bands=draw(st.lists(st.integers(-2, 2), max_size=3)),
        )
        for number in range(count)
    ]


@st.composite
def readings(draw: st.DrawFn, fewest: int = 2) -> list[Reading]:
    """A collection of a few sites, whose pages say the same and link to each other."""
    pool = draw(said())
    count = draw(st.integers(fewest, 16))
    return [_reading(draw, number, count, pool) for number in range(count)]


def _reading(draw: st.DrawFn, number: int, count: int, pool: Sequence[Long]) -> Reading:
    site = draw(st.sampled_from(SITES))
    chosen = draw(st.lists(st.sampled_from(range(len(pool))), unique=True, max_size=6))
    own = [
        pool[one]._replace(start=draw(st.sampled_from([0, 400, 3000])), quoted=draw(st.booleans()))
        for one in chosen
    ]
    targets = draw(st.lists(st.integers(0, count - 1), unique=True, max_size=3))
    return Reading(
        url=f"https://{site or 'none'}/{number}",
        source=f"pages/{number}.html",
        address=number,
        site=site,
        host=(site, f"old.{site}")[: draw(st.integers(1, 2))] if site else (),
        path=tuple(draw(st.lists(st.sampled_from(PARTS), unique=True, max_size=2))),
        date=None,
        digest=hash(frozenset(one.sentence for one in own)) if own else None,
        sentences=own,
        links=[
            Link(target, draw(st.sampled_from([0, 501, 1000, 1001, 1401, 2499, 2500])))
            for target in targets
            if target != number
        ],
    )


OPTIONS = st.builds(
    SimilarOptions,
    pages=st.integers(2, 5),
    changed=st.booleans(),
    faithful=st.booleans(),
    evidence=st.integers(0, 3),
)


def compared(engine: Engine, pages: Mapping[int, Reading], options: SimilarOptions) -> Comparison:
    """Pages, by their numbers, with all that the engine held before."""
    rows = schema.batch(list(pages.items()))
    base = join(engine, engine.load("reading", schema.reading(), [rows]))
    return compare(engine, base, options, jobs=1)


def rows(engine: Engine, found: Comparison) -> list[dict[str, Any]]:
    """The table of pairs, in order."""
    batches = engine.batches(found.pairs.order_by(["a", "b"]))
    return [row for batch in batches for row in batch.to_pylist()]


def shown(engine: Engine, found: Comparison, most: int) -> list[tuple[int, int, str, str]]:
    """The sentences that are given with the pairs, in order."""
    table = answer.shown(found.pairs, found.matches, found.twins, found.sentences, most)
    return [tuple(row.values()) for batch in engine.batches(table) for row in batch.to_pylist()]


def emptied(engine: Engine) -> Engine:
    """An engine that holds nothing: it is quicker than to start one."""
    for name in ("how", "page", "sentence", "link", "compared"):
        engine.drop(name)
    return engine
