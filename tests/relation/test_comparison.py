"""The dataflow gives what the definition says, row for row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings

from honbun.tables.duck import Duck
from tests.relation.collection import OPTIONS, compared, emptied, readings, rows, shown
from tests.relation.plain import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.relation.model import SimilarOptions
    from honbun.relation.reading import Reading


@pytest.fixture(scope="module")
def duck() -> Iterator[Duck]:
    with Duck(threads=1) as engine:
        yield engine


@given(pages=readings(), options=OPTIONS)
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
def test_every_pair_is_as_defined(
    duck: Duck, pages: list[Reading], options: SimilarOptions
) -> None:
    numbered = dict(enumerate(pages))
    found = compared(emptied(duck), numbered, options)
    definition = plain(numbered, options)
    expected = definition.rows()
    assert rows(duck, found) == expected
    assert shown(duck, found, options.evidence) == [
        (row["a"], row["b"], *texts) for row in expected for texts in definition.shown(row)
    ]
