"""`honbun doctor`: what is installed, what of it works, and how to get the rest."""

from __future__ import annotations

import json
import os
import platform
import re
import sys
import tempfile
from collections import defaultdict
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from enum import StrEnum
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honbun import __version__
from honbun.errors import EngineError, HonbunError, RefusedAddress, one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from honbun.engines.base import Engine

# Finding: whether one part of honbun works here.


class State(StrEnum):
    """How a part was found."""

    WORKS = "works"
    ABSENT = "absent"
    """It is not installed, and need not be."""
    BROKEN = "broken"
    """It is installed, and does not do its job."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether one part of honbun works here."""

    part: str
    """`core`, or the name of an extra."""
    job: str
    """What it is for."""
    state: State
    packages: tuple[str, ...] = ()
    """What is installed for it, with versions."""
    said: str | None = None
    """What is missing or went wrong."""
    remedy: str | None = None
    """What to do about it."""


# Requirement: what an extra asks for, as the installed package itself says.

_WRITTEN = re.compile(r"([\w.-]+)\s*(?:\[([^\]]*)\])?\s*\(?([^;)]*)\)?\s*(?:;(.*))?")
_EXTRA = re.compile(r"""extra\s*==\s*['"]([\w-]+)['"]""")
_BOUND = re.compile(r"(>=|<=|==|!=|<|>)\s*([\d.]+)")
_RELEASE = re.compile(r"\d+(?:\.\d+)*")


@dataclass(frozen=True, slots=True)
class Requirement:
    """A package that an extra asks for."""

    package: str
    bounds: str
    """The versions that will do, such as `>=1.1,<2`."""

    def installed(self) -> str | None:
        """The version that is there."""
        try:
            return metadata.version(self.package)
        except metadata.PackageNotFoundError:
            return None

    def accepts(self, version: str) -> bool:
        """Whether a version is within the bounds.

        >>> asked = Requirement("x", ">=1.1,<2")
        >>> asked.accepts("1.10.3"), asked.accepts("2.0"), asked.accepts("1.0.9")
        (True, False, False)
        """
        found = _release(version)
        return all(_holds(found, sign, _release(bound)) for sign, bound in _bounds(self.bounds))


def requirements(package: str = "honbun") -> dict[str, list[Requirement]]:
    """What each extra asks for, by its name; what is always asked for is that of `core`.

    Empty where the package was not installed but is run from its folder.
    """
    try:
        told = metadata.requires(package) or []
    except metadata.PackageNotFoundError:
        return {}
    direct: dict[str, list[Requirement]] = defaultdict(list)
    within: dict[str, list[str]] = defaultdict(list)
    for line in told:
        name, extras, bounds, condition = _parts(line)
        found = _EXTRA.search(condition)
        home = found[1] if found else "core"
        if name == package:
            within[home] += extras
        else:
            direct[home].append(Requirement(name, bounds))
    return {home: _all(home, direct, within) for home in {*direct, *within}}


def _all(
    home: str, direct: dict[str, list[Requirement]], within: dict[str, list[str]]
) -> list[Requirement]:
    """What an extra asks for, with what the extras ask for that it names."""
    found = dict.fromkeys(direct.get(home, []))
    for inner in within.get(home, []):
        found |= dict.fromkeys(_all(inner, direct, within))
    return list(found)


def _parts(line: str) -> tuple[str, list[str], str, str]:
    found = _WRITTEN.match(line)
    if found is None:
        return line, [], "", ""
    name, extras, bounds, condition = found.groups()
    named = [extra.strip() for extra in (extras or "").split(",") if extra.strip()]
    return name, named, bounds.strip(), condition or ""


def _bounds(written: str) -> list[tuple[str, str]]:
    return _BOUND.findall(written)


def _release(version: str) -> tuple[int, ...]:
    """The numbers that a version begins with, without zeros at the end."""
    found = _RELEASE.match(version)
    numbers = [int(part) for part in found[0].split(".")] if found else []
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def _holds(version: tuple[int, ...], sign: str, bound: tuple[int, ...]) -> bool:
    return {
        ">=": version >= bound,
        "<=": version <= bound,
        ">": version > bound,
        "<": version < bound,
        "==": version == bound,
        "!=": version != bound,
    }[sign]


# Trials: the smallest job of each part, done for real. One that returns has worked.

_HTML = (
    "<!doctype html><html lang=en><head><title>Tides</title></head><body>"
    "<nav><a href=/>Home</a> <a href=/about>About</a></nav>"
    "<main><h1>Tides</h1><p>The tide comes in twice a day, and goes out as often. Fishermen "
    "have known its hours by heart for as long as there have been boats in this bay.</p></main>"
    "</body></html>"
)


@dataclass(frozen=True, slots=True)
class Trial:
    """A part of honbun, what it is for, and how it is tried."""

    part: str
    job: str
    attempt: Callable[[], None]
    remedy: str | None = None
    """What else than its packages it may lack, and how to get that."""


def _core() -> None:
    from honbun.api import extract_page, feed, posts
    from honbun.page import Page

    page = Page(_HTML.encode(), url="https://tides.example/")
    if "Fishermen" not in extract_page(page).text:
        raise HonbunError("a page was read, and its text is not what stands on it")
    feed(page)
    list(posts([page]))


def _warc() -> None:
    from honbun.inputs.warc import read_warc
    from honbun.page import Page

    http = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{_HTML}".encode()
    head = (
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://tides.example/\r\n"
        "Content-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(http)}\r\n\r\n"
    )
    with _file(head.encode() + http + b"\r\n\r\n", "one.warc") as path:
        found = list(read_warc(path, "one.warc", 1_000_000))
    if len(found) != 1 or not isinstance(found[0], Page):
        raise HonbunError("a WARC file of one page did not give it")


def _parquet() -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    from honbun.inputs.parquet import read_parquet

    with _file(b"", "one.parquet") as path:
        pq.write_table(pa.table({"url": ["https://tides.example/"], "html": [_HTML]}), path)
        if len(list(read_parquet(path, "one.parquet", 1_000_000))) != 1:
            raise HonbunError("a table of one page did not give it")


def _fetch() -> None:
    from honbun.inputs.fetch.fetcher import Fetcher
    from honbun.inputs.options import ReadOptions

    with Fetcher(ReadOptions()) as fetcher:
        try:
            fetcher.fetch("http://127.0.0.1:9/")
        except RefusedAddress:
            return  # what it must do, and it needs no network for that
    raise HonbunError("a loopback address was not refused")


def _plot() -> None:
    from io import BytesIO

    from matplotlib.figure import Figure

    Figure(figsize=(1, 1)).savefig(BytesIO(), format="png")


def _report() -> None:
    from honbun.evaluation.report import render_html

    render_html("honbun doctor", {}, {}, [])


def _web() -> None:
    import uvicorn  # noqa: F401

    import honbun.web.app  # noqa: F401


def _faithful() -> None:
    from scipy.cluster.hierarchy import linkage

    linkage([[0.0], [1.0], [3.0]])


def _similar() -> None:
    from honbun.engines.duckdb import DuckDBEngine

    with DuckDBEngine() as engine:
        _counts(engine)


def _spark() -> None:
    from honbun.engines.spark import SparkEngine
    from honbun.engines.spark_session import java

    if java() is None:
        raise EngineError("there is no Java")
    with SparkEngine() as engine:
        _counts(engine)


def _counts(engine: Engine) -> None:
    """A table goes into an engine and comes out."""
    import ibis
    import pyarrow as pa

    schema = ibis.schema({"n": "int64"})
    table = engine.load("checkup", schema, [pa.record_batch({"n": [1, 2, 3]})])
    total = sum(row["n"] for batch in engine.batches(table) for row in batch.to_pylist())
    engine.drop("checkup")
    if total != 6:
        raise EngineError("three rows went in, and others came out")


def _morphology() -> None:
    from honbun.papers.similar_003.analysers import Sudachi

    if not Sudachi().annotate("潮が満ちる。"):
        raise HonbunError("a sentence was not analysed")


def _train() -> None:
    import catboost  # noqa: F401


@contextmanager
def _file(data: bytes, name: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="honbun-") as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        yield path


CORE = Trial("core", "read pages; find content, posts and lists", _core)
TRIALS = (
    Trial("warc", "read WARC archives", _warc),
    Trial("parquet", "read and write Parquet", _parquet),
    Trial("fetch", "fetch pages from the web", _fetch),
    Trial("web", "serve feeds, inspect and annotate in the browser", _web),
    Trial("similar", "find pages that share text; tables on DuckDB", _similar),
    Trial(
        "spark",
        "tables on Spark",
        _spark,
        "install Java 17 or newer (apt-get install default-jre-headless), or name it in JAVA_HOME",
    ),
    Trial("morphology", "Japanese sentences in words (`standard --annotate sudachi`)", _morphology),
    Trial("faithful", "the paper's method for lists (`feed --faithful`)", _faithful),
    Trial("report", "evaluation as an HTML file", _report),
    Trial("plot", "evaluation as pictures", _plot),
    Trial("train", "train models anew", _train),
)

# A checkup: every part of honbun tried, and what was found.


def checkup(trials: Sequence[Trial] = (CORE, *TRIALS)) -> Iterator[Finding]:
    """What was found of each part, as soon as it was tried."""
    asked = requirements()
    for trial in trials:
        yield _found(trial, asked.get(trial.part, []))


def _found(trial: Trial, asked: Sequence[Requirement]) -> Finding:
    versions = {one: one.installed() for one in asked}
    packages = tuple(f"{one.package} {version}" for one, version in versions.items() if version)
    install = f"pip install 'honbun[{trial.part}]'" if trial is not CORE else "pip install honbun"
    missing = [one.package for one, version in versions.items() if version is None]
    if missing:
        said = f"not installed: {', '.join(missing)}"
        # Without what is always asked for nothing works; an extra may be left out.
        state = State.BROKEN if trial.part == CORE.part else State.ABSENT
        return Finding(trial.part, trial.job, state, packages, said, install)
    for one, version in versions.items():
        if version and not one.accepts(version):
            said = f"{one.package} {version} is installed, and {one.bounds} is needed"
            return Finding(trial.part, trial.job, State.BROKEN, packages, said, install)
    try:
        trial.attempt()
    except Exception as error:
        # Whatever a library raises when it is half there is what the user must hear of.
        said = one_line(str(error) or type(error).__name__)
        state = State.ABSENT if isinstance(error, ImportError) and not asked else State.BROKEN
        return Finding(trial.part, trial.job, state, packages, said, trial.remedy or install)
    return Finding(trial.part, trial.job, State.WORKS, packages)


def doctor(
    parts: Annotated[
        list[str] | None,
        typer.Argument(
            help=f"Parts to look at: {', '.join([CORE.part, *(one.part for one in TRIALS)])}.",
            metavar="PART",
            show_default="all",
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON object a line, for programs.")
    ] = False,
) -> None:
    """What of honbun works on this machine, tried and not guessed.

    Every part does its smallest job: Spark takes some seconds for it. Nothing is fetched. Exit
    status: 0 where all that is installed works, 1 where some of it is broken.
    """
    known = {one.part: one for one in (CORE, *TRIALS)}
    if unknown := [part for part in parts or () if part not in known]:
        raise HonbunError(f"no such part: {', '.join(unknown)}; there are {', '.join(known)}")
    if not as_json:
        typer.echo(_machine())
    states = []
    for finding in checkup([known[part] for part in parts or known]):
        states.append(finding.state)
        typer.echo(json.dumps(asdict(finding), ensure_ascii=False) if as_json else _told(finding))
    if states.count(State.ABSENT) > 1 and not as_json:
        typer.echo("\nAll but spark and train at once: pip install 'honbun[all]'")
    raise typer.Exit(1 if State.BROKEN in states else 0)


def _machine() -> str:
    system = f"{platform.system()} {platform.machine()}"
    cores = os.cpu_count() or 1
    return (
        f"honbun {__version__}, Python {platform.python_version()} ({sys.executable})\n"
        f"{system}, {cores} core{'s' if cores != 1 else ''}\n"
    )


def _told(finding: Finding) -> str:
    lines = [f"{finding.part:<11} {finding.state:<7} {finding.job}"]
    details = (", ".join(finding.packages), finding.said, finding.remedy)
    return "\n".join([*lines, *(f"{'':<20}{detail}" for detail in details if detail)])
