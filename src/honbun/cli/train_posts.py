"""`honbun train-posts`: the weights that choose how a page is cut into posts, learnt anew."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from honbun.cli import options as shared
from honbun.cli.progress import no_steps, tell_step
from honbun.errors import TruthError


def train_posts(
    data: Annotated[Path, typer.Argument(help="A folder of formats with their group.json.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The weights, as .json.")],
    jobs: shared.Jobs = 0,
    quiet: shared.Quiet = False,
) -> None:
    """The weights that choose posts, taught by pages whose posts are known (extra `train`)."""
    import orjson

    from honbun.evaluation.threads import read_groups
    from honbun.outputs.files import open_output
    from honbun.training.cuts import examples, learn

    if not data.is_dir():
        raise TruthError(f"{data} is no folder: there is nothing to learn from")
    say = no_steps if quiet else tell_step
    with open_output(output) as file:
        say(f"measuring all cuts of {data}")
        taught = examples(read_groups(data), jobs)
        weights = learn(taught)
        file.write(orjson.dumps(weights, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    say(f"{output}: {len(weights)} weights, by {len(taught)} examples")
