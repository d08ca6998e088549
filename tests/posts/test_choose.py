"""Choosing a segmentation, for one page and for a template."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honbun.errors import HonbunError
from honbun.posts.choose import (
    Votes,
    choose_segmentation,
    default_weights,
    preferred_rank,
    rank_segmentations,
)
from honbun.posts.model import NEGATIVE_FEATURES, POSITIVE_FEATURES, PostsOptions
from tests.posts.builders import BROKEN, keys_of


def votes(**scores: float) -> Votes:
    """The votes of a page for segmentations named by one letter."""
    ordered = sorted(scores.items(), key=lambda item: -item[1])
    return Votes(tuple(score for _, score in ordered), tuple((ord(n),) for n, _ in ordered))


def chosen(*votes_of_pages: Votes) -> str:
    name = choose_segmentation(votes_of_pages)
    assert name is not None
    return chr(name)


BALLOTS = st.builds(
    lambda scores: votes(**scores),
    st.dictionaries(st.sampled_from("abcdef"), st.integers(-20, 20), min_size=1),
)


@given(st.lists(BALLOTS, min_size=1, max_size=5))
def test_page_never_takes_a_segmentation_far_below_its_best(
    votes_of_pages: list[Votes],
) -> None:
    name = choose_segmentation(votes_of_pages)
    most = 4 if len(votes_of_pages) > 1 else 0
    for each in votes_of_pages:
        assert each.scores[0] - each.scores[preferred_rank(name, each)] <= most


@given(st.lists(BALLOTS, min_size=2, max_size=5))
def test_duplicated_pages_do_not_change_the_vote(votes_of_pages: list[Votes]) -> None:
    once = choose_segmentation(votes_of_pages)
    assert once == choose_segmentation([each for each in votes_of_pages for _ in range(2)])
    assert once in {name for each in votes_of_pages for names in each.names for name in names}


def test_segmentation_good_for_all_pages_beats_the_best_of_one() -> None:
    odd = votes(a=10, b=9)
    usual = votes(b=10, a=6)
    assert chosen(odd) == "a"
    assert chosen(odd, usual, usual) == "b"
    assert odd.names[preferred_rank(ord("b"), odd)] == (ord("b"),)


def test_missing_segmentation_counts_as_the_maximum_loss() -> None:
    assert chosen(votes(a=10), votes(b=10, c=9.5), votes(c=10, b=9)) == "c"


def test_page_without_the_chosen_segmentation_takes_its_best() -> None:
    own = votes(a=10, b=3)
    assert preferred_rank(ord("z"), own) == 0
    assert preferred_rank(ord("b"), own) == 0
    assert preferred_rank(None, own) == 0


def test_pages_without_segmentations_choose_none() -> None:
    assert choose_segmentation([Votes((), ())]) is None
    assert choose_segmentation([]) is None
    assert chosen(Votes((), ()), votes(a=1)) == "a"


@settings(max_examples=30)
@given(BROKEN)
def test_segmentations_are_ranked_best_first(html: str) -> None:
    keys = keys_of(html)
    ranked = rank_segmentations(keys)
    assert list(ranked.votes.scores) == sorted(ranked.votes.scores, reverse=True)
    assert len(ranked.segmentations) == len(ranked.features)
    assert [len(cut.names) for cut in ranked.segmentations] == [len(n) for n in ranked.votes.names]


def test_same_segmentation_has_the_same_name_on_every_page() -> None:
    pages = ["<ul><li>One of them<li>Two of them</ul>", "<ul><li>A<li>B<li>C</ul><p>more text"]
    one, other = (
        dict(zip(cut.names, names))
        for html in pages
        for ranked in [rank_segmentations(keys_of(html))]
        for cut, names in zip(ranked.segmentations, ranked.votes.names)
        if "element li" in cut.names
    )
    assert one["element li"] == other["element li"]


def test_custom_weights_change_the_ranking() -> None:
    html = "<div><p>One of them</p><p>Two</p></div><div><p>Three</p><p>Four of them</p></div>"
    few = rank_segmentations(keys_of(html), {"largest": 1.0}).segmentations[0]
    many = rank_segmentations(keys_of(html), {"count": 1.0}).segmentations[0]
    assert (len(few), len(many)) == (2, 4)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"alpha": 0}, "a main element is found from a page at least, not 0"),
        ({"beta": 1.5}, "beta is a share, between 0 and 1: 1.5"),
        ({"weights": {"dats": 1.0}}, "no measures of a cut: dats"),
    ],
)
def test_options_out_of_range_are_rejected(options: dict[str, Any], message: str) -> None:
    with pytest.raises(HonbunError, match=message):
        PostsOptions(**options)


def test_default_weights_have_the_sign_of_their_feature() -> None:
    assert not POSITIVE_FEATURES & NEGATIVE_FEATURES
    for name, weight in default_weights().items():
        assert name in (POSITIVE_FEATURES if weight > 0 else NEGATIVE_FEATURES)
