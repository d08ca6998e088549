"""Labelled pages as evaluation reads them, and pages with selectors as labelled ones.

A labelled page becomes one whose labels are stamped on it, in a site by its host: so everything
that measures on sites measures on what was annotated. The other way, the blocks that a site's
selectors make content become labels, of the kind of the field that matched.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import repeat
from typing import TYPE_CHECKING

from honbun.annotation.blocks import outline
from honbun.annotation.export import choose, choose_lines, is_lines
from honbun.annotation.model import Kind, Label, Labelled, State, digest
from honbun.annotation.stamp import ATTRIBUTE, EXCLUDED, SELECTORS, stamp
from honbun.errors import TruthError
from honbun.evaluation.sites import FIELDS, Selectors, Site, SitePage, chosen, within
from honbun.html.blocks import MEDIA, split
from honbun.outputs.files import UniqueNames
from honbun.stores.labels import Labels
from honbun.stores.site_memory import host_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from pathlib import Path

    from honbun.html.blocks import Blocks
    from honbun.html.tree import Tree

NO_HOST = "no-host"
"""The site of pages that have no host."""

_SELECTORS = Selectors(
    fields={field: ", ".join(SELECTORS[field]) for field in FIELDS},
    without=", ".join(EXCLUDED),
    comments="",
)


@dataclass(frozen=True, slots=True)
class Truthful:
    """A labelled page with its labels stamped on it."""

    labelled: Labelled
    page: SitePage
    lost: int
    """Blocks of which the stamps do not say what the label did: see docs/annotate.md."""


def stamped(labelled: Labelled) -> Truthful:
    """A labelled page as one whose truth is computed from selectors.

    Raises UnreadablePage where its blocks are too many.
    """
    decoded = labelled.page.decode()
    tree = labelled.page.parse(decoded)
    blocks = outline(tree)
    kinds = {label.place.number: label.kind for label in labelled.labels}
    text = stamp(decoded.text, tree, blocks, kinds).text
    page = SitePage(
        page=replace(
            labelled.page,
            html=text.encode("utf-8", "replace"),
            url=labelled.url,
            content_type="text/html; charset=utf-8",
        ),
        kind="article",
        selectors=_SELECTORS,
        labelled=labelled.digest,
    )
    said = {label.place.xpath for label in labelled.labels}
    read = {xpath for xpath, content in page.truth().blocks.items() if content}
    return Truthful(labelled, page, len(said ^ read) + labelled.lost)


def by_site(pages: Iterable[Truthful]) -> dict[str, list[Truthful]]:
    """Labelled pages by the hosts of their addresses."""
    found: dict[str, list[Truthful]] = {}
    for page in pages:
        found.setdefault(host_of(page.labelled.url) or NO_HOST, []).append(page)
    return found


def sites(pages: Iterable[Truthful]) -> list[Site]:
    """Labelled pages as sites, each page with a source of its own: results are known by it."""
    names = UniqueNames()
    return [
        Site(host, [_named(page.page, names) for page in found])
        for host, found in by_site(pages).items()
    ]


def _named(page: SitePage, names: UniqueNames) -> SitePage:
    """A page under its source; pages of two collections may have the same."""
    return replace(page, page=replace(page.page, source=names.unused(page.page.source or "page")))


def annotated_sites(
    path: Path, by: str | None, *, only: Collection[str] = (), without: Collection[str] = ()
) -> tuple[list[Site], int]:
    """The sites of a file of labels, or of JSON Lines with pages, and how many blocks are lost.

    Raises HonbunError for what is neither, and where it has to be said whose labels are meant.
    """
    if is_lines(path):
        found = choose_lines(path, by)
    else:
        with Labels(path, read_only=True) as labels:
            found = choose(labels, by)
    if not found:
        raise TruthError(f"no page is done in {path}: there is nothing to measure")
    pages = [stamped(page) for page in found]
    names = chosen([*by_site(pages)], path, only, without)
    kept = [site for site in sites(pages) if site.name in names]
    return kept, sum(page.lost for page in pages)


def labelled(page: SitePage, annotator: str, known_as: str | None = None) -> Labelled:
    """A page with the labels that its site's selectors give it.

    A block is labelled if it is content by the truth. `known_as` is the digest of the page that
    was labelled first, where this is a stamped copy of it.
    """
    tree, content = page.content()
    blocks, truth = split(tree), page.truth().blocks
    found = [place for place in outline(tree).places() if truth[place.xpath]]
    fields = _fields(page, blocks, content)
    kinds = [_kind(tree, blocks.node[place.number], fields[place.number]) for place in found]
    return Labelled(
        page=page.page,
        url=page.page.url or "",
        digest=known_as or digest(page.page),
        annotator=annotator,
        state=State.DONE,
        labels=tuple(map(Label, found, kinds)),
    )


def _fields(page: SitePage, blocks: Blocks, content: set[int]) -> list[str]:
    """For each block the field that the most of it is in."""
    tree = blocks.tree
    amounts = [dict.fromkeys(FIELDS, 0) for _ in range(len(blocks) + 1)]
    sizes = Counter(dict(zip(tree.find(*MEDIA), repeat(1))))
    for run, owner in zip(tree.run, tree.run_owner):
        sizes[owner] += len("".join(run.split()))
    told: set[int] = set()
    matched = page.fields()
    for field in FIELDS:
        nodes = within(tree, matched.get(field, ())) & content & sizes.keys() - told
        told |= nodes  # what is a date in the body is a date
        for node in nodes:
            amounts[blocks.of[node]][field] += sizes[node]
    return [max(amount, key=amount.__getitem__) for amount in amounts]


def _kind(tree: Tree, node: int, field: str) -> Kind:
    """The kind of a block in a field: as it was stamped, if it was, for fields tell less."""
    stamped_as = tree.attribute(node, ATTRIBUTE)
    if stamped_as in set(Kind):
        return Kind(stamped_as)
    if field == "figure" and tree.tag[node] == "figcaption":
        return Kind.CAPTION
    return Kind(field)
