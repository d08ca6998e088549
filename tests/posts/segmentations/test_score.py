from __future__ import annotations

from honbun.posts.choose import default_weights
from honbun.posts.model import NEGATIVE_FEATURES, POSITIVE_FEATURES


def test_the_shipped_weights_are_of_known_measures_on_the_side_that_their_meaning_allows() -> None:
    for name, weight in default_weights().items():
        assert name in (POSITIVE_FEATURES if weight > 0 else NEGATIVE_FEATURES)


def test_no_measure_speaks_for_a_cut_and_against_it() -> None:
    assert not POSITIVE_FEATURES & NEGATIVE_FEATURES
