"""Expressions that are built once."""

from __future__ import annotations

import ibis

from honbun.engines.rows import cached_expression


def test_what_is_asked_for_again_is_not_built_again() -> None:
    built: list[tuple[str, int]] = []

    @cached_expression
    def first(table: ibis.Table, column: str, most: int = 1) -> ibis.Table:
        built.append((column, most))
        return table.select(column).limit(most)

    def table(**columns: str) -> ibis.Table:
        return ibis.table(columns, name="pages")

    one = first(table(a="int64", b="string"), "a")
    assert one.equals(table(a="int64", b="string").select("a").limit(1))
    assert first(table(a="int64", b="string"), "a") is one
    assert built == [("a", 1)]
    assert first(table(a="int64", b="string"), "a", most=2).equals(
        table(a="int64", b="string").select("a").limit(2)
    )
    assert first(table(a="string", b="string"), "a").schema() == ibis.schema({"a": "string"})
    assert built == [("a", 1), ("a", 2), ("a", 1)]
