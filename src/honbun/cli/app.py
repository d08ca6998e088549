"""The `honbun` command: its sub-commands, and what happens when one of them fails."""

from __future__ import annotations

import signal
import sys
from typing import Annotated

import typer

from honbun import __version__
from honbun.cli import (
    demo,
    doctor,
    evaluate,
    extract,
    feed,
    labels,
    memory,
    posts,
    serve,
    similar,
    standard,
    train,
)
from honbun.cli import serve as annotate
from honbun.errors import HonbunError, short_message

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
    Exit status: 0 all well, 1 pages failed, 2 the command could not be carried out.
    """


app.command("extract")(extract.extract)
app.command("posts")(posts.posts)
app.command("standard")(standard.standard)
app.command("similar")(similar.similar)
app.command("annotate")(annotate.annotate)
app.command("serve")(serve.serve)
app.command("feed")(feed.feed)
app.command("demo")(demo.demo)
app.command("doctor")(doctor.doctor)
app.command("train")(train.train)
app.add_typer(evaluate.app, name="eval")
app.add_typer(memory.app, name="memory")
app.add_typer(labels.app, name="labels")


def main() -> None:
    """Run the command; what honbun raises on purpose becomes one line and a status."""
    # Asked to end, we end as after Ctrl-C: half-written files are removed on the way out.
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            number = getattr(signal, name)
            signal.signal(number, lambda received, _: sys.exit(128 + received))
    try:
        app(prog_name="honbun")
    except (HonbunError, OSError) as error:
        _say(str(error))
        sys.exit(2)


def _say(message: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(f"honbun: {short_message(message)}\n")


if __name__ == "__main__":
    main()
