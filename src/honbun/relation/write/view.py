"""View: pairs as one page to look at, the shared sentences side by side.

The page needs no script and loads nothing. The sentences and addresses are those of strangers, so
its policy forbids all but its own style: what slipped through escaping could still do nothing.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import count
from shutil import copyfileobj
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, BinaryIO

from honbun.relation.model import Linked, Relation
from honbun.relation.tally import Tally
from honbun.relation.write.difference import differences
from honbun.relation.write.markup import LONGEST, address, more, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.relation.model import Pair, Shared
    from honbun.relation.write.difference import Run

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
    return (files("honbun.relation.write") / "view.css").read_text(encoding="utf-8")


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
        f"{_named(relation)} <b>{number:,}</b></label>\n"
        for relation, number in pairs.items()
        if number
    )
    return f"<fieldset>\n<legend>Show</legend>\n{boxes}</fieldset>\n" if boxes else ""


def _pair(number: int, pair: Pair) -> str:
    why = "".join(f"<li>{shown(reason)}</li>" for reason in reasons(pair))
    rows = "".join(map(_row, pair.shared))
    return f"""<article class="pair {pair.relation}" id="pair-{number}">
<h2><a class="number" href="#pair-{number}">{number}</a> {_named(pair.relation)}
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


def _named(relation: Relation) -> str:
    return relation.replace("-", " ")
