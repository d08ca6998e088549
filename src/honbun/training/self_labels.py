"""Self-labelled pages: a site's collection teaches what one of its pages looks like alone.

Papers 000 and 002 announce it as further work: what comparing pages makes certain becomes the truth
that a model for single pages is trained with.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from honbun.content.judge import choose
from honbun.training.content import prepare
from honbun.training.examples import Example, parsed_page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from honbun.content.scoring import Model
    from honbun.page import Page

_CERTAIN_PAGES = 5
"""Other pages that must have been compared for a page to label itself, ..."""
_CERTAIN = 0.97
"""... and the F1 that must be expected."""


def self_labelled(
    pages: Iterable[Page], model: Model, on_step: Callable[[str], None]
) -> Iterator[Example]:
    """Examples from pages without truth, labelled by what their sites' pages make certain.

    The label of a segment is what the judge decides with the evidence of the other pages; the
    model then learns to decide so without them.
    """
    parsed = filter(None, map(parsed_page, pages))
    found = [Example(one, one.facts.site, "self", "", "", None) for one in parsed]
    kept = 0
    for lesson in prepare(found):
        others = lesson.variants.get("many")
        if others is None or others.pages < _CERTAIN_PAGES:
            continue
        layout = lesson.example.layout
        scores = model.scores(lesson.example.codes(model), layout, others)
        choice = choose(scores.body, layout.chars_of())
        if choice.expected >= _CERTAIN:
            kept += 1
            yield replace(lesson.example, labels=choice.kept.astype(np.float32))
    on_step(f"{kept:,} of {len(found):,} pages without truth are certain")
