"""The categories of an item."""

from __future__ import annotations

from tests.feeds.builders import NAMES, article, list_items, page

KINDS = ["Wood", "Trees", "Wood", "Trees", "Wood"]


def categories(form: str) -> list[tuple[str, ...]]:
    html = page(lambda n: article(n, form.format(KINDS[n], NAMES[n])))
    return [item.categories for item in list_items(html)]


def test_marked_tags_are_categories() -> None:
    assert categories("<div><a rel=tag href=/tag/{0}>{0}</a></div>") == [(kind,) for kind in KINDS]


def test_symbol_before_a_tag_is_removed() -> None:
    assert categories("<div><a rel=tag href=/tag/{0}>#{0}</a></div>") == [(k,) for k in KINDS]


def test_links_shared_by_several_items_are_categories() -> None:
    assert categories("<div><a href=/kind/{0}>{0}</a></div>") == [(kind,) for kind in KINDS]


def test_tags_are_ordered_and_distinct() -> None:
    first, second = "<a rel=tag href=/t/{1}>{1}</a>", "<a rel=tag href=/t/{0}>{0}</a>"
    form = f"<div>{first} {second} {first}</div>"
    assert categories(form) == [(name, kind) for name, kind in zip(NAMES, KINDS, strict=True)]


def test_text_of_every_item_is_no_category() -> None:
    assert categories("<div><a href=/print>Print</a> <a href={1}>Read more</a></div>") == [()] * 5


def test_links_to_other_sites_are_no_categories() -> None:
    assert categories("<div><a href=http://b.example/{0}>{1} there</a></div>") == [()] * 5
