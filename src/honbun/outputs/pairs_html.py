"""Pairs as one HTML page with the shared sentences side by side.

The page uses no script and loads nothing. Sentences and URLs come from untrusted pages, so the
page's content security policy allows its own style sheet only.
"""

from __future__ import annotations

import re
from base64 import b64encode
from difflib import SequenceMatcher
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import count, takewhile
from operator import eq
from shutil import copyfileobj
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from honbun.similar.model import Linked, Relation
from honbun.similar.results import Tally
from honbun.text.urls import http_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.similar.model import Pair, Shared

_MAX_SENTENCE = 2_000
"""Characters of a sentence that are shown."""
_MAX_URL = 300
"""Characters of a URL that are shown."""
_MAX_TOKENS = 300
"""Tokens that are compared, since the time is at least quadratic. Longer sentences differ as a
whole, apart from a common beginning and end."""
_BUFFER = 16 << 20
"""Bytes of the page's body held in memory until the counts in its header are known."""
_BREAKS = re.compile(r"[\t\n\r]+")
_INVISIBLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
"""Control characters, including those that change the direction of text, and lone surrogates."""
# Tokens are words, or characters in scripts without spaces: Thai, Lao, Burmese, Khmer, kana, kanji.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"[^\W{_UNSPACED}]+|.", re.DOTALL)
_DIRECTION = {
    Linked.FORTH: "the second has it from the first",
    Linked.BACK: "the first has it from the second",
    Linked.BOTH: "each has some of it from the other",
}


def write(pairs: Iterable[Pair], file: BinaryIO) -> None:
    """Write one page with all pairs."""
    tally = Tally()
    with SpooledTemporaryFile(max_size=_BUFFER) as body:
        for number, pair in zip(count(1), tally.counted(pairs)):
            body.write(_pair(number, pair).encode())
        body.seek(0)
        file.write(_head(tally).encode())
        copyfileobj(body, file)
    file.write(b"</main>\n</body>\n</html>\n")


@cache
def _style() -> str:
    return (files("honbun.outputs") / "pairs.css").read_text(encoding="utf-8")


def _head(tally: Tally) -> str:
    digest = b64encode(sha256(_style().encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    title = f"{tally.total:,} {'pair' if tally.total == 1 else 'pairs'} of similar pages"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>{_style()}</style>
</head>
<body>
<header class="top">
<h1>{title}</h1>
<p class="lead">Sentences that two pages share stand side by side:
<span class="same">what is the same</span>, <mark>what differs</mark>.</p>
{_filter(tally)}</header>
<main>
"""


def _filter(tally: Tally) -> str:
    """A checkbox per relation; the style sheet hides the pairs of unchecked ones."""
    pairs = dict.fromkeys(Relation, 0)
    for found in tally.counts():
        pairs[found.relation] += found.pairs
    boxes = "".join(
        f'<label><input type="checkbox" id="show-{relation}" checked autocomplete="off"> '
        f"{_label(relation)} <b>{number:,}</b></label>\n"
        for relation, number in pairs.items()
        if number
    )
    return f"<fieldset>\n<legend>Show</legend>\n{boxes}</fieldset>\n" if boxes else ""


def _label(relation: Relation) -> str:
    return relation.replace("-", " ")


def _pair(number: int, pair: Pair) -> str:
    why = "".join(f"<li>{_text(reason)}</li>" for reason in reasons(pair))
    rows = "".join(map(_sentence_row, pair.shared))
    return f"""<article class="pair {pair.relation}" id="pair-{number}">
<h2><a class="number" href="#pair-{number}">{number}</a> {_label(pair.relation)}
<small>{pair.extent}</small></h2>
<dl>{_measures(pair)}</dl>
<ul class="why">{why}</ul>
<div class="pages"><p>{_link(pair.a)}</p><p>{_link(pair.b)}</p></div>
<ol class="shared">{rows}</ol>
</article>
"""


def reasons(pair: Pair) -> Iterator[str]:
    """The reasons for a pair's relation, and who copied from whom, as phrases."""
    yield from pair.because
    if pair.direction:
        yield _DIRECTION[pair.direction]


def _measures(pair: Pair) -> str:
    measures = {
        "overlap": pair.overlap,
        "with common sentences": pair.overlap_all,
        "of the smaller page": pair.containment,
        "addresses alike": pair.url_similarity,
    }
    return "".join(
        f'<div><dt>{name}</dt><dd><meter value="{value:.3f}"></meter>{value:.0%}</dd></div>'
        for name, value in measures.items()
    )


def _sentence_row(sentence: Shared) -> str:
    if sentence.a == sentence.b:
        shown = _text(sentence.a[:_MAX_SENTENCE])
        text = f'<span class="same">{shown}</span>{_ellipsis(len(sentence.a))}'
        return f'<li class="equal"><p dir="auto">{text}</p><p dir="auto">{text}</p></li>\n'
    a, b = differences(sentence.a, sentence.b)
    return f'<li><p dir="auto">{_marked(a)}</p><p dir="auto">{_marked(b)}</p></li>\n'


def _marked(runs: list[TextRun]) -> str:
    """A sentence with its differences marked, up to the length that is shown."""
    parts, left = [], _MAX_SENTENCE
    for run in runs:
        text = _text(run.text[: max(left, 0)])
        left -= len(run.text)
        if text:
            parts.append(
                f'<span class="same">{text}</span>' if run.same else f"<mark>{text}</mark>"
            )
    return "".join(parts) + _ellipsis(_MAX_SENTENCE - left)


def _ellipsis(length: int) -> str:
    hidden = length - _MAX_SENTENCE
    return f'<span class="more">… and {hidden:,} more characters</span>' if hidden > 0 else ""


def _link(url: str) -> str:
    """A URL as a link if it is an http(s) URL, else as text."""
    text = _text(url if len(url) <= _MAX_URL else url[:_MAX_URL] + "…")
    target = http_url(url)
    if target is None:
        return f"<bdi>{text}</bdi>"
    link = f'href="{escape(target)}" rel="noopener noreferrer nofollow"'
    return f"<a {link}><bdi>{text}</bdi></a>"


def _text(text: str) -> str:
    r"""Text as HTML, with code points in place of invisible characters.

    >>> _text("a<b\u202e")
    'a&lt;b<span class="unseen">U+202E</span>'
    """
    return _INVISIBLE.sub(_code_point, escape(_BREAKS.sub(" ", text)))


def _code_point(match: re.Match[str]) -> str:
    return f'<span class="unseen">U+{ord(match[0]):04X}</span>'


class TextRun(NamedTuple):
    """A part of a sentence that both sentences have, or only this one."""

    text: str
    same: bool


def differences(a: str, b: str) -> tuple[list[TextRun], list[TextRun]]:
    """Both sentences split into runs of common and of different text.

    >>> a, b = differences("The old boat sank.", "The new boat sank.")
    >>> [run.text for run in a if not run.same], [run.text for run in b if not run.same]
    (['old'], ['new'])
    """
    left, right = _TOKEN.findall(a), _TOKEN.findall(b)
    start = _common_prefix(left, right)
    end = _common_prefix(reversed(left[start:]), reversed(right[start:]))
    matches = list(_matches(left[start : len(left) - end], right[start : len(right) - end]))
    prefix, suffix = (left[:start], True), (left[len(left) - end :], True)
    return (
        _merge([prefix, *((tokens, same) for tokens, _, same in matches), suffix]),
        _merge([prefix, *((tokens, same) for _, tokens, same in matches), suffix]),
    )


def _common_prefix(left: Iterable[str], right: Iterable[str]) -> int:
    return sum(1 for _ in takewhile(bool, map(eq, left, right)))


def _matches(left: list[str], right: list[str]) -> Iterator[tuple[list[str], list[str], bool]]:
    if max(len(left), len(right)) > _MAX_TOKENS:
        yield left, right, False
        return
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    for tag, i, j, k, m in matcher.get_opcodes():
        # A space between two changed words does not count as common text.
        same = tag == "equal" and any(not token.isspace() for token in left[i:j])
        yield left[i:j], right[k:m], same


def _merge(pieces: Iterable[tuple[list[str], bool]]) -> list[TextRun]:
    """The pieces without empty ones, with neighbours of the same type joined."""
    runs: list[TextRun] = []
    for tokens, same in pieces:
        if runs and runs[-1].same == same:
            runs[-1] = TextRun(runs[-1].text + "".join(tokens), same)
        elif tokens:
            runs.append(TextRun("".join(tokens), same))
    return runs
