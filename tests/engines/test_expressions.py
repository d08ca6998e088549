"""What expressions of a dataflow are made of gives the same rows on each engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ibis
import pytest
from ibis import _

from tests.engines.rows import Row, gathered, put

if TYPE_CHECKING:
    from collections.abc import Callable

    from honbun.engines.base import Engine

TOP, LOW = 2**63 - 1, -(2**63)
CAT = "吾輩は猫である"
NAME = "名は𠮟る😀"

SENTENCE = {"page": "int64", "hash": "int64", "text": "string"}
SENTENCES = (
    (1, -5, CAT),
    (1, TOP, NAME),
    (2, -5, CAT),
    (2, LOW, None),
    (3, None, "x"),
    (3, 7, ""),
    (None, 7, "a\0b"),
)
DOCUMENT = {
    "id": "int64",
    "words": "array<string>",
    "hashes": "array<int64>",
    "parts": "array<struct<at: int64, said: string>>",
}
DOCUMENTS: tuple[Row, ...] = (
    (1, ["猫", "犬", "😀"], [1, TOP, LOW], [{"at": 1, "said": "あ"}, {"at": 2, "said": None}]),
    (2, [], [], []),
    (3, None, None, None),
    (4, ["猫"], [None, -5], [{"at": None, "said": "x"}]),
)

s = ibis.table(SENTENCE, name="sentence")
other = s.view()
few = ibis.table(SENTENCE, name="few")
none = ibis.table(SENTENCE, name="none")
d = ibis.table(DOCUMENT, name="document")

CASES: dict[str, tuple[Callable[[], ibis.Table], list[Row]]] = {
    "a join with itself": (
        lambda: s.join(other, [s.hash == other.hash, s.page < other.page]).select(
            one=s.page, two=other.page, hash=s.hash
        ),
        [(1, 2, -5)],
    ),
    "a left join": (
        lambda: s.left_join(few, "hash").select(s.page, s.hash, found=few.page),
        [
            (1, -5, 2),
            (1, TOP, None),
            (2, -5, 2),
            (2, LOW, 2),
            (3, 7, None),
            (3, None, None),
            (None, 7, None),
        ],
    ),
    "a semi join": (
        lambda: s.semi_join(few, "hash").select("page", "hash"),
        [(1, -5), (2, -5), (2, LOW)],
    ),
    "an anti join keeps nulls": (
        lambda: s.anti_join(few, "hash").select("page", "hash"),
        [(1, TOP), (3, 7), (3, None), (None, 7)],
    ),
    "an anti join with nothing": (lambda: few.anti_join(none, "hash")[["hash"]], [(-5,), (LOW,)]),
    "a join with nothing": (lambda: s.join(none, "hash")[["page"]], []),
    "groups": (
        lambda: s.group_by("hash").agg(
            n=_.count(), known=_.page.count(), sum=_.page.sum(), low=_.page.min(), high=_.page.max()
        ),
        [
            (-5, 2, 2, 3, 1, 2),
            (LOW, 1, 1, 2, 2, 2),
            (7, 2, 1, 3, 3, 3),
            (TOP, 1, 1, 1, 1, 1),
            (None, 1, 1, 3, 3, 3),
        ],
    ),
    "text ordered by code points": (
        lambda: s.agg(low=s.text.min(), high=s.text.max(), kinds=s.text.nunique()),
        [("", CAT, 5)],
    ),
    "sums of nothing": (
        lambda: none.agg(n=none.count(), sum=none.page.sum(), high=none.page.max()),
        [(0, None, None)],
    ),
    "the row with the smallest": (
        lambda: s.group_by("hash").agg(first=_.text.argmin(_.page)).filter(_.hash < 0),
        [(-5, CAT), (LOW, None)],
    ),
    "groups that are large enough": (
        lambda: s.group_by("hash").having(_.count() > 1).agg(n=_.count()),
        [(-5, 2), (7, 2)],
    ),
    "ranks": (
        lambda: s.filter(s.page.notnull()).select(
            "page",
            number=ibis.row_number().over(group_by="page", order_by="hash"),
            rank=ibis.rank().over(order_by="page"),
            dense=ibis.dense_rank().over(order_by="page"),
        ),
        [(1, 0, 0, 0), (1, 1, 0, 0), (2, 0, 2, 1), (2, 1, 2, 1), (3, 0, 4, 2), (3, 1, 4, 2)],
    ),
    "counts beside the rows": (
        lambda: s.select("page", "hash", n=s.count().over(group_by="hash")).filter(_.n > 1),
        [(1, -5, 2), (2, -5, 2), (3, 7, 2), (None, 7, 2)],
    ),
    "distinct rows": (s[["page"]].distinct, [(1,), (2,), (3,), (None,)]),
    "a union": (
        lambda: few[["hash"]].union(few[["hash"]]),
        [(-5,), (-5,), (LOW,), (LOW,)],
    ),
    "a set of values": (lambda: s.filter(s.hash.isin([TOP, LOW]))[["hash"]], [(LOW,), (TOP,)]),
    "an array unnested": (
        lambda: d.select("id", word=d.words.unnest()),
        [(1, "犬"), (1, "猫"), (1, "😀"), (4, "猫")],
    ),
    "hashes unnested and counted": (
        lambda: d.select(hash=d.hashes.unnest()).group_by("hash").agg(n=_.count()),
        [(-5, 1), (LOW, 1), (1, 1), (TOP, 1), (None, 1)],
    ),
    "an array with the places of its items": (
        lambda: d.select("id", "words").unnest("words", offset="at"),
        [(1, "犬", 1), (1, "猫", 0), (1, "😀", 2), (4, "猫", 0)],
    ),
    "an array of structs unnested": (
        lambda: d.select("id", part=d.parts.unnest()).select(
            "id", at=_.part["at"], said=_.part.said
        ),
        [(1, 1, "あ"), (1, 2, None), (4, None, "x")],
    ),
    "what arrays share": (
        lambda: d.select(
            "id",
            n=d.words.intersect(ibis.array(["猫", "😀", "鳥"])).length(),
            tops=d.hashes.intersect(ibis.array([TOP, -5])),
        ),
        [(1, 2, [TOP]), (2, 0, []), (3, None, None), (4, 1, [-5])],
    ),
    "lengths of arrays": (
        lambda: d.select("id", words=d.words.length(), parts=d.parts.length()),
        [(1, 3, 2), (2, 0, 0), (3, None, None), (4, 1, 1)],
    ),
    "items of arrays": (
        lambda: d.select(
            "id",
            has=d.words.contains("猫"),
            lengths=d.words.map(lambda word: word.length()),
            places=d.parts.map(lambda part: part["at"]),
            positive=d.hashes.filter(lambda value: value > 0),
        ),
        [
            (1, True, [1, 1, 1], [1, 2], [1, TOP]),
            (2, False, [], [], []),
            (3, None, None, None, None),
            (4, True, [1], [None], []),
        ],
    ),
    "arrays of what rows hold": (
        lambda: s.group_by("page").agg(hashes=_.hash.collect().sort()),
        [(1, [-5, TOP]), (2, [LOW, -5]), (3, [7]), (None, [7])],
    ),
    "a range": (
        lambda: d.select("id", places=ibis.range(0, d.words.length().fill_null(0))),
        [(1, [0, 1, 2]), (2, []), (3, []), (4, [0])],
    ),
    "pieces of text by a range": (
        lambda: (
            s.filter(s.page == 1)
            .select("text", at=ibis.range(0, ibis.greatest(s.text.length() - 3, 0)).unnest())
            .select(piece=_.text.substr(_["at"], 4))
        ),
        [("名は𠮟る",), ("は𠮟る😀",), ("吾輩は猫",), ("輩は猫で",), ("は猫であ",), ("猫である",)],
    ),
    "parts of text": (
        lambda: s.select(start=s.text.substr(0, 3), length=s.text.length(), end=s.text.right(2)),
        [
            ("", 0, ""),
            ("a\0b", 3, "\0b"),
            ("x", 1, "x"),
            ("吾輩は", 7, "ある"),
            ("吾輩は", 7, "ある"),
            ("名は𠮟", 5, "る😀"),
            (None, None, None),
        ],
    ),
    "text looked through": (
        lambda: s.filter(s.text.contains("は")).select(
            at=s.text.find("は"), kept=s.text.re_replace("[ぁ-ん]", "")
        ),
        [(1, "名𠮟😀"), (2, "吾輩猫"), (2, "吾輩猫")],
    ),
    "cases": (
        lambda: s.select(
            kind=ibis.cases((s.hash < 0, "below"), (s.hash == TOP, "top"), else_="other"),
            known=ibis.ifelse(s.hash.isnull(), 0, 1),
            hash=s.hash.fill_null(0),
        ).distinct(),
        [("below", 1, -5), ("below", 1, LOW), ("other", 0, 0), ("other", 1, 7), ("top", 1, TOP)],
    ),
    "whole numbers": (
        lambda: s.filter(s.page.notnull() & s.hash.notnull()).select(
            rest=s.hash % 1000, byte=s.hash & 255, mixed=s.hash ^ s.page, high=s.hash >> 60
        ),
        [
            (-5, 251, -6, -1),
            (-5, 251, -7, -1),
            (-808, 0, LOW + 2, -8),
            (7, 7, 4, 0),
            (807, 255, TOP - 1, 7),
        ],
    ),
    "shares": (
        lambda: s.select("page", share=s.page / (s.page - 1).nullif(0)).distinct(),
        [(1, None), (2, 2.0), (3, 1.5), (None, None)],
    ),
    "the smaller and the larger": (
        lambda: few.select(low=ibis.least(few.page, few.hash), high=ibis.greatest(2, few.hash)),
        [(-5, 2), (LOW, 2)],
    ),
}


@pytest.fixture(scope="module")
def collection(engine: Engine) -> Engine:
    """An engine with the tables of the cases."""
    put(engine, "sentence", SENTENCE, *SENTENCES)
    put(engine, "few", SENTENCE, *SENTENCES[2:4])
    put(engine, "none", SENTENCE)
    put(engine, "document", DOCUMENT, *DOCUMENTS)
    return engine


@pytest.mark.parametrize("name", CASES)
def test_rows_are_the_same_on_each_engine(collection: Engine, name: str) -> None:
    """Each part of the language of expressions, with nulls, empty tables and large hashes."""
    expression, expected = CASES[name]
    assert gathered(collection, expression()) == sorted(expected, key=repr)
