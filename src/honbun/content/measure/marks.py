"""Marks: where a page's links lead, what it marks as author and date, and its pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.content.measure.link import Compass, Lead
from honbun.html.blocks import MEDIA

if TYPE_CHECKING:
    from collections.abc import Mapping

    from honbun.html.blocks import Blocks


def hrefs(blocks: Blocks) -> dict[int, str]:
    """The address of each link in a block, as the page writes it, by element."""
    links = blocks.links()
    return dict(zip(links, map(str, blocks.tree.values(links, "href"))))


class Signs:
    """The elements that a page marks as author or date."""

    def __init__(self, blocks: Blocks) -> None:
        tree, of = blocks.tree, blocks.of
        self.signed: set[int] = set()
        """The elements inside what is marked as the author."""
        self.times: set[int] = set()
        """The elements inside `<time>`."""
        for node in tree.find("time"):
            self.times.update(range(node, tree.end[node]))
        for node, _, value in tree.find_attributes("rel", "itemprop", containing="author"):
            if of[node] >= 0 and "author" in value.lower().split():
                self.signed.update(range(node, tree.end[node]))


def leads(links: Mapping[int, str], url: str, base: str) -> dict[int, Lead]:
    """Where each link of the page at an address leads."""
    compass = Compass(url, base)
    return {node: compass.lead(href) for node, href in links.items()}


def pictures(blocks: Blocks) -> dict[int, str]:
    """The address of a picture in each block that has one, as the page writes it."""
    tree, of = blocks.tree, blocks.of
    found: dict[int, str] = {}
    media = tree.find(*MEDIA)
    # Where pictures load late, `src` is a placeholder.
    for node, *sources in zip(media, tree.values(media, "src"), tree.values(media, "data-src")):
        for source in sources:
            if source is not None and of[node] >= 0:
                found[of[node]] = source
    return found
