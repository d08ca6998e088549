"""How pages are judged when they are measured: together or each alone, and by which model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.content.pipeline import extract, extract_alone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from honbun.content.model import Content, ContentOptions
    from honbun.content.scoring import Model
    from honbun.page import Page
    from honbun.runner.run import Run

    Extract = Callable[[Iterable[Page]], Iterable[Content]]
    """What is measured: returns the content of the pages of one collection, in any order."""


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
        if self.options.faithful:
            from honbun.papers.content_000.pipeline import extract as paper_extract

            return paper_extract(pages, self.options, self.run)
        if self.alone:
            return extract_alone(pages, self.options, self.run, model)
        return extract(pages, self.options, self.run, model=model)
