"""Forms: sentences that are there for a form to be filled in ("Your address is not published")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.relation.stretch import held, within

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.sentence.model import Sentence
    from honbun.tree.tree import Tree

_LARGE = 0.5
"""Share of the page's text from which a form is the page: some servers wrap all of it in one."""


def in_form(tree: Tree, sentences: Sequence[Sentence]) -> list[bool]:
    """Whether each sentence stands in a form that is not the whole page."""
    small = [
        (start, stop)
        for start, stop in held(tree, ["form"])
        if stop - start < _LARGE * len(tree.text)
    ]
    return within(sentences, small)
