"""Functions on text take linear time on long repetitive texts.

Four times the text may take ten times as long; quadratic time would be sixteen times.
"""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING

from honbun.api import extract_page, feed, posts
from honbun.feeds.identity import canonical_link, comparison_key
from honbun.html.decode import decode
from honbun.html.sniff import sniff
from honbun.outputs.files import file_name
from honbun.page import Page
from honbun.text import dates, phrases, sentences
from honbun.text.language import is_japanese
from honbun.text.similarity import sentence_key
from honbun.text.unicode import clean, normalise
from honbun.text.url_similarity import distinctive_parts
from honbun.text.urls import canonical_url, http_url
from tests.hostile.pages import cases

if TYPE_CHECKING:
    from collections.abc import Callable

PATTERNS = (
    *"aA10 .,-/:()[<&%@#=?!_\n\t'\"「」。、年月日時１一〇名あアｱﾞ…",
    *("\r\n", "a ", "a.", "a. ", "A. ", "1.", "1/", "1-", "1:", "1 ", "12:", "1年1月", "昭和"),
    *("ago ", "1 day ", "http://", "http://a.", "a@a.", "by ", "By A ", "> ", ">", "No.1 ", "a\n"),
    *("(a", "(a)", "「あ」", "\u0301\u0316", "%a", "%41", "&a=", "a=b&", "<a", "<!--", "..."),
    *("<meta charset=", "charset=", "am ", "jan ", "January 1, ", "２０２０年"),
)
SMALL = 2_500
QUICK = 0.02
"""Times below this many seconds are not compared, because the clock is not exact enough."""


def seconds_of(function: Callable[[str], object], text: str) -> float:
    started = process_time()
    function(text)
    return process_time() - started


def grows_too_fast(function: Callable[[str], object], pattern: str) -> bool:
    """Whether four times the text takes more than ten times as long, in three attempts."""
    small = pattern * (SMALL // len(pattern))
    for _ in range(3):
        long = seconds_of(function, small * 4)
        if long < QUICK or long <= 10 * seconds_of(function, small):
            return False
    return True


FUNCTIONS: dict[str, Callable[[str], object]] = {
    "dates": lambda text: list(dates.find(text)),
    "whether there is a date": dates.contains,
    "share of dates": dates.share,
    "author": lambda text: (phrases.announces_author(text), phrases.without_label(text)),
    "labels of fields": lambda text: (
        phrases.announces_name(text),
        phrases.announces_membership(text),
        phrases.announces_count(text),
        phrases.announces_credit(text),
        phrases.announces_selection(text),
    ),
    "sentences": sentences.split,
    "turning pages": phrases.is_page_turn,
    "language": is_japanese,
    "width": lambda text: (normalise(text, japanese=True), normalise(text, japanese=False)),
    "likeness": sentence_key,
    "spelling": comparison_key,
    "address": lambda text: canonical_url(f"https://e.org/{text}"),
    "host": lambda text: canonical_url(f"https://{text}"),
    "canonical address": lambda text: canonical_link(f"https://e.org/{text}?{text}"),
    "path": lambda text: distinctive_parts(f"/{text}", text),
    "address in a feed": lambda text: (clean(text), http_url(f"https://e.org/{text}")),
    "file name": file_name,
    "encoding": lambda text: decode(text.encode()),
    "encoding in the header": lambda text: decode(b"<p>\xff", text),
    "kind of data": lambda text: sniff(text.encode() + bytes(9)),
}


@cases(FUNCTIONS)
def test_time_grows_less_than_quadratically_with_the_text(case: Callable[[str], object]) -> None:
    assert [pattern for pattern in PATTERNS if grows_too_fast(case, pattern)] == []


PACKAGES: dict[str, Callable[[str], object]] = {
    "content": lambda text: (
        extract_page(f"<title>{text}</title><h1>{text}</h1><p>{text}<p>x").markdown
    ),
    "posts": lambda text: list(posts([Page(f"<h1>x</h1><p>{text}<hr><p>{text}<hr><p>{text}")])),
    "feed": lambda text: feed(Page(f"<ul><li><a href=/1>{text}</a> {text}<li><a href=/2>x</a>")),
}
SOME = ("a ", "1.", "1-", "1:", "(", "「", "。", "年", "a@a.", "By A ", "No.1 ", "http://a.", "> ")


@cases(PACKAGES)
def test_every_function_finishes_on_repetitive_text(case: Callable[[str], object]) -> None:
    case("x")  # loads what is loaded only once
    assert [pattern for pattern in SOME if grows_too_fast(case, pattern)] == []
