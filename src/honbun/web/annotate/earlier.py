"""Labels of an earlier version of a page, offered for this one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from honbun.annotation.carry import carry
from honbun.annotation.places import places
from honbun.web.annotate.said import kinds

if TYPE_CHECKING:
    from honbun.io.labels import Labels
    from honbun.web.pages import Prepared


def earlier(labels: Labels, by: str, page: Prepared) -> dict[str, Any] | None:
    """What an annotator's labels of another version of the page would be on this one."""
    found = labels.earlier(by, page.url, page.digest, page.page.source)
    if found is None:
        return None
    version, said = found
    carried = carry(said, page.blocks.places(), places(labels.page(version)))
    if not carried.labels:
        return None
    return {"labels": kinds(carried.labels, page.blocks), "of": len(said)}
