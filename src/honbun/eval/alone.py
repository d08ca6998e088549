"""Pages judged alone, measured by the text they give.

Each page is judged by a model that was taught without its domain, unless one is given for all.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from honbun.content.page import extract_page
from honbun.content.why import Why
from honbun.errors import UnreadablePage
from honbun.eval.metrics import mean, text_score, word_score
from honbun.eval.wcxb import TYPES
from honbun.parallel import ordered_map

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from honbun.content.alone.model import Model
    from honbun.content.model import Content, ContentOptions
    from honbun.eval.metrics import Score
    from honbun.eval.sites import Site, SitePage
    from honbun.eval.wcxb import TypedPage
    from honbun.page import Page


@dataclass(frozen=True, slots=True)
class Examiner:
    """Says a page alone to text; it goes to other processes as it is."""

    models: Mapping[int, Model]
    """By part of the domains; one model for all has the part -1."""
    part: Callable[[str], int]
    options: ContentOptions

    def content(self, page: Page, domain: str) -> Content | None:
        model = self.models.get(-1) or self.models[self.part(domain)]
        try:
            return extract_page(page, options=replace(self.options, explain=True), model=model)
        except UnreadablePage:
            return None


class TypedScore(NamedTuple):
    """The words of a page of WCXB."""

    type: str
    score: Score
    empty: bool
    """Whether the true text is empty: then any text scores 0."""


@dataclass(frozen=True, slots=True)
class _Typed:
    examiner: Examiner

    def __call__(self, typed: TypedPage) -> TypedScore:
        content = self.examiner.content(typed.page, typed.domain)
        # The true texts leave out the titles of five pages in six, so the rule that adds a title
        # to what the model chose is left out as well.
        chosen = [j.text for j in content.explanation if j.why is Why.LIKELY] if content else []
        return TypedScore(typed.type, word_score("\n".join(chosen), typed.text), not typed.text)


def typed_scores(pages: Iterable[TypedPage], examiner: Examiner, jobs: int) -> list[TypedScore]:
    """The score of every page of WCXB."""
    return list(ordered_map(_Typed(examiner), pages, jobs))


def typed_rows(scores: Sequence[TypedScore]) -> list[list[object]]:
    """Type, pages, means of precision, recall and F1, and F1 without pages of no true text."""
    by_type: dict[str, list[TypedScore]] = defaultdict(list)
    for score in scores:
        by_type[score.type].append(score)
    groups = [
        (name, by_type[name]) for name in (*TYPES, *(set(by_type) - set(TYPES))) if by_type[name]
    ]
    return [
        [
            name,
            len(group),
            mean(one.score.precision for one in group),
            mean(one.score.recall for one in group),
            mean(one.score.f for one in group),
            mean(one.score.f for one in group if not one.empty),
        ]
        for name, group in [*groups, ("all", list(scores))]
    ]


@dataclass(frozen=True, slots=True)
class _OfSite:
    examiner: Examiner
    site: str

    def __call__(self, page: SitePage) -> tuple[float, float, float]:
        content = self.examiner.content(page.page, self.site)
        score = text_score(content.text if content else "", page.truth().text)
        return score.precision, score.recall, score.f


def site_rows(sites: Iterable[Site], examiner: Examiner, jobs: int) -> list[list[object]]:
    """Site, article pages, and the means of precision, recall and F of their text."""
    rows: list[list[object]] = []
    means: list[list[float]] = []
    for site in sites:
        scores = list(ordered_map(_OfSite(examiner, site.name), site.articles, jobs))
        means.append([mean(column) for column in zip(*scores)])
        rows.append([site.name, len(scores), *means[-1]])
    rows.append(["mean of sites", sum(int(str(row[1])) for row in rows), *map(mean, zip(*means))])
    return rows
