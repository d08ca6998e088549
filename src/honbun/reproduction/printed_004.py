"""What paper 004 prints: its tables 2, 6 and 7. The figures of table 5 follow from table 6."""

from __future__ import annotations

from typing import NamedTuple

from honbun.evaluation.metrics import Score

ALPHA = {
    0.05: (0.420, 0.400, 0.450, 0.360, 0.430, 0.390, 0.420, 0.470, 0.450),
    0.10: (0.530, 0.510, 0.560, 0.470, 0.650, 0.540, 0.510, 0.550, 0.560),
    0.15: (0.640, 0.580, 0.680, 0.550, 0.690, 0.610, 0.610, 0.620, 0.660),
    0.20: (0.760, 0.650, 0.750, 0.640, 0.720, 0.700, 0.720, 0.720, 0.720),
    0.25: (0.780, 0.700, 0.780, 0.680, 0.750, 0.760, 0.760, 0.770, 0.730),
    0.30: (0.810, 0.760, 0.820, 0.750, 0.790, 0.790, 0.820, 0.820, 0.810),
}
"""Table 2: the share of main elements within each tolerance, by alpha from 2 to 10."""


class Counts(NamedTuple):
    """A column of table 6 or 7.

    The names of its last three rows are illegible in our copy. Rows 4 and 6 add up to what was
    found and is not right; row 5 is of posts that were not found.
    """

    posts: int
    found: int
    right: int
    row_4: int
    row_5: int
    row_6: int

    @property
    def score(self) -> Score:
        return Score(self.found, self.posts, self.right)


_POSTS = {"hr": 19_202, "structured": 21_366}
_COUNTS = {
    "VIPS-like": {
        "hr": (9643, 6604, 1245, 11575, 1796),
        "structured": (9453, 5259, 3361, 3189, 831),
    },
    "earlier": {
        "hr": (31169, 9425, 5150, 8867, 16594),
        "structured": (29479, 17872, 1448, 1811, 10159),
    },
    "proposed": {
        "hr": (20001, 17768, 1824, 961, 409),
        "structured": (20983, 18563, 1332, 2357, 1088),
    },
    "body": {"hr": (19980, 17658, 1922, 985, 400), "structured": (22618, 16827, 4938, 4063, 853)},
    "estimated": {
        "hr": (20048, 17766, 1816, 963, 466),
        "structured": (20959, 18527, 1332, 2393, 1100),
    },
}
"""Tables 6 and 7: found, right and the last three rows, by method or main element and style."""
_COUNTS["true"] = _COUNTS["proposed"]


def counts(name: str, part: str) -> Counts:
    """What is printed about a method or main element on the pages of a style, or on all."""
    if part != "all":
        return Counts(_POSTS[part], *_COUNTS[name][part])
    return Counts(*map(sum, zip(*(counts(name, style) for style in _POSTS))))
