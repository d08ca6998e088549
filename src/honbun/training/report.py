"""What a model reaches on pages of a source or language that it was not trained on.

F1 is that of characters, against the labels of the segments, as a mean over pages. To be quick, the
tables use the first look only, with few trees and fewer segments of a page.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from honbun.content.judge import choose
from honbun.content.scoring import sigmoid
from honbun.evaluation.metrics import mean
from honbun.evaluation.report import Table
from honbun.training.boosting import boost
from honbun.training.content import INVENTED, first_features, first_rows, joined, measure_own
from honbun.training.folds import fold_of
from honbun.training.names import NameVotes
from honbun.training.self_labels import certain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from honbun._core.forest import Forest
    from honbun.content.scoring import Floats
    from honbun.training.boosting import BoostOptions
    from honbun.training.content import Lesson

_TREES = 100
_ROWS = 16
"""Segments of one page that are used in each variant."""
_LEAST = 20
"""Pages that a group must have to be a row of the table."""
_HEADER = ("pages", "alone", "together", "self-labelled", "then alone", "then together")


def tables(
    lessons: Sequence[Lesson], options: BoostOptions, on_step: Callable[[str], None]
) -> dict[str, Table]:
    """F1 on every source and every language, if it is left out of training."""
    by = {
        "source": lambda one: one.example.source,
        "language": lambda one: one.example.language,
    }
    return {
        f"Each {name} left out": Table(
            (name, *_HEADER), left_out(lessons, group, options, on_step), {name}
        )
        for name, group in by.items()
    }


def left_out(
    lessons: Sequence[Lesson],
    group: Callable[[Lesson], str],
    options: BoostOptions,
    on_step: Callable[[str], None],
) -> list[list[object]]:
    """A row for each group: pages, and F1 alone and in a collection if it is left out of training.

    Then pages of the group label themselves where others of their site make them certain, and are
    taught alone: those of one half of its sites for the pages of the other half.
    """
    groups: dict[str, list[Lesson]] = defaultdict(list)
    for one in lessons:
        if one.example.labels is not None and one.example.source != INVENTED:
            groups[group(one)].append(one)
    rows: list[list[object]] = []
    for name, own in sorted(groups.items()):
        sites = {one.example.site for one in own}
        others = [
            one
            for one in lessons
            if one.example.labels is not None
            and group(one) != name
            and one.example.site not in sites
        ]
        if not name or len(own) < _LEAST or not others:  # pages without a language are no group
            continue
        on_step(f"without {name}: {len(others):,} pages")
        rows.append([name, len(own), *_measure(own, others, replace(options, trees=_TREES))])
    return rows


def _measure(
    own: Sequence[Lesson], others: Sequence[Lesson], options: BoostOptions
) -> list[float | int | None]:
    """F1 of pages by a first look trained on others, before and after they label themselves."""
    measure_own([*others, *own], NameVotes(one.example for one in others).count())
    rows = first_rows(others, _ROWS)
    forest = boost(rows, options).forest
    taught = list(_self_labelled(forest, own))
    before = _means(_f1s(forest, own))
    if not taught:
        return [*before, 0, None, None]
    after: list[tuple[float, float]] = []
    for half in range(2):
        more = [one for one in taught if fold_of(one.example.site, 2) != half]
        more_rows = [first_rows(more, _ROWS)] if more else []
        forest = boost(joined([rows, *more_rows]), options).forest
        after += _f1s(forest, [one for one in own if fold_of(one.example.site, 2) == half])
    return [*before, len(taught), *_means(after)]


def _self_labelled(forest: Forest, lessons: Iterable[Lesson]) -> Iterator[Lesson]:
    """The pages that others of their site make certain, to be taught alone."""
    for one in lessons:
        if (example := certain(one, _scores(forest, one, "many"))) is not None:
            yield replace(one, example=example, variants={"none": None})


def _scores(forest: Forest, one: Lesson, variant: str) -> Floats:
    known = variant if variant in one.variants else "none"
    return sigmoid(forest.logits(first_features(one, known)))


def _f1s(forest: Forest, lessons: Iterable[Lesson]) -> list[tuple[float, float]]:
    """F1 of each page alone and in a collection."""
    return [
        (
            character_f1(one, _scores(forest, one, "none")),
            character_f1(one, _scores(forest, one, "many")),
        )
        for one in lessons
    ]


def _means(pairs: Sequence[tuple[float, float]]) -> list[float]:
    return [mean(column) for column in zip(*pairs)]


def character_f1(one: Lesson, scores: Floats) -> float:
    """F1 of the characters that are kept, by the labels of an example."""
    labels, weights = one.example.body()
    sizes = one.example.layout.chars_of()
    kept = choose(scores, sizes).kept
    sizes = sizes * (weights > 0)
    right = float((labels * sizes)[kept].sum())
    total = float(sizes[kept].sum() + (labels * sizes).sum())
    return 2 * right / total if total else 1.0
