from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.content.model import ContentOptions
from honbun.evaluation.content import Judge, total
from honbun.evaluation.sites import read_sites
from honbun.evaluation.sweep import sweep
from tests.evaluation.handmade import write_site

if TYPE_CHECKING:
    from pathlib import Path

LINES = [
    "One two three four five six seven eight nine.",
    "One two three four five six seven eight ten.",
    "One two three four five six or so, and then no more.",
]


def test_every_threshold_scores_as_a_run_of_its_own(tmp_path: Path) -> None:
    pages = {
        f"{number}.html": f"<h1>Page {number}</h1><div class=body><p>{line}</div><p>Home"
        for number, line in enumerate(LINES)
    }
    sites = list(read_sites(write_site(tmp_path, "east", pages), ("article",)))
    judge = Judge.of(sites)
    thresholds = (0.3, 0.6, 0.9, 0.99)
    swept = sweep(sites, ContentOptions(), thresholds, judge)
    assert swept == [
        (
            threshold,
            total(
                "mixed",
                judge.collection(
                    sites[0].pages, ContentOptions(threshold=threshold, faithful=True)
                ),
            ),
        )
        for threshold in thresholds
    ]
    assert len({score.blocks.found for _, score in swept}) > 1
