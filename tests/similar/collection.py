"""Random collections of readings, and their pairs as an engine computes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from hypothesis import strategies as st

from honbun.papers.similar_003 import decision
from honbun.similar import pairs, relations, tables
from honbun.similar.long_sentences import LongSentence
from honbun.similar.model import SimilarOptions
from honbun.similar.pipeline import compare
from honbun.similar.reading import Link, PageRow
from honbun.similar.store import join
from honbun.text.similarity import BANDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from honbun.engines.base import Engine
    from honbun.similar.pipeline import Comparison

TEXTS = [
    "湖の北の岸には古い灯台が立っていて、夜になると灯がともる。",
    "湖の北の岸に古い灯台が立っていて、夜になると灯がともる。",
    "湖の北の岸には古い灯台が立っており、夜には灯がともる。",
    "湖の南の岸には新しい灯台が立ち、昼でも灯がともる。",
    "The ferry left the harbour at nine and nobody waved to it.",
    "The ferry left the harbour at ten and nobody waved to it.",
    "Die Fähre fuhr um neun Uhr ab, und niemand winkte ihr nach.",
    "등대는 호수의 북쪽 물가에 서 있고 밤이 되면 불이 켜진다.",
    "あいうえおかきく",
    "あいうえおかけこ",
]
"""Texts of sentences: some are near-duplicates, the last two share only a half."""
SITES = ["", "a.example", "b.example", "c.example", "d.example", "e.example"]
PARTS = ["the-old-lighthouse", "ferry-at-nine", "kh23102", "harbour-in-winter"]
_ALL_SIGNED = 1 << 45
"""Spreads the numbers of sentences over 64 bits."""


class Draw(NamedTuple):
    """Parameters of a collection: hypothesis draws what matters, the rest is random."""

    pages: int
    sentences: int
    limit: int
    sites: int
    random: Random

    def readings(self) -> list[PageRow]:
        """Pages of a few sites with shared sentences and links to each other."""
        sites = [self.random.choice(SITES[: self.sites]) for _ in range(self.pages)]
        held: list[list[LongSentence]] = [[] for _ in sites]
        for number in range(self.sentences):
            one = self._sentence(number)
            for page in self._places(sites):
                start = self.random.choice([0, 400, 3000])
                quoted, content = self.random.random() < 0.3, self.random.random() < 0.8
                code = self.random.random() < 0.2
                flagged = one._replace(start=start, quoted=quoted, content=content, code=code)
                held[page].append(flagged)
        self._repeat(held)
        return [self._page(number, site, held[number]) for number, site in enumerate(sites)]

    def _sentence(self, number: int) -> LongSentence:
        """Sentences that share a band may be near-duplicates."""
        text = self.random.choices(TEXTS, [4, 4, 4, 4, 1, 1, 1, 1, 2, 2])[0]
        return LongSentence(
            # Numbers are not in the order of the texts, and some are negative.
            sentence=(number * 7919 % 101 - 50) * _ALL_SIGNED,
            width=self.random.choice([40, 41, 60, 99, 100, 250]),
            start=0,
            quoted=False,
            content=True,
            code=False,
            text=text + "。" * (number % 2),
            bands=[self.random.randrange(-9, 9) * _ALL_SIGNED for _ in range(BANDS)],
        )

    def _places(self, sites: Sequence[str]) -> list[int]:
        """The pages of a sentence: about as many as the limit, or many of one site."""
        among = list(range(len(sites)))
        if self.random.random() < 0.2:
            site = self.random.choice(sites)
            among = [page for page in among if sites[page] == site]
        most = self.random.randint(1, self.limit + 2)
        return self.random.sample(among, min(most, len(among)))

    def _repeat(self, held: list[list[LongSentence]]) -> None:
        """A page with several URLs, about as many as the limit."""
        first = self.random.randrange(len(held))
        for _ in range(self.limit + self.random.randint(-2, 1)):
            held[self.random.randrange(len(held))] = list(held[first])

    def _page(self, number: int, site: str, own: list[LongSentence]) -> PageRow:
        chance = self.random
        targets = chance.sample(range(self.pages), min(self.pages, 4))
        return PageRow(
            url=f"https://{site or 'none'}/{number}",
            source=f"pages/{number}.html",
            address=number,
            site=SITES.index(site),
            owner=-SITES.index(site) or number + 1,
            host=(site, f"old.{site}")[: chance.randint(1, 2)] if site else (),
            path=tuple(chance.sample(PARTS, chance.choice([0, 0, 0, 1, 2]))),
            date=None,
            title=chance.choice([0, 1, 1, 2]),
            digest=hash(frozenset(one.sentence for one in own)) if own else None,
            sentences=own,
            links=[
                Link(target, chance.choice([0, 501, 1000, 1001, 1401, 2499, 2500]))
                for target in targets
                if target != number
            ],
        )


DRAWS = st.builds(
    Draw,
    pages=st.integers(6, 40),
    sentences=st.integers(10, 60),
    limit=st.integers(2, 5),
    sites=st.integers(1, len(SITES)),
    random=st.randoms(use_true_random=True),
)


OPTIONS = st.builds(
    SimilarOptions,
    near=st.sampled_from([True, True, True, False]),
    faithful=st.sampled_from([False, False, False, True]),
    sentences=st.integers(0, 3),
)


def compared(engine: Engine, pages: Mapping[int, PageRow], options: SimilarOptions) -> Comparison:
    """The pairs of these pages and all pages that the engine had before."""
    rows = tables.batch(list(pages.items()))
    base = join(engine, engine.load("reading", tables.reading(), [rows]))
    relate = decision.with_relation if options.faithful else relations.related
    return compare(engine, base, options, jobs=1, relate=relate)


def rows(engine: Engine, found: Comparison) -> list[dict[str, Any]]:
    """The table of pairs, in order."""
    batches = engine.batches(found.pairs.order_by(["a", "b"]))
    return [row for batch in batches for row in batch.to_pylist()]


def shown(engine: Engine, found: Comparison, most: int) -> list[tuple[int, int, str, str]]:
    """The sentences of the pairs, in order."""
    table = pairs.shared_sentences(
        found.pairs, found.matches, found.duplicates, found.sentences, most
    )
    return [tuple(row.values()) for batch in engine.batches(table) for row in batch.to_pylist()]


def emptied(engine: Engine) -> Engine:
    """The engine without its tables, which is quicker than starting one."""
    for name in ("how", "page", "sentence", "link", "compared"):
        engine.drop(name)
    return engine
