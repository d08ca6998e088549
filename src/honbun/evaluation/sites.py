"""Site collections with truth: many pages of each site, content given by CSS selectors.

The format is told in docs/evaluation.md: a folder per site with `site.json` and the pages.
Truth is computed on our own tree, so that a block here is a block there: a block is content when
the greater part of its characters is, or, where it has none, when it shows a picture of it.
"""

from __future__ import annotations

import gzip
import json
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from honbun.errors import TruthError
from honbun.html.blocks import MEDIA, split
from honbun.html.parse import parse, select
from honbun.html.xpath import XPaths
from honbun.page import Page
from honbun.text.unicode import collapse

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from honbun.html.tree import Tree

FIELDS = ("title", "date", "author", "figure", "body")
"""The parts of an article. The body stands last, because it may hold the others."""
_NOT_TEXT = frozenset(
    {"noscript", "template", "iframe", "svg", "textarea", "select", "button", "script", "style"}
)
"""Elements whose text the truth leaves out."""
_LARGEST = 100_000_000
"""Bytes of a page, unpacked."""


@dataclass(frozen=True, slots=True)
class Truth:
    """The true content of one page."""

    blocks: dict[str, bool]
    """For each block that shows something, by XPath, whether it is content."""
    text: str


@dataclass(frozen=True, slots=True)
class Selectors:
    """What a site says of its pages, in CSS."""

    fields: dict[str, str]
    """For each field of an article that the site has, what matches it."""
    without: str
    """What is removed before the fields are looked for."""
    comments: str
    """Readers' comments: no content."""


@dataclass(frozen=True, slots=True)
class SitePage:
    """One page of a site, with what its truth is computed from."""

    page: Page
    kind: str
    """`article`, `list`, or `plant` for what evaluation itself has added."""
    selectors: Selectors
    labelled: str | None = None
    """The digest of the page that was labelled, where this is a copy with the labels on it."""

    def truth(self) -> Truth:
        """The page's true content."""
        return _truth(*self.content())

    def content(self) -> tuple[Tree, set[int]]:
        """The page's tree, and the elements of it that are content."""
        tree = parse(self.page.decode().text)
        inside, outside = self._select(", ".join(self.selectors.fields.values()))
        content = within(tree, inside) - within(tree, outside)
        return tree, content - within(tree, tree.find(*_NOT_TEXT))

    def fields(self) -> dict[str, list[int]]:
        """For each field the elements that match it, as numbers in the page's tree."""
        return {
            field: self._select(selector)[0] for field, selector in self.selectors.fields.items()
        }

    def comments(self) -> list[int]:
        """The elements that hold readers' comments, on the unchanged page."""
        return self._select(self.selectors.comments, unchanged=True)[0]

    def _select(self, wanted: str, *, unchanged: bool = False) -> tuple[list[int], list[int]]:
        without = "" if unchanged else self.selectors.without
        try:
            return select(self.page.decode().text, wanted, without)
        except ValueError as error:
            raise TruthError(f"{self.page.source}: {error}") from error


def within(tree: Tree, nodes: Iterable[int]) -> set[int]:
    """Elements and all that stands inside them."""
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
    media, paths = blocks.media(), XPaths(tree)
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

    @property
    def articles(self) -> list[SitePage]:
        """The pages that are scored."""
        return [page for page in self.pages if page.kind == "article"]


def read_sites(
    folder: Path,
    kinds: tuple[str, ...],
    *,
    only: Collection[str] = (),
    without: Collection[str] = (),
) -> Iterator[Site]:
    """The sites below a folder, with their pages of these kinds: all, or only some by name."""
    found = sorted(folder.glob("*/site.json"))
    if not found and (folder / "site.json").is_file():
        found = [folder / "site.json"]
    if not found:
        raise TruthError(f"no site.json found in {folder} or the folders inside it")
    infos = {path: _info(path) for path in found}
    names = chosen([info["site"] for info in infos.values()], folder, only, without)
    for path, info in infos.items():
        if info["site"] not in names:
            continue
        with _told(path):
            pages = [_page(path.parent, info, page) for page in info["pages"]]
        if wanted := [page for page in pages if page.kind in kinds]:
            yield Site(info["site"], wanted)


def chosen(
    names: Sequence[str], where: Path, only: Collection[str], without: Collection[str]
) -> set[str]:
    """The names of the sites to measure, of those that are there."""
    if unknown := [name for name in (*only, *without) if name not in names]:
        raise TruthError(f"no site {', '.join(unknown)} in {where}, but {', '.join(names)}")
    left = {name for name in only or names if name not in without}
    if not left:
        raise TruthError("no site is left to measure")
    return left


def _info(path: Path) -> dict[str, Any]:
    with _told(path):
        info = json.loads(path.read_text(encoding="utf-8"))
        return {**info, "site": str(info["site"])}


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """What is wrong with a site's data is told with its file."""
    try:
        yield
    except (ValueError, KeyError, TypeError, AttributeError, OSError, EOFError) as error:
        raise TruthError(f"{path}: {error!r}") from error


def _page(folder: Path, info: dict[str, Any], page: dict[str, Any]) -> SitePage:
    path = folder / "pages" / page["file"]
    source = f"{folder.name}/{page['file']}"
    # The data may be anybody's: no page is a file elsewhere, or as large as the memory.
    if Path(page["file"]).is_absolute() or ".." in path.parts[len(folder.parts) :]:
        raise TruthError(f"{folder / 'site.json'}: {page['file']} is no file among the pages")
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
        html = file.read(_LARGEST + 1)
    if len(html) > _LARGEST:
        raise TruthError(f"{path}: the page has more than {_LARGEST:,} bytes")
    encoding = page.get("encoding") or "utf-8"
    return SitePage(
        page=Page(
            html,
            url=page["url"],
            source=source,
            content_type=f"text/html; charset={encoding}",
        ),
        kind=page["kind"],
        selectors=_selectors(info),
        labelled=page.get("sha256"),
    )


def _selectors(info: dict[str, Any]) -> Selectors:
    by_field = info["content_selectors"]
    return Selectors(
        fields={field: ", ".join(by_field[field]) for field in FIELDS if by_field.get(field)},
        without=", ".join(info.get("exclude_selectors", [])),
        comments=", ".join(info.get("comment_selectors", [])),
    )
