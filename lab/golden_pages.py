"""The pages that `lab.golden` runs commands on, laid out in a folder of its own.

Commands see relative paths only, so that no output tells where the pages came from.
"""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

NAMES = ("sites", "wcxb", "news", "articles", "mixed", "lists", "posts", "similar")
TEXTS = {"wcxb": 60, "news": 20, "articles": 20, "mixed": 10}
"""Folders of pages with a `truth.jsonl.gz`, and how many of them are a sample."""
SITES = ("bbc-13", "histoire-reunion", "330k-biz")
GROUPS = (
    "hackernews",
    "jbf2-guest96",
    "futaba-img",
    "defpages-diary98",
    "koalite-comments",
    "gb3ok-guestbook",
)
"""Six formats: nested, parted by lines, a board of pictures, a diary, comments, a guestbook."""
LISTS = 10
PAIRS = 20
_FETCHED = "2024-07-01T12:00:00Z"


def shared() -> Path:
    """Where the shared data is, if it is: beside the repository, also for a work tree of it."""
    root = Path(__file__).resolve().parent.parent
    asked = ["git", "-C", str(root), "rev-parse", "--path-format=absolute", "--git-common-dir"]
    try:
        printed = subprocess.run(asked, capture_output=True, check=True, text=True).stdout
        root = Path(printed.strip()).parent
    except (OSError, subprocess.CalledProcessError):
        pass  # no repository, but perhaps a copy of one
    return root.parent / "shared" / "data"


def lay_out(folder: Path, source: Path, *, full: bool) -> list[str]:
    """Put `demo`, `data` and, if all of it is wanted, `all` there; tell what is missing."""
    with as_file(files("honbun.demo")) as bundled:
        for name in ("sites", "borrowed", "lists", "threads"):
            shutil.copytree(bundled / name, folder / "demo" / name)
    _crawls(folder / "demo")
    _bad_pages(folder / "demo" / "bad")
    (folder / "data").mkdir()
    (folder / "all").mkdir()
    here = [name for name in NAMES if (source / name).is_dir()]
    for name in here:
        _sample(name, source / name, folder / "data" / name)
        if full:
            (folder / "all" / name).symlink_to(source / name)
            if name in TEXTS:
                rows = _truth(source / name)
                _table(source / name, rows, folder / "all" / f"{name}.parquet")
    return [name for name in NAMES if name not in here]


def _crawls(demo: Path) -> None:
    """The bundled pages as a crawl of three forms, and a list page as another."""
    places = ("sites", "threads", "lists")
    found = [page for place in places for page in sorted((demo / place).rglob("*.html"))]
    pages = [(f"https://crawl.example/{page.relative_to(demo)}", page) for page in found]
    rows: list[dict[str, Any]] = [{"url": url, "html": page.read_bytes()} for url, page in pages]
    _warc(rows, demo / "crawl.warc.gz")
    _warc([{"url": "https://crawl.example/notices/", "html": _notices()}], demo / "list.warc.gz")
    _parquet(rows, demo / "crawl.parquet")
    lines = [{**row, "html": row["html"].decode("utf-8", "replace")} for row in rows]
    _write_lines(lines, demo / "crawl.jsonl.gz")


def _notices() -> bytes:
    """A list page without dates, and with a second list."""
    things = "boats bridges harbours lighthouses ferries tides nets sails anchors piers".split()
    items = "".join(
        f'<li><a href="/notice/{number}.html">Notice about {thing} and their new keepers</a>'
        f"<p>All that is to be known about {thing} from this week on, in a few words.</li>"
        for number, thing in enumerate(things)
    )
    more = "".join(f'<li><a href="/shop/{thing}">Buy {thing}</a></li>' for thing in things)
    return (
        "<!doctype html><html lang=en><title>Notices</title><h1>Notices</h1>"
        f"<main><ul>{items}</ul></main><h2>Shop</h2><ol>{more}</ol>"
    ).encode()


def _bad_pages(folder: Path) -> None:
    folder.mkdir()
    (folder / "empty.html").write_bytes(b"")
    (folder / "noise.html").write_bytes(bytes(range(256)) * 40)
    (folder / "broken.html.gz").write_bytes(gzip.compress(b"<p>Cut short" * 90, mtime=0)[:-30])
    (folder / "deep.html").write_bytes(b"<div>" * 3000 + b"<p>At the bottom of it.")
    (folder / "wrong-charset.html").write_bytes(
        b'<meta charset="utf-8"><title>Caf\xe9</title><p>A caf\xe9 on a pier, with one table.'
    )


def _sample(name: str, source: Path, target: Path) -> None:
    """A part of one folder of the shared data, in its own format."""
    target.mkdir()
    if name in TEXTS:
        rows = _truth(source)
        chosen = rows[:: max(1, len(rows) // TEXTS[name])][: TEXTS[name]]
        if name in ("news", "articles"):  # neighbours, so that some are of one publisher
            begin = len(rows) // 3
            by_site = sorted(rows, key=lambda row: str(row.get("publisher") or row.get("site")))
            chosen = by_site[begin : begin + TEXTS[name]]
        _write_lines(chosen, target / "truth.jsonl.gz")
        _copy(source, target, (row["file"] for row in chosen))
        _table(source, chosen, target.with_name(f"{name}.parquet"))
    elif name == "lists":
        entries = json.loads((source / "lists.json").read_text("utf-8"))
        chosen = entries[:: len(entries) // LISTS][:LISTS]
        (target / "lists.json").write_text(json.dumps(chosen), "utf-8")
        _copy(source, target, (row["file"] for row in chosen))
    elif name == "similar":
        _similar(source, target)
    else:
        for one in SITES if name == "sites" else GROUPS:
            shutil.copytree(source / one, target / one)


def _similar(source: Path, target: Path) -> None:
    pairs = [json.loads(line) for line in (source / "truth.jsonl").open(encoding="utf-8")]
    chosen = pairs[:: max(1, len(pairs) // PAIRS)]
    wanted = {pair[side] for pair in chosen for side in "ab"}
    pages = [row for row in _lines(source / "pages.jsonl.gz") if row["url"] in wanted]
    _write_lines(pages, target / "pages.jsonl.gz")
    text = "".join(json.dumps(pair) + "\n" for pair in chosen)
    (target / "truth.jsonl").write_text(text, "utf-8")


def _copy(source: Path, target: Path, names: Iterable[str]) -> None:
    for name in names:
        (target / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(source / name, target / name)


def _truth(folder: Path) -> list[dict[str, Any]]:
    return _lines(folder / "truth.jsonl.gz")


def _table(folder: Path, rows: Iterable[dict[str, Any]], target: Path) -> None:
    """Pages with their addresses as a Parquet file, which keeps their bytes."""
    _parquet(
        [
            {"url": row["url"], "html": gzip.decompress((folder / row["file"]).read_bytes())}
            for row in rows
        ],
        target,
    )


def _lines(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _write_lines(rows: Iterable[dict[str, Any]], path: Path) -> None:
    text = "".join(json.dumps(row) + "\n" for row in rows)
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def _parquet(rows: list[dict[str, Any]], path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([("url", pa.string()), ("html", pa.binary())])
    pq.write_table(pa.Table.from_pylist(rows, schema), path, row_group_size=100)


def _warc(rows: Iterable[dict[str, Any]], path: Path) -> None:
    """Responses as a crawler keeps them, each packed by itself."""
    with path.open("wb") as file:
        for number, row in enumerate(rows):
            answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + row["html"]
            head = (
                "WARC/1.0\r\nWARC-Type: response\r\n"
                f"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012}>\r\n"
                f"WARC-Target-URI: {row['url']}\r\nWARC-Date: {_FETCHED}\r\n"
                "Content-Type: application/http; msgtype=response\r\n"
                f"Content-Length: {len(answer)}\r\n\r\n"
            )
            file.write(gzip.compress(head.encode() + answer + b"\r\n\r\n", mtime=0))
