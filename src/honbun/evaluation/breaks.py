"""Line breaks of bodies, measured against those of the page.

True posts have their words only, so the breaks are read from the page: a break is where a block or
a line begins or ends between two words of a body. Bodies are compared where their words are right.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from honbun.evaluation.metrics import Score
from honbun.html.blocks import split
from honbun.text.unicode import strip_control

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.evaluation.truth.threads import TruePage

_UNCOUNTED = re.compile(r"[\s\u200b\u200c\u200d\u2060\ufeff\u00ad>＞]+")
"""What depends on the parser, and signs of quoted lines, which may have become quotations."""


def letters(text: str) -> str:
    """A text without white space, control characters and signs of quotations."""
    return _UNCOUNTED.sub("", strip_control(text))


def body_breaks(truth: TruePage) -> list[tuple[str, frozenset[int]] | None]:
    """The letters of each true body, and after how many of them the page breaks a line.

    None for a post that has no body, or whose text is not one stretch of the page.
    """
    tree = truth.page.parse(truth.page.decode())
    breaks = split(tree).breaks()
    for node in tree.find("pre"):
        start = tree.start[node]
        text = tree.text[start : tree.stop[node]]
        breaks.update(start + at for at, letter in enumerate(text) if letter == "\n")
    kept = [at for at, letter in enumerate(tree.text) if letters(letter)]
    page = "".join([tree.text[at] for at in kept])
    broken = sorted({bisect_left(kept, offset) for offset in breaks})
    found: list[tuple[str, frozenset[int]] | None] = []
    cursor = 0
    for post in truth.posts:
        whole, body = letters(post.text), letters(post.body or "")
        start = page.find(whole, cursor)
        at = page.find(body, start, start + len(whole)) if start >= 0 and body else -1
        cursor = start + len(whole) if start >= 0 else cursor
        if at < 0:
            found.append(None)
            continue
        inside = broken[bisect_left(broken, at + 1) : bisect_left(broken, at + len(body))]
        found.append((body, frozenset(one - at for one in inside)))
    return found


def compare_breaks(lines: Sequence[str], body: str, true: frozenset[int]) -> Score | None:
    """The breaks between the lines of a found body; None where its words are not those of the true
    one.

    >>> compare_breaks(["a b", "", "c", "d"], "abcd", frozenset({2}))
    Score(found=2, true=1, right=1)
    """
    parts = [part for part in map(letters, lines) if part]
    start = body.find("".join(parts)) if parts else -1
    if start < 0:
        return None
    found, at = set(), start
    for part in parts[:-1]:
        at += len(part)
        found.add(at)
    stop = at + len(parts[-1])
    inside = {one for one in true if start < one < stop}
    return Score(len(found), len(inside), len(found & inside))
