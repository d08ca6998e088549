"""Carry: labels made on another version of a page, or by another version of the program.

A label goes where its block is found (see `match.py`) or is lost, and that is told: a label is
never guessed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.annotation.match import match
from honbun.annotation.model import Label

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.annotation.model import Place, Standing, Verdict


@dataclass(frozen=True, slots=True)
class Carried:
    """Labels in the places of another version."""

    labels: tuple[Label, ...]
    """In the order of the page."""
    lost: tuple[Label, ...]
    """Those whose block was not found, in the order of the page they were made on."""


def carry(
    labels: Iterable[Label], places: Sequence[Place], before: Sequence[Place] = ()
) -> Carried:
    """Labels as they stand on a page whose blocks are `places`.

    Give with `before` all blocks of the page that the labels were made on, where it is at hand:
    then it is known which texts stood on it more than once, without being labelled.
    """
    ordered = sorted(labels, key=lambda label: label.place.number)
    old = before or [label.place for label in ordered]
    found = match(old, places)
    at = {(place.xpath, place.text): index for index, place in enumerate(old)}
    carried, lost = [], []
    for label in ordered:
        index = found.get(at.get((label.place.xpath, label.place.text), -1))
        if index is None:
            lost.append(label)
        else:
            carried.append(Label(places[index], label.kind))
    return Carried(tuple(sorted(carried, key=lambda label: label.place.number)), tuple(lost))


def resettled(standing: Standing, places: Sequence[Place]) -> dict[Place, Verdict | None]:
    """What to change so that labels made by another version of the program stand on `places`.

    Nothing where all of them do. Those that find no block are left as they are: a later version
    may know it again.
    """
    known = {(place.xpath, place.text) for place in places}
    stale = [
        label for label in standing.labels if (label.place.xpath, label.place.text) not in known
    ]
    if not stale:
        return {}
    carried = carry(standing.labels, places)
    changes: dict[Place, Verdict | None] = {
        label.place: None for label in stale if label not in carried.lost
    }
    # After those that go: the XPath that one label leaves may be where another comes to.
    return changes | {label.place: label.kind for label in carried.labels}
