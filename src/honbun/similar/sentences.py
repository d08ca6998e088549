"""A page to its sentences: paragraphs from its tree, sentences from the language."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from honbun.html.blocks import split as split_blocks
from honbun.text.language import is_japanese, is_japanese_sentence
from honbun.text.sentences import split
from honbun.text.unicode import normalise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from honbun.html.blocks import Blocks
    from honbun.html.tree import Tree
    from honbun.text.sentences import Range

# Does a line of a page go on in the next one?
#
# A `<br>` may end a paragraph or only its line (paper 003, figure 7). A line that ends its
# sentence ends there; one that breaks off in the middle, or is as long as lines that were broken
# by hand to fit, goes on.

_ENDED = re.compile(
    r"[。｡．.！!？?♪…‥」』）)】〉》:：;；♫☆★。।؟۔]\s*+\Z"
    r"|[ぁ-ん](?:[wｗ]++|笑)\Z"
    r"|(?:です|ます|でした|ました|ません|でしょう|ましょう|ください|下さい)[よねか]?\Z"
)
_PAUSED = re.compile(r"[、，､,]\Z")
_PARTICLE = re.compile(
    "(?:[をにはがのでともへや]|から|ので|けど|けれど|って|ながら|たり|して|くて|んで)\\Z"
)
_ITEM = re.compile(r"[・■□●○◆◇▼▽▲△★☆※＊*•▶►→⇒◎【〔［\[<＜☎〒＃#-]|\d++\s*+[.．)）:：、]|[①-⑳]")
"""What begins a line of a list."""
_HIRAGANA = re.compile("[ぁ-ん]")
_BROKEN_WIDE, _BROKEN = 20, 60
"""Characters from which a line was broken to fit: half of those of a common line, in Japanese and
in letters."""
_TAIL = 24


def goes_on(before: str, after: str) -> bool:
    """Whether the sentence of one line is carried on by the next.

    >>> goes_on("電池の持ちが悪くなってきたのと、", "たまたま無料でした。")
    True
    >>> goes_on("ホーム", "会社概要"), goes_on("Name", "Address"), goes_on("about the", "rules of")
    (False, False, True)
    """
    before, after = before.strip(), after.strip()
    tail = before[-_TAIL:]
    if not before or not after or _ENDED.search(tail) or _ITEM.match(after) or _ITEM.match(before):
        return False
    if _HIRAGANA.search(tail):
        if _PAUSED.search(tail) or _PARTICLE.search(tail):
            return True
        return len(before) >= _BROKEN_WIDE and _HIRAGANA.search(after) is not None
    if after[0].islower():
        return before[-1].isalnum() or before[-1] in ",-–—"
    return len(before) >= (_BROKEN if before.isascii() else _BROKEN_WIDE) and before[-1].isalpha()


# A page's text to its paragraphs.
#
# A paragraph is text that no block-level element, rule or empty line interrupts. A single `<br>`
# in it ends it, unless the line plainly goes on in the next one (paper 003, figure 7); so does the
# end of a line in `<pre>`. What no reader reads as text is left out: drawings, choices, fallbacks,
# and the small kana that tell how a character is read.

_RUBY = ("rt", "rp", "rtc")
_KEPT_LINES = ("pre", "listing", "xmp", "plaintext")
_PARTED = 2
"""Line ends that part paragraphs: two, or one of a block."""


class Paragraph(NamedTuple):
    """Text that is read in one go."""

    text: str
    pieces: list[tuple[int, int]]
    """Where each piece of it begins: in `text`, and in the text of the page."""
    block: int

    def place(self, at: int) -> int:
        """Where a character of it stands in the text of the page."""
        here, there = self.pieces[bisect_right(self.pieces, at, key=itemgetter(0)) - 1]
        return there + at - here

    def at(self, place: int) -> int:
        """Where in it the text begins that stands from a place of the page on."""
        number = bisect_right(self.pieces, place, key=itemgetter(1))
        here, there = self.pieces[number - 1]
        # What is left out ends before the next piece.
        limit = self.pieces[number][0] if number < len(self.pieces) else len(self.text)
        return min(here + place - there, limit)


_Ranges = list[tuple[int, int]]
_Line = tuple[_Ranges, int, int]
"""Ranges of the page's text that make up a line, its block, and the line ends before it."""


def paragraphs(blocks: Blocks) -> Iterator[Paragraph]:
    """The paragraphs of a page in document order."""
    text = blocks.tree.text
    lines: list[_Ranges] = []
    last = -1
    for ranges, block, gap in _lines(blocks):
        if gap < _PARTED and lines and goes_on(_read(text, lines[-1]), _read(text, ranges)):
            lines.append(ranges)
            continue
        if lines:
            yield _paragraph(text, lines, last)
        lines = [ranges]
        last = block
    if lines:
        yield _paragraph(text, lines, last)


def _lines(blocks: Blocks) -> Iterator[_Line]:
    """The lines of a page. This loop runs for each run of text of every page."""
    tree, of = blocks.tree, blocks.of
    unread = _unread(blocks)
    ends = _line_ends(blocks, unread)
    runs: Iterable[tuple[str, int, int]] = zip(tree.run, tree.run_start, tree.run_owner)
    if tree.find(*_KEPT_LINES):
        runs = _with_kept_lines(tree, runs, ends)
    ranges: _Ranges = []
    last = -1
    gap = before = 0
    left_out = False
    for run, begin, owner in runs:
        if begin in ends:
            gap += ends[begin]
        if run.isspace():
            continue
        block = of[owner]
        if block < 0 or owner in unread:
            left_out = True
            continue
        stop = begin + len(run)
        if gap:
            if ranges:
                yield ranges, last, before
            ranges, before = [(begin, stop)], gap
            last = block
            gap = 0
        elif left_out or not ranges:
            ranges.append((begin, stop))
            last = block
        else:
            ranges[-1] = ranges[-1][0], stop
        left_out = False
    if ranges:
        yield ranges, last, before


def _line_ends(blocks: Blocks, unread: set[int]) -> dict[int, int]:
    """How many line ends stand at an offset of the page's text."""
    tree, nodes = blocks.tree, blocks.node
    if unread:  # the options of a choice are blocks too
        nodes = [node for node in nodes if node not in unread]
    ends = dict.fromkeys(map(tree.start.__getitem__, nodes), _PARTED)
    ends.update(dict.fromkeys(map(tree.stop.__getitem__, nodes), _PARTED))
    for node in tree.find("br"):
        at = tree.start[node]
        ends[at] = ends.get(at, 0) + 1
    return ends


def _unread(blocks: Blocks) -> set[int]:
    tree, nodes = blocks.tree, blocks.unread()
    for node in tree.find(*_RUBY):
        if node not in nodes:
            nodes.update(range(node, tree.end[node]))
    return nodes


def _with_kept_lines(
    tree: Tree, runs: Iterable[tuple[str, int, int]], ends: dict[int, int]
) -> Iterator[tuple[str, int, int]]:
    """The runs of text, in `<pre>` line by line; its line ends are added to the others."""
    kept: set[int] = set()
    for node in tree.find(*_KEPT_LINES):
        if node not in kept:
            kept.update(range(node, tree.end[node]))
    for run, begin, owner in runs:
        if owner not in kept or "\n" not in run:
            yield run, begin, owner
            continue
        at, gap = begin, 0
        for line in run.split("\n"):
            if line and gap:
                ends[at] = ends.get(at, 0) + gap
                gap = 0
            if line:
                yield line, at, owner
            at += len(line) + 1
            gap += 1
        ends[at - 1] = ends.get(at - 1, 0) + gap - 1  # where the next run begins


def _read(text: str, ranges: _Ranges) -> str:
    return "".join([text[start:stop] for start, stop in ranges])


def _paragraph(text: str, lines: list[_Ranges], block: int) -> Paragraph:
    if len(lines) == 1 and len(lines[0]) == 1:
        start, stop = lines[0][0]
        return Paragraph(text[start:stop], [(0, start)], block)
    parts: list[str] = []
    pieces: list[tuple[int, int]] = []
    size = 0
    for line in lines:
        if parts:
            parts.append("\n")
            size += 1
        for start, stop in line:
            pieces.append((size, start))
            parts.append(text[start:stop])
            size += stop - start
    return Paragraph("".join(parts), pieces, block)


# Rows of links: texts of links with nothing but white space between them.
#
# Each is a sentence of its own, unless they make up one name: 京都市 and 左京区 do, because
# 京都市左京区 is found in the running text of many pages (paper 003, 4.1).

_MOSTLY = 0.5
"""Share of linked text from which a sentence is a row of links (that of the paper's test for what
is no content); below it, two links stand side by side in prose."""
_MOST = 3
"""Links that may go before another in one name."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The links of a page, and which of them directly follow another."""

    tree: Tree
    start: list[int]
    """Where the text of each link begins in that of the page, and ..."""
    stop: list[int]
    after: list[int]
    """The links that follow another with nothing but white space between, by number."""
    place: list[int]
    """Where each of those begins."""

    def first(self, start: int) -> int:
        """Where the first link from an offset on begins that follows another."""
        at = bisect_left(self.place, start)
        return self.place[at] if at < len(self.place) else len(self.tree.text)

    def inside(self, start: int, stop: int) -> bool:
        """Whether some link of a range follows another."""
        place = self.place
        return bisect_right(place, start) < bisect_left(place, stop)

    def cuts(
        self, start: int, stop: int, compounds: Callable[[str], bool] | None = None
    ) -> list[int]:
        """The offsets at which a sentence falls apart into texts of links."""
        after = self.after[bisect_right(self.place, start) : bisect_left(self.place, stop)]
        if not after or self._linked(start, stop) < _MOSTLY:
            return []
        cuts: list[int] = []
        last, said = -1, ""
        for link in after:
            if link - 1 != last:
                said = self._text(link - 1)
            last = link
            joined = join(said, self._text(link))
            if compounds is not None and compounds(joined):
                said = joined
            else:
                cuts.append(self.start[link])
                said = self._text(link)
        return cuts

    def joined(self) -> Iterator[str]:
        """What neighbours in a row say together, two or more."""
        last, said = -1, [""]
        for link in self.after:
            if link - 1 != last:
                said = [self._text(link - 1)]
            text = self._text(link)
            said = [join(before, text) for before in said[-_MOST:]]
            yield from said
            said.append(text)
            last = link

    def _text(self, link: int) -> str:
        raw = self.tree.text[self.start[link] : self.stop[link]]
        return normalise(raw, japanese=is_japanese_sentence(raw, page=True))

    def _linked(self, start: int, stop: int) -> float:
        text, starts, stops = self.tree.text, self.start, self.stop
        links = range(bisect_right(stops, start), bisect_left(starts, stop))
        linked = [text[max(start, starts[link]) : min(stop, stops[link])] for link in links]
        return _size("".join(linked)) / max(1, _size(text[start:stop]))


def rows(blocks: Blocks) -> Rows:
    """The rows of links of a page."""
    tree, of = blocks.tree, blocks.of
    text = tree.text
    start: list[int] = []
    stop: list[int] = []
    after: list[int] = []
    last, block = 0, -1
    starts, stops = tree.start, tree.stop
    for node in tree.find("a"):
        first, end = starts[node], stops[node]
        # Links without text do not part others; one in another happens in broken tables.
        if first == end or first < last or text[first:end].isspace():
            continue
        # The items of most menus are blocks, so that this sorts out all but a few.
        if of[node] == block and (first == last or text[last:first].isspace()):
            after.append(len(start))
        start.append(first)
        stop.append(end)
        last, block = end, of[node]
    return Rows(tree, start, stop, after, [start[link] for link in after])


def join(left: str, right: str) -> str:
    """Two names as one; a space between them where their writing has any.

    >>> join("京都市", "左京区"), join("New York", "City")
    ('京都市左京区', 'New York City')
    """
    narrow = left[-1:].isascii() and right[:1].isascii()
    return f"{left} {right}" if narrow else left + right


def _size(text: str) -> int:
    """How many characters are seen."""
    return sum(map(len, text.split()))


# Sentence: the smallest piece of a page that says something by itself.


class Sentence(NamedTuple):
    """One sentence of a page, in the order in which it is read."""

    text: str
    """As it would be quoted: entities decoded, characters normalised, white space collapsed."""
    start: int
    """Where its first character stands in the text of the page's tree, and ..."""
    stop: int
    """... one past its last."""
    node: int
    """The block-level element that it stands in."""
    japanese: bool


_SAID = re.compile(r"[^\W_]")


def sentences(
    tree: Tree, blocks: Blocks | None = None, compounds: Callable[[str], bool] | None = None
) -> list[Sentence]:
    """The sentences of a page in document order.

    `compounds` tells whether the texts of two neighbouring links, put together, are one name.
    What has no letter and no digit in it is no sentence.
    """
    blocks = split_blocks(tree) if blocks is None else blocks
    page = is_japanese(tree.text)
    links = rows(blocks)
    found: list[Sentence] = []
    nodes, next_row = blocks.node, links.first(0)
    for paragraph in paragraphs(blocks):
        text, pieces, number = paragraph
        here, there = pieces[-1]
        ranges = split(text)
        if next_row < there - here + len(text):
            ranges = list(_apart(paragraph, ranges, links, compounds))
            next_row = links.first(there - here + len(text))
        for first, last in ranges:
            raw = text[first:last]
            if not (raw[0].isalnum() or _SAID.search(raw)):
                continue
            japanese = not raw.isascii() and is_japanese_sentence(raw, page)
            said = normalise(raw, japanese=japanese)
            if here == 0:
                start, stop = there + first, there + last
            else:
                start, stop = paragraph.place(first), paragraph.place(last - 1) + 1
            found.append(Sentence(said, start, stop, nodes[number], japanese))
    return found


def _apart(
    paragraph: Paragraph,
    ranges: list[Range],
    links: Rows,
    compounds: Callable[[str], bool] | None,
) -> Iterator[Range]:
    """The ranges of sentences, with rows of links taken apart."""
    text = paragraph.text
    for first, last in ranges:
        start, stop = paragraph.place(first), paragraph.place(last - 1) + 1
        begin = first
        for cut in [*map(paragraph.at, links.cuts(start, stop, compounds)), last]:
            piece = text[begin:cut]
            if piece.strip():  # a link may hold nothing but a drawing
                yield begin + len(piece) - len(piece.lstrip()), begin + len(piece.rstrip())
            begin = cut
