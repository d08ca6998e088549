"""Site collections with truth: many pages of each site, content given by CSS selectors.

The format is told in docs/evaluation.md: a folder per site with `site.json` and the pages.
Truth is computed on our own tree, so that a block here is a block there: a block is content when
the greater part of its characters is, or, where it has none, when it shows a picture of it.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from honbun.errors import TruthError
from honbun.page import Page
from honbun.tree.block import MEDIA, collapse, split
from honbun.tree.parse import parse, select
from honbun.tree.path import Paths

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from honbun.tree.tree import Tree

_FIELDS = ("title", "date", "author", "body", "figure")
_NOT_TEXT = frozenset(
    {"noscript", "template", "iframe", "svg", "textarea", "select", "button", "script", "style"}
)
"""Elements whose text the truth leaves out."""


@dataclass(frozen=True, slots=True)
class Truth:
    """The true content of one page."""

    blocks: dict[str, bool]
    """For each block that shows something, by XPath, whether it is content."""
    text: str


@dataclass(frozen=True, slots=True)
class SitePage:
    """One page of a site, with what its truth is computed from."""

    page: Page
    kind: str
    wanted: str
    without: str

    def truth(self) -> Truth:
        """The page's true content."""
        html = self.page.decode().text
        tree = parse(html)
        try:
            inside, outside = select(html, self.wanted, self.without)
        except ValueError as error:
            raise TruthError(f"{self.page.source}: {error}") from error
        content = _within(tree, inside) - _within(tree, outside)
        content -= _within(tree, [n for n, tag in enumerate(tree.tag) if tag in _NOT_TEXT])
        return _truth(tree, content)


def _within(tree: Tree, nodes: Iterable[int]) -> set[int]:
    return {inner for node in nodes for inner in range(node, tree.end[node])}


def _truth(tree: Tree, content: set[int]) -> Truth:
    blocks = split(tree)
    breaks = blocks.breaks()
    characters = [0] * (len(blocks) + 1)
    parts: list[str] = []
    for begin, run, owner in zip(tree.run_start, tree.run, tree.run_owner):
        if owner in content:
            parts.append(" " + run if begin in breaks else run)
            characters[blocks.of[owner]] += len("".join(run.split()))
    pictured = {
        blocks.of[node] for node, tag in enumerate(tree.tag) if tag in MEDIA and node in content
    }
    media, paths = blocks.media(), Paths(tree)
    return Truth(
        {
            paths.of(blocks.node[block]): (
                2 * characters[block] > len(text.replace(" ", "")) if text else block in pictured
            )
            for block, text in enumerate(blocks.texts())
            if text or block in media
        },
        collapse("".join(parts)),
    )


@dataclass(frozen=True, slots=True)
class Site:
    """A site's name and pages."""

    name: str
    pages: list[SitePage]


def read_sites(folder: Path, kinds: tuple[str, ...]) -> Iterator[Site]:
    """The sites below a folder, with their pages of these kinds."""
    found = sorted(folder.glob("*/site.json"))
    if not found and (folder / "site.json").is_file():
        found = [folder / "site.json"]
    if not found:
        raise TruthError(f"no site.json found in {folder} or the folders inside it")
    for path in found:
        try:
            info = json.loads(path.read_text(encoding="utf-8"))
            pages = [_page(path.parent, info, page) for page in info["pages"]]
        except (ValueError, KeyError, TypeError, AttributeError, OSError, EOFError) as error:
            raise TruthError(f"{path}: {error!r}") from error
        wanted = [page for page in pages if page.kind in kinds]
        if wanted:
            yield Site(info["site"], wanted)


def _page(folder: Path, info: dict[str, Any], page: dict[str, Any]) -> SitePage:
    path = folder / "pages" / page["file"]
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
        html = file.read()
    encoding = page.get("encoding") or "utf-8"
    selectors = [s for field in _FIELDS for s in info["content_selectors"].get(field, [])]
    return SitePage(
        page=Page(
            html,
            url=page["url"],
            source=f"{folder.name}/{page['file']}",
            content_type=f"text/html; charset={encoding}",
        ),
        kind=page["kind"],
        wanted=", ".join(selectors),
        without=", ".join(info.get("exclude_selectors", [])),
    )
