"""`honbun train-feed`: the weights that find lists, learnt anew."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honbun.cli import options as shared
from honbun.cli.progress import no_steps, tell_step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from honbun.training.lists import Outcome


def train_feed(
    data: Annotated[
        list[Path],
        typer.Argument(help="Folders with lists.json, of sites with their site.json, or of WCXB."),
    ],
    output: Annotated[Path, typer.Option("-o", "--output", help="The weights, as .json.")],
    jobs: shared.Jobs = 0,
    quiet: shared.Quiet = False,
) -> None:
    """The weights that find lists, taught by pages whose lists are known (extra `train`)."""
    import orjson

    from honbun.outputs.files import open_output
    from honbun.training.lesson import lessons
    from honbun.training.lists import examples, learn, outcomes

    say = no_steps if quiet else tell_step
    with open_output(output) as file:
        say(f"measuring all groups of {', '.join(map(str, data))}")
        taught = examples(lessons(data), jobs)
        say(f"learning from {len(taught)} examples")
        weights = learn(taught)
        told = {"rank": weights.rank, "gate": weights.gate}
        file.write(orjson.dumps(told, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    _show(outcomes(taught, weights))
    say(f"{output}: {len(weights.rank)} weights to rank by, {len(weights.gate)} of the gate")


def _show(outcomes: Mapping[str, Outcome]) -> None:
    from honbun.evaluation.tables import table

    rows = [
        (
            name,
            *("-" if value is None else value for value in (o.pages, o.worth, o.right, o.passed)),
        )
        for name, o in outcomes.items()
    ]
    typer.echo(table(("learnt from", "pages", "worth", "right", "passed"), rows))
