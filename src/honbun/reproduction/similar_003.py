"""Paper 003: sentence statistics, URL similarities, and the pairs of its experiment.

The inputs are pages, or a collection of standard documents that `honbun standard` wrote.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from honbun.errors import HonbunError
from honbun.reproduction.draw_003 import drawn, is_judgements, judging_page, read_judgements
from honbun.reproduction.model import PaperTable, Plot, Reproduction

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.papers.similar_003.standard import Document as StandardDocument
    from honbun.reproduction.model import Document, PaperOptions
    from honbun.similar.model import Pair, SimilarOptions

    Row = list[str | int | float | None]

TABLE_2 = (
    (
        0.50,
        "http://www.gipc.kanazawa-u.ac.jp/whatsnew/host/kh23102.htm",
        "http://133.28.23.100/whatsnew/host/kh23102.htm",
    ),
    (
        1.00,
        "http://www.softic.or.jp/lib/cases/Nikkei_v_Comline.html",
        "http://mail.softic.or.jp/lib/cases/Nikkei_v_Comline.html",
    ),
    (
        0.38,
        "http://www.dd.ij4u.or.jp/~yamano/dokyo/saigoku/saigoku_17.htm",
        "http://yamanokanata.net/dokyo/saigoku/saigoku_17.htm",
    ),
    (
        1.00,
        "http://www.fdev.ce.hiroshima-cu.ac.jp/~terauchi/SEIKEI.HTM",
        "http://va620v.fdev.ce.hiroshima-cu.ac.jp/~terauchi/SEIKEI.HTM",
    ),
    (
        1.00,
        "http://www.keiju.co.jp/data2/tushinbo.htm",
        "http://keijyulion.keiju.co.jp/data2/tushinbo.htm",
    ),
)
"""Table 2 as it is printed."""
LENGTHS = (5, 10, 20, 50, 100)
"""The lengths of table 1."""
_EXAMPLES = 4
"""Sentences of one length in table 1 at most."""
CATEGORIES = {
    ("identical", "similar URL"): "107 (87%)",
    ("identical", "other URL"): "1 (100%)",
    ("contained", "similar URL"): "100 (93%)",
    ("contained", "other URL"): "7 (86%)",
    ("partial", "similar URL"): "498 (83%)",
    # The seed text gives one of the two figures, 278 (90%), and the total of both, 287.
    ("partial", "other URL, linked"): "278 (90%) or 9",
    ("partial", "other URL, not linked"): "9 or 278 (90%)",
}
"""The categories of table 3, with the pairs and the precision in the paper."""


def figure_9(inputs: Sequence[str], options: PaperOptions) -> Plot:
    """How many sentences are on how many pages."""
    pages = Counter[str]()
    for document in _documents(inputs, options):
        pages.update({sentence.text for sentence in document.sentences})
    points = sorted(Counter(pages.values()).items())
    return _plot("Sentences by frequency", "pages with the sentence", points)


def figure_10(inputs: Sequence[str], options: PaperOptions) -> Plot:
    """How many sentences have how many characters."""
    lengths = Counter(
        len(sentence.text)
        for document in _documents(inputs, options)
        for sentence in document.sentences
    )
    return _plot("Sentences by length", "characters", sorted(lengths.items()))


def _plot(caption: str, x: str, points: Sequence[tuple[int, int]]) -> Plot:
    from honbun.evaluation.report import Lines

    table = PaperTable(caption, (x, "sentences"), [list(point) for point in points])
    lines = Lines(x, "sentences", {caption: [(float(a), float(b)) for a, b in points]})
    return Plot([lines], [table])


def table_1(inputs: Sequence[str], options: PaperOptions) -> list[PaperTable]:
    """Sentences of some lengths, from the rarest to the most frequent."""
    pages: dict[int, Counter[str]] = {length: Counter() for length in LENGTHS}
    for document in _documents(inputs, options):
        for text in {sentence.text for sentence in document.sentences}:
            if len(text) in pages:
                pages[len(text)][text] += 1
    rows: list[Row] = []
    for length, counts in pages.items():
        ranked = sorted(counts.items(), key=lambda one: (one[1], one[0]))
        step = max(1, (len(ranked) - 1) / (_EXAMPLES - 1))
        places = sorted({round(place * step) for place in range(_EXAMPLES)})
        chosen = [ranked[place] for place in places if place < len(ranked)]
        rows += [[length, number, text] for text, number in chosen]
    header = ("length", "frequency", "sentence")
    return [PaperTable("Sentences of each length and their frequency", header, rows, words=header)]


def counts(inputs: Sequence[str], options: PaperOptions) -> list[PaperTable]:
    """The counts of section 7.1: evidence, pairs, and the pages in them."""
    frequency, content = Counter[str](), set[str]()
    read = 0
    documents = []
    method = _method()
    for document in _documents(inputs, options):
        read += 1
        documents.append(document)
        long = [one for one in document.sentences if len(one.text) >= method.min_length]
        frequency.update({one.text for one in long})
        content |= {one.text for one in long if one.content}
    evidence = sum(frequency[text] <= method.max_pages for text in content)
    found = [(pair.a, pair.b) for pair in _pairs(documents, method)]
    paired = len({page for pair in found for page in pair})
    rows: list[Row] = [
        ["pages", read, "100,000,000"],
        ["different rare long sentences in content regions", evidence, "about 300,000,000"],
        ["pairs that share one of them", len(found), "about 180,000,000"],
        ["pages in these pairs", paired, "about 56,000,000"],
    ]
    header = ("", "here", "paper")
    return [PaperTable("Similar pages (7.1)", header, rows, words=("paper",))]


def table_2(inputs: Sequence[str], options: PaperOptions) -> list[PaperTable]:
    """The similarities of the paper's URLs, or of two that are given."""
    from honbun.papers.similar_003.url import similarity

    if inputs and len(inputs) != 2:
        raise HonbunError(f"table 2 compares two URLs, but there are {len(inputs)}")
    compared: list[tuple[float | None, str, str]] = list(TABLE_2)
    if inputs:
        compared = [(None, inputs[0], inputs[1])]
    rows: list[Row] = [[similarity(a, b), paper, a, b] for paper, a, b in compared]
    header = ("similarity", "paper", "URL", "other URL")
    return [PaperTable("Similarity of URLs", header, rows, words=("URL", "other URL"))]


def table_3(inputs: Sequence[str], options: PaperOptions) -> list[PaperTable]:
    """Random pairs by category, with the precision if a file of judgements is given."""
    judged = {
        key: right
        for path in inputs
        if is_judgements(path)
        for key, right in read_judgements(path).items()
    }
    sample = _sample([path for path in inputs if not is_judgements(path)], options)
    numbers, right, known = Counter[str](), Counter[str](), Counter[str]()
    for pair in sample:
        place = " ".join(category(pair))
        numbers[place] += 1
        if (pair.a, pair.b) in judged:
            known[place] += 1
            right[place] += judged[pair.a, pair.b]
    rows: list[Row] = []
    for (extent, where), paper in CATEGORIES.items():
        place = f"{extent} {where}"
        precision = right[place] / known[place] if known[place] else None
        rows.append([extent, where, numbers[place], known[place], precision, paper])
    rows.append(["all", "", len(sample), sum(known.values()), None, "1,000"])
    header = ("extent", "category", "pairs", "judged", "precision", "paper")
    words = ("category", "paper")
    return [PaperTable("Random pairs by category", header, rows, words=words)]


def judge(inputs: Sequence[str], options: PaperOptions) -> Document:
    """A page on which the pairs of table 3 are judged."""
    pairs = _sample(inputs, options)
    # Imported after the comparison, whose error message names a missing extra.
    from honbun.papers.similar_003.decision import decide

    classes = []
    for pair in pairs:
        measures = pair.overlap, pair.containment, pair.url_similarity
        decision = decide(*measures, linked=pair.linked is not None)
        classes.append(f"{', '.join(category(pair))}: {decision.paper}")
    return judging_page(pairs, classes)


def category(pair: Pair) -> tuple[str, str]:
    """The category of a pair in table 3."""
    if pair.url_similarity > 0:
        where = "similar URL"
    elif pair.extent != "partial":
        where = "other URL"
    else:
        where = "other URL, linked" if pair.linked else "other URL, not linked"
    return str(pair.extent), where


def _sample(inputs: Sequence[str], options: PaperOptions) -> list[Pair]:
    return drawn(_pairs(_documents(inputs, options), _method()))


def _pairs(
    documents: Iterator[StandardDocument] | list[StandardDocument], method: SimilarOptions
) -> Iterator[Pair]:
    from honbun.api import similar_documents

    return similar_documents(documents, method)


def _method() -> SimilarOptions:
    from honbun.similar.model import SimilarOptions

    return SimilarOptions(faithful=True)


def _documents(inputs: Sequence[str], options: PaperOptions) -> Iterator[StandardDocument]:
    from honbun.api import read
    from honbun.papers.similar_003.collection import is_collection, read_collection
    from honbun.papers.similar_003.documents import documents

    if not inputs:
        raise HonbunError("no input: give pages, or what `honbun standard` wrote")
    if all(map(is_collection, inputs)):
        return read_collection(*inputs)
    run = options.run()
    return documents(read(*inputs, run=run), run=run)


_PAGES = "pages, or standard documents"
REPRODUCTIONS = (
    Reproduction("figure 9", "sentences by the number of their pages", _PAGES, figure_9),
    Reproduction("figure 10", "sentences by their length", _PAGES, figure_10),
    Reproduction("table 1", "sentences of each length and their frequency", _PAGES, table_1),
    Reproduction("table 2", "the similarity of URLs", "two URLs; the paper's without any", table_2),
    Reproduction("section 7.1", "evidence, pairs, and the pages in them", _PAGES, counts),
    Reproduction(
        "table 3",
        "1,000 random pairs by category",
        f"{_PAGES}; and the judgements that were saved",
        table_3,
    ),
    Reproduction("judge", "a page on which the pairs of table 3 are judged", _PAGES, judge),
)
