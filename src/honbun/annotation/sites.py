"""The site format: many pages of each site, their content given by CSS selectors.

docs/guide/evaluation.md describes it: a folder per site with `site.json` and the pages. Truth is
computed on our own tree, so that its blocks are those of extraction. A block is content if most of
its characters are, or, if it has none, if it shows a picture that is.
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
from honbun.page import Page
from honbun.text.unicode import collapse

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from honbun.html.tree import Tree

FIELDS = ("title", "date", "author", "figure", "body")
"""The parts of an article. The body comes last, because it may contain the others."""
_NOT_TEXT = frozenset(
    {"noscript", "template", "iframe", "svg", "textarea", "select", "button", "script", "style"}
)
"""Elements whose text is not part of the truth."""
_LARGEST = 100_000_000
"""Largest page in bytes, unpacked."""


@dataclass(frozen=True, slots=True)
class Truth:
    """The true content of one page."""

    blocks: dict[str, bool]
    """Whether each block that shows something is content, by XPath."""
    text: str


@dataclass(frozen=True, slots=True)
class Selectors:
    """The CSS selectors of a site."""

    fields: dict[str, str]
    """The selector of each field of an article that the site has."""
    without: str
    """What is removed before fields are matched."""
    comments: str
    """Comments of readers: not content."""


@dataclass(frozen=True, slots=True)
class SitePage:
    """One page of a site, with the selectors that define its truth."""

    page: Page
    kind: str
    """`article`, `list`, or `plant` for pages that an experiment has added."""
    selectors: Selectors
    labelled: str | None = None
    """The digest of the page that was labelled, if this is a copy with the labels on it."""

    def truth(self) -> Truth:
        """The page's true content."""
        return _truth(*self.content())

    def content(self) -> tuple[Tree, set[int]]:
        """The page's tree, and its elements that are content."""
        tree = parse(self.page.decode().text)
        inside, outside = self._select(", ".join(self.selectors.fields.values()))
        content = within(tree, inside) - within(tree, outside)
        return tree, content - within(tree, tree.find(*_NOT_TEXT))

    def fields(self) -> dict[str, list[int]]:
        """The elements that match each field, as numbers in the page's tree."""
        return {
            field: self._select(selector)[0] for field, selector in self.selectors.fields.items()
        }

    def comments(self) -> list[int]:
        """The elements that contain comments of readers."""
        return self._select(self.selectors.comments, unchanged=True)[0]

    def _select(self, wanted: str, *, unchanged: bool = False) -> tuple[list[int], list[int]]:
        without = "" if unchanged else self.selectors.without
        try:
            return select(self.page.decode().text, wanted, without)
        except ValueError as error:
            raise TruthError(f"{self.page.source}: {error}") from error


def within(tree: Tree, nodes: Iterable[int]) -> set[int]:
    """Elements and everything inside them."""
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
    media = blocks.media()
    return Truth(
        {
            tree.xpath(blocks.node[block]): (
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
    """The sites in a folder, with their pages of these kinds: all, or only some by name."""
    found = sorted(folder.glob("*/site.json"))
    if not found and (folder / "site.json").is_file():
        found = [folder / "site.json"]
    if not found:
        raise TruthError(f"no site.json found in {folder} or the folders inside it")
    infos = {path: _info(path) for path in found}
    names = choose_names([info["site"] for info in infos.values()], folder, only, without)
    for path, info in infos.items():
        if info["site"] not in names:
            continue
        with _reading(path):
            pages = [_page(path.parent, info, page) for page in info["pages"]]
        if wanted := [page for page in pages if page.kind in kinds]:
            yield Site(info["site"], wanted)


def choose_names(
    names: Sequence[str], where: Path, only: Collection[str], without: Collection[str]
) -> set[str]:
    """The names of the sites to measure, among those that are there."""
    if unknown := [name for name in (*only, *without) if name not in names]:
        raise TruthError(f"no site {', '.join(unknown)} in {where}, but {', '.join(names)}")
    left = {name for name in only or names if name not in without}
    if not left:
        raise TruthError("no site is left")
    return left


def _info(path: Path) -> dict[str, Any]:
    with _reading(path):
        info = json.loads(path.read_text(encoding="utf-8"))
        return {**info, "site": str(info["site"])}


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Report damaged data with the name of its file."""
    try:
        yield
    except (ValueError, KeyError, TypeError, AttributeError, OSError, EOFError) as error:
        raise TruthError(f"{path}: {error!r}") from error


def _page(folder: Path, info: dict[str, Any], page: dict[str, Any]) -> SitePage:
    path = folder / info.get("folder", "pages") / page["file"]
    source = f"{folder.name}/{page['file']}"
    # The data may come from anybody: pages must be inside the folder, and not exhaust the memory.
    if Path(page["file"]).is_absolute() or ".." in path.parts[len(folder.parts) :]:
        raise TruthError(f"{folder / 'site.json'}: {page['file']} is not a file of the site")
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
