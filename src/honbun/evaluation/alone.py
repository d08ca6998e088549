"""Pages judged alone, measured by the text they give.

Each page is judged by a model that was taught without its domain, unless one is given for all.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from honbun.content.explain import Reason
from honbun.content.pipeline import extract_page
from honbun.errors import UnreadablePage
from honbun.evaluation.metrics import mean, text_score, word_score
from honbun.evaluation.wcxb import TYPES
from honbun.runner.map import ordered_map

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from honbun.content.alone.model import Model
    from honbun.content.model import Content, ContentOptions
    from honbun.evaluation.metrics import Score
    from honbun.evaluation.sites import Site, SitePage
    from honbun.evaluation.wcxb import TypedPage
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
            return extract_page(page, replace(self.options, explain=True), model)
        except UnreadablePage:
            return None


class TextScore(NamedTuple):
    """The text of one page beside the true one."""

    group: str
    """The page's type, or its site."""
    score: Score
    found: tuple[str, ...]
    """The text block by block."""
    true: str
    source: str
    url: str | None

    @property
    def empty(self) -> bool:
        """Whether the true text is empty: then any text scores 0."""
        return not self.true


@dataclass(frozen=True, slots=True)
class _Typed:
    examiner: Examiner

    def __call__(self, typed: TypedPage) -> TextScore:
        content = self.examiner.content(typed.page, typed.domain)
        # The true texts leave out the titles of five pages in six, so the rule that adds a title
        # to what the model chose is left out as well.
        judged = content.explanation if content else ()
        chosen = tuple(block.text for block in judged if block.why is Reason.LIKELY)
        score = word_score("\n".join(chosen), typed.text)
        page = typed.page
        return TextScore(typed.type, score, chosen, typed.text, page.source, page.url)


def typed_scores(pages: Iterable[TypedPage], examiner: Examiner, jobs: int) -> list[TextScore]:
    """The score of every page of WCXB."""
    return list(ordered_map(_Typed(examiner), pages, jobs))


def typed_rows(scores: Sequence[TextScore]) -> list[list[object]]:
    """Type, pages, means of precision, recall and F1, and F1 without pages of no true text."""
    by_type = _grouped(scores)
    groups = [
        (name, by_type[name]) for name in (*TYPES, *(set(by_type) - set(TYPES))) if name in by_type
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

    def __call__(self, page: SitePage) -> TextScore:
        content = self.examiner.content(page.page, self.site)
        found = tuple(block.text for block in content.blocks) if content else ()
        true = page.truth().text
        score = text_score("\n".join(found), true)
        return TextScore(self.site, score, found, true, page.page.source, page.page.url)


def site_scores(sites: Iterable[Site], examiner: Examiner, jobs: int) -> list[TextScore]:
    """The score of every article page of some sites."""
    return [
        score
        for site in sites
        for score in ordered_map(_OfSite(examiner, site.name), site.articles, jobs)
    ]


def site_rows(scores: Sequence[TextScore]) -> list[list[object]]:
    """Site, article pages, and the means of precision, recall and F of their text."""
    by_site = _grouped(scores)
    means = {
        site: (
            mean(one.score.precision for one in group),
            mean(one.score.recall for one in group),
            mean(one.score.f for one in group),
        )
        for site, group in by_site.items()
    }
    rows: list[list[object]] = [[site, len(by_site[site]), *means[site]] for site in by_site]
    return [*rows, ["mean of sites", len(scores), *map(mean, zip(*means.values()))]]


def _grouped(scores: Iterable[TextScore]) -> dict[str, list[TextScore]]:
    groups: dict[str, list[TextScore]] = defaultdict(list)
    for score in scores:
        groups[score.group].append(score)
    return dict(groups)
