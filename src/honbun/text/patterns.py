"""Regular expressions that are compiled when they are first used.

Compiling those of dates and phrases takes as long as extracting a dozen pages, and most pages need
few of them.
"""

from __future__ import annotations

import re
from typing import Any, cast


class _LazyPattern:
    """Becomes a compiled pattern on first use; its methods are then found without this class."""

    def __init__(self, source: str, flags: int) -> None:
        self._source, self._flags = source, flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(self._source, self._flags)
        for method in ("match", "fullmatch", "search", "sub", "findall", "finditer", "split"):
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def lazy(source: str, flags: int = 0) -> re.Pattern[str]:
    r"""A pattern that is compiled on first use.

    >>> lazy(r"\d+").search("a 12")[0]
    '12'
    """
    return cast("re.Pattern[str]", _LazyPattern(source, flags))
