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
from lab.bench.peers.race import ALONE, Alone, Asked, Collection, race
from lab.bench.peers.tables import Row, ranking, records, write_between
from lab.peers import PEERS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lab.bench.peers.race import Contestant
    from lab.peers import Peer

_ROOT = Path(__file__).parents[2]
PARTS = {
    "wcxb": "pages of WCXB, each by itself, and by type of page",
    "sites": "articles of real sites, means over sites",
    "similar": "pages of `similar`, known pairs that were found",
    "generated": "generated pages, likewise",
}
"""The parts of the report, with the sentence above each table."""
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
    measured_rows: dict[str, list[Row]] = {}
    sections: dict[str, str] = {}
    for name in arguments.only or PARTS:
        if name == "generated" or _is_there(arguments.data / name):
            rows = measured_rows[name] = _measure(name, arguments, peers, tools)
            introduction = f"{rows[0].pages:,} {PARTS[name]}:"
            sections[name] = f"{introduction}\n\n{ranking(rows, _own(name))}"
            sys.stdout.write(sections[name] + "\n\n")
            sys.stdout.flush()
    packages = ["honbun", *(peer.name for peer in peers), *(tool.package for tool in tools)]
    minutes = (time.monotonic() - started) / 60
    measurement = measured(_command(arguments))
    circumstances = f"{measurement} {machine(minutes, dict.fromkeys(packages))}."
    sys.stdout.write(circumstances + "\n")
    if arguments.output:
        with open_output(arguments.output) as file:
            for name, rows in measured_rows.items():
                file.writelines(orjson.dumps(one) + b"\n" for one in records(rows, _own(name)))
    if arguments.write:
        _write(sections, circumstances)


def _own(part: str) -> str:
    """The contestant that times are relative to."""
    return ALONE if part in {"wcxb", "sites"} else duplicates.HONBUN


def _measure(
    name: str,
    arguments: argparse.Namespace,
    peers: Sequence[Peer],
    tools: Sequence[duplicates.Tool],
) -> list[Row]:
    """The rows of one part of the report."""
    folder, jobs = arguments.data / name, arguments.jobs
    others: list[Contestant] = [Asked(peer) for peer in peers]
    if name == "wcxb":
        models = held_out(folder, arguments.models, arguments.parts, _say)
        blocks = content.typed_blocks(folder, arguments.parts)
        runs = race([Alone(models), *others], blocks, word_score, jobs, _say)
        return content.typed_rows(runs, version_of)
    if name == "sites":
        blocks = content.site_blocks(folder, arguments.site_pages)
        runs = race([Collection(), Alone({}), *others], blocks, text_score, jobs, _say)
        return content.site_rows(runs, content.japanese(blocks), version_of)
    pages = data.planted(folder) if name == "similar" else data.generated(arguments.generated)
    return duplicates.measured(pages, tools, arguments.rounds, jobs, version_of, _say)


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


def _write(sections: Mapping[str, str], circumstances: str) -> None:
    """Write the tables into the documents, all of them or none."""
    if missing := [name for name in PARTS if name not in sections]:
        raise OutputError(f"nothing is written: {', '.join(missing)} was not measured")
    write_between(_DOCUMENT, "\n\n".join([circumstances, *sections.values()]))


def _say(step: str) -> None:
    print(f"peers: {step}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
