"""Code: sentences that are for machines: programs, commands, what they print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.relation.stretch import held, within

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.sentence.model import Sentence
    from honbun.tree.tree import Tree

_TAGS = ("pre", "code", "samp", "kbd", "xmp", "listing")


def in_code(tree: Tree, sentences: Sequence[Sentence]) -> list[bool]:
    """Whether most of each sentence stands in an element for code.

    The same lines of code are on many pages that have nothing to do with each other.
    """
    return within(sentences, held(tree, _TAGS))
