"""Folds: sites divided by a hash of their names, so that a page is measured by a model that has not
seen its site."""

from __future__ import annotations

import xxhash


def fold_of(site: str, folds: int) -> int:
    """The fold of all pages of a site.

    >>> fold_of("example.org", 5) == fold_of("example.org", 5) < 5
    True
    """
    return xxhash.xxh64_intdigest(site.encode()) % folds
