from __future__ import annotations

import numpy as np

from honbun.posts.choose import score, shipped
from honbun.posts.model import SPEAK_AGAINST, SPEAK_FOR


def test_the_shipped_weights_are_of_known_measures_on_the_side_that_their_meaning_allows() -> None:
    for name, weight in shipped().items():
        assert name in (SPEAK_FOR if weight > 0 else SPEAK_AGAINST)


def test_no_measure_speaks_for_a_cut_and_against_it() -> None:
    assert not SPEAK_FOR & SPEAK_AGAINST


def test_a_score_adds_up_what_was_measured_by_its_weight() -> None:
    measures = {"cover": np.array([1.0, 0.5]), "links": np.array([0.0, 1.0]), "two": np.ones(2)}
    assert score(measures, {"cover": 2.0, "links": -3.0}).tolist() == [2.0, -2.0]
