"""Feeds measured on list pages: the items of a page's main list, their titles and dates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.evaluation.matching import match_items
from honbun.evaluation.metrics import Comparison, Score, grouped, means, page_score, total
from honbun.evaluation.truth.lists import KINDS, title_digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from honbun.evaluation.metrics import Measures
    from honbun.evaluation.truth.lists import ListPage, TrueItem
    from honbun.feeds.model import Feed, Item
    from honbun.page import Page

    FindLists = Callable[[Iterable[Page]], Iterable[Feed]]
    """What is measured: returns the lists of pages."""

_DAY = len("2000-01-01")


def evaluate(pages: Sequence[ListPage], find: FindLists) -> list[Comparison]:
    """Compare the main list of every page with its truth; a page that fails counts as empty."""
    found = {lists.source: lists.items for lists in find(true.page for true in pages)}
    return [compare(found.get(true.page.source, ()), true) for true in pages]


def false_alarms(pages: Iterable[Page], find: FindLists) -> list[Feed]:
    """The lists found on pages that have none."""
    return [lists for lists in find(pages) if lists.items]


def compare(found: Sequence[Item], truth: ListPage) -> Comparison:
    """Compare the items found on a page with the true ones."""
    pairs = match_items(found, truth)
    both = [(found[i], truth.items[j]) for i, j in pairs]
    items = Score(len(found), len(truth.items), len(both))
    matched_found, matched_true = {i for i, _ in pairs}, {j for _, j in pairs}
    mistitled = [pair for pair in both if title_digest(pair[0].title) != pair[1].digest]
    misdated = [pair for pair in both if _day(pair[0]) != pair[1].published]
    dated = [true for _, true in both if true.published]
    invented = sum(not true.published for _, true in misdated)
    missed = [true for j, true in enumerate(truth.items) if j not in matched_true]
    extra = [item for i, item in enumerate(found) if i not in matched_found]
    return Comparison(
        name=truth.name,
        group=f"{truth.kind} {KINDS.get(truth.kind, '')}".strip(),
        scores={
            "pages": page_score(perfect=items.f == 1),
            "items": items,
            "title": Score(len(both), len(truth.items), len(both) - len(mistitled)),
            "date": Score(
                found=len(dated),
                true=sum(bool(true.published) for true in truth.items),
                right=len(dated) - (len(misdated) - invented),
            ),
            "invented date": Score(len(both) - len(dated), 0, invented),
        },
        errors=(
            *({"error": "missed", **_named(true)} for true in missed),
            *({"error": "extra", "title": one.title, "link": one.link} for one in extra),
            *({"error": "title", **_named(true), "found": one.title} for one, true in mistitled),
            *({"error": "date", **_dates(one, true)} for one, true in misdated),
        ),
        details={"url": truth.page.url, "language": truth.language},
    )


def measures(compared: Iterable[Comparison]) -> Measures:
    """The measures of some pages, their items added up."""
    sums = total(compared)
    items = sums["items"]
    return {
        "P": items.precision,
        "R": items.recall,
        "F": items.f,
        "perfect": sums["pages"].of_found,
        "title": sums["title"].of_found,
        "date": sums["date"].of_found,
        "invented": sums["invented date"].of_found,
    }


def rows(compared: Sequence[Comparison]) -> list[list[object]]:
    """The table: the mean over the pages of every group, then over all, then items added up."""
    groups = sorted(grouped(compared).items())
    table = [_row(name, group, _page_means(group)) for name, group in groups]
    listed = [one for one in compared if has_list(one)]
    if len(listed) < len(compared):
        table.append(_row("pages with a list: mean over pages", listed, _page_means(listed)))
    table.append(_row("all pages: mean over pages", compared, _page_means(compared)))
    table.append(_row("all pages: items added up", compared, measures(compared)))
    return table


def has_list(page: Comparison) -> bool:
    """Whether the page truly has a list."""
    return page.scores["items"].true > 0


def _page_means(compared: Iterable[Comparison]) -> Measures:
    return means(measures([page]) for page in compared)


def _row(name: str, compared: Sequence[Comparison], figures: Measures) -> list[object]:
    items = total(compared).get("items", Score())
    return [name, len(compared), items.true, items.found, *figures.values()]


def _day(item: Item) -> str | None:
    """The day of an item; None if only its month or year is known."""
    day = (item.published or "")[:_DAY]
    return day if len(day) == _DAY else None


def _named(true: TrueItem) -> Mapping[str, object]:
    # Held-out data gives only the digests of titles.
    title = true.title if true.title is not None else f"#{true.digest}"
    return {"title": title, "link": true.link}


def _dates(item: Item, true: TrueItem) -> Mapping[str, object]:
    return {**_named(true), "true": true.published, "found": item.published}
