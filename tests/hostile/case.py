"""Cases by name: what is hostile, and the names that the table of bad inputs knows it by."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Value = TypeVar("Value")


def cases(named: Mapping[str, Value] | Iterable[str]) -> pytest.MarkDecorator:
    """A test for each case, under its name; `case` is what it is given."""
    pairs = named.items() if hasattr(named, "items") else ((name, name) for name in named)
    return pytest.mark.parametrize("case", [pytest.param(value, id=name) for name, value in pairs])
