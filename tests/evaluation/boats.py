"""Labelled pages written by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.annotation.blocks import labellable_blocks
from honbun.annotation.model import Kind, Label, LabelledPage, State, digest
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Mapping

    from honbun.stores.labels import Labels

PAGE = (
    "<html lang=en><title>Boats</title><body><ul><li>Home<li>News</ul>"
    "<div id=article><h1>Boats <em>float</em></h1>By <p>Ann</p><p>10 May 2008</p>"
    "<figure><img src=a.png><figcaption>A boat</figcaption></figure>"
    "<div>A boat floats {0} times.<div>Share this</div></div><p>(Boat News)</p></div>"
)
KINDS = {
    "Boats float": Kind.TITLE,
    "Ann": Kind.AUTHOR,
    "10 May 2008": Kind.DATE,
    "": Kind.FIGURE,
    "A boat": Kind.CAPTION,
    "A boat floats 1 times.": Kind.BODY,
    "(Boat News)": Kind.CREDIT,
}
"""The kind of each block of the first page, by its text."""


def page(number: int = 1, host: str = "https://a.example") -> Page:
    """A page of a site about boats."""
    html = PAGE.format(number).encode()
    return Page(html, url=f"{host}/{number}.html", source=f"{number}.html")


def labels_of(page: Page, kinds: Mapping[str, Kind]) -> tuple[Label, ...]:
    """Labels of the blocks with these texts."""
    return tuple(
        Label(place, kinds[place.text]) for place in labellable_blocks(page) if place.text in kinds
    )


def labelled(page: Page, kinds: Mapping[str, Kind] = KINDS, annotator: str = "Ann") -> LabelledPage:
    """A page with labels."""
    labels = labels_of(page, kinds)
    return LabelledPage(page, page.url or "", digest(page), annotator, State.DONE, labels)


def add_labels(
    labels: Labels,
    annotator: str,
    page: Page,
    kinds: Mapping[str, Kind] = KINDS,
    state: State = State.DONE,
) -> None:
    """Store labels of an annotator for a page."""
    known_as = labels.add_page(page, page.url or "")
    changes = {label.block: label.kind for label in labels_of(page, kinds)}
    labels.act(annotator, known_as, changes, state)
