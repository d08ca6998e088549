"""Other extractors, compared by text on the same truth.

Each is called as its documentation says, with the language of the page if it takes one. Their
libraries belong to the extra `peers` and are imported where they are used.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from honbun.html.blocks import split
from honbun.html.parse import parse

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


@dataclass(frozen=True, slots=True)
class Peer:
    """A library, and how it extracts the main text of a page."""

    name: str
    """The name of the package."""
    text: Callable[[str], str | None]
    """HTML to text, None if there is none."""
    module: str = ""
    """The name it is imported by, if it differs."""

    def installed(self) -> bool:
        """Whether the library can be imported."""
        try:
            import_module(self.module or self.name)
        except ImportError:
            return False
        return True


def _trafilatura(html: str) -> str | None:
    import trafilatura

    # It logs every page on which it finds nothing; the score shows that too.
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

    # It returns HTML; words of two blocks must not be joined.
    return "\n".join(split(parse(Document(html).summary(html_partial=True))).texts())


def _justext(html: str) -> str | None:
    import justext

    language = _STOPLISTS.get(_language(html))
    words = _stoplist(language) if language else frozenset()
    # Without a stop list it is used without one, as by its own program.
    thresholds = {} if language else {"stopwords_low": 0, "stopwords_high": 0}
    paragraphs = justext.justext(html, words, **thresholds)
    return "\n".join(one.text for one in paragraphs if not one.is_boilerplate)


def _newspaper(html: str) -> str | None:
    from newspaper import Article

    # It requires a URL, would fetch images, and reads the declared language itself.
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
"""The names of languages in jusText; it has more, but neither Japanese nor Chinese."""
_LETTERS = {"ja": "の", "zh": "的", "ko": "이", "ru": "о", "ar": "ا"}
"""A letter that nearly every sentence of a language has, and no other script."""
_ENOUGH = 5
_LANG = re.compile(r"<html\b[^>]{0,1000}?\blang\s*=\s*[\"']?\s*([a-z]{2})", re.IGNORECASE)


def _language(html: str) -> str:
    """The language of a page by its letters, else as declared, else English.

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
    times = {language: html.count(letter) for language, letter in _LETTERS.items()}
    likeliest = max(times, key=times.__getitem__)
    return likeliest if times[likeliest] >= _ENOUGH else None


@cache
def _stoplist(language: str) -> frozenset[str]:
    import justext

    words: frozenset[str] = justext.get_stoplist(language)
    return words


@cache
def _goose_for(language: str) -> Any:
    """An instance with the stop words of the language."""
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
