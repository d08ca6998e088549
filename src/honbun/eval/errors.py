"""What kinds of errors are left, counted.

A missed block is told by the field of the article that it belongs to, a block that was wrongly
kept by where it stands.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.eval.sites import within
from honbun.parallel.ordered import ordered_map
from honbun.tree.block import MEDIA, split
from honbun.tree.path import Paths

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.eval.content import Comparison, Judge
    from honbun.eval.sites import Site, SitePage, Truth
    from honbun.tree.block import Blocks

_EXAMPLE_CHARACTERS = 40


@dataclass(frozen=True, slots=True)
class ErrorKind:
    """How often an error of one kind was made, and one of them."""

    name: str
    blocks: int
    pages: int
    sites: int
    example: str


def error_kinds(
    sites: Sequence[Site], pages: Sequence[Comparison], judge: Judge
) -> list[ErrorKind]:
    """The kinds of errors on these pages, the commonest first."""
    wrong = {page.score.name: page for page in pages if page.missed or page.kept}
    found: dict[str, list[tuple[str, str, Verdict]]] = {}
    for site in sites:
        erring = [page for page in site.articles if page.page.source in wrong]
        work = [(page, judge.truths[page.page.source], wrong[page.page.source]) for page in erring]
        for page, mistakes in zip(erring, ordered_map(_mistakes, work, judge.jobs)):
            for mistake in mistakes:
                found.setdefault(mistake.error, []).append((site.name, page.page.source, mistake))
    kinds = [_kind(name, cases) for name, cases in found.items()]
    return sorted(kinds, key=lambda kind: (-kind.blocks, kind.name))


def _kind(name: str, cases: Sequence[tuple[str, str, Verdict]]) -> ErrorKind:
    # The middle one is as good as any, and seldom from the odd first page of the first site.
    site, _, mistake = cases[len(cases) // 2]
    text = mistake.spot.shown[:_EXAMPLE_CHARACTERS]
    return ErrorKind(
        name=name,
        blocks=len(cases),
        pages=len({source for _, source, _ in cases}),
        sites=len({site for site, _, _ in cases}),
        example=f"{site}: {text}",
    )


def _mistakes(work: tuple[SitePage, Truth, Comparison]) -> list[Verdict]:
    return [verdict for verdict in verdicts(*work) if verdict.error]


def verdicts(page: SitePage, truth: Truth, comparison: Comparison) -> list[Verdict]:
    """Every block of a page that shows something, in document order, right or wrong."""
    spots = spots_of(page, truth)
    extent = Extent.of(spots.values())
    missed, kept = set(comparison.missed), set(comparison.kept)

    def error(xpath: str, spot: Spot) -> str:
        if xpath in missed:
            return _missed(spot)
        return _kept(spot, extent) if xpath in kept else ""

    # What was found where the truth sees nothing comes last.
    spots |= dict.fromkeys(sorted(kept - spots.keys()), NOWHERE)
    return [Verdict(xpath, spot, error(xpath, spot)) for xpath, spot in spots.items()]


def _missed(spot: Spot) -> str:
    return f"missed: {spot.field}" + ("" if spot.text else ", picture")


def _kept(spot: Spot, extent: Extent) -> str:
    return f"kept: {extent.place(spot)}" + ("" if spot.text else ", picture")


@dataclass(frozen=True, slots=True)
class Spot:
    """A block among the others of its page."""

    number: int
    text: str
    """Empty where the block only shows a picture."""
    field: str | None
    """What it is in the article, where it is content."""
    comment: bool

    @property
    def shown(self) -> str:
        return self.text or "(picture)"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A block, and whether it was judged rightly."""

    xpath: str
    spot: Spot
    error: str
    """The kind of error: `missed: ` with a field or `kept: ` with a place; empty where it is
    right."""


NOWHERE = Spot(-1, "(no block of the page)", None, comment=False)
"""Found, but where the truth sees nothing."""


@dataclass(frozen=True, slots=True)
class Extent:
    """From where to where the parts of an article reach, in numbers of blocks."""

    title: int
    first: int
    last: int

    @classmethod
    def of(cls, spots: Iterable[Spot]) -> Extent:
        """The extent of the article that these blocks hold; of nothing, where they hold none."""
        content = [spot for spot in spots if spot.field]
        body = [spot.number for spot in content if spot.field == "body"]
        title = [spot.number for spot in content if spot.field == "title"]
        start = min((spot.number for spot in content), default=0)
        return cls(min(title, default=start), min(body, default=start), max(body, default=start))

    def place(self, spot: Spot) -> str:
        """Where a block that is no content stands."""
        if spot is NOWHERE:
            return "elsewhere"
        if spot.comment:
            return "comment"
        if self.first < spot.number < self.last:
            return "inside the body"
        if spot.number < self.title:
            return "before the title"
        return "between title and body" if spot.number < self.first else "after the body"


def spots_of(page: SitePage, truth: Truth) -> dict[str, Spot]:
    """The blocks of a page that show something, by XPath, in document order."""
    tree, content = page.content()
    blocks = split(tree)
    paths = Paths(tree)
    fields = _fields(page, blocks, content)
    comments = within(tree, page.comments())
    texts = blocks.texts()
    return {
        xpath: Spot(number, texts[number], fields[number] if true else None, node in comments)
        for number, node in enumerate(blocks.node)
        if (true := truth.blocks.get(xpath := paths.of(node))) is not None
    }


def _fields(page: SitePage, blocks: Blocks, content: set[int]) -> list[str]:
    """For each block the field that most of its content belongs to."""
    tree = blocks.tree
    field_of: dict[int, str] = {}
    for field, nodes in page.fields().items():
        for node in within(tree, nodes):
            field_of.setdefault(node, field)
    # One more for what stands in no block, whose number is -1.
    counts: list[Counter[str]] = [Counter() for _ in range(len(blocks) + 1)]
    for run, owner in zip(tree.run, tree.run_owner):
        if owner in content:
            counts[blocks.of[owner]][field_of[owner]] += len("".join(run.split()))
    for node in tree.find(*MEDIA):
        if node in content:
            # A picture counts where there is no text.
            counts[blocks.of[node]][field_of[node]] += 0
    return [max(count, key=count.__getitem__, default="") for count in counts]
