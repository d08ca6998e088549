"""How pages are judged when they are measured: together or each alone, and by which model."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from inspect import signature
from typing import TYPE_CHECKING, Any

from honbun.content.pipeline import STEP, extract, extract_page
from honbun.runner.pages import Step, map_pages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from honbun.content.alone.model import Model
    from honbun.content.model import Content, ContentOptions
    from honbun.page import Page
    from honbun.runner.run import Run

    Extract = Callable[[Iterable[Page]], Iterable[Content]]
    """What is measured: returns the content of the pages of one collection, in any order."""

COLLECTION_TAKES_MODEL = "model" in signature(extract).parameters
"""Whether a collection can be judged by another model than that of the package."""


@dataclass(frozen=True, slots=True)
class Judge:
    """Extracts pages as one collection, or each alone."""

    options: ContentOptions
    run: Run
    alone: bool = False
    model_of: Callable[[Page], Model] | None = None
    """The model for a page; by default that of the package.

    Pages of one site must have the same model: pages with different models are not compared.
    """

    def __call__(self, pages: Iterable[Page]) -> Iterator[Content]:
        """The content of the pages that can be read, in any order."""
        if self.model_of is None:
            yield from self._contents(pages, None)
            return
        parts: dict[int, tuple[Model, list[Page]]] = {}
        for page in pages:
            model = self.model_of(page)
            parts.setdefault(id(model), (model, []))[1].append(page)
        for model, part in parts.values():
            yield from self._contents(part, model)

    def _contents(self, pages: Iterable[Page], model: Model | None) -> Iterator[Content]:
        if self.alone:
            step = Step(partial(extract_page, model=model), self.options, STEP)
            return map_pages(step, pages, self.run)
        by_model: dict[str, Any] = {} if model is None else {"model": model}
        return extract(pages, self.options, self.run, **by_model)
