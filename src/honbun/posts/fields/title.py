"""The title of a thread: as its page shows it, without the name of the site.

Some boards show only their own name in a heading. On pages of several threads it is the one that
they share, while what they declare in `<title>` differs.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from honbun.html.blocks import split
from honbun.metadata.declared import declared_metadata
from honbun.metadata.title import choose_title, choose_title_block

if TYPE_CHECKING:
    from collections.abc import Iterable

    from honbun.html.tree import Tree

_SEPARATORS = " -–—|｜:：/\\»«>·•"


def find_title(tree: Tree, url: str) -> str | None:
    """The title that a page shows in a heading, else the one that it declares."""
    declared = declared_metadata(tree, url)
    blocks = split(tree)
    texts = blocks.texts()
    shown = choose_title_block(declared, blocks.tags(), texts, blocks.sizes(), blocks.linked())
    return choose_title(declared, None if shown is None else texts[shown], url)


def board_names(titles: Iterable[tuple[str | None, str | None]]) -> frozenset[str]:
    """The titles that several threads show although they declare others.

    `titles` are those that each thread shows and declares.

    >>> board_names([("Board", "One - Board"), ("Board", "Two - Board"), ("Three", "Three")])
    frozenset({'Board'})
    """
    declared: dict[str, set[str]] = defaultdict(set)
    for shown, whole in titles:
        if shown and whole:
            declared[shown].add(whole)
    return frozenset(shown for shown, wholes in declared.items() if len(wholes) > 1)


def without_board_name(
    shown: str | None, declared: str | None, names: frozenset[str]
) -> str | None:
    """The title of a thread, from what it declares if it shows the name of its board.

    >>> without_board_name("Board", "Board: Sea » Tides", frozenset({"Board"}))
    'Sea » Tides'
    """
    if shown not in names or not declared:
        return shown
    return declared.removeprefix(shown).removesuffix(shown).strip(_SEPARATORS) or declared
