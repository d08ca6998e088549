"""`python -m lab.bench.peers ../shared/data`: other libraries on the same pages, as Markdown."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import orjson

from honbun.errors import HonbunError, OutputError, TruthError
from honbun.evaluation.metrics import text_score, word_score
from honbun.outputs.files import open_output
from honbun.training.content import FOLDS
from lab.bench.peers import content, data, duplicates
from lab.bench.peers.data import held_out, machine, measured, version_of
from lab.bench.peers.race import Alone, Asked, Collection, race
from lab.bench.peers.tables import Report, write_between
from lab.peers import PEERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lab.bench.peers.race import Contestant
    from lab.peers import Peer

_ROOT = Path(__file__).parents[2]
PARTS = ("wcxb", "sites", "similar", "generated")
_USUAL = {"site_pages": 40, "generated": 2_000, "rounds": 2, "jobs": 2}
_DOCUMENT = _ROOT / "docs" / "benchmarks.md"


def main() -> int:
    """Measure, print, and write to files on request; returns the exit status."""
    arguments = _arguments()
    try:
        _run(arguments)
    except HonbunError as error:
        _say(str(error))
        return 2
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m lab.bench.peers", description=__doc__)
    parser.add_argument("data", type=Path, help="a folder with wcxb/, sites/ and similar/")
    parser.add_argument("--models", type=Path, required=True, help="where taught models are kept")
    parser.add_argument(
        "--parts",
        type=int,
        default=2,
        choices=range(1, FOLDS + 1),
        metavar="N",
        help=f"of WCXB, the domains in the first N of {FOLDS} parts (2)",
    )
    parser.add_argument("--site-pages", type=int, help="articles of each site (40)")
    parser.add_argument("--generated", type=int, help="generated pages (2000)")
    parser.add_argument("--rounds", type=int, help="rounds of near-duplicates (2)")
    parser.add_argument("--jobs", type=int, help="how many contestants run at a time (2)")
    parser.set_defaults(**_USUAL)
    parser.add_argument("--only", choices=PARTS, nargs="+", help="some of the parts")
    parser.add_argument("-o", "--output", type=Path, help="also write the rows as JSON Lines")
    parser.add_argument(
        "--write", action="store_true", help="also write the tables into README and docs"
    )
    return parser.parse_args()


def _run(arguments: argparse.Namespace) -> None:
    if not arguments.data.is_dir():
        raise TruthError(f"{arguments.data} is not there: peers are measured on data with truth")
    started = time.monotonic()
    peers, tools = _installed()
    report = Report()
    for name in arguments.only or PARTS:
        if name == "generated" or _is_there(arguments.data / name):
            _measure(name, arguments, report, peers, tools)
            sys.stdout.write(report.sections()[name] + "\n\n")
            sys.stdout.flush()
    packages = ["honbun", *(peer.name for peer in peers), *(tool.package for tool in tools)]
    minutes = (time.monotonic() - started) / 60
    measurement = measured(_command(arguments))
    circumstances = f"{measurement} {machine(minutes, dict.fromkeys(packages))}."
    sys.stdout.write(circumstances + "\n")
    if arguments.output:
        with open_output(arguments.output) as file:
            file.writelines(orjson.dumps(one) + b"\n" for one in report.records())
    if arguments.write:
        _write(report, circumstances)


def _measure(
    name: str,
    arguments: argparse.Namespace,
    report: Report,
    peers: Sequence[Peer],
    tools: Sequence[duplicates.Tool],
) -> None:
    """One part of the report."""
    folder, jobs = arguments.data / name, arguments.jobs
    others: list[Contestant] = [Asked(peer) for peer in peers]
    match name:
        case "wcxb":
            models = held_out(folder, arguments.models, arguments.parts, _say)
            blocks = content.typed_blocks(folder, arguments.parts)
            runs = race([Alone(models), *others], blocks, word_score, jobs, _say)
            report.typed = content.typed_rows(runs, version_of)
        case "sites":
            blocks = content.site_blocks(folder, arguments.site_pages)
            runs = race([Collection(), Alone({}), *others], blocks, text_score, jobs, _say)
            report.sites = content.site_rows(runs, content.japanese(blocks), version_of)
        case "similar":
            pages, rounds = data.planted(folder), arguments.rounds
            report.similar = duplicates.measured(pages, tools, rounds, jobs, version_of, _say)
        case "generated":
            pages, rounds = data.generated(arguments.generated), arguments.rounds
            report.generated = duplicates.measured(pages, tools, rounds, jobs, version_of, _say)


def _installed() -> tuple[list[Peer], list[duplicates.Tool]]:
    """The tools that can be imported; the others are reported."""
    peers = [peer for peer in PEERS if peer.installed()]
    tools = [tool for tool in duplicates.TOOLS if tool.installed()]
    absent = {peer.name for peer in PEERS if peer not in peers}
    absent |= {tool.package for tool in duplicates.TOOLS if tool not in tools}
    for name in sorted(absent):
        _say(f"{name} is left out: it is not installed")
    return peers, tools


def _is_there(path: Path) -> bool:
    if not path.is_dir():
        _say(f"{path} is not there: it is left out")
    return path.is_dir()


def _command(arguments: argparse.Namespace) -> str:
    """The command line that repeats the run."""
    changed = [
        f"--{name.replace('_', '-')} {getattr(arguments, name)}"
        for name, usual in _USUAL.items()
        if getattr(arguments, name) != usual
    ]
    if arguments.only:
        changed.append(" ".join(["--only", *arguments.only]))
    command = f"make bench-peers PARTS={arguments.parts}"
    return f'{command} ARGS="{" ".join(changed)}"' if changed else command


def _write(report: Report, circumstances: str) -> None:
    """Write the tables into the documents, all of them or none."""
    sections = report.sections()
    if missing := [name for name in PARTS if name not in sections]:
        raise OutputError(f"nothing is written: {', '.join(missing)} was not measured")
    long = "\n\n".join([circumstances, *sections.values()])
    write_between(_DOCUMENT, long)


def _say(step: str) -> None:
    print(f"peers: {step}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
