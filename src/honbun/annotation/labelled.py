"""Labelled: one page with what one annotator, or the adjudicator, says of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from honbun.annotation.model import Label, State
    from honbun.page import Page


@dataclass(frozen=True, slots=True)
class Labelled:
    """A page and its labels, as they are exported and measured on."""

    page: Page
    url: str
    digest: str
    """Of the page that was labelled, of which this may be a copy."""
    annotator: str
    state: State
    labels: tuple[Label, ...]
    """Whose places are those of `page`."""
    lost: int = 0
    """Labels whose block the page does not have: another version of the program cut it up."""
    older: int = 0
    """Earlier versions of the page that are finished too, and left out for this one."""
