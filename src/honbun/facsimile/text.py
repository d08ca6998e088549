"""Text that may go into a facsimile: fit for UTF-8 and JSON, and as long as it should be."""

from __future__ import annotations

import re

from honbun.tree.block import collapse

_UNFIT = re.compile("[\0\ud800-\udfff]")
_MAX_WORDS = 200
"""Characters shown in the place of a picture or field."""


def fit(text: str) -> str:
    r"""Text without what cannot be written or drawn.

    >>> fit("a\0b")
    'a\ufffdb'
    """
    # Neither is printable, and most text is.
    return text if text.isprintable() else _UNFIT.sub("\ufffd", text)


def words(text: str | None) -> str:
    """Some words to show, on one line.

    >>> words(" a  cat ")
    'a cat'
    """
    return collapse(fit((text or "")[: 4 * _MAX_WORDS]))[:_MAX_WORDS]
