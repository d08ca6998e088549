"""Bytes become the tree of a page and its snapshot."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from honbun.annotation.blocks import labellable_blocks
from honbun.html.blocks import split
from honbun.html.parse import MAX_DEPTH
from honbun.inputs.assets import NO_ASSETS
from honbun.web.snapshot.draw import draw
from honbun.web.snapshot.draw import to_json as drawing
from tests.fuzz import readback
from tests.fuzz.packages import page
from tests.fuzz.target import refusing
from tests.web.snapshot.judge import loads

if TYPE_CHECKING:
    from honbun.html.tree import Tree
    from honbun.web.snapshot.model import Snapshot

_INERT = frozenset({"script", "iframe", "object", "embed", "base", "form", "link", "meta"})
"""Elements that would be active in a snapshot."""


def tree(data: bytes) -> None:
    """The columns of a tree are consistent, and parsing is deterministic."""
    with refusing():
        found, again = page(data).parse(), page(data).parse()
        _check_elements(found)
        _check_runs(found)
        assert (found.tag, found.parent, found.text, found.run_owner) == (
            again.tag,
            again.parent,
            again.text,
            again.run_owner,
        )
        # Elements in a <template> have no path: they are not displayed and have no blocks.
        paths = [*map(found.xpath, split(found).node)]
        assert len(set(paths)) == len(paths)
        found.text.encode()


def _check_elements(tree: Tree) -> None:
    for node in range(len(tree)):
        parent = tree.parent[node]
        assert parent < node < tree.end[node] <= len(tree)
        assert tree.start[node] <= tree.stop[node] <= len(tree.text)
        assert tree.depth[node] <= MAX_DEPTH
        if parent >= 0:
            assert tree.depth[node] == tree.depth[parent] + 1
            assert tree.end[node] <= tree.end[parent]
            assert tree.start[parent] <= tree.start[node] <= tree.stop[node] <= tree.stop[parent]
        for name, value in tree.attributes(node):
            assert tree.attribute(node, name) is not None
            (name + value).encode()


def _check_runs(tree: Tree) -> None:
    assert "".join(tree.run) == tree.text
    assert list(tree.run_start) == sorted(tree.run_start)
    assert tree.run_start[-1] == len(tree.text)
    for owner, begin in zip(tree.run_owner, tree.run_start):
        assert tree.start[owner] <= begin <= tree.stop[owner]


def snapshot(data: bytes) -> None:
    """The steps are consistent with the tree, have nothing active, and can be written as JSON."""
    with refusing():
        read = page(data)
        parsed = read.parse()
        drawn = draw(read, parsed, NO_ASSETS)
        _check_steps(drawn, parsed)
        _check_looks(drawn)
        readback.one_json(json.dumps(drawing(drawn), allow_nan=False).encode())
        for place in labellable_blocks(read):
            place.text.encode()


def _check_steps(drawn: Snapshot, tree: Tree) -> None:
    opened: list[int] = []
    seen: list[int] = []
    runs = iter(drawn.runs)
    for step in drawn.steps:
        if isinstance(step, int):
            assert 0 < step <= len(opened)
            del opened[-step:]
        elif isinstance(step, str):
            run = next(runs)
            assert tree.run_owner[run] == opened[-1]
            assert len(tree.run[run]) == len(step)
        else:
            _, _, node = step
            assert -1 <= node < len(tree)
            opened.append(node)
            seen += [node] * (node >= 0)
    assert not opened
    assert next(runs, None) is None
    assert seen == sorted(set(seen))
    assert list(drawn.runs) == sorted(set(drawn.runs))


def _check_looks(drawn: Snapshot) -> None:
    for step in drawn.steps:
        if isinstance(step, tuple):
            tag, attributes, _ = step
            assert tag not in _INERT, tag
            assert not [name for name in attributes if name.startswith("on")]
            assert "href" not in attributes
            assert attributes.get("src", "data:image/").startswith("data:image/")
            assert loads(attributes.get("style", "")) == []
    for sheet in drawn.sheets:
        assert loads(sheet.css) == []
