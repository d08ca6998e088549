"""Linear scores: posts and feeds choose among their candidates by a weighted sum of features.

A linear score, because there is little training data and it generalises to templates it has not
seen; decision trees did not. The sign of each weight is fixed by what its feature means, so that
training cannot learn, for example, that covering more of the page is bad.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray


def linear_score(
    features: Mapping[str, NDArray[np.float64]], weights: Mapping[str, float]
) -> NDArray[np.float64]:
    """The score of every candidate; `features` has one column per feature, one row per candidate.

    >>> import numpy as np
    >>> linear_score({"size": np.array([1.0, 2.0])}, {"size": 3.0}).tolist()
    [3.0, 6.0]
    """
    import numpy as np

    scores: NDArray[np.float64] = np.sum(
        [weight * features[name] for name, weight in weights.items()], axis=0
    )
    return scores


@dataclass(frozen=True)
class SignBounds:
    """Features by the sign that their weight may have."""

    positive: frozenset[str]
    negative: frozenset[str]
    either: frozenset[str] = frozenset()
    unused: frozenset[str] = frozenset()
    """Features whose weight is 0: held-out pages come out as well without them."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All features, sorted."""
        return tuple(sorted(self.positive | self.negative | self.either | self.unused))

    def bounds(self, name: str) -> tuple[float | None, float | None]:
        """The minimum and maximum weight of a feature; None for unbounded."""
        if name in self.unused:
            return 0, 0
        if name in self.either:
            return None, None
        return (0, None) if name in self.positive else (None, 0)
