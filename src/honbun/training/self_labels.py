"""Self-labelled pages: a site's collection teaches what one of its pages looks like alone.

Papers 000 and 002 announce it as further work: what comparing pages makes certain becomes the truth
that a model for single pages is trained with.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from honbun.content.judge import choose
from honbun.training.content import SELF_LABELLED, prepare
from honbun.training.examples import Example, parsed_page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from honbun.content.scoring import Floats, Model
    from honbun.page import Page
    from honbun.training.content import Lesson

_CERTAIN_PAGES = 5
"""Other pages that must have been compared for a page to label itself, ..."""
_CERTAIN = 0.97
"""... and the F1 that must be expected."""


def self_labelled(
    pages: Iterable[Page], model: Model, on_step: Callable[[str], None]
) -> Iterator[Example]:
    """Examples from pages without truth, labelled by what their sites' pages make certain."""
    parsed = filter(None, map(parsed_page, pages))
    lessons = prepare(Example(one, one.facts.site, SELF_LABELLED, "", "", None) for one in parsed)
    kept = 0
    for one in lessons:
        others = one.variants.get("many")
        scores = model.scores(one.example.codes(model), one.example.layout, others)
        if (found := certain(one, scores.body)) is not None:
            kept += 1
            yield found
    on_step(f"{kept:,} of {len(lessons):,} pages without truth are certain")


def certain(lesson: Lesson, scores: Floats) -> Example | None:
    """A page labelled by its scores with the evidence of other pages; None if these leave doubts.

    The label of a segment is what the judge decides; a model then learns to decide so without them.
    """
    others = lesson.variants.get("many")
    if others is None or others.pages < _CERTAIN_PAGES:
        return None
    choice = choose(scores, lesson.example.layout.chars_of())
    if choice.expected < _CERTAIN:
        return None
    labels = choice.kept.astype(np.float32)
    return replace(lesson.example, source=SELF_LABELLED, labels=labels, roles=None)
