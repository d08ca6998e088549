"""Figures drawn from our own measurements, some of them after the papers'."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.errors import MissingExtra, OutputError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from honbun.evaluation.content import ContentScore
    from honbun.evaluation.curve import CurvePoint


def check_figure(path: Path) -> None:
    """Raise OutputError before the work where the figure could not be written after it."""
    if path.suffix.lower() not in (".png", ".svg"):
        raise OutputError(f"a figure is a .png or an .svg, and both are written: {path}")
    if not path.parent.is_dir():
        raise OutputError(f"no such folder: {path.parent}")


def draw_sweep(points: Sequence[tuple[float, ContentScore]], stem: Path) -> list[Path]:
    """Threshold against F and perfect match (figure 8 of paper 000), as PNG and SVG."""
    thresholds = [threshold for threshold, _ in points]
    lines = {
        "F by blocks": [score.blocks.f for _, score in points],
        "F by text": [score.text_f for _, score in points],
        "perfect match": [score.perfect_rate for _, score in points],
    }
    return _draw("cosine above which two blocks are the same", thresholds, lines, stem)


def draw_curve(points: Sequence[CurvePoint], stem: Path) -> list[Path]:
    """Pages in the collection against F and perfect pages, as PNG and SVG."""
    # As names, the sizes stand side by side: they grow too fast for an even scale.
    sizes = [point.size for point in points]
    lines = {
        "F by blocks": [point.means["f"] for point in points],
        "F by text": [point.means["text_f"] for point in points],
        "perfect pages": [point.means["perfect"] for point in points],
    }
    return _draw("pages of each site", sizes, lines, stem)


def _draw(
    label: str, across: Sequence[float] | Sequence[str], lines: dict[str, list[float]], stem: Path
) -> list[Path]:
    """Three lines between 0 and 1, the last one broken."""
    try:
        import matplotlib as mpl

        mpl.use("Agg")
        from matplotlib import pyplot as plt
    except ImportError as error:
        raise MissingExtra("drawing a plot", "plot") from error
    # Without these an SVG holds the day and random names, and differs from run to run.
    mpl.rcParams["svg.hashsalt"] = "honbun"
    figure, axes = plt.subplots(figsize=(6.4, 4.0))
    for style, (name, values) in zip(("o-", "^-", "s--"), lines.items()):
        axes.plot(across, values, style, label=name)
    axes.set_xlabel(label)
    axes.set_ylim(0, 1)
    axes.grid(alpha=0.3)
    axes.legend(loc="lower left")
    figure.tight_layout()
    paths = [stem.with_suffix(".png"), stem.with_suffix(".svg")]
    figure.savefig(paths[0], dpi=150)
    figure.savefig(paths[1], metadata={"Date": None})
    plt.close(figure)
    return paths
