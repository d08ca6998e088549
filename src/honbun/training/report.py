"""What a model reaches on pages of a source or language that it was not trained on.

F1 is that of characters, against the labels of the segments, as a mean over pages. To be quick the
tables use the first look only, with few trees.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from honbun.content.judge import choose
from honbun.content.scoring import sigmoid
from honbun.training.boosting import boost
from honbun.training.content import first_features, first_rows
from honbun.training.names import NameVotes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from honbun.content.scoring import Floats
    from honbun.training.boosting import BoostOptions
    from honbun.training.content import Lesson

_TREES = 150
_LEAST = 20
"""Pages that a group must have to be a row of the table."""


def left_out(
    lessons: Sequence[Lesson],
    group: Callable[[Lesson], str],
    options: BoostOptions,
    on_step: Callable[[str], None],
    *,
    without: Sequence[str] = (),
) -> list[list[object]]:
    """A row for each group: pages, and F1 alone and in a collection if it is left out of training.

    Sources in `without` are left out of training too.
    """
    labelled = [one for one in lessons if one.example.labels is not None]
    groups: dict[str, list[Lesson]] = defaultdict(list)
    for one in labelled:
        groups[group(one)].append(one)
    rows: list[list[object]] = []
    for name, own in sorted(groups.items()):
        others = [
            one for one in labelled if group(one) != name and one.example.source not in without
        ]
        if len(own) < _LEAST or not others:
            continue
        on_step(f"without {name}: {len(others):,} pages")
        rows.append([name, len(own), *_measure(own, others, options)])
    return rows


def _measure(
    own: Sequence[Lesson], others: Sequence[Lesson], options: BoostOptions
) -> tuple[float, float]:
    """F1 of some pages, alone and in a collection, by a first look trained on others."""
    seen = {one.example.site for one in own}
    votes = NameVotes(one.example for one in others).count(lambda site: site not in seen)
    lexicon, site = votes.lexicon(), ""
    for one in (*others, *own):
        if one.example.site != site:
            site = one.example.site
            lexicon = votes.lexicon(without=site)
        one.own = one.example.own(lexicon)
    trained = [one for one in others if one.example.site not in seen]
    forest = boost(first_rows(trained), replace(options, trees=_TREES)).forest
    found = []
    for variant in ("none", "many"):
        scored = (
            (
                one,
                forest.logits(first_features(one, variant if variant in one.variants else "none")),
            )
            for one in own
        )
        found.append(float(np.mean([_score(one, sigmoid(logits)) for one, logits in scored])))
    return found[0], found[1]


def _score(one: Lesson, scores: Floats) -> float:
    return character_f1(one, choose(scores, one.example.layout.chars_of()).kept)


def character_f1(one: Lesson, kept: np.ndarray) -> float:
    """F1 of the characters that are kept, by the labels of an example."""
    labels, weights = one.example.body()
    sizes = one.example.layout.chars_of() * (weights > 0)
    right = float((labels * sizes)[kept].sum())
    total = float(sizes[kept].sum() + (labels * sizes).sum())
    return 2 * right / total if total else 1.0
