"""What the template of a site says on its pages, such as an address, a phone number, a licence.

These are texts that are no content on most pages. Links to other pages are left out, as they say
what a site has; telephone numbers and mail addresses stay.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from honbun.content.evidence import POOL
from honbun.document.inlines import Mark, read_inlines

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from honbun.content.record import PageRows
    from honbun.document.inlines import Inline

_LEAST = 3
"""Pages that must have a text: what two pages share may be a paragraph of both."""
_SHARE = 0.5
"""Share of the pages that must have it: sites have a few templates, one of which has most pages."""
_CONTACTS = ("tel:", "mailto:")


class SiteRecord:
    """Counts the texts of the first pages of a site that are judged which are not content."""

    def __init__(self) -> None:
        self._pages = 0
        self._times = Counter[str]()

    def add(self, rows: PageRows, kept: Container[int]) -> None:
        """Add a page, of which these segments are kept."""
        if self._pages < POOL:
            self._pages += 1
            self._times.update(dict.fromkeys(_texts(rows, kept), 1))

    def texts(self) -> tuple[str, ...]:
        """What most pages say, each text once."""
        least = max(_LEAST, _SHARE * self._pages)
        return tuple(text for text, times in self._times.items() if times >= least)


def _texts(rows: PageRows, kept: Container[int]) -> Iterator[str]:
    others = [row for row in range(len(rows.text)) if row not in kept]
    flow = rows.flow(others, ())
    said = {
        row
        for row, _, _, marked in flow.pieces
        if _says(read_inlines(marked, flow.links.get, lambda _: None))
    }
    return (rows.text[row] for row in others if row in said)


def _says(inlines: Iterable[Inline]) -> bool:
    """Whether there is text besides links to other pages."""
    for inline in inlines:
        if isinstance(inline, str):
            if any(map(str.isalnum, inline)):
                return True
        elif isinstance(inline, Mark):
            if inline.tag != "a":
                if _says(inline.children):
                    return True
            elif inline.href and inline.href.strip().lower().startswith(_CONTACTS):
                return True
    return False
