"""`honbun train`: train the model that judges a page alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from honbun.cli import options as shared
from honbun.cli.progress import message, no_message
from honbun.errors import TruthError


def train(
    data: Annotated[list[Path], typer.Argument(help="Folders of WCXB or of sites.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The model, as .npz.")],
    trees: Annotated[int, typer.Option(min=1, help="Trees of each pass.")] = 500,
    depth: Annotated[int, typer.Option(min=1, max=12, help="Depth of each tree.")] = 6,
    seed: Annotated[int, typer.Option(help="Random seed.")] = 0,
    jobs: shared.Jobs = 0,
    quiet: shared.Quiet = False,
) -> None:
    """Train the content model (requires the `train` extra).

    Pages of WCXB are aligned with their true text. Pages of sites are labelled by what the
    collection method extracts from them; no truth is read.
    """
    from honbun.outputs.files import open_output
    from honbun.training.content import BoostOptions, read_examples, train_model

    for folder in data:
        if not folder.is_dir():
            raise TruthError(f"{folder} is not a folder")
    on_step = no_message if quiet else message
    options = BoostOptions(trees=trees, depth=depth, seed=seed, threads=jobs or -1)
    with open_output(output) as file:  # fails before training if it cannot be written
        train_model(list(read_examples(data, jobs, on_step)), options, on_step).save(file)
    on_step(f"{output}: {output.stat().st_size / 1000:,.0f} kB")
