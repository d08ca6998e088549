"""Pages for planting: articles of many domains, and pages used as frames and for their text."""

from __future__ import annotations

from honbun.evaluation.truth.texts import TextPage
from honbun.page import Page
from tests.content.site import say, title

_PARAGRAPHS = 8


def paragraphs(number: int) -> list[str]:
    """The text of a page, with three sentences per paragraph."""
    return [
        " ".join(say(number, 3 * part + one) for one in range(3)) for part in range(_PARAGRAPHS)
    ]


def article(number: int) -> TextPage:
    """A page whose paragraphs are its content."""
    return _typed(number, "\n".join(paragraphs(number)))


def framing(number: int) -> TextPage:
    """A page whose paragraphs are only part of its content."""
    return _typed(number, "\n".join(paragraphs(number) * 3))


def garden() -> list[TextPage]:
    """Enough pages to plant every relation at least once."""
    return [*map(article, range(60)), *map(framing, range(100, 160))]


def _typed(number: int, text: str) -> TextPage:
    host = f"site{number}.example"
    body = "".join(f"<p>{one}</p>" for one in paragraphs(number))
    html = (
        f"<!doctype html><title>{title(number)}</title>\r\n<ul><li><a href='/'>{host}</a></ul>"
        f"<div>{body}</div><footer>{host}, since {1900 + number}</footer>"
    )
    url = f"https://www.{host}/notes/{title(number).lower().replace(' ', '-')}.html"
    return TextPage(Page(html, url), str(number), host, host, "wcxb", text)
