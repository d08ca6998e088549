"""Extractors that look at one page alone, for comparison by text on the same truth.

Each is asked as its documentation says for text, and told the language of the page where it wants
to know one. Their libraries belong to the extra `peers` and are imported where they are used.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from honbun.evaluation.content import evaluate
from honbun.evaluation.metrics import mean, text_score
from honbun.html.blocks import split
from honbun.html.parse import parse
from honbun.runner.map import ordered_map

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from honbun.content.model import ContentOptions
    from honbun.evaluation.content import ContentReport, Judge
    from honbun.evaluation.sites import Site, SitePage


@dataclass(frozen=True, slots=True)
class Peer:
    """A library, and how it is asked for the main text of a page."""

    name: str
    """Of the package that is installed."""
    text: Callable[[str], str | None]
    """HTML to text, None where there is none."""
    module: str = ""
    """Where it is imported by another name."""

    def installed(self) -> bool:
        """Whether the library can be imported."""
        try:
            import_module(self.module or self.name)
        except ImportError:
            return False
        return True

    def __call__(self, page: SitePage) -> str:
        """The main text of a page; a peer that raises has found none."""
        try:
            return self.text(page.page.decode().text) or ""
        except Exception:
            return ""


def _trafilatura(html: str) -> str | None:
    import trafilatura

    # It tells of every page that it finds nothing on; the score tells that too.
    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)
    text: str | None = trafilatura.extract(
        html, include_comments=False, include_tables=True, favor_recall=False
    )
    return text


def _resiliparse(html: str) -> str | None:
    from resiliparse.extract.html2text import extract_plain_text

    text: str | None = extract_plain_text(html, main_content=True)
    return text


def _readability(html: str) -> str | None:
    from readability import Document

    # It gives HTML; what stands in two blocks is not one word.
    return "\n".join(split(parse(Document(html).summary(html_partial=True))).texts())


def _justext(html: str) -> str | None:
    import justext

    language = _STOPLISTS.get(_language(html))
    words = _stoplist(language) if language else frozenset()
    # Without a list of frequent words it is told to do without, as its own program is.
    thresholds = {} if language else {"stopwords_low": 0, "stopwords_high": 0}
    paragraphs = justext.justext(html, words, **thresholds)
    return "\n".join(one.text for one in paragraphs if not one.is_boilerplate)


def _newspaper(html: str) -> str | None:
    from newspaper import Article

    # It wants an address, would fetch pictures, and knows itself what a page declares.
    article = Article("https://example.org/", language=_by_letters(html), fetch_images=False)
    article.download(input_html=html)
    article.parse()
    text: str | None = article.text
    return text


def _boilerpy(html: str) -> str | None:
    from boilerpy3.extractors import ArticleExtractor

    text: str | None = ArticleExtractor().get_content(html)
    return text


def _goose(html: str) -> str | None:
    text: str | None = _goose_for(_language(html)).extract(raw_html=html).cleaned_text
    return text


_STOPLISTS = {
    "de": "German",
    "en": "English",
    "es": "Spanish",
    "fr": "French",
    "it": "Italian",
    "ko": "Korean",
    "nl": "Dutch",
    "pl": "Polish",
    "pt": "Portuguese",
    "ru": "Russian",
    "sv": "Swedish",
}
"""What jusText calls languages; it knows more, and neither Japanese nor Chinese."""
_TELLING = {"ja": "の", "zh": "的", "ko": "이", "ru": "о", "ar": "ا"}
"""A letter that hardly any sentence of a language is without, and no other script has."""
_ENOUGH = 5
_LANG = re.compile(r"<html\b[^>]{0,1000}?\blang\s*=\s*[\"']?\s*([a-z]{2})", re.IGNORECASE)


def _language(html: str) -> str:
    """The language of a page, as its letters tell, else as it declares; else English.

    >>> _language("<html lang=en><p>山の道の木の葉の色の話")
    'ja'
    >>> _language("<html lang='de-DE'><p>Boote")
    'de'
    """
    if language := _by_letters(html):
        return language
    found = _LANG.search(html[:10_000])
    return found[1].lower() if found else "en"


def _by_letters(html: str) -> str | None:
    times = {language: html.count(letter) for language, letter in _TELLING.items()}
    likeliest = max(times, key=times.__getitem__)
    return likeliest if times[likeliest] >= _ENOUGH else None


@cache
def _stoplist(language: str) -> frozenset[str]:
    import justext

    words: frozenset[str] = justext.get_stoplist(language)
    return words


@cache
def _goose_for(language: str) -> Any:
    """One that counts frequent words as the language has them."""
    from goose3 import Goose, text

    logging.getLogger("goose3").setLevel(logging.CRITICAL)
    counters = {
        "ja": "StopWordsJapanese",
        "zh": "StopWordsChinese",
        "ko": "StopWordsKorean",
        "ar": "StopWordsArabic",
    }
    if language in counters:
        return Goose({"stopwords_class": getattr(text, counters[language])})
    return Goose()


PEERS = (
    Peer("trafilatura", _trafilatura),
    Peer("resiliparse", _resiliparse),
    Peer("readability-lxml", _readability, "readability"),
    Peer("jusText", _justext, "justext"),
    Peer("newspaper4k", _newspaper, "newspaper"),
    Peer("boilerpy3", _boilerpy),
    Peer("goose3", _goose),
)


def beside(
    report: ContentReport,
    sites: Sequence[Site],
    options: ContentOptions,
    judge: Judge,
    peers: Sequence[Peer],
    *,
    on_step: Callable[[str], None] = lambda _: None,
) -> dict[str, list[float]]:
    """The mean F by text on each site: as reported, of faithful mode, and of each peer."""
    on_step("faithful mode")
    faithful = evaluate(sites, replace(options, faithful=True), judge, mixed=False)
    columns = {
        "honbun text F": [score.text_f for score in report.sites],
        "faithful text F": [score.text_f for score in faithful.sites],
    }
    for peer in peers:
        on_step(peer.name)
        columns[peer.name] = [_text_f(peer, site.articles, judge) for site in sites]
    return columns


def _text_f(peer: Peer, pages: Sequence[SitePage], judge: Judge) -> float:
    texts = ordered_map(peer, pages, judge.jobs)
    truths = (judge.truths[page.page.source].text for page in pages)
    return mean(text_score(text, truth).f for text, truth in zip(texts, truths))
