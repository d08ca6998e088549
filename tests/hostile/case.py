"""Named test cases: the names are those of the table of bad inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Value = TypeVar("Value")


def cases(named: Mapping[str, Value] | Iterable[str]) -> pytest.MarkDecorator:
    """Parametrize a test with named values of its argument `case`."""
    pairs = named.items() if hasattr(named, "items") else ((name, name) for name in named)
    return pytest.mark.parametrize("case", [pytest.param(value, id=name) for name, value in pairs])
