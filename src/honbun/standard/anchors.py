"""The links of a page: what each says, and where it leads."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from honbun.language.address import address_key
from honbun.language.japanese import is_japanese_sentence
from honbun.language.width import normalise
from honbun.tree.address import base_address, safe_address

if TYPE_CHECKING:
    from honbun.tree.tree import Tree

_NO_PAGES = ("mailto:", "tel:", "ftp:")
_MOST = 10_000
"""Links of one page that are kept: more are a list made by a machine, for machines."""


class Anchor(NamedTuple):
    """A link of a page."""

    text: str
    url: str
    target: int
    """The key of the address, the same for all spellings of it."""


def anchors(tree: Tree, address: str, *, japanese: bool) -> list[Anchor]:
    """The links of a page to others in document order, those with one text and target once."""
    base = base_address(tree, address)
    own = address_key(address)
    nodes = tree.find("a", "area")
    found: dict[tuple[str, int], Anchor] = {}
    for node, href in zip(nodes, tree.values(nodes, "href")):
        if not href or href.startswith("#") or (link := _target(base, href)) is None:
            continue
        url, target = link
        if target == own:
            continue
        said = _said(tree, node)
        text = normalise(said, japanese=is_japanese_sentence(said, japanese))
        found.setdefault((text, target), Anchor(text, url, target))
        if len(found) == _MOST:
            break
    return list(found.values())


@lru_cache(maxsize=1 << 16)
def _target(base: str, href: str) -> tuple[str, int] | None:
    url = safe_address(base, href)
    if url is None or url.lower().startswith(_NO_PAGES):
        return None
    return url, address_key(url)


def _said(tree: Tree, node: int) -> str:
    """The text of a link; of one without, what stands for its pictures where they are not seen."""
    text = tree.subtree_text(node)
    if text and not text.isspace():
        return text
    pictures = [at for at in range(node, tree.end[node]) if tree.tag[at] in ("img", "area")]
    return " ".join(filter(None, tree.values(pictures, "alt")))
