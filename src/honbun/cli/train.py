"""`honbun train`: train the content model."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from honbun.cli.options import Jobs, with_options
from honbun.cli.progress import message, no_message
from honbun.errors import OutputError, TruthError
from honbun.options import OUTPUT, option


@dataclass(frozen=True, slots=True)
class TrainOptions(Jobs):
    """How the model is trained."""

    trees: int = option(500, "Trees of each look.", at_least=1)
    depth: int = option(6, "Depth of each tree.", at_least=1, at_most=12)
    seed: int = option(0, "Random seed.")
    folds: Path | None = option(
        None,
        "Also write the models that have not seen one fold of the sites each, for honbun eval.",
        panel=OUTPUT,
        metavar="FOLDER",
    )


@with_options
def train(
    *,
    data: Annotated[
        list[Path], typer.Argument(help="Folders of pages with true texts, or of sites.")
    ],
    output: Annotated[Path, typer.Option("-o", "--output", help="The model, as .npz.")],
    options: TrainOptions,
) -> None:
    """Train the content model (requires the `train` extra).

    Pages with a true text are aligned with it; pages of sites are labelled by the selectors of
    their site.json. Every page is used alone, with few and with many pages of its site.
    """
    from honbun.outputs.files import open_output
    from honbun.training.boosting import BoostOptions
    from honbun.training.content import prepare
    from honbun.training.content import train as train_model
    from honbun.training.examples import read_examples

    for folder in data:
        if not folder.is_dir():
            raise TruthError(f"{folder} is not a folder")
    if options.folds and not options.folds.parent.is_dir():
        raise OutputError(f"no such folder: {options.folds.parent}")
    on_step = no_message if options.quiet else message
    boost = BoostOptions(
        options.trees, options.depth, seed=options.seed, threads=options.jobs or -1
    )
    with open_output(output) as file:  # fails before training if it cannot be written
        lessons = prepare(read_examples(data, on_step), options.seed)
        trained = train_model(lessons, boost, on_step)
        trained.model.save(file)
    if options.folds:
        options.folds.mkdir(exist_ok=True)
        for number, model in enumerate(trained.folds):
            with open_output(options.folds / f"fold-{number}.npz") as file:
                model.save(file)
    on_step(f"{output}: {output.stat().st_size / 1000:,.0f} kB")
