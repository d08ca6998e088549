"""Content: the pages for all contestants, and the rows of their figures."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from honbun.annotation.sites import SitePage, read_sites
from honbun.evaluation.metrics import mean
from honbun.evaluation.truth.texts import TYPES, read_text_pages
from honbun.runner.map import ordered_map
from honbun.training.content import fold
from lab.bench.peers.race import Case
from lab.bench.peers.tables import Row

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from pathlib import Path

    from lab.bench.peers.race import Judged, Run

    Version = Callable[[str], str]
    Blocks = list[list[Case]]

_BLOCK = 25
_KANA = re.compile(r"[\u3040-\u30ff]")
_JAPANESE = 0.1
"""Minimum share of kana in the text of a Japanese site; usually it is half."""


def typed_blocks(folder: Path, parts: int) -> Blocks:
    """The pages of WCXB whose domains are in the first of eight parts."""
    cases = [
        Case(one.page, one.text, one.type, one.site)
        for one in read_text_pages(folder)
        if fold(one.site) < parts
    ]
    return [cases[start : start + _BLOCK] for start in range(0, len(cases), _BLOCK)]


def site_blocks(folder: Path, wanted: int) -> Blocks:
    """The first articles of each site; a site is a block."""
    blocks = []
    for site in read_sites(folder, ("article",)):
        pages = site.articles[:wanted]
        truths = ordered_map(SitePage.truth, pages, jobs=0)
        blocks.append(
            [
                Case(page.page, truth.text, site.name, site.name)
                for page, truth in zip(pages, truths)
            ]
        )
    return blocks


def japanese(blocks: Blocks) -> set[str]:
    """The sites whose text is Japanese."""
    texts = {block[0].group: "".join(case.true for case in block) for block in blocks}
    return {
        site for site, text in texts.items() if len(_KANA.findall(text)) > _JAPANESE * len(text)
    }


def typed_rows(runs: Sequence[Run], version: Version) -> list[Row]:
    """Mean word F1 over all pages, and over those of each type."""

    def figures(groups: Mapping[str, list[Judged]]) -> dict[str, float]:
        everything = [one for group in groups.values() for one in group]
        by_type = {name: _f(groups[name]) for name in TYPES if name in groups}
        return {"word F1": _f(everything), **by_type}

    return [_row("wcxb", run, figures(_grouped(run)), version) for run in runs]


def site_rows(runs: Sequence[Run], eastern: Collection[str], version: Version) -> list[Row]:
    """Mean text F over all sites, Japanese sites and others, and the worst site."""

    def figures(groups: Mapping[str, list[Judged]]) -> dict[str, float]:
        f = {site: _f(group) for site, group in groups.items()}
        return {
            "text P": mean(mean(one.score.precision for one in group) for group in groups.values()),
            "text R": mean(mean(one.score.recall for one in group) for group in groups.values()),
            "text F": mean(f.values()),
            "Japanese": mean(f[site] for site in f if site in eastern),
            "others": mean(f[site] for site in f if site not in eastern),
            "worst site": min(f.values()),
        }

    return [_row("sites", run, figures(_grouped(run)), version) for run in runs]


def _row(name: str, run: Run, figures: Mapping[str, float], version: Version) -> Row:
    return Row(
        run=name,
        name=run.name,
        version=version(run.name),
        pages=len(run.judged),
        figures=figures,
        milliseconds=1000 * run.seconds / len(run.judged),
        notes={
            "failed": sum(one.failed for one in run.judged),
            "empty": sum(one.empty for one in run.judged),
        },
    )


def _f(judged: Sequence[Judged]) -> float:
    return mean(one.score.f for one in judged)


def _grouped(run: Run) -> dict[str, list[Judged]]:
    groups: dict[str, list[Judged]] = defaultdict(list)
    for one in run.judged:
        groups[one.group].append(one)
    return groups
