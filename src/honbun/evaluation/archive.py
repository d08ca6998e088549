"""Labelled pages in our site format: a folder per site, with `site.json` and the stamped pages.

The same pages give the same bytes, whenever and wherever they are written.
"""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections import Counter
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from honbun.annotation.stamp import EXCLUDED, SELECTORS
from honbun.evaluation.labelled import by_site
from honbun.evaluation.sites import within
from honbun.metadata import head
from honbun.outputs.files import UniqueNames, file_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from honbun.evaluation.labelled import Truthful
    from honbun.evaluation.sites import SitePage

_LINES = frozenset(
    "p div li h1 h2 h3 h4 h5 h6 td th tr table pre blockquote ul ol dl dt dd section article "
    "header footer figure figcaption br hr nav aside time main center form".split()
)
"""Elements at which the format begins a new line; a page's `title` is compared with its lines."""
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The first moment that a ZIP file can tell."""


def site_files(pages: Iterable[Truthful]) -> Iterator[tuple[str, bytes]]:
    """The files of an export, by their paths in it."""
    folders = UniqueNames()
    for host, found in by_site(pages).items():
        folder, names = folders.unused(file_name(host)), UniqueNames()
        files = [f"{names.unused(file_name(_address(page)))}.html.gz" for page in found]
        for file, page in zip(files, found):
            yield f"{folder}/pages/{file}", _packed(_html(page))
        info = json.dumps(_info(host, files, found), ensure_ascii=False, indent=1)
        yield f"{folder}/site.json", info.encode("utf-8", "backslashreplace")


def zipped(pages: Iterable[Truthful]) -> bytes:
    """An export as one ZIP file."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in site_files(pages):
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _address(page: Truthful) -> str:
    return page.labelled.url or page.labelled.page.source


def _html(page: Truthful) -> bytes:
    html = page.page.page.html
    return html if isinstance(html, bytes) else html.encode()


def _packed(data: bytes) -> bytes:
    buffer = io.BytesIO()
    # Without a time and a name; gzip.compress leaves a byte in the head to the system.
    with gzip.GzipFile("", "wb", fileobj=buffer, mtime=0) as file:
        file.write(data)
    return buffer.getvalue()


def _info(host: str, files: Sequence[str], pages: Sequence[Truthful]) -> dict[str, Any]:
    return {
        "site": host,
        "language": _language(pages),
        "generator": "unknown",
        "genre": "unknown",
        "license": "unknown",
        "source": "annotated with honbun",
        "base_url": _base(pages[0].labelled.url),
        "pages": [_entry(file, page) for file, page in zip(files, pages)],
        "content_selectors": SELECTORS,
        "exclude_selectors": EXCLUDED,
        "comment_selectors": [],
        "list_selectors": {},
        "feed": {},
        "notes": "Labels stand on the pages as data-honbun attributes; captions are told among"
        " figures, credits in the body. `sha256` is that of the page as it was labelled.",
    }


def _entry(file: str, page: Truthful) -> dict[str, Any]:
    return {
        "file": file,
        "url": page.labelled.url,
        "kind": page.page.kind,
        "path": page.labelled.page.source,
        "title": _title(page.page),
        "encoding": "utf-8",
        "sha256": page.labelled.digest,
        "annotator": page.labelled.annotator,
        "state": page.labelled.state,
    }


def _language(pages: Iterable[Truthful]) -> str:
    """What most pages say that they are written in."""
    told = Counter(head.language(page.page.page.parse()) or "" for page in pages)
    return told.most_common(1)[0][0]


def _base(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}/" if parts.scheme and parts.netloc else ""


def _title(page: SitePage) -> str:
    """The lines of what is matched as title, one after another."""
    tree, content = page.content()
    inside = within(tree, page.fields()["title"]) & content
    apart = [node for node in inside if tree.tag[node] in _LINES or tree.parent[node] not in inside]
    breaks = {tree.start[node] for node in apart} | {tree.stop[node] for node in apart}
    runs = zip(tree.run, tree.run_start, tree.run_owner)
    parts = [" " + run if at in breaks else run for run, at, owner in runs if owner in inside]
    return " ".join("".join(parts).split())
