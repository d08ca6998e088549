"""CSS without what it would load: the second line of defence.

The first is the content security policy of the frame that a facsimile is drawn in, which lets
nothing be loaded at all. Here addresses are taken out so that nothing is even tried, and pictures
that came with the page are put in. Sheets are read token by token (CSS Syntax Level 3, 4.3), so
that no escape hides an address and no comment or string is taken for one; what is not replaced
stays as it is, to the byte. A regular expression does it, because a tokenizer in Python took
seconds for the megabyte of styles that some pages have; the tests hold one against it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.html.decode import decode
from honbun.html.links import safe_url
from honbun.inputs.assets import AssetBudget
from honbun.text.unicode import json_safe
from honbun.web.snapshot.model import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.html.tree import Tree
    from honbun.inputs.assets import Assets
    from honbun.web.snapshot.images import Pictures

Show = Callable[[str], str | None]
"""From an address to the data: address to put in its place, or None."""

_SUSPECT = re.compile(r"\\|url|import|image|src|expression|behavior|binding", re.IGNORECASE)
_SPACE = r"[ \t\n\r\f]"
_ESCAPE = rf"\\(?:[0-9a-f]{{1,6}}(?:\r\n|{_SPACE})?|[^\n\r\f0-9a-f]|\Z)"
_STRING = r""""(?:[^"\\\n\r\f]|\\(?:\r\n|.|\Z))*+"|'(?:[^'\\\n\r\f]|\\(?:\r\n|.|\Z))*+'"""
_BAD_STRING = r""""(?:[^"\\\n\r\f]|\\(?:\r\n|.|\Z))*+|'(?:[^'\\\n\r\f]|\\(?:\r\n|.|\Z))*+"""
"""A string that the line or the sheet ends."""
_COMMENT = r"/\*.*?(?:\*/|\Z)"
_FLAGS = re.IGNORECASE | re.DOTALL
_TOKEN = re.compile(
    rf"{_COMMENT}|{_STRING}|{_BAD_STRING}|"
    rf"(?P<mark>[@#]?)(?P<name>(?:[a-z0-9_-]|[^\0-\x7f]|{_ESCAPE})++)(?P<open>\(?)",
    _FLAGS,
)
_QUOTED = re.compile(rf"{_SPACE}*+({_STRING}){_SPACE}*+\)", _FLAGS)
_OPENS_QUOTED = re.compile(rf"{_SPACE}*+[\"']")
_BARE = re.compile(r"((?:[^)\\]|\\.)*+)\)?+", _FLAGS)
_ESCAPED = re.compile(rf"\\(?:([0-9a-f]{{1,6}})(?:\r\n|{_SPACE})?|(\r\n|.)|\Z)", _FLAGS)

_LOADING = ("src", "image", "image-set", "expression")
"""Functions that take an address as a plain string, and the one of old that ran scripts; also
with a maker's prefix, or a number before them."""
_RUNNING = frozenset({"behavior", "-moz-binding"})
"""Properties that once ran scripts."""
_LINK = re.compile(r"(?<![:\\]):(?:any-)?link(?![\w(-]|\s*[;}!])", re.IGNORECASE)
"""Not as the value of a property, as in `grid-area:link;`."""

_BEFORE_IMPORTS = re.compile(
    rf"(?:{_SPACE}|{_COMMENT}|<!--|-->|@(?:charset|layer)\b[^;{{}}\\]*+;)*+", _FLAGS
)
_IMPORT = re.compile(
    rf"@import{_SPACE}*+(?:url\({_SPACE}*+)?(?P<address>{_STRING}|(?<=[(\s])[^\s()\"'\\;]++)"
    rf"{_SPACE}*+\)?+(?P<media>[^;{{}}\"'\\@]*+)(?:;|\Z)",
    _FLAGS,
)
_NO_MEDIA = re.compile(r"layer|supports|url|src|image", re.IGNORECASE)
"""Layers and conditions of imports, which few use; and what is out of place."""


@dataclass(frozen=True, slots=True)
class Import:
    """A sheet that another one begins with."""

    address: str
    media: str


def clean(css: str, show: Show) -> str:
    r"""CSS, a sheet or declarations, without what it would load.

    >>> clean(r"a { background: #fff u\72l(x.png) } /* url(y) */", lambda address: None)
    'a { background: #fff none } /* url(y) */'
    """
    css = json_safe(css)
    if not is_suspect(css):
        return css
    written: list[str] = []
    done = at = 0  # where what is written ends, and what is read
    while token := _TOKEN.search(css, at):
        at = token.end()
        if not token["name"]:
            continue
        replaced, at = _replaced(css, token, show)
        if replaced is not None:
            written += (css[done : token.start()], replaced)
            done = at
    written.append(css[done:])
    return "".join(written)


def is_suspect(css: str) -> bool:
    r"""Whether some CSS has to be read token by token.

    >>> is_suspect("color: red"), is_suspect(r"background: u\72l(x)")
    (False, True)
    """
    return _SUSPECT.search(css) is not None


def link_marked(css: str) -> str:
    """A sheet that knows links by our mark, since the links of a facsimile lead nowhere.

    `:link` needs an address. An attribute weighs as much as a pseudo-class, so the cascade stays.

    >>> link_marked("a:link, a:visited { color: red }")
    'a[data-link], a:visited { color: red }'
    """
    return _LINK.sub("[data-link]", css)


def take_imports(css: str) -> tuple[list[Import], str]:
    """What a sheet imports, and the rest of it.

    >>> take_imports('@charset "utf-8"; @import "a.css" print; b { c: d }')
    ([Import(address='a.css', media='print')], '@charset "utf-8";  b { c: d }')
    """
    imports: list[Import] = []
    kept: list[str] = []
    at = 0
    while True:
        # Only at the beginning does it mean anything.
        before = _BEFORE_IMPORTS.match(css, at)
        start = before.end() if before else at
        found = _IMPORT.match(css, start)
        if not found:
            return imports, "".join(kept) + css[at:]
        kept.append(css[at:start])
        at = found.end()
        if not _NO_MEDIA.search(found["media"]):
            imports.append(Import(_said(found["address"]), found["media"].strip()))


def _replaced(css: str, token: re.Match[str], show: Show) -> tuple[str | None, int]:
    """What to write for a name, None for the name itself; and where to read on."""
    name, end = _unescaped(token["name"]).lower(), token.end()
    if token["mark"]:
        is_import = token["mark"] == "@" and name == "import"
        return ("@no-import" + token["open"] if is_import else None), end
    if not token["open"]:
        is_class = css[token.start() - 1 : token.start()] == "."
        return ("no-running" if name in _RUNNING and not is_class else None), end
    if name.endswith("url"):
        return _address(css, end, show)
    return ("none(" if name.endswith(_LOADING) else None), end


def _address(css: str, start: int, show: Show) -> tuple[str, int]:
    """What to write for `url(`, and where to read on."""
    found = _QUOTED.match(css, start)
    if not found and _OPENS_QUOTED.match(css, start):
        return "none(", start  # with more behind the string, or without an end
    found = found or _BARE.match(css, start)
    address, end = (_said(found[1]), found.end()) if found else ("", start)
    if address and (shown := show(address)):
        return f"url({shown})", end
    # As good as an address in nearly all properties of pictures; `url(a)left` has no space.
    return ("none " if re.match(r"[^\s;,)}]", css[end : end + 1]) else "none"), end


def _said(text: str) -> str:
    """What a string or an address says."""
    quoted = text[:1] in ("'", '"') and len(text) > 1
    return _unescaped(text[1:-1] if quoted else text.strip())


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(_character, text) if "\\" in text else text


def _character(escape: re.Match[str]) -> str:
    if escape[1]:
        code = int(escape[1], 16)
        return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"
    return "" if not escape[2] or escape[2][0] in "\n\r\f" else escape[2]


# The style sheets of a page: those in it, and those that came with it.

MAX_CSS = 2_000_000
"""Characters of all sheets of a page, bytes of those that came with it; with their media queries,
which are written again for each import. A sheet that would go beyond is left out."""
_MAX_DEPTH = 4
"""Sheets that import sheets that import sheets."""
_MAX_ASKED = 100
"""Companions looked for, there or not: a sheet may import itself in a circle."""
_SHEET = ("", "text/css")
"""What a sheet says that it is, where it says so."""


class Sheets:
    """The sheets of one page while they are gathered."""

    def __init__(self, base: str, companions: Assets, pictures: Pictures, encoding: str) -> None:
        self._base = base
        self._ration = AssetBudget(companions, _MAX_ASKED)
        self._pictures = pictures
        self._encoding = encoding
        self._left = MAX_CSS
        self.sheets: list[Sheet] = []

    def gather(self, tree: Tree) -> tuple[Sheet, ...]:
        """All sheets that a browser would use, in the order of the page."""
        for node in _declared(tree):
            media = json_safe(tree.attribute(node, "media") or "").strip()
            if tree.tag[node] == "style":
                css = tree.raw.get(node, "")
                if self._takes(len(css), [media]):
                    self._add(css, self._base, [media], 0)
            elif href := safe_url(self._base, tree.attribute(node, "href")):
                self._find(href, [media], 0)
        return tuple(self.sheets)

    def _find(self, url: str, media: list[str], depth: int) -> None:
        found = self._ration.find(url)
        # A page that says "not found" in place of a sheet is none.
        if not found or found.content_type.partition(";")[0].strip().lower() not in _SHEET:
            return
        if found.size > self._left:
            return
        body = self._ration.read(found, self._left + 1)
        if self._takes(len(body), media):
            kind = found.content_type
            if "charset" not in kind:  # a sheet is taken to be written as its page is
                kind = f"text/css; charset={self._encoding}"
            self._add(decode(body, kind).text, url, media, depth)

    def _takes(self, size: int, media: list[str]) -> bool:
        """Whether there is room for one more sheet, which is then taken."""
        size += sum(map(len, media))
        if size > self._left:
            return False
        self._left -= size  # pictures in it have a bound of their own
        return True

    def _add(self, css: str, base: str, media: list[str], depth: int) -> None:
        if not css.strip():
            return
        imports, rest = take_imports(css)
        for imported in imports if depth < _MAX_DEPTH else ():
            if url := safe_url(base, imported.address):
                self._find(url, [*media, imported.media], depth + 1)
        cleaned = clean(rest, lambda address: self._pictures.shown(base, address))
        self.sheets.append(_sheet(link_marked(cleaned), [query for query in media if query]))


def _sheet(css: str, media: list[str]) -> Sheet:
    """A sheet that holds where all of these media queries do.

    Each is a list, and lists cannot be joined by "and": so those of imports are put around it.
    """
    for query in media[1:]:
        css = f"@media {query} {{\n{css}\n}}"
    return Sheet(css, media[0] if media else "")


def _declared(tree: Tree) -> Iterator[int]:
    """The elements that give the page a sheet; of several sets with titles the first is used."""
    preferred = ""
    stored = 0  # where the last template ends: what is in it waits for a script
    for node in tree.find("link", "style", "template"):
        if node < stored:
            continue
        if tree.tag[node] == "template":
            stored = tree.end[node]
            continue
        title = (tree.attribute(node, "title") or "").strip()
        if not _is_sheet(tree, node) or (title and preferred and title != preferred):
            continue
        preferred = preferred or title
        yield node


def _is_sheet(tree: Tree, node: int) -> bool:
    kind = (tree.attribute(node, "type") or "").partition(";")[0].strip().lower()
    if kind not in _SHEET:
        return False
    if tree.tag[node] == "style":
        return True
    relations = (tree.attribute(node, "rel") or "").lower().split()
    off = "alternate" in relations or tree.attribute(node, "disabled") is not None
    return "stylesheet" in relations and not off
