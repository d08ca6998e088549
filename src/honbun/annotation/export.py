"""Labelled pages in the site format: a folder per site, with `site.json` and the pages.

Labels are written into the source of a page as `data-honbun` attributes, which CSS selectors find.
An attribute comes right after the tag name, because the first of two equal attributes wins; nothing
else changes, so the page parses to the same tree. A selector matches an element with everything in
it, so a block without a label inside a labelled one is marked `none`, and readers exclude it. The
same pages give the same bytes.
"""

from __future__ import annotations

import gzip
import io
import json
import re
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, replace
from itertools import repeat
from operator import eq
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, urlsplit

from honbun._core.names import RAW_TEXT
from honbun.annotation.blocks import page_blocks
from honbun.annotation.model import Kind, Label, body
from honbun.annotation.sites import FIELDS, Selectors, Site, SitePage, within
from honbun.html.blocks import MEDIA, split
from honbun.html.parse import parse
from honbun.metadata import head

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from honbun.annotation.blocks import PageBlocks
    from honbun.annotation.model import LabelledPage
    from honbun.html.blocks import Blocks
    from honbun.html.tree import Tree

    FileNames = Callable[[Iterable[str]], list[str]]
    """Turns addresses into different portable file names."""

ATTRIBUTE = "data-honbun"
NONE = "none"
"""The mark of a block that is not content inside of one that is."""
NO_HOST = "no-host"
"""The site of pages whose URL has no host."""

_FIELDS = {
    "title": (Kind.TITLE,),
    "date": (Kind.DATE,),
    "author": (Kind.AUTHOR,),
    "figure": (Kind.FIGURE, Kind.CAPTION),
    "body": (Kind.BODY, Kind.CREDIT),
}
"""The fields of the site format; it has none for captions and credits."""


def _selector(value: str) -> str:
    return f'[{ATTRIBUTE}="{value}"]'


SELECTORS = {field: [_selector(kind) for kind in kinds] for field, kinds in _FIELDS.items()}
"""The selectors of marked blocks, by field of the site format."""
EXCLUDED = [_selector(NONE)]
"""The selectors of what is excluded from them."""

_PROLOGUE = re.compile(r"(?:[\t\n\f ]*<![^>]*>)*[\t\n\f ]*")
"""What may precede a body without a tag: a document type, comments, white space."""
_NAME = re.compile(r"<[^\t\n\f />]*")


_SELECTORS = Selectors(
    fields={field: ", ".join(SELECTORS[field]) for field in FIELDS},
    without=", ".join(EXCLUDED),
    comments="",
)
_LINES = frozenset(
    "p div li h1 h2 h3 h4 h5 h6 td th tr table pre blockquote ul ol dl dt dd section article "
    "header footer figure figcaption br hr nav aside time main center form".split()
)
"""Elements at which the format starts a new line; the `title` of a page is compared by lines."""


@dataclass(frozen=True, slots=True)
class MarkedPage:
    """A labelled page as a page whose truth follows from selectors."""

    labelled: LabelledPage
    page: SitePage
    lost: int
    """Blocks that the marks cannot express as labelled: see docs/guide/annotate.md."""


def mark_page(labelled: LabelledPage) -> MarkedPage:
    """A page with its labels marked on it; raises UnreadablePage if it has too many blocks."""
    decoded = labelled.page.decode()
    tree = labelled.page.parse(decoded)
    kinds = {label.block.number: label.kind for label in labelled.labels}
    text = mark(decoded.text, tree, page_blocks(tree), kinds)
    html = text.encode("utf-8", "replace")
    content_type = "text/html; charset=utf-8"
    copy = replace(labelled.page, html=html, url=labelled.url, content_type=content_type)
    page = SitePage(copy, "article", _SELECTORS, labelled.digest)
    wanted = {label.block.xpath for label in labelled.labels}
    read = {xpath for xpath, content in page.truth().blocks.items() if content}
    return MarkedPage(labelled, page, len(wanted ^ read) + labelled.lost)


def labelled_sites(pages: Iterable[LabelledPage]) -> tuple[list[Site], int]:
    """Labelled pages as sites by host, and how many blocks cannot be expressed as labelled.

    Every page gets a source of its own: results are found by it.
    """
    marked = [mark_page(page) for page in pages]
    used: set[str] = set()
    sites = [
        Site(host, [_with_source(page.page, used) for page in found])
        for host, found in _by_host(marked).items()
    ]
    return sites, sum(page.lost for page in marked)


def _with_source(page: SitePage, used: set[str]) -> SitePage:
    """A page with a source that no other has; pages of two collections may share theirs."""
    source = wanted = page.page.source or "page"
    number = 1
    while source in used:
        number += 1
        source = f"{wanted}-{number}"
    used.add(source)
    return replace(page, page=replace(page.page, source=source))


def _by_host(pages: Iterable[MarkedPage]) -> dict[str, list[MarkedPage]]:
    found: dict[str, list[MarkedPage]] = {}
    for page in pages:
        host = (_url_parts(page.labelled.url).hostname or "").removeprefix("www.")
        found.setdefault(host or NO_HOST, []).append(page)
    return found


def _url_parts(url: str) -> SplitResult:
    """The parts of a URL; empty if it is malformed."""
    try:
        return urlsplit(url)
    except ValueError:
        return urlsplit("")


def site_files(pages: Iterable[MarkedPage], names: FileNames) -> Iterator[tuple[str, bytes]]:
    """The files of an export, by their paths in it."""
    hosts = _by_host(pages)
    for folder, (host, found) in zip(names(hosts), hosts.items()):
        addresses = [page.labelled.url or page.labelled.page.source for page in found]
        files = [f"{name}.html.gz" for name in names(addresses)]
        for file, page in zip(files, found):
            yield f"{folder}/pages/{file}", compress(body(page.page.page))
        info = json.dumps(_info(host, files, found), ensure_ascii=False, indent=1)
        yield f"{folder}/site.json", info.encode("utf-8", "backslashreplace")


def compress(data: bytes) -> bytes:
    """Data in gzip; the same data gives the same bytes."""
    buffer = io.BytesIO()
    # Without a time and a name; gzip.compress leaves a byte of the header to the system.
    with gzip.GzipFile("", "wb", fileobj=buffer, mtime=0) as file:
        file.write(data)
    return buffer.getvalue()


def _info(host: str, files: Sequence[str], pages: Sequence[MarkedPage]) -> dict[str, Any]:
    url = _url_parts(pages[0].labelled.url)
    languages = Counter(head.language(page.page.page.parse()) or "" for page in pages)
    return {
        "site": host,
        "language": languages.most_common(1)[0][0],
        "generator": "unknown",
        "genre": "unknown",
        "license": "unknown",
        "source": "annotated with honbun",
        "base_url": f"{url.scheme}://{url.netloc}/" if url.scheme and url.netloc else "",
        "pages": [_entry(file, page) for file, page in zip(files, pages)],
        "content_selectors": SELECTORS,
        "exclude_selectors": EXCLUDED,
        "comment_selectors": [],
        "list_selectors": {},
        "feed": {},
        "notes": "Labels are data-honbun attributes of the pages; captions are among"
        " figures, credits in the body. `sha256` is the digest of the labelled page.",
    }


def _entry(file: str, page: MarkedPage) -> dict[str, Any]:
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


def _title(page: SitePage) -> str:
    """The lines of what matches as the title, one after another."""
    tree, content = page.content()
    inside = within(tree, page.fields()["title"]) & content
    apart = [node for node in inside if tree.tag[node] in _LINES or tree.parent[node] not in inside]
    breaks = {tree.start[node] for node in apart} | {tree.stop[node] for node in apart}
    runs = zip(tree.run, tree.run_start, tree.run_owner)
    parts = [" " + run if at in breaks else run for run, at, owner in runs if owner in inside]
    return " ".join("".join(parts).split())


def site_labels(page: SitePage) -> tuple[Label, ...]:
    """The labels that a site's selectors give to a page: those of the blocks that are content."""
    tree, content = page.content()
    blocks, truth = split(tree), page.truth().blocks
    found = [block for block in page_blocks(tree).labellable() if truth[block.xpath]]
    fields = _fields(page, blocks, content)
    return tuple(
        Label(block, _kind(tree, blocks.node[block.number], fields[block.number]))
        for block in found
    )


def _fields(page: SitePage, blocks: Blocks, content: set[int]) -> list[str]:
    """The field that contains most of each block."""
    tree = blocks.tree
    amounts = [dict.fromkeys(FIELDS, 0) for _ in range(len(blocks) + 1)]
    sizes = Counter(dict(zip(tree.find(*MEDIA), repeat(1))))
    for run, owner in zip(tree.run, tree.run_owner):
        sizes[owner] += len("".join(run.split()))
    counted: set[int] = set()
    matched = page.fields()
    for field in FIELDS:
        nodes = within(tree, matched.get(field, ())) & content & sizes.keys() - counted
        counted |= nodes  # a date inside the body is a date
        for node in nodes:
            amounts[blocks.of[node]][field] += sizes[node]
    return [max(amount, key=amount.__getitem__) for amount in amounts]


def _kind(tree: Tree, node: int, field: str) -> Kind:
    """The kind of a block in a field: as marked, if it is, because fields say less."""
    marked = tree.attribute(node, ATTRIBUTE)
    if marked in set(Kind):
        return Kind(marked)
    if field == "figure" and tree.tag[node] == "figcaption":
        return Kind.CAPTION
    return Kind(field)


def mark(html: str, tree: Tree, blocks: PageBlocks, kinds: Mapping[int, Kind]) -> str:
    """The source of a page (with this tree and these blocks) with the kinds of some blocks on it.

    A block without a label that is inside a labelled one and contains another is not marked: what
    it contains would be excluded with it. So it reads as content. A block whose element has no tag
    in the source cannot be marked either.
    """
    marks = _marks(blocks, kinds)
    values = {blocks.node[block]: value for block, value in marks.items()}
    # A page that was exported before has such attributes already.
    values.update(
        {node: "" for node, _, _ in tree.find_attributes(ATTRIBUTE) if node not in values}
    )
    source = html.replace("\r\n", "\n").replace("\r", "\n")  # as offsets are counted
    text = _written(source, tree, values)
    body = tree.body()
    if body in values and tree.span(body) is None:
        return _with_body(text, tree, values[body]) or text
    return text


def _marks(blocks: PageBlocks, kinds: Mapping[int, Kind]) -> dict[int, str]:
    """What is written on each block that needs a mark."""
    marks: dict[int, str] = {}
    labelled = sorted(kinds)
    labelled_until = 0  # end of the labelled block around this one
    for block in range(len(blocks)):
        end = blocks.end[block]
        if block in kinds:
            marks[block] = kinds[block].value
            labelled_until = max(labelled_until, end)
        elif blocks.shown[block] and block < labelled_until:
            contains_labelled = bisect_left(labelled, block) != bisect_left(labelled, end)
            if not contains_labelled:
                marks[block] = NONE
    return marks


def _written(source: str, tree: Tree, values: Mapping[int, str]) -> str:
    # By position: copies that the parser makes of an element have the same one.
    places = {span.start: value for node, value in values.items() if (span := tree.span(node))}
    pieces, done = [], 0
    for start, value in sorted(places.items()):
        name = _NAME.match(source, start)
        assert name is not None
        pieces += [source[done : name.end()], _attribute(value)]
        done = name.end()
    return "".join([*pieces, source[done:]])


def _attribute(value: str) -> str:
    return f' {ATTRIBUTE}="{value}"'


def _with_body(text: str, tree: Tree, value: str) -> str | None:
    """The text with a tag for a body that has none; None if there is no position for it.

    A second `<body>` adds its attributes to the first, wherever it is (HTML Standard, 13.2.6.4.7).
    At the end it changes nothing else, unless the page ends within a script.
    """
    tag = f"<body{_attribute(value)}>"
    for place in (len(text), *_before_body(text)):
        candidate = text[:place] + tag + text[place:]
        if _is_same(again := parse(candidate), tree):
            body = again.body()
            if body is not None and again.attribute(body, ATTRIBUTE) == value:
                return candidate
    return None


def _before_body(text: str) -> Iterator[int]:
    """Where a body without a tag may begin: before its first element, or after the head."""
    tree = parse(text)
    body = tree.body()
    spans = [(node, span) for node in range(len(tree)) if (span := tree.span(node))]
    if body is not None:
        yield from [span.start for node, span in spans if node > body][:1]
        opened = [span.open_end for node, span in spans if node < body]
        closed = [span.end for node, span in spans if 0 < node < body and span.end]
        start = _PROLOGUE.match(text, max([*opened, *closed], default=0))
        yield start.end() if start else 0


def _is_same(one: Tree, other: Tree) -> bool:
    """Whether two trees differ only in attributes."""
    nodes = one.find(*RAW_TEXT)
    return (
        one.tag == other.tag
        and one.parent == other.parent
        and one.start == other.start
        and one.run == other.run
        and one.run_owner == other.run_owner
        and all(map(eq, map(one.raw_text, nodes), map(other.raw_text, nodes)))
    )
