"""XPaths of posts, followed step by step: what they lead to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from honbun.html.nodes import node_sequence

if TYPE_CHECKING:
    from honbun.html.tree import Tree

_STEP = re.compile(r"/(\*|text\(\)|[A-Za-z_][\w.-]*)(?:\[(\d+)\])?")


def texts(tree: Tree, path: str) -> list[int]:
    """The text runs that an XPath leads to, those that no reader sees left out."""
    assert _STEP.sub("", path) == ""
    node = -1
    for name, position in _STEP.findall(path):
        if name == "text()":
            own = [run for run, owner in enumerate(tree.run_owner) if owner == node]
            return [own[int(position) - 1]]
        children = [
            kid
            for kid, parent in enumerate(tree.parent)
            if parent == node and name in ("*", tree.tag[kid])
        ]
        assert position or len(children) == 1
        node = children[int(position or 1) - 1]
    seen = {*node_sequence(tree).node.tolist()}
    return [
        run
        for run, owner in enumerate(tree.run_owner)
        if node <= owner < tree.end[node] and owner in seen
    ]
