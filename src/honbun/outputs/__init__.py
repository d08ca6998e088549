"""Results written as files: the registry of formats, and the one function that writes them.

To add a format, add an entry to `FORMATS`: its name, its file endings and, for each result that it
can hold, the function that writes it. The command line and the server read this table.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from importlib import import_module
from operator import attrgetter
from typing import Any, Literal

from honbun.errors import OutputError
from honbun.outputs.files import OutputFolder, OutputTarget, open_output
from honbun.outputs.rows import write_jsonl

Result = Literal[
    "content", "page", "posts", "feed", "pairs", "clusters", "drop-list", "counts", "standard"
]
"""What a command writes: Content, Content of one page, threads with the keys of their posts, a
Channel, pairs, clusters, pages to drop, counts, or Documents of paper 003's standard format."""
Write = Callable[..., None]
"""Writes results to a file; its settings are keywords."""


@dataclass(frozen=True, slots=True)
class Writer:
    """How a format writes one type of result. Functions are named "module:function", so that a
    module is imported only when it writes."""

    all: str
    """Writes any number of results to one file."""
    single: str | None = None
    """Writes a file with one result; None if the format needs all results in one file."""
    ending: str | None = None
    """Ending of a file with one result, if it is not the format's first ending."""
    manifest: str | None = None
    """Makes the row of a file in the `manifest.jsonl` of its folder, if it has one."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format, and the results that it can hold."""

    endings: tuple[str, ...]
    """File endings that select the format."""
    writers: Mapping[Result, Writer]
    label: str = ""
    """Its name in the user interface of the server, if it is served."""
    media_type: str = ""


def _same(function: str) -> Writer:
    """A writer whose file with one result is the file with all results of a page."""
    return Writer(function, function)


_TABLES: dict[Result, str] = {
    "content": "honbun.outputs.content:TABLE",
    "page": "honbun.outputs.content:TABLE",
    "posts": "honbun.outputs.posts:TABLE",
    "feed": "honbun.outputs.feeds:TABLE",
    "pairs": "honbun.outputs.pairs:PAIRS",
    "clusters": "honbun.outputs.pairs:CLUSTERS",
    "drop-list": "honbun.outputs.pairs:DROPS",
    "counts": "honbun.outputs.pairs:COUNTS",
}


def _rows(method: str, *left_out: Result) -> dict[Result, Writer]:
    """Writers of rows; a page with posts or items may have a file of its own."""
    return {
        result: (_same if result in ("posts", "feed") else Writer)(f"{table}.{method}")
        for result, table in _TABLES.items()
        if result not in left_out
    }


def _lines(function: str) -> Writer:
    """A writer of JSON Lines whose file with one result is one object, which is plain JSON."""
    return Writer(function, function, ".json")


FORMATS: dict[str, Format] = {
    "jsonl": Format(
        (".jsonl", ".ndjson"),
        _rows("write_jsonl")
        | {
            "content": _lines("honbun.outputs.content:TABLE.write_jsonl"),
            "standard": _lines("honbun.papers.similar_003.collection:write_jsonl"),
        },
    ),
    "csv": Format((".csv",), _rows("write_csv")),
    "parquet": Format(
        (".parquet",),
        _rows("write_parquet", "feed", "page")
        | {"standard": Writer("honbun.outputs.standard:DOCUMENTS.write_parquet")},
    ),
    "text": Format(
        (".txt", ".text"),
        {
            "content": Writer(
                "honbun.outputs.content:write_text", "honbun.outputs.content:write_page_text"
            ),
            "page": Writer("honbun.outputs.content:write_page_text"),
            "posts": _same("honbun.outputs.posts:write_text"),
            "pairs": Writer("honbun.outputs.pairs:write_pairs"),
            "clusters": Writer("honbun.outputs.pairs:write_clusters"),
            "drop-list": Writer("honbun.outputs.pairs:write_drops"),
            "counts": Writer("honbun.outputs.pairs:write_counts"),
        },
    ),
    "markdown": Format(
        (".md", ".markdown"),
        {
            "content": Writer(
                "honbun.outputs.content:write_markdown",
                "honbun.outputs.content:write_page_markdown",
                manifest="honbun.outputs.content:manifest",
            ),
            "page": Writer("honbun.outputs.content:write_titled_markdown"),
        },
    ),
    "chunks": Format(
        (".chunks",),
        {
            "content": Writer(
                "honbun.outputs.content:write_chunks",
                "honbun.outputs.content:write_chunks",
                ".jsonl",
            ),
            "page": Writer("honbun.outputs.content:write_chunks"),
        },
    ),
    "html": Format(
        (".html", ".htm"),
        {
            "content": _same("honbun.outputs.content:write_html"),
            "page": Writer("honbun.outputs.content:write_html"),
            "pairs": Writer("honbun.outputs.pairs_html:write"),
        },
    ),
    "rss": Format(
        (".rss", ".xml"),
        {
            "posts": _same("honbun.outputs.posts:write_rss"),
            "feed": _same("honbun.outputs.syndication:write_rss"),
        },
        "RSS",
        "application/rss+xml",
    ),
    "atom": Format(
        (".atom",),
        {
            "posts": _same("honbun.outputs.posts:write_atom"),
            "feed": _same("honbun.outputs.syndication:write_atom"),
        },
        "Atom",
        "application/atom+xml",
    ),
    "json": Format(
        (".json",),
        _rows("write_json")
        | {
            "content": Writer(
                "honbun.outputs.content:TABLE.write_json",
                "honbun.outputs.content:TABLE.write_jsonl",
            ),
            "posts": _same("honbun.outputs.posts:write_json"),
            "feed": _same("honbun.outputs.syndication:write_json"),
        },
        "JSON Feed",
        "application/feed+json",
    ),
    "xml": Format(
        (".xml",),
        {
            "standard": Writer(
                "honbun.papers.similar_003.standard:write_xml",
                "honbun.papers.similar_003.standard:write_page_xml",
            )
        },
    ),
}
ALIASES = {"md": "markdown", "txt": "text"}
"""Other names of formats."""
_DEFAULTS: dict[Result, str] = {
    "page": "markdown",
    "feed": "rss",
    "drop-list": "text",
    "counts": "text",
    "standard": "xml",
}
"""Formats used when neither `--format` nor a file ending selects one; jsonl for all others."""
_ADDRESSES: dict[Result, str] = {
    "content": "url",
    "posts": "thread.url",
    "feed": "link",
    "standard": "url",
}
"""The attribute of a result that names its file in a folder."""


def format_names(result: Result) -> list[str]:
    """The names of the formats that can hold a result, the default first.

    >>> format_names("feed")
    ['rss', 'jsonl', 'csv', 'atom', 'json']
    """
    default = _DEFAULTS.get(result, "jsonl")
    others = [name for name, one in FORMATS.items() if result in one.writers and name != default]
    return [default, *others]


@dataclass(frozen=True, slots=True)
class Output:
    """Where results of one type are written, and in which format."""

    result: Result
    format: str
    target: OutputTarget
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Further arguments of the function that writes."""

    @classmethod
    def of(
        cls, result: Result, path: str | None, format_: str | None = None, *, force: bool = True
    ) -> Output:
        """The output at a path (`-` or None: stdout) in a format, else in the one that the path's
        ending selects, else in the default one.

        Raises OutputError if the format cannot hold such results, or not in a folder, and without
        `force` if the path is a folder that has files.
        """
        target, names = OutputTarget.of(path, force=force), format_names(result)
        name = ALIASES.get(format_, format_) if format_ else _by_ending(names, target)
        if name not in names:
            raise OutputError(f"{result} cannot be written as {name}, only as {', '.join(names)}")
        if name == "parquet" and target.compression:
            raise OutputError(f"parquet is compressed already: leave out {target.compression}")
        if target.folder and FORMATS[name].writers[result].single is None:
            raise OutputError(f"{name} holds all {result} in one file: name a file with -o")
        return cls(result, name, target)

    def unescaped(self) -> Output:
        """The same output; in CSV, texts that begin like a formula stay as they are."""
        if self.format != "csv":
            return self
        return replace(self, settings={**self.settings, "escape": False})

    def write(self, results: Iterable[Any]) -> None:
        """Write all results: to stdout, to one file, or to one file per result in a folder."""
        if self.target.path is None or not self.target.folder:
            with open_output(self.target.path) as file:
                writer(self.result, self.format)(results, file, **self.settings)
            return
        form = FORMATS[self.format]
        single, address = form.writers[self.result], attrgetter(_ADDRESSES[self.result])
        assert single.single is not None
        write = _function(single.single)
        about = _function(single.manifest) if single.manifest else None
        ending = single.ending or form.endings[0]
        with (
            OutputFolder(self.target.path, ending) as folder,
            folder.file("manifest.jsonl") if about else nullcontext() as manifest,
        ):
            for result in results:
                buffer = io.BytesIO()
                write([result], buffer, **self.settings)
                name = folder.write(address(result) or "", buffer.getvalue())
                if about and manifest:
                    write_jsonl([about(result, name)], manifest)


def writer(result: Result, format_: str) -> Write:
    """The function that writes all results of a type to one file."""
    function: Write = _function(FORMATS[format_].writers[result].all)
    return function


def render(result: Result, format_: str, results: Iterable[Any]) -> bytes:
    """Results as the bytes of a file."""
    buffer = io.BytesIO()
    writer(result, format_)(results, buffer)
    return buffer.getvalue()


def render_page(result: Result, format_: str, one: Any) -> bytes:
    """One result as the bytes of the file that it has in a folder."""
    single = FORMATS[format_].writers[result].single
    assert single is not None
    buffer = io.BytesIO()
    _function(single)([one], buffer)
    return buffer.getvalue()


def _by_ending(names: list[str], target: OutputTarget) -> str:
    """The format that a target selects: the default where there is no file."""
    ending = target.ending
    if target.path is None or ending is None:
        return names[0]
    for name in names:
        if ending in FORMATS[name].endings:
            return name
    raise OutputError(f"cannot tell the format from {target.path.name!r}: use --format")


def _function(name: str) -> Any:
    module, _, path = name.partition(":")
    return attrgetter(path)(import_module(module))
