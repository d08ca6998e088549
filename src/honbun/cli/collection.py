"""The collection that a server is given on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from honbun.cli.report import Report, tell_step
from honbun.errors import InputError
from honbun.failure import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.io.inputs import ReadOptions
    from honbun.web.given import Given

_COMMON = frozenset({"pages", "html", "index"})
"""Names that do not tell one collection from another."""
_ENDINGS = (".gz", ".warc", ".jsonl", ".ndjson", ".parquet", ".html", ".htm", ".xhtml")


def given(
    inputs: Sequence[str], labels: Path | None, reading: ReadOptions, *, quiet: bool
) -> Given:
    """The pages of some inputs, read, and the file for their labels."""
    from honbun.io.companions import Several, companions_of
    from honbun.io.inputs import read_all
    from honbun.web.collection import Collection
    from honbun.web.given import Given

    with Report(quiet=quiet) as report:
        pages = report.reading(read_all(*inputs, options=reading))
        companions = Several(*(companions_of(one, reading.base_url) for one in inputs))
        collection = Collection(pages, ", ".join(map(name, inputs)), companions)
        for failure in collection.failures:
            report.failed(failure)
    if not len(collection):
        raise InputError(f"no page to show in {', '.join(inputs)}")
    shown = Given(collection, labels or labels_file(inputs[0]))
    if _is_of_others(shown):
        # Told to the quiet too: work may be going into the file of another collection.
        tell_step(
            one_line(
                f"{shown.labels} has labels, but none on these pages as they are now:"
                " --labels names another file"
            )
        )
    return shown


def _is_of_others(shown: Given) -> bool:
    """Whether the file has labels on pages, of which none is in the collection."""
    from honbun.annotation.model import digest
    from honbun.io.labels import Labels

    if not shown.labels.exists():
        return False
    with Labels(shown.labels) as labels:  # opened to write: an empty file is a new one
        held = {page for _, page, _ in labels.everything()}
    return bool(held) and not any(digest(page) in held for page in shown.collection.pages())


def labels_file(given: str) -> Path:
    """Where labels go when nobody says it: a file in this folder, named after the first input.

    >>> str(labels_file("crawls/site.warc.gz")), str(labels_file("https://a.example/b"))
    ('site.labels', 'a.example.labels')
    """
    return Path(f"{name(given)}.labels")


def name(given: str) -> str:
    """What an input is called; what many are called, together with the folder it is in.

    >>> name("crawls/site/"), name("-"), name("..") != ".."
    ('site', 'pages', True)
    >>> name("crawls/site/pages"), name("crawls/site/index.html")
    ('site-pages', 'site-index')
    """
    if given == "-":
        return "pages"
    if "://" in given:
        return urlsplit(given).hostname or "pages"
    path = Path(given).resolve()
    found = path.name
    while found.lower().endswith(_ENDINGS):
        found = found.rpartition(".")[0]
    if found.lower() in _COMMON and path.parent.name:
        return f"{path.parent.name}-{found}"
    return found or "pages"
