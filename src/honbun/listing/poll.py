"""Poll: one more look at a page whose items are remembered. What is new, and what is not?"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from honbun.listing.identity import hashed, identities
from honbun.listing.known import known
from honbun.listing.reunion import reunite

if TYPE_CHECKING:
    from collections.abc import Sequence, Set
    from datetime import datetime

    from honbun.listing.known import Known
    from honbun.listing.model import Item


def poll(
    page: str, items: Sequence[Item], remembered: Sequence[Known], now: datetime | None
) -> tuple[Known, ...]:
    """The items as they are to be remembered from now on, in their order.

    `now` is when new ones are first seen; None at the first look, when all are new and nobody
    knows since when they have been there. An id once given is never given to another item.
    """
    taken = {one.id for one in remembered}
    found: list[Known] = []
    matches = reunite(page, remembered, items)
    for item, id_, number in zip(items, identities(page, items), matches):
        if number is None:
            free = _free(id_, taken)
            taken.add(free)
            found.append(known(item, free, now, item.published))
        else:
            found.append(remembered[number].seen_as(item))
    return tuple(found)


def _free(id_: str, taken: Set[str]) -> str:
    """The id, or one made from it where another item has it."""
    others = (hashed(id_, str(number)) for number in count(2))
    return id_ if id_ not in taken else next(other for other in others if other not in taken)
