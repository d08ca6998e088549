"""Figures of the papers, drawn from our own measurements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.errors import MissingExtra, OutputError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from honbun.eval.content import ContentScore


def check_figure(path: Path) -> None:
    """Raise OutputError before the work where the figure could not be written after it."""
    if path.suffix.lower() not in (".png", ".svg"):
        raise OutputError(f"a figure is a .png or an .svg, and both are written: {path}")
    if not path.parent.is_dir():
        raise OutputError(f"no such folder: {path.parent}")


def draw_sweep(points: Sequence[tuple[float, ContentScore]], stem: Path) -> list[Path]:
    """Threshold against F and perfect match (figure 8 of paper 000), as PNG and SVG."""
    try:
        import matplotlib as mpl

        mpl.use("Agg")
        from matplotlib import pyplot as plt
    except ImportError as error:
        raise MissingExtra("drawing a plot", "plot") from error
    # Without these an SVG holds the day and random names, and differs from run to run.
    mpl.rcParams["svg.hashsalt"] = "honbun"
    figure, axes = plt.subplots(figsize=(6.4, 4.0))
    thresholds = [threshold for threshold, _ in points]
    axes.plot(thresholds, [score.blocks.f for _, score in points], "o-", label="F by blocks")
    axes.plot(thresholds, [score.text_f for _, score in points], "^-", label="F by text")
    axes.plot(thresholds, [score.perfect_rate for _, score in points], "s--", label="perfect match")
    axes.set_xlabel("cosine above which two blocks are the same")
    axes.set_ylim(0, 1)
    axes.grid(alpha=0.3)
    axes.legend(loc="lower left")
    figure.tight_layout()
    paths = [stem.with_suffix(".png"), stem.with_suffix(".svg")]
    figure.savefig(paths[0], dpi=150)
    figure.savefig(paths[1], metadata={"Date": None})
    plt.close(figure)
    return paths
