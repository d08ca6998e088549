"""Dates are found in every form that pages use, and nowhere else, in linear time."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from honbun.text.dates import Found, Order, depends_on_order, find, order_of, read, share
from tests.text.dates.examples import DAY, NOT_DATES, NOW, RELATIVE, SENTENCES, WHOLE

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize(("text", "value"), WHOLE.items())
def test_whole_form_is_one_date(text: str, value: str) -> None:
    assert find(text) == [Found(0, len(text), value)]
    assert share(text) == 1.0


@pytest.mark.parametrize(("text", "value"), RELATIVE.items())
def test_relative_time_counts_from_now(text: str, value: str) -> None:
    assert find(text, now=NOW) == [Found(0, len(text), value)]
    assert find(text) == [Found(0, len(text), None)]


@pytest.mark.parametrize("text", NOT_DATES)
def test_similar_text_is_not_a_date(text: str) -> None:
    assert find(text, now=NOW) == []
    assert read(text) is None
    assert share(text) == 0.0


@pytest.mark.parametrize(("text", "parts"), SENTENCES)
def test_date_is_found_in_a_sentence(text: str, parts: list[str]) -> None:
    assert [text[found.start : found.stop] for found in find(text)] == parts


@pytest.mark.parametrize(
    ("text", "order", "language", "value"),
    [
        ("10/12/2008", None, None, "2008-10-12"),
        ("10/12/2008", None, "en", "2008-10-12"),
        ("10/12/2008", None, "en-GB", DAY),
        ("10/12/2008", None, "fr", DAY),
        ("10/12/2008", Order.DMY, "en-US", DAY),
        ("10/12/2008", Order.MDY, "fr", "2008-10-12"),
        ("25/12/2008", Order.MDY, "en-US", "2008-12-25"),
        ("10.12.2008", None, "en-US", DAY),
        ("10-12-2008", None, None, DAY),
        ("08/12/10", None, "ja", DAY),
        ("08/12/10", Order.YMD, None, DAY),
        ("08/12/10", None, "fr", "2010-12-08"),
        ("08.12.10", None, "ko-KR", DAY),
        ("’08/12/10", None, None, DAY),
        ("03/04/2008 (Thu)", None, None, "2008-04-03"),
        ("03/04/2008 (Tue)", None, None, "2008-03-04"),
        ("10/12 14:30", None, "fr", "--12-10T14:30"),
        ("Hier, 14:30", None, "fr", None),
    ],
)
def test_weekday_order_and_language_decide_ambiguous_dates(
    text: str, order: Order | None, language: str | None, value: str | None
) -> None:
    found = find(text, order=order, language=language)
    assert [each.value for each in found] == [value]


@pytest.mark.parametrize(
    ("values", "language", "order"),
    [
        (["03/04/2008", "25/04/2008"], None, Order.DMY),
        (["03/04/2008", "04/25/2008"], None, Order.MDY),
        (["03/04/2008", "04/25/2008", "04/26/2008", "26/04/2008"], None, Order.MDY),
        (["25/04/2008", "04/25/2008"], "en", Order.MDY),
        (["25/04/2008", "04/25/2008"], None, None),
        (["Posted 25/04/2008"], "en-US", Order.DMY),
        (["99/12/25"], None, Order.YMD),
        (["2008/12/10"], None, Order.YMD),
        (["2008/12/10", "2008/12/11", "25/04/2008"], None, Order.DMY),
        (["03/04/2008"], None, None),
        (["03/04/2008"], "en", Order.MDY),
        (["03/04/2008"], "de-AT", Order.DMY),
        ([], "ru", Order.DMY),
        ([], "ja", Order.YMD),
        (["10 Dec 2008", "nothing"], None, None),
    ],
)
def test_unambiguous_dates_decide_the_order_of_a_site(
    values: list[str], language: str | None, order: Order | None
) -> None:
    assert order_of(values, language) is order


def test_full_date_is_preferred_to_a_partial_one() -> None:
    assert read("December 2008, 09:30: see 10.12.2008") == DAY
    assert read("09:30, see December 2008") == "2008-12"
    assert read("yesterday") is None
    assert read("yesterday", now=NOW) == "2008-12-09"


def test_the_zone_of_now_is_kept() -> None:
    assert read("3 hours ago", now=NOW.replace(tzinfo=UTC)) == "2008-12-10T06:30+00:00"


def test_labels_and_separators_do_not_count_as_dates() -> None:
    assert share("Posted on 2008-12-10") == pytest.approx(10 / 18)
    assert share("2008-12-10 | 2008-12-11") == pytest.approx(20 / 21)
    assert share("Wednesday") == 0.0
    assert share("Wednesday, 10 December 2008") == 1.0


DAYS = st.dates(date(1990, 1, 1), date(2039, 12, 31))
ENGLISH = "January February March April May June July August September October November December"
GERMAN = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember"
FRENCH = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"
SPANISH = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
PORTUGUESE = (
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"
)
ITALIAN = (
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"
)
RUSSIAN = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря"
POLISH = (
    "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października "
    "listopada grudnia"
)
TURKISH = "Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık"
WIDE = str.maketrans("0123456789", "０１２３４５６７８９")
KANJI = str.maketrans("0123456789", "〇一二三四五六七八九")


def kanji(number: int) -> str:
    tens, ones = divmod(number, 10)
    ten = "" if not tens else "十" if tens == 1 else str(tens).translate(KANJI) + "十"
    return ten + (str(ones).translate(KANJI) if ones else "")


def month(names: str, day: date) -> str:
    return names.split()[day.month - 1]


FORMS: dict[str, Callable[[date], str]] = {
    "iso": lambda d: d.isoformat(),
    "slashes": lambda d: f"{d.year}/{d.month}/{d.day}",
    "dots": lambda d: f"{d.day}.{d.month}.{d.year}",
    "korean": lambda d: f"{d.year}. {d.month}. {d.day}.",
    "hangul": lambda d: f"{d.year}년 {d.month}월 {d.day}일",
    "kanji marks": lambda d: f"{d.year}年{d.month}月{d.day}日",
    "full-width": lambda d: f"{d.year}年{d.month:02}月{d.day:02}日".translate(WIDE),
    "kanji": lambda d: f"{str(d.year).translate(KANJI)}年{kanji(d.month)}月{kanji(d.day)}日",
    "heisei": lambda d: f"平成{d.year - 1988}年{d.month}月{d.day}日",
    "heisei in kanji": lambda d: f"平成{kanji(d.year - 1988)}年{kanji(d.month)}月{kanji(d.day)}日",
    "heisei letter": lambda d: f"H{d.year - 1988}.{d.month}.{d.day}",
    "weekday": lambda d: f"{d:%y/%m/%d}({'月火水木金土日'[d.weekday()]}) 12:34",
    "american": lambda d: f"{month(ENGLISH, d)} {d.day}, {d.year}",
    "british": lambda d: f"{d.day} {month(ENGLISH, d)[:3]} {d.year}",
    "short": lambda d: f"{d.day}-{month(ENGLISH, d)[:3]}-{d:%y}",
    "upper case": lambda d: f"{d.day} {month(ENGLISH, d)} {d.year}".upper(),
    "rfc 2822": lambda d: (
        f"{'Mon Tue Wed Thu Fri Sat Sun'.split()[d.weekday()]}, {d.day:02} "
        f"{month(ENGLISH, d)[:3]} {d.year} 12:34:00 +0000"
    ),
    "german": lambda d: f"{d.day}. {month(GERMAN, d)} {d.year}",
    "french": lambda d: f"{d.day}{'er' if d.day == 1 else ''} {month(FRENCH, d)} {d.year}",
    "spanish": lambda d: f"{d.day} de {month(SPANISH, d)} de {d.year}",
    "portuguese": lambda d: f"{d.day} de {month(PORTUGUESE, d)} de {d.year}",
    "italian": lambda d: f"{d.day} {month(ITALIAN, d)} {d.year}",
    "russian": lambda d: f"{d.day} {month(RUSSIAN, d)} {d.year} г.",
    "polish": lambda d: f"{d.day} {month(POLISH, d)} {d.year}",
    "turkish": lambda d: f"{d.day} {month(TURKISH, d)} {d.year}",
}


@pytest.mark.parametrize("form", FORMS)
@given(day=DAYS)
def test_any_day_is_found_in_any_form(form: str, day: date) -> None:
    text = FORMS[form](day)
    (found,) = find(f"» {text} «")
    assert (found.start, found.stop) == (2, 2 + len(text))
    assert (found.value or "")[:10] == day.isoformat()


@given(day=DAYS, order=st.sampled_from([Order.DMY, Order.MDY]), mark=st.sampled_from("/-."))
def test_known_order_decides_every_numeric_date(day: date, order: Order, mark: str) -> None:
    fields = [day.day, day.month] if order is Order.DMY else [day.month, day.day]
    text = mark.join(f"{field:02}" for field in [*fields, day.year])
    assert read(text, order=order) == day.isoformat()


PIECES = st.sampled_from(
    "0|1|2|3|4|5|6|7|8|9|/|.|-|:|年|月|日|時|分|前|(|)|水|,|'| |10|12|2008|Dec|may|平成|H|元|T|vor|"
    "ago|hours|yesterday|午後|PM|UTC|+09:00|十|İ|２|of|昨日".split("|")
)
TEXTS = st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=25).map("".join))


@given(text=TEXTS, order=st.sampled_from([None, *Order]), now=st.sampled_from([None, NOW]))
def test_any_text_gives_ordered_ranges_and_valid_values(
    text: str, order: Order | None, now: datetime | None
) -> None:
    stop = 0
    for found in find(text, order=order, now=now):
        assert stop <= found.start < found.stop <= len(text)
        stop = found.stop
        if found.value and not found.value.startswith("--") and len(found.value) >= 10:
            datetime.fromisoformat(found.value)
    assert 0 <= share(text) <= 1
    order_of([text])


@given(TEXTS)
@example("2008-12-10T09:30:05-05:00")
@example("10 Dec 2008:10/12/2009")
def test_the_order_matters_only_for_texts_that_depend_on_it(text: str) -> None:
    if not depends_on_order(text):
        assert all(find(text, order=order) == find(text) for order in Order)


HOSTILE = (
    "1|1/|1 |10.12.|12:34|may 1 |1a |a|jan|一月|平成|2008年|vor 3 |1 hour | |10-|2008-12-|"
    "(水)|Wed, |3時|１／|de |'08 "
).split("|")


@pytest.mark.parametrize("piece", HOSTILE)
def test_time_is_linear(piece: str) -> None:
    """60 kB take about 0.1 s; quadratic time would be minutes."""
    text = piece * (60_000 // len(piece))
    began = time.process_time()
    find(text)
    assert time.process_time() - began < 2
