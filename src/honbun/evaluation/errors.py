"""What kinds of errors are left, counted.

A missed block is told by the field of the article that it belongs to, a block that was wrongly
kept by where it stands.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from honbun.errors import one_line
from honbun.evaluation.matching import squash
from honbun.evaluation.sites import within
from honbun.html.blocks import MEDIA, split
from honbun.html.xpath import XPaths
from honbun.runner.map import ordered_map
from honbun.text.unicode import collapse

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.evaluation.content import Comparison, Judge
    from honbun.evaluation.feeds import Comparison as FeedsComparison
    from honbun.evaluation.lists import TrueItem
    from honbun.evaluation.sites import Site, SitePage, Truth
    from honbun.feeds.model import Item
    from honbun.html.blocks import Blocks

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
    paths = XPaths(tree)
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


# What is wrong with the items of a page, in a line each.

_MOST = 8
"""Lines of one sort for a page: more of them tell the same."""
_LONGEST = 60
"""Characters of a title or link that tell a person which one it is."""


def error_lines(page: FeedsComparison) -> list[str]:
    """Items missed, items that are none, and matched ones with another title or day."""
    titles = [f"{_short(true)!r} is called {_short(item)!r}" for item, true in page.mistitled]
    days = [
        f"{_short(true)!r} of {true.published} has {item.published}" for item, true in page.misdated
    ]
    return [
        *_some("missed", [f"{_short(true)} <{_cut(true.link)}>" for true in page.missed]),
        *_some("extra", [f"{_short(item)} <{_cut(item.link)}>" for item in page.extra]),
        *_some("title", titles),
        *_some("date", days),
    ]


def _some(name: str, lines: Sequence[str]) -> list[str]:
    shown = [f"  {name}: {line}" for line in lines[:_MOST]]
    more = len(lines) - _MOST
    return [*shown, f"  {name}: and {more} more"] if more > 0 else shown


def _short(item: Item | TrueItem) -> str:
    # Of held-out data no more than the digest of a title is known.
    return _cut(item.title if item.title is not None else f"#{item.digest}")


def _cut(text: str | None) -> str:
    whole = one_line(collapse(text or "-"))
    return whole if len(whole) <= _LONGEST else whole[: _LONGEST - 1] + "…"


# What is wrong with the posts found on a page: torn, merged, cut, overlong, missed or none at all.
#
# Told of the posts that `extent.match` leaves without a partner, by which of them holds which.

_PIECES = ("missed", "cut", "torn")
"""A true post by how many posts were found in it: none, one, or more."""
_HELD = ("overlong", "merged")
"""A found post by whether it holds one true post or more."""


class PostError(NamedTuple):
    """One post, or several that belong together, whose extent is wrong."""

    kind: str
    """`missed`, `torn`, `cut`, `merged`, `overlong`, or `no post`."""
    text: str
    """The true post; the found one where it is merged, overlong or none."""
    parts: tuple[str, ...] = ()
    """What a torn or cut post was found as, and what a merged or overlong one holds."""


def post_errors(
    found: Sequence[str], true: Sequence[str], pairs: Sequence[tuple[int, int]]
) -> list[PostError]:
    """The errors of one page, in its order; `pairs` are the posts whose extent is right.

    >>> errors = post_errors(["Ann: A. Bob: B.", "Menu"], ["Ann: A.", "Bob: B."], [])
    >>> [error.kind for error in errors]
    ['merged', 'no post']
    """
    paired, known = {i for i, _ in pairs}, {j for _, j in pairs}
    ours = {i: squash(text) for i, text in enumerate(found) if i not in paired}
    theirs = {j: squash(text) for j, text in enumerate(true) if j not in known}
    held = {i: [j for j, text in theirs.items() if _in(text, ours[i])] for i in ours}
    swallowed = {j for inner in held.values() for j in inner}
    pieces = {
        j: [i for i, piece in ours.items() if not held[i] and _in(piece, text)]
        for j, text in theirs.items()
        if j not in swallowed
    }
    errors: list[tuple[float, PostError]] = [
        (j, PostError(_PIECES[min(len(parts), 2)], true[j], tuple(found[i] for i in parts)))
        for j, parts in pieces.items()
    ]
    errors += [
        (inner[0], PostError(_HELD[len(inner) > 1], found[i], tuple(true[j] for j in inner)))
        for i, inner in held.items()
        if inner
    ]
    # Where each found post stands among the true ones; what is none stands behind the one before.
    place = dict(pairs) | {i: inner[-1] for i, inner in held.items() if inner}
    place |= {i: j for j, parts in pieces.items() for i in parts}
    for i in ours:
        if i not in place:
            before = max((place[k] for k in range(i) if k in place), default=-1)
            errors.append((before + 0.5, PostError("no post", found[i])))
    return [error for _, error in sorted(errors, key=itemgetter(0))]


def _in(part: str, whole: str) -> bool:
    """Whether a text is a part of another; one that shows nothing is a part of none."""
    return bool(part) and part in whole
