"""`python -m lab eval`: evaluation with held-out weights and planted pages."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from honbun.annotation.sites import read_sites
from honbun.api import extract
from honbun.api import feed as find_lists
from honbun.api import posts as find_posts
from honbun.api import similar as find_pairs
from honbun.content.model import ContentOptions
from honbun.evaluation import content as contents
from honbun.evaluation import feeds, posts
from honbun.evaluation.metrics import grouped, means
from honbun.evaluation.report import Table
from honbun.evaluation.truth.lists import has_articles, read_articles, read_lists
from honbun.evaluation.truth.pairs import read_pairs
from honbun.evaluation.truth.texts import is_text_truth, read_text_pages
from honbun.evaluation.truth.threads import read_groups
from honbun.feeds.choose import read_weights
from honbun.feeds.model import FeedOptions
from honbun.inputs.read import read
from honbun.posts.model import PostsOptions
from honbun.runner.pages import Step, map_pages
from honbun.runner.run import Run
from honbun.similar.model import Relation, SimilarOptions
from honbun.training.folds import read_models
from lab import beside, metadata, reading_order
from lab.peers import PEERS, KeptTexts, Peer
from lab.planting.addresses import neutral
from lab.planting.articles import planted
from lab.planting.collection import plant
from lab.strip_markup import soup
from lab.train import feeds as train_feeds
from lab.train.held_out import HeldOut, Sort
from lab.train.posts import evaluate_held_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from honbun.evaluation.feeds import FindLists
    from honbun.evaluation.posts import FindPosts
    from honbun.feeds.model import Feed, Weights
    from honbun.page import Page

app = typer.Typer(no_args_is_help=True, help=__doc__)
GroupBy = StrEnum("GroupBy", ["kind", "language", "page"])
Jobs = Annotated[int, typer.Option(min=0, help="Worker processes; 0 takes one per core.")]


def _say(step: str) -> None:
    typer.echo(f"lab: {step}", err=True)


def _show(header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    typer.echo(f"{Table(header, rows)}\n")


@app.command()
def content(
    data: Path,
    only: Annotated[list[str] | None, typer.Option(help="A site to measure.")] = None,
    without: Annotated[list[str] | None, typer.Option(help="A site to leave out.")] = None,
    lists: Annotated[bool, typer.Option("--lists", help="Add list pages as evidence.")] = False,
    plant: Annotated[bool, typer.Option("--plant", help="Add near-duplicates.")] = False,
    jobs: Jobs = 0,
) -> None:
    """Content of sites."""
    kinds = ("article", "list") if lists else ("article",)
    sites = list(read_sites(data, kinds, only=only or (), without=without or ()))
    truths = contents.read_truths(sites, jobs)
    if plant:
        sites = [planted(site) for site in sites]
    find = partial(extract, options=ContentOptions(), run=Run(jobs))
    compared = contents.evaluate(sites, find, truths, on_step=_say)
    _show(("site", "pages", *contents.measures(compared)), contents.rows(compared))


@app.command()
def peers(
    data: Annotated[Path, typer.Argument(help="Folder with news, articles, wcxb, mixed, sites.")],
    cache: Annotated[Path, typer.Option(help="Folder where texts of other tools are kept.")],
    model: Annotated[Path | None, typer.Option(help="Held-out models: a folder of folds.")] = None,
    only: Annotated[list[str] | None, typer.Option(help="A folder of the data.")] = None,
    site_pages: Annotated[int, typer.Option(help="Articles of each site that are scored.")] = 25,
    jobs: Jobs = 0,
) -> None:
    """Text of honbun, together and alone, and of other extractors on the same pages."""
    models = read_models(model) if model else None
    run = Run(jobs, on_failure=lambda failure: _say(str(failure)))
    rows = []
    for folder in (data / name for name in (only or beside.FOLDERS)):
        if folder.is_dir():
            rows += beside.rows(beside.read(folder, site_pages, jobs), models, run, cache, _say)
        else:
            _say(f"{folder} is not there: it is left out")
    _show(("pages", "count", *beside.columns()), rows)


@app.command("reading-order")
def reading_order_(
    data: Annotated[Path, typer.Argument(help="Folder of texts with paragraphs, such as news.")],
    cache: Annotated[Path, typer.Option(help="Folder where texts of other tools are kept.")],
    jobs: Jobs = 0,
) -> None:
    """Whole paragraphs and their order, of honbun and of other extractors."""
    pages = list(read_text_pages(data))
    found = {one.source: one.text for one in extract([one.page for one in pages], run=Run(jobs))}
    texts = {"honbun": [found.get(one.page.source, "") for one in pages]}
    for peer in filter(Peer.is_installed, PEERS):
        kept = KeptTexts(peer, cache)
        texts[peer.name] = [kept.text(one.page.decode().text) for one in pages]
    on_page = [_all_text(one.page) for one in pages]
    rows = [
        reading_order.total(
            map(reading_order.compare, (one.paragraphs for one in pages), each, on_page)
        ).row(name)
        for name, each in texts.items()
    ]
    _show(reading_order.HEADER, rows)


@app.command("document-order")
def document_order(
    data: Annotated[list[Path], typer.Argument(help="Folders of sites, or of texts.")],
    errors: Annotated[bool, typer.Option("--errors", help="List lines out of order.")] = False,
    jobs: Jobs = 0,
) -> None:
    """Whether the lines of every text come in the order of the page; exit 1 if any does not."""
    rows, wrong = [], 0
    for folder in data:
        pages = list(_pages_of(folder))
        by_source = {page.source: page for page in pages}
        found = extract(pages, run=Run(jobs, on_failure=lambda failure: _say(str(failure))))
        orders = {
            one.source: reading_order.line_order(one.text, _all_text(by_source[one.source]))
            for one in found
        }
        lines = {
            name: sum(len(getattr(order, name)) for order in orders.values())
            for name in ("misplaced", "unknown")
        }
        parted = sum(order.parted for order in orders.values())
        out = sum(bool(order.misplaced) for order in orders.values())
        counts = (sum(order.lines for order in orders.values()), parted, *lines.values())
        rows.append((folder.name, len(orders), out, *counts))
        wrong += out
        for source, order in orders.items() if errors else ():
            for kind in ("misplaced", "unknown"):
                for line in getattr(order, kind):
                    typer.echo(f"{kind}\t{source}\t{line[:160]}")
    _show(("folder", "pages", "out of order", "lines", "parted", "misplaced", "unknown"), rows)
    if wrong:
        raise typer.Exit(1)


def _pages_of(folder: Path) -> Iterable[Page]:
    if is_text_truth(folder):
        return (one.page for one in read_text_pages(folder))
    return (one.page for site in read_sites(folder, ("article", "list")) for one in site.pages)


def _all_text(page: Page) -> str:
    """All text of a page, in document order."""
    return page.parse(page.decode()).text


@app.command("metadata")
def metadata_(
    data: Annotated[Path, typer.Argument(help="Folder of pages with title, authors and date.")],
    other_half: Annotated[
        bool, typer.Option("--other-half", help="Domains not for development.")
    ] = False,
    whole: Annotated[bool, typer.Option("--whole", help="Do not divide the pages.")] = False,
    errors: Annotated[bool, typer.Option("--errors", help="List what is wrong.")] = False,
    ours: Annotated[bool, typer.Option("--ours", help="Without trafilatura and htmldate.")] = False,
    jobs: Jobs = 0,
) -> None:
    """Titles, authors and dates, beside those of trafilatura and htmldate."""
    everything = [one for one in read_text_pages(data) if one.authors or one.date]
    pages = everything if whole else metadata.half(everything, other=other_half)
    compared = metadata.ours(pages, Run(jobs, on_failure=lambda failure: _say(str(failure))))
    rows = [metadata.row("honbun", compared)]
    if not ours:
        rows.append(metadata.row("trafilatura, htmldate", metadata.peers(pages)))
    _show(("tool", "pages", *metadata.FIELDS), rows)
    for field in metadata.FIELDS if errors else ():
        _show(("page", f"true {field}", "found"), list(metadata.errors(compared, field)))


@app.command("posts")
def posts_(
    data: Path,
    faithful: Annotated[bool, typer.Option("--faithful")] = False,
    held_out: Annotated[int, typer.Option(help="Parts of the formats; 0: none held out.")] = 0,
    negatives: Annotated[list[str] | None, typer.Option(help="Pages without posts.")] = None,
    sample: Annotated[int, typer.Option(help="Use so many of them.")] = 200,
    jobs: Jobs = 0,
) -> None:
    """Posts, with held-out weights and on pages without posts."""
    options = PostsOptions(faithful=faithful)

    def find(weights: Mapping[str, float] | None) -> FindPosts:
        used = replace(options, weights=weights)
        return lambda pages: find_posts(pages, used, run=Run(jobs))

    groups = list(read_groups(data))
    if held_out:
        compared = evaluate_held_out(groups, held_out, find, jobs=jobs, on_step=_say)
    else:
        compared = posts.evaluate(groups, find(None), on_step=_say)
    header = ("format", "pages", "true", "found", *posts.measures(compared))
    _show(header, posts.rows(compared))
    if negatives:
        pages = list(read(*negatives))
        step = max(1, len(pages) // sample)
        found = [one for one in find(None)(pages[::step]) if one.posts]
        _show(("pages without posts", "with posts found"), [(len(pages[::step]), len(found))])


@app.command()
def feed(
    data: Path,
    strip_markup: Annotated[bool, typer.Option("--strip-markup", help="No classes, ids.")] = False,
    kind: Annotated[list[str] | None, typer.Option(help="A kind of pages to measure.")] = None,
    group_by: Annotated[GroupBy, typer.Option(help="Rows of the table.")] = GroupBy["kind"],
    articles: Annotated[int, typer.Option(help="Articles without a list.")] = 300,
    weights: Annotated[Path | None, typer.Option(help="Weights of `lab train feeds`.")] = None,
    held_out: Annotated[Sort | None, typer.Option(help="Train without each page's group.")] = None,
    train_data: Annotated[list[Path] | None, typer.Option(help="Also train on this.")] = None,
    jobs: Jobs = 0,
) -> None:
    """Lists, with other weights or held-out ones, and on pages without classes."""
    own = read_weights(weights) if weights else None

    def find(used: Weights | None) -> FindLists:
        options = FeedOptions(weights=used or own)

        def lists(pages: Iterable[Page]) -> Iterable[Feed]:
            stripped = map(soup, pages) if strip_markup else pages
            return map_pages(Step(find_lists, options, "find lists"), stripped, Run(jobs))

        return lists

    pages = read_lists(data, kind or ())
    others = None
    if held_out:
        examples = train_feeds.examples(train_feeds.lessons([data, *(train_data or ())]), jobs)
        others = HeldOut(examples, held_out, find, _say)
    compared = others.lists(pages) if others else feeds.evaluate(pages, find(None))
    if group_by is not GroupBy.kind:
        by_page = group_by is GroupBy.page
        compared = [
            replace(one, group=one.name if by_page else str(one.details["language"]))
            for one in compared
        ]
    header = (group_by.value, "pages", "true", "found", *feeds.measures(compared))
    _show(header, feeds.rows(compared))
    if articles and has_articles(data) and not kind:
        article_pages = read_articles(data, articles)
        alarms = (
            others.alarms(article_pages, data)
            if others
            else feeds.false_alarms(article_pages, find(None))
        )
        _show(("articles", "with a list invented"), [(len(article_pages), len(alarms))])


@app.command()
def similar(
    data: Annotated[Path | None, typer.Argument(help="A folder with known pairs.")] = None,
    wcxb: Annotated[Path | None, typer.Option("--plant", help="Plant on pages of WCXB.")] = None,
    seed: Annotated[int, typer.Option(help="What is planted, and where.")] = 1,
    pages: Annotated[int | None, typer.Option(help="Pages to plant on at most.")] = None,
    given: Annotated[
        bool, typer.Option("--given", help="Leave shared passages at their given addresses.")
    ] = False,
    regions: Annotated[bool, typer.Option("--regions", help="Also compare all regions.")] = False,
    confusion: Annotated[bool, typer.Option("--confusion", help="Confused relations.")] = False,
    jobs: Jobs = 0,
) -> None:
    """Known pairs, or pairs planted on pages of WCXB."""
    # Needs the extra `similar`, which the other commands do without.
    from honbun.evaluation import similar as pairs

    if data is not None:
        collection = read_pairs(data) if given else neutral(read_pairs(data), seed)
    elif wcxb is not None:
        collection = plant(read_text_pages(wcxb), seed, pages)
    else:
        raise typer.BadParameter("give a folder, or --plant")
    ours, papers = (
        list(find_pairs(collection.pages, SimilarOptions(faithful=faithful), run=Run(jobs)))
        for faithful in (False, True)
    )
    tables, compared = pairs.evaluate(collection, ours, papers)
    for one in tables.values():
        typer.echo(f"{one}\n")
    if confusion:
        known = [one for one in compared if one.scores]
        header = ("true", *(relation.value for relation in Relation), "missed")
        _show(header, pairs.confusion(known))
    if regions:
        names: tuple[Literal["paper", "content", "page"], ...] = ("paper", "content", "page")
        rows = []
        for region in names:
            found = find_pairs(collection.pages, SimilarOptions(region=region), run=Run(jobs))
            known, others = pairs.compare(collection, found)
            figures = means(pairs.measures(group) for group in grouped(known).values())
            false = len(pairs.sort_unlisted(others, collection).false)
            rows.append([region, *(figures[name] for name in pairs.MEASURES), false])
        _show(("region", *pairs.MEASURES, "likely false"), rows)
