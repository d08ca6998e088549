"""Built: expressions that were built before.

To build a dataflow, ibis takes longer than DuckDB to run it on few pages; and it is the same every
time, because tables are known by their names.
"""

from __future__ import annotations

from functools import lru_cache, wraps
from typing import TYPE_CHECKING, ParamSpec

import ibis

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

Given = ParamSpec("Given")

_MOST = 32
"""Expressions that are kept of each function: there are some for each set of options."""


def built_once(build: Callable[Given, ibis.Table]) -> Callable[Given, ibis.Table]:
    """A function of tables, and of what else can be a key, that gives an expression: as given
    before, where all is as before."""

    @lru_cache(maxsize=_MOST)
    def known(*given: Any, **named: Any) -> ibis.Table:
        return build(*map(_given, given), **{name: _given(one) for name, one in named.items()})

    @wraps(build)
    def built(*given: Given.args, **named: Given.kwargs) -> ibis.Table:
        return known(*map(_key, given), **{name: _key(one) for name, one in named.items()})

    return built


def _key(value: Any) -> Any:
    """Tables are not equal by `==`, which is an expression; their operations are."""
    return value.op() if isinstance(value, ibis.Table) else value


def _given(value: Any) -> Any:
    return value.to_expr() if isinstance(value, ibis.expr.operations.Relation) else value
