"""A server with the annotation tool on a small site."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.annotate.serving import Annotating, annotating
from tests.web.annotate.site import SITE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Annotating]:
    """The tool, and nothing labelled yet."""
    with annotating(SITE, tmp_path / "harbour.labels") as server:
        yield server
