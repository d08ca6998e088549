"""Forms: sentences that are there for a form to be filled in ("Your address is not published")."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.sentence.model import Sentence
    from honbun.tree.tree import Tree

_LARGE = 0.5
"""Share of the page's text from which a form is the page: some servers wrap all of it in one."""


def in_form(tree: Tree, sentences: Sequence[Sentence]) -> list[bool]:
    """Whether each sentence stands in a form; sentences come in the order of the page."""
    whole = max(len(tree.text), 1)
    forms = sorted((tree.start[node], tree.stop[node]) for node in tree.find("form"))
    small = [(start, stop) for start, stop in forms if stop - start < _LARGE * whole]
    flags: list[bool] = []
    reach = -1  # of the forms that began up to here
    next_form = 0
    for sentence in sentences:
        while next_form < len(small) and small[next_form][0] <= sentence.start:
            reach = max(reach, small[next_form][1])
            next_form += 1
        flags.append(sentence.start < reach)
    return flags
