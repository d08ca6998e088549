"""`honbun serve` and `honbun annotate`: feeds, inspection and annotation in the browser."""

from __future__ import annotations

import os
import sys
import webbrowser
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlencode, urlsplit

import typer

from honbun.cli.options import Inputs, Quiet, with_options
from honbun.cli.progress import Report, message
from honbun.errors import InputError, MissingExtra
from honbun.inputs.options import ReadOptions
from honbun.options import METHOD, option
from honbun.web.options import ServeOptions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.applications import Starlette

    from honbun.web.collections import LabelledCollection

_COMMON_NAMES = frozenset({"pages", "html", "index"})
"""Names that many collections have; their folder's name is added."""
_ENDINGS = (".gz", ".warc", ".jsonl", ".ndjson", ".parquet", ".html", ".htm", ".xhtml")


def default_state() -> Path:
    """The state file in the user's state folder, which is created."""
    home = os.environ.get("XDG_STATE_HOME", "")
    # The XDG specification says that a relative path is ignored.
    base = Path(home) if Path(home).is_absolute() else Path.home() / ".local" / "state"
    folder = base / "honbun"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / "serve.db"


@dataclass(frozen=True, slots=True)
class Listening(Quiet):
    """Where a server listens, and the labels of its collection."""

    host: str = option("127.0.0.1", "Address to listen on; 0.0.0.0 accepts other machines.")
    port: int = option(8710, "Port to listen on; 0 takes a free one.", at_least=0, at_most=65535)
    labels: Path | None = option(
        None,
        "File that stores the labels. An existing file is continued.",
        metavar="FILE",
        show_default="named after INPUT, in this folder",
    )


@with_options
def serve(
    *,
    inputs: Annotated[
        list[str] | None,
        typer.Argument(
            help="A collection to inspect and annotate, as for the other commands.",
            show_default=False,
            metavar="[INPUT]...",
        ),
    ] = None,
    reading: ReadOptions,
    listening: Listening,
    options: ServeOptions,
    state: Annotated[
        Path,
        typer.Option(
            metavar="FILE",
            help="File that stores item ids, subscriptions and the last version of each page.",
            default_factory=default_state,
            show_default="honbun/serve.db in the user's state folder",
            rich_help_panel=METHOD,
        ),
    ],
) -> None:
    """Serve feeds, inspection and annotation over HTTP.

    GET /feed?url=PAGE&format=rss|atom|json is a feed of the page's items, /opml lists all requested
    feeds, / is a page to paste a URL into. The state outlives the server, so that old items do not
    become new. /inspect shows what honbun finds on a page, and why; /annotate, if a collection is
    given, is the tool to label it.
    """
    _require_web("a server")
    from honbun.web.app import application
    from honbun.web.server import listen

    options = _with_reading(replace(options, host=listening.host), reading)
    files = f"state in {state}"

    def build() -> Starlette:
        nonlocal files
        if not inputs:
            return application(options)
        collection = load_collection(inputs, listening.labels, reading, quiet=listening.quiet)
        files += f", labels in {collection.labels}"
        return application(options, collection)

    def ready(address: str) -> None:
        message(f"serving {address} ({files})")

    listen(listening.host, listening.port, build, ready)


@dataclass(frozen=True, slots=True)
class Annotating:
    """Who annotates, and whether the browser opens."""

    annotator: str | None = option(
        None, "Name of the annotator; by default the page asks for it.", metavar="NAME"
    )
    browse: bool = option(True, "Open the page in the browser.", flag="--open/--no-open")


@with_options
def annotate(
    *, inputs: Inputs, reading: ReadOptions, listening: Listening, annotating: Annotating
) -> None:
    """Label the blocks of pages as content, in the browser.

    Pages are shown as they look, without their scripts; a click labels a block. Every action is
    saved at once, and the same command continues where you stopped. Several people can label the
    same pages, each under a name. `honbun labels` compares and exports the labels, and `honbun
    eval content` uses them as truth.
    """
    _require_web("annotating")
    from honbun.annotation.model import annotator_name
    from honbun.stores.labels import Labels
    from honbun.web.app import application
    from honbun.web.server import listen

    name = annotating.annotator
    query = f"?{urlencode({'by': annotator_name(name)})}" if name is not None else ""
    options = _with_reading(ServeOptions(default_state(), listening.host), reading)
    file = listening.labels or labels_file(inputs[0])

    def build() -> Starlette:
        Labels(file).close()  # reports an unusable file before the pages are read
        return application(options, load_collection(inputs, file, reading, quiet=listening.quiet))

    def ready(address: str) -> None:
        page = f"{address}annotate{query}"
        message(f"annotate at {page} (labels in {file})")
        if annotating.browse and _has_display():
            webbrowser.open(page)

    listen(listening.host, listening.port, build, ready)


def _require_web(job: str) -> None:
    if not all(map(find_spec, ("jinja2", "starlette", "uvicorn", "httpx"))):
        raise MissingExtra(job, "web")


def _with_reading(options: ServeOptions, reading: ReadOptions) -> ServeOptions:
    return replace(
        options,
        allow_private=reading.allow_private,
        delay=reading.delay,
        timeout=reading.timeout,
    )


def load_collection(
    inputs: Sequence[str], labels: Path | None, reading: ReadOptions, *, quiet: bool
) -> LabelledCollection:
    """Read the pages of some inputs, and find the file for their labels."""
    from honbun.inputs.assets import ChainedAssets, assets_of
    from honbun.inputs.read import read_all
    from honbun.web.collections import Collection, LabelledCollection

    with Report(quiet=quiet) as report:
        pages = report.reading(read_all(*inputs, options=reading))
        assets = ChainedAssets(*(assets_of(one, reading.base_url) for one in inputs))
        collection = Collection(pages, ", ".join(map(collection_name, inputs)), assets)
        for failure in collection.failures:
            report.failed(failure)
    if not len(collection):
        raise InputError(f"no page to show in {', '.join(inputs)}")
    labelled = LabelledCollection(collection, labels or labels_file(inputs[0]))
    if _has_other_labels(labelled):
        # Also with --quiet: somebody may be about to label into the wrong file.
        message(
            f"{labelled.labels} has labels, but none on these pages; choose another file with "
            "--labels"
        )
    return labelled


def _has_other_labels(labelled: LabelledCollection) -> bool:
    """Whether the file has labels, but none on pages of the collection."""
    from honbun.annotation.model import digest
    from honbun.stores.labels import Labels

    if not labelled.labels.exists():
        return False
    with Labels(labelled.labels) as labels:  # opened to write: an empty file is a new one
        pages = {page for _, page, _ in labels.all_labels()}
    return bool(pages) and not any(digest(page) in pages for page in labelled.collection.pages())


def labels_file(source: str) -> Path:
    """The default file of labels: in this folder, named after the first input.

    >>> str(labels_file("crawls/site.warc.gz")), str(labels_file("https://a.example/b"))
    ('site.labels', 'a.example.labels')
    """
    return Path(f"{collection_name(source)}.labels")


def collection_name(source: str) -> str:
    """The name of an input, with its folder if the name alone is a common one.

    >>> collection_name("crawls/site/"), collection_name("-"), collection_name("..") != ".."
    ('site', 'pages', True)
    >>> collection_name("crawls/site/pages"), collection_name("crawls/site/index.html")
    ('site-pages', 'site-index')
    """
    if source == "-":
        return "pages"
    if "://" in source:
        return urlsplit(source).hostname or "pages"
    path = Path(source).resolve()
    name = path.name
    while name.lower().endswith(_ENDINGS):
        name = name.rpartition(".")[0]
    if name.lower() in _COMMON_NAMES and path.parent.name:
        return f"{path.parent.name}-{name}"
    return name or "pages"


def _has_display() -> bool:
    """Whether a browser would open in a window, and not in the terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
