"""`honbun train`: train the content model."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain
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
    pages: tuple[str, ...] = option(
        (),
        "Pages without truth: files, folders or archives. Those that other pages of their site "
        "make certain label themselves.",
        metavar="INPUT",
    )
    report: Path | None = option(
        None,
        "Write tables of F1 on each source and language if it is left out of training, before and "
        "after its pages label themselves.",
        panel=OUTPUT,
        metavar="FILE",
    )
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
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The model, as .npz.")
    ] = None,
    options: TrainOptions,
) -> None:
    """Train the content model (requires the `train` extra).

    Pages with a true text are aligned with it; pages of sites are labelled by the selectors of
    their site.json. Every page is used alone, with few and with many pages of its site.
    """
    from honbun.content.scoring import shipped
    from honbun.inputs.read import read
    from honbun.outputs.files import open_output
    from honbun.training.boosting import BoostOptions
    from honbun.training.content import prepare
    from honbun.training.content import train as train_model
    from honbun.training.examples import read_examples
    from honbun.training.report import tables
    from honbun.training.self_labels import self_labelled

    if output is None and options.report is None:
        raise OutputError("nothing to write: give -o, --report, or both")

    for folder in data:
        if not folder.is_dir():
            raise TruthError(f"{folder} is not a folder")
    if options.folds and not options.folds.parent.is_dir():
        raise OutputError(f"no such folder: {options.folds.parent}")
    on_step = no_message if options.quiet else message
    boost = BoostOptions(
        options.trees, options.depth, seed=options.seed, threads=options.jobs or -1
    )
    with ExitStack() as files:  # fails before training if they cannot be written
        model_file, report_file = (
            files.enter_context(open_output(path)) if path else None
            for path in (output, options.report)
        )
        more = self_labelled(read(*options.pages), shipped(), on_step) if options.pages else ()
        lessons = prepare(chain(read_examples(data, on_step), more), options.seed)
        if report_file:
            found = tables(lessons, boost, on_step).items()
            text = "\n\n".join(f"## {caption}\n\n{table}" for caption, table in found)
            report_file.write(f"{text}\n".encode())
        if model_file is None or output is None:
            return
        trained = train_model(lessons, boost, on_step)
        trained.model.save(model_file)
    if options.folds:
        options.folds.mkdir(exist_ok=True)
        for number, model in enumerate(trained.folds):
            with open_output(options.folds / f"fold-{number}.npz") as file:
                model.save(file)
    on_step(f"{output}: {output.stat().st_size / 1000:,.0f} kB")
