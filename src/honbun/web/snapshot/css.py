"""CSS without anything that loads, and the style sheets of a page.

The content security policy of the frame already forbids loading. Here URLs are removed as well, so
that nothing is even tried, and images that came with the page are put in their place. Style sheets
are read token by token (CSS Syntax Level 3, 4.3), so that no escape hides a URL and no comment or
string is mistaken for one; everything else stays as it is, to the byte. It is a regular expression
because a tokenizer in Python took seconds for a megabyte of CSS; the tests compare the two.
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
from honbun.web.snapshot.model import StyleSheet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.html.tree import Tree
    from honbun.inputs.assets import Assets
    from honbun.web.snapshot.images import Images

ReplaceUrl = Callable[[str], str | None]
"""The data: URL that replaces a URL, or None."""

_SUSPECT = re.compile(r"\\|url|import|image|src|expression|behavior|binding", re.IGNORECASE)
_SPACE = r"[ \t\n\r\f]"
_ESCAPE = rf"\\(?:[0-9a-f]{{1,6}}(?:\r\n|{_SPACE})?|[^\n\r\f0-9a-f]|\Z)"
_STRING = r""""(?:[^"\\\n\r\f]|\\(?:\r\n|.|\Z))*+"|'(?:[^'\\\n\r\f]|\\(?:\r\n|.|\Z))*+'"""
_BAD_STRING = r""""(?:[^"\\\n\r\f]|\\(?:\r\n|.|\Z))*+|'(?:[^'\\\n\r\f]|\\(?:\r\n|.|\Z))*+"""
"""A string without its closing quote."""
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
"""Functions that take a URL as a plain string, and the old one that ran scripts; also with a vendor
prefix, or after a number."""
_RUNNING = frozenset({"behavior", "-moz-binding"})
"""Old properties that ran scripts."""
_LINK = re.compile(r"(?<![:\\]):(?:any-)?link(?![\w(-]|\s*[;}!])", re.IGNORECASE)
"""Not the value of a property, as in `grid-area:link;`."""

_BEFORE_IMPORTS = re.compile(
    rf"(?:{_SPACE}|{_COMMENT}|<!--|-->|@(?:charset|layer)\b[^;{{}}\\]*+;)*+", _FLAGS
)
_IMPORT = re.compile(
    rf"@import{_SPACE}*+(?:url\({_SPACE}*+)?(?P<address>{_STRING}|(?<=[(\s])[^\s()\"'\\;]++)"
    rf"{_SPACE}*+\)?+(?P<media>[^;{{}}\"'\\@]*+)(?:;|\Z)",
    _FLAGS,
)
_NO_MEDIA = re.compile(r"layer|supports|url|src|image", re.IGNORECASE)
"""Layers and conditions of imports, which are rare, and misplaced functions."""


@dataclass(frozen=True, slots=True)
class Import:
    """An import at the start of a style sheet."""

    address: str
    media: str


def clean_css(css: str, show: ReplaceUrl) -> str:
    r"""A style sheet or declarations without anything that loads.

    >>> clean_css(r"a { background: #fff u\72l(x.png) } /* url(y) */", lambda address: None)
    'a { background: #fff none } /* url(y) */'
    """
    css = json_safe(css)
    if not needs_cleaning(css):
        return css
    written: list[str] = []
    done = at = 0  # the positions up to which the text is written, and read
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


def needs_cleaning(css: str) -> bool:
    r"""Whether CSS may load something and must be read token by token.

    >>> needs_cleaning("color: red"), needs_cleaning(r"background: u\72l(x)")
    (False, True)
    """
    return _SUSPECT.search(css) is not None


def mark_links(css: str) -> str:
    """A style sheet with `[data-link]` for `:link`, because links in a snapshot have no href.

    An attribute selector has the specificity of a pseudo-class, so the cascade stays the same.

    >>> mark_links("a:link, a:visited { color: red }")
    'a[data-link], a:visited { color: red }'
    """
    return _LINK.sub("[data-link]", css)


def take_imports(css: str) -> tuple[list[Import], str]:
    """The imports of a style sheet, and the rest of it.

    >>> take_imports('@charset "utf-8"; @import "a.css" print; b { c: d }')
    ([Import(address='a.css', media='print')], '@charset "utf-8";  b { c: d }')
    """
    imports: list[Import] = []
    kept: list[str] = []
    at = 0
    while True:
        # Imports count only at the start.
        before = _BEFORE_IMPORTS.match(css, at)
        start = before.end() if before else at
        found = _IMPORT.match(css, start)
        if not found:
            return imports, "".join(kept) + css[at:]
        kept.append(css[at:start])
        at = found.end()
        if not _NO_MEDIA.search(found["media"]):
            imports.append(Import(_value(found["address"]), found["media"].strip()))


def _replaced(css: str, token: re.Match[str], show: ReplaceUrl) -> tuple[str | None, int]:
    """The replacement of a name, or None, and the position after it."""
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


def _address(css: str, start: int, show: ReplaceUrl) -> tuple[str, int]:
    """The replacement of `url(`, and the position after it."""
    found = _QUOTED.match(css, start)
    if not found and _OPENS_QUOTED.match(css, start):
        return "none(", start  # text after the string, or no closing parenthesis
    found = found or _BARE.match(css, start)
    address, end = (_value(found[1]), found.end()) if found else ("", start)
    if address and (shown := show(address)):
        return f"url({shown})", end
    # `none` is valid in nearly all properties that take an image; `url(a)left` needs a space.
    return ("none " if re.match(r"[^\s;,)}]", css[end : end + 1]) else "none"), end


def _value(text: str) -> str:
    """The value of a string or URL token."""
    quoted = text[:1] in ("'", '"') and len(text) > 1
    return _unescaped(text[1:-1] if quoted else text.strip())


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(_character, text) if "\\" in text else text


def _character(escape: re.Match[str]) -> str:
    if escape[1]:
        code = int(escape[1], 16)
        return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"
    return "" if not escape[2] or escape[2][0] in "\n\r\f" else escape[2]


MAX_CSS = 2_000_000
"""Characters of all style sheets of a page, with the media queries that are repeated for each
import. Style sheets beyond the limit are skipped."""
_MAX_DEPTH = 4
"""Depth of imports."""
_MAX_LOOKUPS = 100
"""Assets looked up, found or not: imports may be circular."""
_SHEET = ("", "text/css")
"""Content types of style sheets."""


class StyleSheets:
    """The style sheets of one page, while they are being collected."""

    def __init__(self, base: str, assets: Assets, images: Images, encoding: str) -> None:
        self._base = base
        self._assets = AssetBudget(assets, _MAX_LOOKUPS)
        self._images = images
        self._encoding = encoding
        self._left = MAX_CSS
        self.sheets: list[StyleSheet] = []

    def collect(self, tree: Tree) -> tuple[StyleSheet, ...]:
        """All style sheets that a browser would use, in document order."""
        for node in _declared(tree):
            media = json_safe(tree.attribute(node, "media") or "").strip()
            if tree.tag[node] == "style":
                css = tree.raw_text(node)
                if self._fits(len(css), [media]):
                    self._add(css, self._base, [media], 0)
            elif href := safe_url(self._base, tree.attribute(node, "href")):
                self._find(href, [media], 0)
        return tuple(self.sheets)

    def _find(self, url: str, media: list[str], depth: int) -> None:
        found = self._assets.find(url)
        # An HTML error page is not a style sheet.
        if not found or found.content_type.partition(";")[0].strip().lower() not in _SHEET:
            return
        if found.size > self._left:
            return
        body = self._assets.read(found, self._left + 1)
        if self._fits(len(body), media):
            kind = found.content_type
            if "charset" not in kind:  # the default is the encoding of the page
                kind = f"text/css; charset={self._encoding}"
            self._add(decode(body, kind).text, url, media, depth)

    def _fits(self, size: int, media: list[str]) -> bool:
        """Whether a style sheet is within the limit; if so, it is counted."""
        size += sum(map(len, media))
        if size > self._left:
            return False
        self._left -= size  # its images have their own limit
        return True

    def _add(self, css: str, base: str, media: list[str], depth: int) -> None:
        if not css.strip():
            return
        imports, rest = take_imports(css)
        for imported in imports if depth < _MAX_DEPTH else ():
            if url := safe_url(base, imported.address):
                self._find(url, [*media, imported.media], depth + 1)
        cleaned = clean_css(rest, lambda address: self._images.find(base, address))
        self.sheets.append(_sheet(mark_links(cleaned), [query for query in media if query]))


def _sheet(css: str, media: list[str]) -> StyleSheet:
    """A style sheet that applies if all of these media queries match.

    Each is a list, and lists cannot be joined by "and", so those of imports are nested around it.
    """
    for query in media[1:]:
        css = f"@media {query} {{\n{css}\n}}"
    return StyleSheet(css, media[0] if media else "")


def _declared(tree: Tree) -> Iterator[int]:
    """The elements that add a style sheet; of alternative sets with titles, the first is used."""
    preferred = ""
    stored = 0  # the end of the last template: its contents are inert
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
