"""Each relation on a few pages: the relation, its signs and its direction.

The cases have no text and no site in common, so one run compares them all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from honbun.similar.model import Extent, Linked, Relation, SimilarOptions
from tests.similar.written import HARBOUR, LAKE, TRAIN, alone, dated, link, page, pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.page import Page
    from honbun.similar.model import Pair

FORTH, BACK, BOTH = Linked.FORTH, Linked.BACK, Linked.BOTH
IDENTICAL, CONTAINED, PARTIAL = Extent.IDENTICAL, Extent.CONTAINED, Extent.PARTIAL


class Case(NamedTuple):
    """Pages, and what their pairs have in common."""

    pages: Sequence[Page]
    pairs: int = 1
    because: str = ""
    """One of the reasons."""
    expected: Any = {}  # noqa: RUF012


CASES: dict[str, Case] = {}


class Words:
    """Texts and addresses that no other case has."""

    def __init__(self, case: str) -> None:
        self.case = case

    def __call__(self, letters: str) -> list[str]:
        """A sentence for each letter."""
        return alone(*(f"{self.case}{letter}" for letter in letters))

    def url(self, site: str, path: str = "") -> str:
        return f"https://{site}-{self.case.replace(' ', '-')}.example/{path}"

    def case_of(self, *pages: Page, pairs: int = 1, because: str = "", **expected: object) -> None:
        CASES[self.case] = Case(pages, pairs, because, expected)


def _whole_pages() -> None:
    w = Words("mirror at a similar address")
    w.case_of(
        page(w.url("lake", "piers.html"), *w("abcde")),
        page(w.url("old.lake", "2019/1.html"), *w("abcde")),
        extent=IDENTICAL,
        relation=Relation.MIRROR,
        direction=None,
        because="the addresses are similar",
    )
    w = Words("copy")
    w.case_of(
        page(w.url("a"), *w("abcde"), head=dated("2024-05-02T23:00:00+09:00")),
        page(w.url("b"), *w("abcde"), head=dated("2024-04-30")),
        overlap=1,
        containment=1,
        overlap_all=1,
        extent=IDENTICAL,
        relation=Relation.COPY,
        direction=BACK,
        date_a="2024-05-02T23:00:00+09:00",
        date_b="2024-04-30",
        because="dated 2024-05-02 and 2024-04-30",
    )
    w = Words("blogs on one host")
    blogs = [f"https://{name}-blogs-on-one-host.github.io/note.html" for name in ("a", "b")]
    w.case_of(*(page(url, *w("abc")) for url in blogs), relation=Relation.COPY, url_similarity=0)
    w = Words("archive")
    w.case_of(
        page(w.url("a", "2021/05/03/"), *w("abcde")),
        page(w.url("a", "2021/05/"), *w("abcdefghijklm")),
        extent=CONTAINED,
        containment=1,
        relation=Relation.ARCHIVE,
        direction=FORTH,
    )
    w = Words("pages of equal size")  # three of five sentences are no more than 60%
    w.case_of(
        page(w.url("a", "1"), *w("abcde")),
        page(w.url("a", "2"), *w("abcfg")),
        overlap=0.6,
        relation=Relation.ARCHIVE,
        direction=None,
    )
    w = Words("link list")
    w.case_of(
        page(w.url("list"), *w("abcde"), link(w.url("a")), *w("fghijklm")),
        page(w.url("a"), *w("abcde")),
        extent=CONTAINED,
        relation=Relation.LINK_LIST,
        linked=FORTH,
        direction=BACK,
        because="the first links to the other beside the shared text",
    )
    w = Words("page inside another without a link")
    w.case_of(
        page(w.url("a"), *w("abcde")),
        page(w.url("b"), *w("abcdefghijklm")),
        extent=CONTAINED,
        relation=Relation.PLAGIARISM,
    )


def _passages() -> None:
    w = Words("same site")
    w.case_of(
        page(w.url("a", "bread.html"), *w("abcd"), *w("x")),
        page(w.url("www.a", "train.html"), *w("efgh"), *w("x")),
        extent=PARTIAL,
        relation=Relation.SAME_SITE,
        shared=((w("x")[0],) * 2,),
    )
    w = Words("plagiarism")
    w.case_of(
        page(w.url("a"), *w("abcde"), head=dated("2019-03-04")),
        page(w.url("b"), *w("fghi"), *w("bc"), *w("jklm"), head=dated("2019-03-05")),
        extent=PARTIAL,
        relation=Relation.PLAGIARISM,
        direction=FORTH,
        shared=tuple((one, one) for one in w("bc")),
        because="no link between them",
    )
    w = Words("passage of five sites")
    w.case_of(
        *(page(w.url(f"s{n}"), *w("ab"), *_sentences(w, n)) for n in range(5)),
        pairs=10,
        relation=Relation.SHARED_PASSAGE,
        because="three sites or more have it",
    )
    w = Words("spam of six sources")
    w.case_of(
        *(page(w.url(f"s{n}"), *_sentences(w, n)) for n in range(6)),
        page(w.url("z"), *(one for n in range(6) for one in _sentences(w, n)[1:3])),
        pairs=6,
        relation=Relation.SPAM,
        direction=FORTH,
        because="the second has 100% of its text in common with 6 unrelated sites",
    )
    for name, rest, count in (("half stitched", "uvw", 3), ("less stitched", "uvwx", 0)):
        w = Words(name)  # one sentence alone is not enough between unrelated pages
        w.case_of(
            *(page(w.url(site), *w(site + site.upper())) for site in "abc"),
            page(w.url("z"), *w("abc"), *w(rest)),
            pairs=count,
            relation=Relation.SPAM,
        )
    w = Words("quotations of six sources")
    quotations = (f"<blockquote>{''.join(_sentences(w, n)[1:3])}</blockquote>" for n in range(6))
    w.case_of(
        *(page(w.url(f"s{n}"), *_sentences(w, n)) for n in range(6)),
        page(w.url("z"), *quotations),
        pairs=6,
        relation=Relation.CITATION,
    )
    w = Words("one sentence without a sign")
    w.case_of(page(w.url("a"), *w("abcde")), page(w.url("b"), *w("fgbhi")), pairs=0)
    w = Words("code alone")
    code = "<pre>public static void main(String[] arguments) throws IOException {\n"
    code += "connection = DriverManager.getConnection(address, name, secret);</pre>"
    w.case_of(page(w.url("a"), *w("abc"), code), page(w.url("b"), *w("def"), code), pairs=0)
    w = Words("Thai without spaces")
    thai = [
        "ทะเลสาบทางเหนือของหมู่บ้านเงียบสงบมากในฤดูหนาวและไม่มีใครออกเรือหาปลา",
        "คุณปู่เล่าว่าสะพานไม้เก่าพังลงในพายุเมื่อสี่สิบปีก่อนและไม่มีใครซ่อมอีกเลย",
    ]
    w.case_of(page(w.url("a"), *thai), page(w.url("b"), *thai), overlap=1)


def _sentences(w: Words, source: int) -> list[str]:
    return [one for letter in "abcd" for one in alone(f"{w.case}{source}{letter}")]


def _citations() -> None:
    w = Words("quotation")
    w.case_of(
        page(w.url("a"), *w("abcde")),
        page(w.url("b"), *w("fg"), f"<blockquote>{w('c')[0]}</blockquote>", *w("hi")),
        relation=Relation.CITATION,
        direction=FORTH,
        because="the second has it as a quotation",
    )
    w = Words("the first cites")
    w.case_of(
        page(w.url("b"), f"“{w('b')[0]}”", *w("fgh")),
        page(w.url("a"), *w("abc")),
        relation=Relation.CITATION,
        direction=BACK,
        because="the first has it as a quotation",
    )
    w = Words("link to the source")
    w.case_of(
        page(w.url("a"), *w("abcde")),
        page(w.url("b"), *w("fghi"), *w("bc"), link(w.url("a")), *w("jklm")),
        relation=Relation.CITATION,
        linked=BACK,
        direction=FORTH,
        because="the second links to the other beside the shared text",
    )
    w = Words("link spelled otherwise")
    spelled = w.url("WWW.a", "p.html?utm_source=x#top").removeprefix("https:")
    w.case_of(
        page(w.url("a", "p.html"), *w("abcde")),
        page(w.url("b"), *w("fghi"), *w("b"), link(spelled.replace(".example/", ".example:443/"))),
        linked=BACK,
    )
    w = Words("both quote it")
    quotation = f"<blockquote>{''.join(w('xy'))}</blockquote>"
    w.case_of(
        page(w.url("a"), *w("abcd"), quotation),
        page(w.url("b"), *w("efgh"), quotation),
        relation=Relation.PLAGIARISM,
        because="no link between them",
    )
    w = Words("a quoted word")
    own = "祖父は「釣れない日」でも毎朝その先端に座り、昼まで少しも動かないのだった。"
    w.case_of(
        page(w.url("a"), *w("abcd"), own, *w("x")),
        page(w.url("b"), *w("efgh"), own, *w("x")),
        relation=Relation.PLAGIARISM,
    )


def _boilerplate() -> None:
    """Sentences on at least four pages, and on a fifth of the pages of a site, are no evidence."""
    for count, found in ((20, 0), (21, 6)):
        w = Words(f"sentence on four of {count} pages")
        texts = ([*_sentences(w, n), *w("xy" if n < 4 else "")] for n in range(count))
        w.case_of(*(page(w.url("a", str(n)), *own) for n, own in enumerate(texts)), pairs=found)
    for count, found in ((3, 3), (4, 0)):
        w = Words(f"sentence on all {count} pages")
        w.case_of(
            *(page(w.url("a", str(n)), *_sentences(w, n), *w("xy")) for n in range(count)),
            pairs=found,
        )
    w = Words("boilerplate elsewhere")  # it does not count for the size of a page either
    w.case_of(
        *(page(w.url("a", str(n)), *_sentences(w, n), *w("xy")) for n in range(4)),
        *(page(w.url(site), *w("abcd"), *w("xy"), *w(site.upper())) for site in "bc"),
        shared=tuple((one, one) for one in w("abcd")),
        overlap=0.8,
        overlap_all=pytest.approx(6 / 7),
    )
    for copies, found in ((4, 6), (10, 45), (11, 10)):  # all pairs, or pairs with the first
        w = Words(f"{copies} copies of a page")
        w.case_of(
            *(page(w.url("a", f"p?sid={n}"), *w("abcde")) for n in range(copies)), pairs=found
        )


CHANGES = {
    LAKE[0]: LAKE[0].replace("岸には", "岸に"),
    LAKE[2]: LAKE[2].replace("桟橋の板", "桟橋の古い板"),
    LAKE[3]: LAKE[3].replace("冬になると湖は", "湖は冬になると"),
    TRAIN[1]: TRAIN[1].replace("退職", "引退"),
}
"""A particle, an inserted word, the order of words, a word for another."""


def _changed(texts: list[str]) -> list[str]:
    return [f"{text[:12]}と{text[12:]}" for text in texts]


def _changes() -> None:
    w = Words("reworded")
    w.case_of(
        page(w.url("a"), *CHANGES, *w("abcdef")),
        page(w.url("b"), *w("ghijkl"), *CHANGES.values()),
        relation=Relation.PLAGIARISM,
        shared=tuple(CHANGES.items()),
        because="4 sentences were changed a little",
    )
    w = Words("reworded English")
    new = "The harbour lights were put out one by one in the winter in which the ferry stopped."
    w.case_of(
        page(w.url("a"), HARBOUR[0], *w("abc")),
        page(w.url("b"), new, *w("def"), link(w.url("a"))),
        shared=((HARBOUR[0], new),),
        because="1 sentence was changed a little",
    )
    w = Words("one changed sentence")
    w.case_of(page(w.url("a"), *w("xabc")), page(w.url("b"), *_changed(w("x")), *w("def")), pairs=0)
    w = Words("changed within a site")
    w.case_of(
        page(w.url("a", "1"), *w("abcd")), page(w.url("a", "2"), *_changed(w("abcd"))), pairs=0
    )
    w = Words("variant beside the sentence")  # it is not counted as changed
    w.case_of(
        page(w.url("a"), *w("abcde")),
        page(w.url("b"), *(one for text in w("abcde") for one in (text, *_changed([text])))),
        shared=tuple((one, one) for one in w("abcde")),
        because="no link between them",
    )
    formula = "{}月の営業時間は午前九時から午後五時まで、定休日は毎週水曜日となっております。"
    other = "{}階の展示室は修理のため閉まっており、再び開く日は入口の掲示でお知らせします。"
    for name, text, months, found in (
        ("three", formula, "二三四", 3),
        ("four", other, "二三四五", 0),
    ):
        w = Words(f"similar to {name} others")  # linked, so that one changed sentence is enough
        w.case_of(
            page(w.url("a"), text.format("一"), *w("a")),
            *(page(w.url(f"m{n}"), text.format(month), *w(month), link(w.url("a")))
              for n, month in enumerate(months)),
            pairs=found,
        )  # fmt: skip


_whole_pages()
_passages()
_citations()
_boilerplate()
_changes()


@pytest.fixture(scope="module")
def found() -> dict[str, list[Pair]]:
    """The pairs of each case, all computed in one run."""
    case_of = {one.url: name for name, case in CASES.items() for one in case.pages}
    groups: dict[str, list[Pair]] = {name: [] for name in CASES}
    for pair in pairs(*(one for case in CASES.values() for one in case.pages)):
        assert case_of[pair.a] == case_of[pair.b]
        groups[case_of[pair.a]].append(pair)
    return groups


@pytest.mark.parametrize("name", CASES)
def test_pages_have_their_relation(found: dict[str, list[Pair]], name: str) -> None:
    case = CASES[name]
    assert len(found[name]) == case.pairs
    for pair in found[name]:
        assert {key: getattr(pair, key) for key in case.expected} == case.expected
        assert not case.because or case.because in pair.because


def test_faithful_mode_has_no_boilerplate_and_no_changed_sentences() -> None:
    w = Words("faithful")
    frame = [page(w.url("a", str(n)), *_sentences(w, n), *w("xy")) for n in range(4)]
    reworded = page(w.url("b"), *CHANGES), page(w.url("c"), *CHANGES.values())
    found = pairs(*frame, *reworded, options=SimilarOptions(faithful=True))
    assert len(found) == 6
    assert {pair.relation for pair in found} <= {Relation.SAME_SITE, Relation.MIRROR}
    assert pairs(*reworded, options=SimilarOptions(near=False)) == []


def test_pages_without_a_site_count_as_one_site_for_boilerplate() -> None:
    w = Words("files")
    pages = [page(f"pages/{n}.html", *_sentences(w, n), *w("xy")) for n in range(4)]
    assert len(pairs(*pages[:3])) == 3
    assert pairs(*pages) == []


def test_unlinked_pages_of_different_owners_share_two_sentences_or_more() -> None:
    # Together they are shorter than one long sentence, which is enough by itself.
    short = [
        "湖の北の岸には古い灯台が立つと祖父は言う。",
        "春の嵐が来る前に島の船はみな港へ戻るのだ。",
    ]
    for count in (1, 2):
        one, other = (
            page(f"https://{name}.example/", *short[:count], *alone(name))
            for name in ("ume", "matsu")
        )
        assert len(pairs(one, other)) == count - 1
