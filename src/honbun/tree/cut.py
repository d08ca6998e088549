"""Cuts: what of a page was not taken as it stands.

Limits bound what a hostile page can ask for. Most refuse such a page, which is told as a failure;
where a page is taken all the same, but not all of it, its result says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.tree import jsonld
from honbun.tree.parse import MAX_DEPTH

if TYPE_CHECKING:
    from honbun.tree.tree import Tree


def cuts(tree: Tree) -> tuple[str, ...]:
    """What was not taken as it stands, a phrase for each; none of almost all pages.

    >>> from honbun.tree.parse import parse
    >>> cuts(parse("<p>a"))
    ()
    """
    found = []
    if tree.lifted:
        found.append(
            f"{tree.lifted:,} elements nested deeper than {MAX_DEPTH}: taken at that depth"
        )
    if unread := jsonld.unread(tree):
        found.append(f"JSON-LD of {unread:,} characters: not read")
    return tuple(found)
