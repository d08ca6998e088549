"""Examples: pages whose content is known, with a label for every segment.

Truth that is a text is aligned with the segments of its page. Truth that names elements, as that of
sites and of our own layouts does, labels segments directly, with their roles.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from honbun._core.features import Features
from honbun.annotation.sites import read_sites
from honbun.content.model import Role
from honbun.content.record import parse_page
from honbun.content.scoring import own_features
from honbun.errors import HonbunError
from honbun.evaluation.metrics import TOKEN
from honbun.evaluation.truth.texts import is_text_truth, read_text_pages
from honbun.text.urls import registered_domain
from honbun.training.align import aligned

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from honbun._core.layout import PageLayout
    from honbun._core.lexicon import Lexicon
    from honbun.annotation.sites import Site, SitePage
    from honbun.content.record import ParsedPage
    from honbun.content.scoring import Codes, Floats, Model
    from honbun.evaluation.truth.texts import TextPage
    from honbun.page import Page

_POWER = 0.7
"""A segment weighs its number of words to this power, so that long paragraphs do not drown out
headings. Every page has the same weight."""
_PRINTED_POWER = 0.35
"""The same where dates, authors and captions count: these are short."""
_LEAST = 0.5
"""Share of a true text that must be on its page. Otherwise the text is that of another page, or
would have been loaded by scripts."""
_SITE_PAGES = 25
"""Labelled pages of one site that are used, so that no site dominates."""
_SITE_OTHERS = 40
"""Further pages of it that only serve as evidence."""
_METADATA = (Role.DATE, Role.AUTHOR)


@dataclass(frozen=True, eq=False)
class Example:
    """A page, and the share of content in each of its segments."""

    parsed: ParsedPage
    site: str
    source: str
    language: str
    kind: str
    """The kind of page, where it is known."""
    labels: Floats | None
    """None for a page that only serves as evidence for others."""
    roles: tuple[Role | None, ...] | None = None
    """The role of each segment, where the truth has roles."""
    features: Features = field(init=False)
    layout: PageLayout = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "features", Features(self.parsed.segments))
        object.__setattr__(self, "layout", self.parsed.layout())

    def own(self, lexicon: Lexicon) -> Floats:
        """What the page says of its segments."""
        return own_features(self.features, lexicon, self.parsed.facts.declared.types)

    def codes(self, model: Model) -> Codes:
        return model.own_codes(self.features, self.parsed.facts.declared.types)

    def weights(self, power: float) -> Floats:
        """The weight of each segment; titles, which are chosen by other rules, weigh nothing."""
        words = self.parsed.segments.column("words")
        sizes = (words.astype(np.float32) + 1) ** power
        shares: Floats = sizes / sizes.sum()
        if self.parsed.facts.title is not None:
            shares[self.parsed.facts.title] = 0
        if self.roles is not None:
            shares[[role is Role.TITLE for role in self.roles]] = 0
        return shares

    def body(self) -> tuple[Floats, Floats]:
        """Labels and weights if only the text counts."""
        assert self.labels is not None
        labels, weights = self.labels.copy(), self.weights(_POWER)
        if self.roles is not None:
            labels[[role in _METADATA for role in self.roles]] = 0
            # Some sources count captions as text and some do not.
            weights[[role in (Role.CAPTION, Role.FIGURE) for role in self.roles]] = 0
        return labels, weights

    def printed(self) -> tuple[Floats, Floats]:
        """Labels and weights if dates, authors and captions count too."""
        assert self.labels is not None
        return self.labels, self.weights(_PRINTED_POWER)


def read_examples(folders: Iterable[Path], on_step: Callable[[str], None]) -> Iterator[Example]:
    """The examples of folders of pages with their text, and of sites."""
    for folder in folders:
        on_step(f"reading {folder}")
        if is_text_truth(folder):
            yield from filter(None, map(text_example, read_text_pages(folder)))
            continue
        for site in read_sites(folder, ("article", "list")):
            step = max(1, len(site.articles) // _SITE_PAGES)
            chosen = site.articles[::step][:_SITE_PAGES]
            others = [page for page in site.pages if page not in chosen][:_SITE_OTHERS]
            yield from filter(None, (site_example(page, _site(page, site)) for page in chosen))
            yield from filter(None, (unlabelled(page.page, _site(page, site)) for page in others))


def _site(page: SitePage, site: Site) -> str:
    """The registered domain, as in other sources: pages of one must be in one fold."""
    return registered_domain(page.page.url) or site.name


def text_example(truth: TextPage) -> Example | None:
    """An example from a page and its true text; None if the page is of no use."""
    parsed = parsed_page(truth.page)
    if parsed is None:
        return None
    labels: Floats | None = None
    roles: tuple[Role | None, ...] | None = None
    if truth.blocks:
        labels, roles = _named(parsed, truth.blocks)
    elif truth.text:
        labels = np.array(aligned(parsed.segments.texts(), truth.text), dtype=np.float32)
        found = labels @ parsed.segments.column("words")
        if found < _LEAST * len(TOKEN.findall(truth.text)):
            labels = None
    return Example(
        parsed,
        truth.site,
        truth.source.partition("/")[0],
        truth.language,
        truth.type or "article",
        labels,
        roles,
    )


def site_example(page: SitePage, site: str) -> Example | None:
    """An example from a page of a site, labelled by the site's selectors."""
    parsed = parsed_page(page.page)
    if parsed is None:
        return None
    tree, content = page.content()
    role_of: dict[int, Role] = {}
    fields = page.fields()
    # An element that matches twice is what the later field says: titles are often in the body.
    for name in ("body", "figure", "author", "date", "title"):
        for node in fields.get(name, ()):
            role_of.update(dict.fromkeys(range(node, tree.end[node]), Role(name)))
    labels, roles = _marked(parsed, content, role_of)
    language = parsed.facts.declared.language or ""
    return Example(parsed, site, "sites", language[:2], "", labels, roles)


def unlabelled(page: Page, site: str) -> Example | None:
    """A page that only serves as evidence for others."""
    parsed = parsed_page(page)
    return None if parsed is None else Example(parsed, site, "sites", "", "", None)


def parsed_page(page: Page) -> ParsedPage | None:
    """A page divided into segments; None if it cannot be read or has no text."""
    try:
        parsed = parse_page(page)
    except HonbunError:
        return None
    return parsed if len(parsed.segments) else None


def _named(
    parsed: ParsedPage, named: Sequence[tuple[str, str]]
) -> tuple[Floats, tuple[Role | None, ...]]:
    """Labels and roles, given XPaths with roles; a text has that of the nearest element named."""
    tree, known = parsed.blocks.tree, dict(named)
    role_of: dict[int, Role] = {}
    nearest: list[str] = []
    for node in range(len(tree)):
        above = nearest[tree.parent[node]] if tree.parent[node] >= 0 else ""
        nearest.append(known.get(tree.xpath(node), above))
        if nearest[node] in set(Role):
            role_of[node] = Role(nearest[node])
    return _marked(parsed, set(role_of), role_of)


def _marked(
    parsed: ParsedPage, content: set[int], role_of: dict[int, Role]
) -> tuple[Floats, tuple[Role | None, ...]]:
    """The share of each segment's characters in content elements, and its role."""
    segments, blocks = parsed.segments, parsed.blocks
    tree, unread = blocks.tree, blocks.unread()
    begins = segments.column("offset").tolist()
    owner = segments.column("block").tolist()
    whole, inside = np.zeros(len(begins)), np.zeros(len(begins))
    roles: list[Counter[Role]] = [Counter() for _ in begins]
    for begin, run, element in zip(tree.run_start, tree.run, tree.run_owner):
        row = bisect_right(begins, begin) - 1
        size = len("".join(run.split()))
        if row < 0 or not size or element in unread or blocks.of[element] != owner[row]:
            continue
        whole[row] += size
        if element in content:
            inside[row] += size
            roles[row][role_of.get(element, Role.BODY)] += size
    labels = (inside / np.maximum(whole, 1)).astype(np.float32)
    named = [max(one, key=lambda role: one[role]) if one else None for one in roles]
    return labels, tuple(role if label > 0.5 else None for role, label in zip(named, labels))
