"""`honbun doctor`: which optional features work on this machine, and how to install the others.

Each part does its smallest real job, because a package that is installed may still be unusable.
"""

from __future__ import annotations

import json
import os
import platform
import sys
import tempfile
from dataclasses import asdict, dataclass
from functools import partial
from importlib import import_module, metadata
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from honbun import __version__
from honbun.cli.options import open_engine
from honbun.errors import EngineError, HonbunError, RefusedAddress, one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from packaging.requirements import Requirement

CORE = "core"
_JAVA = "install Java 17 or newer (apt-get install default-jre-headless), or set JAVA_HOME"
_HTML = (
    "<!doctype html><html lang=en><head><title>Tides</title></head><body>"
    "<nav><a href=/>Home</a> <a href=/about>About</a></nav>"
    "<main><h1>Tides</h1><p>The tide comes in twice a day, and goes out as often. Fishermen "
    "have known its hours by heart for as long as there have been boats in this bay.</p></main>"
    "</body></html>"
)


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether a part works on this machine."""

    part: str
    job: str
    state: Literal["works", "absent", "broken"]
    """Absent: an extra that is not installed. Broken: installed, but it fails."""
    packages: tuple[str, ...] = ()
    """Installed packages with their versions."""
    problem: str | None = None
    remedy: str | None = None

    def row(self) -> dict[str, object]:
        """The finding as a row of JSON Lines."""
        return {"said" if key == "problem" else key: value for key, value in asdict(self).items()}

    def text(self) -> str:
        """The finding as lines of text."""
        details = (", ".join(self.packages), self.problem, self.remedy)
        lines = [f"{self.part:<11} {self.state:<7} {self.job}"]
        return "\n".join([*lines, *(f"{'':<20}{detail}" for detail in details if detail)])


def doctor(
    parts: Annotated[
        list[str] | None,
        typer.Argument(help="Parts to check.", metavar="PART", show_default="all"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON Lines.")] = False,
) -> None:
    """Check which optional features work on this machine.

    Every part does its smallest job; Spark takes some seconds. Nothing is fetched. Exit status: 0
    if everything that is installed works, 1 if some of it is broken.
    """
    if unknown := [part for part in parts or () if part not in CHECKS]:
        raise HonbunError(f"no such part: {', '.join(unknown)}; choose from {', '.join(CHECKS)}")
    if not as_json:
        cores = os.cpu_count() or 1
        typer.echo(
            f"honbun {__version__}, Python {platform.python_version()} ({sys.executable})\n"
            f"{platform.system()} {platform.machine()}, {cores} core{'s' if cores != 1 else ''}\n"
        )
    states = []
    for finding in map(examine, parts or CHECKS):
        states.append(finding.state)
        row = json.dumps(finding.row(), ensure_ascii=False)
        typer.echo(row if as_json else finding.text())
    if states.count("absent") > 1 and not as_json:
        typer.echo("\nAll but spark, train and the papers' methods: pip install 'honbun[all]'")
    raise typer.Exit(1 if "broken" in states else 0)


def examine(part: str) -> Finding:
    """Check a part."""
    job, check = CHECKS[part]
    required = list(requirements(part))
    versions = {one: _installed(one.name) for one in required}
    packages = tuple(f"{one.name} {version}" for one, version in versions.items() if version)
    install = "pip install honbun" if part == CORE else f"pip install 'honbun[{part}]'"
    if missing := [one.name for one, version in versions.items() if version is None]:
        state: Literal["absent", "broken"] = "broken" if part == CORE else "absent"
        problem = f"not installed: {', '.join(missing)}"
        return Finding(part, job, state, packages, problem, install)
    for one, version in versions.items():
        if version and not one.specifier.contains(version, prereleases=True):
            problem = f"{one.name} {version} is installed, but {one.specifier} is needed"
            return Finding(part, job, "broken", packages, problem, install)
    try:
        check()
    except Exception as error:  # whatever a half-installed library raises
        state = "absent" if isinstance(error, ImportError) and not required else "broken"
        problem = one_line(str(error) or type(error).__name__)
        remedy = _JAVA if part == "spark" else install
        return Finding(part, job, state, packages, problem, remedy)
    return Finding(part, job, "works", packages)


def requirements(part: str) -> Iterator[Requirement]:
    """What an extra requires, or `core`; nothing if honbun runs without being installed."""
    from packaging.requirements import Requirement

    try:
        declared = [Requirement(line) for line in metadata.requires("honbun") or ()]
    except metadata.PackageNotFoundError:
        return
    for one in declared:
        always = one.marker is None or one.marker.evaluate({"extra": ""})
        if part == CORE and always:
            yield one
        elif not always and one.marker is not None and one.marker.evaluate({"extra": part}):
            if one.name == "honbun":  # an extra that includes others
                for extra in sorted(one.extras):
                    yield from requirements(extra)
            else:
                yield one


def _installed(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _check_core() -> None:
    from honbun.api import extract_page, feed, posts
    from honbun.page import Page

    page = Page(_HTML.encode(), url="https://tides.example/")
    if "Fishermen" not in extract_page(page).text:
        raise HonbunError("the text of a page was not found")
    feed(page)
    list(posts([page]))
    _check_fetch()


def _check_file(name: str, data: bytes) -> None:
    from honbun.api import read

    with tempfile.TemporaryDirectory(prefix="honbun-") as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        if len(list(read(path))) != 1:
            raise HonbunError(f"the page in {name} was not read")


def _check_warc() -> None:
    http = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{_HTML}".encode()
    head = (
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://tides.example/\r\n"
        "Content-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(http)}\r\n\r\n"
    )
    _check_file("one.warc", head.encode() + http + b"\r\n\r\n")


def _check_parquet() -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = BytesIO()
    pq.write_table(pa.table({"url": ["https://tides.example/"], "html": [_HTML]}), file)
    _check_file("one.parquet", file.getvalue())


def _check_fetch() -> None:
    from honbun.inputs.fetch.fetcher import Fetcher
    from honbun.inputs.options import ReadOptions

    with Fetcher(ReadOptions()) as fetcher:
        try:
            fetcher.fetch("http://127.0.0.1:9/")
        except RefusedAddress:
            return  # as it must, and without a network
    raise HonbunError("a loopback address was not refused")


def _check_engine(name: Literal["duckdb", "spark"]) -> None:
    import ibis
    import pyarrow as pa

    with open_engine(name, None) as engine:
        schema = ibis.schema({"n": "int64"})
        table = engine.load("checkup", schema, [pa.record_batch({"n": [1, 2, 3]})])
        total = sum(row["n"] for batch in engine.batches(table) for row in batch.to_pylist())
        engine.drop("checkup")
    if total != 6:
        raise EngineError("a table changed its rows")


def _check_morphology() -> None:
    from honbun.papers.similar_003.analysers import Sudachi

    if not Sudachi().annotate("潮が満ちる。"):
        raise HonbunError("a sentence was not analysed")


def _check_import(*modules: str) -> None:
    for module in modules:
        import_module(module)


CHECKS: dict[str, tuple[str, Callable[[], None]]] = {
    CORE: ("fetch and read pages; find content, posts and lists", _check_core),
    "warc": ("read WARC archives", _check_warc),
    "zstd": ("write .zst files", partial(_check_import, "zstandard")),
    "parquet": ("read and write Parquet", _check_parquet),
    "web": (
        "serve feeds, inspect and annotate in the browser",
        partial(_check_import, "uvicorn", "honbun.web.app"),
    ),
    "similar": (
        "find pages that share text; tables on DuckDB",
        partial(_check_engine, "duckdb"),
    ),
    "mcp": ("tools for language models", partial(_check_import, "mcp.server")),
    "spark": ("tables on Spark", partial(_check_engine, "spark")),
    "morphology": (
        "Japanese sentences in words (`standard --analyser sudachi`)",
        _check_morphology,
    ),
    "faithful": (
        "the papers' methods (`extract --faithful`, `feed --faithful`)",
        partial(_check_import, "scipy.cluster.hierarchy"),
    ),
    "report": ("evaluation as an HTML file", partial(_check_import, "jinja2")),
    "plot": ("evaluation as pictures", partial(_check_import, "matplotlib.figure")),
    "train": ("train models", partial(_check_import, "catboost")),
}
"""The parts: what each is for, and a function that raises if it does not work."""
