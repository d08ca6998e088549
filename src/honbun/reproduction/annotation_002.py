"""Paper 002: its worked example, and its annotators against the final truth (table 2)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from honbun.errors import HonbunError
from honbun.reproduction.model import PaperTable, Reproduction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.reproduction.model import PaperOptions, Row

EXAMPLE = (
    '<body><div><p>Text 1</p><img src="#" alt="img-alt text"></div>'
    '<div><img src="#" alt="img-alt text"><img src="#" alt="img-alt text"></div>'
    '<div><a href="#" title="a-title text">Text 2</a><script>Code</script></div></body>'
)
"""The HTML code of figure 2."""


def table_1(inputs: Sequence[str], options: PaperOptions) -> list[PaperTable]:
    """The vectors of the blocks of figure 5, or of the page that is given."""
    from honbun.html.blocks import split
    from honbun.html.parse import parse
    from honbun.papers.content_000.vectors import features

    blocks = split(parse(_html(inputs)))
    tree = blocks.tree
    # The paper numbers a block after the blocks inside it: the body is the last.
    order = sorted(zip(blocks.node, features(blocks)), key=lambda b: (tree.end[b[0]], -b[0]))
    counters = [counter for _, counter in order]
    names = sorted({name for counter in counters for name in counter})
    rows: list[Row] = [
        [number, *(counter[name] for name in names)]
        for number, counter in enumerate(counters, start=1)
    ]
    return [PaperTable("Feature vectors", ("block", *names), rows)]


def _html(inputs: Sequence[str]) -> str:
    """The only page of the inputs; the paper's example if there are none."""
    from honbun.api import read

    if not inputs:
        return EXAMPLE
    pages = list(read(*map(Path, inputs)))
    if len(pages) != 1:
        raise HonbunError(f"table 1 shows one page, but there are {len(pages)}")
    return pages[0].decode().text


def table_2(inputs: Sequence[str], options: PaperOptions) -> list[PaperTable]:
    """Every annotator against the adjudicated truth, and all added up."""
    from honbun.annotation.adjudication import measure_agreement
    from honbun.stores.labels import Labels

    if len(inputs) != 1:
        raise HonbunError("table 2 needs one file of labels: see honbun annotate")
    with Labels(Path(inputs[0]), read_only=True) as labels:
        found = measure_agreement(labels)
    if not found.annotators:
        raise HonbunError(f"no annotator and the truth have finished the same page in {inputs[0]}")
    rows: list[Row] = [
        [one.annotator, one.pages, one.precision, one.recall, one.f, one.perfect_rate]
        for one in (*found.annotators, found.total)
    ]
    header = ("annotator", "pages", "P", "R", "F", "perfect")
    return [PaperTable("Annotators against the final truth", header, rows, digits=4)]


REPRODUCTIONS = (
    Reproduction(
        "table 1",
        "the feature vectors of a page's blocks",
        "one page; the paper's example without one",
        table_1,
    ),
    Reproduction(
        "table 2",
        "annotators against the final truth",
        "a file of labels of honbun annotate, with adjudicated pages",
        table_2,
    ),
)
