"""Sheet: one page, and what each of those who have finished it says of its blocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.annotation.carry import carry
from honbun.annotation.model import TRUTH, State

if TYPE_CHECKING:
    from collections.abc import Mapping

    from honbun.annotation.model import Kind, Standing
    from honbun.annotation.places import BlockColumns

FINISHED = frozenset({State.DONE, State.UNSURE})
"""Who is unsure has labelled the page, and what they doubt is what there is to talk about."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is said of one page."""

    digest: str
    shown: tuple[int, ...]
    """The blocks that can be labelled."""
    said: Mapping[str, Mapping[int, Kind]]
    """By annotator, and `TRUTH` for the adjudicator, the kinds of the blocks that are content."""

    @property
    def annotators(self) -> list[str]:
        """Those who have finished the page, without the adjudicator."""
        return [name for name in self.said if name != TRUTH]


def sheet(digest: str, blocks: BlockColumns, standings: Mapping[str, Standing]) -> Sheet:
    """The sheet of a page with these blocks, of the standings of all annotators by their names."""
    places = blocks.places()
    said = {
        name: {label.place.number: label.kind for label in carry(standing.labels, places).labels}
        for name, standing in standings.items()
        if standing.state in FINISHED
    }
    return Sheet(digest, tuple(place.number for place in places), said)
