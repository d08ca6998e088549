"""Posts on formats that taught nothing: the weights are learnt from the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.evaluation.posts import evaluate
from honbun.training.cuts import examples, learn

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from honbun.evaluation.posts import Find, GroupScore
    from honbun.evaluation.threads import Group


def evaluate_held_out(
    groups: Sequence[Group],
    parts: int,
    find: Callable[[Mapping[str, float]], Find],
    *,
    jobs: int = 1,
    on_step: Callable[[str], None] = lambda _: None,
) -> list[GroupScore]:
    """Measure each part of the formats by weights that the other parts have taught."""
    on_step("measuring all cuts")
    taught = examples(groups, jobs)
    part_of = {group.name: number % parts for number, group in enumerate(groups)}
    scores: list[GroupScore] = []
    for part in range(parts):
        weights = learn([example for example in taught if part_of[example.format] != part])
        held_out = [group for group in groups if part_of[group.name] == part]
        scores += evaluate(held_out, find(weights), on_step=on_step)
    return sorted(scores, key=lambda score: score.name)
