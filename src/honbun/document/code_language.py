"""The language of a piece of code, as the page names it."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.html.tree import Tree

_NAMED = re.compile(
    # The HTML Standard's way (4.5.15), and those of GitHub, Sphinx and SyntaxHighlighter.
    r"(?:^|\s)(?:lang(?:uage)?-|highlight-(?:source-)?|brush:\s*)([\w+#.-]+)",
    re.ASCII,
)
_HIGHLIGHTED = re.compile(
    # Pandoc and highlight.js set the bare name beside a word of their own.
    r"\s*(?:(?:sourceCode|hljs)\s+([\w+#.-]+)|([\w+#.-]+)\s+hljs)\s*",
    re.ASCII,
)
_NO_LANGUAGE = frozenset(
    "auto code copy default highlight nohighlight none notranslate plain plaintext raw source "
    "text txt undefined unknown wrapper".split()
)
_ABOVE = 3
"""Elements around <pre> that highlighters add."""


def code_language(tree: Tree, node: int) -> str:
    """The language of the code in a <pre>; empty if the page does not name it."""
    for name in _names(tree, node):
        if name and name.lower() not in _NO_LANGUAGE and re.fullmatch(r"[\w+#.-]{1,30}", name):
            return name.lower()
    return ""


def _names(tree: Tree, node: int) -> Iterator[str | None]:
    inside = range(node + 1, min(node + 4, tree.end[node]))
    elements = [node, *(child for child in inside if tree.tag[child] == "code")]
    for element in elements:
        name = tree.attribute(element, "lang")
        # Two letters or a hyphen are more often those of a language that people speak.
        yield name if name and len(name) > 2 and "-" not in name else None
    for element in (*elements, *_around(tree, node)):
        yield tree.attribute(element, "data-lang")
        yield tree.attribute(element, "data-language")
        classes = tree.attribute(element, "class") or ""
        for found in (_NAMED.search(classes), _HIGHLIGHTED.fullmatch(classes)):
            yield found[found.lastindex or 0] if found else None
        # highlight.js also takes the only class of <code> for its language.
        if tree.tag[element] == "code" and re.fullmatch(r"\s*[A-Za-z][\w+#]{0,19}\s*", classes):
            yield classes.strip()


def _around(tree: Tree, node: int) -> Iterator[int]:
    """The elements around a <pre> that hold no other one."""
    above, places = tree.parent[node], tree.by_tag.get(tree.tag[node], [])
    for _ in range(_ABOVE):
        if above < 0 or tree.tag[above] == "body":
            return
        first = bisect_left(places, above)
        if places[first] != node or bisect_left(places, tree.end[above]) != first + 1:
            return
        yield above
        above = tree.parent[above]
