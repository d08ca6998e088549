"""Judging: a page while it is judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.content.explain import Reason

if TYPE_CHECKING:
    from honbun.content.measure.outline import Outline
    from honbun.content.template.reading import Reading
    from honbun.content.template.template import Template


class Judging:
    """What the steps share: the page, its template, and the labels so far."""

    def __init__(self, reading: Reading, template: Template, title: int | None) -> None:
        self.reading = reading
        self.template = template
        self.title = title
        self.why = [Reason.OUTSIDE] * len(reading.outline)

    @property
    def outline(self) -> Outline:
        return self.reading.outline

    def said_by(self, block: int) -> int:
        """On how many pages it stands, this one included."""
        return self.reading.others[block] + 1 if self.outline.mark[block] else 0

    def often(self, block: int, share: float) -> bool:
        return self.said_by(block) >= max(2, share * self.template.pages)
