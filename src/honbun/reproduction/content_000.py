"""Paper 000: its two tables of results, its coloured pages, and its sweep of the threshold."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from honbun.errors import HonbunError
from honbun.reproduction.model import Document, PaperTable, Plot, Reproduction

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.annotation.sites import Site, SitePage, Truth
    from honbun.content.duplicates import Duplicates
    from honbun.content.model import Content
    from honbun.evaluation.metrics import Comparison
    from honbun.inputs.assets import Assets
    from honbun.page import Page
    from honbun.papers.content_000.vectors import Vectors
    from honbun.reproduction.model import PaperOptions

_HEADER = ("site", "articles", "blocks", "true blocks", "P", "R", "F", "perfect")
THRESHOLDS = tuple(step / 100 for step in range(50, 100, 5))
_TRUTH = "sites with truth: folders with site.json, or a file of labels"
_PAGES = "pages of one site or of several"


def table_1(inputs: Sequence[str], options: PaperOptions) -> list[PaperTable]:
    """Every site, the micro average, and all sites as one collection."""
    sites = _sites(inputs, options)
    compared, mixed, blocks = _measure(sites, options, mixed=True)
    rows = _site_rows(sites, compared, blocks)
    rows.append(["micro average", None, None, None, *_figures(compared)])
    rows.append(["all sites", *_counts(mixed, blocks), *_figures(mixed)])
    return [PaperTable("Data sets and results, in percent", _HEADER, rows)]


def table_2(inputs: Sequence[str], options: PaperOptions) -> list[PaperTable]:
    """Every site on its own, as the paper's English site."""
    sites = _sites(inputs, options)
    compared, _, blocks = _measure(sites, options, mixed=False)
    caption = "Data sets and results, in percent"
    return [PaperTable(caption, _HEADER, _site_rows(sites, compared, blocks))]


def figure_8(inputs: Sequence[str], options: PaperOptions) -> Plot:
    """F and perfect pages by threshold, with all sites as one collection."""
    from honbun.evaluation.content import read_truths
    from honbun.evaluation.report import Lines
    from honbun.papers.content_000.compare import check_extra, repeated
    from honbun.papers.content_000.pipeline import first_of_same
    from honbun.papers.content_000.vectors import VectorTable
    from honbun.runner.map import ordered_map

    check_extra()
    pages = [page for site in _sites(inputs, options) for page in site.pages]
    truths = read_truths([_as_site(pages)], options.jobs)
    table = VectorTable()
    paths: list[list[str]] = []
    for xpaths, vectors in ordered_map(_vectors, pages, options.jobs):
        paths.append(xpaths)
        table.add(vectors)
    same = first_of_same((page.page.url or "" for page in pages), _duplicates(options))
    rows: list[list[float]] = []
    for threshold in THRESHOLDS:
        flags = iter(repeated(table, threshold, same).repeated.tolist())
        found = [{path for path in own if not next(flags)} for own in paths]
        compared = [_compare(*one) for one in zip(pages, found, _in_order(pages, truths))]
        rows.append([threshold, *_figures(compared)[2:]])
    names = ("F", "perfect")
    points = {name: [(row[0], row[at]) for row in rows] for at, name in enumerate(names, start=1)}
    return Plot(
        [Lines("threshold of the cosine", "percent", points)],
        [PaperTable("Threshold and results, in percent", ("threshold", *names), rows)],
    )


def coloured_page(inputs: Sequence[str], options: PaperOptions) -> Document:
    """One page of a collection, with the blocks coloured that the paper's method extracts."""
    from honbun.api import extract, read
    from honbun.content.model import ContentOptions
    from honbun.inputs.assets import assets_of

    if not inputs:
        raise HonbunError("the coloured page needs a collection of pages")
    pages = list(read(*inputs))
    contents = extract(pages, ContentOptions(faithful=True), run=options.run())
    by_source = {content.source: content for content in contents}
    wanted = options.page or ""
    for page in pages:
        if page.source in by_source and (page.url or page.source).endswith(wanted):
            content = by_source[page.source]
            return Document(_coloured(page, content, assets_of(inputs[0])))
    raise HonbunError(f"no page whose URL ends in {wanted}" if wanted else "there is no page")


def _coloured(page: Page, content: Content, assets: Assets) -> str:
    from honbun.html.blocks import MEDIA, split
    from honbun.web.snapshot.draw import draw
    from honbun.web.snapshot.standalone import standalone

    tree = page.parse()
    blocks = split(tree)
    kept = {block.xpath for block in content.blocks}
    numbers = {at for at, node in enumerate(blocks.node) if tree.xpath(node) in kept}
    runs = {run for run, owner in enumerate(tree.run_owner) if blocks.of[owner] in numbers}
    media = {node for node, tag in enumerate(tree.tag) if tag in MEDIA}
    return standalone(
        draw(page, tree, assets),
        content.title or content.url,
        runs=runs,
        nodes={node for node in media if blocks.of[node] in numbers},
    )


def _sites(inputs: Sequence[str], options: PaperOptions) -> list[Site]:
    from honbun.stores.truth import read_truth

    if not inputs:
        raise HonbunError(f"this needs {_TRUTH}")
    return [site for one in inputs for site in read_truth(Path(one), options.by)[0]]


def _measure(
    sites: Sequence[Site], options: PaperOptions, *, mixed: bool
) -> tuple[list[Comparison], list[Comparison], Counter[str]]:
    """Each site compared on its own, all as one collection, and the blocks of every page."""
    from honbun.content.model import ContentOptions
    from honbun.evaluation.content import compare_collection, evaluate, read_truths
    from honbun.papers.content_000.pipeline import extract
    from honbun.runner.map import ordered_map

    method = partial(
        extract,
        options=ContentOptions(faithful=True),
        run=options.run(),
        duplicates=_duplicates(options),
    )
    truths = read_truths(sites, options.jobs)
    compared = evaluate(sites, method, truths)
    pages = [page for site in sites for page in site.pages]
    together = compare_collection("all sites", pages, method, truths) if mixed else []
    sizes = ordered_map(_size, pages, options.jobs)
    return compared, together, Counter({p.page.source: size for p, size in zip(pages, sizes)})


def _duplicates(options: PaperOptions) -> Duplicates:
    from honbun.content.duplicates import Duplicates
    from honbun.inputs.json_rows import read_identical

    path = options.duplicates
    return Duplicates.from_pairs(read_identical(Path(path)) if path else ())


def _size(page: SitePage) -> int:
    """The number of all blocks of a page, also of those that show nothing."""
    from honbun.html.blocks import split

    return len(split(page.page.parse()))


def _site_rows(
    sites: Sequence[Site], compared: Iterable[Comparison], blocks: Counter[str]
) -> list[list[str | int | float | None]]:
    from honbun.evaluation.metrics import grouped

    groups = grouped(compared)
    return [
        [site.name, *_counts(groups[site.name], blocks), *_figures(groups[site.name])]
        for site in sites
        if site.name in groups
    ]


def _counts(compared: Sequence[Comparison], blocks: Counter[str]) -> list[int]:
    true = sum(one.scores["blocks"].true for one in compared)
    return [len(compared), sum(blocks[one.name] for one in compared), true]


def _figures(compared: Sequence[Comparison]) -> list[float]:
    """Precision, recall, F and perfect pages in percent."""
    from honbun.evaluation.metrics import total

    sums = total(compared)
    blocks = sums["blocks"]
    perfect = sums["pages"].of_found or 0.0
    return [100 * figure for figure in (blocks.precision, blocks.recall, blocks.f, perfect)]


def _as_site(pages: list[SitePage]) -> Site:
    from honbun.annotation.sites import Site

    return Site("all sites", pages)


def _in_order(pages: Sequence[SitePage], truths: dict[str, Truth]) -> list[Truth]:
    return [truths[page.page.source] for page in pages]


def _vectors(page: SitePage) -> tuple[list[str], Vectors]:
    """The XPath and the vector of every block of a page."""
    from honbun.html.blocks import split
    from honbun.papers.content_000.vectors import vectorise

    blocks = split(page.page.parse())
    return [blocks.tree.xpath(node) for node in blocks.node], vectorise(blocks)


def _compare(page: SitePage, unique: set[str], truth: Truth) -> Comparison:
    from honbun.evaluation.metrics import Comparison, Score, page_score

    found = unique & truth.blocks.keys()
    true = {xpath for xpath, is_content in truth.blocks.items() if is_content}
    scores = {
        "pages": page_score(perfect=found == true),
        "blocks": Score(len(found), len(true), len(found & true)),
    }
    return Comparison(page.page.source, "all sites", scores)


REPRODUCTIONS = (
    Reproduction("table 1", "data sets and results, and all sites as one", _TRUTH, table_1),
    Reproduction("table 2", "data sets and results, each site on its own", _TRUTH, table_2),
    Reproduction("figure 3", "a page coloured by the method (Japanese)", _PAGES, coloured_page),
    Reproduction("figure 6", "a page coloured by the method (English)", _PAGES, coloured_page),
    Reproduction("figure 8", "results by threshold of the cosine", _TRUTH, figure_8),
)
