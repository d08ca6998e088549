"""`honbun train`: train the model that judges a page alone."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from honbun.cli.options import Jobs, with_options
from honbun.cli.progress import message, no_message
from honbun.errors import TruthError
from honbun.options import option


@dataclass(frozen=True, slots=True)
class TrainOptions(Jobs):
    """How the model is trained."""

    trees: int = option(500, "Trees of each pass.", at_least=1)
    depth: int = option(6, "Depth of each tree.", at_least=1, at_most=12)
    seed: int = option(0, "Random seed.")


@with_options
def train(
    *,
    data: Annotated[list[Path], typer.Argument(help="Folders of WCXB or of sites.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The model, as .npz.")],
    options: TrainOptions,
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
    on_step = no_message if options.quiet else message
    boost = BoostOptions(
        options.trees, options.depth, seed=options.seed, threads=options.jobs or -1
    )
    with open_output(output) as file:  # fails before training if it cannot be written
        examples = list(read_examples(data, options.jobs, on_step))
        train_model(examples, boost, on_step).save(file)
    on_step(f"{output}: {output.stat().st_size / 1000:,.0f} kB")
