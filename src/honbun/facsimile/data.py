"""A facsimile as JSON has it: flat lists, however deep the page is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from honbun.facsimile.model import Facsimile


def data(facsimile: Facsimile) -> dict[str, Any]:
    """What the script that draws the page is given.

    >>> from honbun.facsimile.model import Facsimile
    >>> data(Facsimile("quirks", (), (("html", {}, 0), "Hi", 1), (0,)))["steps"]
    [['html', {}, 0], 'Hi', 1]
    """
    return {
        "mode": facsimile.mode,
        "sheets": [{"css": sheet.css, "media": sheet.media} for sheet in facsimile.sheets],
        "steps": [list(step) if isinstance(step, tuple) else step for step in facsimile.steps],
        "runs": list(facsimile.runs),
    }
