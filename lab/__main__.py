"""`python -m lab`: evaluation with options that only we need, and training of posts and feeds.

Benchmarks are `python -m lab.bench`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import orjson
import typer

from honbun.errors import HonbunError
from honbun.evaluation.report import table
from honbun.evaluation.truth.threads import read_groups
from honbun.outputs.files import open_output
from lab import evaluate
from lab.layouts.write import write_folder
from lab.train import feeds, posts

app = typer.Typer(no_args_is_help=True, help=__doc__, add_completion=False)
train = typer.Typer(no_args_is_help=True, help="Train the weights of posts and feeds.")
app.add_typer(evaluate.app, name="eval")
app.add_typer(train, name="train")

Output = Annotated[Path, typer.Option("-o", "--output", help="The weights, as .json.")]
_JSON = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE


@train.command("posts")
def train_posts(data: Path, output: Output, jobs: int = 0) -> None:
    """Train the weights that choose segmentations, from a folder of formats."""
    with open_output(output) as file:
        examples = posts.examples(read_groups(data), jobs)
        weights = posts.learn(examples)
        file.write(orjson.dumps(weights, option=_JSON))
    typer.echo(f"{output}: {len(weights)} weights, by {len(examples)} examples", err=True)


@train.command("feeds")
def train_feeds(data: list[Path], output: Output, jobs: int = 0) -> None:
    """Train the weights that find lists, from folders of lists, of sites, or of WCXB."""
    with open_output(output) as file:
        examples = feeds.examples(feeds.lessons(data), jobs)
        weights = feeds.learn(examples)
        file.write(orjson.dumps({"rank": weights.rank, "gate": weights.gate}, option=_JSON))
    rows = [
        (name, one.pages, one.worth, one.right, one.passed)
        for name, one in feeds.outcomes(examples, weights).items()
    ]
    typer.echo(table(("trained on", "pages", "quality", "right", "passed"), rows))


@app.command("layouts")
def layouts(out: Path, sites: int = 300, seed: int = 1) -> None:
    """Write pages of invented sites, with the role of every element of their content."""
    typer.echo(f"{out}: {write_folder(out, sites, seed)} pages", err=True)


if __name__ == "__main__":
    try:
        app()
    except HonbunError as error:
        sys.exit(f"lab: {error}")
