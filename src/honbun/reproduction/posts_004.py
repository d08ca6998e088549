"""Paper 004: its main elements by parameter (tables 2 to 4) and its posts by method (5 to 7).

The input is a folder of thread pages with their true posts, as for `honbun eval posts`. The paper
measures on artificial pages; `section 6.2.2` makes such a folder from real ones.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from honbun.errors import HonbunError
from honbun.evaluation.metrics import Score, mean
from honbun.evaluation.truth.threads import STYLES, read_groups
from honbun.papers.posts_004.baselines import blocks_below, visual_blocks_below
from honbun.papers.posts_004.main_element import TOP
from honbun.papers.posts_004.pipeline import posts_below
from honbun.posts.model import PostsOptions
from honbun.reproduction import printed_004
from honbun.reproduction.artificial_004 import generate, write_groups
from honbun.reproduction.model import PaperTable, Plot, Reproduction
from honbun.reproduction.pages_004 import KINDS, Format, measured_format

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from honbun.html.nodes import NodeSequence
    from honbun.reproduction.model import PaperOptions
    from honbun.reproduction.pages_004 import MeasuredPage

    Divide = Callable[[NodeSequence, int], list[list[tuple[int, int]]]]
    Row = list[str | int | float | None]

ALPHAS = tuple(range(2, 11))
BETAS = tuple(tenth / 10 for tenth in range(1, 11))
TOLERANCES = (0.05, 0.10, 0.15, 0.20, 0.25, 0.30)
"""How much the estimated element may differ in length of text, as a share of the true one."""
METHODS: Mapping[str, Divide] = {
    "VIPS-like": visual_blocks_below,
    "earlier": blocks_below,
    "proposed": posts_below,
}
PARTS = (*STYLES, "all")


def table_2(inputs: Sequence[str], options: PaperOptions) -> list[PaperTable]:
    """The share of main elements within each tolerance, by alpha; the paper's figures below."""
    formats = _several(inputs)
    columns = [_shares(_errors(formats, PostsOptions(alpha=alpha))) for alpha in ALPHAS]
    rows: list[Row] = [[f"{most:.0%}", *figures] for most, *figures in zip(TOLERANCES, *columns)]
    rows.append(["mean", *map(mean, columns)])
    paper: list[Row] = [[f"{most:.0%}", *figures] for most, figures in printed_004.ALPHA.items()]
    paper.append(["mean", *(mean(column) for column in zip(*printed_004.ALPHA.values()))])
    header = ("within", *map(str, ALPHAS))
    return [
        PaperTable("Main elements within a tolerance, by alpha", header, rows, digits=3),
        PaperTable("The paper", header, paper, digits=3),
    ]


def figure_11(inputs: Sequence[str], options: PaperOptions) -> Plot:
    """The share of main elements within each tolerance, by beta."""
    from honbun.evaluation.report import Lines

    formats = _several(inputs)
    columns = [_shares(_errors(formats, PostsOptions(beta=beta))) for beta in BETAS]
    rows: list[Row] = [
        [f"{beta:.1f}", *shares, mean(shares)] for beta, shares in zip(BETAS, columns)
    ]
    header = ("beta", *(f"{most:.0%}" for most in TOLERANCES), "mean")
    points = {
        f"within {most:.0%}": list(zip(BETAS, line))
        for most, line in zip(TOLERANCES, zip(*columns))
    }
    table = PaperTable("Main elements within a tolerance, by beta", header, rows, digits=3)
    return Plot([Lines("beta", "share of pages", points)], [table])


def table_3(inputs: Sequence[str], options: PaperOptions) -> list[PaperTable]:
    """The share of main elements within each tolerance, by style."""
    found = _mains(_formats(inputs))
    rows: list[Row] = []
    for part in PARTS:
        errors = [page.error(main) for style, page, main in found if part in (style, "all")]
        if errors:
            rows.append([part, len(errors), *_shares(errors)])
    header = ("pages", "number", *(f"{most:.0%}" for most in TOLERANCES))
    return [PaperTable("Main elements within a tolerance", header, rows, digits=3)]


def table_4(inputs: Sequence[str], options: PaperOptions) -> list[PaperTable]:
    """What is wrong with the main elements outside of the widest tolerance."""
    found = _mains(_formats(inputs))
    wrong = [(page, main) for _, page, main in found if page.error(main) > TOLERANCES[-1]]
    kinds = Counter(page.failure(main) for page, main in wrong)
    rows: list[Row] = [[name, kinds[name]] for name in KINDS]
    rows.append(["all", len(wrong)])
    caption = f"Main elements that differ by more than {TOLERANCES[-1]:.0%}, of {len(found)} pages"
    return [PaperTable(caption, ("failure", "pages"), rows)]


def table_5(inputs: Sequence[str], options: PaperOptions) -> list[PaperTable]:
    """Precision, recall and F of the posts below the true main element, by method."""
    rows: list[Row] = []
    for method, part, score, _ in _by_method(_formats(inputs)):
        printed = printed_004.counts(method, part).score
        rows.append([method, part, *_measures(score), *_measures(printed)])
    header = ("method", "pages", "P", "R", "F", "paper P", "paper R", "paper F")
    return [PaperTable("Posts by method", header, rows, digits=3, words=("pages",))]


def table_6(inputs: Sequence[str], options: PaperOptions) -> list[PaperTable]:
    """The counts behind table 5, with the failures by kind; the paper's counts below."""
    rows: list[Row] = [
        [method, part, *_counts(score, errors)]
        for method, part, score, errors in _by_method(_formats(inputs))
    ]
    ours = PaperTable("Posts by method", ("method", *_COUNTS), rows, words=("pages",))
    return [ours, _printed("method", METHODS)]


def table_7(inputs: Sequence[str], options: PaperOptions) -> list[PaperTable]:
    """Posts below the body, the estimated and the true main element."""
    formats = _formats(inputs)
    chosen: dict[str, list[list[int]]] = {
        "body": [[TOP for _ in one.pages] for one in formats],
        "estimated": [one.mains(PostsOptions()) for one in formats],
        "true": [[page.main for page in one.pages] for one in formats],
    }
    rows: list[Row] = []
    for name, mains in chosen.items():
        for part, score, errors in _scores(formats, mains, posts_below):
            rows.append([name, part, *_counts(score, errors), *_measures(score)])
    header = ("main element", *_COUNTS, "P", "R", "F")
    ours = PaperTable("Posts by main element", header, rows, digits=3, words=("pages",))
    return [ours, _printed("main element", chosen)]


def _printed(what: str, names: Iterable[str]) -> PaperTable:
    """The counts of table 6 or 7 as they are printed, with the figures that follow."""
    rows: list[Row] = []
    for name in names:
        for part in PARTS:
            counts = printed_004.counts(name, part)
            rows.append([name, part, *counts, *_measures(counts.score)])
    columns = (name.replace("_", " ") for name in printed_004.Counts._fields)
    header = (what, "pages", *columns, "P", "R", "F")
    return PaperTable("The paper", header, rows, digits=3, words=("pages",))


def artificial(inputs: Sequence[str], options: PaperOptions) -> list[PaperTable]:
    """Write artificial pages made from real ones, and count them."""
    if len(inputs) != 2:
        raise HonbunError("section 6.2.2 needs a folder of thread pages and a folder to write")
    groups = generate(list(read_groups(Path(inputs[0]))))
    write_groups(groups, Path(inputs[1]))
    rows: list[Row] = []
    for part in PARTS:
        some = [group for group in groups if part in (group.style, "all")]
        pages = [page for group in some for page in group.pages]
        rows.append([part, len(some), len(pages), sum(len(page.posts) for page in pages)])
    return [PaperTable("Artificial pages", ("pages", "formats", "number", "posts"), rows)]


_COUNTS = (
    "pages",
    "posts",
    "found",
    "right",
    "torn",
    "cut",
    "merged",
    "overlong",
    "missed",
    "none",
)


def _counts(score: Score, errors: Counter[str]) -> Row:
    kinds = [errors[name] for name in (*_COUNTS[4:-1], "no post")]
    return [score.true, score.found, score.right, *kinds]


def _measures(score: Score) -> Row:
    return [score.precision, score.recall, score.f]


def _by_method(formats: Sequence[Format]) -> list[tuple[str, str, Score, Counter[str]]]:
    mains = [[page.main for page in one.pages] for one in formats]
    return [
        (method, *row)
        for method, divide in METHODS.items()
        for row in _scores(formats, mains, divide)
    ]


def _scores(
    formats: Sequence[Format], mains: Sequence[Sequence[int]], divide: Divide
) -> list[tuple[str, Score, Counter[str]]]:
    """The scores and failures of a method by style, and of all pages."""
    scores = {part: Score() for part in PARTS}
    errors = {part: Counter[str]() for part in PARTS}
    for one, chosen in zip(formats, mains):
        for page, main in zip(one.pages, chosen):
            score, kinds = page.score(divide(page.sequence, main))
            for part in (one.style, "all"):
                scores[part] += score
                errors[part] += kinds
    return [(part, scores[part], errors[part]) for part in PARTS if scores[part].true]


def _mains(formats: Sequence[Format]) -> list[tuple[str, MeasuredPage, int]]:
    return [
        (one.style, page, main)
        for one in formats
        for page, main in zip(one.pages, one.mains(PostsOptions()))
    ]


def _errors(formats: Sequence[Format], options: PostsOptions) -> list[float]:
    return [
        page.error(main) for one in formats for page, main in zip(one.pages, one.mains(options))
    ]


def _shares(errors: Sequence[float]) -> list[float]:
    return [mean(error <= most for error in errors) for most in TOLERANCES]


def _formats(inputs: Sequence[str]) -> list[Format]:
    if len(inputs) != 1:
        raise HonbunError(f"one folder of thread pages is needed, not {len(inputs)}")
    return [measured_format(group) for group in read_groups(Path(inputs[0]))]


def _several(inputs: Sequence[str]) -> list[Format]:
    """The formats with several pages: a page alone is not compared with others."""
    found = [one for one in _formats(inputs) if len(one.pages) > 1]
    if not found:
        raise HonbunError("no format has several pages")
    return found


_FOLDER = "a folder of thread pages with their posts"
REPRODUCTIONS = (
    Reproduction("table 2", "main elements by alpha", _FOLDER, table_2),
    Reproduction("figure 11", "main elements by beta", _FOLDER, figure_11),
    Reproduction("table 3", "main elements by style of the page", _FOLDER, table_3),
    Reproduction("table 4", "failures of main elements", _FOLDER, table_4),
    Reproduction("table 5", "precision and recall of posts by method", _FOLDER, table_5),
    Reproduction("table 6", "counts of posts and failures by method", _FOLDER, table_6),
    Reproduction("table 7", "posts by choice of the main element", _FOLDER, table_7),
    Reproduction(
        "section 6.2.2",
        "artificial pages made from real ones",
        f"{_FOLDER}, and a folder to write",
        artificial,
    ),
)
