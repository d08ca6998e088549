"""`honbun train`: the model that judges a page alone, taught anew."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from honbun.cli import options as shared
from honbun.cli.progress import no_steps, tell_step
from honbun.errors import TruthError


def train(
    data: Annotated[list[Path], typer.Argument(help="Folders of WCXB or of sites.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The model, as .npz.")],
    trees: Annotated[int, typer.Option(min=1, help="Trees of each look.")] = 500,
    depth: Annotated[int, typer.Option(min=1, max=12, help="Questions of each tree.")] = 6,
    seed: Annotated[int, typer.Option(help="Another one gives another model.")] = 0,
    jobs: shared.Jobs = 0,
    quiet: shared.Quiet = False,
) -> None:
    """The model of pages alone, taught by pages (needs the extra `train`).

    By WCXB it learns from the true text of each page. By sites it teaches itself: what the
    collection finds on each site is the label, and no truth is read.
    """
    from honbun.outputs.files import open_output
    from honbun.training.boost import BoostOptions
    from honbun.training.data import examples
    from honbun.training.teach import teach

    for folder in data:
        if not folder.is_dir():
            raise TruthError(f"{folder} is no folder: there is nothing to learn from")
    say = no_steps if quiet else tell_step
    options = BoostOptions(trees=trees, depth=depth, seed=seed, threads=jobs or -1)
    with open_output(output) as file:  # one that cannot be written is told before the teaching
        teach(list(examples(data, jobs, say)), options, say).save(file)
    say(f"{output}: {output.stat().st_size / 1000:,.0f} kB")
