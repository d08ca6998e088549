"""Weights of segmentations are learnt from pages whose posts are known."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from honbun.posts.model import NEGATIVE_FEATURES, POSITIVE_FEATURES
from lab.train.posts import NAMES, Example, examples, learn
from tests.posts.builders import group


def example(
    *cuts: tuple[float, dict[str, float]], format_name: str = "a", weight: float = 1.0
) -> Example:
    """A page with some segmentations: their quality and features."""
    rows = [[measures.get(name, 0.0) for name in NAMES] for _, measures in cuts]
    return Example(format_name, np.array(rows), np.array([worth for worth, _ in cuts]), weight)


def chosen(page: Example, weights: dict[str, float]) -> int:
    scores = page.measures @ np.array([weights.get(name, 0.0) for name in NAMES])
    return int(scores.argmax())


def test_feature_of_good_segmentations_has_a_weight() -> None:
    page = example((1.0, {"dated": 1.0}), (0.0, {"dated": 0.2, "links": 0.9}))
    weights = learn([page])
    assert weights["dated"] > 0 > weights["links"]
    assert chosen(page, weights) == 0


def test_format_with_many_pages_does_not_dominate() -> None:
    many = [example((1.0, {"cover": 1.0}), (0.0, {"dated": 1.0}), format_name="a")] * 9
    one = example((0.0, {"cover": 1.0}), (1.0, {"dated": 1.0}), format_name="b", weight=1.0)
    same = [
        example((1.0, {"cover": 1.0}), (0.0, {"dated": 1.0}), format_name=str(n)) for n in range(9)
    ]
    by_format, by_page = learn([*many, one]), learn([*same, one])

    def leaning(weights: dict[str, float]) -> float:
        return weights.get("cover", 0.0) - weights.get("dated", 0.0)

    assert 0 < leaning(by_format) < leaning(by_page)


MEASURES = st.dictionaries(st.sampled_from(NAMES), st.floats(0, 3), max_size=5)
EXAMPLES = st.lists(
    st.lists(st.tuples(st.floats(0, 1), MEASURES), min_size=2, max_size=4).map(
        lambda cuts: example(*cuts)
    ),
    min_size=1,
    max_size=3,
)


@settings(max_examples=8)
@given(EXAMPLES)
def test_weights_have_the_required_sign_for_any_data(found: list[Example]) -> None:
    weights = learn(found)
    assert weights == learn(found)
    for name, weight in weights.items():
        assert name in (POSITIVE_FEATURES if weight > 0 else NEGATIVE_FEATURES)


def test_page_is_used_unchanged_and_with_less_evidence() -> None:
    found = examples([group("board-cards", 1, 2), group("board-rules", 1)], jobs=1)
    assert [each.format for each in found] == ["board-cards"] * 8 + ["board-rules"] * 4
    whole, *harder = found[:4]
    assert whole.weight == 1
    assert all(0 < each.weight < 1 for each in harder)
    assert len({each.weight for each in found}) == 3
    for each in found:
        assert each.measures.shape == (len(each.quality), len(NAMES))
        assert each.quality.min() >= 0
        assert each.quality.max() <= 1


def test_learnt_weights_segment_other_pages_correctly() -> None:
    weights = learn(
        examples(
            [group("board-cards", 1, 2), group("board-rules", 1, 2), group("board-table-rows", 1)],
            jobs=1,
        )
    )
    held_out = [("board-cards", 3), ("board-rules", 3), ("board-sections-de", 1)]
    for name, number in held_out:
        other = examples([group(name, number)], jobs=1)[0]
        assert other.quality[chosen(other, weights)] == 1
