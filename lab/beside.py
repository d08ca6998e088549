"""honbun and other extractors on the same pages, by the same measure, in one table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from honbun.annotation.sites import SitePage, read_sites
from honbun.content.model import ContentOptions, Role
from honbun.evaluation import texts
from honbun.evaluation.judge import Judge
from honbun.evaluation.metrics import mean
from honbun.evaluation.texts import Measured, f1, outlets
from honbun.evaluation.truth.texts import TextPage, is_text_truth, read_text_pages
from honbun.runner.map import ordered_map
from honbun.text.urls import registered_domain
from lab.peers import PEERS, KeptTexts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from honbun.content.model import Content
    from honbun.content.scoring import Model
    from honbun.page import Page
    from honbun.runner.run import Run
    from honbun.training.folds import FoldModels

FOLDERS = ("news", "articles", "wcxb", "mixed", "sites")


@dataclass(frozen=True, slots=True)
class Pages:
    """Pages that are scored, and the collections that contain them."""

    name: str
    scored: Sequence[TextPage]
    collections: Sequence[Sequence[Page]]
    sites: Mapping[str, str]
    """The site of every page by its source, for held-out models."""


def read(folder: Path, site_pages: int, jobs: int) -> Pages:
    """The pages of a folder of texts, which are one collection, or of sites."""
    if not is_text_truth(folder):
        return _sites(folder, site_pages, jobs)
    pages = list(read_text_pages(folder))
    sites = {one.page.source: one.site for one in pages}
    return Pages(folder.name, pages, [[one.page for one in pages]], sites)


def _sites(folder: Path, most: int, jobs: int) -> Pages:
    sites = list(read_sites(folder, ("article",)))
    domains = {
        page.page.source: registered_domain(page.page.url) or site.name
        for site in sites
        for page in site.pages
    }
    chosen = [(site.name, page) for site in sites for page in site.articles[:most]]
    truths = ordered_map(SitePage.truth, (page for _, page in chosen), jobs)
    scored = [
        TextPage(
            page=one.page,
            id=one.page.source,
            site=domains[one.page.source],
            outlet=name,
            source=folder.name,
            text=truth.text,
            roles=frozenset(Role),
        )
        for (name, one), truth in zip(chosen, truths)
    ]
    collections = [[page.page for page in site.pages] for site in sites]
    return Pages(folder.name, scored, collections, domains)


def columns() -> list[str]:
    """The tools that are compared; those not installed are left out."""
    ours = ["honbun", "as printed", "honbun alone"]
    return [*ours, *(peer.name for peer in PEERS if peer.is_installed())]


def rows(
    pages: Pages,
    models: FoldModels | None,
    run: Run,
    cache: Path,
    say: Callable[[str], None],
) -> list[list[object]]:
    """The mean F1 of every tool on all pages of a folder, and on outlets by size."""
    model_of = partial(_model, models, pages.sites) if models else None
    options = ContentOptions()
    say(f"{pages.name}: honbun")
    together = _together(pages, Judge(options, run, model_of=model_of))
    say(f"{pages.name}: honbun alone")
    alone = texts.evaluate(pages.scored, Judge(options, run, alone=True, model_of=model_of))
    measured = {"honbun": together, "honbun alone": alone}
    for peer in PEERS:
        if peer.is_installed():
            say(f"{pages.name}: {peer.name}")
            measured[peer.name] = _asked(pages.scored, KeptTexts(peer, cache))
    found = {name: _groups(pages.name, one) for name, one in measured.items()}
    return [
        [
            name,
            len(found["honbun"][name]),
            f1(found["honbun"][name]),
            mean(one.printed.f for one in found["honbun"][name]),
            *(f1(group[name]) for tool, group in found.items() if tool != "honbun"),
        ]
        for name in found["honbun"]
    ]


def _model(models: FoldModels, sites: Mapping[str, str], page: Page) -> Model:
    return models.of(sites[page.source])


def _together(pages: Pages, judge: Judge) -> list[Measured]:
    """The pages as honbun judges them by default: with all others of their collection."""

    def contents(_: Iterable[Page]) -> Iterator[Content]:
        for collection in pages.collections:
            yield from judge(collection)

    return texts.evaluate(pages.scored, contents)


def _asked(pages: Iterable[TextPage], kept: KeptTexts) -> list[Measured]:
    measured = []
    for one in pages:
        score = texts.score(one, kept.text(one.page.decode().text))
        measured.append(Measured(one, score, score))
    return measured


def _groups(name: str, measured: Sequence[Measured]) -> dict[str, list[Measured]]:
    """All pages of a folder; articles by the size of their outlet as well."""
    by_size = outlets(measured) if name == "articles" else {}
    return {**{f"{name}, {size}": group for size, group in by_size.items()}, name: list(measured)}
