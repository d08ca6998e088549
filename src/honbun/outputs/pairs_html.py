"""View: pairs as one page to look at, the shared sentences side by side.

The page needs no script and loads nothing. The sentences and addresses are those of strangers, so
its policy forbids all but its own style: what slipped through escaping could still do nothing.
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

# Markup: text and addresses of pages, which are hostile, as HTML that only shows them.

LONGEST = 2_000
"""Characters of a sentence that are shown."""
_ADDRESS = 300
"""Characters of an address that are shown."""
_BREAKS = re.compile(r"[\t\n\r]+")
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
"""Controls, among them those that turn the direction of what follows, and half characters."""


def shown(text: str) -> str:
    r"""Text as HTML; characters that one would not see are named.

    >>> shown("a<b\u202e")
    'a&lt;b<span class="unseen">U+202E</span>'
    """
    return _UNSEEN.sub(_named_markup, escape(_BREAKS.sub(" ", text)))


def _named_markup(match: re.Match[str]) -> str:
    return f'<span class="unseen">U+{ord(match[0]):04X}</span>'


def address(url: str) -> str:
    """An address as a link, where it is one that leads into the web."""
    text = shown(url if len(url) <= _ADDRESS else url[:_ADDRESS] + "…")
    target = http_url(url)
    if target is None:
        return f"<bdi>{text}</bdi>"
    link = f'href="{escape(target)}" rel="noopener noreferrer nofollow"'
    return f"<a {link}><bdi>{text}</bdi></a>"


def more(length: int) -> str:
    """What is said in place of what is not shown of a text of this length."""
    left = length - LONGEST
    return f'<span class="more">… and {left:,} more characters</span>' if left > 0 else ""


# Difference: what two nearly equal sentences have in common, and what not.

# Words, where writing sets them apart; else characters: Thai, Lao, Burmese, Khmer, kana, kanji.
_UNPARTED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"[^\W{_UNPARTED}]+|.", re.DOTALL)
_MOST = 300
"""Words or characters that are compared: it takes the square of them, or more. What is longer,
beginning and end that are the same left aside, differs as a whole."""


class Run(NamedTuple):
    """A piece of a sentence that the other has too, or has not."""

    text: str
    same: bool


def differences(a: str, b: str) -> tuple[list[Run], list[Run]]:
    """Either sentence in pieces.

    >>> a, b = differences("The old boat sank.", "The new boat sank.")
    >>> [run.text for run in a if not run.same], [run.text for run in b if not run.same]
    (['old'], ['new'])
    """
    left, right = _TOKEN.findall(a), _TOKEN.findall(b)
    start = _agreeing(left, right)
    end = _agreeing(reversed(left[start:]), reversed(right[start:]))
    steps = list(_steps(left[start : len(left) - end], right[start : len(right) - end]))
    around = (left[:start], True), (left[len(left) - end :], True)
    return (
        _runs([around[0], *((own, same) for own, _, same in steps), around[1]]),
        _runs([around[0], *((own, same) for _, own, same in steps), around[1]]),
    )


def _agreeing(left: Iterable[str], right: Iterable[str]) -> int:
    """How many tokens are the same from the beginning on."""
    return sum(1 for _ in takewhile(bool, map(eq, left, right)))


def _steps(left: list[str], right: list[str]) -> Iterator[tuple[list[str], list[str], bool]]:
    if max(len(left), len(right)) > _MOST:
        yield left, right, False
        return
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    for tag, i, j, k, m in matcher.get_opcodes():
        # A space between two changed words is no common text.
        same = tag == "equal" and any(not token.isspace() for token in left[i:j])
        yield left[i:j], right[k:m], same


def _runs(pieces: Iterable[tuple[list[str], bool]]) -> list[Run]:
    """The pieces that are not empty, neighbours of one kind put together."""
    runs: list[Run] = []
    for tokens, same in pieces:
        if runs and runs[-1].same == same:
            runs[-1] = Run(runs[-1].text + "".join(tokens), same)
        elif tokens:
            runs.append(Run("".join(tokens), same))
    return runs


_HELD = 16 << 20
"""Bytes that are held in memory until the counts, which stand at the top, are known."""
_DIRECTION = {
    Linked.FORTH: "the second has it from the first",
    Linked.BACK: "the first has it from the second",
    Linked.BOTH: "each has some of it from the other",
}


def write(pairs: Iterable[Pair], file: BinaryIO) -> None:
    """One page with all pairs."""
    tally = Tally()
    with SpooledTemporaryFile(max_size=_HELD) as body:
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
{_chooser(tally)}</header>
<main>
"""


def _chooser(tally: Tally) -> str:
    """A box for each relation that there is; unchecked, the style hides its pairs."""
    pairs = dict.fromkeys(Relation, 0)
    for found in tally.counts():
        pairs[found.relation] += found.pairs
    boxes = "".join(
        f'<label><input type="checkbox" id="show-{relation}" checked autocomplete="off"> '
        f"{_named_view(relation)} <b>{number:,}</b></label>\n"
        for relation, number in pairs.items()
        if number
    )
    return f"<fieldset>\n<legend>Show</legend>\n{boxes}</fieldset>\n" if boxes else ""


def _pair(number: int, pair: Pair) -> str:
    why = "".join(f"<li>{shown(reason)}</li>" for reason in reasons(pair))
    rows = "".join(map(_row, pair.shared))
    return f"""<article class="pair {pair.relation}" id="pair-{number}">
<h2><a class="number" href="#pair-{number}">{number}</a> {_named_view(pair.relation)}
<small>{pair.extent}</small></h2>
<dl>{_measures(pair)}</dl>
<ul class="why">{why}</ul>
<div class="pages"><p>{address(pair.a)}</p><p>{address(pair.b)}</p></div>
<ol class="shared">{rows}</ol>
</article>
"""


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


def reasons(pair: Pair) -> Iterator[str]:
    """What a pair was judged by, and who has it from whom, in words."""
    yield from pair.because
    if pair.direction:
        yield _DIRECTION[pair.direction]


def _row(sentence: Shared) -> str:
    if sentence.a == sentence.b:
        text = f'<span class="same">{shown(sentence.a[:LONGEST])}</span>{more(len(sentence.a))}'
        return f'<li class="equal"><p dir="auto">{text}</p><p dir="auto">{text}</p></li>\n'
    a, b = differences(sentence.a, sentence.b)
    return f'<li><p dir="auto">{_marked(a)}</p><p dir="auto">{_marked(b)}</p></li>\n'


def _marked(runs: list[Run]) -> str:
    """A sentence with what differs marked, as far as it is shown."""
    parts, left = [], LONGEST
    for run in runs:
        text = shown(run.text[: max(left, 0)])
        left -= len(run.text)
        if text:
            parts.append(
                f'<span class="same">{text}</span>' if run.same else f"<mark>{text}</mark>"
            )
    return "".join(parts) + more(LONGEST - left)


def _named_view(relation: Relation) -> str:
    return relation.replace("-", " ")
