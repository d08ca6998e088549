"""What is wrong with the posts found on a page: torn, merged, cut, overlong, missed or none at all.

Told of the posts that `extent.match` leaves without a partner, by which of them holds which.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from honbun.eval.extent import squash

if TYPE_CHECKING:
    from collections.abc import Sequence

_PIECES = ("missed", "cut", "torn")
"""A true post by how many posts were found in it: none, one, or more."""
_HELD = ("overlong", "merged")
"""A found post by whether it holds one true post or more."""


class PostError(NamedTuple):
    """One post, or several that belong together, whose extent is wrong."""

    kind: str
    """`missed`, `torn`, `cut`, `merged`, `overlong`, or `no post`."""
    text: str
    """The true post; the found one where it is merged, overlong or none."""
    parts: tuple[str, ...] = ()
    """What a torn or cut post was found as, and what a merged or overlong one holds."""


def post_errors(
    found: Sequence[str], true: Sequence[str], pairs: Sequence[tuple[int, int]]
) -> list[PostError]:
    """The errors of one page, in its order; `pairs` are the posts whose extent is right.

    >>> errors = post_errors(["Ann: A. Bob: B.", "Menu"], ["Ann: A.", "Bob: B."], [])
    >>> [error.kind for error in errors]
    ['merged', 'no post']
    """
    paired, known = {i for i, _ in pairs}, {j for _, j in pairs}
    ours = {i: squash(text) for i, text in enumerate(found) if i not in paired}
    theirs = {j: squash(text) for j, text in enumerate(true) if j not in known}
    held = {i: [j for j, text in theirs.items() if _in(text, ours[i])] for i in ours}
    swallowed = {j for inner in held.values() for j in inner}
    pieces = {
        j: [i for i, piece in ours.items() if not held[i] and _in(piece, text)]
        for j, text in theirs.items()
        if j not in swallowed
    }
    errors: list[tuple[float, PostError]] = [
        (j, PostError(_PIECES[min(len(parts), 2)], true[j], tuple(found[i] for i in parts)))
        for j, parts in pieces.items()
    ]
    errors += [
        (inner[0], PostError(_HELD[len(inner) > 1], found[i], tuple(true[j] for j in inner)))
        for i, inner in held.items()
        if inner
    ]
    # Where each found post stands among the true ones; what is none stands behind the one before.
    place = dict(pairs) | {i: inner[-1] for i, inner in held.items() if inner}
    place |= {i: j for j, parts in pieces.items() for i in parts}
    for i in ours:
        if i not in place:
            before = max((place[k] for k in range(i) if k in place), default=-1)
            errors.append((before + 0.5, PostError("no post", found[i])))
    return [error for _, error in sorted(errors, key=itemgetter(0))]


def _in(part: str, whole: str) -> bool:
    """Whether a text is a part of another; one that shows nothing is a part of none."""
    return bool(part) and part in whole
