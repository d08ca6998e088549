"""Paper 001: its two tables of results, and its example of clusters (figures 1 to 3)."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from honbun.errors import HonbunError
from honbun.reproduction.model import PaperTable, Reproduction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.evaluation.truth.lists import ListPage
    from honbun.feeds.model import Feed, Item
    from honbun.page import Page
    from honbun.papers.feed_001.lines import Lines
    from honbun.papers.feed_001.subtrees import Subtrees
    from honbun.reproduction.model import PaperOptions, Row

EXAMPLE = (
    "<body><div>"
    "<p>News of the town</p>"
    "<p><b>Rain in the hills</b><br>All day long rain fell in the hills.</p>"
    "<p><b>Snow on the pass</b><br>The pass is closed for snow.</p>"
    "<p><b>Sun on the coast</b><br>The coast had sun <i><u><s><q>all day</q></s></u></i>.</p>"
    "</div></body>"
)
"""A page as the text describes figure 1, which is lost: four subtrees a to d below `<div><p>`, of
which a has one text group, b and c have one structure, and d has theirs with more inside."""


class Outcome(StrEnum):
    """The rows of table 1."""

    COMPLETE = "extracted correctly"
    MISSED = "an article was missed"
    CUT = "a body was cut short"
    LARGE = "an article was too large"
    WRONG = "something else was extracted"


def outcome(found: Sequence[Item], truth: ListPage) -> Outcome:
    """What happened on a page.

    The paper counts each page once and does not say which cause counts if there are several. Here
    the first of: something that is no article, an article missed, one too large, one cut short. A
    body is compared with the last words that the truth gives; an article is also too large if it
    contains the title of another one.
    """
    from honbun.evaluation.matching import match_items, squash

    pairs = [(found[i], truth.items[j]) for i, j in match_items(found, truth)]
    if len(pairs) < len(found):
        return Outcome.WRONG
    if len(pairs) < len(truth.items):
        return Outcome.MISSED
    titles = [squash(true.title) for true in truth.items if true.title]
    cut = False
    for item, true in pairs:
        body = squash(item.summary or "")
        own = squash(true.title or item.title)
        end = squash(true.body_end or "")
        others = (title for title in titles if title not in own)
        if any(title in body for title in others) or (end in body and not body.endswith(end)):
            return Outcome.LARGE
        cut = cut or end not in body
    return Outcome.CUT if cut else Outcome.COMPLETE


def table_1(inputs: Sequence[str], options: PaperOptions) -> list[PaperTable]:
    """The pages by outcome."""
    pages, found = _found(inputs, options)
    outcomes = [outcome(items, page) for page, items in zip(pages, found)]
    rows: list[Row] = [
        [str(one), outcomes.count(one), 100 * outcomes.count(one) / max(1, len(outcomes))]
        for one in Outcome
    ]
    known = sum(item.body_end is not None for page in pages for item in page.items)
    total = sum(len(page.items) for page in pages)
    caption = f"Results by page (the end of the body is known of {known} of {total} articles)"
    return [PaperTable(caption, ("result", "pages", "percent"), rows, digits=1)]


def table_2(inputs: Sequence[str], options: PaperOptions) -> list[PaperTable]:
    """The articles: true, extracted, right, and the shares that the paper derives from them."""
    from honbun.evaluation.matching import match_items

    pages, found = _found(inputs, options)
    true = sum(len(page.items) for page in pages)
    extracted = sum(map(len, found))
    right = sum(len(match_items(items, page)) for page, items in zip(pages, found))
    rows: list[Row] = [
        ["articles counted by hand", true],
        ["extracted as articles", extracted],
        ["of these, articles", right],
        ["recall, percent", 100 * right / max(1, true)],
        ["precision, percent", 100 * right / max(1, extracted)],
    ]
    return [PaperTable("Extracted articles", ("", "number"), rows, digits=1)]


def _found(
    inputs: Sequence[str], options: PaperOptions
) -> tuple[list[ListPage], list[tuple[Item, ...]]]:
    """The pages that have articles, as the paper's all did, and the items found on each."""
    from honbun.api import feed
    from honbun.evaluation.truth.lists import read_lists
    from honbun.feeds.model import FeedOptions
    from honbun.papers.feed_001.clusters import check_extra
    from honbun.runner.pages import Step, map_pages

    check_extra()  # or every page would fail
    if not inputs:
        raise HonbunError("this needs a folder with lists.json: see docs/guide/evaluation.md")
    pages = [page for one in inputs for page in read_lists(Path(one)) if page.items]
    step: Step[Page, FeedOptions, Feed] = Step(feed, FeedOptions(faithful=True), "find lists")
    feeds = map_pages(step, (page.page for page in pages), options.run())
    by_source = {one.source: one.items for one in feeds}
    return pages, [tuple(by_source.get(page.page.source, ())) for page in pages]


def figure_1(inputs: Sequence[str], options: PaperOptions) -> list[PaperTable]:
    """The subtrees T(seq) of `<div><p>`, with their text groups."""
    lines, known = _example()
    rows: list[Row] = [
        [name, len(known.of(node).kept), " | ".join(map(lines.read, lines.groups(node, 1, 8)))]
        for name, node in zip("abcd", _roots(lines))
    ]
    header = ("subtree", "nodes", "text groups")
    return [PaperTable("Subtrees of <div><p>", header, rows, words={"text groups"})]


def figure_2(inputs: Sequence[str], options: PaperOptions) -> list[PaperTable]:
    """The distances d between the subtrees; the paper shows one, of other trees."""
    lines, known = _example()
    subtrees = [known.of(node) for node in _roots(lines)]
    rows: list[Row] = [
        [name, *(known.distance(one, other) for other in subtrees)]
        for name, one in zip("abcd", subtrees)
    ]
    return [PaperTable("Distances of the subtrees of <div><p>", ("d", *"abcd"), rows, digits=1)]


def figure_3(inputs: Sequence[str], options: PaperOptions) -> list[PaperTable]:
    """The clusters of T(seq), the articles of each, and those recovered from other subtrees."""
    from honbun.papers.feed_001.articles import Recovery
    from honbun.papers.feed_001.clusters import Candidates, clusters
    from honbun.papers.feed_001.conditions import Places, Reading

    lines, known = _example()
    subtrees = [known.of(node) for node in _roots(lines)]
    name = dict(zip(_roots(lines), "abcd"))
    parts = (known, Places(lines, known), Reading(lines))
    candidates, recovery = Candidates(*parts), Recovery(*parts)
    rows: list[list[str]] = []
    for cluster in clusters(known, subtrees):
        best = candidates.best(cluster)
        own = [one.node for one in best.articles] if best else []
        every = [one.node for one in recovery.articles(best, subtrees)] if best else []
        recovered = [node for node in every if node not in own]
        nodes = ([one.node for one in cluster], own, recovered)
        rows.append(["".join(name[node] for node in part) or "-" for part in nodes])
    header = ("cluster", "articles", "recovered")
    return [PaperTable("Clusters of <div><p>", header, rows, words=set(header))]


def _example() -> tuple[Lines, Subtrees]:
    from honbun.html.nodes import node_sequence
    from honbun.html.parse import parse
    from honbun.papers.feed_001.lines import Lines
    from honbun.papers.feed_001.subtrees import Subtrees

    lines = Lines(node_sequence(parse(EXAMPLE)))
    return lines, Subtrees(lines)


def _roots(lines: Lines) -> list[int]:
    """N(<div><p>): the nodes whose path from the root ends in div, p."""
    tags = lines.sequence.tag
    return [
        node
        for node, (tag, parent) in enumerate(zip(tags, lines.parent))
        if tag == "p" and parent >= 0 and tags[parent] == "div"
    ]


_LISTS = "a folder of list pages with lists.json; body_end of an item for bodies"

REPRODUCTIONS = (
    Reproduction("table 1", "pages by outcome", _LISTS, table_1),
    Reproduction("table 2", "articles extracted, recall and precision", _LISTS, table_2),
    Reproduction("figure 1", "the subtrees of a common path", "", figure_1),
    Reproduction("figure 2", "the distances of these subtrees", "", figure_2),
    Reproduction("figure 3", "clusters, their articles and those recovered", "", figure_3),
)
