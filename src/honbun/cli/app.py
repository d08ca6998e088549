"""The `honbun` command: its sub-commands, and what happens when one of them fails."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from honbun import __version__
from honbun.cli import demo, evaluate, extract
from honbun.errors import HonbunError

app = typer.Typer(
    name="honbun",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"honbun {__version__}")
        raise typer.Exit


@app.callback()
def honbun(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Say the version."),
    ] = False,
) -> None:
    """What web pages say, without what their site says on every page.

    Results go to standard output or to -o; progress and messages to standard error.
    Exit status: 0 all well, 1 some pages failed, 2 nothing could be done.
    """


app.command("extract")(extract.extract)
app.command("demo")(demo.demo)
app.add_typer(evaluate.app, name="eval")


def main() -> None:
    """Run the command; what honbun raises on purpose becomes one line and a status."""
    try:
        app()
    except HonbunError as error:
        sys.stderr.write(f"honbun: {error}\n")
        sys.exit(2)
    except BrokenPipeError:
        # The reader of our output has gone (`| head`): what is left to flush has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        sys.stderr.write(f"honbun: {error}\n")
        sys.exit(2)


if __name__ == "__main__":
    main()
