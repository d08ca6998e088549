"""What a server was given to show: a collection, and the file that its labels go into."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from honbun.web.collection import Collection


@dataclass(frozen=True, slots=True)
class Given:
    """A collection and where its labels are kept."""

    collection: Collection
    labels: Path
