"""Frames of pieces are as a plain definition makes them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from honbun._core.frames import Frames
from tests._core import plain_frames

TAGS = "p div hr pre h2 ul ol li dl dt dd table caption tr td th blockquote figure".split()


@st.composite
def forms(draw: st.DrawFn) -> list[tuple[str, int, int, int]]:
    """Forms that are inside of earlier ones, often of the one right before."""
    tags = draw(st.lists(st.sampled_from(TAGS), min_size=1, max_size=40))
    return [
        (tag, draw(st.integers(-1, number - 1) | st.just(number - 1)), 7 * number, number % 3)
        for number, tag in enumerate(tags)
    ]


@given(forms(), st.dictionaries(st.integers(0, 20).map(lambda n: 7 * n), st.sampled_from("ab")))
def test_frames_equal_their_definition(
    found: list[tuple[str, int, int, int]], info: dict[int, str]
) -> None:
    ours, plain = Frames(found, info), plain_frames.Frames(found, info)
    assert [ours.of(n) for n in range(len(found))] == [plain.of(n) for n in range(len(found))]
